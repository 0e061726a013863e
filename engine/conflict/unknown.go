package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// resolution is which it was of the two that are possible where nothing was heard: whether the request took effect, and
// what tells so. Nothing may ever tell.
type resolution struct {
	decided bool
	done    bool
	by      *engine.Exchange // what its writer heard later; the request itself where its answer came after all
}

// unheard is the first sentence of a request that its writer heard nothing of.
func (t teller) unheard() string {
	first, _ := t.nothingHeard()
	return first
}

// resolve looks through what the writer heard later, the newest first. A request was done where a part is shown that it
// wrote, and was not done by then where what it names is shown as it was before. Where somebody else wrote on top,
// nothing decides.
func resolve(w *engine.World, x *engine.Exchange) resolution {
	if !x.Heard.IsZero() {
		return resolution{decided: true, done: x.Answer.Accepted(), by: x}
	}
	if h := ReceiptSpent(w, x); h != nil {
		return resolution{decided: true, done: true, by: h}
	}
	for h := range w.HeardBy(x.By) {
		if h.Heard.Event < x.Sent.Event {
			break
		}
		if h.Decided.Event > x.Sent.Event {
			if deletedByReceipt(w, x, h) {
				return resolution{decided: true, by: h}
			}
			for _, p := range h.Shows {
				switch {
				case p.Mark.Request == x.Number && !removedUnder(w, x, p):
					return resolution{decided: true, done: true, by: h}
				case p.Object == x.Object && whole(p) && p.Mark.Event < x.Sent.Event && !doneBefore(x, h):
					return resolution{decided: true, by: h}
				}
			}
		}
	}
	return resolution{}
}

// removedUnder says whether a part with the mark of a removal is one of what stands by now under the name that it
// removed: a row that was made again has the removal as the newest work on all of it, and what a new bucket's listing
// lacks was removed with the old one. That shows what others did.
func removedUnder(w *engine.World, x *engine.Exchange, p engine.Part) bool {
	return w.Spec(x.Verb).Effect == engine.Deletes && p.Object == x.Object && (!p.Gone || p.LacksNames()) &&
		slices.ContainsFunc(x.Shows, func(own engine.Part) bool { return own.Object == x.Object && own.Gone })
}

// ReceiptSpent is the refusal that tells the sender of an update which it heard nothing of that it was done: of the
// same receipt, while the message was still hidden for the sender, so that nobody else could have been given a newer
// one. nil: none does.
func ReceiptSpent(w *engine.World, x *engine.Exchange) *engine.Exchange {
	if w.Spec(x.Verb).Effect != engine.Updates || !x.Heard.IsZero() {
		return nil
	}
	receipt := receiptOf(w, x)
	for _, n := range w.Writer(x.By).Open {
		if o := w.Exchange(n); n != x.Number && o.Object == x.Object && receiptOf(w, o).Equal(receipt) {
			return nil // that may have been the one
		}
	}
	until := engine.Instant(0)
	var spent *engine.Exchange
	for h := range w.HeardBy(x.By) {
		if why := h.Answer.Why; h.Object == x.Object && h.Sent.Event > x.Sent.Event && why != nil &&
			why.Rule.Kind == engine.OldReceipt && receiptOf(w, h).Equal(receipt) {
			spent = h // the earliest is the one that tells most
		}
		for _, f := range h.Answer.Fields {
			place, ok := strings.CutSuffix(f.Name, "receipt")
			if ok && !receipt.IsZero() && f.Value.Equal(receipt) {
				until, _ = h.Answer.Field(place + "next-visible").Instant()
			}
		}
		if until != 0 {
			break
		}
	}
	if spent == nil || spent.Heard.At >= until {
		return nil
	}
	return spent
}

