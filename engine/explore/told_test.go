package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// claimed are two hosts that each claim a job by a marker which must not be there, look at it where no answer came, and
// do the job where it is there; then by what the marker says, each its own id.
func claimed(test string) string {
	var b strings.Builder
	b.WriteString("writer ana\nwriter ben\nseed: create-container lake\n")
	for _, id := range []string{"ana", "ben"} {
		fmt.Fprintf(&b, "plan %s\n  put-blob lake/marker %s if-none-match=* as m\n  on lost m\n"+
			"    get-blob lake/marker as seen\n    if seen %s\n      put-blob lake/out-%s done\n    stop\n"+
			"  if m 201\n    put-blob lake/out-%s done\n", id, id, strings.ReplaceAll(test, "ID", id), id, id)
	}
	return b.String()
}

// One lost answer, the marker was there, both worked: so it ends where a host looks whether the marker is there, and in
// no order where it looks whether the marker says its own id. Both counts are those of an enumeration.
func TestAPlanThatTellsItsOwnMarker(t *testing.T) {
	for _, c := range []struct {
		test string
		both bool
	}{{"200", true}, {"body=ID", false}} {
		text := claimed(c.test)
		f, err := scenario.Parse("end", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		end, err := f.EndOf("blob lake/out-ana body=done; blob lake/out-ben body=done", nil)
		if err != nil {
			t.Fatal(err)
		}
		in := explore.Input{World: start(t, text), Wanted: []explore.Want{end.Want()}}
		budget := explore.Budget{Faults: 1}
		r := explore.Search(in, budget, nil, nil)
		if !r.Complete() || r.Wanted[0].Found != c.both {
			t.Errorf("if seen %s: both worked %v, %s", c.test, r.Wanted[0].Found, r.Verdict())
		}
		if found, ok := explore.Enumerate(in, budget, 1000); !ok || explore.Compare(r, found) != "" {
			t.Errorf("if seen %s:\n%s", c.test, explore.Compare(r, found))
		}
	}
}

// A writer's last answer is part of an end that is asked for; equal writers have it each by itself.
func TestAnEndSaysWhatWasHeard(t *testing.T) {
	f, err := scenario.Parse("end", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := start(t, "writer ana\nwriter ben\nseed: create-container lake\nplan ana\n  put-blob lake/m x "+
		"if-none-match=*\n"+
		"plan ben\n  put-blob lake/m x if-none-match=*\n")
	for heard, want := range map[string]string{
		"ana heard=201": "1", "ana heard=409": "1", "ana heard=409; ben heard=409": "0", "blob lake/m body=x": "2",
		"blob lake/m body=x; ben heard=201": "1", "ana heard=404": "0",
	} {
		end, err := f.EndOf(heard, []string{"ana", "ben"})
		if err != nil {
			t.Fatal(err)
		}
		r := explore.Search(explore.Input{World: w, Wanted: []explore.Want{end.Want()}}, explore.Budget{}, nil, nil)
		if got := r.Wanted[0]; got.Schedules.String() != want || got.Found != (want != "0") {
			t.Errorf("%s: %s orders, found %v; want %s", heard, got.Schedules, got.Found, want)
		}
		near, differs, ok := end.Nearest(explore.Input{World: w}, r)
		if heard == "ana heard=409; ben heard=409" && (!ok || !strings.HasSuffix(differs, " heard 201") ||
			len(near.Example) != 2) {
			t.Errorf("the nearest to %s: %s, %v", heard, differs, near.Example)
		}
	}
	for _, word := range []string{"lost", "refused", "unknown"} { // a text may be just that: then it stands in quotes
		if _, err := f.EndOf("ana heard="+word, []string{"ana"}); err == nil {
			t.Errorf("%s is taken for an answer", word)
		}
		if _, err := f.EndOf(`ana heard="`+word+`"`, []string{"ana"}); err != nil {
			t.Error(err)
		}
	}
	if _, err := f.EndOf("eve heard=201", []string{"ana", "ben"}); err == nil {
		t.Error("a writer who is not there is taken")
	}
}

// Who writes without having read replaces the other's work in both orders, and no mark says so: it is counted beside
// the marks, and no search of it says that no order meets any trouble. Who read first makes it a lost update.
func TestWorkReplacedUnreadIsCounted(t *testing.T) {
	const both = "writer ana\nwriter ben\nseed: create-container lake\nplan ben\n  put-blob lake/m ben\nplan ana\n"
	for _, c := range []struct {
		ana            string
		unread, orders string
	}{
		{"  put-blob lake/m ana\n", "2", "2"},
		// of A B a, A a B, B A a: who stands last replaces what it has not read, but Ana's second is her own
		{"  put-blob lake/m ana\n  put-blob lake/n ana\n", "3", "3"},
		{"  get-blob lake/m as r\n  put-blob lake/m ana from=r\n", "1",
			"3"}, // r a B; r B a is a lost update; B r a is read
	} {
		in := explore.Input{World: start(t, both+c.ana)}
		r := explore.Search(in, explore.Budget{}, nil, nil)
		if r.Unread == nil || r.Unread.Schedules.String() != c.unread || r.Schedules.String() != c.orders {
			t.Errorf("%q: %+v in %v orders", c.ana, r.Unread, r.Schedules)
			continue
		}
		troubles, _ := explore.Rows(r, strings.ToUpper)
		if last := troubles[len(troubles)-1]; last.Text != "work replaced unread" || last.Mark != ' ' ||
			last.Length < 2 {
			t.Errorf("%q: the row says %+v", c.ana, last)
		}
		if found, ok := explore.Enumerate(in, explore.Budget{}, 1000); !ok || explore.Compare(r, found) != "" {
			t.Errorf("%q:\n%s", c.ana, explore.Compare(r, found))
		}
	}
}

// An end names what writers heard, and no writer who heard nothing.
func TestAnEndNamesNobodyWhoHeardNothing(t *testing.T) {
	end := explore.Outcome{Last: []explore.Status{{Writer: "ann", Status: "204"}, {Writer: "chen"},
		{Writer: "dora", Status: explore.Stuck}}}
	if got := end.String(); got != "ann 204, dora stuck" {
		t.Errorf("%q", got)
	}
}
