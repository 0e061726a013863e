package room_test

import (
	"testing"

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
