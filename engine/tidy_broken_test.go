package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// broken is a small tree for one rule. The lines that end in `here` break it and the others do not; a tree without such
// a line shows what the rule lets pass.
type broken struct {
	rule  string
	files map[string]string
}

var brokenTrees = []broken{
	{"no code twice", map[string]string{
		"ui/a.go": "package ui\nimport (\n" + sevenNames + ")\nfunc a() {\n\tx() // here\n" + fiveCalls + "}",
		"ui/b.go": "package ui\nimport (\n" + sevenNames + ")\nfunc b() {\n\tx() // here\n" + fiveCalls + "}",
		"ui/c.go": "package ui\n\nfunc c() {\n\ty()\n" + fiveCalls + "}",
		"ui/d.go": "package ui\n\nfunc d() {\n\tz()\n" + fiveCalls + "}",
	}},
	{"line width", map[string]string{
		"ui/a.go": "package ui\nfunc f() {\n" + wide + "\n\t_ = x\n}",
		"ui/b.go": "package ui\ntype y struct {\n\tz int `op:\"" + strings.Repeat("-", 130) + "\"`\n}",
		"ui/c.go": "package ui\nvar y = \"" + strings.Repeat("-", 130) + "\" // here",
		"ui/d.go": "package ui\nvar y = `\n" + strings.Repeat("-", 130) + "\n`",
		"ui/e.go": "package ui\n\n//\t" + strings.Repeat("-", 130) + " here",
	}},
	{"known package", map[string]string{"engine/util/a.go": "package util // here",
		"engine/blob/a.go": "package blob"}},
	{"pure imports", map[string]string{
		"engine/blob/a.go": `package blob
import (
	"os" // here
	"net/http" // here
	"sync" // here
	"math/rand" // here
	"math/rand/v2" // here
	"hash/maphash" // here
	"github.com/aymanbagabas/go-udiff" // here
	"strings"
	"interleave/engine"
)`,
		"engine/blob/a_test.go": "package blob\nimport \"os\"",
		"engine/room/a.go":      "package room\nimport \"sync\"",
		"engine/explore/a.go":   "package explore\nimport \"math/rand/v2\"",
		"engine/conflict/a.go":  "package conflict\nimport \"github.com/aymanbagabas/go-udiff/lcs\"",
		"engine/races/a.go":     "package races\nimport (\n\"embed\"\n\"strings\" // here\n)",
		"ui/layout/a.go":        "package layout\nimport (\n\"image\"\n\"context\" // here\n)",
	}},
	{"arrows", map[string]string{
		"engine/a.go": "package engine\nimport \"interleave/engine/blob\" // here",
		"engine/a_test.go": "package engine\nimport (\n\"interleave/engine/catalog\"\n\"interleave/ui\" // " +
			"here\n)",
		"engine/blob/a.go": "package blob\nimport (\n\"interleave/engine\"\n\"interleave/engine/queue\" // " +
			"here\n)",
		"engine/room/a.go": "package room\nimport " +
			"(\n\"interleave/engine/scenario\"\n\"interleave/persist\" // here\n)",
		"engine/wire/a.go": "package wire\nimport " +
			"(\n\"interleave/engine/table\"\n\"interleave/engine/blob\" // here\n)",
		"engine/catalog/a.go": "package catalog\nimport \"interleave/engine/tair\"",
		"engine/queue/a.go": "package queue\nimport " +
			"(\n\"interleave/engine\"\n\"interleave/engine/enginetest\" // here\n)",
		"engine/guards/a.go":   "package guards\nimport \"interleave/engine/room\" // here",
		"engine/endpoint/a.go": "package endpoint\nimport \"charm.land/lipgloss/v2\" // here",
		"persist/a.go": "package persist\nimport " +
			"(\n\"interleave/engine/timeline\"\n\"interleave/engine\" // here\n)",
		"ui/card/a.go": "package card\nimport \"interleave/ui/dialogs\" // here",
		"ui/card/b.go": "package card\nimport \"interleave/ui\" // here",
		"ui/a.go": "package ui\nimport (\n\"charm.land/bubbletea/v2\"\n\"interleave/ui/serve\" // " +
			"here\n)",
		"main.go":                   "package main\nimport (\n\"interleave/ui\"\n\"interleave/ui/uitest\" // here\n)",
		"ui/grid/a_test.go":         "package grid\nimport \"interleave/ui/uitest\"",
		"engine/timeline/a_test.go": "package timeline\nimport \"interleave/persist\" // here",
	}},
	{"pure calls", map[string]string{
		"engine/a.go": `package engine
import (
	clock "time"
	"fmt"
)
type span clock.Duration
var now = clock.Now // here
func a() { clock.Sleep(clock.Second) } // here
func b(time struct{ Now int }) int { return time.Now }
func c() { fmt.Println(); // here
	_ = fmt.Sprint() }
func d() { _ = clock.Until(clock.Time{}) } // here`,
		"engine/explore/a.go": `package explore
import "math/rand/v2"
func a() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
func b() int { return rand.IntN(3) } // here`,
		"engine/room/a.go": "package room\nimport \"time\"\nvar now = time.Now",
	}},
	{"pure statements", map[string]string{
		"engine/a.go": `package engine
func a() { go a() } // here
type b chan int // here
func c(x b) { x <- 1 } // here
func d(x b) int { return <-x } // here
func e() { select {} } // here
func f() { println(1) } // here
func g(println func(int)) { println(1) }`,
		"engine/room/a.go": "package room\nfunc a(c chan int) { go a(nil); <-c }",
	}},
	{"fixed variables", map[string]string{
		"engine/a.go": `package engine
var count, list, table, place = 0, []int{1}, map[string]int{}, struct{ x int }{}
var wired = &count
var hook = func() { count = 2 } // here
func a() { count = 1 } // here
func b() { count++ } // here
func c() { list[0] = 1 } // here
func d() { (table)["a"] += 1 } // here
func e() { place.x = 1 } // here
func f() *int { return &count } // here
func g() { delete(table, "a") } // here
func h() { for count = range 3 {} } // here
func i() int { count := 1; count = 2; return count }
func j(list []int) { list[0] = 1; *wired = 3 } // here
func k() int { return list[0] + table["a"] }`,
		"engine/b.go": "package engine\nfunc l() { clear(list) } // here\nfunc m(list []int) { list[0], _ = 1, " +
			"&list }",
		"engine/room/a.go": "package room\nvar count int\nfunc a() { count = 1 }",
	}},
	{"no world on screen", map[string]string{
		"ui/a.go": "package ui\nimport \"interleave/engine\"\ntype a struct { w *engine.World } // " +
			"here\ntype b engine.Answer",
		"engine/room/a.go": "package room\nimport \"interleave/engine\"\ntype a struct { w *engine.World }",
	}},
	{"one renderer import", map[string]string{
		"ui/grid/a.go":      "package grid\nimport \"github.com/charmbracelet/ultraviolet\" // here",
		"ui/grid/b.go":      "package grid\nimport uv \"github.com/charmbracelet/ultraviolet/screen\" // here",
		"ui/grid/a_test.go": "package grid\nimport \"github.com/charmbracelet/ultraviolet\"",
	}},
	{"one renderer import", map[string]string{
		"ui/grid/a.go":      "package grid\nimport \"github.com/charmbracelet/ultraviolet\"",
		"ui/grid/a_test.go": "package grid\nimport \"github.com/charmbracelet/ultraviolet\"",
	}},
	{"function size", map[string]string{
		"ui/a.go": "package ui\nfunc a() { // here" + strings.Repeat("\n\ta()", maxFunction-1) + "\n}\n" +
			"func b() {" + strings.Repeat("\n\ta()", maxFunction-2) + "\n}",
		"ui/data.go": "package ui\nfunc a() {\n_ = []int{" + strings.Repeat("\n1,", maxFunction) + "\n}\n" +
			"_ = `" + strings.Repeat("\n", maxFunction) + "`\n}",
		"ui/hidden_test.go": "package ui\nfunc a() { // here\n_ = []func(){\nfunc() {" +
			strings.Repeat("\na()", maxFunction) + "\n},\n}\n}",
	}},
	{"file size", map[string]string{
		"ui/long.go":  "package ui // here\n" + strings.Repeat("func a() {\n}\n", maxFile/2),
		"ui/fits.go":  "package ui\n" + strings.Repeat("func a() {\n}\n\n", maxFile/3-1),
		"ui/table.go": "package ui\nvar a = []int{\n" + strings.Repeat("1,\n", maxFile) + "}\n",
		"ui/fifth.go": "package ui // here\nvar a = []int{\n" + strings.Repeat("1,\n", maxFile) + "}\n" +
			strings.Repeat("func a() {\n}\n", maxFile/7) + "\n",
	}},
	{"exported comments", map[string]string{
		"engine/a.go": `package engine
// Op is told.
type Op interface { Apply() }
type (
	// Put is told.
	Put struct{}
	Get struct{} // so is Get
	List struct{} // told
	own struct{}
)
func (Put) Apply() {}
func (*Put) String() string { return "" }
func (own) Loud() {}
// Told and Named are told.
func (Put) Told() {}
func (Put) Named() {}
func (Put) Unnamed() {} // here

func (Put) Apart() {} // here
const (
	quiet = 1
)
// Limits of one kind.
const (
	MaxBody = 1
	MaxOps = 2
)`,
		"themes/a.go": "package themes\ntype Theme struct{ /* here */ }",
		"engine/b.go": "package engine\nfunc Bare() {} // here",
		"persist/a.go": "package persist\n\nfunc (s *Store) Bare() {} // here\n\nvar A, b = []int{ /* here */ " +
			"}\n\ntype List[T any] struct{ /* here */ }",
		"ui/a.go": "package ui\nfunc Bare() {}",
	}},
	{"package comment", map[string]string{
		"engine/a.go":        "package engine // here",
		"themes/doc.go":      "package themes // here",
		"persist/doc.go":     "// Package persist keeps.\npackage persist",
		"persist/store.go":   "package persist",
		"main.go":            "// Interleave is a program.\npackage main",
		"engine/blob/a.go":   "// Package blob is told in the wrong place.\npackage blob /* here */",
		"ui/grid/a_test.go":  "package grid",
		"ui/widget/doc.go":   "// Package widget paints.\npackage widget",
		"ui/widget/extra.go": "package widget",
	}},
	{"leftover markers", map[string]string{
		"ui/a.go": spelled("package ui\n// TO.DO: here\nvar a = \"TO.DO\" // FIX.ME(ben) here\n/* X.XX here */\n// " +
			"HA.CK here\n// a mastodon's X.XXL todo"),
	}},
	{"tests from outside", map[string]string{
		"engine/blob/a_test.go":    "package blob // here",
		"engine/blob/b_test.go":    "package blob_test",
		"engine/explore/a_test.go": "package explore",
		"ui/card/a_test.go":        "package card",
	}},
	{"no sleep in tests", map[string]string{
		"ui/a_test.go": "package ui\nimport \"time\"\nfunc a() { time" + ".Sleep(1) } // here\nvar b = time" +
			".Sleep // here\nvar c time.Duration",
		"ui/a.go": "package ui\nimport \"time\"\nfunc d() { time" + ".Sleep(1) }",
	}},
}

