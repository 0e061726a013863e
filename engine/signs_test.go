package engine

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	tt "testing"
)

// signed is a request with a little of all that a request is found by.
func (f filler) signed(number int, specs []*OpSpec) *Exchange {
	object := func() ObjectID { return ObjectID{Kind: "blob", Name: fmt.Sprintf("c/%d", f.IntN(400))} }
	x := &Exchange{Sending: &Sending{Number: number, By: []string{"ann", "ben"}[f.IntN(2)], Object: object()},
		Verdict: &Verdict{}, Sequel: noSequel, Took: f.IntN(2) == 0}
	x.spec = specs[f.IntN(len(specs))]
	x.Verb, x.Decided.Event = x.spec.Verb, number
	for range f.IntN(3) {
		x.Shows = append(x.Shows, Part{Object: object(), Name: "body"})
	}
	x.Answer = Answer{Status: 200, Fields: []Field{
		{Name: "etag", Value: Token{Kind: ETag, N: uint64(1 + f.IntN(400))}.Value()},
		{Name: "lease", Value: Token{Kind: LeaseID, N: uint64(1 + f.IntN(400))}.Value()},
		{Name: "offset", Value: Number(int64(f.IntN(400)))}}}
	x.sent = []Arg{{Name: "id", Value: Text(fmt.Sprint(f.IntN(400)))}}
	x.Args, x.given = x.sent, x.sent
	return x
}

// Whoever asks for some of the requests gets them all, in their order, and no others: whatever was packed, forked,
// written later or taken back meanwhile. The oracle is a walk over all of them.
func TestThoseThatAreFoundAreAllThereAre(t *tt.T) {
	var specs []*OpSpec
	for _, e := range []Effect{Writes, Appends, Groups, AcquiresLease} {
		specs = append(specs, &OpSpec{Verb: fmt.Sprint("does-", e), Effect: e, Group: GroupWrite})
	}
	byVerb := map[string]*OpSpec{}
	for _, s := range specs {
		byVerb[s.Verb] = s
	}
	f := filler{rand.New(rand.NewPCG(3, 3))}
	first := newNumbered("request")
	first.packer = packsExchanges{byVerb, &recalled{}}
	tables, found := []*table{first}, 0
	for round := range 12_000 {
		one := tables[f.IntN(len(tables))]
		number := one.used + 1
		if f.IntN(8) == 0 && number > 1 { // something comes of it long after
			number = 1 + f.IntN(number-1)
		}
		x := f.signed(number, specs)
		if one.set(keysOf(number)[:keySize], x); f.IntN(30) == 0 {
			one.set(keysOf(number)[:keySize], nil)
		}
		if f.IntN(4*pageSize) == 0 && len(tables) < 3 {
			tables = append(tables, one.fork())
		}
		if f.IntN(8*pageSize) == 0 {
			one.packUpTo(one.used/pageSize - 2)
		}
		if round%200 == 0 {
			w := &World{globals: newTable[*globals]("world"), exchanges: one}
			w.globals.set("now", &globals{Requests: int64(one.used)})
			found += f.holdsAll(t, w)
		}
	}
	if found < 500 || first.pages[0].packed == nil {
		t.Errorf("%d were found, and packed is %v", found, first.pages[0].packed)
	}
}

// holdsAll compares each way of asking with a walk, and says how many were found.
func (f filler) holdsAll(t *tt.T, w *World) (found int) {
	t.Helper()
	n := f.IntN(400)
	object, tag := ObjectID{Kind: "blob", Name: fmt.Sprintf("c/%d", n)}, Token{Kind: ETag, N: uint64(1 + n)}
	given, text := Token{Kind: LeaseID, N: uint64(1 + n)}, TokenOf(LeaseID, fmt.Sprint(n))
	for name, one := range map[string]Those{"about": w.About(object), "by": w.AboutBy("ann", object),
		"did": w.Did(object, Writes, Appends), "made": w.Made(object), "gave": w.Gave(tag.Value()),
		"gave a text": w.Gave(Text(tag.String()), ETag), "groups": w.Groups(object), "lease": w.OfLease(given),
		"proposed": w.OfLease(text), "offset": w.EndedAt(int64(n)), "on": w.Gave(tag.Value()).On(object),
		"from": w.About(object).From(n).Before(w.Requests() - n)} {
		walk := one
		walk.signs, walk.about = nil, nil
		var want []int
		for number := max(walk.least, 1); number <= walk.most; number++ {
			if x := w.Exchange(number); x != nil && walk.is(x) {
				want = append(want, number)
			}
		}
		if got := numbersOf(one.Oldest()); !slices.Equal(got, want) {
			t.Fatalf("%s, from the oldest on: %v, want %v", name, got, want)
		}
		slices.Reverse(want)
		if got := numbersOf(one.Newest()); !slices.Equal(got, want) || one.Any() != (len(want) > 0) {
			t.Fatalf("%s, from the newest on: %v, want %v", name, got, want)
		}
		found += len(want)
	}
	return found
}

func numbersOf(list iter.Seq[*Exchange]) (numbers []int) {
	for x := range list {
		numbers = append(numbers, x.Number)
	}
	return numbers
}
