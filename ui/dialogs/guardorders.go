package dialogs

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// guardOrders is every guard over all orders: rows are guards; columns are what it does to the order that happened, how
// many orders there are under it, and each harm. A cell opens its shortest order as a branch. The searches come one by
// one, away from the screen.
type guardOrders struct {
	harmGrid
	about      pages
	d          command.Host
	processors int
	budget     explore.Budget
	scene      *room.Orders
	run        *guardSearch // the newest
	one        *guards.Table
	t          guards.OrdersTable
	turns      []image.Rectangle
	end        *prompt // the end that is looked for is being typed
	problem    string
}

// guardSearch is the searches under way.
type guardSearch struct {
	over    *guards.OverOrders
	stopped atomic.Bool
	done    bool
	now     string // the guard that is searched under
	latest  explore.Progress
}

// NewGuardOrders compares the guards over all orders of what the branch and its script do, on that many processors and
// each up to so many states; 0: as many as explore.Budget says.
func NewGuardOrders(d command.Host, processors, states int) Dialog {
	return &guardOrders{d: d, processors: processors, budget: explore.Budget{States: states}, run: &guardSearch{}}
}

// guardScene is what is compared, and the order that happened under every guard.
type guardScene struct {
	scene room.Orders
	one   *guards.Table
}

// Start cuts the scene and runs the one order that happened, away from the screen.
func (g *guardOrders) Start() tea.Cmd {
	r, run := g.d.Room(), g.run
	return func() tea.Msg {
		scene := r.CutOrders()
		if scene.None != "" {
			return Result{To: g, Found: guardScene{scene: scene}}
		}
		return Result{To: g, Found: guardScene{scene, r.GuardRuns(run.stopped.Load).All()}}
	}
}

// guardFound is a row of a search; none is left where row is nil.
type guardFound struct {
	run *guardSearch
	row *guards.OrdersRow
}

// begin searches under every guard with the budget that stands; what was under way ends. What the session has is not
// searched again, up to where somebody stopped it: it goes on from there where toTheEnd says so.
func (g *guardOrders) begin(toTheEnd bool) tea.Cmd {
	g.run.stopped.Store(true)
	g.d.Room().AskBudget(g.scene, g.budget)
	g.run, g.t = &guardSearch{over: g.d.Room().Guards(*g.scene, g.budget)}, guards.OrdersTable{}
	g.run.over.ToTheEnd = toTheEnd
	g.fill()
	return g.next()
}

// stopped says whether somebody stopped the searches before all guards were through.
func (g *guardOrders) stopped() bool {
	return g.run.done && g.run.over != nil && g.run.stopped.Load()
}

// guardHeard is how far the search under one guard is.
type guardHeard struct {
	run  *guardSearch
	at   explore.Progress
	news chan explore.Progress
}

// next searches under one more guard, and hears how far that is.
func (g *guardOrders) next() tea.Cmd {
	run, each := g.run, room.SideBySide(g.processors)
	run.now, run.latest = run.over.Title(), explore.Progress{}
	news := make(chan explore.Progress, 1)
	last := time.Now()
	tick := func(p explore.Progress) bool {
		if now := time.Now(); now.Sub(last) >= newsEvery {
			select {
			case news <- p.Counted():
				last = now
			default: // the screen has not taken the one before
			}
		}
		return !run.stopped.Load()
	}
	return tea.Batch(func() tea.Msg {
		defer close(news)
		row, ok := run.over.Next(each, tick)
		if !ok {
			return Result{To: g, Found: guardFound{run: run}}
		}
		return Result{To: g, Found: guardFound{run, &row}}
	}, g.hear(run, news))
}

func (g *guardOrders) hear(run *guardSearch, news chan explore.Progress) tea.Cmd {
	return func() tea.Msg {
		if at, going := <-news; going {
			return Result{To: g, Found: guardHeard{run, at, news}}
		}
		return nil
	}
}

