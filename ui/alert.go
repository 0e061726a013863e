package ui

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/engine/rulebook"
	"interleave/engine/view"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/layout"
	"interleave/ui/say"
)

// alerts tell of conflicts. In the frame that shows one the clock stops and the status row says who, what and two keys;
// for a quarter of a second the places stand in reverse; then the card docks by itself for the first of each kind.
// Focus and text stay: somebody may be typing.
type alerts struct {
	root   *Root
	flash  int             // the token of what stands in reverse; 0: nothing does
	carded map[carded]bool // what the card has shown by itself
	advice learned
	demo   string          // the script that the first start began with, which the course goes on from; empty: none
	led    string          // the script whose conflict the recommended action was taken for
	about  engine.ObjectID // what the newest mark is about
	left   int             // the record behind which what was recommended left something to do by hand; 0: nothing
	kept   string          // the draft as it was then
}

// carded is a kind of trouble on a branch, with what kind of object it is about: on another branch, or about a row
// where it was about a blob, its first comes as news again.
type carded struct {
	branch string
	kind   engine.Trouble
	of     string
}

const flashTime = 250 * time.Millisecond

// look looks at what came to the log since the last view.
func (a *alerts) look(old, now *view.View) {
	if now.Broken != nil && old.Broken == nil {
		a.root.playback.stop()
		a.root.status.say(say.Sentence(now.Broken.Error()), 0)
	}
	fresh := grown(old, now)
	if fresh.Len() == 0 {
		return
	}
	a.leadOn(fresh)
	if c, ok := newlyVisible(now, fresh, a.root.looks.eyes); ok {
		a.raise(c)
		return
	}
	if _, lost := a.replacedUnread(now, fresh); lost || !a.root.status.said {
		a.sayEvent(now, fresh)
	}
	if now.Branch != old.Branch && a.root.status.toast.mark == 0 && a.root.course.player == nil {
		a.root.status.toast.text += fmt.Sprintf(" This began the branch %s.", now.Branch)
	}
}

// grown is what a view has that continues an older one; nothing where the cursor travelled.
func grown(old, now *view.View) (none view.Log) {
	was, is := old.Log(), now.Log()
	if is.Len() <= was.Len() {
		return none
	}
	if n := was.Len(); n > 0 && !was.At(n-1).Is(is.At(n-1)) {
		return none
	}
	return is.From(was.Len())
}

// farAhead is from how many entries on nobody looks through all of them: who goes from the middle of a long session to
// its end is told of its marks, whose events need not be found again.
const farAhead = 2048

// newlyVisible picks what new entries bring to light: harm and silence when they happen, a refusal when its writer
// hears it. Harm counts most; client eyes see none.
func newlyVisible(v *view.View, fresh view.Log, eyes bool) (best conflict.Finding, ok bool) {
	if fresh.Len() > farAhead {
		return worstFrom(v, fresh.At(0).Record, eyes)
	}
	for i, e := range fresh.All() {
		for _, m := range e.Marks {
			if harms(m, eyes) && (!ok || rank(m) >= rank(best)) {
				best, ok = m, true
			}
		}
		if e.Event().Kind != engine.Heard {
			continue
		}
		m, found := v.Refusal(e.Event().Request)
		if found && (!ok || rank(m) >= rank(best)) && !againAccepted(v, fresh.From(i+1), m.Request) {
			best, ok = m, true
		}
	}
	return best, ok
}

// againAccepted says whether another try of a request was heard to be accepted: that it was refused is no news then.
func againAccepted(v *view.View, later view.Log, request int) bool {
	refused := v.Exchange(request)
	for _, e := range later.All() {
		x := v.Exchange(e.Event().Request)
		if e.Event().Kind == engine.Heard && x != nil && x.Number != request && x.Wish == refused.Wish &&
			x.Answer.Accepted() {
			return true
		}
	}
	return false
}

// worstFrom picks from the marks what newlyVisible picks from the events of a record and of those behind it.
func worstFrom(v *view.View, record int, eyes bool) (worst conflict.Finding, ok bool) {
	for _, t := range v.Marks() {
		visible := t.Record >= record && harms(t.Finding, eyes)
		if t.Severity == engine.SeverityRefused {
			x := v.Exchange(t.Request)
			visible = x != nil && x.Heard.Event >= record
		}
		if visible && (!ok || rank(t.Finding) >= rank(worst)) {
			worst, ok = t.Finding, true
		}
	}
	return worst, ok
}

// harms says whether a mark is visible from its moment on: client eyes see no silent harm.
func harms(m conflict.Finding, eyes bool) bool {
	return m.Severity != engine.SeverityRefused && !(eyes && m.Severity == engine.SeveritySilent)
}

