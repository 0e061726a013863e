package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// stuckIn is the row of who is stuck in some order.
func stuckIn(t *testing.T, text string, b explore.Budget) string {
	t.Helper()
	found := explore.Search(explore.Input{World: start(t, text)}, b, nil, nil)
	troubles, _ := explore.Rows(found, strings.ToUpper)
	for _, r := range troubles {
		if r.Text == explore.Stuck {
			return r.Way
		}
	}
	return ""
}

// Who is stuck says why, in the words of the step that cannot be taken: a body that is no number, an answer without the
// field, an answer that was lost, a time that does not come.
func TestWhoIsStuckSaysWhy(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b 1L\n"
	for _, c := range []struct {
		text   string
		budget explore.Budget
		want   string
	}{
		{"plan ann [get-blob cont/b as r; put-blob cont/b {$r.body + 1}]\n", explore.Budget{},
			`ANN get-blob. Then ANN cannot reckon "1L" + "1": "1L" is not a whole number (body).`},
		{"plan ann [get-blob cont/b as r; put-blob cont/b x if-match=$r.etag]\nplan ben [delete-blob cont/b]\n",
			explore.Budget{}, "BEN delete-blob, ANN get-blob. Then ANN cannot use the etag of get-blob cont/b: " +
				`the answer 404 BlobNotFound has no "etag" (if-match).`},
		{"plan ann [put-blob cont/b x]\nplan ben [put-blob cont/b y]\n", explore.Budget{Faults: 1},
			"ANN put-blob, BEN put-blob (the request is lost). Then BEN waits for an answer that is lost. In others " +
				"ANN waits for an answer that is lost."},
		{"plan ann [get-blob cont/b; wait 2s; get-blob cont/b]\n", explore.Budget{},
			"ANN get-blob. Then ANN waits for the clock, which moves only by the timers that a search is allowed."},
	} {
		if got := stuckIn(t, begin+c.text, c.budget); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// An Int64 property is a whole number, and stays one of 64 bits: 1L and twice one is 3L.
func TestAnInt64PropertyIsReckonedWith(t *testing.T) {
	const add = " [loop 2 [get-entity acc/p/r as r; merge-entity acc/p/r .n={$r..n + 1} if-match=$r.etag as w; " +
		"break on w 204]]\n"
	found := explore.Search(explore.Input{World: start(t, "writer ann\nwriter ben\nseed: create-table acc\n"+
		"seed: insert-entity acc/p/r .n=1L\nplan ann"+add+"plan ben"+add)}, explore.Budget{}, nil, nil)
	for _, end := range found.Outcomes {
		if !strings.Contains(end.String(), `entity acc/p/r "n=3L\n"`) {
			t.Error(end)
		}
	}
}
