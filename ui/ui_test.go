package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// states brings a desk to each of the kinds of moments in which things may be different.
var states = map[string]func(*uitest.Driver){
	"at the start": func(*uitest.Driver) {},
	"refused":      func(d *uitest.Driver) { d.Press("space"); d.Pass(20 * time.Second) },
	"in the past":  func(d *uitest.Driver) { d.Press(".", ".", ".", ",") },
	"held":         func(d *uitest.Driver) { d.Press("H", "w") },
}

// TestEveryCommandInEveryPane: nothing that a person can do anywhere breaks the desktop. Each command is tried in each
// pane of some state, and where all is asked for in all of them.
func TestEveryCommandInEveryPane(t *testing.T) {
	each, n := enginetest.Part(1, 3), 0
	for _, race := range []string{"wiki.race", "r11-break-with-grace.race", ""} {
		for name, prepare := range states {
			if race == "" && name != "at the start" {
				continue
			}
			d, root, _ := newDesk(t, race, 80, 24)
			prepare(d)
			n++
			for i, pane := range root.desk.order() {
				for k, c := range command.All() {
					if (n+i+k)%each != 0 {
						continue
					}
					root.desk.focusOn(pane)
					d.Run(c.ID)
					d.Frame()
					d.Pass(time.Second)
					for range 4 {
						d.Press("esc")
					}
					if root.keys.mode() != command.Nav {
						t.Fatalf("%s in %s of %q, %s: four times Esc leave %s", c.ID, pane, race, name,
							root.keys.mode())
					}
				}
			}
		}
	}
}

// TestAConflictStopsTheClockUnlessTold: a race of two refusals stops at the first; with the pause off it runs through
// both.
func TestAConflictStopsTheClockUnlessTold(t *testing.T) {
	for _, c := range []struct {
		keys    []string
		refused int
		see     string
	}{{[]string{"space"}, 1, "Ana"}, {[]string{"g", "c", "space"}, 2, "pause on conflict: off"},
		{[]string{"g", "c", "g", "c", "space"}, 1, "Ana"}} {
		d, root, _ := newDesk(t, "r06-second-acquire.race", 120, 36)
		d.Press(c.keys...)
		d.Pass(3 * time.Minute)
		if refused, _, _ := root.view.Counts(); refused != c.refused {
			t.Errorf("after %v: %d refused, want %d\n%s", c.keys, refused, c.refused, d.Frame())
		}
		if !strings.Contains(d.Frame(), c.see) {
			t.Errorf("after %v there is no %q on screen\n%s", c.keys, c.see, d.Frame())
		}
	}
}

// TestResizeKeepsTheDraft holds that no size of the terminal costs a letter.
func TestResizeKeepsTheDraft(t *testing.T) {
	for mode, keys := range map[command.Mode][]string{command.Nav: nil, command.Edit: {"e"}, command.InMenu: {"m"},
		command.Jumping: {"f"}, command.Finding: {":"},
		command.Asking: {"?"}} {
		d, root, _ := newDesk(t, "wiki.race", 120, 36)
		d.Press("e")
		d.Type("mine ")
		d.Press("esc")
		d.Press(keys...)
		if root.keys.mode() != mode {
			t.Fatalf("%v lead to %s, want %s", keys, root.keys.mode(), mode)
		}
		for _, size := range []image.Point{{80, 24}, {60, 18}, {20, 5}, {1, 1}, {0, 0}, {200, 60}, {59, 17},
			{120, 36}} {
			d.Size(size.X, size.Y)
			if size.X > 0 && size.Y > 0 {
				d.Frame()
			}
		}
		if root.keys.mode() != mode {
			t.Errorf("%s became %s", mode, root.keys.mode())
		}
		for range 3 {
			d.Press("esc")
		}
		d.See("Sundaymine")
	}
}

