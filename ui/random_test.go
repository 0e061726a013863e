package ui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"interleave/engine/races"
	"interleave/engine/scenario"
	"interleave/ui/command"
)

// allKeys are the keys of the table and some that nobody has.
func allKeys() []string {
	list := []string{"f12", "f1", "ctrl+k", "alt+x", "漢", "é", "1", "enter", "enter", "down", "up", "left", "right",
		"esc", "esc", "esc"}
	for _, c := range command.All() {
		for _, key := range slices.Concat(c.Keys.Keys(), c.Edit.Keys()) {
			if c.ID != "file.quit" {
				list = append(list, strings.Fields(key)...)
			}
		}
	}
	return list
}

// pastes are what a terminal may hand over.
var pastes = []string{"", "a\nb\n", "漢字漢字 Привет 😀", "👩‍🚀❤️é\t\x1b[31m\x00", strings.Repeat("long ", 400),
	strings.Repeat("row\n", 90), "\xff\xfe"}

// handsOn are the races on which hands are tried most, one of each system, and an empty desk: half of the runs are on
// one of them, the others on any race or lesson of the library.
var handsOn = []string{"wiki.race", "-", "blob/r13-hand-over-by-change-with-a-lost-response.race",
	"queue/q02-slow-worker.race", "table/t02-lost-update-with-the-wildcard.race",
	"bucket/r04-fresh-tag-old-content.race", "tair/r05-version-refreshed-value-not-rebuilt.race",
	"share/f13-a-cached-write.race", "blob/wiki-no-guard.race"}

// library are the names of all races and lessons.
var library = sync.OnceValue(races.All)

func pick[T any](dice *rand.Rand, list ...T) T { return list[dice.IntN(len(list))] }

// randomHands are lines of a script that hands which know nothing might follow.
func randomHands(seed uint64, most int) (open string, lines []string) {
	dice, keys, all := rand.New(rand.NewPCG(seed, 7)), allKeys(), command.All()
	race := pick(dice, handsOn...)
	if dice.IntN(2) > 0 {
		race = pick(dice, library()...)
	}
	open = fmt.Sprintf("open %s %s", race, pick(dice, "80x24", "120x36"))
	for range most {
		x, y := 1+dice.IntN(200), 1+dice.IntN(60)
		if dice.IntN(3) > 0 {
			x, y = 1+x%80, 1+y%24
		}
		line := "press " + pick(dice, keys...)
		switch dice.IntN(20) {
		case 0, 1:
			line = fmt.Sprintf("click %d %d", x, y)
		case 2:
			line = fmt.Sprintf("right %d %d", x, y)
		case 3:
			line = fmt.Sprintf("drag %d %d %d %d", x, y, 1+dice.IntN(80), 1+dice.IntN(24))
		case 4:
			line = fmt.Sprintf("wheel %d %d %d", x, y, pick(dice, -1, 1))
		case 5:
			line = "size " + pick(dice, "80x24", "80x24", "60x18", "120x36", "59x17", "200x60", "97x29")
		case 6, 7:
			line = "pass " + pick(dice, "1ms", "300ms", "3s", "30s")
		case 8:
			line = "paste " + strconv.Quote(pick(dice, pastes...))
		case 9, 10, 11:
			if c := pick(dice, all...); c.ID != "file.quit" {
				line = "do " + c.ID
			}
		}
		lines = append(lines, line)
	}
	return open, lines
}

// TestRandomHands presses, clicks, types and resizes at random, and after each act checks what must always hold. With
// INTERLEAVE_HANDS, as 1m, it goes on for so long, from the seed INTERLEAVE_SEED in hexadecimal, else from any.
func TestRandomHands(t *testing.T) {
	first, runs, length := uint64(1), 12, 60
	var until time.Time
	if text := os.Getenv("INTERLEAVE_HANDS"); text != "" {
		long, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("INTERLEAVE_HANDS: %v", err)
		}
		first, runs, length = rand.Uint64(), 1<<30, 250
		if text := os.Getenv("INTERLEAVE_SEED"); text != "" {
			if first, err = strconv.ParseUint(text, 16, 64); err != nil {
				t.Fatalf("INTERLEAVE_SEED: %v", err)
			}
		}
		until = time.Now().Add(long)
	}
	acts, virtual := 0, time.Duration(0)
	for n := range runs {
		if !until.IsZero() && time.Now().After(until) {
			break
		}
		open, lines := randomHands(first+uint64(n), length)
		h := hands(open, lines, nil)
		acts, virtual = acts+h.at, virtual+h.passed
		if h.problem != "" {
			t.Errorf("run %d of seed %d: %s", n, first+uint64(n), report(h, open, lines[:min(h.at+1, len(lines))], nil))
			break
		}
	}
	t.Logf("%d acts, %s on the clock of the screen", acts, virtual.Round(time.Second))
}

