package scenario_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
)

// What a lesson says around its requests is nothing that a search would miss.
func TestASearchMissesNoWordsOfALesson(t *testing.T) {
	_, s := enginetest.Searched(t, "lesson \"Two\" idea=\"last writer\" minutes=2\nwriter ann\nwriter ben\n"+
		"seed: create-container wiki\nann: send put-blob wiki/f a as a1\nben: send put-blob wiki/f b as b1\n"+
		"ask Who is last?\n  choice Ann\n  > a1: 201\n    because She is not.\n  right Ben\n  > b1: 201\n"+
		"    because He is.\n  hint Count.\ndeliver a1 b1\nremember The last writer wins.\n")
	if s.Left != nil {
		t.Errorf("left out: %s", strings.Join(s.Left, "; "))
	}
}
