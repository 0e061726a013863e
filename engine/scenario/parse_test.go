package scenario_test

import (
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func mustParse(t testing.TB, text string) *scenario.File {
	t.Helper()
	f, err := scenario.Parse("test.race", []byte(text), tiny().Services())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAFileKeepsEveryByte(t *testing.T) {
	for _, text := range []string{string(sample(t, "wiki.race")), "", "\n", "# only words\n\n", "writer ann",
		"writer ann\r\n\r\nann: get-note a # x\r\n> 200\r\n",
		"writer ann\nann: put-note a [x\n  y]\n\n# end", "-- a --\n-- b --\nx"} {
		if got := string(scenario.Format(mustParse(t, text))); got != text {
			t.Errorf("%q\nwant %q", got, text)
		}
	}
}

func TestAStatementIsThreeMoments(t *testing.T) {
	f := mustParse(t, "writer ann\nann: get-note a\nann: get-note b as b1\nann: send get-note c\n")
	want := [][]engine.Input{
		{engine.AddWriter{ID: "ann"}},
		{engine.Send{By: "ann", Verb: "get-note", Args: engine.Args("path", "a"), As: "r1"},
			engine.Deliver{Names: []string{"r1"}}, engine.ReceiveAnswer{Names: []string{"r1"}}},
		{engine.Send{By: "ann", Verb: "get-note", Args: engine.Args("path", "b"), As: "b1"},
			engine.Deliver{Names: []string{"b1"}}, engine.ReceiveAnswer{Names: []string{"b1"}}},
		{engine.Send{By: "ann", Verb: "get-note", Args: engine.Args("path", "c")}},
	}
	for n, s := range f.Statements {
		if !reflect.DeepEqual(s.Inputs, want[n]) {
			t.Errorf("line %d: %#v", s.Line, s.Inputs)
		}
	}
	if f.Statements[3].Name != "r3" {
		t.Errorf("the third request is called %s", f.Statements[3].Name)
	}
}

func TestLessonsKeepTheirWords(t *testing.T) {
	f := mustParse(t, string(sample(t, "wiki.race")))
	for _, s := range f.Statements {
		switch {
		case s.Kind == scenario.Ask:
			want := &scenario.Question{Text: "Who wins?",
				Choices: []scenario.Option{{Text: "Ann, she's first"},
					{Text: "Ben, his request arrived first", Right: true}},
				Hints: []string{"The service sees arrivals, not sendings."}}
			if !reflect.DeepEqual(s.Question, want) {
				t.Errorf("%+v", s.Question)
			}
		case s.Name == "a1":
			if s.Comment() != "Both read the same version." {
				t.Errorf("comment %q", s.Comment())
			}
		case s.Kind == scenario.Draft:
			want := &scenario.DraftText{Path: "home", Body: engine.Text("# Home\nOpen 9 to 5\n"), From: "a1"}
			if s.By != "ann" || !reflect.DeepEqual(s.Draft, want) {
				t.Errorf("%+v", s.Draft)
			}
		}
	}
}

// Each wrong line names its place, and says the nearest known word or what would be right.
func TestAWrongLineSaysWhereAndWhatWouldBeRight(t *testing.T) {
	const head = "writer ann\nann: get-note a as a1\n"
	for _, c := range []struct {
		line      string
		col       int
		mentioned string
	}{
		{"ann: putnote a b", 6, "put-note"},
		{"anne: get-note a", 1, "did you mean ann?"},
		{"ann: put-note a b if-mtach=*", 19, "if-match"},
		{"ann: put-note a b c", 19, "if-match"},
		{"ann: put-note a b if-match=$a2.etag", 28, "did you mean a1?"},
		{"ann: put-note a b if-match=$a1", 28, "$a1.etag"},
		{"ann: put-note a \"b", 17, "close it"},
		{"ann: put-note a [b", 17, "] is missing"},
		{"ann: put-note a b\"c\"", 18, "quotes"},
		{"ann: put-note a @home.md", 17, "archive"},
		{"ann: get-note a choose=x", 24, "choose=1"},
		{"ann: get-note a as a2 b", 17, "last on the line"},
		{"ann:", 5, "verb"},
		{"get-note a", 1, "ann: get-note"},
		{"wirter ben", 1, "writer"},
		{"sttep ann", 1, "did you mean step?"},
		{"writer ann", 8, "already"},
		{"plan ann", 1, "no steps"},
		{"plan", 1, "whose plan"},
		{"plan anne", 6, "did you mean ann?"},
		{"plan ann of", 10, "plan ann off"},
		{"plan ann []", 1, "no steps"},
		{"plan ann [get-note a", 10, "] is missing"},
		{"plan ann [loop [stop]]", 11, "loop 3"},
		{"plan ann [loop 0 [stop]]", 16, "from 1 to 1000"},
		{"plan ann [loop 3 stop]", 11, "in brackets"},
		{"plan ann [loop 3 [get-note a as r; braek on r 200]]", 36, "did you mean break?"},
		{"plan ann [get-note a as r; loop 2 [break on w 200]]", 45, "did you mean r?"},
		{"plan ann [get-note a as r; loop 2 [break r 200]]", 42, "break on w 201"},
		{"plan ann [get-note a as r; put-note a $w.body]", 39, "did you mean r?"},
		{"plan ann [get-note a as r; put-note a {$r.body plus 1}]", 48, "operator"},
		{"plan ann [get-note a as r; put-note a {one + 1}]", 40, "in quotes"},
		{"plan ann [get-note a as r; put-note a {$r.body + }]", 39, "missing"},
		{"plan ann [get-note a as r; put-note a {($r.body + 1}]", 40, ") is missing"},
		{"plan ann [get-note a as r; stop; on lost w [stop]]", 42, "did you mean r?"},
		{"plan ann [get-note a as r; else [stop]]", 28, "behind the block of an if"},
		{"plan ann [if r 200 [stop]]", 14, "called r"},
		{"plan ann [wait soon]", 16, "wait 2s"},
		{"plan ann [wait 2h]", 16, "in s or ms"},
		{"plan ann [stop now]", 16, "too much"},
		{"loop 3", 1, "step of a plan"},
		{"next ann", 6, "has no plan"},
		{"step anne", 6, "did you mean ann?"},
		{"run anne", 5, "did you mean ann?"},
		{"hold ann of", 10, "hold ann off"},
		{"explore 3", 9, "--faults 1"},
		{"explore --faults x", 9, "0 to 1000"},
		{"explore --jumps", 16, "a number"},
		{"deliver", 1, "deliver a1"},
		{"deliver b1", 9, "a1"},
		{"clock soon", 7, "+15s"},
		{"set note.copi=slow", 5, "copy"},
		{"set note.copy=slowly", 5, "fast, slow"},
		{"set nota.copy=slow", 5, "note"},
		{"back both", 6, "bookmark"},
		{"choice Ann", 1, "ask"},
		{"scenario 1", 1, "first"},
		{"tell ann etag", 10, "$a1.lease"},
		{"state note a", 1, "absent"},
		{"goal lost-update x", 6, "~"},
		{"move a1 first", 9, "number"},
		{"edit a1 *", 9, "if-match=*"},
		{"> 412 ConditionNotMet Other", 23, "status and code"},
		{"> b1: 201", 3, "a1"},
		{"> because wanted $a1.etag", 10, "rule"},
		{"> ! stale write ann", 17, "mark"},
	} {
		_, err := scenario.Parse("test.race", []byte(head+c.line+"\n"), tiny().Services())
		var e *scenario.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		if e.Line != 3 || e.Col != c.col || e.Source != c.line || !strings.Contains(e.Text, c.mentioned) {
			t.Errorf("want column %d and %q:\n%v", c.col, c.mentioned, e)
		}
		if !strings.HasPrefix(e.Error(), "test.race:3:") {
			t.Errorf("%v", e)
		}
	}
}

func TestAnUnknownVersionIsRefused(t *testing.T) {
	if _, err := scenario.Parse("x", []byte("scenario 2\n"), nil); err == nil ||
		!strings.Contains(err.Error(), "scenario 1") {
		t.Error(err)
	}
}

func TestSuggestIsTheNearestWord(t *testing.T) {
	verbs := []string{"put-blob", "get-blob", "delete-blob"}
	for word, want := range map[string]string{"putblob": "put-blob", "GET-BLOB": "get-blob",
		"dleete-blob": "delete-blob", "lease": "", "": ""} {
		if got := scenario.Suggest(word, verbs); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestALineOfThePaletteIsCheckedAgainstTheServices(t *testing.T) {
	s, err := scenario.ParseLine("ann: put-note a b if-match=$z9.etag", 7, tiny().Services())
	if err != nil || s.Name != "r7" || len(s.Inputs) != 3 {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := scenario.ParseLine("ann: putnote a", 7, tiny().Services()); err == nil ||
		!strings.Contains(err.Error(), "put-note") {
		t.Error(err)
	}
}

// A request of a group takes the words that it takes alone, so that a property without its dot is refused as in a line
// of its own: sent, it would be answered by what no service says.
func TestARequestOfAGroupIsReadAsOneAlone(t *testing.T) {
	for _, c := range []struct {
		group     string
		at        string // where the fault begins
		mentioned string
	}{
		{"[merge-entity r n=2]", "n=2", "a property has a dot in front: .n="},
		{"[merge-entity r .n=2; merge-entity s .a=1 m=2]", "m=2", "a property has a dot in front: .m="},
		{"[[merge-entity r .n=2] [merge-entity s m=2]]", "m=2", ".m="},
		{"[merge-entity r if-mtch=*]", "if-mtch", "did you mean if-match?"},
		{"[merge-entity r nosuch-thing=1]", "nosuch", "path, body, .*, if-match"},
		{"[insert-entity x a b]", "b]", "takes no more words without a name"},
		{"[merge-entty r .n=2]", "merge", "did you mean merge-entity?"},
		{"[.n=2]", ".n", "a verb stands here"},
		{"[merge-entity r from=none]", "from", `takes no "from"=; there is path`},
	} {
		for _, front := range []string{"ann: ", "plan ann ["} {
			front += "entity-group-transaction jobs p "
			line := front + c.group + strings.Repeat("]", strings.Count(front, "["))
			_, err := scenario.ParseLine(line, 7, catalog.Services())
			var e *scenario.Error
			if !errors.As(err, &e) || !strings.Contains(e.Text, c.mentioned) ||
				!strings.HasPrefix(line[max(e.Col, 1)-1:], c.at) {
				t.Errorf("%s: want %q at %s: %v", line, c.mentioned, c.at, err)
			}
		}
		if scenario.GroupFits(c.group, catalog.Services()) == nil {
			t.Errorf("%s fits", c.group)
		}
	}
	for _, group := range []string{"[merge-entity r .n=2 if-match=$a1.etag; insert-entity s]", "[]",
		"[[delete-entity r if-match=*]]", "[create-table more]", "word", `[insert-entity x "a=1"]`} {
		_, err := scenario.ParseLine("ann: entity-group-transaction jobs p "+group, 7, catalog.Services())
		if fits := scenario.GroupFits(group, catalog.Services()); err != nil || fits != nil {
			t.Errorf("%s: %v; %v", group, err, fits)
		}
	}
	if _, err := scenario.ParseInput("ann: send entity-group-transaction jobs p [merge-entity r n=2]"); err != nil {
		t.Errorf("a record of a session is refused: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample(f, "wiki.race"))
	f.Add([]byte("writer ann\nann: ECHO a \"b c\" [d {15} {00:12.4}; e f=g] from=none as x\n> [a \"b c\"]\n> ! - " +
		"ann\ndouble x\nanswer x'\n"))
	f.Add([]byte("writer ann\nann: send put-note a {etag \"0x8DE000000000001\"} if-match={} choose=[1 0]\nedit r1 " +
		"body=x\nbookmark b\nback b\n"))
	f.Add([]byte("lock blob x covers table \"T 1\"\nset note.copy=slow\nclock {-5ms}\nclock next\nclock +15s\n-- x " +
		"--\n"))
	f.Add([]byte("writer ann\nann: put-note a {etag\"\"]\n"))
	f.Add([]byte("writer ann\nplan ann\n  loop 2\n    get-note a as r # x\n    put-note a {$r.body + 1} as w\n    " +
		"on lost w\n      wait {2 * $round}s\n    if w 412\n      stop\n    else\n      break on w OK\nrun ann\n"))
	f.Add([]byte("writer ann\nplan ann [loop 2 [get-note a as r; if r 200 [stop] else [wait 5ms]]]\nnext ann\nhold " +
		"ann\nstep ann\nplan ann off\n"))
	services := tiny().Services()
	f.Fuzz(func(t *testing.T, data []byte) {
		if in, err := scenario.ParseInput(string(data)); err == nil {
			readsBack(t, in)
		}
		file, err := scenario.Parse("fuzz", data, services)
		if err != nil {
			_ = err.Error()
			return
		}
		if got := string(scenario.Format(file)); got != string(data) {
			t.Fatalf("%q\nwant %q", got, data)
		}
		for _, s := range file.Statements {
			for _, in := range s.Inputs {
				readsBack(t, in)
			}
		}
		if result, err := file.Run(); err == nil {
			scenario.Update(file, result)
		}
	})
}

// readsBack writes an input and reads it back.
func readsBack(t enginetest.Tester, in engine.Input) {
	t.Helper()
	line := scenario.FormatInput(in)
	back, err := scenario.ParseInput(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if !reflect.DeepEqual(in, back) {
		t.Fatalf("%s\n%#v\n%#v", line, in, back)
	}
}

// TestASentenceNamesTheWord: `this` could be any of a line.
func TestASentenceNamesTheWord(t *testing.T) {
	for text, want := range map[string]string{
		"clock 00:01.0 blub": `"blub" is too much`,
		"clock":              `something is missing in "clock"`,
		"lock blob x":        `something is missing in "lock blob x"`,
		"writer ann \"Ana\"\nstate ann sent=4 blub": `"blub" has no meaning here`,
	} {
		var wrong *scenario.Error
		if _, err := scenario.Parse("x.race", []byte(text), nil); !errors.As(err, &wrong) ||
			!strings.HasPrefix(wrong.Text, want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A moment is written so that a person reads it and a file reads it back: of a session that began today as a date.
func TestMomentsAreWrittenAsTheyAreRead(t *testing.T) {
	for to, want := range map[engine.Instant]string{
		45_000: "clock 00:45.0", 3_600_000: "clock 1:00:00.0", 12_345: "clock 00:12.345",
		30_000_000_000: "clock 2026-12-18T14:20:00Z", // 347 days, 5:20 behind Monday 5 January 2026, 09:00
		30_000_000_250: "clock 2026-12-18T14:20:00.250Z",
		-5:             "clock {-5ms}", engine.Never: "clock never",
	} {
		text := scenario.FormatInput(engine.Clock{To: to})
		if text != want {
			t.Errorf("%d is written %s, want %s", int64(to), text, want)
		}
		if back, err := scenario.ParseInput(text); err != nil || back != (engine.Clock{To: to}) {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	said := engine.Send{By: "ann", Verb: "get-blob", Args: []engine.Arg{{Name: "path", Value: engine.Text("a/b")},
		{Name: "if-modified-since", Value: engine.Moment(30_000_000_000)}}}
	const want = "ann: send get-blob a/b if-modified-since={2026-12-18T14:20:00Z}"
	if text := scenario.FormatInput(said); text != want {
		t.Errorf("it is written %s, want %s", text, want)
	}
}

// The properties that somebody asks for by name are those of the whole list, groups and all.
func TestPropertiesByNameAreThoseOfTheList(t *testing.T) {
	names := []string{"version", "etag", "lease.state", "lease.holder", "state", "body", "row", "path"}
	met := map[string]bool{}
	for _, name := range races.All() {
		result := enginetest.Ran(t, name)
		for object, r := range result.Timeline.World().Objects() {
			want := slices.DeleteFunc(engine.Properties(r),
				func(p engine.Property) bool { return !slices.Contains(names, p.Name) })
			if got := engine.PropertiesNamed(r, names...); !slices.Equal(got, want) {
				t.Fatalf("%s: %s has %v, want %v", name, object, got, want)
			}
			for _, p := range want {
				met[p.Name] = true
			}
		}
	}
	if !met["version"] || !met["lease.state"] || !met["body"] {
		t.Errorf("the races have only %v", met)
	}
}

// Of a long line only what stands around the place that is wrong is shown, with the mark under that place.
func TestALongLineIsShownAroundItsFault(t *testing.T) {
	body := strings.Repeat("ä", 300_000)
	for _, c := range []struct{ source, fault string }{
		{"ann: put-blob wiki/a x wrong=1", "wrong"},
		{"\tann: put-blob wiki/a x wrong=1", "wrong"},
		{"ann: put-blob wiki/a " + body + " wrong=1", "wrong"},
		{"ann: wrong-blob wiki/a " + body, "wrong"},
		{"ann: put-blob wiki/a " + body + " wrong=1 body2=" + body, "wrong"},
	} {
		before, _, _ := strings.Cut(c.source, c.fault)
		e := scenario.Error{File: "a.race", Line: 1, Col: 1 + utf8.RuneCountInString(before), Source: c.source,
			Text: "there is no such word"}
		lines := strings.Split(e.Error(), "\n")
		if len(lines) != 3 || len([]rune(lines[1])) > 340 {
			t.Errorf("%.60s: %d lines, the second of %d letters", c.source, len(lines), len([]rune(lines[1])))
			continue
		}
		at := strings.Index(lines[2], "^")
		if got := string([]rune(lines[1])[len([]rune(lines[2][:at])):]); !strings.HasPrefix(got, c.fault) {
			t.Errorf("%.60s: the mark stands under %.20q", c.source, got)
		}
	}
}