// rank is how much a finding counts. An own echo counts as much as the silence that it ends: what came later is told.
func rank(c conflict.Finding) int {
	if c.Kind == engine.OwnEcho {
		return strings.IndexByte("!?~", byte(engine.SeverityUnknown))
	}
	return strings.IndexByte("!?~", byte(c.Severity))
}

// raise tells of one. A refusal that is nobody's trouble has its mark and its card, but stops nothing.
func (a *alerts) raise(c conflict.Finding) {
	a.tell(c)
	if c.Kind == "" {
		a.offerHolder(c)
		return
	}
	if !a.root.playback.throughMarks {
		a.root.playback.stop()
	}
	if thing := thingOf(c); !thing.IsZero() && !a.root.desk.focused().pane.Editing() && !a.hasObject() {
		a.root.Select(thing)
	}
	a.root.tokens++
	a.flash = a.root.tokens
	here := carded{a.root.view.Branch, c.Kind, thingOf(c).Kind}
	first := !a.carded[here]
	if a.carded == nil {
		a.carded = map[carded]bool{}
	}
	a.carded[here] = true
	if a.root.deps.Quiet {
		a.flash = 0
		if first {
			a.dock()
		}
		return
	}
	a.root.ask(a.root.deps.After(flashTime, flashMsg{a.root.tokens, first}))
}

// offerHolder offers to make what would hold the object, where a request was answered that it is not there.
func (a *alerts) offerHolder(c conflict.Finding) {
	const notFound = 404
	holder, makes := a.root.view.Absent(c.Object)
	if c.Cause == nil || c.Cause.Rule.Fault.Status != notFound || makes == nil {
		return
	}
	x, and := a.root.view.Exchange(c.Request), ""
	if x != nil && a.root.view.Spec(x.Verb).Group == engine.GroupDelete {
		return // it is not made to be deleted
	}
	changes := x != nil && a.root.view.Spec(x.Verb).Changes() // what was to be written is not lost
	if changes {
		and = " and sends the same again"
	}
	a.root.status.offer = &offer{say: fmt.Sprintf("%s got %d: there is no %s %s. Enter makes it%s.",
		a.root.view.Title(c.By),
		notFound, holder.Kind, holder.Name, and), do: func() {
		a.root.playback.settle()
		name := fmt.Sprintf("%s's %s %s", a.root.view.Title(c.By), holder.Kind, holder.Name)
		err := a.root.room.Together(name, func() error {
			_, err := a.root.room.Send(engine.Send{By: c.By, Verb: makes.Verb,
				Args: engine.Args(makes.Params()[0].Name, holder.Name)})
			if err == nil && changes && a.root.room.View().Truth(holder).Exists {
				_, err = a.root.room.SendAgain(c.Request)
			}
			return err
		})
		if a.root.room.View().Truth(c.Object).Exists {
			a.root.Select(c.Object)
		}
		a.root.status.sayError(err)
	}}
}

func (a *alerts) hasObject() bool {
	return !a.root.object.IsZero() && a.root.view.Truth(a.root.object).Exists
}

type flashMsg struct {
	token int
	first bool
}

func (m flashMsg) apply(r *Root) {
	if r.alerts.flash == m.token {
		r.alerts.flash = 0
	}
	if m.first {
		r.alerts.dock()
	}
}

// dock slides the card over the lower half where the desk has no place for it. It never takes the focus.
func (a *alerts) dock() {
	// it would cover what has the focus
	if _, placed := a.root.desk.places.Find(layout.Card); placed || a.root.looks.eyes ||
		writerPlace(a.root.desk.focus) == 0 || a.root.course.player != nil {
		return
	}
	a.root.desk.docked = layout.Card
	a.root.desk.generation++
	a.root.desk.arrange()
}

// giveWay takes the card that slid in by itself off the desk where another object is looked at than it is about: who
// turned to that wants to see it. The next conflict of that kind is news again.
func (a *alerts) giveWay(object engine.ObjectID) {
	c, ok := a.root.desk.window(layout.Card).pane.(*card.Pane)
	if !ok || a.root.desk.docked != layout.Card {
		return
	}
	t, told := c.Trouble()
	if !told || c.About(object) {
		return
	}
	delete(a.carded, carded{a.root.view.Branch, t.Kind, thingOf(t.Finding).Kind})
	a.root.desk.docked = ""
	a.root.desk.generation++
	a.root.desk.arrange()
}

