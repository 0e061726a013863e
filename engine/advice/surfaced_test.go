package advice_test

import (
	"testing"

	"interleave/engine"
)

// A delete that names the current version takes that away for good, and the one below it is what is there
// (engine/bucket/rules.md, "Versioning"). What a request met then is that delete, not the older write: nobody has
// changed the text, and there is nothing to put together.
func TestWhoMadeFromAVersionThatWasTakenAwaySettlesThat(t *testing.T) {
	const (
		start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-bucket bkt\n" +
			"seed: put-bucket-versioning bkt Enabled\nann: put-object bkt/k v1\nben: put-object bkt/k v2 as p\n" +
			"cy: get-object bkt/k as c\n"
		took  = "ben: delete-object bkt/k version-id=$p.version-id\n"
		write = "cy: put-object bkt/k v3 if-match=$c.etag\n"
	)
	advises(t, []advised{
		{name: "taken away", lines: start + took + write, kind: engine.StaleWrite, action: "read",
			want: "Ben's #6 took away the version that Cy's text was made from, and an older one is there again. " +
				"Settle with Ben", never: "both changed"},
		{name: "and written anew since", lines: start + took + "ann: put-object bkt/k v4\n" + write,
			kind: engine.StaleWrite, action: "read", want: "both changed the same lines", never: "took away"},
	})
}