// What hands that knew nothing have found stays mended: the shortest lines that showed it.
func TestWhatHandsHaveFoundIsMended(t *testing.T) {
	for _, found := range []struct{ what, open, lines string }{
		{"an open menu, scrolled to its end, outlives its rows where a session with fewer writers comes",
			"queue/q15-expiry-under-the-worker.race 60x18", "press alt+w\npress pgdown\ndo file.new\npress enter"},
		{"the menu of copies outlives its conflict where time goes back below it",
			"blob/r13-hand-over-by-change-with-a-lost-response.race 120x36", "do time.run-to-mark\npass 300ms\n" +
				"do edit.copy\npress 1\ndo learn.plans\nsize 97x29\nclick 27 2\nclick 14 17"},
		{"the list of guards outlives its writer where time goes back below it",
			"queue/q10-producer-cancels.race 120x36", "wheel 41 18 -1\ndrag 53 5 11 2\ndo writer.add\npress enter\n" +
				"do learn.present\ndo move.page-up\ndrag 48 12 76 22"},
		{"one undo takes back the time, the request and the draft that a press sent while the clock ran",
			"queue/q02-slow-worker.race 120x36", "press space\nright 29 22\npass 3s\npress alt+e\npress g\n" +
				"click 16 23\npress }\npress w"},
	} {
		if h := hands("open "+found.open, strings.Split(found.lines, "\n"), nil); h.problem != "" {
			t.Errorf("%s: %s", found.what, h.problem)
		}
	}
}

// report is what was found, as short as it can be made: a script of the desktop, and where the engine suffices a
// scenario.
func report(h *handed, open string, lines []string, fault func(*Root) string) string {
	short := shorten(lines, func(some []string) bool { return sameSort(hands(open, some, fault).problem, h.problem) })
	again := hands(open, short, fault)
	text := fmt.Sprintf("%s\n\n# Shortened from %d lines to %d.\n%s\n%s\n", again.problem, len(lines), len(short), open,
		strings.Join(short, "\n"))
	if race := again.race(); race != "" {
		text += "\n# The branch as a scenario.\n" + race
	}
	return text
}

// sameSort says whether two problems are of one sort: what stands before their first colon.
func sameSort(a, b string) bool {
	x, _, _ := strings.Cut(a, ":")
	y, _, _ := strings.Cut(b, ":")
	return x == y
}

// shorten leaves out lines as long as the rest still fails: halves first, then quarters, at last one by one.
//
// Source: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", the minimizing delta debugging
// algorithm.
func shorten(lines []string, fails func([]string) bool) []string {
	for parts := 2; len(lines) > 1; {
		size := (len(lines) + parts - 1) / parts
		smaller := false
		for from := 0; from < len(lines) && !smaller; from += size {
			rest := append(append([]string(nil), lines[:from]...), lines[min(from+size, len(lines)):]...)
			if fails(rest) {
				lines, smaller = rest, true
			}
		}
		switch {
		case smaller:
			parts = max(parts-1, 2)
		case size == 1:
			return lines
		default:
			parts = min(parts*2, len(lines))
		}
	}
	return lines
}

// A fault that needs two acts among many comes out as these two, in a script that runs and shows it, with a scenario
// that passes.
func TestAFindingIsShortened(t *testing.T) {
	fault := func(r *Root) string {
		if len(r.view.Troubles()) > 0 && r.desk.arranged.Layout != "desk" {
			return "injected: a conflict under another layout"
		}
		return ""
	}
	_, noise := randomHands(3, 40)
	var lines []string
	for _, line := range noise { // what moves no time and opens nothing that eats keys
		if strings.HasPrefix(line, "size ") || strings.HasPrefix(line, "wheel ") ||
			strings.HasPrefix(line, "pass 1ms") {
			lines = append(lines, line)
		}
	}
	lines = append(append(append(append([]string{"press j", "press k"}, lines...), "press !"), lines...), "press esc",
		"press L", "press k")
	const open = "open wiki.race 80x24"
	h := hands(open, lines, fault)
	if !strings.HasPrefix(h.problem, "injected") {
		t.Fatalf("the fault is not found: %q", h.problem)
	}
	text := report(h, open, lines[:h.at+1], fault)
	script, race, ok := strings.Cut(text[strings.Index(text, open):], "# The branch as a scenario.\n")
	if want := open + "\npress !\npress L\n"; strings.TrimSpace(script) != strings.TrimSpace(want) {
		t.Errorf("shortened to:\n%s\nwant:\n%s", script, want)
	}
	play(t, script)
	if !ok || !strings.Contains(race, "412 ConditionNotMet") {
		t.Fatalf("the scenario is:\n%s", race)
	}
	file, err := scenario.Parse("found.race", []byte(race), nil)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := file.Run(); err != nil || len(result.Failures) > 0 {
		t.Errorf("the scenario does not pass: %v, %v\n%s", err, result.Failures, race)
	}
}

