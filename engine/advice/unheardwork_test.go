package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// Who heard nothing goes by what it can know: a delete is not sent again over what another has made since, a change of
// an id that may have been done is sent once more, and a piece is looked for at its place.
func TestWhoHeardNothingGoesByWhatItCanKnow(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		wiki = who + "seed: create-container wiki\nseed: put-blob wiki/f x\n"
		docs = who + "seed: create-share docs\nseed: create-file docs/f size=6\n" +
			"seed: put-range docs/f abcdef range=0-5\n"
		table = who + "seed: create-table tab\nseed: insert-entity tab/p/r .a=1 .b=2\n"
		one   = "11111111-1111-1111-1111-111111111111"
		two   = "22222222-2222-2222-2222-222222222222"
	)
	advises(t, []advised{
		{"a delete that was lost, and another's text since", wiki + "ann: send delete-blob wiki/f as d\nlose d\n" +
			"ben: put-blob wiki/f ben\n", engine.NoAnswer, "read", "Read before the next try", "Send the same again"},
		{"of a file", docs + "ann: send delete-file docs/f as d\nlose d\nben: create-file docs/f size=3\n",
			engine.NoAnswer, "read", "Read before the next try", "Send the same again"},
		{"with nothing there since", wiki + "ann: send delete-blob wiki/f as d\nlose d\n", engine.NoAnswer, "retry",
			"Send the same again", ""},
		{"a change of an id", wiki + "ann: acquire-blob-lease wiki/f duration=-1 id=" + one + " as l\n" +
			"ann: send change-blob-lease wiki/f lease=$l.lease id=" + two + " as c\ndeliver c\nlose c\n" +
			"ann: put-blob wiki/f ana lease=$l.lease\n", engine.LeaseOver, "lease",
			"#4, which had no answer, may have changed the id. Send that change again", "acquire"},
		{"a range that a read shows", docs + "ann: send put-range docs/f C3 range=2-3 as p\ndeliver p\nlose p\n" +
			"ann: get-file docs/f\n", engine.NoAnswer, "", "shows holds what #4 was to put there", "no longer be seen"},
		{"a range that another has written over", docs + "ann: send put-range docs/f C3 range=2-3 as p\ndeliver p\n" +
			"lose p\nben: put-range docs/f XY range=2-3\nann: get-file docs/f\n", engine.NoAnswer, "",
			"can no longer be seen", "shows holds"},
		{"a property that was merged", table + "ann: send merge-entity tab/p/r .a=7 if-match=* as p\ndeliver p\n" +
			"lose p\nben: merge-entity tab/p/r .b=9 if-match=*\nann: get-entity tab/p/r\n", engine.NoAnswer, "",
			"shows holds what #3 was to put there", "no longer be seen"},
		{"a claim under an older tag", who + "seed: create-container hub\nseed: put-blob hub/o \"\" meta.owner=p0\n" +
			"ann: get-blob-metadata hub/o as a\nben: get-blob-metadata hub/o as b\n" +
			"ann: set-blob-metadata hub/o meta.owner=ann if-match=$a.etag\nben: get-blob-metadata hub/o\n" +
			"ben: set-blob-metadata hub/o meta.owner=ben if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed meta.owner, to ben in #7 and to ann there, and it holds one value. If what is there now " +
				"claims it for somebody else, stop", "put Ben's change"},
	})
}

// The story of what was not heard says whose answer was lost, in the order of time, and speaks of receipts where there
// are some.
func TestTheStoryOfWhatWasNotHeardIsOfItsScene(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{"seed: SET lock x\nann: send DEL lock as d\ndeliver d\nlose d\nann: DEL lock again=d\n", engine.NoAnswer,
			"it had arrived, or somebody else did it.", "receipt"},
		{"seed: SET lock x\nann: send DEL lock as d\ndeliver d\nlose d\nann: DEL lock again=d\n", engine.NoAnswer,
			"The answer to #2 was lost at 00:00.0. #3 was answered: 0.", "Its answer"},
		{"seed: create-container wiki\nseed: put-blob wiki/f x\n" +
			"ann: send acquire-blob-lease wiki/f duration=15 as l\ndeliver l\nlose l\n" +
			"ann: put-blob wiki/f ana\n", engine.IsLeased, "; its answer was lost.", "as if"},
	} {
		v, said := roomtest.AtEnd(t, who+c.lines), ""
		for _, tr := range v.Troubles() {
			if tr.Kind == c.kind {
				s := conflict.Story(v.Clone(), tr.Finding)
				said = s.First
				for _, step := range s.Steps {
					said += " " + step.Text
				}
			}
		}
		if !strings.Contains(said, c.want) || strings.Contains(said, c.never) {
			t.Errorf("%s: %s\nwant %q, never %q", c.lines, said, c.want, c.never)
		}
	}
}