// deletedByReceipt says whether a delete of a message was accepted with the receipt that another had sent: a receipt
// counts once, and no message comes back, so the other had not been done by then.
//
// Source: engine/queue/rules.md, "Pop receipts".
func deletedByReceipt(w *engine.World, x, h *engine.Exchange) bool {
	receipt := receiptOf(w, x)
	return h.Number != x.Number && h.Took && h.Object == x.Object && !receipt.IsZero() &&
		w.Spec(x.Verb).Effect == engine.Deletes && w.Spec(h.Verb).Effect == engine.Deletes &&
		receiptOf(w, h).Equal(receipt)
}

// receiptOf is the receipt that a request carries; nothing where it has none.
func receiptOf(w *engine.World, x *engine.Exchange) engine.Value {
	for _, a := range x.Resolved() {
		if p, ok := w.Spec(x.Verb).Param(a.Name); ok && p.Guard == "receipt" {
			return a.Value
		}
	}
	return engine.Value{}
}

// whole says whether a part stands for what an object says: its text, or that it is there at all.
func whole(p engine.Part) bool { return p.Name == "*" || slices.Contains(engine.TextNames(), p.Name) }

// doneBefore says whether a request had changed something when another was decided.
func doneBefore(x, h *engine.Exchange) bool {
	return x.Took && x.Decided.Event < h.Decided.Event
}

// nothingHeard tells of a request that its writer heard nothing of: both worlds, until a later read decides.
func (t teller) nothingHeard() (first string, steps []Step) {
	who, no := t.who(t.c.By), fmt.Sprintf("#%d", t.c.Request)
	first = fmt.Sprintf("%s sent %s and heard nothing.", who, no)
	steps = []Step{t.sent()}
	found := resolve(t.w, t.x)
	switch {
	case t.w.Spec(t.x.Verb).Effect == engine.Reads:
		return first + " A read changes nothing, so nothing is in doubt.", append(steps,
			Step{Text: fmt.Sprintf("Whether %s arrived or not: reading again is safe.", no)})
	case OfConnection(t.spec()):
		return first + " What applies to its connection is in doubt.", append(steps,
			Step{Text: fmt.Sprintf("If %s arrived, it applies to what %s sends next; if not, what held before still "+
				"does. A retry settles it.", no, who)})
	case OfServer(t.spec()):
		return first + " It is about what the server goes by: no work is in doubt.", append(steps,
			Step{Text: fmt.Sprintf("Whether %s arrived or not: the same again comes to the same.", no)})
	case !found.decided:
		return first + " The service may have done it, or not.", append(steps,
			Step{Text: fmt.Sprintf("If %s arrived, %s.", no, t.ifArrived())},
			Step{Text: fmt.Sprintf("If it did not arrive, nothing has changed. Nothing that %s has heard tells which.",
				who)})
	case found.by.Is(t.x):
		return fmt.Sprintf("%s sent %s and waited in vain. The answer came at %s: %s.", who, no, t.x.Heard.At,
				answerInWords(t.w, t.x, &t.x.Answer)),
			append(steps, Step{Text: "The answer came after all.", Event: t.x.Heard.Event})
	case found.done && found.by.Answer.Why != nil && t.spec().Effect != engine.Updates:
		first += fmt.Sprintf(" #%d, the same again, found nothing left to do: it had arrived, or somebody else did it.",
			found.by.Number)
	case found.done && found.by.Answer.Why != nil:
		first += fmt.Sprintf(" It had arrived: #%d was refused for the receipt of both, while nobody could "+
			"receive the message yet.", found.by.Number)
		steps = append(steps, t.happened(t.x.Decided))
	case found.done:
		first += fmt.Sprintf(" It had arrived: #%d shows what it did.", found.by.Number)
		steps = append(steps, t.happened(t.x.Decided))
	case t.w.Spec(found.by.Verb).Group == engine.GroupRead:
		first += fmt.Sprintf(" It had not been done when %s read with #%d.", who, found.by.Number)
	default:
		first += fmt.Sprintf(" It had not been done when #%d was answered.", found.by.Number)
	}
	if where := t.whereabouts(); where.Event > 0 && len(steps) > 0 && steps[len(steps)-1].Event > where.Event {
		steps = slices.Insert(steps, len(steps)-1, where) // it was done behind that
	} else {
		steps = append(steps, where)
	}
	return first, append(steps, Step{Text: fmt.Sprintf("#%d was answered: %s.", found.by.Number,
		answerInWords(t.w, found.by, &found.by.Answer)), Event: found.by.Decided.Event})
}

