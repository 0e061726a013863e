package view

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Side is one of the three states that a conflict is about.
type Side struct {
	Name  string // as `v4`, `Ana's #9`
	By    string // writer id; empty: nobody in particular
	Text  string
	Known bool
	Gone  bool // the object is not there
	Ended bool // and nobody's request took it away
}

// ThreeWay are what both were made from, what the sender wanted, and what it met: texts, or properties, a line
// name=value for each.
type ThreeWay struct {
	Object             engine.ObjectID // the one that is compared, which may be one of several in a request
	Base, Mine, Theirs Side
	Rows               bool
	Whole              bool // mine is all that was to be there, so the three can be put together
	OneWish            bool // mine and theirs are two tries of one wish
	Read               bool // the base is what its sender had been shown, and not only what stood there before
	Draft              bool // mine is what its sender has typed since, and no longer what the request carried
	Newest             bool // and made from what is there now
	// Properties are, where the request carries no text of its own, what differs between the object that it was made
	// from, the one that it met, and the one that it left where it was accepted: Mine is then what it left.
	Properties []conflict.Row
	// Beside are, where the request carries a text, what it would replace beside that and what differs between the
	// object that it was made from and the one that it met, as metadata.
	Beside []conflict.Row
}

// ThreeWay gathers the three states of a conflict. Nothing known on a side says so.
func (v *View) ThreeWay(c conflict.Finding) ThreeWay {
	x := v.world.Exchange(c.Request)
	if x == nil {
		return ThreeWay{}
	}
	spec, args := v.world.Spec(x.Verb), x.Resolved()
	s := ThreeWay{Object: c.Object, OneWish: c.Kind == engine.DoneTwice || c.Kind == engine.OwnEcho}
	if inner, row, ok := v.inGroup(c, spec, args); ok {
		spec, args, s.Object = v.world.Spec(inner.Verb), inner.Args, row
	}
	theirs := v.recordBefore(s.Object, c.Event)
	if c.Severity == engine.SeverityUnknown { // what may still stand: its own effect left out
		theirs = v.recordBefore(s.Object, x.Sent.Event)
	}
	base, baseX := v.baseRecord(s.Object, c, x)
	if own := v.wroteBehind(c, x, s.Object, spec, baseX); own != nil {
		base, baseX = v.recordBefore(s.Object, own.Decided.Event+1), own
	}
	met := c.Victim
	if c.Cause != nil {
		met = c.Cause.Since
	}
	s.Base = sideOf(base)
	s.Base.Name = versioned(base, "before")
	if s.Read = baseX != nil; s.Read {
		s.Base.Name = versioned(base, "what was read")
	}
	s.Theirs = sideOf(theirs)
	s.Theirs.By, s.Theirs.Name = met.By, versioned(theirs, "what is there")
	if s.Theirs.Ended = s.Theirs.Gone && met.By != "" && v.world.Exchange(met.Request) == nil; s.Theirs.Ended {
		s.Theirs.By, s.Theirs.Name = "", "nothing"
	} else if met.By != "" {
		s.Theirs.Name = v.Title(met.By) + "'s " + versioned(theirs, "work")
	}
	s.Mine = Side{By: c.By, Name: fmt.Sprintf("%s's #%d", v.Title(c.By), c.Request)}
	v.wanted(&s, spec, args, base, theirs, baseX)
	if s.Mine.Known && c.Severity == engine.SeverityRefused {
		s.Beside = besides(base, theirs, func(name string) bool { return SetsBeside(spec, name) })
	}
	if !s.Mine.Known {
		left := base
		if made := v.recordBefore(s.Object, c.Event+1); c.Severity == engine.SeveritySilent && x.Altered &&
			!sideOf(made).Gone {
			left = made
		}
		s.Properties = differingRows(base, left, theirs)
	}
	return s
}

// wanted is what the request was to make of the object.
func (v *View) wanted(s *ThreeWay, spec *engine.OpSpec, args []engine.Arg, base, theirs engine.Record,
	baseX *engine.Exchange) {
	text, ok := "", false
	if op, err := spec.Build(args); err == nil && !partial(spec) {
		text, ok = Written(spec, op, args)
	}
	s.Rows = s.Object.Kind == "entity"
	if !ok {
		s.Rows = true
		s.Base.Text, s.Theirs.Text = differing(base, theirs)
		return
	}
	s.Base.Text, s.Theirs.Text = textOf(base), textOf(theirs)
	if baseX != nil {
		if shown := baseX.Answer.Text(); !shown.IsZero() && baseX.Object == s.Object {
			s.Base.Text = shown.String()
		}
	}
	if s.Rows && spec.Effect == engine.Merges {
		text = conflict.Overlay(s.Base.Text, text)
	}
	s.Mine.Text, s.Mine.Known, s.Whole = text, true, true
}

