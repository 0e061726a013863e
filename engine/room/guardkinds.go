package room

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// guardKind is a guard under which a scene may be run.
type guardKind struct {
	id, title string
	say       string // what every writer does, in a sentence
	// fits says whether a request of the scene knows the guard; a kind that fits none is no row.
	fits func(*engine.OpSpec, engine.Send) bool
	// rewrite gives a request the guard in the place of its own, from what its writer has heard last; note says in a
	// sentence what cannot be, with %s where the requests stand. nil: requests go as they were made.
	rewrite func(*guardRun, *engine.OpSpec, engine.Send) (s engine.Send, note string)
	keeps   bool    // requests keep their own guards, the scenario its own locks
	locker  *locker // what is locked before the first read and given back after the write
	before  func(scene) []engine.Input
}

// noSuchGuard is said of requests whose operation does not take the guard.
const noSuchGuard = "There is no such guard for %s."

// asItIs is the scene as it was made.
var asItIs = guardKind{id: "as-it-is", title: "as it is", say: "Every request goes as it was made.",
	before: nothingBefore,
	fits:   func(*engine.OpSpec, engine.Send) bool { return true }}

func nothingBefore(scene) []engine.Input { return nil }

// guardKinds are all guards, in the order of the rows.
func guardKinds() []guardKind {
	list := slices.Concat([]guardKind{asItIs,
		{id: "none", title: "none", say: "Every request goes without a guard: the last writer wins.", fits: guardable,
			rewrite: unguarded}},
		headerKinds(), lineKinds(), lockKinds(), []guardKind{
			{id: "policy", title: "S3 policy", say: "The bucket's policy refuses every PUT without If-Match or " +
				"If-None-Match. The requests are as they were.",
				fits: func(spec *engine.OpSpec, _ engine.Send) bool {
					return spec.Object == "object" && spec.Group == "write" && takes(spec, "if-match")
				}, before: policies},
			{id: "hidden", title: "hidden long",
				say:  "A received message stays hidden until its receiver's last request about it.",
				fits: func(spec *engine.OpSpec, _ engine.Send) bool { return receives(spec) }, rewrite: hiddenLong,
				keeps: true},
		})
	for i := range list {
		if list[i].before == nil {
			list[i].before = nothingBefore
		}
	}
	return list
}

// kinds are the guards that a request of the scene knows. Where none is known, the scene as it is stands alone.
func (s scene) kinds() (list []guardKind) {
	for _, kind := range guardKinds() {
		for _, in := range s.inputs {
			send, ok := in.(engine.Send)
			if ok && send.By != engine.Seed && s.world.Spec(send.Verb) != nil &&
				kind.fits(s.world.Spec(send.Verb), send) {
				list = append(list, kind)
				break
			}
		}
	}
	if s.hasPolicy() {
		list = slices.DeleteFunc(list, func(k guardKind) bool { return k.id == "policy" })
	}
	return list
}

func takes(spec *engine.OpSpec, name string) bool {
	_, ok := spec.Param(name)
	return ok
}

// changes says whether an operation is a write or a removal, so that a guard has something to guard.
func changes(spec *engine.OpSpec) bool { return spec.Group == "write" || spec.Group == "delete" }

// isGuard says whether a parameter is a guard that can be left out: a version, a tag, a date or a lease. A receipt, an
// upload or a copy names what is meant, and a condition on a source guards another object.
func isGuard(p engine.Param) bool {
	return p.Version || p.Guard == "lease" || strings.HasPrefix(p.Name, "if-") && p.Guard != ""
}

// isLock says whether a request is nothing but a part of a guard: a lease, a lock, a watch.
func isLock(spec *engine.OpSpec) bool { return spec.Group == "lease" || spec.Verb == "WATCH" }

// guardable says whether a request carries, or could carry, a guard that can be left out.
func guardable(spec *engine.OpSpec, s engine.Send) bool {
	if spec.Prompt() {
		return lineGuardable(spec.Verb)
	}
	if isLock(spec) || spec.Verb == "smb-create" {
		return true
	}
	return changes(spec) && slices.ContainsFunc(spec.Params(), isGuard) || len(groupOf(spec, s)) > 0
}

func withoutGuards(spec *engine.OpSpec, args []engine.Arg) []engine.Arg {
	return slices.DeleteFunc(slices.Clone(args),
		func(a engine.Arg) bool { p, _ := spec.Param(a.Name); return isGuard(p) })
}

// unguarded takes all guards off. A removal of an entity has to name a tag: any will do.
func unguarded(_ *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	if spec.Prompt() {
		return unguardedLine(s), ""
	}
	s.Args = withoutGuards(spec, s.Args)
	if spec.Verb == "delete-entity" {
		s.Args = append(s.Args, engine.Arg{Name: "if-match", Value: engine.Text("*")})
	}
	if spec.Verb == "smb-create" {
		s.Args = with(s.Args, "share", engine.Text("RWD"))
	}
	return regroup(spec, s, func(string) engine.Value { return engine.Value{} }), ""
}

// with sets an argument.
func with(args []engine.Arg, name string, v engine.Value) []engine.Arg {
	args = slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool { return a.Name == name })
	return append(args, engine.Arg{Name: name, Value: v})
}

