package scenario_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
)

func failures(t *testing.T, text string) []string {
	t.Helper()
	result, err := mustParse(t, text).Run()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range result.Failures {
		list = append(list, f.String())
	}
	return list
}

func TestTheSampleRaceGetsItsAnswers(t *testing.T) {
	if list := failures(t, string(sample(t, "wiki.race"))); list != nil {
		t.Errorf("%s", strings.Join(list, "\n"))
	}
}

const start = "writer ann\nwriter ben\nseed: put-note a one as first\n"

// One line after the other is wrong about the run; each is told with its line, what was wanted and what was found.
func TestAFailureSaysLineWantedAndFound(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ann: get-note a as a1\n> 201", "test.race:5: wanted 201, found 200"},
		{"ann: get-note a as a1\n> 404 NoteNotFound", "test.race:5: wanted 404 NoteNotFound, found 200"},
		{"ann: get-note b as a1\n> 404 Gone", "test.race:5: wanted 404 Gone, found 404 NoteNotFound"},
		{"ann: get-note a as a1\n> 200 body=two", "test.race:5: wanted body=two, found body=one"},
		{"ann: get-note a as a1\n> 200 size=3", "test.race:5: wanted size=3, found size=none"},
		{"ann: get-note a as a1\n> 200 etag=new", "test.race:5: wanted etag=new, found etag=same"},
		{"ann: put-note a two as a1\n> 201 etag=same", "test.race:5: wanted etag=same, found etag=new"},
		{"ann: get-note a as a1\n> ! - ann", "test.race:5: wanted ! - ann, found no mark"},
		{"ann: get-note a as a1\n> because If-Match", "test.race:5: wanted because If-Match, found 200"},
		{"ann: put-note a two as a1\nstate note a body=one", "test.race:5: wanted body=one, found body=two"},
		{"state note a absent", "test.race:4: wanted note a absent, found it is there"},
		{"state note b body=x", "test.race:4: wanted note b, found it is absent"},
		{"state ann sent=1", "test.race:4: wanted sent=1, found sent=0"},
		{"state note a lock=shut", "test.race:4: wanted lock=shut, found lock=open"},
		{"ann: send get-note a as a1\nlose a1", "test.race:5: wanted no such mark, found > ? no-answer ann"},
		{"ann: get-note a as a1\n> waits", "test.race:5: wanted waits, found 200"},
		{"ann: ECHO one as e\n> two", "test.race:5: wanted two, found one"},
		{"seed: get-note b", "test.race:4: wanted a start that is accepted, found 404 NoteNotFound"},
		{"goal ~ lost-update", "test.race:4: wanted the goal ~ lost-update, found no such mark"},
	} {
		if got := failures(t, start+c.text+"\n"); !reflect.DeepEqual(got, []string{c.want}) {
			t.Errorf("%s\n%q\nwant %q", c.text, got, c.want)
		}
	}
}

func TestWhatIsTrueIsNoFailure(t *testing.T) {
	for _, text := range []string{
		"ann: get-note a as a1\n> 200 body=one size=none etag=$first.etag etag=same",
		"ann: get-note b\n> NoteNotFound",
		"ann: ECHO one\n> one\nann: ECHO CAS_FAILED world 2\n> [CAS_FAILED \"world\" 2]\nann: ECHO\n> ERR syntax error",
		"ann: send get-note a as a1\nlose a1\n> ? no-answer ann",
		"ann: send get-note a as a1\ntimeout a1\n> a1: ? no-answer ann",
		"ann: send put-note a two as a1\ndouble a1\ndeliver a1' a1\n> a1': 201\n> a1: 201\n> ~ done-twice ann",
		"ann: get-note a fault=ServerBusy\n> 503 ServerBusy",
		"bookmark x\nann: put-note a two\n> 201\nback x\nstate note a body=one\nann: get-note a\n> 200 body=one",
		"goal ~ lost-update\nann: get-note a as a1\nben: get-note a as b1\nben: put-note a two\nann: put-note a three",
		"ann: get-note a as a1\ntell ben $a1.etag\nben: put-note a x if-match=$a1.etag\n> 201",
		"clock +15s\nann: put-note a x\nclock 00:20.0\nclock +1s",
	} {
		if list := failures(t, start+text+"\n"); list != nil {
			t.Errorf("%s\n%s", text, strings.Join(list, "\n"))
		}
	}
}

