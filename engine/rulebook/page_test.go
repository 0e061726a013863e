package rulebook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/rulebook"
)

const page = `# Things: the rules

What this is.

## Using a thing: why, how
A **rule** with a [link](#other-things).

| Use | Answer |
|---|---|
| write | 412 |

` + "```\n# no heading\n```" + `

Refusals here: ` + "`If-Match: ConditionNotMet`, `a key: ERR one, two`" + `.

### Other things
Nothing.
`

func Example() {
	for _, s := range rulebook.About(page, "using") {
		fmt.Println(s.Anchor(), s.Refusals)
		fmt.Println(s.Plain())
	}
	// Output:
	// using-a-thing-why-how [If-Match: ConditionNotMet a key: ERR one, two]
	// A rule with a "link".
	//
	// Use | Answer
	// write | 412
	//
	// # no heading
}

func TestAWordLeadsToTitlesFirst(t *testing.T) {
	for word, want := range map[string]string{"THINGS": "Things: the rules, Other things", "412": "Using a thing: why, how",
		"other-things": "Other things", "conditionnotmet": "Using a thing: why, how", "nowhere": ""} {
		var titles []string
		for _, s := range rulebook.About(page, word) {
			titles = append(titles, s.Title)
		}
		if got := strings.Join(titles, ", "); got != want {
			t.Errorf("%q leads to %q, want %q", word, got, want)
		}
	}
}

func TestEveryRuleStandsOnItsServicesPage(t *testing.T) {
	for _, service := range catalog.Services() {
		listed := map[string]bool{}
		for _, s := range rulebook.Parse(service.Rules) {
			for _, key := range s.Refusals {
				listed[key] = false
			}
		}
		check := func(where string, r *engine.Rule) {
			if _, ok := listed[rulebook.Key(r)]; !ok {
				t.Errorf("%s: no section of the page of %s is about `%s`: name it in the line \"Refusals here:\" of the "+
					"section in rules.md that tells it", where, service.Name, rulebook.Key(r))
			}
			listed[rulebook.Key(r)] = true
		}
		for _, op := range service.Ops {
			for _, r := range op.Refuses {
				check(op.Verb, r)
			}
		}
		for _, r := range service.Faults {
			check("a fault of "+service.Name, r)
		}
		for key, used := range listed {
			if !used && !leaseOnly(key) {
				t.Errorf("rules.md of %s names `%s`, and no operation refuses by it", service.Name, key)
			}
		}
	}
}

// leaseOnly says whether a rule stands on the page of the lease machine, whose rules not every service has.
func leaseOnly(key string) bool {
	for _, service := range catalog.Services() {
		if service.Name == "blob" {
			return slices.ContainsFunc(service.Ops, func(op engine.OpSpec) bool {
				return slices.ContainsFunc(op.Refuses, func(r *engine.Rule) bool {
					return rulebook.Key(r) == key && strings.Contains(r.Source.Document, "Lease")
				})
			})
		}
	}
	return false
}

func TestNoPageHasTwoSectionsOfOneName(t *testing.T) {
	for _, service := range catalog.Services() {
		seen := map[string]bool{}
		for _, s := range rulebook.Parse(service.Rules) {
			if seen[s.Anchor()] {
				t.Errorf("%s: two sections are called %q, and a link finds only one", service.Name, s.Title)
			}
			seen[s.Anchor()] = true
		}
	}
}
