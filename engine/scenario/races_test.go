package scenario_test

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

// raceFiles are the names of all files of the library.
func parseRace(t testing.TB, name string) (*scenario.File, []byte) {
	t.Helper()
	text, err := races.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.RaceFile(t, name), text
}

// Every race of the library gets the answers, marks and end states that its file states, which are those of the
// services' rules.md.
func TestRacesGetTheirAnswers(t *testing.T) {
	for _, name := range races.All() {
		t.Run(strings.TrimSuffix(path.Base(name), ".race"), func(t *testing.T) {
			for _, failure := range enginetest.Ran(t, name).Failures {
				t.Error(failure)
			}
		})
	}
}

// Answers within an answer may be stated as they are told: one alone without a list of its own, and a code by the other
// name that documents have for it.
func TestAnswersMayBeStatedInShort(t *testing.T) {
	for _, text := range []string{`writer ann
seed: create-bucket my-bucket
seed: put-object my-bucket/a one
ann: delete-objects my-bucket [a if-match=wrong]
> 200 [412 PreconditionFailed]
ann: delete-objects my-bucket [a]
> 200 [204]
ann: delete-objects my-bucket [a; c]
> 200 [204; 204]
`, `writer ann
writer ben
seed: create-share s
seed: create-file s/f size=4
ann: smb-create s/f access=D share=RWD as h
ann: smb-set-disposition $h.handle delete=true
ben: get-file s/f
> 409 SMBDeletePending
`} {
		f, err := scenario.Parse("short.race", []byte(text), catalog.Services())
		if err != nil {
			t.Fatal(err)
		}
		result, err := f.Run()
		if err != nil || len(result.Failures) > 0 {
			t.Errorf("%s\n%v %v", text, result.Failures, err)
		}
	}
}

// The runner holds a file to every ~ and ? that occurs. A race of the library says of every refusal too whose trouble
// it is.
func TestRacesNameTheKindOfEveryRefusal(t *testing.T) {
	for _, name := range races.All() {
		for _, o := range enginetest.Ran(t, name).Outcomes {
			for _, marks := range o.Marks {
				for _, m := range marks {
					if m.Severity == engine.SeverityRefused && !states(o.Statement, m.String()) {
						t.Errorf("%s:%d does not state %s", name, o.Statement.Line, m)
					}
				}
			}
		}
	}
}

// The races of S3 state what each request of theirs is answered, where it is decided or later.
func TestRacesOfBucketsStateTheirAnswers(t *testing.T) {
	for _, name := range races.All() {
		if !strings.HasPrefix(name, "bucket/") {
			continue
		}
		f, _ := parseRace(t, name)
		stated := map[string]bool{}
		for _, s := range f.Statements {
			for _, e := range s.Expect {
				if e.Mark == nil && len(s.Names) > 0 {
					stated[s.Names[0]] = true
				}
				stated[e.Request] = true
			}
		}
		delete(stated, "")
		for _, s := range f.Statements {
			whole := s.Kind == scenario.Request && s.By != engine.Seed
			if whole && !stated[s.Name] && !slices.ContainsFunc(s.Expect,
				func(e *scenario.Expectation) bool { return e.Mark == nil }) {
				t.Errorf("%s:%d states no answer", name, s.Line)
			}
		}
	}
}

func states(s *scenario.Statement, mark string) bool {
	return slices.ContainsFunc(s.Expect, func(e *scenario.Expectation) bool {
		return e.Mark != nil &&
			e.Mark.String() == mark
	})
}

// The first conflict of the demo comes within 12 seconds of the clock and 8 moments after its start; a clock line goes
// with the moment behind it. The same race without a guard is as short.
func TestDemoIsShort(t *testing.T) {
	for name, want := range map[string]string{"blob/wiki.race": "! stale-write ann",
		"blob/wiki-no-guard.race": "~ lost-update ben"} {
		f, _ := parseRace(t, name)
		result, err := f.Run()
		if err != nil {
			t.Fatal(err)
		}
		presses, taken, seen := untilMark(result, want)
		if !seen || presses > 8 || taken > 12*time.Second {
			t.Errorf("%s comes to %s (%t) after %d moments and %s", name, want, seen, presses, taken)
		}
	}
}

