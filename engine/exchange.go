package engine

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Writer is one of those who race: what it is called and what it believes. What it heard stands in its exchanges.
type Writer struct {
	*Member
	Last   int64 // the number of its newest request
	Newest int   // the request whose answer it heard last; the others follow by Exchange.HeardBefore
	Open   []int // its requests that no answer has come to

	// looks is of how many requests from now on an answer may be asked for that refused the writer: it follows from
	// what was heard, and spares the others a walk through what the writer has sent.
	looks int
}

// Member is what of a writer stays as it is from request to request. It is never changed.
type Member struct {
	ID, Title, Principal string
	Place                int64 // 1 for the first that joined
	Beliefs              []Belief
	Told                 []Telling
}

// Telling is a reference that a writer was told, as `a1.lease`, and the number of the request that had the name then: a
// newer one may have it by now. Recordings and digests have the path alone.
type Telling struct {
	Path    string
	Request int
}

// Walk hands out the fields.
func (w *Writer) Walk(v Visitor) {
	v.Text("id", &w.ID)
	v.Text("title", &w.Title)
	v.Text("principal", &w.Principal)
	v.Number("place", &w.Place)
	for i := range w.Beliefs {
		v.Under("believes " + strconv.Itoa(i))
		object := w.Beliefs[i].Object.String()
		v.Text("object", &object)
		v.Token("token", &w.Beliefs[i].Token)
		v.Up()
	}
	for i := range w.Told {
		v.Text("told "+strconv.Itoa(i), &w.Told[i].Path)
	}
	v.Number("last", &w.Last)
}

// Believes is the token by which the writer thinks to hold an object.
func (w *Writer) Believes(object ObjectID) (Token, bool) {
	for _, b := range w.Beliefs {
		if b.Object == object {
			return b.Token, true
		}
	}
	return Token{}, false
}

// believe takes up what an answer makes the writer believe, while its record is made.
func (w *Writer) believe(beliefs []Belief) {
	if len(beliefs) == 0 {
		return
	}
	member := *w.Member
	w.Member = &member
	w.Beliefs = slices.Clone(w.Beliefs)
	for _, b := range beliefs {
		w.Beliefs = slices.DeleteFunc(w.Beliefs, func(old Belief) bool { return old.Object == b.Object })
		if !b.Token.IsZero() {
			w.Beliefs = append(w.Beliefs, b)
		}
	}
}

// Sending is a request as it was sent. What comes of it later shares it: only an edit of what is under way makes
// another one.
type Sending struct {
	Number int
	Name   string // as scenarios refer to it
	By     string
	Verb   string
	Args   []Arg // as they were given, references and all, but expressions reckoned
	Words  Words
	Object ObjectID // what it names, as `blob wiki/home.md`
	Wish   int      // the first try of the same wish; its own number where this is the first
	Base   int      // the request whose answer `from` names, or that a resent body was based on; 0: found out
	Made   []int    // the requests whose answers its content refers to
	Before int      // the writer's request before this one; 0: none
	AsOf   int      // answers heard before this event are what its content may be made from
	Guards int      // the newest request whose answer a version guard was filled from; 0: none
	Sent   Mark

	spec  *OpSpec
	sent  []Arg  // Args with what was heard in the place of references: what went to the service
	keys  string // the request's own, then those of its message and of its answer
	given []Arg  // Args with expressions not reckoned
	blind bool   // from=none
	named nameRecord
}

// key is the request's name in the table of requests.
func (x *Sending) key() string { return x.allKeys()[:keySize] }

// allKeys are those of the request and of its messages. One that was made anew has none at hand.
func (x *Sending) allKeys() string {
	if x.keys == "" {
		return keysOf(x.Number)
	}
	return x.keys
}

// messageKey is the name of one of its messages in the table of what is in flight.
func (x *Sending) messageKey(copied int, back bool) string {
	keys := x.allKeys()
	key := keys[keySize : 2*keySize+1]
	if back {
		key = keys[2*keySize+1:]
	}
	if copied == 0 {
		return key
	}
	return key[:keySize] + strings.Repeat("'", copied) + key[keySize:]
}

