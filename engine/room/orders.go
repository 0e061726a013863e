package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// Orders is what a search of all orders is about: what the writers did from their first request on, and what the loaded
// script would still do up to its next `back`.
type Orders struct {
	What  string // the branch or the script, as people call it
	Start int    // the record in front of the first request
	Input explore.Input
	// Happened are the requests in the order in which the service decided them, or they were lost.
	Happened []explore.Fate
	// Budget is what happened beside the requests: so many were lost, came twice, or were given up, and so many
	// deadlines passed. A search begins with it.
	Budget explore.Budget
	None   string // why nothing can be searched; empty: it can
	Asked  string // the end that is looked for, in the words of who asked; empty: none

	wanted  *scenario.End
	subject subject
	made    guards.ReplayInput // all of it in the order in which it happened
	choices []engine.Input     // guards that hands chose for the writers, for who plays an order
	half    string             // HalfDone
}

// subject is what a search was about, as a session keeps it of an order that was loaded.
type subject struct {
	Tip    int    `json:"tip"`    // the record at which the history ends that was cut
	Branch string `json:"branch"` // as it was called then
	Under  string `json:"under,omitempty"`
	// Budget is that of the search.
	Budget explore.Budget `json:"budget"`
}

// subjectNote is the key of the note that keeps what the order was a search of that ends in a record.
func subjectNote(last int) string { return fmt.Sprintf("order.%d", last) }

// CutOrders cuts the history at the cursor's branch into what each writer did. Nothing is searched yet; the room is
// free meanwhile. A branch that is an order of a search, and nothing else yet, is about what that search was.
func (r *Room) CutOrders() (o Orders) {
	defer func() {
		if of, asked, _ := strings.Cut(r.View().Note(view.EndNote), "\n"); of == o.What && o.None == "" {
			_ = o.end(asked) // it was one when it was asked for
		}
		if of, kept, _ := strings.Cut(r.View().Note(budgetNote), "\n"); of == o.What && o.None == "" {
			o.allow(kept)
		}
	}()
	r.mu.Lock()
	here := subject{Tip: r.replayTip(), Branch: r.line.Branch().Name}
	in, rest := r.replayInput(asItWas)
	loaded, isOrder := r.orders[r.line.Branch().Tip] // nobody went on from there
	var of subject
	var was guards.ReplayInput
	var wasRest *remains
	if note := r.notes[subjectNote(r.line.Branch().Tip)]; !isOrder && note != "" &&
		json.Unmarshal([]byte(note), &of) == nil && of.Tip > 0 && of.Tip <= r.line.Last() {
		was, wasRest = r.replayInputAt(of.Tip, of.Branch, asItWas)
	}
	scripted, half := r.script != nil, r.notes[view.SplitNote(here.Tip)]
	r.mu.Unlock()
	if in.None != "" {
		o.None = "The rules broke here. Undo goes back, then all orders can be tried."
		return o
	}
	if was.World != nil { // the session was opened anew since
		loaded, isOrder = cutOrders(was, wasRest, of, scripted)
		loaded.Budget = of.Budget
	}
	if isOrder {
		loaded.made, loaded.half = in, half
		w := in.World.Clone()
		loaded.Happened, _ = happened(w, in.Inputs[stepSetUp(w, in.Inputs):])
		return loaded
	}
	o, _ = cutOrders(in, rest, here, scripted)
	return o
}

// IsOrder says whether the branch that is looked at is an order that a search found, and nothing else yet.
func (r *Room) IsOrder() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	tip := r.line.Branch().Tip
	_, loaded := r.orders[tip]
	return loaded || r.notes[subjectNote(tip)] != ""
}

