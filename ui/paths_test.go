package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

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
	for y, row := range strings.Split(h.d.Frame(), "\n") {
		for at := strings.Index(row, text); at >= 0; n-- {
			if n == 0 {
				h.clicks++
				h.d.Pass(time.Second) // no double click
				h.d.Click(grid.Width(row[:at])+1, y, tea.MouseLeft)
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

// With the mouse alone, but for the names, a newcomer sees the receipt that wears out: a message received, visible
// again, received by another, and deleted with the old receipt.
func TestAnOldReceiptByClicks(t *testing.T) {
	d, root, _ := newDesk(t, "", 120, 36)
	h := &pointing{t: t, d: d}
	h.all("+ Add", "[ Add ]", "o More", "New queue")
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
	if h.clicks > 15 { // and two for File, New session
		t.Errorf("it takes %d clicks", h.clicks)
	}
}
