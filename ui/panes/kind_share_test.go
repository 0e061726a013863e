package panes

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
)

// aShare is a desktop with a file of 20 bytes and nobody who has it open.
func aShare(t *testing.T) *desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	d := newDesk(t, r)
	inputs(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	ask := func(by, verb string, args ...string) {
		sendAll(t, r, engine.Send{By: by, Verb: verb, Args: engine.Args(args...)})
	}
	ask("ann", "create-share", "share", "s")
	ask("ann", "create-file", "path", "s/f", "size", "20")
	d.object = "file s/f"
	return d
}

// open opens the file; the name is that of the answer.
func (d *desk) open(t *testing.T, by, name, access, shares string) {
	t.Helper()
	sendAll(t, d.room, engine.Send{By: by, Verb: "smb-create", Args: engine.Args("path", "s/f", "access", access, "share", shares), As: name})
	if doing, _ := d.room.View().Known(by).Doing(); doing.Refused {
		t.Fatalf("%s does not open it: %s", by, doing.Code)
	}
}

// asks sends something of a handle.
func (d *desk) asks(t *testing.T, by, verb, handle string, args ...string) {
	t.Helper()
	list := append([]engine.Arg{{Name: "handle", Value: engine.Ref(handle+".handle", false)}}, engine.Args(args...)...)
	sendAll(t, d.room, engine.Send{By: by, Verb: verb, Args: list})
	if doing, _ := d.room.View().Known(by).Doing(); doing.Refused {
		t.Fatalf("%s was refused: %s", verb, doing.Code)
	}
}

func TestAFileShowsWhoHasItOpen(t *testing.T) {
	d := aShare(t)
	holds(t, d.truthOf(70, 12), "Nobody has it open.")
	d.open(t, "ann", "h1", "RW", "R")
	d.open(t, "ben", "h2", "R", "RWD")
	for _, size := range [][2]int{{48, 14}, {70, 16}, {120, 30}} {
		got := d.truthOf(size[0], size[1])
		holds(t, got, "2 handles", "access", "shares")
		holds(t, strings.Join(strings.Fields(rowOf(t, got, "| Ana  ")), " "), "Ana R W - R - - none")
		holds(t, strings.Join(strings.Fields(rowOf(t, got, "| Ben  ")), " "), "Ben R - - R W D none")
	}
}

// Half of the file is locked, its second half.
func TestLocksStandOnABar(t *testing.T) {
	d := aShare(t)
	d.open(t, "ann", "h1", "RW", "RW")
	d.asks(t, "ann", "smb-lock", "h1", "offset", "10", "length", "10")
	low := NewTruth(d)
	d.with(low)
	screen(low, 80, 5, true, ascii())
	low.Do(command.View{})
	holds(t, text(screen(low, 80, 5, true, ascii())), "R W -", "10-19") // three rows do for both
	row := rowOf(t, d.truthOf(80, 20), "10-19")
	holds(t, row, "Ana", "exclusive")
	if g := unicodeLook().Glyphs; g.BarFull == g.Lane {
		t.Error("a range differs from the rest by its colour only")
	}
	_, bar, _ := strings.Cut(row, "exclusive")
	full, rest := strings.Count(bar, ascii().Glyphs.BarFull), strings.Count(bar, ascii().Glyphs.Lane)
	if full == 0 || full-rest > 1 || rest-full > 1 {
		t.Errorf("%d columns are locked and %d are not: %s", full, rest, row)
	}
	k := &kindArea{glyphs: ascii().Glyphs}
	for _, c := range []struct {
		from, length int64
		first, wide  int
	}{{0, 20, 0, 10}, {0, 1, 0, 1}, {19, 1, 9, 1}, {4, 4, 2, 2}} {
		bar := k.rangeBar(10, 20, c.from, c.length, themes.Text)
		if first, wide := len(bar[0].Text), len(bar[1].Text); first != c.first || wide != c.wide {
			t.Errorf("%d bytes from %d: %d columns from %d", c.length, c.from, wide, first)
		}
	}
}

func TestADeleteThatIsPendingNamesWhoWantsIt(t *testing.T) {
	d := aShare(t)
	d.open(t, "ann", "h1", "R", "RWD")
	d.open(t, "ben", "h2", "D", "RWD")
	d.asks(t, "ben", "smb-set-disposition", "h2", "delete", "true")
	got := d.truthOf(70, 16)
	holds(t, got, "delete pending")
	holds(t, rowOf(t, got, "Delete pending"), "marked by Ben")
}

// lockedAndPending is a file that is open, locked and marked for deletion; cached is one with a write that its client has kept back.
func lockedAndPending(t *testing.T) *desk {
	t.Helper()
	d := aShare(t)
	d.open(t, "ann", "h1", "RWD", "RWD")
	d.asks(t, "ann", "smb-lock", "h1", "offset", "0", "length", "5")
	d.asks(t, "ann", "smb-set-disposition", "h1", "delete", "true")
	return d
}

func cached(t *testing.T) *desk {
	t.Helper()
	d := aShare(t)
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "smb-create", Args: engine.Args("path", "s/f", "access", "RW", "share", "none", "oplock", "RWH"), As: "h1"})
	d.asks(t, "ann", "smb-write", "h1", "body", "abc", "offset", "0")
	return d
}

func TestAnUnwrittenCacheIsRemarked(t *testing.T) {
	holds(t, cached(t).truthOf(70, 16), "RWH", "1 unwritten")
}
