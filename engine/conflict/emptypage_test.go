package conflict_test

import (
	"strings"
	"testing"
)

// The bytes of a page blob show of a page that nobody had written that it is empty (rules.md, "Shown"): they are a base
// of who writes the page, as they are of a page that was written before. A read of other bytes, and a HEAD, show no
// such page.
func TestAReadOfAnEmptyPageIsABase(t *testing.T) {
	page := func(s string) string { return strings.Repeat(s, 512) }
	head := "seed: create-container cont\nseed: put-blob cont/pg \"\" type=PageBlob size=1024\n"
	bens := "ben: put-page cont/pg " + page("b") + " range=0-511\n"
	anns := "ann: put-page cont/pg " + page("a") + " range=0-511"
	for _, c := range []struct{ name, lines, want string }{
		{"read whole", "ann: get-blob cont/pg\n" + bens + anns, "~ lost-update ben"},
		{"cleared", "ann: get-blob cont/pg\n" + bens + "ann: put-page cont/pg \"\" range=0-511 page-write=clear",
			"~ lost-update ben"},
		{"those bytes", "ann: get-blob cont/pg range=0-511\n" + bens + anns, "~ lost-update ben"},
		{"other bytes", "ann: get-blob cont/pg range=512-1023\n" + bens + anns, ""},
		{"a HEAD", "ann: get-blob-properties cont/pg\n" + bens + anns, ""},
		{"nothing read", bens + anns, ""},
		{"read since", "ann: get-blob cont/pg\n" + bens + "ann: get-blob cont/pg\n" + anns, ""},
		{"another page", "ann: get-blob cont/pg\nben: put-page cont/pg " + page("b") + " range=512-1023\n" + anns, ""},
		{"the same date", "ann: get-blob cont/pg as r\n" + bens + anns + " if-unmodified-since=$r.last-modified",
			"~ same-number ben"},
		{"made for nothing", "ann: get-blob cont/pg\n" + bens + anns + " from=none", ""},
	} {
		_, last := run(t, head+c.lines+"\n")
		got := ""
		if last.Severity != 0 {
			got = last.String()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
