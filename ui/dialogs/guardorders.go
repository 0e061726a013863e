package dialogs

import (
	"fmt"
	"slices"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// guardOrders is every guard over all orders: for each what it stops, allows and refuses, and in how many of them. A
// row opens its shortest order as a branch.
type guardOrders struct {
	picker
	d          command.Host
	processors int
	budget     explore.Budget
	scene      *room.Orders
	stopped    atomic.Bool
}

// NewGuardOrders compares the guards over all orders of what the branch and its script do, on that many processors and
// each up to so many states; 0: as many as explore.Budget says.
func NewGuardOrders(d command.Host, processors, states int) Dialog {
	g := &guardOrders{d: d, processors: processors, budget: explore.Budget{States: states}}
	g.picker = picker{chooser: newChooser("", "Searching all orders under every guard...", nil),
		title: "Compare guards: all orders", wide: 76,
		hints: []Hint{{"Enter", "open as a branch"}, upDown, {"Esc", "stop and close"}}}
	return g
}

// Start cuts the scene and searches, away from the screen.
func (g *guardOrders) Start() tea.Cmd {
	r := g.d.Room()
	return func() tea.Msg {
		scene := r.CutOrders()
		if scene.None != "" {
			return Result{To: g, Found: scene}
		}
		rows := scene.Guards(g.budget, g.processors, func(explore.Progress) bool { return !g.stopped.Load() })
		return Result{To: g, Found: guardsFound{scene, rows}}
	}
}

type guardsFound struct {
	scene room.Orders
	rows  []guards.OrdersRow
}

// take lists what was found.
func (g *guardOrders) take(what any) {
	switch what := what.(type) {
	case room.Orders:
		g.empty = what.None
		g.setRows(nil)
	case guardsFound:
		g.scene = &what.scene
		g.hints = []Hint{{"Enter", "open as a branch"}, upDown, escCloses}
		g.setRows(g.rowsOf(what.rows))
	}
}

// rowsOf are a heading for each guard and below it a row for each trouble that any of them has.
func (g *guardOrders) rowsOf(list []guards.OrdersRow) (rows []row) {
	kinds := guards.Troubles(list)
	for _, guard := range list {
		rows = append(rows, row{head: true, text: guard.Title})
		if guard.Found == nil {
			rows = append(rows, row{text: "not searched", say: guard.Why, ink: themes.Dim})
			continue
		}
		rows = append(rows, g.rowsUnder(guard, kinds)...)
	}
	return rows
}

// rowsUnder are the troubles under one guard.
func (g *guardOrders) rowsUnder(guard guards.OrdersRow, kinds []explore.Row) (rows []row) {
	troubles, _ := explore.Rows(guard.Found, g.d.Room().View().Title)
	for _, kind := range kinds {
		one := row{sign: string(kind.Mark), signInk: say.MarkInk(kind.Mark), text: kind.Text, find: kind.Name,
			right: explore.Stops(guard.Found, kind), rightInk: themes.Dim, say: guard.Say}
		if at := slices.IndexFunc(troubles, kind.Same); at >= 0 {
			found := troubles[at]
			one.right = explore.Allows(found)
			one.rightInk = say.MarkInk(kind.Mark)
			one.say = found.Way
			one.act = func() bool { return g.load(guard, found) }
		}
		rows = append(rows, one)
	}
	if len(kinds) == 0 {
		rows = append(rows, row{text: "no order meets a trouble", ink: themes.Dim, say: guard.Say})
	}
	return rows
}

func (g *guardOrders) load(guard guards.OrdersRow, found explore.Row) bool {
	branch, err := g.d.Room().LoadOrder(g.scene.Under(guard), guard.ID+"-"+found.Name, found.Steps)
	if err != nil {
		g.problem = say.Error(err)
		return false
	}
	g.d.Say(fmt.Sprintf("The branch %s: %s under %s lead to %s. . steps along it, u goes back.", branch,
		explore.Steps(found.Length), guard.Title, found.Text), 0)
	return true
}

// Update takes what was found, or goes through the rows; Esc stops what is still running.
func (g *guardOrders) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if r, ok := msg.(Result); ok {
		g.take(r.Found)
		return false, nil
	}
	done, cmd = g.picker.Update(msg)
	if done {
		g.stopped.Store(true)
	}
	return done, cmd
}
