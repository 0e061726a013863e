package truth

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// noteForm is how much the notes say.
type noteForm uint8

const (
	noteWhole noteForm = iota
	noteShort
	noteMarks // short, and beside a mark nothing else
	noteLeast // nor who was refused
)

var shortening = [...]noteForm{noteWhole, noteShort, noteMarks, noteLeast}

// columns of the list of versions, as wide as what is in them. A time of 0 is left out.
type versionColumns struct{ tag, name, who, at, sent, body, bodyWide, now int }

// layOut finds the columns, and the notes in the form that fits: before a text is cut or the time goes, the notes get
// shorter.
func (t *Pane) layOut(w int, shown []view.Version) (c versionColumns, notes [][]grid.Span) {
	for _, form := range shortening {
		notes = t.allNotes(shown, form)
		if c = t.columns(w, shown, notes); c.at > 0 && (!t.content || c.bodyWide >= t.widest(shown)) {
			return c, notes
		}
	}
	for _, form := range shortening {
		notes = t.allNotes(shown, form)
		if c = t.columns(w, shown, notes); c.at > 0 {
			break
		}
	}
	return c, notes
}

// longest is a version's notes as long as its row allows.
func (t *Pane) longest(w int, c versionColumns, n view.Version, short []grid.Span) []grid.Span {
	left := c.notesFrom(n)
	for _, form := range shortening {
		if long := t.notes(n, form); say.Width(long) <= w-1-left {
			return long
		}
	}
	return short
}

// notesFrom is the column before which nothing is said of a version: its text stands there, or that it is gone.
func (c versionColumns) notesFrom(n view.Version) int {
	switch {
	case n.Now:
		return c.now + nowWide + 1
	case n.Gone:
		return max(c.now, c.body+grid.Width(n.Went())+1)
	}
	return c.now
}

func (t *Pane) allNotes(shown []view.Version, form noteForm) [][]grid.Span {
	notes := make([][]grid.Span, len(shown))
	for i, n := range shown {
		notes[i] = t.notes(n, form)
	}
	return notes
}

// widest is the width of the longest text in the list.
func (t *Pane) widest(shown []view.Version) int {
	wide := 0
	for _, n := range shown {
		wide = max(wide, grid.Width(t.textOf(n)))
	}
	return wide
}

const nowWide = 3 // of the word `now`

func (t *Pane) columns(w int, shown []view.Version, notes [][]grid.Span) versionColumns {
	number, tag, who, when, most, went := 3, 0, 4, 7, 0, 0
	for i, n := range shown {
		number = max(number, grid.Width(n.Number)+1)
		tag = max(tag, grid.Width(n.Short))
		who = min(max(who, grid.Width(t.View.Title(t.truth.Author(n)))), 12)
		when = max(when, grid.Width(n.At.String()))
		behind := say.Width(notes[i])
		if behind > 0 && n.Gone { // that it is gone is said in every width
			went = max(went, grid.Width(n.Went())+1+behind)
		}
		if behind > 0 && n.Now {
			behind += nowWide + 1
		} else if n.Now {
			behind = nowWide
		}
		most = max(most, behind)
	}
	c := versionColumns{tag: number + 2, who: who}
	c.name = c.tag
	if tag > 0 {
		c.name += min(tag, 9) + 2
	}
	c.at = c.name + who + 2
	c.body = c.at + when + 2
	if c.body+max(most, went) > w-1 { // who won is worth more than when
		c.at, c.body = 0, c.at
	}
	text := t.widest(shown)
	c.sent = 0
	const least = 7 // of `PUT #9`
	for _, n := range shown {
		if by := sentBy(n); by != "" {
			c.sent = max(c.sent, least, grid.Width(by))
		}
	}
	if c.sent > 0 && w >= 72 && c.body+c.sent+2+text+2+most <= w-1 {
		c.body += c.sent + 2 // the request finds room
	} else {
		c.sent = 0
	}
	c.bodyWide = max(min(text, w-1-most-2-c.body), 0)
	const telling = 16 // what is cut to less says nothing
	if c.bodyWide < min(text, telling) {
		c.bodyWide = 0
	}
	c.now = c.body + c.bodyWide
	if c.bodyWide > 0 {
		c.now += 2
	}
	return c
}

// sentBy is the request that made a version, as `PUT #8`; empty where the column of requests has none.
func sentBy(n view.Version) string {
	if n.Request == 0 || n.By == engine.Seed || n.Again {
		return ""
	}
	return fmt.Sprintf("%s #%d", n.Method, n.Request)
}

