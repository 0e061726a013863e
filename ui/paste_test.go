package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
)

// TestOfATooLongPasteTheDraftHasWhatFits: and a sentence says that it is not all, as it does for a key at the limit.
func TestOfATooLongPasteTheDraftHasWhatFits(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("e")
	root.Update(tea.PasteMsg{Content: strings.Repeat("0123456789\n", engine.MaxTyped/10)})
	d.See("is the limit of a text here")
	draft, _ := root.room.View().Draft(root.writer, root.Object())
	if len(draft.Text) != engine.MaxTyped {
		t.Errorf("the draft has %d bytes, want %d", len(draft.Text), engine.MaxTyped)
	}
	d.Press("esc", "e", "x")
	d.See("65536 is the limit")
}

// A line says that it had no room for all that was put into it, wherever one is typed: in a form, in a list that is
// filtered, in the palette, in a cell of an entity.
func TestALineSaysWhatDidNotFit(t *testing.T) {
	long := tea.PasteMsg{Content: strings.Repeat("0123456789", 500)}
	for _, keys := range [][]string{{"I", "o", "q", "enter"}, {"o"}, {"?"}, {":"}} {
		d, root, _ := newDesk(t, "wiki.race", 80, 24)
		d.Press(keys...)
		root.Update(long)
		d.See("Too long: 5000 bytes, and 4096 is the limit.")
		d.Press("backspace")
		d.Not("Too long")
	}
	d, root, _ := newDesk(t, "", 80, 24)
	typed(d, "writer ana \"Ana\"", "ana: create-table t", "ana: insert-entity t/a/b .n=1")
	root.Select(engine.ParseObject("entity t/a/b"))
	d.Press("1", "e")
	root.Update(long)
	d.See("Too long: 5000 bytes, and 4096 is the limit.")
	typed(d, "ana: set k v")
	root.Select(engine.ParseObject("key k"))
	d.Press("1", "e")
	root.Update(long)
	d.See("and 4096 is the limit.")
}
