package rulebook_test

import (
	"fmt"
	"regexp"
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
	// write: 412
	//
	// # no heading
}

func TestAWordLeadsToTitlesFirst(t *testing.T) {
	for word, want := range map[string]string{"THINGS": "Things: the rules, Other things",
		"412":          "Using a thing: why, how",
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
				t.Errorf("%s: no section of the page of %s is about `%s`: name it in the line \"Refusals here:\" of "+
					"the section in rules.md that tells it", where, service.Name, rulebook.Key(r))
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

// What a service sends stands on its page, under "Error codes" or what S3 calls "Error bodies", with its status; and
// what stands there is sent, unless the row says that it never is.
func TestEveryCodeStandsOnItsServicesPage(t *testing.T) {
	for _, service := range catalog.Services() {
		rows := codeRows(service.Rules)
		if service.Name == "tair" {
			continue // Redis has texts instead of codes: they are tried line by line
		}
		sent := map[string]bool{}
		for _, r := range refusalsOf(service) {
			code := r.Fault.Code
			if sent[code] {
				continue
			}
			if sent[code] = true; engine.IsNTStatus(r.Fault.Status) || strings.Trim(code, "0123456789") == "" {
				continue // SMB has a table of its own; a HEAD of S3 has only the status
			}
			if row, ok := rows[code]; !ok || !strings.Contains(row, fmt.Sprint(r.Fault.Status)) {
				t.Errorf("%s sends %d %s: rules.md has no row of it among its error codes, only %q", service.Name,
					r.Fault.Status, code, row)
			}
		}
		for code, row := range rows {
			if !sent[code] && !strings.Contains(row, "never sent") {
				t.Errorf("%s sends no %s, and its row does not say \"never sent\": %s", service.Name, code, row)
			}
		}
	}
}

func refusalsOf(service *engine.Service) []*engine.Rule {
	list := slices.Clone(service.Faults)
	for _, op := range service.Ops {
		list = append(list, op.Refuses...)
	}
	return list
}

var code = regexp.MustCompile(`\b[A-Z]+[a-z0-9]+[A-Z][A-Za-z0-9]*`)

// codeRows are the rows of the table of error codes, by the codes in the cell that holds them; several of one code in
// one text.
func codeRows(page string) map[string]string {
	rows := map[string]string{}
	for _, s := range rulebook.Parse(page) {
		if s.Title != "Error codes" && s.Title != "Error bodies" {
			continue
		}
		for line := range strings.Lines(s.Text) {
			cells := strings.Split(line, "|")
			if len(cells) < 4 {
				continue
			}
			for _, word := range code.FindAllString(cells[1]+" "+cells[2], -1) {
				rows[word] += line
			}
		}
	}
	return rows
}

// The rows of a table stand below each other, each cell behind the word above its column: a row that names nothing goes
// on with the one before it, and an empty cell is left out. Below stands what the marks mean, by the page's own table.
func TestRowsStandBelowEachOther(t *testing.T) {
	const marked = `# Page

| mark | meaning |
|---|---|
| [docs] | the *reference* |
| [unsure] | no source settles it. Rules on screen admit it |
| [minio] / [versity] | seen running |

## Puts

| Op | If-Match | Answer | Tag |
|---|---|---|---|
| Put | old, ` + "`a|b`" + ` | 412 | [docs] |
| | - | 200 | [unsure][versity] |
`
	got := rulebook.Parse(marked)[1].Told(marked)
	const want = "Put\n  If-Match: old, `a|b`\n  Answer: 412\n  Known from: [docs]\n" +
		"Put\n  Answer: 200\n  Known from: [unsure][versity]\n\n" +
		"How it is known:\n[docs] the reference\n[unsure] no source settles it\n[versity] seen running"
	if got != want {
		t.Errorf("it is told as\n%s\nwant\n%s", got, want)
	}
}
