package room

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// GuardTable is one scenario, run again under every guard that its objects know: for all writers alike, on clones of
// the world in which it began. What stands in it was found by the referee in those runs.
type GuardTable struct {
	What  string   // what was run, as `wiki.race` or `the branch main`
	Start int      // the record behind which every run begins
	Harms []string // the columns, as `~ lost-update`: every mark with a kind that occurs in some row, the silent first
	Rows  []GuardRow
	None  string // why there is nothing to compare, in a sentence; empty: there is
	pairs map[string]map[harmed]bool
}

// GuardRow is one run.
type GuardRow struct {
	ID    string // as people and programs name it, as `if-match`
	Title string // as the table shows it, as `If-Match`
	Say   string // what every writer does, in a sentence
	Told  []string
	run   *guardRun
}

// Count is how often a harm occurs in the row's run.
func (g GuardRow) Count(harm string) int { return g.run.counts[harm] }

// Cell is what the table says: a silent or unknown harm that occurs in another row is stopped or allowed here, a
// refusal is counted. A
// dash: there is none, and what harms there does harm here, but as another kind.
func (t *GuardTable) Cell(g GuardRow, harm string) string {
	n := g.Count(harm)
	switch {
	case n == 0 && (harm[0] == '!' || t.elsewhere(g, harm)):
		return "-"
	case harm[0] == '!':
		return fmt.Sprintf("refuses %d", n)
	case n == 0:
		return "stops"
	case n == 1:
		return "allows"
	}
	return fmt.Sprintf("allows %d", n)
}

// harmed is who harms whom, whatever the harm is called.
type harmed struct {
	sort      byte
	whose, by string
}

// elsewhere says whether the writer who harms in another row harms the same one here under another name.
func (t *GuardTable) elsewhere(g GuardRow, harm string) bool {
	for pair := range t.pairs[harm] {
		if g.run.pairs[pair] {
			return true
		}
	}
	return false
}

// Tell is the first case of a harm in the row's run, in the referee's words; empty where there is none.
func (g GuardRow) Tell(harm string) string {
	for _, m := range g.run.found {
		if m.harm() == harm {
			return conflict.Story(g.run.w, m.Finding).First
		}
	}
	return ""
}

// Inputs are the shortest run that shows a cell: up to the first case of the harm, else all of it.
func (g GuardRow) Inputs(harm string) []engine.Input {
	for _, m := range g.run.found {
		if m.harm() == harm {
			return g.run.done[:m.at:m.at]
		}
	}
	return g.run.done
}

// Row is the row with that id; ok is false where the object knows no such guard.
func (t *GuardTable) Row(id string) (GuardRow, bool) {
	at := slices.IndexFunc(t.Rows, func(g GuardRow) bool { return g.ID == id })
	if at < 0 {
		return GuardRow{}, false
	}
	return t.Rows[at], true
}

// guardsMost is how many inputs a scenario may have that is run again under every guard: somebody waits for it.
const guardsMost = 4000

// scene is what is run again: the world in which it began, and what was put in from there on.
type scene struct {
	what   string
	start  int
	world  *engine.World
	inputs []engine.Input
}

// CompareGuards runs what the cursor's branch is about under every guard that its objects know: the branch as it was
// made, and behind it what the loaded script would still do up to its next `back`.
func (r *Room) CompareGuards() *GuardTable {
	runs := r.GuardRuns()
	t := runs.Table()
	for {
		row, ok := runs.Next()
		if !ok {
			return t
		}
		t.Add(row)
	}
}

// GuardRuns cuts the scene that CompareGuards is about and runs nothing yet: who waits at a screen asks for one row
// after the other. The room is free meanwhile, and what happens there is no part of the scene any more.
func (r *Room) GuardRuns() *GuardRuns {
	r.mu.Lock()
	s, rest, why := r.scene()
	r.mu.Unlock()
	if why == "" {
		why = s.reachTo(rest)
	}
	g := &GuardRuns{scene: s, why: why}
	if why == "" {
		g.kinds = s.kinds()
		g.Guards = len(g.kinds)
	}
	return g
}

// GuardRuns are the runs of one scene, one under each guard. Next is for one goroutine at a time, Stop for any.
type GuardRuns struct {
	Guards  int // how many runs there are
	scene   scene
	why     string
	kinds   []guardKind // that have not run yet
	made    *guardRun
	stopped atomic.Bool
}

// Table is the table without a row.
func (g *GuardRuns) Table() *GuardTable {
	return &GuardTable{What: g.scene.what, Start: g.scene.start, None: g.why}
}

// Stop ends the run that is under way, and those behind it.
func (g *GuardRuns) Stop() { g.stopped.Store(true) }

// Next runs the scene under the next guard; ok is false where there is none, and where it was stopped.
func (g *GuardRuns) Next() (row GuardRow, ok bool) {
	if len(g.kinds) == 0 {
		return GuardRow{}, false
	}
	kind := g.kinds[0]
	g.kinds = g.kinds[1:]
	var run *guardRun
	if g.made == nil { // the scene as it was made comes first
		run = g.scene.under(kind, nil, &g.stopped)
		run.numbers = run.numbered()
		g.made = run
	} else {
		run = g.scene.under(kind, g.made, &g.stopped)
	}
	run.count()
	return GuardRow{ID: kind.id, Title: kind.title, Say: kind.say, Told: run.sentences(), run: run}, !g.stopped.Load()
}

