package engine_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The rules of the house, read off the sources. tidy_rules_test.go holds the rules about imports and statements;
// tidy_broken_test.go breaks every rule, so that none of them is silent by mistake.

// TestTidy holds the house to its rules.
func TestTidy(t *testing.T) {
	h := ourHouse(t)
	if len(h.sources) == 0 || !slices.Contains(h.top, "go.mod") {
		t.Fatalf("no sources or no go.mod beside them: %v", h.top)
	}
	for _, r := range houseRules {
		t.Run(r.name, func(t *testing.T) {
			for _, f := range r.find(h) {
				t.Errorf("%s: %s: %s\n\twhy: %s", f.where, r.name, f.what, r.why)
			}
		})
	}
}

// houseRule is one rule: what it is called, why it is there, and where a tree breaks it.
type houseRule struct {
	name, why string
	find      func(*house) []finding
}

// finding is one place that breaks a rule.
type finding struct{ where, what string }

// house is all that the rules look at.
type house struct {
	sources []*source
	top     []string // the names at the top level that git would keep
}

// source is one parsed file.
type source struct {
	name  string // from the top level, with slashes
	set   *token.FileSet
	file  *ast.File
	lines int
	text  []string // the lines
	long  []int    // those that are wider than maxWidth
}

var houseRules = []houseRule{
	{"known package", "the house is fixed: no package for leftovers", findUnknownPackages},
	{"pure imports", "a pure package gives the same answer on every machine, at every time",
		findImpureImports},
	{"arrows", "a package that knows less can be changed alone", findWrongArrows},
	{"pure calls", "time, chance and output come in as inputs, so that a replay is exact",
		findImpureCalls},
	{"pure statements", "a pure package runs on its caller's goroutine alone", findImpureStatements},
	{"fixed variables", "what a package remembers is shared by all worlds and their forks",
		findChangedVariables},
	{"no world on screen", "panes read a frozen view; a held world moves under them", findWorldsOnScreen},
	{"one renderer import", "ultraviolet is pinned and breaks between snapshots",
		findRendererImports},
	{"function size", fmt.Sprintf("at most %d lines can be read at once", maxFunction),
		findLongFunctions},
	{"file size", fmt.Sprintf("at most %d lines can be found through", maxFile), findLongFiles},
	{"no code twice", "what is mended in one place stays as it was in the other", findRepeated},
	{"line width", fmt.Sprintf("%d columns fit beside a second file", maxWidth), findWideLines},
	{"exported comments", "the exported names are the product, and the page about it", findBareNames},
	{"package comment", "a newcomer begins at doc.go", findBarePackages},
	{"leftover markers", "what is not done is not hidden in a comment", findMarkers},
	{"tests from outside", "a test within a package has all above it compiled once more for that test alone",
		findTestsWithin},
	{"no sleep in tests", "a test that waits is slow today and fails tomorrow", findSleeps},
	{"top level", "the top level is fixed", findStrayNames},
}

// ourHouse is the whole tree.
func ourHouse(t testing.TB) *house {
	t.Helper()
	h, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	h.top = keptNames(t, "..")
	return h
}

// readOnce is for all tests that look at the tree.
var readOnce = sync.OnceValues(func() (*house, error) { return readHouse("..") })

func readHouse(root string) (*house, error) {
	h := &house{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		short, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		s, err := parse(filepath.ToSlash(short), text)
		h.sources = append(h.sources, s)
		return err
	})
	return h, err
}

// maxWidth is how many columns a line has, of which a tab takes four.
const maxWidth = 120

// unbreakable are the lines that a raw literal stands on: the tag of a field, a drawing, what a program said. A text in
// quotes can be broken anywhere.
func unbreakable(set *token.FileSet, file *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && l.Value[0] == '`' {
			for line := set.Position(l.Pos()).Line; line <= set.Position(l.End()).Line; line++ {
				lines[line] = true
			}
		}
		return true
	})
	return lines
}

