package grid

import (
	"image"
	"testing"

	"interleave/themes"
)

func anasFrame(right ...string) Frame {
	f := Frame{Title: []Span{
		{Text: " 1 ", Style: themes.Style{Ink: themes.Badge, Ground: themes.Writer(1)}},
		{Text: "Ana", Style: themes.Style{Ink: themes.Writer(1), Bold: true}},
	}}
	for _, word := range right {
		f.Right = append(f.Right, Span{Text: word})
	}
	return f
}

// TestFrameAsInTheDrawing is the head of Ana's window in look-80x24.png.
func TestFrameAsInTheDrawing(t *testing.T) {
	f := anasFrame("! refused", "* draft")
	f.Focused = true
	g := New(40, 3)
	inside := whole(g).Frame(f, Unicode())
	expectText(t, g,
		"┏━ 1  Ana ━━━━━━━ ! refused ━ * draft ━┓",
		"┃                                      ┃",
		"┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛")
	if want := image.Rect(1, 1, 39, 2); inside.Rect() != want {
		t.Errorf("inside %v, want %v", inside.Rect(), want)
	}
	for _, c := range []struct {
		x, y int
		want themes.Style
	}{
		{0, 0, themes.Style{Ink: themes.Focus, Ground: themes.WindowFocused}},
		{2, 0, themes.Style{Ink: themes.Badge, Ground: themes.Writer(1)}},
		{5, 1, themes.Style{Ground: themes.WindowFocused}},
	} {
		if _, got := g.Cell(c.x, c.y); got != c.want {
			t.Errorf("cell %d,%d: %+v, want %+v", c.x, c.y, got, c.want)
		}
	}
	inside.Put(0, 0, "x", themes.Style{})
	if _, got := g.Cell(1, 1); got.Ground != themes.WindowFocused {
		t.Errorf("what is written inside stands on %s", got.Ground)
	}
}

func TestFrameStyles(t *testing.T) {
	for _, c := range []struct {
		frame Frame
		gl    Glyphs
		want  [3]string
	}{
		{Frame{}, Unicode(), [3]string{"╭──╮", "│  │", "╰──╯"}},
		{Frame{Focused: true}, ASCII(), [3]string{"+==+", "|  |", "+==+"}},
		{Frame{}, ASCII(), [3]string{"+--+", "|  |", "+--+"}},
		{Frame{Past: true}, Unicode(), [3]string{"╭┄┄╮", "┆  ┆", "╰┄┄╯"}},
		{Frame{Past: true, Focused: true}, Unicode(), [3]string{"┏┅┅┓", "┇  ┇", "┗┅┅┛"}},
	} {
		g := New(4, 3)
		whole(g).Frame(c.frame, c.gl)
		expectText(t, g, c.want[:]...)
	}
}

// TestFrameInLittleRoom: the less important words go first, the title is shortened
// before the first word goes, and nothing runs over the corners.
func TestFrameInLittleRoom(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{33, "+- 1  Ana  ! refused - * draft -+"},
		{32, "+- 1  Ana --------- ! refused -+"},
		{23, "+- 1  Ana  ! refused -+"},
		{22, "+- 1  Ana -----------+"},
		{12, "+- 1  Ana -+"},
		{11, "+- 1  .. -+"},
		{10, "+- 1  . -+"},
		{4, "+--+"},
	} {
		g := New(c.width, 1)
		whole(g).Frame(anasFrame("! refused", "* draft"), ASCII())
		if got := g.Text()[0]; got != c.want {
			t.Errorf("%d columns:\n got %s\nwant %s", c.width, got, c.want)
		}
	}
}

func TestFrameOfNoSize(t *testing.T) {
	g := New(3, 3)
	whole(g).Sub(image.Rect(1, 1, 1, 1)).Frame(anasFrame("x"), Unicode())
	expectText(t, g, "   ", "   ", "   ")
}

func TestLongTitleMakesRoomForTheFirstWord(t *testing.T) {
	g := New(30, 1)
	whole(g).Frame(Frame{Title: []Span{{Text: "devstore/wiki/home.md"}}, Right: []Span{{Text: "no lease"}}}, ASCII())
	expectText(t, g, "+- devstore/wik..  no lease -+")
}
