package writer

import (
	"cmp"
	"fmt"
	"image"
	"path"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// labelWide is the column in which the values stand, behind the labels.
const labelWide = 7

// fact is one row of a window: a label, what it says, perhaps a bar that runs out.
type fact struct {
	label string
	spans []grid.Span
	mark  engine.Severity // tints the row
	bar   bool
	share float64
	news  bool
}

// paint puts facts around the editor. Where the height does not do for all, what can be seen elsewhere gives way first.
// reserve columns of the first row are left to others.
func (w *window) paint(a grid.Area, look face.Look, reserve int, focused bool) {
	width, height := a.Size()
	a.Fill(themes.Style{})
	if w.known == nil {
		return
	}
	above, below := w.around(width-2-labelWide, reserve, height)
	y := 0
	w.guardAt = -1
	for i, f := range above {
		if f.label == "Guard" {
			w.guardAt = y
		}
		room := width
		if i == 0 {
			room -= reserve
		}
		paintFact(a, y, room, f, look)
		y++
	}
	rest := height - len(above) - len(below)
	if rest >= 7 {
		y, rest = y+1, rest-1
	}
	if rest >= 4 {
		rest--
	}
	w.at = image.Rect(1, y, max(width, 1), y+max(rest, 0))
	w.paintBody(a.Sub(w.at), look, focused)
	for i, f := range below {
		paintFact(a, height-len(below)+i, width, f, look)
	}
}

// around is which facts stand above and below the editor at a height.
func (w *window) around(room, reserve, height int) (above, below []fact) {
	read, holds, guard := w.readFact(room-reserve), w.holdsFact(room), w.guardFact(room)
	sent, heard := w.sentFact(room), w.heardFact(room)
	top := []fact{read, holds, guard}
	if cache, waits := w.cacheFact(room); waits {
		top = []fact{read, holds, cache, guard}
	}
	if w.client != nil {
		return w.aroundClient(height, []fact{read, holds, w.codeGuard(room)}, []fact{sent, heard, w.clientFact(room)})
	}
	switch {
	case height >= 13:
		return top, []fact{sent, heard, w.planFact(room),
			{label: "Thinks", spans: []grid.Span{say.Dim(w.thinks())}}}
	case height >= 10, height >= 7 && w.hasPlan():
		return top, []fact{sent, heard, w.planFact(room)}
	case height >= 6:
		return top, []fact{sent, heard}
	case height == 5:
		return []fact{read, guard}, []fact{sent, heard}
	case height == 4:
		return []fact{read, guard}, []fact{heard}
	case height == 3:
		return []fact{read}, []fact{heard}
	case height == 2:
		return nil, []fact{heard}
	}
	return nil, nil
}

// aroundClient is the same for a program: what it is stands below what it heard.
func (w *window) aroundClient(height int, top, bottom []fact) (above, below []fact) {
	switch {
	case height >= 7:
		return top, bottom
	case height >= 5:
		return []fact{top[0], top[2]}, bottom
	case height >= 3:
		return top[:1], bottom[1:]
	case height == 2:
		return nil, bottom[1:2]
	}
	return nil, nil
}

func paintFact(a grid.Area, y, width int, f fact, look face.Look) {
	if f.mark != 0 {
		a = a.On(say.MarkTint(f.mark))
		a.FillRow(y, themes.Style{})
	}
	a.Put(1, y, f.label, themes.Style{Ink: themes.Dim})
	x, right := 1+labelWide, width-1
	spans := f.spans
	if f.news && look.Flash {
		spans = say.Reversed(spans)
	}
	x += say.Put(a, x, y, right-x, look.Glyphs, spans...)
	const least, most = 5, 20
	if wide := min(right-x-2, most); f.bar && wide >= least {
		a.Bar(x+2, y, wide, f.share, look.Glyphs)
	}
}

func (w *window) paintBody(a grid.Area, look face.Look, focused bool) {
	width, height := a.Size()
	if width <= 0 || height <= 0 {
		return
	}
	_, read := w.known.Reading(w.object)
	_, restored := w.known.Restored(w.object)
	switch {
	case w.object.IsZero():
		say.Paint(a, "Nothing is selected. o makes an object, g t chooses.")
	case w.prompt.on:
		reading, _ := w.known.Reading(w.object)
		w.prompt.paint(a, look, reading, focused && w.editing)
	case w.holdsPolicy() && !w.editing && w.editor.Size() == 0:
		say.Paint(a, w.noPolicy())
	case w.holdsMany():
		w.paintGiven(a, look)
	case w.long.text != "":
		w.paintLong(a, look)
	case w.byProperty() && (read || w.drafted || w.editor.Size() > 0):
		w.paintRow(a, look, focused)
	case !w.content:
		w.paintFields(a, look)
	case w.known.Hidden(w.object) && !w.drafted && !w.editing && w.editor.Size() == 0:
		say.Paint(a, w.known.Title+" heard of a delete marker. d takes it away while it stands. e types a new text.")
	case (!read || restored) && !w.drafted && !w.editing && w.editor.Size() == 0:
		say.Paint(a, w.nothing())
	default:
		w.editor.Paint(a, pane.InFocus(look, focused && w.editing))
	}
}

// noPolicy says which key begins what where no policy is shown: what lies in a bucket, until its policy was read.
func (w *window) noPolicy() string {
	read, ok := w.known.Reading(w.object)
	switch {
	case w.begins:
		return "e makes an object in it. The policy would stand here: r reads it, then e types one."
	case ok && read.Gone && read.Part != policyPart && read.Own:
		return fmt.Sprintf("%s has deleted it. o has what makes one.", w.known.Title)
	case ok && read.Gone && read.Part != policyPart:
		return fmt.Sprintf("It was not there when %s asked. o has what makes one.", w.known.Title)
	case ok && w.object.Kind == "bucket":
		return "It has no policy. e types one. o makes an object in it."
	case ok:
		return "It has no policy. e types one."
	}
	return "The policy would stand here. r reads it, e writes one."
}

// policyPart is the part of a bucket or a role that its window shows.
const policyPart = "policy"

// nothing says why there is nothing to show: a writer that asked a queue for messages and holds none has heard that.
func (w *window) nothing() string {
	if w.object.Kind == "queue" && w.known.Received(w.object) {
		return fmt.Sprintf("%s holds no message. r asks again.", w.known.Title)
	}
	if w.client != nil {
		if !w.there.IsZero() {
			return fmt.Sprintf("%s has read and sent nothing here: #%d went to %s. Enter shows it.", w.known.Title,
				w.went, w.there.Name)
		}
		return fmt.Sprintf("%s has read and sent nothing here.", w.known.Title)
	}
	if w.object.Kind == "queue" {
		return fmt.Sprintf("%s has not received anything. r receives.", w.known.Title)
	}
	if w.object.Kind == "message" && w.known.EverHanded(w.object) {
		return fmt.Sprintf("%s has deleted it, and holds no receipt of it any more.", w.known.Title)
	}
	what := "anything"
	if heard, _ := w.known.Last(); heard != "" {
		what = "it"
	}
	return fmt.Sprintf("%s has not read %s. r reads.", w.known.Title, what)
}

// paintFields lists what the writer has heard of a thing that has no content.
func (w *window) paintFields(a grid.Area, look face.Look) {
	if len(w.fields) == 0 {
		say.Paint(a, w.nothing())
		return
	}
	width, height := a.Size()
	w.top = min(max(w.top, 0), max(len(w.fields)-height, 0))
	for y, f := range w.fields[w.top:min(w.top+height, len(w.fields))] {
		say.Put(a, 0, y, width-1, look.Glyphs, say.Dim(fmt.Sprintf("%-14s ", f.Name)), say.Plain(say.Tag(f.Value)))
	}
}

// readFact is what the writer was shown last, or wrote itself.
func (w *window) readFact(room int) fact {
	if f, ok := w.gotFact(room); ok {
		return f
	}
	read, ok := w.reading()
	if !ok {
		return w.glanceFact(room)
	}
	f := fact{label: "Read"}
	if what, ok := w.known.Restored(w.object); ok {
		f.spans = []grid.Span{say.Bold(themes.Text, "nothing"), say.Dim(" since the " + what + " went")}
		return f
	}
	if read.Own {
		f.label = "Has"
	}
	switch {
	case read.Gone && read.Part == policyPart:
		f.spans = append(f.spans, say.Bold(themes.Text, "no policy"))
	case read.Gone:
		f.spans = append(f.spans, say.Bold(themes.Text, "nothing there"))
		if w.known.Hidden(w.object) {
			is := f.spans[:len(f.spans):len(f.spans)]
			f.spans = fitting(room, append(is, say.Dim(", a delete marker")), append(is, say.Dim(", a marker")), is)
		}
	case read.Version != "":
		f.spans = append(f.spans, say.Bold(themes.Text, fmt.Sprintf("%-3s", "v"+read.Version)))
	}
	if w.prompt.on && read.HasBody && !read.Gone {
		f.spans = append(f.spans, say.Bold(themes.Text,
			strings.TrimLeft(" "+say.Quoted(read.Body), map[bool]string{true: " "}[len(f.spans) == 0])))
	}
	if !read.Tag.IsZero() {
		f.spans = append(f.spans, say.Ink(themes.Dim, " "+say.Tag(read.Tag)))
	}
	if read.Range != "" {
		part := say.Ink(themes.Behind, " part")
		f.spans = fitting(room, slices.Concat(f.spans, []grid.Span{say.Ink(themes.Behind, " bytes "+read.Range)}),
			slices.Concat(f.spans, []grid.Span{part}), append(slices.Clone(f.spans[:min(1, len(f.spans))]), part))
	}
	if len(f.spans) == 0 && read.HasBody && !read.Own { // SMB says no version and no tag
		f.spans = append(f.spans, say.Bold(themes.Text, say.Number(len(read.Body), "byte")))
	}
	// what has neither text nor version, as a table that was made
	if len(f.spans) == 0 && !read.HasBody && (!read.Own || w.holdsPolicy()) {
		f.spans = append(f.spans, say.Plain("it is there"))
	}
	for _, c := range since(read, w.known.Now) {
		if len(f.spans) == 0 {
			c = strings.TrimLeft(c, " ")
		}
		if say.Width(f.spans)+grid.Width(c) <= room {
			f.spans = append(f.spans, say.Dim(c))
			break
		}
	}
	return f
}

// glanceFact is what the writer was told of a text that it was never shown: which version it is, and what beside it.
func (w *window) glanceFact(room int) fact {
	f := fact{label: "Read", spans: []grid.Span{say.Dim("nothing")}}
	read, what, ok := w.known.Glance(w.object)
	if !ok {
		return f
	}
	version, tag := say.Bold(themes.Text, "v"+read.Version+" "), say.Ink(themes.Dim, say.Tag(read.Tag)+" ")
	f.spans = fitting(room, []grid.Span{version, tag, say.Plain(what), say.Dim(", not the text")},
		[]grid.Span{version, tag, say.Plain(what)}, []grid.Span{version, say.Plain(what)}, []grid.Span{version})
	return f
}

// since is how long ago a reading was heard, the longest form first.
func since(read view.Reading, now engine.Instant) []string {
	if read.Own && !read.Gone {
		return []string{"  own write", "  own"}
	}
	old := say.Age(now.Sub(read.At))
	switch {
	case old == "now" && read.Gone: // that is how old it is, and would read as if it were so now
		return nil
	case old == "now":
		return []string{"  now"}
	}
	return []string{"  " + old + " ago", "  " + old}
}

func holdWord(k engine.Kind) string {
	switch k {
	case engine.PopReceipt:
		return "receipt"
	case engine.HandleID:
		return "handle"
	}
	return "lease"
}

func guardWord(param string) string {
	if param == "lease" {
		return "lease id"
	}
	return conflict.GuardName(param)
}

// guardValue is what a guard's reference stands for.
func (w *window) guardValue(arg engine.Arg) string {
	switch arg.Name {
	case "lease":
		h, _ := w.known.Holds(w.object)
		return h.Token.Short()
	case "if-match":
		if arg.Value.String() == "*" {
			return "*"
		}
		read, _ := w.known.Reading(w.object)
		return say.Tag(read.Tag)
	case "if-unmodified-since":
		_, date := w.known.Property(w.object, "last-modified")
		return date.String()
	}
	return say.Tag(arg.Value)
}

func (w *window) sentFact(room int) fact {
	f := fact{label: "Sent"}
	d, ok := w.known.Doing()
	if !ok {
		f.spans = []grid.Span{say.Dim("nothing")}
		return f
	}
	what := d.No + " " + d.What
	if w.there.IsZero() {
		what += w.elsewhere(d, room-grid.Width(what)) // where it went counts for more than when
	}
	left := room - grid.Width(what)
	what += cmp.Or(w.sentGuards(d, left-grid.Width(" 00:00.0")), w.sentGuards(d, left))
	forms := []string{what}
	if !w.there.IsZero() { // a program's, which nobody sees here else
		forms = []string{what + " " + w.there.Name, what + " " + path.Base(w.there.Name), what}
	}
	if d.Retry != 0 {
		again := fmt.Sprintf("retry of #%d", d.Retry)
		forms = []string{what + ", " + again, d.No + ", " + again}
	}
	since := say.Seconds(w.known.Now.Sub(d.At))
	var list [][]grid.Span
	for _, form := range forms {
		switch {
		case d.Held:
			list = append(list, []grid.Span{say.Ink(themes.Behind, form+" held "+since)},
				[]grid.Span{say.Ink(themes.Behind, form+" held")})
		case d.Heard:
			list = append(list, []grid.Span{say.Plain(form + " at " + d.At.Clock())},
				[]grid.Span{say.Plain(form + " " + d.At.Clock())})
		default:
			list = append(list, []grid.Span{say.Plain(form + " " + since + " ago")},
				[]grid.Span{say.Plain(form + " " + since)})
		}
		list = append(list, []grid.Span{say.Plain(form)}) // what it is counts for more than its age
	}
	f.spans = fitting(room, list...)
	return f
}

// elsewhere names what the newest request was about where that is another object of the same service than the window
// shows, or one of another store; the longest form that has room.
func (w *window) elsewhere(d view.Doing, room int) string {
	if w.object.IsZero() || d.Object == w.object || slices.Contains(partsOfOthers, d.Object.Kind) ||
		slices.Contains(partsOfOthers, w.object.Kind) || strings.HasPrefix(d.Object.Name, w.object.Name+"/") ||
		strings.HasPrefix(w.object.Name, d.Object.Name+"/") {
		return ""
	}
	for _, form := range []string{" " + d.Object.Name, ", " + d.Object.Kind} {
		if grid.Width(form) <= room {
			return form
		}
	}
	return ""
}

// partsOfOthers are the kinds of what is only a part of an object that a window shows.
var partsOfOthers = []string{"handle", "message", "upload"}

// sentGuards are the conditions of the newest request: one that was refused or did harm is judged by its own, and not
// by what the next write would send. Empty where no form has room.
func (w *window) sentGuards(d view.Doing, room int) string {
	if !d.Write && len(d.Guards) == 0 || w.client != nil { // a program tells what was sent
		return ""
	}
	if len(d.Guards) == 0 {
		if text := " unguarded"; grid.Width(text) <= room {
			return text
		}
		return ""
	}
	guards := slices.Clone(d.Guards)
	slices.SortStableFunc(guards, func(a, b string) int { // a condition counts for more than what an id is of
		return cmp.Compare(strings.Index(b, "If-"), strings.Index(a, "If-"))
	})
	for n := len(guards); n > 0; n-- { // the first is said before all are left out
		text := " " + strings.Join(guards[:n], "  ")
		if grid.Width(text) > room { // a tag is one by its two points
			text = strings.ReplaceAll(strings.ReplaceAll(text, " If-Match ", " "), " If-", " ")
		}
		if grid.Width(text) <= room {
			return text
		}
	}
	return ""
}

// differs says whether the newest request carries other conditions than the next write would: a write, or one that has
// any.
func (w *window) differs(d view.Doing) bool {
	if !d.Write && len(d.Guards) == 0 || w.change == nil || w.client != nil { // a program tells what was sent
		return false
	}
	var next []string
	args, _, _ := w.known.Guarded(*w.change, w.object, nil)
	for _, arg := range args {
		next = append(next, conflict.GuardName(arg.Name)+" "+w.guardValue(arg))
	}
	return !slices.Equal(next, d.Guards)
}

func (w *window) heardFact(room int) fact {
	f := fact{label: "Heard", news: w.news}
	d, ok := w.known.Doing()
	switch {
	case !ok:
		f.spans = []grid.Span{say.Dim("nothing")}
	case w.silence(d):
		f.mark, f.spans = engine.SeverityUnknown, []grid.Span{say.Bold(themes.Unknown, "? nothing")}
	case d.Held: // nobody expects an answer to it: what counts is the one before
		f.spans = []grid.Span{say.Dim("nothing yet")}
		if words, no := w.known.Last(); words != "" {
			f.spans = append(inForm(room-len(no)-4, themes.Text, "", words), say.Dim(" of "+no))
		}
	case !d.Heard:
		f.spans = []grid.Span{say.Dim("nothing yet")}
	case refused(d):
		f.mark, f.spans = engine.SeverityRefused, inForm(room, themes.Refused, "! ", d.Words)
	case d.Refused:
		f.spans = inForm(room, themes.Behind, "", d.Words)
	default:
		f.spans = inForm(room, themes.Fresh, "", d.Words)
	}
	return f
}
