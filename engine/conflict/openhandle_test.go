package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What a handle shares is no reason where any open handle stands in the way.
func TestADeleteIsNotSaidToBeStoppedByWhatIsShared(t *testing.T) {
	r, last := run(t, "seed: create-share s\nseed: create-file s/a size=4\nann: smb-create s/a access=RW share=RWD\n"+
		"ben: delete-file s/a\n")
	steps := conflict.Story(r.Timeline.World(), last).Steps
	said := steps[len(steps)-1].Text
	if !strings.Contains(said, "Any open handle stops a delete (D), whatever it shares; RW/RWD was open.") {
		t.Error(said)
	}
}

// The referee's rules, "Shown": an own accepted write shows what it wrote, one that stays in the cache of a handle too.
// Whether the bytes had waited with their client makes it no more blind for what another puts there after that.
func TestACachedWriteShowsItsBytes(t *testing.T) {
	const (
		file = "seed: create-share doc\nseed: create-file doc/f 10\n"
		open = file + "ann: smb-create doc/f access=RW share=RWD disposition=OPEN oplock=RWH as h\n"
		ben  = "ben: get-file doc/f as b\nben: put-range doc/f BBB range=0-2 from=b\n"
		more = "ann: smb-write $h.handle more offset=0\n"
	)
	for _, c := range []struct{ name, lines, mark string }{
		{"kept in the cache", open + "ann: smb-write $h.handle cached\n" + ben + more, "~ lost-update ben"},
		{"past the cache", open + "ann: smb-write $h.handle cached through=true\n" + ben + more, "~ lost-update ben"},
		{"of another place", open + "ann: smb-write $h.handle x offset=9\n" + ben + more, ""},
		{"nothing before", open + ben + more, ""},
		{"what waits there is its own", open + "ann: smb-write $h.handle cached\n" + more, ""},
	} {
		_, last := run(t, c.lines)
		got := last.String()
		if last.Kind == "" {
			got = ""
		}
		if got != c.mark {
			t.Errorf("%s: %q, want %q", c.name, got, c.mark)
		}
	}
}
