package truth

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
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

// Pane is the pane of the server truth: what the service has of the selected object, and had.
type Pane struct {
	pane.Base
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
	sheet    pane.Sheet
	kind     kindState
}

// New is the pane of the server truth.
func New(d command.Host) *Pane {
	return &Pane{Base: pane.Base{Desk: d, Keys: command.Truth}, other: -1, sheet: pane.Sheet{Chosen: -1}}
}

// Show looks at the selected object. What there is to know is gathered when it is painted: a hidden pane costs nothing.
func (t *Pane) Show(v *view.View) {
	t.View, t.now, t.stale = v, v.Now(), true
	t.Changes++
}

// Tick lets the clock on screen run ahead of the view.
func (t *Pane) Tick(now engine.Instant) {
	if t.View == nil || now <= t.now {
		return
	}
	t.now = now
	if len(t.View.Timers()) > 0 {
		t.Changes++
	}
}

// look brings what is known of the object up to date.
func (t *Pane) look() {
	if !t.stale || t.View == nil {
		return
	}
	t.stale = false
	object := t.Desk.Object()
	if object != t.truth.Object {
		t.selected, t.first, t.other, t.sheet.Top = 0, 0, -1, 0
	}
	if object.IsZero() {
		t.truth = view.Truth{}
		return
	}
	t.truth = t.View.Truth(object)
	t.content = view.Operation(t.View, t.truth.Kind, view.IsWrite) != nil || t.truth.Kind == "snapshot" ||
		t.truth.Kind == "key"
	t.bases = map[string][]string{}
	typed := t.Desk.Room().View() // typing tells no news
	for _, w := range t.View.Writers() {
		if d, ok := typed.Draft(w.ID, object); ok {
			k := t.View.Known(w.ID)
			if read, ok := k.Reading(object); ok && read.Own && read.HasBody && read.Body == d.Text {
				continue // it is saved
			}
			if b := view.BasisOf(t.View, k, object, d); b.Found && b.Text != d.Text {
				t.bases[b.Version] = append(t.bases[b.Version], w.ID)
			}
		}
	}
	t.choose(t.selected)
}

