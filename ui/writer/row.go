package writer

import (
	"strings"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// besideWide is how many columns stand beside the properties of a row, besideLeast how many its editor keeps.
const besideWide, besideLeast = 16, 18

// byProperty says whether the editor's text is the properties of a row, a line for each.
func (w *window) byProperty() bool { return view.KindOf(w.object) == "entity" && w.content }

// baseText is what the text in the editor was made from: all of it the writer's own knowledge.
func (w *window) baseText() string {
	if w.drafted && w.base.Found {
		return w.base.Text
	}
	if read, ok := w.known.Reading(w.object); ok {
		return read.Body
	}
	return ""
}

// paintRow paints the properties, and beside each what it was when the writer read it.
func (w *window) paintRow(a grid.Area, look face.Look, focused bool) {
	if w.grid.on {
		w.paintGrid(a, look, focused)
		return
	}
	width, _ := a.Size()
	w.editor.Paint(a.Inset(0, 0, besideOf(width), 0), pane.InFocus(look, focused && w.editing))
	w.paintBeside(a, look, nil)
}

func besideOf(width int) int { return min(besideWide, max(width-besideLeast, 0)) }

// paintBeside paints what stands beside the properties. current is what each is now, where the referee remarks on it;
// nil: the writer's own knowledge alone.
func (w *window) paintBeside(a grid.Area, look face.Look, current map[string]string) {
	if w.grid.on {
		w.paintGridBeside(a, look, current)
		return
	}
	width, height := a.Size()
	beside := besideOf(width)
	first, aligned := w.firstLine(width - beside - 2)
	if beside < 8 || !aligned {
		return
	}
	_, base := view.RowValues(w.baseText())
	lines := strings.Split(w.editor.Text(), "\n")
	seen := map[string]bool{}
	for n, l := range lines {
		name, value, ok := strings.Cut(l, "=")
		seen[name] = true
		if y := n - first; ok && y >= 0 && y < height {
			say.Put(a, width-beside, y, beside-1, look.Glyphs, besideProperty(name, value, base, current)...)
		}
	}
	y := len(lines) - first
	if lines[len(lines)-1] == "" {
		y--
	}
	names, _ := view.RowValues(w.baseText())
	for _, name := range names {
		if !seen[name] && y >= 0 && y < height && w.editor.Size() > 0 {
			say.Put(a, width-beside, y, beside-1, look.Glyphs, say.Ink(themes.Removed, "drops "+name))
			y++
		}
	}
}

// besideProperty is what stands beside one property: its base where it was changed, else what it has become meanwhile.
func besideProperty(name, value string, base, current map[string]string) []grid.Span {
	was, had := base[name]
	is, there := current[name]
	var spans []grid.Span
	switch {
	case !had && len(base) > 0:
		spans = append(spans, say.Ink(themes.Fresh, "new"))
	case had && was != value:
		spans = append(spans, say.Dim("was "+was))
	}
	if current != nil && (is != was || there != had) && is != value {
		if len(spans) > 0 {
			spans = append(spans, say.Plain(" "))
		}
		sign := "< now "
		if had && was != value {
			sign = "<> now "
		}
		spans = append(spans, say.Bold(themes.Behind, sign+view.OrNone(current, name)))
	}
	return spans
}

// firstLine is the line in the first row of the editor; ok is false where rows and lines do not agree.
func (w *window) firstLine(wide int) (first int, ok bool) {
	for l := range strings.Lines(w.editor.Text()) {
		if grid.Width(strings.TrimRight(l, "\n")) >= wide {
			return 0, false
		}
	}
	_, y, visible := w.editor.Cursor()
	return w.editor.At().Line - y, visible
}

// currentRow is what the shown row is now, for the referee's remarks; nil where they are hidden, or where the writer
// has read nothing.
func (w *Pane) currentRow(look face.Look) map[string]string {
	if look.ClientEyes || !w.judged || !w.window.byProperty() {
		return nil
	}
	_, values := view.RowValues(view.Record(w.View.Properties(w.window.object)).Text("body"))
	return values
}
