package ui

import (
	"path"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/lesson"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// byClicks is how the goals of each lesson are reached with the mouse alone: each word is one that stands on the screen
// and is clicked on. A text that a goal asks for is typed; `field` is the value of a field of the form that is open,
// `choose` one of its choices, `behind` the cell where a text ends, and `rub` takes letters away on both sides of it.
var byClicks = map[int][][]string{
	1: {{"2  Ben", "w Write", "1  Ana", "w Write"}},
	2: {{"2  Ben", "w Write", "1  Ana", "w Write"},
		{"1  Ana", "s Guard", "If-Match   ", "2  Ben", "w Write", "1  Ana", "w Write"}},
	3: {{"1  Ana", "r Read", "e Edit  w", "behind Open 9 to 5", "rub 6 0", "type 10 to 6", "Ctrl+S Write"}},
	4: {{"1  Ana", "s Guard", "If-None-Match *   ", "e Edit  w", "type one", "Ctrl+S Write",
		"2  Ben", "s Guard", "If-None-Match *   ", "e Edit  w", "type two", "Ctrl+S Write"}},
	5: {{"1  Ana", "H Hold", "o More", "put-object ", "choose if-none-match *", "[ Send ]", "In-flight",
		"Lose the answer", "g a again", "a Deliver"}},
	6: {{"1  Ana", "o More", "EXGET ", "[ Send ]", "H Hold", "o More", "EXINCRBY  ", "type  1 VER 1", "[ Send ]",
		"In-flight", "Lose the answer", "g a again", "a Deliver"}},
	7: {{"1  Ana", "o More", "put-object ", "type new", "choose if-none-match *", "[ Send ]"}},
	8: {{"Time", "Next timer", "2  Ben", "o More", "acquire-blob-lease", "[ Send ]", "r Read", "e Edit  w",
		"type Ben", "Ctrl+S Write"}},
	9: {{"1  Ana", "o More", "renew-blob-lease", "[ Send ]", "Time", "Move the clock", "10 s", "2  Ben", "o More",
		"acquire-blob-lease", "[ Send ]"}},
	10: {{"1  Ana", "s Guard", "If-Match   ", "w Write"}},
	11: {{"1  Ana", "o More", "acquire-blob-lease", "[ Send ]", "2  Ben", "e Edit  w", "type x", "Ctrl+S Write"}},
	12: {{"1  Ana", "o More", "change-blob-lease", "[ Send ]", "Writer", "Tell the lease id", " Ben    ", "2  Ben",
		"o More", "put-blob ", "type mine, says Ben", "[ Send ]"}},
	13: {{"1  Ana", "o More", "get-messages", "field visibilitytimeout", "type 60", "[ Send ]", "Time",
		"Move the clock", "30 s", "Time", "Move the clock", "10 s", "d Delete"}},
	14: {{"1  Ana", "o More", "update-message", "field visibilitytimeout", "type 60", "[ Send ]", "Time",
		"Move the clock", "30 s", "d Delete"}},
	15: {{"1  Ana", "\"bad\"", "d Delete"}},
	16: {{"2  Ben", "o More", " merge-entity", "type count=8",
		"behind if-match       ..00.0", "rub 9 9", "type *", "[ Send ]"}},
	17: {{"1  Ana", "r Read", "Help", "Command palette", "type ann: entity-group-transaction jobs p [update-entity " +
		"count .n=7 if-match=$r11.etag; insert-entity log7 .job=6]", "entity-group-transaction jobs"}},
	18: {{"1  Ana", "e Edit  w", "rub 2 0", "type 8", "Ctrl+S Write"}},
	19: {{"1  Ana", "o More", "smb-create", "type RW", "field share", "type RW", "[ Send ]", "2  Ben", "o More",
		"put-range", "type BBBBB", "field range", "type 0-4", "[ Send ]"}},
	20: {{"View", "Go to the tree", "Ana RW", "o More", "smb-write", "type AAAAAAAAAA", "[ Send ]", "View",
		"Go to the tree", "report   ", "2  Ben", "r Read"}},
	21: {{"1  Ana", "o More", "complete-multipart-upload", "type [1=$p2.etag]", "choose if-none-match *",
		"[ Send ]"}},
	22: {{"2  Ben", "s Guard", "If-Match   ", "w Write"}},
	23: {{"2  Ben", "o More", "EXCAS  ", "type  universe 1", "[ Send ]"}},
	24: {{"1  Ana", "s Guard", "If-Match   ", "w Write", "2  Ben", "s Guard", "If-Match   ", "w Write"}},
}

// does carries out one step of the mouse. What is not in sight in a list is found with the wheel.
func (h *pointing) does(step string) {
	h.t.Helper()
	verb, rest, _ := strings.Cut(step, " ")
	switch verb {
	case "type":
		h.d.Type(rest)
	case "rub":
		before, behind, _ := strings.Cut(rest, " ")
		for key, word := range map[string]string{"backspace": before, "delete": behind} {
			n, _ := strconv.Atoi(word)
			for range n {
				h.d.Press(key)
			}
		}
	case "behind":
		h.beside(rest, 0, grid.Width(rest))
	case "field", "choose":
		name, choice, _ := strings.Cut(rest, " ")
		_, row, _ := strings.Cut(uitest.Row(h.t, h.d.Frame(), "  "+name+"  "), "  "+name+"  ")
		value := strings.TrimLeft(row, " ")
		before := name + "  " + strings.TrimSuffix(row, value)
		h.beside(before+value[:1], 0, grid.Width(before)+max(strings.Index(value, choice), 0))
	default:
		for range 40 {
			if h.d.Sees(step) {
				break
			}
			h.d.Send(tea.MouseWheelMsg{X: 20, Y: 8, Button: tea.MouseWheelDown})
		}
		n := 0
		if h.d.Sees(" PALETTE ") { // not what was typed, but the row below it
			n = strings.Count(h.d.Frame(), step) - 1
		}
		h.on(step, n)
	}
}

// Every lesson of the course is played with the mouse alone from its first page to its last, every question and every
// goal in it.
func TestEveryLessonIsPlayedByClicks(t *testing.T) {
	for _, name := range lessonFiles(t) {
		d, r, _ := newDesk(t, name, 80, 24)
		p, goal := r.course.player, 0
		if p.Number == 0 {
			continue
		}
		t.Run(path.Base(name), func(t *testing.T) {
			h := &pointing{t: t, d: d}
			for step := 0; p.Part().Sort != lesson.Ended; step++ {
				switch {
				case step > 60:
					t.Fatalf("it does not end:\n%s", d.Frame())
				case p.Waits():
					for i, c := range p.Part().Question.Choices {
						if c.Right {
							h.on(strconv.Itoa(i+1)+" "+wordsOf(c.Text, 60), 0)
						}
					}
				case p.Aims():
					for _, step := range byClicks[p.Number][goal] {
						h.does(step)
					}
					goal++
					if done := *p.Done(); !done.Reached || done.Actions > p.Part().Actions {
						t.Fatalf("goal %d: %+v of %d actions:\n%s", goal, done, p.Part().Actions, d.Frame())
					}
				default:
					h.on("Space go on", 0)
				}
			}
			if stars := p.Stars(p.State); stars != 3 || goal != len(byClicks[p.Number]) {
				t.Errorf("%d stars, %d goals", stars, goal)
			}
		})
	}
}
