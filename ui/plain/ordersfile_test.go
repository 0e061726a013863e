package plain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ordersOf is what `interleave orders` says of a scenario.
func ordersOf(t *testing.T, text string, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.race")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := said(t, append([]string{"orders", file}, flags...), "")
	return out
}

// A name of one letter is refused (engine/blob/rules.md: 3 to 63): nothing is there, both are stuck in both orders,
// under every guard too. Each of that is told, and nowhere that there is no trouble.
func TestOrdersOfAFileSayWhoIsStuckAndWhatTheStartLacks(t *testing.T) {
	const plan = " [get-blob c/n as r; put-blob c/n {$r.body + 1} if-match=$r.etag]\n"
	out := ordersOf(t, "writer ann\nwriter ben\nseed: create-container c\nplan ann"+plan+"plan ben"+plan, "-guards")
	for _, want := range []string{
		"  seed: create-container c was refused (OutOfRangeInput): The name of a container has 3 to 63 characters.\n",
		"    ann cannot use $ann-r1.body: the answer 400 OutOfRangeInput has no \"body\" (body)\n",
		"  get-blob refused with 400 OutOfRangeInput: 2 orders, all, shortest 1 step\n",
		"  guard none: get-blob refused with 400 OutOfRangeInput in all 2 orders, somebody stuck in all 2 orders " +
			"(ann cannot ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(strings.ToLower(out), "no order meets") {
		t.Error(out)
	}
}
