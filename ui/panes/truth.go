package panes

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// What the truth shows below its versions, or instead of them where the pane is low.
const (
	aboutAll = iota // lease, difference, timers
	aboutDiff
	aboutProperties
	aboutTimers
	aboutVersions // of a low pane that shows something else first
	abouts
)

// Truth is the pane of the server truth: what the service has of the selected object, and had.
type Truth struct {
	pane
	truth    view.Truth
	bases    map[string][]string // by version: whose draft was made from it
	content  bool                // its versions have a text
	stale    bool
	now      engine.Instant
	about    int
	selected int  // a version, 0 the newest
	first    int  // the first version on screen
	other    int  // the version that the selected one is compared with; -1: the one before it
	versions int  // rows of versions on screen
	below    int  // where the rest begins
	wide     int  // columns when it was painted last
	high     bool // more than the versions fits
	sheet    sheet
	kind     kindState
}

// NewTruth is the pane of the server truth.
func NewTruth(d command.Host) *Truth {
	return &Truth{pane: pane{desk: d, scope: command.Truth}, other: -1, sheet: sheet{chosen: -1}}
}

// Show looks at the selected object. What there is to know is gathered when it is painted: a hidden pane costs nothing.
func (t *Truth) Show(v *view.View) {
	t.view, t.now, t.stale = v, v.Now(), true
	t.version++
}

// Tick lets the clock on screen run ahead of the view.
func (t *Truth) Tick(now engine.Instant) {
	if t.view == nil || now <= t.now {
		return
	}
	t.now = now
	if len(t.view.Timers()) > 0 {
		t.version++
	}
}

// look brings what is known of the object up to date.
func (t *Truth) look() {
	if !t.stale || t.view == nil {
		return
	}
	t.stale = false
	object := t.desk.Object()
	if object != t.truth.Object {
		t.selected, t.first, t.other, t.sheet.top = 0, 0, -1, 0
	}
	if object == "" {
		t.truth = view.Truth{}
		return
	}
	t.truth = t.view.Truth(object)
	t.content = operation(t.view, t.truth.Kind, writing) != nil || t.truth.Kind == "snapshot" || t.truth.Kind == "key"
	t.bases = map[string][]string{}
	typed := t.desk.Room().View() // typing tells no news
	for _, w := range t.view.Writers() {
		if d, ok := typed.Draft(w.ID, object); ok {
			k := t.view.Known(w.ID)
			if read, ok := k.Reading(object); ok && read.Own && read.HasBody && read.Body == d.Text {
				continue // it is saved
			}
			if b := basisOf(t.view, k, object, d); b.found && b.text != d.Text {
				t.bases[b.version] = append(t.bases[b.version], w.ID)
			}
		}
	}
	t.choose(t.selected)
}

func (t *Truth) choose(n int) {
	t.selected = min(max(n, 0), max(len(t.truth.Versions)-1, 0))
	if t.other >= len(t.truth.Versions) {
		t.other = -1
	}
	if t.selected < t.first {
		t.first = t.selected
	} else if t.versions > 0 && t.selected >= t.first+t.versions {
		t.first = t.selected - t.versions + 1
	}
}

// pair is the older and the newer version that are compared; ok is false where there are no two.
func (t *Truth) pair() (older, newer view.Version, ok bool) {
	list := t.truth.Versions
	from := t.other
	if from < 0 || from == t.selected {
		from = t.selected + 1
	}
	if from >= len(list) || t.selected >= len(list) {
		return older, newer, false
	}
	return list[max(from, t.selected)], list[min(from, t.selected)], true
}

// next is what `v` shows: where all is on screen already, only the properties are something else.
func (t *Truth) next() int {
	switch {
	case t.whole():
		return t.nextOfKind()
	case !t.high && t.about == aboutAll && t.kindFirst():
		return aboutVersions
	case !t.high && t.about == aboutVersions:
		return aboutDiff
	case !t.high:
		return (t.about + 1) % aboutVersions
	case t.about == aboutProperties:
		return aboutAll
	}
	return aboutProperties
}

// Version grows whenever what the pane shows may have changed.
func (t *Truth) Version() uint64 { return t.version }

