package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Op is one request of a service, built and checked; it is frozen.
type Op interface {
	// Apply checks the request at its delivery: guards in the service's order, then the change.
	Apply(tx *Tx) Answer
}

// Arriver is an Op for which the service sees a difference between arriving and deciding. Arrive checks what it looks
// at first; true means that its answer is the decision.
type Arriver interface {
	Op
	Arrive(tx *Tx) (Answer, bool)
}

// Claimer is an Op whose sending says that work outside the storage has been done: the delete of a message. Claims
// names the work and the token that its sender was given with it; it says so only where an answer handed that token out
// with that work (Tx.Hand).
type Claimer interface {
	Op
	Claims() (work string, by Token)
}

// Stretcher is an Op that writes a piece of what its object holds: Stretch is which of its bytes, to not among them; ok
// is false where it names none.
type Stretcher interface {
	Op
	Stretch() (from, to int64, ok bool)
}

// OpSpec makes an operation exist: for scripts, forms, help, plans, wire fronts and the tests over the catalog.
type OpSpec struct {
	Verb    string // the service's own operation name in lower case with dashes, as `put-blob`
	Method  string // what people see in short, as `PUT`
	Object  string // the kind of thing its target names: the table's name, as `blob`
	Summary string // one sentence
	OK      []int  // the statuses of its successes
	Group   Group  // where menus put it
	Effect  Effect // what it does when it is accepted
	Lists   bool   // its answer shows several objects at once
	Hands   bool   // its answer alone hands out what it takes away or replaces
	Makes   string // the kind of thing that menus make with it, as `blob`; empty: none, or a piece of something
	// what people say of it afterwards, with `it` for its object, and a parameter in braces for what it was given:
	// `staged a block of it`, `renamed {source} to it`
	Did string
	// TakesOut is the command that takes one entry out again that is equal to one which this adds, as `LREM`; empty:
	// there is none, as of what becomes part of a text.
	TakesOut string
	// Empty are the arguments, beside its target, with which it makes an empty thing for others to append to; none: it
	// makes no such thing.
	Empty []Arg
	// Repeated is what the documents leave open about the answer to the same again, once it was done, and what is
	// adopted; empty where that follows from what is there.
	Repeated string
	Op       Op // the zero operation: its op tags are the parameters
	Refuses  []*Rule
	Source   Source

	service string  // of a spec that was read, as those that a world holds: whose table it stands in
	holder  bool    // of a spec that was read: others lie in its object
	params  []Param // of a spec that was read: off the tags
}

// OnHolder says whether the operation is about an object that others lie in. Only a spec that a world holds knows it.
func (s *OpSpec) OnHolder() bool { return s.holder }

// State is everything a service keeps, with no exported field. Its tables are forked and undone by the world.
type State interface {
	// Tables lists all of them, always in the same order.
	Tables() []Tabled
	// Fork is a state over forks of the tables.
	Fork() State
}

// Ender is a State in which something ends by the clock: it is told each timer's object and name at its instant, and
// says who had set it. What ends is marked with tx.As(by).
type Ender interface {
	Ends(tx *Tx, object ObjectID, timer string) (by string)
}

// Finisher is a State with work of its own that takes time, as a slow copy: Finish ends what the named request began.
type Finisher interface {
	Finish(tx *Tx, request int) Answer
}

// Holder is a State with leases or locks: Held says whether a token still holds the object, and Took who took it under
// that token, the first one first; nobody where it does not hold.
type Holder interface {
	Held(object ObjectID, token Token) bool
	Took(object ObjectID, token Token) []Mark
}

// Checker is a State that knows what must always hold; an error says what does not.
type Checker interface{ Check(now Instant) error }

// Setting is a switch of a service that a scenario may turn, as `blob.copy=slow`.
type Setting struct {
	Name   string
	Values []string // the first one is what holds unless set
	Help   string
	Fewer  string // the value under which lines take fewer words than their forms show; empty: none does
}