// partial says whether the content of an operation is a piece of the whole, or is added to it.
func partial(spec *engine.OpSpec) bool {
	for _, name := range []string{"range", "offset", "appendpos", "maxsize", "part", "block", "blocks", "parts"} {
		if _, ok := spec.Param(name); ok && spec.Group == engine.GroupWrite {
			return true
		}
	}
	return spec.Effect == engine.Appends
}

// Written is the text that a write carries; ok is false where it carries none, or a piece of it.
func Written(spec *engine.OpSpec, op engine.Op, args []engine.Arg) (text string, ok bool) {
	if line, isLine := op.(engine.Liner); isLine && len(args) > 0 {
		words, roles := engine.LineWords(args[0].Value), line.Roles()
		at := slices.IndexFunc(roles, func(r engine.Role) bool { return r.Content })
		if at < 0 || at >= len(words) || roles[at].Piece || slices.ContainsFunc(roles[at+1:],
			func(r engine.Role) bool { return r.Content }) {
			return "", false
		}
		return words[at].String(), true
	}
	if spec.Group != engine.GroupWrite || !OneText(spec) {
		return "", false
	}
	return Carried(spec, args)
}

// inGroup is the request of a group that a conflict is about: the one that was refused, or the one that names the
// object.
func (v *View) inGroup(c conflict.Finding, spec *engine.OpSpec, args []engine.Arg) (r engine.Request,
	row engine.ObjectID,
	ok bool) {
	for _, a := range args {
		p, _ := spec.Param(a.Name)
		if !p.Group {
			continue
		}
		list, fits := engine.Requests(a.Value, v.world.Spec)
		index := int64(-1)
		if e, found := v.eventOf(c.Event, c.Request); found {
			index, _ = e.Answer.Field("index").Int()
		}
		for i, one := range list {
			inner := v.world.Spec(one.Verb)
			if !fits || inner == nil {
				continue
			}
			path := spec.Target(args) + "/" + partition(args) + "/" + inner.Target(one.Args)
			row = engine.ObjectID{Kind: inner.Object, Name: path}
			if c.Severity == engine.SeverityRefused && int64(i) == index || c.Severity != engine.SeverityRefused &&
				row == c.Object {
				return one, row, true
			}
		}
	}
	return r, engine.ObjectID{}, false
}

func partition(args []engine.Arg) string { return engine.ValueOf(args, "partition").String() }

// baseRecord is the state that the request was made from: what its writer was shown of the object, else what was there
// before that which it met.
func (v *View) baseRecord(object engine.ObjectID, c conflict.Finding, x *engine.Exchange) (engine.Record,
	*engine.Exchange) {
	if shown := v.BaseOf(x, object); shown != nil {
		return v.recordBefore(object, shown.Decided.Event+1), shown
	}
	met := c.Victim
	if c.Cause != nil {
		met = c.Cause.Since
	}
	if met.IsZero() {
		return nil, nil
	}
	return v.recordBefore(object, met.Event), nil
}

// wroteBehind is what the sender of a refused request had itself written behind the answer whose version that names,
// as far as it had heard, where another's change refused it: what it had put there is no change of the other's. nil:
// it had not, or the text names what it was made from.
func (v *View) wroteBehind(c conflict.Finding, x *engine.Exchange, object engine.ObjectID, spec *engine.OpSpec,
	made *engine.Exchange) *engine.Exchange {
	if c.Severity != engine.SeverityRefused || c.Cause == nil || c.Cause.Since.By == x.By || made == nil ||
		spec.Prompt() || x.Base != 0 && spec.Effect != engine.Merges {
		return nil
	}
	own := v.world.ShownOf(x.By, object, x.Sent.Event, func(h *engine.Exchange) bool { return h.Answer.Accepted() })
	if own == nil || own.Number <= made.Number || !own.Altered || !v.world.Spec(own.Verb).Changes() {
		return nil
	}
	return own
}