// take takes the scene, or what was found under a guard.
func (g *guardOrders) take(what any) tea.Cmd {
	switch what := what.(type) {
	case guardScene:
		g.scene, g.one = &what.scene, what.one
		if g.scene.None == "" {
			what.scene.Budget.States = g.budget.States
			g.budget = what.scene.Budget
			return g.begin(false)
		}
		g.run.done = true
	case guardHeard:
		if what.run == g.run {
			g.run.latest = what.at
			return g.hear(what.run, what.news)
		}
	case guardFound:
		if what.run != g.run {
			return nil
		}
		if what.row != nil && what.row.Found != nil && what.row.Found.Stopped == explore.StoppedByHand {
			g.run.stopped.Store(true)
		}
		if what.row == nil || g.run.stopped.Load() {
			g.run.done = true
		}
		if what.row != nil {
			g.t.Add(*what.row)
			g.fill()
			g.lead()
		}
		if !g.run.done {
			return g.next()
		}
		g.sort()
		g.d.Room().Note(view.GuardsNote, g.copied())
	}
	return nil
}

// Before the harms stand the order that happened and the number of orders.
const (
	thisOrder = iota
	allOrders
	firstHarm
)

// fill shows the rows that there are.
func (g *guardOrders) fill() {
	heads := []gridHead{{"this", "order", themes.Title, 0}, {"all", "orders", themes.Title, 0}}
	for _, harm := range g.t.Harms {
		heads = append(heads, headOf(harm.Mark, harm.Text))
	}
	var titles []string
	var text [][]string
	for _, row := range g.t.Rows {
		cells := []string{g.inThisOrder(row), "-"}
		if row.Found != nil {
			cells[allOrders] = "?"
			if row.Found.Schedules != nil {
				cells[allOrders] = briefCount(explore.Grouped(row.Found.Schedules))
			}
		}
		for _, harm := range g.t.Harms {
			cells = append(cells, briefCell(g.t.Cell(row, harm)))
		}
		titles, text = append(titles, row.Title), append(text, cells)
	}
	g.set(titles, heads, text)
}

// inThisOrder is how many marks of each sort the order that happened has under a guard, as `1 ~ 2 !`.
func (g *guardOrders) inThisOrder(row guards.OrdersRow) string {
	one, ok := g.one.Row(row.ID)
	if !ok {
		return "-"
	}
	var words []string
	for _, sort := range "~!?" {
		n := 0
		for _, harm := range g.one.Anomalies {
			if rune(harm[0]) == sort {
				n += one.Count(harm)
			}
		}
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %c", n, sort))
		}
	}
	if words == nil {
		return "no mark"
	}
	return strings.Join(words, " ")
}

// lead puts the cursor on the best guard that stops a silent harm of the requests as they are, until somebody moves it.
func (g *guardOrders) lead() {
	if g.chosen {
		return
	}
	g.row, g.col = 0, 0
	if row, harm, ok := g.t.Lead(); ok {
		g.row, g.col = row, firstHarm+harm
	}
}

// sort puts the best guards in front once all were searched; the cursor stays on its row.
func (g *guardOrders) sort() {
	if g.row >= len(g.t.Rows) {
		return
	}
	id := g.t.Rows[g.row].ID
	g.t.Sort()
	g.fill()
	g.row = slices.IndexFunc(g.t.Rows, func(r guards.OrdersRow) bool { return r.ID == id })
}

// Title says what is searched.
func (g *guardOrders) Title() string {
	if g.scene == nil || g.scene.What == "" {
		return "Compare guards over all orders"
	}
	return "Guards over all orders: " + g.scene.What
}

// ordersSaid is how many rows below the table tell of the selected cell at least.
const ordersSaid = 7

// Size is what all rows and columns want, with what is said of any guard.
func (g *guardOrders) Size(maxW, maxH int) (w, h int) {
	const cell = 3 // rows that a cell says, and how far the searches are
	rows, said := len(g.t.Rows), ordersSaid
	if g.run.over != nil {
		rows = g.run.over.Guards
	}
	w = max(min(max(g.wide(), 76), maxW), 1)
	for _, row := range g.t.Rows {
		lines := len(say.Wrap(row.Title+": "+row.Say, w-2)) + len(say.Wrap(strings.Join(row.Notes, " "), w-2))
		said = max(said, lines+cell)
	}
	return w, max(min(rows+4+said, maxH), 1)
}

