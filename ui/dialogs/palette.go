package dialogs

import (
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/widget"
)

// usedNote is where the room keeps the commands that the palette last ran, the newest first.
const usedNote = "palette.used"

// usedMost is how many of them are kept.
const usedMost = 20

// NewPalette finds commands by what is typed; it takes arguments, and whole scenario lines.
func NewPalette(d command.Host, v *view.View, at command.Place) Dialog {
	p := &palette{d: d, v: v, at: at, table: command.All()}
	if note := v.Note(usedNote); note != "" {
		p.used = strings.Fields(note)
	}
	rows := make([]row, 0, len(p.table))
	for _, c := range p.table {
		rows = append(rows, p.row(c))
	}
	pick := &picker{chooser: newChooser(":", "No commands.", nil), title: "Commands", wide: 76,
		hints: []Hint{{"Enter", "run"}, {"Tab", "complete"}, upDown, escCloses}}
	who := at.Writer
	if who == "" {
		who = "ann"
	}
	pick.input.Placeholder = "a command, advance 15s, theme light, or " + who + ": " + reading(d)
	p.input = pick.input
	pick.filter, pick.suggests = p.filter, true
	pick.setRows(rows)
	return pick
}

type palette struct {
	d     command.Host
	v     *view.View
	at    command.Place
	table []command.Command
	used  []string
	input *widget.Input
}

func (p *palette) row(c command.Command) row {
	return row{text: c.Title, note: c.Menu, right: keyNames(c), rightInk: themes.Key, say: c.Help,
		why: c.Why(p.v, p.at), find: c.ID, act: func() bool { return p.run(c.ID, c.Intent) }}
}

// keyNames are a command's keys as people read them.
func keyNames(c command.Command) string {
	keys := c.Keys.Keys()
	if len(keys) == 0 {
		keys = c.Edit.Keys()
	}
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = command.KeyName(key)
	}
	return strings.Join(names, "  ")
}

// run carries out an intent and remembers its command.
func (p *palette) run(id string, in command.Intent) bool {
	p.remember(id)
	p.d.Do(in)
	return true
}

func (p *palette) remember(id string) {
	used := slices.DeleteFunc(slices.Clone(p.used), func(old string) bool { return old == id })
	used = append([]string{id}, used...)
	p.used = used[:min(len(used), usedMost)]
	p.d.Room().Note(usedNote, strings.Join(p.used, " "))
}

// place is how recently a command was used: less is newer.
func (p *palette) place(id string) int {
	if at := slices.Index(p.used, id); at >= 0 {
		return at
	}
	return usedMost
}

// filter orders the commands: without text the last used first, else the best match first, behind what takes the text
// as a whole.
func (p *palette) filter(rows []row, text string) []row {
	type scored struct {
		row
		score, place int
	}
	var found []scored
	for i, r := range rows {
		score, ok := match(p.table[i], text)
		if ok {
			found = append(found, scored{r, score, p.place(p.table[i].ID)})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return a.place - b.place
	})
	kept, offered := p.whole(text), p.offers(text)
	for _, f := range found {
		if f.score < begins { // behind what is called so, before what has its letters somewhere
			kept, offered = append(kept, offered...), nil
		}
		kept = append(kept, f.row)
	}
	return append(kept, offered...)
}

// The least scores of a command whose title begins with what is typed, and of one whose name has its letters.
const (
	begins = 3000
	called = 1000
)

// match says how well a command fits what is typed: its key, its word, its title, its sentence, in this order.
func match(c command.Command, text string) (score int, ok bool) {
	low := strings.ToLower(text)
	switch {
	case text == "":
		return 0, true
	case slices.Contains(c.Keys.Keys(), text) || slices.Contains(c.Keys.Keys(), low) ||
		slices.Contains(c.Edit.Keys(), low):
		return 5000, true
	case c.Word == low:
		return 4000, true
	case strings.HasPrefix(strings.ToLower(c.Title), low):
		return begins, true
	}
	if found := fuzzy.Find(text, []string{c.Title + " " + c.Word}); len(found) > 0 {
		return max(called+found[0].Score, called), true
	}
	for _, key := range c.Keys.Keys() {
		if len(key) > 1 && strings.Contains(strings.ToLower(key), low) {
			return 900, true
		}
	}
	if strings.Contains(strings.ToLower(c.Help+" "+c.Menu), low) {
		return 500, true
	}
	// A few letters lie in every sentence: there they count only where they begin words or stand together.
	if found := fuzzy.Find(text, []string{c.Help}); len(found) > 0 && found[0].Score > 0 && len(low) > 2 {
		return min(found[0].Score, 400), true
	}
	return 0, false
}