// tell puts a conflict into the first status row: who, what, two keys. Client eyes are not told of what nobody heard.
func (a *alerts) tell(c conflict.Finding) {
	if a.root.looks.eyes && c.Severity == engine.SeveritySilent {
		a.root.status.say("Nobody was told of what happened here. C shows it.", 0)
		return
	}
	t := toast{mark: c.Severity, text: a.sentenceOf(c), by: a.root.writer}
	if c.Severity != engine.SeverityRefused || c.Cause != nil {
		t.keys = []hint{{"c", "why", "learn.card"}}
	}
	if c.Kind != "" {
		if action := advice.For(a.root.view, c).Action; action != "" {
			t.keys = append(t.keys, hint{"R", action, "learn.recommend"})
		}
	}
	if c.Severity == engine.SeverityUnknown && a.root.view.Awaited(c.By) != 0 && c.By == a.root.writer &&
		a.root.view.Client(c.By) == nil { // a program gives up, and sends again, by itself
		t.keys = append(t.keys, hint{"&", "again", "writer.again"}, hint{"Z", "give up", "writer.give-up"})
	}
	a.about = thingOf(c)
	if !a.root.looks.eyes && !a.root.view.Marker(c.Object).IsZero() { // below it all is as it was
		t.keys = append(t.keys, hint{"g u", "undelete", "object.undelete"})
	}
	if a.about != a.root.object && !a.about.IsZero() && a.root.view.Truth(a.about).Exists {
		t.keys = append(t.keys, hint{"g o", "go to " + a.root.view.Called(a.about), "pane.object"})
	}
	if w, shown := a.windowOf(c.Whose); w != nil && !shown {
		t.keys = append(t.keys, hint{fmt.Sprint(w.Place), "to " + w.Title, fmt.Sprintf("writer.%d", w.Place)})
	}
	a.root.status.toast, a.root.status.said = t, true
}

// thingOf is what a mark is about as it can be looked at: work stands outside the storage, its message in a queue.
func thingOf(c conflict.Finding) engine.ObjectID {
	if c.Object.Kind == "work" {
		return engine.ObjectID{Kind: "message", Name: c.Object.Name}
	}
	return c.Object
}

// windowOf is the writer of an id where a key reaches its window, and whether that stands on screen.
func (a *alerts) windowOf(id string) (w *engine.Writer, shown bool) {
	w = a.root.view.Writer(id)
	if w == nil || w.Place < 1 || w.Place > 9 {
		return nil, false
	}
	_, shown = a.root.desk.places.Find(layout.Writer(int(w.Place)))
	return w, shown
}

// visit goes to the object of the newest mark whose object is there.
func (a *alerts) visit() {
	about, marks := a.about, a.root.view.Marks()
	for i := len(marks) - 1; i >= 0 && !a.isThere(about); i-- { // the newest whose object can be looked at
		about = thingOf(marks[i].Finding)
	}
	if !a.isThere(about) {
		a.root.status.hint("No mark is about an object that is there.")
		return
	}
	a.root.Select(about)
	a.root.status.say("This is "+a.root.view.Called(about)+".", 0)
}

func (a *alerts) isThere(object engine.ObjectID) bool {
	return !object.IsZero() && a.root.view.Truth(object).Exists
}

// sentenceOf is a conflict in one row: for a refusal what came back and who was first; else the card's first sentence.
func (a *alerts) sentenceOf(c conflict.Finding) string {
	told := a.root.view.Story(c)
	if c.Severity != engine.SeverityRefused || c.Cause == nil {
		return told.First
	}
	who, fault := a.root.view.Title(c.By), c.Cause.Rule.Fault
	got := fault.Short()
	if x := a.root.view.Exchange(c.Request); x != nil && a.root.view.Spec(x.Verb).Replies() {
		got = conflict.Replied(&x.Answer)
	}
	if a.root.looks.eyes { // whose version won is not for writers to know
		if c.Cause.Rule.Open {
			return fmt.Sprintf("%s got %s.", who, got)
		}
		return fmt.Sprintf("%s got %s. Nothing changed.", who, got)
	}
	lease := c.Kind == engine.IsLeased || c.Kind == engine.LeaseOver // what was written behind its end is not why
	if c.Cause.Rule.Open || lease {                                  // part of it may be done, or all
		return told.First
	}
	for _, v := range a.root.view.Truth(c.Object).Versions {
		if v.Record != c.Cause.Since.Event || v.By == c.By || v.By == engine.Seed {
			continue
		}
		if v.Gone && v.By == view.Clock {
			return fmt.Sprintf("%s got %s. It had %s by itself. Nothing changed.", who, got, v.Went())
		}
		if v.Gone {
			did := a.went(v.Request, c.Object)
			if did == "" {
				return told.First
			}
			return fmt.Sprintf("%s got %s. %s %s first. Nothing changed.", who, got, a.root.view.Title(v.By), did)
		}
		if v.Number == "" {
			return told.First
		}
		return fmt.Sprintf("%s got %s. %s saved v%s first. Nothing changed.", who, got, a.root.view.Title(v.By),
			v.Number)
	}
	if c.Kind == "" {
		return joined(who, "got", got+".", say.Besides(got, rulebook.InWords(a.root.view.Page(c.Object), c.Cause)),
			"Nothing changed.")
	}
	return told.First
}

