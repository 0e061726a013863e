package engine_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// shelf is a service with a guarded write of a book, and a batch of such writes.
type shelf struct{ books engine.Table[*cell] }

func (s *shelf) Tables() []engine.Tabled { return []engine.Tabled{s.books} }
func (s *shelf) Fork() engine.State      { return &shelf{s.books.Fork()} }

type lay struct {
	Path  string                   `op:"path"`
	Body  string                   `op:"body,content"`
	More  []engine.Arg             `op:".*,content"`
	Match engine.Opt[engine.Token] `op:"if-match,guard=etag,version"`
}

func (l lay) Apply(tx *engine.Tx) engine.Answer {
	return tx.Done(200, engine.Field{Name: "etag", Value: engine.TagAt(tx.Now().Tick()).Value()},
		engine.Field{Name: "more", Value: engine.Number(int64(len(l.More)))})
}

type several struct {
	Shelf string       `op:"shelf"`
	Row   string       `op:"row,placed"`
	Ops   engine.Value `op:"ops,content,group"`
}

func (several) Apply(tx *engine.Tx) engine.Answer { return tx.Done(202) }

var shelfOps = []engine.OpSpec{{Verb: "lay", Object: "book", Op: lay{}},
	{Verb: "several", Object: "shelf", Op: several{}},
	{Verb: "borrow", Object: "book", Effect: engine.AcquiresLease, Op: lay{}}}

func newShelf(t *testing.T) (give func(engine.Input), w *engine.World) {
	w = engine.NewWorld(&engine.Service{Name: "shelf",
		New: func() engine.State { return &shelf{engine.NewTable[*cell]("book")} }, Ops: shelfOps})
	record := 0
	give = func(in engine.Input) {
		t.Helper()
		record++
		if _, err := w.Step(record, in); err != nil {
			t.Fatalf("%+v: %v", in, err)
		}
	}
	give(engine.AddWriter{ID: "ann"})
	return give, w
}

func said(give func(engine.Input), verb, as string, args ...engine.Arg) {
	give(engine.Send{By: "ann", Verb: verb, Args: args, As: as})
	give(engine.Deliver{Names: []string{as}})
	give(engine.ReceiveAnswer{Names: []string{as}})
}

func pair(name string, v engine.Value) engine.Value {
	return engine.List(engine.Text(name), engine.Text("="), v)
}

// What a group's requests refer to counts as it would in a request of its own: guards are guards, and no content.
func TestAGroupIsTracedByItsRequests(t *testing.T) {
	give, w := newShelf(t)
	path := engine.Args("path", "a")
	said(give, "lay", "read", path...)
	said(give, "lay", "tag", path...)
	inner := engine.List(engine.Text("lay"), engine.Text("a"), pair(".n", engine.Ref("read.etag", false)),
		pair("if-match", engine.Ref("tag.etag", false)))
	for name, ops := range map[string]engine.Value{"one": inner,
		"two": engine.List(inner, engine.List(engine.Text("lay"), engine.Text("b")))} {
		said(give, "several", name, append(engine.Args("shelf", "s", "row", "r"),
			engine.Arg{Name: "ops", Value: ops})...)
		if x := w.Named(name); len(x.Made) != 1 || x.Made[0] != 1 || x.Guards != 2 {
			t.Errorf("%s: made from %v, guarded by %d, want [1] and 2", name, x.Made, x.Guards)
		}
	}
}

func TestRequestsOfAGroup(t *testing.T) {
	spec := func(verb string) *engine.OpSpec {
		if verb == "lay" {
			return &shelfOps[0]
		}
		return nil
	}
	text := engine.Text
	one := engine.List(text("lay"), text("a"), text("words"), pair(".n", text("5L")), pair("if-match", engine.Value{}))
	list, ok := engine.Requests(engine.List(one, engine.List(text("lay"), text("b"))), spec)
	if !ok || len(list) != 2 || len(list[0].Args) != 3 || list[0].Args[1].Name != "body" ||
		list[0].Args[2].Name != ".n" || list[1].Verb != "lay" {
		t.Errorf("read as %+v, %t", list, ok)
	}
	if alone, ok := engine.Requests(one, spec); !ok || len(alone) != 1 {
		t.Errorf("one request alone is read as %+v, %t", alone, ok)
	}
	for _, v := range []engine.Value{text("lay a"), engine.List(engine.List()), engine.List(one, text("x")),
		engine.List(text("lay"), text("a"), text("b"), text("c")),
		engine.List(text("none"), text("a"))} {
		if list, ok := engine.Requests(v, spec); ok {
			t.Errorf("%s is read as %+v", v, list)
		}
	}
}

