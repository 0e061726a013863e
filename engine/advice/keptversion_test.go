package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A version that is replaced, or hidden by a delete marker, can be read by its id, and one that was deleted by its id
// is gone for good (engine/bucket/rules.md, "Versioning"). Whoever was shown by a listing which version stands there
// knows the one that it names (engine/conflict/rules.md, "Words", "By its tag").
func TestAVersionThatIsKeptIsTold(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket ver\n" +
			"seed: put-bucket-versioning ver Enabled\nseed: put-object ver/k v0\nana: get-object ver/k as g\n"
		put  = "ben: put-object ver/k bens as b\n"
		take = "tell ana $b.version-id\nana: delete-object ver/k version-id=$b.version-id\n"
		kept = "is kept: a read with version-id"
	)
	null := strings.Replace(head, "Enabled\n", "Enabled\nseed: put-bucket-versioning ver Suspended\n", 1)
	for _, c := range []struct{ name, lines, says, others string }{
		{"replaced", head + put + "ana: put-object ver/k anas\n", "", kept},
		{"hidden", head + put + "ana: delete-object ver/k\n", "", kept},
		{"taken away", head + put + take, "took this version away for good", ""},
		{"a null version that was replaced", null + put + "ana: put-object ver/k anas\n", "", ""},
		{"a null marker that was replaced", null + "ben: delete-object ver/k\nana: put-object ver/k anas\n", "", ""},
		{"without versions", strings.Replace(head, "seed: put-bucket-versioning ver Enabled\n", "", 1) + put +
			"ana: put-object ver/k anas\n", "", ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		others := strings.Join(card.Others, " ")
		if !found || !strings.Contains(card.Say, c.says) || !strings.Contains(others, c.others) ||
			c.others == "" && strings.Contains(others, kept) {
			t.Errorf("%s: %v %q %q", c.name, found, card.Say, card.Others)
		}
	}
	for _, own := range []string{"", "ana: delete-object ver/k version-id=$d.version-id\n"} {
		race := head + "ana: delete-object ver/k as d\nben: put-object ver/k bens if-none-match=*\n" + own +
			"ana: list-object-versions ver as l\nana: delete-object ver/k version-id=$l.0.version-id\n"
		if card, found := cardAtEnd(t, race, engine.LostUpdate); found {
			t.Errorf("what a listing named was marked: %s", card.Say)
		}
	}
}