// cutOrders cuts a history, and what the script would still do behind it, into what each writer did; ok is false where
// a guard that it was searched under is no more.
func cutOrders(in guards.ReplayInput, rest *remains, of subject, scripted bool) (o Orders, ok bool) {
	if more := rest.inputs(); len(more) > 0 {
		in.What, in.Inputs = path.Base(rest.name), append(in.Inputs, more...)
	}
	o.What, o.Start, o.made, o.subject = in.What, in.Start, in, of
	w, from := in.World.Clone(), 0
	if !scripted {
		from = stepSetUp(w, in.Inputs)
	}
	o.Happened, o.Budget = happened(w.Clone(), in.Inputs[from:])
	w.Freeze()
	input, err := explore.Cut(w, in.Inputs[from:])
	input.Front = slices.Concat(in.Inputs[:from], input.Front, begin(&input))
	switch {
	case errors.Is(err, explore.ErrNothing):
		o.None = "No writer sends anything here, so there is nothing to order."
	case err != nil:
		o.None = err.Error()
	}
	o.Input, o.choices = input, choices(in.Inputs)
	if of.Under == "" || o.None != "" {
		return o, true
	}
	row, ok := o.Guards(o.Budget).Under(of.Under)
	return o.Under(row), ok
}

// begin does what the writers do before their first request: a plan that they are given, work. An order that is loaded
// begins behind that.
func begin(o *explore.Input) (done []engine.Input) {
	for i := range o.Programs {
		p := &o.Programs[i]
		for len(p.Steps) > 0 {
			if _, sends := p.Steps[0].(engine.Send); sends {
				break
			}
			if _, err := o.World.Step(o.World.Record()+1, p.Steps[0]); err == nil {
				done = append(done, p.Steps[0])
			}
			p.Steps = p.Steps[1:]
		}
	}
	o.Programs = slices.DeleteFunc(o.Programs, func(p explore.Program) bool { return len(p.Steps) == 0 })
	return done
}

// setUp is how many of the inputs in front only make what the others need: a container, a queue, a table, a share or a
// bucket that is made once. Hands type that too, and mean no request of a race by it.
func setUp(w *engine.World, inputs []engine.Input) (count int) {
	made := map[string]int{}
	makes := func(in engine.Input) string {
		send, ok := in.(engine.Send)
		spec := w.Spec(send.Verb)
		if !ok || spec == nil || spec.Effect != engine.Creates ||
			!slices.Contains([]string{"container", "queue", "table",
				"share", "bucket"}, spec.Object) {
			return ""
		}
		return spec.Object + " " + spec.Target(send.Args)
	}
	for _, in := range inputs {
		made[makes(in)]++
	}
	at := w.Clone()
	for i, in := range inputs {
		switch in.(type) {
		case engine.Send:
			if thing := makes(in); thing == "" || made[thing] > 1 {
				return count
			}
		case engine.Clock, engine.Set, engine.AddWriter, engine.Deliver, engine.ReceiveAnswer:
		default:
			return count
		}
		if _, err := at.Step(at.Record()+1, in); err != nil {
			return count
		}
		if len(at.Flight()) == 0 {
			count = i + 1
		}
	}
	return count
}

// stepSetUp steps a world over what only makes what the others need, and says how many inputs that is.
func stepSetUp(w *engine.World, inputs []engine.Input) (count int) {
	count = setUp(w, inputs)
	for _, input := range inputs[:count] {
		_, _ = w.Step(w.Record()+1, input) // it went well on a clone of it
	}
	return count
}

// choices are the guards that writers were last given by hands.
func choices(inputs []engine.Input) (list []engine.Input) {
	for _, in := range inputs {
		if set, ok := in.(engine.Set); ok && set.Key == "guard" {
			list = slices.DeleteFunc(list, func(o engine.Input) bool { return o.(engine.Set).Scope == set.Scope })
			list = append(list, set)
		}
	}
	return list
}

// Title is what people call a writer.
func (o Orders) Title(id string) string {
	if o.Input.World == nil {
		return id
	}
	return o.Input.World.Title(id)
}

// manyWriters is how many there are where those who do as much as others are counted and not named.
const manyWriters = 6

