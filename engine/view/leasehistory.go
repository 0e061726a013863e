package view

import (
	"slices"

	"interleave/engine"
)

// LeaseSpan is a lease that is over: who had it, from when to when, and how it ended.
type LeaseSpan struct {
	Holder, ID  string
	From, Until engine.Instant
	How         string // released, ended by itself, broken, changed its id, gone with its object
	Record      int    // the moment of its end
}

// tenuresMost is how many are listed, and tenuresLook how many events back they are looked for: who held it long ago
// explains nothing.
const (
	tenuresMost = 8
	tenuresLook = 4096
)

// tenures are the leases on an object that are over, the newest first.
func (v *View) tenures(t Truth) (list []LeaseSpan) {
	var now *LeaseSpan
	log := v.Log()
	for _, e := range log.From(max(log.Len()-tenuresLook, 0)).All() {
		_, after, touched := e.Event().On(v.world, t.Kind, t.Name)
		if !touched {
			continue
		}
		l := leaseOf(engine.PropertiesNamed(after, "lease.state", "lease.id", "lease.holder"))
		holds := l.State == "leased" || l.State == "breaking"
		if now != nil && (!holds || l.ID != now.ID) {
			now.Until, now.How, now.Record = e.At, v.ending(e, l, holds), e.Record
			list, now = append(list, *now), nil
		}
		if holds && now == nil {
			now = &LeaseSpan{Holder: l.Holder, ID: l.ID, From: e.At}
		}
	}
	slices.Reverse(list)
	return list[:min(len(list), tenuresMost)]
}

func (v *View) ending(e Entry, l LeaseState, holds bool) string {
	x := v.Exchange(e.Event().Request)
	switch {
	case holds:
		return "changed its id"
	case l.State == "broken":
		return "broken"
	case e.Event().Kind == engine.Ended:
		return "ended by itself"
	case l.State == "", x != nil && v.Spec(x.Verb).Effect == engine.Deletes:
		return "gone with its object"
	}
	return "released"
}
