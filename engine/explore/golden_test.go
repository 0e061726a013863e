package explore_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// start is the world behind the lines of a scenario, which it plays.
func start(t testing.TB, text string) *engine.World {
	t.Helper()
	return enginetest.RanText(t, text).Timeline.World()
}

func cond(n, k int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "writer w%d\n", i)
	}
	b.WriteString("seed: create-container cont\nseed: put-blob cont/b \"0\"\n")
	for i := range n {
		fmt.Fprintf(&b, "plan w%d\n  loop %d\n    loop 3\n      get-blob cont/b as r\n"+
			"      put-blob cont/b {$r.body + 1} if-match=$r.etag as w\n      break on w 201\n", i, k)
	}
	return b.String()
}

func blind(n, k int) string {
	return strings.NewReplacer(" if-match=$r.etag as w", "", "    loop 3\n", "", "      break on w 201\n", "",
		"      ", "    ").Replace(cond(n, k))
}

// find searches, with the rules of a name switched off.
func find(t testing.TB, text string, b explore.Budget, off string) *explore.Result {
	t.Helper()
	rules := explore.AllRules()
	for _, one := range []struct {
		name string
		rule *bool
	}{{"memo", &rules.Memo}, {"symmetry", &rules.Symmetry}, {"dead", &rules.Dead}, {"tokens", &rules.Tokens},
		{"independent", &rules.Independent}, {"reread", &rules.Reread},
		{"swaps", &rules.Swaps}} {
		*one.rule = !strings.Contains(off, one.name)
	}
	return explore.Search(explore.Input{World: start(t, text), Rules: &rules}, b, nil, nil)
}

// marked are the orders with a kind of mark.
func marked(r *explore.Result, kind string) string {
	for _, m := range r.Marks {
		if string(m.Kind) == kind {
			return m.Schedules.String()
		}
	}
	return "0"
}

// The first table of the design: each writer reads, adds one and writes if it is still the same, at most three times
// for each of its increments. The counts are those of an independent program.
func TestGuardedCounters(t *testing.T) {
	for _, row := range []struct {
		writers, times int
		orders         string
		values         int
	}{
		{2, 3, "12952", 2}, {3, 2, "166815042", 3}, {3, 3, "40915384264908", 4}, {4, 2, "85007401894613832", 4},
		{4, 3, "3113100249685675905322982256", 6},
	} {
		r := find(t, cond(row.writers, row.times), explore.Budget{}, "")
		if r.Schedules.String() != row.orders || len(r.Values) != row.values {
			t.Errorf("%dx%d: %s orders, %d values; want %s and %d", row.writers, row.times, r.Schedules, len(r.Values),
				row.orders, row.values)
		}
		if got := marked(r, "lost-update"); got != "0" {
			t.Errorf("%dx%d: %s orders lose an update", row.writers, row.times, got)
		}
	}
}

// Without a guard there are (2NK)!/((2K)!)^N orders, of which (NK)!/(K!)^N lose nothing; the values are 2 to NK. The
// shortest order that loses one has four steps.
func TestBlindCounters(t *testing.T) {
	for _, row := range []struct{ writers, times int }{{2, 3}, {3, 2}, {3, 3}, {4, 2}, {4, 3}} {
		n, k := int64(row.writers), int64(row.times)
		all, clean := orders(n, 2*k), orders(n, k)
		r := find(t, blind(row.writers, row.times), explore.Budget{}, "")
		lost := new(big.Int).Sub(all, clean)
		if r.Schedules.Cmp(all) != 0 || marked(r, "lost-update") != lost.String() || len(r.Values) != int(n*k)-1 {
			t.Errorf("%dx%d: %s orders, %s lose, %d values; want %s and %s, %d", n, k, r.Schedules,
				marked(r, "lost-update"), len(r.Values), all, lost, n*k-1)
		}
		if got := r.Marks[0].Length; got != 4 {
			t.Errorf("%dx%d: the shortest has %d steps, want 4", n, k, got)
		}
	}
}

// orders is (nk)!/(k!)^n.
func orders(n, k int64) *big.Int {
	count := new(big.Int).MulRange(1, n*k)
	for range n {
		count.Div(count, new(big.Int).MulRange(1, k))
	}
	return count
}

