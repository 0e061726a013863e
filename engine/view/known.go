package view

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Known is what one writer can know, and no more: what it sent, what it heard, what it therefore believes. It is made
// of its own exchanges alone; a window that holds a Known cannot look further.
type Known struct {
	ID, Title string
	Place     int // among the writers, from 1
	Now       engine.Instant
	Guard     string // what its writes ask for; empty: chosen by what it knows
	Rows      string // how its writes of rows go: replace or merge
	Hides     string // for how many seconds its updates hide a message again
	Hold      bool

	newest int // the request whose answer it heard last; 0: none
	past   int // readings are those of answers that were heard before the one to this request; 0: any
	last   *engine.Exchange
	held   bool // the newest request is still under way because the writer's requests are held
	specs  func(string) *engine.OpSpec
	world  *engine.World // only for the words of its own exchanges
	hopes  []engine.Belief
}

// Known is what the writer with that id can know; nil where there is none.
func (v *View) Known(id string) *Known {
	w := v.world.Writer(id)
	if w == nil {
		return nil
	}
	k := &Known{ID: id, Title: w.Title, Place: int(w.Place), Now: v.world.Now(), Guard: v.world.Setting(id + ".guard"),
		Rows: v.world.Setting(id + ".rows"), Hides: v.world.Setting(id + ".hides"),
		Hold: v.world.Setting(id+".hold") == "on", specs: v.world.Spec, world: v.world, hopes: w.Beliefs}
	k.newest = w.Newest
	if k.Rows == "" {
		k.Rows = ReplaceRows
	}
	if k.Hides == "" {
		k.Hides = hidesUnlessSet
	}
	if k.last = v.world.Exchange(int(w.Last)); k.last != nil && k.Hold {
		for _, m := range v.world.Flight() {
			k.held = k.held || m.Request == k.last.Number && !m.Back && m.State == engine.Travelling
		}
	}
	return k
}

// heard are the requests whose answers the writer has heard, the newest first.
func (k *Known) heard() iter.Seq[*engine.Exchange] {
	return func(yield func(*engine.Exchange) bool) {
		for n, left := k.newest, heardMost; n != 0 && left > 0; left-- {
			x := k.world.Exchange(n)
			if !yield(x) {
				return
			}
			n = x.HeardBefore
		}
	}
}

// hidesUnlessSet is for how many seconds an update by hand hides a message again: as long as a receive does unless
// told.
const hidesUnlessSet = "30"

// heardMost is how far back a window looks for what it was last told of an object.
const heardMost = 512

// Reading is the newest state of an object that a writer was shown.
type Reading struct {
	Name    string // of the answer, as inputs refer to it
	Request int
	Sent    int  // the record that sent it: names come again on other branches, records do not
	Own     bool // by its own write
	Gone    bool
	Part    string // of the object, where the answer told of it alone, as of a policy
	Version string
	Tag     engine.Value // the ETag; nothing where none was said
	At      engine.Instant
	Body    string
	HasBody bool
	Chosen  bool   // only some properties of a row were asked for
	Piece   bool   // all that is known are bytes that it wrote itself, and not what is around them
	Range   string // of the bytes that were asked for, as `0-3`, where the answer has no others; empty: it has all
	Missed  int    // versions under the writer's own merges that it was never shown
	inside  string
	stamp   string // the own answer that gave version and tag anew while the text stayed; empty: none did
	renamed bool   // a newer request goes by that name
}

// From is the word of a request that is made from what was read: the answer's name; empty, for it to be found out,
// where a newer request goes by that name.
func (r Reading) From() string {
	if r.renamed {
		return ""
	}
	return r.Name
}

// Answer is what its version and its tag are referred to by: the answer's name, of one operation of a group with its
// place, as a7.0. Empty where a newer request goes by that name.
func (r Reading) Answer() string {
	switch {
	case r.stamp != "":
		return r.stamp
	case r.renamed:
		return ""
	}
	return r.Name + r.inside
}

