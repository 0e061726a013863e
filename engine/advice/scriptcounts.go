package advice

import (
	"slices"
	"strconv"

	"interleave/engine"
)

// isTransaction says whether the request carries out lines that were queued for it, and is no script.
func (a *adviser) isTransaction() bool {
	return a.spec.Effect == engine.Groups && a.spec.Prompt() && a.spec.Group == engine.GroupOther
}

// scriptCounts are the keys that a script changes, where all that it does is to count: carried out twice where it was
// sent, it changes each number by the same both times. nil for anything else.
//
// Source: engine/tair/rules.md, "Scripts".
func (a *adviser) scriptCounts() (keys []engine.ObjectID) {
	if a.spec.Effect != engine.Groups || !a.spec.Prompt() || a.isTransaction() {
		return nil
	}
	t := a.before(a.x.Sent.Event)
	worlds := []*engine.World{t.w.Clone()}
	for _, name := range []string{"tried", "tried-again"} {
		t.put(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args, As: name})
		for _, e := range t.put(engine.Deliver{Names: []string{name}}) {
			for _, c := range e.Own() {
				if !slices.Contains(keys, c.Object) {
					keys = append(keys, c.Object)
				}
			}
		}
		worlds = append(worlds, t.w.Clone())
	}
	for _, key := range keys {
		var n [3]int64
		for i, w := range worlds {
			number, ok := numberIn(w, key)
			if n[i] = number; !ok {
				return nil
			}
		}
		if n[1] == n[0] || n[2]-n[1] != n[1]-n[0] {
			return nil
		}
	}
	if t.err != nil {
		return nil
	}
	return keys
}

// numberIn is the number that a key holds; none is nought.
func numberIn(w *engine.World, key engine.ObjectID) (number int64, ok bool) {
	r := w.Object(key)
	if gone, is := r.(engine.Gone); r == nil || is && gone.Gone() {
		return 0, true
	}
	for _, p := range engine.Properties(r) {
		if slices.Contains(engine.TextNames(), p.Name) {
			number, err := strconv.ParseInt(p.Text, 10, 64)
			return number, err == nil
		}
	}
	return 0, false
}
