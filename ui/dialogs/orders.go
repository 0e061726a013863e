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
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
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
	ended
	filter  *prompt // the trouble that rows must have is being typed, above them, or in their place an end
	narrows bool    // it is a trouble: rows follow what is typed
	asked   string  // the end that was searched last; empty: none
	only    string
	chosen  bool              // somebody went through the rows
	columns string            // what stands above the numbers
	top     int               // how many rows stand above the list
	turns   []image.Rectangle // where each budget is shown
	typed   image.Rectangle   // where the line to type in is
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
	o.saids = 4
	o.twice = true
	return o
}

// Start cuts the scene.
func (o *orders) Start() tea.Cmd {
	r := o.d.Room()
	return func() tea.Msg { return Result{To: o, Found: r.CutOrders()} }
}

// begin shows what the session has of a search with the budget that stands, else searches.
func (o *orders) begin() tea.Cmd { return o.search(o.d.Room().View()) }

// search searches with the budget that stands, unless the session has that; what was under way ends. nil: it is
// searched anew.
func (o *orders) search(kept *view.View) tea.Cmd {
	o.leave()
	o.asked = o.scene.Asked
	o.d.Room().AskBudget(o.scene, o.budget)
	run := &search{news: make(chan explore.Progress, 1), began: time.Now()}
	o.run, o.found, o.chosen = run, nil, false
	o.show()
	scene, budget, processors, last, marks := *o.scene, o.budget, o.processors, time.Now(), 0
	before := o.d.Room().View()
	tick := func(p explore.Progress) bool {
		if now := time.Now(); now.Sub(last) >= newsEvery || len(p.Marks) > marks {
			select {
			case run.news <- p.Counted():
				last, marks = now, len(p.Marks)
			default: // the screen has not taken the one before
			}
		}
		return !run.stopped.Load()
	}
	searched := func() tea.Msg {
		defer close(run.news)
		var found *explore.Result
		if kept != nil {
			found = room.ResultOf(kept, scene, budget)
		}
		known := found != nil
		if !known {
			found = scene.Search(budget, processors, tick)
			// stopped sooner than one before: that told more
			if was := room.ResultOf(before, scene, budget); was != nil && found.Stopped == explore.StoppedByHand &&
				was.Covered > found.Covered {
				found, known = was, true
			}
		}
		troubles, ends := explore.Rows(found, scene.Title)
		over := ended{of: run, result: found, budget: budget, known: known, troubles: troubles, ends: ends,
			told:  toldOrders{ends: make([]room.ToldOrder, len(ends))},
			lines: strings.Join(explore.Lines(scene.What, found, scene.Title), "\n")}
		if near, ok := scene.Nearest(found); ok && found.Stopped != explore.StoppedByHand {
			over.nearest = []explore.Row{near}
		}
		return Result{To: o, Found: over}
	}
	return tea.Batch(searched, o.hear(run))
}

// ended is the result of a search.
type ended struct {
	of             *search
	result         *explore.Result
	budget         explore.Budget
	known          bool // the session had it
	troubles, ends []explore.Row
	told           toldOrders    // of the shortest orders; looked for once the rows stand
	lines          string        // all of it
	nearest        []explore.Row // where no order has the end that was asked for: the one that comes nearest
}

// toldOrders is what the shortest order to each end meets, and what that of each trouble loses.
type toldOrders struct {
	of             *search
	troubles, ends []room.ToldOrder
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
			what.Budget.States = o.budget.States
			o.budget = what.Budget
			return o.begin()
		}
		o.show()
	case heard:
		if what.run == o.run && o.found == nil {
			more := len(what.at.Marks) > len(o.run.latest.Marks)
			if o.run.latest = what.at; more {
				o.show()
			}
			return o.hear(what.run)
		}
	case ended:
		if what.of == o.run {
			o.found, o.ended = what.result, what
			o.d.Room().Note(view.OrdersNote, what.lines)
			if !what.known {
				o.d.Room().KeepResult(*o.scene, what.budget, what.result)
			}
			o.show()
			if !o.chosen { // rows came in another order while the search went on
				o.list.First()
				o.skip(1)
			}
			scene := *o.scene
			return func() tea.Msg { return Result{To: o, Found: tellOrders(scene, what)} }
		}
	case toldOrders:
		if what.of == o.run {
			copy(o.told.ends, what.ends)
			o.told.troubles = what.troubles
			o.show()
		}
	}
	return nil
}

