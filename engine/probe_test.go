package engine_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"interleave/engine"
)

// The probes bend the core where services will: the smallest service that needs each of its odd corners. They stay, so
// that a change of the core is tried against all of them.

// cell is a record of one text.
type cell struct {
	text string
	by   engine.Mark
	ends engine.Instant
}

func (c *cell) Walk(v engine.Visitor) {
	v.Text("text", &c.text)
	v.Mark("by", &c.by)
	v.End("ends", &c.ends)
}

// probe is a service whose state is a table of cells.
type probe struct{ cells engine.Table[*cell] }

func (p *probe) Tables() []engine.Tabled { return []engine.Tabled{p.cells} }
func (p *probe) Fork() engine.State      { return &probe{p.cells.Fork()} }

// Finish ends the slow copy that a request began.
func (p *probe) Finish(tx *engine.Tx, request int) engine.Answer {
	name := fmt.Sprintf("copy %d", request)
	p.cells.Put(tx, "copied", &cell{text: p.cells.Get(name).text, by: tx.Mark()})
	p.cells.Delete(tx, name)
	return tx.Done(200)
}

// Ends lets go of a lock whose time is over.
func (p *probe) Ends(tx *engine.Tx, object engine.ObjectID, timer string) string {
	held := p.cells.Get(object.Name)
	var request int
	if n, _ := fmt.Sscanf(object.Name, "copy %d", &request); n == 1 {
		tx.Stop(request)
	}
	p.cells.Delete(tx, object.Name)
	return held.by.By
}

var (
	busy = &engine.Rule{Name: "one at a time", Fault: engine.Fault{Status: 409, Code: "ConditionalRequestConflict"},
		Kind: "two-at-once"}
	stale = &engine.Rule{Name: "the row's version",
		Fault: engine.Fault{Status: 412, Code: "UpdateConditionNotSatisfied"}, Kind: "stale-write"}
	locked = &engine.Rule{Name: "byte lock", Fault: engine.Fault{Status: 409, Code: "FileLockConflict"},
		Kind: "shared-file"}
	syntax = &engine.Rule{Name: "syntax", Fault: engine.Fault{Status: 0, Code: "ERR syntax error"}}
)

func cells(tx *engine.Tx) *probe { return tx.State().(*probe) }

// group writes its rows one after the other; a row called bad refuses, and then none is written.
type group struct {
	Table string       `op:"table"`
	Rows  engine.Value `op:"rows,content"`
}

func (g group) Apply(tx *engine.Tx) engine.Answer {
	rows, _ := g.Rows.List()
	for i, row := range rows {
		if row.String() == "bad" {
			a := tx.Refuse(&engine.Cause{Rule: stale})
			a.Fields = []engine.Field{{Name: "index", Value: engine.Number(int64(i))}}
			return a
		}
		cells(tx).cells.Put(tx, g.Table+"/"+row.String(), &cell{text: row.String(), by: tx.Mark()})
		tx.Change(engine.Change{Part: engine.Part{Object: engine.ObjectID{Kind: "cell",
			Name: g.Table + "/" + row.String()}, Name: "row"}})
	}
	return tx.Done(202)
}

// put is S3's conditional write: what changed between its arrival and its decision is a conflict.
type put struct {
	Key   string `op:"key"`
	Body  []byte `op:"body,content"`
	Alone bool   `op:"alone"` // not while another put of the key stands undecided
	Open  bool   `op:"open"`  // its arrival chooses one of three ways, its decision one of two
}

func (p put) Arrive(tx *engine.Tx) (engine.Answer, bool) {
	if p.Open {
		tx.Choose(3)
	}
	return engine.Answer{}, false
}

func (p put) Apply(tx *engine.Tx) engine.Answer {
	old := cells(tx).cells.Get(p.Key)
	if old != nil && old.by.Event > tx.Arrived().Event {
		return tx.Refuse(&engine.Cause{Rule: busy, Since: old.by})
	}
	for _, other := range tx.Undecided() {
		if o, ok := other.Op.(*put); ok && p.Alone && o.Key == p.Key {
			return tx.Refuse(&engine.Cause{Rule: busy, Since: other.Arrived})
		}
	}
	cells(tx).cells.Put(tx, p.Key, &cell{text: string(p.Body), by: tx.Mark()})
	if p.Open {
		return tx.Done(200 + tx.Choose(2))
	}
	return tx.Done(200)
}

