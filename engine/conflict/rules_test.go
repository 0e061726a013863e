package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The kinds of the referee that no blob operation reaches yet, each on the smallest service that does.

type item struct {
	text string
	by   engine.Mark
}

func (i *item) Walk(v engine.Visitor) {
	v.Text("text", &i.text)
	v.Mark("by", &i.by)
}

type store struct{ items engine.Table[*item] }

func (s *store) Tables() []engine.Tabled { return []engine.Tabled{s.items} }
func (s *store) Fork() engine.State      { return &store{s.items.Fork()} }

// act is what all operations are given: stage puts a part beside the thing, commit takes in what is staged, add adds to
// the thing, shadow writes what no read shows.
type act struct {
	Name string `op:"name"`
	Body string `op:"body,content"`
}

type (
	stage  act
	commit act
	add    act
	shadow act
	hand   act // gives out the work named x, with one token for all
	finish act // says by its sending that this work is done
)

func items(tx *engine.Tx) engine.Table[*item] { return tx.State().(*store).items }

func (a stage) Apply(tx *engine.Tx) engine.Answer {
	key := a.Name + "#staged"
	part := engine.Part{Object: engine.ObjectID{Kind: "thing", Name: key}, Name: "body"}
	if old := items(tx).Get(key); old != nil {
		part.Mark = old.by
	}
	items(tx).Put(tx, key, &item{a.Body, tx.Mark()})
	tx.Change(engine.Change{Part: part, Silent: true})
	return tx.Done(201)
}

func (a commit) Apply(tx *engine.Tx) engine.Answer {
	staged := items(tx).Get(a.Name + "#staged")
	tx.Take(engine.Part{Object: engine.ObjectID{Kind: "thing", Name: a.Name + "#staged"}, Name: "body",
		Mark: staged.by})
	items(tx).Put(tx, a.Name, &item{staged.text, tx.Mark()})
	return tx.Done(201)
}

func (a add) Apply(tx *engine.Tx) engine.Answer {
	text := a.Body
	if old := items(tx).Get(a.Name); old != nil {
		text = old.text + text
	}
	items(tx).Put(tx, a.Name, &item{text, tx.Mark()})
	tx.Change(engine.Change{Part: engine.Part{Object: engine.ObjectID{Kind: "thing", Name: a.Name}, Name: "body"},
		Adds: true})
	return tx.Done(201)
}

func (a shadow) Apply(tx *engine.Tx) engine.Answer {
	items(tx).Put(tx, a.Name+"#below", &item{a.Body, tx.Mark()})
	tx.Shadow()
	return tx.Done(200)
}

var handed = engine.TokenOf(engine.PopReceipt, "given")

func (a hand) Apply(tx *engine.Tx) engine.Answer {
	tx.Hand(a.Name, handed)
	return tx.Done(200, engine.Field{Name: "0", Value: engine.Text(a.Name)},
		engine.Field{Name: "0.receipt", Value: handed.Value()})
}

func (a finish) Apply(tx *engine.Tx) engine.Answer {
	return tx.Refuse(&engine.Cause{Rule: &engine.Rule{Name: "receipt",
		Fault: engine.Fault{Status: 404, Code: "MessageNotFound"}}})
}

func (a finish) Claims() (work string, by engine.Token) {
	return a.Name, engine.TokenOf(engine.PopReceipt, a.Body)
}

// play carries out requests, each all the way unless its answer is to be lost, and gives the marks.
func play(t *testing.T, inputs ...engine.Input) (marks []string) {
	t.Helper()
	ops := []engine.OpSpec{{Verb: "stage", Object: "thing", Op: stage{}},
		{Verb: "commit", Object: "thing", Op: commit{}},
		{Verb: "add", Object: "thing", Op: add{}}, {Verb: "shadow", Object: "thing", Op: shadow{}},
		{Verb: "hand", Object: "thing", Op: hand{}}, {Verb: "finish", Object: "thing", Op: finish{}}}
	ops = append(ops, effectOps()...)
	w := engine.NewWorld(&engine.Service{Name: "things",
		New: func() engine.State { return &store{engine.NewTable[*item]("thing")} }, Ops: ops})
	for _, in := range append([]engine.Input{engine.AddWriter{ID: "ann"}, engine.AddWriter{ID: "ben"}}, inputs...) {
		before := w.Clone()
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			t.Fatalf("%T%+v: %v\n%s", in, in, err, w.Describe())
		}
		for _, found := range conflict.Judge(before, events) {
			for _, c := range found {
				marks = append(marks, c.String())
			}
		}
	}
	return marks
}

func ask(by, verb, as string, more ...string) engine.Send {
	s := engine.Send{By: by, Verb: verb, As: as, Args: engine.Args("name", "x", "body", by)}
	for _, again := range more {
		s.Words.Again = again
	}
	return s
}

func all(s engine.Send) []engine.Input {
	return []engine.Input{s, engine.Deliver{Names: []string{s.As}}, engine.ReceiveAnswer{Names: []string{s.As}}}
}

func one(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("marks %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("marks %q, want %q", got, want)
		}
	}
}

