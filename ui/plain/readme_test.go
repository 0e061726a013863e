package plain_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interleave/ui/command"

	"charm.land/bubbles/v2/key"
	"github.com/aymanbagabas/go-udiff"
)

func readme(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmeListsTheKeys compares the list between the two marks with the table of commands.
func TestReadmeListsTheKeys(t *testing.T) {
	before, rest, began := strings.Cut(readme(t), keysBegin)
	got, behind, ended := strings.Cut(rest, keysEnd)
	want := keyTable()
	switch {
	case !began || !ended:
		t.Fatalf("README.md has no %q and %q, between which the keys stand", keysBegin, keysEnd)
	case got == want:
	case os.Getenv("INTERLEAVE_UPDATE") == "1":
		text := before + keysBegin + want + keysEnd + behind
		if err := os.WriteFile(filepath.Join("..", "..", "README.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the keys in README.md are not those of ui/command (INTERLEAVE_UPDATE=1 writes them anew):\n%s",
			udiff.Unified("README.md", "ui/command", got, want))
	}
}

const keysBegin, keysEnd = "<!-- keys: begin -->\n", "<!-- keys: end -->"

// TestReadmeMapsEveryPackage looks for each package in the code map, and for each row's package in the tree.
func TestReadmeMapsEveryPackage(t *testing.T) {
	text, root := readme(t), filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "doc.go" {
			return err
		}
		name, err := filepath.Rel(root, filepath.Dir(path))
		if row := "| `" + filepath.ToSlash(name) + "` |"; !strings.Contains(text, row) {
			t.Errorf("README.md has no row %s", row)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "| `engine/"); ok {
			name, _, _ = strings.Cut(name, "`")
			if _, err := os.Stat(filepath.Join(root, "engine", name, "doc.go")); err != nil {
				t.Errorf("README.md maps engine/%s, which is not there", name)
			}
		}
	}
}

// TestReadmeShowsTheDeskAtItsSmallestSize holds the drawing to the 80 columns and 24 rows that it is about.
func TestReadmeShowsTheDeskAtItsSmallestSize(t *testing.T) {
	_, rest, _ := strings.Cut(readme(t), "```text\n")
	drawing, _, _ := strings.Cut(rest, "```")
	lines := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
	if len(lines) != 24 {
		t.Errorf("the drawing has %d rows", len(lines))
	}
	for i, line := range lines {
		if len(line) > 80 || strings.HasPrefix(line, "|") && len(line) != 80 || strings.HasPrefix(line, "+") &&
			len(line) != 80 {
			t.Errorf("row %d has %d columns: %s", i+1, len(line), line)
		}
	}
}

// keyTable is the list of all keys as a Markdown table.
func keyTable() string {
	var out strings.Builder
	out.WriteString("| Command | Keys in NAV | Keys in EDIT | Menu | Word |\n|---|---|---|---|---|\n")
	for _, c := range command.All() {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", c.Title, keyCell(c.Keys), keyCell(c.Edit),
			cmp.Or(c.Menu, "-"), cmp.Or(c.Word, "-"))
	}
	return out.String()
}

func keyCell(b key.Binding) string {
	var names []string
	for _, key := range b.Keys() {
		names = append(names, "`"+command.KeyName(key)+"`")
	}
	return cmp.Or(strings.Join(names, " "), "-")
}