// BaseOf is the answer that a request was made from: the one that it names, else the one that showed the text whose
// version it compares, else the newest about the object that its writer had heard before; nil where there is none.
func (v *View) BaseOf(x *engine.Exchange, object engine.ObjectID) *engine.Exchange {
	if x.Base != 0 {
		return v.world.Exchange(x.Base)
	}
	if x.Blind() {
		return nil
	}
	beside := v.world.Spec(x.Verb).Effect == engine.Describes // what it is made from needs no text
	if h := v.world.Exchange(x.Guards); h != nil && h.By == x.By && h.Object == object && h.Answer.Accepted() &&
		(beside || !h.Answer.Text().IsZero()) {
		return h
	}
	return v.world.ShownOf(x.By, object, x.Sent.Event,
		func(read *engine.Exchange) bool { return read.Answer.Accepted() })
}

// recordBefore is the record of an object as it was before a record of the session, on this path.
func (v *View) recordBefore(object engine.ObjectID, record int) engine.Record {
	kind, name := object.Kind, object.Name
	for i := v.behind(record-1) - 1; i >= 0; i-- {
		e := v.path.entries.At(i)
		if !e.outcome.Kept() {
			w, _ := v.Before(e.Record + 1)
			return w.Object(object)
		}
		if _, after, ok := e.Event().On(v.world, kind, name); ok {
			return after
		}
	}
	return nil
}

func sideOf(r engine.Record) Side {
	return Side{Known: r != nil, Gone: r == nil || flag(r) != ""}
}

func versioned(r engine.Record, otherwise string) string {
	if r == nil || flag(r) != "" {
		return "nothing"
	}
	if n := propertyOf(r, "version"); n != "" {
		return "v" + n
	}
	return otherwise
}

func textOf(r engine.Record) string {
	if r == nil || flag(r) != "" {
		return ""
	}
	return propertyOf(r, engine.TextNames()...)
}

// differing are the properties of two states of an object that differ, a line for each; those that no service shows are
// left out.
func differing(older, newer engine.Record) (was, is string) {
	before, after := propertiesOf(older), propertiesOf(newer)
	return notIn(before, after), notIn(after, before)
}

func notIn(list, other []string) (text string) {
	for _, line := range list {
		if !slices.Contains(other, line) {
			text += line
		}
	}
	return text
}

// differingRows are the properties in which three states of an object differ; those that every change changes only
// where no other does.
func differingRows(base, mine, theirs engine.Record) (rows []conflict.Row) {
	text := func(r engine.Record) string {
		lines := propertiesOf(r)
		var told string
		for _, line := range lines {
			if !detail(line, lines) {
				told += line
			}
		}
		return told
	}
	for _, r := range conflict.Rows3(text(base), text(mine), text(theirs)) {
		if r.Kind != conflict.Same {
			rows = append(rows, r)
		}
	}
	told := slices.DeleteFunc(slices.Clone(rows), func(r conflict.Row) bool { return everyChanges(r.Name) })
	if len(told) == 0 {
		return rows
	}
	return told
}

// detail says whether a property only tells more of another, as `policy.P.there` of `policy.P`, or is an end that is
// not set.
func detail(line string, all []string) bool {
	name, value, _ := strings.Cut(line, "=")
	return strings.HasSuffix(name, "ends") && strings.TrimSpace(value) == engine.Instant(0).String() ||
		slices.ContainsFunc(all, func(other string) bool {
			of, _, _ := strings.Cut(other, "=")
			return strings.HasPrefix(name, of+".")
		})
}

// everyChanges says whether a property is one by which every change of an object is known.
func everyChanges(property string) bool {
	return property == "etag" || property == "version" || property == "last-modified"
}

// propertiesOf are the properties of a record, a line for each.
func propertiesOf(r engine.Record) (lines []string) {
	if r == nil || flag(r) != "" {
		return nil
	}
	for _, p := range engine.Properties(r) {
		if p.Text != "" && !conflict.Bookkeeping(p) {
			lines = append(lines, p.Name+"="+strings.ReplaceAll(strings.TrimRight(p.Text, "\n"), "\n", " / ")+"\n")
		}
	}
	return lines
}

// OneText says whether the content of an operation is one text, as a body or a text of properties, and so can be merged
// and sent.
func OneText(spec *engine.OpSpec) bool {
	return slices.ContainsFunc(spec.Params(), func(p engine.Param) bool {
		return p.Content && p.Positional() && p.Name != sizeName
	})
}
