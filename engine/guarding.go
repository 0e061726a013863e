package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Guarding is a strategy that a service knows against conflicts: what every writer would do. A history is run again
// under each to see what it prevents and what it refuses.
type Guarding struct {
	ID    string // as people and programs name it, as `excas`
	Title string // as a table shows it
	Say   string // what every writer does, in a sentence
	// Fits says whether a request knows the strategy; where none of a history does, it is left out.
	Fits func(*OpSpec, Send) bool
	// Guard gives a request of the service whose own guards are off the strategy's. note says in a sentence what cannot
	// be, with %s where the requests stand. nil: requests go without guards.
	Guard func(spec *OpSpec, bare Send, heard Answers) (s Send, note string)
	// Carries says whether a request has the strategy's guard by itself, as it was typed. nil: none has.
	Carries func(*OpSpec, Send) bool
	// Needs says in a sentence what has to be installed beside the service. It is told where no request of the history
	// shows that it is. Empty: nothing.
	Needs   string
	Instead string   // the conditional header that the service does not do, and in whose place this stands
	Keeps   bool     // requests keep their own guards
	Apart   bool     // it keeps writers out of each other's way, and refuses nobody
	Lock    *Locking // what is locked before the first read and given back after the write
	// Prepare is done before the history; nil: nothing.
	Prepare func(sends []Send) []Input
	// Own says whether a request does itself what Prepare would do; then the strategy is left out. nil: none does.
	Own func(*OpSpec) bool
}

// Locking is how a strategy locks: the operations, and what they are given beside the first argument of the request
// that needs the lock.
type Locking struct {
	Object           string   // the kind of object that is locked: its reads and changes need the lock
	Within           []string // kinds of object that lie in one, under its name and a slash: so do theirs
	Acquire, Release string   // verbs
	AcquireArgs      []Arg
	ReleaseArgs      []Arg
	Named            bool     // a change names the lock in `lease`, and so does the release
	Endless          []string // verbs of what is done under a lock alone that does not end by itself
	EndlessArgs      []Arg    // in the place of AcquireArgs, for those
}

// ArgsFor is what the lock is asked for with, beside what it is of.
func (l *Locking) ArgsFor(endless bool) []Arg {
	if endless {
		return l.EndlessArgs
	}
	return l.AcquireArgs
}

// Takes is what a request takes its bytes from that is locked where its own object is; its name is empty where that is
// nothing, or stands as it is, as a snapshot does. What a rename moves is no source.
func (l *Locking) Takes(spec *OpSpec, args []Arg) (source ObjectID) {
	name := ValueOf(args, "source")
	if _, _, refers := name.RefName(); refers || name.IsZero() || len(l.Within) > 0 || spec.Object != l.Object ||
		spec.Effect == Renames || strings.Contains(name.String(), "?") {
		return source
	}
	return ObjectID{Kind: l.Object, Name: strings.TrimPrefix(name.String(), "/")}
}

// Watching is how a service carries out changes in one step where nobody has touched what was watched: the operations,
// and the word of the answer of the last where something was touched.
type Watching struct {
	Watch, Forget, Begin, End string // verbs
	Nothing                   string
}

// Locks says whether a request of an operation needs the lock: it reads or changes what is locked.
func (l *Locking) Locks(spec *OpSpec) bool {
	return l != nil && (spec.Object == l.Object || slices.Contains(l.Within, spec.Object)) &&
		(spec.Group == GroupRead || spec.Changes())
}

// Locked is the name of what is locked where a request is about an object of that name: what it lies in, where such
// is locked. A reference stays one.
func (l *Locking) Locked(name Value) Value {
	if _, _, refers := name.RefName(); refers || len(l.Within) == 0 {
		return name
	}
	holder, _, _ := strings.Cut(name.String(), "/")
	return Text(holder)
}

