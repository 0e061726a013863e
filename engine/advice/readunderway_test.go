package advice_test

import (
	"testing"

	"interleave/engine"
)

// What an answer shows is what stood there when the request was decided, whenever it was sent: who hears, while its
// write is under way or behind the refusal of that, what had refused it need not read once more. An answer from before
// that shows what the write was made from.
func TestAReadUnderWayAtARefusalCounts(t *testing.T) {
	const (
		blob = who + "seed: create-container own\nseed: put-blob own/p \"one\\ntwo\"\nann: get-blob own/p as a\n"
		puts = "ben: put-blob own/p \"one\\nben\"\n"
		sent = "ann: send get-blob own/p as g\n"
		mine = "ann: put-blob own/p \"one\\nann\" if-match=$a.etag\n"
		row  = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=1\nann: get-entity tab/p/r as a\n" +
			"ben: merge-entity tab/p/r .n=2 if-match=*\nann: send get-entity tab/p/r as g\n" +
			"ann: update-entity tab/p/r .n=3 if-match=$a.etag\ndeliver g\nanswer g\n"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"behind it", blob + puts + sent + mine + "deliver g\nanswer g\n", "#5 has read it.", "Read again"},
		{"decided before it, and heard behind", blob + puts + sent + "deliver g\n" + mine + "answer g\n",
			"#5 has read it.", "Read again"},
		{"while it was under way", blob + puts + sent +
			"ann: send put-blob own/p \"one\\nann\" if-match=$a.etag as p\n" +
			"deliver g\nanswer g\ndeliver p\nanswer p\n", "#5 has read it.", "Read again"},
		{"of what stood before", blob + sent + "deliver g\n" + puts + mine + "answer g\n", "Read again", "has read it"},
		{"changed since", blob + puts + sent + mine + "deliver g\nanswer g\nben: put-blob own/p \"1\\nben\"\n",
			"Read again", "has read it"},
		{"a row", row, "#5 has read it.", "Read again"},
	} {
		t.Run(c.name, func(t *testing.T) { saysAtEnd(t, c.lines, engine.StaleWrite, c.want, c.never) })
	}
}
