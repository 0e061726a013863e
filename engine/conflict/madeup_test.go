package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// CAD compares the value that it names (tair/rules.md): one that its sender had neither read nor written stood for no
// state but the other's. The same value on both sides stood for two.
func TestAValueThatWasNotReadStandsForOneState(t *testing.T) {
	const head = "ann: SET lock ta NX PX 3000\nclock +4s\n"
	for lines, says := range map[string]string{
		head + "ben: SET lock tb\nann: CAD lock tb\n": "" +
			"The value that Ana sent is not the one of #1, but Ben's newer one.",
		head + "ben: SET lock ta\nann: CAD lock ta\n": "The value that Ana sent fits Ben's newer work too.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, says) {
			t.Errorf("%s%s", lines, told.First)
		}
	}
}
