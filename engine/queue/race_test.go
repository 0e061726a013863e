package queue_test

import (
	"os"
	"path/filepath"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/queue"
	"interleave/engine/scenario"
)

func TestRaces(t *testing.T) {
	names, _ := filepath.Glob("../races/queue/*.race")
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := scenario.Parse(name, text, []*engine.Service{blob.Service(), queue.Service()})
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
