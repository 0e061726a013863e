package bucket

import (
	"strings"

	"interleave/engine"
)

// guards are the conditional headers of a write.
type guards struct{ match, noneMatch engine.Value }

// keys are what conditions of policies see of the headers: each is there when its header is.
func (g guards) keys() (keys []engine.Pair) {
	if sent(g.match) {
		keys = append(keys, engine.Pair{Name: keyMatch, Text: g.match.String()})
	}
	if sent(g.noneMatch) {
		keys = append(keys, engine.Pair{Name: keyNoneMatch, Text: g.noneMatch.String()})
	}
	return keys
}

// sent says whether a header was sent: an optional one that had nothing in it was not.
func sent(v engine.Value) bool {
	list, ok := v.List()
	return !v.IsZero() && !(ok && len(list) == 0)
}

// tagOf is an ETag as a client wrote it, without quotes; even a single one.
//
// Source: rules.md, "ETag", row "Request ETags are compared after dropping surrounding quotes".
func tagOf(v engine.Value) string {
	return strings.TrimSuffix(strings.TrimPrefix(v.String(), `"`), `"`)
}

// create says whether the request asks that nothing be there.
func (g guards) create() bool { return sent(g.noneMatch) }

// version says whether the request names the version it replaces.
func (g guards) version() bool { return sent(g.match) && g.match.String() != "*" }

// headers looks at the headers of a write, whatever is there.
//
// Source: rules.md, "The write rule", the table of header validation.
func (g guards) headers(r *engine.Rule) *refusal {
	switch {
	case sent(g.match) && sent(g.noneMatch):
		return unaccepted(r, "If-Match,If-None-Match", "Multiple conditional request headers present in the request",
			g.match)
	case sent(g.noneMatch) && g.noneMatch.String() != "*":
		return unacceptedValue(r, "If-None-Match", g.noneMatch)
	case sent(g.match) && g.match.String() == "*":
		return unacceptedValue(r, "If-Match", g.match)
	}
	return nil
}

func unacceptedValue(r *engine.Rule, header string, v engine.Value) *refusal {
	return unaccepted(r, header, "We don't accept the provided value of "+header+" header for this API", v)
}

func unaccepted(r *engine.Rule, header, message string, v engine.Value) *refusal {
	no := refuse(r, v, text("header", header))
	if message != "" {
		no.fields = append(no.fields, text("additional-message", message))
	}
	return no
}

// window is what happened to a key between the request's own beginning and its decision.
type window struct {
	changed engine.Mark  // who changed it last in between; zero: nobody
	rule    *engine.Rule // for that
	pending *engine.Rule // for a write of the same key that stands undecided
}

// writer is an operation that writes a key.
type keyWriter interface{ writes(path string) bool }

// since is the window of a request that began when it arrived.
func since(tx *engine.Tx, o *Object) window {
	w := window{rule: changedInside, pending: undecided}
	if o.changed.Event > tx.Arrived().Event {
		w.changed = o.changed
	}
	return w
}

// decide is the rule of writes, W1 to W5: nil where the condition holds, or there is none.
//
// Source: rules.md, "The write rule", the commit rule; for deletes its last paragraph.
func (g guards) decide(tx *engine.Tx, p place, w window) *refusal {
	v := p.object.current()
	switch {
	case !sent(g.match) && !sent(g.noneMatch):
		return nil
	case sent(g.match) && v == nil: // W2
		return g.nothing(tx, p)
	}
	other := matchOther
	if tag := g.match.String(); strings.HasPrefix(tag, "W/") || strings.Contains(tag, ",") {
		other = matchForm
	}
	if no := g.unfit(v, noneMatchThere, other); no != nil {
		return no
	}
	if no := g.conflict(tx, p, w); no != nil {
		return no
	}
	if g.version() {
		tx.CompareOf(objectName(p.path), "body")
	}
	return nil
}

// unfit is a condition that does not hold of a version, W1 and W3, by the rules that are to say so; nil: it holds.
func (g guards) unfit(v *Version, there, other *engine.Rule) (no *refusal) {
	switch {
	case v == nil:
		return nil
	case g.create(): // W1
		no = refuse(there, g.noneMatch, text("condition", "If-None-Match"))
	case g.version() && tagOf(g.match) != v.etag: // W3
		no = refuse(other, g.match, text("condition", "If-Match"))
	default:
		return nil
	}
	no.cause.Have, no.cause.Since = engine.Text(v.etag), engine.Newest(v.wrote, v.surfaced)
	return no
}

// nothing is If-Match on what is not there.
func (g guards) nothing(tx *engine.Tx, p place) *refusal {
	if tx.Setting("missing-key") == "403" {
		if no := p.mayList(tx); no != nil {
			no.cause.Rule = hiddenNothing
			no.cause.Since = engine.Mark{}
			return no
		}
	}
	removed := p.state.absence(p.path)
	no := refuse(matchNothing, g.match, text("key", p.key))
	no.cause.Since = removed
	tx.Show(engine.Part{Object: objectName(p.path), Name: "body", Gone: true, Mark: removed})
	return no
}

// conflict is W4 and W5: the condition holds, but somebody was there in between, or is about to be.
func (g guards) conflict(tx *engine.Tx, p place, w window) *refusal {
	header, want := "If-Match", g.match
	if g.create() {
		header, want = "If-None-Match", g.noneMatch
	}
	no := refuse(w.rule, want, text("condition", header), text("key", p.key))
	if v := p.object.current(); v != nil {
		no.cause.Have = engine.Text(v.etag)
	}
	if !w.changed.IsZero() {
		no.cause.Since = w.changed
		return no
	}
	if tx.Setting("contention") != "on" {
		return nil
	}
	for _, other := range tx.Undecided() {
		if o, ok := other.Op.(keyWriter); ok && o.writes(p.path) {
			no.cause.Rule, no.cause.Since = w.pending, other.Arrived
			return no
		}
	}
	return nil
}
