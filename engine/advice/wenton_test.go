package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who was refused one name of a log and has put the same text under the next one is done: told to go on under the next
// name, it would commit twice. Another text there, or one that was refused too, is not it.
func TestWhoWentOnUnderTheNextNameIsDone(t *testing.T) {
	const refused = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket log\n" +
		"ann: put-object log/1 first if-none-match=*\nben: put-object log/1 part if-none-match=*\n"
	const next = "ben: put-object log/2 part if-none-match=*\n"
	for name, c := range map[string]struct {
		then string
		done bool
	}{
		"nothing since":                {"", false},
		"the same text, next name":     {next, true},
		"another text":                 {"ben: put-object log/2 more if-none-match=*\n", false},
		"refused there too":            {"ann: put-object log/2 a\n" + next, false},
		"somebody else's of that text": {"ann: put-object log/2 part\n", false},
		"taken away again":             {next + "ann: delete-object log/2\n", false},
	} {
		want, never := "go on under", "nothing is left to send"
		if c.done {
			want, never = "put the same text into log/2 since: if that is the same work, "+never, want
		}
		t.Log(name)
		saysAtEnd(t, refused+c.then, engine.AlreadyThere, want, never)
	}
}
