package view

import "interleave/engine"

// hiddenLook is how many of the newest events are looked at for a read that found nothing.
const hiddenLook = 64

// FoundHidden is the newest read that found nothing because a delete marker stands on top of what was there, and still
// does; ok is false where there is none.
func (v *View) FoundHidden() (read engine.Event, ok bool) {
	log := v.Log()
	for i := log.Len() - 1; i >= max(log.Len()-hiddenLook, 0); i-- {
		e := log.At(i).Event()
		if e.Kind == engine.Decided && e.Answer.Status == 404 && !e.Answer.Field("delete-marker").IsZero() &&
			v.Spec(v.Exchange(e.Request).Verb).Group == engine.GroupRead {
			r := v.world.Object(e.Object)
			below := engine.PropertiesNamed(r, "versions.1.etag") // of a marker there is none
			return *e, !markerOf(r).IsZero() && len(below) > 0
		}
	}
	return read, false
}
