package conflict

import (
	"fmt"

	"interleave/engine"
)

// closedIt says whether a timer's end closed the handle that it is about; a client that answers keeps its own.
//
// Source: engine/share/rules.md, "F14 The client does not answer", "Deleting over SMB" (X15).
func closedIt(w *engine.World, e engine.Event) bool {
	_, after, _ := e.On(w, e.Object.Kind, e.Object.Name)
	closed, ok := after.(engine.Gone)
	return ok && closed.Gone()
}

// CacheLost says of an event that it ended a session, and threw away what the client had written into its cache and not
// to the file: the writer had heard yes to that. Nobody's request did it, so that it is no mark. Empty: it did nothing
// of the kind, or the writer has been answered about the handle since.
//
// Source: engine/share/rules.md, "F13 Cached write becomes visible late", "F14 The client does not answer".
func CacheLost(w *engine.World, e engine.Event) (said string, wrote *engine.Exchange) {
	if e.Kind != engine.Ended || !closedIt(w, e) {
		return "", nil
	}
	for _, c := range e.Changed {
		if c.Held && c.Drops {
			wrote = w.Exchange(c.Mark.Request)
		}
	}
	if wrote == nil || answeredSince(w, wrote.By, wrote.Object, e.Number) ||
		answeredSince(w, wrote.By, fileBehind(w, e), e.Number) {
		return "", nil
	}
	who, told := w.Title(wrote.By), "had no answer to it"
	if !wrote.Heard.IsZero() {
		told = "had heard " + Reason(wrote.Answer.Status)
	}
	return fmt.Sprintf("What %s wrote with #%d lay in the cache of %s client, not in the file, and was thrown "+
		"away when its session ended at %s. %s %s: only a use of the handle, or a read of the file, says so.", who,
		wrote.Number, possessive(who), e.At, who, told), wrote
}

// fileBehind is the file of the handle that an event closed.
func fileBehind(w *engine.World, e engine.Event) (file engine.ObjectID) {
	open, _, _ := e.On(w, e.Object.Kind, e.Object.Name)
	for _, p := range engine.Properties(open) {
		if p.Name == "path" {
			file = engine.ObjectID{Kind: "file", Name: p.Text}
		}
	}
	return file
}