// textOf is the text of a version, with what changed beside it.
func (t *Pane) textOf(n view.Version) string {
	text := t.bodyOf(n)
	if !t.content || n.Gone {
		return text
	}
	return strings.TrimSpace(text + " " + n.Beside())
}

func (t *Pane) bodyOf(n view.Version) string {
	switch {
	case n.Gone:
		return n.Went()
	case !t.content:
		return ""
	}
	const short = 40 // what is wider begins with the first line that the version before it does not have there
	whole := say.Quoted(n.Body)
	if t.truth.Object.Kind == "entity" { // its properties, as elsewhere
		whole = strings.Join(strings.Split(strings.TrimSpace(n.Body), "\n"), "  ")
	}
	at := slices.IndexFunc(t.truth.Versions, func(o view.Version) bool {
		return o.Record == n.Record &&
			o.Number == n.Number
	})
	if grid.Width(whole) <= short || at < 0 || at+1 >= len(t.truth.Versions) || t.truth.Versions[at+1].Gone {
		return whole
	}
	if from := firstChange(t.truth.Versions[at+1].Body, n.Body); from > 0 && from < len(n.Body) {
		return `".. / ` + strings.TrimPrefix(say.Quoted(n.Body[from:]), `"`)
	}
	return whole
}

// firstChange is where the first line begins in which two texts differ.
func firstChange(older, newer string) (at int) {
	for i := range min(len(older), len(newer)) {
		if older[i] != newer[i] {
			return at
		}
		if newer[i] == '\n' {
			at = i + 1
		}
	}
	return at
}

// notes are the referee's remarks on a version: the marks, and whose draft was made from it.
func (t *Pane) notes(n view.Version, form noteForm) []grid.Span {
	var groups [][]grid.Span
	if n.Again { // its text may have to go, this stays
		again := []grid.Span{say.Dim("again")}
		if by := t.View.Title(n.By); form == noteWhole && by != "" { // who took away what hid it
			again = []grid.Span{say.Dim("there again by "), say.Person(t.View, n.By, by),
				say.Dim(fmt.Sprintf(" #%d", n.Request))}
		}
		groups = append(groups, again)
	}
	refusals := 0
	var last conflict.Finding
	for _, m := range n.Marks {
		switch {
		case m.Severity == engine.SeverityRefused:
			refusals, last = refusals+1, m
		case m.Severity == engine.SeverityUnknown:
			groups = append(groups, t.unheardNote(m, form))
		case m.Victim.Event == n.Record:
			groups = append(groups, []grid.Span{say.Finding(engine.SeveritySilent, "~ "+m.Kind.Words())})
		}
	}
	if refusals > 0 {
		groups = append(groups, []grid.Span{say.Bold(themes.Refused, t.refusedNote(refusals, last, form))})
	}
	// a removal has the number of what it removed
	if ids := t.bases[n.Number]; len(ids) > 0 && !n.Gone && (form < noteMarks || len(groups) == 0) {
		groups = append(groups, t.baseNote(ids, form))
	}
	return say.Joined(groups...)
}

// unheardNote says that a version's author was never told.
func (t *Pane) unheardNote(m conflict.Finding, form noteForm) []grid.Span {
	text := "? " + t.View.Title(m.By) + " does not know"
	switch form {
	case noteWhole:
		text += fmt.Sprintf(": #%d got no answer", m.Request)
	case noteMarks, noteLeast:
		text = "? no answer"
	}
	return []grid.Span{say.Bold(themes.Unknown, text)}
}

func (t *Pane) refusedNote(n int, last conflict.Finding, form noteForm) string {
	who := t.View.Title(last.By)
	switch {
	case n == 1 && form == noteLeast:
		return "! refused"
	case n == 1 && form != noteWhole:
		return "! refused " + who
	case n == 1:
		return fmt.Sprintf("! refused %s #%d", who, last.Request)
	case form != noteWhole:
		return fmt.Sprintf("! refused %d", n)
	}
	return fmt.Sprintf("! refused %d, last %s #%d", n, who, last.Request)
}

// baseNote says whose drafts were made from a version.
func (t *Pane) baseNote(ids []string, form noteForm) []grid.Span {
	before, whose, and, behind := "base of ", "'s", " and ", " draft"
	if len(ids) > 1 {
		behind = " drafts"
	}
	if form != noteWhole { // a short sentence, not the beginning of the long one
		before, whose, and, behind = "base: ", "", ", ", ""
	}
	list := []grid.Span{say.Dim(before)}
	for i, id := range ids {
		if i > 0 {
			list = append(list, say.Dim(and))
		}
		list = append(list, say.Person(t.View, id, t.View.Title(id)+whose))
	}
	if behind == "" {
		return list
	}
	return append(list, say.Dim(behind))
}
