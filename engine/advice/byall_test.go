package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Four who claim one thing without a condition (azure-sdk-for-go 20717): the condition on the last one keeps that one
// out, and the others go over each other as before. On all of them it lets one through.
func TestAGuardOnOneOfSeveralIsNotEnough(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nwriter dan \"Dan\"\n"
		own   = "seed: create-container own\nseed: put-blob own/0 free\n"
		reads = "ann: get-blob-metadata own/0\nben: get-blob-metadata own/0\ncy: get-blob-metadata own/0\n" +
			"dan: get-blob-metadata own/0\n"
		two    = "ann: set-blob-metadata own/0 meta.owner=ann\nben: set-blob-metadata own/0 meta.owner=ben\n"
		four   = two + "cy: set-blob-metadata own/0 meta.owner=cy\ndan: set-blob-metadata own/0 meta.owner=dan\n"
		bucket = "seed: create-bucket own\nann: put-object own/0 ann\nben: put-object own/0 ben\n" +
			"cy: put-object own/0 cy\n"
	)
	for _, c := range []struct{ lines, want string }{
		{who + own + four, "If-Match on #6 alone is not enough: Ann's #3 and Ben's #4 are overwritten all the same. " +
			"On all 4, each from a read before #3, one goes through and 3 are refused."},
		{who + bucket, "If-None-Match on #4 alone is not enough: Ann's #2 is overwritten all the same. On all 3, " +
			"each from a read before #2, one goes through and 2 are refused."},
		{who + own + two, ""},
	} {
		said := advice.Unread(roomtest.AtEnd(t, c.lines))
		if !strings.Contains(said, c.want) || strings.Contains(said, "not enough") != (c.want != "") {
			t.Errorf("%s%q", c.lines, said)
		}
	}
	advises(t, []advised{{"who had read", who + own + reads + four, engine.LostUpdate, "guard",
		"If-Match on #10 alone is not enough: Ann's #7 and Ben's #8 are overwritten all the same.", ""}})
}