// headerKinds are the conditions that travel with a request.
func headerKinds() []guardKind {
	header := func(name string) func(*engine.OpSpec, engine.Send) bool {
		return func(spec *engine.OpSpec, s engine.Send) bool {
			p, ok := spec.Param(name)
			return ok && changes(spec) && isGuard(p) && !spec.Prompt() || name == "if-match" &&
				len(groupOf(spec, s)) > 0
		}
	}
	entity := func(spec *engine.OpSpec, s engine.Send) bool {
		return spec.Object == "entity" && takes(spec, "if-match") || len(groupOf(spec, s)) > 0
	}
	return []guardKind{
		{id: "if-match", title: "If-Match", say: "Every write names the tag of what its writer heard last.",
			fits: header("if-match"), rewrite: matching},
		{id: "if-match-any", title: "If-Match *", say: "Every write says that something must be there, whatever it is.",
			fits: entity, rewrite: matchingAny},
		{id: "if-none-match", title: "If-None-Match *", say: "Every write creates only: what is there stays.",
			fits: func(spec *engine.OpSpec, s engine.Send) bool {
				return spec.Object != "entity" && spec.Group == "write" && header("if-none-match")(spec, s)
			}, rewrite: creating},
		{id: "insert", title: "insert only", say: "Every write is an insert: what is there stays.",
			fits: func(spec *engine.OpSpec, _ engine.Send) bool {
				return spec.Object == "entity" && spec.Group == "write"
			}, rewrite: inserting},
		{id: "if-unmodified-since", title: "If-Unmod-Since",
			say:  "Every write names the date that its writer heard last.",
			fits: header("if-unmodified-since"), rewrite: unmodified},
	}
}

// dropped takes the guards off, and says where a write knows no guard of that name.
func (g *guardRun) dropped(spec *engine.OpSpec, s engine.Send, guard string) (engine.Send, string) {
	bare, _ := unguarded(g, spec, s)
	if !changes(spec) || spec.Prompt() {
		return bare, ""
	}
	if _, ok := spec.Param(guard); !ok {
		return bare, noSuchGuard
	}
	return bare, ""
}

func matching(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, note := g.dropped(spec, s, "if-match")
	if note != "" || !changes(spec) {
		return regroup(spec, bare, func(object string) engine.Value { return g.tagOf(s.By, object) }), note
	}
	tag := g.tagOf(s.By, g.target(spec, s))
	if tag.IsZero() {
		return bare, "No tag was heard before %s, so it goes without."
	}
	bare.Args = with(bare.Args, "if-match", tag)
	return bare, ""
}

// tagOf is the tag that a writer heard last with an object's content; nothing where it heard none.
func (g *guardRun) tagOf(writer, object string) engine.Value {
	read, ok := g.known(writer).Reading(object)
	if !ok || read.Tag.IsZero() || read.Gone {
		return engine.Value{}
	}
	return engine.Ref(read.Name+".etag", false)
}

// target is the object that a request names.
func (g *guardRun) target(spec *engine.OpSpec, s engine.Send) string {
	return spec.Object + " " + spec.Target(s.Args)
}

func matchingAny(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, note := g.dropped(spec, s, "if-match")
	if note == "" && changes(spec) {
		bare.Args = with(bare.Args, "if-match", engine.Text("*"))
	}
	return regroup(spec, bare, func(string) engine.Value { return engine.Text("*") }), note
}

func creating(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, note := g.dropped(spec, s, "if-none-match")
	if note == "" && spec.Group == "delete" {
		return bare, "No guard on %s: a removal creates nothing."
	}
	if note == "" && changes(spec) {
		bare.Args = with(bare.Args, "if-none-match", engine.Text("*"))
	}
	return bare, note
}

func inserting(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, _ := unguarded(g, spec, s)
	switch {
	case spec.Object != "entity" || spec.Group != "write":
	case strings.Contains(spec.Verb, "merge"):
		return bare, "No guard on %s: a merge inserts nothing."
	default:
		bare.Verb = "insert-entity"
	}
	return bare, ""
}

func unmodified(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, note := g.dropped(spec, s, "if-unmodified-since")
	if note != "" || !changes(spec) {
		return bare, note
	}
	answer, date := g.known(s.By).Property(g.target(spec, s), "last-modified")
	if date.IsZero() {
		return bare, "No date was heard before %s, so it goes without."
	}
	bare.Args = with(bare.Args, "if-unmodified-since", engine.Ref(answer+".last-modified", false))
	return bare, ""
}

// receives says whether an operation takes messages and hides them from others.
func receives(spec *engine.OpSpec) bool {
	return spec.Object == "queue" && takes(spec, "visibilitytimeout") && takes(spec, "numofmessages")
}

// hiddenLong hides what is received until its receiver's last request about it, by the clock of the scene as it was
// made.
func hiddenLong(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	if !receives(spec) {
		return s, ""
	}
	seconds := g.until[s.As]
	for _, a := range s.Args {
		if n, ok := a.Value.Int(); ok && a.Name == "visibilitytimeout" {
			seconds = max(seconds, n)
		}
	}
	if seconds > 0 {
		s.Args = with(s.Args, "visibilitytimeout", engine.Text(strconv.FormatInt(seconds, 10)))
	}
	return s, ""
}

// needed is for how many seconds each answer is referred to by its hearer's requests, by the scene's clock.
func (s scene) needed() map[string]int64 {
	w, number := s.world.Clone(), s.start
	sent, until := map[string]engine.Instant{}, map[string]int64{}
	for _, in := range s.inputs {
		if send, ok := in.(engine.Send); ok {
			sent[send.As] = w.Now()
			for _, name := range namesIn(send.Args) {
				if since, ok := sent[name]; ok {
					until[name] = int64(w.Now().Sub(since).Seconds()) + 2
				}
			}
		}
		number++
		_, _ = w.Step(number, in)
	}
	return until
}

// namesIn are the answers that arguments refer to.
func namesIn(args []engine.Arg) (names []string) {
	for _, a := range args {
		if name, _, ok := a.Value.RefName(); ok {
			names = append(names, name)
		}
	}
	return names
}