// Update takes what was found, moves the cursor, changes what may happen; Enter opens the example, Esc stops what is
// running, and closes.
func (g *guardOrders) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if r, ok := msg.(Result); ok {
		return false, g.take(r.Found)
	}
	if g.end != nil {
		asked := g.scene.Asked
		over, cmd := g.end.Update(msg)
		return false, g.typing(asked, over, cmd)
	}
	key := press(msg)
	if key != "" {
		g.problem, g.chosen = "", true
	}
	switch {
	case (key == "esc" || key == "q") && !g.run.done && !g.run.stopped.Load() && g.run.over != nil:
		g.run.stopped.Store(true) // what was found so far stays
	case key == "esc", key == "q":
		g.run.stopped.Store(true)
		return true, nil
	case key == "enter":
		return g.load(), nil
	case key == "V" && g.scene != nil && g.scene.None == "":
		g.run.stopped.Store(true)
		g.d.Do(command.AllOrders{})
		return true, nil
	case key == "tab":
		g.about.turn()
	case key == "y" && len(g.t.Rows) > 0:
		g.d.Say("Copied the table.", 0)
		return false, tea.SetClipboard(g.copied())
	case key == "space" && g.stopped():
		return false, g.begin(true)
	case key == "e" && g.scene != nil && g.scene.None == "":
		g.end = askForEnd(g.d, g.scene)
	case g.scene != nil && g.scene.None == "" && turnBudget(key, &g.budget):
		return false, g.begin(false)
	default:
		g.press(key)
	}
	return false, nil
}

// typing takes what the line to type in made of a message: where another end was asked for, the searches begin anew.
func (g *guardOrders) typing(asked string, over bool, cmd tea.Cmd) tea.Cmd {
	if over {
		if g.end = nil; g.scene.Asked != asked {
			return g.begin(false)
		}
	}
	return cmd
}

// copied is the table as lines of text.
func (g *guardOrders) copied() string {
	lines := g.t.Lines(g.Title())
	if g.stopped() {
		lines = append(lines, g.progress())
	}
	return strings.Join(lines, "\n")
}

// load makes the cell's shortest order a branch.
func (g *guardOrders) load() bool {
	if g.row >= len(g.t.Rows) {
		return g.scene != nil && g.scene.None != ""
	}
	row := g.t.Rows[g.row]
	if g.col == thisOrder {
		return g.loadThis(row.ID)
	}
	if g.col < firstHarm {
		g.problem = "This is a count. A cell of a harm opens the shortest order that meets it."
		return false
	}
	found, ok := g.t.Opened(row, g.t.Harms[g.col-firstHarm])
	if !ok || len(found.Steps) == 0 {
		g.problem = fmt.Sprintf("There is no order to open: none meets %s under %s. %s",
			g.t.Harms[g.col-firstHarm].Text,
			row.Title, "Under 'this order' Enter opens what happened, as it goes under it.")
		return false
	}
	branch, err := g.d.Room().LoadOrder(g.scene.Under(row), row.ID+"-"+found.Name, found.Steps)
	if err != nil {
		g.problem = say.Error(err)
		return false
	}
	g.run.stopped.Store(true)
	g.d.Say(loadedSay(branch, found, " under "+row.Title, g.scene.Under(row)), 0)
	return true
}

// loadThis makes the order that happened, under a guard, a branch.
func (g *guardOrders) loadThis(id string) bool {
	did, err := g.d.Room().LoadGuard(g.one, id, "")
	if err != nil {
		g.problem = say.Error(err)
		return false
	}
	g.run.stopped.Store(true)
	g.d.Say(did+" u goes back, B lists the branches.", 0)
	return true
}

