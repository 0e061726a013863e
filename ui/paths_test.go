package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// pointing is a person with a mouse: it clicks on what it reads, and counts.
type pointing struct {
	t      *testing.T
	d      *uitest.Driver
	clicks int
}

// on clicks on the n-th place where a text stands, from 0.
func (h *pointing) on(text string, n int) {
	h.t.Helper()
	h.beside(text, n, 1)
}

// beside clicks so many columns to the right of where a text begins.
func (h *pointing) beside(text string, n, by int) {
	h.t.Helper()
	for y, row := range strings.Split(h.d.Frame(), "\n") {
		for at := strings.Index(row, text); at >= 0; n-- {
			if n == 0 {
				h.clicks++
				h.d.Pass(time.Second) // no double click
				h.d.Click(grid.Width(row[:at])+by, y, tea.MouseLeft)
				return
			}
			next := strings.Index(row[at+1:], text)
			if next < 0 {
				n--
				break
			}
			at += 1 + next
		}
	}
	h.t.Fatalf("%q is not on the screen:\n%s", text, h.d.Frame())
}

func (h *pointing) all(texts ...string) {
	h.t.Helper()
	for _, text := range texts {
		h.on(text, 0)
	}
}

// begun is a new session at 120x36, and the mouse that has begun it.
func begun(t *testing.T) (*uitest.Driver, *Root, *pointing) {
	t.Helper()
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	h := &pointing{t: t, d: d}
	h.all("File", "New session")
	return d, root, h
}

// With the mouse alone, but for the names, a newcomer sees the receipt that wears out: a message received, visible
// again, received by another, and deleted with the old receipt.
func TestAnOldReceiptByClicks(t *testing.T) {
	d, root, h := begun(t)
	h.all("o More", "New queue")
	d.Type("jobs")
	h.all("[ Send ]", "o More", "New message")
	d.Type("pack order 7")
	h.all("[ Send ]")
	h.on("of the put", 1) // the message in Ana's window
	h.all("r Receive", "t goes there")
	h.on("2  Ben", 0)
	h.all("r Receive")
	h.on("ended", 1) // the message in Ana's window
	h.all("d Delete")
	if list := root.view.Troubles(); len(list) != 1 || list[0].Kind != "old-receipt" {
		t.Errorf("after %d clicks the marks are %v\n%s", h.clicks, list, d.Frame())
	}
	if h.clicks > 16 {
		t.Errorf("it takes %d clicks", h.clicks)
	}
}

// The marker that was lost and refused by its own first try, by clicks: the bucket is made on the way, the answer lost
// behind it, and Ben does the same as Ana.
func TestAnOwnEchoByClicks(t *testing.T) {
	d, root, h := begun(t)
	h.all("o More", "New object  ")
	d.Type("lake/marker")
	h.on("body", 0)
	d.Type("ana")
	h.all("[ Send ]", "Enter do", "X loses the answer", "2  Ben", "& Same as Ana")
	d.Type("ben")
	h.all("[ Send ]", "1  Ana", "& Again", "R read")
	if list := root.view.Troubles(); len(list) < 3 || list[len(list)-1].Kind != "own-echo" {
		t.Errorf("after %d clicks the marks are %v\n%s", h.clicks, list, d.Frame())
	}
	if h.clicks > 14 {
		t.Errorf("it takes %d clicks", h.clicks)
	}
}

// Two people change two properties of one row, by clicks.
func TestARowPutTogetherByClicks(t *testing.T) {
	d, root, h := begun(t)
	h.all("o More", "New table")
	d.Type("counters")
	h.all("[ Send ]", "o More", "New entity")
	d.Type("web/home")
	h.all("body")
	d.Type("views=3")
	d.Press("enter")
	d.Type("likes=3")
	h.all("[ Send ]", "1  Ana", "r Read", "2  Ben", "r Read")
	value := len("likes  Int32      ")
	h.beside("views", 0, value) // in Ana's window
	d.Type("4")
	h.all("Ctrl+S Write")
	h.beside("likes", 1, value) // in Ben's
	d.Type("5")
	h.all("Ctrl+S Write", "R redrive")
	if said := view.Record(root.view.Properties(root.object)).Text("body"); said != "likes=5\nviews=4\n" {
		t.Errorf("after %d clicks the row says %q\n%s", h.clicks, said, d.Frame())
	}
	if h.clicks > 18 {
		t.Errorf("it takes %d clicks", h.clicks)
	}
}