// Reading is what the writer was last shown of an object's content; through a handle that of the file.
func (k *Known) Reading(object engine.ObjectID) (Reading, bool) {
	object = k.behind(object)
	r, ok := k.shown(object)
	return k.restamped(r, object), ok
}

func (k *Known) shown(object engine.ObjectID) (Reading, bool) {
	for x := range k.showed(object) {
		if k.merged(x, object) {
			return k.withBase(x, object, k.reading(x,
				engine.Part{Object: object, Mark: engine.Mark{Request: x.Number}})), true
		}
		if r, ok := k.mergedInGroup(x, object); ok {
			return r, true
		}
		listed := func(p engine.Part) bool { return p.Object == object }
		for _, p := range x.Shows {
			if p.Unlists(object) && !slices.ContainsFunc(x.Shows, listed) {
				return k.reading(x, p), true
			}
			if p.Object == object && readable(p.Name) {
				return k.reading(x, p), true
			}
		}
	}
	return Reading{}, false
}

// readable says whether a part is what people read of an object: its text, its policy, or all of it.
func readable(part string) bool {
	return part == "*" || part == policyName || slices.Contains(engine.TextNames(), part)
}

// showed are the answers among those that the writer heard which can say what an object's content is, the newest
// first. Of a row single properties do so as well, for who merges them.
func (k *Known) showed(object engine.ObjectID) iter.Seq[*engine.Exchange] {
	wanted := readable
	if object.Kind == "entity" {
		wanted = func(string) bool { return true }
	}
	return func(yield func(*engine.Exchange) bool) {
		left, past := heardMost, k.past == 0
		for x := range k.world.Showed(k.ID, object, wanted) {
			if past && !yield(x) {
				return
			}
			past = past || x.Number == k.past
			if left--; left == 0 {
				return
			}
		}
	}
}

// isWhole says whether the answer to a read of a range has all there is, by the length that it tells of the whole, as
// in Content-Range.
//
// Source: RFC 9110, "Content-Range".
func isWhole(a *engine.Answer) bool {
	whole, ok := a.Field("of").Int()
	if !ok {
		whole, ok = a.Field("size").Int()
	}
	return ok && int64(len(a.Text().String())) == whole
}

// rangeAlone are the bytes that the answer to a read has alone, as they were asked for; empty: it has all there are.
func rangeAlone(x *engine.Exchange) string {
	at := slices.IndexFunc(x.Args, func(a engine.Arg) bool { return a.Name == "range" })
	if at < 0 || x.Answer.Status != 206 || isWhole(&x.Answer) {
		return ""
	}
	return strings.TrimPrefix(x.Args[at].Value.String(), "bytes=")
}

// FirstShown is the place of the first byte that the answer to a read has; alone says that it has not all there are.
func FirstShown(x *engine.Exchange) (first int64, alone bool) {
	asked := rangeAlone(x)
	if first, ok := x.Answer.Field("from").Int(); ok || asked == "" {
		return first, asked != ""
	}
	from, _, _ := strings.Cut(asked, "-")
	first, _ = engine.Text(from).Int()
	return first, true
}

func (k *Known) reading(x *engine.Exchange, p engine.Part) Reading {
	r := Reading{Name: x.Name, Request: x.Number, Sent: x.Sent.Event, Gone: p.Gone, Part: k.onlyPart(x, p),
		renamed: k.world.NameNow(x) == "",
		At:      x.Heard.At,
		Version: x.Answer.Field("version").String(), Tag: x.Answer.Field("etag")}
	r.Own = p.Mark.Request == x.Number
	r.Piece = r.Own && p.To != 0
	if r.Own && !r.Gone && k.written(x, p.Object, &r) {
		return r
	}
	if place, whole, ok := k.queried(x, p.Object); ok {
		r.inside = "." + place
		r.Tag, r.Version = x.Answer.Field(place+".etag"), x.Answer.Field(place+".version").String()
		if whole {
			r.Body, r.HasBody = x.Answer.Field(place+".body").String(), true
		}
		return r
	}
	if body := x.Answer.Text(); !body.IsZero() {
		r.Body, r.HasBody = body.String(), true
		r.Range = rangeAlone(x)
		r.Chosen = p.Object.Kind == "entity" && selects(x)
		return r
	}
	if policy := x.Answer.Field(policyName); !policy.IsZero() {
		r.Body, r.HasBody = policy.String(), true
		return r
	}
	if word, ok := x.Content(); ok && r.Own {
		r.Body, r.HasBody = word.String(), true
		return r
	}
	if text, ok := Carried(k.specs(x.Verb), x.Args); ok && r.Own {
		r.Body, r.HasBody = text, true
	}
	return r
}