// A menu that was scrolled on a low screen shows its rows, and no more, on a taller one.
func TestAMenuGrowsWithTheScreen(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 18)
	d.Press("m", "right", "right", "right", "right", "right", "right", "up")
	for _, h := range []int{60, 18, 40, 24} {
		d.Size(80, h)
		d.Frame()
	}
	d.Size(80, 60)
	if frame := d.Frame(); !strings.Contains(frame, "Next pane") {
		t.Errorf("the first rows of the menu are not on screen:\n%s", frame)
	}
}

// TestTypedTextStaysInEveryEditor: whoever is turned to next, by keys or by the mouse, what was typed is on screen and
// goes on there.
func TestTypedTextStaysInEveryEditor(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	leave := map[string]func(){"alt+1": func() { d.Press("alt+1") }, "tab": func() { d.Press("tab", "shift+tab") },
		"right": func() { d.Click(30, 5, tea.MouseRight); d.Press("esc") },
		"click": func() { d.Click(30, 5, tea.MouseLeft) }, "zoom": func() { d.Press("f5", "f5") },
		"select": func() { root.Select(engine.ObjectID{}); root.Select(engine.ParseObject("blob wiki/home.md")) }}
	text := "Open 10 to 6"
	for name, go1 := range leave {
		d.Press("esc", "2", "e", "end")
		d.Type(name)
		text += name
		d.See(text)
		go1()
		if !d.Sees(text) {
			t.Fatalf("after %s the text is gone:\n%s", name, d.Frame())
		}
	}
}

// TestRefusalTouchesNoEditor: text, cursor and focus stay byte for byte.
func TestRefusalTouchesNoEditor(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press(".", "e", "down", "down", "end")
	d.Type("while")
	before, cursor := root.desk.focused().pane.Keep(), *d.View().Cursor
	d.Press("f9")
	d.Pass(20 * time.Second)
	d.See("! 412 Precondition Failed")
	d.See("while")
	if after := *d.View().Cursor; after.Position != cursor.Position {
		t.Errorf("the cursor went from %v to %v", cursor.Position, after.Position)
	}
	if root.desk.focus != "writer1" || root.keys.mode() != command.Edit || root.desk.focused().pane.Keep() != before {
		t.Errorf("focus %s, mode %s", root.desk.focus, root.keys.mode())
	}
}

// TestUnchangedDesktopCostsNothing: View runs after every message, so an unchanged desktop allocates nothing.
func TestUnchangedDesktopCostsNothing(t *testing.T) {
	for _, size := range []image.Point{{80, 24}, {120, 36}, {200, 60}} {
		d, root, _ := newDesk(t, "wiki.race", size.X, size.Y)
		d.Frame()
		if n := testing.AllocsPerRun(50, func() { root.View() }); n != 0 {
			t.Errorf("%v: %v allocations", size, n)
		}
	}
}

// TestAtRestNothingTicks: a paused desktop has no timer of ours, and moving the mouse over it draws nothing.
func TestAtRestNothingTicks(t *testing.T) {
	d, root, clock := newDesk(t, "wiki.race", 120, 36)
	d.Press("space")
	if clock.Waiting() == 0 {
		t.Fatal("a running clock waits for nothing")
	}
	d.Pass(time.Minute)
	d.Press("tab", "x")
	d.Pass(time.Minute)
	if n := clock.Waiting(); n != 0 {
		t.Errorf("%d timers at rest", n)
	}
	d.Frame()
	root.Update(tea.MouseMotionMsg{X: 40, Y: 10})
	if root.screen.dirty {
		t.Error("the mouse moved and the frame is built anew")
	}
}

// TestMotionIsOptional: with quiet motion a conflict sets no timer, and the card is there at once.
func TestMotionIsOptional(t *testing.T) {
	clock := uitest.NewClock()
	root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
		Quiet: true, After: clock.After})
	d := uitest.New(t, root, clock, 80, 24)
	d.Press(".", ".", ".", ".", ".", ".")
	d.See("[Story]")
	if clock.Waiting() != 0 {
		t.Error("a timer waits")
	}
}

