package scenario_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
)

const twoNotes = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: put-note hits 0\n"

const careful = `
plan ann                                 # read, add one, write; at most three rounds
  loop 3
    get-note hits                        as r
    put-note hits {$r.body + 1} if-match=$r.etag   as w
    break on w 201
`

func passes(t *testing.T, text string) scenario.Result {
	t.Helper()
	result, err := mustParse(t, text).Run()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Failures {
		t.Error(f)
	}
	return result
}

// Two writers, the later one needs a second round.
func TestTwoCarefulPlansLoseNothing(t *testing.T) {
	passes(t, twoNotes+careful+strings.ReplaceAll(careful, "plan ann", "plan ben")+`
step ann
> 200 body=0
step ben
step ann
> w: 201
step ben
> w: 412 ConditionNotMet
> because If-Match wanted $ben-r1.etag, found $ann-w1.etag, written by ann at 00:00.0
> ! stale-write ben
run
> ben-w2: 201
state note hits body=2 etag=$ben-w2.etag
state ann sent=2
state ben sent=4
`)
}

// Further down `on lost` asks whether an answer has come by then: who looked in between sends again only where none
// has.
func TestOnLostFurtherDownLooksWhetherAnAnswerHasCome(t *testing.T) {
	const plan = `
plan ann
  put-note hits 1   as w
  on lost w []
  get-note hits     as g
  on lost w
    put-note hits 1 again=w as w
next ann
`
	const heard, read = "deliver ann-w1\n> 201\nanswer ann-w1\n", "deliver ann-g1\nanswer ann-g1\n"
	const again = "deliver ann-w1\n> 201\nanswer ann-w1\ndeliver ann-w2\n> 201\n> ~ done-twice ann\n"
	for name, then := range map[string]string{
		"no answer": "lose ann-w1\n> ? no-answer ann\nnext ann\n" + read +
			"next ann\nrun\nstate ann sent=3\nstate note hits body=1\n",
		"in time": heard + "run\nstate ann sent=2\n",
		"late":    "next ann\n> ? no-answer ann\n" + heard + read + "run\nstate ann sent=2\n",
		"too late": "next ann\n> ? no-answer ann\n" + read + "next ann\n" + again +
			"run\nstate ann sent=3\n",
	} {
		t.Run(name, func(t *testing.T) { passes(t, twoNotes+plan+then) })
	}
}

// `run ann ben ben ann` is four steps in this order: what the blind plans lose is known by hand.
func TestARunTakesStepsInItsOrder(t *testing.T) {
	blind := strings.Replace(careful, " if-match=$r.etag", "", 1)
	passes(t, twoNotes+blind+strings.ReplaceAll(blind, "plan ann", "plan ben")+`
run ann ben ben ann
> ann-w1: 201
> ~ lost-update ben
state note hits body=1
`)
}