func TestRulesChangeNoCount(t *testing.T) {
	for _, text := range []string{cond(2, 3), blind(2, 3), cond(3, 1)} {
		want := find(t, text, explore.Budget{}, "")
		for _, off := range []string{"memo", "symmetry", "dead", "tokens", "memo symmetry dead",
			"symmetry tokens dead", "reread", "reread symmetry", "swaps", "swaps symmetry"} {
			got := find(t, text, explore.Budget{}, off)
			if got.Schedules.Cmp(want.Schedules) != 0 || fmt.Sprint(got.Values) != fmt.Sprint(want.Values) ||
				fmt.Sprint(counts(got)) != fmt.Sprint(counts(want)) {
				t.Errorf("without %s: %s, want %s", off, got.Verdict(), want.Verdict())
			}
			if got.States < want.States {
				t.Errorf("without %s there are fewer states: %d, with it %d", off, got.States, want.States)
			}
		}
	}
}

// counts are the numbers of the outcomes and the marks.
func counts(r *explore.Result) (list []string) {
	for _, o := range r.Outcomes {
		list = append(list, fmt.Sprint(o.String(), o.Schedules))
	}
	for _, m := range r.Marks {
		list = append(list, fmt.Sprint(m.Kind, m.Schedules, m.Length))
	}
	return list
}

func TestOneLostWriteDoesTwice(t *testing.T) {
	text := strings.ReplaceAll(cond(2, 2), "      break on", "      on lost w\n        wait 0s\n      break on")
	b := explore.Budget{Faults: 1, Words: explore.FaultWords{Writes: true}}
	if r := find(t, text, b, ""); r.Schedules.String() != "10442" || marked(r, "done-twice") != "5584" {
		t.Errorf("%s; %s do twice", r.Verdict(), marked(r, "done-twice"))
	}
}

// twoMessages are a queue's, which never end, and a container for the work.
const twoMessages = "seed: create-container cont\nseed: create-queue jobs\n" +
	"seed: put-message jobs one messagettl=-1\nseed: put-message jobs two messagettl=-1\n"

func TestTwoWorkersDoAMessageTwice(t *testing.T) {
	text := "writer ann\nwriter ben\n" + twoMessages +
		enginetest.Each("plan WHO\n  loop 3\n    get-messages jobs as g\n    if g 0.receipt\n      put-blob cont/x x\n"+
			"      delete-message $g.0 popreceipt=$g.0.receipt\n", "ann", "ben")
	if r := find(t, text, explore.Budget{Jumps: 2}, ""); r.Schedules.String() != "34758" ||
		marked(r, "done-twice") != "32714" {
		t.Errorf("%s; %s do twice", r.Verdict(), marked(r, "done-twice"))
	}
}

// Two writers, one write each, counted by hand: in two orders, and in each of them what a budget adds to the one or the
// other. A copy of a request or of an answer comes at any later step. A writer that copes reads once more.
func TestBudgetsAreCountedByHand(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b 0\n" +
		"plan ann [put-blob cont/b 1 as w]\nplan ben [put-blob cont/b 2 as w]\n"
	copes := strings.ReplaceAll(text, "as w]", "as w; on lost w [get-blob cont/b]]")
	for _, c := range []struct {
		text   string
		budget explore.Budget
		orders string
	}{
		{text, explore.Budget{}, "2"},
		{text, explore.Budget{Faults: 1}, "10"},                                           // 2 (1 + 2 + 2)
		{text, explore.Budget{Faults: 2}, "18"},                                           // 2 (1 + 2) (1 + 2)
		{text, explore.Budget{Faults: 1, Words: explore.FaultWords{Requests: true}}, "6"}, // 2 (1 + 1 + 1)
		{text, explore.Budget{Faults: 1, Words: explore.FaultWords{Handled: true}}, "2"},
		{text, explore.Budget{Stops: 1}, "6"},             // 2 (1 + 1 + 1)
		{text, explore.Budget{Faults: 1, Stops: 1}, "22"}, // 2 (1 + 2 + 2 + 1 + 1 + 2 + 2)
		{text, explore.Budget{Copies: 1}, "14"},           // 2, and for each of the two and each sort of copy 3
		{text, explore.Budget{Lates: 1, Jumps: 3}, "2"},
		{copes, explore.Budget{Faults: 1}, "14"}, // 2, and for each of the two and of what is lost 3
		{copes, explore.Budget{Lates: 1},
			"18"}, // 2, and for each of the two: it stops waiting, then two in any order: 8
	} {
		if r := find(t, c.text, c.budget, ""); r.Schedules.String() != c.orders {
			t.Errorf("%+v: %s, want %s orders", c.budget, r.Verdict(), c.orders)
		}
	}
}

