package panes

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// asked is the last intent that a pane gave to the desktop.
func (d *desk) last() command.Intent {
	if len(d.asked) == 0 {
		return nil
	}
	return d.asked[len(d.asked)-1]
}

func TestTheTreeSelectsSwitchesAndGoes(t *testing.T) {
	d := play(t, "wiki.race")
	tree := NewTree(d)
	d.object = ""
	d.with(tree)
	d.toMark(t)
	at := func(words string) face.Mouse {
		t.Helper()
		for y, line := range screen(tree, 26, 20, true, ascii()).Text() {
			if x := strings.Index(line, words); x >= 0 {
				return face.Mouse{Kind: face.Click, X: x - 1, Y: y - 1}
			}
		}
		t.Fatalf("%q is not in the tree", words)
		return face.Mouse{}
	}
	tree.Mouse(at("home.md"))
	if d.object != page {
		t.Errorf("a click selects %q", d.object)
	}
	d.Select("container wiki")
	if n := tree.tree.Selected(); n.ID != "object container wiki" {
		t.Errorf("what is selected elsewhere is not selected in the tree: %s", n.ID)
	}
	tree.Do(command.Move{Where: command.Below})
	tree.Do(command.Open{})
	if d.object != page {
		t.Errorf("Enter selects %q", d.object)
	}
	d.room.Bookmark("a mark")
	here := d.room.View().Record
	fork := d.room.Fork()
	inputs(t, d.room, engine.AddWriter{ID: "che", Title: "Chen"})
	tree.Mouse(at("main"))
	if v := d.room.View(); v.Branch != "main" || v.Record != here || fork == "main" {
		t.Errorf("on %s at %d", v.Branch, v.Record)
	}
	if err := d.room.Switch(fork); err != nil {
		t.Fatal(err)
	}
	tree.Mouse(at("a mark"))
	if v := d.room.View(); v.Record != here {
		t.Errorf("the bookmark leads to %d, not %d", v.Record, here)
	}
}

func TestTheTreeMovesOverItsGaps(t *testing.T) {
	d := play(t, "wiki.race")
	tree := NewTree(d)
	d.with(tree)
	screen(tree, 26, 20, true, ascii())
	tree.Do(command.Move{Where: command.First})
	for range 20 {
		if e, _ := tree.selected(); e.gap {
			t.Fatal("a gap is selected")
		}
		tree.Do(command.Move{Where: command.Below})
	}
	for range 20 {
		if e, _ := tree.selected(); e.gap {
			t.Fatal("a gap is selected")
		}
		tree.Do(command.Move{Where: command.Above})
	}
}

// What lies in something else is called by the rest of its name, and a snapshot by the time of day of its id.
func TestTheTreeShortensNames(t *testing.T) {
	for rest, want := range map[string]string{"/home.md": "home.md", "/a/b": "a/b",
		"@2026-01-05T09:00:09.3000000Z": "@ 09:00:09.3", "@2026-01-05T09:00:10.0000001Z": "@ 09:00:10.0000001",
		"@2026-01-05T09:00:10.0000000Z": "@ 09:00:10.0"} {
		if got := inside(rest); got != want {
			t.Errorf("%s is called %q, not %q", rest, got, want)
		}
	}
}

func TestTheCardLinksItsCauses(t *testing.T) {
	d := play(t, "wiki.race")
	card := NewCard(d)
	d.with(card)
	d.toMark(t)
	trouble, _ := card.Trouble()
	steps := d.room.View().Story(trouble.Finding).Steps
	lines := screen(card, 60, 26, true, ascii()).Text()
	for _, s := range steps {
		card.Do(command.Move{Where: command.Below})
		card.Do(command.Open{})
		if d.last() != (command.GoTo{Record: s.Event}) {
			t.Errorf("%q leads to %v, not to event %d", s.Text, d.last(), s.Event)
		}
	}
	card.Do(command.Move{Where: command.Below})
	card.Do(command.Open{})
	if d.last() != (command.Recommend{}) {
		t.Errorf("behind the causes stands %v, not the advice", d.last())
	}
	for y, line := range lines {
		if want := fmt.Sprintf("event %d", steps[1].Event); strings.Contains(line, want) {
			card.Mouse(face.Mouse{Kind: face.Click, X: 50, Y: y - 1})
			if d.last() != (command.GoTo{Record: steps[1].Event}) {
				t.Errorf("a click on %q leads to %v", want, d.last())
			}
		}
	}
}

