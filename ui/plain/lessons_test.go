package plain

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/engine/roomtest"
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

// What would tell the answer stays undone while a question is open.
func TestAnOpenQuestionIsNotTold(t *testing.T) {
	out, _ := said(t, []string{"lesson", "2"}, "on\non\non\nstep\nrun\ndeliver-all\nrun-to-mark\nwrite x\n")
	if strings.Contains(out, "#6   201") || strings.Count(out, "A question is open") < 4 {
		t.Errorf("%s", out)
	}
}

// A number answers also where something else was said since the question was: a word, or a slip.
func TestANumberAnswersBehindAWord(t *testing.T) {
	for _, between := range []string{"state\n", "nonsense\n", "9\n", "on\n", "truth\n"} {
		out, _ := said(t, []string{"lesson", "16"}, "on\non\n"+between+"2\n")
		if !strings.Contains(out, "ok 204, and the new price is gone") {
			t.Errorf("behind %q\n%s", between, out)
		}
	}
}

// Nor is it told by what tries the orders and the guards, here and a moment before.
func TestAnOpenQuestionIsNotTriedOut(t *testing.T) {
	lines := "orders\nguards\ncompare-guards\notherwise\nrecommend\nwhy\nend state blob x absent\nexport x.md\n"
	out, _ := said(t, []string{"lesson", "16"}, "on\non\n"+lines+"back\n"+lines)
	if n := strings.Count(out, "A question is open: "); n != 16 || strings.Contains(out, "33.3 %") {
		t.Errorf("%d sentences\n%s", n, out)
	}
}

