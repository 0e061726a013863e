package room_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// A script sends texts without drafts: what was refused must be in the editor after the read that is recommended.
func TestRecommendKeepsTheTextThatWasRefused(t *testing.T) {
	r := race(t, "blob/r03-same-etag-two-writers.race")
	mark := stepTo(t, r, "stale-write", true).Finding
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
	t.Run("with one between", func(t *testing.T) { mergesProperties(t, "1", "9", "a=2\nb=1\nc=9\n") })
	t.Run("side by side", func(t *testing.T) { mergesProperties(t, "9", "1", "a=2\nb=9\nc=1\n") })
}

// mergesProperties has Ana change a and Ben b and c.
func mergesProperties(t *testing.T, b, c, want string) {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	put := func(by, a, b, c string, more ...engine.Arg) engine.Send {
		return engine.Send{By: by, Verb: "update-entity",
			Args: append(engine.Args("path", "stock/p/r", ".a", a, ".b", b, ".c", c), more...)}
	}
	tag := engine.Arg{Name: "if-match", Value: engine.Ref("b1.etag", false)}
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann"}, engine.AddWriter{ID: "ben"}} {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []engine.Send{{By: engine.Seed, Verb: "create-table", Args: engine.Args("path", "stock")},
		{By: engine.Seed, Verb: "insert-entity",
			Args: engine.Args("path", "stock/p/r", ".a", "1", ".b", "1", ".c", "1")},
		{By: "ben", Verb: "get-entity", Args: engine.Args("path", "stock/p/r"), As: "b1"},
		put("ann", "2", "1", "1", engine.Arg{Name: "if-match", Value: engine.Text("*")}), put("ben", "1", b, c, tag)} {
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
	mark := r.View().Fresh()[0]
	did, err := r.Recommend(mark)
	v := r.View()
	_, silent, _ := v.Counts()
	if row := v.Truth(mark.Object).Versions[0].Body; err != nil || strings.TrimSpace(row) != strings.TrimSpace(want) ||
		silent != 0 {
		t.Errorf("%s: %v; the row is %q, marks %v", did, err, row, v.Troubles())
	}
}

// A twin is where the session is, and goes its own way from there.
func TestATwinGoesItsOwnWay(t *testing.T) {
	r, _ := wiki(t)
	toConflict(t, r)
	twin, err := r.Clone()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := r.View(), twin.View(); a.Digest() != b.Digest() || a.Record != b.Record || a.Script != b.Script ||
		a.Log().Len() != b.Log().Len() {
		t.Fatalf("the twin stands at record %d of %q, the session at %d of %q", b.Record, b.Script, a.Record, a.Script)
	}
	before := r.View().Digest()
	if _, err := twin.Send(write("ben", "other\n")); err != nil {
		t.Fatal(err)
	}
	if err := twin.Go(1); err != nil {
		t.Fatal(err)
	}
	if r.View().Digest() != before || r.View().Past {
		t.Error("what the twin did moved the session")
	}
}
