package dialogs

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// shortMost is how long the short name of a race is, in letters.
const shortMost = 40

var numbered = regexp.MustCompile(`^(?:[a-z]{1,4}\d+b?|extra|sample|plan|strategy|case)-`)

// shortOf is the name of a race's file as words.
func shortOf(name string) string {
	words := strings.TrimSuffix(path.Base(name), ".race")
	words = strings.ReplaceAll(numbered.ReplaceAllString(words, ""), "-", " ")
	if words != "" {
		words = strings.ToUpper(words[:1]) + words[1:]
	}
	for utf8.RuneCountInString(words) > shortMost {
		words = words[:strings.LastIndexByte(words, ' ')]
	}
	return words
}

// guardSigns are what a request can be guarded with, as the documents call it.
var guardSigns = []struct{ sign, name string }{
	{"if-match=", "If-Match"}, {"if-none-match=", "If-None-Match"}, {"lease=", "lease"}, {"popreceipt=", "receipt"},
	{" VER ", "version"}, {"EXCAS ", "version"}, {"WATCH ", "WATCH"}, {"share=", "share mode"},
	{"appendpos=", "position"},
	{"if-sequence", "number"}, {"if-unmodified-since=", "date"},
}

// strategyOf is what the writers of a race guard with, at most two kinds.
func strategyOf(text string) string {
	var list []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "seed:") {
			continue
		}
		for _, g := range guardSigns {
			if strings.Contains(line, g.sign) && !slices.Contains(list, g.name) && len(list) < 2 {
				list = append(list, g.name)
			}
		}
	}
	if len(list) == 0 {
		return "no guard"
	}
	return strings.Join(list, ", ")
}

// levelOf says how much happens in a race: whole requests only, messages one by one and the clock, or plans and other
// ways too.
func levelOf(text string) string {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, "\n"+w+" ") })
	}
	lines := strings.Count(text, "\n")
	switch {
	case has("plan", "double", "finish", "edit") || lines > 60:
		return "3 deep"
	case has("deliver", "lose", "arrive", "clock", "back") || lines > 30:
		return "2 several ways"
	}
	return "1 short"
}

// library is the list of races: grouped by one of their sides, found by all.
type library struct {
	*picker
	desk     command.Host
	races    []Race
	services map[string]string // their titles
	by       int               // index into sides
	shown    bool              // what comes of them is shown
}

// sides are what the list can be grouped by.
var sides = []string{"service", "strategy", "level", "mark", "played"}

// NewRaces lists the races of the library; typing finds them by name, service, mark, strategy and words. What comes of
// them is hidden until Tab shows it; Ctrl+G groups them by another side.
func NewRaces(d command.Host, races []Race) Dialog {
	l := &library{desk: d, races: races, services: map[string]string{}}
	for _, s := range d.Room().View().Services() {
		l.services[s.Name] = s.Title
	}
	l.picker = &picker{chooser: newChooser("Find", "No races.", nil), title: "Races", wide: 100}
	l.filter = func(rows []row, text string) []row {
		if text == "" {
			return rows
		}
		return ranked(rows, text)
	}
	l.list.SetItems(nil)
	l.twice = true
	l.again()
	return l
}

// group is where a race stands in the list.
func (l *library) group(r Race) string {
	switch sides[l.by] {
	case "strategy":
		return r.Strategy
	case "level":
		return r.Level
	case "mark":
		if len(r.Kinds) == 0 {
			return "no trouble"
		}
		return strings.ReplaceAll(r.Kinds[0], "-", " ")
	case "played":
		return map[bool]string{true: "Played", false: "Not played yet"}[r.Played]
	}
	return cmp.Or(l.services[r.System], r.System)
}

// again makes the rows anew.
func (l *library) again() {
	list := slices.Clone(l.races)
	if l.by > 0 {
		slices.SortStableFunc(list, func(a, b Race) int { return strings.Compare(l.group(a), l.group(b)) })
	}
	var rows []row
	group := ""
	for _, r := range list {
		if g := l.group(r); g != group {
			group = g
			rows = append(rows, row{head: true, text: g})
		}
		rows = append(rows, l.row(r))
	}
	l.hints = []Hint{{"Enter", "open"}, {"Tab",
		map[bool]string{true: "hide what comes", false: "show what comes"}[l.shown]},
		{"Ctrl+G", "by " + sides[(l.by+1)%len(sides)]}, upDown, escCloses}
	l.setRows(rows)
}

func (l *library) row(r Race) row {
	sign := " "
	if r.Played {
		sign = "="
	}
	line := row{text: cmp.Or(r.Short, strings.TrimSuffix(path.Base(r.Name), ".race")), note: r.Strategy, right: r.Level[:min(len(r.Level), 1)], rightInk: themes.Dim, sign: sign,
		signInk: themes.Fresh, find: r.words(l.services[r.System]) + " " + r.Title + " " + r.Strategy + " " + r.Level,
		say: r.sentence() + "  " + strings.TrimSuffix(path.Base(r.Name), ".race"),
		act: func() bool { l.desk.Do(command.OpenRace{Name: r.Name}); return true }}
	if !l.shown {
		return line
	}
	line.right, line.say = "", r.Title+"  "+strings.TrimSuffix(path.Base(r.Name), ".race")
	for _, kind := range r.Kinds {
		line.right += kind[:1]
	}
	if len(r.Kinds) > 0 {
		line.say += "  Shows " + strings.ReplaceAll(strings.Join(r.Kinds, ", "), "-", " ") + "."
		line.rightInk = say.MarkInk(engine.Severity(line.right[0]))
	}
	return line
}

// sentence is the first one that the author says: the situation.
func (r Race) sentence() string {
	first, _, _ := strings.Cut(r.Title, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// Title is what stands in the frame: how many were played.
func (l *library) Title() string {
	played := 0
	for _, r := range l.races {
		if r.Played {
			played++
		}
	}
	if played == 0 {
		return fmt.Sprintf("Races: %d, by %s", len(l.races), sides[l.by])
	}
	return fmt.Sprintf("Races: %d of %d played, by %s", played, len(l.races), sides[l.by])
}

// Update takes Tab and Ctrl+G, and what any list takes.
func (l *library) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	switch press(msg) {
	case "tab":
		l.shown = !l.shown
		l.again()
		return false, nil
	case "ctrl+g":
		l.by = (l.by + 1) % len(sides)
		l.again()
		l.list.First()
		l.skip(1)
		return false, nil
	}
	return l.picker.Update(msg)
}
