package explore_test

import (
	"math/big"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

func TestSharesNeverOverstate(t *testing.T) {
	number := func(text string) *big.Int { n, _ := new(big.Int).SetString(text, 10); return n }
	for _, c := range []struct{ part, whole, want string }{
		{"904", "924", "97.8 %"}, {"17151456", "17153136", "> 99.9 %"}, {"1680", "17153136", "< 0.1 %"},
		{"5", "5", "all"}, {"1", "2", "50.0 %"}, {"999", "1000", "99.9 %"}, {"1", "1000", "0.1 %"},
	} {
		if got := explore.Share(number(c.part), number(c.whole)); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.part, c.whole, got, c.want)
		}
	}
	for _, c := range []struct{ part, whole, want string }{ // none is rounded to all, nor to nothing
		{"1680", "17153136", "0.0098 %"}, {"1", "17153136", "< 0.0001 %"}, {"99999999", "100000000", "> 99.9999 %"},
	} {
		if got := explore.ShareTo(number(c.part), number(c.whole), 4); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.part, c.whole, got, c.want)
		}
	}
	if got := explore.Share(nil, number("3")); got != "" {
		t.Errorf("an unknown count: %q", got)
	}
	for n, want := range map[string]string{"0": "0", "924": "924", "1000": "1,000", "17153136": "17,153,136"} {
		if got := explore.Grouped(number(n)); got != want {
			t.Errorf("%s: %q, want %q", n, got, want)
		}
	}
}

// Of the ends of one text only the lines are shown that tell them apart, parted by a stroke; what each writer heard
// stands by itself behind it. What all ends share is said once, and of who sends nothing nothing is said.
func TestEndsShowWhatTellsThemApart(t *testing.T) {
	wiki, other := engine.ObjectID{Kind: "blob", Name: "wiki/home.md"}, engine.ObjectID{Kind: "blob", Name: "wiki/log"}
	ends := func(texts ...string) *explore.Result {
		found := &explore.Result{}
		for _, text := range texts {
			text, ann, _ := strings.Cut(text, "|")
			found.Outcomes = append(found.Outcomes, explore.Outcome{
				End: []explore.Content{{Object: wiki, Text: text}, {Object: other, Text: "begun"}},
				Last: []explore.Status{{Writer: "ann", Status: ann}, {Writer: "ben", Status: "200"},
					{Writer: "cy", Status: ""}}})
		}
		return found
	}
	found := ends("# Home\nOpen\nToday\n|201", "# Home\nClosed\n|412")
	_, rows := explore.Rows(found, strings.ToUpper)
	for i, want := range []string{"Open / Today, ANN 201", "Closed, ANN 412"} {
		if rows[i].Text != want || rows[i].Heard != want[len(want)-7:] || rows[i].About != "wiki/home.md" {
			t.Errorf("the end %d is %q, heard %q, about %q; want %q", i+1, rows[i].Text, rows[i].Heard, rows[i].About,
				want)
		}
	}
	if shared := explore.Shared(found, strings.ToUpper); shared != "at every end: wiki/log begun, BEN 200" {
		t.Errorf("shared: %q", shared)
	}
	if _, rows = explore.Rows(ends("# Home\n|201", "# Home\nmore\n|201"), strings.ToUpper); rows[0].Text != "# Home" {
		t.Errorf("an end that is the beginning of the other is %q", rows[0].Text)
	}
	if _, rows = explore.Rows(ends("# Home\n|201"), strings.ToUpper); rows[0].Text != "# Home, ANN 201, BEN 200" &&
		rows[0].Text != "ANN 201, BEN 200" {
		t.Errorf("the one end is %q", rows[0].Text)
	}
}

// An answer that says a word which an end means something else by stands in quotes, as it has to be asked for.
func TestAnAnswerThatIsAWordIsQuoted(t *testing.T) {
	found := explore.Search(explore.Input{World: start(t, "writer ann\nseed: SET k nothing\nplan ann [GET k]\n")},
		explore.Budget{}, nil, nil)
	if len(found.Outcomes) != 1 || !strings.HasSuffix(found.Outcomes[0].String(), `ann "nothing"`) {
		t.Errorf("%v", found.Outcomes)
	}
}