func join(lists ...[]engine.Input) (all []engine.Input) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func TestTakingInAnothersPartIsMixedContent(t *testing.T) {
	one(t, play(t, join(all(ask("ann", "stage", "s1")), all(ask("ben", "stage", "s2")),
		all(ask("ann", "commit", "c")))...), "~ mixed-content ann")
}

func TestTakingInOnesOwnPartIsNot(t *testing.T) {
	one(t, play(t, join(all(ask("ben", "stage", "s2")), all(ask("ann", "stage", "s1")),
		all(ask("ann", "commit", "c")))...))
}

func TestStagingShowsNothing(t *testing.T) {
	one(t, play(t, join(all(ask("ann", "stage", "s1")), all(ask("ben", "stage", "s2")),
		all(ask("ann", "stage", "s3")))...))
}

func TestWhatNoReadShowsIsShadowed(t *testing.T) {
	one(t, play(t, all(ask("ann", "shadow", "s"))...), "~ shadowed-write ann")
}

func TestAWishThatAddsTwiceIsDoneTwice(t *testing.T) {
	lost := []engine.Input{ask("ann", "add", "a"), engine.Deliver{Names: []string{"a"}}, engine.Lose{Name: "a"}}
	one(t, play(t, join(lost, all(ask("ann", "add", "b", "a")))...), "? no-answer ann", "~ done-twice ann")
	// The same words while the first is unanswered are the same wish.
	one(t, play(t, join(lost, all(ask("ann", "add", "b")))...), "? no-answer ann", "~ done-twice ann")
	// Another's addition is not.
	one(t, play(t, join(lost, all(ask("ben", "add", "b")))...), "? no-answer ann")
}

// A client that has several connections sends the same words on two of them: those are two wishes. What was lost is
// tried again once; the next one with the same words is another wish.
func TestEqualRequestsOnSeveralConnectionsAreSeveralWishes(t *testing.T) {
	on := func(connection, as string) engine.Send {
		in := ask("ann", "add", as)
		in.Words.On = connection
		return in
	}
	one(t, play(t, on("c1", "a"), on("c2", "b"), engine.Deliver{Names: []string{"a"}},
		engine.Deliver{Names: []string{"b"}}))
	lost := []engine.Input{on("c1", "a"), engine.Deliver{Names: []string{"a"}}, engine.Lose{Name: "a"},
		engine.Timeout{Name: "a"}}
	one(t, play(t, join(lost, all(on("c2", "b")), all(on("c3", "c")))...), "? no-answer ann", "~ done-twice ann")
}

// The words of a request that failed are another try as long as a library makes one: on a new connection, and before
// the program has heard more of the object.
func TestWhatAProgramDoesBehindALossIsNoTryOfIt(t *testing.T) {
	on := func(connection, verb, as string) engine.Input {
		in := ask("ann", verb, as)
		in.Words.On = connection
		return in
	}
	done := func(in engine.Input) []engine.Input {
		name := in.(engine.Send).As
		return []engine.Input{in, engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}}
	}
	lost := []engine.Input{on("c1", "add", "a"), engine.Deliver{Names: []string{"a"}}, engine.Lose{Name: "a"},
		engine.Timeout{Name: "a"}}
	// Its pool has another connection, which says the same all the time.
	one(t, play(t, join(done(on("c2", "add", "z")), lost, done(on("c2", "add", "b")))...), "? no-answer ann")
	// It was answered about the object since, and does it once more because it wants to.
	one(t, play(t, join(lost, done(on("c2", "stage", "r")), done(on("c3", "add", "b")))...), "? no-answer ann")
	one(t, play(t, join(lost, done(on("c2", "add", "b")))...), "? no-answer ann", "~ done-twice ann")
}

func TestASecondCopyThatAddsIsDoneTwice(t *testing.T) {
	one(t, play(t, ask("ann", "add", "a"), engine.Duplicate{Name: "a"}, engine.Deliver{Names: []string{"a"}},
		engine.Deliver{Names: []string{"a'"}}), "~ done-twice ann")
}

func TestNoAnswerIsMarkedOnce(t *testing.T) {
	one(t, play(t, ask("ann", "add", "a"), engine.Timeout{Name: "a"}, engine.Lose{Name: "a"}), "? no-answer ann")
	// Of two copies the last one that is lost leaves the writer without an answer, or giving up does, whichever comes
	// first.
	one(t, play(t, ask("ann", "add", "a"), engine.Duplicate{Name: "a"}, engine.Lose{Name: "a'"}))
	one(t, play(t, ask("ann", "add", "a"), engine.Duplicate{Name: "a"}, engine.Lose{Name: "a'"},
		engine.Lose{Name: "a"}),
		"? no-answer ann")
	one(t, play(t, ask("ann", "add", "a"), engine.Duplicate{Name: "a"}, engine.Lose{Name: "a'"},
		engine.Timeout{Name: "a"},
		engine.Lose{Name: "a"}), "? no-answer ann")
	one(t, play(t, ask("ann", "add", "a"), engine.Lose{Name: "a"}, engine.Timeout{Name: "a"}), "? no-answer ann")
	// While a second copy is under way, losing the first says nothing yet.
	one(t, play(t, ask("ann", "add", "a"), engine.Duplicate{Name: "a"}, engine.Lose{Name: "a"}))
}

