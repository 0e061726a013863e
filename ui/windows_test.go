package ui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/flight"
	"interleave/ui/grid"
	"interleave/ui/log"
	"interleave/ui/tree"
	"interleave/ui/truth"
	"interleave/ui/uitest"
	"interleave/ui/writer"
)

// Nothing sticks out, nothing is cut in half, whatever people are called and write.
func TestNoLineIsWiderThanThePane(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	names := []string{"Екатерина Великая Вторая", "王小明和他的朋友们一起来了", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 Ana", "z̷a̷l̷g̷o̷"}
	for i, name := range names {
		uitest.Do(t, r, engine.AddWriter{ID: fmt.Sprintf("w%d", i), Title: name})
	}
	body := "Часы работы с девяти до пяти\n营业时间九点到五点，星期天休息\n👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\tтаб\x1b[31m\n"
	uitest.Send(t, r, uitest.Request("w0", "create-container", "wiki"),
		uitest.Request("w0", "put-blob", "wiki/главная-首页-🏠.md", "body", body),
		uitest.Request("w1", "get-blob", "wiki/главная-首页-🏠.md"),
		uitest.Request("w1", "put-blob", "wiki/главная-首页-🏠.md", "body", body+body),
		uitest.Request("w2", "put-blob", "wiki/главная-首页-🏠.md", "body", "x"),
		uitest.Request("w3", "acquire-blob-lease", "wiki/главная-首页-🏠.md", "duration", "30"),
		uitest.Request("w1", "put-blob", "wiki/главная-首页-🏠.md", "body", body))
	d := uitest.NewDesk(t, r)
	d.Chosen = engine.ParseObject("blob wiki/главная-首页-🏠.md")
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

func allPanes(d *uitest.Desk) map[string]uitest.Pane {
	list := map[string]uitest.Pane{"truth": truth.New(d), "tree": tree.New(d), "card": card.New(d), "log": log.New(d),
		"flight": flight.New(d)}
	for place := 1; place <= 4; place++ {
		list[fmt.Sprint("writer", place)] = writer.New(d, place)
	}
	for _, p := range list {
		d.With(p)
	}
	return list
}

// neighbours paints a pane between columns that are not its own and looks whether they stay.
func neighbours(t *testing.T, p uitest.Pane, w, h int) {
	t.Helper()
	g := grid.New(w+2, h+2)
	all := g.Area(g.Bounds())
	for y := range h + 2 {
		all.Put(0, y, strings.Repeat("x", w+2), themes.Style{})
	}
	p.SetFocus(w%2 == 0)
	p.Title()
	p.Paint(all.Inset(1, 1, 1, 1), uitest.ASCII())
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
	d := uitest.Play(t, "wiki.race")
	panes := allPanes(d)
	d.ToMark(t)
	calls := map[string][]func(p uitest.Pane){
		"SetFocus": {func(p uitest.Pane) { p.SetFocus(true) }, func(p uitest.Pane) { p.SetFocus(false) }},
		"Show":     {func(p uitest.Pane) { p.Show(d.Room().View()) }},
		"Do": {func(p uitest.Pane) { p.Do(command.View{}) },
			func(p uitest.Pane) { p.Do(command.Move{Where: command.Below}) },
			func(p uitest.Pane) { p.Do(command.Move{Where: command.PageDown}) },
			func(p uitest.Pane) { p.Do(command.Move{Where: command.First}) },
			func(p uitest.Pane) { p.SetFocus(true); p.Do(command.EditDraft{}) },
			func(p uitest.Pane) { p.Do(command.Find{Text: "e"}) }, func(p uitest.Pane) { p.Do(command.Escape{}) },
			func(p uitest.Pane) { p.Do(command.Conflict{By: -1}) },
			func(p uitest.Pane) { p.Do(command.Move{Where: command.Left}) },
			func(p uitest.Pane) { p.Do(command.Up{}) }},
		"Update": {func(p uitest.Pane) {
			p.SetFocus(true)
			p.Do(command.EditDraft{})
			p.Update(tea.KeyPressMsg{Code: 'q', Text: "q"})
		}, func(p uitest.Pane) { p.Update(tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModShift}) },
			func(p uitest.Pane) { p.Update(tea.PasteMsg{Content: "pasted"}) }},
		"Mouse": {func(p uitest.Pane) { p.Mouse(face.Mouse{Kind: face.Click, X: 4, Y: 4}) },
			func(p uitest.Pane) { p.Mouse(face.Mouse{Kind: face.Drag, X: 6, Y: 4}) },
			func(p uitest.Pane) { p.Mouse(face.Mouse{Kind: face.Wheel, X: 4, Y: 4, Delta: 1}) },
			func(p uitest.Pane) { p.Mouse(face.Mouse{Kind: face.Double, X: 4, Y: 1}) },
			func(p uitest.Pane) { p.Mouse(face.Mouse{Kind: face.Click, X: 9, Y: 0}) },
			func(p uitest.Pane) { p.Mouse(face.Mouse{Kind: face.Release}) }},
		"Restore": {func(p uitest.Pane) { p.Restore("true") }, func(p uitest.Pane) { p.Restore("2") }},
		"SetFilter": {func(p uitest.Pane) { call(p, "SetFilter", "home") },
			func(p uitest.Pane) { call(p, "SetFilter", "") }},
		"SetClientEyes": {func(p uitest.Pane) { call(p, "SetClientEyes", true) }},
		"Insert":        {func(p uitest.Pane) { call(p, "Insert", "more") }},
		"Choose":        {func(p uitest.Pane) { call(p, "Choose", 0) }}, "Fit": {fits},
		"Aim": {func(p uitest.Pane) { call(p, "Aim", "ben") }},
		"ShowDiff": {func(p uitest.Pane) {
			if c, ok := p.(*card.Pane); ok {
				c.ShowDiff()
			}
		}},
		"SetRuns": {func(p uitest.Pane) { call(p, "SetRuns", true) }},
		"Tick":    {func(p uitest.Pane) { call(p, "Tick", d.Room().View().Now()+3000) }},
	}
	still := map[string]bool{"Scope": true, "Paint": true, "Title": true, "Version": true, "Editing": true,
		"Cursor": true, "Keep": true, "Filter": true, "Trouble": true, "Request": true, "Trial": true, "OnlySays": true,
		"Together": true, "TellsCaption": true, "Deletes": true, "About": true, "Action": true, "Turns": true,
		"Chooses": true, "Idle": true, "Onward": true}
	for name, p := range panes {
		for m := range reflect.TypeOf(p).NumMethod() {
			method := reflect.TypeOf(p).Method(m).Name
			if _, listed := calls[method]; !listed && !still[method] {
				t.Errorf("%s.%s is in neither list", name, method)
			}
		}
		for _, method := range []string{"SetFocus", "Show", "Do", "Update", "Mouse", "Restore", "SetFilter",
			"SetClientEyes", "Insert", "Choose", "Tick", "SetRuns", "Aim", "ShowDiff", "Fit"} {
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

func fits(p uitest.Pane) {
	if f, ok := p.(fitter); ok {
		f.Fit(30, 10)
	}
}

func call(p uitest.Pane, method string, arg any) {
	if m := reflect.ValueOf(p).MethodByName(method); m.IsValid() {
		m.Call([]reflect.Value{reflect.ValueOf(arg).Convert(m.Type().In(0))})
	}
}

// settled is a pane's version and its whole picture, colours and cursor too, after it has been painted in its size.
func settled(p uitest.Pane) (version uint64, picture string) {
	paint := func() string {
		g := grid.New(44, 12)
		left, right := p.Title()
		p.Paint(g.Area(g.Bounds()), uitest.ASCII())
		x, y, visible := p.Cursor()
		theme, _ := themes.Named("dark")
		return fmt.Sprint(strings.Join(g.Rows(&theme), "\n"), left, right, x, y, visible, p.Editing())
	}
	paint()
	return p.Version(), paint()
}

func BenchmarkPaint(b *testing.B) {
	d := uitest.Long(b, 10_000)
	for name, p := range allPanes(d) {
		b.Run(name, func(b *testing.B) {
			g := grid.New(120, 36)
			for b.Loop() {
				p.Title()
				p.Paint(g.Area(g.Bounds()), uitest.ASCII())
			}
		})
	}
}

// What a press costs each pane: the view is new, and the pane is painted.
func BenchmarkShowAndPaint(b *testing.B) {
	d := uitest.Long(b, 10_000)
	for name, p := range allPanes(d) {
		b.Run(name, func(b *testing.B) {
			g := grid.New(120, 36)
			v := d.Room().View()
			for b.Loop() {
				p.Show(v)
				p.Title()
				p.Paint(g.Area(g.Bounds()), uitest.ASCII())
			}
		})
	}
}

// A policy is read, edited and written in the window of its bucket, and while it is only a draft the truth says what it
// would refuse.
func TestADraftOfAPolicyIsTriedOnEveryWriter(t *testing.T) {
	d := uitest.At(t, "bucket/r24-plain-last-writer-wins.race", 0, engine.ObjectID{})
	d.ToEnd()
	object := d.First(t, "object")
	bucket := d.First(t, "bucket")
	d.Chosen = bucket
	w := writer.New(d, 1)
	d.With(w)
	uitest.Screen(w, 60, 14, true, uitest.ASCII())
	truthOf := func(d *uitest.Desk, w, h int) string {
		p := truth.New(d)
		d.With(p)
		return uitest.Text(uitest.Screen(p, w, h, true, uitest.ASCII()))
	}
	const policy = `{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"s3:PutObject","Resource":"*","Condition":{"Null":{"s3:if-match":"true"}}}]}`
	if got := truthOf(d, 100, 20); strings.Contains(got, "draft of the policy") {
		t.Fatalf("nobody drafts a policy:\n%s", got)
	}
	w.Do(command.EditDraft{})
	w.Insert(policy)
	title := d.Room().View().WriterAt(1).Title
	for _, shown := range []string{bucket.String(), object.String()} {
		d.Chosen = engine.ParseObject(shown)
		got := truthOf(d, 110, 30)
		_, below, found := strings.Cut(got, title+"'s draft of the policy")
		if !found {
			t.Fatalf("%s does not tell of the draft:\n%s", shown, got)
		}
		row := strings.Fields(uitest.Row(t, below, "| "+title+" "))
		if words := strings.Fields(title); !slices.Equal(row[1+len(words):][1:3], []string{"!", "403"}) {
			t.Errorf("a write without a guard: %q\n%s", row, got)
		}
	}
	d.Chosen = object
	if first := uitest.Row(t, truthOf(d, 110, 30), "| "+title+" "); strings.Contains(strings.SplitN(first, "!", 2)[0],
		"403") {
		t.Errorf("the draft holds already: %s", first)
	}
	d.Select(bucket)
	uitest.Screen(w, 60, 14, true, uitest.ASCII())
	w.Do(command.Write{})
	if doing, _ := d.Room().View().Known(d.Room().View().WriterAt(1).ID).Doing(); doing.Refused {
		t.Fatalf("the policy was refused: %s", doing.Code)
	}
	if got := view.Record(d.Room().View().Properties(bucket)).Text("policy"); !strings.Contains(got, "if-match") {
		t.Errorf("the policy says %q", got)
	}
	other := writer.New(d, 2)
	d.With(other)
	other.Do(command.Read{})
	if got := uitest.Text(uitest.Screen(other, 200, 14, true, uitest.ASCII())); !strings.Contains(got, "if-match") {
		t.Errorf("the second writer reads %q: %q", got, d.Said)
	}
}

// The mark, its row and its words belong together.
func TestARefusalTintsItsRow(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	ana, truth := writer.New(d, 1), truth.New(d)
	d.With(ana, truth)
	d.ToMark(t)
	if s := uitest.StyleOf(t, uitest.Screen(ana, 40, 11, true, uitest.ASCII()), "! 412"); s.Ink != themes.Refused ||
		s.Ground != themes.RefusedTint || !s.Bold {
		t.Errorf("Heard is painted as %+v", s)
	}
	g := uitest.Screen(truth, 80, 6, false, uitest.ASCII())
	if s := uitest.StyleOf(t, g, "v5 "); s.Ground != themes.RefusedTint {
		t.Errorf("the deciding version is painted as %+v", s)
	}
	if s := uitest.StyleOf(t, g, "v4 "); s.Ground == themes.RefusedTint {
		t.Error("the version before it is tinted too")
	}
	flash := uitest.ASCII()
	flash.Flash = true
	if s := uitest.StyleOf(t, uitest.Screen(ana, 40, 11, true, flash), "! 412"); !s.Reverse || !s.Bold {
		t.Errorf("the news is not in bold reverse: %+v", s)
	}
}