// A whole request that must wait is decided when it can be; `answer` then hands the answer over.
func TestAWholeRequestMayWait(t *testing.T) {
	const text = start + `seed: lock-note a to=shut
ann: put-note a two as a1
> waits
> because lock
seed: lock-note a to=open
> a1: 201
answer a1
> 201 etag=new
`
	if list := failures(t, text); list != nil {
		t.Errorf("%s", strings.Join(list, "\n"))
	}
}

func TestAGoalIsReachedOrNot(t *testing.T) {
	for text, want := range map[string]bool{"ann: get-note a as a1\nben: get-note a as b1\nben: put-note a " +
		"two\nann: put-note a three\n": true, "": false} {
		result, err := mustParse(t, start+text+"goal ~ lost-update\n").Run()
		if err != nil || len(result.Goals) != 1 || result.Goals[0].Done != want {
			t.Errorf("%s%+v %v", text, result.Goals, err)
		}
	}
}

// What the world refuses names the line, and the world's own reason.
func TestAnImpossibleLineEndsTheRun(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{"ann: send get-note a as a1\nann: put-note a x if-match=$a1.etag", 5, "has not heard"},
		{"ann: get-note a as a1\nben: put-note a x if-match=$a1.etag", 5, "tell ben"},
		{"ann: get-note a as a1\n\nanswer a1", 6, "has been heard"},
		{"clock next", 4, "nothing ends by itself"},
	} {
		_, err := mustParse(t, start+c.text+"\n").Run()
		var e *scenario.Error
		if !errors.As(err, &e) || !errors.Is(err, engine.ErrInput) || e.Line != c.line ||
			!strings.Contains(e.Text, c.says) {
			t.Errorf("%s\n%v", c.text, err)
		}
	}
}

// Update states what was found, and keeps the rest of the file.
func TestUpdateRewritesExpectationsInPlace(t *testing.T) {
	const before = start + `
# both read
ann: get-note a as a1
>   404   Gone   body=two  # wrong
ben: get-note a as b1
ben: put-note a "by ben" if-match=$b1.etag as b2
> 201 etag=same   # odd
> ! stale-write ben
ann: put-note a "by ann" if-match=$a1.etag
> 201 etag=new
> because If-Match wanted $b2.etag, found $a1.etag, written by ann at 00:01.0
ann: put-note a blind as a3
state note a body=x etag=$a1.etag
state note b absent
state note c body=x
clock +1s`
	const after = start + `
# both read
ann: get-note a as a1
>   200   body=one  # wrong
ben: get-note a as b1
ben: put-note a "by ben" if-match=$b1.etag as b2
> 201 etag=new   # odd
ann: put-note a "by ann" if-match=$a1.etag
> 412 ConditionNotMet etag=none
> because If-Match wanted $first.etag, found $b2.etag, written by ben at 00:00.0
ann: put-note a blind as a3
> ~ lost-update ben
state note a body=blind etag=$a3.etag
state note b absent
state note c absent
clock +1s`
	got := updated(t, before)
	if got != after {
		t.Errorf("%s\nwant\n%s", got, after)
	}
	if list := failures(t, got); list != nil {
		t.Errorf("the new file fails: %s", strings.Join(list, "\n"))
	}
}

// updated is a text with what it says when it is run.
func updated(t *testing.T, text string) string {
	t.Helper()
	f := mustParse(t, text)
	result, err := f.Run()
	if err != nil {
		t.Fatal(err)
	}
	return string(scenario.Update(f, result))
}

// A file that states nothing gets the answer to each request; then it holds.
func TestUpdateOfAFileThatStatesNothingGivesItAnswers(t *testing.T) {
	const before = start + `ann: get-note b   # none
ann: get-note a as a1
ben: send put-note a two as b1
deliver b1
answer b1
ann: ECHO one as e
clock +1s`
	const after = start + `ann: get-note b   # none
> 404 NoteNotFound
ann: get-note a as a1
> 200
ben: send put-note a two as b1
deliver b1
> 201
answer b1
ann: ECHO one as e
> one
clock +1s`
	if got := updated(t, before); got != after {
		t.Errorf("%s\nwant\n%s", got, after)
	}
	if list := failures(t, after); list != nil {
		t.Errorf("the new file fails: %s", strings.Join(list, "\n"))
	}
}