func TestWorkForOneAnswerByTwoIsDoneTwice(t *testing.T) {
	inputs := join(all(ask("ann", "add", "a")),
		[]engine.Input{engine.Act{By: "ann", What: engine.Text("m1")}, engine.Act{By: "ann", What: engine.Text("m1")}})
	one(t, play(t, inputs...))
	one(t, play(t, append(inputs, engine.Act{By: "ben", What: engine.Text("m1")})...), "~ done-twice ann")
}

// finishing sends the receipt of the work that is named x, and says no more of it when it is refused.
func finishing(by, as, receipt string) []engine.Input {
	return all(engine.Send{By: by, Verb: "finish", As: as, Args: engine.Args("name", "x", "body", receipt)})
}

// Sending the delete of a message says that its work is done, refused or not; a second writer that says so does it
// twice, once.
func TestSendingBackAReceiptSaysThatTheWorkIsDone(t *testing.T) {
	given := all(ask("ann", "hand", "h"))
	done := func(by string) []engine.Input { return []engine.Input{engine.Act{By: by, What: engine.Text("x")}} }
	one(t, play(t, join(given, finishing("ann", "a", "given"), finishing("ann", "b", "given"))...), "! - ann",
		"! - ann")
	one(t, play(t, join(given, finishing("ann", "a", "given"), finishing("ben", "b", "given"))...), "! - ann",
		"~ done-twice ann", "! - ben")
	one(t, play(t, join(given, done("ann"), finishing("ann", "a", "given"), finishing("ben", "b", "given"))...),
		"! - ann", "~ done-twice ann", "! - ben")
	one(t, play(t, join(given, done("ann"), done("ben"), finishing("ben", "b", "given"))...), "~ done-twice ann",
		"! - ben")
	one(t, play(t, join(given, finishing("ann", "a", "given"), done("ben"), done("ben"))...), "! - ann",
		"~ done-twice ann")
}

// A receipt that no answer handed out with work, as that of a put, says nothing; nor does does=none.
func TestSendingBackAnotherReceiptSaysNothing(t *testing.T) {
	given := all(ask("ann", "hand", "h"))
	one(t, play(t, join(given, finishing("ann", "a", "of a put"), finishing("ben", "b", "given"))...), "! - ann",
		"! - ben")
	none := finishing("ben", "b", "given")
	send := none[0].(engine.Send)
	send.Words.Does = "none"
	none[0] = send
	one(t, play(t, join(given, finishing("ann", "a", "given"), none)...), "! - ann", "! - ben")
	one(t, play(t, join(given, none, finishing("ann", "a", "given"))...), "! - ben", "! - ann")
}

// The story of work that was done twice needs no request: `does` has none.
func TestStoryOfWorkDoneTwice(t *testing.T) {
	w := engine.NewWorld()
	var found, third []conflict.Finding
	for n, in := range []engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.AddWriter{ID: "ben", Title: "Ben"},
		engine.Act{By: "ann", What: engine.Text("m1")}, engine.Act{By: "ben", What: engine.Text("m1")},
		engine.AddWriter{ID: "cy", Title: "Cy"}, engine.Act{By: "cy", What: engine.Text("m1")}} {
		before := w.Clone()
		events, err := w.Step(n+1, in)
		if err != nil {
			t.Fatal(err)
		}
		if marks := conflict.Judge(before, events)[0]; len(found) == 0 {
			found = marks
		} else {
			third = marks
		}
	}
	last := conflict.Story(w, third[0]).First
	if want := "The work of m1 was done 3 times, by Ana, Ben and Cy. "; !strings.HasPrefix(last, want) {
		t.Errorf("told %q, want %q", last, want)
	}
	told := conflict.Story(w, found[0])
	if want := "The work of m1 was done twice, by Ana and by Ben. Nobody was told."; told.First != want {
		t.Errorf("told %q, want %q", told.First, want)
	}
	if len(told.Steps) != 2 || told.Steps[0].Event != 3 || told.Steps[1].Event != 4 {
		t.Errorf("steps %+v: the first doer's record is 3, the second's is 4", told.Steps)
	}
}

// Who is told what stands under a name knows the names below it: of a message its receipt.
func TestWhoIsToldOfAMessageKnowsItsReceipt(t *testing.T) {
	given := all(ask("ann", "hand", "h"))
	send := engine.Send{By: "ben", Verb: "finish", As: "b",
		Args: []engine.Arg{{Name: "name", Value: engine.Ref("h.0", false)},
			{Name: "body", Value: engine.Ref("h.0.receipt", false)}}}
	told := engine.Tell{To: "ben", What: engine.Ref("h.0", false)}
	one(t, play(t, join(given, []engine.Input{told}, all(send), finishing("ann", "a", "given"))...), "! - ben",
		"~ done-twice ben", "! - ann")
}