// Exchange is one request with all that came of it.
type Exchange struct {
	*Sending
	*Verdict
	*Sequel

	Decided     Mark // zero: not yet
	Took        bool // effect: it was accepted and changed something, a part or not
	Altered     bool // it changed a part
	Heard       When // zero: not yet
	HeardBefore int  // the request whose answer its writer heard before this one; 0: none
}

// Is says whether two are one request. What is past is made anew for each who asks (packed.go): one request need not be
// at one place.
func (x *Exchange) Is(other *Exchange) bool {
	return x == other || x != nil && other != nil && x.Number == other.Number
}

// Sequel is what comes of few requests beside their answer; the others share one. It is never changed.
type Sequel struct {
	Again    []int       // the later tries of the same wish, kept at the first one
	Compared Comparisons // versions that it named, which were compared and held
	Left     []LeftAlone // what it set to what stood there, with the marks of those whose work that was
	Ended    []Change    // of its work what went before anybody heard of it, with the marks of who ended it
	GaveUp   When        // zero: still waiting, or answered
	Lost     When        // zero: nothing of it was lost; else the request, or where it is decided the answer

	copies *decision // how each copy was decided, the newest first; nil where fewer than two were
}

// noSequel is that of most requests.
var noSequel = &Sequel{}

// sequel is the request's own, to be filled in while the request is made.
func (x *Exchange) sequel() *Sequel {
	own := *x.Sequel
	x.Sequel = &own
	return &own
}

// Verdict is what a copy of a request is answered, with what that shows and makes believe. The exchange and the message
// that carries it share it: it is never changed.
type Verdict struct {
	Answer  Answer
	Shows   []Part
	Beliefs []Belief
	Over    int // the request whose piece it put one in the place of, which no answer shows; 0: nobody's
}

// undecided is the verdict of what has none yet.
var undecided = &Verdict{}

// When is the record and the moment in which something came of a request.
type When struct {
	Event int
	At    Instant
}

// IsZero says whether it did not.
func (w When) IsZero() bool { return w.Event == 0 }

// Mark is a moment of the request as a mark: of the request, and of its writer.
func (x *Exchange) Mark(w When) Mark {
	if w.IsZero() {
		return Mark{}
	}
	return Mark{Event: w.Event, Request: x.Number, By: x.By, At: w.At}
}

// decision is how one copy of a request was decided.
type decision struct {
	Mark
	*Verdict
	before *decision
}

// AnswerOf is the answer of the decision that an event was: each copy of a request is decided by itself. Of any other
// event, as one that ends what the request began, it is the request's answer.
func (x *Exchange) AnswerOf(event int) *Answer { return &x.VerdictOf(event).Answer }

// VerdictOf is the verdict of that decision.
func (x *Exchange) VerdictOf(event int) *Verdict {
	for d := x.copies; d != nil; d = d.before {
		if d.Event == event {
			return d.Verdict
		}
	}
	return x.Verdict
}

// Verdicts are how the copies of the request were decided, the newest first; none before the first is.
func (x *Exchange) Verdicts() iter.Seq[*Verdict] {
	return func(yield func(*Verdict) bool) {
		if x.copies == nil {
			_ = x.Decided.IsZero() || yield(x.Verdict)
			return
		}
		for d := x.copies; d != nil && yield(d.Verdict); {
			d = d.before
		}
	}
}

// AcceptedIn says whether the request, or a copy of it, was accepted between two events.
func (x *Exchange) AcceptedIn(after, before int) bool {
	within := func(event int, v *Verdict) bool { return event > after && event < before && v.Answer.Accepted() }
	for d := x.copies; d != nil; d = d.before {
		if within(d.Event, d.Verdict) {
			return true
		}
	}
	return !x.Decided.IsZero() && within(x.Decided.Event, x.Verdict)
}

// DecidedOnce says whether the request was decided, and no copy of it was beside it.
func (x *Exchange) DecidedOnce() bool { return x.copies == nil && !x.Decided.IsZero() }