// untilMark counts the moments and the time from the bookmark `start` to the first mark, and says whether that is the
// one wanted.
func untilMark(result scenario.Result, want string) (presses int, taken time.Duration, seen bool) {
	started := false
	var from, now engine.Instant
	for _, o := range result.Outcomes {
		if o.Statement.Kind == scenario.Bookmark && o.Statement.Name == "start" {
			started, from = true, now
		}
		if started && o.Statement.Kind != scenario.Clock {
			presses += len(o.Statement.Inputs)
		}
		for n, e := range o.Events {
			now = e.At
			if len(o.Marks[n]) > 0 {
				return presses, now.Sub(from), started && o.Marks[n][0].String() == want
			}
		}
	}
	return presses, now.Sub(from), false
}

// A file that was read is written byte for byte as it was.
func TestRacesKeepTheirForm(t *testing.T) {
	for _, name := range races.All() {
		f, text := parseRace(t, name)
		if got := scenario.Format(f); !bytes.Equal(got, text) {
			t.Errorf("%s changes when it is written:\n%s", name, got)
		}
	}
}

// A race is a lesson: it opens with one to three sentences, names its source, and comes with statements that are
// explained.
func TestRacesTeach(t *testing.T) {
	for _, name := range races.All() {
		_, text := parseRace(t, name)
		var lead []string
		source := false
		for line := range strings.Lines(string(text)) {
			words, isComment := strings.CutPrefix(strings.TrimSpace(line), "# ")
			if !isComment {
				break
			}
			if source = strings.HasPrefix(words, "source: "); source {
				break
			}
			lead = append(lead, words)
		}
		sentences := 0
		for _, w := range strings.Fields(strings.Join(lead, " ")) {
			if strings.HasSuffix(w, ".") || strings.HasSuffix(w, "?") {
				sentences++
			}
		}
		puzzle := strings.HasPrefix(name, "lessons/break-") || strings.HasPrefix(name, "lessons/mend-")
		if sentences < 1 && !puzzle || sentences > 3 || !source { // a puzzle is one without words in front
			t.Errorf("%s opens with %d sentences, its source is named there: %t", name, sentences, source)
		}
	}
}

const tooLongForRedis = "ERR string exceeds maximum allowed size (proto-max-bulk-len)"

// elsewhere are the codes that no race shows, and why not.
var elsewhere = map[string]string{
	tooLongForRedis: "needs a value of more than 16 MiB, too",

	"RequestBodyTooLarge": "needs a body of more than 16 MiB, which nobody would read in a race; the service's " +
		"own tests send one",
	"BlockListTooLong":       "needs a list of 50,000 blocks; the service's own tests send one",
	"BlockCountExceedsLimit": "needs 50,000 appended or 100,000 staged blocks; the service's own tests make them",
	"EntityTooLarge":         "needs a body of more than 16 MiB; the service's own tests send one",
	"KeyTooLongError":        "needs a key of more than 1024 bytes; the service's own tests send one",
}

// Every operation, every code that one refuses with and every kind of trouble that a rule names occurs in a race.
func TestRacesReachTheCatalog(t *testing.T) {
	met := meetings(t)
	missing := map[string]string{}
	for _, s := range catalog.Services() {
		for _, op := range s.Ops {
			if !met[op.Verb] {
				missing[op.Verb] = "is sent"
			}
			for _, rule := range op.Refuses {
				if code := rule.Fault.Code; !met[code] && elsewhere[code] == "" {
					missing[code] = "is met, as by " + op.Verb
				}
				if kind := "! " + string(rule.Kind); rule.Kind != "" && !met[kind] {
					missing[kind] = "is met, as by " + op.Verb
				}
			}
		}
		for _, rule := range s.Faults {
			if !met[rule.Fault.Code] {
				missing[rule.Fault.Code] = "is met"
			}
		}
	}
	for _, kind := range reachable {
		if !met[kind] {
			missing[kind] = "is met"
		}
	}
	for _, what := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s: in no race it %s", what, missing[what])
	}
}

// reachable are the kinds of trouble that hang on no single rule and that blobs and containers can show; other services
// have the rest.
var reachable = []string{"! own-echo", "~ stale-holder", "~ guard-defeated", "~ same-number", "~ mixed-content",
	"~ lost-update", "~ done-twice", "~ torn-read",
	"? no-answer"}

