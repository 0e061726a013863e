package plain

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/ui/sessions"
)

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
