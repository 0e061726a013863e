package conflict

import (
	"strings"

	"interleave/engine"
)

// Certainty is how sure a rule is.
type Certainty struct {
	Word    string // sure, choice, unsure
	Sources string // what the sources say, or leave open; empty where they settle it
	Follow  string // what is followed here where they do not agree; empty where nothing was to be chosen
}

// Sure takes a source's remark apart: `adopted` stands before what was chosen.
func Sure(s engine.Source) Certainty {
	says, follow, chosen := strings.Cut(s.Unsure, "adopted")
	switch {
	case s.Unsure == "":
		return Certainty{Word: "sure"}
	case chosen:
		return Certainty{"choice", strings.TrimRight(says, "; "), strings.TrimLeft(follow, ": ")}
	}
	return Certainty{Word: "unsure", Sources: s.Unsure}
}