// Mouse: a click selects a cell, a click on the selected one opens it, the wheel goes through the rows; a click on a
// budget raises it.
func (g *guardOrders) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if g.end != nil {
		if m.Kind == face.Wheel {
			return false, nil
		}
		asked := g.scene.Asked
		m.Y-- // the budgets
		over, cmd := g.end.Mouse(m)
		return false, g.typing(asked, over, cmd)
	}
	if n := turnAt(g.turns, m); n != "" && g.scene != nil && g.scene.None == "" && turnBudget(n, &g.budget) {
		return false, g.begin(false)
	}
	if g.about.clicked(m) {
		return false, nil
	}
	m.Y-- // the budgets
	if m.Kind == face.Click || m.Kind == face.Double {
		g.problem = ""
	}
	return g.mouse(m) && g.load(), nil
}

// Paint shows the budgets, the table, and below it what the selected cell is about.
func (g *guardOrders) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	if g.scene == nil || g.scene.None == "" {
		g.turns = paintTurns(a, &g.budget)
	}
	text := a.Sub(image.Rect(1, 2, w-1, max(h, 2)))
	if g.end != nil {
		g.end.Paint(a.Sub(image.Rect(0, 1, w, h)), look)
		return
	}
	switch {
	case g.scene == nil:
		say.Paragraph(text, 0, h, "Looking for what is searched...", ink(themes.Text), look.Glyphs)
		return
	case g.scene.None != "":
		say.Paragraph(text, 0, h, g.scene.None+noOrders, ink(themes.Dim), look.Glyphs)
		return
	case len(g.t.Rows) == 0:
		g.paintProgress(text, look)
		return
	}
	next := 1 + g.harmGrid.paint(a.Sub(image.Rect(0, 1, w, h)), 4, look)
	g.paintSaid(a, image.Rect(1, min(next, h), w-1, h), look)
}

// paintProgress says how many searches are done, and how far the one is that goes on.
func (g *guardOrders) paintProgress(a grid.Area, look face.Look) (rows int) {
	const bar, least = 20, 74
	w, h := a.Size()
	if all := g.run.over.Guards; w >= least && all > 0 && h > 0 && !g.stopped() {
		share := (float64(len(g.t.Rows)) + g.share()) / float64(all)
		widget.PaintShare(a.Sub(image.Rect(w-bar, 0, w, 1)), share, look.Glyphs)
		w -= bar + 1
	}
	return say.Paragraph(a.Sub(image.Rect(0, 0, w, h)), 0, h, g.progress(), ink(themes.Text), look.Glyphs)
}

func (g *guardOrders) progress() string {
	switch all := say.Number(g.run.over.Guards, "guard"); {
	case g.stopped():
		return fmt.Sprintf("Stopped by hand: %d of %s searched%s.", len(g.t.Rows), all, g.inPart())
	case g.run.stopped.Load():
		return "Stopping. What was found so far stays."
	}
	text := fmt.Sprintf("%d of %s searched.", len(g.t.Rows), say.Number(g.run.over.Guards, "guard"))
	if p := g.run.latest; p.States > 0 {
		text += fmt.Sprintf(" %s: depth %d, %s%s.", g.run.now, p.Depth, explore.Plural(p.States, "state"), soFar(p))
	}
	return text
}

// inPart is how far the guard was searched under which somebody stopped the search; empty: it was to its end.
func (g *guardOrders) inPart() string {
	for _, row := range g.t.Rows {
		if row.Found != nil && row.Found.Stopped == explore.StoppedByHand {
			return fmt.Sprintf(", %s up to %s", row.Title, explore.Steps(row.Found.Covered))
		}
	}
	return ""
}

// share is about how much of the search that goes on is done: one under another guard came to so many states, else it
// is how much of its limit.
func (g *guardOrders) share() float64 {
	const nearly = 0.95 // it may come to more
	expected, _ := g.budget.Limits()
	most := 0
	for _, row := range g.t.Rows {
		if row.Found != nil {
			most = max(most, row.Found.States)
		}
	}
	if most > 0 {
		expected = most
	}
	return min(float64(g.run.latest.States)/float64(expected), nearly)
}