// A refusal at the start is stated, or it fails the run.
func TestAStatedRefusalOfTheStartHolds(t *testing.T) {
	if list := failures(t, start+"seed: get-note b\n> 404 NoteNotFound\n"); list != nil {
		t.Errorf("%s", strings.Join(list, "\n"))
	}
}

func TestUpdateOfWhatHoldsChangesNothing(t *testing.T) {
	f := mustParse(t, string(sample(t, "wiki.race")))
	result, err := f.Run()
	if err != nil {
		t.Fatal(err)
	}
	if got := scenario.Update(f, result); string(got) != string(scenario.Format(f)) {
		t.Errorf("%s", got)
	}
}

const branches = start + `
ask Who wins?
  right Ann
draft ann a "mine" from=none
ann: get-note a as a1
bookmark read
ann: put-note a two if-match=$a1.etag as a2
seed: put-note b x
back read
ben: send put-note a three as b1
deliver b1
answer b1
`

// describe is everything that happened, as text.
func describe(events []engine.Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(strings.Join([]string{string(rune('A' + e.Kind)), e.At.String(), e.By, e.Object.String(), e.Text},
			" "))
		if e.Answer != nil {
			b.WriteString(" " + e.Answer.String())
		}
		b.WriteString("\n")
	}
	return b.String()
}

func allEvents(r scenario.Result) string {
	var list []engine.Event
	for _, o := range r.Outcomes {
		list = append(list, o.Events...)
	}
	return describe(list)
}

func TestRunningTwiceGivesTheSameEvents(t *testing.T) {
	for _, text := range []string{branches, string(sample(t, "wiki.race"))} {
		one, err1 := mustParse(t, text).Run()
		two, err2 := mustParse(t, text).Run()
		if err1 != nil || err2 != nil || allEvents(one) != allEvents(two) ||
			one.Timeline.World().Digest() != two.Timeline.World().Digest() {
			t.Errorf("%v %v\n%s\n%s", err1, err2, allEvents(one), allEvents(two))
		}
	}
}

func TestSteppingGivesTheEventsOfTheRun(t *testing.T) {
	for _, text := range []string{branches, string(sample(t, "wiki.race"))} {
		f := mustParse(t, text)
		whole, err := f.Run()
		if err != nil {
			t.Fatal(err)
		}
		line, p := timeline.New(tiny(), scenario.FormatInput, scenario.ParseInput), scenario.NewPlayer(f)
		var list []engine.Event
		for !p.Ends() {
			at, places := p.At(), p.Places()
			p = scenario.NewPlayer(f) // a place can be kept and set
			p.Go(at)
			for name, record := range places {
				p.Places()[name] = record
			}
			_, events, err := p.Play(line)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, events...)
		}
		if got := describe(list); got != allEvents(whole) || line.World().Digest() != whole.Timeline.World().Digest() {
			t.Errorf("%s\nwant\n%s", got, allEvents(whole))
		}
	}
}

