package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// No ETag stands for tags: where they went with a write, a condition on the tags that were read is what would have kept
// them, be the write under If-Match or under nothing, and no sentence says that If-Match would have compared them.
//
// Source: Azure REST, "Set Blob Tags"; Amazon S3, "PutObjectTagging".
func TestTagsAreGuardedByTags(t *testing.T) {
	const (
		blob = who + "seed: create-container con\nseed: put-blob con/a v1\nseed: set-blob-tags con/a tag.x=1\n" +
			"ann: get-blob con/a as g\nann: get-blob-tags con/a as t\nben: set-blob-tags con/a tag.x=2\n"
		found = who + "seed: create-container con\nseed: put-blob con/a v1\nseed: set-blob-tags con/a tag.x=1\n" +
			"ann: get-blob con/a as g\nann: find-blobs-by-tags \"x = '1'\"\nben: set-blob-tags con/a tag.x=2\n"
		object = who + "seed: create-bucket lake\nseed: put-object lake/k v1\nseed: put-object-tagging lake/k " +
			"tag.x=1\nann: get-object lake/k as g\nann: get-object-tagging lake/k as t\n" +
			"ben: put-object-tagging lake/k tag.x=2\n"
		guard = "If-Tags \"x\" = '1'. The answer would be 412."
	)
	for _, c := range []struct{ name, lines, stops, law string }{
		{"put", blob + "ann: put-blob con/a v2 from=t\n", guard, "no ETag stands for them"},
		{"put under a tag", blob + "ann: put-blob con/a v2 if-match=$g.etag\n", guard, "no ETag stands for the tags"},
		{"delete", blob + "ann: delete-blob con/a\n", guard, "no ETag stands for them"},
		{"delete under a tag", blob + "ann: delete-blob con/a if-match=$g.etag\n", guard,
			"no ETag stands for the tags"},
		{"set", blob + "ann: set-blob-tags con/a tag.x=3\n", guard, "compared nothing"},
		{"found by them", found + "ann: put-blob con/a v2 if-match=$g.etag\n", guard, "no ETag stands for the tags"},
		{"found in its container", strings.Replace(found, "blobs-by-tags ", "blobs-in-container con where=", 1) +
			"ann: delete-blob con/a\n", guard, "no ETag stands for them"},
		{"listed", strings.Replace(blob, "get-blob-tags con/a", "list-blobs con include=tags", 1) +
			"ann: delete-blob con/a\n", guard, "no ETag stands for them"},
		{"its own", strings.Replace(blob, "get-blob-tags con/a", "set-blob-tags con/a tag.x=1", 1) +
			"ann: put-blob con/a v2 if-match=$g.etag\n", guard, "no ETag stands for the tags"},
		{"an object", object + "ann: put-object lake/k v2\n", "", "no ETag stands for them"},
		{"an object under a tag", object + "ann: put-object lake/k v2 if-match=$g.etag\n", "",
			"no ETag stands for the tags"},
	} {
		v, found := roomtest.AtEnd(t, c.lines), false
		for _, m := range v.Marks() {
			if m.Kind != engine.LostUpdate || m.Part != "tags" {
				continue
			}
			found = true
			stops, law := strings.Join(advice.For(v, m.Finding).Stops, "\n"), v.Story(m.Finding).Law
			if !strings.Contains(stops, c.stops) || c.stops == "" && stops != "" || !strings.Contains(law, c.law) ||
				strings.Contains(stops+law, "Without If-Match") {
				t.Errorf("%s: %s\n%s", c.name, stops, law)
			}
		}
		if !found {
			t.Errorf("%s: no mark", c.name)
		}
	}
}

// What a condition on tags refused is not helped by a new ETag, nor by putting texts together.
func TestAfterOtherTagsTheTagsAreRead(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/a v1\n" +
		"seed: set-blob-tags con/a tag.x=1\nann: get-blob con/a\nann: get-blob-tags con/a\n" +
		"ben: set-blob-tags con/a tag.x=2\nann: "
	advises(t, []advised{
		{"put", head + "put-blob con/a v2 if-tags=\"x = '1'\"\n", engine.StaleWrite, "read",
			"The tags were changed. Read them again", "new tag"},
		{"delete", head + "delete-blob con/a if-tags=\"x = '1'\"\n", engine.StaleWrite, "read",
			"under a condition on the tags that are there now", "new tag"},
		{"set", head + "set-blob-tags con/a tag.x=3 if-tags=\"x = '1'\"\n", engine.StaleWrite, "read",
			"under a condition on the tags that are there now", "new tag"},
	})
}
