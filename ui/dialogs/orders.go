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

	"interleave/engine/explore"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// orders searches every order of what the writers do, beside the screen, and lists what comes of them. A row opens its
// shortest order as a branch.
type orders struct {
	picker
	d          command.Host
	processors int
	scene      *room.Orders // nil: it is being cut
	budget     explore.Budget
	run        *search // the newest
	found      *explore.Result
	filter     *prompt // the mark that rows must have, or an end, is being typed
	asked      string  // the end that is looked for; empty: none
	wanted     string  // the same, as it was typed last
	only       string
	columns    string // what stands above the numbers
}

// search is one search under way.
type search struct {
	stopped atomic.Bool
	news    chan explore.Progress // one may wait
	latest  explore.Progress
	began   time.Time
}

// newsEvery is how often the screen hears of a search.
const newsEvery = 100 * time.Millisecond

// NewOrders searches every order of what the branch and the rest of its script do, on that many processors and up to so
// many states; 0: as many as explore.Budget says.
func NewOrders(d command.Host, processors, states int) Dialog {
	o := &orders{d: d, processors: processors, budget: explore.Budget{States: states}}
	o.picker = picker{chooser: newChooser("", "", nil), title: "All orders", wide: 76}
	o.list.Same = func(x, y row) bool { return x.text == y.text }
	return o
}

// Start cuts the scene.
func (o *orders) Start() tea.Cmd {
	r := o.d.Room()
	return func() tea.Msg { return Result{To: o, Found: r.CutOrders()} }
}

// begin searches with the budget that stands; what was under way ends.
func (o *orders) begin() tea.Cmd {
	o.leave()
	run := &search{news: make(chan explore.Progress, 1), began: time.Now()}
	o.run, o.found = run, nil
	o.show()
	scene, budget, processors, last := *o.scene, o.budget, o.processors, time.Now()
	tick := func(p explore.Progress) bool {
		if now := time.Now(); now.Sub(last) >= newsEvery {
			last = now
			select {
			case run.news <- p:
			default: // the screen has not taken the one before
			}
		}
		return !run.stopped.Load()
	}
	searched := func() tea.Msg {
		defer close(run.news)
		return Result{To: o, Found: ended{run, scene.Search(budget, processors, tick)}}
	}
	return tea.Batch(searched, o.hear(run))
}

// ended is the result of a search.
type ended struct {
	run    *search
	result *explore.Result
}

// heard is how far a search is.
type heard struct {
	run *search
	at  explore.Progress
}

// hear waits for how far a search is.
func (o *orders) hear(run *search) tea.Cmd {
	return func() tea.Msg {
		if at, going := <-run.news; going {
			return Result{To: o, Found: heard{run, at}}
		}
		return nil
	}
}

// take takes the scene, how far a search is, or what it found.
func (o *orders) take(what any) tea.Cmd {
	switch what := what.(type) {
	case room.Orders:
		o.scene, o.found = &what, nil
		o.title = strings.TrimSuffix("All orders: "+what.What, ": ")
		if what.None == "" {
			return o.begin()
		}
		o.show()
	case heard:
		if what.run == o.run && o.found == nil {
			o.run.latest = what.at
			return o.hear(what.run)
		}
	case ended:
		if what.run == o.run {
			o.found = what.result
			o.d.Room().Note(view.OrdersNote, strings.Join(explore.Lines(o.scene.What, o.found, o.d.Room().View().Title),
				"\n"))
			o.show()
		}
	}
	return nil
}

// leave stops what is still running.
func (o *orders) leave() {
	if o.run != nil {
		o.run.stopped.Store(true)
	}
}

// show lists what was found.
func (o *orders) show() {
	o.empty, o.columns = "", ""
	if o.scene != nil && o.scene.None != "" {
		o.empty = o.scene.None
	}
	var rows []row
	if o.found != nil {
		troubles, ends := explore.Rows(o.found, o.d.Room().View().Title)
		wide := len("orders")
		for _, r := range slices.Concat(troubles, ends) {
			wide = max(wide, len(r.Orders))
		}
		o.columns = fmt.Sprintf("%*s  %8s  %5s", wide, "orders", "share", "steps")
		if o.asked != "" {
			rows = o.rowsOf("The end that was asked for",
				[]explore.Row{explore.AskedRow(o.found, o.asked, o.d.Room().View().Title)}, wide)
		}
		rows = append(append(rows, o.rowsOf("What goes wrong", troubles, wide)...),
			o.rowsOf("How it ends", ends, wide)...)
		if len(troubles) == 0 {
			o.empty = "No order meets a trouble."
		}
	}
	o.setRows(rows)
}

// rowsOf are rows under a heading, those of which the filter says so.
func (o *orders) rowsOf(head string, list []explore.Row, wide int) (rows []row) {
	for _, r := range list {
		if o.only != "" && (r.Mark == 0 || !strings.Contains(r.Text+" "+r.Name, o.only)) {
			continue
		}
		one := row{text: r.Text, find: r.Name, rightInk: themes.Dim, say: r.Way,
			right: fmt.Sprintf("%*s  %8s  %5d", wide, r.Orders, r.Share, r.Length),
			act:   func() bool { return o.load(r) }}
		if r.Steps == nil {
			one.right, one.act = "", nil
		}
		if r.Mark != 0 {
			one.sign, one.signInk = string(r.Mark), say.MarkInk(r.Mark)
		}
		rows = append(rows, one)
	}
	if len(rows) > 0 {
		rows = append([]row{{head: true, text: head}}, rows...)
	}
	return rows
}