// onlyPart is the name of a part where an answer told of it alone; empty where the object went with all that it has.
func (k *Known) onlyPart(x *engine.Exchange, p engine.Part) string {
	if spec := k.specs(x.Verb); spec != nil && spec.Effect == engine.Deletes {
		return ""
	}
	return p.Name
}

// sizeName is content that is no text: how many zeros a file is made of.
const sizeName = "size"

// Carried is the text that a request carries: its content, or one line for each of its properties. ok is false where it
// carries none; what a body is put together from is no text, nor what goes beside one, as metadata.
func Carried(spec *engine.OpSpec, args []engine.Arg) (text string, ok bool) {
	one := OneText(spec)
	for _, a := range args {
		p, takes := spec.Param(a.Name)
		_, list := a.Value.List()
		switch {
		case !takes || !p.Content || list || p.Name == sizeName || one && p.Prefix() && p.Name != ".*":
		case p.Prefix():
			text, ok = text+strings.TrimPrefix(a.Name, p.Name[:len(p.Name)-1])+"="+a.Value.String()+"\n", true
		default:
			text, ok = a.Value.String(), true
		}
	}
	return text, ok
}

// Property is the newest value of a field that an answer about the object said, as `last-modified`, and the answer's
// name; empty where a newer request goes by it. What is said of a piece of it, as the ETag of a part of an upload, is
// not said of the object.
func (k *Known) Property(object engine.ObjectID, field string) (answer string, v engine.Value) {
	for x := range k.heard() {
		if x.Object == object && x.Answer.Accepted() && k.world.Spec(x.Verb).Effect != engine.Stages {
			if v := x.Answer.Field(field); !v.IsZero() {
				return k.world.NameNow(x), v
			}
		}
	}
	return "", engine.Value{}
}

// Hold is a lease or a lock that the writer believes to hold.
type Hold struct {
	Token   engine.Token
	Answer  string // the name of the answer that gave it; empty: none did, or a newer request goes by that name
	Request int    // whose answer gave it; 0: none did
	Since   engine.Instant
	// as it can reckon, from when it asked: the service began to count later, nobody knows by how much; Never, or 0
	// where nothing was said
	Ends    engine.Instant
	Seconds int64  // the whole length
	State   string // what a read said of it since it was given, as breaking; empty: none did
	From    string // the title of the writer who told its id; empty: an answer of one's own gave it
	Refused int    // the newest request under its id since it was given, where a rule of leases refused that; 0: none
}

// ID is the id of the lease for a request to carry: by the answer that gave it, else as it is.
func (h Hold) ID() engine.Value {
	if h.Answer == "" {
		return h.Token.Value()
	}
	return engine.Ref(h.Answer+".lease", false)
}

// Over says whether its time is over, as its writer can reckon.
func (h Hold) Over(now engine.Instant) bool {
	return h.Ends != 0 && h.Ends != engine.Never && h.Ends <= now
}

