package starters_test

import (
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"interleave/engine/starters"
)

func TestEveryProgramIsGoAndSaysItsModule(t *testing.T) {
	for _, p := range starters.List() {
		if _, err := parser.ParseFile(token.NewFileSet(), p.Flag, p.Text, parser.AllErrors); err != nil {
			t.Error(err)
		}
		if !strings.Contains(p.Text, "go get "+p.Module) {
			t.Errorf("%s does not say that it needs %s", p.Flag, p.Module)
		}
	}
}

// What README.md says about connecting is what the programs do, which .ci/starters runs.
func TestReadmeConnectsAsTheProgramsDo(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range starters.List() {
		_, rest, _ := strings.Cut(string(readme), "<!-- connect "+p.Flag+" -->\n```go\n")
		block, _, found := strings.Cut(rest, "```")
		if !found {
			t.Errorf("README.md does not say how a program connects to %s", p.Flag)
		}
		for line := range strings.Lines(block) {
			if line = strings.TrimSpace(line); line != "" && !strings.Contains(p.Text, line) {
				t.Errorf("%s: the program has no line %s", p.Flag, line)
			}
		}
	}
}
