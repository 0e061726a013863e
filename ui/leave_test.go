package ui

import (
	"errors"
	"testing"

	"interleave/themes"
	"interleave/ui/uitest"
)

// unsaved is a desk whose session is not saved until full is false.
func unsaved(t *testing.T, full *bool) *uitest.Driver {
	t.Helper()
	clock := uitest.NewClock()
	root := New(Deps{Room: newRoom(t, "wiki.race"), Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
		After: clock.After, Hooks: Hooks{
			Saved: func() string { return map[bool]string{true: notSaved, false: "saved"}[*full] },
			Save: func() error {
				if *full {
					return errors.New("the disk is full")
				}
				return nil
			},
			SaveAs: func(string) (string, error) { *full = false; return "elsewhere.db", nil },
		}})
	return uitest.New(t, root, clock, 100, 30)
}

// TestLeavingAsksWhereSomethingWouldBeLost: it tries once more first, and nothing but the person's own word gives the
// work up.
func TestLeavingAsksWhereSomethingWouldBeLost(t *testing.T) {
	for _, keys := range [][]string{{"q"}, {"ctrl+c", "ctrl+c"}} {
		full := true
		d := unsaved(t, &full)
		d.Press(keys...)
		d.See("The disk is full")
		d.Press("esc")
		if d.Quit {
			t.Fatalf("%v and Esc left", keys)
		}
		d.Press("q", "t")
		d.See("The disk is full")
		full = false
		d.Press("t")
		if !d.Quit {
			t.Errorf("%v: all is saved, and it did not leave", keys)
		}
	}
}

func TestLeavingCanSaveElsewhere(t *testing.T) {
	full := true
	d := unsaved(t, &full)
	d.Press("q", "s")
	d.See("Save session as")
	d.Press("enter")
	d.See("elsewhere.db")
	d.Press("q")
	if !d.Quit {
		t.Error("all is saved elsewhere, and it did not leave")
	}
}

func TestLeavingWithoutItIsOnesOwnWord(t *testing.T) {
	full := true
	d := unsaved(t, &full)
	d.Press("q", "x")
	if !d.Quit {
		t.Error("it did not leave")
	}
}

// TestTheWayOutSaysWhetherTheSessionIsSaved: nothing says saved where it is not.
func TestTheWayOutSaysWhetherTheSessionIsSaved(t *testing.T) {
	full := true
	d := unsaved(t, &full)
	d.Press("ctrl+c")
	d.See("This session is not saved.")
	full = false
	d = unsaved(t, &full)
	d.Press("ctrl+c")
	d.See("The session is saved.")
}

// A program that nobody could wake up again does not stop: it says so instead of hanging.
func TestStoppingNeedsAShellThatWaits(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	stopped := false
	root.deps.Hooks.Suspend = func() { stopped = true }
	d.Run("file.suspend")
	if stopped != Awaited() {
		t.Errorf("stopped %t, a shell waits %t", stopped, Awaited())
	}
	if !Awaited() {
		d.See("No shell waits here")
	}
	root.deps.Hooks.Suspend = nil
	d.Run("file.suspend")
	d.See("No shell waits here")
}

// Who goes on from a session that is not kept is asked where something was done in it, and where nothing was, not.
func TestAnUntouchedSessionIsLeftUnasked(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.Hooks.Saved = func() string { return notKept }
	d.Press("I")
	d.See("An empty session with Ana and Ben.")
	d.Press("I")
	d.Not("and lose it")
	d.Press("H", "I")
	d.See("Go on to another session, and lose it")
}
