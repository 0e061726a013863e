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