func findWideLines(h *house) []finding {
	return h.each(func(*source) bool { return true }, func(s *source) (out []finding) {
		for _, line := range s.long {
			out = append(out, finding{where: fmt.Sprintf("%s:%d", s.name, line),
				what: fmt.Sprintf("wider than %d columns", maxWidth)})
		}
		return out
	})
}

func parse(name string, text []byte) (*source, error) {
	s := &source{name: name, set: token.NewFileSet()}
	file, err := parser.ParseFile(s.set, name, text, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	s.file, s.lines, s.text = file, strings.Count(string(text), "\n"), strings.Split(string(text), "\n")
	unbreakable := unbreakable(s.set, file)
	for i, line := range s.text {
		if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > maxWidth && !unbreakable[i+1] {
			s.long = append(s.long, i+1)
		}
	}
	return s, nil
}

// keptNames lists the top level without what .gitignore takes out there: what somebody built is not part of the house.
func keptNames(t testing.TB, root string) []string {
	t.Helper()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, e := range entries {
		if !isIgnored(e.Name(), strings.Fields(string(ignored))) {
			kept = append(kept, e.Name())
		}
	}
	return kept
}

func isIgnored(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(strings.Trim(p, "/"), name)
		return ok && err == nil
	})
}

// dir is the package's place in the house; that of main is ".".
func (s *source) dir() string         { return path.Dir(s.name) }
func (s *source) isTest() bool        { return strings.HasSuffix(s.name, "_test.go") }
func (s *source) line(n ast.Node) int { return s.set.Position(n.Pos()).Line }

func (s *source) at(n ast.Node, format string, args ...any) finding {
	return finding{fmt.Sprintf("%s:%d", s.name, s.line(n)), fmt.Sprintf(format, args...)}
}

// each gathers what a rule finds in every file that it is about.
func (h *house) each(about func(*source) bool, find func(*source) []finding) []finding {
	var out []finding
	for _, s := range h.sources {
		if about(s) {
			out = append(out, find(s)...)
		}
	}
	return out
}

// packages are the files that are no tests, by directory.
func (h *house) packages() map[string][]*source {
	out := map[string][]*source{}
	for _, s := range h.sources {
		if !s.isTest() {
			out[s.dir()] = append(out[s.dir()], s)
		}
	}
	return out
}

func anySource(*source) bool      { return true }
func isProgram(s *source) bool    { return !s.isTest() }
func isTestFile(s *source) bool   { return s.isTest() }
func isPureSource(s *source) bool { return !s.isTest() && isPure(s.dir()) }

const (
	maxFunction = 70
	maxFile     = 600
)

func findLongFunctions(h *house) []finding {
	return h.each(anySource, func(s *source) (out []finding) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.codeLines(f) > maxFunction {
				out = append(out, s.at(f, "%s has %d lines, the limit is %d", f.Name.Name, s.codeLines(f), maxFunction))
			}
		}
		return out
	})
}

// findLongFiles lets tables be long: a file is a table if the code in its functions is under a fifth of its lines.
func findLongFiles(h *house) []finding {
	return h.each(anySource, func(s *source) []finding {
		code := 0
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				code += s.codeLines(f)
			}
		}
		if s.lines <= maxFile || code*5 < s.lines {
			return nil
		}
		return []finding{s.at(s.file, "%d lines, the limit is %d (%d of them code in functions: no table)", s.lines,
			maxFile, code)}
	})
}

// codeLines counts the lines of a function without the data in it: the insides of list and map literals and of texts
// over several lines. A function literal inside a table is code again.
func (s *source) codeLines(f *ast.FuncDecl) int {
	first, last := s.line(f), s.set.Position(f.End()).Line
	data := make([]bool, last-first+2)
	mark := func(n ast.Node, inside int, is bool) {
		for l := s.line(n) + inside; l <= s.set.Position(n.End()).Line-inside; l++ {
			data[l-first] = is
		}
	}
	// Outer nodes come first, so that what stands inside has the last word.
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			switch n.Type.(type) {
			case *ast.ArrayType, *ast.MapType:
				mark(n, 1, true)
			}
		case *ast.BasicLit:
			mark(n, 1, true)
		case *ast.FuncLit:
			mark(n, 0, false)
		}
		return true
	})
	code := 0
	for _, is := range data[:last-first+1] {
		if !is {
			code++
		}
	}
	return code
}

