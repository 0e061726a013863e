package advice_test

import (
	"testing"

	"interleave/engine"
)

// In a versioned bucket each delete without a version puts a delete marker on top, also on one that stands there
// (engine/bucket/rules.md, "Versioning"): where no answer was heard a read comes before another, and of two it is
// told. Without versions there is nothing to be stacked.
func TestADeleteThatLeavesAMarkerIsNotSentBlindly(t *testing.T) {
	const (
		plain     = who + "seed: create-bucket data\n"
		versioned = plain + "seed: put-bucket-versioning data Enabled\n"
		lost      = "seed: put-object data/x v0\nann: send delete-object data/x as d\ndeliver d\nlose d\n"
		again     = "ann: delete-object data/x again=d\n"
		both      = "each of the two has left a delete marker: both have to go"
	)
	saysDoing(t, "first a read", versioned+lost, engine.NoAnswer, "read", "Read before the next try", "Send the same")
	saysDoing(t, "without versions", plain+lost, engine.NoAnswer, "retry", "Send the same again", "Read before")
	saysAtEnd(t, versioned+lost+again, engine.NoAnswer, both, "")
	saysAtEnd(t, plain+lost+again, engine.NoAnswer, "Nothing is left to send.", "marker")
}
