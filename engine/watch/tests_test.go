package watch

import (
	"io"
	"slices"
	"testing"
)

// pytest names a test with its outcome, and node may say that one begins when it is over: what came since the end of
// the one before belongs to it. Beginnings that go says at once, and tests within tests, stay as they are.
func TestTestsThatAreNamedAtTheirEnd(t *testing.T) {
	for _, row := range []struct {
		name  string
		lines map[int]string // by how many requests there were
		want  []Test
	}{
		{"pytest", map[int]string{1: "tests/test_a.py::test_one PASSED   [ 50%]\n",
			3: "tests/test_a.py::test_two[a b] FAILED   [100%]\n"},
			[]Test{{"tests/test_a.py::test_one", 1, true}, {"tests/test_a.py::test_two[a b]", 2, true}}},
		{"node in TAP", map[int]string{1: "# Subtest: one\nok 1 - one\n", 3: "# Subtest: two\n" +
			"not ok 2 - two # time=0.25ms\n"},
			[]Test{{"one", 1, true}, {"two", 2, true}}},
		{"within a test", map[int]string{0: "# Subtest: outer\n    # Subtest: in\n", 2: "    ok 1 - in\n",
			4: "ok 1 - outer\n"}, []Test{{"outer", 1, true}, {"in", 1, true}}},
		{"node", map[int]string{1: "✔ one (1.5ms)\n", 3: "  ✖ two (0.25ms)\n"},
			[]Test{{"one", 1, true}, {"two", 2, true}}},
		{"go", map[int]string{2: "=== RUN   TestOne\n", 4: "--- PASS: TestOne (0.00s)\n=== RUN   TestTwo\n"},
			[]Test{{"TestOne", 3, false}, {"TestTwo", 5, false}}},
	} {
		sent := 0
		n := &testNames{requests: func() int { return sent }}
		out := n.reading(io.Discard)
		for sent = range 6 {
			if _, err := io.WriteString(out, row.lines[sent]); err != nil {
				t.Fatal(err)
			}
		}
		if got := n.list(); !slices.Equal(got, row.want) {
			t.Errorf("%s: the tests are %v, want %v", row.name, got, row.want)
		}
	}
}