// meetings are the verbs, the codes and the marks (as `! leased`) that occur when all races run.
func meetings(t *testing.T) map[string]bool {
	t.Helper()
	met := map[string]bool{}
	for _, name := range races.All() {
		for _, o := range enginetest.Ran(t, name).Outcomes {
			for _, in := range o.Statement.Inputs {
				if send, ok := in.(engine.Send); ok {
					met[send.Verb] = true
				}
			}
			for n, e := range o.Events {
				if e.Answer != nil {
					met[e.Answer.Code()] = true
				}
				for _, m := range o.Marks[n] {
					met[string(m.Severity)+" "+string(m.Kind)] = true
				}
			}
		}
	}
	return met
}

// The programs of the documents stand in the library as their texts: the title names document and strategy, and the
// author says what the program prints, where it prints it.
func TestTheDocumentsProgramsSayWhatTheyPrint(t *testing.T) {
	for name, row := range map[string]struct {
		title, strategy string
		prints          []string
	}{
		"blob/sample-optimistic-v4.race": {"Managing concurrency in Microsoft Azure Storage", "optimistic",
			[]string{"prints the new tag", "tries with the tag it knows", "412, was expected"}},
		"blob/sample-optimistic-v11.race": {"Managing concurrency in Blob storage", "optimistic",
			[]string{"prints its title", "prints the tag", "prints the new tag", "tries with the first tag",
				"412, was expected"}},
		"blob/sample-optimistic-v12.race": {"Managing concurrency in Blob storage", "optimistic",
			[]string{"says what it demonstrates", "prints the tag", "prints the new tag", "412 was expected"}},
		"blob/sample-pessimistic-v4.race": {"Managing concurrency in Microsoft Azure Storage", "pessimistic",
			[]string{"prints the id", "saves, and says so", "tries without a lease", "412 was expected"}},
		"blob/sample-pessimistic-v11.race": {"Managing concurrency in Blob storage", "exclusive write, shared read",
			[]string{"prints its title", "prints it", "saves, and says so", "tries without the id",
				"412 was expected"}},
		"blob/sample-pessimistic-v12.race": {"Managing concurrency in Blob storage", "pessimistic",
			[]string{"says what it demonstrates", "prints its id", "prints that the 412 was expected"}},
		"table/t20-customer-program.race": {"Managing concurrency in Azure Storage", "optimistic",
			[]string{"prints that it succeeded", "prints that the row has changed"}},
		"bucket/r13-the-multipart-program.race": {"Building multi-writer applications on Amazon S3", "If-Match",
			[]string{"prints the id of its upload", "each part that has arrived", "the ETag did not match, attempt " +
				"1 of 3",
				"tries again under the newer one", "the upload succeeded, and the final ETag", "retries are used up"}},
		"blob/r40-one-primary-many-readers.race":               {"", "Exclusive write, shared read", nil},
		"blob/r31-exclusive-reading-is-only-an-agreement.race": {"", "Exclusive write, exclusive read", nil},
		"blob/strategy-shared-write-exclusive-read.race":       {"", "Shared write, exclusive read", nil},
		"blob/r42-a-read-beside-a-write.race": {"", "strong consistency",
			[]string{"eventual consistency"}},
		"blob/r01-optimistic-demonstration.race":      {"", "Optimistic concurrency", []string{"web applications"}},
		"table/t01-lost-update-prevented.race":        {"", "what the documents advise for tables", nil},
		"blob/r41-last-writer-wins-without-harm.race": {"", "last writer wins", nil},
	} {
		_, text := parseRace(t, name)
		title, rest, _ := strings.Cut(string(text), "\n")
		if !strings.Contains(title, row.title) || !strings.Contains(title, row.strategy) {
			t.Errorf("%s is called %q, want %q and %q in it", name, title, row.title, row.strategy)
		}
		said := ""
		for line := range strings.Lines(rest) {
			if comment, ok := strings.CutPrefix(line, "# "); ok {
				said += " " + strings.TrimSpace(comment)
			}
		}
		for _, print := range row.prints {
			at := strings.Index(said, print)
			if at < 0 {
				t.Errorf("%s does not say, or not in its place, %q", name, print)
				continue
			}
			said = said[at:]
		}
	}
}

