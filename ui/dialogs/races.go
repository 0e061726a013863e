package dialogs

import (
	"bufio"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/ui/command"
	"interleave/ui/say"
)

// Race is a race of the library.
type Race struct {
	Name   string   // its path in the library, as `blob/wiki.race`: what command.OpenRace takes
	Title  string   // its first comment line
	System string   // the service it races on
	Kinds  []string // the kinds of conflict that it must show, as `! stale-write`
	Text   string   // all that its file says: its documents, operations and answers are words to find it by
}

// alsoCalled are words of the documents for a service, beside its title.
var alsoCalled = map[string]string{"blob": "storage strategies isolation", "queue": "storage messages dedup duplicate",
	"table": "storage entities", "share": "storage smb", "bucket": "aws data lake", "tair": "redis alibaba",
	"done-twice": "dedup duplicate idempotent", "policy": "bucket policy forbidden"}

// ReadRaces reads the titles and kinds of all races of a library.
func ReadRaces(library fs.FS) ([]Race, error) {
	names, err := fs.Glob(library, "*/*.race")
	if err != nil {
		return nil, err
	}
	var races []Race
	for _, name := range names {
		if strings.HasPrefix(name, "lessons/") {
			continue
		}
		text, err := fs.ReadFile(library, name)
		if err != nil {
			return nil, err
		}
		races = append(races, readRace(name, string(text)))
	}
	slices.SortStableFunc(races, func(a, b Race) int {
		if a.System != b.System {
			return strings.Compare(a.System, b.System)
		}
		return rank(a.Name) - rank(b.Name)
	})
	return races, nil
}

// rank puts what a newcomer should see first: the demo, the numbered races, then what completes them.
func rank(name string) int {
	switch base := path.Base(name); {
	case base == "wiki.race":
		return 0
	case strings.HasPrefix(base, "wiki"):
		return 1
	case strings.HasPrefix(base, "sample-"):
		return 3
	case strings.HasPrefix(base, "extra-"):
		return 4
	}
	return 2
}

func readRace(name, text string) Race {
	r := Race{Name: name, Title: strings.TrimSuffix(path.Base(name), ".race"), System: path.Dir(name), Text: text}
	titled := false
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if comment, ok := strings.CutPrefix(line, "#"); ok && !titled {
			r.Title, titled = strings.TrimSpace(comment), true
		}
		if kind := kindOf(line); kind != "" && !slices.Contains(r.Kinds, kind) {
			r.Kinds = append(r.Kinds, kind)
		}
	}
	return r
}

// kindOf is the mark that a line of a race expects, as `! stale-write`.
func kindOf(line string) string {
	words := strings.Fields(strings.TrimPrefix(line, ">"))
	if strings.HasPrefix(line, "> ") && len(words) > 1 && len(words[0]) == 1 && strings.Contains("!~?", words[0]) &&
		words[1] != "-" {
		return words[0] + " " + words[1]
	}
	return ""
}

// NewRaces lists the races of the library; typing finds them by title, system and kind.
func NewRaces(d command.Host, races []Race) Dialog {
	var rows []row
	titles, system := map[string]string{}, ""
	for _, s := range d.Room().View().Services() {
		titles[s.Name] = s.Title
	}
	for _, r := range races {
		if r.System != system {
			system = r.System
			rows = append(rows, row{head: true, text: cmp.Or(titles[system], system)})
		}
		marks := ""
		for _, kind := range r.Kinds {
			marks += kind[:1]
		}
		tip := r.Title
		if len(r.Kinds) > 0 {
			tip += "  Shows " + strings.ReplaceAll(strings.Join(r.Kinds, ", "), "-", " ") + "."
		}
		tip += "  " + strings.TrimSuffix(path.Base(r.Name), ".race") // what is typed to find it again
		line := row{text: r.Title, right: marks, say: tip, find: r.words(titles[r.System]),
			act: func() bool { d.Do(command.OpenRace{Name: r.Name}); return true }}
		if marks != "" {
			line.rightInk = say.MarkInk(engine.Severity(marks[0]))
		}
		rows = append(rows, line)
	}
	list := &picker{chooser: newChooser("Find", "No races.", rows), title: "Races", wide: 100,
		hints: []Hint{{"Enter", "open"}, upDown, escCloses}}
	list.filter = func(rows []row, text string) []row {
		if text == "" {
			return rows
		}
		return ranked(rows, text)
	}
	return list
}

// words are what a race is found by beside its title.
func (r Race) words(service string) string {
	list := []string{r.Name, r.System, service, alsoCalled[r.System], r.Text}
	for _, kind := range r.Kinds {
		list = append(list, kind, strings.ReplaceAll(kind, "-", " "), alsoCalled[kind[2:]])
	}
	return strings.Join(list, " ")
}
