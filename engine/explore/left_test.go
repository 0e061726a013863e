package explore_test

import (
	"io/fs"
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/races"
)

// What all share behind a step that left it as it was is what is made of the world behind that step.
func TestWhatAStepLeftIsAsItWas(t *testing.T) {
	every, met, left := 12, 0, 0
	if enginetest.Whole() {
		every = 1
	}
	err := fs.WalkDir(races.FS, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".race") {
			return err
		}
		if met++; met%every != 0 {
			return nil
		}
		s, err := enginetest.RaceFile(t, path).Searched()
		if err != nil || !s.Any() {
			return nil
		}
		for _, b := range []explore.Budget{{}, {Faults: 1}, {Jumps: 1, Copies: 1}} {
			b.States = 60
			n, wrong := explore.LeftAs(s.Input, b)
			left += n
			for _, w := range wrong {
				t.Errorf("%s %+v: %s", path, b, w)
			}
		}
		return nil
	})
	if err != nil || left < 100 {
		t.Errorf("%d steps left what all share as it was: %v", left, err)
	}
	t.Log(met, left)
}
