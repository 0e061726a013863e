package ui

import (
	"path"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/lesson"
	"interleave/engine/races"
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
		"Lose the answer", "& again", "a Deliver"}},
	6: {{"1  Ana", "o More", "EXGET ", "[ Send ]", "H Hold", "o More", "EXINCRBY  ", "type  1 VER 1", "[ Send ]",
		"In-flight", "Lose the answer", "& again", "a Deliver"}},
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
	17: {{"1  Ana", "r Read", "o More", "entity-group-transaction", "behind [update-entity count .n=", "rub 0 1",
		"type 7",
		"behind [update-entity count .n=7 if-match=$r11.etag", "type ; insert-entity log7 .job=6", "[ Send ]"}},
	18: {{"1  Ana", "e Edit  w", "rub 2 0", "type 8", "Ctrl+S Write"}},
	19: {{"1  Ana", "o More", "smb-create", "type RW", "field share", "type RW", "[ Send ]", "2  Ben", "o More",
		"put-range", "type BBBBB", "field range", "type 0-4", "[ Send ]"}},
	20: {{"1  Ana", "o More", "smb-write", "type AAAAAAAAAA", "[ Send ]", "2  Ben", "r Read"}},
	21: {{"1  Ana", "o More", "complete-multipart-upload", "choose if-none-match *",
		"[ Send ]"}},
	22: {{"2  Ben", "s Guard", "If-Match   ", "w Write"}},
	23: {{"2  Ben", "o More", "EXCAS  ", "type  universe 1", "[ Send ]"}},
	24: {{"1  Ana", "s Guard", "If-Match   ", "w Write", "2  Ben", "s Guard", "If-Match   ", "w Write"}},
}