// ifArrived is what the same again would come to, had a request arrived that its writer heard nothing of.
func (t teller) ifArrived() string {
	const done = "the service has done it or refused it: a retry may "
	switch t.spec().Effect {
	case engine.RenewsLease:
		if NeverGiven(t.w, t.x) {
			return "the lease was renewed, whose it was then, or brought back where it had ended; or it was refused"
		}
		return "the lease was renewed and lasts longer than its holder was told, or it was refused; a retry " +
			"harms nobody"
	case engine.AcquiresLease, engine.ChangesLease:
		return done + "meet that lease"
	case engine.ReleasesLease:
		return done + "find no lease"
	case engine.BreaksLease: // a lease that is broken can be broken again
		return done + "break a lease that somebody has taken since"
	case engine.Receives:
		return "a message may be hidden, under a receipt that nobody has heard; a retry receives others"
	case engine.Closes:
		return done + "find the handle closed"
	case engine.Unlocks:
		return done + "find no lock"
	case engine.Renames:
		if !t.asksAbsence() {
			return done + "find nothing under the old name, or move what others have put there since"
		}
	case engine.Stages:
		return "the service keeps it aside or has refused it: a retry takes its place"
	case engine.Aborts:
		return done + "find nothing to abort"
	case engine.Deletes:
		switch {
		case t.spec().Takes("handle"): // the mark that the last close carries out
			return "the service has set that mark or refused it: a retry sets it to the same"
		case !NamesOne(t.w, t.x):
			return done + "find nothing, or delete what others have created since"
		}
		return done + "find nothing"
	}
	if t.spec().Effect == engine.Creates && t.spec().OnHolder() {
		return done + "meet that work"
	}
	if slices.ContainsFunc(t.spec().Refuses, func(r *engine.Rule) bool { return r.Looks == engine.AtConnection }) {
		return done + "find no transaction"
	}
	for _, arg := range t.x.Args {
		if p, ok := t.spec().Param(arg.Name); ok && !t.w.LeftOut(arg.Value) && !p.Ignored &&
			(p.Version && arg.Value.String() != "*" || p.Name == "if-none-match" && arg.Value.String() == "*") {
			return done + "meet that work"
		}
		if p, ok := t.spec().Param(arg.Name); ok && (p.Guard == "receipt" || p.Name == "upload" && t.commits()) {
			return done + "meet that work" // a receipt counts once, and an upload is completed once
		}
	}
	if t.comparesItself() || t.asksAbsence() {
		return done + "meet that work"
	}
	return done + "do it a second time, or meet that work"
}

// OfConnection says whether an operation sets no more than what the requests of its own connection go by, as the
// database or a transaction.
func OfConnection(spec *engine.OpSpec) bool {
	return spec.Effect == engine.Chooses || spec.Effect == engine.Gathers && !OfServer(spec)
}

// OfServer says whether an operation is about what the server itself goes by, as its settings or the scripts it keeps.
func OfServer(spec *engine.OpSpec) bool {
	return spec.Effect == engine.Configures || spec.Object == "script"
}

