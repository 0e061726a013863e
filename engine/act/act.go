package act

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// Act is a request that a person means.
type Act struct {
	Object engine.ObjectID // what it names: of a queue it may be the message that its writer holds
	Spec   *engine.OpSpec  // nil: there is no such operation for this object alone
	Send   engine.Send
	Takes  []engine.ObjectID // the objects that go with the one that it deletes
	Why    string            // why it cannot be sent, in a sentence; empty: it can
	Lacks  engine.Aim        // what the writer would have to do first; empty: nothing
}

// Content is what a write carries.
type Content struct {
	Text string
	From string // the answer that it was made from, or none
	Base string // what the writer last knew to be there: a merge sends what differs from it
}

// Of is what an aim means for an object and a writer. Content counts for a write alone.
func Of(v *view.View, writer string, object engine.ObjectID, aim engine.Aim, content Content) Act {
	k := v.Known(writer)
	a := Act{Object: object}
	switch {
	case k == nil:
		a.Why = "There is no writer."
		return a
	case object.IsZero():
		a.Why = "No object is chosen."
		return a
	}
	if whose := v.ClientOf(object); whose != "" && whose != writer {
		a.choose(v, k, aim)
		a.Why = fmt.Sprintf("This is a handle of %s's, which no other client can use. Choose the file, or a handle "+
			"of %s's.", v.Title(whose), k.Title)
		return a
	}
	if a.choose(v, k, aim); a.Spec == nil {
		a.Why = fmt.Sprintf("%s has nothing to %s by itself.", object.Name, aim)
		return a
	}
	args := []engine.Arg{{Name: a.Spec.Params()[0].Name, Value: engine.Text(a.Object.Name)}}
	if path, snapshot, ok := strings.Cut(a.Object.Name, "@"); ok && a.Spec.Takes("snapshot") {
		args = engine.Args(args[0].Name, path, "snapshot", snapshot)
	}
	if aim == engine.ToWrite {
		if view.HoldsMarkers(content.Text) && !view.HoldsMarkers(content.Base) {
			a.Why = k.Title + "'s draft holds the marker lines of a merge that was not finished. Put it in order " +
				"first; a form sends it as it is."
			return a
		}
		args = append(args, a.content(k, content)...)
		if a.Why != "" {
			return a
		}
	}
	if aim == engine.ToDelete {
		if part := Missing(v, writer, a.Object, aim); part != "" {
			a.Why, a.Lacks = fmt.Sprintf("%s holds no %s of %s, so nothing is deleted.", k.Title, part, object.Name),
				engine.ToRead
		}
		if a.Spec.Takes("delete") { // it marks for a later removal, or takes the mark off
			args = append(args, engine.Arg{Name: "delete", Value: engine.Text("true")})
		}
		switch named := Version(v, writer, a.Object, Hides(v, writer, a.Object)); {
		case named.Spec == a.Spec:
			args = named.Send.Args
		case k.Hidden(a.Object): // a delete that was meant for the marker would take what is there now
			a.Why, a.Lacks = fmt.Sprintf("The delete marker that %s was told of is there no more, so nothing is "+
				"deleted.", k.Title), engine.ToRead
		}
		a.Takes = inside(v, a.Object)
	}
	a.Send = engine.Send{By: writer, Verb: a.Spec.Verb, Args: args}
	if aim == engine.ToWrite {
		a.Send.Words.From = content.From
	}
	if a.Why == "" {
		a.guard(k, aim)
	}
	return a
}

// verbs are those of an aim, as the service of the object says.
func verbs(v *view.View, object engine.ObjectID, aim engine.Aim) []string {
	for _, s := range v.Services() {
		if acts, ok := s.Acts[object.Kind]; ok {
			return acts[aim]
		}
	}
	return nil
}

// Spec is the operation that an aim means for an object and a writer; nil: there is none, or no such writer.
func Spec(v *view.View, writer string, object engine.ObjectID, aim engine.Aim) *engine.OpSpec {
	k := v.Known(writer)
	if k == nil {
		return nil
	}
	a := Act{Object: object}
	a.choose(v, k, aim)
	return a.Spec
}

// Any says whether an aim means anything for an object, whoever asks.
func Any(v *view.View, object engine.ObjectID, aim engine.Aim) bool {
	return len(verbs(v, object, aim)) > 0
}

// Whole is what an aim means for an object itself, where it may also mean what its writer holds of it: to delete a
// queue, and not the message. ok is false where it means the object alone.
func Whole(v *view.View, writer string, object engine.ObjectID, aim engine.Aim) (a Act, ok bool) {
	list := verbs(v, object, aim)
	if len(list) < 2 {
		return a, false
	}
	spec := v.Spec(list[len(list)-1])
	args := engine.Args(spec.Params()[0].Name, object.Name)
	return Act{Object: object, Spec: spec, Send: engine.Send{By: writer, Verb: spec.Verb, Args: args},
		Takes: inside(v, object)}, true
}

// Missing is the kind of what an aim means of an object, as a message of a queue, where the writer holds none: nobody
// means all of it by that, with what others hold of it. Whole is for whoever names it. Empty where nothing is missing.
func Missing(v *view.View, writer string, object engine.ObjectID, aim engine.Aim) string {
	list := verbs(v, object, aim)
	k := v.Known(writer)
	if len(list) < 2 || k == nil || len(k.Holding(object)) > 0 {
		return ""
	}
	if part := v.Spec(list[0]).Object; part != object.Kind {
		return part
	}
	return ""
}

