package dialogs

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/widget"
)

// The words of the documents find races: their names of services, codes and strategies.
func TestRacesAreFoundByTheWordsOfTheDocuments(t *testing.T) {
	races := wholeLibrary(t)
	for words, system := range map[string]string{"TairString": "tair", "amazon": "bucket", "S3": "bucket",
		"409 vs 412": "",
		"dedup":      "", "duplicate": "", "403": "", "data lake": "bucket", "Managing concurrency": "",
		"strategies": "",
		"isolation":  "", "SharingViolation": "share", "exclusive write": ""} {
		list := NewRaces(wiki(t), races).(*library)
		write(list, words)
		r, ok := list.selected()
		if !ok {
			t.Errorf("%q finds nothing", words)
			continue
		}
		n := 0
		for _, race := range races {
			if race.System == system {
				n++
			}
		}
		if system != "" && !strings.Contains(r.find, system+"/") || system == "bucket" && list.list.Len() < n {
			t.Errorf("%q finds %d races, the first is %s", words, list.list.Len(), r.text)
		}
	}
}

// What is typed in o finds the operations of every service, the best match first, and says whose they are.
func TestOperationsOfEveryServiceAreFound(t *testing.T) {
	for words, first := range map[string]string{"excas": "EXCAS", "new cont": "New container", "s3": "New bucket",
		"put-message": "New message", "row": "New entity", "put-object": "New object",
		"get-blob": "get-blob"} {
		m := NewMore(wiki(t)).(*more)
		write(m, words)
		if r, ok := m.selected(); !ok || r.text != first {
			t.Errorf("%q finds %q first, want %q", words, r.text, first)
		}
	}
	m := NewMore(wiki(t)).(*more)
	seen := map[string]bool{}
	for _, r := range m.rows {
		if seen[r.text] {
			t.Errorf("%q stands there twice", r.text)
		}
		seen[r.text] = true
	}
	for _, title := range []string{"Azure queues", "Azure tables", "Azure Files", "Amazon S3 buckets", "TairString"} {
		if !seen[title] && title != "TairString" {
			t.Errorf("no heading %s", title)
		}
	}
}

// Inside a table one makes rows, and nothing that lies elsewhere.
func TestNewInSomethingIsOfItsService(t *testing.T) {
	d := wiki(t)
	roomtest.Say(t, d.room, "ann: create-table people")
	d.object = engine.ObjectID{Kind: "table", Name: "people"}
	rows := NewMore(d).(*more).rows
	if len(rows) < 3 || rows[0].text != "New in people" || rows[1].text != "New entity" {
		t.Fatalf("the list begins with %q, %q", rows[0].text, rows[1].text)
	}
	for _, r := range rows[1:] {
		if r.head {
			break
		}
		if strings.Contains(r.find, "blob") || strings.Contains(r.find, "bucket") {
			t.Errorf("%s is offered in a table", r.text)
		}
	}
}

// A command as it is typed at a prompt is sent by the acting writer, on any desk.
func TestACommandIsTypedAsAtAPrompt(t *testing.T) {
	d := wiki(t)
	p := NewPalette(d, d.room.View(), command.Place{Writer: d.writer, Object: d.object, Pane: command.Writer})
	write(p, "EXSET key_1 hello")
	see(t, p, "Ana sends it")
	if !send(p, "enter") || newest(d).Verb != "EXSET" {
		t.Errorf("the newest request is %s", newest(d).Verb)
	}
}

// Two long texts that begin alike show where they part.
func TestComparedTextsShowWhatDiffers(t *testing.T) {
	begin := strings.Repeat("the same words ", 12)
	r := view.Pair{Label: "event", A: begin + "then Ana", B: begin + "then Ben", Differs: true}
	c := &comparison{names: [2]string{"main", "other"}, rows: []view.Pair{r}}
	g := grid.New(80, 1)
	c.paintRow(g.Area(g.Bounds()), r, widget.RowState{Look: face.Look{Glyphs: grid.Unicode()}})
	if row := g.Text()[0]; !strings.Contains(row, "Ana") || !strings.Contains(row, "Ben") {
		t.Errorf("the row says %q", row)
	}
}

// A line that calls a writer by its title is hers, whatever her id is.
func TestTheTitleOfAWriterStandsBeforeALine(t *testing.T) {
	d := wiki(t)
	p := NewPalette(d, d.room.View(), command.Place{Writer: "ann"})
	write(p, "Ana: get-blob wiki/home.md")
	if send(p, "enter"); newest(d).By != "ann" || newest(d).Verb != "get-blob" {
		t.Errorf("%+v", newest(d))
	}
}

// The palette names writers by their ids, which titles do not show, and knows the one that was nearly typed.
func TestPaletteNamesWritersByTheirIds(t *testing.T) {
	d := wiki(t)
	p := paletteOf(d)
	see(t, p, "ann: get-blob")
	write(p, "be")
	see(t, p, "ben: ", "Ben's next request")
	send(p, "tab")
	see(t, p, ": ben: ")
	p = paletteOf(d)
	write(p, "bne: get-blob wiki/home.md")
	see(t, p, "Did you mean ben?", "ben is Ben")
	if send(p, "enter") {
		t.Error("a line of nobody's closes the palette")
	}
}
