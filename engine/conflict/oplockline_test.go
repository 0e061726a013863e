package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// TestABrokenOplockIsTold row by row of "What REST does to oplocks" (share/rules.md): whose it was, and what is left.
func TestABrokenOplockIsTold(t *testing.T) {
	for _, row := range []struct{ oplock, request, want string }{
		{"RWH", "get-file s/f", "RWH is RH now"},
		{"RWH", "put-range s/f x range=0-0", "RWH is none now"},
		{"RWH", "delete-file s/f", "RWH is RW now"},
		{"RW", "get-file s/f", "RW is R now"},
		{"RW", "delete-file s/f", ""},
		{"RH", "get-file s/f", ""},
		{"RH", "put-range s/f x range=0-0", "RH is none now"},
		{"RH", "delete-file s/f", "RH is R now"},
		{"R", "put-range s/f x range=0-0", "R is none now"},
		{"none", "put-range s/f x range=0-0", ""},
	} {
		r, _ := run(t, "seed: create-share s\nseed: create-file s/f size=4\n"+
			"ann: smb-create s/f access=R share=RWD oplock="+row.oplock+"\nben: "+row.request+"\n")
		told := ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				if e.Kind == engine.Decided && e.By == "ben" {
					_, told, _ = strings.Cut(conflict.Tell(r.Timeline.World(), e).What, ", breaks ")
				}
			}
		}
		want := row.want
		if want != "" {
			want = "Ana's oplock: " + want
		}
		if told != want {
			t.Errorf("%s under %s: %q, want %q", row.request, row.oplock, told, want)
		}
	}
}
