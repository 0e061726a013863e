package guards

import (
	"slices"
	"strings"

	"interleave/engine"
)

// asItIs is the history as it was made; it has no strategy behind it.
var asItIs = engine.Guarding{ID: "as-it-is", Title: "as it is", Say: "Every request goes as it was made.", Keeps: true,
	Fits: func(*engine.OpSpec, engine.Send) bool { return true }}

// none takes all guards off.
var none = engine.Guarding{ID: "none", Title: "none", Say: "Every request goes without a guard: the last writer wins."}

// creates asks for an absence.
var creates = engine.Guarding{ID: "if-none-match", Title: "If-None-Match *",
	Say: "Every write creates only: what is there stays.",
	Fits: func(spec *engine.OpSpec, s engine.Send) bool {
		return spec.Group == engine.GroupWrite && takes("if-none-match")(spec, s)
	}, Guard: creating, Carries: has("if-none-match")}

// headers are the conditions that travel with a request, whatever its service.
func headers() []engine.Guarding {
	return []engine.Guarding{
		{ID: "if-match", Title: "If-Match", Say: "Every write names the tag of what its writer heard last.",
			Fits: takes("if-match"), Carries: has("if-match")},
		creates,
		{ID: "if-unmodified-since", Title: "If-Unmod-Since",
			Say:  "Every write names the date that its writer heard last.",
			Fits: takes("if-unmodified-since"), Guard: unmodified, Carries: has("if-unmodified-since")},
		ofSource,
	}
}

// ofSource refuses a copy of what its writer has not read. It is beside the guards of what is changed.
//
// Source: rules.md of blob and of bucket, on copies: a condition on the source that is not met, 412.
var ofSource = engine.Guarding{ID: sourceMatch, Title: "Source-If-Match", Keeps: true,
	Say: "Every copy names the tag that its writer heard last of the source.",
	Fits: func(spec *engine.OpSpec, s engine.Send) bool {
		source, ok := sourceOf(spec, s)
		return ok && source.Name != ""
	},
	Guard: func(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
		source, ok := sourceOf(spec, s)
		if !ok {
			return s, ""
		}
		tag := heard.Shown(source, "etag")
		if tag.IsZero() {
			return s, "No tag of the source was heard before %s, so it goes without."
		}
		s.Args = engine.With(s.Args, sourceMatch, tag)
		return s, ""
	}}

// sourceMatch is the condition on the tag of what is copied.
const sourceMatch = "source-if-match"

// sourceOf is what a request copies; ok is false where it copies nothing that changes, as a snapshot does not, or names
// a tag of it already.
func sourceOf(spec *engine.OpSpec, s engine.Send) (of engine.ObjectID, ok bool) {
	p, takes := spec.Param(sourceMatch)
	if !takes || p.Ignored || !p.GuardsSource() {
		return of, false
	}
	of.Kind = spec.Object
	for _, a := range s.Args {
		switch a.Name {
		case sourceMatch:
			return of, false
		case "source":
			of.Name = a.Value.String()
		}
	}
	return of, !strings.Contains(of.Name, "?")
}

// Rows are what a table of guards may have a row for, each once, so that a row can be explained by its name.
func Rows(services []*engine.Service) []engine.Guarding {
	list := append([]engine.Guarding{asItIs, none, sendAgain, ownText, ownID, watches}, headers()...)
	for _, s := range services {
		for _, k := range s.Guardings {
			if !slices.ContainsFunc(list, func(o engine.Guarding) bool { return o.ID == k.ID && o.Say == k.Say }) {
				list = append(list, k)
			}
		}
	}
	return list
}

// inGroups fits a request that carries others, which may compare.
var inGroups = engine.Guarding{Fits: func(spec *engine.OpSpec,
	_ engine.Send) bool {
	return spec.Effect == engine.Groups
}}

// takes says whether a change takes a header as a guard.
func takes(header string) func(*engine.OpSpec, engine.Send) bool {
	return func(spec *engine.OpSpec, s engine.Send) bool {
		p, ok := spec.Param(header)
		return ok && spec.Changes() && p.Guards() && !spec.Prompt() || header == "if-match" && spec.TakesInEntries()
	}
}

