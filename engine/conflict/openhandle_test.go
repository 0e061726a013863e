package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What a handle shares is no reason where any open handle stands in the way.
func TestADeleteIsNotSaidToBeStoppedByWhatIsShared(t *testing.T) {
	r, last := run(t, "seed: create-share s\nseed: create-file s/a size=4\nann: smb-create s/a access=RW share=RWD\n"+
		"ben: delete-file s/a\n")
	steps := conflict.Story(r.Timeline.World(), last).Steps
	said := steps[len(steps)-1].Text
	if !strings.Contains(said, "Any open handle stops a delete (D), whatever it shares; RW/RWD is open.") {
		t.Error(said)
	}
}
