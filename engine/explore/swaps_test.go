package explore_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/explore"
)

// two are two writers with one plan each; lines are those of the blob b.
func two(seeds, ann, ben string) string {
	plan := func(id, lines string) string {
		return "plan " + id + "\n  loop 2\n    " + strings.Join(strings.Split(lines, "; "), "\n    ") + "\n"
	}
	text := "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n"
	for _, s := range strings.Split(seeds, "; ") {
		if s != "" {
			text += "seed: " + s + "\n"
		}
	}
	return text + plan("ann", ann) + plan("ben", ben)
}

const (
	swap    = "get-blob cont/b as r; put-blob cont/b {$r.body + 1} if-match=$r.etag"
	swapRow = "get-entity rows/p/k as r; update-entity rows/p/k .n={$r..n + 1} if-match=$r.etag"
)

// swapping are programs, and whether a search may take all their writes for compare-and-swaps: no, where the plans say
// something else; or begins again, where a step shows that one was none.
var swapping = []struct{ text, may string }{
	{cond(2, 3), "yes"},
	{cond(3, 2), "yes"},
	{two("", swap, swap+"; get-blob cont/b as s"), "yes"},
	{two("", swap, "get-blob cont/b as r; if r 200;   put-blob cont/b {$r.body + 1} if-match=$r.etag"), "yes"},
	// the version of a row is a moment, and whether it is over is not known of one
	{two("create-table rows; insert-entity rows/p/k .n=1", swapRow, swapRow), "again"},
	{two("", swap, strings.ReplaceAll(swap, " if-match=$r.etag", "")), "no"},
	{two("", swap, strings.ReplaceAll(swap, "if-match", "if-none-match")), "no"},
	{two("", swap, swap+"; put-blob cont/b {$r.body + 1} if-match=$r.etag"), "no"}, // it may meet its own work
	{two("put-blob cont/c \"0\"", "get-blob cont/c as c; "+swap, swap), "yes"},
	{two("", swap, swap+" tag.k={$r.body + 1}"), "again"}, // a read does not show tags, and a put clears them
	{two("", swap, "get-blob cont/b as r; delete-blob cont/b if-match=$r.etag"), "no"},
	{two("create-bucket lake; put-object lake/k 1",
		"get-object lake/k as r; put-object lake/k {$r.body + 1} if-match=$r.etag", swap), "no"},
}

// What a search finds is the same where whose the work is counts too: the orders, the ends with their marks, the marks
// and the lengths of their shortest orders. It never has more states, and where the rule holds it has fewer.
func TestSwapsChangeNothing(t *testing.T) {
	off := explore.AllRules()
	off.Swaps = false
	for _, c := range swapping {
		in := explore.Input{World: start(t, c.text)}
		may, again := explore.Swapped(in, explore.Budget{})
		if got := map[bool]string{false: "no", true: "yes"}[may]; again && c.may != "again" || !again && got != c.may {
			t.Errorf("%s, again %v; want %s, with\n%s", got, again, c.may, c.text)
		}
		got := explore.Search(in, explore.Budget{}, nil, nil)
		in.Rules = &off
		want := explore.Search(in, explore.Budget{}, nil, nil)
		if found(got) != found(want) {
			t.Errorf("%s\nwant\n%s\nwith\n%s", found(got), found(want), c.text)
		}
		if got.States > want.States || c.may == "yes" && got.States == want.States {
			t.Errorf("%d states, without it %d, with\n%s", got.States, want.States, c.text)
		}
	}
}

// Moments with the same bytes go on alike where whose the work is does not count.
func TestSwapsGoOnAlike(t *testing.T) {
	for n, c := range swapping {
		pairs, wrong := explore.Twins(explore.Input{World: start(t, c.text)}, explore.Budget{},
			rand.New(rand.NewPCG(seedOf(t, 7), uint64(n))), 60, 12)
		for _, w := range wrong {
			t.Errorf("%s\n%s", c.text, w)
		}
		if pairs == 0 {
			t.Errorf("no two moments with the same bytes were met, with\n%s", c.text)
		}
	}
}

// The same of drawn plans whose writes mostly are compare-and-swaps. INTERLEAVE_DRAWN=N draws more of them.
func TestDrawnSwapsChangeNothing(t *testing.T) {
	chance := rand.New(rand.NewPCG(seedOf(t, 11), 5))
	held, again := 0, 0
	draws := 60
	if n, err := strconv.Atoi(os.Getenv("INTERLEAVE_DRAWN")); err == nil {
		draws = n
	}
	for range draws {
		text := two(one(chance, "", "", "set-blob-tags cont/b tag.k=v"), drawnSwaps(chance), drawnSwaps(chance))
		in := explore.Input{World: start(t, text)}
		if may, began := explore.Swapped(in, explore.Budget{}); may {
			held++
		} else if began {
			again++
		}
		off := explore.AllRules()
		off.Swaps = false
		got := explore.Search(in, explore.Budget{}, nil, nil)
		in.Rules = &off
		want := explore.Search(in, explore.Budget{}, nil, nil)
		if found(got) != found(want) || got.States > want.States {
			t.Errorf("%s\nwant\n%s\nwith\n%s", found(got), found(want), text)
		}
	}
	if held == 0 || again == 0 {
		t.Errorf("%d searches took all writes for compare-and-swaps, %d began again", held, again)
	}
}

// drawnSwaps are the lines of a plan that reads and writes, once or twice.
func drawnSwaps(chance *rand.Rand) string {
	var lines []string
	for range 1 + chance.IntN(2) {
		object := one(chance, "cont/b", "cont/b", "cont/c")
		read := one(chance, "get-blob ", "get-blob ", "get-blob ", "get-blob-properties ")
		lines = append(lines, read+object+" as r")
		write := "put-blob " + object + " {$r.body + 1}" + one(chance, " if-match=$r.etag", " if-match=$r.etag",
			" if-match=$r.etag", "") + one(chance, "", "", " tag.k=$r.body", " meta.k=$r.body") + " as w"
		switch chance.IntN(5) {
		case 0:
			lines = append(lines, "if r 200", "  "+write)
		case 1:
			lines = append(lines, write, "break on w "+one(chance, "201", "412"))
		default:
			lines = append(lines, write)
		}
	}
	return strings.Join(lines, "; ")
}

func one(chance *rand.Rand, of ...string) string { return of[chance.IntN(len(of))] }

// found is what a search found, without how much it had to look at.
func found(r *explore.Result) string {
	text := fmt.Sprint(counts(r), r.Values, r.Schedules, r.StuckIn, r.Unread != nil)
	for _, o := range r.Outcomes {
		text += fmt.Sprint(o.Schedules, o.Marks)
	}
	return text
}