// What an author writes above a line is heard when that line is played, and until the next such words.
func TestNarrationFollowsTheSteps(t *testing.T) {
	f, err := scenario.Parse("t.race", []byte(`# Two writers. One is late.
# source: nobody
writer ann
seed: create-container wiki

# Ann writes first.
ann: put-blob wiki/a 1
bookmark both
ann: put-blob wiki/a 2
# Now without a guard.
back both
ann: put-blob wiki/a 3
back both
# The cure.
ann: put-blob wiki/a 4
`), catalog.New().Services())
	if err != nil {
		t.Fatal(err)
	}
	p, w := scenario.NewPlayer(f), catalog.New()
	if got := p.Caption(); got != "Two writers. One is late." {
		t.Errorf("before the first step: %q", got)
	}
	want := []string{"Two writers. One is late.", "Ann writes first.", "Ann writes first.",
		"Another way, from the bookmark both on.\nNow without a guard.",
		"Another way, from the bookmark both on.\nThe cure."}
	var heard []string
	for {
		step, ok := p.Next(nil)
		if !ok {
			break
		}
		if step.Statement.Kind == scenario.Request || len(heard) == 0 {
			if n := len(heard); n == 0 || step.What == "ann sends put-blob" {
				heard = append(heard, p.Caption())
			}
		}
	}
	if len(heard) != len(want) {
		t.Fatalf("%d requests, want %d: %q (%v)", len(heard), len(want), heard, w.Now())
	}
	for i := range want {
		if heard[i] != want[i] {
			t.Errorf("step %d: %q, want %q", i, heard[i], want[i])
		}
	}
}

// A page has one title, wherever it is named: in rules and in races.
func TestAPageHasOneTitle(t *testing.T) {
	titles := map[string]string{}
	named := func(title string) {
		plain := strings.NewReplacer(":", "", ",", "").Replace(title)
		words := slices.DeleteFunc(strings.Fields(strings.ToLower(plain)),
			func(word string) bool {
				return slices.Contains([]string{"a", "and", "for", "how", "the", "to", "with"}, word)
			})
		slices.Sort(words)
		key := strings.Join(words, " ")
		if other, ok := titles[key]; ok && !strings.EqualFold(other, title) {
			t.Errorf("one page is called %q and %q", other, title)
		}
		titles[key] = title
	}
	for _, service := range catalog.Services() {
		for _, spec := range service.Ops {
			named(spec.Source.Section)
			for _, rule := range spec.Refuses {
				named(rule.Source.Section)
			}
		}
	}
	for _, name := range races.All() {
		f, _ := parseRace(t, name)
		for _, source := range f.Sources() {
			for i, title := range strings.Split(source, `"`) {
				if i%2 == 1 {
					named(title)
				}
			}
		}
	}
}

// Scenes too small for a race of their own. Where one states no mark, it has none: the runner holds a file to each.
func TestShortScenesGetTheirAnswers(t *testing.T) {
	for name, text := range map[string]string{
		// engine/share/rules.md: a lease goes with its file, whatever is tried with its id
		"the id of a file that is gone": `seed: create-share s
seed: create-file s/f size=4
ann: acquire-file-lease s/f duration=-1 as a
tell ben $a.lease
ben: delete-file s/f lease=$a.lease
ben: create-file s/f size=4
ann: create-file s/f size=8 lease=$a.lease
> 412 LeaseNotPresentWithFileOperation
> ! lease-over ann
ann: change-file-lease s/f lease=$a.lease id=guid:B
> 409 LeaseNotPresentWithLeaseOperation
> ! lease-over ann
ann: delete-file s/f lease=$a.lease
> 412 LeaseNotPresentWithFileOperation
> ! lease-over ann
`,
		// engine/conflict/rules.md, "By part": what a replace leaves as it stood harms nobody
		"a merge behind a replace": `seed: create-table stock
seed: insert-entity stock/p/r .a=1 .b=2
ann: get-entity stock/p/r as a
ben: get-entity stock/p/r as b
ben: update-entity stock/p/r .a=7 .b=2 if-match=$b.etag
ann: merge-entity stock/p/r .b=9 if-match=* from=a
state entity stock/p/r .a={7} .b={9}
`,
		// engine/conflict/rules.md: an expiry is a part of its own, and what ends by the clock is nobody's request
		"an expiry on what another rewrote": `ann: SET k v1
ben: GET k as b
ann: SET k v2
ben: EXPIRE k 10 from=b
> {1}
clock +11s
ann: GET k
> nil
`,
	} {
		f, err := scenario.Parse(name, []byte("writer ann\nwriter ben\n"+text), catalog.Services())
		if err != nil {
			t.Fatal(err)
		}
		result, err := f.Run()
		if err != nil || len(result.Failures) > 0 {
			t.Errorf("%s: %v %v", name, result.Failures, err)
		}
	}
}