// TestSpeedsGoThroughTheirSteps and stay at the ends.
func TestSpeedsGoThroughTheirSteps(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	for _, want := range []string{"x2.", "x5.", "x10.", "x60.", "x60."} {
		d.Press("]")
		d.See("Speed " + want)
	}
	for _, want := range []string{"x10.", "x5.", "x2.", "x1.", "x1."} {
		d.Press("[")
		d.See("Speed " + want)
	}
}

// wideRoom has names and bodies of many scripts.
func wideRoom(t testing.TB) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "li", Title: "李小龙李小龙李小龙"},
		engine.AddWriter{ID: "ya", Title: "Ярослав Мудрый"},
		engine.AddWriter{ID: "em", Title: "👩‍🚀😀é"})
	seed := func(verb string, args ...string) {
		uitest.Do(t, r, engine.Send{By: engine.Seed, Verb: verb, Args: engine.Args(args...), As: verb},
			engine.Deliver{Names: []string{verb}}, engine.ReceiveAnswer{Names: []string{verb}})
	}
	seed("create-container", "path", "wiki")
	seed("put-blob", "path", "wiki/домашняя-страница-漢字-😀.md", "body",
		"漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字\n"+
			"Привет, мир\n👩‍🚀 ❤️ é 😀\n\tTab\x1b[31m")
	return r
}

// TestNoLineIsWiderThanTheScreen: the driver measures every row of every frame.
func TestNoLineIsWiderThanTheScreen(t *testing.T) {
	for _, glyphs := range []string{"unicode", "ascii"} {
		clock := uitest.NewClock()
		root := New(Deps{Room: wideRoom(t), Themes: themes.Builtin(), Theme: "dark", Glyphs: glyphs,
			After: clock.After})
		d := uitest.New(t, root, clock, 80, 24)
		for _, size := range []image.Point{{60, 18}, {61, 19}, {80, 24}, {99, 30}, {120, 36}, {157, 47}, {200, 60}} {
			d.Size(size.X, size.Y)
			for _, keys := range []string{"1 r e", "2 r w d", "3 +", "0 v", "g_t j j enter", "c v", "g_e G enter", "?",
				":", "o", "s", "m right right", "f", "T", "z"} {
				for _, key := range strings.Fields(keys) {
					d.Press(strings.Split(key, "_")...)
					d.Frame()
				}
				for range 4 {
					d.Press("esc")
				}
			}
		}
	}
}

// TestThemesChangeNoText: every theme shows the same words, and colours come with the first of them.
func TestThemesChangeNoText(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("space")
	d.Pass(30 * time.Second)
	d.Press("esc")
	words := d.Frame()
	seen := map[string]bool{}
	for _, theme := range themes.Builtin() {
		root.looks.preview(theme.Name)
		root.screen.dirty = true
		seen[d.View().Content] = true
		if d.Frame() != words {
			t.Errorf("%s shows other words", theme.Name)
		}
	}
	if len(seen) != len(themes.Builtin()) {
		t.Errorf("%d different pictures for %d themes", len(seen), len(themes.Builtin()))
	}
}

// TestTerminalChoosesTheTheme where nobody else did.
func TestTerminalChoosesTheTheme(t *testing.T) {
	for _, c := range []struct {
		chosen string
		msg    tea.Msg
		want   string
	}{
		{"", tea.BackgroundColorMsg{Color: rgb(0xffffff)}, "light"},
		{"", tea.BackgroundColorMsg{Color: rgb(0x101010)}, "dark"},
		{"mono", tea.BackgroundColorMsg{Color: rgb(0xffffff)}, "mono"},
		{"high-contrast", tea.BackgroundColorMsg{Color: rgb(0xffffff)}, "high-contrast"},
	} {
		clock := uitest.NewClock()
		root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: c.chosen, Glyphs: "ascii",
			After: clock.After})
		uitest.New(t, root, clock, 80, 24).Send(c.msg)
		if root.looks.theme.Name != c.want {
			t.Errorf("chosen %q, then %T: %s, want %s", c.chosen, c.msg, root.looks.theme.Name, c.want)
		}
	}
}

