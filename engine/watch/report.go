package watch

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"interleave/engine"
)

// Outcome is all that is written of a run.
type Outcome struct {
	Commands []Command
	Ended    Ended
	Requests int
	Unread   int      // headers and queries that no row of the engine looks at
	Absent   []string // what the commands asked for and the catalog does not have, as `SADD (2 times)`
	Faults   string   // as they were asked for; empty: none
	Seed     uint64
	Findings []*Finding
	Rule     *Rule
	Unused   []*Allowance // of the list, those that nothing was found for
}

// Failing are the findings that make the run fail.
func (o *Outcome) Failing() (list []*Finding) {
	for _, f := range o.Findings {
		if o.Rule.Fails(f) {
			list = append(list, f)
		}
	}
	return list
}

// Code is the exit status: that of the command, or 3 where it ended well and findings make the run fail.
func (o *Outcome) Code() int {
	if o.Ended.Code == 0 && len(o.Failing()) > 0 {
		return 3
	}
	return o.Ended.Code
}

// FileOf is the name of the scenario of a finding, the first one having number 1.
func (f *Finding) FileOf(number int) string {
	return fmt.Sprintf("finding-%02d-%s.race", number, f.Kind)
}

// Lines are what is said at the end: how much was seen, and each kind of mark with its first example.
func (o *Outcome) Lines() []string {
	lines := []string{fmt.Sprintf("interleave watch: %s in %s, %s.", count(o.Requests, "request"),
		o.Ended.Took.Round(time.Millisecond), count(len(o.Findings), "finding"))}
	if o.Absent != nil {
		lines = append(lines, "Not in the catalog, and refused: "+strings.Join(o.Absent, ", ")+".")
	}
	told := map[engine.Trouble]bool{}
	for _, f := range o.Findings {
		if told[f.Kind] {
			continue
		}
		told[f.Kind] = true
		line := fmt.Sprintf("%c %s, %s: %s", f.Severity, f.Kind, count(o.marks(f.Kind), "time"), f.First)
		if when := f.When(`"`); when != "" {
			line += " It was " + when + "."
		}
		lines = append(lines, line)
	}
	if n := len(o.Failing()); n > 0 {
		lines = append(lines, fmt.Sprintf("It fails for %s: --fail-on %s.", count(n, "finding"), o.Rule))
	}
	for _, a := range o.Unused {
		lines = append(lines, fmt.Sprintf("Line %d of the list of what is allowed was not needed: %s.", a.Line,
			strings.TrimSpace(a.Kind+" "+a.Verb+" "+a.Object)))
	}
	return lines
}

func (o *Outcome) marks(kind engine.Trouble) (n int) {
	for _, f := range o.Findings {
		if f.Kind == kind {
			n += f.Count
		}
	}
	return n
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Report is the run as a page of Markdown.
func (o *Outcome) Report() []byte {
	var b strings.Builder
	b.WriteString("# What interleave watch saw\n\n")
	for _, c := range o.Commands {
		fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(c.String(), "\n", "\n    "))
	}
	fmt.Fprintf(&b, "\n%s in %s; exit status %d.", count(o.Requests, "request"), o.Ended.Took.Round(time.Millisecond),
		o.Ended.Code)
	if o.Faults != "" {
		fmt.Fprintf(&b, " Faults: %s, seed %d.", o.Faults, o.Seed)
	}
	fmt.Fprintf(&b, " It fails for: %s.\n\nWhat stands here happened in this run. What was not sent, or came in "+
		"another order, was not seen.\n", o.Rule)
	if o.Absent != nil {
		fmt.Fprintf(&b, "\nNot in the catalog, and refused: %s.\n", strings.Join(o.Absent, ", "))
	}
	for i, f := range o.Findings {
		fmt.Fprintf(&b, "\n## %d. `%c` %s: %s on %s\n\n", i+1, f.Severity, f.Kind, f.Verb, f.Object)
		fmt.Fprintf(&b, "%s", count(f.Count, "time"))
		if when := f.When("`"); when != "" {
			b.WriteString(", first " + when)
		}
		if f.Allowed {
			b.WriteString("; known and allowed")
		}
		fmt.Fprintf(&b, ".\n\n%s\n", strings.TrimSpace(f.Story))
		switch {
		case f.Scenario == nil && f.Tried:
			b.WriteString("\nThere is no scenario of it: what was recorded, played again, does not show it within " +
				"the work that is spent on that. session.db has it.\n")
		case f.Scenario != nil:
			left := "Nothing can be taken out of it"
			if !f.Short {
				left = "More could perhaps be taken out of it"
			}
			fmt.Fprintf(&b, "\n[%s](%s) shows it again: `interleave run %s`. %s.\n\n```text\n%s```\n", f.FileOf(i+1),
				f.FileOf(i+1), f.FileOf(i+1), left, shown(f.Scenario))
		}
	}
	if len(o.Findings) == 0 {
		b.WriteString("\nNo mark of the referee.\n")
	}
	return []byte(b.String())
}

