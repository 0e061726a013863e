package catalog

import (
	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/bucket"
	"interleave/engine/queue"
	"interleave/engine/share"
	"interleave/engine/table"
	"interleave/engine/tair"
)

// Services are all services, always in the same order.
func Services() []*engine.Service {
	return []*engine.Service{blob.Service(), queue.Service(), bucket.Service(), table.Service(), share.Service(), tair.Service()}
}

// New is an empty world of all services.
func New() *engine.World { return engine.NewWorld(Services()...) }

// Specs are the operations of all services, in their order.
func Specs() []engine.OpSpec {
	var list []engine.OpSpec
	for _, s := range Services() {
		list = append(list, s.Ops...)
	}
	return list
}

// ByVerb is the operation with that verb.
func ByVerb(verb string) (engine.OpSpec, bool) {
	for _, s := range Specs() {
		if s.Verb == verb {
			return s, true
		}
	}
	return engine.OpSpec{}, false
}

// Nearest is the verb that takes the fewest changes of a letter to make out of a word, the first of equals: what a wrong word may
// have meant.
func Nearest(word string) string {
	best, least := "", 0
	for _, s := range Specs() {
		if d := distance(word, s.Verb); best == "" || d < least {
			best, least = s.Verb, d
		}
	}
	return best
}

// distance is the number of bytes to put in, take out or replace (Levenshtein).
func distance(a, b string) int {
	line := make([]int, len(b)+1)
	for i := range line {
		line[i] = i
	}
	for i := range len(a) {
		corner := line[0]
		line[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = line[j+1]
			line[j+1] = min(change, line[j]+1, corner+1)
		}
	}
	return line[len(b)]
}