// went is what a request did after which an object is gone, in words; empty: it was about something else with which the
// object went, as a share or a queue that was cleared.
func (a *alerts) went(request int, object engine.ObjectID) string {
	switch x := a.root.view.Exchange(request); {
	case x == nil:
	case a.root.view.Spec(x.Verb).Effect == engine.Renames:
		return "moved it away"
	case a.root.view.Spec(x.Verb).Effect == engine.Deletes && x.Object == object:
		return "deleted it"
	}
	return ""
}

// sayEvent tells the newest thing that happened, or which work was replaced unread: no mark tells of that, and the card
// says what was lost.
func (a *alerts) sayEvent(v *view.View, fresh view.Log) {
	if lost, ok := a.replacedUnread(v, fresh); ok {
		t := v.Tell(lost)
		a.root.status.toast = toast{text: say.Sentence(joined(t.Who, t.No, t.What)),
			keys: []hint{{"c", "why", "learn.card"}}}
		if a.root.status.said { // by whoever's hand did it
			a.root.status.toast.keys = append(a.root.status.toast.keys, a.undoes())
		}
		if a.root.room.IsOrder() { // it was opened for what goes wrong in it
			a.dock()
		}
		return
	}
	for i := fresh.Len() - 1; i >= 0; i-- {
		if fresh.At(i).Event().Kind == engine.Passed || a.root.looks.eyes && !heardOf(fresh.At(i)) {
			continue
		}
		t := v.Tell(fresh.At(i))
		text := say.Sentence(joined(t.Who, t.No, t.What))
		if fresh.At(i).Event().Kind == engine.Ended && t.Who == "clock" {
			text = say.TimerOver(a.root.view, fresh.At(i).Event().Text, fresh.At(i).Event().Object)
		}
		a.root.status.toast = toast{text: text}
		if v.Client(fresh.At(i).Event().By) == nil { // what a program has sent and heard stays sent and heard
			a.root.status.toast.keys = []hint{a.undoes()}
		}
		return
	}
}

// undoes is the key of undo behind what happened. An order that a search found was not done step by step: undo leads
// back to where one was before it was opened.
func (a *alerts) undoes() hint {
	if a.root.room.IsOrder() {
		return hint{"u", "goes back", "edit.undo"}
	}
	return hint{"u", "takes it back", "edit.undo"}
}

// replacedUnread is the newest entry that replaced another's work unread; ok is false where none did, where a card
// tells of a mark, and where client eyes see no loss.
func (a *alerts) replacedUnread(v *view.View, fresh view.Log) (lost view.Entry, ok bool) {
	if a.root.looks.eyes || len(v.Marks()) > 0 {
		return lost, false
	}
	for i := fresh.Len() - 1; i >= max(0, fresh.Len()-farAhead); i-- {
		e := fresh.At(i).Event()
		if x := v.Exchange(e.Request); e.Kind == engine.Decided && x != nil && v.Overwrote(x) != "" {
			return fresh.At(i), true
		}
	}
	return lost, false
}

