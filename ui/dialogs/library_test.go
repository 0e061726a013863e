package dialogs

import (
	"strings"
	"testing"
	"unicode/utf8"

	"interleave/engine/races"
	"interleave/ui/command"
)

// Every race has a short name of at most forty letters, a strategy and a level.
func TestEveryRaceHasAShortName(t *testing.T) {
	list, err := ReadRaces(races.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if n := utf8.RuneCountInString(r.Short); n < 3 || n > shortMost || r.Strategy == "" || r.Level == "" {
			t.Errorf("%s: %q, %q, %q", r.Name, r.Short, r.Strategy, r.Level)
		}
	}
}

// What comes of a race is hidden until Tab shows it; Ctrl+G groups by another side, and typing finds by any of them.
func TestTheLibraryHidesWhatComes(t *testing.T) {
	list, err := ReadRaces(races.FS)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Played = list[i].Name == "blob/wiki.race"
	}
	d := wiki(t)
	l := NewRaces(d, list).(*library)
	see(t, l, "1 of ", "by service", "Wiki")
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