// Into is the operation that makes what lies in an object: a row of a table, a message of a queue. nil: nothing does.
func Into(v *view.View, object engine.ObjectID) *engine.OpSpec {
	for _, s := range v.Services() {
		if !slices.Contains(s.Holders, object.Kind) {
			continue
		}
		for i := range s.Ops {
			if op := &s.Ops[i]; op.Makes != "" && !slices.Contains(s.Holders, op.Makes) {
				return op
			}
		}
	}
	return nil
}

// Begins is the operation by which something new begins where a writer would type into an object that has no text of
// its own, or none that the writer was told of or is writing: a bucket's is its policy. nil: it types that text.
func Begins(v *view.View, writer string, object engine.ObjectID) *engine.OpSpec {
	into, k := Into(v, object), v.Known(writer)
	if into == nil || k == nil || into.Object == object.Kind {
		return nil
	}
	if len(verbs(v, object, engine.ToWrite)) > 0 {
		read, _ := k.Reading(object)
		if _, drafted := v.Draft(writer, object); drafted || read.HasBody || read.Gone {
			return nil
		}
	}
	return into
}

// Asked is what a read of an object asks: a message is handed out by its queue.
func Asked(object engine.ObjectID) engine.ObjectID {
	if queue, _, ok := strings.Cut(object.Name, "/"); ok && object.Kind == "message" {
		return engine.ObjectID{Kind: "queue", Name: queue}
	}
	return object
}

// About is what a request was about: where it named no message of a queue, the queue.
func About(object engine.ObjectID) engine.ObjectID {
	if object.Kind == "message" && !strings.Contains(object.Name, "/") {
		return engine.ObjectID{Kind: "queue", Name: object.Name}
	}
	return object
}

// choose finds the first operation that fits what the writer knows and holds; the last fits always.
func (a *Act) choose(v *view.View, k *view.Known, aim engine.Aim) {
	list := verbs(v, a.Object, aim)
	read, shown := k.Reading(a.Object)
	there := shown && !read.Gone
	for i, verb := range list {
		spec := v.Spec(verb)
		held := k.Holding(a.Object)
		switch last := i == len(list)-1; {
		case last:
		case spec.Object != a.Object.Kind:
			if len(held) == 0 {
				continue
			}
			a.Object = held[len(held)-1].Object
		case spec.Effect == engine.Merges && !(there && (k.Rows == view.MergeRows || read.Chosen || !read.HasBody)):
			continue // but where not all properties were shown, as by a query for some: an update would drop the others
		case !there && slices.ContainsFunc(spec.Params(), func(p engine.Param) bool { return p.Version }):
			continue
		}
		a.Spec = spec
		return
	}
}

// content are the arguments that carry what is to be written.
func (a *Act) content(k *view.Known, c Content) []engine.Arg {
	if a.Spec.Effect == engine.Merges {
		if c.Text = view.RowChanges(c.Base, c.Text); c.Text == "" {
			a.Why = fmt.Sprintf("%s's draft changes no property: a merge has nothing to send.", k.Title)
			return nil
		}
	}
	if a.Spec.Takes("range") && c.Text == "" {
		a.Why = fmt.Sprintf("%s's text is empty: there are no bytes to put.", k.Title)
		return nil
	}
	args := engine.Args(view.ContentOf(*a.Spec), c.Text)
	if a.Spec.Takes("range") { // the bytes that the text takes
		args = append(args, engine.Args("range", fmt.Sprintf("0-%d", len(c.Text)-1))...)
	}
	return args
}

// guard adds what the writer's guard asks for, and what it holds: a receipt, a lease.
func (a *Act) guard(k *view.Known, aim engine.Aim) {
	switch aim {
	case engine.ToRead, engine.ToPeek, engine.ToBreak, engine.ToAcquire:
		return
	case engine.ToRenew, engine.ToRelease:
		hold, ok := k.Holds(a.Object)
		if !ok {
			a.Why, a.Lacks = fmt.Sprintf("%s holds no lease on it.", k.Title), engine.ToAcquire
			return
		}
		a.Send.Args = engine.With(a.Send.Args, "lease", hold.ID())
		return
	}
	a.Send.Args, a.Why, a.Lacks = k.Guarded(*a.Spec, a.Object, a.Send.Args)
	for _, p := range a.Spec.Params() {
		if p.Guard != "receipt" || a.Why != "" {
			continue
		}
		held := k.Handed(a.Object)
		if len(held) == 0 {
			a.Why, a.Lacks = fmt.Sprintf("%s was not handed this message.", k.Title), engine.ToRead
			return
		}
		a.Send.Args = engine.With(a.Send.Args, p.Name, held[0].Proof())
		if a.Spec.Effect == engine.Updates {
			a.Send.Args = engine.With(a.Send.Args, "visibilitytimeout", engine.Text(k.Hides))
		}
	}
}

// inside are the objects that lie in another.
func inside(v *view.View, object engine.ObjectID) (list []engine.ObjectID) {
	for _, s := range v.Services() {
		if _, ok := s.Acts[object.Kind]; !ok {
			continue
		}
		for _, t := range v.Things(s.Name) {
			if t.Inside == object || slices.Contains(list, t.Inside) {
				list = append(list, t.Object)
			}
		}
	}
	return list
}