// Searched says whose requests are put in order, as `Ana 2 requests, Ben a plan, 1 under way`, or of many writers
// `64 writers a plan each`.
func (o Orders) Searched() string {
	var who, does []string
	for _, w := range o.Input.World.Writers() {
		sent, planned := 0, false
		for _, p := range o.Input.Programs {
			for _, in := range p.Steps {
				switch in.(type) {
				case engine.Send:
					if p.By == w.ID {
						sent++
					}
				case engine.Plan:
					planned = planned || p.By == w.ID
				}
			}
		}
		many := requests(sent)
		plan := o.Input.World.PlanOf(w.ID)
		planned = planned || plan != nil && !plan.Ended()
		switch {
		case sent > 0 && planned:
			who, does = append(who, w.Title), append(does, many+" and a plan"+o.taken(w.ID))
		case sent > 0:
			who, does = append(who, w.Title), append(does, many+o.taken(w.ID))
		case planned:
			who, does = append(who, w.Title), append(does, "a plan"+o.taken(w.ID))
		}
	}
	var words []string
	for n, what := range does {
		alike := 0
		for _, other := range does {
			if other == what {
				alike++
			}
		}
		switch {
		case len(who) < manyWriters || alike == 1:
			words = append(words, who[n]+" "+what)
		case slices.Index(does, what) == n:
			words = append(words, fmt.Sprintf("%d writers %s each", alike, what))
		}
	}
	if n := len(o.Input.World.Flight()); n > 0 {
		words = append(words, fmt.Sprintf("%d under way", n))
	}
	return strings.Join(words, ", ") + o.goesFirst()
}

// goesFirst says which requests of writers go in front of all others in every order, as they only make what those need.
func (o Orders) goesFirst() string {
	var words []string
	for _, in := range o.Input.Front {
		if send, ok := in.(engine.Send); ok && send.By != engine.Seed {
			target := o.Input.World.Spec(send.Verb).Target(send.Args)
			words = append(words, strings.TrimSpace(fmt.Sprintf("%s's %s %s", o.Title(send.By), send.Verb, target)))
		}
	}
	if words == nil {
		return ""
	}
	return "; first of all, in every order, " + strings.Join(words, ", ")
}

// taken says what a writer did is taken for something else: that requests which were under way at once wait for each
// other, and that those of a plan which was taken away stand as typed. Empty: nothing is.
func (o Orders) taken(by string) (said string) {
	if slices.Contains(o.Input.InTurn, by) {
		said = " (each request waits for the answer to the one before)"
	}
	if slices.Contains(o.Input.AsTyped, by) {
		said += " (what the plan that was taken away had done counts as typed)"
	}
	return said
}

// Did is what the writers did from their first request on up to the cursor, to be tried in all orders, without what a
// script would still do.
func (r *Room) Did() (explore.Input, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return scenario.Did(r.line, r.line.Here())
}

// AskEnd asks a search for the orders that end as a line says, as `state blob wiki/hits body=9`; several lines are
// parted by semicolons. It takes the place of what was asked before, and stays with the session: every search of the
// same asks for it. An empty text asks for nothing.
func (r *Room) AskEnd(o *Orders, text string) error {
	if err := o.end(text); err != nil {
		return err
	}
	r.Note(view.EndNote, strings.TrimSuffix(o.What+"\n"+text, "\n"))
	return nil
}

// budgetNote is the key of the note that keeps what was let happen in the last search: of what, and below it how much.
const budgetNote = "orders-budget"

// AskBudget has every search of the same begin with a budget, where no more than that happened; it stays with the
// session.
func (r *Room) AskBudget(o *Orders, b explore.Budget) {
	o.Budget = b
	text, err := json.Marshal(explore.Budget{Faults: b.Faults, Copies: b.Copies, Lates: b.Lates, Jumps: b.Jumps,
		Stops: b.Stops})
	if err == nil {
		r.Note(budgetNote, o.What+"\n"+string(text))
	}
}

// allow lets happen what was let happen before, and what happened.
func (o *Orders) allow(kept string) {
	var b explore.Budget
	if json.Unmarshal([]byte(kept), &b) != nil {
		return
	}
	for _, t := range explore.Turns() {
		*t.Of(&o.Budget) = min(max(*t.Of(&o.Budget), *t.Of(&b)), explore.MostBudget)
	}
}

func (o *Orders) end(text string) error {
	o.Input.Wanted, o.Asked, o.wanted = nil, "", nil
	if text == "" {
		return nil
	}
	file, err := scenario.Parse("end", nil, nil)
	if err != nil {
		return err
	}
	var writers []string
	for _, w := range o.Input.World.Writers() {
		writers = append(writers, w.ID)
	}
	end, err := file.EndOf(text, writers)
	if err != nil {
		return err
	}
	o.Input.Wanted, o.Asked, o.wanted = []explore.Want{end.Want()}, text, end
	return nil
}