// paintSaid tells of the selected cell: what it says, what the writers do, and how their plans were rewritten.
func (g *guardOrders) paintSaid(a grid.Area, at image.Rectangle, look face.Look) {
	if (!g.run.done || g.stopped()) && at.Dy() > 0 {
		at.Min.Y += g.paintProgress(a.Sub(at), look)
	}
	row := g.t.Rows[g.row]
	does, notes := row.Say, row.Notes
	if one, ok := g.one.Row(row.ID); ok && g.col == thisOrder { // it was run again, and no plan written anew
		does, notes = one.Say, one.Notes
	}
	parts := []passage{{row.Title + ": " + does, bold(themes.Text)}, {g.told(row), ink(themes.Text)},
		{strings.Join(notes, " "), ink(themes.Dim)}}
	if g.problem != "" {
		parts = []passage{{g.problem, ink(themes.Behind)}}
	}
	g.about.paint(a, at, parts, look)
}

// told is what the selected cell says, in sentences.
func (g *guardOrders) told(row guards.OrdersRow) string {
	switch {
	case g.col == thisOrder:
		return g.toldThis(row)
	case row.Found == nil:
		return row.Why
	case g.col == allOrders:
		return row.Found.Verdict() + "."
	}
	harm := g.t.Harms[g.col-firstHarm]
	told := g.t.Tell(row, harm)
	if _, met := row.Harm(harm); !met && g.t.Occurs(harm) {
		told += g.instead(row)
	}
	if harm.Text == guards.AskedEnd {
		told += " It is: " + g.scene.Asked + "."
		if none := g.t.Unstopped(); none != "" && g.run.done && !g.run.stopped.Load() {
			told += " " + none
		}
	}
	return told
}

// instead tells of the other silent harms that orders meet under a guard where none meets one, else of work that they
// replace unread; empty: of none.
func (g *guardOrders) instead(row guards.OrdersRow) string {
	var list []string
	for _, harm := range g.t.Harms {
		found, ok := row.Harm(harm)
		if ok && (harm.Mark == engine.SeveritySilent || harm.IsUnread() && list == nil) {
			list = append(list, fmt.Sprintf("%s in %s", harm.Text, cmp.Or(found.Orders, "some")))
		}
	}
	if list == nil {
		return ""
	}
	return " But there is " + strings.Join(list, ", ") + "."
}

// toldThis tells of the order that happened, under a guard.
func (g *guardOrders) toldThis(row guards.OrdersRow) string {
	one, ok := g.one.Row(row.ID)
	if !ok {
		return "This order was not run under it."
	}
	text := "This order, under it: "
	for _, harm := range g.one.Anomalies {
		if told := one.Tell(harm); told != "" {
			return text + told
		}
	}
	if unread := one.Unread(); unread != "" {
		return text + strings.ToLower(unread[:1]) + unread[1:]
	}
	return text + unmarked(g.scene.HalfDone(), row.ID == "as-it-is")
}

// Cursor is where an end is typed.
func (g *guardOrders) Cursor() (x, y int, visible bool) {
	if g.end == nil {
		return 0, 0, false
	}
	x, y, visible = g.end.Cursor()
	return x, y + 1, visible
}

// Hints are the keys that count here.
func (g *guardOrders) Hints() []Hint {
	last := escCloses
	switch {
	case g.end != nil:
		return g.end.Hints()
	case g.scene != nil && g.scene.None != "":
		return []Hint{last}
	case !g.run.done:
		last = Hint{"Esc", "stop"}
	case g.stopped():
		return []Hint{{"Enter", "open"}, {"Left Right", "harm"}, {"Space", "search to the end"}, {"V", "all orders"},
			{"y", "copy"}, last}
	}
	return []Hint{{"Enter", "open"}, {"Left Right", "harm"}, {"V", "all orders"}, {"x", "lose more"},
		{"e", "end"}, {"?", "words, keys"}, {"y", "copy"}, last}
}
