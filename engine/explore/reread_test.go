package explore_test

import (
	"fmt"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// What a search finds is the same where what a writer knew counts in front of a read too: the orders, the ends, the
// marks and the lengths of their shortest orders. It never has more states.
func TestReadAnewChangesNothing(t *testing.T) {
	fewer := 0
	off := explore.AllRules()
	off.Reread = false
	compare := func(path string, in explore.Input) {
		b := explore.Budget{States: 4000}
		got := explore.Search(in, b, nil, nil)
		in.Rules = &off
		want := explore.Search(in, b, nil, nil)
		if want.Stopped != "" {
			return
		}
		if fmt.Sprint(counts(got), got.Values, got.Schedules, got.StuckIn, got.Unread != nil) !=
			fmt.Sprint(counts(want), want.Values, want.Schedules, want.StuckIn, want.Unread != nil) {
			t.Errorf("%s: %v, want %v", path, counts(got), counts(want))
		}
		if got.States > want.States {
			t.Errorf("%s: %d states, without it %d", path, got.States, want.States)
		}
		if got.States < want.States {
			fewer++
		}
	}
	for n, text := range rereads {
		compare(fmt.Sprint(n), explore.Input{World: start(t, text)})
	}
	if fewer == 0 {
		t.Error("no program has fewer states")
	}
	eachRace(t, oneIn(8), func(path string, s *scenario.Searched) { compare(path, s.Input) })
	t.Log(fewer)
}

// rereads are programs in which writers read again what they know: as it is always there; as another deletes it, so
// that the read may show nothing; as they learn more of it by another request; as what they write is made from
// something else, and whether it loses an update hangs on what they knew.
var rereads = []string{cond(2, 3), cond(3, 2),
	rereading("delete-blob cont/b", "get-blob cont/b as r"),
	rereading("set-blob-metadata cont/b meta.k=v", "get-blob-properties cont/b as r"),
	rereading("set-blob-tags cont/b tag.k=v", "get-blob-tags cont/b as r"),
	"writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n" +
		"seed: put-blob cont/c \"0\"\n" + elsewhere("ann") + elsewhere("ben"),
}

func elsewhere(id string) string {
	return "plan " + id + "\n  get-blob cont/c as c\n  loop 2\n    get-blob cont/b\n" +
		"    put-blob cont/b {$c.body + 1}\n  get-blob cont/b\n"
}

func rereading(other, first string) string {
	text := "writer ann\nwriter ben\nwriter cat\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + "\n  " + first + "\n  put-blob cont/b $r.etag if-match=$r.etag as w\n" +
			"  get-blob cont/b as r\n  put-blob cont/b {$r.body + 1} as w\n"
	}
	return text + "plan cat\n  get-blob cont/b as r\n  " + other + "\n"
}

// Where a read may fail, what its writer knew counts: a search that took it as read anew begins again.
func TestAReadThatFailsShowsNothing(t *testing.T) {
	for text, want := range map[string]bool{cond(2, 2): false, rereads[2]: true} {
		if got := explore.BeganAgain(explore.Input{World: start(t, text)}, explore.Budget{}); got != want {
			t.Errorf("it began again: %v, want %v, with\n%s", got, want, text)
		}
	}
}
