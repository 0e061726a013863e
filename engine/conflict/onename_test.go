package conflict_test

import (
	"fmt"
	"regexp"
	"testing"

	"interleave/engine/conflict"
)

// A scene may call a lease by a name of its own, and the answers give its id: a card has one name for it, that of the
// answers.
func TestACardHasOneNameForALease(t *testing.T) {
	tag := regexp.MustCompile(`(?:Lease|Source-Lease) (\S*[^.\s])\.?\s?.*?(\.\.[0-9a-f]{4}) was sent`)
	for _, lines := range []string{
		"seed: create-container cont\nseed: put-blob cont/b 0\nann: acquire-blob-lease cont/b duration=60\n" +
			"ben: put-blob cont/b x lease=guid:A\n",
		"seed: create-share sh\nann: acquire-share-lease sh duration=60 id=guid:A\nben: delete-share sh lease=guid:B\n",
		"seed: create-container cont\nann: acquire-container-lease cont duration=60\n" +
			"ben: delete-container cont lease=guid:B\n",
	} {
		r, last := run(t, lines)
		told := fmt.Sprint(conflict.Story(r.Timeline.World(), last).Steps)
		if found := tag.FindStringSubmatch(told); found == nil || found[1] != found[2] {
			t.Errorf("%s%q: %s", lines, found, told)
		}
	}
}
