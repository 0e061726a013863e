package truth

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

func TestAFileShowsWhoHasItOpen(t *testing.T) {
	d := uitest.Share(t)
	uitest.Holds(t, truthOf(d, 70, 12), "Nobody has it open.")
	d.Open(t, "ann", "h1", "RW", "R")
	d.Open(t, "ben", "h2", "R", "RWD")
	for _, size := range [][2]int{{48, 14}, {70, 16}, {120, 30}} {
		got := truthOf(d, size[0], size[1])
		uitest.Holds(t, got, "2 handles", "access", "shares")
		uitest.Holds(t, strings.Join(strings.Fields(uitest.Row(t, got, "| Ana  ")), " "), "Ana R W - R - - none")
		uitest.Holds(t, strings.Join(strings.Fields(uitest.Row(t, got, "| Ben  ")), " "), "Ben R - - R W D none")
	}
}

// Half of the file is locked, its second half.
func TestLocksStandOnABar(t *testing.T) {
	d := uitest.Share(t)
	d.Open(t, "ann", "h1", "RW", "RW")
	d.Asks(t, "ann", "smb-lock", "h1", "offset", "10", "length", "10")
	low := New(d)
	d.With(low)
	// three rows do for all
	uitest.Holds(t, uitest.Text(uitest.Screen(low, 80, 5, true, uitest.ASCII())), "has R W -", "shares R W -",
		"lock 10-19")
	low.Do(command.View{})
	uitest.Holds(t, uitest.Text(uitest.Screen(low, 80, 5, true, uitest.ASCII())), "v1 ", "now")
	row := uitest.Row(t, truthOf(d, 80, 20), "10-19")
	uitest.Holds(t, row, "Ana", "exclusive")
	if g := uitest.Unicode().Glyphs; g.BarFull == g.Lane {
		t.Error("a range differs from the rest by its colour only")
	}
	_, bar, _ := strings.Cut(row, "exclusive")
	full, rest := strings.Count(bar, uitest.ASCII().Glyphs.BarFull), strings.Count(bar, uitest.ASCII().Glyphs.Lane)
	if full == 0 || full-rest > 1 || rest-full > 1 {
		t.Errorf("%d columns are locked and %d are not: %s", full, rest, row)
	}
	k := &kindArea{glyphs: uitest.ASCII().Glyphs}
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
	d := uitest.Share(t)
	d.Open(t, "ann", "h1", "R", "RWD")
	d.Open(t, "ben", "h2", "D", "RWD")
	d.Asks(t, "ben", "smb-set-disposition", "h2", "delete", "true")
	got := truthOf(d, 70, 16)
	uitest.Holds(t, got, "delete pending")
	uitest.Holds(t, uitest.Row(t, got, "Delete pending"), "marked by Ben")
}

// lockedAndPending is a file that is open, locked and marked for deletion; cached is one with a write that its client
// has kept back.
func lockedAndPending(t *testing.T) *uitest.Desk {
	t.Helper()
	d := uitest.Share(t)
	d.Open(t, "ann", "h1", "RWD", "RWD")
	d.Asks(t, "ann", "smb-lock", "h1", "offset", "0", "length", "5")
	d.Asks(t, "ann", "smb-set-disposition", "h1", "delete", "true")
	return d
}

func cached(t *testing.T) *uitest.Desk {
	t.Helper()
	d := uitest.Share(t)
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "smb-create",
		Args: engine.Args("path", "s/f", "access", "RW", "share", "none", "oplock", "RWH"), As: "h1"})
	d.Asks(t, "ann", "smb-write", "h1", "body", "abc", "offset", "0")
	return d
}

func TestAnUnwrittenCacheIsRemarked(t *testing.T) {
	uitest.Holds(t, truthOf(cached(t), 70, 16), "RWH", "1 unwritten")
}

// gone closes a handle and drops its share, and notes the fields of what is left.
func gone(t *testing.T, seen map[string]bool) (objects []string) {
	t.Helper()
	d := uitest.Share(t)
	d.Open(t, "ann", "h1", "R", "RWD")
	objects = []string{d.First(t, "handle").String(), "share s"}
	d.Asks(t, "ann", "smb-close", "h1")
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "delete-share", Args: engine.Args("share", "s")})
	for _, object := range objects {
		for _, p := range d.Room().View().Properties(engine.ParseObject(object)) {
			seen[p.Name] = true
		}
	}
	return objects
}

// A handle says what it is open for, what it has locked, and who else has the file; closed it says who closed it.
func TestAHandleAndAShareHaveTheirOwnView(t *testing.T) {
	d := uitest.Share(t)
	d.Chosen = engine.ParseObject("share s")
	uitest.Holds(t, truthOf(d, 70, 12), "Nobody has a file of it open.", "Quota")
	d.Open(t, "ann", "h1", "RW", "R")
	d.Asks(t, "ann", "smb-lock", "h1", "offset", "0", "length", "5")
	mine := d.First(t, "handle")
	d.Open(t, "ben", "h2", "R", "RWD")
	got := truthOf(d, 70, 14)
	uitest.Holds(t, got, "2 handles")
	uitest.Holds(t, strings.Join(strings.Fields(uitest.Row(t, got, "| Ben  ")), " "), "Ben R - - R W D none")
	d.Chosen = mine
	got = truthOf(d, 70, 16)
	uitest.Holds(t, got, "Ana's handle of s/f", "RW shares R", "0-4", "exclusive")
	uitest.Holds(t, uitest.Row(t, got, "Access"), "R W -", "R - -")
	uitest.Holds(t, strings.Join(strings.Fields(uitest.Row(t, got, "| Ben  ")), " "), "Ben R - - R W D none")
	d.Asks(t, "ann", "smb-close", "h1")
	uitest.Holds(t, uitest.Row(t, truthOf(d, 70, 16), "Closed"), "Ana")
}
