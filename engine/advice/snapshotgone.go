package advice

import (
	"fmt"

	"interleave/engine"
)

// afterSnapshot is for a request that named a snapshot which is gone: no request brings that back, and what it was one
// of may stand as it did.
//
// Source: engine/blob/rules.md, "Snapshots".
func (a *adviser) afterSnapshot() Card {
	if a.spec.Group == engine.GroupDelete {
		return Card{Say: "The snapshot is gone already: nothing is left to delete."}
	}
	of := a.x.Object
	if source := sourceOf(a.x); source != "" {
		of.Name = source
	}
	return a.afterKeptState("snapshot", of)
}

// afterKeptState is for a request that named a state which was kept beside what is there, a snapshot or a version, and
// that somebody has taken away for good.
//
// Source: engine/blob/rules.md, "Snapshots"; engine/bucket/rules.md, "Versioning".
func (a *adviser) afterKeptState(state string, of engine.ObjectID) Card {
	say := fmt.Sprintf("The %s is gone, and nothing brings it back.", state)
	switch {
	case !a.v.Readable(of):
		say += " Stop."
	case a.spec.Effect == engine.Describes:
		say += fmt.Sprintf(" Settle whether the same is wanted of what %s holds now.", a.v.Called(of))
	default:
		say += fmt.Sprintf(" Settle whether what %s holds now will do.", a.v.Called(of))
	}
	return Card{Say: say, Others: listed(a.sameAgain())}
}
