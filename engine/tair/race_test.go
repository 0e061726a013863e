package tair_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/tair"
)

func TestRaces(t *testing.T) {
	names, err := filepath.Glob("../races/tair/*.race")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d races: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".race"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := scenario.Parse(name, text, []*engine.Service{tair.Service()})
			if err != nil {
				t.Fatal(err)
			}
			result, err := f.Run()
			if err != nil {
				t.Fatal(err)
			}
			for _, failure := range result.Failures {
				t.Error(failure)
			}
		})
	}
}
