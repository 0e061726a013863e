package share_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// opened is whether two opens fit, asked of the service on a fresh copy of a world.
func opened(t *testing.T, w *engine.World, by, access, share string) (after *engine.World, fits bool) {
	t.Helper()
	after = w.Clone()
	name := fmt.Sprint("o", after.Record())
	in := []engine.Input{engine.Send{By: by, Verb: "smb-create", As: name,
		Args: engine.Args("path", "s/f", "access", access, "share", share)},
		engine.Deliver{Names: []string{name}}}
	for _, i := range in {
		if _, err := after.Step(after.Record()+1, i); err != nil {
			t.Fatal(err)
		}
	}
	a := after.Named(name).Answer
	if !a.Accepted() && a.Code() != "STATUS_SHARING_VIOLATION" {
		t.Fatalf("%s/%s: %s", access, share, a)
	}
	return after, a.Accepted()
}

var sets = []string{"none", "R", "W", "D", "RW", "RD", "WD", "RWD"}

// rules.md, "Sharing rule": all 4096 pairs of opens by the six single bits; 1321 fit, of those with data access on both
// sides 361 of 3136; the rule is symmetric (H2), and a handle's own client is no exception (H3).
func TestSharingRule(t *testing.T) {
	b := file(t)
	lacks := func(access, share string) bool {
		for _, letter := range "RWD" {
			if access != "none" && strings.ContainsRune(access, letter) && !strings.ContainsRune(share, letter) {
				return true
			}
		}
		return false
	}
	fit, both := 0, 0
	answers := map[string]bool{}
	for i, a1 := range sets {
		for _, s1 := range sets {
			first, ok := opened(t, b.World, "ann", a1, s1)
			if !ok {
				t.Fatalf("%s/%s alone is refused", a1, s1)
			}
			for j, a2 := range sets {
				for _, s2 := range sets {
					by := []string{"ann", "ben"}[(i+j)%2]
					_, got := opened(t, first, by, a2, s2)
					want := a1 == "none" || a2 == "none" || !lacks(a2, s1) && !lacks(a1, s2)
					if got != want {
						t.Errorf("%s/%s, then %s/%s: %t", a1, s1, a2, s2, got)
					}
					answers[a1+"/"+s1+" "+a2+"/"+s2] = got
					if turned, seen := answers[a2+"/"+s2+" "+a1+"/"+s1]; seen && turned != got {
						t.Errorf("%s/%s and %s/%s: the order counts", a1, s1, a2, s2)
					}
					if got {
						fit++
						if a1 != "none" && a2 != "none" {
							both++
						}
					}
				}
			}
		}
	}
	if fit != 1321 || both != 361 {
		t.Errorf("%d pairs fit, %d with data on both sides; rules.md says 1321 and 361", fit, both)
	}
}

// rules.md, "Sharing rule", "Spelled out for read/write accesses": the table row by row.
func TestSharingSpelledOut(t *testing.T) {
	columns := strings.Fields("R/- R/R R/W R/RW W/- W/R W/W W/RW RW/- RW/R RW/W RW/RW")
	rows := map[string]string{
		"R/-": "X X X X X X X X X X X X", "R/R": "X ok X ok X X X X X X X X", "R/W": "X X X X X ok X ok X X X X",
		"R/RW": "X ok X ok X ok X ok X ok X ok", "W/-": "X X X X X X X X X X X X", "W/R": "X X ok ok X X X X X X X X",
		"W/W": "X X X X X X ok ok X X X X", "W/RW": "X X ok ok X X ok ok X X ok ok", "RW/-": "X X X X X X X X X X X X",
		"RW/R": "X X X ok X X X X X X X X", "RW/W": "X X X X X X X ok X X X X", "RW/RW": "X X X ok X X X ok X X X ok",
	}
	b := file(t)
	for _, name := range columns {
		split := func(mode string) (access, share string) {
			access, share, _ = strings.Cut(mode, "/")
			return access, strings.Replace(share, "-", "none", 1)
		}
		a1, s1 := split(name)
		first, _ := opened(t, b.World, "ann", a1, s1)
		for i, cell := range strings.Fields(rows[name]) {
			a2, s2 := split(columns[i])
			if _, ok := opened(t, first, "ben", a2, s2); ok != (cell == "ok") {
				t.Errorf("%s, then %s: %t, the table says %s", name, columns[i], ok, cell)
			}
		}
	}
}

