package blob_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

// The races of the library that are about blobs get what their files state.
func TestRaces(t *testing.T) {
	names, err := fs.Glob(races.FS, "blob/*.race")
	if err != nil || len(names) < 50 {
		t.Fatalf("%d races: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(path.Base(name), ".race"), func(t *testing.T) {
			text, err := races.FS.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := scenario.Parse(name, text, []*engine.Service{blob.Service()})
			if err != nil {
				t.Fatal(err)
			}
			result, err := f.Run()
			if err != nil {
				t.Error(err)
			}
			for _, failure := range result.Failures {
				t.Error(failure)
			}
		})
	}
}