// Each word of a plan does what doc.go says; every line stands for one plan and the requests that come of it, in order.
func TestEveryWordOfAPlan(t *testing.T) {
	for _, c := range []struct{ what, plan, wants string }{
		{"a loop ends by itself", `loop 2 [put-note n{} x]`, `put-note n{} x|put-note n{} x`},
		{"break leaves the loop", `loop 3 [get-note hits as r; break on r 200; stop]; get-note more`,
			`get-note hits|get-note more`},
		{"break by a code", `loop 3 [get-note none as r; break on r NoteNotFound]`, `get-note none`},
		{"a status that does not fit", `loop 2 [get-note hits as r; break on r 404]`, `get-note hits|get-note hits`},
		{"if and else", `get-note none as r; if r 404 [get-note a] else [get-note b]`, `get-note none|get-note a`},
		{"else", `get-note hits as r; if r 404 [get-note a] else [get-note b]`, `get-note hits|get-note b`},
		{"a field as a test", `get-note hits as r; if r body [get-note a]; if r reply [get-note b]`,
			`get-note hits|get-note a`},
		{"a reply as a test", `ECHO OK as e; if e OK [get-note a]; ECHO [FAILED 2] as f; if f FAILED [get-note b]`,
			`ECHO OK|get-note a|ECHO [FAILED 2]|get-note b`},
		{"stop", `get-note hits; stop; get-note a`, `get-note hits`},
		{"stop within", `loop 3 [get-note hits as r; if r 200 [stop]]; get-note a`, `get-note hits`},
		{"the round", `loop 2 [loop 2 [put-note a {"n" ++ $round}]; put-note b $round]`,
			`put-note a n1|put-note a n2|put-note b 1|put-note a n1|put-note a n2|put-note b 2`},
		{"numbers", `get-note hits as r; put-note a {2 * ($r.body + 3) + 1}`, `get-note hits|put-note a 7`},
		{"powers", `get-note hits as r; put-note a {3 * 2 ^ ($r.body + 4)}`, `get-note hits|put-note a 48`},
		{"texts", `get-note hits as r; put-note a {"<" ++ $r.body ++ ">"}`, `get-note hits|put-note a <0>`},
		{"JSON", `put-note j "{\"n\": 4, \"l\": [\"x\"]}"; get-note j as r; put-note a {$r.body.n + 1}; put-note b $r.body.l.0; put-note c {$r.body.l << "y"}`,
			`put-note j "{\"n\": 4, \"l\": [\"x\"]}"|get-note j|put-note a 5|put-note b $ann-r1.body.l.0|put-note c "{\"n\": 4, \"l\": [\"x\",\"y\"]}"`},
		{"an empty list", `put-note j "[ ]"; get-note j as r; put-note a {$r.body << 2}`,
			`put-note j "[ ]"|get-note j|put-note a "[ 2]"`},
		{"what may be missing", `get-note none as r; put-note a {$r.body? + 1} if-match=$r.etag?; put-note b {$r.body? << "x"}`,
			`get-note none|put-note a 1 if-match=$ann-r1.etag?|put-note b "[\"x\"]"`},
		{"names of an earlier round", `loop 2 [if r? 200 []; put-note a x if-match=$r.etag?; get-note a as r]`, ``},
		{"names from round to round",
			`get-note hits as r; loop 2 [put-note hits {$r.body? + 1} if-match=$r.etag as r; break on r 404]`,
			`get-note hits|put-note hits 1 if-match=$ann-r1.etag|put-note hits 1 if-match=$ann-r2.etag again=ann-r2`},
		{"tries", `loop 2 [get-note hits as r; put-note hits x if-match="0x1" as w; break on w 201]`,
			`get-note hits|put-note hits x if-match=0x1|get-note hits|put-note hits x if-match=0x1 again=ann-w1`},
		{"no tries", `loop 2 [put-note a x as w; if w 201 [put-note b y]]`,
			`put-note a x|put-note b y|put-note a x|put-note b y`},
		{"from and choose", `get-note hits as r; put-note a x from=r choose=1`,
			`get-note hits|put-note a x from=ann-r1 choose=1`},
	} {
		got, err := sentBy(t, "plan ann ["+strings.ReplaceAll(c.plan, "n{}", "n")+"]")
		if c.wants == "" {
			if err == nil {
				t.Errorf("%s: %s is taken", c.what, c.plan)
			}
			continue
		}
		if want := strings.ReplaceAll(c.wants, "n{}", "n"); err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %s\nsent %s\nwant %s\n%v", c.what, c.plan, strings.Join(got, "|"), want, err)
		}
	}
}

// sentBy are the requests of a plan that runs to its end, without their names.
func sentBy(t *testing.T, plan string) (sent []string, err error) {
	t.Helper()
	f, err := scenario.Parse("test.race", []byte(twoNotes+plan+"\nrun\n"), tiny().Services())
	if err != nil {
		return nil, err
	}
	result, err := f.Run()
	if err != nil {
		return nil, err
	}
	w := result.Timeline.World()
	for n := 2; n <= w.Requests(); n++ {
		x := w.Exchange(n)
		sent = append(sent, requestLine(x))
	}
	return sent, nil
}

