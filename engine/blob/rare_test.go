package blob_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// What is rare about a blob is one piece of memory for all its versions, and for all blobs that have nothing of it: a
// version that is another writes to what alter gave it, and never through its field.
func TestWhatVersionsShareIsNotWritten(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		written := func(left ast.Expr) {
			for {
				s, ok := left.(*ast.SelectorExpr)
				if !ok {
					return
				}
				if in, ok := s.X.(*ast.SelectorExpr); ok && in.Sel.Name == "rare" {
					t.Errorf("%s writes to what other versions share, alter gives one", set.Position(s.Pos()))
				}
				left = s.X
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					written(left)
				}
			case *ast.IncDecStmt:
				written(n.X)
			}
			return true
		})
	}
}
