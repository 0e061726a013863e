package advice

import (
	"interleave/engine"
	"interleave/engine/conflict"
)

// ownRemoval is the request by which its sender itself took away, since it was refused, what stood there, and nothing
// stands there now; nil: it took nothing away.
func (a *adviser) ownRemoval(object engine.ObjectID) *engine.Exchange {
	if a.v.Readable(object) {
		return nil
	}
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event <= a.x.Heard.Event {
			break
		}
		if x.Object == object && conflict.Deleted(a.v.Spec(x.Verb), x) && x.By == a.c.By {
			return x
		}
	}
	return nil
}
