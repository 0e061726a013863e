package engine

import (
	"bytes"
	"strings"
	tt "testing"
	"time"
)

// What the long record of the world is summed by is what it walks by.
func TestTheSumOfTheFlightIsThatOfItsWalk(t *tt.T) {
	for _, order := range [][]string{nil, {"00000001>"}, {"00000012<", "00000007>", "00000007'>"},
		make([]string, 1001)} {
		g := &globals{Now: 12_400, Requests: 1001, Events: 7, Order: order}
		walked, own := sum{h: 1}, sum{h: 1}
		g.Walk(&walked)
		g.sum(&own)
		if walked.h != own.h {
			t.Errorf("with %d in flight: %x, the walk gives %x", len(order), own.h, walked.h)
		}
	}
}

// spoken is a sum that nobody knows as one, so that every value comes to it as its text.
type spoken struct{ *sum }

// What is summed without being put together is what its text says, for every kind of value and answer.
func TestTheSumOfAnExchangeIsThatOfItsTexts(t *tt.T) {
	now := Moment(InstantAt(time.Date(2026, 11, 22, 16, 35, 22, 507e6, time.UTC)))
	values := []Value{{}, Text(""), Text("a b"), Number(0), Number(-17), Moment(0), Moment(Never), Moment(12_345),
		Moment(-61_000), Moment(3_600_000), now, Ref("a1.etag", true), Ref("a1.etag", false), List(), List(Text("x")),
		List(Number(1), List(Text("y"), Moment(900)), Text("")), Token{Kind: ETag, N: 9}.Value()}
	refused := &Cause{Rule: NewRule("If-Match", Source{}, "", 412, "ConditionNotMet", "")}
	for _, v := range values {
		for _, a := range []Answer{{}, {Status: 201, done: true}, {Status: 0, done: true}, {waits: true},
			{Status: 412, Why: refused, done: true}, {Status: 5, done: true}, {Status: 100}} {
			a.Fields = []Field{{Name: "one", Value: v}}
			sending := &Sending{Number: 7, Args: []Arg{{Name: "line", Value: v}}}
			x := &Exchange{Sending: sending, Sequel: noSequel, Verdict: &Verdict{Answer: a}}
			before := &Exchange{Sending: sending, Sequel: noSequel, Verdict: undecided}
			own, told, again := sum{h: 1}, sum{h: 1}, sum{h: 1}
			x.Walk(&own)
			x.Walk(spoken{&told})
			before.sum(&again)
			again.h = 1
			x.sum(&again)
			if own.h != told.h || again.h != told.h {
				t.Errorf("%q, %s: %x, by its texts %x, behind another state %x", v, a, own.h, told.h, again.h)
			}
		}
	}
}

// A long text that was summed before adds what it adds to a new sum, from each state and whatever came between.
func TestALongTextIsSummedAsIfItWereNew(t *tt.T) {
	var texts []string
	for n := range 20 {
		texts = append(texts, strings.Repeat(string(rune('a'+n)), longFrom), strings.Repeat("x", longFrom+n%3)+"y")
	}
	var old sum
	for round := range 3 {
		for _, text := range texts {
			for _, from := range []uint64{fnvStart, 7} {
				fresh := sum{h: from}
				old.h = from
				fresh.text(text)
				old.text(strings.Clone(text))
				if old.h != fresh.h {
					t.Fatalf("round %d: %.3q from %x: %x, want %x", round, text, from, old.h, fresh.h)
				}
			}
		}
	}
}

// The same of bytes. What was changed in its place since is not taken for what it was.
func TestLongBytesAreSummedAsIfTheyWereNew(t *tt.T) {
	var bodies [][]byte
	for n := range 20 {
		bodies = append(bodies, bytes.Repeat([]byte{byte(n)}, longFrom), bytes.Repeat([]byte{'x'}, longFrom+n%3))
	}
	var old sum
	for round := range 4 {
		for _, body := range bodies {
			for _, from := range []uint64{fnvStart, 7} {
				old.h = from
				old.letters(body)
				if want := summed(from, string(body)); old.h != want {
					t.Fatalf("round %d: %.3q from %x: %x, want %x", round, body, from, old.h, want)
				}
				body[round*longFrom/4]++
				old.h = from
				old.letters(body)
				if want := summed(from, body); old.h != want {
					t.Fatalf("round %d: %.3q, changed, from %x: %x, want %x", round, body, from, old.h, want)
				}
			}
		}
	}
}

// A number is summed as its eight bytes are, one after the other.
func TestANumberIsSummedByItsBytes(t *tt.T) {
	for _, n := range []uint64{0, 1, 0xFF, 0x100, 0x1_00_00, 0xFF00FF, 1 << 40, 1<<56 + 1, ^uint64(0), 1 << 63} {
		want, own := sum{h: fnvStart}, sum{h: fnvStart}
		for at := range 8 {
			want.letters([]byte{byte(n >> (8 * at))})
		}
		if own.number(n); own.h != want.h {
			t.Errorf("%x: %x, by its bytes %x", n, own.h, want.h)
		}
	}
}
