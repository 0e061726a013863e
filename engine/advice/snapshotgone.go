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
	if !a.v.Readable(of) {
		return Card{Say: "The snapshot is gone, and nothing brings it back. Stop.", Others: listed(a.sameAgain())}
	}
	return Card{Say: fmt.Sprintf("The snapshot is gone, and nothing brings it back. Settle whether what %s holds now "+
		"will do.", a.v.Called(of)), Others: listed(a.sameAgain())}
}
