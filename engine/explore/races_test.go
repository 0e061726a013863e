package explore_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

func TestRacesTry(t *testing.T) {
	which, most := os.Getenv("WHICH"), 1500
	if which == "" {
		t.Skip()
	}
	budgets := []explore.Budget{{}, {Faults: 1}, {Jumps: 1}, {Stops: 1}, {Copies: 1}, {Lates: 1}, {Faults: 1, Jumps: 1}}
	fs.WalkDir(races.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".race") || !strings.Contains(path, which) {
			return nil
		}
		data, _ := fs.ReadFile(races.FS, path)
		f, err := scenario.Parse(path, data, catalog.New().Services())
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Searched()
		if err != nil {
			fmt.Println(path, "ERR", err)
			return nil
		}
		for _, b := range budgets {
			c, ok := explore.Enumerate(s.Input, b, most)
			if !ok {
				fmt.Println(path, b, "too many")
				b.States = 20000
			}
			for _, off := range []bool{true, false} {
				rules := explore.AllRules()
				rules.Memo = off
				in := s.Input
				in.Rules = &rules
				begin := time.Now()
				r := explore.Search(in, b, nil, nil)
				if took := time.Since(begin); took > 2*time.Second {
					fmt.Println("SLOW", path, b, took, r.States)
				}
				if !ok {
					break
				}
				if diff := explore.Compare(r, c); diff != "" {
					fmt.Printf("DIFF %s %+v memo %v\n%s\n", path, b, off, diff)
				}
			}
		}
		return nil
	})
}
