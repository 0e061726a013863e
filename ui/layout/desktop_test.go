package layout

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// draw shows places as boxes with their names; what lies over others is drawn last.
func draw(w, h int, p Places) string {
	rows := make([][]byte, h)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(" ", w) + "\n")
	}
	for _, place := range p.Panes {
		r := place.Rect
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				side, end := x == r.Min.X || x == r.Max.X-1, y == r.Min.Y || y == r.Max.Y-1
				switch {
				case side && end:
					rows[y][x] = '+'
				case end:
					rows[y][x] = '-'
				case side:
					rows[y][x] = '|'
				default:
					rows[y][x] = ' '
				}
			}
		}
		copy(rows[r.Min.Y][r.Min.X+2:r.Max.X], place.ID)
	}
	var text strings.Builder
	for _, row := range rows {
		text.Write(row)
	}
	return text.String()
}

// TestDesksAsDrawn compares with drawings; at 200 columns the log has the place of the lesson too.
func TestDesksAsDrawn(t *testing.T) {
	for _, c := range []struct {
		file string
		w, h int
		a    Arrangement
	}{
		{"desk-80x24", 80, 24, Arrangement{Writers: 2, Focus: "writer1"}},
		{"desk-80x24-card", 80, 24, Arrangement{Writers: 2, Focus: "card"}},
		{"desk-120x36", 120, 36, Arrangement{Writers: 3, Focus: "flight"}},
		{"desk-120x36-card", 120, 36, Arrangement{Writers: 3, Focus: "card"}},
		{"race-120x36", 120, 36, Arrangement{Writers: 3, Focus: "timeline", Layout: "race"}},
		{"race-80x24", 80, 24, Arrangement{Writers: 2, Focus: "timeline", Layout: "race"}},
		{"explain-80x24", 80, 24, Arrangement{Writers: 2, Focus: "card", Layout: "explain"}},
		{"desk-200x60", 200, 60, Arrangement{Writers: 4, Focus: "card"}},
		{"lesson-120x36", 120, 36, Arrangement{Writers: 3, Focus: "lesson", Layout: "lesson", Lesson: true, Rows: 7}},
		{"lesson-200x60", 200, 60, Arrangement{Writers: 4, Focus: "lesson", Layout: "lesson", Lesson: true, Rows: 7}},
		{"tabs-60x18", 60, 18, Arrangement{Writers: 2, Focus: "truth"}},
		{"zoom-80x24", 80, 24, Arrangement{Writers: 2, Focus: "log", Zoom: true}},
	} {
		want, err := os.ReadFile(filepath.Join("testdata", c.file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if got := draw(c.w, c.h, Desktop(c.w, c.h, c.a)); got != string(want) {
			t.Errorf("%s: got\n%swant\n%s", c.file, got, want)
		}
	}
}

func TestClasses(t *testing.T) {
	for size, want := range map[[2]int]Class{
		{59, 18}: TooSmall, {60, 17}: TooSmall, {60, 18}: Tabs, {79, 60}: Tabs, {80, 23}: Tabs, {79, 23}: Tabs,
		{80, 24}: Small, {119, 60}: Small, {120, 35}: Small, {120, 36}: Medium,
		{200, 59}: Medium, {199, 60}: Medium, {200, 60}: Large,
	} {
		if got := ClassOf(size[0], size[1]); got != want {
			t.Errorf("%v: %s, want %s", size, got, want)
		}
	}
	if p := Desktop(59, 17, Arrangement{Writers: 2}); len(p.Panes) != 0 {
		t.Errorf("a screen that is too small has panes: %v", p.Panes)
	}
}

// check holds what is true of every desk: each cell covered once, no pane under its
// minimum, none twice, the focused one visible.
func check(w, h int, a Arrangement) error {
	p := Desktop(w, h, a)
	area, seen := 0, map[string]bool{}
	for i, place := range p.Panes {
		r, least := place.Rect, Minimum(place.ID)
		if !r.In(image.Rect(0, 0, w, h)) {
			return fmt.Errorf("%s leaves the screen: %v", place.ID, r)
		}
		if r.Dx() < least.X || r.Dy() < least.Y {
			return fmt.Errorf("%s is %v, its least is %v", place.ID, r.Size(), least)
		}
		if seen[place.ID] {
			return fmt.Errorf("%s is placed twice", place.ID)
		}
		seen[place.ID] = true
		if place.Over {
			continue
		}
		area += r.Dx() * r.Dy()
		for _, other := range p.Panes[:i] {
			if r.Overlaps(other.Rect) {
				return fmt.Errorf("%s and %s overlap", place.ID, other.ID)
			}
		}
	}
	if area != w*h { // nothing overlaps, so equal areas are a full cover
		return fmt.Errorf("%d of %d cells are covered", area, w*h)
	}
	if slices.Contains(a.panes(), a.Focus) && !seen[a.Focus] {
		return fmt.Errorf("%s has the focus and no place", a.Focus)
	}
	return nil
}

func TestEverySizeIsCoveredOnce(t *testing.T) {
	for w := 60; w <= 240; w++ {
		for h := 18; h <= 80; h++ {
			for _, layout := range Layouts() {
				a := Arrangement{Writers: 9, Layout: layout, Focus: "writer7"}
				if err := check(w, h, a); err != nil {
					t.Fatalf("%dx%d %s: %v\n%s", w, h, layout, err, draw(w, h, Desktop(w, h, a)))
				}
			}
		}
	}
}

// The race layout has nothing but the writers beside the tree: their row cannot be dragged lower than the tree needs.
func TestTheTreeKeepsItsRowsBesideTheWriters(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		a := Arrangement{Writers: 1, Layout: "race", Sizes: map[string]int{WriterRow: -20}}
		if err := check(size[0], size[1], a); err != nil {
			t.Error(err)
		}
	}
}

func TestEveryArrangementIsCoveredOnce(t *testing.T) {
	focus := []string{"", "menu", "nobody", Tree, "writer1", "writer5", "writer9", Truth, Flight, Card, Timeline, Log}
	borders := []string{Tree, "writer1", "writer2", Truth, Flight, Timeline, WriterRow, FactRow}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(60, 240).Draw(t, "w"), rapid.IntRange(18, 80).Draw(t, "h")
		a := Arrangement{
			Writers: rapid.IntRange(-1, 10).Draw(t, "writers"),
			Layout:  rapid.SampledFrom(append(Layouts(), "unknown")).Draw(t, "layout"),
			Zoom:    rapid.Bool().Draw(t, "zoom"),
			Focus:   rapid.SampledFrom(focus).Draw(t, "focus"),
			Docked:  rapid.SampledFrom([]string{"", Card}).Draw(t, "docked"),
			First:   rapid.IntRange(-1, 12).Draw(t, "first"),
			Sizes:   rapid.MapOf(rapid.SampledFrom(borders), rapid.IntRange(-300, 300)).Draw(t, "sizes"),
		}
		if err := check(w, h, a); err != nil {
			t.Fatalf("%dx%d %+v: %v", w, h, a, err)
		}
	})
}