// A parameter with a star may keep the values of its arguments, and one may say that it stands without its name.
func TestParametersThatGatherAndStand(t *testing.T) {
	give, w := newShelf(t)
	said(give, "lay", "l", append(engine.Args("path", "a"), engine.Arg{Name: ".n", Value: engine.Number(5)},
		engine.Arg{Name: ".list", Value: engine.List(engine.Text("x"))})...)
	more := w.Named("l").Op().(*lay).More
	if len(more) != 2 || more[0].Name != "n" || !more[0].Value.Equal(engine.Number(5)) ||
		more[1].Value.String() != "[x]" {
		t.Errorf("gathered %+v", more)
	}
	if p, _ := shelfOps[1].Param("row"); !p.Positional() || p.Content {
		t.Errorf("row is %+v", p)
	}
}

// A tag that tells a moment has the text of Azure's tables, and is the same token in any spelling of its colons and its
// W.
func TestTimeTags(t *testing.T) {
	for tick, want := range map[engine.Tick]string{0: `W/"datetime'2026-01-05T09%3A00%3A00Z'"`,
		1:                             `W/"datetime'2026-01-05T09%3A00%3A00.0000001Z'"`,
		engine.Instant(12_400).Tick(): `W/"datetime'2026-01-05T09%3A00%3A12.4Z'"`} {
		tag := engine.TagAt(tick)
		if tag.String() != want || tag.IsZero() {
			t.Errorf("tick %d: %s, want %s", tick, tag, want)
		}
		for _, text := range []string{want, "w" + want[1:], `W/"datetime'` + tick.String() + `'"`} {
			if got := engine.TokenOf(engine.TimeTag, text); got != tag {
				t.Errorf("%s is %+v, not %+v", text, got, tag)
			}
		}
	}
	for _, text := range []string{"", "*", `W/"x"`, `W/"datetime'2026-01-05T09%3A00%3A00.10Z'"`,
		`W/"datetime'1700-01-01T00%3A00%3A00Z'"`} {
		if got := engine.TokenOf(engine.TimeTag, text); got.N != 0 {
			t.Errorf("%s is the minted %+v", text, got)
		}
	}
	for at, want := range map[engine.Tick]string{0: "..00.0", 1: "..00.0+1", engine.Instant(12_400).Tick(): "..12.4",
		engine.Instant(72_405).Tick() + 3: "..12.405+3"} {
		if got := engine.TagAt(at).Short(); got != want {
			t.Errorf("in short %s, not %s", got, want)
		}
	}
}

// A lock on a place covers what lies in it by its name, whatever its kind, in one service.
func TestALockCoversWhatLiesInIt(t *testing.T) {
	give, w := newShelf(t)
	give(engine.Lock{Lease: engine.ParseObject("book locks/L"), Covers: engine.ParseObject("book T")})
	for object, want := range map[string]string{"book T": "book locks/L", "book T/p/r": "book locks/L",
		"book Tom/p": "", "elsewhere T/p": ""} {
		if got := w.Guardian(engine.ParseObject(object)); got != engine.ParseObject(want) {
			t.Errorf("%s is guarded by %q, want %q", object, got, want)
		}
	}
}

// What has no lease guards nothing, and what is of no kind is guarded by nothing: both are refused, with the kinds that
// there are.
func TestALockNeedsALease(t *testing.T) {
	_, w := newShelf(t)
	for _, c := range []struct{ lease, covers, says string }{
		{"shelf s", "book T", `nothing of the kind "shelf" has a lease. Kinds that have one: book`},
		{"book locks/L", "nonsense T", `there is no kind "nonsense". There are: book, shelf`},
	} {
		_, err := w.Step(9, engine.Lock{Lease: engine.ParseObject(c.lease), Covers: engine.ParseObject(c.covers)})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("lock %s covers %s: %v", c.lease, c.covers, err)
		}
	}
}

// timed and moved are what two operations share, one within the other.
type timed struct {
	At string `op:"at" help:"when"`
}

type moved struct {
	timed `at:"when it leaves"`
	To    string `op:"to" help:"where to"`
}

type carry struct {
	What string `op:"what" help:"what"`
	moved
	Back bool `op:"back" help:"and back again"`
}

func (c carry) Apply(tx *engine.Tx) engine.Answer { return tx.Done(200) }

// What operations share they embed: its parameters stand where it stands, with the help of whoever embeds it last.
func TestEmbeddedParametersStandInPlace(t *testing.T) {
	spec := engine.OpSpec{Verb: "carry", Op: carry{}}
	var got []string
	for _, p := range spec.Params() {
		got = append(got, p.Name+": "+p.Help)
	}
	if want := []string{"what: what", "at: when it leaves", "to: where to", "back: and back again"}; !slices.Equal(got,
		want) {
		t.Errorf("got %q, want %q", got, want)
	}
	op, err := spec.Build(engine.Args("what", "a box", "at", "noon", "to", "Rome", "back", "on"))
	if want := (carry{"a box", moved{timed{"noon"}, "Rome"}, true}); err != nil || *op.(*carry) != want {
		t.Errorf("built %+v (%v), want %+v", op, err, want)
	}
}
