package engine_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"hash/maphash"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const module = "interleave"

// The house's packages and whom of ours each may import. A name in capitals stands for a list.
var arrows = map[string]string{
	"engine":       "",
	"engine/lease": "engine",
	"engine/cors":  "engine",
	// only tests import these two: they stand in no list
	"engine/enginetest": "engine engine/catalog engine/scenario engine/races engine/timeline",
	"engine/roomtest":   "engine/catalog engine/races engine/room engine/scenario engine/view",
	"engine/blob":       "engine engine/cors engine/lease",
	"engine/queue":      "engine engine/cors",
	"engine/table":      "engine engine/cors",
	"engine/share":      "engine engine/cors engine/lease",
	"engine/bucket":     "engine",
	"engine/tair":       "engine engine/script",
	// Lua with its instructions counted: not among the pure, because the interpreter asks for a channel
	"engine/script": "",
	"engine/watch": "engine engine/advice engine/catalog engine/conflict engine/endpoint engine/export engine/room " +
		"engine/scenario engine/view",
	"engine/catalog":  "engine SERVICES",
	"engine/timeline": "engine",
	"engine/conflict": "engine",
	"engine/scenario": "engine engine/catalog engine/timeline engine/conflict engine/explore",
	"engine/explore":  "engine engine/conflict",
	"engine/races":    "",
	"engine/starters": "",
	"engine/rulebook": "engine",
	"engine/view":     "engine engine/conflict engine/scenario engine/table engine/timeline engine/wire",
	"engine/advice":   "engine engine/conflict engine/guards engine/view",
	"engine/act":      "engine engine/conflict engine/view",
	"engine/lesson":   "engine engine/conflict engine/explore engine/scenario engine/view engine/catalog",
	"engine/guards":   "engine engine/conflict engine/explore engine/view",
	"engine/room":     "PURE",
	"engine/export": "engine engine/lesson engine/room engine/advice engine/view engine/conflict " +
		"engine/scenario engine/wire",
	"engine/wire":     "engine engine/cors engine/table engine/tair",
	"engine/endpoint": "engine engine/room engine/view engine/wire engine/catalog engine/tair",
	"persist":         "engine/timeline",
	"themes":          "",
	"ui": "SPOKEN themes persist ui/command ui/face ui/say ui/plain ui/layout ui/grid ui/widget ui/writer ui/truth " +
		"ui/tree ui/timeline ui/card ui/flight ui/log ui/learn ui/dialogs engine/lesson",
	"ui/learn":   "SPOKEN engine/lesson themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/command": "engine engine/room engine/act engine/view",
	"ui/plain": "SPOKEN engine/lesson engine/starters ui/command ui/sessions engine/catalog engine/endpoint " +
		"engine/explore engine/races engine/watch persist",
	"ui/sessions": "SPOKEN engine/lesson engine/catalog engine/races engine/timeline persist",
	"ui/layout":   "",
	"ui/grid":     "themes",
	"ui/widget":   "themes ui/face ui/grid ui/layout",
	"ui/face":     "themes ui/grid",
	"ui/say":      "SPOKEN themes ui/grid",
	"ui/pane":     "engine/view themes ui/command ui/face ui/say ui/widget ui/grid",
	"ui/writer":   "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/truth":    "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/tree":     "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/timeline": "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/card":     "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/flight":   "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/log":      "SPOKEN themes ui/command ui/face ui/say ui/widget ui/pane ui/grid",
	"ui/dialogs": "SPOKEN themes persist engine/catalog engine/races engine/starters ui/command ui/face ui/say " +
		"ui/widget ui/layout ui/grid",
	"ui/uitest": "SPOKEN engine/catalog engine/roomtest themes ui/command ui/face ui/grid",
	".": "PURE SPOKEN engine/endpoint engine/races " +
		"persist themes ui ui/command ui/dialogs ui/plain ui/sessions engine/lesson",
}

