package advice_test

import (
	"testing"

	"interleave/engine"
)

// Where both changed several values that stand beside a text, each is named.
func TestEachValueThatBothChangedIsNamed(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/f x meta.a=1 meta.b=1 meta.c=1\nann: get-blob wiki/f as a\nben: get-blob wiki/f as b\n" +
		"ann: set-blob-metadata wiki/f meta.a=2 meta.b=2 meta.c=1 if-match=$a.etag\n"
	advises(t, []advised{{"two of three", head + "ben: set-blob-metadata wiki/f meta.a=3 meta.b=4 meta.c=5 " +
		"if-match=$b.etag\n", engine.StaleWrite, "read", "both changed meta.a, to 3 in #6 and to 2 there, and " +
		"meta.b, to 4 in #6 and to 2 there, and each holds one value", "meta.c"}})
}

// The guard that a card names under "What would stop it" is what it advises to send, where that is a condition of the
// same request or of its twin: on tags, a tag in the place of *, a version of a line.
func TestTheGuardThatIsNamedIsAdvised(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	advises(t, []advised{
		{"a condition on tags", head + "seed: create-container wiki\nseed: put-blob wiki/home one tag.t=1\n" +
			"ben: get-blob-tags wiki/home\nann: set-blob-tags wiki/home tag.t=2\n" +
			"ben: set-blob-tags wiki/home tag.t=3\n", engine.LostUpdate, "guard",
			"send it with If-Tags, as the tags were read. There it is refused (412", ""},
		{"the tag in the place of *", head + "seed: create-table stock\nseed: insert-entity stock/p/1 .count=4L\n" +
			"ann: get-entity stock/p/1 as a\nben: get-entity stock/p/1\nann: update-entity stock/p/1 .count=3L " +
			"if-match=$a.etag\nben: update-entity stock/p/1 .count=2L if-match=*\n", engine.LostUpdate, "guard",
			"the tag that was read in the place of *. There it is refused (412", ""},
		{"a version of a line", head + "seed: EXSET k 10\nann: EXGET k\nben: EXGET k\nann: EXSET k 11\n" +
			"ben: EXSET k 12\n", engine.LostUpdate, "guard", "EXSET compared nothing. Go back before it on a new " +
			"branch and send EXSET k 12 VER 1. There it is refused", ""},
		{"a version that was set", head + "seed: EXSET k 10\nann: EXGET k\nben: EXGET k\nann: EXSET k 11\n" +
			"ben: EXSET k 12 ABS 5\n", engine.LostUpdate, "guard", "send EXSET k 12 VER 1. There it is refused", "ABS"},
		{"a version that was compared, with an older value", head + "seed: EXSET k 10\nben: EXGET k as b\n" +
			"ann: EXSET k 11\nben: EXGET k as c\nben: EXCAS k 12 $c.version from=b\n", engine.GuardDefeated, "",
			"read what is there and its version together", "Go back"},
		{"nobody had read", head + "seed: SET k 10\nann: SET k 11\nben: GET k\nann: SET k 12\nben: SET k 13\n",
			engine.LostUpdate, "guard", "send CAS k 11 13. There it is refused (0)", ""},
	})
}
