package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// silent finds what an accepted request replaced: per victim the first kind that fits, in the order of the referee's
// table.
func silent(before *engine.World, e engine.Event, x *engine.Exchange) []Finding {
	changed := e.Own()
	l := &list{k: known{world: before, x: x, asOf: x.AsOf}, e: e}
	var replaced []harm
	if slices.ContainsFunc(changed, l.k.mayHarm) || len(e.Took) > 0 { // else whatever it knew
		l.k = knowledgeAt(before, x, changed, x.AsOf, e.Compared)
		replaced = l.replaced(withoutKept(before, e, x, changed))
	}
	l.kinds(replaced, engine.StaleHolder, engine.GuardDefeated, engine.SameNumber)
	for _, p := range e.Took {
		if !p.IsOrigin() && !l.k.knowsTaken(p) && !copiesItself(before, x) {
			l.mark(engine.MixedContent, x.By, engine.Change{Part: p})
		}
	}
	if p, torn := tornOrigin(x, e.Took); torn {
		l.mark(engine.MixedContent, x.By, engine.Change{Part: p})
	}
	l.kinds(replaced, engine.LostUpdate)
	if e.Shadowed {
		l.mark(engine.ShadowedWrite, x.By, engine.Change{Part: engine.Part{Object: e.Object}})
	}
	if len(changed) > 0 && doneBy(before, x, changed) && !keptAnew(before, x) &&
		(x.Words.On == "" || !asItWas(before, e, changed)) {
		again := func(c engine.Change) bool { return !wasOver(before, x, c) && !leftUndone(before, x, c) }
		if at := slices.IndexFunc(changed, again); at >= 0 {
			if over := slices.IndexFunc(changed, func(c engine.Change) bool {
				try := before.Exchange(c.Mark.Request)
				return before.Spec(x.Verb).Effect == engine.Groups && again(c) && try != nil && try.Wish == x.Wish
			}); over >= 0 { // of several things the one that was done before, not one that is done for the first time
				at = over
			}
			l.mark(engine.DoneTwice, x.By, changed[at])
		}
	}
	for _, p := range e.Showed {
		if m, torn := l.k.torn(p); torn {
			p.Mark = m
			l.mark(engine.TornRead, x.By, engine.Change{Part: p})
		}
	}
	return l.found
}

// replaced are the changes of the list's event that replace unknown work, where it carries several requests entry by
// entry.
func (l *list) replaced(changed []engine.Change) (list []harm) {
	before, x := l.k.world, l.k.x
	spec := before.Spec(x.Verb)
	if !inEntries(spec) {
		return l.k.harms(changed)
	}
	for _, entry := range byEntry(spec, changed) {
		k := l.k
		if len(entry) < len(changed) {
			k = knowledgeAt(before, x, entry, x.AsOf, l.e.Compared)
		}
		list = append(list, k.harms(entry)...)
	}
	return list
}

// doneBy says whether a try of the wish had done what the request does: of what only takes something away, where it
// named the same; an upload that is given up is another one each time.
func doneBy(w *engine.World, x *engine.Exchange, changed []engine.Change) bool {
	if !removes(changed) {
		return altered(w, x)
	}
	return anyTry(w, x, func(try *engine.Exchange) bool { return try.Altered && saysTheSame(try, x) })
}

// keptAnew says whether all that a request does is to keep a piece aside that every try of the wish before it had kept
// under the same name: the newest takes the place of the others, and behind the commit nothing takes it in.
//
// Source: Azure REST, "Put Block" and "Put Block List": the newest uncommitted block of an id counts, and what no
// commit names is thrown away (engine/blob/rules.md, "Block blobs").
func keptAnew(w *engine.World, x *engine.Exchange) bool {
	return w.Spec(x.Verb).Effect == engine.Stages && !anyTry(w, x, func(try *engine.Exchange) bool {
		return try.Altered && !saysTheSame(try, x)
	})
}

// saysTheSame says whether two requests give the same values to the same parameters.
func saysTheSame(x, y *engine.Exchange) bool {
	return slices.EqualFunc(x.Resolved(), y.Resolved(), func(a, b engine.Arg) bool {
		return a.Name == b.Name && a.Value.Equal(b.Value)
	})
}

