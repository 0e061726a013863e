package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// An insert is the guard of who creates: of a row that had been there before all of them it would refuse the first as
// well, so what stops the second upsert is an update with the tag of a read.
func TestAnInsertStopsOnlyWhereNothingWasThere(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table carts\n"
		row  = "seed: insert-entity carts/s/42 .n=1L\n"
		both = "ann: insert-or-replace-entity carts/s/42 .n=2L\nben: insert-or-replace-entity carts/s/42 .n=3L\n"
		lost = "ben: send insert-or-replace-entity carts/s/42 .n=3L as wb\ndeliver wb\nlose wb\n" +
			"ann: insert-or-replace-entity carts/s/42 .n=5L\n" +
			"ben: insert-or-replace-entity carts/s/42 .n=3L again=wb\n"
	)
	for lines, insert := range map[string]bool{head + both: true, head + row + both: false} {
		said := advice.Unread(roomtest.AtEnd(t, lines))
		update := strings.Contains(said, "update-entity If-Match ") &&
			strings.Contains(said, ", from a read before #3. The answer would be 412.")
		if strings.Contains(said, "insert-entity") != insert || update == insert {
			t.Error(lines, said)
		}
	}
	for lines, insert := range map[string]bool{head + lost: true, head + row + lost: false} {
		card, _ := cardAtEnd(t, lines, engine.DoneTwice)
		stops := strings.Join(card.Stops, " ")
		if strings.Contains(stops, "insert-entity") != insert || strings.Contains(stops, "update-entity") == insert {
			t.Error(lines, card.Stops)
		}
		if !strings.Contains(card.Say, "Tell Ana that #") || !strings.Contains(card.Say, " replaced Ana's v") {
			t.Error(lines, card.Say)
		}
	}
}

// Hosts that claim without having looked: all but the first are refused by what asks that nothing be there, the third
// as well as the second. Of what had been there before all of them the tag of a read stops it, in the same operation
// where that compares one (azure-sdk-for-go 20717, azure-sdk-for-python 38812: the cure of the claim is its condition).
func TestTheThirdClaimIsStoppedAsTheSecond(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		none = "What would stop it: If-None-Match *, as Cy had not looked. The answer would be "
	)
	for _, c := range []struct{ lines, want string }{
		{"seed: create-container own\nann: put-blob own/0 ann\nben: put-blob own/0 ben\ncy: put-blob own/0 cy\n",
			none + "409."},
		{"seed: create-bucket own\nann: put-object own/0 ann\nben: put-object own/0 ben\ncy: put-object own/0 cy\n",
			none + "412."},
		{"seed: create-container own\nseed: put-blob own/0 free\nann: put-blob own/0 ann\nben: put-blob own/0 ben\n" +
			"cy: put-blob own/0 cy\n", ", from a read before #4. The answer would be 412."},
		{"seed: create-container own\nseed: put-blob own/0 free\nann: set-blob-metadata own/0 meta.owner=ann\n" +
			"ben: set-blob-metadata own/0 meta.owner=ben\n", ", from a read before #3. The answer would be 412."},
		// of its own that the second replaced the first writer had made the one before: it would refuse that as well
		{"seed: create-container own\nann: put-blob own/0 ann\nann: put-blob own/0 ann2\nben: put-blob own/0 ben\n",
			", from a read before #3. The answer would be 412."},
	} {
		said := advice.Unread(roomtest.AtEnd(t, who+c.lines))
		create := strings.Contains(c.want, "If-None-Match")
		if !strings.Contains(said, c.want) || strings.Contains(said, "If-None-Match") != create ||
			strings.Contains(said, "If-Match") == create {
			t.Errorf("%s%q", c.lines, said)
		}
	}
}

// A first try without a condition that comes last, behind the second one and another's work on that: no tag of the
// later time could have gone with it, and nothing was there when it was sent. Whose work it took away is told.
func TestALateFirstTryIsStoppedByWhatItsSenderKnew(t *testing.T) {
	for _, lines := range []string{
		"seed: create-bucket lake\nann: send put-object lake/m one as p\ntimeout p\n" +
			"ann: put-object lake/m one again=p\nben: get-object lake/m as b\n" +
			"ben: put-object lake/m two if-match=$b.etag\ndeliver p\n",
		"seed: create-container lake\nann: send put-blob lake/m one as p\ntimeout p\n" +
			"ann: put-blob lake/m one again=p\nben: get-blob lake/m as b\n" +
			"ben: put-blob lake/m two if-match=$b.etag\ndeliver p\n",
	} {
		for _, kind := range []engine.Trouble{engine.LostUpdate, engine.DoneTwice} {
			card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\n"+lines, kind)
			stops := strings.Join(card.Stops, " ")
			if !found || strings.Contains(stops, "If-Match") || !strings.Contains(stops, "If-None-Match *") {
				t.Errorf("%s%s: %v %q", lines, kind, found, stops)
			}
			told := card.Say + strings.Join(card.Others, " ")
			if !strings.Contains(strings.ToLower(told), "tell ben") || strings.Contains(card.Say, "and stop") {
				t.Errorf("%s%s: %q", lines, kind, told)
			}
		}
	}
}

// What a read before would have named meets what came in between, as it did: the star that was sent stops nothing, and
// the tag meets another's row.
func TestAReadBeforeIsTriedBehindWhatCameInBetween(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
		"ann: send delete-entity acc/p/a if-match=* as d\ndeliver d\nlose d\nben: insert-entity acc/p/a .n=9\n" +
		"ann: delete-entity acc/p/a if-match=* again=d\n"
	advises(t, []advised{
		{"the tag", lines, engine.DoneTwice, "", ", from a read before #3. The answer would be 412.", "would be 404"},
		{"the star", lines, engine.DoneTwice, "", "If-Match", "If-Match *, from a read"},
	})
}