// requestLine is a request as a line has it, what it is about and its content without their names.
func requestLine(x *engine.Exchange) string {
	words := []string{x.Verb}
	for _, a := range x.Args {
		if line, is := a.Value.List(); is && a.Name == "line" {
			for _, word := range line {
				words = append(words, scenario.FormatValue(word))
			}
			continue
		}
		name := a.Name + "="
		if a.Name == "path" || a.Name == "body" {
			name = ""
		}
		words = append(words, name+scenario.FormatValue(a.Value))
	}
	for name, is := range map[string]string{"from": x.Words.From, "again": x.Words.Again} {
		if is != "" {
			words = append(words, name+"="+is)
		}
	}
	for _, way := range x.Words.Choose {
		words = append(words, fmt.Sprint("choose=", way))
	}
	return strings.Join(words, " ")
}

// A wait is a timer: `step` and `run` move the clock to its end, `next` says when it ends.
func TestAWaitIsATimer(t *testing.T) {
	const slow = twoNotes + "plan ann [loop 2 [get-note hits as r; wait {2 * $round}s]; wait 600ms; get-note a]\n"
	result := passes(t, slow+"step ann\nstep ann\n> 200\nrun\n> ann-r2: 200\n")
	if now := result.Timeline.World().Now(); now != 6600 {
		t.Errorf("the clock stands at %s behind waits of 2, 4 and 0.6 s", now)
	}
	passes(t, slow+"step ann\nclock next\nnext ann\ndeliver ann-r2\n> 200\n")
	_, err := mustParse(t, slow+"step ann\nnext ann\n").Run()
	if err == nil || !strings.Contains(err.Error(), "waits until 00:02.0") {
		t.Errorf("a step in a wait: %v", err)
	}
}

const retrying = `plan ann
  get-note hits                as r
  put-note hits {$r.body + 1} if-match=$r.etag   as w
  on lost w
    put-note hits {$r.body + 1} if-match=$r.etag   as w
  if w 412
    get-note hits
`

// The time-out branch is taken where no answer came, and left out where one did. The second try meets the first one's
// own work.
func TestALostAnswerTakesItsBranch(t *testing.T) {
	passes(t, twoNotes+retrying+"step ann\nstep ann\n> w: 201\nrun\nstate note hits body=1\nstate ann sent=2\n")
	passes(t, twoNotes+retrying+`
step ann
next ann
deliver ann-w1
lose ann-w1
> ? no-answer ann
step ann
> 412 ConditionNotMet
> ! own-echo ann
run
state note hits body=1
state ann sent=4
`)
	// A client that waits before it tries again stops waiting for the answer first, which is a step of its own.
	passes(t, twoNotes+strings.Replace(retrying, "  on lost w\n", "  on lost w\n    wait 2s\n", 1)+`
step ann
next ann
lose ann-w1
> ? no-answer ann
next ann
state ann sent=2
step ann
> w: 201
run
state note hits body=1
state ann sent=3
`)
	// While the answer is only held up the writer stops waiting, and that is what makes it unknown.
	passes(t, twoNotes+retrying+`
step ann
hold ann
step ann
hold ann off
step ann
> ? no-answer ann
> w: 201
deliver ann-w1
> 412 ConditionNotMet
> ! own-echo ann
answer ann-w1
state note hits body=1
`)
}

// Requests that are held wait for the hands; a run leaves them alone and lets the others go on.
func TestHeldRequestsWait(t *testing.T) {
	result := passes(t, twoNotes+careful+strings.ReplaceAll(careful, "plan ann", "plan ben")+`
hold ann
run
state note hits body=1
state ann sent=1
deliver ann-r1
> 200 body=1
hold ann off
run
state note hits body=2
`)
	if p := result.Timeline.World().PlanOf("ann"); !p.Ended() {
		t.Errorf("the plan of ann has not ended: %+v", p)
	}
}

// Hands may send between the steps of a plan, and the plan does not look at their answers; a double is no answer of its
// own.
func TestHandsBetweenTheSteps(t *testing.T) {
	passes(t, twoNotes+careful+`
step ann
ann: put-note hits 7 as w
> 201
next ann
double ann-w1
deliver ann-w1
> 412 ConditionNotMet
> ! stale-write ann
deliver ann-w1'
> 412
> ! stale-write ann
answer ann-w1
answer ann-w1'
run
> ann-w2: 201
state note hits body=8
`)
}

