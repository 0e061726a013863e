package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/export"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// sample are races of all seven systems, with what makes a diagram hard: lost, held and doubled messages, waiting, long
// waits, two services at once.
var sample = []string{
	"blob/wiki.race", "blob/wiki-no-guard.race", "blob/r13-hand-over-by-change-with-a-lost-response.race",
	"queue/q02-slow-worker.race",
	"queue/q22-idempotent-worker-with-a-blob.race", "table/t08-group-against-a-single-writer.race",
	"share/f14-the-client-does-not-answer.race",
	"share/f17-lease-against-smb.race", "bucket/r03-three-update-the-registry.race",
	"tair/r05-version-refreshed-value-not-rebuilt.race",
}

// played is a race at its end.
func played(t testing.TB, name string) *room.Room {
	t.Helper()
	r := roomtest.Race(t, name)
	roomtest.PlayOn(t, r)
	return r
}

func stem(race string) string { return strings.TrimSuffix(filepath.Base(race), ".race") }

// TestFormsOfRaces holds every form of a few races of all systems to what was looked at once.
func TestFormsOfRaces(t *testing.T) {
	for _, name := range sample {
		t.Run(stem(name), func(t *testing.T) {
			r := played(t, name)
			v := r.View()
			// with the diagram in it
			enginetest.HoldSheet(t, filepath.Join("testdata", stem(name)+".md"),
				string(export.Report(r.Branches(), export.Made{Says: "Made by a test."})))
			if stem(name) == "wiki" {
				enginetest.HoldSheet(t, filepath.Join("testdata", stem(name)+".mmd"), string(export.Mermaid(v)))
				enginetest.HoldSheet(t, filepath.Join("testdata", stem(name)+".jsonl"), string(export.Lines(v)))
			}
		})
	}
}

// TestEveryRaceCanBeTakenAlong makes every form of every race: all events are in the lines, all conflicts in the
// report, every arrow of the diagram goes from a column to a column.
func TestEveryRaceCanBeTakenAlong(t *testing.T) {
	for _, name := range raceNames() {
		t.Run(stem(name), func(t *testing.T) {
			v := played(t, name).View()
			if n := bytes.Count(export.Lines(v), []byte("\n")); n != v.Log().Len() {
				t.Errorf("%d lines of %d events", n, v.Log().Len())
			}
			n := strings.Count(string(export.Report([]*view.View{v}, export.Made{})), "\n### ")
			if n != len(v.Troubles()) {
				t.Errorf("%d stories of %d conflicts", n, len(v.Troubles()))
			}
			checkDiagram(t, string(export.Mermaid(v)))
		})
	}
}

func raceNames() (names []string) {
	for _, s := range catalog.Services() {
		names = append(names, races.Of(s.Name)...)
	}
	return names
}

// checkDiagram reads a diagram as far as this program writes one: a line that is none of these forms would be a mistake
// of Mermaid's grammar.
func checkDiagram(t *testing.T, text string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "sequenceDiagram" {
		t.Fatalf("the first line is %q", lines[0])
	}
	columns := map[string]bool{}
	for _, l := range lines[1:] {
		l = strings.TrimPrefix(l, "    ")
		kind, rest, _ := strings.Cut(l, " ")
		if kind == "actor" || kind == "participant" {
			id, _, _ := strings.Cut(rest, " as ")
			columns[id] = true
			continue
		}
		head, said, ok := strings.Cut(l, ": ")
		if !ok || said == "" {
			t.Errorf("a row without a text: %q", l)
		}
		head = strings.TrimPrefix(head, "Note over ")
		for _, arrow := range []string{"-->>", "->>", "--x", "-x"} {
			head = strings.Replace(head, arrow, ",", 1)
		}
		for _, id := range strings.Split(head, ",") {
			if !columns[id] {
				t.Errorf("%q is no column in %q", id, l)
			}
		}
		if strings.ContainsAny(strings.ReplaceAll(said, "<br/>", ""), "<>\"&%\\{}`") {
			t.Errorf("a character that Mermaid takes for its own: %q", l)
		}
	}
}

