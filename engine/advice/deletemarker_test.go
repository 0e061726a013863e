package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// A delete in a bucket that keeps versions hides what was there under a marker, and to delete the marker brings it
// back (engine/bucket/rules.md, "Versioning"): that is said before anybody writes anything again, and not of a bucket
// without versions or of what somebody else has put there since.
func TestADeleteMarkerIsTakenAway(t *testing.T) {
	const (
		plain   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		kept    = plain + "seed: put-bucket-versioning lake Enabled\n"
		put     = "seed: put-object lake/k v0\n"
		lost    = put + "ann: get-object lake/k as r\nben: put-object lake/k ben1\nann: delete-object lake/k from=r\n"
		refused = put + "ben: get-object lake/k as r\nann: delete-object lake/k from=none\n" +
			"ben: put-object lake/k v1 if-match=$r.etag\n"
		first  = "first take the delete marker away: delete-object with version-id"
		again  = "may write anything else again"
		settle = "takes Ana's delete marker away, and what it hides is there again"
	)
	for _, c := range []struct {
		name, race  string
		kind        engine.Trouble
		want, never string
	}{
		{"hidden unread", kept + lost, engine.LostUpdate, first, again},
		{"no versions", plain + lost, engine.LostUpdate, again, first},
		{"and put anew", kept + lost + "ann: put-object lake/k z\n", engine.LostUpdate, "", first},
		{"met as gone", kept + refused, engine.IsGone, settle, first},
		{"gone for good", plain + refused, engine.IsGone, "", settle},
	} {
		card, found := cardAtEnd(t, c.race, c.kind)
		says := func(what string) bool {
			return slices.ContainsFunc(card.Others, func(s string) bool { return strings.Contains(s, what) })
		}
		if !found || c.want != "" && !says(c.want) || says(c.never) {
			t.Errorf("%s: %v %q", c.name, found, card.Others)
		}
	}
}
