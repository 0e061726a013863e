package ui

import (
	"errors"
	"testing"

	"interleave/engine"
	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// A script whose file was changed is offered once; Enter loads it again, Esc goes on with what there is, and drafts
// stay.
func TestAChangedFileIsOffered(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	changed, opened := false, ""
	root.deps.Hooks.Changed = func(v *view.View) bool { return changed }
	root.deps.Hooks.OpenRace = func(name string) (*room.Room, error) { opened = name; return newRoom(t, name), nil }
	d.Press(".")
	d.Not("has changed")
	changed = true
	before := root.room.View().Record
	d.Press(".")
	d.See("wiki.race has changed on disk. Enter loads it again.")
	if v := root.room.View(); v.Record == before || root.keys.mode() != command.Ask {
		t.Errorf("the step was not done, or nothing is asked: record %d, %s", v.Record, root.keys.mode())
	}
	d.Press("esc", ".")
	d.Not("has changed")
	if draft, kept := root.room.View().Draft("ann", engine.ParseObject("blob wiki/home.md")); !kept ||
		draft.Text == "" || opened != "" {
		t.Errorf("Esc drops the draft or opens %q", opened)
	}
	root.playback.asked = ""
	d.Press(".", "enter")
	if opened != "blob/wiki.race" || root.room.View().Troubles() != nil {
		t.Errorf("Enter opens %q", opened)
	}
}

// A changed file that cannot be read says why in one row, without the line and the sign that a terminal shows below it.
func TestAChangedFileThatCannotBeReadSaysWhy(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.Hooks.Changed = func(v *view.View) bool { return true }
	root.deps.Hooks.OpenRace = func(name string) (*room.Room, error) {
		return nil, errors.New("/races/wiki.race:46:1: there is no statement \"nonsense\"\n    nonsense here\n    ^")
	}
	d.Press(".", "enter")
	d.See(`/races/wiki.race:46:1: there is no statement "nonsense".`)
	d.Not("nonsense here")
}

// A lesson whose file was changed while it is played says so when a page is turned; who goes on has the old one.
func TestAChangedLessonIsOffered(t *testing.T) {
	d, root, _ := newDesk(t, "lessons/14-the-receipt-that-wears-out.race", 80, 24)
	root.deps.Hooks.Changed = func(*view.View) bool { return true }
	d.Press("space")
	d.See("has changed on disk.")
	d.See("Enter loads it again.")
	if root.course.player.State.Page != 1 {
		t.Errorf("the page was not turned: %d", root.course.player.State.Page)
	}
	d.Press("esc", "space")
	d.Not("has changed")
	d.See("What answer does the delete get?")
}

// Another text of a lesson than was left begins anew, and says so.
func TestAChangedLessonSaysSo(t *testing.T) {
	d, root, _ := newDesk(t, "lessons/01-two-people-one-page.race", 80, 24)
	d.Press("space")
	state := root.course.player.State
	for of, want := range map[uint64]bool{state.Of: false, state.Of + 1: true} {
		kept := state
		kept.Of = of
		root.deps.Hooks.Lesson = func(string) lesson.Record { return lesson.Record{State: kept} }
		root.room.Note(lessonNote, "")
		root.view = root.room.View()
		root.status.toast = toast{}
		root.course.begin()
		if said := root.status.toast.text == lesson.ChangedSentence; said != want {
			t.Errorf("of another text %v: said %q", want, root.status.toast.text)
		}
	}
}

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
