package card

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// A delete against a save is no question of lines: what the text was made from is there no more.
func TestADeleteAgainstASaveIsNoClashOfLines(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		wiki = who + "seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as a\n"
		rows = who + "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r as a\n"
		key  = who + "seed: EXSET k one EX 10\nann: EXGET k as a\n"
	)
	for _, row := range []struct{ lines, says string }{
		{wiki + "ben: delete-blob wiki/a\nann: put-blob wiki/a two if-match=$a.etag\n",
			"Ben deleted what Ana's change was made from."},
		{rows + "ben: delete-entity stock/p/r if-match=*\nann: update-entity stock/p/r .n=2 if-match=$a.etag\n",
			"Ben deleted what Ana's change was made from."},
		{key + "clock +11s\nann: EXCAS k two $a.version\n", "What Ana's change was made from has ended by itself."},
		{wiki + "ben: put-blob wiki/a two\nann: delete-blob wiki/a if-match=$a.etag\n", "Ana asked: DELETE wiki/a"},
		{"set bucket.contention=on\n" + who +
			"seed: create-bucket lake\nann: send put-object lake/k A if-none-match=* as a\n" +
			"ben: send put-object lake/k B if-none-match=* as b\narrive a b\ndeliver b\nanswer b\n",
			"The other request stood undecided: nothing was there yet."},
		{wiki + "ben: put-blob wiki/a two\nann: put-blob wiki/a three if-match=$a.etag\n",
			"Both changed the same lines."},
	} {
		r := room.New(catalog.New, room.Options{})
		if err := r.Load("case.race", []byte(row.lines)); err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := r.Step(); err != nil {
				break
			}
		}
		v := r.View()
		list := v.Troubles()
		if len(list) == 0 {
			t.Fatalf("no conflict comes of\n%s", row.lines)
		}
		p := cardPage{view: v, t: list[len(list)-1], advice: advice.For(v, list[len(list)-1].Finding), w: 100}
		text := strings.Join(strings.Fields(textOf(p.lines(diffView, true))), " ")
		clashes := strings.Contains(text, "the same lines") || strings.Contains(text, "Nothing clashes")
		if !strings.Contains(text, row.says) || clashes != strings.HasPrefix(row.says, "Both") {
			t.Errorf("%sthe difference says %q", row.lines, text)
		}
	}
}
