package plain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interleave/engine/lesson"
	"interleave/ui/sessions"
)

// said runs the program on lines and answers what it said.
func said(t *testing.T, args []string, lines string) (out string, code int) {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	return saidHere(args, lines)
}

func saidHere(args []string, lines string) (out string, code int) {
	var b bytes.Buffer
	code = Main(nil, args, strings.NewReader(lines), &b, &b)
	return b.String(), code
}

// Every lesson is played as lines from its first page to its last, with the words that the desk shows.
func TestEveryLessonIsPlayedAsLines(t *testing.T) {
	for _, l := range sessions.Lessons() {
		t.Run(sessions.LessonKey(l.Name), func(t *testing.T) {
			var lines, home []string
			if l.TakeHome != "" {
				home = []string{"home"}
			}
			for _, part := range l.Parts {
				if part.Text == "" && part.Sort == lesson.Told { // it says nothing, and is gone past
					continue
				}
				switch part.Sort {
				case lesson.Asked:
					for i, c := range part.Question.Choices {
						if c.Right {
							lines = append(lines, "hint", string(rune('1'+i)), "on")
						}
					}
				case lesson.Aimed:
					lines = append(lines, "skip", "on")
				case lesson.Told:
					lines = append(lines, "on")
				}
			}
			out, code := said(t, []string{"lesson", sessions.LessonKey(l.Name)},
				strings.Join(append(lines, home...), "\n"))
			if code != exitOK {
				t.Errorf("it ends with %d", code)
			}
			flat := strings.Join(strings.Fields(out), " ")
			for _, part := range l.Parts {
				texts := append([]string{part.Text}, part.Hints()[:min(len(part.Hints()), 1)]...)
				if part.Question != nil {
					texts = append(texts, part.Question.Text)
					for _, c := range part.Question.Choices {
						texts = append(texts, c.Text)
					}
				}
				if part.Goal != nil {
					texts = []string{part.Text}
				}
				for _, text := range append(texts, l.Remember) {
					if !strings.Contains(flat, strings.Join(strings.Fields(text), " ")) {
						t.Errorf("%q is not said", text)
					}
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// What would tell the answer stays undone while a question is open.
func TestAnOpenQuestionIsNotTold(t *testing.T) {
	out, _ := said(t, []string{"lesson", "2"}, "on\non\non\nstep\nrun\ndeliver-all\nrun-to-mark\nwrite x\n")
	if strings.Contains(out, "#6   201") || strings.Count(out, "A question is open") < 4 {
		t.Errorf("%s", out)
	}
}

// What was learned is remembered, listed, written elsewhere and cleared; damaged or read-only it is told and stays.
func TestWhatWasLearned(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	session := filepath.Join(folder, "one.db")
	lines := "on\non\non\non\nskip\non\n"
	if out, code := saidHere([]string{"--session", session, "--lesson", "1", "--plain"}, lines); code != exitOK {
		t.Fatalf("%d\n%s", code, out)
	}
	if out, _ := saidHere([]string{"lessons"}, ""); !strings.Contains(out, "2 of 3 stars") {
		t.Errorf("%s", out)
	}
	if out, _ := saidHere([]string{"lessons", "-json"}, ""); !strings.Contains(out, `"stars":2`) {
		t.Errorf("%s", out)
	}
	file, err := sessions.ProgressFile()
	if err != nil {
		t.Fatal(err)
	}
	if out, code := saidHere([]string{"lessons", "-o", filepath.Join(folder, "copy.json")}, ""); code != exitOK {
		t.Errorf("%s", out)
	}
	if err := os.WriteFile(file, []byte("{damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := saidHere([]string{"lessons"}, ""); code != exitUnmet || !strings.Contains(out, "stays as it is") {
		t.Errorf("%d %s", code, out)
	}
	out, code := saidHere([]string{"--session", filepath.Join(folder, "two.db"), "--lesson", "1", "--plain"}, lines)
	if text, _ := os.ReadFile(file); string(text) != "{damaged" || code != exitOK ||
		!strings.Contains(out, "stays as it is") {
		t.Errorf("%d %s\n%s", code, text, out)
	}
	if out, _ := saidHere([]string{"lessons", "-clear"}, ""); !strings.Contains(out, ".damaged") {
		t.Errorf("%s", out)
	}
	if out, code := saidHere([]string{"lessons"}, ""); code != exitOK || strings.Contains(out, "stars") {
		t.Errorf("%d %s", code, out)
	}
}

// Where nothing can be kept it is told once, and the lesson is played to its end.
func TestWhatIsLearnedCannotBeKept(t *testing.T) {
	lines := "on\non\non\non\nskip\non\n"
	for name, block := range map[string]func(data string) error{
		"the folder is a file": func(data string) error {
			return os.WriteFile(filepath.Join(data, "interleave"), nil,
				0o600)
		},
		"the file is a folder": func(data string) error {
			return os.MkdirAll(filepath.Join(data, "interleave", "lessons.json", "x"), 0o700)
		},
	} {
		data := t.TempDir()
		t.Setenv("XDG_DATA_HOME", data)
		if err := block(data); err != nil {
			t.Fatal(err)
		}
		out, code := saidHere([]string{"--session", filepath.Join(data, "one.db"), "--lesson", "1", "--plain"}, lines)
		if code != exitOK || !strings.Contains(out, "With If-Match the second save is refused") {
			t.Errorf("%s: %d\n%s", name, code, out)
		}
		if n := strings.Count(out, "What was learned cannot be"); n != 1 {
			t.Errorf("%s: it is told %d times\n%s", name, n, out)
		}
	}
}

// A lesson file that changed while it was played: the session goes on with the text that it has, another one begins
// the new text at its start, and nothing is lost.
func TestALessonFileChanged(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	text, err := sessions.ReadRace(sessions.Lessons()[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(data, "mine.race")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(string(text))
	old := filepath.Join(data, "old.db")
	if out, code := saidHere([]string{"--session", old, "--plain", file}, "on\non\n"); code != exitOK {
		t.Fatalf("%d\n%s", code, out)
	}
	write(strings.Replace(string(text), "Monday, 9:12.", "Tuesday, 9:12.", 1))
	out, code := saidHere([]string{"--session", old, "--plain"}, "lesson\n")
	if code != exitOK || !strings.Contains(out, "It was, so it is saved: version 2") {
		t.Errorf("the old session: %d\n%s", code, out)
	}
	out, code = saidHere([]string{"--session", filepath.Join(data, "new.db"), "--plain", file}, "lesson\n")
	if code != exitOK || !strings.Contains(out, "Tuesday, 9:12.") {
		t.Errorf("a new session: %d\n%s", code, out)
	}
	write("lesson \"Broken\nwriter")
	if out, code = saidHere([]string{"--session", filepath.Join(data, "third.db"), "--plain", file},
		""); code == exitOK ||
		!strings.Contains(out, "mine.race:1:") {
		t.Errorf("a broken file: %d\n%s", code, out)
	}
	if out, _ = saidHere([]string{"--session", old, "--plain"}, "lesson\n"); !strings.Contains(out, "version 2") {
		t.Errorf("the old session behind that:\n%s", out)
	}
}

// Answers are compared with the lesson, and what was done for a goal is done again; those of a wrong form are told with
// their line.
func TestAnswersAreGraded(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct {
		text, want string
		code       int
	}{
		"right":   {"Ana\n1: 2\n", "Ana                      1 of 1 right; goal 1 not tried\n", exitOK},
		"wrong":   {"Ben\r\n1: 1\r\n", "0 of 1 right, not right: 1", exitOK},
		"none":    {"Cy\n", "0 of 1 right", exitOK},
		"open":    {"Di\n1:\ngoal 1:\n", "0 of 1 right, not right: 1; goal 1 not tried", exitOK},
		"unnamed": {"1: 2\n", "line 1 is the name", exitWrong},
		"empty":   {"", "line 1 is the name", exitWrong},
		"form":    {"Dee\n1 = 2\n", "line 2 is no answer", exitWrong},
		"words":   {"Dee\n1: the second\n", "line 2 is no answer", exitWrong},
		"far":     {"Eve\n3: 1\n", "line 2 answers question 3, and the lesson has 1", exitWrong},
		"huge":    {"Eve\n99999999999999999999: 1\n", "and the lesson has 1", exitWrong},
		"choice":  {"Fay\n1: 9\n", "line 2 chooses 9, and question 1 has 3 choices", exitWrong},
		"twice":   {"Gil\n1: 2\n1: 3\n", "line 3 answers question 1 a second time", exitWrong},
		"goals":   {"Hal\ngoal 2:\n", "line 2 is about goal 2, and the lesson has 1", exitWrong},
		"again":   {"Hal\ngoal 1:\ngoal 1:\n", "line 3 is about goal 1 a second time", exitWrong},
		"binary":  {"Ida\n\x00\x01", "this is no text", exitWrong},
		"reached": {"Jo\n1: 2\ngoal 1:\n  ann: get-blob wiki/home.md as x\n" +
			"  ann: put-blob wiki/home.md \"10 to 6 Sunday\" if-match=$x.etag\n",
			"1 of 1 right; goal 1 reached, 2 actions\n", exitOK},
		"marked": {"Kim\n1: 2\ngoal 1: ann: put-blob wiki/home.md \"Sunday\" if-match=$a1.etag\n",
			"goal 1 not reached, 1 action, ! stale write\n", exitOK},
		"line":   {"Lee\ngoal 1:\n  ann: putblob wiki/home.md x\n", "line 3: ", exitWrong},
		"cannot": {"Mo\ngoal 1:\n  zoe: get-blob wiki/home.md\n", "line 3 cannot be done: ", exitWrong},
	} {
		file := filepath.Join(folder, name+".txt")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, code := said(t, []string{"grade", "3", file}, "")
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: %d %q, want %d %q", name, code, out, c.code, c.want)
		}
		if code == exitWrong && strings.Count(out, "\n") > 3 {
			t.Errorf("%s: more than a sentence: %q", name, out)
		}
	}
	if out, code := said(t, []string{"grade", "3", folder}, ""); code != exitWrong ||
		!strings.Contains(out, "is a directory") {
		t.Errorf("a folder: %d %q", code, out)
	}
	answers := filepath.Join(folder, "made.txt")
	typed := "Ana\nno\n2\nann: get-blob wiki/home.md as x\n" +
		"ann: put-blob wiki/home.md \"10 to 6 Sunday\" if-match=$x.etag\n\n"
	if out, code := said(t, []string{"lesson", "3", "--answers", answers}, typed); code != exitOK ||
		!strings.Contains(out, "A number from 1 to 3 answers") {
		t.Fatalf("%s", out)
	}
	if out, _ := said(t, []string{"grade", "3", answers}, ""); !strings.Contains(out,
		"1 of 1 right; goal 1 reached, 2 actions") {
		t.Errorf("%s", out)
	}
}
