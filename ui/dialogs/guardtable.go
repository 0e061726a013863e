package dialogs

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/guards"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// guardTable is one scenario under every guard: rows are guards, columns are harms. A cell opens its example as a
// branch. The runs come one by one, away from the screen.
type guardTable struct {
	d       command.Host
	runs    *guards.Runs // nil: the scene is being cut
	stopped atomic.Bool
	t       *guards.Table
	running bool
	harmGrid
	about   pages
	problem string
}

// NewGuardTable runs the branch again under every guard that its objects know, and lists which harm each stops.
func NewGuardTable(d command.Host) Dialog {
	return &guardTable{d: d, t: &guards.Table{}, running: true}
}

// Start cuts the scene.
func (g *guardTable) Start() tea.Cmd {
	r := g.d.Room()
	return func() tea.Msg { return Result{To: g, Found: r.GuardRuns(g.stopped.Load)} }
}

// next runs the scene under one more guard.
func (g *guardTable) next() tea.Cmd {
	runs := g.runs
	return func() tea.Msg {
		row, ok := runs.Next()
		if !ok {
			return Result{To: g, Found: lastRow{}}
		}
		return Result{To: g, Found: row}
	}
}

// lastRow says that there is no other row.
type lastRow struct{}

// found takes the scene, a row, or that there are no more.
func (g *guardTable) found(what any) tea.Cmd {
	switch what := what.(type) {
	case *guards.Runs:
		g.runs, g.t = what, what.Table()
		if g.t.None != "" {
			g.running = false
			return nil
		}
	case guards.Row:
		g.t.Add(what)
		g.fill()
		g.lead()
	case lastRow:
		g.running = false
		g.sort()
		return nil
	}
	return g.next()
}

// fill shows the rows that there are.
func (g *guardTable) fill() {
	var titles []string
	var heads []gridHead
	var text [][]string
	for _, harm := range g.t.Anomalies {
		heads = append(heads, headOf(engine.Severity(harm[0]), engine.Trouble(harm[2:]).Words()))
	}
	for _, row := range g.t.Rows {
		var cells []string
		for _, harm := range g.t.Anomalies {
			cells = append(cells, g.t.Cell(row, harm))
		}
		titles, text = append(titles, row.Title), append(text, cells)
	}
	g.set(titles, heads, text)
}

// lead puts the cursor on the best guard that stops a silent harm, until somebody moves it.
func (g *guardTable) lead() {
	if !g.chosen {
		g.row, g.col, _ = g.t.Lead()
	}
}

// sort puts the best guards in front once all have run; the cursor stays on its row.
func (g *guardTable) sort() {
	row, _, ok := g.selected()
	g.t.Sort()
	g.fill()
	if ok {
		g.row = slices.IndexFunc(g.t.Rows, func(r guards.Row) bool { return r.ID == row.ID })
	}
}

// leave stops what is still running.
func (g *guardTable) leave() { g.stopped.Store(true) }

// progress is how far the runs are; empty: all are done.
func (g *guardTable) progress() string {
	switch {
	case !g.running:
		return ""
	case g.runs == nil:
		return "Looking for what the guards are compared by..."
	}
	return fmt.Sprintf("Running the scene under %s... %d done.", say.Number(g.runs.Guards, "guard"), len(g.t.Rows))
}

// paintProgress says how far the runs are, and where there is room shows it as a bar.
func (g *guardTable) paintProgress(a grid.Area, look face.Look) (rows int) {
	const bar, least = 20, 74
	w, h := a.Size()
	if w >= least && g.runs != nil && g.runs.Guards > 0 {
		widget.PaintShare(a.Sub(image.Rect(w-bar, 0, w, 1)), float64(len(g.t.Rows))/float64(g.runs.Guards), look.Glyphs)
		w -= bar + 1
	}
	return say.Paragraph(a.Sub(image.Rect(0, 0, w, h)), 0, h, g.progress(), ink(themes.Text), look.Glyphs)
}

// Title says what was run.
func (g *guardTable) Title() string { return strings.TrimSuffix("Compare guards: "+g.t.What, ": ") }

const saidRows = 6

// Size is what all rows and columns want.
func (g *guardTable) Size(maxW, maxH int) (w, h int) {
	w = min(max(g.wide(), 74), maxW)
	rows := len(g.t.Rows)
	if g.runs != nil {
		rows = max(rows, g.runs.Guards)
	}
	return max(w, 1), max(min(rows+3+saidRows, maxH), 1)
}

// Update moves the cursor; Enter opens the example, Esc leaves what is running.
func (g *guardTable) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if r, ok := msg.(Result); ok {
		return false, g.found(r.Found)
	}
	key := press(msg)
	if key != "" {
		g.problem, g.chosen = "", true
	}
	switch key {
	case "esc", "q":
		g.leave()
		return true, nil
	case "enter":
		return g.load(), nil
	case "tab":
		g.about.turn()
		return false, nil
	case "V":
		g.leave()
		g.d.Do(command.CompareGuards{All: true})
		return true, nil
	}
	g.harmGrid.press(key)
	return false, nil
}