func TestStepsAreTheStartThenOneMomentEach(t *testing.T) {
	p := scenario.NewPlayer(mustParse(t, branches))
	line := timeline.New(tiny(), scenario.FormatInput, scenario.ParseInput)
	var got []string
	for !p.Ends() {
		s, _, err := p.Play(line)
		if err != nil {
			t.Fatal(err)
		}
		text := s.What
		if s.Ask != nil {
			text = "ask " + s.Ask.Question.Text
		}
		if len(s.Drafts) > 0 {
			text += " with a draft for " + s.Drafts[0].By
		}
		if s.Back != "" {
			text = "back " + s.Back + ", " + text
		}
		got = append(got, text)
	}
	want := []string{"the start", "ask Who wins?", "ann sends get-note with a draft for ann", "the service decides a1",
		"the answer of a1 is heard",
		"ann sends put-note", "the service decides a2", "the answer of a2 is heard", "the start",
		"back read, ben sends put-note",
		"the service decides b1", "the answer of b1 is heard"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// What a person did by hand meanwhile is not done again.
func TestThePlayerLeavesOutWhatWasDoneByHand(t *testing.T) {
	p := scenario.NewPlayer(mustParse(t, start+"ann: get-note a as a1\nann: get-note b as a2\n"))
	line := timeline.New(tiny(),
		scenario.FormatInput, scenario.ParseInput)
	for range 2 {
		if _, _, err := p.Play(line); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := line.Do(engine.Deliver{Names: []string{"a1"}}, engine.Lose{Name: "a1"}); err != nil {
		t.Fatal(err)
	}
	s, _, err := p.Play(line)
	if send, ok := s.Inputs[0].(engine.Send); err != nil || !ok || send.As != "a2" {
		t.Errorf("%+v %v", s, err)
	}
}

func TestAStepThatTheWorldRefusesIsNotTaken(t *testing.T) {
	p, line := scenario.NewPlayer(mustParse(t, start+"ann: send get-note a as a1\nanswer a1\n")), timeline.New(tiny(),
		scenario.FormatInput, scenario.ParseInput)
	for range 2 {
		if _, _, err := p.Play(line); err != nil {
			t.Fatal(err)
		}
	}
	at, here := p.At(), line.Here()
	if _, _, err := p.Play(line); !errors.Is(err, engine.ErrInput) || p.At() != at || line.Here() != here {
		t.Errorf("%v, at %d after %d, record %d after %d", err, p.At(), at, line.Here(), here)
	}
}

// A step compares an answer with what answers can be. A word that is none of that would be a branch never taken.
func TestAStepComparesWithWhatAnAnswerCanBe(t *testing.T) {
	for _, c := range []struct{ request, is, want string }{
		{"put-blob c/b x", "blabla", `no answer to put-blob is "blabla"`},
		{"put-blob c/b x", "ConditionNotMett", "did you mean ConditionNotMet?"},
		{"get-messages q", "0.recipe", `"0.recipe"`},
		{"smb-create s/f", "STATUS_SHARED", `"STATUS_SHARED"`},
		{"put-blob c/b x", "412", ""},
		{"put-blob c/b x", "ConditionNotMet", ""},
		{"put-blob c/b x", "ServerBusy", ""},
		{"put-blob c/b x", "etag", ""},
		{"get-messages q", "0.receipt", ""},
		{"smb-create s/f", "STATUS_SHARING_VIOLATION", ""},
		{"smb-create s/f", "STATUS_SUCCESS", ""},
		{"get-blob c/b", "meta.owner", ""},
		{"GET k", "hello", ""},                                      // the reply begins with what was stored
		{"get-blob c/b", "text", `no answer to get-blob is "text"`}, // a message has one
		{"get-blob c/b", "text=x", `no answer to get-blob is "text"`},
		{"get-blob c/b", "body=x", ""},
		{"put-blob c/b x", "200", "no answer to put-blob is 200: it is answered 201, "},
		{"get-blob c/b", "201", "no answer to get-blob is 201"},
		{"get-messages q", "0", ""},
		{"put-blob c/b x", "0", "no answer to put-blob is 0"},
		{"SETNX k x", "value=1", ""}, // of that catalog.Unmet tells
		{"SETNX k x", "1", ""},
		{"INCR k", "value=1", ""},
		{"EXCAS k x 1", "value=x", ""}, // CAS_FAILED shows it
		{"DEL k", "reply=1", ""},
	} {
		for _, step := range []string{"if m " + c.is + " [stop]", "loop 2 [break on m " + c.is + "]",
			"wait on m " + c.is} {
			text := "writer ann\nplan ann [" + c.request + " as m; " + step + "]\n"
			_, err := scenario.Parse("plan.race", []byte(text), nil)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s: %v", text, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s: %v, want %s", text, err, c.want)
			}
		}
	}
}

// A name may stand for two requests of which one is sent: what an answer to either can be fits.
func TestAStepFitsEitherRequestOfAName(t *testing.T) {
	const two = "writer ann\nplan ann [put-blob c/b x as m; on lost m [get-blob c/b as m]; if m "
	for is, fits := range map[string]bool{"201": true, "200": true, "body=x": true, "202": false} {
		if _, err := scenario.Parse("plan.race", []byte(two+is+" [stop]]\n"), nil); (err == nil) != fits {
			t.Errorf("%s: %v", is, err)
		}
	}
}

// What a plan may compare with goes by the lists of the operations: no answer has a status that these do not have.
func TestEveryStatusStandsInTheListOfItsOperation(t *testing.T) {
	lists := map[string][]int{}
	for _, s := range catalog.Services() {
		for _, spec := range s.Ops {
			list := slices.Clone(spec.OK)
			for _, rule := range slices.Concat(spec.Refuses, s.Faults) {
				list = append(list, rule.Fault.Status)
			}
			lists[spec.Verb] = list
		}
	}
	enginetest.Played(t, func(_ string, tl *timeline.Timeline) {
		verbs := map[int]string{}
		for n := 1; n <= tl.Last(); n++ {
			for _, e := range tl.Events(n) {
				if send, ok := tl.Input(n).(engine.Send); ok && e.Kind == engine.Sent {
					verbs[e.Request] = send.Verb
				}
				verb := verbs[e.Request]
				if e.Kind == engine.Decided && verb != "" && !slices.Contains(lists[verb], e.Answer.Status) {
					t.Errorf("%s is answered %s", verb, e.Answer)
				}
			}
		}
	})
}

// shut is an operation that answers as SMB does.
type shut struct {
	Path string `op:"path"`
	To   string `op:"to"`
}

var sharing = &engine.Rule{Name: "share mode",
	Fault: engine.Fault{Status: 0xC0000043, Code: "STATUS_SHARING_VIOLATION"}}

func (s shut) Apply(tx *engine.Tx) engine.Answer {
	switch {
	case s.To == "open":
		return tx.Refuse(&engine.Cause{Rule: sharing})
	case s.To == "later" && tx.WriterSwitch("ann", "responsive") == "off":
		return tx.Wait(&engine.Cause{Rule: sharing}, 0)
	}
	return tx.Done(0, engine.Field{Name: "to", Value: engine.Text(s.To)})
}

func doors(t *testing.T, text string) (list []string) {
	t.Helper()
	door := &engine.Service{Name: "door", New: func() engine.State { return &notes{engine.NewTable[*note]("door")} },
		Ops: []engine.OpSpec{{Verb: "smb-shut", Method: "SHUT", Object: "door", Group: engine.GroupOther, Op: shut{}}}}
	for _, failure := range enginetest.RanText(t, "writer ann\nwriter ben\n"+text, door).Failures {
		list = append(list, failure.String())
	}
	return list
}

// An answer of SMB is stated by the name of its NTSTATUS alone, also where it accepts: the number 0 is an answer then.
func TestAnNTStatusIsStatedByItsName(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ann: smb-shut d to=open\n> STATUS_SHARING_VIOLATION\n> ! - ann", ""},
		{"ann: smb-shut d to=shut\n> STATUS_SUCCESS to=shut", ""},
		{"ann: smb-shut d to=shut\n> to=shut", ""},
		{"ann: smb-shut d to=open\n> STATUS_SUCCESS",
			"test.race:4: wanted STATUS_SUCCESS, found STATUS_SHARING_VIOLATION"},
		{"ann: smb-shut d to=shut\n> STATUS_SHARING_VIOLATION",
			"test.race:4: wanted STATUS_SHARING_VIOLATION, found STATUS_SUCCESS"},
		{"ann: send smb-shut d to=shut as a1\n> a1: STATUS_SUCCESS",
			"test.race:4: wanted STATUS_SUCCESS, found no answer"},
	} {
		if got := strings.Join(doors(t, c.text), "\n"); got != c.want {
			t.Errorf("%s\ngives %q, want %q", c.text, got, c.want)
		}
	}
}

// A request that waits for a writer's client is judged again when that client answers once more.
func TestTurningASwitchJudgesWhatWaits(t *testing.T) {
	if list := doors(t, "set ann.responsive=off\nben: smb-shut d to=later as b1\n> waits\nset ann.responsive=on\n> "+
		"b1: STATUS_SUCCESS"); list != nil {
		t.Error(list)
	}
}