// The lists in arrows.
var lists = map[string]string{
	"SERVICES": "engine/blob engine/queue engine/table engine/share engine/bucket engine/tair",
	"PURE": "engine engine/cors engine/lease engine/blob engine/queue engine/table engine/share engine/bucket " +
		"engine/tair engine/catalog " +
		"engine/scenario engine/timeline engine/conflict engine/explore engine/rulebook engine/wire engine/view " +
		"engine/act engine/guards engine/advice",
	"SPOKEN": "engine engine/room engine/act engine/advice engine/view engine/guards engine/scenario " +
		"engine/conflict engine/explore engine/export engine/rulebook engine/wire",
}

// What a pure package may import of the standard library.
const pureStd = "bytes cmp embed crypto/md5 crypto/sha1 crypto/sha256 encoding/base64 encoding/binary encoding/hex " +
	"encoding/json errors fmt hash/adler32 hash/crc32 " +
	"hash/crc64 hash/fnv hash iter maps math math/bits math/big path reflect slices sort strconv strings time " +
	"unicode unicode/utf8 regexp regexp/syntax text/template text/tabwriter text/scanner"

// What single pure packages may import beside that: rectangles, a seeded chance, the line difference, the reading of
// XML, of addresses and of ranges of them, a cell for what all readers of a frozen view, or of the past, or all workers
// of a search, find out alike.
var pureExtra = map[string]string{
	"ui/layout":       "image",
	"engine/explore":  "math/rand/v2",
	"engine/blob":     "encoding/xml",
	"engine/cors":     "encoding/xml",
	"engine/bucket":   "crypto/sha512 encoding/xml net/netip github.com/cespare/xxhash/v2 github.com/zeebo/xxh3",
	"engine/wire":     "encoding/xml io net/url",
	"engine":          "sync/atomic",
	"engine/view":     "sync/atomic",
	"engine/timeline": "sync/atomic",
	"engine/guards":   "sync/atomic",
	"engine/conflict": "github.com/aymanbagabas/go-udiff github.com/aymanbagabas/go-udiff/lcs",
}

// What a pure package may not use of what it may import; the name * stands for all but those in seeded.
var impure = map[string]string{
	"time":         "Now Since Until After AfterFunc Tick NewTicker NewTimer Sleep Local LoadLocation",
	"fmt":          "Print Printf Println Scan Scanf Scanln",
	"math/rand/v2": "*",
}

// What is left of chance when its seed is an input.
const seeded = "New NewPCG NewChaCha8 Rand PCG ChaCha8 Source"

func isPure(dir string) bool {
	return dir == "ui/layout" || dir == "engine/races" || slices.Contains(strings.Fields(lists["PURE"]), dir)
}

func findUnknownPackages(h *house) (out []finding) {
	for dir, files := range h.packages() {
		if _, ok := arrows[dir]; !ok {
			out = append(out, files[0].at(files[0].file, "package %s is not in the house's table", dir))
		}
	}
	return byPlace(out)
}

func findImpureImports(h *house) []finding {
	return h.each(isPureSource, func(s *source) (out []finding) {
		allowed := strings.Fields(pureStd + " " + pureExtra[s.dir()])
		if s.dir() == "engine/races" {
			allowed = []string{"embed"}
		}
		for _, c := range s.file.Comments {
			if what, ok := strings.CutPrefix(c.List[len(c.List)-1].Text, "//go:embed "); ok && what != "rules.md" &&
				s.dir() != "engine/races" {
				out = append(out, s.at(c, "%s is pure and embeds %s, not its rules.md", s.dir(), what))
			}
		}
		for _, spec := range s.file.Imports {
			if to := target(spec); !isOurs(to) && !slices.Contains(allowed, to) {
				out = append(out, s.at(spec, "%s is pure and imports %s", s.dir(), to))
			}
		}
		return out
	})
}

// findWrongArrows lets tests see more than their package, but never the screen or the disk from the engine.
func findWrongArrows(h *house) []finding {
	return h.each(anySource, func(s *source) (out []finding) {
		inEngine := s.dir() == "engine" || strings.HasPrefix(s.dir(), "engine/")
		for _, spec := range s.file.Imports {
			to := target(spec)
			switch top, _, _ := strings.Cut(strings.TrimPrefix(to, module+"/"), "/"); {
			case strings.HasPrefix(to, "charm.land/") && (inEngine || s.dir() == "persist"):
				out = append(out, s.at(spec, "%s imports the terminal (%s)", s.dir(), to))
			case !isOurs(to):
			case inEngine && slices.Contains([]string{"ui", "themes", "persist"}, top):
				out = append(out, s.at(spec, "nothing in engine imports %s", to))
			case !s.isTest() && !slices.Contains(mayImport(s.dir()), strings.TrimPrefix(to, module+"/")):
				out = append(out, s.at(spec, "%s may not import %s, only: %s", s.dir(), to, arrows[s.dir()]))
			}
		}
		return out
	})
}

