package engine_test

import (
	"testing"

	"interleave/engine"
)

// A tag that a client gives back as text looks as the one that it was given.
func TestATagGivenBackLooksAsItWasGiven(t *testing.T) {
	for _, minted := range []engine.Token{engine.TagAt(engine.Tick(40_000)), {Kind: engine.ETag, N: 7}} {
		if got, want := engine.ShortTag(minted.String()), minted.Short(); got != want {
			t.Errorf("%s is shown as %s, was %s", minted, got, want)
		}
	}
	if got := engine.ShortTag("abc"); got != "abc" {
		t.Error(got)
	}
}
