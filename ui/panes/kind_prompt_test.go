package panes

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/ui/command"
)

// atPrompt is a writer of an empty world with a key, its prompt open.
func atPrompt(t *testing.T) (*desk, *Writer) {
	t.Helper()
	d := of(t, "tair/r02-optimistic-lock-exset-ver-key_2.race", 0, "key key_2")
	w := NewWriter(d, 1)
	d.with(w)
	screen(w, 44, 14, true, ascii())
	if _, mine := w.Do(command.EditDraft{}); !mine || !w.Editing() {
		t.Fatal("EDIT does not begin")
	}
	return d, w
}

func (d *desk) typed(w *Writer, line string) string {
	press(w, line)
	w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	return text(screen(w, 60, 16, true, ascii()))
}

// The seed of the race: EXSET key_2 hello, which has the version 1.
func TestThePromptSpeaksAndListens(t *testing.T) {
	d, w := atPrompt(t)
	holds(t, text(screen(w, 60, 16, true, ascii())), "not read")
	got := d.typed(w, "exget key_2")
	holds(t, got, "> EXGET key_2", "[hello 1]", `value    "hello"`, "version 1")
	got = d.typed(w, "EXSET key_2 world VER 1")
	holds(t, got, "> EXSET key_2 world VER 1", "  OK")
	got = d.typed(w, "EXSET key_2 again VER 1")
	holds(t, got, "! ", "stale")
	if v := d.room.View(); len(v.Troubles()) != 1 || v.Troubles()[0].Kind != "stale-write" {
		t.Errorf("marks %v", v.Troubles())
	}
	if !w.Editing() {
		t.Error("the prompt is closed after a line")
	}
}

func TestThePromptGoesThroughItsHistory(t *testing.T) {
	d, w := atPrompt(t)
	d.typed(w, "EXGET key_2")
	d.typed(w, `SET other "two words"`)
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
	sent := d.room.View().Record
	for _, line := range []string{"", "PIFF key_2", "put-blob wiki/home.md x"} {
		press(w, line)
		w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		if w.window.prompt.input.Text() != line {
			t.Errorf("%q is gone", line)
		}
		_ = w.window.prompt.input.SetText("")
	}
	if d.room.View().Record != sent || len(d.said) != 3 {
		t.Errorf("said %q", d.said)
	}
	// A wrong word of a command is for the service to answer.
	holds(t, d.typed(w, "EXGET"), "! ", "wrong number of arguments")
}

// A read takes the command that fits the type of the key, and a line with how it is typed stands below.
func TestReadingAtThePrompt(t *testing.T) {
	d, w := atPrompt(t)
	w.Do(command.Read{})
	holds(t, text(screen(w, 60, 16, true, ascii())), "> EXGET key_2", `"hello"`)
	sendAll(t, d.room, engine.Send{By: "app2", Verb: "SET", Args: engine.Args("line", "plain words")})
	d.Select("key plain")
	w.Do(command.Read{})
	holds(t, text(screen(w, 60, 16, true, ascii())), "> GET plain", `value    "words"`)
	press(w, "excas k")
	holds(t, text(screen(w, 70, 16, true, ascii())), "EXCAS key value version")
}

// Promise 3: another writer's lines are nobody else's to see.
func TestThePromptShowsOwnLinesOnly(t *testing.T) {
	d, w := atPrompt(t)
	sendAll(t, d.room, engine.Send{By: "app2", Verb: "EXSET", Args: engine.Args("line", "key_2 secret")})
	if got := text(screen(w, 60, 16, true, ascii())); strings.Contains(got, "secret") {
		t.Errorf("the line of the other is on screen:\n%s", got)
	}
}

func TestEveryReadOfThePromptIsACommand(t *testing.T) {
	d, _ := atPrompt(t)
	for _, verb := range promptReads {
		if s := d.room.View().Spec(verb); s == nil || !s.Prompt() || s.Group != "read" {
			t.Errorf("%s is no read of a prompt", verb)
		}
	}
}
