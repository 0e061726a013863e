package dialogs

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

func paletteOf(d *desk) Dialog {
	return NewPalette(d, d.room.View(), command.Place{Writer: d.writer, Object: d.object, Pane: command.Writer})
}

// runs types a text into a new palette, presses Enter, and answers what the desktop was asked for.
func runs(t *testing.T, d *desk, text string) command.Intent {
	t.Helper()
	d.did = nil
	p := paletteOf(d)
	write(p, text)
	if !send(p, "enter") {
		t.Fatalf("%q does nothing:\n%s", text, screen(p))
	}
	if len(d.did) == 0 {
		return nil
	}
	return d.did[0]
}

func TestPaletteFindsByTitleWordKeyAndSentence(t *testing.T) {
	d := wiki(t)
	for text, want := range map[string]command.Intent{"Undo": command.Undo{}, "clnt eyes": command.ClientEyes{},
		"why": command.ShowCard{}, "B": command.Branches{},
		"ctrl+l": command.Redraw{}, "hide what the writers": command.ClientEyes{}, "theme": command.Theme{}} {
		if have := runs(t, d, text); have != want {
			t.Errorf("%q runs %#v, it should run %#v", text, have, want)
		}
	}
}

func TestPaletteTakesArguments(t *testing.T) {
	d := wiki(t)
	for text, want := range map[string]command.Intent{"theme light": command.Theme{Name: "light"},
		"guard lease": command.Guard{Name: "lease"},
		"put-blob":    command.More{Verb: "put-blob"}, "races wiki": command.OpenRace{Name: "wiki"}} {
		if have := runs(t, d, text); have != want {
			t.Errorf("%q runs %#v, it should run %#v", text, have, want)
		}
	}
	before := d.room.View().Now()
	runs(t, d, "advance 15s")
	if by := d.room.View().Now().Sub(before); by.Seconds() != 15 {
		t.Errorf("advance 15s moved the clock by %s", by)
	}
}

func TestPaletteRunsAScenarioLineAsOneAction(t *testing.T) {
	d := wiki(t)
	steps := d.room.View().Step
	runs(t, d, "ann: get-blob wiki/home.md")
	x := newest(d)
	if x.By != "ann" || x.Verb != "get-blob" || x.Heard.IsZero() {
		t.Errorf("the newest request is %s by %s", x.Verb, x.By)
	}
	if err := d.room.Undo(); err != nil || d.room.View().Step != steps {
		t.Errorf("one undo goes back to step %d, it began at %d", d.room.View().Step, steps)
	}
	runs(t, d, "ben: send put-blob wiki/home.md other")
	if x := newest(d); x.By != "ben" || !x.Decided.IsZero() {
		t.Error("send decides too")
	}
}

func TestPaletteSaysWhyALineCannotRun(t *testing.T) {
	d := wiki(t)
	p := paletteOf(d)
	write(p, "ann: get-blub wiki/home.md")
	see(t, p, "get-blub")
	if send(p, "enter") {
		t.Error("a wrong line closes the palette")
	}
	blocked := paletteOf(d)
	write(blocked, "Redo")
	see(t, blocked, "there is nothing to redo")
	if send(blocked, "enter") || len(d.did) > 0 {
		t.Error("a blocked command runs")
	}
}

func TestPaletteOffersTheLastUsedFirst(t *testing.T) {
	d := wiki(t)
	runs(t, d, "why")
	runs(t, d, "branches")
	have := screen(paletteOf(d))
	branches, card := strings.Index(have, "Branches"), strings.Index(have, "Conflict card")
	if branches < 0 || card < branches || strings.Index(have, "Open a session") < card {
		t.Errorf("the order is\n%s", have)
	}
}

func TestPaletteOffersEveryCommand(t *testing.T) {
	d := wiki(t)
	for _, c := range command.All() {
		p := paletteOf(d)
		write(p, c.Title)
		see(t, p, c.Title)
	}
}

func TestNoMatchIsSaidAndEscShowsAll(t *testing.T) {
	d := wiki(t)
	p := NewHelp(d, command.Writer)
	write(p, "leese")
	see(t, p, "No match for 'leese'. Esc shows all.")
	if send(p, "esc") {
		t.Error("Esc closes instead")
	}
	see(t, p, "Here")
	if !send(p, "esc") {
		t.Error("the second Esc does not close")
	}
}