func shownWriters(p Places) string {
	var list []string
	for _, place := range p.Panes {
		if n, ok := strings.CutPrefix(place.ID, "writer"); ok && !place.Over {
			list = append(list, n)
		}
	}
	return strings.Join(list, "")
}

// TestWritersSlideNoFurtherThanTheyMust walks the focus and feeds First back.
func TestWritersSlideNoFurtherThanTheyMust(t *testing.T) {
	a := Arrangement{Writers: 6}
	for _, c := range []struct{ focus, want string }{
		{"", "123"}, {"writer3", "123"}, {"writer5", "345"}, {"writer4", "345"}, {Truth, "345"},
		{"menu", "345"}, {"writer6", "456"}, {"writer3", "345"}, {"writer1", "123"},
	} {
		a.Focus = c.focus
		p := Desktop(120, 36, a)
		if got := shownWriters(p); got != c.want {
			t.Errorf("focus %q: writers %s, want %s", c.focus, got, c.want)
		}
		a.First = p.First
	}
	a.Writers, a.Focus, a.First = 2, "", 5
	if got := shownWriters(Desktop(120, 36, a)); got != "12" {
		t.Errorf("two writers are left and %q are shown", got)
	}
}

// TestTheTimelineStretchesBeforeTheEditors, between two sizes.
func TestTheTimelineStretchesBeforeTheEditors(t *testing.T) {
	rows := func(h int, id string) int {
		r, _ := Desktop(100, h, Arrangement{Writers: 2}).Find(id)
		return r.Dy()
	}
	for h := 25; h <= 28; h++ {
		if got := rows(h, Timeline) - rows(24, Timeline); got != h-24 {
			t.Errorf("%d rows: the timeline grew by %d, want %d", h, got, h-24)
		}
		if rows(h, "writer1") != rows(24, "writer1") {
			t.Errorf("%d rows: the editors grew before the timeline had its fill", h)
		}
	}
	if got := rows(40, "writer1"); got <= rows(28, "writer1") {
		t.Errorf("the editors have %d rows of 40", got)
	}
}

// Of what a screen has beyond the largest drawing nearly all goes to the texts that people compare.
func TestATallScreenShowsMoreOfTheTexts(t *testing.T) {
	rows := func(h int) int {
		r, _ := Desktop(300, h, Arrangement{Writers: 2}).Find("writer1")
		return r.Dy()
	}
	for _, h := range []int{70, 80, 100} {
		if got := rows(h) - rows(60); got < (h-60)*4/5 {
			t.Errorf("of %d more rows the editors have %d", h-60, got)
		}
	}
}

