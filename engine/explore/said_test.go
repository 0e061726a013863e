package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// Where everybody is refused in every order, that no trouble comes up is not all that there is to say: here the name of
// the container is too short.
func TestNoTroubleWhereEverythingIsRefused(t *testing.T) {
	for name, want := range map[string]string{"w": "No order meets any trouble but this: put-blob refused with 400 " +
		"OutOfRangeInput in 3 of 3 orders. What everybody hears last is a refusal in all of them.",
		"wiki": "No order meets any trouble."} {
		_, s := enginetest.Searched(t, "writer ann\nwriter ben\nseed: create-container wiki\nann: put-blob "+name+
			"/a 1\nben: put-blob wiki/b 2\nben: put-blob "+name+"/b 3\n")
		if got := explore.Search(s.Input, explore.Budget{}, nil, nil).Clean(); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// An order of requests that one writer has under way at once is also how their answers come: two have 2 times 2.
func TestTheVerdictSaysWhatAnOrderOfRequestsAtOnceIs(t *testing.T) {
	w, inputs := inputsOf(t, "writer ann\nseed: create-container wiki\nann: send put-blob wiki/a 1 as a\n"+
		"ann: send put-blob wiki/a 2 as b\n")
	in, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	const note = "(requests of one writer under way at once are decided in any order, and so are their answers heard): "
	if verdict := found.Verdict(); !strings.Contains(verdict, note+"4 orders") {
		t.Error(verdict)
	}
}

// A Complete that is sent again may be answered in three ways (engine/bucket/rules.md): each is an order, and its steps
// say which it is.
func TestWhatAServiceLeavesOpenTellsOrdersApart(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nseed: create-bucket buck\nplan ann ["+
		"create-multipart-upload buck/k as u; upload-part buck/k x upload=$u.upload part=1 as p; "+
		"complete-multipart-upload buck/k [1=$p.etag] upload=$u.upload if-none-match=* as c; "+
		"complete-multipart-upload buck/k [1=$p.etag] upload=$u.upload if-none-match=* again=c]\n")}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	said := strings.Join(explore.Lines("all", found, strings.ToUpper), "\n")
	for _, want := range []string{": 3 orders in ", "(what a service leaves open, choose=1 and so on, goes each way",
		"ANN complete-multipart-upload (choose=1)", "ANN complete-multipart-upload (choose=2)"} {
		if !strings.Contains(said, want) {
			t.Errorf("it lacks %q:\n%s", want, said)
		}
	}
}
