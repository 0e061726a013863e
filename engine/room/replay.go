package room

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/guards"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// CompareGuards runs what the cursor's branch is about under every guard that its objects know: the branch as it was
// made, and behind it what the loaded script would still do up to its next `back`.
func (r *Room) CompareGuards() *guards.Table {
	return r.GuardRuns(func() bool { return false }).All()
}

// GuardRuns cuts the history that CompareGuards is about and runs nothing yet: who waits at a screen asks for one row
// after the other, and stops them by what stopped says. The room is free meanwhile, and what happens there is no part
// of the history any more.
func (r *Room) GuardRuns(stopped func() bool) *guards.Runs {
	r.mu.Lock()
	in, rest := r.replayInput(scenario.AsTyped)
	end := r.line.At(r.replayTip())
	r.mu.Unlock()
	if in.None == "" {
		reachTo(&in, rest, end)
	}
	return guards.New(in, stopped)
}

// replayMost is how many inputs a history may have that is run again under every guard: somebody waits for it.
const replayMost = 4000

// rewrite is how an input of the past is put in again.
type rewrite func(in engine.Input, events []engine.Event, w *engine.World) []engine.Input

// asItWas puts an input in again as it is: a plan goes on by itself.
func asItWas(in engine.Input, _ []engine.Event, _ *engine.World) []engine.Input {
	return []engine.Input{in}
}

// replayInput cuts the branch where the first writer acts.
func (r *Room) replayInput(as rewrite) (in guards.ReplayInput, rest *remains) {
	if r.broken != nil {
		in.None = "The rules broke here. Undo goes back, then the guards can be compared."
		return in, nil
	}
	return r.replayInputAt(r.replayTip(), r.line.Branch().Name, as)
}

// replayTip is the record at which the history ends that the cursor is about.
func (r *Room) replayTip() int {
	if r.isPast() {
		return r.line.Branch().Tip
	}
	return r.line.Here()
}

// replayInputAt cuts the history that ends in a record, where the first writer acts; branch is how people call it.
func (r *Room) replayInputAt(tip int, branch string, as rewrite) (in guards.ReplayInput, rest *remains) {
	in.What = "the branch " + branch
	records := r.line.Path(tip)
	first := slices.IndexFunc(records, func(n int) bool { return scenario.ByHand(r.line.Input(n)) })
	if first < 0 {
		first = len(records)
	}
	if first > 0 {
		in.Start = records[first-1]
	}
	for _, n := range records[first:] {
		in.Inputs = append(in.Inputs, as(r.line.Input(n), r.line.Events(n), r.line.World())...)
	}
	in.World = r.line.At(in.Start)
	in.World.Freeze()
	return in, r.remains(tip, as)
}

// reachTo lets a history go on with what the script would still do, and says where it cannot be compared.
func reachTo(in *guards.ReplayInput, rest *remains, end *engine.World) {
	if more := rest.inputs(); len(more) > 0 {
		in.What, in.Inputs, end = path.Base(rest.name), append(in.Inputs, more...), rest.world
	}
	switch {
	case !slices.ContainsFunc(in.Inputs, scenario.ByHand):
		in.None = "No writer has done anything yet. A request, or a loaded race, gives guards something to compare."
		if names := plansAhead(end); names != nil {
			in.Ahead = aheadOf(names)
			in.None = fmt.Sprintf("No writer has done anything yet, so nothing can be run again: %s would go by plan.",
				strings.Join(names, ", "))
		}
	case len(in.Inputs) > replayMost:
		in.None = fmt.Sprintf("%s has %d steps; up to %d are run under every guard. F begins a shorter branch.",
			in.What, len(in.Inputs), replayMost)
	default:
		in.Ahead = ahead(end)
	}
}

// ahead says whose plans have not come to their end behind a history: what they would still do is no part of it.
func ahead(end *engine.World) string {
	if names := plansAhead(end); names != nil {
		return aheadOf(names)
	}
	return ""
}

func aheadOf(names []string) string {
	return "Behind what is compared " + strings.Join(names, ", ") + " would still go on by plan."
}

// plansAhead are the writers whose plans have not come to their end behind a history, as they stood in it: run again,
// what a plan sent is sent as by hand, and the plan stays where it was.
func plansAhead(w *engine.World) (names []string) {
	for _, who := range w.Writers() {
		if p := w.PlanOf(who.ID); p != nil && !p.Ended() && p.Why == "" {
			names = append(names, who.Title)
		}
	}
	return names
}

// remains is what is left of the script behind a record.
type remains struct {
	name   string
	file   *scenario.File
	place  int
	world  *engine.World
	number int
	as     rewrite
}