// TestTerminalChoosesTheGlyphs: a line that took two cells means ASCII.
func TestTerminalChoosesTheGlyphs(t *testing.T) {
	for x, want := range map[int]string{1: "unicode", 2: "ascii"} {
		clock := uitest.NewClock()
		root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), After: clock.After})
		d := uitest.New(t, root, clock, 80, 24)
		d.Pass(time.Second)
		d.Send(tea.CursorPositionMsg{X: x, Y: 2})
		if root.looks.glyphs.Name != want {
			t.Errorf("the cursor at %d: %s, want %s", x, root.looks.glyphs.Name, want)
		}
	}
}

// TestFewColoursStayReadable: what is made for 256 colours keeps the contrast of its theme's words.
func TestFewColoursStayReadable(t *testing.T) {
	const least = 4.5
	for _, theme := range themes.Builtin() {
		small := few(theme)
		for _, pair := range themes.WordPairs() {
			if c := small.Contrast(pair.Ink, pair.Ground); c < least {
				t.Errorf("%s: %s on %s has %.2f in 256 colours, 4.5 wanted", theme.Name, pair.Ink, pair.Ground, c)
			}
		}
		if small.Dark && !small.Mono && spread(small.Colours[themes.Selected]) < 3*nearlyGrey {
			t.Errorf("%s: the selected row is as good as grey in 256 colours, beside grey ones", theme.Name)
		}
		for _, tint := range []themes.Role{themes.RefusedTint, themes.SilentTint, themes.UnknownTint} {
			if theme.Name == "dark" && spread(small.Colours[tint]) < nearlyGrey {
				t.Errorf("the tint %s is a grey in 256 colours: a mark in it looks quieter than the others", tint)
			}
		}
	}
}

// TestMouseOnly goes from the start to the advice without a key.
func TestMouseOnly(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	find := func(text string) (x, y int) {
		t.Helper()
		for y, row := range strings.Split(d.Frame(), "\n") {
			if before, _, ok := strings.Cut(row, text); ok {
				return len([]rune(before)), y
			}
		}
		t.Fatalf("%q is not on the screen:\n%s", text, d.Frame())
		return 0, 0
	}
	click := func(text string) {
		t.Helper()
		x, y := find(text)
		d.Click(x, y, tea.MouseLeft)
		d.Pass(time.Second)
	}
	click("Space Run")
	d.Pass(20 * time.Second)
	d.See("! refused")
	click("R read")
	d.See("#10 GET")
	click(" Ben ")
	if root.desk.focus != "writer2" || root.writer != "ben" {
		t.Errorf("focus %s, writer %s", root.desk.focus, root.writer)
	}
	click("Time")
	d.See("Back one step")
	click("Back one step")
	d.See(" PAST ")
	x, y := find(" Ben ")
	d.Click(x, y, tea.MouseLeft)
	d.Click(x, y, tea.MouseLeft)
	d.Not(" 1  Ana")
}

// TestBordersDrag with the mouse, and are reset.
func TestBordersDrag(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	before, _ := root.desk.places.Find("writer1")
	d.Drag(image.Pt(before.Max.X-1, 5), image.Pt(before.Max.X+5, 5))
	if after, _ := root.desk.places.Find("writer1"); after.Dx() != before.Dx()+6 {
		t.Errorf("%d columns, want %d", after.Dx(), before.Dx()+6)
	}
	d.Press("=")
	if after, _ := root.desk.places.Find("writer1"); after != before {
		t.Errorf("%v, want %v", after, before)
	}
	d.Press(">")
	if after, _ := root.desk.places.Find("writer1"); after.Dx() <= before.Dx() {
		t.Error("> makes no pane wider")
	}
}