func tellOrders(scene room.Orders, of ended) toldOrders {
	told := toldOrders{of: of.of, ends: scene.TellEnds(of.result)}
	for _, r := range of.troubles {
		one := room.ToldOrder{}
		if r.Mark != 0 && r.Mark != ' ' {
			one = scene.Tell(r.Steps, engine.Trouble(r.Name))
		}
		told.troubles = append(told.troubles, one)
	}
	return told
}

// leave stops what is still running.
func (o *orders) leave() {
	if o.run != nil {
		o.run.stopped.Store(true)
	}
}

// going says whether a search is under way.
func (o *orders) going() bool { return o.run != nil && o.found == nil && o.scene.None == "" }

// stopped says whether what is shown was found by a search that somebody stopped.
func (o *orders) stopped() bool { return o.found != nil && o.found.Stopped == explore.StoppedByHand }

// show lists what was found: while a search goes on the troubles that it has met.
func (o *orders) show() {
	o.columns, o.empty = "", ""
	if o.only != "" {
		o.empty = "No match for '" + o.only + "'. Esc shows all."
	}
	switch {
	case o.found != nil:
		o.setRows(o.allRows())
	case o.going() && len(o.run.latest.Marks) > 0:
		troubles, _ := explore.Rows(&explore.Result{Marks: o.run.latest.Marks}, o.scene.Title)
		o.columns = "steps"
		o.setRows(o.rowsOf("What goes wrong, as far as was looked", troubles, 0, nil))
	default:
		o.setRows(nil)
	}
}

// allRows are the end that was asked for, the troubles and the ends.
func (o *orders) allRows() (rows []row) {
	troubles, ends := o.troubles, o.ends
	wide := len("orders")
	for _, r := range slices.Concat(troubles, ends) {
		wide = max(wide, len(briefCount(r.Orders)))
	}
	o.columns = fmt.Sprintf("%*s  %8s  %*s  %8s", wide, "orders", "share", marksWide, "marks", "shortest")
	if o.asked != "" {
		rows = o.rowsOf("The end that was asked for",
			append([]explore.Row{explore.AskedRow(o.found, o.asked, o.scene.Title)}, o.nearest...), wide, nil)
	}
	if len(troubles) == 0 && o.only == "" {
		clean := row{text: o.found.Clean(), ink: themes.Fresh, act: o.nothing("There is no trouble to open."),
			say: "x lets a request or an answer be lost, d be doubled, z " +
				"come late, t lets the next timer end, s lets a writer stop. Capital letters take it back."}
		rows = append(rows, row{head: true, text: "What goes wrong"}, clean)
	}
	wrong := "What goes wrong"
	if o.only != "" {
		wrong += fmt.Sprintf(", only '%s': Esc shows all", o.only)
	}
	rows = append(rows, o.rowsOf(wrong, troubles, wide, o.told.troubles)...)
	head := "How it ends, and each writer's last answer"
	if len(ends) > 0 && ends[0].About != "" {
		head += ": " + ends[0].About
	}
	list := o.rowsOf(head, ends, wide, o.told.ends)
	if shared := explore.Shared(o.found, o.scene.Title); shared != "" && len(list) > 0 {
		list = slices.Insert(list, 1, row{head: true, text: shared})
	}
	return append(rows, list...)
}

// marksWide is the column of the sorts of marks that the orders to an end meet; while these are not counted, of those
// that the shortest of them meets.
const marksWide = 5

