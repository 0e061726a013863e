package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
)

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
