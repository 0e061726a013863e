package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/guards"
)

// rules.md of bucket, "Which answer, which reaction": a refusal of a try again says nothing of whose thing is there,
// and a read that compares the body does.
func TestWhoIsRefusedLooksForItsOwnText(t *testing.T) {
	const start = `writer ann "Ana"
writer ben "Ben"
seed: create-container jobs
`
	const lost = "ann: send put-blob jobs/m ann if-none-match=* as m1\ndeliver m1\nlose m1\n"
	for _, row := range []struct{ lines, says string }{
		{lost + "ann: put-blob jobs/m ann if-none-match=* again=m1\n", "shows its own text: its try before was done"},
		{"ben: put-blob jobs/m ben if-none-match=*\nann: send put-blob jobs/m ann if-none-match=* as m1\nlose m1\n" +
			"ann: put-blob jobs/m ann if-none-match=* again=m1\n", "shows another text: somebody else was first"},
		{"ben: put-blob jobs/m x if-none-match=*\nann: send put-blob jobs/m x if-none-match=* as m1\nlose m1\n" +
			"ann: put-blob jobs/m x if-none-match=* again=m1\n", "a text has to name its writer"},
		{"ann: put-blob jobs/m ann if-none-match=*\nben: put-blob jobs/m ben if-none-match=*\n", ""},
	} {
		in, err := replayed(start + row.lines)
		if err != nil {
			t.Fatal(err)
		}
		found, ok := guards.New(in, func() bool { return false }).All().Row("own-text")
		notes := strings.Join(found.Notes, " ")
		if ok != (row.says != "") || !strings.Contains(notes, row.says) {
			t.Errorf("%s: %t, %q, want %q", row.lines, ok, notes, row.says)
		}
	}
}
