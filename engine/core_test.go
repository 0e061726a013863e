package engine_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"interleave/engine"
)

func TestATokenIsOneToOneWithItsText(t *testing.T) {
	kinds := []engine.Kind{engine.ETag, engine.LeaseID, engine.PopReceipt, engine.MessageID, engine.CopyID,
		engine.UploadID, engine.VersionID, engine.HandleID}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		a := engine.Token{Kind: kind, N: rapid.Uint64Range(1, 1<<47).Draw(t, "a")}
		b := engine.Token{Kind: kind, N: rapid.Uint64Range(1, 1<<47).Draw(t, "b")}
		if back := engine.TokenOf(kind, a.String()); back != a {
			t.Fatalf("%v has the text %s, which is read as %v", a, a, back)
		}
		if (a == b) != (a.String() == b.String()) {
			t.Fatalf("%v and %v: texts %s and %s", a, b, a, b)
		}
	})
}

// blob/rules.md, "ETag": tags may be sent quoted or not, both compare equal; lease/rules.md, "Lease basics": the
// accepted spellings of a GUID.
func TestAClientMaySpellATokenInItsWays(t *testing.T) {
	etag := engine.Token{Kind: engine.ETag, N: 7<<16 | 1}
	if engine.TokenOf(engine.ETag, `"`+etag.String()+`"`) != etag {
		t.Errorf("quotes make another ETag of %s", etag)
	}
	id := engine.Token{Kind: engine.LeaseID, N: 9<<16 | 2}
	plain := strings.ReplaceAll(id.String(), "-", "")
	for _, spelling := range []string{id.String(), strings.ToUpper(id.String()), plain, "{" + id.String() + "}",
		"(" + id.String() + ")"} {
		if engine.TokenOf(engine.LeaseID, spelling) != id {
			t.Errorf("%s is read as another id than %s", spelling, id)
		}
	}
	for _, no := range []string{"", "A", plain[1:], plain[1:] + "g", "{" + id.String(), id.String() + "0"} {
		if _, ok := engine.GUID(no); ok {
			t.Errorf("%q passes for a GUID", no)
		}
	}
	if a, _ := engine.GUID("guid:A"); a == "" || a == first(engine.GUID("guid:B")) {
		t.Error("guid:A and guid:B are one id")
	}
}

func first(s string, _ bool) string { return s }

func TestAnInstantReadsBackAsItIsWritten(t *testing.T) {
	for text, want := range map[string]engine.Instant{"00:00.0": 0, "00:12.4": 12_400, "01:00.250": 60_250,
		"2:00:03.0": 7_203_000} {
		got, err := engine.ParseInstant(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s is read as %d (%v), written as %s", text, got, err, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		i := engine.Instant(rapid.Int64Range(0, 1e12).Draw(t, "i"))
		if back, err := engine.ParseInstant(engine.Moment(i).String()); err != nil || back != i {
			t.Fatalf("%d is written %s and read as %d, %v", i, engine.Moment(i), back, err)
		}
		if back, err := engine.ParseInstant(i.Date()); err != nil || back != i.Seconds() {
			t.Fatalf("the date of %s is read as %s, %v", i, back, err)
		}
	})
	today := engine.InstantAt(time.Date(2026, time.November, 22, 16, 35, 22, 507e6, time.UTC))
	if got := today.String() + " " + today.Date(); got != "22 Nov 16:35:22.507 Sun, 22 Nov 2026 16:35:22 GMT" {
		t.Errorf("a session that began today says %s", got)
	}
	for _, no := range []string{"", "12", "00:61.0", "1.5:00.0", "-1:00.0", "00:xx"} {
		if _, err := engine.ParseInstant(no); err == nil {
			t.Errorf("%q passes for a moment", no)
		}
	}
}

