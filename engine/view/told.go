package view

import (
	"slices"

	"interleave/engine"
)

// toldLease is the lease on an object whose id another writer told this one, as in a hand-over; its length and its end
// were not told. One that the writer itself has given back or renamed since is none any more.
func (k *Known) toldLease(object engine.ObjectID) (Hold, bool) {
	for x, field := range k.world.ToldTo(k.ID) {
		if field != "lease" || x.Object != object {
			continue
		}
		id, ok := x.Answer.Field(field).Token()
		if !ok || k.gaveUp(object, id) {
			continue
		}
		return Hold{Token: id, Answer: k.world.NameNow(x), Request: x.Number, From: k.world.Writer(x.By).Title}, true
	}
	return Hold{}, false
}

// gaveUp says whether the writer has heard that it gave a lease back, or another id.
func (k *Known) gaveUp(object engine.ObjectID, id engine.Token) bool {
	for x := range k.heard() {
		effect := k.specs(x.Verb).Effect
		gives := effect == engine.ReleasesLease || effect == engine.ChangesLease
		if gives && x.Object == object && x.Answer.Accepted() && slices.ContainsFunc(x.Resolved(),
			func(a engine.Arg) bool { return a.Name == "lease" && a.Value.String() == id.String() }) {
			return true
		}
	}
	return false
}
