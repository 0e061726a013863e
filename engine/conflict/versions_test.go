package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Whose removal a version met is told by the version: what it was one of stands (engine/bucket/rules.md, "Versioning").
// What never was has no kind; nor has the read of what is gone, which is an answer (the referee's rules, "Refused").
func TestAVersionIsToldByWhatWroteIt(t *testing.T) {
	const kept = "seed: create-bucket lake\nseed: put-bucket-versioning lake Enabled\n" +
		"ann: put-object lake/k one as p\nann: put-object lake/k two as q\ntell ben $p.version-id\n"
	const copies = "ann: copy-object lake/c source=lake/k source-version-id=$p.version-id\n"
	for _, c := range []struct{ name, lines, first string }{
		{"by its id", kept + "ben: delete-object lake/k version-id=$p.version-id\n" + copies,
			"Ben deleted v1 of lake/k "},
		{"in a list", kept + "ben: delete-objects lake [k version-id=$p.version-id]\n" + copies,
			"Ben deleted v1 of lake/k "},
		{"a marker", kept + "ann: delete-object lake/k as m\ntell ben $m.version-id\n" +
			"ben: delete-object lake/k version-id=$m.version-id\n" +
			"ann: put-object-tagging lake/k version-id=$m.version-id tag.a=b\n",
			"Ben deleted the delete marker of lake/k "},
		{"without versions", "seed: create-bucket lake\nann: put-object lake/k one\nben: delete-object lake/k\n" +
			"ann: copy-object lake/c source=lake/k source-version-id=null\n", "Ben deleted a version of lake/k "},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != engine.IsGone || last.Whose != "ann" || !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s: %s: %s", c.name, last, told.First)
		}
	}
	_, last := run(t, kept+"ann: copy-object lake/c source=lake/k source-version-id=nope\n")
	if last.Kind != "" {
		t.Errorf("one that never was: %s", last)
	}
	_, last = run(t, kept+"ben: delete-object lake/k version-id=$p.version-id\n"+
		"ann: get-object lake/k version-id=$p.version-id\n")
	if last.Kind == engine.IsGone {
		t.Errorf("a read: %s", last)
	}
}