func mayImport(dir string) (out []string) {
	for _, name := range strings.Fields(arrows[dir]) {
		if list, ok := lists[name]; ok {
			out = append(out, strings.Fields(list)...)
			continue
		}
		out = append(out, name)
	}
	return out
}

func findImpureCalls(h *house) []finding {
	return h.each(isPureSource, func(s *source) (out []finding) {
		s.eachUse(func(n ast.Node, from, name string) {
			banned, ok := impure[from]
			if ok && (slices.Contains(strings.Fields(banned), name) ||
				banned == "*" && !slices.Contains(strings.Fields(seeded), name)) {
				out = append(out, s.at(n, "%s is pure and uses %s.%s", s.dir(), path.Base(from), name))
			}
		})
		return out
	})
}

func findImpureStatements(h *house) []finding {
	return h.each(isPureSource, func(s *source) (out []finding) {
		report := func(n ast.Node, what string) { out = append(out, s.at(n, "%s is pure and has %s", s.dir(), what)) }
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				report(n, "a go statement")
			case *ast.ChanType:
				report(n, "a channel")
			case *ast.SendStmt:
				report(n, "a send")
			case *ast.SelectStmt:
				report(n, "a select")
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					report(n, "a receive")
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Obj == nil && (id.Name == "print" || id.Name == "println") {
					report(n, "a call of "+id.Name)
				}
			}
			return true
		})
		return out
	})
}

// findChangedVariables reports a package variable that a function assigns to, whole or in part, or hands out by
// address. In another variable's first value an address is wiring, done before anybody looks.
func findChangedVariables(h *house) (out []finding) {
	for dir, files := range h.packages() {
		if !isPure(dir) {
			continue
		}
		names := packageVariables(files)
		for _, s := range files {
			s.eachChange(func(n ast.Node, e ast.Expr) {
				if id := root(e); id != nil && id.Name != "_" && names[id.Name] &&
					(id.Obj == nil || id.Obj == s.file.Scope.Lookup(id.Name)) {
					out = append(out, s.at(n, "package variable %s is changed, or its address taken", id.Name))
				}
			})
		}
	}
	return byPlace(out)
}

// eachChange visits what functions change, those in the first values of variables too.
func (s *source) eachChange(visit func(n ast.Node, e ast.Expr)) {
	inside := func(n ast.Node) bool {
		for _, e := range changedBy(n) {
			visit(n, e)
		}
		return true
	}
	for _, d := range s.file.Decls {
		if _, ok := d.(*ast.FuncDecl); ok {
			ast.Inspect(d, inside)
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			f, ok := n.(*ast.FuncLit)
			if ok {
				ast.Inspect(f, inside)
			}
			return !ok
		})
	}
}

func packageVariables(files []*source) map[string]bool {
	names := map[string]bool{}
	for _, s := range files {
		for _, d := range s.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, spec := range g.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return names
}

// changedBy lists the expressions that a node assigns to or takes the address of.
func changedBy(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && id.Obj == nil && len(n.Args) > 0 &&
			slices.Contains([]string{"delete", "clear", "copy"}, id.Name) {
			return n.Args[:1]
		}
	}
	return nil
}

// root is the variable at the bottom of x[i].y and the like.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func findWorldsOnScreen(h *house) []finding {
	onScreen := func(s *source) bool { return !s.isTest() && (s.dir() == "ui" || strings.HasPrefix(s.dir(), "ui/")) }
	return h.each(onScreen, func(s *source) (out []finding) {
		s.eachUse(func(n ast.Node, from, name string) {
			if from == module+"/engine" && name == "World" {
				out = append(out, s.at(n, "%s speaks of engine.World", s.dir()))
			}
		})
		return out
	})
}