// lock waits while another holds it.
type lock struct {
	File string `op:"file"`
	Drop bool   `op:"drop"`
}

func (l lock) Apply(tx *engine.Tx) engine.Answer {
	held := cells(tx).cells.Get(l.File)
	switch {
	case l.Drop:
		cells(tx).cells.Delete(tx, l.File)
	case held != nil:
		return tx.Wait(&engine.Cause{Rule: locked, Since: held.by}, 0)
	default:
		cells(tx).cells.Put(tx, l.File, &cell{text: "held", by: tx.Mark(), ends: tx.Now() + 10_000})
	}
	return tx.Done(200)
}

// copySlow goes on alone.
type copySlow struct {
	From string `op:"from"`
}

func (c copySlow) Apply(tx *engine.Tx) engine.Answer {
	cells(tx).cells.Put(tx, fmt.Sprintf("copy %d", tx.Request()),
		&cell{text: c.From, by: tx.Mark(), ends: tx.Now() + 20_000})
	tx.Work()
	return tx.Done(202)
}

// abort ends a slow copy before it is finished.
type abort struct {
	Request int64 `op:"request"`
}

func (a abort) Apply(tx *engine.Tx) engine.Answer {
	cells(tx).cells.Delete(tx, fmt.Sprintf("copy %d", a.Request))
	tx.Stop(int(a.Request))
	return tx.Done(204)
}

// get takes one of the messages that are there; which is left open.
type get struct {
	Queue string `op:"queue"`
}

func (g get) Apply(tx *engine.Tx) engine.Answer {
	var names []string
	for name := range cells(tx).cells.All() {
		names = append(names, name)
	}
	name := names[tx.Choose(len(names))]
	cells(tx).cells.Delete(tx, name)
	return tx.Done(200, engine.Field{Name: "0.text", Value: engine.Text(name)})
}

// redis is a command line as it was typed.
type redis struct {
	Line engine.Value `op:"line"`
}

// Roles: the second word is content, the fourth a version.
func (r redis) Roles() []engine.Role {
	words, _ := r.Line.List()
	return []engine.Role{{}, {Content: true}, {}, {Guard: "version"}}[:min(len(words), 4)]
}

func (r redis) Apply(tx *engine.Tx) engine.Answer {
	words, _ := r.Line.List()
	switch {
	case len(words) == 4 && words[2].String() == "VER":
		a := tx.Refuse(&engine.Cause{Rule: stale})
		a.Fields = []engine.Field{{Name: "version", Value: engine.Number(7)}}
		return a
	case len(words) == 1 && words[0].String() == "exec":
		tx.Carry(1)
		tx.Guard(2)
		cells(tx).cells.Put(tx, "done", &cell{by: tx.Mark()})
	case len(words) != 3 || words[2].String() != "NX":
		return tx.Refuse(&engine.Cause{Rule: syntax, Have: r.Line})
	}
	return tx.Done(0, engine.Field{Name: "reply", Value: engine.Text("OK")})
}

// tester is what a *testing.T and a *rapid.T share.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

func probes(t tester) *engine.World {
	t.Helper()
	service := &engine.Service{Name: "probe",
		New: func() engine.State { return &probe{engine.NewTable[*cell]("cell")} }}
	for verb, op := range map[string]engine.Op{"group": group{}, "put": put{}, "lock": lock{}, "copy": copySlow{},
		"abort": abort{}, "get": get{}, "EXSET": redis{}, "tagged": tagged{}} {
		service.Ops = append(service.Ops, engine.OpSpec{Verb: verb, Object: "cell", Op: op})
	}
	w := engine.NewWorld(service)
	run(t, w, engine.AddWriter{ID: "ann"}, engine.AddWriter{ID: "ben"})
	return w
}

// run steps a world and checks after each step that undo gives the world before back, and redo the world after.
func run(t tester, w *engine.World, inputs ...engine.Input) (events []engine.Event) {
	t.Helper()
	for _, in := range inputs {
		before := w.Digest()
		es, err := w.Step(w.Record()+1, in)
		if err != nil {
			t.Fatalf("%T%+v: %v\n%s", in, in, err, w.Describe())
		}
		after := w.Digest()
		w.Undo(es)
		if w.Digest() != before {
			t.Fatalf("undo of %T leaves another world\n%s", in, w.Describe())
		}
		w.Redo(es)
		if err := w.Check(); err != nil || w.Digest() != after {
			t.Fatalf("after %T%+v: %v, digest %x, want %x\n%s", in, in, err, w.Digest(), after, w.Describe())
		}
		events = append(events, es...)
	}
	return events
}