// Holds is the lease that the writer believes to hold on an object: that it was given, or whose id it was told.
func (k *Known) Holds(object engine.ObjectID) (Hold, bool) {
	for _, b := range k.hopes {
		if b.Object != object {
			continue
		}
		h := Hold{Token: b.Token}
		ids := []engine.Token{b.Token}
		var started *engine.Exchange // the newest answer that started its clock
		under := false               // something newer under its id was answered
		for x := range k.heard() {
			if x.Object != object {
				continue
			}
			if !under && h.Request == 0 && slices.Contains(leaseSent(x), b.Token) {
				under, h.Refused = true, refusedByLease(x)
			}
			if !x.Answer.Accepted() {
				continue
			}
			id := x.Answer.Field("lease")
			if h.Request == 0 && (id.IsZero() || isOneOf(ids, id)) {
				h.heardSince(x, k.specs(x.Verb).Effect)
			}
			if !isOneOf(ids, id) { // of another lease, as one whose id was borrowed
				continue
			}
			if k.specs(x.Verb).Effect == engine.ChangesLease { // its clock was started under the id before
				ids = append(ids, leaseSent(x)...)
			}
			if h.Request == 0 {
				h.Answer, h.Request = k.world.NameNow(x), x.Number
			}
			if e := k.specs(x.Verb).Effect; started == nil && (e == engine.AcquiresLease || e == engine.RenewsLease) {
				started = x
			}
			if n, ok := engine.ValueOf(x.Args, "duration").Int(); ok && started != nil && h.Ends == 0 {
				h.Since, h.Seconds, h.Ends = started.Sent.At, n, engine.Never
				if n > 0 {
					h.Ends = h.Since + engine.Instant(n*1000)
				}
			}
		}
		return h, true
	}
	return k.toldLease(object)
}

// refusedByLease is the number of a request that a rule of leases refused; 0 for any other.
func refusedByLease(x *engine.Exchange) int {
	if why := x.Answer.Why; why != nil && (why.Rule.Kind == engine.LeaseOver || why.Rule.Kind == engine.IsLeased) {
		return x.Number
	}
	return 0
}

// isOneOf says whether a value is one of some lease ids.
func isOneOf(ids []engine.Token, id engine.Value) bool {
	return slices.ContainsFunc(ids, func(t engine.Token) bool { return id.Equal(t.Value()) })
}

// leaseSent is the lease id that a request was sent with.
func leaseSent(x *engine.Exchange) (ids []engine.Token) {
	for _, a := range x.Resolved() {
		if id, ok := a.Value.Token(); ok && a.Name == "lease" {
			ids = append(ids, id)
		} else if a.Name == "lease" {
			ids = append(ids, engine.TokenOf(engine.LeaseID, a.Value.String()))
		}
	}
	return ids
}

// heardSince takes in an answer that came after the lease was given: what a read said of it, and the end that the
// writer itself set by a break. Of several answers the newest counts, which is taken in first.
func (h *Hold) heardSince(x *engine.Exchange, effect engine.Effect) {
	if state := x.Answer.Field("lease-state").String(); h.State == "" && h.Ends == 0 {
		h.State = state
	}
	if n, ok := x.Answer.Field("lease-time").Int(); ok && effect == engine.BreaksLease && h.Ends == 0 {
		h.Since, h.Seconds, h.Ends, h.State = x.Sent.At, n, x.Sent.At+engine.Instant(n*1000), ""
	}
}

// Patience is how long a writer hears nothing before that counts as an unknown.
const Patience = time.Second

// Silence says whether the answer to what a writer does is overdue, or no longer waited for.
func (k *Known) Silence(d Doing) bool {
	return !d.Heard && !d.Held && (d.GaveUp || k.Now.Sub(d.At) >= Patience)
}

// Doing is the writer's newest request and what it heard of it.
type Doing struct {
	No, What string
	Request  int
	Name     string
	Object   engine.ObjectID
	At       engine.Instant
	Held     bool
	Heard    bool
	GaveUp   bool
	Refused  bool
	Stale    bool // what it heard says that the version moved
	Open     bool // what it heard does not say whether it was done, in whole or in part
	Status   int
	Words    string // what it heard, as `412 Precondition Failed`
	Code     string
	Read     bool     // a read was answered
	Write    bool     // it is no read, and could have carried conditions
	Retry    int      // the request that it is another try of; 0: none
	Guards   []string // the conditions that it carries, each as `If-None-Match *`; none of a typed line
}

