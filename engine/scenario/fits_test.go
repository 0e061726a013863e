package scenario_test

import (
	"strings"
	"testing"

	"interleave/engine/scenario"
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
		{"GET k", "hello", ""}, // the reply begins with what was stored
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