// NamesOne says whether a request can do what it does to one thing alone: it carries a version that no other has, a
// receipt or the id of a lease, which goes with its thing, or names a message or a handle, whose id is never given to
// another, or one version or snapshot. What is written unversioned is all called null. A tag made of the content, a
// date, a size and a sequence number come again.
func NamesOne(w *engine.World, x *engine.Exchange) bool {
	if x.Object.Kind == "message" || x.Object.Kind == "handle" {
		return true
	}
	return slices.ContainsFunc(x.Resolved(), func(arg engine.Arg) bool {
		p, ok := w.Spec(x.Verb).Param(arg.Name)
		if !ok || w.LeftOut(arg.Value) || p.Ignored {
			return false
		}
		switch {
		case p.Guard == "receipt", p.Guard == "lease":
			return true
		case p.Name == versionID, p.Name == "snapshot":
			return arg.Value.String() != "null"
		}
		return p.Version && p.Guard == "etag" && !p.Repeats && arg.Value.String() != "*"
	})
}

func (t teller) commits() bool { return t.spec().Effect == engine.Commits }

// comparesItself says whether a line names what has to be there, a version or a value: what it did once it does not do
// again. VER 0 names none.
func (t teller) comparesItself() bool { return LineGuard(t.w, t.x) != "" }

// asksAbsence says whether a row or a key is to be made only where there is none: what made it once does not make it
// again.
func (t teller) asksAbsence() bool { return asksAbsence(t.w, t.x) }

func asksAbsence(w *engine.World, x *engine.Exchange) bool { return OnlyMakes(w, x.Verb, x.Resolved()) }

// AsksForNothing says whether a request is to be done only if nothing is there.
func AsksForNothing(w *engine.World, verb string, args []engine.Arg) bool {
	return OnlyMakes(w, verb, args) || engine.ValueOf(args, "if-none-match").String() == "*"
}

// OnlyMakes says whether a request of a row or a key is refused where something is there: an insert, or a line with NX.
func OnlyMakes(w *engine.World, verb string, args []engine.Arg) bool {
	has := func(word string) bool {
		return slices.ContainsFunc(typed(args), func(w string) bool { return strings.EqualFold(w, word) })
	}
	spec := w.Spec(verb)
	return spec.Effect != engine.Groups && slices.ContainsFunc(spec.Refuses, func(r *engine.Rule) bool {
		switch {
		case r.Kind != engine.AlreadyThere:
			return false
		case r.Name == "NX":
			return has("NX")
		case r.Name == "target":
			return !has("REPLACE")
		}
		return r.Name == "entity" || r.Name == "SETNX"
	})
}

// until says which change the same again met that would have been answered as the first try was; empty: none.
func (t teller) until() string {
	if c := t.c.Cause; !c.Ended.IsZero() {
		return fmt.Sprintf(" The same again is answered as the first was until somebody changes %s, and %s.",
			t.object(), strings.TrimSuffix(t.did(c.Ended), "."))
	}
	return ""
}

// repeated is what the documents leave open where a later try was answered as one that had been done before, and
// changed nothing; empty where none was.
func (t teller) repeated() string {
	for _, try := range tries(t.w, t.x) {
		if try.Number > t.x.Number && !try.Heard.IsZero() && try.Answer.Accepted() && !try.Took {
			return t.spec().Repeated
		}
	}
	return ""
}

// cannotTell says where what a read showed decides for the referee and not for its writer, who was shown no more than
// that something stands there, or nothing.
func (t teller) cannotTell() string {
	found := resolve(t.w, t.x)
	if !found.decided || found.by.Is(t.x) || t.spec().Effect == engine.Reads ||
		!found.done && deletedByReceipt(t.w, t.x, found.by) {
		return ""
	}
	who := t.who(t.c.By)
	for _, p := range found.by.Shows {
		switch {
		case p.Object != t.x.Object || !whole(p):
		case found.done && p.Gone:
			return fmt.Sprintf("%s cannot tell from that alone: somebody else may have removed it.", who)
		case found.done:
			return fmt.Sprintf("%s cannot tell from that alone: somebody else may have written the same.", who)
		case p.Gone && t.x.Took && found.by.Decided.Event < t.x.Decided.Event:
			return fmt.Sprintf("%s cannot tell from that alone: it may have been done since.", who)
		case p.Gone:
			return fmt.Sprintf("%s cannot tell from that alone: what was done may have been removed.", who)
		case !t.seenBefore(p):
			return fmt.Sprintf("%s cannot tell: what #%d shows is new to %s, whoever wrote it.", who, found.by.Number,
				who)
		}
	}
	return ""
}