// The clock does not go on for its own sake: where every writer is done, or hangs as what it waits for was lost, no
// jump is a step, though a lease would end. Ann takes one: that is heard, or the request is lost, or the answer.
func TestNobodyIsLeftToSeeTheClockGoOn(t *testing.T) {
	text := "writer ann\nseed: create-container cont\nseed: put-blob cont/b 0\n" +
		"plan ann [acquire-blob-lease cont/b duration=15 as l]\n"
	r := find(t, text, explore.Budget{Faults: 1, Jumps: 2}, "")
	if r.Schedules.String() != "3" || r.Depth != 1 {
		t.Errorf("%s; want 3 orders of one step", r.Verdict())
	}
	coping := strings.ReplaceAll(text, "as l]", "as l; on lost l [get-blob cont/b]]")
	// heard; or the request is lost, then a read; or the answer is lost, then the read alone, or behind one jump: the
	// lease ends once
	if r := find(t, coping, explore.Budget{Faults: 1, Jumps: 2}, ""); r.Schedules.String() != "4" {
		t.Errorf("%s; want 4 orders of one who copes", r.Verdict())
	}
}

// One budget of copies pays for a request that comes twice and for an answer that comes twice.
func TestCopiesDoubleRequestsAndAnswers(t *testing.T) {
	text := "writer ann\nseed: create-container cont\nseed: put-blob cont/b 0\nplan ann [put-blob cont/b 1]\n"
	r := find(t, text, explore.Budget{Copies: 1}, "")
	sorts := map[string]bool{}
	for _, o := range r.Outcomes {
		for _, step := range o.Example {
			sorts[step.What] = true
		}
	}
	if r.Schedules.String() != "3" { // not doubled, and each sort of copy comes at the only later step
		t.Errorf("%s; want 3 orders; steps %v", r.Verdict(), sorts)
	}
	if r := find(t, text, explore.Budget{Copies: 2}, ""); r.Schedules.String() != "3" {
		t.Errorf("%s; a request is doubled once: want 3 orders", r.Verdict())
	}
}

// A bucket may refuse a conditional write while another stands undecided. Each of two creates arrives and is decided:
// of the 4! / (2! 2!) orders one lets each of them be first alone; in the 4 in which both stand there the one that is
// decided first gets 409, and the other is the only one left.
func TestTwoCreatesMeet(t *testing.T) {
	text := "writer ann\nwriter ben\nset bucket.contention=on\nseed: create-bucket lake\n" +
		"plan ann [put-object lake/m a if-none-match=*]\nplan ben [put-object lake/m b if-none-match=*]\n"
	r := find(t, text, explore.Budget{}, "")
	want := map[string]string{"ann 200, ben 412": "1", "ann 412, ben 200": "1", "ann 200, ben 409": "2",
		"ann 409, ben 200": "2"}
	for _, o := range r.Outcomes {
		heard := fmt.Sprintf("ann %s, ben %s", o.Last[0].Status, o.Last[1].Status)
		if want[heard] != o.Schedules.String() {
			t.Errorf("%s in %s orders, want %s", heard, o.Schedules, want[heard])
		}
		delete(want, heard)
	}
	if len(want) > 0 || r.Schedules.String() != "6" {
		t.Errorf("%s; not found: %v", r.Verdict(), want)
	}
	off := strings.Replace(text, "set bucket.contention=on\n", "", 1)
	if r := find(t, off, explore.Budget{}, ""); r.Schedules.String() != "2" {
		t.Errorf("without the switch: %s, want 2 orders", r.Verdict())
	}
	apart := strings.Replace(text, "lake/m b", "lake/n b", 1)
	if r := find(t, apart, explore.Budget{}, ""); r.Schedules.String() != "2" {
		t.Errorf("of two keys: %s, want 2 orders", r.Verdict())
	}
}