// effects finds what harm an event did where it carried out earlier wishes: each with the knowledge of the one whose
// wish it was.
func effects(before *engine.World, e engine.Event) (found []Finding) {
	carried := map[int][]engine.Change{}
	var order []int
	for _, c := range e.Changed {
		if c.For == 0 || c.For == e.Request {
			continue
		}
		if carried[c.For] == nil {
			order = append(order, c.For)
		}
		carried[c.For] = append(carried[c.For], c)
	}
	for _, request := range order {
		x := before.Exchange(request)
		if x.By == engine.Seed {
			continue
		}
		l := &list{k: knowledge(before, x, carried[request]), e: e}
		if len(l.k.base) == 0 && removes(carried[request]) { // a delete on close may come before any reading
			l.k = knowledgeAt(before, x, carried[request], e.Number, x.Compared)
		}
		harms := l.k.harms(carried[request])
		if len(l.k.base) == 0 {
			harms = append(harms, l.k.afterTheWish(carried[request])...)
		}
		l.kinds(harms, engine.StaleHolder, engine.LostUpdate)
		found = append(found, l.found...)
	}
	return found
}

// afterTheWish are the changes that remove what another put there after the wish that is carried out now had been
// accepted: of the two the wish is the earlier one, so that the last writer wins does not excuse it.
func (k known) afterTheWish(changed []engine.Change) (list []harm) {
	for _, c := range changed {
		if c.Drops && !c.Gone && !k.knows(c.Part) && c.Mark.Event > k.x.Decided.Event && !k.guarded(c) && !c.Held &&
			!k.covered(c) {
			list = append(list, harm{c, k})
		}
	}
	return list
}

// removes says whether all that was done is to take things away.
func removes(changed []engine.Change) bool {
	return !slices.ContainsFunc(changed, func(c engine.Change) bool { return !c.Drops })
}

// list gathers the marks of one request on one event, one for each victim.
type list struct {
	k     known
	e     engine.Event
	found []Finding
}

func (l *list) mark(kind Kind, whose string, victim engine.Change) {
	at := slices.IndexFunc(l.found, func(c Finding) bool { // parts that were taken in hide no harm
		return c.Whose == whose && (c.Kind == kind || c.Kind != engine.MixedContent)
	})
	if at >= 0 {
		l.found[at].also(kind, victim)
		return
	}
	l.found = append(l.found, Finding{Severity: engine.SeveritySilent, Kind: kind, Whose: whose, By: l.k.x.By,
		Event:   l.e.Number,
		Request: l.k.x.Number, Answer: l.answer(),
		Object: victim.Object, Part: victim.Name, Victim: victim.Mark, Gone: victim.Drops})
	l.found[len(l.found)-1].bytes(victim.Part)
}

// answer is that of the event to the request whose finding it is; nil where the event carried out an earlier wish.
func (l *list) answer() *engine.Answer {
	if l.e.Request != l.k.x.Number {
		return nil
	}
	return l.e.Answer
}

// harm is a change that replaces unknown work, with what the request knew of it.
type harm struct {
	engine.Change
	k known
}

func (k known) harms(changed []engine.Change) (list []harm) {
	for _, c := range k.unknownWork(changed) {
		list = append(list, harm{c, k})
	}
	return list
}

// kinds marks the victims of harms by the kinds that fit, in this order.
func (l *list) kinds(replaced []harm, kinds ...Kind) {
	for _, kind := range kinds {
		for _, h := range replaced {
			if h.k.fits(kind, l.e, h.Change) && !stayedAway(l.k.world, l.e, h.Part) {
				l.mark(kind, h.Mark.By, h.Change)
			}
		}
	}
}

// known is what one request knew when it was sent.
type known struct {
	world *engine.World
	x     *engine.Exchange
	base  []*engine.Exchange // answers its content was made from; none: blind
	byTag bool               // the base showed which text stood there, and not the text
	asOf  int                // the record before which they were heard

	compared engine.Comparisons // the versions that it names
}

// knowledge finds the base: what `from` or the content's references name, else the newest answer to the writer that
// showed what the content replaces.
func knowledge(w *engine.World, x *engine.Exchange, changed []engine.Change) known {
	return knowledgeAt(w, x, changed, x.AsOf, x.Compared)
}

// knowledgeAt is knowledge with what the writer had heard before a record. A tag alone is no base of what is sent with
// a version: that it came with an older text is what the comparison is to find.
func knowledgeAt(w *engine.World, x *engine.Exchange, changed []engine.Change, asOf int,
	compared engine.Comparisons) known {
	k := known{world: w, x: x, asOf: asOf, compared: compared}
	switch {
	case x.Blind():
	case x.Base != 0:
		k.base = []*engine.Exchange{w.Exchange(x.Base)}
	default:
		for _, n := range x.Made {
			if made := w.Exchange(n); showsAny(made, changed) {
				k.base = append(k.base, made)
			}
		}
		if k.base == nil {
			newest := k.newestOf(changed)
			if tag, object := k.newestTag(changed, newest); tag != nil {
				if newest = nil; !compared.Of(object) {
					newest, k.byTag = tag, true
				}
			}
			if newest != nil {
				k.base = []*engine.Exchange{newest}
			}
		}
	}
	return k
}

