package room

import (
	"errors"
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// ErrByHand is returned by Recommend where what is left to do is the person's own; the sentence says what.
var ErrByHand = errors.New("by hand")

// Recommend does what the documents recommend after a mark, as ordinary inputs that undo takes back, and says what it
// did. Where both sides changed the same lines it reads again and leaves the draft to its owner: unchanged text never
// travels under a newer tag.
func (r *Room) Recommend(c conflict.Finding) (did string, err error) {
	v := r.View()
	if why := unknownTo(v, c); why != "" {
		return "", fmt.Errorf("%w: %s", ErrByHand, why)
	}
	stood, before := r.stood(), v.Last
	did, err = r.recommended(c)
	if wroteSince(r.View(), before, c) {
		r.redone(c)
	}
	if r.View().Last > before {
		stood.Name = "what the documents recommend"
		_ = r.change(func() error { r.cameTo(stood); return nil })
	}
	return did, err
}

func (r *Room) stood() came {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stands("")
}

// wroteSince says whether the sender of a conflict has sent more than reads for its object behind a record of the
// session.
func wroteSince(v *view.View, record int, c conflict.Finding) bool {
	return slices.ContainsFunc(v.Log(), func(e view.Entry) bool {
		x := v.Exchange(e.Event.Request)
		return e.Record > record && e.Event.Kind == engine.Sent && e.Event.By == c.By && x != nil &&
			x.Object == c.Object && v.Spec(x.Verb).Group != engine.GroupRead
	})
}

func (r *Room) recommended(c conflict.Finding) (did string, err error) {
	told := r.View().Story(c)
	if c.Severity == engine.SeverityRefused {
		r.keepText(c)
	}
	switch told.Advice.Action {
	case "redrive":
		if c.Severity == engine.SeveritySilent {
			return r.guardOnBranch(c)
		}
		return r.redrive(c)
	case "read", "decide":
		return r.readAgain(c)
	case "wait", "again":
		if c.Severity == engine.SeverityUnknown {
			_, err := r.SendAgain(c.Request)
			return fmt.Sprintf("%s sent #%d again", r.View().Title(c.By), c.Request), err
		}
		return r.waitAndSend(c)
	case "lease":
		return r.leaseAgain(c)
	}
	return "", fmt.Errorf("%w: %s", ErrByHand, told.Advice.Say)
}

// unknownTo says why nothing can follow from a refusal yet: its writer does not know of it. Empty where it does.
func unknownTo(v *view.View, c conflict.Finding) string {
	x := v.Exchange(c.Request)
	if c.Severity != engine.SeverityRefused || x == nil || !x.Heard.IsZero() {
		return ""
	}
	who := v.Title(c.By)
	for _, m := range v.Flight() {
		switch {
		case m.Request != c.Request || !m.Back:
		case m.Held:
			return fmt.Sprintf("%s has not heard it yet. `a` hands it over", who)
		default:
			return fmt.Sprintf("%s has not heard it yet. `.` hands it over", who)
		}
	}
	return fmt.Sprintf("%s never heard it: the answer is lost. Read, or send the same again", who)
}

// readOf is the plain read of an object of some kind: where there are several, the first that would not be refused.
func (r *Room) readOf(v *view.View, writer string, object engine.ObjectID) (send engine.Send, ok bool) {
	kind, name := object.Kind, object.Name
	for _, s := range v.Services() {
		for _, op := range s.Ops {
			if op.Object != kind || op.Group != engine.GroupRead || op.Method != "GET" {
				continue
			}
			next := engine.Send{By: writer, Verb: op.Verb,
				Args: []engine.Arg{{Name: op.Params()[0].Name, Value: engine.Text(name)}}}
			if !ok {
				send, ok = next, true
			}
			if !op.Prompt() {
				return send, true
			}
			if r.would(next) {
				return next, true
			}
		}
	}
	return send, ok
}

func (r *Room) readAgain(c conflict.Finding) (string, error) { return r.ReadAgain(c.By, c.Object) }

// ReadAgain sends the plain read of an object for a writer, and says so.
func (r *Room) ReadAgain(writer string, object engine.ObjectID) (did string, err error) {
	send, ok := r.readOf(r.View(), writer, object)
	if !ok {
		return "", fmt.Errorf("%w: %s cannot be read", ErrByHand, conflict.Place(object))
	}
	_, err = r.Send(send)
	return r.View().Title(writer) + " read again", err
}

// keepText puts the text of a refused request into its writer's editor, where nothing is: a read must not replace what
// was to be sent.
func (r *Room) keepText(c conflict.Finding) {
	v := r.View()
	if _, kept := v.Draft(c.By, c.Object); kept {
		return
	}
	x := v.Exchange(c.Request)
	if x == nil || v.Spec(x.Verb) == nil || v.Spec(x.Verb).Prompt() {
		return
	}
	text, found := view.Carried(v.Spec(x.Verb), x.Args)
	read, heard := v.Known(c.By).Reading(c.Object)
	if !found || v.Spec(x.Verb).Group != engine.GroupWrite {
		return
	}
	d := view.Draft{Text: text}
	if heard {
		d.From = []string{read.Name}
	}
	r.SetDraft(c.By, c.Object, d)
}

// redrive reads again, merges the draft with what is there, and sends it under the new tag.
func (r *Room) redrive(c conflict.Finding) (string, error) {
	v := r.View()
	who := v.Title(c.By)
	refused := v.Exchange(c.Request)
	spec := v.Spec(refused.Verb)
	if spec.Prompt() {
		return r.redriveLine(c)
	}
	mine, ok := r.contentOf(v, c.By, c.Object, refused)
	base := r.baseOf(v, c.By, c.Object)
	if did, err := r.readAgain(c); err != nil {
		return did, err
	}
	v = r.View()
	read, heard := v.Known(c.By).Reading(c.Object)
	if !ok || !heard || read.Gone || !read.HasBody {
		return fmt.Sprintf("%s read again", who), nil
	}
	if !view.OneText(spec) {
		return fmt.Sprintf("%s read v%s", who, read.Version), fmt.Errorf(
			"%w: put the change into what is there now (e), write (w)", ErrByHand)
	}
	merged, same := together(c.Object, base, mine, read.Body)
	if same != "" {
		return fmt.Sprintf("%s read v%s", who, read.Version),
			fmt.Errorf("%w: both changed the same %s. Put them together (e), write (w)", ErrByHand, same)
	}
	r.SetDraft(c.By, c.Object, view.Draft{Text: merged, From: []string{read.Name}})
	send := engine.Send{By: c.By, Verb: refused.Verb, Args: r.withContent(spec, refused.Args, merged),
		Words: engine.Words{From: read.Name}}
	send.Args, _, _ = v.Known(c.By).Guarded(*spec, c.Object, send.Args)
	_, err := r.Send(send)
	return fmt.Sprintf("%s read v%s, merged and sent again", who, read.Version), err
}

// together puts two changes of a text together, of a row property by property; same is what both changed: then there is
// no text.
func together(object engine.ObjectID, base, mine, theirs string) (text, same string) {
	if object.Kind == "entity" {
		rows := conflict.Rows3(base, mine, theirs)
		if slices.ContainsFunc(rows, func(r conflict.Row) bool { return r.Kind == conflict.Clash }) {
			return "", "properties"
		}
		return conflict.MergeRows(rows, nil), ""
	}
	merged, clashes := conflict.Merge(conflict.Diff3([]byte(base), []byte(mine), []byte(theirs)), conflict.Names{})
	if clashes > 0 {
		return "", "lines"
	}
	return string(merged), ""
}

// contentOf is the text that a refused request carried: the draft where one is kept, else its own.
func (r *Room) contentOf(v *view.View, writer string, object engine.ObjectID, x *engine.Exchange) (string, bool) {
	if d, ok := v.Draft(writer, object); ok {
		return d.Text, true
	}
	return view.Carried(v.Spec(x.Verb), x.Args)
}

func (r *Room) baseOf(v *view.View, writer string, object engine.ObjectID) string {
	if d, ok := v.Draft(writer, object); ok {
		if x := v.Named(v.From(d)); x != nil {
			return x.Answer.Text().String()
		}
	}
	read, _ := v.Known(writer).Reading(object)
	return read.Body
}

// withContent keeps the target and plain options of a request, puts another content in the place of all of its own and
// drops its guards.
func (r *Room) withContent(spec *engine.OpSpec, args []engine.Arg, content string) []engine.Arg {
	list := slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool {
		p, _ := spec.Param(a.Name)
		return p.Guard != "" || p.Content
	})
	for _, p := range spec.Params() {
		if p.Content && p.Positional() {
			return append(list, engine.Arg{Name: p.Name, Value: engine.Text(content)})
		}
	}
	return list
}

