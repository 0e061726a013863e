package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// A deleted blob is kept for as many days as the policy has it, and comes back as it was; where something is made anew
// under its name, nothing does (engine/blob/rules.md, "Soft delete").
func TestWhatIsKeptCanBeBroughtBack(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nseed: put-blob docs/a 1\n"
		kept = "seed: set-blob-service-properties devstore property.DeleteRetentionPolicy=\"<Enabled>true</Enabled>" +
			"<Days>7</Days>\"\n"
		lost  = "ben: delete-blob docs/a\nann: put-blob docs/a 2\nben: delete-blob docs/a\n"
		stale = "ann: get-blob docs/a as g\nben: delete-blob docs/a\nann: put-blob docs/a 2 if-match=$g.etag\n"
		until = "Until 168:00:00.0 undelete-blob brings back what was deleted."
	)
	for _, c := range []struct {
		lines string
		kind  engine.Trouble
		until bool
		say   string
	}{
		{head + kept + lost, engine.LostUpdate, true, ""},
		{head + kept + stale, engine.IsGone, true, ""},
		{head + lost, engine.LostUpdate, false, ""},
		{head + stale, engine.IsGone, false, ""},
		{head + kept + stale + "ben: put-blob docs/a 3\n", engine.IsGone, false, ""},
		{head + kept + lost + "clock +700000s\n", engine.LostUpdate, false, ""},
		{head + kept + lost + "ben: undelete-blob docs/a\n", engine.LostUpdate, false, "Tell Ana"},
		{head + kept + lost + "ann: undelete-blob docs/a\n", engine.LostUpdate, false, "Ana's #7 has brought it back"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || slices.Contains(card.Others, until) != c.until || !strings.Contains(card.Say, c.say) {
			t.Errorf("%s%v %q %q, want %v %q", c.lines, found, card.Say, card.Others, c.until, c.say)
		}
	}
}

// Without a policy of the service nothing that was deleted is kept (engine/blob/rules.md, "Soft delete").
func TestAnUndeleteOfWhatIsNotKeptIsToldSo(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\n"+
		"seed: put-blob docs/a 1\nann: delete-blob docs/a\nben: undelete-blob docs/a\n", engine.IsGone)
	if !found || !strings.Contains(card.Say, "Nothing of docs/a is kept") {
		t.Errorf("%v %q", found, card.Say)
	}
}

// Who brought something back is told what became of that, and not to write it again (conflict/rules.md, "What is
// brought back"); where it is back once more nothing is left to tell.
func TestWhoBroughtItBackIsTold(t *testing.T) {
	const back = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: set-blob-service-properties devstore " +
		"property.DeleteRetentionPolicy=\"<Enabled>true</Enabled><Days>7</Days>\"\nseed: create-container docs\n" +
		"seed: put-blob docs/a one\nann: delete-blob docs/a\nben: undelete-blob docs/a\n"
	for lines, want := range map[string]string{
		back + "ann: delete-blob docs/a\n": "Tell Ben that #6 deleted what #5 had brought back, and settle whether " +
			"it is to be there.",
		back + "ann: put-blob docs/a two\n": "tell Ben that #6 wrote over what #5 had brought back, and settle which " +
			"of the two is to be there.",
		back + "ann: delete-blob docs/a\nben: undelete-blob docs/a\n": "nothing is left to tell.",
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		if said := card.Say + strings.Join(card.Others, " "); !found || !strings.Contains(said, want) {
			t.Errorf("%s: %t %q, want %q", lines, found, said, want)
		}
	}
}
