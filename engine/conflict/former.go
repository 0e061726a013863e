package conflict

import (
	"fmt"
	"time"

	"interleave/engine"
)

// UnderFormer says of a request that changed something under a permission which another had taken away before: the
// service still went by the old one. Empty: it did not, or the one that took it away has been shown since what stands
// there.
//
// Source: engine/blob/rules.md, "Races", R39.
func UnderFormer(w *engine.World, e engine.Event) string {
	const settles = 30 * time.Second
	x, taken := w.Exchange(e.Request), w.Exchange(e.Former.Request)
	if x == nil || taken == nil || len(e.Changed) == 0 || taken.By == x.By || taken.By == engine.Seed {
		return ""
	}
	for h := range w.HeardBy(taken.By) {
		if showsOf(h, x.Object) && h.Decided.Event > e.Number {
			return ""
		}
		if h.Heard.Event < e.Number {
			break
		}
	}
	name := ""
	for _, a := range x.Resolved() {
		if a.Name == "under" {
			name = " " + a.Value.String()
		}
	}
	return fmt.Sprintf("%s #%d (%s) was accepted under access policy%s, %.1f s after %s #%d had taken that permission "+
		"away: the service may go by the old one for up to 30 s, here until %s. The answer does not say so. Who takes "+
		"a permission away waits until then, and reads what has been done by it.", possessive(w.Title(x.By)), x.Number,
		Asks(w, x), name, e.At.Sub(e.Former.At).Seconds(), possessive(w.Title(taken.By)), taken.Number,
		e.Former.At.Add(settles))
}