func TestLayoutsFavourTheirPanes(t *testing.T) {
	rows := func(layout, id string) int {
		r, _ := Desktop(120, 40, Arrangement{Writers: 3, Layout: layout}).Find(id)
		return r.Dy()
	}
	for _, c := range []struct{ layout, pane string }{{"writers", "writer1"}, {"race", Timeline}, {"race", Flight},
		{"explain", Card}, {"explain", Timeline}} {
		if got, desk := rows(c.layout, c.pane), rows("desk", c.pane); got <= desk {
			t.Errorf("%s gives %s %d rows, the desk %d", c.layout, c.pane, got, desk)
		}
	}
}

func TestBordersAreWhereTheyAreDragged(t *testing.T) {
	a := Arrangement{Writers: 3}
	before := Desktop(120, 36, a)
	names := []string{Tree, WriterRow, FactRow, "writer1", "writer2", Truth}
	for _, b := range before.Borders {
		if !slices.Contains(names, b.Name) {
			t.Errorf("border %q", b.Name)
			continue
		}
		a.Sizes = map[string]int{b.Name: 1}
		want := b.Rect.Add(image.Pt(1, 0))
		if b.Axis == Down {
			want = b.Rect.Add(image.Pt(0, 1))
		}
		after := Desktop(120, 36, a).Borders
		i := slices.IndexFunc(after, func(c Border) bool { return c.Name == b.Name })
		if after[i].Rect != want {
			t.Errorf("%s dragged by one: %v, want %v", b.Name, after[i].Rect, want)
		}
	}
	if len(before.Borders) != len(names) {
		t.Errorf("%d borders, want %d", len(before.Borders), len(names))
	}
}

// A card that lies over the messages in flight goes down to the status, whether it has the focus or docked by itself;
// the timeline stays beside it.
func TestTheCardGoesDownToTheStatus(t *testing.T) {
	for _, a := range []Arrangement{{Writers: 3, Focus: Card}, {Writers: 3, Focus: "writer1", Docked: Card}} {
		p := Desktop(120, 36, a)
		card, _ := p.Find(Card)
		timeline, _ := p.Find(Timeline)
		if card.Max.Y != 36-StatusRows || card.Dy() < 18 || timeline.Overlaps(card) {
			t.Errorf("%+v: the card is %v beside the timeline %v", a, card, timeline)
		}
	}
}

// Below a lesson there are few rows for the card: it is as wide as they are.
func TestTheCardIsWideBelowALesson(t *testing.T) {
	p := Desktop(120, 36, Arrangement{Writers: 2, Focus: Card, Layout: "lesson", Lesson: true, Rows: 7})
	card, _ := p.Find(Card)
	lesson, _ := p.Find(Lesson)
	if card.Dx() < 90 || card.Overlaps(lesson) || card.Max.Y != 36-StatusRows {
		t.Errorf("the card is %v, the lesson %v", card, lesson)
	}
}

// In a room, too, the texts keep as many rows as on the desk, and the card covers the strip and nothing of them.
func TestTheCardCoversTheStripOfARoom(t *testing.T) {
	p := Desktop(80, 24, Arrangement{Writers: 2, Focus: Card, Layout: "present"})
	card, _ := p.Find(Card)
	strip, _ := p.Find(Timeline)
	writer, _ := p.Find("writer1")
	if card != strip || writer.Dy() < 10 {
		t.Errorf("the card is %v, the strip %v, a writer %v", card, strip, writer)
	}
}

func TestAtFindsTheTopmost(t *testing.T) {
	p := Desktop(80, 24, Arrangement{Writers: 2, Focus: Card})
	for at, want := range map[image.Point]string{
		{0, 0}: Menu, {39, 1}: "writer1", {40, 1}: "writer2", {0, 11}: Card, {79, 20}: Card, {5, 23}: Status,
		{80, 5}: "",
	} {
		if got := p.At(at); got != want {
			t.Errorf("at %v: %q, want %q", at, got, want)
		}
	}
}

func TestTabsListEveryPane(t *testing.T) {
	p := Desktop(60, 18, Arrangement{Writers: 2, Focus: "writer2"})
	if want := []string{Tree, "writer1", "writer2", Truth, Flight, Card, Timeline, Log}; !slices.Equal(p.Tabs,
		want) {
		t.Errorf("tabs %v, want %v", p.Tabs, want)
	}
	if _, ok := p.Find("writer2"); !ok {
		t.Error("the focused pane is not shown")
	}
}

// TestWhatSlidesOverCoversWholePanes: no title of a covered pane is left above it.
func TestWhatSlidesOverCoversWholePanes(t *testing.T) {
	for _, size := range []image.Point{{80, 24}, {90, 30}, {100, 34}, {119, 35}, {140, 30}} {
		p := Desktop(size.X, size.Y, Arrangement{Writers: 2, Focus: Card})
		over, placed := p.Find(Card)
		if !placed {
			t.Fatalf("%v has no card", size)
		}
		for _, place := range p.Panes {
			if !place.Over && place.Rect.Min.Y < over.Min.Y && over.Min.Y-place.Rect.Min.Y < 3 {
				t.Errorf("%v: of %s only %d rows are left above the card", size, place.ID, over.Min.Y-place.Rect.Min.Y)
			}
		}
	}
}
