package writer

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf8"

	"interleave/engine"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// Texts that are longer than people type come from programs. The editor has their head, and below it stands how long
// they are, and their sum.

// longText is such a text; without one its fields are empty.
type longText struct{ text, sum string }

// headMost is how many bytes of a long text are shown.
const headMost = 4 << 10

// shorten is what of a text goes into the editor.
func (w *window) shorten(text string) string {
	switch {
	case len(text) <= engine.MaxTyped:
		w.long = longText{}
		return text
	case text != w.long.text:
		w.long = longText{text, fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
	}
	head := text[:headMost]
	if at := strings.LastIndexByte(head, '\n'); at > 0 {
		return head[:at+1]
	}
	for n := 0; n < utf8.UTFMax && !utf8.ValidString(head); n++ { // a letter was cut
		head = head[:len(head)-1]
	}
	if !utf8.ValidString(head) {
		return text[:headMost]
	}
	return head
}

// paintLong paints the head and below it what it is the head of.
func (w *window) paintLong(a grid.Area, look face.Look) {
	width, height := a.Size()
	w.editor.Paint(a.Inset(0, 0, 0, min(1, height-1)), look)
	size := say.Number(len(w.long.text), "byte")
	say.Put(a, 0, height-1, width, look.Glyphs, fitting(width,
		[]grid.Span{say.Dim("the beginning of " + size + ", SHA-256 " + w.long.sum)},
		[]grid.Span{say.Dim("the beginning of " + size + ", SHA-256 " + w.long.sum[:8])},
		[]grid.Span{say.Dim("of " + size + ", SHA-256 " + w.long.sum[:8])},
		[]grid.Span{say.Dim("of " + size)})...)
}

// tooLong says that a text is longer than a person can write; false where it is not.
func (w *Pane) tooLong() bool {
	if w.window.long.text == "" || w.speaks() {
		return false
	}
	w.Desk.Say(fmt.Sprintf("%s has %s, and at most %d can be typed: a program writes it.",
		w.View.Called(w.window.object), say.Number(len(w.window.long.text), "byte"), engine.MaxTyped), 0)
	return true
}