// puzzlesByClicks are the same of each puzzle and case; `told` takes the next of what the writer was told for a field.
var puzzlesByClicks = map[string][]string{
	"break-blob-blind": {"1  Ana", "e Edit  w", "type mine", "Ctrl+S Write", "2  Ben", "e Edit  w", "type his",
		"Ctrl+S Write"},
	"break-blob-fresh": {"1  Ana", "o More", "get-blob-properties", "[ Send ]", "o More", "put-blob ", "type mine",
		"told if-match", "told from", "[ Send ]"},
	"break-blob-sleep": {"Time", "Next timer", "2  Ben", "w Write", "1  Ana", "o More", "put-blob ", "type mine",
		"told lease", "told if-match", "told from", "[ Send ]"},
	"break-bucket-same": {"2  Ben", "e Edit  w", "rub 1 0", "type B", "Ctrl+S Write", "e Edit  w", "rub 1 0", "type A",
		"Ctrl+S Write", "1  Ana", "e Edit  w", "rub 1 0", "type C", "Ctrl+S Write"},
	"break-bucket-shadow": {"2  Ben", "o More", "New object", "type k", "behind body", "type his", "[ Send ]", "1  Ana",
		"o More", "complete-multipart-upload", "[ Send ]"},
	"break-container-inside": {"1  Ana", "e Edit  w", "type mine", "Ctrl+S Write", "View", "Go to the tree", "wiki   ",
		"2  Ben",
		"Object", "Delete  "},
	"break-container-tag": {"2  Ben", "o More", "set-container-metadata", "field meta.*", "type team=ben", "[ Send ]",
		"1  Ana", "o More",
		"set-container-metadata", "field meta.*", "type team=ann", "[ Send ]"},
	"break-queue-receipt": {"1  Ana", "o More", "update-message", "field visibilitytimeout", "type 30", "[ Send ]",
		"o More", "delete-message", "told popreceipt", "[ Send ]"},
	"break-queue-twice": {"Time", "Next timer", "2  Ben", "r Receive", "1  Ana", "d Delete", "2  Ben", "d Delete"},
	"break-share-cache": {"View", "Go to the tree", "f   ", "2  Ben", "o More", "force-close-handles", "type *",
		"[ Send ]"},
	"break-share-closed": {"1  Ana", "o More", "smb-create", "type RW", "[ Send ]", "2  Ben", "r Read"},
	"break-table-star": {"1  Ana", "o More", "update-entity", "rub 20 20", "type count=10 price=5",
		"behind if-match       ..00.0",
		"rub 9 9", "type *", "[ Send ]", "2  Ben", "o More", "update-entity", "rub 20 20", "type count=8 price=4",
		"behind if-match       ..00.0", "rub 9 9", "type *", "[ Send ]"},
	"break-table-upsert": {"1  Ana", "o More", "insert-or-replace-entity", "[ Send ]"},
	"break-tair-back": {"2  Ben", "o More", " DEL  ", "[ Send ]", "1  Ana", "o More", "EXSET  ", "type  mine VER 1",
		"[ Send ]"},
	"break-tair-one": {"2  Ben", "o More", " DEL  ", "[ Send ]", "o More", "EXSET  ", "type  other", "[ Send ]",
		"1  Ana", "o More", "EXSET  ",
		"type  mine VER 1", "[ Send ]"},
	"case-1-sdk-refused-by-its-own-retry": {"1  Ana", "In-flight", "Lose the answer", "& again", "a Deliver"},
	"case-2-commit-log-written-twice": {"1  Ana", "o More", "put-object ", "behind lake/2", "rub 1 0", "type 3",
		"behind body", "type add part-2", "choose if-none-match *", "told again", "[ Send ]"},
	"case-3-message-done-twice-after-a-renewal": {"1  Instance 1", "o More", "type delete-message",
		"Remove a message", "told popreceipt", "[ Send ]", "Time",
		"Next timer", "2  ", "r Receive", "d Delete"},
	"case-4-host-that-borrowed-a-lease-id": {"2  ", "r Read", "o More", "set-blob-metadata", "field meta.*",
		"type owner=host2",
		"field lease", "type $r5.body", "[ Send ]"},
	"case-5-renewed-after-17-9-seconds": {"Time", "Next timer", "2  ", "o More", "acquire-blob-lease", "[ Send ]",
		"Time",
		"Move the clock", "5 s", "1  ", "o More", "renew-blob-lease", "[ Send ]"},
	"case-6-upsert-that-compares-nothing": {"2  Ben", "o More", "insert-or-replace-entity", "[ Send ]"},
	"case-7-409-taken-for-exists":         {"2  Ben", "Object", "Delete  ", "1  Ana", "In-flight", "Deliver  "},
	"case-8-state-lock-nobody-releases": {"2  ", "o More", "break-blob-lease", "choose period 0", "[ Send ]",
		"e Edit  w",
		"type serial 8", "Ctrl+S Write"},
	"case-9-claim-that-makes-four-owners": {"1  Reader", "o More", "set-blob-metadata", "field meta.*",
		"type owner=one", "[ Send ]", "2  Reader",
		"o More", "set-blob-metadata", "behind ▌ if-match             ", "rub 0 8", "rub 1 0", "field meta.*",
		"type owner=two", "[ Send ]"},
	"mend-blob-mend": {"1  Ana", "s Guard", "If-Match   ", "w Write", "2  Ben", "s Guard", "If-Match   ", "w Write"},
	"mend-bucket-first": {"1  Ana", "o More", "New object", "type k", "field body", "type one",
		"choose if-none-match *",
		"[ Send ]", "2  Ben", "o More", "put-object ", "type two", "choose if-none-match *", "[ Send ]"},
	"mend-container-lease": {"View", "Go to the tree", "wiki   ", "1  Ana", "o More", "acquire-container-lease",
		"[ Send ]",
		"View", "Go to the tree", "home.md   ", "1  Ana", "e Edit  w", "type mine", "Ctrl+S Write", "View",
		"Go to the tree",
		"behind ▾ wiki", "2  Ben", "Object", "Delete  "},
	"mend-queue-once": {"1  Ana", "o More", "update-message", "field visibilitytimeout", "type 60", "[ Send ]", "Time",
		"Move the clock", "30 s", "d Delete"},
	"mend-share-door": {"1  Ana", "o More", "smb-create", "type RW", "field share", "type RW", "[ Send ]", "2  Ben",
		"o More", "put-range", "type BBBBB", "field range", "type 0-4", "[ Send ]"},
	"mend-table-merge": {"2  Ben", "o More", " merge-entity", "type count=8", "behind if-match       ..", "rub 9 9",
		"type *",
		"[ Send ]"},
	"mend-tair-cas": {"1  Ana", "o More", "EXCAS  ", "type  mine 1", "[ Send ]"},
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
	case "told": // what stands at the right of a field, of what its writer was told
		for range 40 {
			if strings.Contains(h.d.Frame(), " "+rest+"  ") {
				break
			}
			h.d.Send(tea.MouseWheelMsg{X: 20, Y: 8, Button: tea.MouseWheelDown})
		}
		_, row, _ := strings.Cut(uitest.Row(h.t, h.d.Frame(), " "+rest+"  "), " "+rest+"  ")
		for _, state := range []string{"absent", "from $", "now ", "was "} {
			if at := strings.Index(row, state); at >= 0 {
				h.beside(rest+"  "+row[:at], 0, grid.Width(rest+"  "+row[:at]))
				return
			}
		}
		h.t.Fatalf("nothing was told of %s:\n%s", rest, h.d.Frame())
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
		h.on(step, 0)
	}
}

// Every lesson, puzzle and case is played with the mouse alone from its first page to its last, every question and
// every goal in it.
func TestEveryLessonIsPlayedByClicks(t *testing.T) {
	for _, name := range races.Of("lessons") {
		key := strings.TrimSuffix(path.Base(name), ".race")
		t.Run(key, func(t *testing.T) {
			d, r, _ := newDesk(t, name, 80, 24)
			p, goal := r.course.player, 0
			ways := byClicks[p.Number]
			if way := puzzlesByClicks[key]; p.Number == 0 && way != nil {
				ways = [][]string{way}
			}
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
					if goal >= len(ways) {
						t.Fatalf("nobody has clicked to its goal %d:\n%s", goal+1, d.Frame())
					}
					for _, step := range ways[goal] {
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
			if stars := p.Stars(p.State); stars != 3 || goal != len(ways) {
				t.Errorf("%d stars, %d goals", stars, goal)
			}
		})
	}
}
