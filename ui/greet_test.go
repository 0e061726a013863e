package ui

import (
	"testing"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

func greeted(t *testing.T, first bool, hello ...string) (*uitest.Driver, *Root) {
	t.Helper()
	clock := uitest.NewClock()
	root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
		First: first, Hello: hello, After: clock.After})
	return uitest.New(t, root, clock, 80, 24), root
}

// TestGreetingIsReadableAsAWhole: one short sentence stands in the status row, more of them above the desk; a key for
// the desk is not lost.
func TestGreetingIsReadableAsAWhole(t *testing.T) {
	d, root := greeted(t, false, "The last session: wiki. --demo begins a new one.")
	d.See("The last session: wiki.")
	if root.keys.mode() != command.Nav {
		t.Errorf("one sentence asks for a key: %s", root.keys.mode())
	}
	d, root = greeted(t, false, "notes stays out: it is a folder.", "big.bin stays out: it is not text.")
	d.See("notes stays out: it is a folder.")
	d.See("big.bin stays out: it is not text.")
	d.Press("e")
	d.Not("big.bin")
	if root.keys.mode() != command.Edit {
		t.Errorf("e became %s", root.keys.mode())
	}
	d, _ = greeted(t, true, "blue.toml stays out: no such colour.")
	d.See("blue.toml stays out")
	d.See("Space watch")
	d.Press("esc")
	d.See("Space watch")
	d.Press("space")
	d.Pass(20 * time.Second)
	d.See("412 Precondition Failed")
}

// TestLongSentencesGoOnInTheNextRow of the status area; none is cut.
func TestLongSentencesGoOnInTheNextRow(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.Say("This sentence is so long that a row of eighty columns does not hold all of its words, and it ends here.",
		0)
	d.See("This sentence is so long that a row of eighty columns does not hold all of its")
	d.See(" words, and it ends here.")
	d.See(" NAV  r Read") // the keys stay, where the state stood
	d.Not("0 refused")
	d.Press("esc")
	d.See("r Read")
	d.See("0 refused")
}

// TestOurOwnTroublesHaveNoMarkOfTheService: `! refused` is what a service said.
func TestOurOwnTroublesHaveNoMarkOfTheService(t *testing.T) {
	for saved, want := range map[string]string{"not kept": "not kept",
		"not saved": "This session is not saved. S chooses another place."} {
		clock := uitest.NewClock()
		root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
			After: clock.After,
			Hooks: Hooks{Saved: func() string { return saved }}})
		d := uitest.New(t, root, clock, 120, 36)
		d.See(want)
		d.Not("! refused")
		d.Size(80, 24)
		if got := d.Sees("not saved"); got != (saved == "not saved") {
			t.Errorf("%s: `not saved` at 80 columns is %v", saved, got)
		}
	}
}

// TestAClockThatRunsFarSaysWhereTo, and can be put forward.
func TestAClockThatRunsFarSaysWhereTo(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	d.See("t to 00:11.6")
	d.Pass(5 * time.Second)
	d.See("00:06.")
	d.Not("#8 PUT")
	d.Press("t")
	d.Pass(300 * time.Millisecond)
	d.See("#8 PUT")
	d.Not("t to 00:11.6")
	if !root.playback.on {
		t.Error("the clock stopped")
	}
}

// TestViewKeyReachesTheCard: what the card's first row offers works while somebody else has the focus.
func TestViewKeyReachesTheCard(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	d.Pass(20 * time.Second)
	d.See("[Story]")
	d.Press("v")
	d.See("[Diff]")
	d.Press(",", ",", ",")
	d.Not("[Diff]")
	d.Not("No conflict yet")
}

// What a race is about stands on the first screen, and when one is loaded.
func TestTheFirstScreenSaysWhatTheRaceIsAbout(t *testing.T) {
	clock := uitest.NewClock()
	root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
		First: true,
		After: clock.After})
	d := uitest.New(t, root, clock, 80, 24)
	d.See("Space watch")
	d.See("Two people edit one wiki page.")
	d.Press("o")
	d.Not("Space watch") // it would be typed
	d.Press("esc")
	d.See("Space watch")
	d.Press("enter")
	d.Not(". one step") // it would be typed
	d.See("F8 one step at a time")
	d.Press("esc")
	d.See(". one step at a time")
	d, _, _ = newDesk(t, "", 80, 24)
	d.Press(":")
	d.Type("races blob/wiki.race")
	d.Press("enter")
	d.See("Two people edit one wiki page.")
	d.See("Space runs it")
}

// TestARefusedStartIsSaidWhereAFileIsOpened: all that follows would be played, searched and explained without it. The
// type of a blob is BlockBlob, AppendBlob or PageBlob (blob, rules.md), and nothing else.
func TestARefusedStartIsSaidWhereAFileIsOpened(t *testing.T) {
	const file = "writer a \"Ann\"\nseed: create-container jobs\nseed: put-blob jobs/log \"\" type=append\n"
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	r := room.New(catalog.New, room.Options{})
	d.Send(enteredMsg{r, r.Load("typo.race", []byte(file))})
	d.See("seed: put-blob jobs/log was refused (InvalidHeaderValue)")
	d.See("The scene goes on without that")
	d.Press("esc")
	d.Not("The scene goes on without that")
}

// TestWhatPlansSendForFirstIsSelectedWhereNothingStands: of a scene that makes its own marker the windows tell of the
// marker, and not of a plan.
func TestWhatPlansSendForFirstIsSelectedWhereNothingStands(t *testing.T) {
	const file = "writer a \"Ann\"\nwriter b \"Ben\"\n" +
		"plan a [SET marker taken NX as m; if m OK [does job]]\nplan b [SETNX marker taken as m; if m 1 [does job]]\n"
	r := roomtest.Of(t, "marker.race", file)
	clock := uitest.NewClock()
	root := New(Deps{Room: r, Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode", After: clock.After})
	d := uitest.New(t, root, clock, 120, 36)
	d.See("Server truth  marker")
	d.See("There is no marker yet.")
	d.Press("space")
	d.Pass(20 * time.Second)
	d.See("Server truth  marker")
	d.See(`"taken"`)
}
