package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// along is what else of the victim's went with the same request: another key, or the tags beside a text.
type along struct {
	of    engine.ObjectID
	part  string
	work  engine.Mark
	drops bool // it is not there any more
}

// lineOfAlong is how a finding keeps one: findings are compared, and hold no list.
const lineOfAlong = "%q %q %q %d %d %d %t\n"

// mostAlong bounds what a finding keeps of what went with it, as the blobs of a container do; more are "others".
const mostAlong = 16

// alongWith are what else went with it, in the order in which it was found; all is false where there was more.
func (c Finding) alongWith() (list []along, all bool) {
	for line := range strings.Lines(c.With) {
		a := along{work: engine.Mark{By: c.Whose}}
		if _, err := fmt.Sscanf(line, lineOfAlong, &a.of.Kind, &a.of.Name, &a.part, &a.work.Event, &a.work.Request,
			&a.work.At, &a.drops); err != nil {
			return list, false
		}
		list = append(list, a)
	}
	return list, true
}

// goesAlong notes what else of the victim's was replaced by the same request. Of a text in pieces the newest stands for
// it.
func (c *Finding) goesAlong(kind Kind, victim engine.Change) {
	harms := []Kind{engine.StaleHolder, engine.GuardDefeated, engine.SameNumber, engine.LostUpdate}
	if slices.Contains(harms, kind) && slices.Contains(harms, c.Kind) {
		c.notes(victim)
	}
}

// notes keeps a work that went with the one that the finding names.
func (c *Finding) notes(victim engine.Change) {
	part := victim.Name
	if OfBody(part) {
		part = "body"
	}
	own, snapshot := victim.Object == c.Object, victim.Object.Kind == "snapshot" // that goes as a whole
	if own && snapshot || !isWork(part) ||
		own && (part == c.Part || part == "body" && OfBody(c.Part) || strings.HasPrefix(part, ".") &&
			strings.HasPrefix(c.Part, ".")) {
		return
	}
	list, all := c.alongWith()
	at := slices.IndexFunc(list, func(a along) bool {
		return a.of == victim.Object && (a.part == part || snapshot)
	})
	a := along{victim.Object, part, victim.Mark, victim.Drops}
	switch {
	case at >= 0 && list[at].work.Event >= a.work.Event:
		return
	case at >= 0:
		list[at] = a
	case !all:
		return
	case len(list) == mostAlong:
		c.With += "more\n"
		return
	default:
		list = append(list, a)
	}
	c.With = ""
	for _, a := range list {
		c.With += fmt.Sprintf(lineOfAlong, a.of.Kind, a.of.Name, a.part, a.work.Event, a.work.Request, a.work.At,
			a.drops)
	}
	if !all {
		c.With += "more\n"
	}
}

// mostAlongTold bounds how much of that a sentence names, and for how much the story has steps.
const mostAlongTold = 3

// isWork says whether a part is something that people put there, and not what the service keeps beside it.
func isWork(part string) bool {
	return strings.HasPrefix(part, ".") || strings.HasPrefix(part, "staged ") ||
		slices.Contains(engine.TextNames(), part) || slices.Contains([]string{"*", "acl",
		"expiry", "legal-hold", "metadata", "policy", "properties", "quota", "retention", "tags"}, part)
}

// wentAlong says what else of the victim's went with the work that the finding names, as `, and v1 of wiki/b with it`;
// empty: nothing that its name does not say already.
func (t teller) wentAlong() (said string) {
	list, all := t.c.alongWith()
	first := t.fate()
	told, fates := map[string][]string{}, []string(nil)
	for _, a := range list {
		o := t.along(a)
		if o.saidBy(t) {
			continue
		}
		what, fate := o.called(), o.fate()
		alike := what == t.called() || slices.Contains(told[fate], what)
		switch n := len(told[fate]); {
		case alike && !slices.Contains([]string{"message", "snapshot"}, a.of.Kind), n > mostAlongTold: // these are
			// called by what they hold
			continue
		case n == mostAlongTold:
			what = "others"
		case alike:
			what = "another like it"
		}
		if told[fate] == nil {
			fates = append(fates, fate)
		}
		if !slices.Contains(told[fate], what) {
			told[fate] = append(told[fate], what)
		}
	}
	for _, fate := range fates {
		things := told[fate]
		if !all && len(things) <= mostAlongTold && fate == fates[len(fates)-1] {
			things = append(things, "others")
		}
		if said += ", and " + And(things); fate != first {
			verb := "was"
			if len(things) > 1 || strings.HasSuffix(strings.TrimPrefix(were(things[0]), things[0]), "were") {
				verb = "were"
			}
			said += " " + verb + " " + fate
		}
		said += " with it"
	}
	return said
}

