package dialogs

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/act"
	"interleave/engine/rulebook"
	"interleave/ui/command"
)

// Who types what a thing is called finds it in the help, with what can be done with it and what the rules say; every
// kind of objects is found by its name.
func TestHelpFindsThings(t *testing.T) {
	d := wiki(t)
	listed := func(text string) (texts []string) {
		h := NewHelp(d, command.Writer).(*helper)
		write(h, text)
		for range h.list.Len() {
			if r, ok := h.selected(); ok {
				texts = append(texts, r.text)
			}
			h.list.Move(1)
		}
		return texts
	}
	for typed, first := range map[string]string{"queue": "queue", "queues": "queue", "message": "message",
		"row": "entity", "entity": "entity", "bucket": "bucket", "job": "message"} {
		if got := listed(typed); len(got) == 0 || got[0] != first {
			t.Errorf("%q finds %v first, want %s", typed, got[:min(len(got), 3)], first)
		}
	}
	for typed, rule := range map[string]string{"marker": "Versioning", "version": "Versioning",
		"lease": "Using a blob while leased", "412": "Conditions on writes"} {
		if got := listed(typed); !slices.Contains(got, rule) {
			t.Errorf("%q does not find %q but %v", typed, rule, got)
		}
	}
	for _, thing := range act.Things(d.room.View().Services()) {
		if got := listed(thing.Kind); !slices.Contains(got, thing.Kind) {
			t.Errorf("%s is not found by its name", thing.Kind)
		}
	}
}

// Enter opens a page, which scrolls; Esc comes back to what was typed.
func TestHelpShowsAPage(t *testing.T) {
	d := wiki(t)
	h := NewHelp(d, command.Writer)
	write(h, "queue")
	send(h, "enter")
	if h.Title() != "queue, of Azure queues" {
		t.Fatalf("Enter shows %q", h.Title())
	}
	see(t, h, "create-queue", "Make a queue.", "The rules", "Esc back")
	if send(h, "esc") {
		t.Error("Esc closes the help")
	}
	see(t, h, "Filter queue")
	for _, s := range d.room.View().Services() {
		for _, r := range rulebook.Parse(s.Rules) {
			if told := r.Told(s.Rules); r.Level > 1 && strings.Contains(told, "Rules on screen") {
				t.Errorf("%s: %s tells a note of ours", s.Name, r.Title)
			}
		}
	}
}
