package room

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// guardOnBranch goes back before a write that harmed and sends it with the guard that its base gives, on a branch of
// its own. Where the writer had chosen another guard, or none, that choice is the cause: the new one stands in its
// place there.
func (r *Room) guardOnBranch(c conflict.Finding) (string, error) {
	x := r.View().Exchange(c.Request)
	spec := r.View().Spec(x.Verb)
	if err := r.Go(r.parentOf(x.Sent.Event)); err != nil {
		return "", err
	}
	k := *r.View().Known(c.By)
	if !view.OneText(spec) {
		return "", fmt.Errorf("%w: this is the moment before it. Send it again with a guard (s)", ErrByHand)
	}
	if c.Kind == "guard-defeated" {
		return r.mergeOnBranch(c, x, spec)
	}
	chosen := k.Guard
	k.Guard = ""
	sent := r.travelled(x)
	guarded, _, _ := k.Guarded(*spec, c.Object, unversioned(spec, sent))
	if read, ok := k.Reading(c.Object); ok && read.Gone && guardsMore(spec, guarded, sent) == "" {
		guarded = k.WithGuard(*spec, guarded, "if-none-match", engine.Text("*"), engine.Value{})
	}
	more := guardsMore(spec, guarded, sent)
	if more == "" {
		return "", fmt.Errorf("%w: this is the moment before it. %s has heard nothing that a guard could name",
			ErrByHand, k.Title)
	}
	if chosen != "" {
		if _, err := r.Do(engine.Set{Scope: c.By, Key: "guard", Value: more}); err != nil {
			return "", err
		}
	}
	words := engine.Words{From: x.Words.From}
	if read, ok := k.Reading(c.Object); ok && words.From == "" {
		words.From = read.Name
	}
	events, err := r.Send(engine.Send{By: c.By, Verb: x.Verb, Args: guarded, Words: words})
	if refusedIn(events) { // the text is to be sent yet
		again, _ := r.View().Known(c.By).Doing()
		r.keepText(conflict.Finding{By: c.By, Object: c.Object, Request: again.Request})
	}
	return fmt.Sprintf("%s sent #%d again with a guard, on a branch", k.Title, c.Request), err
}

// travelled are the arguments of a request but for those that were left out.
func (r *Room) travelled(x *engine.Exchange) []engine.Arg {
	v := r.View()
	return slices.DeleteFunc(slices.Clone(x.Args), func(a engine.Arg) bool { return v.LeftOut(a.Value) })
}

// unversioned are the arguments of a request without those that compare a version; all else goes as it went: a lease,
// an upload, its parts.
func unversioned(spec *engine.OpSpec, args []engine.Arg) []engine.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool {
		p, _ := spec.Param(a.Name)
		return p.Version
	})
}

// guardsMore is the guard that a request has and the one before it had not; empty where it has none more.
func guardsMore(spec *engine.OpSpec, args, before []engine.Arg) string {
	at := slices.IndexFunc(args, func(a engine.Arg) bool {
		return view.TakesGuard(*spec, a.Name) && !slices.ContainsFunc(before,
			func(b engine.Arg) bool { return a.Name == b.Name })
	})
	if at < 0 {
		return ""
	}
	return args[at].Name
}

// mergeOnBranch sends a text that had travelled under a newer tag anew, with what that tag stood for put into it. The
// moment before it is all there is where both sides changed the same.
func (r *Room) mergeOnBranch(c conflict.Finding, x *engine.Exchange, spec *engine.OpSpec) (string, error) {
	v := r.View()
	k := v.Known(c.By)
	read, heard := k.Reading(c.Object)
	base := v.Named(x.Words.From)
	if base == nil || !heard || read.Gone || !read.HasBody {
		return "", fmt.Errorf("%w: this is the moment before it. Read (r), put the newer text in (e), write (w)",
			ErrByHand)
	}
	content, _ := view.Carried(spec, x.Args)
	merged, same := together(c.Object, base.Answer.Text().String(), content, read.Body)
	if same != "" {
		return "", fmt.Errorf("%w: this is the moment before it. Both changed the same %s. Put them together (e), "+
			"write (w)", ErrByHand, same)
	}
	args, _, _ := k.Guarded(*spec, c.Object, r.withContent(spec, x.Args, merged))
	_, err := r.Send(engine.Send{By: c.By, Verb: x.Verb, Args: args, Words: engine.Words{From: read.Name}})
	return fmt.Sprintf("%s merged v%s into #%d and sent it, on a branch", k.Title, read.Version, c.Request), err
}
