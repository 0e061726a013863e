package timeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/timeline"

	"pgregory.net/rapid"
)

// checkpoints is how far apart those of a timeline are: what lies before and behind one is tried.
const checkpoints = 1024

func line(in engine.Input) string {
	if w, ok := in.(engine.AddWriter); ok {
		return "writer " + w.ID
	}
	return "clock " + in.(engine.Clock).By.String()
}

// read is what line wrote.
func read(line string) (engine.Input, error) {
	if id, ok := strings.CutPrefix(line, "writer "); ok {
		return engine.AddWriter{ID: id}, nil
	}
	by, err := time.ParseDuration(strings.TrimPrefix(line, "clock "))
	return engine.Clock{By: by}, err
}

func writers(t testing.TB, n int) *timeline.Timeline {
	t.Helper()
	tl := timeline.New(engine.NewWorld(), line, read)
	for i := range n {
		do(t, tl, engine.AddWriter{ID: fmt.Sprintf("w%d", i)})
	}
	return tl
}

func do(t testing.TB, tl *timeline.Timeline, in ...engine.Input) {
	t.Helper()
	if _, err := tl.Do(in...); err != nil {
		t.Fatalf("do %v: %v", in, err)
	}
	if err := tl.World().Check(); err != nil {
		t.Fatalf("after %v: %v\n%s", in, err, tl.World().Describe())
	}
}

func second(n int) engine.Input { return engine.Clock{By: time.Duration(n) * time.Second} }

func TestUndoTakesBackAnActionAndBackARecord(t *testing.T) {
	tl := writers(t, 1)
	before := tl.World().Digest()
	do(t, tl, second(1), second(2))
	if err := tl.Back(); err != nil || tl.World().Now() != 1000 {
		t.Fatalf("one record back: clock %s, %v", tl.World().Now(), err)
	}
	if err := tl.Forward(); err != nil {
		t.Fatal(err)
	}
	if err := tl.Undo(); err != nil || tl.World().Digest() != before || tl.World().Check() != nil || tl.Here() != 1 {
		t.Fatalf("undo: at record %d, digest %x, want %x, %v", tl.Here(), tl.World().Digest(), before, err)
	}
	if err := tl.Redo(); err != nil || tl.World().Now() != 3000 {
		t.Fatalf("redo: clock %s, %v", tl.World().Now(), err)
	}
	if err := tl.Redo(); err == nil {
		t.Fatal("redo at the end of a branch succeeds")
	}
}

func TestTheSameInputWalksAlongAndAnotherBranches(t *testing.T) {
	tl := writers(t, 1)
	do(t, tl, second(1))
	do(t, tl, second(1))
	_ = tl.Go(1)
	do(t, tl, second(1))
	if len(tl.Branches()) != 1 || tl.Last() != 3 || tl.Here() != 2 {
		t.Fatalf("walking along: %d branches, last %d, here %d", len(tl.Branches()), tl.Last(), tl.Here())
	}
	do(t, tl, second(5))
	if len(tl.Branches()) != 2 || tl.Branch().Fork != 2 || tl.Branch().Tip != 4 {
		t.Fatalf("another input: %+v", tl.Branches())
	}
	if err := tl.Switch("main"); err != nil || tl.World().Now() != 2000 {
		t.Fatalf("main again: %s %v", tl.World().Now(), err)
	}
	shared, a, b := tl.CommonAncestor(3, 4)
	if shared != 2 || a != 3 || b != 4 {
		t.Fatalf("apart: shared %d, first %d and %d", shared, a, b)
	}
}

func TestAnImpossibleInputLeavesNothing(t *testing.T) {
	tl := writers(t, 1)
	do(t, tl, second(3))
	_ = tl.Go(1)
	digest := tl.World().Digest()
	if _, err := tl.Do(second(1), engine.AddWriter{ID: "w0"}); err == nil {
		t.Fatal("a writer was added twice")
	}
	if tl.Here() != 1 || tl.Last() != 2 || len(tl.Branches()) != 1 || tl.World().Digest() != digest || tl.Next() != 2 {
		t.Fatalf("here %d, last %d, branches %v, next %d", tl.Here(), tl.Last(), tl.Branches(), tl.Next())
	}
}