// Behind the last request of a plan a wait ends for nobody: it is no deadline, whether another one comes or not. Ann
// reads and waits 10 s for nothing; Ben waits 5 s and reads: ann's read, the end of Ben's wait and his read are in
// order for Ben alone, so Ann's read stands at one of three places.
func TestAWaitBehindTheLastRequestIsNoDeadline(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container cont\nplan ann [get-blob cont/b; wait 3s]\n" +
		"plan ben [wait 5s; get-blob cont/b]\n"
	for _, off := range []string{"", "memo", "memo symmetry dead"} {
		if r := find(t, text, explore.Budget{Jumps: 3}, off); r.Schedules.String() != "3" {
			t.Errorf("%s; want 3 orders", r.Verdict())
		}
	}
}

// Tags that stand in texts differ from order to order: an end says which of them are the same. Both write down the tag
// that they read; it is one where nobody writes between the two reads: in 3 orders in which Ann's read is the first of
// them, and in 4 in which it is the second.
func TestAnEndSaysWhichTagsAreTheSame(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/a 0\n" +
		"plan ann [get-blob cont/a as r; put-blob cont/a 1; put-blob cont/b $r.etag]\n" +
		"plan ben [put-blob cont/a 1; get-blob cont/a as r; put-blob cont/c $r.etag]\n"
	for _, off := range []string{"", "memo", "tokens", "memo symmetry dead"} {
		r := find(t, text, explore.Budget{}, off)
		if got := fmt.Sprint(r.Values[0].End, r.Values[0].Schedules, r.Values[1].End, r.Values[1].Schedules); got !=
			"[{blob cont/a 1} {blob cont/b #1} {blob cont/c #2} {container cont }] 13 "+
				"[{blob cont/a 1} {blob cont/b #1} {blob cont/c #1} {container cont }] 7" || len(r.Values) != 2 {
			t.Errorf("without %q: %s; %s", off, r.Verdict(), got)
		}
	}
}

func TestBudgetsThatLeaveNothing(t *testing.T) {
	for _, c := range []struct{ name, value, right string }{
		{"states", "0", "1 to 2147483647"}, {"memory", "0", "1 to 1048576"}, {"stops", "-1", "0 to 1000"},
		{"faults", ",writes", "0 to 1000"}, {"jumps", "1e3", "0 to 1000"},
	} {
		if err := new(explore.Budget).Set(c.name, c.value); err == nil || !strings.Contains(err.Error(), c.right) {
			t.Errorf("%s %s: %v, want %s", c.name, c.value, err, c.right)
		}
	}
	for _, b := range []explore.Budget{{Samples: 5, Bounded: true}, {Priorities: 2}} {
		if b.Check() == nil {
			t.Errorf("%+v is taken", b)
		}
	}
}

// What a service leaves open is open for what comes late, too. Ann reads one of two messages: either of them, or she
// stops waiting and reads a blob, and either message is taken in front of that or behind it.
func TestALateRequestIsDecidedInEachWay(t *testing.T) {
	text := "writer ann\nseed: create-queue jobs\nseed: put-message jobs one messagettl=-1\n" +
		"seed: put-message jobs two messagettl=-1\nseed: create-container cont\n" +
		"plan ann [get-messages jobs as g; on lost g [get-blob cont/b]]\n"
	for _, off := range []string{"", "memo"} {
		if r := find(t, text, explore.Budget{Lates: 1, AnyMessage: true}, off); r.Schedules.String() != "6" {
			t.Errorf("%s; want 6 orders", r.Verdict())
		}
		if r := find(t, text, explore.Budget{Lates: 1}, off); r.Schedules.String() != "3" {
			t.Errorf("%s; want 3 orders", r.Verdict())
		}
	}
}

// Two workers take the one message, and the clock moves once: whoever is second does its work again where the time is
// over (2 of 4 orders), and has none where it is not. Lines of hands and plans count the same.
func TestWorkOfAPlanIsDoneTwice(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs one messagettl=-1\n"
	plans := start + "plan ann [get-messages jobs as g; does $g.0?]\nplan ben [get-messages jobs as g; does $g.0?]\n"
	for _, off := range []string{"", "memo symmetry", "dead"} {
		r := find(t, plans, explore.Budget{Jumps: 1}, off)
		if r.Schedules.String() != "4" || marked(r, "done-twice") != "2" || r.Marks[0].Length != 3 {
			t.Errorf("without %q: %s; want 4 orders, done twice in 2 of them, the shortest of 3 steps: %v",
				off, r.Verdict(), r.Marks)
		}
	}
	w, inputs := inputsOf(t, start+
		"ann: get-messages jobs as a\nann: does $a.0\nclock +30s\nben: get-messages jobs as b\nben: does $b.0\n")
	in, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	if r := explore.Search(in, explore.Budget{Jumps: 1}, nil, nil); r.Schedules.String() != "4" ||
		marked(r, "done-twice") != "2" {
		t.Errorf("as hands typed it: %s; want 4 orders, the work done twice in 2: %v", r.Verdict(), r.Marks)
	}
}

