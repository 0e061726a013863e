package truth

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// lowPane is the height below which only one thing fits: the versions, or what else `v` shows.
const lowPane = 8

// Paint shows the versions, and below them what else there is where the height allows.
func (t *Pane) Paint(a grid.Area, look face.Look) {
	t.look()
	a.Fill(themes.Style{})
	w, h := a.Size()
	t.wide = w
	t.versions, t.below, t.high = 0, 0, h >= lowPane
	if t.fitKind(a, look) {
		return
	}
	switch {
	case t.View == nil || t.truth.Object.IsZero():
		say.Paint(a.Inset(1, 0, 0, 0), "Nothing is selected. o makes an object, g t chooses.")
		return
	case len(t.truth.Versions) == 0:
		say.Paint(a.Inset(1, 0, 0, 0), fmt.Sprintf("There is no %s yet. %s", t.truth.Name, t.makes()))
		return
	case h < lowPane && t.about == aboutAll && t.kindFirst():
		t.sheet.Set(t.kindLines())
		t.sheet.Paint(a, look.Glyphs, t.Focused)
		return
	case h < lowPane && t.about != aboutAll && t.about != aboutVersions:
		t.sheet.Set(t.lines())
		t.sheet.Paint(a, look.Glyphs, t.Focused)
		return
	case h < lowPane:
		t.paintVersions(a, h, look)
		return
	}
	rows := min(len(t.truth.Versions), max(h*2/5, 3))
	t.paintVersions(a, rows, look)
	hints := 0
	if h >= lowPane+2 {
		hints = 1
		a.PutSpans(1, h-1, t.hints(look)...)
	}
	t.sheet.Set(t.lines())
	t.below = rows + 1
	t.sheet.Paint(a.Inset(0, t.below, 0, hints), look.Glyphs, t.Focused)
}

// makes says by which key what is not there is made: not every write makes what it is about.
func (t *Pane) makes() string {
	spec := act.Spec(t.View, t.Desk.Writer(), t.truth.Object, engine.ToWrite)
	if spec != nil && spec.Makes == t.truth.Object.Kind {
		return "w writes it, o has more."
	}
	return "o has what makes one."
}

// hints are the keys that do something here: those of a window without the focus do something else.
func (t *Pane) hints(look face.Look) []grid.Span {
	if !look.Turns {
		return nil
	}
	does := [abouts]string{aboutAll: "all", aboutDiff: "difference", aboutProperties: "properties",
		aboutTimers: "timers", aboutVersions: "versions"}
	list := say.Joined(say.Key("v", does[t.next()]), say.Key("y", "copy"))
	if len(t.truth.Versions) > 2 {
		list = say.Joined(list, say.Key("Enter", "compare with"))
	}
	return list
}

// lines are what stands below the versions.
func (t *Pane) lines() []pane.Line {
	switch t.about {
	case aboutDiff:
		if !t.high && t.kindFirst() { // they stand by themselves
			return t.diffLines()
		}
		return parted(t.kindLines(), t.diffLines())
	case aboutProperties:
		return t.propertyLines()
	case aboutTimers:
		return t.timerLines()
	}
	lines := parted(t.kindLines(), t.leaseLines())
	for _, more := range [][]pane.Line{t.diffLines(), t.timerLines()} {
		if len(more) > 1 {
			lines = append(append(lines, pane.Line{}), more...)
		}
	}
	if len(lines) > 0 && len(lines[0].Left) == 0 {
		lines = lines[1:]
	}
	return lines
}

func (t *Pane) paintVersions(a grid.Area, rows int, look face.Look) {
	w, _ := a.Size()
	t.versions = rows
	t.choose(t.selected)
	shown := t.truth.Versions[t.first:min(t.first+rows, len(t.truth.Versions))]
	c, notes := t.layOut(w, shown)
	newest := t.newest()
	for y, n := range shown {
		b, flash := a, false
		if decides(newest, n) {
			b = a.On(say.MarkTint(newest.Severity))
			flash = look.Flash && newest.Step > t.View.Step-handSteps
		} else if t.Focused && t.first+y == t.selected {
			b = a.On(themes.Selected)
		}
		b.FillRow(y, themes.Style{})
		t.paintVersion(b, y, c, n, t.longest(w, c, n, notes[y]), flash, look)
	}
}

// handSteps is how many records one press can make: what happened within them has just happened.
const handSteps = 5

// newest is the newest mark that concerns the object.
func (t *Pane) newest() view.Trouble {
	list := t.View.Troubles()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Object == t.truth.Object {
			return list[i]
		}
	}
	return view.Trouble{}
}

// decides says whether a version is the one that a mark is about: what refused, or what was lost.
func decides(m view.Trouble, n view.Version) bool {
	if m.Severity == engine.SeveritySilent {
		return m.Victim.Event == n.Record
	}
	return m.Severity == engine.SeverityRefused && m.Cause != nil && m.Cause.Since.Event == n.Record
}

