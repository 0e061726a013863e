package scenario_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/scenario"
)

const counting = `writer ann
writer ben
seed: create-container cont
seed: put-blob cont/b "0"
ann: get-blob cont/b as a1
ann: put-blob cont/b {$a1.body + 1} as a2
ben: get-blob cont/b as b1
ben: put-blob cont/b {$b1.body + 1} as b2
explore
`

// Two reads and two writes have six orders; in the four in which both read before the second write one increment is
// lost, and the blob says 1.
func TestAnEndIsNoNumberOfWrites(t *testing.T) {
	f, err := scenario.Parse("end.race", []byte("writer ann\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.EndOf("state blob cont/a version=3", nil); err == nil ||
		!strings.Contains(err.Error(), "how often") {
		t.Errorf("version=3: %v", err)
	}
}

func TestExploreHoldsWhatItPromises(t *testing.T) {
	for _, c := range []struct{ promise, found string }{
		{"> orders 6", ""},
		{"> orders 7", "6"},
		{"> never ! stale-write", ""},
		{"> never ~ lost-update", "4 orders with it"},
		{"> some ~ lost-update 4 shortest 4", ""},
		{"> some ~ lost-update 4 shortest 3", "4"},
		{"> some ~ lost-update 5", "4"},
		{"> some ~ done-twice", "no order with it"},
		{"> outcome blob cont/b body=2 count 2", ""},
		{"> outcome blob cont/b body=1 count 2", "4"},
		{"> outcome blob cont/b body=3", "none"},
		{"> outcome blob cont/b body=3 count 0", ""},
		{"> outcome blob cont/b body=1 count 0", "4"},
		{"> outcome blob cont/c absent count 6", ""},
	} {
		result := enginetest.RanText(t, counting+c.promise+"\n")
		var found []string
		for _, failure := range result.Failures {
			found = append(found, failure.Found)
		}
		if got := strings.Join(found, ", "); (got == "") != (c.found == "") || !strings.HasPrefix(got, c.found) {
			t.Errorf("%s: found %q, want %q", c.promise, got, c.found)
		}
	}
}

// A search that ended early promises nothing.
func TestExploreThatEndsEarlyHoldsNoNever(t *testing.T) {
	text := strings.Replace(counting, "explore\n", "explore --states 3\n> never ~ done-twice\n", 1)
	f, err := scenario.Parse("test.race", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := f.Run()
	if err != nil || len(result.Failures) != 1 || !strings.HasPrefix(result.Failures[0].Found, "partial") {
		t.Errorf("%v, %v", result.Failures, err)
	}
}