// Doing is the newest request; ok is false where the writer has sent nothing.
func (k *Known) Doing() (Doing, bool) {
	if k.last == nil {
		return Doing{}, false
	}
	x := k.last
	spec := k.specs(x.Verb)
	d := Doing{No: fmt.Sprintf("#%d", x.Number), What: spec.Shown(), Request: x.Number, Name: x.Name, Object: x.Object,
		At: x.Sent.At, Held: k.held, GaveUp: !x.GaveUp.IsZero()}
	if x.Wish != x.Number {
		d.Retry = x.Wish
	}
	if !spec.Prompt() {
		d.Guards = conflict.Guards(k.world, x)
		writes := spec.Group == engine.GroupWrite || spec.Group == engine.GroupDelete
		d.Write = writes && slices.ContainsFunc(spec.Params(),
			func(p engine.Param) bool { return p.Guard != "" && !p.Ignored })
	}
	if !x.Heard.IsZero() {
		d.Heard, d.Refused, d.Status, d.Code = true, !x.Answer.Accepted(), x.Answer.Status, x.Answer.Code()
		d.Stale = d.Refused && x.Answer.Why != nil && x.Answer.Why.Rule.Kind == "stale-write"
		d.Open = d.Refused && x.Answer.Why != nil && x.Answer.Why.Rule.Open && (spec.Changes() || spec.Group != "read")
		d.Words, d.Read = says(spec, &x.Answer), spec.Group == engine.GroupRead
		if v := x.Answer.Field("version"); !v.IsZero() {
			d.Words += " v" + v.String()
		}
	}
	return d, true
}

// Last is what the writer heard last, and of which request; empty where it has heard nothing.
func (k *Known) Last() (words, no string) {
	x := k.world.Exchange(k.newest)
	if x == nil {
		return "", ""
	}
	spec := k.specs(x.Verb)
	words = says(spec, &x.Answer)
	if v := x.Answer.Field("version"); !v.IsZero() {
		words += " v" + v.String()
	}
	return words, fmt.Sprintf("#%d", x.Number)
}

// says is an answer in words, with the refusal that an answer of success carries.
func says(spec *engine.OpSpec, a *engine.Answer) string {
	if inner := within(a); inner != "" {
		return conflict.Says(spec, a) + ", in it " + inner
	}
	return conflict.Says(spec, a)
}

// within is the status of the refusal that an answer of success carries, as that of a group does; empty: it has none.
func within(a *engine.Answer) string {
	if a.Why == nil || a.Status < 200 || a.Status > 299 || a.Why.Rule.Fault.Status == a.Status {
		return ""
	}
	return a.Why.Rule.Fault.Short()
}

// Received says whether the writer has asked an object for messages and heard what it was handed, be it nothing.
func (k *Known) Received(object engine.ObjectID) bool {
	for x := range k.heard() {
		if x.Object == object && x.Answer.Accepted() && k.world.Spec(x.Verb).Effect == engine.Receives {
			return true
		}
	}
	return false
}

// CameEmpty says whether the newest receive from an object handed the writer nothing, and when it heard so.
func (k *Known) CameEmpty(object engine.ObjectID) (at engine.Instant, empty bool) {
	for x := range k.heard() {
		if x.Object == object && x.Answer.Accepted() && k.specs(x.Verb).Effect == engine.Receives {
			return x.Heard.At, len(k.given(x)) == 0
		}
	}
	return 0, false
}

// Peeked is how many messages of a queue the newest look at it showed the writer, which none was handed, and when it
// heard so; ok is false where it never looked.
func (k *Known) Peeked(object engine.ObjectID) (n int, at engine.Instant, ok bool) {
	for x := range k.heard() {
		if x.Object != object || !x.Answer.Accepted() || k.specs(x.Verb).Method != "PEEK" {
			continue
		}
		for _, p := range x.Shows {
			if p.Object.Kind == "message" {
				n++
			}
		}
		return n, x.Heard.At, true
	}
	return 0, 0, false
}

// Unanswered is how many of the writer's requests no answer has come to, and the oldest of them.
func (k *Known) Unanswered() (n int, oldest *engine.Exchange) {
	open := k.world.Writer(k.ID).Open
	if len(open) == 0 {
		return 0, nil
	}
	return len(open), k.world.Exchange(open[0])
}
