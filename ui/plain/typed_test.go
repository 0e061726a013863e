package plain

import (
	"strings"
	"testing"
)

// What a line leaves out is the chosen object; a property is typed with its dot or without; a receive that hands out
// nothing says when there is something; the signs behind a line are told once.
func TestALineOfHandsNeedsNoMore(t *testing.T) {
	const begun = "new\nadd ana, ben\n"
	for name, c := range map[string]struct {
		lines string
		want  []string
		miss  []string
	}{
		"the row that is chosen": {begun + "do create-table stock\ndo insert-entity stock/p/r views=3\nread\n" +
			"write .views=4\ndo update-entity views=5\ntruth\n",
			[]string{"#4   UPDATE stock/p/r", "#5   UPDATE stock/p/r", "views=4", "views=5"},
			[]string{"PropertyNameInvalid"}},
		"the queue that is chosen": {begun + "do create-queue jobs\ndo put-message \"pack 7\"\nben: read\n",
			[]string{"ADD jobs", `"pack 7"`}, []string{"Nothing was visible"}},
		"nothing visible": {begun + "do create-queue jobs\nread\ndo put-message x1\n",
			[]string{"    Nothing was visible.\n"}, nil},
		"visible later": {begun + "do create-queue jobs\ndo put-message jobs work\nread\nben: read\n",
			[]string{"Nothing was visible. The next message is visible at 00:30.5: next goes there."}, nil},
		"the signs": {begun + "do create-queue jobs\ndo create-table t\ndo create-table u\n",
			[]string{"! - ana\n    Behind a line: ! refused, ~ silent, ? no answer"}, nil},
		"versions": {begun + "do create-bucket lake\nversions\nversions\ndo put-object lake/a hi\nben: delete\nread\n" +
			"recommend\nundelete\nread\nundelete\n",
			[]string{"PUT lake (put-bucket-versioning)", "lake has its versions on already.",
				"undelete takes the marker away.", "Version-Id", `"hi"`, "No delete marker hides lake/a."}, nil},
		"a branch without a mark beside one that has it": {"fork\nrun\ncompare main\n",
			[]string{"  mark\n    main: none\n    fork-1: ! stale write, Ana, 00:12.3\n"}, []string{"any object"}},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, c.lines)
		saysIn(t, name, out, c.want, c.miss)
		if n := strings.Count(out, "Behind a line:"); n > 1 {
			t.Errorf("%s: the signs are told %d times", name, n)
		}
	}
}

// saysIn checks what an output says, and what it does not.
func saysIn(t *testing.T, name, out string, wants, misses []string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(out, want) {
			t.Errorf("%s: %q is not said in\n%s", name, want, out)
		}
	}
	for _, miss := range misses {
		if strings.Contains(out, miss) {
			t.Errorf("%s: %q is said in\n%s", name, miss, out)
		}
	}
}