// showsAny says whether an answer showed anything of what the content replaces.
func showsAny(h *engine.Exchange, changed []engine.Change) bool {
	for _, c := range changed {
		if _, ok := shows(h, c.Part); ok && !c.Side {
			return true
		}
	}
	return false
}

// shows is the part as an answer showed it. A missing container shows the absence of all in it, a listing that of what
// it lacks, and whatever is shown of an object that it is there.
func shows(h *engine.Exchange, p engine.Part) (engine.Part, bool) {
	for _, s := range h.Shows {
		if s.Object == p.Object && (s.Name == "*" || p.Name == engine.Undeleted) || s.Meets(p) ||
			s.Name == "*" && inside(p.Object, s.Object) {
			return s, true
		}
	}
	if empty, ok := emptyPage(h, p); ok {
		return empty, true
	}
	if name, id, older := strings.Cut(p.Name, ofVersion); older && h.Answer.Field(versionID).String() == id {
		return shows(h, engine.Part{Object: p.Object, Name: name, Mark: p.Mark}) // when it was the newest
	}
	return unlisted(h, p)
}

// ofVersion stands in the name of a part of a version that is not the newest, as `tags of 7-22169e4f10f5`.
const ofVersion = " of "

// unlisted is the absence of what a part belongs to, where a listing would have shown it and did not. Of what was there
// once a part of its own says who removed it.
func unlisted(h *engine.Exchange, p engine.Part) (absence engine.Part, ok bool) {
	if !slices.Contains(engine.TextNames(), p.Name) && !strings.HasPrefix(p.Name, ".") { // nor a row's property
		return absence, false
	}
	for _, s := range h.Shows {
		switch {
		case s.Object == p.Object:
			return engine.Part{}, false
		case s.Unlists(p.Object):
			absence, ok = s, true
		}
	}
	return absence, ok
}

// inside says whether an object lies in a container, by their names: `blob wiki/home.md` in `container wiki`.
func inside(object engine.ObjectID, container engine.ObjectID) bool {
	return strings.HasPrefix(object.Name, container.Name+"/")
}

// newest is the answer that the writer heard last before the request's knowledge was fixed, among those that showed a
// part and fit.
func (k known) newest(p engine.Part, fits func(*engine.Exchange) bool) *engine.Exchange {
	h := k.world.ShownTo(k.x.By, p, k.asOf, fits)
	also := []string(nil)
	if _, page := pageAt(p); page { // as long as nobody had written it, it was shown with the body
		also = []string{"body"}
	} else if p.Name == engine.Undeleted { // with the content or its tag
		also = []string{"body", engine.Standing("body")}
	} else if name, _, older := strings.Cut(p.Name, ofVersion); older { // when it was the newest version
		also = []string{name}
	}
	for _, name := range also {
		with := k.world.ShownTo(k.x.By, engine.Part{Object: p.Object, Name: name}, k.asOf, fits)
		if h == nil || with != nil && with.Heard.Event > h.Heard.Event {
			h = with
		}
	}
	return h
}

// newestOf is the answer that the writer heard last before then, among those that showed anything of what the content
// replaces. Of a real program nobody knows what it made its content from: where the newest it heard is its own success,
// it may write whatever comes as well, as a program that says again and again that it is there.
func (k known) newestOf(changed []engine.Change) (newest *engine.Exchange) {
	for _, c := range changed {
		if c.Side {
			continue
		}
		h := k.newest(c.Part, showsPart(c.Part))
		if h == nil || k.x.Words.On != "" && madeItself(h, c.Part) || k.listedSince(h, c.Part) {
			continue
		}
		if newest == nil || h.Heard.Event > newest.Heard.Event {
			newest = h
		}
	}
	return newest
}

// listedSince says whether an answer shows no more of a part than that a listing lacked its object, and a later one
// listed that: who has seen it there does not go by the older one. Nor is it known of a real program that lists keys,
// often to count or to clear them, that it goes by what was not among them.
func (k known) listedSince(h *engine.Exchange, p engine.Part) bool {
	if s, ok := shows(h, p); !ok || !s.LacksNames() {
		return false
	}
	if k.x.Words.On != "" && p.Object.Kind == "key" {
		return true
	}
	name := engine.ByName(p.Object)
	later := k.newest(name, func(x *engine.Exchange) bool { return slices.ContainsFunc(x.Shows, name.Same) })
	return later != nil && later.Heard.Event > h.Heard.Event
}