func send(by, verb, as string, args ...engine.Arg) engine.Send {
	return engine.Send{By: by, Verb: verb, As: as, Args: args}
}

func arg(name string, v engine.Value) engine.Arg { return engine.Arg{Name: name, Value: v} }

func deliver(names ...string) engine.Deliver { return engine.Deliver{Names: names} }

func TestAGroupThatFailsLateChangesNothing(t *testing.T) {
	w := probes(t)
	rows := engine.List(engine.Text("a"), engine.Text("b"), engine.Text("bad"))
	run(t, w, send("ann", "group", "g", arg("table", engine.Text("T")), arg("rows", rows)), deliver("g"))
	x := w.Named("g")
	if x.Answer.Status != 412 || x.Answer.Field("index").String() != "2" ||
		w.Object(engine.ParseObject("cell T/a")) != nil || x.Took ||
		x.Altered {
		t.Fatalf("answer %v, took effect %v\n%s", x.Answer, x.Took, w.Describe())
	}
}

func TestARequestMayArriveBeforeItIsDecided(t *testing.T) {
	w := probes(t)
	body := func(s string) engine.Arg { return arg("body", engine.Text(s)) }
	key := arg("key", engine.Text("k"))
	run(t, w, send("ann", "put", "a", key, body("A")), send("ben", "put", "b", key, body("B")),
		engine.Arrive{Names: []string{"a"}}, deliver("b"), deliver("a"))
	if got := w.Named("a").Answer.String(); got != "409 ConditionalRequestConflict" {
		t.Fatalf("arrived, overtaken, decided: %s", got)
	}
	run(t, w, send("ann", "put", "a2", key, body("A")), deliver("a2"))
	if got := w.Named("a2").Answer.String(); got != "200" {
		t.Fatalf("arrived and decided in one: %s", got)
	}
}

// Another request counts from its arrival to its decision: not while it travels, not when it is answered.
func TestARequestSeesWhatStandsUndecided(t *testing.T) {
	w := probes(t)
	alone := []engine.Arg{arg("key", engine.Text("k")), arg("body", engine.Text("A")), arg("alone", engine.Text("on"))}
	run(t, w, send("ann", "put", "a1", alone...), send("ben", "put", "b", alone[:2]...), deliver("a1"),
		send("ann", "put", "a2", alone...), engine.Arrive{Names: []string{"b"}}, deliver("a2"),
		send("ann", "put", "a3", alone...), deliver("b"), deliver("a3"))
	for name, want := range map[string]string{"a1": "200", "a2": "409 ConditionalRequestConflict", "b": "200",
		"a3": "200"} {
		if got := w.Named(name).Answer.String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if since := w.Named("a2").Answer.Why.Since; since.By != "ben" {
		t.Errorf("it met %s, want ben's request", since)
	}
}

// What an arrival leaves open stands in its event; the decision goes on behind it in the list of choices. Undo takes
// both back.
func TestAnArrivalChoosesBeforeTheDecision(t *testing.T) {
	for _, apart := range []bool{true, false} {
		w := probes(t)
		in := send("ann", "put", "a", arg("key", engine.Text("k")), arg("open", engine.Text("on")))
		in.Words.Choose = []int{0, 1}
		run(t, w, in)
		before, digest := w.Clone(), w.Digest()
		inputs := []engine.Input{deliver("a")}
		if apart {
			inputs = []engine.Input{engine.Arrive{Names: []string{"a"}}, deliver("a")}
		}
		var events []engine.Event
		for _, i := range inputs {
			more, err := w.Step(w.Record()+1, i)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, more...)
		}
		if len(events) != 2 || !slices.Equal(events[0].Open, []int{3}) || !slices.Equal(events[1].Open, []int{2}) ||
			w.Named("a").Answer.Status != 201 {
			t.Errorf("apart %t: %v, %s", apart, events, w.Named("a").Answer)
		}
		before.Redo(events)
		if before.Digest() != w.Digest() {
			t.Errorf("apart %t: redo gives another world", apart)
		}
		w.Undo(events)
		if w.Digest() != digest || w.Check() != nil {
			t.Errorf("apart %t: undo gives another world: %v", apart, w.Check())
		}
	}
}