// remains looks where the script stands at a record; nil: there is none, or it has ended there.
func (r *Room) remains(tip int, as rewrite) *remains {
	if r.script == nil {
		return nil
	}
	for n := range r.script.ended {
		if n <= tip && r.line.Contains(tip, n) {
			return nil
		}
	}
	return &remains{name: r.script.name, file: r.script.file, place: r.script.at.nearest(r.line, tip),
		world:  r.line.At(tip),
		number: r.line.Last(), as: as}
}

// inputs are what the script would still put in, up to its next `back`, its end, or a line that does not fit.
func (m *remains) inputs() (inputs []engine.Input) {
	if m == nil {
		return nil
	}
	player := scenario.NewPlayer(m.file)
	player.Go(m.place)
	for {
		step, ok := player.Next(m.world)
		if !ok || step.Back != "" || step.Goal() { // what stands behind a goal is its author's way, not what is done
			return inputs
		}
		for _, in := range step.Inputs {
			m.number++
			events, err := m.world.Step(m.number, in)
			if err != nil {
				return inputs
			}
			inputs = append(inputs, m.as(in, events, m.world)...)
		}
	}
}

// LoadGuard makes the run of a cell a branch of the session: what the writers did from the start on under that guard,
// as ordinary inputs and one action, up to the first case of the anomaly, or to the end. Undo goes back to where the
// cursor was.
func (r *Room) LoadGuard(t *guards.Table, id, anomaly string) (did string, err error) {
	row, ok := t.Row(id)
	if !ok {
		return "", fmt.Errorf("%w: there is no guard %q to compare", ErrNothing, id)
	}
	err = r.change(func() error { return r.loadGuard(t.Start, row, row.Inputs(anomaly)) })
	return fmt.Sprintf("%s: %s", row.Title, strings.ToLower(row.Say[:1])+row.Say[1:]), err
}

func (r *Room) loadGuard(start int, row guards.Row, inputs []engine.Input) error {
	inputs = slices.Concat(inputs, r.chosen(start, row.ID))
	if err := r.branchFrom(start, row.ID, inputs, r.returnPointHere("the run under "+row.Title)); err != nil {
		return fmt.Errorf("%s is not loaded: %w", row.Title, err)
	}
	return nil
}

// branchFrom makes inputs a branch that begins behind a record, as one action and with a name, or goes to the branch
// that has just them already. Undo goes back to where the action began.
func (r *Room) branchFrom(start int, name string, inputs []engine.Input, back returnPoint) error {
	if made := r.walked(start, inputs); made != 0 {
		_, loaded := r.returnPointOf(made)
		err := r.line.Go(made)
		r.past = r.line.IsPast()
		r.moved()
		if loaded {
			r.noteReturnPoint(back)
		}
		return err
	}
	if err := r.line.Go(start); err != nil {
		return err
	}
	r.line.Fork()
	r.moved()
	if _, err := r.do(inputs...); err != nil {
		again := r.line.Go(back.From)
		r.moved()
		return errorsJoined(err, again)
	}
	r.past = false
	r.noteReturnPoint(back)
	r.endScript()
	return r.call(name)
}

// chosen has every writer go on under the guard of a row, where that is one that a writer can choose.
func (r *Room) chosen(start int, guard string) (inputs []engine.Input) {
	if !slices.Contains(view.Guards(), guard) {
		return nil
	}
	for _, w := range r.line.At(start).Writers() {
		inputs = append(inputs, engine.Set{Scope: w.ID, Key: "guard", Value: guard})
	}
	return inputs
}

// walked is the record to which these inputs lead from a start on, where a branch has just them; 0: none has.
func (r *Room) walked(start int, inputs []engine.Input) (record int) {
	for _, b := range r.line.Branches() {
		if !r.line.Contains(b.Tip, start) {
			continue
		}
		records := r.line.Path(b.Tip)[r.line.Depth(start):]
		if len(records) < len(inputs) {
			continue
		}
		same := true
		for i, in := range inputs {
			same = same && r.line.Record(records[i]).Line == scenario.FormatInput(in)
		}
		if same && len(inputs) > 0 {
			return records[len(inputs)-1]
		}
	}
	return 0
}

// call gives the cursor's branch a name, with a number behind it where the name is taken.
func (r *Room) call(name string) error {
	b, free := r.line.Branch(), name
	for n := 2; r.line.Rename(b.Name, free) != nil; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	r.note(nameNote(b), free)
	return nil
}

func errorsJoined(err, more error) error {
	if more != nil {
		return fmt.Errorf("%w; and %w", err, more)
	}
	return err
}

// endScript puts the script behind its end on this branch: what it would do was done here already, under another
// guard, and nothing that its author says is about that.
func (r *Room) endScript() {
	if r.script != nil {
		r.placeScript(r.script.player.Len() + 1)
	}
}