// CopyDecided says whether an event was the decision of another copy of the request, behind the first.
func (x *Exchange) CopyDecided(event int) bool {
	for d := x.copies; d != nil; d = d.before {
		if d.Event == event {
			return event != x.Decided.Event
		}
	}
	return false
}

// with is the decisions with one more.
func (d *decision) with(x *Exchange, m Mark, v *Verdict) *decision {
	if d == nil {
		d = &decision{Mark: x.Decided, Verdict: x.Verdict}
	}
	return &decision{Mark: m, Verdict: v, before: d}
}

// otherwise is the exchange with a sending of its own, to be changed.
func (x *Exchange) otherwise() Exchange {
	next, sending := *x, *x.Sending
	next.Sending = &sending
	return next
}

// Op is the request as the service sees it, built anew: few of those that are past are ever asked for it.
func (x *Exchange) Op() Op {
	op, _ := x.spec.Build(x.sent) // it was built when it was sent
	return op
}

// Resolved are the arguments with what the sender had heard in the place of references, as they went to the service.
func (x *Exchange) Resolved() []Arg { return x.sent }

// Asked is the request as anybody could have typed it: references and expressions as they were given.
func (x *Exchange) Asked() Send {
	return Send{By: x.By, Verb: x.Verb, Args: x.given, Words: x.Words, As: x.Name}
}

// Blind says whether the sender said that its content was made from nothing it was shown.
func (x *Exchange) Blind() bool { return x.blind }

// Service is the name of the service that judges it.
func (x *Exchange) Service() string { return x.spec.service }

// Walk hands out the fields.
func (x *Exchange) Walk(v Visitor) {
	s := SpareOf(v)
	x.walkSending(v, s)
	x.walkCourse(v, s)
}

// sum is what Walk gives to a sum. What was sent is the same in each state of the request: it is summed once for those
// that follow one another.
func (x *Exchange) sum(s *sum) {
	known := &s.sent[x.Number%len(s.sent)]
	if known.of != x.Sending {
		x.walkSending(s, &s.room)
		known.of, known.upto = x.Sending, s.h
	}
	s.h = known.upto
	x.walkCourse(s, &s.room)
}

// walkSending hands out what was sent.
func (x *Sending) walkSending(v Visitor, s *Spare) {
	s.Number(v, "number", x.Number)
	v.Text("name", &x.Name)
	v.Text("by", &x.By)
	v.Text("verb", &x.Verb)
	for _, a := range x.Args {
		s.Value(v, a.Name, a.Value)
	}
	v.Text("from", &x.Words.From)
	v.Text("again", &x.Words.Again)
	v.Text("fault", &x.Words.Fault)
	if x.Words.On != "" {
		v.Text("on", &x.Words.On)
	}
	s.Number(v, "wish", x.Wish)
	s.Number(v, "base", x.Base)
	v.Mark("sent", &x.Sent)
}

// walkCourse hands out what came of it.
func (x *Exchange) walkCourse(v Visitor, s *Spare) {
	v.Mark("decided", &x.Decided)
	if own, ok := v.(*sum); ok {
		own.text("answer")
		own.answer(&x.Answer)
	} else {
		s.Text(v, "answer", x.Answer.String())
	}
	for _, f := range x.Answer.Fields {
		if token, ok := f.Value.Token(); ok {
			s.Token(v, s.joined("answer.", f.Name), token)
			continue
		}
		s.Value(v, s.joined("answer.", f.Name), f.Value)
	}
	s.Mark(v, "heard", x.Mark(x.Heard))
	s.Mark(v, "gave up", x.Mark(x.GaveUp))
	s.Mark(v, "lost", x.Mark(x.Lost))
}

// Message is a request or an answer under way, or a request at the service.
type Message struct {
	Request  int
	Copy     int  // 0, or 1 and more for doubles
	Back     bool // an answer
	State    MessageState
	Arrived  Mark
	Until    Instant // of a waiting request: when it is judged again
	Chose    int     // how many choices its arrival made
	*Verdict         // of an answer

	of  *Sending
	key string // its name in the table of what is in flight, from its start on
}