// A request that waits at the service holds its plan up; when it is decided the answer is handed over by the next step.
func TestAWaitingRequestHoldsItsPlanUp(t *testing.T) {
	passes(t, twoNotes+careful+`
step ann
ben: lock-note hits to=shut
step ann
> waits
ben: lock-note hits to=open
> ann-w1: 201
step ann
state note hits body=1
`)
}

// A plan stands in a bracket on one line as well as in lines, and is written back in either form.
func TestAPlanHasTwoForms(t *testing.T) {
	lines := mustParse(t, twoNotes+retrying).Statements[3].Inputs[0].(engine.Plan)
	text := scenario.FormatInput(lines)
	bracket := mustParse(t, twoNotes+text+"\n").Statements[3].Inputs[0].(engine.Plan)
	if !reflect.DeepEqual(lines, bracket) {
		t.Errorf("%s", text)
	}
	again := mustParse(t, twoNotes+"plan ann\n"+scenario.FormatPlan(lines.Steps)).Statements[3].Inputs[0].(engine.Plan)
	if scenario.FormatPlan(again.Steps) != scenario.FormatPlan(lines.Steps) {
		t.Errorf("%s", scenario.FormatPlan(lines.Steps))
	}
}

// A test may ask what a field of an answer says; it reads back as it is written, and a reference is no text.
func TestAPlanComparesWhatAFieldSays(t *testing.T) {
	for _, is := range []string{"body=1", `body="a b"`, "body=a=b"} {
		text := "plan ann\n  get-note hits as r\n  if r " + is + "\n    get-note hits\n"
		plan := mustParse(t, twoNotes+text).Statements[3].Inputs[0].(engine.Plan)
		want := strings.ReplaceAll(is, `"`, "")
		if got := plan.Steps[1].Is; got != want || scenario.FormatPlan(plan.Steps) == "" {
			t.Errorf("%s is read as %q", is, got)
		}
		lines := "plan ann\n" + scenario.FormatPlan(plan.Steps)
		again := mustParse(t, twoNotes+lines).Statements[3].Inputs[0].(engine.Plan)
		if again.Steps[1].Is != want {
			t.Errorf("%s is written as\n%s", is, scenario.FormatPlan(plan.Steps))
		}
	}
	for _, is := range []string{"body=$r.body", "200=1"} {
		text := twoNotes + "plan ann\n  get-note hits as r\n  if r " + is + "\n    get-note hits\n"
		if _, err := scenario.Parse("x.race", []byte(text), tiny().Services()); err == nil {
			t.Errorf("%s is taken", is)
		}
	}
}