// A step of a plan that says which way the service goes is not tried in others.
func TestAPlanSaysWhichWay(t *testing.T) {
	text := "writer ann\nseed: create-queue jobs\nseed: put-message jobs one messagettl=-1\n" +
		"seed: put-message jobs two messagettl=-1\nplan ann [get-messages jobs choose=1 as g]\n"
	if r := find(t, text, explore.Budget{AnyMessage: true}, ""); r.Schedules.String() != "1" {
		t.Errorf("%s; want 1 order", r.Verdict())
	}
}

// A lease guards another blob: two writers take it, read, add one, write and give it back, twice each. An acquire that
// another's lease refuses waits; the lease ends by the clock, at most twice.
func TestALeaseThatEndsGuardsNothing(t *testing.T) {
	text := "writer ann\nwriter ben\nlock blob locks/l covers blob data/n\nseed: create-container locks\n" +
		"seed: create-container data\nseed: put-blob locks/l x\nseed: put-blob data/n 0\n" +
		enginetest.Each("plan WHO\n  loop 2\n    acquire-blob-lease locks/l duration=15 as l\n    wait on l 409\n"+
			"    get-blob data/n as r\n    put-blob data/n {$r.body + 1}\n"+
			"    release-blob-lease locks/l lease=$l.lease\n", "ann", "ben")
	r := find(t, text, explore.Budget{Jumps: 2}, "")
	if r.Schedules.String() != "43386" || marked(r, "stale-holder") != "20132" || marked(r, "lost-update") != "11544" {
		t.Errorf("%s; stale-holder %s, lost-update %s", r.Verdict(), marked(r, "stale-holder"),
			marked(r, "lost-update"))
	}
	either := explore.Without(explore.Input{World: start(t, text)}, explore.Budget{Jumps: 2}, "stale-holder",
		"lost-update")
	if either = either.Sub(r.Schedules, either); either.String() != "28528" {
		t.Errorf("%s orders with one or the other, want 28528", either)
	}
}

// Both objects are one wish, each written if it is as it was read; who is refused at the first leaves the second alone.
func TestAWishOverTwoObjectsIsSplit(t *testing.T) {
	for n, want := range map[int][2]string{2: {"52", "6"}, 3: {"9108", "2652"}} {
		text := "seed: create-container cont\nseed: put-blob cont/a 0\nseed: put-blob cont/b 0\n"
		for i := range n {
			text = fmt.Sprintf("writer w%d\n", i) + text + fmt.Sprintf("plan w%d\n  get-blob cont/a as a\n"+
				"  get-blob cont/b as b\n  wish both\n    put-blob cont/a x if-match=$a.etag as wa\n    if wa 201\n"+
				"      put-blob cont/b x if-match=$b.etag\n", i)
		}
		r := find(t, text, explore.Budget{}, "")
		if r.Schedules.String() != want[0] || marked(r, "split-update") != want[1] {
			t.Errorf("%d writers: %s; %s split, want %s", n, r.Verdict(), marked(r, "split-update"), want)
		}
		if r.Marks[0].Length != 8 {
			t.Errorf("%d writers: the shortest has %d steps, want 8", n, r.Marks[0].Length)
		}
	}
}

// What the service did decides, not what the sender heard: where the answer to the last of two writes is lost, both
// stand. With the loss of an answer the first of the two alone stands in 1 of 3 orders, with that of a request as well
// in 2 of 5: the second was lost, or never sent.
func TestAWishThatWasCarriedOutIsNotSplit(t *testing.T) {
	const text = "writer w\nseed: create-container cont\nseed: put-blob cont/a 0\nseed: put-blob cont/b 0\n" +
		"plan w\n  wish both\n    put-blob cont/a 1 as p\n    put-blob cont/b 1 as q\n"
	for orders, b := range map[string]explore.Budget{
		"1 of 3": {Faults: 1, Words: explore.FaultWords{Answers: true}}, "2 of 5": {Faults: 1},
	} {
		r := find(t, text, b, "")
		if got := marked(r, "split-update") + " of " + r.Schedules.String(); got != orders {
			t.Errorf("%+v: %s orders are split, want %s", b, got, orders)
		}
	}
}

