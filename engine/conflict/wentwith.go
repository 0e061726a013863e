package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// wentWithHolder says of what had gone with the container that another deleted that the request wrote it again in the
// one that was made anew: it had not been deleted by itself. Empty for anything else.
//
// Source: engine/blob/rules.md, "What each operation accepts" (Delete Container, Create Container).
func (t teller) wentWithHolder() string {
	removal := t.w.Exchange(t.c.Victim.Request)
	if removal == nil || t.deletes() || t.c.Whose == t.c.By || !t.tookHolder(removal, t.c.Object) {
		return ""
	}
	name, holder, anew := t.object(), Called(t.w, removal.Object), ""
	if made := t.holderMade(removal); made != nil {
		anew = fmt.Sprintf("%s made %s anew, and ", t.who(made.By), holder)
	}
	return fmt.Sprintf("%s had gone with %s, which %s deleted%s; %s%s wrote %s there again", name, holder,
		t.who(removal.By), t.when(removal.Decided), anew, t.who(t.c.By), name)
}

// holderMade is the newest request that made a container anew between its removal and the finding; nil: none did.
func (t teller) holderMade(removal *engine.Exchange) (made *engine.Exchange) {
	for _, x := range t.around(removal.Decided.Event, t.c.Event) {
		if x.Object == removal.Object && t.w.Spec(x.Verb).Effect == engine.Creates {
			made = x
		}
	}
	return made
}

// afterRemake says that what the request was made from had gone with a container that another made anew before the lost
// work, as a sentence with a point in front: that work is in another thing of the same name. Empty where it was not so.
func (t teller) afterRemake() string {
	base := t.basis()
	if base == nil || !base.Answer.Accepted() {
		return ""
	}
	for _, x := range slices.Backward(t.around(base.Decided.Event, t.c.Victim.Event)) {
		if spec := t.w.Spec(x.Verb); spec.Effect != engine.Deletes || !spec.OnHolder() || x.Object != t.c.Object &&
			!inside(t.c.Object, x.Object) {
			continue
		}
		made := t.holderMade(x)
		if made == nil || made.Decided.Event > t.c.Victim.Event {
			return ""
		}
		return fmt.Sprintf(". What %s had read went when %s deleted %s, which %s made anew", t.who(base.By),
			t.who(x.By), Called(t.w, x.Object), t.who(made.By))
	}
	return ""
}

// madeHolder says whether the sender has made the container anew since another had removed it with a part that lay in
// it: whoever is told that it made one knows that nothing is in it.
func (k known) madeHolder(p engine.Part) bool {
	removal := k.world.Exchange(p.Mark.Request)
	if removal == nil || removal.Object.Kind == p.Object.Kind || !inside(p.Object, removal.Object) {
		return false
	}
	for h := range k.world.HeardBy(k.x.By) {
		switch {
		case h.Heard.Event < p.Mark.Event:
			return false
		case h.Heard.Event < k.asOf && h.Object == removal.Object && h.Altered &&
			k.world.Spec(h.Verb).Effect == engine.Creates && h.Decided.Event > p.Mark.Event:
			return true
		}
	}
	return false
}
