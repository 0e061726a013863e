package view

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Moving is a message in flight.
type Moving struct {
	Name    string // as inputs name it
	No      string // as `#7`, with a stroke for each copy
	By      string
	What    string // the request's method
	Said    string // of an answer: what it says in short, as `412`
	Back    bool
	State   engine.MessageState
	Held    bool          // it waits for a hand
	Age     time.Duration // since it was sent; of an answer since it was decided
	Request int
	Copy    int
	Waits   string         // of a request that waits at the service: for what
	For     string         // and for whom, where it is somebody's doing
	Until   engine.Instant // and until when; 0: no end is known
}

// Flight are the messages under way or at the service, the next one first.
func (v *View) Flight() []Moving {
	messages := v.world.Flight()
	list := make([]Moving, 0, len(messages))
	for _, m := range messages {
		list = append(list, v.moving(m))
	}
	return list
}

func (v *View) moving(m *engine.Message) Moving {
	x := v.world.Exchange(m.Request)
	strokes := strings.Repeat("'", m.Copy)
	f := Moving{Name: x.Name + strokes, No: fmt.Sprintf("#%d%s", x.Number, strokes), By: x.By, What: v.methodOf(x),
		Back: m.Back, State: m.State,
		Request: x.Number, Copy: m.Copy, Age: v.Now().Sub(x.Sent.At)}
	switch {
	case m.Back:
		f.Said, f.Age = v.saidOf(x, &m.Answer), v.Now().Sub(x.Decided.At)
	case m.State == engine.Travelling:
		f.Held = v.world.Setting(x.By+".hold") == "on"
	case m.State == engine.AtServiceWaiting:
		f.Waits, f.For = v.waitsFor(x.Number, m.Copy, m.Arrived)
		f.Until = m.Until
	}
	return f
}

func (v *View) methodOf(x *engine.Exchange) string { return v.world.Spec(x.Verb).Shown() }

// saidOf is an answer in one word: the status, the name of an NTSTATUS, or the reply to a line.
func (v *View) saidOf(x *engine.Exchange, a *engine.Answer) string {
	switch {
	case v.world.Spec(x.Verb).Replies():
		return conflict.Replied(a)
	case within(a) != "":
		return fmt.Sprintf("%d (%s)", a.Status, within(a))
	case a.Why != nil:
		return a.Why.Rule.Fault.Short()
	case a.Status == 0:
		return "ok"
	case engine.IsNTStatus(a.Status):
		return a.Named()
	}
	return fmt.Sprint(a.Status)
}

// behind is how many entries of the path lie up to a record: the place of the first that comes after it.
func (v *View) behind(record int) int {
	return v.Log().behind(record)
}

// Between are the events of the path behind one record and before another, the newest first.
func (v *View) Between(after, before int) iter.Seq[*engine.Event] {
	return func(yield func(*engine.Event) bool) {
		for i := v.behind(before-1) - 1; i >= 0 && v.path.entries.recordAt(i) > after; i-- {
			if !yield(v.path.entries.At(i).Event()) {
				return
			}
		}
	}
}

// endsBetween are those of Between that tell what the clock ended. A mark of today may go back to the first record of a
// long session, and what came of all between would have to be found again.
func (v *View) endsBetween(after, before int) iter.Seq[*engine.Event] {
	return func(yield func(*engine.Event) bool) {
		for _, place := range slices.Backward(placesUpTo(v.path.ended, v.behind(before-1))) {
			if e := v.path.entries.At(int(place)); e.Record <= after || !yield(e.Event()) {
				return
			}
		}
	}
}

// StepOf is which step of the path a record is, as the menu's row counts them; 0: it is none of the path.
func (v *View) StepOf(record int) int {
	if n := v.behind(record); n > 0 && v.path.entries.recordAt(n-1) == record {
		return v.path.entries.At(n - 1).Step
	}
	return 0
}