// recommend does what the card advises for the newest conflict, or for the one that the card shows.
func (a *alerts) recommend() {
	c, told := a.shown()
	if !told {
		a.root.status.hint("Recommended: there is no conflict yet.")
		return
	}
	if a.advice == notAsked {
		a.advice, a.led = asked, a.root.view.Script
	}
	if a.root.view.Client(c.Whose) != nil {
		a.root.status.hint(a.root.view.Title(c.Whose) + " is a program: its own code decides. g y takes its seat.")
		return
	}
	if a.left != 0 && a.left == a.root.view.Last && a.kept == a.root.room.DraftAt(c.Whose, c.Object) {
		// asked again at once: what is to be put together is shown
		a.root.do(command.ShowCard{})
		if card, ok := a.root.desk.window(layout.Card).pane.(*card.Pane); ok {
			card.ShowDiff()
		}
		if !a.offerTogether(c, "Mine, theirs and what both began with.") {
			a.root.status.say("Mine, theirs and what both began with. e edits the draft, w writes it.", 0)
		}
		return
	}
	did, err := a.root.room.Recommend(c)
	a.root.catchUp()
	a.left = 0
	switch {
	case err != nil && did != "":
		a.left, a.kept = a.root.view.Last, a.root.room.DraftAt(c.Whose, c.Object)
		if !a.offerTogether(c, did+". "+beforeIt(say.Error(err))) {
			a.root.status.say(did+". "+say.Error(err), 0)
		}
	case err != nil:
		open, _, more := advice.Open(a.root.view, c)
		if !more || !errors.Is(err, room.ErrByHand) {
			a.root.status.sayError(err)
			break
		}
		a.root.status.say(fmt.Sprintf("%s %s's #%d is marked too: { goes back to it.", say.Error(err),
			a.root.view.Title(open.By), open.Request), 0)
	default:
		a.root.status.say(did+". u takes it back.", 0)
	}
}

// offerTogether offers to put both texts into the draft, where the card can: who writes the draft as it is would take
// away what the other wrote. In a lesson, whose page has keys of its own, it names the way.
func (a *alerts) offerTogether(c conflict.Finding, why string) bool {
	w := a.root.desk.window(layout.Card)
	w.show(a.root.view) // it may not be on screen
	shown, ok := w.pane.(*card.Pane)
	if !ok {
		return false
	}
	take, ok := shown.Together()
	if !ok || take.Object != c.Object || take.Writer != c.Whose {
		return false
	}
	if a.root.course.player != nil {
		a.root.status.say(why+" c, v, Enter put both into the draft.", 0)
		return true
	}
	a.root.status.offer = &offer{say: fmt.Sprintf("%s Enter puts both into %s's draft.", why,
		a.root.view.Title(take.Writer)), do: func() { a.root.takeText(take) }}
	return true
}

// beforeIt is what a sentence says in front of what is left to do: that is offered.
func beforeIt(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// shown is the conflict that the card shows, else the newest one.
func (a *alerts) shown() (c conflict.Finding, ok bool) {
	if card, ok := a.root.desk.window(layout.Card).pane.(*card.Pane); ok && a.showsCard() {
		if shown, told := card.Trouble(); told {
			return shown.Finding, true
		}
	}
	list := a.root.view.Troubles()
	if len(list) == 0 {
		return c, false
	}
	return list[len(list)-1].Finding, true
}

// showsCard says whether the card is on screen.
func (a *alerts) showsCard() bool {
	_, placed := a.root.desk.places.Find(layout.Card)
	return placed
}

// learned is how far a newcomer has come with the first conflict.
type learned uint8

const (
	notAsked learned = iota
	asked            // the recommended action was taken; what is left is to write
	led              // the way on was shown
)

// leadOn follows the first conflict that was mended with the race that shows the other half.
func (a *alerts) leadOn(fresh view.Log) {
	if a.advice != asked || fresh.Len() > farAhead || !a.inDemo() || a.root.deps.Hooks.OpenRace == nil ||
		a.root.course.player != nil || a.root.view.Script != a.led {
		return
	}
	if _, trouble := newlyVisible(a.root.view, fresh, a.root.looks.eyes); trouble { // that comes first
		return
	}
	for _, e := range fresh.All() {
		x := a.root.view.Exchange(e.Event().Request)
		if e.Event().Kind != engine.Heard || x == nil || !x.Answer.Accepted() ||
			a.root.view.Spec(x.Verb).Group == engine.GroupRead {
			continue
		}
		a.offerNext()
		return
	}
}

// inDemo says whether what is shown is the race of the first start: who opened another, or began something, is in no
// course.
func (a *alerts) inDemo() bool { return a.demo != "" && a.root.view.Script == a.demo }

// offerNext offers the lesson that shows the other half.
func (a *alerts) offerNext() {
	a.advice = led
	a.root.status.offer = &offer{say: "Next: lesson 2, the same without a guard. g m: the map.",
		do: func() { a.root.do(command.OpenRace{Name: "lessons/02-every-answer-was-a-success.race"}) }}
}

// goesOn offers a newcomer the next lesson where the first race has ended behind its card, and nothing is due.
func (a *alerts) goesOn(in command.Intent) bool {
	switch in.(type) {
	case command.Step, command.Run:
	default:
		return false
	}
	if a.advice == led || !a.inDemo() || a.root.deps.Hooks.OpenRace == nil ||
		a.root.course.player != nil || len(a.root.view.Troubles()) == 0 {
		return false
	}
	a.offerNext()
	return true
}