// load makes the row's shortest order a branch.
func (o *orders) load(r explore.Row) bool {
	branch, err := o.d.Room().LoadOrder(*o.scene, r.Name, r.Steps)
	if err != nil {
		o.problem = say.Error(err)
		return false
	}
	o.leave()
	o.d.Say(fmt.Sprintf("The branch %s: %s lead to %s. . steps along it, u goes back.", branch,
		explore.Steps(r.Length), r.Text), 0)
	return true
}

// turn changes the budget by a key.
func (o *orders) turn(key string) (changed bool) {
	for _, t := range explore.Turns() {
		switch n := t.Of(&o.budget); {
		case key == t.Key && *n < explore.MostBudget:
			*n++
			return true
		case key == strings.ToUpper(t.Key) && *n > 0:
			*n--
			return true
		}
	}
	return false
}

// Update changes what may happen, filters, copies, stops, or goes through the rows.
func (o *orders) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if r, ok := msg.(Result); ok {
		return false, o.take(r.Found)
	}
	if o.filter != nil {
		over, cmd := o.filter.Update(msg)
		if over {
			again := o.scene != nil && o.wanted != o.asked
			o.filter, o.asked = nil, o.wanted
			if o.show(); again {
				return false, o.begin()
			}
		}
		return false, cmd
	}
	switch key := press(msg); {
	case key == "esc" && o.only != "":
		o.only = ""
		o.show()
		return false, nil
	case key == "esc", key == "q":
		o.leave()
		return true, nil
	case key == "/":
		o.filter = newPrompt("Only the trouble", "Trouble", o.only, "Show",
			func(text string) error { o.only = strings.ToLower(strings.TrimSpace(text)); return nil })
		return false, nil
	case key == "e" && o.scene != nil && o.scene.None == "":
		o.filter = newPrompt("Only the end", "Ends as", cmp.Or(o.asked, "state "), "Search", o.end)
		return false, nil
	case key == "y" && o.found != nil:
		o.d.Say("Copied the verdict.", 0)
		return false, tea.SetClipboard(o.verdict())
	case o.scene != nil && o.scene.None == "" && o.turn(key):
		return false, o.begin()
	default:
		return o.picker.Update(msg)
	}
}

// end asks for the orders that end as a line says.
func (o *orders) end(text string) error {
	text = strings.TrimSpace(text)
	if text == "state" {
		text = ""
	}
	if err := o.scene.End(text); err != nil {
		return err
	}
	o.wanted = text
	return nil
}

func (o *orders) verdict() string { return o.title + ": " + o.found.Verdict() }

// Mouse goes to the rows.
func (o *orders) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if o.filter != nil {
		return false, nil
	}
	m.Y -= ordersTop
	return o.picker.Mouse(m)
}

// ordersTop is how many rows stand above the list.
const ordersTop = 4

// Size has room for what is searched, the verdict and the rows.
func (o *orders) Size(maxW, maxH int) (w, h int) {
	const least = 14
	w, h = o.picker.Size(maxW, maxH-ordersTop)
	return w, min(max(h+ordersTop, least), maxH)
}

// Paint shows what may happen, the verdict or how far the search is, and the rows.
func (o *orders) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	x := 1
	for _, t := range explore.Turns() {
		n := *t.Of(&o.budget)
		style := ink(themes.Dim)
		if n > 0 {
			style = bold(themes.Text)
		}
		x += a.Put(x, 0, t.Key, bold(themes.Key)) + 1
		x += a.Put(x, 0, fmt.Sprintf("%s %d", t.Word, n), style) + 2
	}
	head := a.Sub(image.Rect(1, 1, w-1, min(ordersTop-1, h)))
	switch {
	case o.filter != nil:
		o.filter.Paint(a.Sub(image.Rect(0, 1, w, h)), look)
		return
	case o.scene == nil:
		say.Paragraph(head, 0, 2, "Looking for what is searched...", ink(themes.Text), look.Glyphs)
	case o.scene.None != "":
	case o.found == nil:
		say.Paragraph(head, 0, 2, o.progress(), ink(themes.Text), look.Glyphs)
	default:
		say.Paragraph(head, 0, 2, o.found.Verdict(), bold(themes.Text), look.Glyphs)
	}
	if o.columns != "" {
		a.PutRight(w-2, ordersTop-1, o.columns, ink(themes.Dim))
	}
	o.picker.Paint(a.Sub(image.Rect(0, min(ordersTop, h), w, h)), look)
}

// progress is how far the search is.
func (o *orders) progress() string {
	p := o.run.latest
	text := fmt.Sprintf("Searching... depth %d, %s states", p.Depth, explore.Count(p.States))
	if spent := time.Since(o.run.began); p.States > 0 && spent > time.Second {
		text += fmt.Sprintf(", %s a second", explore.Count(int(float64(p.States)/spent.Seconds())))
	}
	const mib = 1 << 20
	return fmt.Sprintf("%s, %d MiB.", text, p.Bytes/mib)
}

// Hints are the keys that count here.
func (o *orders) Hints() []Hint {
	last := escCloses
	if o.run != nil && o.found == nil {
		last = Hint{"Esc", "stop and close"}
	}
	return []Hint{{"Enter", "open as a branch"}, upDown, {"x", "lose more"}, {"X", "fewer"}, {"/", "trouble"},
		{"e", "end"},
		{"y", "copy"}, last}
}