// waitsFor says for what a request waits at the service, and whose doing that is. It began to wait when it arrived, or
// later.
func (v *View) waitsFor(request, copied int, arrived engine.Mark) (what, whose string) {
	for i := v.behind(arrived.Event - 1); i < v.path.Len(); i++ {
		e := v.path.entries.At(i)
		if e.Event().Kind != engine.Waiting || e.Event().Request != request || e.Event().Copy != copied {
			continue
		}
		why := e.Event().Answer.Why
		if why.Since.By != engine.Seed {
			whose = why.Since.By
		}
		return why.Rule.Name, whose
	}
	return "", ""
}

// Landed is a message that is no longer in flight: its answer was heard, or it was lost.
type Landed struct {
	No      string
	By      string
	What    string // the request's method
	Said    string // the answer in short; empty where a request was lost
	Lost    string // what was lost, `request` or `answer`; empty: nothing
	Name    string // as inputs named it
	Request int
	Record  int // the moment
	At      engine.Instant
	Marks   []conflict.Finding // of the request, those with a kind
}

// landedMost is how many messages are listed that have landed: a session may stand still in time.
const landedMost = 64

// Landed are the answers that were heard and the messages that were lost within a time before now, the newest first.
func (v *View) Landed(within time.Duration) []Landed {
	var list []Landed
	for i := v.path.Len() - 1; i >= 0; i-- {
		e := v.path.entries.At(i)
		if v.Now().Sub(e.At) > within || len(list) == landedMost {
			break
		}
		if e.Event().Kind != engine.Heard && e.Event().Kind != engine.Lost || e.Event().By == engine.Seed {
			continue
		}
		list = append(list, v.landed(e))
	}
	return list
}

func (v *View) landed(e Entry) Landed {
	x := v.world.Exchange(e.Event().Request)
	strokes := strings.Repeat("'", e.Event().Copy)
	l := Landed{No: fmt.Sprintf("#%d%s", x.Number, strokes), Name: x.Name + strokes, By: x.By, What: v.methodOf(x),
		Request: x.Number, Record: e.Record, At: e.At}
	switch {
	case e.Event().Kind == engine.Heard:
		l.Said = v.saidOf(x, e.Event().Answer)
	default:
		l.Lost = e.Event().Text
		if l.Lost == "answer" {
			l.Said = v.saidOf(x, v.decision(e.Event()))
		}
	}
	found := v.path.found
	for i := sort.Search(len(found), func(i int) bool { return found[i].Record >= x.Sent.Event }); i < len(found); i++ {
		if t := &found[i]; t.Request == x.Number && t.Kind != "" {
			l.Marks = append(l.Marks, t.Finding)
		}
	}
	return l
}

// Asks is a request in short: method, object and guards.
func (v *View) Asks(request int) string { return conflict.Asks(v.world, v.world.Exchange(request)) }

// decision is what the service answered to the copy of a request that an event is about.
func (v *View) decision(about *engine.Event) *engine.Answer {
	for i := v.behind(about.Number) - 1; i >= 0; i-- {
		e := v.path.entries.At(i)
		if e.Event().Kind == engine.Decided && e.Event().Request == about.Request && e.Event().Copy == about.Copy {
			return e.Event().Answer
		}
	}
	return &engine.Answer{}
}

// Holding are the titles of the writers whose requests wait for a hand.
func (v *View) Holding() (titles []string) {
	for _, w := range v.Writers() {
		if v.Setting(w.ID+".hold") == "on" {
			titles = append(titles, w.Title)
		}
	}
	return titles
}

// Find is the message in flight with that name, as `a2'`, or that number, as `#7'`; the error says what became of it.
// What the service still works on alone comes after the answer that left it behind.
func (v *View) Find(name string) (Moving, error) {
	found, ok := Moving{}, false
	for _, m := range v.world.Flight() {
		x := v.world.Exchange(m.Request)
		if strokes := strings.Repeat("'", m.Copy); name != x.Name+strokes &&
			name != fmt.Sprintf("#%d%s", x.Number, strokes) {
			continue
		}
		if !ok || m.State != engine.Working {
			found, ok = v.moving(m), true
		}
	}
	if !ok {
		return found, v.whereabouts(name)
	}
	return found, nil
}