// waitAndSend moves the clock to the end of what stood in the way and sends the same again.
func (r *Room) waitAndSend(c conflict.Finding) (string, error) {
	v := r.View()
	if c.Cause == nil || c.Cause.Until == 0 || c.Cause.Until == engine.Never {
		return "", fmt.Errorf("%w: it does not end by itself. Its holder gives it back, or somebody breaks it",
			ErrByHand)
	}
	if to := c.Cause.Until; to > v.Now() {
		if _, err := r.Do(engine.Clock{To: to}); err != nil {
			return "", err
		}
	}
	x := v.Exchange(c.Request)
	_, err := r.Send(engine.Send{By: c.By, Verb: x.Verb, Args: x.Args,
		Words: engine.Words{From: x.Words.From, Again: x.Name}})
	return fmt.Sprintf("%s waited until %s and sent the same again", v.Title(c.By), c.Cause.Until), err
}

// leaseAgain acquires the lease anew and reads; the change is then its owner's to redo.
func (r *Room) leaseAgain(c conflict.Finding) (string, error) {
	v := r.View()
	kind, name := c.Object.Kind, c.Object.Name
	spec := v.Spec("acquire-" + kind + "-lease")
	if spec == nil {
		return "", fmt.Errorf("%w: acquire it again, read, redo the change", ErrByHand)
	}
	acquire := engine.Send{By: c.By, Verb: spec.Verb, Args: engine.Args(spec.Params()[0].Name, name, "duration", "30")}
	if !r.would(acquire) { // some leases have no end
		acquire.Args = engine.Args(spec.Params()[0].Name, name, "duration", "-1")
	}
	if events, err := r.Send(acquire); err != nil || refusedIn(events) {
		return fmt.Sprintf("%s asked for the lease", v.Title(c.By)), err
	}
	_, err := r.readAgain(c)
	return fmt.Sprintf("%s took the lease again and read", v.Title(c.By)), err
}

// would says whether the service would accept a request now.
func (r *Room) would(s engine.Send) bool {
	s.As = "would"
	events, _, err := r.Try(s, engine.Deliver{Names: []string{s.As}})
	return err == nil && !refusedIn(events)
}

func refusedIn(events []engine.Event) bool {
	for _, e := range events {
		if e.Answer != nil && e.Answer.Why != nil {
			return true
		}
	}
	return false
}

func (r *Room) parentOf(record int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.line.Record(record).Parent
}