// Among the shortest orders that make a mark stands the one with the fewest faults, jumps and changes of the writer:
// as few as in the best of all orders, followed one by one.
func TestTheExampleIsTheMostReadable(t *testing.T) {
	lost := strings.ReplaceAll(cond(2, 1), "      break on", "      on lost w\n        wait 5s\n      break on")
	for _, c := range []struct {
		text   string
		budget explore.Budget
	}{
		{lost, explore.Budget{Faults: 1, Jumps: 1}}, {blind(3, 1), explore.Budget{Stops: 1}},
		{blind(2, 2), explore.Budget{Copies: 1}},
	} {
		in := explore.Input{World: start(t, c.text)}
		one, ok := explore.Enumerate(in, c.budget, 50000)
		if !ok {
			t.Fatal("too many orders to follow one by one")
		}
		for _, m := range explore.Search(in, c.budget, nil, nil).Marks {
			kind := string(m.Severity) + " " + string(m.Kind)
			if got, want := explore.EffortOf(m.Example), one.Efforts[kind]; got != want ||
				m.Length != one.Length[kind] {
				t.Errorf("%s in %d steps: effort %v, least %v\n%v", kind, m.Length, got, want, m.Example)
			}
		}
	}
}

// Ben reads and writes between what Ann does: two changes of the writer, and the first writer begins.
func TestTheFirstWriterBegins(t *testing.T) {
	var who []string
	for _, s := range find(t, blind(3, 2), explore.Budget{}, "").Marks[0].Example {
		who = append(who, s.By)
	}
	if got := strings.Join(who, " "); got != "w0 w1 w1 w0" {
		t.Errorf("%s, want w0 w1 w1 w0", got)
	}
}

// The inputs of an order are told without the engine where all of it is plans' requests, decided and heard: they are
// those that the engine is given, names and all, those that were taken before too.
func TestAnOrderToldIsTheOrderCarriedOut(t *testing.T) {
	taken := "writer w9\nw9: get-blob cont/b as w0-r2\n"
	for _, text := range []string{cond(2, 2), blind(3, 1), cond(2, 1) + taken} {
		orders, wrong := explore.Replayed(explore.Input{World: start(t, text)}, explore.Budget{})
		if orders == 0 {
			t.Errorf("no order was told of\n%s", text)
		}
		for _, w := range wrong {
			t.Error(w)
		}
	}
}

// Two requests that a plan calls r and r1 can get one name, and who has it then depends on the order.
func TestNamesThatMeetAreNotTold(t *testing.T) {
	text := "writer w\nseed: create-container cont\nseed: put-blob cont/b \"0\"\nplan w\n  get-blob cont/b as r1\n" +
		"  loop 11\n    get-blob cont/b as r\n"
	if _, wrong := explore.Replayed(explore.Input{World: start(t, text)}, explore.Budget{}); len(wrong) > 0 {
		t.Error(wrong)
	}
}

// Where three steps lead from each state to the next there are three times as many ways to each, in numbers of one word
// up to many; where one of the three makes a mark, twice as many do without.
func TestCountsGrowOutOfTheirWords(t *testing.T) {
	for _, states := range []int{1, 2, 63, 64, 65, 80, 81, 82, 83, 128, 129, 130, 161, 162, 163, 164, 257, 258, 700} {
		all, unmarked := explore.Tripled(states)
		steps := big.NewInt(int64(states - 1))
		if want := new(big.Int).Exp(big.NewInt(3), steps, nil); all.Cmp(want) != 0 {
			t.Errorf("%d states: %s ways, want %s", states, all, want)
		}
		if want := new(big.Int).Exp(big.NewInt(2), steps, nil); unmarked.Cmp(want) != 0 {
			t.Errorf("%d states: %s ways without a mark, want %s", states, unmarked, want)
		}
	}
}
