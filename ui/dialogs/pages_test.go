package dialogs

import (
	"strings"
	"testing"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// longRounds are two counters that only create, in rounds of two requests: the blob is there, so each is refused 30
// times.
// There are 120!/(60!)^2 = 96614908840363322603893139521372656 orders of their requests.
const longRounds = `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/x "0"
plan ann
  loop 30
    get-blob wiki/x as g
    put-blob wiki/x {$g.body + 1} if-none-match=* as p
    break on p 201
plan ben
  loop 30
    get-blob wiki/x as g
    put-blob wiki/x {$g.body + 1} if-none-match=* as p
    break on p 201
run
`

func bigDesk(t *testing.T) *desk {
	t.Helper()
	d := empty(t)
	if err := d.room.Load("big.race", []byte(longRounds)); err != nil {
		t.Fatal(err)
	}
	return d
}

// A count of 35 digits leaves room at 80x24 for what stands beside it: the share and the steps of each row, and under
// every guard the harms.
func TestLongCountsLeaveRoom(t *testing.T) {
	d := bigDesk(t)
	o := ready(NewOrders(d, 2, 0)).(*orders)
	shown := frame(o, 80, 24, grid.Unicode())
	for _, text := range []string{"9.66e34       all          2 steps", "9.66e34       all      !  120 steps",
		"96,614,908,840,363,322,603,893,139,521,372,656 orders."} {
		if !strings.Contains(shown, text) {
			t.Errorf("%q is not shown in\n%s", text, shown)
		}
	}
	g := ready(NewGuardOrders(d, 2, 0)).(*guardOrders)
	shown = frame(g, 80, 24, grid.Unicode())
	for _, text := range []string{"9.66e34", "! already"} {
		if !strings.Contains(shown, text) {
			t.Errorf("%q is not shown in\n%s", text, shown)
		}
	}
	for count, want := range map[string]string{"": "", "?": "?", "904": "904", "9,999,999,999": "9,999,999,999",
		"10,000,000,000": "1.00e10", "99,999,999,999": "1.00e11"} {
		if got := briefCount(count); got != want {
			t.Errorf("%q is shown as %q, want %q", count, got, want)
		}
	}
	if got := briefCell("refuses 12,345,678,901"); got != "refuses 1.23e10" {
		t.Errorf("a cell is %q", got)
	}
}

// What is said of a row and does not fit is come to by Tab, or by a click on it; from its end Tab goes back.
func TestTabTurnsToWhatDoesNotFit(t *testing.T) {
	o := ready(NewOrders(raced(t, "bucket/r13-the-multipart-program.race"), 2, 0)).(*orders)
	all := strings.Fields(o.rows[1].say)
	at80 := func() string { return frame(o, 80, 24, grid.Unicode()) }
	first := at80()
	read := first
	if !strings.Contains(first, "Tab more") || strings.Contains(first, "…") {
		t.Fatalf("the way to the rest is not shown:\n%s", first)
	}
	for n := 0; strings.Contains(at80(), "Tab more"); n++ {
		if n == 9 {
			t.Fatal("there is no end")
		}
		send(o, "tab")
		read += at80()
	}
	for _, word := range all {
		if !strings.Contains(read, word) {
			t.Errorf("%q cannot be read", word)
		}
	}
	if !strings.Contains(at80(), "Tab back") {
		t.Errorf("the way back is not shown:\n%s", at80())
	}
	if send(o, "tab"); at80() != first {
		t.Errorf("Tab does not go back to\n%s\nbut to\n%s", first, at80())
	}
	o.Mouse(face.Mouse{Kind: face.Click, X: 5, Y: o.top + o.about.at.Min.Y})
	if at80() == first {
		t.Error("a click turns to nothing")
	}
	send(o, "down")
	if strings.Contains(at80(), "Tab back") {
		t.Errorf("another row begins behind its beginning:\n%s", at80())
	}
}

// A cell has the colour of its harm: an answer that does not come is no silent loss.
func TestCellsTellTheThreeTroublesApart(t *testing.T) {
	for _, c := range []struct {
		text       string
		head, want themes.Role
	}{{"allows 12", themes.Unknown, themes.Unknown}, {"allows 904", themes.Silent, themes.Silent},
		{"refuses 3", themes.Refused, themes.Refused}, {"stops", themes.Silent, themes.Fresh},
		{"allows 2", themes.Text, themes.Text}, {"-", themes.Unknown, themes.Dim}} {
		if got := cellInk(c.text, c.head); got != c.want {
			t.Errorf("%q under %s is painted in %s, want %s", c.text, c.head, got, c.want)
		}
	}
}

// Why a cell opens nothing stays to be read when the button that was pressed on it is let go.
func TestWhyACellOpensNothingOutlastsTheClick(t *testing.T) {
	g := ready(NewGuardOrders(raced(t, "blob/wiki-no-guard.race"), 1, 0)).(*guardOrders)
	screen(g) // it is led to a cell that stops the loss
	x, y := g.cells.Min.X, g.cells.Min.Y+1+g.row-g.topRow
	for _, h := range g.heads[:g.col] {
		x += h.width
	}
	for _, kind := range []face.MouseKind{face.Click, face.Release} {
		g.Mouse(face.Mouse{Kind: kind, X: x + 1, Y: y})
	}
	see(t, g, "There is no order to open")
}
