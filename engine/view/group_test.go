package view_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Behind an accepted group its writer knows of each row what that operation wrote, and refers to its part of the
// answer.
func TestAGroupIsAReadingOfEachOfItsRows(t *testing.T) {
	r := roomtest.Of(t, "x.race", "writer ana \"Ana\"\nseed: create-table jobs\n"+
		"seed: insert-entity jobs/p/count .n=5\nseed: insert-entity jobs/p/other .n=1 .m=2\n"+
		"ana: get-entity jobs/p/count as a1\nana: get-entity jobs/p/other as a0\n"+
		"ana: entity-group-transaction jobs p [update-entity count .n=6 if-match=$a1.etag; insert-entity log7 .job=6; "+
		"merge-entity other .n=9 if-match=*] as a2\n")
	roomtest.PlayOn(t, r)
	k := r.View().Known("ana")
	for row, want := range map[string][2]string{"count": {"n=6\n", "a2.0"}, "log7": {"job=6\n", "a2.1"},
		"other": {"m=2\nn=9\n", "a2.2"}} {
		read, ok := k.Reading(engine.ObjectID{Kind: "entity", Name: "jobs/p/" + row})
		if !ok || !read.Own || read.Body != want[0] || read.Answer() != want[1] || read.Tag.IsZero() {
			t.Errorf("of %s Ana knows %q of %s, own %t, tag %s", row, read.Body, read.Answer(), read.Own, read.Tag)
		}
	}
}
