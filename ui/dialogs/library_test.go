package dialogs

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"interleave/engine/races"
	"interleave/ui/command"
)

// wholeLibrary are the races in the program.
func wholeLibrary(t testing.TB) []Race {
	t.Helper()
	list, err := ReadRaces(races.FS)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Every race has a short name of at most forty letters, a strategy and a level.
func TestEveryRaceHasAShortName(t *testing.T) {
	list := wholeLibrary(t)
	for _, r := range list {
		if n := utf8.RuneCountInString(r.Short); n < 3 || n > shortMost || r.Strategy == "" || r.Level == "" {
			t.Errorf("%s: %q, %q, %q", r.Name, r.Short, r.Strategy, r.Level)
		}
	}
}

// What comes of a race is hidden until Tab shows it; Ctrl+G groups by another side, and typing finds by any of them.
func TestTheLibraryHidesWhatComes(t *testing.T) {
	list := wholeLibrary(t)
	for i := range list {
		list[i].Played = list[i].Name == "blob/wiki.race"
	}
	d := wiki(t)
	l := NewRaces(d, list).(*library)
	see(t, l, "1 of ", "by service", "Two people, one page", "Guards: If-Match. Level 2, several ways.")
	if s := screen(l); strings.Contains(s, "stale write") || strings.Contains(s, "refused, nothing is lost") {
		t.Errorf("it tells what comes:\n%s", s)
	}
	send(l, "tab")
	see(t, l, "Shows ! stale write")
	send(l, "tab", "ctrl+g")
	see(t, l, "by strategy")
	send(l, "ctrl+g", "ctrl+g", "ctrl+g")
	see(t, l, "by played", "Not played yet")
	send(l, "ctrl+g")
	write(l, "no guard lost update")
	r, ok := l.selected()
	if !ok || !strings.Contains(r.find, "lost-update") {
		t.Fatalf("found %+v", r)
	}
	if send(l, "enter"); len(d.did) != 1 {
		t.Errorf("%v", d.did)
	} else if _, opens := d.did[0].(command.OpenRace); !opens {
		t.Errorf("%v", d.did)
	}
}

// A mark with its sign finds the races that show it, and no others; a strategy, a service and a level find theirs in
// front of those that only have the word somewhere.
func TestTheLibraryFindsByItsSides(t *testing.T) {
	list := wholeLibrary(t)
	byName := map[string]Race{}
	for _, r := range list {
		byName[r.Name] = r
	}
	rows := func(text string) (found []Race) {
		l := NewRaces(wiki(t), list).(*library)
		write(l, text)
		for at := range l.list.Len() {
			l.list.Select(at)
			if r, ok := l.selected(); ok {
				found = append(found, byName[r.name])
			}
		}
		return found
	}
	all := func(text string, most int, has func(Race) bool) {
		t.Helper()
		found := rows(text)
		if len(found) == 0 {
			t.Errorf("%q finds nothing", text)
		}
		for i, r := range found {
			if i < most && !has(r) {
				t.Errorf("%q finds %s as number %d", text, r.Name, i+1)
			}
		}
	}
	shows := func(kind string) func(Race) bool {
		return func(r Race) bool { return slices.Contains(r.Kinds, kind) }
	}
	all("~ lost update", len(list), shows("~ lost-update"))
	all("! stale-write", len(list), shows("! stale-write"))
	all("/~ done", len(list), shows("~ done-twice"))
	all("level 3", len(list), func(r Race) bool { return r.Level[0] == '3' })
	all("azure files", 10, func(r Race) bool { return r.System == "share" })
	all("share mode", 5, func(r Race) bool { return strings.Contains(r.Strategy, "share mode") })
}

// The list opens on the race behind the one that is on, as far as that was not played.
func TestTheLibraryOffersTheNextRace(t *testing.T) {
	list := wholeLibrary(t)
	for i := range list[:4] {
		list[i].Played = true
	}
	l := NewRaces(wiki(t), list).(*library)
	l.offerNext(list[1].Name)
	if r, ok := l.selected(); !ok || r.name != list[4].Name {
		t.Errorf("%s is offered, the next one is %s", r.name, list[4].Name)
	}
}
