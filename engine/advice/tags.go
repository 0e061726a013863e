package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// An object's tags are no part of what its ETag stands for: they are sent along, or guarded by a condition on
// themselves.

// tag is in front of the name of a tag, in requests and in answers.
const tag = "tag."

// tagsAlong goes back before a write that took tags away and reads them. That those which are sent along stay is tried,
// and not done: which of them hold of the new text, who sends it has to see.
func (a *adviser) tagsAlong() (Card, bool) {
	if a.c.Part != "tags" || a.spec.Effect == engine.Describes {
		return Card{}, false
	}
	t := a.before(a.x.Sent.Event)
	args := a.x.Args
	for _, f := range a.readTags(t) {
		args = engine.With(args, f.Name, f.Value)
	}
	t.send(engine.Send{By: a.c.By, Verb: a.x.Verb, Args: args, Words: engine.Words{From: a.x.Words.From}})
	ofTags := func(f conflict.Finding) bool { return f.Part == a.c.Part }
	if len(args) == len(a.x.Args) || !t.accepted() || slices.ContainsFunc(silentOf(t.found), ofTags) {
		return Card{}, false
	}
	too := "too"
	if base := conflict.Basis(a.v.Clone(), a.c); base != nil && len(tagsOf(base)) > 0 {
		too = "again"
	}
	does := "removes those that are not sent"
	if a.bringsTags() {
		does = "puts those of its source in their place"
	}
	along := fmt.Sprintf("read the tags %s, and send along what still holds: %s %s, and no ETag stands for them. %s",
		too, a.x.Verb, does, a.notAlong())
	if len(silentOf(t.found)) > 0 { // what else it replaced is lost all the same, and has a mark of its own
		return Card{Say: capital(along), Others: listed(a.ifItHappened())}, true
	}
	shown := a.before(a.x.Sent.Event)
	a.readTags(shown)
	card := shown.card("read", "Go back before it, "+along, fmt.Sprintf("%s read the tags, on a branch", a.who()))
	card.Rest = fmt.Sprintf("%s is still to be sent, with what holds of them. %s", a.x.Verb, a.notAlong())
	card.Others = append(card.Others, listed(a.ifItHappened())...)
	return card, true
}

// bringsTags says whether the request is a copy that put tags there which it does not name: those of its source.
func (a *adviser) bringsTags() bool {
	named := slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool { return strings.HasPrefix(arg.Name, tag) })
	if a.spec.Effect != engine.Copies || named {
		return false
	}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		_, is, _ := e.On(a.v.Clone(), a.c.Object.Kind, a.c.Object.Name)
		if len(engine.PropertiesThat(is, func(name string) bool { return strings.HasPrefix(name, "tags.") })) > 0 {
			return true
		}
	}
	return false
}

// notAlong is which of another's tags are not to be sent along with a text that their writer has not seen: what was
// said of the old text would be said of the new one. No key sends any, before its sender was shown them.
func (a *adviser) notAlong() string {
	settle := "."
	if whose := a.v.Title(a.c.Whose); whose != "" && a.c.Whose != a.c.By {
		settle = fmt.Sprintf(", but settled with %s.", whose)
	}
	return "A tag that speaks of the old text, as a state or an approval, is not to be sent along" + settle
}

// readTags reads the tags by the first operation whose answer says any.
func (a *adviser) readTags(t *trial) []engine.Field {
	read, tags := a.tagRead(t, a.c.Object)
	if len(tags) > 0 {
		t.send(read)
	}
	return tags
}

// tagRead is the first operation whose answer says any tags of an object, with those that it would say; none: no answer
// does.
func (a *adviser) tagRead(t *trial, object engine.ObjectID) (read engine.Send, tags []engine.Field) {
	for _, op := range a.service().Ops {
		if op.Object != object.Kind || op.Effect != engine.Reads {
			continue
		}
		read = engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, object.Name)}
		aside := *t
		aside.w = t.w.Clone()
		if aside.send(read); !aside.accepted() {
			continue
		}
		if tags = tagsOf(aside.last); len(tags) > 0 {
			return read, tags
		}
	}
	return engine.Send{}, nil
}

