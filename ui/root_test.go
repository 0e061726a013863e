package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"testing"
)

// TestTheRootStaysSmall: what it keeps and does belongs to the desk, the menu, the status area, the pointer, the
// keyboard, playback, alerts and the others, so that a reader finds it.
func TestTheRootStaysSmall(t *testing.T) {
	const fields, methods = 25, 80
	if n := reflect.TypeFor[Root]().NumField(); n > fields {
		t.Errorf("Root has %d fields, at most %d are bearable: give the new one to the part that it belongs to", n,
			fields)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				if star, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok && star.X.(*ast.Ident).Name == "Root" {
					n++
				}
			}
		}
	}
	if n == 0 || n > methods {
		t.Errorf("Root has %d methods, at most %d are bearable: give the new one to the part that it belongs to", n,
			methods)
	}
}
