package scenario_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
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

// What seed was answered can be told to a writer in front of the race (engine/blob/rules.md: who names the lease that
// stands may write): ben writes in both orders, and ann in none. A name that hands give later is theirs.
func TestWhatSeedWasToldIsSearched(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/a 0\n" +
		"seed: acquire-blob-lease cont/a duration=-1"
	for _, text := range []string{
		begin + " as l\ntell ben $l.lease\nann: put-blob cont/a 1\nben: put-blob cont/a 2 lease=$l.lease\n",
		begin + "\nann: put-blob cont/a 1\ntell ben $r3.lease\nben: put-blob cont/a 2 lease=$r3.lease\n",
	} {
		_, s := enginetest.Searched(t, text)
		found := explore.Search(s.Input, explore.Budget{}, nil, nil)
		if found.Schedules.String() != "2" || len(found.Outcomes) != 1 || len(s.Left) > 0 ||
			found.Outcomes[0].String() != `blob cont/a "2", ann 412, ben 201` {
			t.Errorf("%s%s %v, left %q", text, found.Verdict(), found.Outcomes, s.Left)
		}
	}
}
