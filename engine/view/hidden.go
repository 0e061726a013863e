package view

import (
	"slices"

	"interleave/engine"
)

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

// CameBack is what stands since the newest delete took a delete marker away from on top of it, with that marker; ok is
// false where nothing came back so, or something has come on top of it since.
func (v *View) CameBack() (object engine.ObjectID, now, marker Version, ok bool) {
	log := v.Log()
	for i := log.Len() - 1; i >= max(log.Len()-hiddenLook, 0); i-- {
		e := log.At(i).Event()
		x := v.Exchange(e.Request)
		if e.Kind != engine.Decided || x == nil || v.Spec(x.Verb).Effect != engine.Deletes || !e.Answer.Accepted() {
			continue
		}
		list := v.Truth(e.Object).Versions
		if len(list) > 1 && list[0].Now && list[0].Again && list[0].Request == e.Request && list[1].Marker {
			at := max(1, slices.IndexFunc(list, func(n Version) bool { return n.Marker && v.took(e, n) }))
			return e.Object, list[0], list[at], true
		}
	}
	return object, now, marker, false
}

// took says whether an event took a delete marker away, by the id with which that was put there.
func (v *View) took(e *engine.Event, marker Version) bool {
	put := v.Exchange(marker.Request)
	return put != nil && put.AnswerOf(marker.Record).Field(versionID).Equal(e.Answer.Field(versionID))
}

// Hidden says whether the newest answer that told the writer what an object has said that there is nothing but a
// delete marker. A delete that puts one on top of another changes nothing that can be read, and tells of it as well.
//
// Source: engine/bucket/rules.md, "The write rule", DeleteObject; "Versioning".
func (k *Known) Hidden(object engine.ObjectID) bool {
	read, ok := k.Reading(object)
	if ok && !read.Gone {
		return false
	}
	if ok && tellsOfMarker(k.world.Exchange(read.Request)) {
		return true
	}
	for x := range k.heard() {
		if ok && x.Number == read.Request {
			return false
		}
		if x.Object == object && k.world.Spec(x.Verb).Effect == engine.Deletes && tellsOfMarker(x) {
			return true
		}
	}
	return false
}

func tellsOfMarker(x *engine.Exchange) bool { return !x.Answer.Field("delete-marker").IsZero() }

// Restored says whether the newest that the writer knows of an object is that it took something away from on top of
// it, and what: a marker, or a version. What is there since, it was not shown.
func (k *Known) Restored(object engine.ObjectID) (what string, ok bool) {
	read, ok := k.Reading(object)
	if !ok || !read.Own || read.Gone || read.HasBody {
		return "", false
	}
	x := k.world.Exchange(read.Request)
	if k.world.Spec(x.Verb).Effect != engine.Deletes {
		return "", false
	}
	if x.Answer.Field("delete-marker").IsZero() {
		return "version", true
	}
	return "marker", true
}