// What was learned is remembered, listed, written elsewhere and cleared; damaged or read-only it is told and stays.
func TestWhatWasLearned(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	session := filepath.Join(folder, "one.db")
	lines := "on\non\non\non\nskip\non\n" // skipped: only the star for no hint
	if out, code := saidHere([]string{"--session", session, "--lesson", "1", "--plain"}, lines); code != exitOK {
		t.Fatalf("%d\n%s", code, out)
	}
	if out, _ := saidHere([]string{"lessons"}, ""); !strings.Contains(out, "1 of 3 stars") {
		t.Errorf("%s", out)
	}
	if out, _ := saidHere([]string{"lessons", "-json"}, ""); !strings.Contains(out, `"stars":1`) {
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
		"the folder cannot be made": func(data string) error {
			return os.Symlink(filepath.Join(data, "nowhere"), filepath.Join(data, "interleave"))
		},
		"the file is read-only": func(data string) error {
			file := filepath.Join(data, "interleave", "lessons.json")
			return errors.Join(os.Mkdir(filepath.Dir(file), 0o700),
				os.WriteFile(file, lesson.NewProgress().Text(), 0o400))
		},
	} {

		data := t.TempDir()
		t.Setenv("XDG_DATA_HOME", data)
		if err := block(data); err != nil {
			t.Fatal(err)
		}
		if f, err := os.OpenFile(filepath.Join(data, "interleave", "lessons.json"), os.O_WRONLY, 0); err == nil {
			f.Close()
			continue // to root no file is read-only
		}
		out, code := saidHere([]string{"--session", filepath.Join(data, "one.db"), "--lesson", "1", "--plain"}, lines)
		if code != exitOK || !strings.Contains(out, "With If-Match the second save is refused") {
			t.Errorf("%s: %d\n%s", name, code, out)
		}
		n := strings.Count(out, "What was learned cannot be read") + strings.Count(out, "Nothing new is remembered of")
		if n != 1 || !strings.Contains(out, filepath.Join(data, "interleave")) {
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
	write(strings.Replace(string(text), "Monday, 9:12:", "Tuesday, 9:12:", 1))
	out, code := saidHere([]string{"--session", old, "--plain"}, "lesson\n")
	if code != exitOK || !strings.Contains(out, "It was, so it is saved: version 2") {
		t.Errorf("the old session: %d\n%s", code, out)
	}
	out, code = saidHere([]string{"--session", filepath.Join(data, "new.db"), "--plain", file}, "lesson\n")
	if code != exitOK || !strings.Contains(out, "Tuesday, 9:12:") {
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
			"  ann: put-blob wiki/home.md \"Open 10 to 6\\nClosed on Monday and Sunday\\n\" if-match=$x.etag\n",
			"1 of 1 right; goal 1 reached, 2 actions\n", exitOK},
		"marked": {"Kim\n1: 2\ngoal 1: ann: put-blob wiki/home.md \"Sunday\" if-match=$a1.etag\n",
			"goal 1 not reached, 1 action, ! stale write\n", exitOK},
		"line":   {"Lee\ngoal 1:\n  ann: putblob wiki/home.md x\n", "line 3, \"ann: putblob", exitWrong},
		"long":   {strings.Repeat("Lee", 100) + "\n1: 2\n", "line 1 is the name, and it has 300 letters", exitWrong},
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
		"ann: put-blob wiki/home.md \"Open 10 to 6\\nClosed on Monday and Sunday\\n\" if-match=$x.etag\n\n"
	if out, code := said(t, []string{"lesson", "3", "--answers", answers}, typed); code != exitOK ||
		!strings.Contains(out, "A number from 1 to 3 answers") {
		t.Fatalf("%s", out)
	}
	if out, _ := said(t, []string{"grade", "3", answers}, ""); !strings.Contains(out,
		"1 of 1 right; goal 1 reached, 2 actions") {
		t.Errorf("%s", out)
	}
}

// asLines is how each goal of the course is reached by the words of plain mode, as its hints say.
var asLines = map[string][]string{
	"01-two-people-one-page": {"as ben; write; as ana; write"},
	"02-every-answer-was-a-success": {"as ben; write; as ana; write",
		"as ana; guard if-match; as ben; write; as ana; write"},
	"03-the-tag-says-what-you-fetched": {`as ana; read; edit "Open 10 to 6\nClosed on Monday and Sunday\n"; write`},
	"04-who-is-first": {"as ana; guard If-None-Match; write one; as ben; " +
		"guard if-none-match; write two"},
	"05-refused-by-yourself": {"as ana; hold; write mine; lose-answer; again; deliver; deliver"},
	"06-was-it-done-or-not": {"ann: EXGET views; as ana; hold; ann: EXINCRBY views 1 VER 1; lose-answer; again; " +
		"deliver; " +
		"deliver"},
	"07-409-is-not-412":                {"as ana; again"},
	"08-a-lock-with-a-clock":           {"next; as ben; lease; read; write Ben"},
	"09-late-by-three-seconds":         {"as ana; renew; advance 10.1s; as ben; lease 15"},
	"10-the-holder-who-slept":          {"as ana; guard if-match; write"},
	"11-what-a-container-lease-guards": {"object wiki/home.md; as ana; lease; as ben; write new"},
	"12-breaking-changing-handing-over": {"ann: change-blob-lease wiki/home.md lease=$l1.lease id=guid:B as c1; " +
		"tell ben $c1.lease; " +
		`ben: put-blob wiki/home.md "mine, says Ben" lease=$c1.lease`},
	"13-done-twice-correctly": {"as ana; do get-messages orders visibilitytimeout=60; advance 40s; delete"},
	"14-the-receipt-that-wears-out": {"as ana; ann: update-message $a1.0 popreceipt=$a2.receipt " +
		"visibilitytimeout=60; " +
		"advance 30s; delete"},
	"15-poison-and-the-copy":       {"as ana; delete"},
	"16-three-ways-to-write-a-row": {"ben: merge-entity stock/p/tea .count=8 if-match=*"},
	"17-all-of-it-or-nothing": {"ann: get-entity jobs/p/count as x; ann: entity-group-transaction jobs p " +
		"[update-entity " +
		"count .n=7 if-match=$x.etag@ insert-entity log7 .job=6]"},
	"18-gone-and-back-again":  {"ann: put-object lake/tea 8 if-match=$s1.etag"},
	"19-one-file-two-doors":   {"ann: smb-create s/report access=RW share=RW; ben: put-range s/report BBBBB range=0-4"},
	"20-the-cache-in-between": {"ann: smb-write $h1.handle AAAAAAAAAA; ben: get-file s/report"},
	"21-the-upload-that-lost-without-a-word": {"ann: complete-multipart-upload lake/film [1=$p2.etag] " +
		"upload=$u2.upload " +
		"if-none-match=*"},
	"22-a-rule-for-everybody":         {"as ben; guard if-match; write"},
	"23-number-or-refusal-that-tells": {"ben: EXCAS key universe 1"},
	"24-no-guard-stops-everything":    {"as ana; guard if-match; write mine; as ben; guard if-match; write his"},
}

// Every goal of the course is reached by words alone, in no more actions than its author's.
func TestEveryGoalIsReachedAsLines(t *testing.T) {
	for _, l := range sessions.Lessons() {
		goals := asLines[sessions.LessonKey(l.Name)]
		if l.Number == 0 {
			continue
		}
		t.Run(sessions.LessonKey(l.Name), func(t *testing.T) {
			var lines []string
			for _, part := range l.Parts {
				switch part.Sort {
				case lesson.Asked:
					for i, c := range part.Question.Choices {
						if c.Right {
							lines = append(lines, string(rune('1'+i)), "on")
						}
					}
				case lesson.Aimed:
					for _, line := range strings.Split(goals[0], "; ") {
						lines = append(lines, strings.ReplaceAll(line, "@", ";"))
					}
					lines, goals = append(lines, "on"), goals[1:]
				case lesson.Told:
					lines = append(lines, "on")
				}
			}
			out, _ := said(t, []string{"lesson", sessions.LessonKey(l.Name)}, strings.Join(lines, "\n"))
			if !strings.Contains(out, "3 stars of 3") {
				t.Errorf("%s", out)
			}
		})
	}
}

// keysInTexts are what stands for keys in texts: a letter alone, and the names of the others.
var keysInTexts = regexp.MustCompile(
	`(^|[ (])([b-zB-HJ-Z]|g [a-z]|Esc|Enter|Ctrl\+.|Colon|Space|Backspace)([ ,.:;)]|$)`)

// No word of a goal or a hint names a key where lessons are played as lines.
func TestLinesNameNoKeys(t *testing.T) {
	for _, l := range sessions.Lessons() {
		for _, part := range l.Parts {
			texts := part.Hints()
			if part.Goal != nil {
				texts = append(texts, part.Goal.Words(l.File.Title))
			}
			for _, text := range texts {
				text = lesson.Spoken(text, true)
				if key := keysInTexts.FindStringSubmatch(text); key != nil &&
					!strings.Contains(" p s x B C X Y ", " "+key[2]+" ") {
					t.Errorf("%s names the key %s: %s", l.Name, key[2], text)
				}
			}
		}
	}
}

// twofold is a place of an author's text that names keys for the desk and words for who plays it as lines.
var twofold = regexp.MustCompile(`\{([^{}|]*)\|([^{}|]*)\}`)

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func rowsOf(p *lesson.Player, lines bool) (all string, rows []string) {
	p.Lines = lines
	width := lesson.Columns
	if lines {
		width = lineWide
	}
	for _, r := range p.Rows(width) {
		rows = append(rows, flat(r.Text))
	}
	return strings.Join(rows, " "), rows
}

// Every lesson is played as lines from its first page to its last, with all hints, a wrong answer to each question and
// the author's way: what is said are the words that the desk shows, and they differ only where the author names keys.
func TestEveryLessonIsPlayedAsLines(t *testing.T) {
	for _, l := range sessions.Lessons() {
		t.Run(sessions.LessonKey(l.Name), func(t *testing.T) {
			r := roomtest.Of(t, l.Name, l.Text)
			p := lesson.NewPlayer(l, lesson.State{})
			if err := p.Begin(r); err != nil {
				t.Fatal(err)
			}
			var typed, shown []string
			for word := ""; p.Part().Sort != lesson.Ended || len(typed) == 0 || word != ""; {
				desk, _ := rowsOf(p, false)
				lines, rows := rowsOf(p, true)
				for _, both := range twofold.FindAllStringSubmatch(flat(l.Text), -1) {
					desk = strings.Replace(desk, both[1], both[2], 1)
				}
				if flat(desk) != flat(lines) {
					t.Errorf("the desk shows %q, the lines say %q", desk, lines)
				}
				shown = append(shown, rows...)
				word = moved(t, p, r)
				typed = append(typed, word)
			}
			if code, _ := homeOf(l, ""); code != "" {
				typed, shown = append(typed, "home"), append(shown, flat(code))
			}
			out, code := said(t, []string{"lesson", sessions.LessonKey(l.Name)}, strings.Join(typed, "\n"))
			if code != exitOK {
				t.Errorf("it ends with %d", code)
			}
			for rest := flat(out); len(shown) > 0; shown = shown[1:] {
				_, behind, found := strings.Cut(rest, shown[0])
				if !found {
					t.Fatalf("%q is not said in its turn:\n%s", shown[0], out)
				}
				rest = behind
			}
		})
	}
}

// moved goes on in a lesson, by all hints, a wrong answer and the author's way, and says what is typed for that; empty
// at the end.
func moved(t *testing.T, p *lesson.Player, r *room.Room) (word string) {
	t.Helper()
	var err error
	switch {
	case p.Hint():
		word = "hint"
	case p.Waits():
		for i, c := range p.Part().Question.Choices {
			if !c.Right {
				word, err = strconv.Itoa(i+1), p.Choose(r, i+1)
				break
			}
		}
	case p.Aims():
		word, err = "skip", p.Skip(r)
	case p.Part().Sort != lesson.Ended:
		word, err = "on", p.GoOn(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return word
}
