package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// mostTaken bounds the pieces that a finding of mixed content keeps.
const mostTaken = 16

// tookMore notes that a further piece went into the whole.
func (c *Finding) tookMore(of engine.Mark) {
	name := fmt.Sprintf(" #%d", of.Request)
	if of.Request != c.Victim.Request && !strings.Contains(c.More+" ", name+" ") &&
		strings.Count(c.More, "#") < mostTaken {
		c.More += name
	}
}

// piecesTaken are the requests whose pieces went into the whole though its sender knew nothing of them, in the order of
// the whole.
func piecesTaken(w *engine.World, c Finding) (list []*engine.Exchange) {
	for _, word := range append([]string{fmt.Sprintf("#%d", c.Victim.Request)}, strings.Fields(c.More)...) {
		number := 0
		if _, err := fmt.Sscanf(word, "#%d", &number); err == nil && w.Exchange(number) != nil {
			list = append(list, w.Exchange(number))
		}
	}
	return list
}

// taken says whose pieces those are, as `Ana's block 0001 and block 0002, and Cyd's block 0003`; empty where they have
// no names.
func (t teller) taken() string {
	var whose []string
	pieces := map[string][]string{}
	for _, x := range piecesTaken(t.w, t.c) {
		id, who := t.pieceOf(x), possessive(t.who(x.By))
		if id == "" {
			continue
		}
		if pieces[who] == nil {
			whose = append(whose, who)
		}
		pieces[who] = append(pieces[who], id)
	}
	for i, who := range whose {
		whose[i] = who + " " + And(pieces[who])
	}
	return strings.Join(whose, ", and ")
}

// emptied is the request that threw away what the sender had staged under the id of a piece which went into the whole,
// and that piece of its own: what another put there later is not what it meant. nil: none did.
func (t teller) emptied() (own, by *engine.Exchange) {
	if t.c.Kind != engine.MixedContent {
		return nil, nil
	}
	for _, theirs := range piecesTaken(t.w, t.c) {
		if t.w.Spec(theirs.Verb).Effect != engine.Stages {
			continue
		}
		for own = range t.w.Did(t.x.Object, engine.Stages).Before(t.x.Number).Newest() {
			if own.By == t.x.By && t.pieceOf(own) == t.pieceOf(theirs) {
				if by = t.endOfPiece(own); by != nil && by.By != t.c.By && by.Decided.Event < theirs.Decided.Event &&
					t.w.Spec(by.Verb).Effect != engine.Stages { // which ownPiece tells
					return own, by
				}
				break
			}
		}
	}
	return nil, nil
}

// endOfPiece is the first request behind one that staged a piece which took it away: another piece under its id, a
// commit, or a whole that was put there. nil: none did before the finding.
//
// Source: engine/blob/rules.md, "Block blobs".
func (t teller) endOfPiece(staged *engine.Exchange) (by *engine.Exchange) {
	since := t.w.About(withHolders(t.w, staged.Object)...).From(staged.Number - removalsLook)
	for x := range since.Before(t.requestsAt(t.c.Event)).Newest() {
		if !x.Took || x.Decided.Event <= staged.Decided.Event || x.Decided.Event >= t.c.Event ||
			by != nil && x.Decided.Event > by.Decided.Event {
			continue
		}
		effect := t.w.Spec(x.Verb).Effect
		switch {
		case x.Object == staged.Object && effect == engine.Stages && t.pieceOf(x) == t.pieceOf(staged),
			x.Object == staged.Object && (effect.Contents() || effect == engine.Deletes),
			effect == engine.Deletes && strings.HasPrefix(staged.Object.Name, x.Object.Name+"/"):
			by = x
		}
	}
	return by
}

// threwAway says of a request that it took away the piece that the sender had staged, a commit by making it part of
// what it wrote; nothing where none did.
func (t teller) threwAway(by, piece *engine.Exchange) string {
	if by == nil {
		return ""
	}
	became := "threw away what %s had staged"
	switch {
	case t.w.Spec(by.Verb).Effect == engine.Stages:
		became = "took the place of what %s had staged"
	case t.takesIn(by, piece):
		became = "took the block that %s had staged"
	}
	return fmt.Sprintf("%s That "+became+".", sentence(t.did(by.Decided)), t.who(t.c.By))
}

// putOverOwn is the newest whole that another has put in the place of what the sender's own commit had made, where the
// same again met no more than that its pieces were used. Nothing where nobody has.
func (t teller) putOverOwn() Step {
	own := t.ownTry()
	if own == nil || !t.commits() || !t.c.Cause.Ended.IsZero() {
		return Step{}
	}
	var over *engine.Exchange
	contents := engine.EffectsThat(engine.Effect.Contents)
	for x := range t.w.Did(t.x.Object, contents...).From(own.Number - removalsLook).Newest() {
		if x.By != t.c.By && x.Decided.Event > own.Decided.Event && x.Decided.Event < t.c.Event &&
			(over == nil || x.Decided.Event > over.Decided.Event) {
			over = x
		}
	}
	if over == nil {
		return Step{}
	}
	return t.happened(over.Decided)
}

// ownThrownAway are the steps of that.
func (t teller) ownThrownAway() (steps []Step) {
	own, by := t.emptied()
	if by == nil {
		return nil
	}
	staged := t.happened(own.Decided)
	if id := t.pieceOf(own); !strings.Contains(staged.Text, id) {
		staged.Text = strings.TrimSuffix(staged.Text, ".") + ": " + id + "."
	}
	return []Step{staged, {Text: t.threwAway(by, own), Event: by.Decided.Event, at: by.Decided.At}}
}

// tookParts are the steps by which the pieces came to lie there.
func (t teller) tookParts() (steps []Step) {
	const most = 4
	steps = append(steps, t.tookPart())
	for _, x := range piecesTaken(t.w, t.c) {
		if len(steps) == most {
			break
		}
		if x.Number == t.c.Victim.Request {
			continue
		}
		other := t
		other.c.Victim, other.c.More = x.Decided, ""
		steps = append(steps, other.tookPart())
	}
	return slices.Concat(t.ownThrownAway(), steps)
}

// storedIt is what became of parts that were taken in: a block waits until it is committed.
func (t teller) storedIt() string {
	if t.spec().Effect == engine.Stages {
		return "staged"
	}
	return "stored"
}