// stepsAlong are what the request was made from, and whose work it was, in what went along.
func (t teller) stepsAlong() (steps []Step) {
	list, _ := t.c.alongWith()
	first := t.basis()
	for _, a := range list {
		o := t.along(a)
		if len(steps) >= 2*mostAlongTold || o.saidBy(t) || a.work.Event == t.c.Victim.Event {
			continue
		}
		if !o.basis().Is(first) {
			steps = append(steps, o.based())
		}
		steps = append(steps, o.happened(a.work))
	}
	return steps
}

// along is the teller of what went along, as if the finding were of that.
func (t teller) along(a along) teller {
	t.c.Object, t.c.Part, t.c.Victim, t.c.Gone = a.of, a.part, a.work, a.drops
	t.c.More, t.c.Bytes, t.c.With = "", "", ""
	return t
}

// saidBy says whether the name of the work that a finding names covers what went along: a version is all that its
// request wrote there, and a key that is deleted has no expiry.
func (t teller) saidBy(first teller) bool {
	if t.c.Object != first.c.Object {
		return false
	}
	if t.deletes() && t.c.Part == "expiry" {
		return true
	}
	of := first.what()
	return t.c.Victim.Event == first.c.Victim.Event && (isVersion(of) || of == first.c.Object.Kind) ||
		first.c.Part == "*"
}

// isVersion says whether lost work is called by its version.
func isVersion(what string) bool {
	return len(what) > 1 && what[0] == 'v' && what[1] >= '0' && what[1] <= '9'
}

// called is the lost work with an article, and with the name of what it is of where that is not clear.
func (t teller) called() string {
	what := t.what()
	if !t.deletes() && WasDelete(t.w, t.c) {
		return "the delete of " + t.object()
	}
	if !isVersion(what) && what != t.object() {
		what = "the " + what
	}
	return what + t.ofWhich()
}

// fate is what became of lost work: one word of those in which overwritten tells it.
func (t teller) fate() string {
	switch {
	case WasDelete(t.w, t.c) && !t.deletes():
		return "undone"
	case MovedTo(t.w, t.x, t.c.Object).Name != "":
		return "moved to " + Called(t.w, MovedTo(t.w, t.x, t.c.Object))
	case t.deletes() || slices.Contains(engine.TextNames(), t.c.Part) && t.goneAtOnce():
		return "deleted"
	case t.c.Gone || t.clears():
		return "removed"
	}
	return "overwritten"
}

// whatWas is the lost work with the verb that fits it, and with the name of what it is of where a request harms one of
// several things.
func (t teller) whatWas() string {
	what, of := t.what(), t.ofWhich()
	if t.inRow() {
		of = ""
	}
	return what + of + strings.TrimPrefix(were(what), what)
}

// inRow says whether the sentence begins with the row: a transaction changed a property of one of several.
func (t teller) inRow() bool {
	return t.spec().Effect == engine.Groups && strings.HasPrefix(t.c.Part, ".")
}

// ofWhich is the name of what the lost work is of, as ` of b`; empty where the request is of just that thing, and where
// the work is called by that name itself.
func (t teller) ofWhich() string {
	if !t.oneOfSeveral() || t.isSnapshot() || t.c.Part == "*" {
		return ""
	}
	if x := t.w.Exchange(t.c.Victim.Request); t.wholeMessage() || x != nil && t.madeIt(x) {
		return " " + t.object()
	}
	return " of " + t.object()
}

// wholeMessage says whether a message went with all that its queue held, whoever wrote its text last.
func (t teller) wholeMessage() bool {
	return t.c.Object.Kind == "message" && t.deletes() && t.oneOfSeveral()
}

// oneOfSeveral says whether what was harmed is one of the things that the request is of, or lies in what it is of: its
// name says then which one.
func (t teller) oneOfSeveral() bool {
	of, it := t.x.Object, t.c.Object
	if of != it {
		return of.Name == "" || of.Kind == it.Kind || inside(it, of)
	}
	return slices.ContainsFunc(t.x.Shows, func(p engine.Part) bool {
		return p.Mark.Request == t.x.Number && p.Object != it && p.Object.Kind == it.Kind
	})
}

// severalHarmed says whether the story of a harm has to say of each work what it is of.
func (t teller) severalHarmed() bool {
	return t.c.Severity == engine.SeveritySilent && t.oneOfSeveral()
}

// readSeveral are the names of the keys that one line read; of many the one that the story is about. Empty where it
// read one alone.
func (t teller) readSeveral(x *engine.Exchange) string {
	spec := t.w.Spec(x.Verb)
	if spec.Effect != engine.Reads || !spec.Prompt() {
		return ""
	}
	var names []string
	for _, p := range x.Shows {
		if name := Called(t.w, p.Object); p.Object.Kind == x.Object.Kind && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch {
	case len(names) < 2:
		return ""
	case len(names) > mostAlongTold+1 && slices.Contains(names, t.object()):
		return fmt.Sprintf("%s and %d others", t.object(), len(names)-1)
	}
	return And(names)
}