// has says whether a change carries a header that it looks at.
func has(header string) func(*engine.OpSpec, engine.Send) bool {
	return func(spec *engine.OpSpec, s engine.Send) bool {
		named := slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Name == header })
		return named && takes(header)(spec, s) && without(spec, header) == ""
	}
}

// without is the note on a change that knows no guard of that name, or does not look at it; empty: it knows it, or
// changes nothing.
func without(spec *engine.OpSpec, header string) string {
	if p, takes := spec.Param(header); !spec.Changes() || spec.Prompt() || takes && !p.Ignored {
		return ""
	}
	return engine.NoSuchGuard
}

func creating(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
	switch note := without(spec, "if-none-match"); {
	case note != "":
		return s, note
	case spec.Group == engine.GroupDelete:
		return s, "No guard on %s: a removal creates nothing."
	case spec.Group == engine.GroupWrite && !spec.Prompt():
		s.Args = engine.With(s.Args, "if-none-match", engine.Text("*"))
	}
	return s, ""
}

func unmodified(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	if note := without(spec, "if-unmodified-since"); note != "" || !spec.Changes() || spec.Prompt() {
		return s, note
	}
	object := spec.About(s.Args)
	date := heard.Said(object, "last-modified")
	if date.IsZero() {
		date = heard.Shown(object, "last-modified") // by a listing
	}
	if date.IsZero() {
		return s, engine.Unheard(heard, object, "date")
	}
	s.Args = engine.With(s.Args, "if-unmodified-since", date)
	return s, ""
}

// matching names the tag that was heard last; within a group each change its own.
func (g *run) matching(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	if spec.Effect == engine.Groups {
		return spec.Regroup(s, func(words []engine.Value) []engine.Value {
			inner := g.w.Spec(words[0].String())
			if inner == nil || !takes("if-match")(inner, engine.Send{}) {
				return words
			}
			if tag := heard.Shown(engine.ObjectID{Kind: inner.Object, Name: spec.Inside(s.Args, words[1].String())},
				"etag"); !tag.IsZero() {
				words = engine.WithPair(words, "if-match", tag)
			}
			return words
		}), ""
	}
	if spec.TakesInEntries() {
		return matchingEntries(spec, s, heard)
	}
	if note := without(spec, "if-match"); note != "" || !spec.Changes() || spec.Prompt() {
		return s, note
	}
	if takesVersion(spec, s.Args) {
		return s, engine.NoSuchGuard
	}
	object := spec.About(s.Args)
	tag := heard.Shown(object, "etag")
	if tag.IsZero() {
		return s, engine.Unheard(heard, object, "tag")
	}
	s.Args = engine.With(s.Args, "if-match", tag)
	return s, ""
}

// takesVersion says whether a delete names the version that it takes away: no condition goes with it.
//
// Source: engine/bucket/rules.md, "The write rule", DeleteObject.
func takesVersion(spec *engine.OpSpec, args []engine.Arg) bool {
	return spec.Effect == engine.Deletes && slices.ContainsFunc(args, func(a engine.Arg) bool {
		p, ok := spec.Param(a.Name)
		return ok && p.Guard == "version-id" && !a.Value.IsZero()
	})
}

// matchingEntries names the tag that was heard last with each entry of a list.
func matchingEntries(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	known := false
	s = spec.TagEntries(s, func(of engine.ObjectID, _ engine.Value) engine.Value {
		tag := heard.Shown(of, "etag")
		known = known || !tag.IsZero()
		return tag
	})
	if !known {
		return s, "No tag was heard before %s, so it goes without."
	}
	return s, ""
}

// strategy is a guard under which a history is run, with what each service that knows it means by it.
type strategy struct {
	engine.Guarding
	of    map[*engine.Service]engine.Guarding // nil: it is the same for all
	scope map[*engine.Service]bool            // the services whose requests may carry it; nil: all
}

