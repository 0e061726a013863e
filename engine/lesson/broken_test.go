package lesson_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
)

// bothHaveRead is how the lessons of these tests begin: two people have read one page.
const bothHaveRead = `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/home.md one
ann: get-blob wiki/home.md as a1
ben: get-blob wiki/home.md as b1
`

const sound = `# A page with two editors.
# source: Azure, "Managing concurrency in Azure Storage"
lesson "Both save" idea="a small one" minutes=3
` + bothHaveRead + `# Ana is first.
ann: put-blob wiki/home.md two if-match=$a1.etag as a2
> 201
ben: send put-blob wiki/home.md three if-match=$b1.etag as b2
ask What does Ben hear?
  choice 201
  > 201
    because His tag is old.
  right 412
  > 412
    because His tag is that of what he read.
  hint Look at his tag.
deliver b2
answer b2
goal state blob wiki/home.md body=three within 2
  task let Ben have his way after all.
  hint Read first.
ben: get-blob wiki/home.md as b3
ben: put-blob wiki/home.md three if-match=$b3.etag from=b3 as b4
take-home b4
remember Read again, then send.
`

// Each change breaks one promise; the check says which, with the line.
func TestEachBrokenLessonHasItsSentence(t *testing.T) {
	if list := lesson.Check("sound.race", []byte(sound), catalog.Services()); len(list) > 0 {
		t.Fatalf("the sound one: %q", list)
	}
	for _, c := range []struct{ name, old, now, want string }{
		{"a right answer that is wrong", "right 412\n  > 412", "right 412\n  > 409",
			":19: wanted the right answer to be so: 409, found 412 ConditionNotMet"},
		{"a wrong answer that is right", "choice 201\n  > 201", "choice 201\n  > 412",
			"wanted a choice that is wrong: 201, found that it is so"},
		{"a question after its delivery", "ben: send put-blob wiki/home.md three if-match=$b1.etag as b2\n",
			"ben: send put-blob wiki/home.md three if-match=$b1.etag as b2\ndeliver b2\n", "decided above"},
		{"a goal out of reach", "goal state blob wiki/home.md body=three", "goal state blob wiki/home.md body=four",
			"wanted the goal state blob wiki/home.md body=four within 2, found it is not so"},
		{"a goal that allows too few actions", "body=three within 2", "body=three within 1",
			"the author's way takes 2 actions, and the goal allows 1"},
		{"a goal that is reached already", "body=three within 2", "body=two within 2",
			"reached before anybody does anything"},
		{"a page too long for 80x24", "# Ana is first.", "# " + strings.Repeat("Ana is first. ", 80),
			"a screen of 80x24 has room for 10"},
		{"one choice", "  choice 201\n  > 201\n    because His tag is old.\n", "", "a question has 2 to 4 answers"},
		{"no right answer", "right 412", "choice 412", "no answer is right"},
		{"nothing that holds the answer", "right 412\n  > 412\n", "right 412\n",
			"nothing holds this answer to be right"},
		{"no reason", "    because His tag is old.\n", "", "has no because"},
		{"no words of its author", "  task let Ben have his way after all.\n", "", "told by a machine's sentence"},
		{"two tasks", "  hint Read first.", "  task again.\n  hint Read first.", "a goal has one task"},
		{"a task under a question", "  hint Look at his tag.", "  task look.", "task stands under a goal"},
		{"keys without words", "  hint Read first.", "  hint {r, then w}.", "the keys of the desk first"},
		{"an operation that nobody sends", "body=three within 2", "body=three by copy-blob within 2",
			"what counts here is copy-blob"},
		{"a mark that does not come up", "body=three within 2", "body=three with ? no-answer ben within 2",
			"? no answer of Ben is still to come. Go on, or undo takes the last action back."},
		{"a moment that has not come", "body=three within 2", "body=three after 00:40.0 within 2", "too early"},
		{"no moment behind after", "body=three within 2", "body=three after noon within 2", "write after 00:40.0"},
		{"no hint", "  hint Read first.\n", "", "a hint is missing"},
		{"no sentence to remember", "remember Read again, then send.\n", "", "the sentence to remember is missing"},
		{"no request to take home", "take-home b4\n", "", "the request to take home is missing"},
		{"no document", "# source: Azure, \"Managing concurrency in Azure Storage\"\n", "", "no document is named"},
		{"no minutes", " minutes=3", "", "how long it takes"},
		{"no author's way", "ben: get-blob wiki/home.md as b3\nben: put-blob wiki/home.md three " +
			"if-match=$b3.etag from=b3 as b4\ntake-home b4", "take-home b2",
			"the author's way to this goal is missing"},
		{"a line that is none", "deliver b2", "delivre b2", "did you mean deliver?"},
		{"a word that no row holds", "# Ana is first.", "# " + strings.Repeat("x", 300), "has 300 letters"},
		{"an answer that no row holds", "choice 201", "choice " + strings.Repeat("x", 300), "has 300 letters"},
		{"a control character", "Look at his tag.", "Look \x1b[31mat his tag.", "control character"},
		{"a trouble that is none", "state blob wiki/home.md body=three", "~ lost-updat ann",
			"did you mean lost-update?"},
		{"a writer that is none", "state blob wiki/home.md body=three", "~ lost-update zoe",
			"no writer of this lesson is called zoe; there is ann, ben"},
		{"a choice like the right one", "  hint Look at his tag.", "  choice 412\n  hint Look at his tag.",
			"the choice \"412\" stands above already"},
		{"a hint for nothing", "take-home b4", "hint Whose?\ntake-home b4", "hint stands under an ask"},
		{"a choice without words", "choice 201\n", "choice\n", "behind choice stands its text"},
		{"a question about another request", "right 412\n  > 412", "right 412\n  > a2: 201", "decided above"},
		{"no lesson at all", "lesson \"Both save\" idea=\"a small one\" minutes=3\n", "", "is no lesson"},
	} {
		if !strings.Contains(sound, c.old) {
			t.Fatalf("%s: the sound one has no %q", c.name, c.old)
		}
		list := lesson.Check("broken.race", []byte(strings.Replace(sound, c.old, c.now, 1)), catalog.Services())
		if !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s: %q, want %q", c.name, list, c.want)
		}
	}
}

// What editors of other systems write is the same lesson.
func TestLinesAndMarksOfOtherSystems(t *testing.T) {
	for _, text := range []string{"\ufeff" + sound, strings.ReplaceAll(sound, "\n", "\r\n")} {
		if list := lesson.Check("sound.race", []byte(text), catalog.Services()); len(list) > 0 {
			t.Errorf("%.20q: %q", text, list)
		}
	}
}
