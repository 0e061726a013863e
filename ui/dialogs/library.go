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

// shortNames are those that the name of a file does not say well.
var shortNames = map[string]string{
	"wiki":                                "Two people, one page",
	"wiki-no-guard":                       "Two people, one page, no guard",
	"sample-optimistic-v4":                "Sample program, optimistic, v4",
	"sample-optimistic-v11":               "Sample program, optimistic, v11",
	"sample-optimistic-v12":               "Sample program, optimistic, v12",
	"sample-pessimistic-v4":               "Sample program, pessimistic, v4",
	"sample-pessimistic-v11":              "Sample program, pessimistic, v11",
	"sample-pessimistic-v12":              "Sample program, pessimistic, v12",
	"extra-dispositions":                  "One open, six dispositions",
	"extra-another-name":                  "A file gets another name",
	"extra-checksums":                     "Checksums of blobs",
	"t20-customer-program":                "The customer program of the article",
	"r01-last-writer-wins-key_1":          "The last writer wins",
	"r02-optimistic-lock-exset-ver-key_2": "An optimistic lock with EXSET VER",
	"r03-optimistic-lock-excas-key_3":     "An optimistic lock with EXCAS",
}

// spelled are words as they are written, where the name of a file has small letters.
var spelled = strings.NewReplacer(" aba ", " ABA ", " etag ", " ETag ", " s3 ", " S3 ", " smb ", " SMB ",
	" acl ", " ACL ", " excas ", " EXCAS ", " exset ", " EXSET ", " exget ", " EXGET ", " ver ", " VER ",
	" del ", " DEL ", " abs ", " ABS ", " exsetver ", " EXSETVER ", " watch ", " WATCH ", " redis ", " Redis ",
	" anothers ", " another's ", " others ", " others' ")

var fraction = regexp.MustCompile(`(\d) (\d)`)

// shortOf is the name of a race's file as words.
func shortOf(name string) string {
	words := strings.TrimSuffix(path.Base(name), ".race")
	if short := shortNames[words]; short != "" {
		return short
	}
	words = strings.ReplaceAll(numbered.ReplaceAllString(words, ""), "-", " ")
	words = fraction.ReplaceAllString(words, "$1.$2")
	for range 2 { // of two such words side by side the second is met next time
		words = strings.TrimSpace(spelled.Replace(" " + words + " "))
	}
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
	l.filter = found
	l.list.SetItems(nil)
	l.twice, l.saids = true, 3
	l.again()
	l.offerNext(d.Room().View().Script)
	return l
}

// found are the rows that a text is for: of the mark that it names with its sign, and no others; else those that have
// it in their name, then those of that service, strategy, level or mark, then those that say it anywhere. A stroke in
// front is how a search begins elsewhere.
func found(rows []row, text string) []row {
	text = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(text, "/")))
	if text == "" {
		return rows
	}
	side := func(r row) bool {
		return slices.ContainsFunc(r.sides, func(s string) bool { return strings.HasPrefix(s, text) })
	}
	if strings.ContainsAny(text[:1], "!~?") || strings.HasPrefix(text, "level ") {
		return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.head || !side(r) })
	}
	list := ranked(rows, text)
	slices.SortStableFunc(list, func(a, b row) int {
		return nearness(a, text, side(a)) - nearness(b, text, side(b))
	})
	return list
}

// nearness is how near a race is to what was typed, the nearest first.
func nearness(r row, text string, side bool) int {
	switch {
	case strings.Contains(strings.ToLower(r.text), text):
		return 0
	case side:
		return 1
	}
	return 2
}

// offerNext selects the race behind the one that the session plays which was not played yet.
func (l *library) offerNext(script string) {
	here := slices.IndexFunc(l.races, func(r Race) bool { return path.Base(r.Name) == path.Base(script) })
	if here < 0 {
		return
	}
	for i := 1; i < len(l.races); i++ {
		next := l.races[(here+i)%len(l.races)]
		if next.Played {
			continue
		}
		for at := range l.list.Len() {
			l.list.Select(at)
			if r, ok := l.list.Selected(); ok && !r.head && r.name == next.Name {
				return
			}
		}
	}
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
	file := strings.TrimSuffix(r.Name, ".race")
	line := row{text: cmp.Or(r.Short, path.Base(file)), note: r.Strategy,
		right: r.Level[:min(len(r.Level), 1)], rightInk: themes.Dim, sign: sign, signInk: themes.Fresh, name: r.Name,
		find:  r.words(l.services[r.System]) + " " + r.Title + " " + r.Strategy + " " + r.Level,
		sides: r.sides(l.services[r.System]),
		say: fmt.Sprintf("%s Guards: %s. Level %s. %s", r.sentence(), r.Strategy,
			strings.Replace(r.Level, " ", ", ", 1), file),
		act: func() bool { l.desk.Do(command.OpenRace{Name: r.Name}); return true }}
	if !l.shown {
		return line
	}
	line.right, line.say = "", r.Title
	for _, kind := range r.Kinds {
		line.right += kind[:1]
	}
	if len(r.Kinds) > 0 {
		line.say += " Shows " + strings.ReplaceAll(strings.Join(r.Kinds, ", "), "-", " ") + "."
		line.rightInk = say.MarkInk(engine.Severity(line.right[0]))
	}
	return line
}

// sides are what a race is grouped and found by, as people type it.
func (r Race) sides(service string) []string {
	list := []string{r.System, service, r.Level, "level " + r.Level,
		map[bool]string{true: "played", false: "not played"}[r.Played]}
	if _, short, two := strings.Cut(service, " "); two {
		list = append(list, short)
	}
	list = append(list, strings.Split(r.Strategy, ", ")...)
	for _, kind := range r.Kinds {
		spoken := strings.ReplaceAll(kind, "-", " ")
		list = append(list, kind, spoken, kind[2:], spoken[2:])
	}
	for i, s := range list {
		list[i] = strings.ToLower(s)
	}
	return list
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