func TestHelpFiltersByKeyAndRunsTheLine(t *testing.T) {
	d := wiki(t)
	h := NewHelp(d, command.Writer)
	write(h, "bookmarks")
	unseen(t, h, "Client eyes")
	write(h, "zz")
	for range "bookmarkszz" {
		send(h, "backspace")
	}
	write(h, "F4")
	see(t, h, "Go to the selected event")
	send(h, "enter")
	if len(d.did) != 1 || d.did[0] != (command.GoTo{}) {
		t.Errorf("it runs %v", d.did)
	}
}

func TestGuardsSetTheGuardOfTheWriter(t *testing.T) {
	d := wiki(t)
	g := NewGuards(d)
	see(t, g, "If-Match", "sends If-None-Match *", "Ana holds no lease on it. o takes one.")
	send(g, "home")
	see(t, g, "Last writer wins")
	if !send(g, "enter") || d.room.View().Known("ann").Guard != "none" {
		t.Errorf("the guard is %q", d.room.View().Known("ann").Guard)
	}
	again := NewGuards(d)
	see(t, again, "* None")
	choose := NewGuards(d)
	send(choose, "home", "down", "enter")
	if said := d.said[len(d.said)-1]; said != "Ana's writes: If-Match. u takes it back." {
		t.Errorf("it says %q", said)
	}
	for i, name := range d.room.View().Guards(d.object) {
		send(again, "home")
		for range i {
			send(again, "down")
		}
		send(again, "enter")
		if have := d.room.View().Known("ann").Guard; have != name {
			t.Errorf("row %d takes %q, it should take %q", i, have, name)
		}
	}
}

func TestThemesPreviewAndRestore(t *testing.T) {
	var shown []string
	open := func() Dialog {
		shown = nil
		return NewThemes(nil, []string{"dark", "light", "mono"}, "light",
			func(name string) { shown = append(shown, name) })
	}
	d := open()
	if send(d, "down", "up", "up") || !slices.Equal(shown, []string{"mono", "light", "dark"}) {
		t.Errorf("previewed: %v", shown)
	}
	if !send(d, "esc") || shown[len(shown)-1] != "light" {
		t.Errorf("Esc leaves %v", shown)
	}
	d = open()
	if !send(d, "down", "enter") || shown[len(shown)-1] != "mono" {
		t.Errorf("Enter leaves %v", shown)
	}
}

// forked is the wiki with a second future, in which Ana's write is refused.
func forked(t *testing.T) *desk {
	d := wiki(t)
	record := d.room.View().Record
	roomtest.Say(t, d.room, "ben: delete-blob wiki/home.md as b3")
	if err := d.room.Go(record); err != nil {
		t.Fatal(err)
	}
	roomtest.Say(t, d.room, "ann: put-blob wiki/home.md mine if-match=$a1.etag as a2")
	return d
}

func TestBranchesListSwitchAndRename(t *testing.T) {
	d := forked(t)
	before := d.room.View()
	b := ready(NewBranches(d))
	if after := d.room.View(); after.Record != before.Record || after.Branch != before.Branch ||
		after.Past != before.Past {
		t.Fatalf("looking moves from %s %d to %s %d", before.Branch, before.Record, after.Branch, after.Record)
	}
	see(t, b, "main", "fork-1", "! stale write, Ana", "!1 ~0 ?0", "!0 ~0 ?0")
	send(b, "home", "r")
	for range "main" {
		send(b, "backspace")
	}
	write(b, "deleted")
	send(b, "enter")
	see(t, b, "deleted")
	if !send(b, "home", "enter") || d.room.View().Branch != "deleted" {
		t.Errorf("the branch is %s", d.room.View().Branch)
	}
}

func TestTwoMarkedBranchesStandSideBySide(t *testing.T) {
	d := forked(t)
	b := ready(NewBranches(d))
	send(b, "home", "space", "down", "space")
	see(t, b, "== main and fork-1", "First different event", "DELETE wiki/home.md", "PUT wiki/home.md", "At the end",
		"gone", "v2 Ben", "! stale write, Ana")
	golden(t, "compared", frame(b, 60, 18, grid.ASCII())+frame(b, 120, 36, grid.ASCII()))
	if send(b, "esc") {
		t.Error("Esc closes the list too")
	}
	see(t, b, "== Branches")
}