// strategies are the guards that a request of the history knows, in the order of the rows. Where none is known, the
// history as it is stands alone.
func (in ReplayInput) strategies() (list []strategy) {
	sends := in.sends()
	fits := func(k engine.Guarding, of *engine.Service) bool {
		known, own := false, false
		for _, s := range sends {
			service := in.World.ServiceOf(s.Verb)
			replaced := of == nil && slices.ContainsFunc(service.Guardings,
				func(o engine.Guarding) bool { return o.Instead == k.ID })
			if (of == nil || service == of) && !replaced {
				spec := in.World.Spec(s.Verb)
				known, own = known || k.Fits(spec, s), own || k.Own != nil && k.Own(spec)
			}
		}
		return known && !own
	}
	for _, k := range headers() {
		fitting := func(of *engine.Service) bool { return takesOf(k, of) }
		if fits(k, nil) || k.ID == "if-match" && fits(inGroups, nil) {
			list = append(list, strategy{Guarding: k, scope: in.scope(fitting)})
		}
	}
	for _, service := range in.World.Services() {
		for _, k := range service.Guardings {
			if !fits(k, service) {
				continue
			}
			at := slices.IndexFunc(list, func(o strategy) bool { return o.ID == k.ID })
			if at < 0 {
				at, list = len(list), append(list, strategy{k, map[*engine.Service]engine.Guarding{},
					map[*engine.Service]bool{}})
			}
			list[at].of[service], list[at].scope[service] = k, true
		}
	}
	guards := func(s strategy) bool { return !s.Keeps }
	guardable := func(s engine.Send) bool { return guardable(in.World.ServiceOf(s.Verb), in.World.Spec(s.Verb), s) }
	if slices.ContainsFunc(list, guards) || slices.ContainsFunc(sends, guardable) {
		list = slices.Insert(list, 0, strategy{Guarding: none})
	}
	return slices.Insert(list, 0, strategy{Guarding: asItIs})
}

// scope are the services of a history's world that fit.
func (in ReplayInput) scope(fits func(*engine.Service) bool) map[*engine.Service]bool {
	scope := map[*engine.Service]bool{}
	for _, service := range in.World.Services() {
		scope[service] = fits(service)
	}
	return scope
}

// takesOf says whether requests of a service can carry a header, and do not have another operation in its place.
func takesOf(k engine.Guarding, of *engine.Service) bool {
	return !slices.ContainsFunc(of.Guardings, func(o engine.Guarding) bool { return o.Instead == k.ID }) &&
		slices.ContainsFunc(of.Ops, func(spec engine.OpSpec) bool { return k.Fits(&spec, engine.Send{}) })
}

// guardable says whether a request carries, or could carry, a guard that can be left out.
func guardable(of *engine.Service, spec *engine.OpSpec, s engine.Send) bool {
	bare, only := of.UnguardedOf(spec, s)
	return only || !asksSame(bare, s) ||
		spec.Changes() && (spec.TakesInEntries() || slices.ContainsFunc(spec.Params(), engine.Param.Guards))
}

// asksSame says whether two requests ask for the same.
func asksSame(a, b engine.Send) bool {
	return a.Verb == b.Verb && slices.EqualFunc(a.Args, b.Args,
		func(a, b engine.Arg) bool { return a.Name == b.Name && a.Value.Equal(b.Value) })
}

// onlySends says whether a strategy does nothing but send, request by request, a guard or none.
func (k strategy) onlySends() bool {
	prepares := k.Prepare != nil
	for _, g := range k.of {
		prepares = prepares || g.Prepare != nil
	}
	return k.unlocked() && !prepares
}

// goesAsMade says whether a run's strategy only sends, and no request carried it.
func (g *run) goesAsMade() bool { return g.kind.onlySends() && !g.sent.guard.Load() }

// isBare says whether a run's strategy only sends, and no request carried a guard.
func (g *run) isBare() bool {
	return g.goesAsMade() && !g.sent.own.Load()
}

// unlocked says whether a strategy leaves the locks of the history out and takes none in their place.
func (k strategy) unlocked() bool { return !k.Keeps && !k.locks() }

// sends are the writers' requests of the history that name a known operation.
func (in ReplayInput) sends() (list []engine.Send) {
	for _, input := range in.Inputs {
		if s, ok := input.(engine.Send); ok && s.By != engine.Seed && in.World.Spec(s.Verb) != nil {
			list = append(list, s)
		}
	}
	return list
}
