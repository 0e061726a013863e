package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
)

// A rename saves nothing: it gives what is there another name, and what had that name is lost with it.
func TestARenameIsToldAsOne(t *testing.T) {
	for _, spec := range enginetest.Specs() {
		if renamed := strings.HasPrefix(spec.Did, "renamed "); renamed != (spec.Effect == engine.Renames) &&
			!strings.HasPrefix(spec.Did, "moved ") {
			t.Errorf("%s %s: effect %d", spec.Verb, spec.Did, spec.Effect)
		}
	}
	const files = "seed: create-share s\nseed: create-file s/plan size=4\nseed: create-file s/other size=4\n" +
		"ann: get-file s/other as o\n"
	for _, row := range []struct {
		lines, says string
		kind        engine.Trouble
	}{
		{files + "ben: put-range s/other Ben1 range=0-3\nann: rename-file s/other source=s/plan replace=true\n",
			"Ben's v2 was overwritten by Ana.", engine.LostUpdate},
		{files + "ben: rename-file s/final source=s/other\nann: put-range s/other Ana1 range=0-3\n",
			"Ben renamed s/other to s/final with #", engine.IsGone},
		// what a rename puts under a name is its own work, whoever wrote the bytes
		{files + "ben: rename-file s/other source=s/plan replace=true\nann: put-range s/other Ana1 range=0-3\n",
			"Ben's text was overwritten by Ana.", engine.LostUpdate},
		{files + "ben: rename-file s/other source=s/plan replace=true\nann: set-file-properties s/other size=2\n",
			"Ben's text was overwritten by Ana.", engine.LostUpdate},
		{files + "ann: get-file s/final\nben: rename-file s/final source=s/plan\nann: create-file s/final size=4\n",
			"Ben's text was overwritten by Ana.", engine.LostUpdate},
		{files + "seed: create-directory s/d\nseed: create-file s/d/x size=4\nann: get-file s/e/x\n" +
			"ben: rename-directory s/e source=s/d\nann: create-file s/e/x size=4\n",
			"Ben's text was overwritten by Ana.", engine.LostUpdate},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != row.kind || !strings.HasPrefix(told.First, row.says) {
			t.Errorf("%s%s: %s", row.lines, last, told.First)
		}
	}
}