// newestTag is the answer that the writer heard last before then that showed by a tag which text stands in what the
// content replaces, where none showed the text, or an earlier listing that there was none; and of which object.
func (k known) newestTag(changed []engine.Change, text *engine.Exchange) (*engine.Exchange, engine.ObjectID) {
	for _, c := range changed {
		if c.Side {
			continue
		}
		if text != nil {
			if s, ok := shows(text, c.Part); ok && !s.LacksNames() {
				return nil, c.Object
			}
		}
		tag := engine.Part{Object: c.Object, Name: engine.Standing(c.Name)}
		h := k.newest(tag, func(h *engine.Exchange) bool { return slices.ContainsFunc(h.Shows, tag.Same) })
		if h != nil && (text == nil || h.Heard.Event > text.Heard.Event) {
			return h, c.Object
		}
	}
	return nil, engine.ObjectID{}
}

// madeItself says whether an answer showed the part as its own request had left it.
func madeItself(h *engine.Exchange, p engine.Part) bool {
	s, ok := shows(h, p)
	return ok && s.Mark.Request == h.Number
}

func showsPart(p engine.Part) func(*engine.Exchange) bool {
	return func(h *engine.Exchange) bool { _, ok := shows(h, p); return ok }
}

// knows says whether the request knew the work that stands in a part: by event, so who was shown the body of a put
// knows its metadata too.
func (k known) knows(p engine.Part) bool {
	m := p.Mark
	own := m.By == k.x.By && m.Request <= k.x.Number
	if k.madeFrom(m) || own && len(k.base) == 0 { // what it left alone itself it knew
		return true
	}
	if left, ok := k.leftAlone(p); ok {
		return k.knows(left)
	}
	switch {
	case own, m.IsZero(), m.By == engine.Seed:
		return true
	case p.Name == engine.Undeleted && k.foundThere(p.Object):
		return true
	case p.Gone && k.madeHolder(p):
		return true
	case m.Request != 0 && k.world.Exchange(m.Request).Wish == k.x.Wish:
		return true
	}
	shown := false
	for _, b := range k.base {
		if s, ok := shows(b, p); ok {
			if shown = true; k.isAbsentStill(b, s, p) {
				return true
			}
		}
	}
	if shown {
		return false
	}
	h := k.newest(p, showsPart(p))
	if h == nil {
		return false
	}
	s, _ := shows(h, p)
	return showsWork(h, m) || k.isAbsentStill(h, s, p)
}

// foundThere says whether the base showed an object as standing there, or the request names the version of it that
// stands there: it is there again as it was, whoever removed it in between and brought it back.
func (k known) foundThere(object engine.ObjectID) bool {
	return k.compared.Of(object) || slices.ContainsFunc(k.base, func(b *engine.Exchange) bool {
		return slices.ContainsFunc(b.Shows, func(s engine.Part) bool { return s.Object == object && !s.Gone })
	})
}

// mayHarm says whether a change could replace work that the request did not know: not where nothing stood there, or its
// sender's own. Most requests are such, and what they knew is not looked for.
func (k known) mayHarm(c engine.Change) bool {
	m := c.Mark
	if c.Adds || c.Wanted && !c.Handed || m.IsZero() || m.By == engine.Seed {
		return false
	}
	if m.By != k.x.By || m.Request > k.x.Number {
		return true
	}
	x := k.world.Exchange(m.Request)
	return x != nil && slices.ContainsFunc(x.Left, func(l engine.LeftAlone) bool { return c.Part.Same(l.Part) })
}

// madeFrom says whether an answer that the content was made from showed just that work.
func (k known) madeFrom(m engine.Mark) bool {
	return slices.ContainsFunc(k.base, func(b *engine.Exchange) bool { return showsWork(b, m) })
}

// showsWork says whether an answer showed anything of what was written in an event.
func showsWork(h *engine.Exchange, m engine.Mark) bool {
	return slices.ContainsFunc(h.Shows, func(s engine.Part) bool { return s.Mark.Event == m.Event })
}

