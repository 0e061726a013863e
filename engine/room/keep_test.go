package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
)

// A script sends texts without drafts: what was refused must be in the editor after the read that is recommended.
func TestRecommendKeepsTheTextThatWasRefused(t *testing.T) {
	data, err := races.FS.ReadFile("blob/r03-same-etag-two-writers.race")
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	if err := r.Load("r03.race", data); err != nil {
		t.Fatal(err)
	}
	for len(r.View().Troubles()) == 0 {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	mark := r.View().Troubles()[0].Conflict
	sent := ""
	for _, a := range r.View().Exchange(mark.Request).Args {
		if a.Name == "body" {
			sent = a.Value.String()
		}
	}
	_, _ = r.Recommend(mark)
	v := r.View()
	draft, kept := v.Draft(mark.By, mark.Object)
	if !kept || draft.Text != sent {
		t.Errorf("the refused text %q: draft %q (%v)", sent, draft.Text, kept)
	}
}

// Both changed another property: the merged row is sent, and never the refused one under a newer tag.
func TestRecommendMergesProperties(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	put := func(by, a, c string, more ...engine.Arg) engine.Send {
		return engine.Send{By: by, Verb: "update-entity", Args: append(engine.Args("path", "stock/p/r", ".a", a, ".b", "1", ".c", c), more...)}
	}
	tag := engine.Arg{Name: "if-match", Value: engine.Ref("b1.etag", false)}
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann"}, engine.AddWriter{ID: "ben"}} {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []engine.Send{{By: engine.Seed, Verb: "create-table", Args: engine.Args("path", "stock")},
		{By: engine.Seed, Verb: "insert-entity", Args: engine.Args("path", "stock/p/r", ".a", "1", ".b", "1", ".c", "1")},
		{By: "ben", Verb: "get-entity", Args: engine.Args("path", "stock/p/r"), As: "b1"},
		put("ann", "2", "1", engine.Arg{Name: "if-match", Value: engine.Text("*")}), put("ben", "1", "9", tag)} {
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
	mark := r.View().Fresh()[0]
	did, err := r.Recommend(mark)
	v := r.View()
	_, silent, _ := v.Counts()
	if row := v.Truth(mark.Object).Versions[0].Body; err != nil || row != "a=2\nb=1\nc=9" && row != "a=2\nb=1\nc=9\n" || silent != 0 {
		t.Errorf("%s: %v; the row is %q, marks %v", did, err, row, v.Troubles())
	}
}
