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
	p := &palette{d: d, v: v, at: at, table: searchedCommands()}
	if note := v.Note(usedNote); note != "" {
		p.used = strings.Fields(note)
	}
	rows := make([]row, 0, len(p.table))
	for _, c := range p.table {
		rows = append(rows, p.row(c.Command))
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
	table []searched
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
		score, ok := p.table[i].match(text)
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

// searched is a command with its texts as each letter that is typed looks through them.
type searched struct {
	command.Command
	keys, edits       []string
	low               []string // its keys of more than one letter, in small letters
	called, calledLow string   // title and word
	title, said       string   // in small letters: the title; the sentence and the menu
	help              string   // in small letters
}

func searchedCommands() []searched {
	commands := command.All()
	list := make([]searched, len(commands))
	for i, c := range commands {
		s := searched{Command: c, keys: c.Keys.Keys(), edits: c.Edit.Keys(), called: c.Title + " " + c.Word,
			title: strings.ToLower(c.Title), said: strings.ToLower(c.Help + " " + c.Menu),
			help: strings.ToLower(c.Help)}
		s.calledLow = strings.ToLower(s.called)
		for _, key := range s.keys {
			if len(key) > 1 {
				s.low = append(s.low, strings.ToLower(key))
			}
		}
		list[i] = s
	}
	return list
}

// inOrder says whether a text has all letters in this order, both in small letters: what lacks one needs no score, and
// of most commands one is lacking.
func inOrder(text, letters string) bool {
	for _, c := range letters {
		_, behind, ok := strings.Cut(text, string(c))
		if !ok {
			return false
		}
		text = behind
	}
	return true
}

// match says how well a command fits what is typed: its key, its word, its title, its sentence, in this order.
func (s *searched) match(text string) (score int, ok bool) {
	low := strings.ToLower(text)
	switch {
	case text == "":
		return 0, true
	case slices.Contains(s.keys, text) || slices.Contains(s.keys, low) || slices.Contains(s.edits, low):
		return 5000, true
	case s.Word == low:
		return 4000, true
	case strings.HasPrefix(s.title, low):
		return begins, true
	}
	if score, ok := fuzzyScore(s.called, s.calledLow, text, low); ok {
		return max(called+score, called), true
	}
	if slices.ContainsFunc(s.low, func(key string) bool { return strings.Contains(key, low) }) {
		return 900, true
	}
	if strings.Contains(s.said, low) {
		return 500, true
	}
	// A few letters lie in every sentence: there they count only where they begin words or stand together.
	if len(low) > 2 {
		if score, ok := fuzzyScore(s.Help, s.help, text, low); ok && score > 0 {
			return min(score, 400), true
		}
	}
	return 0, false
}

// fuzzyScore is how well typed letters lie in a text; both are given in small letters too.
func fuzzyScore(in, inLow, text, low string) (score int, ok bool) {
	if !inOrder(inLow, low) {
		return 0, false
	}
	found := fuzzy.FindNoSort(text, []string{in})
	if len(found) == 0 {
		return 0, false
	}
	return found[0].Score, true
}
