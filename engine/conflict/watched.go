package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// endsWatch says whether a request took away what its connection watched: UNWATCH that was not queued, or the end of a
// transaction.
//
// Source: Redis, "Transactions" (EXEC, DISCARD and UNWATCH forget what is watched).
func endsWatch(x *engine.Exchange) bool {
	switch x.Verb {
	case "UNWATCH":
		return x.Answer.Accepted() && x.Answer.Field("reply").String() != "QUEUED"
	case "EXEC", "DISCARD":
		return x.Answer.Why == nil || x.Answer.Why.Rule.Looks != engine.AtConnection
	}
	return false
}

// onItsConnection are the requests that the sender of one had sent before it on the same connection and that were
// decided, the newest first.
func onItsConnection(w *engine.World, x *engine.Exchange) func(yield func(*engine.Exchange) bool) {
	return func(yield func(*engine.Exchange) bool) {
		for own := range w.SentBefore(x) {
			if own.Words.On == x.Words.On && !own.Decided.IsZero() && !yield(own) {
				return
			}
		}
	}
}

// watches says whether a request watched a key.
func watches(w *engine.World, x *engine.Exchange, key string) bool {
	return x.Verb == "WATCH" && x.Answer.Accepted() && slices.Contains(typed(x.Resolved()), key)
}

// watchedFrom is the event from which a transaction watched a key: of several WATCH that name it the first one counts.
// 0: none is known.
func watchedFrom(w *engine.World, x *engine.Exchange, key string) (first int) {
	for own := range onItsConnection(w, x) {
		if endsWatch(own) {
			break
		}
		if watches(w, own, key) {
			first = own.Decided.Event
		}
	}
	return first
}

// WatchEnded is the first WATCH of a key that a transaction does not go by any more, and what of its sender's had ended
// that watch before; nil where it watches the key still, and where its sender did not watch it for this transaction.
func WatchEnded(w *engine.World, x *engine.Exchange, key string) (watch, end *engine.Exchange) {
	for own := range onItsConnection(w, x) {
		switch {
		case endsWatch(own) && end != nil:
			return watch, end
		case endsWatch(own):
			end = own
		case watches(w, own, key) && end == nil:
			return nil, nil
		case watches(w, own, key):
			watch = own
		}
	}
	return watch, end
}

// watchEnded is that of a finding's transaction that compared its object with nothing, where the watch stood before the
// lost work.
func (t teller) watchEnded() (watch, end *engine.Exchange) {
	if t.c.Severity != engine.SeveritySilent || !t.ofQueue() || t.c.Object.Kind != "key" ||
		t.x.Compared.Of(t.c.Object) {
		return nil, nil
	}
	watch, end = WatchEnded(t.w, t.x, t.c.Object.Name)
	if watch == nil || watch.Decided.Event > t.c.Victim.Event {
		return nil, nil
	}
	return watch, end
}

// watchSteps say how the watch began that would have told of the lost work, and how it ended.
func (t teller) watchSteps() []Step {
	watch, end := t.watchEnded()
	if watch == nil {
		return nil
	}
	return []Step{t.happened(watch.Decided),
		{Text: fmt.Sprintf("%s's %s #%d took that watch away%s.", t.who(end.By), end.Verb, end.Number,
			t.when(end.Decided)), Event: end.Decided.Event, at: end.Decided.At}}
}
