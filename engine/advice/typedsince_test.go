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

// typedSince is a race in which Ana was refused, read what stands there and typed on from that.
type typedSince struct{ name, object, lines, sent, typed string }

var typedSinces = []typedSince{
	{"a row", "entity stock/shop/apples", "seed: create-table stock\n" +
		"seed: insert-entity stock/shop/apples .count=5 .place=1\nann: get-entity stock/shop/apples as a\n" +
		"ben: get-entity stock/shop/apples as b\n" +
		"ben: update-entity stock/shop/apples .count=4 .place=1 if-match=$b.etag\n" +
		"ann: update-entity stock/shop/apples .count=3 .place=1 if-match=$a.etag\n", "count=3\nplace=1\n",
		"count=2\nplace=1\n"},
	{"a blob", "blob wiki/a", "seed: create-container wiki\nseed: put-blob wiki/a \"one\\ntwo\"\n" +
		"ann: get-blob wiki/a as a\nben: get-blob wiki/a as b\n" +
		"ben: put-blob wiki/a \"one\\nben\" if-match=$b.etag\nann: put-blob wiki/a \"one\\nann\" if-match=$a.etag\n",
		"one\nann", "one\nben and ann"},
	{"an object", "object lake/a", "seed: create-bucket lake\nseed: put-object lake/a \"one\\ntwo\"\n" +
		"ann: get-object lake/a as a\nben: get-object lake/a as b\n" +
		"ben: put-object lake/a \"one\\nben\" if-match=$b.etag\n" +
		"ann: put-object lake/a \"one\\nann\" if-match=$a.etag\n",
		"one\nann", "one\nben and ann"},
}

// play comes to where the draft has been typed.
func (c typedSince) play(t *testing.T) (*room.Room, engine.ObjectID, view.Trouble) {
	t.Helper()
	object := engine.ParseObject(c.object)
	r := roomtest.Of(t, "case.race", who+c.lines)
	roomtest.PlayOn(t, r)
	r.SetDraft("ann", object, view.Draft{Text: c.sent, From: []string{"a"}})
	list := r.View().Troubles()
	mark := list[len(list)-1]
	_, _ = r.Recommend(mark.Finding)
	read, _ := r.View().Known("ann").Reading(object)
	r.SetDraft("ann", object, view.Draft{Text: c.typed, From: read.Into([]string{"a"})})
	return r, object, mark
}

// What was read is not read again, and what its sender has typed since goes out as it stands: the steps of the
// optimistic strategy (Azure, "Managing concurrency in Azure Storage") begin anew only where that is refused.
func TestWhatWasTypedSinceTheReadIsSentAsItStands(t *testing.T) {
	for _, c := range typedSinces {
		r, object, mark := c.play(t)
		card := advice.For(r.View(), mark.Finding)
		if mark.Kind != engine.StaleWrite || card.Action != "redrive" || strings.Contains(card.Say, "ead again") ||
			strings.Contains(card.Say, "new text") || !strings.Contains(card.Say, "Send Ana's draft with the new tag") {
			t.Errorf("%s: %s %q %s", c.name, mark.Kind, card.Action, card.Say)
		}
		before := r.View().Requests()
		if _, err := r.Recommend(mark.Finding); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		v := r.View()
		if n := len(v.Troubles()); n != 1 || v.Requests() != before+1 {
			t.Errorf("%s: %d marks, %d requests more", c.name, n, v.Requests()-before)
		}
		if got := v.Truth(object).Versions[0]; got.By != "ann" || got.Body != c.typed {
			t.Errorf("%s: there stands %q of %s", c.name, got.Body, got.By)
		}
		if card := advice.For(v, mark.Finding); card.Action != "" {
			t.Errorf("%s: behind it %q %s", c.name, card.Action, card.Say)
		}
	}
}

// A text of one line may be a claim: whether it goes over another's is decided by a person, who has read that.
func TestAClaimThatWasTypedSinceIsNotSentByAKey(t *testing.T) {
	c := typedSince{"a claim", "blob own/p", "seed: create-container own\nseed: put-blob own/p none\n" +
		"ann: get-blob own/p as a\nben: get-blob own/p as b\nben: put-blob own/p ben if-match=$b.etag\n" +
		"ann: put-blob own/p ann if-match=$a.etag\n", "ann", "ann too"}
	r, _, mark := c.play(t)
	card := advice.For(r.View(), mark.Finding)
	if card.Action != "" || strings.Contains(card.Say, "ead again") ||
		!strings.Contains(card.Say, "claims it for somebody else, stop; otherwise w writes the draft.") {
		t.Errorf("%q %s", card.Action, card.Say)
	}
}

// Both sides of what is put together are those of now: the draft as its writer has it, and what is there. Where the
// writer has gone on, or holds another text, nothing is put in its place.
func TestWhatIsPutTogetherIsTheDraftAsItStands(t *testing.T) {
	for _, c := range typedSinces {
		r, object, mark := c.play(t)
		s, open := r.View().ToMerge(mark.Finding)
		if !open || !s.Newest || s.Mine.Text != c.typed || s.Mine.Name != "Ana's draft" {
			t.Errorf("%s: open %v, %+v", c.name, open, s)
		}
		verb, theirs := "put-"+object.Kind, " \"one\\nlater\""
		if object.Kind == "entity" {
			verb, theirs = "update-entity", " .count=9 .place=1"
		}
		roomtest.Say(t, r, "ben: "+verb+" "+object.Name+theirs)
		want := r.View().Truth(object).Versions[0].Body
		s, open = r.View().ToMerge(mark.Finding)
		if !open || s.Newest || s.Theirs.Text != want || s.Mine.Text != c.typed {
			t.Errorf("%s, written again: open %v, %+v", c.name, open, s)
		}
		roomtest.Say(t, r, "ann: "+verb+" "+object.Name+theirs)
		if _, open = r.View().ToMerge(mark.Finding); open {
			t.Errorf("%s: Ana has gone on, and what was refused would go over that", c.name)
		}
	}
}