// A writer may only use what it has heard.
func TestAWriterUsesOnlyWhatItHasHeard(t *testing.T) {
	w := probes(t)
	body := arg("body", engine.Text("x"))
	key := arg("key", engine.Text("k"))
	group := send("ann", "group", "g", arg("table", engine.Text("T")),
		arg("rows", engine.List(engine.Text("a"), engine.Text("bad"))))
	run(t, w, group, deliver("g"))
	use := func(by string) error {
		_, err := w.Clone().Step(w.Record()+1, send(by, "put", "p", key, arg("body", engine.Ref("g.index", false))))
		return err
	}
	if use("ann") == nil {
		t.Error("ann used an answer that is still under way")
	}
	run(t, w, engine.ReceiveAnswer{Names: []string{"g"}})
	if err := use("ann"); err != nil {
		t.Errorf("ann cannot use what she heard: %v", err)
	}
	if err := use("ben"); !errors.Is(err, engine.ErrInput) || !strings.Contains(err.Error(), "tell ben $g.index") {
		t.Errorf("ben used ann's answer: %v", err)
	}
	run(t, w, engine.Tell{To: "ben", What: engine.Ref("g.index", false)})
	if err := use("ben"); err != nil {
		t.Errorf("ben was told and cannot use it: %v", err)
	}
	run(t, w, send("ann", "put", "q", key, body, arg("body", engine.Ref("g.nothing", true))))
}

func TestAMessageIsLostDoubledReorderedOrLate(t *testing.T) {
	w := probes(t)
	put := func(as, body string) engine.Send {
		return send("ann", "put", as, arg("key", engine.Text("k")), arg("body", engine.Text(body)))
	}
	flight := func() (keys []string) {
		for _, m := range w.Flight() {
			keys = append(keys, fmt.Sprintf("%d%s", m.Request,
				strings.Repeat("'", m.Copy)+map[bool]string{true: "<", false: ">"}[m.Back]))
		}
		return keys
	}
	expect := func(want string) {
		t.Helper()
		if got := strings.Join(flight(), " "); got != want {
			t.Fatalf("in flight %s, want %s", got, want)
		}
	}
	run(t, w, put("a", "1"), put("b", "2"), engine.Duplicate{Name: "a"})
	expect("1> 2> 1'>")
	run(t, w, engine.Order{Name: "a'", Place: 1}, deliver("a"), deliver("a'"))
	expect("2> 1< 1'<")
	run(t, w, engine.Lose{Name: "a"}, engine.Timeout{Name: "b"}, engine.Lose{Name: "b"},
		engine.ReceiveAnswer{Names: []string{"a'"}})
	expect("")
	if x := w.Named("a"); x.Heard.IsZero() || x.Lost.IsZero() {
		t.Fatalf("the first answer was lost, the copy's heard: %+v", x)
	}
	for _, in := range []engine.Input{deliver("a"), engine.Lose{Name: "b"}, engine.Timeout{Name: "a"},
		engine.Order{Name: "b", Place: 1}, engine.Duplicate{Name: "b"},
		engine.Edit{Name: "a"}, engine.Arrive{Names: []string{"b"}}, engine.ReceiveAnswer{}, engine.Clock{To: -1},
		engine.Clock{Next: true}, send("zoe", "put", ""),
		send("ann", "nonsense", ""), engine.AddWriter{ID: "ann"}, engine.AddWriter{ID: "a b"},
		engine.Set{Scope: "ann", Key: "hold", Value: "maybe"},
		engine.Set{Scope: "moon", Key: "phase"}, engine.Finish{Name: "a"},
		engine.Tell{To: "ann", What: engine.Text("x")}} {
		before := w.Digest()
		if _, err := w.Step(w.Record()+1, in); !errors.Is(err, engine.ErrInput) {
			t.Errorf("%T%+v: %v, want a sentence that says it is impossible", in, in, err)
		}
		if w.Digest() != before {
			t.Errorf("%T%+v was impossible and changed the world", in, in)
		}
	}
}

