package dialogs

import (
	"interleave/engine"
	"interleave/engine/explore"
)

// isSplit says whether a row is of a wish that is half done at the end: no request of its order has a mark.
func isSplit(r explore.Row) bool {
	return r.Mark == engine.SeveritySilent && r.Name == string(engine.SplitUpdate)
}

// unmarked is what is said of an order in which no request has a mark: half is what it leaves half done as it was made.
func unmarked(half string, asMade bool) string {
	switch {
	case half == "":
		return "nobody is harmed or refused."
	case asMade:
		return half
	}
	return "no request has a mark. As it was made, " + half
}