// The shortener keeps what is needed and drops the rest, wherever it stands.
func TestShortenKeepsOnlyWhatFails(t *testing.T) {
	var lines []string
	for n := range 64 {
		lines = append(lines, strconv.Itoa(n))
	}
	tries := 0
	short := shorten(lines, func(some []string) bool {
		tries++
		text := " " + strings.Join(some, " ") + " "
		return strings.Contains(text, " 5 ") && strings.Contains(text, " 40 ") && strings.Contains(text, " 41 ")
	})
	if strings.Join(short, " ") != "5 40 41" || tries > 400 {
		t.Errorf("%v after %d tries", short, tries)
	}
}

// What hands at random have found stays tried.
func TestWhatHandsFound(t *testing.T) {
	for _, script := range []string{
		"open queue/q02-slow-worker.race 80x24\npress p\ndo time.next-timer\nclick 75 6\ndo writer.again\n" +
			"do learn.guards-all",
		"open queue/q02-slow-worker.race 80x24\npress f9\npass 30s\ndo object.delete\ndo writer.again\n" +
			"do object.delete\ndo learn.guards-all",
		"open queue/q02-slow-worker.race 80x24\ndo object.read\ndo time.run\npass 30s\ndo writer.again",
		"open blob/wiki-no-guard.race 120x36\npress .\ndo flight.deliver\ndo time.run\npass 30s\nsize 80x24\n" +
			"do flight.lose\ndo object.write",
		"open queue/q02-slow-worker.race 80x24\ndo learn.races",
		"open share/f13-a-cached-write.race 80x24\ndo edit.undo\ndo learn.orders\npress enter",
		"open blob/wiki-no-guard.race 80x24\ndo learn.present\ndo move.page-down",
		"open bucket/r04-fresh-tag-old-content.race 120x36\npress P\ndo object.delete\nsize 80x24\ndrag 64 15 41 10",
		"open share/f13-a-cached-write.race 80x24\nsize 200x60\npress ctrl+s\nsize 120x36\ndo learn.plans\n" +
			"do edit.copy\nsize 60x18\npress O\nclick 28 10",
		"open tair/r05-version-refreshed-value-not-rebuilt.race 120x36\ndo learn.predict\npress space\nsize 80x24\n" +
			"pass 30s\nclick 18 11\nclick 38 11\npress 9",
		"open table/t02-lost-update-with-the-wildcard.race 120x36\npress P\ndo time.back\ndo move.page-down",
		"open table/t02-lost-update-with-the-wildcard.race 80x24\npress e\npress i\ndo edit.undo\npress esc",
		"open queue/q02-slow-worker.race 80x24\npress i\npress B\ndo pane.truth\ndo edit.undo",
		"open wiki.race 80x24\ndo time.run-to-mark\ndo learn.card\npress v\npress enter",
		"open tair/r05-version-refreshed-value-not-rebuilt.race 120x36\ndo time.run\npass 30s\nsize 60x18\n" +
			"do learn.recommend\nsize 80x24",
		"open tair/r05-version-refreshed-value-not-rebuilt.race 80x24\npress u\ndo time.run-to-mark\ndo edit.undo\n" +
			"right 3 18",
		"open blob/wiki-no-guard.race 120x36\npress h\nclick 53 5\npress G\npress enter\npress i\npress g\n" +
			"right 50 22\ndo time.run\npass 300ms\ndo time.next-conflict\ndo object.delete",
		"open share/f13-a-cached-write.race 120x36\npress E\ndo learn.guards\npress esc\npress alt+e\npress T\n" +
			"press ctrl+s\ndo object.delete\ndo object.write",
		"open table/t14-table-dropped-and-recreated.race 80x24\nsize 120x36\ndo object.read\nclick 58 8\npress i\n" +
			"right 54 20\nsize 80x24\ndrag 14 10 73 24\ndo move.page-up\ndrag 9 6 12 8",
		"open lessons/mend-blob-mend.race 200x60\ndo learn.skip",
		"open lessons/03-the-tag-says-what-you-fetched.race 80x24\npress d\ndo learn.skip",
	} {
		open, lines, _ := strings.Cut(script, "\n")
		if h := hands(open, strings.Split(lines, "\n"), nil); h.problem != "" {
			t.Errorf("%s\n%s", script, h.problem)
		}
	}
}