// Nearest is the end that comes nearest to the one that was asked for, where no order that was looked at has that; ok
// is false where one has, or none was asked for.
func (o Orders) Nearest(found *explore.Result) (r explore.Row, ok bool) {
	if o.wanted == nil || len(found.Wanted) == 0 || found.Wanted[0].Found {
		return r, false
	}
	end, differs, ok := o.wanted.Nearest(o.Input, found)
	return explore.NearestRow(found, end, differs, o.Title), ok
}

// Guards are searches of all orders, one under each guard that the requests know.
func (o Orders) Guards(b explore.Budget) *guards.OverOrders {
	over := guards.Over(o.Input, o.made, b)
	over.Asked = o.Asked
	return over
}

// Under is what was searched under a guard: an order of it is loaded from that.
func (o Orders) Under(row guards.OrdersRow) Orders {
	o.Input = row.Input
	o.Input.World, o.Input.Programs = row.Input.World.Clone(), slices.Clone(row.Input.Programs)
	o.Input.Front = slices.Concat(row.Input.Front, begin(&o.Input))
	if row.ID != "as-it-is" {
		o.What += " under " + row.Title
		o.subject.Under = row.ID
	}
	return o
}

// Otherwise finds how many orders avoid a kind of mark, and which of them is nearest to what happened. Where the mark
// comes of an answer that was not heard, an order without it may still end with the work done twice.
func (o Orders) Otherwise(f conflict.Finding, b explore.Budget, tick explore.Tick) explore.Other {
	other := explore.Otherwise(o.Input, o.Happened, f.Severity, f.Kind, b, tick)
	switch f.Kind {
	case engine.NoAnswer, engine.OwnEcho, engine.AlreadyThere, engine.DoneTwice:
		if other.Found {
			other.Twice = guards.EndsTwice(o.Input, other.Nearest)
		}
	}
	other.Until, other.Ended = o.endedIn(other.Nearest)
	return other
}

// endedIn is what the clock ends in an order behind the last that anybody did in what happened, in words, and how far
// it goes.
func (o Orders) endedIn(order []explore.Step) (until engine.Instant, ended []string) {
	was, last := o.made.World.Clone(), engine.Instant(0)
	for _, in := range o.made.Inputs {
		events, err := was.Step(was.Record()+1, in)
		if err != nil {
			return 0, nil
		}
		for _, e := range events {
			if e.Kind == engine.Decided || e.Kind == engine.Heard || e.Kind == engine.Lost {
				last = e.At
			}
		}
	}
	w := o.Input.World.Clone()
	for _, s := range order {
		for _, in := range s.Inputs {
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				return 0, nil
			}
			for _, e := range events {
				if e.Kind == engine.Ended && w.Now() > last {
					ended = append(ended, conflict.Tell(w, e).What)
				}
			}
		}
	}
	return w.Now(), ended
}

// endsMost is how many ends have their shortest orders played.
const endsMost = 100

// ToldOrder is what one order meets.
type ToldOrder struct {
	Played bool   // false: it was not looked at
	Marks  string // each sort once, as `~!`
	Said   string // what is lost in it, or who is refused, in sentences; empty: neither

	About engine.ObjectID // what the first of that is about; zero: no object of a service
}

// TellEnds tells of the shortest order to each end.
func (o Orders) TellEnds(found *explore.Result) (list []ToldOrder) {
	for _, end := range found.Outcomes[:min(len(found.Outcomes), endsMost)] {
		list = append(list, o.Tell(end.Example, ""))
	}
	return list
}

// Tell plays an order and tells of its marks; of one kind of them, where one is named.
func (o Orders) Tell(order []explore.Step, kind engine.Trouble) (told ToldOrder) {
	w := o.Input.World.Clone()
	told.Played = true
	var said []string
	written := map[int][]engine.Property{}
	for _, s := range order {
		for _, in := range s.Inputs {
			before := w.Clone()
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				break
			}
			at := before.Clone()
			for n, of := range conflict.Judge(before, events) {
				for _, f := range of {
					if f.Kind == "" || kind != "" && f.Kind != kind {
						continue
					}
					if sort := string(f.Severity); !strings.Contains(told.Marks, sort) {
						told.Marks += sort
					}
					said = append(said, o.toldOf(at, w, f, written))
					if told.About.IsZero() && at.Object(f.Object) != nil {
						told.About = f.Object
					}
				}
				at.Redo(events[n : n+1])
				if e := events[n]; len(e.Changed) > 0 {
					written[e.Request] = engine.PropertiesNamed(at.Object(e.Object), engine.TextNames()...)
				}
				if theirs, unread := conflict.Unread(w, events[n]); unread && kind == "" {
					said = append(said, fmt.Sprintf("%s's %s replaces %s's work unread, which has no mark: both "+
						"are told that it went well.", o.Title(events[n].By), w.Exchange(events[n].Request).Verb,
						o.Title(theirs.Mark.By)))
				}
			}
		}
	}
	told.Said = strings.Join(said, " ")
	return told
}