// MessageState says where a message is.
type MessageState uint8

// The states of a message. Working is a request that was answered while the service goes on alone.
const (
	Travelling MessageState = iota
	AtService
	AtServiceWaiting
	Working
)

// Walk hands out the fields.
func (m *Message) Walk(v Visitor) {
	s := SpareOf(v)
	s.Number(v, "request", m.Request)
	s.Number(v, "copy", m.Copy)
	v.Flag("back", &m.Back)
	s.Number(v, "state", int(m.State))
	v.Mark("arrived", &m.Arrived)
	if m.Chose > 0 {
		s.Number(v, "chose", m.Chose)
	}
	if m.State == AtServiceWaiting {
		v.End("until", &m.Until)
	}
}

// WalkEnds hands out until when it waits.
func (m *Message) WalkEnds(v Visitor) {
	if m.State == AtServiceWaiting {
		v.End("until", &m.Until)
	}
}

// globals is what a world has one of.
type globals struct {
	Now      Instant
	Requests int64    // sent so far
	Events   int64    // the newest record
	Order    []string // keys of the messages in flight, next one first

	one [1]string // room for an order that is no longer
}

// room is where an order of up to so many keys finds place.
func (g *globals) room(keys int) []string {
	if keys <= len(g.one) {
		return g.one[:0]
	}
	return make([]string, 0, keys)
}

func (g *globals) Walk(v Visitor) {
	v.Instant("now", &g.Now)
	v.Number("requests", &g.Requests)
	for i := range g.Order {
		v.Text("flight "+strconv.Itoa(i), &g.Order[i])
	}
}

// sum is what Walk gives to a sum, without a text for each place: much may be in flight.
func (g *globals) sum(s *sum) {
	s.Instant("now", &g.Now)
	number := g.Requests
	s.Number("requests", &number)
	for i, key := range g.Order {
		s.numbered("flight ", i)
		s.text(key)
	}
}

// word is a record of one text: a switch, the number behind a name.
type word struct{ text string }

func (w *word) Walk(v Visitor) { v.Text("is", &w.text) }

// nameRecord is the record of a request's name: which request has it.
type nameRecord struct{ number int }

func (n *nameRecord) Walk(v Visitor) {
	SpareOf(v).Text(v, "is", strconv.Itoa(n.number))
}

// sum is what Walk gives to a sum, without an allocation.
func (n *nameRecord) sum(s *sum) { s.numbered("is\xFF", n.number) }

// workRecord is work outside the storage: which tokens it was handed out with, and who said to have done it.
type workRecord struct {
	handed []Token
	by     Mark     // who did it first; zero: nobody yet
	doers  []string // all who did
	said   []Saying // what each of them said last of the work of an answer
}

// Saying is that a writer said itself to have done the work of an answer.
type Saying struct {
	Mark
	From int // the request whose answer gave it
}

func (d *workRecord) Walk(v Visitor) {
	for i := range d.handed {
		v.Token("handed."+strconv.Itoa(i), &d.handed[i])
	}
	v.Mark("by", &d.by)
	for i := range d.doers {
		v.Text("doers."+strconv.Itoa(i), &d.doers[i])
	}
	for i := range d.said {
		said := "said." + strconv.Itoa(i)
		v.Mark(said, &d.said[i].Mark)
		SpareOf(v).Number(v, said+".from", d.said[i].From)
	}
}

// with is a frozen list with a number behind it.
func with(list []int, number int) []int {
	return append(append(make([]int, 0, len(list)+1), list...), number)
}

// without is a frozen list without a number.
func without(list []int, number int) (rest []int) {
	if len(list) == 1 && list[0] == number {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(list), func(n int) bool { return n == number })
}

// Belief is what an answer makes its reader believe to hold, a lease or a lock, or no longer (a zero token).
type Belief struct {
	Object ObjectID
	Token  Token
	Taken  bool // by this answer it became its reader's, which it was not before
}