func TestTravelFarGivesTheWorldOfThatRecord(t *testing.T) {
	tl := writers(t, 1)
	digests := map[int]uint64{0: engine.NewWorld().Digest()}
	digests[1] = tl.World().Digest()
	for n := 2; n <= 3000; n++ {
		if _, err := tl.Do(second(1)); err != nil {
			t.Fatal(err)
		}
		digests[n] = tl.World().Digest()
	}
	for _, n := range []int{0, 1500, 2999, 1, 1024, 1025, 3000, 7} {
		if at := tl.At(n); at.Check() != nil { // the digest that is remembered is that of a full walk
			t.Fatal(at.Check())
		}
		if got := tl.At(n).Digest(); got != digests[n] {
			t.Errorf("At(%d) has digest %x, want %x", n, got, digests[n])
		}
		if err := tl.Go(n); err != nil || tl.World().Digest() != digests[n] {
			t.Errorf("Go(%d): digest %x, want %x, %v", n, tl.World().Digest(), digests[n], err)
		}
	}
}

// TestDigestsThatNobodyAskedForAreTheSame: a session that keeps none, goes back, begins a branch, and is asked for each
// at last has those of one that is asked each time.
func TestDigestsThatNobodyAskedForAreTheSame(t *testing.T) {
	asked, tl := writers(t, 2), writers(t, 2)
	asked.SumEach(true)
	tl.SumEach(false)
	add := func(n int) {
		for range n {
			for _, line := range []*timeline.Timeline{asked, tl} {
				if _, err := line.Do(second(1 + line.Last()%7)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	add(3000)
	for _, line := range []*timeline.Timeline{asked, tl} {
		if err := line.Go(1500); err != nil {
			t.Fatal(err)
		}
	}
	add(1500)
	if tl.World().Digest() != asked.World().Digest() || tl.At(2900).Digest() != asked.At(2900).Digest() {
		t.Error("a world without a digest gives another one")
	}
	tl.SumEach(true)
	add(2)
	for n := 1; n <= tl.Last(); n++ {
		if got, want := tl.Record(n).Digest, asked.Record(n).Digest; got != want {
			t.Fatalf("record %d has digest %x, want %x", n, got, want)
		}
	}
	if err := tl.World().Check(); err != nil || tl.World().Digest() != asked.World().Digest() {
		t.Error(err, "the world has another digest behind all")
	}
}

// TestWhatLiesFarBackComesBackAsItWas: a session that is longer than what is kept as it came, with branches that leave
// it far back and go on for long. Events are found again, for whoever holds their outcome, also where a look at one
// place has pushed out another.
func TestWhatLiesFarBackComesBackAsItWas(t *testing.T) {
	tl := writers(t, 2)
	digests, happened := map[int]uint64{}, map[int]string{}
	outcomes := map[int]timeline.Outcome{}
	went := func(events []engine.Event) (text string) {
		for _, e := range events {
			text += fmt.Sprint(e.Number, e.Kind, e.At, e.By, ";")
		}
		return text
	}
	add := func(n int) {
		for range n {
			events, err := tl.Do(second(1 + tl.Last()%7))
			if err != nil {
				t.Fatal(err)
			}
			digests[tl.Here()], happened[tl.Here()] = tl.World().Digest(), went(events)
			outcomes[tl.Here()] = tl.Outcome(tl.Here())
		}
	}
	add(30_000)
	for _, from := range []int{700, 3 * 1024, 3*checkpoints + 5, 12_345} {
		if err := tl.Go(from); err != nil {
			t.Fatal(err)
		}
		tl.Fork()
		add(3000)
	}
	if outcomes[500].Kept() || !outcomes[tl.Last()].Kept() {
		t.Fatal("what lies far back is kept, or the newest is not")
	}
	for n := tl.Last(); n > 0; n -= 501 { // nobody has asked so far, and much of it is forgotten
		if got := tl.Record(n).Digest; got != digests[n] {
			t.Fatalf("record %d has digest %x, want %x", n, got, digests[n])
		}
	}
	for n := 3; n <= tl.Last(); n += 997 {
		if got := went(outcomes[n].Events()); got != happened[n] {
			t.Fatalf("record %d came back as %q, was %q", n, got, happened[n])
		}
		if w := tl.At(n); w.Digest() != digests[n] || w.Check() != nil {
			t.Fatalf("At(%d): digest %x, want %x; %v", n, w.Digest(), digests[n], w.Check())
		}
		if w := outcomes[n].Before(); w.Digest() != tl.Before(n).Digest() || w.Check() != nil {
			t.Fatalf("the world before record %d is another", n)
		}
		if err := tl.Go(n); err != nil || tl.World().Digest() != digests[n] {
			t.Fatalf("Go(%d): %v", n, err)
		}
	}
}

// Where few checkpoints are kept each record is found as it was all the same.
func TestFewCheckpointsLeadToEachRecord(t *testing.T) {
	many, few := writers(t, 3), writers(t, 3)
	few.FarMost(2)
	for n := range 60 * checkpoints {
		for _, tl := range []*timeline.Timeline{many, few} {
			if _, err := tl.Do(second(1 + n%5)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := 1; n < few.Last(); n += 4999 {
		one, other := many.At(n), few.At(n)
		if one.Digest() != other.Digest() || other.Check() != nil || one.Now() != few.Outcome(n+1).Before().Now() {
			t.Fatalf("record %d is at %s, with few checkpoints at %s: %v", n, one.Now(), other.Now(), other.Check())
		}
	}
	if err := few.Go(1000); err != nil || few.World().Digest() != many.At(1000).Digest() {
		t.Fatalf("going to record 1000: %v", err)
	}
}

func TestLoadReplaysTreeAndTellsWhatDiverged(t *testing.T) {
	tl := writers(t, 2)
	do(t, tl, second(1))
	_ = tl.Go(2)
	do(t, tl, second(2))
	_ = tl.Go(3)
	do(t, tl, second(4))
	var records []timeline.Record
	for n := 1; n <= tl.Last(); n++ {
		records = append(records, tl.Record(n))
	}
	records[3].Digest++ // as if another version had written record 4
	again := timeline.New(engine.NewWorld(), line, read)
	diverged, err := again.Load(records, read)
	if err != nil || len(diverged) != 1 || diverged[0].Number != 4 {
		t.Fatalf("diverged %v, %v", diverged, err)
	}
	if again.World().Digest() != tl.World().Digest() || again.Here() != tl.Here() ||
		len(again.Branches()) != len(tl.Branches()) {
		t.Fatalf("loaded: here %d, want %d; %v, want %v", again.Here(), tl.Here(), again.Branches(), tl.Branches())
	}
	records[2].Line = "nonsense"
	broken := timeline.New(engine.NewWorld(), line, read)
	diverged, err = broken.Load(records, read)
	if err != nil || len(diverged) != 3 {
		t.Fatalf("record 3 cannot be read, so 3 and 5 behind it cannot be replayed, and 4 has another digest: %v, %v",
			diverged, err)
	}
	if err := broken.Go(5); err == nil {
		t.Fatal("went to a record behind one that cannot be replayed")
	}
	if err := broken.Go(4); err != nil {
		t.Fatalf("the whole branch: %v", err)
	}
}

// BenchmarkSeek goes to records of sessions of 10,000 and of nearly as many steps as one may have.
func BenchmarkSeek(b *testing.B) {
	for _, n := range []int{10_000, 990_000} {
		tl := writers(b, 1)
		for range n {
			if _, err := tl.Do(second(1)); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("any of %d", n), func(b *testing.B) {
			for i := range b.N {
				tl.At(1 + i*7919%n)
			}
		})
		b.Run(fmt.Sprintf("go to any of %d", n), func(b *testing.B) {
			for i := range b.N {
				if err := tl.Go(1 + i*7919%n); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("apart in %d", n), func(b *testing.B) {
			for i := range b.N {
				tl.CommonAncestor(1+i*7919%n, n)
			}
		})
		b.Run(fmt.Sprintf("fork at %d", n), func(b *testing.B) {
			for range b.N {
				tl.World().Clone()
			}
		})
		if n > 10_000 {
			continue
		}
		b.Run(fmt.Sprintf("full replay of %d", n), func(b *testing.B) {
			for range b.N {
				w := engine.NewWorld()
				for k := 1; k <= tl.Last(); k++ {
					if _, err := w.Step(k, tl.Input(k)); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// TestWaysUpAgreeWithWalkingThem grows trees at random and compares what jumps find with what a walk from parent to
// parent finds.
func TestWaysUpAgreeWithWalkingThem(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tl := timeline.New(engine.NewWorld(), line, read)
		for n := range rapid.IntRange(2, 60).Draw(r, "records") {
			if err := tl.Go(rapid.IntRange(max(0, tl.Last()-rapid.IntRange(0, 40).Draw(r, "back")), tl.Last()).Draw(r,
				"from")); err != nil {
				r.Fatal(err)
			}
			if _, err := tl.Do(second(n + 1)); err != nil {
				r.Fatal(err)
			}
		}
		way := func(n int) (list []int) { // from the record up to the start
			for ; n != 0; n = tl.Record(n).Parent {
				list = append(list, n)
			}
			return append(list, 0)
		}
		a, b := rapid.IntRange(0, tl.Last()).Draw(r, "a"), rapid.IntRange(0, tl.Last()).Draw(r, "b")
		up, other := way(a), way(b)
		shared, firstA, firstB := 0, 0, 0
		for len(up) > 0 && len(other) > 0 && up[len(up)-1] == other[len(other)-1] {
			shared, up, other = up[len(up)-1], up[:len(up)-1], other[:len(other)-1]
		}
		if len(up) > 0 {
			firstA = up[len(up)-1]
		}
		if len(other) > 0 {
			firstB = other[len(other)-1]
		}
		if s, x, y := tl.CommonAncestor(a, b); s != shared || x != firstA || y != firstB {
			r.Fatalf("apart %d and %d: %d, %d, %d, want %d, %d, %d", a, b, s, x, y, shared, firstA, firstB)
		}
		if got, want := tl.Contains(a, b), slices.Contains(way(a), b); got != want {
			r.Fatalf("%d contains %d: %v, want %v", a, b, got, want)
		}
		if err := tl.Go(a); err != nil || !tl.Contains(tl.Branch().Tip, a) || tl.IsPast() != (tl.Next() != 0) ||
			tl.Next() != 0 && tl.Record(tl.Next()).Parent != a {
			r.Fatalf("at %d of %+v: next %d, past %v, %v", a, tl.Branch(), tl.Next(), tl.IsPast(), err)
		}
	})
}

// A log of which the length is known is loaded with the checkpoints alone that stay: it is the same afterwards, and
// half of it too.
func TestWhatIsExpectedIsTheSameWithFewCheckpoints(t *testing.T) {
	const records = 40 * checkpoints
	tl := writers(t, 1)
	var list []timeline.Record
	for n := range records {
		do(t, tl, second(1+n%7))
	}
	for n := 1; n <= tl.Last(); n++ {
		list = append(list, tl.Record(n))
	}
	again := timeline.New(engine.NewWorld(), line, read)
	again.Expect(len(list))
	for _, most := range []int{len(list) / 2, len(list)} {
		if err := again.Go(again.Last()); err != nil {
			t.Fatal(err)
		}
		if diverged, err := again.Load(list[again.Last():most], read); err != nil || len(diverged) > 0 {
			t.Fatalf("%d differences, %v", len(diverged), err)
		}
		for n := 1; n <= most; n += 997 {
			same := len(again.Outcome(n).Events()) == len(tl.Outcome(n).Events())
			if !same || again.At(n).Digest() != tl.At(n).Digest() {
				t.Fatalf("record %d of %d is another", n, most)
			}
			if err := again.Go(n); err != nil || again.World().Digest() != tl.At(n).Digest() {
				t.Fatalf("Go(%d): %v", n, err)
			}
		}
	}
	if tl.Outcome(500).Kept() != again.Outcome(500).Kept() {
		t.Error("what lies far back is kept otherwise")
	}
}