// rowsOf are rows under a heading, those of which the filter says so; told is what their shortest orders meet, as far
// as that is known.
func (o *orders) rowsOf(head string, list []explore.Row, wide int, told []room.ToldOrder) (rows []row) {
	called, lead := alikeCalled(o.d.Room().View().Writers()), alikeBegun(list)
	for i, r := range list {
		if o.only != "" && (r.Mark == 0 || !strings.Contains(strings.ToLower(r.Text+" "+r.Name), o.only)) {
			continue
		}
		meets := room.ToldOrder{}
		if i < len(told) {
			meets = told[i]
		}
		signs := ""
		if r.Mark == 0 {
			signs = cmp.Or(r.Signs, meets.Marks)
		}
		one := row{text: r.Text, find: r.Name, rightInk: themes.Dim, say: r.Way,
			right: fmt.Sprintf("%*s  %8s  %*s  %8s", wide, briefCount(r.Orders), r.Share, marksWide, signs,
				engine.Counted(r.Length, "step")),
			act: func() bool { return o.load(r, meets.About) }}
		switch {
		case r.Steps == nil:
			one.right, one.act = "", o.nothing("There is no order to open. The nearest stands below.")
			if o.nearest == nil {
				one.act = o.nothing("There is no order to open: none was found that ends so.")
			}
		case wide == 0:
			one.right = fmt.Sprintf("%5d", r.Length)
		}
		switch {
		case r.Mark != 0:
			one.sign, one.signInk = string(r.Mark), say.MarkInk(r.Mark)
			switch {
			case isSplit(r):
				one.say = room.SplitCounts + " The shortest order: " + r.Way + ". " + o.scene.TellSplit(r.Steps)
			case r.Mark == engine.SeveritySilent && meets.Said != "":
				one.say = meets.Said + " The shortest order: " + r.Way
			}
		case told != nil:
			one.say = r.Text + ". The shortest order: " + r.Way
			switch {
			case meets.Said != "":
				one.say = fmt.Sprintf("%s. In the shortest order: %s %s", r.Text, meets.Said, r.Way)
			case meets.Played:
				one.say = fmt.Sprintf("%s. The shortest order has no conflict: %s", r.Text, r.Way)
			}
			switch one.say = strings.TrimSuffix(one.say, "."); {
			case r.Meets != "" && r.Orders != "1":
				one.say += ". Of all that end so: " + r.Meets + "."
			case r.Meets == "" && meets.Marks != "" && r.Orders != "1":
				one.say += ". Other orders that end so may have other marks."
			}
			one.text, one.tail = stands(r), r.Heard
			if lead > 0 {
				one.text = ".." + one.text[lead:]
			}
			if called != "" {
				one.brief = strings.ReplaceAll(r.Heard, called, "")
			}
		}
		if len(r.Orders) > longCount {
			one.say = fmt.Sprintf("%s. In %s orders.", strings.TrimSuffix(one.say, "."), r.Orders)
		}
		rows = append(rows, one)
	}
	if len(rows) > 0 {
		rows = append([]row{{head: true, text: head}}, rows...)
	}
	return rows
}

// stands is what stands at an end, without what each writer heard.
func stands(r explore.Row) string {
	return strings.TrimSuffix(strings.TrimSuffix(r.Text, r.Heard), ", ")
}

// alikeBegun is how many bytes the texts of all ends begin with in common, up to the end of a word; 0 where they are
// short.
func alikeBegun(ends []explore.Row) int {
	const short = 24
	if len(ends) < 2 {
		return 0
	}
	lead, longest := stands(ends[0]), 0
	for _, r := range ends {
		text := stands(r)
		longest = max(longest, grid.Width(text))
		for !strings.HasPrefix(text, lead) {
			lead = lead[:len(lead)-1]
		}
	}
	at := strings.LastIndexAny(lead, " [({,:=/")
	if at >= 0 && !strings.ContainsRune("[({", rune(lead[at])) { // a bracket opens what differs
		at++
	}
	if longest < short || at <= len("..") {
		return 0
	}
	return at
}

// alikeCalled are the words with which the names of all writers begin, as `Thread ` of three threads.
func alikeCalled(writers []*engine.Writer) string {
	if len(writers) < 2 {
		return ""
	}
	lead := func(name string) string { return name[:strings.LastIndexByte(name, ' ')+1] }
	called := lead(writers[0].Title)
	for _, w := range writers {
		for !strings.HasPrefix(w.Title, called) {
			called = lead(strings.TrimSuffix(called, " "))
		}
	}
	return called
}

