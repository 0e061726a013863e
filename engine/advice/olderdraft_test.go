package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// What a refused request carried is what its sender wanted (engine/conflict/rules.md, "Sentences and advice come from
// the cause": advice is a function of the mark): a text from before it, that a card had left in the editor or that was
// typed before the sender had read what the request was made from, is not sent in its place.
func TestAnOlderDraftIsNotSentInThePlaceOfTheRequest(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container locks\n" +
			"ann: send put-blob locks/lock \"ann\" if-none-match=* as a\ndeliver a\nlose a\n" +
			"ann: put-blob locks/lock \"ann\" if-none-match=* again=a as a2\n"
		read, typed = "ann: get-blob locks/lock as r4", "typed before"
		both        = "both changed the same lines. If what is there now claims it for somebody else, stop"
	)
	lock := engine.ParseObject("blob locks/lock")
	for _, c := range []struct {
		name  string
		first func(r *room.Room)
		left  string
	}{
		{"left there by a card", func(r *room.Room) {
			list := r.View().Troubles()
			if _, err := r.Recommend(list[len(list)-1].Finding); err != nil {
				t.Fatal(err)
			}
		}, "ann until 120"},
		{"typed before the read", func(r *room.Room) {
			r.SetDraft("ann", lock, view.Draft{Text: typed})
			roomtest.Say(t, r, read)
		}, typed},
		{"no draft", func(r *room.Room) { roomtest.Say(t, r, read) }, "ann until 120"},
	} {
		r := roomtest.Of(t, "case.race", head)
		roomtest.PlayOn(t, r)
		c.first(r)
		roomtest.Say(t, r, "ben: get-blob locks/lock as g", "ben: put-blob locks/lock \"ben\" if-match=$g.etag",
			"ann: put-blob locks/lock \"ann until 120\" if-match=$r4.etag")
		list := r.View().Troubles()
		mark := list[len(list)-1].Finding
		card := advice.For(r.View(), mark)
		if mark.Kind != engine.StaleWrite || card.Action != "read" || !strings.Contains(card.Say, both) {
			t.Errorf("%s: %s %q %s", c.name, mark.Kind, card.Action, card.Say)
		}
		_, _ = r.Recommend(mark)
		if d, _ := r.View().Draft("ann", lock); d.Text != c.left {
			t.Errorf("%s: the editor holds %q, want %q", c.name, d.Text, c.left)
		}
	}
}