// Service is one storage service as the world takes it in.
type Service struct {
	Name     string // as `blob`
	Title    string // as `Azure blobs`
	New      func() State
	Ops      []OpSpec
	Rejects  OpSpec  // what a request of a client is that it refused before it looked at it, as Rejecting makes it
	Faults   []*Rule // what `fault=` may name
	Settings []Setting
	// Acts are what people mean by a key, by kind of object.
	Acts map[string]Acts
	// Guardings are the strategies that only this service knows; what travels in conditional headers needs no row here.
	Guardings []Guarding
	Watching  *Watching // nil: nothing can be watched
	// Bare gives a request, whose guard parameters are left out already, as it goes without any guard. only: it is
	// nothing but a guard. nil: it goes as it is.
	Bare func(*OpSpec, Send) (bare Send, only bool)
	// InWords is how an operation answers that stands in the place of another, as a request without its guard, where
	// that one's answer has a word which is no status. nil: the words are the same.
	InWords func(word, of, other string) string
	// Distinct is a write with what makes its version differ from all that came before, above a number where versions
	// are numbers, and what that is in words. ok is false where the write knows nothing of the kind. nil: none does.
	Distinct func(spec *OpSpec, s Send, above int64) (next Send, how string, ok bool)
	// Holders are the kinds of objects that others lie in, and that nothing makes twice.
	Holders []string
	// Features are what its objects can be told to do, and do not unless they are.
	Features []Feature
	// Losses are what is to be done where an object of a kind is gone, where that is something else than elsewhere.
	Losses map[string]Loss
	// TellsApart says whether a text that the service keeps, as a policy, may treat writers differently whose names do
	// not stand in it. nil: none does.
	TellsApart func(text string) bool
	Rules      string // the service's page, rules.md: Markdown, as engine/rulebook reads it
}

// Param is one parameter of an operation, read off the op tag of a field, its own or of a struct that it embeds:
// `op:"name,flag,key=value"`.
type Param struct {
	Name    string
	Content bool     // what the request's work is: its references say what it was made from
	Guard   string   // the field of an answer that a version guard or a lease id is filled from; empty: no guard
	Version bool     // a guard that names a version
	Repeats bool     // the same content has the same version, whoever puts it there
	Ignored bool     // a guard that the operation takes and never compares
	Group   bool     // a list of requests, as Requests reads it
	Entries string   // the kind of what each entry of its list is, which may carry if-match; empty: there are none
	Placed  bool     // written without its name, though neither the first nor content
	Kept    bool     // content that may be left out: what is there stays
	Line    bool     // content that people write in one line
	Any     bool     // takes a list or a reference as well as a text
	One     []string // the only words it takes
	Help    string
	Field   string // of the struct
	index   int
	place   []int // of the field
}

// Positional says whether a parameter is written without its name: the first one, content that is one value, and what
// says so itself.
func (p Param) Positional() bool { return p.index == 0 || p.Placed || p.Content && !p.Prefix() }

// Prefix says whether a parameter gathers all arguments whose name begins with what stands before its star, as
// `meta.*`.
func (p Param) Prefix() bool { return strings.HasSuffix(p.Name, "*") }

// Takes says whether an argument of that name belongs to the parameter.
func (p Param) Takes(name string) bool {
	if p.Prefix() {
		return strings.HasPrefix(name, p.Name[:len(p.Name)-1]) && len(name) > len(p.Name)-1
	}
	return p.Name == name
}

// Params are the parameters of an operation in the order of its struct.
func (s *OpSpec) Params() []Param {
	if s.params != nil {
		return s.params
	}
	list := readParams(reflect.TypeOf(s.Op), nil)
	for i := range list {
		list[i].index = i
	}
	return list
}

// Read reads all operations, for all worlds that the service will be in: their op tags take longer to read than
// anything else that a new world needs.
func (s *Service) Read() *Service {
	for spec := range s.All() {
		*spec = *s.held(spec)
	}
	return s
}

// held is an operation as a world holds it: the service's own where that was read, else one for this world alone.
func (s *Service) held(spec *OpSpec) *OpSpec {
	if spec.service != "" {
		return spec
	}
	read := *spec
	read.service, read.params = s.Name, spec.Params()
	read.holder = slices.Contains(s.Holders, spec.Object)
	return &read
}

// readParams are the parameters of a struct, those of an embedded one in its place. Where an operation helps with one
// of them otherwise than its kin, the tag of the embedded struct says so under the parameter's name.
func readParams(t reflect.Type, above []int) (list []Param) {
	for i := range t.NumField() {
		field, place := t.Field(i), append(slices.Clip(above), i)
		if tag, ok := field.Tag.Lookup("op"); ok {
			list = append(list, readParam(field, tag, place))
			continue
		}
		if !field.Anonymous {
			continue
		}
		for _, p := range readParams(field.Type, place) {
			if own, ok := field.Tag.Lookup(p.Name); ok {
				p.Help = own
			}
			list = append(list, p)
		}
	}
	return list
}

func readParam(field reflect.StructField, tag string, place []int) Param {
	words := strings.Split(tag, ",")
	p := Param{Name: words[0], Field: field.Name, place: place, Help: field.Tag.Get("help"),
		Any: field.Type == reflect.TypeFor[Value]()}
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "content":
			p.Content = true
		case "guard":
			p.Guard = value
		case "version":
			p.Version = true
		case "repeats":
			p.Repeats = true
		case "ignored":
			p.Ignored = true
		case "group":
			p.Group = true
		case "entries":
			p.Entries = value
		case "placed":
			p.Placed = true
		case "kept":
			p.Kept = true
		case "line":
			p.Line = true
		case "one":
			p.One = strings.Split(value, "|")
		}
	}
	return p
}