// nothing says why a row opens nothing.
func (o *orders) nothing(why string) func() bool {
	return func() bool {
		o.problem = why
		return false
	}
}

// load makes the row's shortest order a branch, and shows what it is about.
func (o *orders) load(r explore.Row, about engine.ObjectID) bool {
	branch, err := o.d.Room().LoadOrder(*o.scene, r.Name, r.Steps)
	if err != nil {
		o.problem = say.Error(err)
		return false
	}
	o.leave()
	if o.d.Room().View().Page(about) != "" {
		o.d.Select(about)
	}
	o.d.Say(loadedSay(branch, r, "", *o.scene), 0)
	return true
}

// loadedSay says which order a branch is.
func loadedSay(branch string, r explore.Row, under string, of room.Orders) string {
	what := r.Text
	if r.Mark == 0 {
		what = "this end"
	}
	harm := ""
	if isSplit(r) {
		harm = " " + of.TellSplit(r.Steps)
	}
	return fmt.Sprintf("Branch %s: %s%s in %s.%s . goes along it, V lists the orders again, u goes back.", branch, what,
		under, explore.Steps(r.Length), harm)
}

// Update changes what may happen, filters, copies, stops, or goes through the rows.
func (o *orders) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if r, ok := msg.(Result); ok {
		return false, o.take(r.Found)
	}
	if o.filter != nil {
		return false, o.typing(o.filter.Update(msg))
	}
	switch key := press(msg); {
	case key == "esc" && o.only != "":
		o.only = ""
		o.show()
		return false, nil
	case (key == "esc" || key == "q") && o.going() && !o.run.stopped.Load():
		o.leave() // what was found so far stays
		return false, nil
	case key == "esc", key == "q":
		o.leave()
		return true, nil
	case key == "/":
		o.narrow()
		return false, nil
	case key == "e" && o.scene != nil && o.scene.None == "":
		o.filter, o.narrows = askForEnd(o.d, o.scene), false
		return false, nil
	case key == "space" && o.stopped():
		return false, o.search(nil)
	case key == "W" && o.scene != nil && o.scene.None == "":
		o.leave()
		o.d.Do(command.CompareGuards{All: true})
		return true, nil
	case key == "y" && o.found != nil:
		o.d.Say("Copied the verdict.", 0)
		return false, tea.SetClipboard(o.verdict())
	case o.scene != nil && o.scene.None == "" && turnBudget(key, &o.budget):
		return false, o.begin()
	default:
		o.chosen = o.chosen || key != ""
		return o.picker.Update(msg)
	}
}

// narrow asks for the trouble that rows must have; they follow what is typed.
func (o *orders) narrow() {
	was := o.only
	only := func(text string) {
		o.only = strings.ToLower(strings.TrimSpace(text))
		o.show()
	}
	o.filter, o.narrows = newPrompt("Only some troubles", "Only troubles with the word", o.only, "Show",
		func(text string) error { only(text); return nil }), true
	o.filter.typed, o.filter.cancel = only, func() { only(was) }
}

// typing takes what the line to type in made of a message: where that is over and another end was asked for, the search
// begins anew.
func (o *orders) typing(over bool, cmd tea.Cmd) tea.Cmd {
	if !over {
		return cmd
	}
	o.filter = nil
	if o.scene != nil && o.scene.Asked != o.asked {
		return o.begin()
	}
	o.show()
	return cmd
}

// askForEnd asks for the end that orders are to have.
func askForEnd(d command.Host, scene *room.Orders) *prompt {
	p := newPrompt("Only the end", "Ends as", cmp.Or(scene.Asked, "state "), "Search", func(text string) error {
		if text = strings.TrimSpace(text); text == "state" {
			text = ""
		}
		return d.Room().AskEnd(scene, text)
	})
	p.below = "As state blob wiki/hits body=9, state ann heard=412 (last) or saw=412 (ever); a semicolon parts " +
		"several. Empty asks for none."
	return p
}
