package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Use is one way in which a plan may still look at an answer that it has heard.
type Use struct {
	Name  string // what the plan calls the request
	Field string // of the answer; empty: what sort it was, or that it came at all
	As    UseKind
	Under string // of content: the guards of the same request, as `r.etag`
}

// UseKind is what a plan looks at an answer for.
type UseKind uint8

// The kinds of uses. A guard is an If-Match: where its version is over, the request that carries it is refused,
// whatever else it says.
const (
	UsedContent UseKind = iota
	UsedGuard
	UsedCompared // a lease id, a receipt, any other version: compared with what stands there, and never kept
	UsedOther
	UsedTest  // break, if
	UsedLost  // on lost
	UsedFrom  // from=
	UsedAgain // again=
)

// Live are the uses of answers that may come yet, from where the plan stands on: what no use names decides nothing any
// more. The same plan at the same place has the same uses.
func (p *PlanState) Live() []Use {
	if p.At >= len(p.run.live) {
		return nil
	}
	return p.run.live[p.At]
}

// Print tells plans apart: it is the same for the same steps.
func (p *PlanState) Print() uint64 { return p.run.print }

// UsesOf are the uses that a request makes of answers.
func UsesOf(spec *OpSpec, args []Arg, words Words) (list []Use) {
	var guards, content, others []Use
	for _, a := range args {
		p, _ := spec.Param(a.Name)
		for _, path := range a.Value.paths() {
			name, field, _ := strings.Cut(path, ".")
			use := Use{Name: name, Field: field, As: UsedOther}
			switch {
			case p.Version && !p.Ignored && a.Value.kind == isReference && strings.HasPrefix(p.Name, "if-match"):
				use.As = UsedGuard
				guards = append(guards, use)
			case p.Content:
				use.As = UsedContent
				content = append(content, use)
			case p.Guard != "" || p.Version:
				use.As = UsedCompared
				others = append(others, use)
			default:
				others = append(others, use)
			}
		}
	}
	var under []string
	for _, g := range guards {
		under = append(under, g.Name+"."+g.Field)
	}
	for i := range content {
		content[i].Under = strings.Join(under, " ")
	}
	if words.From != "" && words.From != "none" {
		others = append(others, Use{Name: words.From, As: UsedFrom})
	}
	if words.Again != "" {
		others = append(others, Use{Name: words.Again, As: UsedAgain})
	}
	return slices.Concat(guards, content, others)
}

// paths are the references in a value, as `r.etag`.
func (v Value) paths() (list []string) {
	if v.kind == isReference {
		return []string{v.text}
	}
	for _, p := range v.inside() {
		list = append(list, p.paths()...)
	}
	return list
}

// flow reckons, for each instruction, the uses that may come from it on: backwards, until nothing is added any more.
func (r *program) flow(specs map[string]*OpSpec) {
	r.live = make([][]Use, len(r.code))
	for changed := true; changed; {
		changed = false
		for at := len(r.code) - 1; at >= 0; at-- {
			next := r.usesFrom(at, specs)
			if len(next) != len(r.live[at]) {
				r.live[at], changed = next, true
			}
		}
	}
	for _, list := range r.live {
		slices.SortFunc(list, Use.compare)
	}
}

func (u Use) compare(o Use) int { return strings.Compare(u.text(), o.text()) }

func (u Use) text() string {
	return u.Name + "." + u.Field + " " + strconv.Itoa(int(u.As)) + " " + u.Under
}

// usesFrom are the uses that may come from an instruction on, by what is known of those behind it.
func (r *program) usesFrom(at int, specs map[string]*OpSpec) (list []Use) {
	i := r.code[at]
	add := func(uses ...Use) {
		for _, u := range uses {
			if u.Name != RoundName && !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	behind := func(to int, without ...string) {
		if to >= len(r.code) {
			return
		}
		for _, u := range r.live[to] {
			if !slices.Contains(without, u.Name) {
				add(u)
			}
		}
	}
	switch i.do {
	case sending:
		add(UsesOf(specs[i.step.Verb], i.step.Args, i.step.Words)...)
		behind(at+1, i.step.As)
	case beginning, wishing, wished:
		behind(at + 1)
	case repeating:
		behind(i.to, r.loops[i.loop].forgets...)
		behind(at + 1)
	case breaking:
		add(Use{Name: i.step.Name, As: UsedTest})
		behind(at + 1)
		behind(r.loops[i.loop].to)
	case testing:
		add(Use{Name: i.step.Name, As: UsedTest})
		behind(at + 1)
		behind(i.to)
	case jumping:
		behind(i.to)
	case queueing:
		add(Use{Name: i.step.Name, As: UsedTest})
		behind(at + 1)
		behind(i.to)
	case losing, lacking:
		add(Use{Name: i.step.Name, As: UsedLost})
		behind(at + 1)
		behind(i.to)
	case waiting, working:
		for _, path := range i.step.For.paths() {
			name, field, _ := strings.Cut(path, ".")
			add(Use{Name: name, Field: field, As: UsedOther})
		}
		behind(at + 1)
	}
	return list
}