func findRendererImports(h *house) []finding {
	out := h.each(isProgram, func(s *source) (out []finding) {
		for _, spec := range s.file.Imports {
			if strings.HasPrefix(target(spec), "github.com/charmbracelet/ultraviolet") {
				return []finding{s.at(spec, "ultraviolet is imported here and in another file")}
			}
		}
		return nil
	})
	if len(out) < 2 {
		return nil
	}
	return out
}

// belowTests are the packages that scenarios and the helpers of tests stand on. engine and explore look at themselves
// from within: what they promise of sums and of equal moments nobody can see from outside.
var belowTests = strings.Fields("blob bucket catalog conflict lease queue races scenario script share table tair " +
	"timeline")

func findTestsWithin(h *house) []finding {
	return h.each(isTestFile, func(s *source) (out []finding) {
		short, inEngine := strings.CutPrefix(s.dir(), "engine/")
		if inEngine && slices.Contains(belowTests, short) && !strings.HasSuffix(s.file.Name.Name, "_test") {
			out = append(out, s.at(s.file.Name, "a test is in package %s, not %[1]s_test", s.file.Name.Name))
		}
		return out
	})
}

func findSleeps(h *house) []finding {
	return h.each(isTestFile, func(s *source) (out []finding) {
		s.eachUse(func(n ast.Node, from, name string) {
			if from == "time" && name == "Sleep" {
				out = append(out, s.at(n, "a test sleeps"))
			}
		})
		return out
	})
}

// eachUse visits every name that a file uses of a package it imports, called or not.
func (s *source) eachUse(visit func(n ast.Node, from, name string)) {
	imported := map[string]string{}
	for _, spec := range s.file.Imports {
		imported[localName(spec)] = target(spec)
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil && imported[id.Name] != "" {
				visit(n, imported[id.Name], sel.Sel.Name)
			}
		}
		return true
	})
}

func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	name := path.Base(target(spec))
	if _, err := strconv.Atoi(strings.TrimPrefix(name, "v")); err == nil {
		name = path.Base(path.Dir(target(spec)))
	}
	return name
}

func target(spec *ast.ImportSpec) string { return strings.Trim(spec.Path.Value, "`\"") }

func isOurs(to string) bool { return to == module || strings.HasPrefix(to, module+"/") }

// maxRepeated is how many lines of code in a row stand in two places at most; imports and comments do not count.
const maxRepeated = 5

// meantTwice are the files that may share more, and why.
var meantTwice = map[string]string{
	"engine/blob/record.go engine/share/record.go":              "the fields of a record are its form",
	"engine/explore/naivefound_test.go engine/explore/stage.go": "what checks a search is written apart from it",
}

// findRepeated looks for lines of code that stand in two places, in this order and to the letter.
func findRepeated(h *house) (out []finding) {
	type place struct {
		name string
		line int
	}
	tell := func(at, other place) {
		out = append(out, finding{fmt.Sprintf("%s:%d", at.name, at.line),
			fmt.Sprintf("this stands at %s:%d too", other.name, other.line)})
	}
	seed, met := maphash.MakeSeed(), map[[maxRepeated + 1]uint64]place{}
	for _, s := range h.sources {
		var lines []int
		var sums []uint64
		for i, line := range s.code() {
			if line = strings.Join(strings.Fields(line), " "); strings.ContainsFunc(line, unicode.IsLetter) {
				lines, sums = append(lines, i+1), append(sums, maphash.String(seed, line))
			}
		}
		for i := range max(len(sums)-maxRepeated, 0) {
			run, here := [maxRepeated + 1]uint64(sums[i:]), place{s.name, lines[i]}
			first, again := met[run]
			switch {
			case !again:
				met[run] = here
			case meantTwice[min(first.name, here.name)+" "+max(first.name, here.name)] == "":
				tell(first, here)
				tell(here, first)
			}
		}
	}
	return out
}

// code are the lines of a file, empty where imports and comments stand.
func (s *source) code() []string {
	lines := slices.Clone(s.text)
	for _, d := range s.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			clear(lines[s.line(g)-1 : s.set.Position(g.End()).Line])
		}
	}
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			lines[i] = ""
		}
	}
	return lines
}