// Enter leads to where the selected side of a row happened, on its branch; the list is over then.
func TestAComparisonLeadsToItsEvents(t *testing.T) {
	d := forked(t)
	b := ready(NewBranches(d))
	send(b, "home", "space", "down", "space", "right", "end")
	if !send(b, "enter") {
		t.Fatal("Enter leaves the list open")
	}
	went, ok := d.did[len(d.did)-1].(command.GoTo)
	v := d.room.ViewOf("fork-1")
	if trouble := v.Troubles(); !ok || d.room.View().Branch != "fork-1" ||
		went.Record != trouble[len(trouble)-1].Record {
		t.Errorf("went to %+v on %s, the mark is at %v", d.did, d.room.View().Branch, trouble)
	}
	d = forked(t)
	b = ready(NewBranches(d))
	send(b, "home", "space", "down", "space", "left", "end")
	if send(b, "enter") || d.last() == "" {
		t.Error("a side without a mark has no moment, and says so")
	}
}

func TestBookmarksNameRenameGoAndTakeAway(t *testing.T) {
	d := wiki(t)
	b := NewBookmarks(d)
	send(b, "b")
	write(b, "both read")
	send(b, "enter")
	see(t, b, "both read", "00:12.0, step 19")
	at := d.room.View().Record
	if err := d.room.Back(); err != nil {
		t.Fatal(err)
	}
	if !send(b, "enter") || d.room.View().Record != at {
		t.Error("Enter does not go there")
	}
	send(b, "r")
	write(b, "saved")
	send(b, "enter")
	if list := d.room.View().Bookmarks(); len(list) != 1 || list[0].Name != "saved" {
		t.Errorf("the bookmarks are %v", list)
	}
	send(b, "d")
	if list := d.room.View().Bookmarks(); len(list) != 0 {
		t.Errorf("the bookmarks are %v", list)
	}
}

func TestSessionsOpenOrSayWhyNot(t *testing.T) {
	d := wiki(t)
	opened := ""
	open := func(path string) error {
		if opened = path; path == "b.db" {
			return errors.New("b.db is open in another window")
		}
		return nil
	}
	s := NewSessions(d, func() ([]Session, error) {
		return []Session{{Path: "a.db", Name: "first"}, {Path: "b.db", Name: "second"}}, nil
	}, open)
	write(s, "second")
	if send(s, "enter") {
		t.Error("it closes without the session")
	}
	see(t, s, "b.db is open in another window.")
	for range "second" {
		send(s, "backspace")
	}
	write(s, "first")
	if !send(s, "enter") || opened != "a.db" {
		t.Errorf("opened %q", opened)
	}
	broken := NewSessions(d, func() ([]Session, error) { return nil, errors.New("the folder cannot be read") }, open)
	see(t, broken, "The folder cannot be read.")
	if !send(broken, "home", "enter") || d.did[0] != (command.Races{}) {
		t.Errorf("the library: %v", d.did)
	}
}

func TestRacesAreFoundByTitleSystemAndKind(t *testing.T) {
	library := wholeLibrary(t)
	if len(library) < 30 || library[0].Name != "blob/wiki.race" {
		t.Fatalf("%d races", len(library))
	}
	for _, r := range library {
		if r.Title == "" || strings.HasPrefix(r.Title, "#") || r.System == "" ||
			!strings.HasPrefix(r.Name, r.System+"/") {
			t.Errorf("%+v", r)
		}
	}
	d := wiki(t)
	for _, text := range []string{"lost update no guard", "blob wiki-no-guard"} {
		p := NewRaces(d, library)
		write(p, text)
		d.did = nil
		send(p, "enter")
		if len(d.did) != 1 || d.did[0] != (command.OpenRace{Name: "blob/wiki-no-guard.race"}) {
			t.Errorf("%q opens %v", text, d.did)
		}
	}
}

func TestExportAsksOnlyBeforeOverwriting(t *testing.T) {
	d := wiki(t)
	there := map[string]bool{"home.md": true}
	var written []string
	e := NewExport(d, []Target{{What: "object", Text: "wiki/home.md", Path: "home.md"}},
		func(what, path string, overwrite bool) func() error {
			return func() error {
				if there[path] && !overwrite {
					return fs.ErrExist
				}
				written = append(written, path)
				return nil
			}
		})
	if send(e, "enter", "enter") {
		t.Fatal("it is over without an answer")
	}
	see(t, e, "== The file exists", "Choose another name", "Overwrite it")
	if send(e, "down", "enter"); len(written) > 0 {
		t.Error("the key that opened the question confirmed it")
	}
	if send(e, "esc"); len(written) > 0 {
		t.Error("Esc overwrote")
	}
	see(t, e, "[ Write ]")
	if write(e, "other.md"); !send(e, "enter") || !slices.Equal(written, []string{"other.md"}) ||
		d.last() != "Written: other.md." {
		t.Errorf("written: %v, said %q", written, d.last())
	}
	again := NewExport(d, []Target{{What: "object", Text: "wiki/home.md", Path: "home.md"}},
		func(string, string, bool) func() error { return func() error { return fs.ErrExist } })
	send(again, "enter", "enter")
	see(t, again, "o overwrite it")
}