// whereabouts says what became of a message that is not in flight.
func (v *View) whereabouts(name string) error {
	plain := strings.TrimRight(name, "'")
	x := v.world.Named(plain)
	var number int
	if _, err := fmt.Sscanf(plain, "#%d", &number); x == nil && err == nil {
		x = v.world.Exchange(number)
	}
	switch {
	case x == nil:
		return fmt.Errorf("no request is called %s", name)
	case plain != name:
		return fmt.Errorf("#%d has no such copy in flight", x.Number)
	case !x.Heard.IsZero():
		return fmt.Errorf("#%d's answer was heard at %s", x.Number, x.Heard.At)
	case x.Decided.IsZero():
		return fmt.Errorf("#%d was lost at %s", x.Number, x.Lost.At)
	}
	return fmt.Errorf("#%d's answer was lost at %s", x.Number, x.Lost.At)
}

// Editable says why a message cannot be edited; nil: it can.
func (m Moving) Editable() error {
	switch {
	case m.Back:
		return fmt.Errorf("%s is decided: an answer cannot be edited", m.No)
	case m.State == engine.Working:
		return m.Alone()
	case m.State != engine.Travelling:
		return fmt.Errorf("%s is at the service already: only what is under way can be edited", m.No)
	}
	return nil
}

// Waiting says for what a request waits at the service and until when, as `waits: byte lock of Ben until 00:45.0`.
func (m Moving) Waiting(v *View) string {
	text := "waits: " + m.Waits
	if m.For != "" {
		text += " of " + v.Title(m.For)
	}
	if m.Until != 0 && m.Until != engine.Never {
		text += " until " + m.Until.String()
	}
	return text
}

// SameAs is the request behind an object's newest version, where another writer has made that, for a writer that has
// nothing of its own to send again: its newest request, if any, was about something else and was answered. 0: none.
func (v *View) SameAs(writer string, object engine.ObjectID) (request int) {
	w := v.world.Writer(writer)
	if w == nil || object.IsZero() || v.Client(writer) != nil {
		return 0
	}
	if w.Last != 0 {
		if x := v.world.Exchange(int(w.Last)); x.Object == object || x.Heard.IsZero() || !x.Answer.Accepted() {
			return 0
		}
	}
	list := v.Truth(object).Versions
	if len(list) == 0 || list[0].Gone || list[0].By == writer || list[0].By == engine.Seed {
		return 0
	}
	return list[0].Request
}

// JustHeard is the request whose answer the writer has heard as the last thing that happened up to the cursor; 0: there
// is none, or a program has heard it, which cannot be taken back.
func (v *View) JustHeard(writer string) (request int) {
	w := v.world.Writer(writer)
	if w == nil || w.Last == 0 || v.Client(writer) != nil {
		return 0
	}
	if x := v.world.Exchange(int(w.Last)); !x.Heard.IsZero() && x.Heard.Event == v.Record {
		return x.Number
	}
	return 0
}

// Awaited is the request of a writer that no answer has come to and that it still waits for, the newest one; 0: none.
// Where it has given up on all, the newest of these.
func (v *View) Awaited(writer string) (request int) {
	w := v.world.Writer(writer)
	if w == nil {
		return 0
	}
	for _, n := range slices.Backward(w.Open) {
		if v.world.Exchange(n).GaveUp.IsZero() {
			return n
		}
	}
	if n := len(w.Open); n > 0 {
		return w.Open[n-1]
	}
	return 0
}

// NextDue is when the next step is due while the clock runs; ok is false where nothing is.
func (v *View) NextDue() (at engine.Instant, ok bool) { return v.dueAt, v.Next != "" }

// Waits says whether nothing is due before the next timer: no script, no message, no plan.
func (v *View) Waits() bool { return v.Next == "" || v.timer }

// Alone is why a message that the service works on by itself cannot be touched.
func (m Moving) Alone() error {
	return fmt.Errorf("%s is answered: the service goes on alone, and nothing is under way", m.No)
}