// toldOf is a mark in a sentence or two, of what was lost its text too: as it stood behind the request that wrote it,
// of which others may have replaced a part since.
func (o Orders) toldOf(before, after *engine.World, f conflict.Finding, written map[int][]engine.Property) string {
	if f.Severity != engine.SeveritySilent {
		return fmt.Sprintf("%c %s of %s.", f.Severity, f.Kind.Words(), o.Title(f.Whose))
	}
	said := conflict.Story(after, f).First
	done := f.Kind == engine.DoneTwice // what was done once more is there, whatever became of its text
	if done || f.Victim.IsZero() || !slices.Contains(engine.TextNames(), f.Part) {
		return said
	}
	lost, known := written[f.Victim.Request]
	if !known { // it stood there before
		lost = engine.PropertiesNamed(before.Object(f.Object), f.Part)
	}
	stands := engine.PropertiesNamed(after.Object(f.Object), f.Part)
	for _, text := range lost {
		there := func(p engine.Property) bool { return p.Text == text.Text }
		if text.Text != "" && !slices.ContainsFunc(stands, there) { // a second copy of the same loses nothing
			said += fmt.Sprintf(" Lost: %q.", strings.Join(strings.Fields(f.LostOf(text.Text)), " "))
		}
	}
	return said
}

// Search tries every order within a budget, on that many processors. It needs nothing of the room; tick hears how far
// it is and ends it by answering false.
func (o Orders) Search(b explore.Budget, processors int, tick explore.Tick) *explore.Result {
	return explore.Search(o.Input, b, SideBySide(processors), tick)
}

// LoadOrder makes one order that a search found a branch of the session, as ordinary inputs, and looks at its
// beginning, where the first request is still to come: stepping goes along it. Undo goes back to where the cursor was.
func (r *Room) LoadOrder(o Orders, name string, steps []explore.Step) (branch string, err error) {
	if len(steps) == 0 {
		return "", fmt.Errorf("%w: this order has no step", ErrNothing)
	}
	inputs := slices.Concat(o.Input.Front, o.choices)
	first := len(inputs)
	for _, s := range steps {
		inputs = append(inputs, s.Inputs...)
	}
	err = r.change(func() error {
		back := r.returnPointHere("the order " + name)
		if err := r.branchFrom(o.Start, name, inputs, back); err != nil {
			return err
		}
		branch = r.line.Branch().Name
		last, at := r.line.Here(), o.Start
		if records := r.line.Path(last); first > 0 {
			at = records[len(records)-len(inputs)+first-1]
		}
		if err := r.line.Go(at); err != nil {
			return err
		}
		if r.orders == nil {
			r.orders = map[int]Orders{}
		}
		r.orders[last] = o
		o.subject.Budget = o.Budget
		if strings.HasSuffix(name, string(engine.SplitUpdate)) {
			r.note(view.SplitNote(last), o.tellHalf(steps))
		}
		if text, err := json.Marshal(o.subject); err == nil {
			r.note(subjectNote(last), string(text))
		}
		r.past, r.loaded = r.line.IsPast(), loaded{at, branch, back}
		r.moved()
		return nil
	})
	return branch, err
}

// loaded is a branch that was made and is looked at from its beginning: undo leaves it there.
type loaded struct {
	at     int
	branch string
	back   returnPoint
}

// hasEntered says whether the cursor stands where a loaded branch is looked at from.
func (r *Room) hasEntered() bool {
	return r.loaded.branch != "" && r.loaded.at == r.line.Here() && r.loaded.branch == r.line.Branch().Name
}
