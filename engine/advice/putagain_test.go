package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What a second doing leaves that the first did not is what the service answered to each: an ETag of S3 goes by the
// text (engine/bucket/rules.md, "ETag"), one of Azure is new with each write, and versions of S3 are kept, both of
// them.
func TestWhatIsNewAfterTheSameTextTwice(t *testing.T) {
	write := func(request string) string {
		return strings.ReplaceAll("ann: send %s as d\ndeliver d\nlose d\nann: %s again=d\n", "%s", request)
	}
	for _, row := range []struct{ lines, want string }{
		{"seed: create-bucket bkt\n" + write(`put-object bkt/k "v1"`), "the text is there once, and nothing has to be " +
			"taken back. Its tag is the same, as it goes by the text; only its date is new."},
		{"seed: create-bucket bkt\nseed: put-bucket-versioning bkt Enabled\n" + write(`put-object bkt/k "v1"`), "in two " +
			"versions of it, that of #3 and that of #4, which are both kept."},
		{"seed: create-container con\n" + write(`put-blob con/k "v1"`), "the text is there once, and nothing has to be " +
			"taken back. Only its tag and its date are new."},
	} {
		saysAtEnd(t, "writer ann \"Ana\"\n"+row.lines, engine.DoneTwice, row.want, "its version")
	}
}
