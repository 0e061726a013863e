package scenario_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"interleave/engine/scenario"
)

const lesson = `# Ana and Ben have one note.
lesson 7 "Who is last" chapter="Nobody was told" idea="last writer wins" minutes=4
# teacher: most say Ann
writer ann
writer ben
seed: put-note a one as first
ann: get-note a as a1
ben: get-note a as b1
# Both send.
ben: put-note a two as b2
ann: send put-note a three as a2
ask What does Ann hear?
  choice 412
  > 412
    because She read before Ben wrote.
  right 201
  > 201 etag=new
  > ~ lost-update ben
  > state note a body=three
    because She sent no condition.
  hint Look at her guard.
deliver a2
> ~ lost-update ben
answer a2
goal ~ lost-update ann within 1
  hint Ben saves too.
ben: put-note a four from=b1 as b3
> ~ lost-update ann
goal state note a holds="our"
take-home b3
remember The last one wins.
`

func TestALessonSaysWhatItAsks(t *testing.T) {
	f := mustParse(t, lesson)
	if got := string(scenario.Format(f)); got != lesson {
		t.Errorf("it is written otherwise:\n%s", got)
	}
	if list := failures(t, lesson); list != nil {
		t.Error(strings.Join(list, "\n"))
	}
	of := func(k scenario.Kind) *scenario.Statement {
		return f.Statements[slices.IndexFunc(f.Statements, func(s *scenario.Statement) bool { return s.Kind == k })]
	}
	if h := of(scenario.LessonOf).Lesson; *h != (scenario.Heading{Number: 7, Title: "Who is last",
		Chapter: "Nobody was told",
		Idea:    "last writer wins", Minutes: 4}) {
		t.Errorf("%+v", h)
	}
	if q := of(scenario.Ask).Question; !reflect.DeepEqual(q, &scenario.Question{Text: "What does Ann hear?",
		Choices: []scenario.Option{
			{"412", "She read before Ben wrote.", false}, {"201", "She sent no condition.", true}},
		Hints: []string{"Look at her guard."}}) {
		t.Errorf("%+v", q)
	}
	if a := of(scenario.Goal).Goal; a.Within != 1 || a.Mark.String() != "~ lost-update ann" || len(a.Hints) != 1 ||
		a.String() != "~ lost-update ann within 1" {
		t.Errorf("%+v", a)
	}
	if of(scenario.TakeHome).Name != "b3" || of(scenario.Remember).Text != "The last one wins." {
		t.Errorf("%+v %+v", of(scenario.TakeHome), of(scenario.Remember))
	}
	if got := f.About(); got != "Ana and Ben have one note." {
		t.Errorf("%q", got)
	}
	if notes := of(scenario.Writer).TeacherNotes(); len(notes) != 1 || of(scenario.Writer).Comment() != "" {
		t.Errorf("%q, and said to all: %q", notes, of(scenario.Writer).Comment())
	}
}

// Each change makes one line of the lesson untrue; the run says which.
func TestARunHoldsALessonToItsAnswers(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"  > 201 etag=new", "  > 409", "wanted the right answer to be so: 409, found 201"},
		{"  > ~ lost-update ben\n  > st", "  > ~ lost-update ann\n  > st",
			"wanted the right answer to be so: ~ lost-update ann, found ~ lost-update ben"},
		{"  > state note a body=three", "  > state note a body=two",
			"wanted the right answer to be so: body=two, found body=three"},
		{"  > 412\n", "  > 201\n", "wanted a choice that is wrong: 412, found that it is so"},
		{"goal ~ lost-update ann", "goal ~ lost-update cy", "wanted the goal ~ lost-update cy within 1, found no " +
			"such mark"},
		{`goal state note a holds="our"`, `goal state note a holds="five"`,
			`wanted the goal state note a holds="five", found it is not so`},
		{`holds="our"`, `holds="our" without ~ lost-update ann`,
			`wanted the goal state note a holds="our" without ~ lost-update ann, found it is not so`},
	} {
		text := strings.Replace(lesson, c.old, c.now, 1)
		if list := failures(t, text); !slices.ContainsFunc(list, func(s string) bool {
			return strings.HasSuffix(s, c.want)
		}) {
			t.Errorf("%s\n%q\nwant %q", c.now, list, c.want)
		}
	}
}

func TestAGoalCountsTheActionsOfItsAuthor(t *testing.T) {
	result, err := mustParse(t, lesson).Run()
	if err != nil || len(result.Goals) != 2 || !result.Goals[0].Done || result.Goals[0].Actions != 1 {
		t.Errorf("%+v %v", result.Goals, err)
	}
}

func TestWrongLinesOfLessonsAreTold(t *testing.T) {
	for line, want := range map[string]string{
		"ask":                                                 "behind ask stands its text",
		"hint Look there.":                                    "stands under an ask",
		"ask Who?\nbecause So.":                               "because stands under a choice",
		"ask Who?\n  right A\n  right B":                      "one right answer",
		"ask Who?\n  right A\n  > z9: 201":                    "called z9",
		"lesson 5":                                            "a title in quotes",
		`lesson "A" minutes=long`:                             "does not belong here",
		"lesson \"A\"\nlesson \"B\"":                          "a file is one lesson",
		"goal ~ lost-update within no":                        "no number of actions",
		"goal never ~ lost-update in all or":                  "write goal never ~ lost-update in all orders",
		"goal never ~ lost-update ann in all orders":          "not by whose they are",
		"goal never ~ lost-update in all orders --rain 2":     "\"rain\" is no budget",
		"goal never ~ lost-update in all orders --jumps":      "behind --jumps stands a number",
		"goal ~ lost-update never ~ lost-updat in all orders": "did you mean lost-update?",
		"take-home z9":                                        "called z9",
		"remember":                                            "behind remember stands its text",
	} {
		_, err := scenario.Parse("test.race", []byte(start+line+"\n"), tiny().Services())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