func (t *Pane) paintVersion(a grid.Area, y int, c versionColumns, n view.Version, notes []grid.Span, flash bool,
	look face.Look) {
	w, _ := a.Size()
	number, text := say.Bold(themes.Text, "v"+n.Number), say.Plain(t.textOf(n))
	when := say.Dim(n.At.String())
	if !n.Now {
		text.Style = themes.Style{Ink: themes.Dim}
	}
	if n.Gone {
		number = say.Dim("v" + n.Number)
	}
	if n.Number == "" {
		number = say.Dim("-")
	}
	if t.other == t.first+y {
		number.Style.Underline = true
	}
	if flash {
		number, text = say.Reversed([]grid.Span{number})[0], say.Reversed([]grid.Span{text})[0]
		notes = say.Reversed(notes)
	}
	gl := look.Glyphs
	say.Put(a, 1, y, c.tag-1, gl, number)
	if n.Tag != "" {
		say.Put(a, c.tag, y, c.name-c.tag-1, gl, say.Dim(n.Short))
	}
	say.Put(a, c.name, y, c.who, gl, t.author(n)...)
	if c.at > 0 {
		say.Put(a, c.at, y, w-1-c.at, gl, when)
	}
	if c.at > 0 && c.sent > 0 {
		say.Put(a, c.body-2-c.sent, y, c.sent, gl, say.Dim(sentBy(n)))
	}
	from := c.notesFrom(n)
	switch {
	case n.Gone && n.Marker && from+say.Width(notes) > w-1: // the mark behind it stays whole
		text.Text = "marker"
		if n.ID.IsZero() {
			text.Text = "removed"
		}
		from = min(from, c.body+grid.Width(text.Text)+1)
		fallthrough
	case n.Gone: // there is no `now` behind it
		say.Put(a, c.body, y, w-1-c.body, gl, text)
	case c.bodyWide > 0:
		say.Put(a, c.body, y, c.bodyWide, gl, text)
	}
	if n.Now {
		say.Put(a, c.now, y, w-1-c.now, gl, say.Bold(themes.Fresh, "now"))
	}
	if len(notes) > 0 {
		wide := max(min(say.Width(notes), w-1-from), 0)
		say.Put(a, w-1-wide, y, wide, gl, notes...)
	}
}

func (t *Pane) leaseLines() []pane.Line {
	l := t.truth.Lease
	if l.State == "" {
		return nil
	}
	past := t.leaseHistory()
	row := pane.Line{Left: []grid.Span{say.Dim("Lease  ")}}
	switch l.State {
	case "leased", "breaking":
		row.Left = append(row.Left, say.Person(t.View, l.Holder, t.View.Title(l.Holder)),
			say.Plain(" "+say.ShortTag(l.ID)))
		if l.State == "breaking" {
			row.Left = append(row.Left, say.Bold(themes.Behind, "  breaking"))
		}
		t.endOf(&row, l.Ends, l.Length)
	case "expired", "broken":
		if len(past) > 0 { // it says how that one ended
			row.Left = append(row.Left, say.Dim("none now"))
			break
		}
		row.Left = append(row.Left, say.Dim("none now: "), say.Person(t.View, l.Holder, t.View.Title(l.Holder)),
			say.Dim("'s "+map[string]string{"expired": "has ended", "broken": "was broken"}[l.State]))
	default: // the title says so, but for what was
		if len(past) == 0 {
			return nil
		}
		row.Left = append(row.Left, say.Dim("none now"))
	}
	return append([]pane.Line{row}, past...)
}

// pastLeasesShown is how many leases that are over stand below the one that is.
const pastLeasesShown = 3

// leaseHistory are the leases that are over: whose they were, from when to when, and how they ended.
func (t *Pane) leaseHistory() (lines []pane.Line) {
	for _, past := range t.truth.Tenures[:min(len(t.truth.Tenures), pastLeasesShown)] {
		lines = append(lines, pane.Line{Does: command.GoTo{Record: past.Record},
			Left: []grid.Span{say.Plain("       "), say.Person(t.View, past.Holder, t.View.Title(past.Holder)),
				say.Dim(" " + say.ShortTag(past.ID) + "  "), say.Plain(past.From.String()), say.Dim(" to "),
				say.Plain(past.Until.String()),
				say.Dim("  " + past.How)}})
	}
	return lines
}

func (t *Pane) endOf(row *pane.Line, ends engine.Instant, length int64) {
	switch {
	case ends == 0:
	case ends == engine.Never:
		row.Left = append(row.Left, say.Dim("  has no end"))
	default:
		left := max(ends.Sub(t.now), 0)
		row.Left = append(row.Left, say.Bold(themes.Behind, fmt.Sprintf("  %-6s", say.Seconds(left))))
		if length > 0 {
			row.Bar, row.Share = true, left.Seconds()/float64(length)
		}
	}
}