// findBareNames asks for a comment on every exported name, but a method that fulfils an interface: what it does is said
// there, once. Names in one declaration share its comment, and so do functions without a blank line between them if it
// names each.
func findBareNames(h *house) []finding {
	known := knownMethods(h)
	about := func(s *source) bool {
		top, _, _ := strings.Cut(s.dir(), "/")
		return !s.isTest() && slices.Contains([]string{"engine", "persist", "themes"}, top)
	}
	return h.each(about, func(s *source) (out []finding) {
		block, end := "", 0 // the comment over the functions that end at this line
		for _, d := range s.file.Decls {
			f, isFunc := d.(*ast.FuncDecl)
			switch {
			case isFunc && f.Doc != nil:
				block = f.Doc.Text()
			case !isFunc || s.line(d) != end+1:
				block = ""
			}
			end = s.set.Position(d.End()).Line
			for _, name := range bareNames(d, known) {
				if !slices.Contains(words(block), name.Name) {
					out = append(out, s.at(name, "%s has no comment", name.Name))
				}
			}
		}
		return out
	})
}

// knownMethods are those of the module's own interfaces and the few of the language's that everybody knows.
func knownMethods(h *house) map[string]bool {
	known := map[string]bool{"String": true, "Error": true, "Unwrap": true, "Is": true, "Read": true, "Write": true,
		"Close": true, "MarshalText": true, "UnmarshalText": true, "Len": true, "Less": true, "Swap": true,
		"ServeHTTP": true}
	for _, s := range h.sources {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						known[name.Name] = true
					}
				}
			}
			return true
		})
	}
	return known
}

func bareNames(d ast.Decl, known map[string]bool) (bare []*ast.Ident) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || onExported(d.Recv) && !known[d.Name.Name]) {
			bare = append(bare, d.Name)
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return nil
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Doc == nil && spec.Comment == nil && spec.Name.IsExported() {
					bare = append(bare, spec.Name)
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if spec.Doc == nil && spec.Comment == nil && name.IsExported() {
						bare = append(bare, name)
					}
				}
			}
		}
	}
	return bare
}

// onExported is whether a receiver's type can be seen from outside.
func onExported(receiver *ast.FieldList) bool {
	name := root(receiver.List[0].Type)
	return name == nil || name.IsExported()
}

// findBarePackages takes main.go for the doc.go of the program itself.
func findBarePackages(h *house) (out []finding) {
	for dir, files := range h.packages() {
		want := path.Join(dir, "doc.go")
		if dir == "." {
			want = "main.go"
		}
		i := slices.IndexFunc(files, func(s *source) bool { return s.name == want })
		switch {
		case i < 0:
			out = append(out, files[0].at(files[0].file, "the package has no %s", want))
		case files[i].file.Doc == nil:
			out = append(out, files[i].at(files[i].file, "the package has no comment here"))
		}
	}
	return byPlace(out)
}

// findMarkers looks into comments only: in a text, such a word is somebody's text.
func findMarkers(h *house) []finding {
	markers := strings.Fields(spelled("TO.DO FIX.ME X.XX HA.CK"))
	return h.each(anySource, func(s *source) (out []finding) {
		for _, group := range s.file.Comments {
			for _, c := range group.List {
				for _, word := range words(c.Text) {
					if slices.Contains(markers, word) {
						out = append(out, s.at(c, "a comment says %s", word))
					}
				}
			}
		}
		return out
	})
}

func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
}

func findStrayNames(h *house) (out []finding) {
	agreed := strings.Fields("main.go ui engine persist themes go.mod go.sum README.md LICENSE")
	for _, name := range h.top {
		if !strings.HasPrefix(name, ".") && !slices.Contains(agreed, name) {
			out = append(out, finding{name + ":1", "not agreed at the top level"})
		}
	}
	return out
}

func byPlace(out []finding) []finding {
	slices.SortFunc(out, func(a, b finding) int { return cmp.Compare(a.where, b.where) })
	return out
}