// Param is the parameter that takes an argument of that name.
func (s *OpSpec) Param(name string) (Param, bool) {
	p := s.taker(name)
	return *p, p.Name != ""
}

// GuardOf is what the parameter that takes an argument compares, as `lease`; empty where it compares nothing.
func (s *OpSpec) GuardOf(name string) string { return s.taker(name).Guard }

// taker is the parameter that takes an argument of that name; an empty one where none does.
func (s *OpSpec) taker(name string) *Param {
	params := s.Params()
	for i := range params {
		if params[i].Takes(name) {
			return &params[i]
		}
	}
	return &Param{}
}

// About is the object that a request with these arguments is about.
func (s *OpSpec) About(args []Arg) ObjectID { return ObjectID{Kind: s.Object, Name: s.Target(args)} }

// Target is the argument that names the object: the first parameter's; of a line its first word.
func (s *OpSpec) Target(args []Arg) string {
	params := s.Params()
	if len(params) == 0 {
		return ""
	}
	for _, a := range args {
		if !params[0].Takes(a.Name) {
			continue
		}
		if s.Prompt() {
			words := LineWords(a.Value)
			if t, ok := s.Op.(Targeter); ok {
				return t.Target(words)
			}
			return append(slices.Clip(words), Value{})[0].String()
		}
		return a.Value.String()
	}
	return ""
}

// WholeText is the text that a line makes all there is of its object; nothing where it does not say it word for word.
func (s *OpSpec) WholeText(args []Arg) (text Value) {
	op, err := s.Build(args)
	line, ok := op.(Liner)
	if err != nil || !ok || len(args) == 0 || s.Effect != Writes {
		return text
	}
	words := LineWords(args[0].Value)
	for n, role := range line.Roles() {
		_, _, _, reckons := words[n].Expression()
		switch {
		case role.Content && (role.Piece || reckons || !text.IsZero()):
			return Value{}
		case role.Content:
			text = words[n]
		}
	}
	return text
}

// ErrArgument is returned by Build where an argument is not of the operation, is missing or has a value that its field
// cannot hold.
var ErrArgument = errors.New("argument does not fit")

// Build makes the operation, a pointer to it, from arguments without references. What a service itself would refuse (a
// wrong duration, a name with odd characters) is built and refused by the service.
func (s *OpSpec) Build(args []Arg) (Op, error) {
	op := reflect.New(reflect.TypeOf(s.Op))
	op.Elem().Set(reflect.ValueOf(s.Op))
	params := s.Params()
	for _, a := range args {
		if err := fill(op.Elem(), s.Verb, params, a); err != nil {
			return nil, err
		}
	}
	return op.Interface().(Op), nil
}

func fill(v reflect.Value, verb string, params []Param, a Arg) error {
	for i := range params {
		p := &params[i]
		if !p.Takes(a.Name) {
			continue
		}
		if err := setField(v.FieldByIndex(p.place), p, a); err != nil {
			return fmt.Errorf("%w: %s %s: %w", ErrArgument, verb, a.Name, err)
		}
		return nil
	}
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	return fmt.Errorf("%w: %s takes no %q, it takes %s", ErrArgument, verb, a.Name, strings.Join(names, ", "))
}

func setField(f reflect.Value, p *Param, a Arg) error {
	switch f := f.Addr().Interface().(type) {
	case optional:
		f.take(a.Value)
	case *string:
		*f = a.Value.String()
	case *[]byte:
		*f = []byte(a.Value.String())
	case *bool:
		*f = a.Value.String() != "off" && a.Value.String() != "false"
	case *int64:
		n, ok := a.Value.Int()
		if !ok {
			return fmt.Errorf("%q is not a whole number", a.Value.String())
		}
		*f = n
	case *[]Pair:
		*f = append(*f, Pair{Name: a.Name[len(p.Name)-1:], Text: a.Value.String()})
	case *[]Arg:
		*f = append(*f, Arg{Name: a.Name[len(p.Name)-1:], Value: a.Value})
	case *Value:
		*f = a.Value
	default:
		panic(fmt.Sprintf("engine: field %s of kind %T cannot be a parameter", p.Field, f))
	}
	return nil
}

type optional interface{ take(Value) }

// Opt is a parameter that may be absent, empty or malformed: three things to a service. Raw is what was given.
type Opt[T int64 | Instant | Token | string] struct {
	Set  bool // something was given
	OK   bool // and it is a T
	raw  *Value
	Want T
}