func (g *guardTable) selected() (row guards.Row, harm string, ok bool) {
	if g.row >= len(g.t.Rows) {
		return row, "", false
	}
	if g.col < len(g.t.Anomalies) {
		harm = g.t.Anomalies[g.col]
	}
	return g.t.Rows[g.row], harm, true
}

// load makes the cell's run a branch.
func (g *guardTable) load() bool {
	row, harm, ok := g.selected()
	if !ok {
		return !g.running
	}
	did, err := g.d.Room().LoadGuard(g.t, row.ID, harm)
	if err != nil {
		g.problem = say.Error(err)
		return false
	}
	g.leave()
	if told := row.Tell(harm); told != "" {
		g.d.Say(told, engine.Severity(harm[0]))
	} else {
		g.d.Say(did+" u goes back, B lists the branches.", 0)
	}
	return true
}

// Mouse: a click selects a cell, a click on the selected one opens it, the wheel goes through the rows.
func (g *guardTable) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if g.about.clicked(m) {
		return false, nil
	}
	if m.Kind == face.Click || m.Kind == face.Double {
		g.problem = ""
	}
	return g.mouse(m) && g.load(), nil
}

// Paint shows heads, rows, and below them what the selected cell is about.
func (g *guardTable) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	if g.t.None != "" {
		none := g.t.None
		if g.t.Ahead != "" {
			none += " V and g v try all orders of that under every guard."
		}
		say.Paragraph(a.Sub(image.Rect(1, 0, w-1, h)), 0, h, none, ink(themes.Dim), look.Glyphs)
		return
	}
	if len(g.t.Rows) == 0 {
		g.paintProgress(a.Sub(image.Rect(1, 0, w-1, h)), look)
		return
	}
	next := g.harmGrid.paint(a, 3, look)
	g.paintSaid(a, image.Rect(1, next, w-1, h), look)
}

// paintSaid tells of the selected cell: what the writers do, what comes of it, and what could not be rewritten.
func (g *guardTable) paintSaid(a grid.Area, at image.Rectangle, look face.Look) {
	row, harm, ok := g.selected()
	if !ok || at.Dy() < 1 {
		return
	}
	parts := []passage{{row.Say, bold(themes.Text)}, {cellText(g.t, row, harm), ink(themes.Text)},
		{strings.Join(row.Notes, " "), ink(themes.Dim)}}
	if g.problem != "" {
		parts = []passage{{g.problem, ink(themes.Behind)}}
	} else if g.running {
		at.Min.Y += g.paintProgress(a.Sub(at), look)
	}
	g.about.paint(a, at, parts, look)
}

// cellText is what a cell says, in a sentence: the referee's about the first case, or that there is none.
func cellText(t *guards.Table, row guards.Row, harm string) string {
	if unread := t.Unread(row); unread != "" && (harm == "" || row.Tell(harm) == "") {
		return unread
	}
	if refused := t.Refused(); harm == "" && refused != "" {
		if t.Ahead != "" {
			return "So far nobody is harmed under any guard. " + refused + " " + t.Ahead +
				" V and g v try all orders of that."
		}
		return "Nobody is harmed under any guard. " + refused
	}
	if harm == "" && t.Ahead != "" {
		return "So far nobody is harmed or refused under any guard. " + t.Ahead + " V and g v try all orders of that."
	}
	if harm == "" {
		return "Nobody is harmed or refused under any guard."
	}
	if told := row.Tell(harm); told != "" {
		return told
	}
	switch words := engine.Trouble(harm[2:]).Words(); {
	case t.Why(row, harm) != "":
		return "There is no " + words + " here. " + t.Why(row, harm)
	case t.Cell(row, harm) == "stops":
		return strings.TrimSpace("There is no " + words + " here. " + t.About(harm))
	case strings.HasPrefix(t.Cell(row, harm), "unread"):
		return "The same work is replaced unread here. It carried no guard, so nobody is said to be harmed: it is " +
			"lost all the same."
	case engine.Severity(harm[0]) == engine.SeverityRefused:
		return "Nobody is refused with \"" + words + "\" here."
	default:
		return "There is no " + words + " here: what harms has another name."
	}
}

// Cursor is nowhere: nothing is typed.
func (g *guardTable) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (g *guardTable) Hints() []Hint {
	last := escCloses
	switch {
	case g.t.None != "" && g.t.Ahead == "":
		return []Hint{last}
	case g.t.None != "":
		return []Hint{{"V", "all orders"}, last}
	case g.running:
		last = Hint{"Esc", "stop and close"}
	}
	return []Hint{{"Enter", "open as a branch"}, {"V", "all orders"}, upDown, {"Left Right", "harm"}, last}
}