// Answers are what a writer can fill a guard from: those that it heard itself.
type Answers interface {
	// Shown is a reference to a field of the newest answer that showed the object; nothing where none did, where the
	// object was gone in it, or where it does not say the field.
	Shown(object ObjectID, field string) Value
	// Said is a reference to a field of the newest answer about the object that says it.
	Said(object ObjectID, field string) Value
	// Own is the content that the writer itself put there since; nothing where another's was shown later.
	Own(object ObjectID) Value
	// Former is the content that the writer itself had put there, where the newest answer about the object says that
	// nothing is there any more, and no other's was shown in between: what the release of a lock compares.
	Former(object ObjectID) Value
	// Tags is the condition that the tags of an object are those that the writer was shown last, or set since; nothing
	// where it was shown none.
	Tags(object ObjectID) Value
	// Absent says whether the newest answer about the object said that nothing is there.
	Absent(object ObjectID) bool
	// Receipt is a reference to the newest receipt that the writer was given with a message, which an argument names;
	// nothing where it was given none.
	Receipt(message Value) Value
	// Needed is for how many seconds requests of the writer refer to the answer of a request.
	Needed(request string) int64
}

// FiniteLease is the strategy by which no lease is taken without an end, in every service that has leases with one.
const FiniteLease = "finite-lease"

// NoSuchGuard is the note on requests whose operation does not take a strategy's guard.
const NoSuchGuard = "There is no such guard for %s."

// Unheard is the note on requests whose writer has nothing to name in a strategy's guard: it never heard what a value
// is, as the tag, or the newest that it heard is that nothing is there.
func Unheard(heard Answers, object ObjectID, what string) string {
	if heard.Absent(object) {
		return "What was heard before %s is that nothing is there, which has no " + what +
			" to name, so it goes without."
	}
	return "No " + what + " was heard before %s, so it goes without."
}

// Changes says whether an operation is a write or a removal, so that a guard has something to guard.
func (s *OpSpec) Changes() bool { return s.Group == GroupWrite || s.Group == GroupDelete }

// Takes says whether an operation has a parameter for an argument of that name.
func (s *OpSpec) Takes(name string) bool { return s.taker(name).Name != "" }

// ValueOf is what a list of arguments gives to a parameter; nothing where it gives none.
func ValueOf(args []Arg, name string) Value {
	for _, a := range args {
		if a.Name == name {
			return a.Value
		}
	}
	return Value{}
}

// With is a list of arguments with one set.
func With(args []Arg, name string, v Value) []Arg {
	args = slices.DeleteFunc(slices.Clone(args), func(a Arg) bool { return a.Name == name })
	return append(args, Arg{Name: name, Value: v})
}

// BareOf is a request without any guard of what it changes. only says that it was nothing but a part of one, as
// taking a lease.
func (s *Service) BareOf(spec *OpSpec, in Send) (bare Send, only bool) {
	in.Args = slices.DeleteFunc(slices.Clone(in.Args), func(a Arg) bool { return spec.taker(a.Name).Guards() })
	in = spec.TagEntries(in, func(ObjectID, Value) Value { return Value{} })
	if s.Bare != nil {
		in, only = s.Bare(spec, in)
	}
	return in, only || spec.Group == GroupLease
}

// UnguardedOf is a request without any guard and without the conditions on a source, and on tags: what is copied, or
// changed, is whatever is there.
func (s *Service) UnguardedOf(spec *OpSpec, in Send) (unguarded Send, only bool) {
	in.Args = slices.DeleteFunc(slices.Clone(in.Args), func(a Arg) bool {
		p := spec.taker(a.Name)
		return p.GuardsSource() || spec.Changes() && (p.Name == "if-tags" || p.Name == "source-if-tags")
	})
	return s.BareOf(spec, in)
}

// InPlaceOf is the word that a plan tests of an answer where another operation stands in the place of its own: done
// stays done, and what cannot be answered so stays what it was, and is not met.
func (s *Service) InPlaceOf(word string, was, now *OpSpec) string {
	status, err := strconv.Atoi(word)
	switch {
	case was == now:
	case err == nil && slices.Contains(was.OK, status) && !slices.Contains(now.OK, status) && len(now.OK) > 0:
		return strconv.Itoa(now.OK[0])
	case s.InWords != nil:
		return s.InWords(word, was.Verb, now.Verb)
	}
	return word
}

