package plain

import (
	"strings"
	"testing"
)

// A version that several tries of one wish met has their mark once, with how often: said again, it reads like another
// trouble.
func TestAMarkOfSeveralTriesIsSaidOnce(t *testing.T) {
	const (
		head = "new\nadd ann, ben\nann: create-bucket lake\nhold ann\nann: put-object lake/l a if-none-match=*\n" +
			"lose-answer\n"
		again = "ann: again\nlose-answer\nhold off\nann: again\n"
		blob  = "new\nadd ann, ben\nann: create-container own\nhold ann\nann: put-blob own/l a if-none-match=*\n" +
			"lose-answer\n"
	)
	for _, c := range []struct{ lines, want string }{
		{head + again + "truth lake/l\n", "! own-echo ann (2 times)\n"},
		{head + "hold off\nann: again\ntruth lake/l\n", "! own-echo ann\n"},
		{blob + again + "truth own/l\n", "! own-echo ann (2 times)\n"},
	} {
		out, _ := said(t, []string{"--ephemeral"}, c.lines)
		truth := out[max(strings.LastIndex(out, "  now"), 0):]
		if !strings.Contains(truth, c.want) || strings.Count(truth, "own-echo") != 1 {
			t.Errorf("%s%s", c.lines, out)
		}
	}
}
