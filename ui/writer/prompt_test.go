package writer

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// atPrompt is a writer of an empty world with a key, its prompt open.
func atPrompt(t *testing.T) (*uitest.Desk, *Pane) {
	t.Helper()
	d := uitest.At(t, "tair/r02-optimistic-lock-exset-ver-key_2.race", 0, engine.ParseObject("key key_2"))
	w := New(d, 1)
	d.With(w)
	uitest.Screen(w, 44, 14, true, uitest.ASCII())
	if _, mine := w.Do(command.EditDraft{}); !mine || !w.Editing() {
		t.Fatal("EDIT does not begin")
	}
	return d, w
}

func typed(d *uitest.Desk, w *Pane, line string) string {
	press(w, line)
	w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	return uitest.Text(uitest.Screen(w, 60, 16, true, uitest.ASCII()))
}

// The seed of the race: EXSET key_2 hello, which has the version 1.
func TestThePromptSpeaksAndListens(t *testing.T) {
	d, w := atPrompt(t)
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 60, 16, true, uitest.ASCII())), "not read")
	got := typed(d, w, "exget key_2")
	uitest.Holds(t, got, "> EXGET key_2", "[hello 1]", `value    "hello"`, "version 1")
	got = typed(d, w, "EXSET key_2 world VER 1")
	uitest.Holds(t, got, "> EXSET key_2 world VER 1", "  OK")
	got = typed(d, w, "EXSET key_2 again VER 1")
	uitest.Holds(t, got, "! ", "stale")
	if v := d.Room().View(); len(v.Troubles()) != 1 || v.Troubles()[0].Kind != "stale-write" {
		t.Errorf("marks %v", v.Troubles())
	}
	if !w.Editing() {
		t.Error("the prompt is closed after a line")
	}
}

func TestThePromptGoesThroughItsHistory(t *testing.T) {
	d, w := atPrompt(t)
	typed(d, w, "EXGET key_2")
	typed(d, w, `SET other "two words"`)
	press(w, "half")
	up, down := tea.KeyPressMsg{Code: tea.KeyUp}, tea.KeyPressMsg{Code: tea.KeyDown}
	for i, step := range []struct {
		key  tea.KeyPressMsg
		want string
	}{{up, `SET other "two words"`}, {up, "EXGET key_2"}, {up, "EXGET key_2"}, {down, `SET other "two words"`},
		{down, "half"}, {down, "half"}} {
		w.Update(step.key)
		if got := w.window.prompt.input.Text(); got != step.want {
			t.Errorf("step %d: %q, not %q", i, got, step.want)
		}
	}
}

func TestAWrongLineIsNotSent(t *testing.T) {
	d, w := atPrompt(t)
	sent := d.Room().View().Record
	for _, line := range []string{"", "PIFF key_2", "put-blob wiki/home.md x"} {
		press(w, line)
		w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		if w.window.prompt.input.Text() != line {
			t.Errorf("%q is gone", line)
		}
		_ = w.window.prompt.input.SetText("")
	}
	if d.Room().View().Record != sent || len(d.Said) != 3 {
		t.Errorf("said %q", d.Said)
	}
	// A wrong word of a command is for the service to answer.
	uitest.Holds(t, typed(d, w, "EXGET"), "! ", "wrong number of arguments")
}

// A read takes the command that fits the type of the key, and a line with how it is typed stands below.
func TestReadingAtThePrompt(t *testing.T) {
	d, w := atPrompt(t)
	w.Do(command.Read{})
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 60, 16, true, uitest.ASCII())), "> EXGET key_2", `"hello"`)
	uitest.Send(t, d.Room(), engine.Send{By: "app2", Verb: "SET", Args: engine.Args("line", "plain words")})
	d.Select(engine.ParseObject("key plain"))
	w.Do(command.Read{})
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 60, 16, true, uitest.ASCII())), "> GET plain", `value    "words"`)
	press(w, "excas k")
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 70, 16, true, uitest.ASCII())), "EXCAS key value version")
}

// Promise 3: another writer's lines are nobody else's to see.
func TestThePromptShowsOwnLinesOnly(t *testing.T) {
	d, w := atPrompt(t)
	uitest.Send(t, d.Room(), engine.Send{By: "app2", Verb: "EXSET", Args: engine.Args("line", "key_2 secret")})
	if got := uitest.Text(uitest.Screen(w, 60, 16, true, uitest.ASCII())); strings.Contains(got, "secret") {
		t.Errorf("the line of the other is on screen:\n%s", got)
	}
}

func TestEveryReadOfThePromptIsACommand(t *testing.T) {
	d, _ := atPrompt(t)
	for _, verb := range promptReads {
		if s := d.Room().View().Spec(verb); s == nil || !s.Prompt() || s.Group != engine.GroupRead {
			t.Errorf("%s is no read of a prompt", verb)
		}
	}
}

// A line that somebody put into the draft of a key, as a card does, stands at the prompt as soon as that is empty. The
// draft stays as it was kept until somebody changes the line, and then the line alone is kept.
func TestALineThatWaitsStaysKept(t *testing.T) {
	d, w := atPrompt(t)
	press(w, "typed")
	w.Desk.Room().SetDraft(w.id, w.window.object, view.Draft{Text: "EXGET key_2"})
	kept := func() [2]string {
		draft, _ := d.Room().View().Draft(w.id, w.window.object)
		line, _ := d.Room().View().Draft(w.id, lineOfObject(w.window.object))
		return [2]string{draft.Text, line.Text}
	}
	for _, step := range []struct {
		what string
		do   func()
		line string
		kept [2]string
	}{
		{"shown", func() {}, "typed", [2]string{"EXGET key_2", "typed"}},
		{"emptied", func() { w.Update(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}) }, "EXGET key_2",
			[2]string{"EXGET key_2", ""}},
		{"shown again", func() { d.With(New(d, 1)) }, "EXGET key_2", [2]string{"EXGET key_2", ""}},
		{"changed", func() { press(w, " x") }, "EXGET key_2 x", [2]string{"", "EXGET key_2 x"}},
	} {
		step.do()
		d.Show()
		if line := w.window.prompt.input.Text(); line != step.line || kept() != step.kept {
			t.Errorf("%s: the line is %q, kept %q, want %q, %q", step.what, line, kept(), step.line, step.kept)
		}
	}
	d.Room().SetDraft(w.id, w.window.object, view.Draft{Text: "GET key_2"})
	w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	d.Show()
	if line := w.window.prompt.input.Text(); line != "GET key_2" || kept() != [2]string{"GET key_2", ""} {
		t.Errorf("behind a line that was sent stands %q, kept %q", line, kept())
	}
	w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	d.Show()
	if line := w.window.prompt.input.Text(); line != "" || kept() != [2]string{} {
		t.Errorf("what waited was sent, and there stands %q, kept %q", line, kept())
	}
}