// Guards says whether a parameter is a guard that can be left out: a version, a tag, a date or a lease. A receipt, an
// upload or a copy names what is meant, and a condition on a source guards another object.
func (p Param) Guards() bool {
	return p.Version || p.Guard == "lease" || strings.HasPrefix(p.Name, "if-") && p.Guard != ""
}

// GuardsSource says whether a parameter is a condition on the tag or the date of what is copied.
func (p Param) GuardsSource() bool { return strings.HasPrefix(p.Name, "source-if-") && p.Guard != "" }

// Within is where the requests of a group lie, as the partition of a table: its arguments in front of the group.
func (s *OpSpec) Within(args []Arg) string {
	var names []string
	for _, p := range s.Params() {
		if p.Group {
			break
		}
		for _, a := range args {
			if a.Name == p.Name {
				names = append(names, a.Value.String())
			}
		}
	}
	return strings.Join(names, "/")
}

// Inside is the name of what a request within a group is about, which may leave out where the group lies, or a part
// of it: the row c, or q/c, of tab/p.
func (s *OpSpec) Inside(args []Arg, name string) string {
	holder := s.Within(args)
	if strings.Contains(name, "/") {
		holder, _, _ = strings.Cut(holder, "/")
	}
	return holder + "/" + name
}

// Regroup is a request that carries others with each of them changed: its words are its verb, values for what is
// written without a name, and pairs. One of which no word is left is left out.
func (s *OpSpec) Regroup(in Send, change func(words []Value) []Value) Send {
	in.Args = slices.Clone(in.Args)
	for i, a := range in.Args {
		if !s.taker(a.Name).Group {
			continue
		}
		list, _ := a.Value.List()
		if len(list) > 0 && list[0].kind != isList {
			list = []Value{a.Value}
		}
		next := make([]Value, 0, len(list))
		for _, one := range list {
			words, ok := one.List()
			if !ok || len(words) < 2 {
				next = append(next, one)
			} else if words = change(slices.Clone(words)); len(words) > 0 {
				next = append(next, List(words...))
			}
		}
		in.Args[i].Value = List(next...)
	}
	return in
}

// TakesInEntries says whether each entry of a list that a request carries may name a tag of its own in if-match.
func (s *OpSpec) TakesInEntries() bool {
	return slices.ContainsFunc(s.Params(), func(p Param) bool { return p.Entries != "" })
}

// TagEntries is a request with the tag that each entry of its list names in if-match replaced, the list being one as
// NamedOf reads it: tag is given what the entry is of and the tag that it names, nothing where it names none; nothing
// takes it off. An entry that names more, as a version, stays as it is.
func (s *OpSpec) TagEntries(in Send, tag func(of ObjectID, own Value) Value) Send {
	const word = "if-match"
	if !s.TakesInEntries() {
		return in
	}
	in.Args = slices.Clone(in.Args)
	for i, a := range in.Args {
		kind := s.taker(a.Name).Entries
		if kind == "" {
			continue
		}
		var next []Value
		for _, one := range NamedOf(a.Value) {
			words, own := []Value{Text(one.Name)}, one.Valued(word)
			for _, said := range one.With {
				words = WithPair(words, said.Name, said.Value)
			}
			if len(one.With) == 0 || len(one.With) == 1 && !own.IsZero() {
				words = WithPair(words, word, tag(ObjectID{kind, s.Target(in.Args) + "/" + one.Name}, own))
			}
			next = append(next, List(words...))
		}
		in.Args[i].Value = List(next...)
	}
	return in
}

// WithPair is a request's words with a named argument set, or without it where the value is nothing.
func WithPair(words []Value, name string, v Value) []Value {
	words = slices.DeleteFunc(words, func(w Value) bool {
		pair, _ := w.List()
		return len(pair) == 3 && pair[0].String() == name
	})
	if v.IsZero() {
		return words
	}
	return append(words, List(Text(name), Text("="), v))
}
