package card

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// Of bodies that are longer than people type the card shows where they differ, however far behind their beginning, and
// of a message its beginning; it offers to put no such text into a draft.
func TestTheCardOfLongBodiesShowsWhereTheyDiffer(t *testing.T) {
	body := func(first, middle string) string {
		return strconv.Quote(first + "\n" + strings.Repeat("equal lines\n", 10_000) + middle + "\n" +
			strings.Repeat("more of them\n", 10_000))
	}
	lines := "seed: create-container wiki\nseed: put-blob wiki/a " + body("one", "zero") +
		"\nann: get-blob wiki/a as a\nben: put-blob wiki/a " + body("one", "Ben was here") +
		"\nann: put-blob wiki/a " + body("one", "Ana was here") + " if-match=$a.etag\n"
	p := cardAfter(t, lines)
	got := p.lines(diffView, true)
	text := strings.Join(strings.Fields(textOf(got)), " ")
	for _, says := range []string{"(9999 lines as before)", "- zero", "+ Ana was here", "+ Ben was here",
		"(9998 lines as before)", "Both changed the same lines"} {
		if !strings.Contains(text, says) {
			t.Errorf("%q is not in %.2000s", says, text)
		}
	}
	if len(got) > 30 || strings.Contains(text, "Ana's draft") {
		t.Errorf("%d lines: %.2000s", len(got), text)
	}
	sent := p.lines(exchangeView, true)
	text = strings.Join(strings.Fields(textOf(sent)), " ")
	if len(sent) > 8_000 || !strings.Contains(text, "bytes more)") {
		t.Errorf("%d lines of the message are shown: ...%s", len(sent), text[max(len(text)-600, 0):])
	}
}

// Where more differs than is compared, nothing is said of what could be put together.
func TestTheCardOfBodiesThatDifferInAllSaysSo(t *testing.T) {
	body := func(line string) string { return strconv.Quote(strings.Repeat(line+"\n", 40_000)) }
	p := cardAfter(t, "seed: create-container wiki\nseed: put-blob wiki/a "+body("one")+"\nann: get-blob wiki/a as a\n"+
		"ben: put-blob wiki/a "+body("two")+"\nann: put-blob wiki/a "+body("three")+" if-match=$a.etag\n")
	text := strings.Join(strings.Fields(textOf(p.lines(diffView, true))), " ")
	rest := fmt.Sprintf("(what comes behind is not compared: no more than %d bytes are)", conflict.CompareMost)
	for _, says := range []string{rest, "v1 has 160000 bytes"} {
		if !strings.Contains(text, says) {
			t.Errorf("%q is not in ...%s", says, text[max(len(text)-600, 0):])
		}
	}
	if strings.Contains(text, "same lines") || strings.Contains(text, "Nothing clashes") {
		t.Errorf("it judges what it did not compare: ...%s", text[max(len(text)-600, 0):])
	}
}