func TestALockWaitsAndIsDecidedWhenItCanBe(t *testing.T) {
	w := probes(t)
	file := arg("file", engine.Text("f"))
	run(t, w, send("ann", "lock", "l1", file), deliver("l1"), send("ben", "lock", "l2", file), deliver("l2"))
	if x := w.Named("l2"); !x.Decided.IsZero() {
		t.Fatalf("ben's lock was decided while ann held it: %v", x.Answer)
	}
	run(t, w, send("ann", "lock", "u", file, arg("drop", engine.Text("on"))), deliver("u"))
	if got := w.Named("l2").Answer.String(); got != "200" {
		t.Fatalf("ann unlocked, ben's lock says %q\n%s", got, w.Describe())
	}
	run(t, w, send("ann", "lock", "l3", file), deliver("l3"))
	events := run(t, w, engine.Clock{Next: true})
	if got := w.Named("l3").Answer.String(); got != "200" || w.Now() != 10_000 {
		t.Fatalf("ben's lock ended by the clock at %s, ann's says %q", w.Now(), got)
	}
	if events[0].Kind != engine.Passed || events[1].Kind != engine.Ended || events[1].By != "ben" ||
		events[1].At != 10_000 {
		t.Fatalf("the clock's events: %+v", events)
	}
}

func TestASlowCopyGoesOnAlone(t *testing.T) {
	w := probes(t)
	run(t, w, send("ann", "copy", "c", arg("from", engine.Text("src"))), deliver("c"),
		engine.ReceiveAnswer{Names: []string{"c"}})
	if w.Object(engine.ParseObject("cell copied")) != nil {
		t.Fatal("the copy was finished at once")
	}
	run(t, w, engine.Finish{Name: "c"})
	if w.Object(engine.ParseObject("cell copied")) == nil {
		t.Fatalf("finish finished nothing\n%s", w.Describe())
	}
	if _, err := w.Step(1000, engine.Finish{Name: "c"}); err == nil {
		t.Fatal("finished twice")
	}
}

// An abort of a slow copy, and the end of its time, leave nothing to finish; undo brings the work back.
func TestWorkThatWasGivenUpCannotBeFinished(t *testing.T) {
	for name, in := range map[string]engine.Input{"aborted": deliver("stop"),
		"timed out": engine.Clock{By: 20 * time.Second}} {
		w := probes(t)
		run(t, w, send("ann", "copy", "c", arg("from", engine.Text("src"))), deliver("c"),
			send("ben", "abort", "stop", arg("request", engine.Number(1))))
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Step(1000, engine.Finish{Name: "c"}); err == nil {
			t.Errorf("%s: the copy could be finished", name)
		}
		if err := w.Check(); err != nil {
			t.Error(err)
		}
		w.Undo(events)
		run(t, w, engine.Finish{Name: "c"})
	}
}

func TestWhatTheServiceLeavesOpenIsChosenByTheInput(t *testing.T) {
	for choice, want := range []string{"m1", "m2"} {
		w := probes(t)
		rows := engine.List(engine.Text("1"), engine.Text("2"))
		run(t, w, send("ann", "group", "g", arg("table", engine.Text("q")), arg("rows", rows)), deliver("g"))
		s := send("ann", "get", "r", arg("queue", engine.Text("q")))
		s.Words.Choose = []int{choice}
		events := run(t, w, s, deliver("r"))
		if got := w.Named("r").Answer.Field("0.text").String(); got != "q/"+want[1:] {
			t.Errorf("choose=%d takes %s, want %s", choice, got, want)
		}
		if open := events[len(events)-1].Open; len(open) != 1 || open[0] != 2 {
			t.Errorf("the event lists what was open as %v, want [2]", open)
		}
	}
}

func line(words ...string) engine.Arg {
	list := make([]engine.Value, len(words))
	for i, s := range words {
		list[i] = engine.Text(s)
	}
	return arg("line", engine.List(list...))
}

func TestAWrongWordOnARedisLineIsAnAnswer(t *testing.T) {
	w := probes(t)
	run(t, w, send("ann", "EXSET", "s", line("key", "value", "NOPE")), deliver("s"))
	if x := w.Named("s"); x.Answer.Code() != "ERR syntax error" || x.Answer.Why.Have.String() != "[key value NOPE]" {
		t.Fatalf("a wrong word: %v %v", x.Answer.Code(), x.Answer.Why)
	}
}