// seenBefore says whether the writer had been shown the same state before it sent the request.
func (t teller) seenBefore(p engine.Part) bool {
	before := t.w.ShownTo(t.x.By, p, t.x.Sent.Event, showsPart(p))
	if before == nil {
		return false
	}
	s, _ := shows(before, p)
	return s.Mark.Event == p.Mark.Event
}

// whereabouts is what became of the message itself, which only the referee sees.
func (t teller) whereabouts() Step {
	no := fmt.Sprintf("#%d", t.x.Number)
	for _, m := range t.w.Flight() {
		if m.Request == t.x.Number && !m.Back && m.State != engine.Working {
			return Step{Text: no + " is still under way, and may still arrive."}
		}
	}
	switch {
	case t.x.Lost.IsZero():
		return Step{Text: fmt.Sprintf("%s stopped waiting for it at %s.", t.who(t.x.By), t.x.GaveUp.At),
			Event: t.x.GaveUp.Event}
	case t.x.Decided.IsZero() || t.x.Lost.Event < t.x.Decided.Event:
		return Step{Text: fmt.Sprintf("%s was lost on its way at %s.", no, t.x.Lost.At), Event: t.x.Lost.Event}
	}
	return Step{Text: fmt.Sprintf("The answer to %s was lost at %s.", no, t.x.Lost.At), Event: t.x.Lost.Event}
}

// echoes tells of a refusal that met its sender's own work, done by another try of the same wish or by an earlier copy
// of the request.
func (t teller) echoes() string {
	c, who := t.c.Cause, t.who(t.c.By)
	reply := c.Rule.Fault.Short()
	if t.w.Spec(t.x.Verb).Prompt() {
		reply = "reply (" + t.reply() + ")"
	}
	own := tries(t.w, t.x)
	if x := t.w.Exchange(c.Since.Request); x != nil && x.By == t.x.By && !slices.ContainsFunc(own, x.Is) {
		return fmt.Sprintf("This %s comes from %s's own #%d: %s %s.", reply, who, x.Number, who,
			t.doing(x, x.AnswerOf(c.Since.Event))+t.atOnce(x))
	}
	if i := slices.IndexFunc(own, func(try *engine.Exchange) bool { return try.Number == c.Since.Request }); i > 0 {
		own = append([]*engine.Exchange{own[i]}, own...) // what it met, where several tries had taken effect
	}
	for _, try := range own {
		if !try.Took {
			continue
		}
		which := fmt.Sprintf("%s's own first try, #%d", who, try.Number)
		switch {
		case try.Is(t.x):
			which = fmt.Sprintf("the first copy of %s's own #%d", who, try.Number)
		case try.Number != try.Wish:
			which = fmt.Sprintf("%s's own try #%d", who, try.Number)
		}
		return fmt.Sprintf("This %s comes from %s. %s%s", reply, which, t.outcomeOf(try, c.Since), t.until())
	}
	return fmt.Sprintf("This %s comes from %s's own earlier try, which the service had done.", reply, who)
}

// outcomeOf says what a try did by what was met, and what became of its answer.
func (t teller) outcomeOf(try *engine.Exchange, met engine.Mark) string {
	done := "It was done"
	if v := versionMade(try, met.Event); isVersion(v) && t.w.Spec(try.Verb).Effect.Contents() {
		done = "It was saved as " + v
	}
	switch {
	case !try.Heard.IsZero():
		return done + "."
	case !try.Lost.IsZero() && try.Lost.Event >= try.Decided.Event:
		return done + " and its answer was lost."
	}
	return done + " and its answer was not heard."
}