// What the world refuses of plans, with a sentence that says what is wrong.
func TestWrongPlansAreRefused(t *testing.T) {
	send := engine.PlanStep{Verb: "get-note", Args: engine.Args("path", "hits"), As: "r"}
	one := func(steps ...engine.PlanStep) engine.Plan { return engine.Plan{By: "ann", Steps: steps} }
	deep := []engine.PlanStep{send}
	for range engine.MaxNested + 1 {
		deep = []engine.PlanStep{{Do: engine.DoLoop, Times: 1, Then: deep}}
	}
	for _, c := range []struct {
		in       engine.Input
		mentions string
	}{
		{engine.Plan{By: "eve", Steps: []engine.PlanStep{send}}, "no such writer"},
		{engine.Plan{By: "seed", Steps: []engine.PlanStep{send}}, "it makes the start"},
		{engine.Plan{By: "ann"}, "there is none"},
		{engine.Next{By: "ann"}, "there is none"},
		{one(engine.PlanStep{Do: engine.DoLoop, Then: []engine.PlanStep{send}}), "a loop has an end"},
		{one(engine.PlanStep{Do: engine.DoLoop, Times: engine.MaxRounds + 1, Then: []engine.PlanStep{send}}),
			"a loop has an end"},
		{one(send, engine.PlanStep{Do: engine.DoBreak, Name: "r", Is: "200"}), "stands in a loop"},
		{one(engine.PlanStep{Do: engine.DoIf, Name: "r", Is: "200"}), `called "r"`},
		{one(engine.PlanStep{Do: engine.DoLost, Name: "r"}), `called "r"`},
		{one(engine.PlanStep{Do: engine.DoWaitOn, Name: "r", Is: "409"}), "directly behind"},
		{one(engine.PlanStep{Do: engine.DoWait, For: engine.Number(1)}), "in s or ms"},
		{one(engine.PlanStep{Verb: "burn-note"}), "no service"},
		{one(engine.PlanStep{Verb: "get-note", Args: engine.Args("colour", "red")}), `takes no "colour"`},
		{one(engine.PlanStep{Verb: "put-note", Args: []engine.Arg{{Name: "body", Value: engine.Ref("round", false)}}}),
			"stands in none"},
		{one(engine.PlanStep{Verb: "put-note", Args: []engine.Arg{{Name: "body", Value: engine.Ref("w.body", false)}}}),
			`called "w"`},
		{one(engine.PlanStep{Verb: "get-note", As: "round"}), "counts the rounds"},
		{one(engine.PlanStep{Verb: "get-note", As: "a.b"}), "one word"},
		{one(engine.PlanStep{Do: engine.DoWork}), "which answer gave it"},
		{one(engine.PlanStep{Do: engine.DoWork, For: engine.Ref("g.0", false)}), `called "g"`},
		{one(engine.PlanStep{Do: 99}), "there is none"},
		{one(deep...), "blocks of a plan"},
		{one(make([]engine.PlanStep, engine.MaxPlan+1)...), ""},
	} {
		w := tiny()
		if _, err := w.Step(1, engine.AddWriter{ID: "ann"}); err != nil {
			t.Fatal(err)
		}
		before := w.Digest()
		_, err := w.Step(2, c.in)
		if err == nil || !strings.Contains(err.Error(), c.mentions) {
			t.Errorf("%s: %v", scenario.FormatInput(c.in), err)
		}
		if w.Digest() != before || w.Check() != nil {
			t.Errorf("%s: the world has moved, %v", scenario.FormatInput(c.in), w.Check())
		}
	}
}

// What cannot be reckoned or waited for ends no session: the sentence says why, and the plan stands where it stood.
func TestAPlanThatCannotGoOnSaysWhy(t *testing.T) {
	for plan, mentions := range map[string]string{
		`get-note hits as r; put-note a {$r.etag + 1}`:                       "not a whole number",
		`get-note hits as r; put-note a {$r.body.n + 1}`:                     `has no "body.n"`,
		`get-note hits as r; put-note a {$r.body << 1}`:                      "no list",
		`get-note none as r; put-note a {$r.body + 1}`:                       `has no "body"`,
		`get-note hits as r; put-note a {9223372036854775807 + 1}`:           "too large",
		`get-note hits as r; put-note a {9223372036854775807 * 2}`:           "too large",
		`get-note hits as r; if r 404 [get-note a as s]; put-note b $s.body`: "in this round",
		`get-note hits as r; wait $r.etag s`:                                 "",
		`get-note hits as r; does $r.body.n; get-note a`:                     `has no "body.n"`,
		`get-note hits as r; wait {$r.etag}s; get-note a`:                    "whole number",
		`get-note hits as r; wait {$r.body + -1}s; get-note a`:               "whole number",
		`loop 1000 [loop 1000 [wait 0s]]; get-note a`:                        "steps of a plan between two requests",
	} {
		_, err := sentBy(t, "plan ann ["+plan+"]")
		var e *scenario.Error
		switch {
		case mentions == "":
			if err == nil {
				t.Errorf("%s is taken", plan)
			}
		case strings.Contains(plan, "wait"), strings.Contains(plan, "does"):
			// A run ends where nobody can go on; a step says why.
			_, err = mustParse(t, twoNotes+"plan ann ["+plan+"]\nstep ann\nstep ann\n").Run()
			fallthrough
		default:
			if !errors.As(err, &e) || !strings.Contains(e.Text, mentions) {
				t.Errorf("%s: %v", plan, err)
			}
		}
	}
}

