package lesson_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/races"
)

// The front of a handout has every question and no answer; its back and the teacher's sheet have them.
func TestTheFrontOfAHandoutTellsNoAnswer(t *testing.T) {
	for _, name := range races.Of("lessons") {
		l, err := lesson.Parse(name, text(t, name), catalog.Services())
		if err != nil {
			t.Fatal(err)
		}
		front, back, ok := strings.Cut(l.Handout("curl", ""), lesson.PageBreak)
		if !ok {
			t.Fatalf("%s has no back", name)
		}
		sheet := l.Sheet()
		for _, part := range l.Parts {
			if part.Question == nil {
				continue
			}
			if !strings.Contains(front, part.Question.Text) {
				t.Errorf("%s: %q is not asked", name, part.Question.Text)
			}
			for _, c := range part.Question.Choices {
				if strings.Contains(front, c.Because) {
					t.Errorf("%s: the front tells %q", name, c.Because)
				}
				if c.Right && !strings.Contains(back, c.Because) || !strings.Contains(sheet, c.Because) {
					t.Errorf("%s: %q is not told", name, c.Because)
				}
			}
		}
		for n := range l.Goals() { // the numbers by which answers are handed in
			if !strings.Contains(sheet, fmt.Sprintf("\n## Goal %d\n", n+1)) {
				t.Errorf("%s: the sheet has no goal %d", name, n+1)
			}
		}
		if marked := strings.Count(sheet, "\n- **ok** "); marked != l.Questions() {
			t.Errorf("%s: %d answers are marked right, of %d questions", name, marked, l.Questions())
		}
		if told := strings.Contains(front, "Your turn: "); told != (l.Questions() == 0) {
			t.Errorf("%s: its front tells the goal: %v, with %d questions", name, told, l.Questions())
		}
		for page := range l.Parts {
			if len(l.Notes(page)) == 0 {
				t.Errorf("%s: page %d has no notes", name, page)
			}
			for _, line := range l.Notes(page) {
				if utf8.RuneCountInString(line) > lesson.Columns {
					t.Errorf("%s: page %d: %q is too long for a small terminal", name, page, line)
				}
			}
		}
	}
}