// rules.md, "What a share mode makes REST refuse": rows are share sets, columns as there. The last row of Lease File is
// A.2's.
func TestWhatAShareModeRefuses(t *testing.T) {
	columns := []string{"get-file path=s/f", "list-ranges path=s/f", "put-range path=s/f range=0-0 body=x",
		"set-file-properties path=s/f",
		"set-file-metadata path=s/f", "create-file path=s/f size=1", "delete-file path=s/f",
		"acquire-file-lease path=s/f duration=-1",
		"get-file-properties path=s/f", "get-file-metadata path=s/f", "list-directories-and-files path=s"}
	for share, row := range map[string]string{
		"none": "X X X X X X X X ok ok ok", "R": "ok ok X X X X X X ok ok ok", "W": "X X ok ok ok X X X ok ok ok",
		"D":  "X X X X X X X X ok ok ok",
		"RW": "ok ok ok ok ok X X X ok ok ok", "RD": "ok ok X X X X X X ok ok ok", "WD": "X X ok ok ok ok X X ok ok ok",
		"RWD": "ok ok ok ok ok ok X ok ok ok ok",
	} {
		for i, cell := range strings.Fields(row) {
			b := file(t, "ann: smb-create path=s/f access=R share="+share)
			want := "409 SharingViolation"
			if a := b.Say("cy: " + columns[i]); (a.String() == want) != (cell == "X") || cell == "ok" && !a.Accepted() {
				t.Errorf("share %s, %s: %s, the table says %s", share, columns[i], a, cell)
			}
		}
	}
	// An attributes-only handle blocks nothing but the delete.
	for i, line := range columns {
		b := file(t, "ann: smb-create path=s/f share=none")
		if a := b.Say("cy: " + line); a.Accepted() == (i == 6) {
			t.Errorf("beside a handle without data access %s: %s", line, a)
		}
	}
	// Two handles: it fails if any of them refuses.
	b := file(t, "ann: smb-create path=s/f access=R share=RW", "ben: smb-create path=s/f access=R share=R")
	b.Want("cy: put-range path=s/f range=0-0 body=x", "409 SharingViolation")
}

// rules.md, "What REST does to oplocks": rows are operations, columns RWH, RH, RW, R; what is left, and whether it
// waits for the client.
func TestWhatRESTDoesToOplocks(t *testing.T) {
	columns := []string{"RWH", "RH", "RW", "R"}
	for line, row := range map[string]string{
		"get-file path=s/f": "RH! RH R! R", "get-file-properties path=s/f": "RH! RH R! R",
		"get-file-metadata path=s/f":          "RH! RH R! R",
		"list-ranges path=s/f":                "RH! RH R! R",
		"put-range path=s/f range=0-0 body=x": "none! none none! none",
		"set-file-properties path=s/f":        "none! none none! none",
		"set-file-metadata path=s/f":          "none! none none! none",
		"delete-file path=s/f":                "RW! R! RW R", "list-directories-and-files path=s": "RWH RH RW R",
	} {
		for i, cell := range strings.Fields(row) {
			b := file(t, "ann h: smb-create path=s/f access=RW share=RWD oplock="+columns[i])
			b.Say("cy: " + line)
			left, waits := strings.CutSuffix(cell, "!")
			if got := b.Say("cy: list-handles path=s/f").Field("0.oplock").String(); got != left {
				t.Errorf("%s leaves %s of %s, the table says %s", line, got, columns[i], left)
			}
			b = file(t, "ann h: smb-create path=s/f access=RW share=RWD oplock="+columns[i])
			b.Set("ann", "responsive", "off")
			if a := b.Say("cy: " + line); (a.String() == "waits") != waits {
				t.Errorf("%s with %s: %s, the table says %s", line, columns[i], a, cell)
			}
		}
	}
}
