package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A row that is replaced loses all that another has changed in it since it was read: each property is named, and what
// the replacement left out is told as removed.
func TestEveryPropertyThatWasLostIsNamed(t *testing.T) {
	const stock = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1 .name=x .old=o\n" +
		"ann: get-entity stock/p/r as a\nben: get-entity stock/p/r as b\n"
	for _, row := range []struct{ ben, ann, says string }{
		{".n=2 .name=x .old=o", ".n=3 .name=x .old=o", `Ben's change to "n" was overwritten by Ana.`},
		{".n=2 .name=y .old=o", ".n=3 .name=z .old=o", `Ben's changes to "n" and "name" were overwritten by Ana.`},
		{".n=2 .name=y .old=o .extra=e", ".n=3 .name=z .old=o",
			`Ben's changes to "n" and "name" were overwritten, and property "extra" was removed by Ana.`},
		{".n=1 .name=x .old=o .extra=e .more=m", ".n=1 .name=x .old=o",
			`Ben's properties "extra" and "more" were removed by Ana.`},
	} {
		r, last := run(t, stock+"ben: update-entity stock/p/r "+row.ben+" if-match=$b.etag\n"+
			"ann: insert-or-replace-entity stock/p/r "+row.ann+"\n")
		if first := conflict.Story(r.Timeline.World(), last).First; !strings.HasPrefix(first, row.says) {
			t.Errorf("%s and %s: %s", row.ben, row.ann, first)
		}
	}
}

// Of a row that is deleted all is gone, which the version says that the other had made.
func TestADeletedRowIsNamedByItsVersion(t *testing.T) {
	const lines = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r\n" +
		"ben: merge-entity stock/p/r .n=2 if-match=*\nann: delete-entity stock/p/r if-match=*\n"
	r, last := run(t, lines)
	said(t, r, last, lines, "Ben's v2 was deleted by Ana.", "Ben's n was")
}