const sevenNames = "\"a1\"\n\"a2\"\n\"a3\"\n\"a4\"\n\"a5\"\n\"a6\"\n\"a7\"\n"

const fiveCalls = "\ta()\n\tb()\n\tc()\n\td()\n\te()\n"

// wide is a line of 121 columns, in which nothing stands that could not be broken.
var wide = "\tx := 1 /*" + strings.Repeat("-", 104) + " here*/"

// spelled takes the points out of words that must not stand in this file themselves, for whoever looks for them by
// text.
func spelled(text string) string { return strings.ReplaceAll(text, ".", "") }

func TestEveryRuleReportsWhatBreaksIt(t *testing.T) {
	seen := map[string]bool{"top level": true} // has no source; it is broken below
	for _, b := range brokenTrees {
		h := &house{}
		var want []string
		for name, text := range b.files {
			s, err := parse(name, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			h.sources = append(h.sources, s)
			for i, line := range strings.Split(text, "\n") {
				if strings.HasSuffix(strings.TrimRight(line, " */}"), "here") {
					want = append(want, fmt.Sprintf("%s:%d", name, i+1))
				}
			}
		}
		seen[b.rule] = seen[b.rule] || len(want) > 0
		compareFindings(t, b.rule, h, want)
	}
	for _, r := range houseRules {
		if !seen[r.name] {
			t.Errorf("nothing breaks the rule %q", r.name)
		}
	}
}

func TestTopLevelIsFixed(t *testing.T) {
	compareFindings(t, "top level", &house{top: []string{".ci", "LICENSE", "docs", "go.mod", "main.go", "notes.txt",
		"ui"}},
		[]string{"docs:1", "notes.txt:1"})
	for name, want := range map[string]bool{"interleave": true, "cpu.prof": true, "notes.txt": false} {
		if got := isIgnored(name, []string{"/interleave", "*.prof"}); got != want {
			t.Errorf("%s is ignored: %v, want %v", name, got, want)
		}
	}
}

// compareFindings holds that a rule finds exactly the lines in want, however often each.
func compareFindings(t *testing.T, name string, h *house, want []string) {
	t.Helper()
	i := slices.IndexFunc(houseRules, func(r houseRule) bool { return r.name == name })
	if i < 0 {
		t.Fatalf("no rule is called %q", name)
	}
	var got []string
	for _, f := range houseRules[i].find(h) {
		got = append(got, f.where)
		if f.what == "" || houseRules[i].why == "" {
			t.Errorf("%s: %s: the finding does not say what or why", f.where, name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if got, want = slices.Compact(got), slices.Compact(want); !slices.Equal(got, want) {
		t.Errorf("rule %q finds\n\t%s\nwant\n\t%s", name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