func TestTheCardGoesThroughTheConflicts(t *testing.T) {
	d := play(t, "r09-stale-lease-holder.race")
	card := NewCard(d)
	d.with(card)
	for d.room.View().Next != "" {
		if _, err := d.room.Step(); err != nil {
			break
		}
	}
	troubles := d.room.View().Troubles()
	if len(troubles) != 3 {
		t.Fatalf("the race has three marks, not %v", troubles)
	}
	title := func() string {
		left, _ := card.Title()
		var words []string
		for _, s := range left {
			words = append(words, s.Text)
		}
		return strings.Join(words, " ")
	}
	for _, want := range []string{"Conflict 3 of 3: ~ stale holder (silent)", "Conflict 2 of 3: ! lease over (refused)",
		"Conflict 1 of 3: ! leased (refused)"} {
		if got := title(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
		card.Do(command.Conflict{By: -1})
	}
	if _, mine := card.Do(command.Conflict{By: -1}); mine {
		t.Error("there is a conflict before the first")
	}
}

func TestTheLogFollowsUntilItIsScrolled(t *testing.T) {
	d := play(t, "wiki.race")
	log := NewLog(d)
	d.with(log)
	d.toMark(t)
	newest := func() int {
		at, _ := log.list.Selected()
		return at
	}
	if n := len(log.entries) - 1; newest() != n {
		t.Fatalf("event %d is selected, not the newest, %d", newest(), n)
	}
	screen(log, 80, 10, true, ascii())
	log.Do(command.Move{Where: command.Below})
	log.Do(command.Move{Where: command.Below})
	kept := newest()
	inputs(t, d.room, engine.AddWriter{ID: "che", Title: "Chen"})
	if newest() != kept {
		t.Errorf("a new event moved the selection from %d to %d", kept, newest())
	}
	log.Do(command.Open{})
	if want := (command.GoTo{Record: log.entries[kept].Record}); d.last() != want {
		t.Errorf("Enter asks %v, not %v", d.last(), want)
	}
	log.Do(command.GoTo{})
	if len(d.asked) != 2 || d.last() != (command.GoTo{Record: log.entries[kept].Record}) {
		t.Errorf("F4 asks %v", d.asked)
	}
	if _, mine := log.Do(command.GoTo{Record: 3}); mine {
		t.Error("the log keeps a journey that is the desktop's")
	}
	log.Do(command.Move{Where: command.First})
	inputs(t, d.room, engine.AddWriter{ID: "dee", Title: "Dee"})
	if newest() != len(log.entries)-1 {
		t.Error("back at the top it does not follow")
	}
}

func TestTheLogFindsWords(t *testing.T) {
	d := play(t, "wiki.race")
	log := NewLog(d)
	d.with(log)
	d.toMark(t)
	log.SetFilter("Precondition")
	if log.list.Len() != 2 { // the decision, and that Ana heard it
		t.Errorf("%d lines", log.list.Len())
	}
	if _, mine := log.Do(command.Escape{}); !mine || log.list.Len() != len(log.entries) {
		t.Error("Esc does not show all")
	}
	if _, mine := log.Do(command.Escape{}); mine {
		t.Error("a second Esc is not the desktop's")
	}
	log.SetFilter("Chen joins")
	inputs(t, d.room, engine.AddWriter{ID: "che", Title: "Chen"})
	if log.list.Len() != 1 {
		t.Errorf("a new event that fits is not shown: %d lines", log.list.Len())
	}
	if err := d.room.Undo(); err != nil {
		t.Fatal(err)
	}
	inputs(t, d.room, engine.AddWriter{ID: "dee", Title: "Dee"})
	if log.list.Len() != 0 {
		t.Error("another branch is searched by the words of the old one")
	}
}

func TestTheTruthComparesChosenVersions(t *testing.T) {
	d := play(t, "wiki.race")
	truth := NewTruth(d)
	d.with(truth)
	d.toMark(t)
	screen(truth, 70, 26, true, ascii())
	if older, newer, ok := truth.pair(); !ok || older.Number != "4" || newer.Number != "5" {
		t.Errorf("v%s with v%s", older.Number, newer.Number)
	}
	truth.Do(command.Open{})
	truth.Do(command.Move{Where: command.Last})
	if got := text(screen(truth, 70, 26, true, ascii())); !strings.Contains(got, "Difference v1 to v5") {
		t.Errorf("the chosen versions are not compared:\n%s", got)
	}
	truth.Mouse(face.Mouse{Kind: face.Click, X: 3, Y: 0})
	cmd, mine := truth.Do(command.Copy{})
	if !mine || fmt.Sprint(cmd()) != truth.truth.Versions[0].Tag {
		t.Errorf("copied %v, not the whole tag %s", cmd(), truth.truth.Versions[0].Tag)
	}
}

// A tombstone is a version like any other, and the list says that nothing is there now.
func TestTheTruthListsRemovals(t *testing.T) {
	d := play(t, "wiki.race")
	truth := NewTruth(d)
	d.with(truth)
	sendAll(t, d.room, hand("ben", "delete-blob", "wiki/home.md"))
	got := screen(truth, 80, 6, false, ascii()).Text()
	if !strings.Contains(got[1], "Ben") || !strings.Contains(got[1], "deleted") || strings.Contains(got[1], "now") {
		t.Errorf("the removal shows as %q", got[1])
	}
}

// Nothing sticks out, nothing is cut in half, whatever people are called and write.
func TestNoLineIsWiderThanThePane(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	names := []string{"Екатерина Великая Вторая", "王小明和他的朋友们一起来了", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 Ana", "z̷a̷l̷g̷o̷"}
	for i, name := range names {
		inputs(t, r, engine.AddWriter{ID: fmt.Sprintf("w%d", i), Title: name})
	}
	body := "Часы работы с девяти до пяти\n营业时间九点到五点，星期天休息\n👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\tтаб\x1b[31m\n"
	sendAll(t, r, hand("w0", "create-container", "wiki"), hand("w0", "put-blob", "wiki/главная-首页-🏠.md", "body", body),
		hand("w1", "get-blob", "wiki/главная-首页-🏠.md"),
		hand("w1", "put-blob", "wiki/главная-首页-🏠.md", "body", body+body),
		hand("w2", "put-blob", "wiki/главная-首页-🏠.md", "body", "x"),
		hand("w3", "acquire-blob-lease", "wiki/главная-首页-🏠.md", "duration", "30"),
		hand("w1", "put-blob", "wiki/главная-首页-🏠.md", "body", body))
	d := newDesk(t, r)
	d.object = "blob wiki/главная-首页-🏠.md"
	for _, p := range allPanes(d) {
		for _, view := range []bool{false, true} {
			if view {
				p.Do(command.View{})
			}
			for w := range 60 {
				neighbours(t, p, w+1, 1+w*3%19)
			}
		}
	}
}

func allPanes(d *desk) map[string]anyPane {
	list := map[string]anyPane{"truth": NewTruth(d), "tree": NewTree(d), "card": NewCard(d), "log": NewLog(d),
		"flight": NewFlight(d)}
	for place := 1; place <= 4; place++ {
		list[fmt.Sprint("writer", place)] = NewWriter(d, place)
	}
	for _, p := range list {
		d.with(p)
	}
	return list
}

// neighbours paints a pane between columns that are not its own and looks whether they stay.
func neighbours(t *testing.T, p anyPane, w, h int) {
	t.Helper()
	g := grid.New(w+2, h+2)
	all := g.Area(g.Bounds())
	for y := range h + 2 {
		all.Put(0, y, strings.Repeat("x", w+2), themes.Style{})
	}
	p.SetFocus(w%2 == 0)
	p.Title()
	p.Paint(all.Inset(1, 1, 1, 1), ascii())
	for y, line := range g.Text() {
		if grid.Width(line) != w+2 {
			t.Fatalf("%T at %dx%d: row %d is %d columns wide: %q", p, w, h, y, grid.Width(line), line)
		}
		edge := y == 0 || y == h+1
		if !strings.HasPrefix(line, "x") || !strings.HasSuffix(line, "x") || edge && line != strings.Repeat("x", w+2) {
			t.Fatalf("%T at %dx%d wrote beyond itself: %q", p, w, h, line)
		}
	}
}

// Every method that changes what a pane shows bumps its version. The methods that change nothing are listed; of all
// others one call is, and each must be seen.
func TestWhatChangesThePictureChangesTheVersion(t *testing.T) {
	d := play(t, "wiki.race")
	panes := allPanes(d)
	d.toMark(t)
	calls := map[string][]func(p anyPane){
		"SetFocus": {func(p anyPane) { p.SetFocus(true) }, func(p anyPane) { p.SetFocus(false) }},
		"Show":     {func(p anyPane) { p.Show(d.room.View()) }},
		"Do": {func(p anyPane) { p.Do(command.View{}) }, func(p anyPane) { p.Do(command.Move{Where: command.Below}) },
			func(p anyPane) { p.Do(command.Move{Where: command.PageDown}) },
			func(p anyPane) { p.Do(command.Move{Where: command.First}) },
			func(p anyPane) { p.SetFocus(true); p.Do(command.EditDraft{}) },
			func(p anyPane) { p.Do(command.Find{Text: "e"}) }, func(p anyPane) { p.Do(command.Escape{}) },
			func(p anyPane) { p.Do(command.Conflict{By: -1}) },
			func(p anyPane) { p.Do(command.Move{Where: command.Left}) }, func(p anyPane) { p.Do(command.Up{}) }},
		"Update": {func(p anyPane) {
			p.SetFocus(true)
			p.Do(command.EditDraft{})
			p.Update(tea.KeyPressMsg{Code: 'q', Text: "q"})
		}, func(p anyPane) { p.Update(tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModShift}) },
			func(p anyPane) { p.Update(tea.PasteMsg{Content: "pasted"}) }},
		"Mouse": {func(p anyPane) { p.Mouse(face.Mouse{Kind: face.Click, X: 4, Y: 4}) },
			func(p anyPane) { p.Mouse(face.Mouse{Kind: face.Drag, X: 6, Y: 4}) },
			func(p anyPane) { p.Mouse(face.Mouse{Kind: face.Wheel, X: 4, Y: 4, Delta: 1}) },
			func(p anyPane) { p.Mouse(face.Mouse{Kind: face.Double, X: 4, Y: 1}) },
			func(p anyPane) { p.Mouse(face.Mouse{Kind: face.Click, X: 9, Y: 0}) },
			func(p anyPane) { p.Mouse(face.Mouse{Kind: face.Release}) }},
		"Restore": {func(p anyPane) { p.Restore("true") }, func(p anyPane) { p.Restore("2") }},
		"SetFilter": {func(p anyPane) { call(p, "SetFilter", "home") },
			func(p anyPane) { call(p, "SetFilter", "") }},
		"SetClientEyes": {func(p anyPane) { call(p, "SetClientEyes", true) }},
		"Insert":        {func(p anyPane) { call(p, "Insert", "more") }},
		"Choose":        {func(p anyPane) { call(p, "Choose", 0) }},
		"Aim":           {func(p anyPane) { call(p, "Aim", "ben") }},
		"Tick":          {func(p anyPane) { call(p, "Tick", d.room.View().Now()+3000) }},
	}
	still := map[string]bool{"Scope": true, "Paint": true, "Title": true, "Version": true, "Editing": true,
		"Cursor": true, "Keep": true, "Filter": true, "Trouble": true, "Request": true}
	for name, p := range panes {
		for m := range reflect.TypeOf(p).NumMethod() {
			method := reflect.TypeOf(p).Method(m).Name
			if _, listed := calls[method]; !listed && !still[method] {
				t.Errorf("%s.%s is in neither list", name, method)
			}
		}
		for _, method := range []string{"SetFocus", "Show", "Do", "Update", "Mouse", "Restore", "SetFilter",
			"SetClientEyes", "Insert", "Choose", "Tick", "Aim"} {
			for i, change := range calls[method] {
				if _, has := reflect.TypeOf(p).MethodByName(method); !has {
					continue
				}
				version, before := settled(p)
				change(p)
				if p.Version() != version {
					continue
				}
				if _, after := settled(p); after != before {
					t.Errorf("%s: %s %d changed the picture and not the version", name, method, i)
				}
			}
		}
	}
}

func call(p anyPane, method string, arg any) {
	if m := reflect.ValueOf(p).MethodByName(method); m.IsValid() {
		m.Call([]reflect.Value{reflect.ValueOf(arg).Convert(m.Type().In(0))})
	}
}

// settled is a pane's version and its whole picture, colours and cursor too, after it has been painted in its size.
func settled(p anyPane) (version uint64, picture string) {
	paint := func() string {
		g := grid.New(44, 12)
		left, right := p.Title()
		p.Paint(g.Area(g.Bounds()), ascii())
		x, y, visible := p.Cursor()
		theme, _ := themes.Named("dark")
		return fmt.Sprint(strings.Join(g.Rows(&theme), "\n"), left, right, x, y, visible, p.Editing())
	}
	paint()
	return p.Version(), paint()
}

// long is a session of about that many events.
func long(t testing.TB, events int) *desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	inputs(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	sendAll(t, r, hand("ann", "create-container", "wiki"), hand("ann", "put-blob", "wiki/home.md", "body", "# Home\n"))
	batch := make([]engine.Input, 0, events)
	for n := 0; n < events; n += 5 {
		name := fmt.Sprintf("n%d", n)
		send := hand([]string{"ann", "ben"}[n/5%2], "put-blob", "wiki/home.md", "body", name)
		send.As = name
		batch = append(batch, send, engine.Clock{By: 1e8}, engine.Deliver{Names: []string{name}}, engine.Clock{By: 1e8},
			engine.ReceiveAnswer{Names: []string{name}})
	}
	if _, err := r.Do(batch...); err != nil {
		t.Fatal(err)
	}
	return newDesk(t, r)
}

// 10,000 events cost the log no more than 2,000, whose requests have numbers as long: it puts into words what is on
// screen.
func TestTheLogPaintsOnlyWhatIsOnScreen(t *testing.T) {
	cost := func(events int) float64 {
		d := long(t, events)
		log := NewLog(d)
		d.with(log)
		g := grid.New(100, 20)
		return testing.AllocsPerRun(20, func() { log.Paint(g.Area(g.Bounds()), ascii()) })
	}
	few, many := cost(2_000), cost(10_000)
	if many > few*1.1+10 {
		t.Errorf("%v allocations for a frame with 2,000 events, %v with 10,000", few, many)
	}
}

func BenchmarkPaint(b *testing.B) {
	d := long(b, 10_000)
	for name, p := range allPanes(d) {
		b.Run(name, func(b *testing.B) {
			g := grid.New(120, 36)
			for b.Loop() {
				p.Title()
				p.Paint(g.Area(g.Bounds()), ascii())
			}
		})
	}
}

// What a press costs each pane: the view is new, and the pane is painted.
func BenchmarkShowAndPaint(b *testing.B) {
	d := long(b, 10_000)
	for name, p := range allPanes(d) {
		b.Run(name, func(b *testing.B) {
			g := grid.New(120, 36)
			v := d.room.View()
			for b.Loop() {
				p.Show(v)
				p.Title()
				p.Paint(g.Area(g.Bounds()), ascii())
			}
		})
	}
}