// Title is the badge of the service, the object, and who holds it.
func (t *Truth) Title() (left, right []grid.Span) {
	t.look()
	badge := grid.Span{Text: " 0 ", Style: themes.Style{Ink: themes.Badge, Ground: themes.Text, Bold: true}}
	left = []grid.Span{badge, say.Bold(themes.Title, "Server truth")}
	if t.truth.Object == "" {
		return left, nil
	}
	left = append(left, say.Plain(" "+t.view.Called(t.truth.Object)))
	if right = t.kindTitle(); right != nil {
		return left, right
	}
	return left, t.leaseTitle()
}

func (t *Truth) leaseTitle() []grid.Span {
	l := t.truth.Lease
	switch {
	case l.State == "":
		return nil
	case l.State != "leased" && l.State != "breaking":
		return []grid.Span{say.Dim("no lease")}
	}
	text := "lease " + t.view.Title(l.Holder)
	// badge, words and lines before and behind the name
	const around = 30
	// the row of the lease says when
	if full := around + grid.Width(t.truth.Name+text+"  00.0 s"); t.high && t.wide > 0 && full > t.wide {
		return []grid.Span{say.Bold(themes.Behind, text)}
	}
	if l.Ends != 0 && l.Ends != engine.Never {
		text += " " + say.Seconds(l.Ends.Sub(t.now))
	}
	return []grid.Span{say.Bold(themes.Behind, text)}
}

// Do chooses versions, views and what to copy.
func (t *Truth) Do(intent command.Intent) (tea.Cmd, bool) {
	t.look()
	switch intent := intent.(type) {
	case command.Move:
		return nil, t.move(intent.Where)
	case command.View:
		t.about = t.next()
		t.sheet.top = 0
		t.version++
	case command.Open:
		return nil, t.compare()
	case command.Copy:
		if t.selected >= len(t.truth.Versions) || t.truth.Versions[t.selected].Tag == "" {
			return nil, false
		}
		n := t.truth.Versions[t.selected]
		t.desk.Say(fmt.Sprintf("Copied the whole tag of v%s.", n.Number), 0)
		return tea.SetClipboard(n.Tag), true
	case command.GoTo:
		if intent.Record != 0 || t.selected >= len(t.truth.Versions) {
			return nil, false
		}
		t.desk.Do(command.GoTo{Record: t.truth.Versions[t.selected].Record})
	default:
		return nil, false
	}
	return nil, true
}

func (t *Truth) move(where command.Direction) bool {
	paging := where == command.PageUp || where == command.PageDown || where == command.HalfUp ||
		where == command.HalfDown
	n := steps(where, max(t.sheet.height, 2))
	if n == 0 {
		return false
	}
	if paging || t.versions == 0 {
		t.sheet.scroll(n)
	} else {
		t.choose(t.selected + n)
		t.sheet.top = 0
	}
	t.version++
	return true
}

// compare makes the selected version the one that others are compared with, or takes that back.
func (t *Truth) compare() bool {
	if t.selected >= len(t.truth.Versions) {
		return false
	}
	if t.other == t.selected {
		t.other = -1
	} else {
		t.other = t.selected
		t.desk.Say(fmt.Sprintf("v%s is compared with the version that you choose next. v shows the difference.",
			t.truth.Versions[t.selected].Number), 0)
	}
	t.version++
	return true
}

// Mouse chooses a version, compares by a double click, scrolls.
func (t *Truth) Mouse(m face.Mouse) (tea.Cmd, bool) {
	t.look()
	switch m.Kind {
	case face.Click, face.Double, face.Right:
		if does := t.sheet.under(m.Y - t.below); m.Y >= t.versions && does != nil {
			t.desk.Do(does)
			return nil, true
		}
		if m.Y < 0 || m.Y >= t.versions || t.first+m.Y >= len(t.truth.Versions) {
			return nil, false
		}
		t.choose(t.first + m.Y)
		t.version++
		if m.Kind == face.Double {
			t.compare()
		}
		return nil, m.Kind != face.Right
	case face.Wheel:
		if m.Y < t.versions {
			t.first = min(max(t.first+m.Delta, 0), max(len(t.truth.Versions)-t.versions, 0))
		} else {
			t.sheet.scroll(3 * m.Delta)
		}
		t.version++
		return nil, true
	}
	return nil, false
}

// Keep is the view; Restore takes it back.
func (t *Truth) Keep() string { return strconv.Itoa(t.about) }

// Restore takes back what Keep gave.
func (t *Truth) Restore(kept string) {
	if n, err := strconv.Atoi(kept); err == nil && n >= 0 && n < abouts {
		t.about = n
		t.version++
	}
}