// A wish of which everything stands is not split by a stop in front of what only reads, by a lock that is refused, or
// by a stop in front of what the other branch of a test would have sent: of 4 orders, with a stop behind each of three
// requests or none, one in which the first write stands alone.
func TestAWishThatLacksNoWriteIsNotSplit(t *testing.T) {
	for _, last := range []string{"get-blob cont/b", "acquire-blob-lease cont/none duration=15",
		"if q 201 [get-blob cont/a] else [put-blob cont/b 1 as r]"} {
		text := "writer w\nseed: create-container cont\nseed: put-blob cont/a 0\nplan w [wish both [" +
			"put-blob cont/a 1 as p; put-blob cont/b 1 as q; " + last + "]]\n"
		r := find(t, text, explore.Budget{Stops: 1}, "")
		if got := marked(r, "split-update") + " of " + r.Schedules.String(); got != "1 of 4" {
			t.Errorf("%s: %s orders are split", last, got)
		}
	}
}

// A test of an answer that was heard goes one way, whatever is sent before it comes: of 5 orders, with a stop behind
// each of four requests or none, one in which the first write stands alone. Where the request is sent anew in front of
// the test it may go either way.
func TestAWishLacksNothingOfABranchThatIsNotTaken(t *testing.T) {
	for last, want := range map[string]string{
		"get-blob cont/a as g; if p 201 [get-blob cont/b] else [put-blob cont/c 1 as r]":   "1 of 5",
		"get-blob cont/a as g; if p 201 [put-blob cont/c 1 as r] else [get-blob cont/b]":   "3 of 5",
		"put-blob cont/a 2 as p; if p 201 [get-blob cont/b] else [put-blob cont/c 1 as r]": "2 of 5",
	} {
		text := "writer w\nseed: create-container cont\nseed: put-blob cont/a 0\nplan w [wish both [" +
			"put-blob cont/a 1 as p; put-blob cont/b 1 as q; " + last + "]]\n"
		r := find(t, text, explore.Budget{Stops: 1}, "")
		if got := marked(r, "split-update") + " of " + r.Schedules.String(); got != want {
			t.Errorf("%s: %s orders are split, want %s", last, got, want)
		}
	}
}

// What services remember for people alone, as when something was written, tells no two moments apart: with every step
// carried out by the engine and no writers merged the orders are the same.
func TestThreeWorkersAreCountedWithAndWithoutRules(t *testing.T) {
	text := "writer cal\nwriter ben\nwriter ann\n" + twoMessages +
		enginetest.Each("plan WHO\n    get-messages jobs as g\n    if g 0.receipt\n      put-blob cont/x x\n"+
			"      delete-message $g.0 popreceipt=$g.0.receipt\n", "ann", "ben", "cal")
	r := find(t, text, explore.Budget{Jumps: 1}, "")
	unmerged := find(t, text, explore.Budget{Jumps: 1}, "symmetry memo")
	if r.Schedules.Cmp(unmerged.Schedules) != 0 || fmt.Sprint(counts(r)) != fmt.Sprint(counts(unmerged)) {
		t.Errorf("%s; every step by the engine: %s", r.Verdict(), unmerged.Verdict())
	}
}

// Two of four writers change one object, two another, and they stand by turns: equal ones are not next to each other.
// Their orders are the same, and as many refuse one of them, as for any other places.
func TestEqualWritersStandByTurns(t *testing.T) {
	text := "seed: create-container cont\nseed: put-blob cont/a 0\nseed: put-blob cont/b 0\n"
	for i, name := range []string{"b", "a", "a", "b"} {
		text = fmt.Sprintf("writer w%d\n%splan w%d [get-blob cont/%s as r; put-blob cont/%s 1 if-match=$r.etag]\n", i,
			text, i, name, name)
	}
	// of the 6 orders of a pair 2 refuse none; of the 8! / (2! 2! 2! 2!) of both pairs, 2520, a ninth refuses none
	if r := find(t, text, explore.Budget{}, "independent"); r.Schedules.String() != "2520" ||
		marked(r, "stale-write") != "2240" {
		t.Errorf("%s; %s refused", r.Verdict(), marked(r, "stale-write"))
	}
}