// Add puts a row below the others. A harm that no row had gets its column.
func (t *GuardTable) Add(row GuardRow) {
	t.Rows = append(t.Rows, row)
	if t.pairs == nil {
		t.pairs = map[string]map[harmed]bool{}
	}
	for _, m := range row.run.found {
		if t.pairs[m.harm()] == nil {
			t.pairs[m.harm()] = map[harmed]bool{}
		}
		t.pairs[m.harm()][m.pair()] = true
	}
	t.Harms = nil
	for _, sort := range "~!?" {
		for _, row := range t.Rows {
			for _, harm := range row.run.harms {
				if rune(harm[0]) == sort && len(harm) > len("~ ") && !slices.Contains(t.Harms, harm) {
					t.Harms = append(t.Harms, harm)
				}
			}
		}
	}
}

// scene cuts the branch where the first writer acts.
func (r *Room) scene() (s scene, rest *remains, why string) {
	if r.broken != nil {
		return s, nil, "The rules broke here. Undo goes back, then the guards can be compared."
	}
	tip := r.line.Here()
	if r.isPast() {
		tip = r.line.Branch().Tip
	}
	s.what = "the branch " + r.line.Branch().Name
	records := r.line.Path(tip)
	first := slices.IndexFunc(records, func(n int) bool { return byHand(r.line.Input(n)) })
	if first < 0 {
		first = len(records)
	}
	if first > 0 {
		s.start = records[first-1]
	}
	for _, n := range records[first:] {
		s.inputs = append(s.inputs, scenario.AsTyped(r.line.Input(n), r.line.Events(n), r.line.World())...)
	}
	s.world = r.line.At(s.start)
	s.world.Freeze()
	return s, r.remains(tip), ""
}

// reachTo lets the scene go on with what the script would still do, and says why it cannot be compared; empty: it can.
func (s *scene) reachTo(rest *remains) (why string) {
	if more := rest.inputs(); len(more) > 0 {
		s.what, s.inputs = path.Base(rest.name), append(s.inputs, more...)
	}
	switch {
	case !slices.ContainsFunc(s.inputs, byHand):
		return "No writer has done anything yet. A request, or a loaded race, gives guards something to compare."
	case len(s.inputs) > guardsMost:
		return fmt.Sprintf("%s has %d steps; up to %d are run under every guard. F begins a shorter branch.", s.what,
			len(s.inputs), guardsMost)
	}
	return ""
}

// byHand says whether an input is a writer's doing, and so no part of the start.
func byHand(in engine.Input) bool {
	switch in := in.(type) {
	case engine.Send:
		return in.By != engine.Seed
	case engine.Act, engine.Tell, engine.Next:
		return true
	}
	return false
}

// remains is what is left of the script behind a record.
type remains struct {
	name   string
	file   *scenario.File
	place  int
	world  *engine.World
	number int
}

// remains looks where the script stands at a record; nil: there is none, or it has ended there.
func (r *Room) remains(tip int) *remains {
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
		number: r.line.Last()}
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
		if !ok || step.Back != "" {
			return inputs
		}
		for _, in := range step.Inputs {
			m.number++
			events, err := m.world.Step(m.number, in)
			if err != nil {
				return inputs
			}
			inputs = append(inputs, scenario.AsTyped(in, events, m.world)...)
		}
	}
}

// harm is a mark as a column's id, as `~ lost-update`.
func (m guardMark) harm() string { return string(m.Severity) + " " + string(m.Kind) }

func (m guardMark) pair() harmed { return harmed{m.Severity, m.Whose, m.By} }

// LoadGuard makes the run of a cell a branch of the session: what the writers did from the start on under that guard,
// as ordinary inputs and one action, up to the first case of the harm, or to the end. Undo goes back to where the
// cursor was.
func (r *Room) LoadGuard(t *GuardTable, id, harm string) (did string, err error) {
	row, ok := t.Row(id)
	if !ok {
		return "", fmt.Errorf("%w: there is no guard %q to compare", ErrNothing, id)
	}
	err = r.change(func() error { return r.loadGuard(t.Start, row, row.Inputs(harm)) })
	return fmt.Sprintf("%s: %s", row.Title, strings.ToLower(row.Say[:1])+row.Say[1:]), err
}

func (r *Room) loadGuard(start int, row GuardRow, inputs []engine.Input) error {
	stood := r.stands("the run under " + row.Title)
	if made := r.walked(start, inputs); made != 0 {
		_, loaded := r.cameFrom(made)
		err := r.line.Go(made)
		r.past = r.line.IsPast()
		r.moved()
		if loaded {
			r.cameTo(stood)
		}
		return err
	}
	if err := r.line.Go(start); err != nil {
		return err
	}
	r.line.Fork()
	r.moved()
	if _, err := r.do(inputs...); err != nil {
		again := r.line.Go(stood.From)
		r.moved()
		return fmt.Errorf("%s is not loaded: %w", row.Title, errorsJoined(err, again))
	}
	r.past = false
	r.cameTo(stood)
	r.endScript()
	return r.call(row.ID)
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
	r.note(fmt.Sprintf("branch.%d", b.Tip), free)
	return nil
}

func errorsJoined(err, more error) error {
	if more != nil {
		return fmt.Errorf("%w; and %w", err, more)
	}
	return err
}

// endScript puts the script to its end on this branch: what it would do was done here already, under another guard.
func (r *Room) endScript() {
	if r.script != nil {
		r.placeScript(r.script.player.Len())
	}
}