func TestSaveAsKeepsWhatIsThere(t *testing.T) {
	d := wiki(t)
	s := NewSaveAs(d, "wiki.db", func(path string) error {
		if path == "wiki.db" {
			return fs.ErrExist
		}
		return nil
	})
	if send(s, "enter") {
		t.Error("it overwrites")
	}
	see(t, s, "wiki.db exists already and is left as it is.")
	write(s, "2")
	if !send(s, "enter") {
		t.Errorf("it stays:\n%s", screen(s))
	}
}

func TestFindAppliesWhileTypingAndEscTakesItBack(t *testing.T) {
	var last string
	f := NewFind(nil, func(text string) { last = text })
	write(f, "412")
	if last != "412" {
		t.Errorf("applied %q", last)
	}
	if !send(f, "esc") || last != "" {
		t.Errorf("Esc leaves %q", last)
	}
}

func TestQuestionTakesTheSafeChoiceByEsc(t *testing.T) {
	var took string
	ask := func() *Ask {
		took = ""
		return NewAsk("Send", "This goes to a real service.",
			[]Choice{{Text: "Keep it here", Do: func() { took = "safe" }},
				{Key: "y", Text: "Send it", Do: func() { took = "sent" }}})
	}
	for keys, want := range map[string]string{"esc": "safe", "enter": "safe", "y": "sent", "x": ""} {
		if send(ask(), keys); took != want {
			t.Errorf("%s takes %q, it should take %q", keys, took, want)
		}
	}
	if send(ask().OpenedBy("y"), "y") || took != "" {
		t.Error("the key that opened the question confirms it")
	}
	q := ask()
	click(t, q, "Send it")
	click(t, q, "Send it")
	if took != "sent" {
		t.Errorf("two clicks take %q", took)
	}
}

func TestANewWriterJoinsUnderAFreeName(t *testing.T) {
	d := wiki(t)
	if !send(NewAddWriter(d), "enter") || d.room.View().Writer("chen") == nil {
		t.Fatal("Chen has not joined")
	}
	for name, id := range map[string]string{"Ana": "", "Ann": "ann2", "李": "w2", "3rd": "w3rd", "seed": "seed2"} {
		a := NewAddWriter(d)
		write(a, name)
		if done := send(a, "enter"); done != (id != "") {
			t.Errorf("%s: done is %v\n%s", name, done, screen(a))
		}
		if id != "" && d.room.View().Writer(id) == nil {
			t.Errorf("%s has no writer %s", name, id)
		}
	}
}

func TestAListByMouseAlone(t *testing.T) {
	d := wiki(t)
	h := NewHelp(d, command.Writer)
	if !click(t, h, "Guard") || len(d.did) != 1 || d.did[0] != (command.Guard{}) {
		t.Errorf("a click runs %v", d.did)
	}
	b := NewBranches(forked(t)) // its keys are for the selected row
	if click(t, b, "main") && click(t, b, "main") {
		t.Error("the first click on a branch leaves the list")
	}
	wheel := NewHelp(d, command.Writer)
	see(t, wheel, "Here")
	for range 5 {
		_, _ = wheel.Mouse(face.Mouse{Kind: face.Wheel, Delta: 1})
	}
	unseen(t, wheel, " Here ")
}

func TestHintsPressTheirKeys(t *testing.T) {
	d := forked(t)
	for name, open := range all(t, d) {
		dialog := open()
		for _, hint := range dialog.Hints() {
			if k := hint.Press(); k.Code == 0 {
				t.Errorf("%s: %s presses nothing", name, hint.Key)
			}
		}
	}
}

// TestPaletteOffersWordsWithArguments: what takes an argument is found before it is typed as a whole; Tab writes it
// out, Enter does it.
func TestPaletteOffersWordsWithArguments(t *testing.T) {
	d := wiki(t)
	for typed, want := range map[string]string{"adv": "advance 15s", "theme l": "theme light", "guard l": "guard lease",
		"acquire": "acquire-blob-lease"} {
		p := paletteOf(d)
		write(p, typed)
		see(t, p, want)
	}
	p := paletteOf(d)
	write(p, "adv")
	send(p, "tab")
	send(p, "backspace", "backspace", "backspace")
	write(p, "40s")
	before := d.room.View().Now()
	if !send(p, "enter") {
		t.Fatalf("it is not done:\n%s", screen(p))
	}
	if passed := d.room.View().Now().Sub(before); passed != 40*time.Second {
		t.Errorf("%s passed, want 40 s", passed)
	}
	p = paletteOf(d)
	write(p, "theme light")
	if send(p, "enter"); len(d.did) == 0 || d.did[len(d.did)-1] != (command.Theme{Name: "light"}) {
		t.Errorf("did %v", d.did)
	}
}

