package explore

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A refusal without a kind, as of a condition that a service does not know with this request, is nobody's trouble, and
// the request comes to nothing all the same. Who is refused so whatever the others do has to be told of it.

// plainWord begins the kind under which such refusals are counted, by what was asked and answered: refusals of equal
// writers are of one kind.
const plainWord = "refused "

// plainMost is how many such kinds are counted by themselves: there is room for few, and each is counted anew.
const plainMost = 16

// plainRest are those beyond.
const plainRest engine.Trouble = plainWord + "as others"

// plainly gives a refusal without a kind that kind; anything else stays as it is.
func (g *stage) plainly(f conflict.Finding) conflict.Finding {
	if f.Kind != "" || f.Severity != engine.SeverityRefused || f.Cause == nil {
		return f
	}
	x := g.w.Exchange(f.Request)
	said := f.Cause.Rule.Fault.String() // what is refused within a group is answered with 202 outside
	if g.w.Spec(x.Verb).Prompt() {
		said = f.Cause.Rule.Fault.Code
	}
	f.Severity, f.Kind = noMark, engine.Trouble(strings.TrimSpace(plainWord+x.Verb+" "+said))
	if s := &g.s.marks; s.plain >= plainMost && !slices.Contains(s.all, markKind{f.Severity, f.Kind}) {
		f.Kind = plainRest
	}
	return f
}

func (k markKind) isPlain() bool {
	return k.severity == noMark && strings.HasPrefix(string(k.kind), plainWord)
}

// PlainWords says of the kind of a refusal in Result.Refused what is refused, and how, as `delete-object refused with
// 501 NotImplemented`.
func PlainWords(kind engine.Trouble) string {
	verb, said, _ := strings.Cut(strings.TrimPrefix(string(kind), plainWord), " ")
	if kind == plainRest {
		return "other requests refused"
	}
	return strings.TrimSpace(verb + " refused with " + said)
}

// inAll says whether every order that was counted meets a kind of mark.
func (r *Result) inAll(m MarkOf) bool {
	if r.Samples > 0 {
		return m.Samples == r.Samples
	}
	return m.Schedules != nil && r.Schedules != nil && r.Schedules.Sign() > 0 && m.Schedules.Cmp(r.Schedules) == 0
}

// Always are the refusals without a kind that every order meets, whoever comes first.
func (r *Result) Always() (list []MarkOf) {
	for _, m := range r.Refused {
		if r.inAll(m) {
			list = append(list, m)
		}
	}
	return list
}

// alwaysRows are their rows.
func alwaysRows(found *Result, title func(id string) string) (rows []Row) {
	for _, m := range found.Always() {
		rows = append(rows, Row{Mark: noMark, Text: PlainWords(m.Kind), Orders: digits(m.Schedules),
			Share: Share(m.Schedules, found.Schedules), Length: m.Length, Way: way(m.Example, title), Steps: m.Example,
			Name: strings.ReplaceAll(string(m.Kind), " ", "-")})
	}
	return rows
}

// IsRefused says whether a row tells of a request that is refused in every order, and is nobody's trouble.
func (r Row) IsRefused() bool {
	return r.Mark == noMark && strings.HasPrefix(r.Name, strings.TrimSpace(plainWord)+"-")
}

// sometimes says which requests are refused without a kind, and in how many orders; empty: none.
func (r *Result) sometimes() string {
	var words []string
	for _, m := range r.Refused {
		where := " in some orders"
		if m.Schedules != nil && r.Schedules != nil {
			where = fmt.Sprintf(" in %s of %s", Grouped(m.Schedules), Orders(r.Schedules))
		}
		words = append(words, PlainWords(m.Kind)+where)
	}
	return strings.Join(words, ", ")
}

// met are the kinds that were found so far, without such refusals: which of them every order meets is not known yet.
func (s *search) met() []MarkOf {
	if s.marks.plain == 0 {
		return s.first
	}
	return slices.DeleteFunc(slices.Clone(s.first), func(m MarkOf) bool {
		return markKind{m.Severity, m.Kind}.isPlain()
	})
}
