package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// rules.md, "Several objects in one request": each entry is judged as a request of its own. What one of them compared
// and what its writer had read of it says nothing of another.
func TestEachEntryIsJudgedByItself(t *testing.T) {
	const lake = "seed: create-bucket lake\nseed: put-object lake/a 1\nseed: put-object lake/b 2\n" +
		"ann: get-object lake/b as gb\n"
	const jobs = "seed: create-table jobs\nseed: insert-entity jobs/p/a .n=1\nseed: insert-entity jobs/p/b .n=1\n" +
		"ann: get-entity jobs/p/b as gb\n"
	const both = "ann: delete-objects lake [a; b if-match=$gb.etag]\n"
	const group = "ann: entity-group-transaction jobs p [insert-or-replace-entity a .n=2; " +
		"update-entity b .n=3 if-match=$gb.etag]\n"
	const watching = "seed: SET a 1\nseed: SET b 2\nann: GET a\nann: WATCH b\nann: GET b\nann: MULTI\n"
	for name, row := range map[string][2]string{
		"a key read before, and without a tag": {lake + "ann: get-object lake/a\nben: put-object lake/a 11\n" + both,
			"lost-update object lake/a"},
		"a key never read, and without a tag": {lake + "ben: put-object lake/a 11\n" + both, " "},
		"a key with a tag that came back": {lake + "ann: get-object lake/a as ga\nben: put-object lake/a 11\n" +
			"ben: put-object lake/a 1\nann: delete-objects lake [a if-match=$ga.etag; b]\n",
			"same-number object lake/a"},
		"a row read before, and without a tag": {jobs + "ann: get-entity jobs/p/a\nben: merge-entity jobs/p/a .n=7\n" +
			group, "lost-update entity jobs/p/a"},
		"a row never read, and without a tag": {jobs + "ben: merge-entity jobs/p/a .n=7\n" + group, " "},
		"a key that was not watched": {watching + "ann: SET a 5\nann: SET b 6\nben: SET a 9\nann: EXEC\n",
			"lost-update key a"},
	} {
		_, last := run(t, row[0])
		if got := string(last.Kind) + " " + last.Object.String(); got != row[1] {
			t.Errorf("%s: %q, want %q", name, got, row[1])
		}
	}
}

// A key is refused inside an answer of 200, and its writer has heard that once the answer has come
// (engine/bucket/rules.md, "DeleteObjects").
func TestARefusedKeyIsToldInsideItsAnswer(t *testing.T) {
	const lines = "seed: create-bucket lake\nseed: put-object lake/b 1\nann: get-object lake/b as r\n" +
		"ben: put-object lake/b 2\n"
	for sent, want := range map[string]string{
		"ann: delete-objects lake [b if-match=$r.etag]\n":                              "Ana heard 200 OK",
		"ann: send delete-objects lake [b if-match=$r.etag] as d\ndeliver d\nlose d\n": "Ana has not heard it: 200 OK",
	} {
		r, _ := run(t, lines+sent)
		var found []conflict.Finding
		for _, o := range r.Outcomes {
			found = append(found, slices.Concat(o.Marks...)...)
		}
		for _, f := range found {
			if f.Kind != engine.StaleWrite {
				continue
			}
			told := conflict.Story(r.Timeline.World(), f)
			last := told.Steps[len(told.Steps)-1].Text
			if !strings.HasPrefix(told.Heard, want) ||
				!strings.HasPrefix(last, "The service said 200 OK, with 412 PreconditionFailed inside.") {
				t.Errorf("%s%s\n%s", sent, told.Heard, last)
			}
		}
	}
}
