package dialogs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/say"
)

// branches lists the futures; two marked ones stand side by side. What stands on each is read away from the screen, one
// by one.
type branches struct {
	layered // with the comparison, or a question for a name
	d       command.Host
	views   map[int]*view.View // by the newest record of a branch, which keeps it however it is called
	marked  []string           // at most two, in the order in which they were marked
	token   int                // of the comparison that is being made
}

// looked is a branch at its newest record; nil: it is gone.
type looked struct {
	tip  int
	view *view.View
}

// NewBranches lists all branches with their steps, counters and last mark.
func NewBranches(d command.Host) Dialog {
	b := &branches{d: d, views: map[int]*view.View{}}
	b.picker = picker{chooser: newChooser("", "No branches.", nil), title: "Branches", wide: 76,
		hints: []Hint{{"Enter", "go there"}, {"Space", "mark"}, {"r", "rename"}, escCloses}}
	b.list.Same = func(x, y row) bool { return x.text == y.text }
	b.twice = true
	b.show()
	for i, info := range d.Room().View().Branches() {
		if info.Here {
			b.list.Select(i)
		}
	}
	return b
}

// Start looks at the first branch.
func (b *branches) Start() tea.Cmd { return b.look() }

// look looks at a branch that nobody has looked at so far, from its newest record; nil: all are known.
func (b *branches) look() tea.Cmd {
	r := b.d.Room()
	for _, info := range r.View().Branches() {
		if _, known := b.views[info.Tip]; !known {
			return func() tea.Msg { return Result{To: b, Found: looked{info.Tip, r.ViewOf(info.Name)}} }
		}
	}
	return nil
}

// found takes a branch that was looked at, or the comparison of two.
func (b *branches) found(m Result) tea.Cmd {
	switch what := m.Found.(type) {
	case looked:
		b.views[what.tip] = what.view
		b.show()
		return b.look()
	case *compared:
		if c, ok := b.above.(*comparison); ok && m.Token == b.token {
			c.show(what)
		}
	}
	return nil
}

func (b *branches) show() {
	var rows []row
	for _, info := range b.d.Room().View().Branches() {
		r := row{sign: "  ", text: info.Name, note: say.Number(info.Steps, "step"), signInk: themes.Focus,
			say: "Space marks a branch; two marked ones are compared.", act: func() bool { return b.visit(info.Name) }}
		if info.Here {
			r.sign = "* "
		}
		if info.Live {
			r.note += "  live"
		}
		for n, name := range b.marked {
			if name == info.Name {
				r.sign = r.sign[:1] + string(rune('a'+n))
			}
		}
		if v, known := b.views[info.Tip]; !known {
			r.right, r.rightInk = "reading...", themes.Dim
		} else if v != nil {
			refused, silent, unknown := v.Counts()
			r.right = fmt.Sprintf("!%d ~%d ?%d", refused, silent, unknown)
			r.rightInk = themes.Dim
			r.note += "  " + lastMark(v)
		}
		rows = append(rows, r)
	}
	b.setRows(rows)
}

// lastMark is the newest trouble of a branch in a few words.
func lastMark(v *view.View) string {
	if last := v.LastMark(); last != "" {
		return last
	}
	return "no conflict"
}

func (b *branches) visit(name string) bool {
	if err := b.d.Room().Switch(name); err != nil {
		b.d.Say(say.Error(err), 0)
		return true
	}
	b.d.Say("This is the branch "+name+". B lists the others.", 0)
	return true
}

// Update marks, renames, compares, or hands the key to what lies above the list.
func (b *branches) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if m, ok := msg.(Result); ok {
		return false, b.found(m)
	}
	if b.above != nil {
		over, cmd := b.above.Update(msg)
		return b.back(over), cmd
	}
	r, ok := b.selected()
	switch key := press(msg); {
	case key == "space" && ok:
		return false, b.mark(r.text)
	case key == "r" && ok:
		b.above = newPrompt("Rename the branch "+r.text, "Name", r.text, "Rename",
			func(name string) error { return b.rename(r.text, name) })
	default:
		return b.picker.Update(msg)
	}
	return false, nil
}

// back goes on with the list once what lies above it is over. Where that led elsewhere, the list is over too.
func (b *branches) back(over bool) (done bool) {
	if !over {
		return false
	}
	c, side := b.above.(*comparison)
	b.above = nil
	b.show()
	return side && c.went
}

// mark marks a branch or takes its mark away; the second mark compares, which takes its time with long branches.
func (b *branches) mark(name string) tea.Cmd {
	kept := b.marked[:0:0]
	for _, m := range b.marked {
		if m != name {
			kept = append(kept, m)
		}
	}
	if len(kept) == len(b.marked) {
		kept = append(kept, name)
	}
	b.marked = kept[max(len(kept)-2, 0):]
	b.show()
	if len(b.marked) < 2 || b.marked[1] != name {
		return nil
	}
	b.token++
	b.above = newComparison(b.d, b.marked[0], b.marked[1])
	r, one, other, token := b.d.Room(), b.marked[0], b.marked[1], b.token
	return func() tea.Msg { return Result{To: b, Token: token, Found: compare(r.ViewOf(one), r.ViewOf(other))} }
}

func (b *branches) rename(old, name string) error {
	name = strings.TrimSpace(name)
	switch {
	case name == old:
		return nil
	case name == "":
		return errors.New("a branch needs a name")
	case slices.ContainsFunc(b.d.Room().View().Branches(), func(i view.BranchInfo) bool { return i.Name == name }):
		return fmt.Errorf("a branch is called %s already. Another name tells them apart", name)
	}
	if err := b.d.Room().Rename(old, name); err != nil {
		return err
	}
	b.marked = nil
	return nil
}

// Mouse goes to the open part; a right click marks.
func (b *branches) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if b.above != nil {
		over, cmd := b.above.Mouse(m)
		return b.back(over), cmd
	}
	if m.Kind == face.Right {
		if index, ok := b.list.Hit(m.Y - b.listAt.Min.Y); ok && b.list.Select(index) {
			return b.Update(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
		}
	}
	return b.picker.Mouse(m)
}
