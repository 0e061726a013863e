package explore

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The times of marks are left out of what is compared where no rule of a service asks for them.
func TestOnlyDatedServicesAskWhenSomethingWasDone(t *testing.T) {
	looked := 0
	for _, service := range []string{"blob", "queue", "table", "tair", "share", "bucket", "lease"} {
		if slices.Contains(datedPackages, service) {
			continue
		}
		files, err := filepath.Glob(filepath.Join("..", service, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			looked++
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "At" {
					t.Errorf("%s asks when something was done: %s belongs to datedPackages", file, service)
				}
				return true
			})
		}
	}
	if looked < 20 {
		t.Errorf("only %d files were looked at", looked)
	}
}
