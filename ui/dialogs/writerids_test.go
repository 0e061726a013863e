package dialogs

import "testing"

// The palette names writers by their ids, which titles do not show, and knows the one that was nearly typed.
func TestPaletteNamesWritersByTheirIds(t *testing.T) {
	d := wiki(t)
	p := paletteOf(d)
	see(t, p, "ann: get-blob")
	write(p, "be")
	see(t, p, "ben: ", "Ben's next request")
	send(p, "tab")
	see(t, p, ": ben: ")
	p = paletteOf(d)
	write(p, "bne: get-blob wiki/home.md")
	see(t, p, "Did you mean ben?", "ben is Ben")
	if send(p, "enter") {
		t.Error("a line of nobody's closes the palette")
	}
}