// shownMost is how much of a line of a scenario stands in a report: the file has it whole.
const shownMost = 1000

func shown(file []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(file)) {
		if len(line) > shownMost {
			line = fmt.Sprintf("%s... (%d bytes)\n", strings.ToValidUTF8(line[:shownMost], ""), len(line)-1)
		}
		b.WriteString(line)
	}
	return b.String()
}

// Summary is the run as JSON.
func (o *Outcome) Summary() []byte {
	type finding struct {
		Kind     string `json:"kind"`
		Severity string `json:"severity"`
		Verb     string `json:"operation"`
		Object   string `json:"object"`
		Count    int    `json:"count"`
		By       string `json:"by"`
		Whose    string `json:"whose"`
		Test     string `json:"test,omitempty"`
		First    string `json:"first"`
		Fails    bool   `json:"fails"`
		Allowed  bool   `json:"allowed"`
		Scenario string `json:"scenario,omitempty"`
	}
	var commands []string
	for _, c := range o.Commands {
		commands = append(commands, c.String())
	}
	list := []finding{}
	for i, f := range o.Findings {
		one := finding{string(f.Kind), string(f.Severity), f.Verb, f.Object.String(), f.Count, f.By, f.Whose, f.Test,
			f.First, o.Rule.Fails(f), f.Allowed, ""}
		if f.Scenario != nil {
			one.Scenario = f.FileOf(i + 1)
		}
		list = append(list, one)
	}
	text, _ := json.MarshalIndent(map[string]any{"commands": commands, "exit": o.Code(), "commandExit": o.Ended.Code,
		"seconds": o.Ended.Took.Seconds(), "requests": o.Requests, "notLookedAt": o.Unread,
		"notInTheCatalog": append([]string{}, o.Absent...), "faults": o.Faults,
		"seed": o.Seed, "failOn": o.Rule.String(), "findings": list}, "", "  ") // texts and numbers alone
	return append(text, '\n')
}

// JUnit is the run as JUnit's XML: a case for each finding, failed where it makes the run fail.
func (o *Outcome) JUnit() []byte {
	type failure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	type testcase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Failure *failure `xml:"failure,omitempty"`
	}
	type suite struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Seconds  string     `xml:"time,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	s := suite{Name: "interleave watch", Failures: len(o.Failing()),
		Seconds: fmt.Sprintf("%.3f", o.Ended.Took.Seconds())}
	for _, f := range o.Findings {
		c := testcase{Name: f.Key(), Class: f.Test}
		if o.Rule.Fails(f) {
			c.Failure = &failure{Message: f.First, Text: f.Story}
		}
		s.Cases = append(s.Cases, c)
	}
	if len(s.Cases) == 0 {
		s.Cases = []testcase{{Name: "no mark of the referee"}}
	}
	s.Tests = len(s.Cases)
	text, _ := xml.MarshalIndent(s, "", "  ") // texts and numbers alone
	return append([]byte(xml.Header), append(text, '\n')...)
}
