package view

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// BranchInfo is a branch as the tree lists it.
type BranchInfo struct {
	Name  string
	Steps int
	Tip   int
	Here  bool
	From  string // of the one that the cursor is on: the branch that it left; empty: none
	Live  bool   // programs go on here: it has all that was answered to them, and there are some
	Marks [3]int // refused, silent, unknown up to its newest record, as far as anybody has been there
}

// branchInfo lists the branches.
func (v *View) branchInfo(s Source) {
	t := s.Timeline
	v.Ahead = len(v.Clients) > 0 && !t.Contains(v.Record, s.Answered)
	for i, b := range v.branches {
		info := BranchInfo{Name: b.Name, Steps: t.Depth(b.Tip), Tip: b.Tip, Here: b.Name == v.Branch,
			Live: len(v.Clients) > 0 && t.Contains(b.Tip, s.Answered), Marks: s.Left[b.Tip]}
		if t.Contains(t.Branch().Tip, b.Tip) { // it ends on the way that the cursor is on
			info.Marks = (&Path{found: troublesUpTo(v.whole.found, info.Steps)}).Counts()
		}
		if info.Here {
			for _, other := range v.branches[:i] {
				if t.Contains(other.Tip, b.Fork) {
					info.From = other.Name
					break
				}
			}
		}
		v.infos = append(v.infos, info)
	}
}

// Origin is the branch that the cursor's one left; empty: none.
func (v *View) Origin() string {
	for _, b := range v.infos {
		if b.Here {
			return b.From
		}
	}
	return ""
}

// Branches are all branches, the first one first.
func (v *View) Branches() []BranchInfo { return v.infos }

// Bookmark is a named moment.
type Bookmark struct {
	Record int
	Name   string
	At     engine.Instant // 0 where the moment is not on this branch
}

// Bookmarks are the named moments in the order of the session.
func (v *View) Bookmarks() []Bookmark {
	var list []Bookmark
	for key, name := range v.notes {
		var n int
		if _, err := fmt.Sscanf(key, "bookmark.%d", &n); err == nil {
			list = append(list, Bookmark{Record: n, Name: name, At: v.timeOf(n)})
		}
	}
	slices.SortFunc(list, func(a, b Bookmark) int { return a.Record - b.Record })
	return list
}

// OrdersNote is the key of the note that keeps what the last search of all orders found.
const OrdersNote = "orders"

// EndNote is the key of the note that keeps which end of orders was asked for last: of what, and below it how it ends.
const EndNote = "orders-end"

// GuardsNote is the key of the note that keeps what guards did over all orders when they were compared last.
const GuardsNote = "orders-guards"

// GuardOrders is what guards did over all orders when they were compared last, a line each; empty: nobody has compared
// them.
func (v *View) GuardOrders() string { return v.notes[GuardsNote] }

// Orders is what the last search of all orders found, a line each; empty: nobody has searched.
func (v *View) Orders() string { return v.notes[OrdersNote] }

// SplitNote is the key of the note that tells, of an order of a search that ends in a record, which wish it leaves half
// done: no request of it has a mark.
func SplitNote(record int) string { return fmt.Sprintf("order-split.%d", record) }