// TestNonLatinLettersCountByPlace: where the terminal tells the key's place, a Russian keyboard works.
func TestNonLatinLettersCountByPlace(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Send(tea.KeyPressMsg{Code: 'ь', Text: "ь", BaseCode: 'm'})
	if root.keys.mode() != command.InMenu {
		t.Error("the key at the place of m opens no menu")
	}
}

// TestOfferAfterTheFirstAdvice: a newcomer is led on to the lesson without a guard.
func TestOfferAfterTheFirstAdvice(t *testing.T) {
	d := newcomer(t, "unicode")
	d.Press("R")
	d.See("Both changed the same lines.")
	d.Press("e")
	d.Type(", or 10 to 6")
	d.Press("ctrl+s")
	d.See("Next: lesson 2, the same without a guard.")
	d.Press("enter")
	d.See("The same page, the same two people.")
	d.Press("space", "space", "space", "3")
	d.See("~ silent")
}

// Who only watches is led on too, where the first race has ended behind its card; once.
func TestOfferAfterTheFirstCard(t *testing.T) {
	d := newcomer(t, "unicode")
	d.Press(".")
	d.See("Next: lesson 2, the same without a guard. g m: the map.")
	d.Press("esc", ".")
	d.See("Step: ")
	d.Press("u")
	d.Not("Next: lesson 2")
}

// newcomer has watched the first race to its end.
func newcomer(t *testing.T, glyphs string) *uitest.Driver {
	t.Helper()
	clock := uitest.NewClock()
	root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: "dark", Glyphs: glyphs,
		First: true, After: clock.After, Hooks: Hooks{
			OpenRace: func(name string) (*room.Room, error) {
				if name != "lessons/02-every-answer-was-a-success.race" {
					return nil, fmt.Errorf("no race %s", name)
				}
				return newRoom(t, name), nil
			}}})
	d := uitest.New(t, root, clock, 80, 24)
	d.See("Space watch")
	d.Press("esc")
	d.Not("Space watch")
	d.Press("space")
	d.Pass(30 * time.Second)
	return d
}

// TestTheDeskIsKeptWithItsSession: layout, borders and what panes note come back with the session.
func TestTheDeskIsKeptWithItsSession(t *testing.T) {
	d, root, clock := newDesk(t, "wiki.race", 120, 36)
	d.Press("L", "L", "L", "L", ">", ">", "L")
	root.desk.focusOn("writer1")
	want := root.desk.arranged.Layout
	d.Press("ctrl+c", "ctrl+c")
	if !d.Quit {
		t.Fatal("Ctrl+C twice does not leave")
	}
	again := New(Deps{Room: root.room, Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode", After: clock.After})
	uitest.New(t, again, clock, 120, 36)
	if again.desk.arranged.Layout != want || len(again.desk.sizes) == 0 {
		t.Errorf("layout %q, sizes %v; want %q and some", again.desk.arranged.Layout, again.desk.sizes, want)
	}
}

// TestTheDeskFollowsIntoAContainer: a race whose blob is not there at the start shows it once it is, unless the person
// has chosen.
func TestTheDeskFollowsIntoAContainer(t *testing.T) {
	d, root, _ := newDesk(t, "r16-equal-block-ids-mix-two-files.race", 120, 36)
	if root.Object() != engine.ParseObject("container wiki") {
		t.Fatalf("at the start %q is selected", root.Object())
	}
	for range 4 {
		d.Press(".")
	}
	if root.Object() != engine.ParseObject("blob wiki/film") {
		t.Errorf("something happens to wiki/film, and %q is selected", root.Object())
	}
	root.Select(engine.ParseObject("container wiki"))
	d.Press(".")
	if root.Object() != engine.ParseObject("container wiki") {
		t.Errorf("the person chose the container, and %q is selected", root.Object())
	}
}
