package plain

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/export"
	"interleave/engine/scenario"
	"interleave/ui/sessions"
)

// unmetLine is one expectation that did not hold, as a JSON line.
type unmetLine struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Wanted string `json:"wanted"`
	Found  string `json:"found"`
}

// running is a call of the subcommand run.
type running struct {
	*program
	update, json bool
	code         int
}

func runFlags(set *flag.FlagSet) func(*program, []string) int {
	r := &running{}
	set.BoolVar(&r.update, "update", false, "Writes what was found into the file, in place of its expectations.")
	set.BoolVar(&r.json, "json", false, "One JSON object for each event and each expectation that did not hold.")
	return func(p *program, files []string) int {
		r.program = p
		if len(files) == 0 {
			return p.wrong("run wants a file, such as interleave run home.race, or a race of the library, such as " +
				"interleave run wiki.")
		}
		for _, name := range files {
			r.code = max(r.code, r.file(name))
		}
		return r.code
	}
}

// read is the scenario in a file or of the library; nil where it is none, which was said then.
func (p *program) read(name string) (f *scenario.File, code int) {
	text, err := sessions.ReadRace(name)
	if err != nil {
		return nil, p.wrong("%s cannot be read: %s", name, ended(err))
	}
	f, err = scenario.Parse(name, text, catalog.New().Services())
	if err != nil {
		return nil, p.wrong("%s", err)
	}
	return f, exitOK
}

// file plays one file and says what came of it.
func (r *running) file(name string) int {
	f, code := r.read(name)
	if f == nil {
		return code
	}
	result, err := f.Run()
	for _, o := range result.Outcomes {
		r.outcome(name, o)
	}
	if err != nil {
		fmt.Fprintln(r.errOut, err)
		return exitUnmet
	}
	if updated := scenario.Update(f, result); r.update && !bytes.Equal(updated, scenario.Format(f)) {
		return r.rewrite(name, updated)
	}
	for _, failure := range result.Failures {
		r.unmet(failure)
	}
	if r.json {
		return min(len(result.Failures), exitUnmet)
	}
	for _, g := range result.Goals {
		if g.Done {
			fmt.Fprintf(r.out, "%s:%d: the goal %s is reached\n", name, g.Goal.Line, g.Goal.Goal)
		}
	}
	if n := len(result.Failures); n > 0 {
		fmt.Fprintf(r.out, "%s: %s\n", name, engine.Counted(n, "expectation did not hold", "expectations did not hold"))
		return exitUnmet
	}
	fmt.Fprintf(r.out, "%s: every expectation held\n", name)
	return exitOK
}

func (r *running) outcome(name string, o scenario.Outcome) {
	if o.Found != nil && !r.json {
		fmt.Fprintf(r.out, "explore: %s\n", o.Found.Verdict())
	}
	for i, e := range o.Events {
		if !r.json {
			fmt.Fprintln(r.out, o.Lines[i])
			continue
		}
		line := export.EventOf(e, o.Marks[i], o.Lines[i], o.Answers[i])
		line.File, line.Line = name, o.Statement.Line
		r.encode(line)
	}
}

func (r *running) unmet(f scenario.Failure) {
	if r.json {
		r.encode(unmetLine{f.File, f.Line, f.Wanted, f.Found})
		return
	}
	fmt.Fprintln(r.out, f)
}

func (p *program) encode(line any) {
	fmt.Fprintf(p.out, "%s", export.JSON(line))
}

// rewrite puts the expectations as they were found into the file.
func (r *running) rewrite(name string, text []byte) int {
	if _, err := os.Stat(name); err != nil {
		return r.wrong("%s is a race of the library and stays as it is.", name)
	}
	if err := sessions.WriteFile(name, text, true); err != nil {
		return r.wrong("%s", sessions.Sentence(err))
	}
	if !r.json {
		fmt.Fprintf(r.out, "%s: the expectations are rewritten\n", name)
	}
	return exitOK
}