// A line names its object with its first word. Where a version was typed, it is the newest that an answer said of that
// object; content that was refused and is typed again keeps its base, also under another version.
func TestTheWordsOfALineHaveRoles(t *testing.T) {
	w := probes(t)
	hear := func(name string) engine.ReceiveAnswer { return engine.ReceiveAnswer{Names: []string{name}} }
	run(t, w, send("ann", "EXSET", "a", line("k", "v", "VER", "1")), deliver("a"), hear("a"))
	run(t, w, send("ann", "EXSET", "other", line("k2", "v", "VER", "2")), deliver("other"), hear("other"))
	s := send("ann", "EXSET", "b", line("k", "w", "VER", "7"))
	s.Words.From = "a"
	run(t, w, s, deliver("b"), hear("b"))
	run(t, w, send("ann", "EXSET", "c", line("k", "w", "VER", "8")))
	a, b, c := w.Named("a"), w.Named("b"), w.Named("c")
	if a.Object != engine.ParseObject("cell k") || a.Guards != 0 || b.Guards != a.Number || c.Base != a.Number ||
		c.Guards != 0 {
		t.Fatalf("object %q, guards %d %d %d, base of the second try %d", a.Object, a.Guards, b.Guards, c.Guards,
			c.Base)
	}
	run(t, w, send("ann", "EXSET", "typed", arg("line", engine.Text(` "two words"  v "VER" 3`))))
	if x := w.Named("typed"); x.Object != engine.ParseObject("cell two words") {
		t.Fatalf("a line that is a text names %q", x.Object)
	}
	run(t, w, send("ann", "EXSET", "none", arg("line", engine.List())), deliver("none"))
	if got := w.Named("none").Object; got != engine.ParseObject("cell ") {
		t.Fatalf("a line without words names %q", got)
	}
}

// What a request carries out for earlier ones goes back to what those went back to.
func TestARequestCarriesOutEarlierOnes(t *testing.T) {
	w := probes(t)
	queued := send("ann", "EXSET", "q", engine.Arg{Name: "line",
		Value: engine.List(engine.Text("k"), engine.Text("v"), engine.Text("NX"))})
	run(t, w, queued, deliver("q"), engine.ReceiveAnswer{Names: []string{"q"}},
		send("ann", "EXSET", "watch", line("k", "v", "NX")))
	s := send("ann", "EXSET", "e", line("exec"))
	s.Words.From = "q"
	events := run(t, w, s, deliver("e"))
	e := events[len(events)-1]
	x := w.Named("e").Carrying(w, e)
	if len(e.Carried) != 1 || e.Guarded != 2 || x.Guards != 2 || x.Base != 1 {
		t.Fatalf("carried %v guarded by %d: guards %d, base %d", e.Carried, e.Guarded, x.Guards, x.Base)
	}
}

// Of the 32 newest requests of a writer one that was refused gives its base to content that is sent again; what lies
// further back does not.
func TestRefusedContentKeepsItsBaseForAWhile(t *testing.T) {
	for between, keeps := range map[int]bool{0: true, 31: true, 32: false} {
		w := probes(t)
		hear := func(name string) engine.ReceiveAnswer { return engine.ReceiveAnswer{Names: []string{name}} }
		run(t, w, send("ann", "EXSET", "a", line("k", "v", "VER", "1")), deliver("a"), hear("a"))
		s := send("ann", "EXSET", "b", line("k", "w", "VER", "7"))
		s.Words.From = "a"
		run(t, w, s, deliver("b"))
		for i := range between {
			name := fmt.Sprint("n", i)
			run(t, w, send("ann", "EXSET", name, line(name, "v")), deliver(name), hear(name))
			if i == between/2 { // its refusal is heard late
				run(t, w, hear("b"))
			}
		}
		if between == 0 {
			run(t, w, hear("b"))
		}
		run(t, w, send("ann", "EXSET", "c", line("k", "w", "VER", "8")))
		if base, want := w.Named("c").Base, w.Named("a").Number; (base == want) != keeps || !keeps && base != 0 {
			t.Errorf("behind %d other requests the base is #%d, of the refused one #%d", between, base, want)
		}
	}
}