// Behind a block in brackets its line ends, or a ; stands, or the else of an if: what else stands there belongs to
// nothing.
func TestABlockInBracketsEndsItsLine(t *testing.T) {
	for _, front := range []string{"plan ann\n  ", "plan ann ["} {
		for _, step := range []string{"loop 2 [get-note a]", "if r 200 [stop]", "if r 200 [stop] else [stop]",
			"on lost r [stop]"} {
			text := twoNotes + strings.Replace(front, "plan ann\n", "plan ann\n  get-note a as r\n", 1)
			if strings.HasSuffix(front, "[") {
				text += "get-note a as r; "
			}
			_, err := scenario.Parse("test.race", []byte(text+step+" get-note b\n"), tiny().Services())
			if e := new(scenario.Error); !errors.As(err, &e) || !strings.Contains(e.Text, "too much") ||
				e.Col != strings.Index(e.Source, "get-note b")+1 {
				t.Errorf("%q with get-note b behind it: %v", step, err)
			}
			closed := map[bool]string{true: "]\n", false: " # as planned\n"}[strings.HasSuffix(front, "[")]
			mustParse(t, text+step+closed)
		}
	}
}

// What a plan has sent keeps its name, and comes to its end, behind another plan or none.
func TestWhatAnOldPlanHasUnderWayKeepsItsName(t *testing.T) {
	for _, next := range []string{"off", "[get-note hits as other; put-note more {$other.body + 1}]"} {
		result := passes(t, twoNotes+careful+"step ann\nnext ann\nplan ann "+next+
			"\ndeliver ann-w1\n> 201\nanswer ann-w1\nrun\nstate note hits body=1\n")
		w := result.Timeline.World()
		if p := w.PlanOf("ann"); next != "off" && (!p.Ended() || w.Requests() != 5) || next == "off" && p != nil {
			t.Errorf("plan ann %s: %d requests, %+v", next, w.Requests(), p)
		}
	}
}

// The commands of a prompt are answered by replies, also where a plan gives them no names.
func TestAPlanOfCommandsIsAnsweredByReplies(t *testing.T) {
	passes(t, twoNotes+"plan ann [ECHO [a 2]; ECHO nothing]\nstep ann\n> [a 2]\nstep ann\n> nothing\n")
}

// A run that would go on and on ends with a sentence.
func TestARunHasAMost(t *testing.T) {
	result, err := mustParse(t, twoNotes+"plan ann [loop 1000 [loop 1000 [get-note hits]]]\nrun\n").Run()
	if err == nil || !strings.Contains(err.Error(), "10000 inputs in one run of plans") {
		t.Errorf("%v", err)
	}
	if n := result.Timeline.Last(); n < engine.MaxWalk || n > engine.MaxWalk+10 {
		t.Errorf("the run has put %d inputs in", n)
	}
}

// The player takes the steps that a run takes, moment by moment, and comes to the same world.
func TestThePlayerStepsThroughPlans(t *testing.T) {
	text := twoNotes + retrying + strings.ReplaceAll(careful, "plan ann", "plan ben") +
		"step ann\nrun ben ann\nhold ann\nstep ben\nhold ann off\nrun\n"
	f := mustParse(t, text)
	result, err := f.Run()
	if err != nil {
		t.Fatal(err)
	}
	line, p := timeline.New(tiny(), scenario.FormatInput, scenario.ParseInput), scenario.NewPlayer(f)
	presses := 0
	for ; presses < 100; presses++ {
		place := p.At()
		p = scenario.NewPlayer(f)
		p.Go(place)
		step, _, err := p.Play(line)
		if err != nil {
			t.Fatal(err)
		}
		if len(step.Inputs) == 0 {
			break
		}
	}
	if line.World().Digest() != result.Timeline.World().Digest() || !p.Ends() {
		t.Errorf("after %d presses:\n%s\nthe run:\n%s", presses, line.World().Describe(),
			result.Timeline.World().Describe())
	}
}
