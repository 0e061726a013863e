package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A condition on tags stands beside the others (engine/blob/rules.md, x-ms-if-tags): who reads the tags anew sends the
// tag of the content as well, where that was sent; what of it fits no more is said, as tried.
func TestAConditionOnTagsKeepsTheOtherGuards(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a one tag.s=1\nann: get-blob wiki/a as r\nann: get-blob-tags wiki/a\n"
	const tags, one = "ben: set-blob-tags wiki/a tag.s=2\n", " if-tags=\"\\\"s\\\" = '1'\"\n"
	const now = "under a condition on the tags that are there now"
	advises(t, []advised{
		{"with If-Match", start + tags + "ann: put-blob wiki/a two if-match=$r.etag" + one, engine.StaleWrite, "read",
			now + " and, as before, under If-Match ..", "fits no more"},
		{"alone", start + tags + "ann: put-blob wiki/a two" + one, engine.StaleWrite, "read", now + ".", "as before"},
		{"a delete", start + tags + "ann: delete-blob wiki/a if-match=$r.etag" + one, engine.StaleWrite, "read",
			now + " and, as before, under If-Match ..", ""},
		{"the content has changed since", start + tags + "ann: put-blob wiki/a two if-match=$r.etag" + one +
			"ben: put-blob wiki/a three tag.s=2\n", engine.StaleWrite, "read",
			", of which If-Match fits no more: its new value is to be read too.", ""},
	})
}

// A lease that is being broken is never renewed, and a break without a period lets a lease that ends go on to its end
// (engine/blob/rules.md, "Leases"): what a break would lead to is what it leads to on trial.
func TestWhatABreakLeadsToIsTried(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a one\nseed: put-blob wiki/L \"\"\n"
	const holds = start + "ann: acquire-blob-lease wiki/a duration=60\n"
	const lock = start + "lock blob wiki/L covers blob wiki/a\nann: acquire-blob-lease wiki/L duration=15\n" +
		"ann: get-blob wiki/a as r\nclock +16s\ncal: acquire-blob-lease wiki/L duration=60\ncal: put-blob wiki/a two\n"
	const write = "ann: put-blob wiki/a three if-match=$r.etag\n"
	advisesBehind(t, []advised{
		{"it ends", holds + "ben: delete-blob wiki/a\n", engine.IsLeased, "wait",
			"Ana would hold it until 01:00.0, and could not renew it.", "would lose it"},
		{"it never ends", start + "ann: acquire-blob-lease wiki/a duration=-1\nben: delete-blob wiki/a\n",
			engine.IsLeased, "", "Ana would lose it.", "could not renew"},
		{"it is being broken", holds + "cal: break-blob-lease wiki/a period=10\nben: delete-blob wiki/a\n",
			engine.IsLeased, "wait", "Wait until 00:10.0", "Break the lease"},
		{"a lock", lock + write, engine.StaleWrite, "wait, lease anew", "until 01:16.0, and may renew it", ""},
		{"a lock that is being broken", lock + "ben: break-blob-lease wiki/L period=20\n" + write, engine.StaleWrite,
			"wait, lease anew", "until 00:36.0, when it is broken", "renew"},
	})
}

// A refused merge names some properties and leaves the others (engine/table/rules.md, Merge Entity): the draft that a
// read behind it leaves for its writer's hand is the whole row, so that a write of it takes nothing out.
func TestTheDraftOfARefusedMergeIsTheWholeRow(t *testing.T) {
	const row = "seed: create-table people\nseed: insert-entity people/p/r .a=1 .b=2\nann: get-entity people/p/r as r\n"
	for lines, want := range map[string]string{
		"ben: merge-entity people/p/r .a=5 if-match=*\nann: merge-entity people/p/r .a=9 if-match=$r.etag\n": "" +
			"a=9\nb=2",
		"ben: merge-entity people/p/r .a=5 .c=3 if-match=*\nann: merge-entity people/p/r .a=9 if-match=$r.etag\n": "" +
			"a=9\nb=2\nc=3",
		"ben: update-entity people/p/r .a=5 if-match=*\nann: merge-entity people/p/r .a=9 if-match=$r.etag\n":  "a=9",
		"ben: update-entity people/p/r .a=5 if-match=*\nann: update-entity people/p/r .a=9 if-match=$r.etag\n": "a=9",
	} {
		r, found := refusedOf(t, row+lines, engine.StaleWrite)
		_, _ = r.Recommend(found) // which says that the rest is a person's
		if d, ok := r.View().Draft("ann", found.Object); !ok || strings.TrimSpace(d.Text) != want {
			t.Errorf("%s%v %q, want %q", lines, ok, d.Text, want)
		}
	}
}
