package view_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// What a writer made only where nothing was may be its lock for something else (engine/tair/rules.md, "Plain Redis
// commands": SET with NX and EX): where it ended before its maker replaced what another had put there, and another made
// it since, the story of that has all three. It says of none that it guards anything.
func TestALostUpdateTellsOfALockThatEnded(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		takes = who + "seed: SET n 1\nann: SET lock ann NX EX 5\nann: GET n\n"
		other = "ben: SET lock ben NX EX 5\n"
		harm  = "ben: SET n 5\nann: SET n 2\n"
		mine  = "Ana made lock at 00:00.0, where nothing was."
		bens  = "Ben made lock at 00:06.0, where nothing was."
		blobs = who + "seed: create-container own\nseed: put-blob own/n 1\n" +
			"ann: put-blob own/lock ann if-none-match=*\nann: get-blob own/n\n"
		rows = who + "seed: create-table tab\nseed: insert-entity tab/p/n .n=1\n" +
			"ann: insert-entity tab/p/lock .by=ann\nann: get-entity tab/p/n\n" +
			"cy: delete-entity tab/p/lock if-match=*\nben: insert-entity tab/p/lock .by=ben\n" +
			"ben: update-entity tab/p/n .n=5 if-match=*\nann: update-entity tab/p/n .n=2 if-match=*\n"
	)
	for _, c := range []struct {
		name, lines string
		want        []string
		never       string
	}{
		{"it expired", takes + "clock +6s\n" + other + harm, []string{mine, "Ana read n", "lock expired at 00:05.001.",
			bens, "Ben set n to 5"}, ""},
		{"another removed it", takes + "cy: DEL lock\n" + other + harm, []string{mine, "Cy removed lock at 00:00.0.",
			"Ben made lock", "Ben set n"}, "expired"},
		{"its maker gave it back", takes + "ann: DEL lock\n" + other + harm, []string{"Ana read n",
			"Ben set n"}, "lock"},
		{"nobody took it", takes + "clock +6s\n" + harm, []string{"Ana read n", "Ben set n"}, "lock"},
		{"its maker took it anew", takes + "clock +6s\n" + other + "ben: SET n 5\nclock +6s\n" +
			"ann: SET lock ann NX EX 50\nann: SET n 2\n", []string{mine, "expired", bens, "Ben set n",
			"Ana made lock at 00:12.0, where nothing was."}, ""},
		{"it was made behind the reading", who + "seed: SET n 1\nann: GET n\nann: SET lock ann NX EX 5\nclock +6s\n" +
			other + harm, []string{"Ana read n", "Ben set n"}, "lock"},
		{"a blob", blobs + "cy: delete-blob own/lock\nben: put-blob own/lock ben if-none-match=*\n" +
			"ben: put-blob own/n 5\nann: put-blob own/n 2\n", []string{"Ana made own/lock", "Cy removed own/lock",
			"Ben made own/lock",
			"Ben saved"}, ""},
		{"a row", rows, []string{"Ana made ", "Cy removed ", "Ben made "}, ""},
	} {
		v, told := roomtest.AtEnd(t, c.lines), ""
		for _, tr := range v.Troubles() {
			if tr.Kind != engine.LostUpdate {
				continue
			}
			for _, s := range v.Story(tr.Finding).Steps {
				told += s.Text + "\n"
			}
		}
		rest := told
		for _, want := range c.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: no %q in its place:\n%s", c.name, want, told)
			}
			rest = after
		}
		if c.never != "" && strings.Contains(told, c.never) {
			t.Errorf("%s: %q in\n%s", c.name, c.never, told)
		}
	}
}
