package dialogs

import (
	"bufio"
	"io/fs"
	"path"
	"slices"
	"strings"

	"interleave/engine/races"
)

// Race is a race of the library.
type Race struct {
	Name   string   // its path in the library, as `blob/wiki.race`: what command.OpenRace takes
	Title  string   // its first comment line
	System string   // the service it races on
	Kinds  []string // the kinds of conflict that it must show, as `! stale-write`
	Text   string   // all that its file says: its documents, operations and answers are words to find it by

	Short    string // at most 40 letters
	Strategy string // what its writers guard with, as `If-Match`
	Level    string // how much happens in it
	Played   bool
}

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
	r.Short, r.Strategy, r.Level = shortOf(name), strategyOf(text), levelOf(text)
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

// words are what a race is found by beside its title.
func (r Race) words(service string) string {
	list := []string{r.Name, r.System, service, races.AlsoCalled(r.System), races.Subjects(r.System),
		r.Text}
	for _, kind := range r.Kinds {
		list = append(list, kind, strings.ReplaceAll(kind, "-", " "), races.AlsoCalled(kind[2:]))
	}
	return strings.Join(list, " ")
}
