package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The service decides each copy of a request by itself: what is told of a copy is its own answer and the version that
// it made, whichever answer its writer heard. DECRBY of 15 by 4 answers 11 and then 7; each put makes a version.
func TestWhatIsToldOfACopyIsWhatTheCopyDid(t *testing.T) {
	const counter = "seed: SET n 15\nann: send DECRBY n 4 as d\ndouble d\n"
	const text = "seed: create-container wiki\nseed: put-blob wiki/x v1\nann: send put-blob wiki/x a from=none as p\n" +
		"double p\n"
	for _, row := range []struct {
		lines, mark string
		told        []string
		never       string
	}{
		{counter + "deliver d\ndeliver d'\n", "~ done-twice ann", []string{"The service said yes: 7.",
			"The answer is 7, and Ana has not heard it."}, " 11"},
		{counter + "deliver d'\ndeliver d\n", "~ done-twice ann", []string{"The service said yes: 7."}, " 11"},
		{text + "deliver p\nanswer p\ndeliver p'\n", "~ done-twice ann", []string{"Ana saved v2.",
			"The service said yes: 201 Created v3", "Ana heard: 201 Created. Ana cannot know."}, "Created v2"},
		{text + "deliver p\nben: get-blob wiki/x as g\nben: send put-blob wiki/x b from=g as q\ndeliver p'\n" +
			"deliver q\n", "~ lost-update ann", []string{"Ana's v3 was overwritten by Ben.",
			"Ana saved v3 with a second copy of #3."}, "Ana saved v2"},
		{text + "ben: get-blob wiki/x as g\nben: send put-blob wiki/x b from=g as q\ndeliver p\ndeliver p'\n" +
			"answer p'\ndeliver q\n", "~ lost-update ann", []string{"Ana's v3 was overwritten by Ben."},
			"v2 was"},
		{text + "ben: get-blob wiki/x as g\nben: send put-blob wiki/x b from=g as q\ndeliver p\ndeliver q\n" +
			"deliver p'\n", "~ done-twice ann", []string{"Ana saved v2."}, "Ana saved v4"},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		said := told.First + "\n" + told.Heard
		for _, s := range told.Steps {
			said += "\n" + s.Text
		}
		if last.String() != row.mark {
			t.Errorf("%s%q, want %q", row.lines, last, row.mark)
		}
		for _, want := range row.told {
			if !strings.Contains(said, want) {
				t.Errorf("%sis told as\n%s\nwithout %q", row.lines, said, want)
			}
		}
		if strings.Contains(said, row.never) {
			t.Errorf("%sis told as\n%s\nwith %q", row.lines, said, row.never)
		}
	}
}

// A second copy of a write is decided by itself, and takes what came behind the first: no wish of before is carried out
// then, and the rule is that of the write.
func TestASecondCopyOfAWriteIsDecidedByItself(t *testing.T) {
	r, _ := run(t, "seed: create-container cont\nseed: put-blob cont/b v1\nann: get-blob cont/b\n"+
		"ann: send put-blob cont/b va as x\ndouble x\ndeliver x\nanswer x\nben: get-blob cont/b as s\n"+
		"ben: put-blob cont/b vb if-match=$s.etag\ndeliver x'\n")
	for _, o := range r.Outcomes {
		for _, found := range o.Marks {
			for _, c := range found {
				if c.Kind != engine.LostUpdate {
					continue
				}
				n := conflict.Story(r.Timeline.World(), c)
				said := fmt.Sprint(n.Steps, n.Rule)
				if !strings.Contains(said, "The service said yes to a second copy of #4: 201") ||
					strings.Contains(said, "only now") || strings.Contains(said, "asked for earlier") {
					t.Error(said)
				}
				return
			}
		}
	}
	t.Error("no lost update")
}
