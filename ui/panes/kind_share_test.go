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
	sendAll(t, d.room, engine.Send{By: by, Verb: "smb-create",
		Args: engine.Args("path", "s/f", "access", access, "share", shares), As: name})
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
	// three rows do for all
	holds(t, text(screen(low, 80, 5, true, ascii())), "has R W -", "shares R W -", "lock 10-19")
	low.Do(command.View{})
	holds(t, text(screen(low, 80, 5, true, ascii())), "v1 ", "now")
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

// lockedAndPending is a file that is open, locked and marked for deletion; cached is one with a write that its client
// has kept back.
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
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "smb-create",
		Args: engine.Args("path", "s/f", "access", "RW", "share", "none", "oplock", "RWH"), As: "h1"})
	d.asks(t, "ann", "smb-write", "h1", "body", "abc", "offset", "0")
	return d
}

func TestAnUnwrittenCacheIsRemarked(t *testing.T) {
	holds(t, cached(t).truthOf(70, 16), "RWH", "1 unwritten")
}

// gone closes a handle and drops its share, and notes the fields of what is left.
func gone(t *testing.T, seen map[string]bool) (objects []string) {
	t.Helper()
	d := aShare(t)
	d.open(t, "ann", "h1", "R", "RWD")
	objects = []string{d.first(t, "handle"), "share s"}
	d.asks(t, "ann", "smb-close", "h1")
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "delete-share", Args: engine.Args("share", "s")})
	for _, object := range objects {
		for _, p := range d.room.View().Properties(object) {
			seen[p.Name] = true
		}
	}
	return objects
}

// A handle says what it is open for, what it has locked, and who else has the file; closed it says who closed it.
func TestAHandleAndAShareHaveTheirOwnView(t *testing.T) {
	d := aShare(t)
	d.object = "share s"
	holds(t, d.truthOf(70, 12), "Nobody has a file of it open.", "Quota")
	d.open(t, "ann", "h1", "RW", "R")
	d.asks(t, "ann", "smb-lock", "h1", "offset", "0", "length", "5")
	mine := d.first(t, "handle")
	d.open(t, "ben", "h2", "R", "RWD")
	got := d.truthOf(70, 14)
	holds(t, got, "2 handles")
	holds(t, strings.Join(strings.Fields(rowOf(t, got, "| Ben  ")), " "), "Ben R - - R W D none")
	d.object = mine
	got = d.truthOf(70, 16)
	holds(t, got, "Ana's handle of s/f", "RW shares R", "0-4", "exclusive")
	holds(t, rowOf(t, got, "Access"), "R W -", "R - -")
	holds(t, strings.Join(strings.Fields(rowOf(t, got, "| Ben  ")), " "), "Ben R - - R W D none")
	d.asks(t, "ann", "smb-close", "h1")
	holds(t, rowOf(t, d.truthOf(70, 16), "Closed"), "Ana")
}

// What a writer has open it holds, with its access, its share mode and its locks, until it gives it back or is told
// that it is closed.
func TestAnOpenHandleIsHeld(t *testing.T) {
	d := aShare(t)
	w, other := NewWriter(d, 1), NewWriter(d, 2)
	d.with(w, other)
	held := func(wide int) string { return rowOf(t, text(screen(w, wide, 14, false, ascii())), "Holds") }
	holds(t, held(40), "nothing")
	d.open(t, "ann", "h1", "RW", "none")
	holds(t, held(40), "handle RW shares none")
	d.asks(t, "ann", "smb-lock", "h1", "offset", "10", "length", "10")
	holds(t, held(48), "handle RW shares none lock 10-19")
	holds(t, held(30), "RW/none lock 10-19")
	if row := rowOf(t, text(screen(other, 40, 14, false, ascii())), "Holds"); !strings.Contains(row, "nothing") {
		t.Errorf("Ben knows of Ana's handle: %s", row)
	}
	d.asks(t, "ann", "smb-unlock", "h1", "offset", "10", "length", "10")
	if row := held(48); strings.Contains(row, "lock") {
		t.Errorf("the lock is gone: %s", row)
	}
	sendAll(t, d.room, engine.Send{By: "ben", Verb: "force-close-handles",
		Args: engine.Args("path", "s/f", "handle", "*")})
	holds(t, held(40), "handle RW") // nobody told her
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "smb-read",
		Args: []engine.Arg{{Name: "handle", Value: engine.Ref("h1.handle", false)}}})
	holds(t, held(40), "nothing")
}

// Azure Files has no conditions: what a writer has chosen for blobs goes with no call to a file. A handle reads and
// writes the file.
func TestNoGuardGoesWithACallThatTakesNone(t *testing.T) {
	d := aShare(t)
	w := NewWriter(d, 1)
	d.with(w)
	inputs(t, d.room, engine.Set{Scope: "ann", Key: "guard", Value: "if-match"})
	d.open(t, "ann", "h1", "RW", "RW")
	for _, object := range []string{"file s/f", d.first(t, "handle")} {
		d.Select(object)
		for _, do := range []command.Intent{command.Read{}, command.EditDraft{}, command.Write{}} {
			w.Do(do)
			if doing, _ := d.room.View().Known("ann").Doing(); doing.Refused {
				t.Fatalf("%s: %T was answered %s: %q", object, do, doing.Words, d.said)
			}
		}
		holds(t, rowOf(t, text(screen(w, 60, 14, false, ascii())), "Guard"), "none: this call takes none")
		for _, name := range d.room.View().Guards(object) {
			if strings.HasPrefix(name, "if-") {
				t.Errorf("%s is offered for %s", name, object)
			}
		}
	}
	if doing, _ := d.room.View().Known("ann").Doing(); doing.What != "SMB WRITE" {
		t.Errorf("through the handle goes %s", doing.What)
	}
}
