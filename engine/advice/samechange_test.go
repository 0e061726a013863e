package advice_test

import (
	"testing"

	"interleave/engine"
)

// Two who change the same to the same are no two changes that can be put together (engine/conflict/rules.md, "Sentences
// and advice come from the cause"): of a count one is missing then, and a claim is the other's. Nothing goes out by
// itself; what one of them changed alone does.
func TestTheSameChangeIsNotSentTwice(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		row = who + "seed: create-table hits\nseed: insert-entity hits/p/r .n=1 .m=1\nann: get-entity hits/p/r as a\n" +
			"ben: get-entity hits/p/r as b\nann: merge-entity hits/p/r .n=2 if-match=$a.etag\n"
		blob = who + "seed: create-container www\nseed: put-blob www/a \"1\\nx\\ny\\nz\"\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: put-blob www/a \"2\\nx\\ny\\nz\" if-match=$a.etag\n"
		word = who + "seed: create-container www\nseed: put-blob www/a free\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: put-blob www/a taken if-match=$a.etag\n" +
			"ben: put-blob www/a taken if-match=$b.etag\n"
		beside = who + "seed: create-container www\nseed: put-blob www/a 1 meta.n=1\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: set-blob-metadata www/a meta.n=2 if-match=$a.etag\n"
		key = who + "seed: EXSET k free\nann: EXGET k as a\nben: EXGET k as b\nann: EXSET k taken VER 1\n" +
			"ben: EXSET k taken VER 1\n"
		missing = "Where both are to count, as two who each add 1, one is missing: add it; where it claims " +
			"something, stop;"
	)
	advises(t, []advised{
		{"a property", row + "ben: merge-entity hits/p/r .n=2 if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed n to 2. " + missing + " else nothing is left to send.", "put Ben's change"},
		{"and another one", row + "ben: merge-entity hits/p/r .n=2 .m=5 if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed n to 2. " + missing + " else put the rest of #6 into what is there", "nothing is left"},
		{"another one alone", row + "ben: merge-entity hits/p/r .m=5 if-match=$b.etag\n", engine.StaleWrite, "redrive",
			"put Ben's change into the new text", "missing"},
		{"a line with a number", blob + "ben: put-blob www/a \"2\\nx\\ny\\nZ\" if-match=$b.etag\n", engine.StaleWrite,
			"read", "both changed the same to the same. " + missing + " else put the rest of #6", "nothing is left"},
		{"another line", blob + "ben: put-blob www/a \"1\\nx\\ny\\nZ\" if-match=$b.etag\n", engine.StaleWrite,
			"redrive",
			"put Ben's change into the new text", "missing"},
		{"a claim", word, engine.StaleWrite, "read", "both changed it to taken. " + missing, "put Ben's change"},
		{"and it was read", word + "ben: get-blob www/a\n", engine.StaleWrite, "",
			"#7 has read it. Both changed it to taken. " + missing, "put Ben's change"},
		{"and it was sent all the same", word + "ben: get-blob www/a as c\nben: put-blob www/a taken " +
			"if-match=$c.etag from=c\n",
			engine.StaleWrite, "", "Ben's #8 has gone through since. It put there the very text that Ana's #5 had " +
				"put there: where both were to count, as two who each add 1, one is missing; where it claims it for " +
				"Ana, stop.",
			"Nothing is left"},
		{"metadata", beside + "ben: set-blob-metadata www/a meta.n=2 if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed meta.n to 2. " + missing, "put Ben's change"},
		{"a key", key, engine.StaleWrite, "read", "both changed it to taken. " + missing, "put Ben's change"},
	})
}