// numbered is a version as its row in the list names it: what is gone has no number.
func numbered(n view.Version) string {
	if n.Number == "" {
		return n.Went()
	}
	return "v" + n.Number
}

// diffLines compares two versions line by line, each line with its author.
func (t *Pane) diffLines() []pane.Line {
	older, newer, ok := t.pair()
	switch {
	case !ok:
		return []pane.Line{{Left: []grid.Span{say.Dim("There is no version before this one to compare it with.")}}}
	case !t.content:
		return []pane.Line{{Left: []grid.Span{say.Dim("It has no text that could be compared.")}}}
	}
	lines := []pane.Line{{Left: []grid.Span{say.Bold(themes.Text,
		"Difference "+numbered(older)+" to "+numbered(newer))}}}
	lost := slices.ContainsFunc(older.Marks, func(m conflict.Finding) bool {
		return m.Severity == engine.SeveritySilent &&
			m.Victim.Event == older.Record
	})
	part := conflict.Differing(older.Body, newer.Body)
	all := conflict.Lines([]byte(part.Texts[0]), []byte(part.Texts[1]))
	front, back := part.LeftOut()
	lines = unchangedLines(lines, front)
	for rest := all; len(rest) > 0; {
		if n := unchanged(rest); n > 0 {
			var kept []string
			for _, d := range rest[:n] {
				kept = append(kept, d.Text)
			}
			lines = unchangedLines(lines, say.Folded(kept, len(rest) == len(all) && part.Front == 0,
				n == len(rest) && part.Back == 0))
			rest = rest[n:]
			continue
		}
		lines = append(lines, t.changedLine(rest[0], older, newer, lost))
		rest = rest[1:]
	}
	lines = unchangedLines(lines, back)
	// what a version says to have changed is told from the one right before it
	if next := t.other < 0 || max(t.other-t.selected, t.selected-t.other) <= 1; next && newer.Beside() != "" {
		lines = append(lines, pane.Line{Left: []grid.Span{say.Dim("Beside the text: "), say.Plain(newer.Beside())}})
	}
	return lines
}

func unchangedLines(lines []pane.Line, texts []string) []pane.Line {
	for _, text := range texts {
		lines = append(lines, pane.Line{Left: []grid.Span{say.Dim("  " + text)}})
	}
	return lines
}

// unchanged is how many lines at the beginning are on both sides.
func unchanged(list []conflict.DiffLine) int {
	n := slices.IndexFunc(list, func(d conflict.DiffLine) bool { return d.Kind != conflict.Kept })
	if n < 0 {
		return len(list)
	}
	return n
}

// changedLine is a line that only one version has, with its author.
func (t *Pane) changedLine(d conflict.DiffLine, older, newer view.Version, lost bool) pane.Line {
	text := strings.TrimRight(d.Text, "\n")
	if d.Kind == conflict.Added {
		return pane.Line{Left: []grid.Span{say.Ink(themes.Fresh, "+ "+text)},
			Right: t.author(newer)}
	}
	author := t.author(older)
	if lost {
		author = append(author, say.Bold(themes.Silent, ", lost"))
	}
	return pane.Line{Left: []grid.Span{say.Ink(themes.Removed, "- "+text)}, Right: author}
}

// author is who wrote a version.
func (t *Pane) author(n view.Version) []grid.Span {
	by := t.truth.Author(n)
	return []grid.Span{say.Person(t.View, by, t.View.Title(by))}
}

// propertyLines are the fields of what is there, without its text.
func (t *Pane) propertyLines() []pane.Line {
	lines := []pane.Line{{Left: []grid.Span{say.Bold(themes.Text, "Properties")}}}
	wide := 0
	var kept []engine.Property
	for _, p := range t.truth.Properties {
		if p.Name == "body" || view.Unset(p) || slices.Contains([]string{"", "0", "false", "nobody"}, p.Text) {
			continue
		}
		kept, wide = append(kept, p), max(wide, grid.Width(p.Name))
	}
	for _, p := range kept {
		spans := []grid.Span{say.Dim(p.Name + strings.Repeat(" ", wide-grid.Width(p.Name)+2))}
		switch p.Kind {
		case "mark":
			spans = append(spans, say.Person(t.View, p.Mark.By, t.View.Title(p.Mark.By)),
				say.Plain(" at "+p.Mark.At.String()))
		default:
			spans = append(spans, say.Plain(p.Text))
		}
		l := pane.Line{Left: spans}
		if p.Mark.Event != 0 {
			l.Does = command.GoTo{Record: p.Mark.Event}
		}
		lines = append(lines, l)
	}
	return lines
}
