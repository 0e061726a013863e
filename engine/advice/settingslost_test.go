package advice_test

import (
	"testing"

	"interleave/engine"
)

// Set Queue Metadata replaces all pairs (engine/queue/rules.md): what of the other's pairs stands again, by what was
// put in their place, is not lost, and only the rest is for whoever lost it to put back. So it is with a text that was
// put there once more under a tag that was read later.
func TestWhatStandsAgainIsNotSaidToBeReplaced(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		jobs = head + "seed: create-queue jobs meta.a=1\nann: get-queue-metadata jobs as r\n"
		pair = jobs + "ben: set-queue-metadata jobs meta.a=1 meta.b=3\nann: set-queue-metadata jobs from=r "
		drop = jobs + "ben: set-queue-metadata jobs meta.b=3\nann: set-queue-metadata jobs from=r "
		text = head + "seed: create-bucket lake\nseed: put-object lake/k 0\nben: get-object lake/k as r\n" +
			"ann: get-object lake/k as g\nann: put-object lake/k 1 if-match=$g.etag\nben: head-object lake/k as h\n"
		lost      = engine.LostUpdate
		read, all = "a plain read no longer shows it", "holds all that Ben had set with #3"
	)
	advises(t, []advised{
		{"more pairs", pair + "meta.a=1 meta.b=3 meta.c=4\n", lost, "", all, read},
		{"the very same", pair + "meta.a=1 meta.b=3\n", lost, "", "set the very same that Ben had set", read},
		{"one is gone", pair + "meta.a=1 meta.c=4\n", lost, "", "b is gone, and the rest stands as #3", read},
		{"one is another", pair + "meta.a=1 meta.b=5\n", lost, "", "b is 5, and was 3, and the rest", read},
		{"none stands", pair + "meta.c=4\n", lost, "", read, "the rest stands"},
		{"a removal undone", drop + "meta.a=2 meta.b=3\n", lost, "", "a is there again, and the rest", read},
		{"and changed since", pair + "meta.a=1 meta.b=3 meta.c=4\nann: set-queue-metadata jobs meta.z=1\n",
			lost, "", "", all},
		{"a text under a newer tag", text + "ben: put-object lake/k 1 if-match=$h.etag from=r\n", engine.GuardDefeated,
			"", "#7 put there the very text that Ana had put there", read},
		{"and another text", text + "ben: put-object lake/k 2 if-match=$h.etag from=r\n", engine.GuardDefeated, "",
			read, "very text"},
	})
}