func TestReachingALimitNamesIt(t *testing.T) {
	w := probes(t)
	for n := 2; n < engine.MaxWriters; n++ {
		if _, err := w.Step(w.Record()+1, engine.AddWriter{ID: fmt.Sprintf("w%d", n)}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.Step(w.Record()+1, engine.AddWriter{ID: "more"})
	if limit := (engine.LimitError{}); !errors.As(err, &limit) || limit.What != "writers" ||
		limit.Most != engine.MaxWriters {
		t.Fatalf("one writer too many: %v", err)
	}
	for range engine.MaxInFlight {
		if _, err = w.Step(w.Record()+1, send("ann", "put", "", arg("key", engine.Text("k")))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err = w.Step(w.Record()+1, send("ann", "put", "", arg("key", engine.Text("k")))); err == nil ||
		!strings.Contains(err.Error(), "messages in flight") {
		t.Fatalf("one message too many: %v", err)
	}
}

// The oracle of a table is a map; forks must not see each other's writes. So many rows are written, taken away and
// taken back that names are frozen and places given up and used again.
func TestForksOfAWorldShareNothingThatChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		worlds, texts := []*engine.World{probes(t)}, []map[string]string{{}}
		for i := range rapid.IntRange(1, 40).Draw(t, "steps") {
			n := rapid.IntRange(0, len(worlds)-1).Draw(t, "world")
			w, rows, name := worlds[n], maps.Clone(texts[n]), fmt.Sprintf("g%d", i)
			first, kind := rapid.IntRange(0, 600).Draw(t, "row"), rapid.SampledFrom(
				[]string{"fork", "write", "write", "delete", "undo"}).Draw(t, "kind")
			if kind == "fork" {
				worlds, texts = append(worlds, w.Clone()), append(texts, rows)
				continue
			}
			request := send("ann", "lock", name, arg("file", engine.Text(fmt.Sprint("T/", first))),
				arg("drop", engine.Text("on")))
			delete(rows, fmt.Sprint("cell T/", first))
			if kind != "delete" {
				var list []engine.Value
				for row := first; row < first+rapid.SampledFrom([]int{1, 1, 3, 400}).Draw(t, "rows"); row++ {
					list = append(list, engine.Text(fmt.Sprint(row)))
					rows[fmt.Sprint("cell T/", row)] = fmt.Sprint(row)
				}
				request = send("ann", "group", name, arg("table", engine.Text("T")), arg("rows", engine.List(list...)))
			}
			run(t, w, request)
			events := run(t, w, deliver(name))
			if kind == "undo" {
				w.Undo(events)
				if err := w.Check(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			texts[n] = rows
		}
		for n, w := range worlds {
			count := 0
			for object, r := range w.Objects() {
				count++
				if texts[n][object.String()] != engine.Properties(r)[0].Text || w.Object(object) != r {
					t.Fatalf("world %d has %s, the oracle has not", n, object)
				}
			}
			if count != len(texts[n]) {
				t.Fatalf("world %d has %d objects, the oracle %d", n, count, len(texts[n]))
			}
		}
	})
}

// An object is the name of its table and its own: a service whose table is called as another one would hide it.
func TestNoTwoTablesShareAName(t *testing.T) {
	defer func() {
		if p := recover(); p != "engine: two tables are called request" {
			t.Errorf("a second table called request: %v", p)
		}
	}()
	engine.NewWorld(&engine.Service{Name: "odd",
		New: func() engine.State { return &probe{engine.NewTable[*cell]("request")} }})
}

// A session that is full refuses the next record with a sentence, and the world stays as it was.
func TestAFullSessionStaysAsItIs(t *testing.T) {
	w := engine.NewWorld()
	if _, err := w.Step(engine.MaxInputs, engine.AddWriter{ID: "ann"}); err != nil {
		t.Fatalf("the last record of a session: %v", err)
	}
	before := w.Digest()
	_, err := w.Step(engine.MaxInputs+1, engine.AddWriter{ID: "ben"})
	if limit := (engine.LimitError{}); !errors.As(err, &limit) || limit.Most != engine.MaxInputs ||
		!strings.Contains(err.Error(), "a new session has room") {
		t.Fatalf("one more: %v", err)
	}
	if w.Digest() != before || w.Writer("ben") != nil {
		t.Error("the refused record has changed the world")
	}
}

// A guard that is given as text is looked for in the writer's newest answers without reading the text for each of them:
// counted in what a sending allocates.
func TestATagGivenAsTextIsReadOnce(t *testing.T) {
	cost := func(answers int) float64 {
		w := probes(t)
		for range answers {
			run(t, w, send("ann", "tagged", "t"), deliver("t"), engine.ReceiveAnswer{Names: []string{"t"}})
		}
		args := engine.Args("if-match", engine.Token{Kind: engine.ETag, N: 1 << 40}.String())
		return testing.AllocsPerRun(10, func() {
			events, err := w.Step(w.Record()+1, send("ann", "tagged", "u", args...))
			if err != nil {
				t.Fatal(err)
			}
			w.Undo(events)
		})
	}
	if few, many := cost(1), cost(64); many > few+2 {
		t.Errorf("behind one answer a sending allocates %v times, behind 64 answers %v times", few, many)
	}
}
