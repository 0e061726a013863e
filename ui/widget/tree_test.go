package widget

import (
	"fmt"
	"strings"
	"testing"

	"interleave/themes"
)

// resources is the upper part of the tree at 120x36: what has no arrow beside it begins where an arrow would.
func resources() []*Node {
	return []*Node{
		{ID: "blobs", Label: "Blobs devstore", Children: []*Node{
			{ID: "wiki", Label: "wiki", Children: []*Node{
				{ID: "home", Label: "home.md", Right: "v5"}}}}},
		{ID: "tables", Label: "Tables devstore", Closed: true, Children: []*Node{
			{ID: "orders", Label: "orders"}}},
		{ID: "branches", Label: "Branches", Children: []*Node{
			{ID: "main", Label: "main", Sign: "*", Right: "18 steps", Ink: themes.Fresh}}},
	}
}

func forest(leaves int) []*Node {
	root := &Node{ID: "root", Label: "root"}
	for i := range leaves {
		root.Children = append(root.Children, &Node{ID: fmt.Sprint(i), Label: fmt.Sprint("leaf ", i), Right: "v1"})
	}
	return []*Node{root}
}

func grown() *Tree {
	tree := NewTree("No objects yet.")
	tree.SetHeight(8)
	tree.SetRoots(resources())
	return tree
}

func TestTreeLooksAsDrawn(t *testing.T) {
	wantRows(t, paint(grown(), 20, 7),
		"v Blobs devstore",
		"  v wiki",
		"    home.md       v5",
		"> Tables devstore",
		"v Branches",
		"* main      18 steps",
		"")
	wantRows(t, paint(NewTree("No objects yet."), 20, 1), "No objects yet.")
}

func TestTreeLabelGivesWayToTheRightColumn(t *testing.T) {
	for _, want := range []string{"    home.md v5", "    ho.. v5"} {
		if got := paint(grown(), len(want), 6).Text()[2]; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTreeWalk(t *testing.T) {
	tree := grown()
	for _, step := range []struct {
		name     string
		do       func() bool
		selected string
		ok       bool
	}{
		{"in: first child", tree.In, "wiki", true},
		{"in: first child", tree.In, "home", true},
		{"in on a leaf", tree.In, "home", false},
		{"out of a leaf: parent", tree.Out, "wiki", true},
		{"out of an open branch: closes", tree.Out, "wiki", true},
		{"out of a closed branch: parent", tree.Out, "blobs", true},
		{"up from a root", tree.Up, "blobs", false},
		{"out: closes the root", tree.Out, "blobs", true},
		{"out of a closed root", tree.Out, "blobs", false},
		{"select opens what is above", func() bool { return tree.Select("home") }, "home", true},
		{"select in a branch that starts closed", func() bool { return tree.Select("orders") }, "orders", true},
		{"select what is not there", func() bool { return tree.Select("nobody") }, "orders", false},
	} {
		if ok := step.do(); ok != step.ok || tree.Selected().ID != step.selected {
			t.Errorf("%s: %v at %s, want %v at %s", step.name, ok, tree.Selected().ID, step.ok, step.selected)
		}
	}
}

func TestTreeChoose(t *testing.T) {
	tree := grown()
	tree.Select("home")
	if leaf := tree.Choose(); leaf == nil || leaf.ID != "home" {
		t.Errorf("a leaf is answered: %v", leaf)
	}
	tree.Select("wiki")
	if leaf := tree.Choose(); leaf != nil || tree.Len() != 5 {
		t.Errorf("a branch closes: %v, %d rows", leaf, tree.Len())
	}
}

func TestTreeKeepsStateOverNewerData(t *testing.T) {
	tree := grown()
	tree.Select("tables")
	tree.In()
	tree.Select("main")
	tree.SetRoots(append([]*Node{{ID: "new", Label: "Files devshare"}}, resources()...))
	if tree.Selected().ID != "main" || tree.Len() != 8 {
		t.Errorf("selected %s, %d rows", tree.Selected().ID, tree.Len())
	}
	tree.SetRoots(nil)
	if tree.Selected() != nil || tree.In() || tree.Out() || tree.Up() || tree.Choose() != nil {
		t.Error("an empty tree has a selection")
	}
}

func TestTreeHit(t *testing.T) {
	tree := grown()
	for _, c := range []struct {
		x, y  int
		id    string
		arrow bool
	}{{0, 0, "blobs", true}, {3, 0, "blobs", false}, {2, 1, "wiki", true}, {0, 1, "wiki", false}, {4, 2, "home", false},
		{0, 6, "", false}} {
		n, arrow := tree.Hit(c.x, c.y)
		if id := idOf(n); id != c.id || arrow != c.arrow {
			t.Errorf("%d,%d: %q %v", c.x, c.y, id, arrow)
		}
	}
	n, _ := tree.Hit(0, 0)
	tree.Toggle(n)
	if tree.Len() != 4 {
		t.Errorf("%d rows after a click on an arrow", tree.Len())
	}
}

func idOf(n *Node) string {
	if n == nil {
		return ""
	}
	return n.ID
}

func TestTreeFilter(t *testing.T) {
	tree := grown()
	tree.SetFilter("HOME")
	if got := strings.TrimSpace(paint(tree, 20, 1).Text()[0]); got != "home.md       v5" {
		t.Errorf("got %q", got)
	}
}