// TestOperationsSayTheWordBeforeTheirSentencesDo: the commonest operation with leases comes first, not a read whose
// sentence names them.
func TestOperationsSayTheWordBeforeTheirSentencesDo(t *testing.T) {
	d := wiki(t)
	m := NewMore(d)
	write(m, "lease")
	have := screen(m)
	acquire, read := strings.Index(have, "acquire-blob-lease"), strings.Index(have, "get-blob-properties")
	if acquire < 0 || read < acquire {
		t.Errorf("the order is\n%s", have)
	}
	send(m, "enter")
	see(t, m, "acquire-blob-lease", "Would be answered: 201 Created.")
}

// What goes with a write is chosen where guards are: of a row whether it replaces or merges, of a message how long an
// update hides it. What no call of a kind takes is not offered.
func TestTheGuardsFitTheKind(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	d := &desk{room: r, writer: "ann"}
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"}} {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		object engine.ObjectID
		offers []string
		never  string
	}{{engine.ParseObject("entity stock/p/r"), []string{"If-Match", "Replace all", "Merge what changed"}, "Unmodified"},
		{engine.ParseObject("message jobs/1"), []string{"receipt", "* 30 s", "5 min"}, "If-Match"},
		{engine.ParseObject("queue jobs"), []string{"None", "A put takes no condition", "sends its receipt",
			"overwrites none"}, "Last writer wins"},
		{engine.ObjectID{}, []string{"Nothing is selected", "If-Match"}, "sends"},
		{engine.ParseObject("file s/f"), []string{"None", "Lease"}, "If-Match"},
		{engine.ParseObject("container wiki"), []string{"None", "Unmodified", "Lease"}, "If-Match"},
		{engine.ParseObject("key k"), []string{"VER 3"}, "Lease"}} {
		d.object = c.object
		g := NewGuards(d)
		see(t, g, c.offers...)
		unseen(t, g, c.never)
	}
	d.object = engine.ParseObject("entity stock/p/r")
	g := NewGuards(d)
	send(g, "end", "enter")
	if have := r.View().Known("ann").Rows; have != view.MergeRows {
		t.Errorf("the writes of rows %s", have)
	}
	d.object = engine.ParseObject("message jobs/1")
	g = NewGuards(d)
	send(g, "end", "enter")
	if have := r.View().Known("ann").Hides; have != "300" {
		t.Errorf("an update hides for %s s", have)
	}
}

// D20: the guards of a row have the documents' own way to the last writer, and None says that it is an upsert.
func TestGuardsOfARow(t *testing.T) {
	d := wiki(t)
	roomtest.Say(t, d.room, "seed: create-table stock", "seed: insert-entity stock/p/r .n=1",
		"ann: get-entity stock/p/r")
	d.object = engine.ObjectID{Kind: "entity", Name: "stock/p/r"}
	g := NewGuards(d)
	see(t, g, "If-Match *", "sends If-Match *")
	send(g, "home")
	see(t, g, "An upsert")
	send(g, "down", "down", "enter")
	k := d.room.View().Known("ann")
	args, why, _ := k.Guarded(*d.room.View().Spec("update-entity"), d.object, nil)
	if k.Guard != view.AnyVersion || why != "" || len(args) != 1 || args[0].Value.String() != "*" {
		t.Errorf("the guard %q sends %v: %s", k.Guard, args, why)
	}
}

// D1: the switches of all services are listed with their meaning, turned by Enter, and found in the palette.
func TestSwitchesAreListedAndTurned(t *testing.T) {
	d := wiki(t)
	g := NewSwitches(d)
	write(g, "contention")
	see(t, g, "bucket.contention=off", "off, on")
	send(g, "enter")
	if have := d.room.View().Setting("bucket.contention"); have != "on" {
		t.Errorf("it stands at %q", have)
	}
	see(t, NewSwitches(d), "* bucket.contention=on")
	p := NewPalette(d, d.room.View(), command.Place{Writer: d.writer, Object: d.object, Pane: command.Writer})
	write(p, "wording")
	see(t, p, "set tair.wording=module", "a switch")
}
