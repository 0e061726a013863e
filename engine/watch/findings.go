package watch

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/export"
	"interleave/engine/view"
)

// Finding is a mark of the referee with all that are like it: the same kind, operation and object.
type Finding struct {
	conflict.Finding // the first of them
	Verb             string
	refused          string // the code with which the service refused it; empty: it did not
	Count            int
	Step             int    // of the first one, along the branch
	Sender, Victim   string // names of the writers; Victim is whom it is marked for
	Test             string // that was running as the first one was sent; empty: the output names none
	Ends             bool   // that test was named at its end
	First            string // what happened, in a sentence
	Story            string // in all its steps
	Allowed          bool   // it stands in the list of what is known
	Scenario         []byte // that shows it again; nil: none was made
	Short            bool   // nothing can be taken out of the scenario
	Tried            bool   // a scenario was looked for
}

// Key names a finding for people and for the list of what is known: its kind, operation and object.
func (f *Finding) Key() string { return fmt.Sprintf("%s %s %s", f.Kind, f.Verb, f.Object) }

// Findings are what the referee found in a session, in the order in which it happened, behind a step. Marks that
// are nobody's trouble are left out. tests says which test was running from which request on.
func Findings(v *view.View, behind int, tests []Test) []*Finding {
	var list []*Finding
	byKey := map[string]*Finding{}
	for _, e := range v.Log().All() {
		for _, m := range e.Marks {
			if m.Kind == "" || e.Step <= behind {
				continue
			}
			f := &Finding{Finding: m, Count: 1, Step: e.Step}
			if x := v.Exchange(m.Request); x != nil {
				f.Verb, f.refused = x.Verb, x.Answer.Code()
			}
			if known := byKey[f.Key()]; known != nil {
				known.Count++
				continue
			}
			f.Sender, f.Victim = v.Title(m.By), v.Title(m.Whose)
			f.First = v.Story(m).First
			f.Story = export.Story(v.Story(m), advice.For(v, m))
			f.Test, f.Ends = testAt(tests, m.Request)
			byKey[f.Key()] = f
			list = append(list, f)
		}
	}
	return list
}

// Test is a test that the output of a command names, and the first request that came while it was running; of one that
// is named at its end, that came since the end before.
type Test struct {
	Name string
	From int
	Ends bool // it is named at its end: output may lag behind requests
}

func testAt(tests []Test, request int) (name string, ends bool) {
	for _, t := range tests {
		if t.From <= request {
			name, ends = t.Name, t.Ends
		}
	}
	return name, ends
}

// When says during which test it happened, the name between a stroke before it and one behind it; empty: none is known.
func (f *Finding) When(stroke string) string {
	switch name := stroke + strings.Join(strings.Fields(f.Test), " ") + stroke; {
	case f.Test == "":
		return ""
	case f.Ends:
		return "before the output said that the test " + name + " was over"
	default:
		return "while the test " + name + " was running"
	}
}

// Rule says which findings make a run fail.
type Rule struct {
	words []string
	all   map[engine.Severity]bool
	kinds map[engine.Trouble]bool // true: fails, false: does not
}

// severities are the words of ParseRule for all marks of a sort.
var severities = map[string]engine.Severity{"silent": engine.SeveritySilent, "unknown": engine.SeverityUnknown,
	"refused": engine.SeverityRefused}

// ParseRule reads words with commas between them: silent, unknown and refused for all marks of that sort, a kind as
// stale-write, `!` before a kind that does not count, or none.
func ParseRule(text string) (*Rule, error) {
	r := &Rule{all: map[engine.Severity]bool{}, kinds: map[engine.Trouble]bool{}}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		kind := engine.Trouble(strings.TrimPrefix(word, "!"))
		severity, isSort := severities[word]
		switch {
		case word == "none":
		case isSort:
			r.all[severity] = true
		case slices.Contains(conflict.Kinds(), kind):
			r.kinds[kind] = !strings.HasPrefix(word, "!")
		default:
			var kinds []string
			for _, k := range conflict.Kinds() {
				kinds = append(kinds, string(k))
			}
			slices.Sort(kinds)
			return nil, fmt.Errorf("%q is no kind of mark: there are silent, unknown, refused, none, and %s", word,
				strings.Join(kinds, ", "))
		}
		r.words = append(r.words, word)
	}
	return r, nil
}

// Fails says whether a finding makes the run fail.
func (r *Rule) Fails(f *Finding) bool {
	if f.Allowed {
		return false
	}
	if counts, named := r.kinds[f.Kind]; named {
		return counts
	}
	return r.all[f.Severity]
}

// String is the rule as it was written.
func (r *Rule) String() string { return strings.Join(r.words, ",") }

// Allowance is one line of the list of findings that are known and allowed: a kind, and where they are given an
// operation and an object.
type Allowance struct {
	Line               int
	Kind, Verb, Object string
	Used               bool
}

// ParseAllowances reads the list: a finding on each line, as the report names it, with * for anything in the operation
// and the object; behind # stands a remark.
func ParseAllowances(text string) ([]*Allowance, error) {
	var list []*Allowance
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if words[0] == "" {
			continue
		}
		a := &Allowance{Line: number, Kind: words[0]}
		if len(words) > 1 {
			a.Verb = words[1]
		}
		if len(words) > 2 {
			a.Object = words[2]
		}
		if !slices.Contains(conflict.Kinds(), engine.Trouble(a.Kind)) {
			return nil, fmt.Errorf("line %d: %q is no kind of mark", number, a.Kind)
		}
		for _, pattern := range []string{a.Verb, flat(a.Object)} {
			if _, err := path.Match(pattern, ""); err != nil {
				return nil, fmt.Errorf("line %d: %q is no pattern: %w", number, pattern, err)
			}
		}
		list = append(list, a)
	}
	return list, nil
}

// flat is a text in which * of a pattern stands for strokes too.
func flat(text string) string { return strings.ReplaceAll(text, "/", "\x00") }

// Allow marks the findings that the list names.
func Allow(findings []*Finding, list []*Allowance) {
	fits := func(pattern, text string) bool {
		ok, _ := path.Match(flat(pattern), flat(text)) // the pattern was read before
		return pattern == "" || ok
	}
	for _, f := range findings {
		for _, a := range list {
			if a.Kind == string(f.Kind) && fits(a.Verb, f.Verb) && fits(a.Object, f.Object.String()) {
				f.Allowed, a.Used = true, true
			}
		}
	}
}
