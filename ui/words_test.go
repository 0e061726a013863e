package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"interleave/engine"
)

// never are words that no sentence on screen says: of a machine, of ourselves, of blame. An error of a service is
// called by its own name, which is no sentence of ours.
var never = regexp.MustCompile(`(?i)\b(failed|fails|failure|invalid|oops|please|sorry|errors?)\b`)

// TestNoSentenceHasAWordThatIsNeverSaid goes through every text in the sources of the desktop: they are its catalogue.
func TestNoSentenceHasAWordThatIsNeverSaid(t *testing.T) {
	files, texts := token.NewFileSet(), 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "uitest") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Error(err)
			}
			if texts++; never.MatchString(text) && strings.Contains(text, " ") {
				t.Errorf("%s: %q", files.Position(lit.Pos()), text)
			}
			return true
		})
		return nil
	})
	if err != nil || texts < 500 {
		t.Fatalf("%d texts, %v", texts, err)
	}
}

// What a table holds has one name on the whole screen, the one that the service's documents and its operations have.
func TestATableHoldsEntities(t *testing.T) {
	d, root, _ := newDesk(t, "", 200, 60)
	typed(d, "writer ana \"Ana\"", "ana: create-table stock", "ana: insert-entity stock/p/tea .count=8",
		"ana: query-entities stock", "ana: get-entity stock/p/tea")
	for _, object := range []string{"table stock", "entity stock/p/tea"} {
		root.Select(engine.ParseObject(object))
		for _, key := range []string{"esc", "s", "o", "alt+o"} {
			d.Press(key)
			for _, word := range strings.FieldsFunc(d.Frame(), func(r rune) bool { return !unicode.IsLetter(r) }) {
				if word == "row" || word == "rows" {
					t.Errorf("of %s %s shows a %s\n%s", object, key, word, d.Frame())
				}
			}
			d.Press("esc")
		}
	}
}