// unknownWork are the changes that replace unknown work: with a base any; blind only what was written under a version
// guard, what its writer still holds covered, what came since its sender took a lease that is over, or one's own later
// work.
func (k known) unknownWork(changed []engine.Change) []engine.Change {
	var list []engine.Change
	for _, c := range changed {
		if c.Adds || c.Wanted && !k.meantOther(c) || k.knows(c.Part) && !k.unseenTags(c) || k.isNoWork(c.Part) ||
			k.onlyZeros(c) || k.unsaid(c) {
			continue
		}
		c = k.ofMaker(c)
		if len(k.base) > 0 || k.readBeside(c) || k.ownLater(c.Mark) || k.guarded(c) || c.Held || k.covered(c) ||
			k.outlived(c) {
			list = append(list, c)
		}
	}
	return list
}

// meantOther says whether what a request takes away and hands to its sender, whatever it is, stands in the place of
// something else that the sender had read. Who had found nothing there takes what comes.
func (k known) meantOther(c engine.Change) bool {
	return c.Handed && slices.ContainsFunc(k.base, func(b *engine.Exchange) bool {
		s, ok := shows(b, c.Part)
		return ok && !s.Gone
	})
}

func (k known) ownLater(m engine.Mark) bool { return m.By == k.x.By && m.Request > k.x.Number }

// guarded says whether the work was written (not removed) under a version guard.
func (k known) guarded(c engine.Change) bool {
	return !c.Gone && c.Mark.Request != 0 && k.world.Exchange(c.Mark.Request).Compared.Of(c.Object)
}

// covered says whether the victim still holds the lease that is meant to guard the object.
func (k known) covered(c engine.Change) bool {
	lease := k.world.Guardian(c.Object)
	victim := k.world.Writer(c.Mark.By)
	if lease.IsZero() || victim == nil {
		return false
	}
	token, believes := victim.Believes(lease)
	return believes && Holds(k.world, victim.ID, lease, token)
}

// fits says whether a harm is of a kind that says more than lost update.
func (k known) fits(kind Kind, e engine.Event, c engine.Change) bool {
	switch kind {
	case engine.StaleHolder:
		return k.staleHolder(c.Object) || k.staleHolder(k.world.Guardian(c.Object))
	case engine.GuardDefeated:
		return e.Compared.Of(c.Object) && k.guardIsNewer() && !k.guardIsOlder(c)
	case engine.SameNumber:
		return e.Compared.Stand(c.Part)
	case engine.LostUpdate:
		return true
	}
	return false
}

// staleHolder says whether the sender believes in a lease on an object that has ended.
func (k known) staleHolder(object engine.ObjectID) bool {
	token, believes := k.world.Writer(k.x.By).Believes(object)
	return believes && !Holds(k.world, k.x.By, object, token)
}

// guardIsOlder says whether the answer that gave the guard was decided before a change: what it stands for has changed
// since, and it held all the same.
func (k known) guardIsOlder(c engine.Change) bool {
	guard := k.world.Exchange(k.x.Guards)
	return guard != nil && guard.Decided.Event < c.Mark.Event && k.compared.Stand(c.Part)
}

// guardIsNewer says whether the guard came from a newer answer than the base, or there is no base.
func (k known) guardIsNewer() bool {
	if len(k.base) == 0 {
		return true
	}
	if k.x.Guards == 0 {
		return false
	}
	guard := k.world.Exchange(k.x.Guards).Heard.Event
	for _, b := range k.base {
		if b.Heard.Event >= guard {
			return false
		}
	}
	return true
}

// torn says whether a piece goes on where an earlier answer to the reader ended, and another replaced what that one
// covered in between.
func (k known) torn(p engine.Part) (engine.Mark, bool) {
	if !mayBeTorn(&p) {
		return engine.Mark{}, false
	}
	var before *engine.Part
	k.newest(p, func(h *engine.Exchange) bool {
		for i, s := range h.Shows {
			if s.Same(p) && (p.From != 0 && !p.Alone && s.To == p.From || p.After != "" && s.Upto == p.After &&
				s.Meets(p)) {
				before = &h.Shows[i]
				return true
			}
		}
		return false
	})
	return p.Mark, before != nil && before.Mark.Event != p.Mark.Event && p.Mark.By != k.x.By
}

// mayBeTorn says whether a part goes on where another answer's may have ended.
func mayBeTorn(p *engine.Part) bool {
	return (p.From != 0 && !p.Alone || p.After != "") && !p.LacksNames()
}

// Knew says whether a request knew the work that stood in a part when it was decided.
func Knew(w *engine.World, x *engine.Exchange, p engine.Part) bool {
	return knowledge(w, x, []engine.Change{{Part: p}}).knows(p)
}