// afterTagsTaken is for a copy that took tags of its source which its sender had not read: a read of the text does not
// show them, and no condition on the source stands for them. ok is false where it took more than that.
//
// Source: engine/bucket/rules.md, "CopyObject" (tags come from the source or from the request), "Tags".
func (a *adviser) afterTagsTaken(made engine.ObjectID) (card Card, ok bool) {
	if part, _, _ := strings.Cut(a.c.Part, " of "); part != "tags" || a.spec.Effect != engine.Copies {
		return card, false
	}
	whose, place := a.v.Title(a.c.Victim.By), a.v.Called(made)
	if now := view.Record(a.v.Properties(made)).Mark("changed.tags"); now.Event > a.c.Event {
		return Card{Say: fmt.Sprintf("#%d has set the tags of %s since: nothing of what was copied is left there.",
			now.Request, place)}, true
	}
	say := fmt.Sprintf("See whether the tags that %s had set hold for %s too, else set those that do. A copy that "+
		"names its tags takes none of its source.", whose, place)
	t := a.trial()
	read, tags := a.tagRead(t, made)
	if len(tags) == 0 {
		return Card{Say: say}, true
	}
	card, _ = a.readsBy(t, read, "Read the tags of the copy. "+say, say)
	return card, true
}

func tagsOf(x *engine.Exchange) (list []engine.Field) {
	for _, f := range x.Answer.Fields {
		if strings.HasPrefix(f.Name, tag) {
			list = append(list, f)
		}
	}
	return list
}

// tagsMoved is for what was refused for the tags that are there now: a text that is put together and a new ETag would
// help nothing. ok is false for any other refusal, and where the tags are what is written.
func (a *adviser) tagsMoved() (Card, bool) {
	if a.c.Cause.Rule.Name != ifTags || a.spec.Effect == engine.Describes {
		return Card{}, false
	}
	t, card := a.trial(), Card{}
	const now = "ee whether this is still wanted beside them, then send it under a condition on the tags that are " +
		"there now"
	card.Say = "The tags were changed. Read them again, s" + now + a.otherGuards(engine.Value{}) + "."
	for _, op := range a.service().Ops {
		read := engine.Send{By: a.c.By, Verb: op.Verb}
		if op.Object != a.c.Object.Kind || op.Effect != engine.Reads {
			continue
		}
		read.Args = engine.Args(op.Params()[0].Name, a.c.Object.Name)
		aside := *t
		aside.w = t.w.Clone()
		if aside.send(read); aside.accepted() && len(tagsOf(aside.last)) > 0 {
			then := now + a.otherGuards(view.TagsAre(tagsOf(aside.last))) + "."
			card, _ = a.readsBy(t, read, "The tags were changed. Read them again, s"+then, "S"+then)
			break
		}
	}
	card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
	return card, true
}

// otherGuards says which of the guards that were sent beside the condition on tags are to be sent again, and which of
// them the service would refuse by now, as tried under the tags that are there; with a blank in front. Empty where none
// was sent.
func (a *adviser) otherGuards(tags engine.Value) string {
	var kept []string
	for _, arg := range a.x.Resolved() {
		p, ok := a.spec.Param(arg.Name)
		if !ok || !p.Guards() || p.Ignored || arg.Name == ifTags || a.v.LeftOut(arg.Value) {
			continue
		}
		kept = append(kept, conflict.GuardName(arg.Name)+" "+conflict.Tag(a.v.Clone(), arg.Value))
	}
	if len(kept) == 0 {
		return ""
	}
	again := a.again()
	if again.Args = without(again.Args, ifTags); !tags.IsZero() {
		again.Args = engine.With(again.Args, ifTags, tags)
	}
	why := a.trial().send(again).why()
	said := " and, as before, under " + conflict.And(kept)
	if why != nil && why.Rule.Kind == engine.StaleWrite && why.Rule.Name != ifTags {
		return fmt.Sprintf("%s, of which %s fits no more: its new value is to be read too", said, why.Rule.Name)
	}
	return said
}

// ifTags is the parameter that takes a condition on tags.
const ifTags = "if-tags"

// heardTags is the condition that the tags are still those that the request was made from.
func (a *adviser) heardTags() engine.Value {
	if a.c.Part != "tags" {
		return engine.Value{}
	}
	base := conflict.Basis(a.v.Clone(), a.c) // not what its If-Match names, which shows no tags
	if base == nil {
		return engine.Value{}
	}
	return view.TagsAre(view.TagsIn(base, a.c.Object))
}
