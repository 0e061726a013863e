package conflict

import (
	"slices"

	"interleave/engine"
)

// inEntries says whether a request names several things, each judged by itself, in a list or as the two names of a
// rename: rules.md, "Cases that had to be settled", "Several objects in one request".
func inEntries(spec *engine.OpSpec) bool {
	if spec.Effect == engine.Renames {
		return true
	}
	if spec.Prompt() {
		return false
	}
	return spec.Effect == engine.Groups || spec.Effect == engine.Deletes &&
		slices.ContainsFunc(spec.Params(), func(p engine.Param) bool { return p.Content })
}

// byEntry are the changes of a request by what they were judged with: those of each object by themselves where the
// request names several in a list, else all of them.
func byEntry(spec *engine.OpSpec, changed []engine.Change) (list [][]engine.Change) {
	if !inEntries(spec) {
		return [][]engine.Change{changed}
	}
	for _, c := range changed {
		at := slices.IndexFunc(list, func(entry []engine.Change) bool { return entry[0].Object == c.Object })
		if at < 0 {
			at, list = len(list), append(list, nil)
		}
		list[at] = append(list[at], c)
	}
	return list
}