// Some is a parameter that was given.
func Some[T int64 | Instant | Token | string](v T) Opt[T] {
	o := Opt[T]{Set: true, OK: true, Want: v}
	var raw Value
	switch v := any(v).(type) {
	case int64:
		raw = Number(v)
	case Instant:
		raw = Moment(v)
	case Token:
		raw = v.Value()
	case string:
		raw = Text(v)
	}
	o.raw = &raw
	return o
}

// Or is what was given, or else a standard.
func (o Opt[T]) Or(standard T) T {
	if o.Set {
		return o.Want
	}
	return standard
}

// Raw is what was given, as it was given; nothing where it is absent. Most are, so that it has no room of its own.
func (o Opt[T]) Raw() Value {
	if o.raw == nil {
		return Value{}
	}
	return *o.raw
}

// Odd is a parameter that was given, and is no T.
func Odd[T int64 | Instant | Token | string](v Value) Opt[T] { return Opt[T]{Set: true, raw: &v} }

func (o *Opt[T]) take(v Value) {
	o.Set, o.raw = true, &v
	switch want := any(&o.Want).(type) {
	case *int64:
		*want, o.OK = v.Int()
	case *string:
		*want, o.OK = v.String(), true
	case *Instant:
		if *want, o.OK = v.Instant(); !o.OK {
			i, err := ParseInstant(v.String())
			*want, o.OK = i, err == nil
		}
	case *Token:
		if *want, o.OK = v.Token(); !o.OK {
			*want, o.OK = Token{Name: v.String()}, v.kind == isText && v.text != ""
		}
	}
}

// TokenAs is the token of a parameter as one of the kind it is compared with.
func TokenAs(k Kind, o Opt[Token]) Token {
	if o.Want.Kind == 0 {
		return TokenOf(k, o.Want.Name)
	}
	return o.Want
}

// GUIDAs is the token of a parameter that must be a GUID, as one of the kind it is compared with; ok is false where it
// is none, or was not sent.
func GUIDAs(k Kind, o Opt[Token]) (id Token, ok bool) {
	switch {
	case !o.Set || !o.OK:
		return Token{}, false
	case o.Want.Kind == k:
		return o.Want, true
	case o.Want.Kind != 0:
		return Token{}, false
	}
	_, ok = GUID(o.Want.Name)
	return TokenOf(k, o.Want.Name), ok
}

// Called is a fault as those call it whom the operation answers: a reply at a prompt has words and no status.
func (s *OpSpec) Called(f Fault) string {
	switch {
	case s.Prompt():
		return f.Code
	case s.Replies(): // its code is the first word of the reply
		return f.Message
	}
	return f.String()
}

// Shown is an operation in short as people see it: a command at a prompt is called by its own name, also where it is a
// read like GET.
func (s *OpSpec) Shown() string {
	if s.Prompt() {
		return s.Verb
	}
	return s.Method
}

// Liner is an Op that is typed as a line at a prompt: its first parameter is the list of its words, behind the verb. A
// wrong word is an answer. The line names its object with its first word.
type Liner interface {
	Op
	// Roles says of each word what it is to those who look for what the request was made from.
	Roles() []Role
}

// Keeper is a line that can be told to leave an expiry which it would take away.
type Keeper interface {
	// Keeping are the line's words with the one that says so; ok is false where its command has none, or the line sets
	// an expiry itself.
	Keeping() (words []Value, ok bool)
}

// Role is what one word of a line is; the zero Role is any other word.
type Role struct {
	Content bool   // it is the request's work
	Piece   bool   // of content: it is not all that is there afterwards, or not in the form in which that reads
	Guard   string // it names a version: the field of an answer that it is filled from
	Version bool   // it becomes the version
}

// Prompt says whether the operation is typed as a line at a prompt.
func (s *OpSpec) Prompt() bool {
	_, ok := s.Op.(Liner)
	return ok
}

// Replies says whether the operation is answered as Redis does, by a reply, and not by a status: a line at a prompt,
// and what a client of Redis sent that is no such line.
func (s *OpSpec) Replies() bool {
	_, rejected := s.Op.(Rejected)
	return s.Prompt() || rejected && s.Method == RESP
}

// Form is how the line of a Prompt is written, as `EXCAD key version`: it stands at the end of the summary. Empty for
// what is no line.
func (s *OpSpec) Form() string {
	at := strings.Index(s.Summary, ": "+s.Verb)
	if at < 0 || !s.Prompt() {
		return ""
	}
	return strings.TrimSuffix(s.Summary[at+len(": "):], ".")
}

// Targeter is a Liner that names its object otherwise than with its first word: Target is the name that stands in the
// words, empty where there is none.
type Targeter interface {
	Liner
	Target(words []Value) string
}