// TestDiagramEscapes: what a person may call a writer, an object or a value never ends a row or begins a sign of
// Mermaid's.
func TestDiagramEscapes(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	nasty := "style a;b #quot; \"x\" <b>&amp;</b> %%{init}%% $$x$$ \\n `c` 漢字 e\u0301 \u2028 end : Note"
	do(t, r, engine.AddWriter{ID: "end", Title: nasty})
	do(t, r, engine.Send{By: "end", Verb: "EXSET",
		Args: []engine.Arg{{Name: "line", Value: engine.List(engine.Text("k;#\n"), engine.Text(nasty))}}, As: "x"})
	do(t, r, engine.Deliver{Names: []string{"x"}}, engine.ReceiveAnswer{Names: []string{"x"}})
	text := string(export.Mermaid(r.View()))
	checkDiagram(t, text)
	for _, want := range []string{"#115;tyle a#59;b #35;quot#59;", "#60;b#62;#38;amp#59;", "漢字"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	enginetest.HoldSheet(t, filepath.Join("testdata", "escapes.mmd"), text)
	if strings.Contains(text, "\u2028") || strings.Contains(text, "style") {
		t.Errorf("a line end or a word of Mermaid's is left in\n%s", text)
	}
}

func do(t testing.TB, r *room.Room, inputs ...engine.Input) {
	t.Helper()
	if _, err := r.Do(inputs...); err != nil {
		t.Fatal(err)
	}
}

// TestDiagramShowsEachFate: held, lost, doubled, given up: each message has the arrow or the note of what became of it.
func TestDiagramShowsEachFate(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.Send{By: "ann", Verb: "create-queue", Args: engine.Args("queue", "jobs"), As: "q"},
		engine.Deliver{Names: []string{"q"}}, engine.ReceiveAnswer{Names: []string{"q"}})
	put := func(name string) engine.Send {
		return engine.Send{By: "ann", Verb: "put-message", Args: engine.Args("queue", "jobs", "text", name), As: name}
	}
	do(t, r, put("a"))
	do(t, r, put("b"))
	do(t, r, engine.Duplicate{Name: "a"})
	do(t, r, engine.Lose{Name: "a"})
	do(t, r, engine.Clock{By: 5_000_000_000})
	do(t, r, engine.Deliver{Names: []string{"b"}})
	do(t, r, engine.Lose{Name: "b"})
	do(t, r, engine.Timeout{Name: "b"})
	do(t, r, engine.Deliver{Names: []string{"a'"}})
	text := string(export.Mermaid(r.View()))
	checkDiagram(t, text)
	enginetest.HoldSheet(t, filepath.Join("testdata", "fates.mmd"), text)
	for _, want := range []string{
		"Note over w1: #35;2 leaves: ADD jobs", "Note over w1: #35;3 leaves", "second copy",
		"w1-xqueue: #35;2 ADD jobs is lost",
		"Note over w1,queue: ~ 5 s without events ~", "w1->>queue: #35;3 ADD jobs",
		"queue--xw1: #35;3 the answer is lost",
		"Note over w1: #35;3 stopped waiting", "w1->>queue: #35;2' ADD jobs",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestLongDiagramIsCut: a diagram stays under the length from which Mermaid draws nothing, and says what is left out.
func TestLongDiagramIsCut(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	for i := range 900 {
		do(t, r, engine.Send{By: "ann", Verb: "SET",
			Args: []engine.Arg{{Name: "line", Value: engine.List(engine.Text("k"), engine.Text(fmt.Sprint(i)))}},
			As:   fmt.Sprint("s", i)})
		do(t, r, engine.Deliver{Names: []string{fmt.Sprint("s", i)}},
			engine.ReceiveAnswer{Names: []string{fmt.Sprint("s", i)}})
	}
	text := string(export.Mermaid(r.View()))
	checkDiagram(t, text)
	if len(text) > 50_000 || !strings.Contains(text, "rows before this are left out") ||
		!strings.Contains(text, "SET k 899") {
		t.Errorf("%d characters:\n%s", len(text), text[:300])
	}
}

// TestReportEscapes: no text of a session becomes a heading, a cell, a fence or a tag of the report.
func TestReportEscapes(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	do(t, r, engine.AddWriter{ID: "ann", Title: "A|n*a <script>"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	for i, who := range []string{"ann", "ben"} {
		name := fmt.Sprint("n", i)
		do(t, r, engine.Send{By: who, Verb: "EXSET",
			Args: []engine.Arg{{Name: "line",
				Value: engine.List(engine.Text("k|k"), engine.Text("```\n# not a heading\n````\n"))}}, As: name})
		do(t, r, engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}})
	}
	text := string(export.Report(r.Branches(), export.Made{}))
	for _, want := range []string{`A\|n\*a \<script\>`, `k\|k`, "\n`````text\n```\n# not a heading\n````\n`````\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestLinesAreObjects: each line is one object with the documented fields and no others.
func TestLinesAreObjects(t *testing.T) {
	v := played(t, "blob/wiki.race").View()
	known := map[string]bool{}
	for _, f := range strings.Fields("step at by request object answer marks event") {
		known[f] = true
	}
	refused := 0
	for _, line := range bytes.Split(bytes.TrimSpace(export.Lines(v)), []byte("\n")) {
		var x map[string]any
		if err := json.Unmarshal(line, &x); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for f := range x {
			if !known[f] {
				t.Errorf("%s has a field %q that no comment explains", line, f)
			}
		}
		if x["at"] == nil || x["event"] == nil {
			t.Errorf("%s lacks at or event", line)
		}
		if fmt.Sprint(x["marks"]) == "[! stale-write ann]" && x["answer"] == "412 ConditionNotMet" &&
			x["at"] == "00:12.3" {
			refused++
		}
	}
	if refused != 1 {
		t.Errorf("the refusal of the wiki race stands in %d lines", refused)
	}
}

// TestALineHasTheReplyOfRedis: the answer of Redis is a reply and no status (Redis serialization protocol
// specification).
func TestALineHasTheReplyOfRedis(t *testing.T) {
	v := roomtest.AtEnd(t, "writer ann\nann: EXSET k 5\nann: EXSET k 6 VER 9\nann: EXGET k\n"+
		`ann: rejected-redis-command "FOO" status=400 code=ERR message="ERR unknown command 'FOO'"`+"\n")
	var got []any
	for _, line := range bytes.Split(bytes.TrimSpace(export.Lines(v)), []byte("\n")) {
		var x map[string]any
		if err := json.Unmarshal(line, &x); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if x["answer"] != nil {
			got = append(got, x["answer"])
		}
	}
	got = slices.Compact(got) // decided, and heard
	want := []any{"OK", "ERR update version is stale", "[5 1]", "ERR unknown command 'FOO'"}
	if !slices.Equal(got, want) {
		t.Errorf("the answers are %q, should be %q", got, want)
	}
}
