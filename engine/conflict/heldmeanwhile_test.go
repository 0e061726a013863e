package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A lease keeps out who does not name its id, that of a container nothing but its delete, and that of a blob no delete
// of its container (engine/blob/rules.md, "Using a blob while leased" and "Using a container while leased"): whoever
// lost work that stood under one is told how that had ended, or that nobody asked for it.
func TestALeaseThatStoodOverLostWorkIsTold(t *testing.T) {
	const (
		wiki  = "seed: create-container wiki\nseed: put-blob wiki/a one\n"
		blob  = wiki + "ben: acquire-blob-lease wiki/a duration=60 as l\nann: get-blob wiki/a\n"
		work  = "ben: put-blob wiki/a two lease=$l.lease\n"
		over  = "ann: put-blob wiki/a three\n"
		took  = "Ben took the lease"
		box   = wiki + "ben: acquire-container-lease wiki duration=60 as l\nann: list-blobs wiki\n"
		in    = "ben: put-blob wiki/b new\n"
		kill  = "ann: delete-container wiki\n"
		docs  = "seed: create-share docs\nseed: create-file docs/f 4\nann: get-file docs/f\n"
		bytes = "ben: put-range docs/f wxyz range=0-3"
	)
	for lines, want := range map[string]string{
		box + in + "ann: break-container-lease wiki period=0\n" + kill: "Ben took the lease of wiki|" +
			"Ana broke Ben's lease",
		"writer cat \"Cat\"\n" + box + in + "cat: break-container-lease wiki period=0\n" + kill: "Ben took the lease " +
			"of wiki|Cat broke Ben's lease",
		box + in + "ben: release-container-lease wiki lease=$l.lease\n" + kill: "",
		box + in + "clock +70s\n" + kill: "Ben took the lease " +
			"of wiki|Ben's lease (60 s",
		blob + work + "ann: break-blob-lease wiki/a period=0\n" + over: took + "|Ana broke Ben's lease",
		blob + work + "ann: break-blob-lease wiki/a period=0\nann: delete-blob wiki/a\n": took +
			"|Ana broke Ben's lease",
		blob + work + "ben: release-blob-lease wiki/a lease=$l.lease\n" + over: "",
		blob + "ben: change-blob-lease wiki/a lease=$l.lease id=guid:N as m\nben: put-blob wiki/a two " +
			"lease=$m.lease\nann: break-blob-lease wiki/a period=5\nclock +9s\n" + over: took +
			"|Ben changed the lease's id|Ana broke Ben's lease",
		blob + work + "clock +70s\nann: acquire-blob-lease wiki/a duration=15 as k\nann: put-blob wiki/a three " +
			"lease=$k.lease\n": took + "|Ben's lease (60 s|Ana took the lease",
		wiki + "ben: acquire-blob-lease wiki/a duration=15\nclock +20s\nann: get-blob wiki/a\nben: put-blob wiki/a " +
			"two\n" + over: "", // that was over before the work
		blob + work + kill: "Ben took the lease of wiki/a",
		docs + "ben: acquire-file-lease docs/f duration=-1 as l\n" + bytes + " lease=$l.lease\nann: break-file-lease " +
			"docs/f\nann: put-range docs/f aaaa range=0-3\n": "Ben took the lease|Ana broke Ben's lease",
		docs + "ben: acquire-share-lease docs duration=60\n" + bytes + "\nann: break-share-lease docs period=0\n" +
			"ann: delete-share docs\n": "Ben took the lease of docs|Ana broke Ben's lease",
	} {
		r, last := run(t, lines)
		told := conflict.Story(r.Timeline.World(), last)
		steps := ""
		for _, s := range told.Steps {
			steps += s.Text + "\n"
		}
		for _, step := range strings.Split(want, "|") {
			if !strings.Contains(steps, step) || want == "" && strings.Contains(steps, "lease") {
				t.Errorf("%s%s%s: want %q", lines, fmt.Sprint(told.First, "\n"), steps, step)
			}
		}
		if asks := "nothing is compared, and no lease of it is asked for"; strings.Contains(told.Law, asks) !=
			(lines == blob+work+kill) {
			t.Errorf("%s%s", lines, told.Law)
		}
	}
}