func (t *Pane) choose(n int) {
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
func (t *Pane) pair() (older, newer view.Version, ok bool) {
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
func (t *Pane) next() int {
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

// Turns says whether `v` shows anything else: of what is not there is nothing to show.
func (t *Pane) Turns() bool {
	t.look()
	return t.View != nil && (len(t.truth.Versions) > 0 || t.whole())
}

// Version grows whenever what the pane shows may have changed.
func (t *Pane) Version() uint64 { return t.Changes }

// Title is the badge of the service, the object, and who holds it.
func (t *Pane) Title() (left, right []grid.Span) {
	t.look()
	badge := grid.Span{Text: " 0 ", Style: themes.Style{Ink: themes.Badge, Ground: themes.Text, Bold: true}}
	left = []grid.Span{badge, say.Bold(themes.Title, "Server truth")}
	if t.truth.Object.IsZero() {
		return left, nil
	}
	left = append(left, say.Plain(" "+t.View.Called(t.truth.Object)))
	if right = t.kindTitle(); right != nil {
		return left, right
	}
	return left, t.leaseTitle()
}

func (t *Pane) leaseTitle() []grid.Span {
	l := t.truth.Lease
	switch {
	case l.State == "":
		return nil
	case l.State != "leased" && l.State != "breaking":
		return []grid.Span{say.Dim("no lease")}
	}
	text := "lease " + t.View.Title(l.Holder)
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
func (t *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	t.look()
	switch intent := intent.(type) {
	case command.Move:
		return nil, t.move(intent.Where)
	case command.Delete:
		n, ok := t.deletes()
		if !ok || !intent.Version.IsZero() {
			return nil, false
		}
		t.Desk.Do(command.Delete{Version: n.ID})
	case command.View:
		if !t.Turns() {
			return nil, false
		}
		t.about = t.next()
		t.sheet.Top = 0
		t.Changes++
	case command.Open:
		return nil, t.compare()
	case command.Copy:
		if t.selected >= len(t.truth.Versions) || t.truth.Versions[t.selected].Tag == "" {
			return nil, false
		}
		n := t.truth.Versions[t.selected]
		t.Desk.Say(fmt.Sprintf("Copied the whole tag of v%s.", n.Number), 0)
		return tea.SetClipboard(n.Tag), true
	case command.GoTo:
		if intent.Record != 0 || t.selected >= len(t.truth.Versions) {
			return nil, false
		}
		t.Desk.Do(command.GoTo{Record: t.truth.Versions[t.selected].Record})
	default:
		return nil, false
	}
	return nil, true
}

// deletes is the selected version where a delete takes that one away, by its id: what is there now goes as any client
// deletes it, without one.
func (t *Pane) deletes() (n view.Version, ok bool) {
	t.look()
	if t.selected >= len(t.truth.Versions) {
		return n, false
	}
	n = t.truth.Versions[t.selected]
	return n, !n.ID.IsZero() && !n.Now && act.Version(t.View, t.Desk.Writer(), t.truth.Object, n.ID).Spec != nil
}

// Deletes says what d takes away, in a word: `marker` or `v1`; empty: what it takes away in a writer's window.
func (t *Pane) Deletes() string {
	switch n, ok := t.deletes(); {
	case !ok:
		return ""
	case n.Marker:
		return "marker"
	default:
		return "v" + n.Number
	}
}

func (t *Pane) move(where command.Direction) bool {
	paging := where == command.PageUp || where == command.PageDown || where == command.HalfUp ||
		where == command.HalfDown
	n := pane.Rows(where, max(t.sheet.Height, 2))
	if n == 0 {
		return false
	}
	if paging || t.versions == 0 {
		t.sheet.Scroll(n)
	} else {
		t.choose(t.selected + n)
		t.sheet.Top = 0
	}
	t.Changes++
	return true
}

// compare makes the selected version the one that others are compared with, or takes that back.
func (t *Pane) compare() bool {
	if t.selected >= len(t.truth.Versions) {
		return false
	}
	if t.other == t.selected {
		t.other = -1
	} else {
		t.other = t.selected
		t.Desk.Say(fmt.Sprintf("%s is compared with the version that you choose next. v shows the difference.",
			called(t.truth.Versions[t.selected])), 0)
	}
	t.Changes++
	return true
}

// called is a state of the object in a sentence: what has no number is known by when it was.
func called(n view.Version) string {
	switch {
	case n.Gone:
		return "The deletion at " + n.At.String()
	case n.Number == "":
		return "What stood there at " + n.At.String()
	}
	return "v" + n.Number
}

// Mouse chooses a version, compares by a double click, scrolls.
func (t *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	t.look()
	switch m.Kind {
	case face.Click, face.Double, face.Right:
		if does := t.sheet.Under(m.Y - t.below); m.Y >= t.versions && does != nil && m.Kind != face.Right {
			t.Desk.Do(does)
			return nil, true
		}
		if m.Y < 0 || m.Y >= t.versions || t.first+m.Y >= len(t.truth.Versions) {
			return nil, false
		}
		t.choose(t.first + m.Y)
		t.Changes++
		if m.Kind == face.Double {
			t.compare()
		}
		return nil, m.Kind != face.Right
	case face.Wheel:
		if m.Y < t.versions {
			t.first = min(max(t.first+m.Delta, 0), max(len(t.truth.Versions)-t.versions, 0))
		} else {
			t.sheet.Scroll(3 * m.Delta)
		}
		t.Changes++
		return nil, true
	}
	return nil, false
}

// Keep is the view; Restore takes it back.
func (t *Pane) Keep() string { return strconv.Itoa(t.about) }

// Restore takes back what Keep gave.
func (t *Pane) Restore(kept string) {
	if n, err := strconv.Atoi(kept); err == nil && n >= 0 && n < abouts {
		t.about = n
		t.Changes++
	}
}

// Request is the one that made the selected version.
func (t *Pane) Request() int {
	if t.selected >= len(t.truth.Versions) {
		return 0
	}
	return t.truth.Versions[t.selected].Request
}
