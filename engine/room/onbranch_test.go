package room_test

import (
	"errors"
	"testing"

	"interleave/engine"
	"interleave/engine/room"
)

// A writer who had chosen no guard is why the text was lost: the same choice must not choose for the request that mends
// it.
func TestRecommendGuardsWhatWentWithoutOne(t *testing.T) {
	r, _ := wiki(t)
	for _, in := range []engine.Input{
		write("ben", "# Home\nOpen 10 to 6\n"),
		engine.Set{Scope: "ann", Key: "guard", Value: "none"},
	} {
		if s, ok := in.(engine.Send); ok {
			if _, err := r.Send(s); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	r.DropDraft("ann", engine.ParseObject(page)) // as a window does that has saved
	sent := write("ann", "# Home\nOpen 9 to 5, closed on Sunday\n")
	sent.Words.From = "a1"
	if _, err := r.Send(sent); err != nil {
		t.Fatal(err)
	}
	marks := r.View().Fresh()
	if len(marks) != 1 || marks[0].Kind != "lost-update" {
		t.Fatalf("two writes without a guard give %v", marks)
	}
	before := r.View().Branch
	did, err := r.Recommend(marks[0])
	if err != nil {
		t.Fatalf("%q: %v", did, err)
	}
	v := r.View()
	refused, silent, _ := v.Counts()
	if refused != 1 || silent != 0 || v.Branch == before {
		t.Fatalf("%q on %s: %d refused, %d silent", did, v.Branch, refused, silent)
	}
	if k := v.Known("ann"); k.Guard != "if-match" {
		t.Errorf("ann's window says that her writes ask for %q", k.Guard)
	}
	if d, kept := v.Draft("ann", engine.ParseObject(page)); !kept ||
		d.Text != "# Home\nOpen 9 to 5, closed on Sunday\n" {
		t.Errorf("ann's draft is %+v, the refused text is to be sent yet", d)
	}
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	if _, silent, _ := r.View().Counts(); silent != 1 || r.View().Branch != before {
		t.Errorf("one undo leaves %d silent on %s", silent, r.View().Branch)
	}
}

// Under the newer tag the older text would be sent once more: what is said must be that it is left to its owner.
func TestRecommendMergesWhatDefeatedItsGuard(t *testing.T) {
	for _, c := range []struct{ theirs, body string }{
		{"# Home\nOpen 10 to 6\n", ""},
		{"Welcome\n# Home\nOpen 9 to 5\n", "Welcome\n# Home\nOpen 9 to 5, closed on Sunday\n"},
	} {
		r, _ := wiki(t)
		for _, s := range []engine.Send{
			write("ben", c.theirs),
			{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"), As: "again"},
			{By: "ann", Verb: "put-blob", Args: append(
				engine.Args("path", "wiki/home.md", "body", "# Home\nOpen 9 to 5, closed on Sunday\n"),
				engine.Arg{Name: "if-match", Value: engine.Ref("again.etag", false)}), Words: engine.Words{From: "a1"}},
		} {
			if _, err := r.Send(s); err != nil {
				t.Fatal(err)
			}
		}
		marks := r.View().Fresh()
		if len(marks) != 1 || marks[0].Kind != "guard-defeated" {
			t.Fatalf("an older text under a newer tag gives %v", marks)
		}
		did, err := r.Recommend(marks[0])
		_, silent, _ := r.View().Counts()
		if c.body == "" {
			if !errors.Is(err, room.ErrByHand) || silent != 0 {
				t.Errorf("both changed line 2: %q, %v, %d silent", did, err, silent)
			}
			continue
		}
		if body := r.View().Truth(engine.ParseObject(page)).Versions[0].Body; err != nil || body != c.body ||
			silent != 0 {
			t.Errorf("%q, %v: %d silent, the page is %q", did, err, silent, body)
		}
	}
}
