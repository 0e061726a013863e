package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// An older try that arrives behind a later one and does harm has a mark of its own (engine/conflict/rules.md, "an old
// copy of one's own request lands after a later one"): who never heard of it is not done with it.
func TestAnOlderTryThatDidHarmIsNotOverWithTheRetry(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b v1\n"
		late = "Ana's #4 has gone through since. But the older #3 was done after that: what to do stands at that mark."
		left = "Nothing is left to send"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"over another's work", head + "ann: send put-blob cont/b x as p\ntimeout p\n" +
			"ann: put-blob cont/b x again=p\nben: get-blob cont/b as s\n" +
			"ben: put-blob cont/b ben if-match=$s.etag\ndeliver p\n", late, left},
		{"over another's new blob", head + "ann: send delete-blob cont/b as p\ntimeout p\n" +
			"ann: delete-blob cont/b again=p\nben: put-blob cont/b new\ndeliver p\n", late, left},
		{"over one's own newer text", head + "ann: send put-blob cont/b x as p\ntimeout p\n" +
			"ann: put-blob cont/b x again=p\nann: put-blob cont/b y\ndeliver p\n", late, left},
		{"before the retry", head + "ann: send put-blob cont/b x as p\ndeliver p\nlose p\n" +
			"ann: put-blob cont/b x again=p\n", "Ana's #4 has gone through since. " + left, late},
	} {
		saysAtEnd(t, c.lines, engine.NoAnswer, c.want, c.never)
	}
}

// A group transaction that is sent again and refused inside is refused (engine/conflict/rules.md): what to do next
// stands at that refusal, as of one write.
func TestAGroupThatWasSentAgainIsNotReadForTwice(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nseed: create-table acc\n"+
		"ann: send entity-group-transaction acc p [insert-entity x .n=1; insert-entity y .n=2] as p\n"+
		"deliver p\nlose p\n"+
		"ann: entity-group-transaction acc p [insert-entity x .n=1; insert-entity y .n=2] again=p\n", engine.NoAnswer)
	const want = "#3 sent the same again, and was told 409"
	if !found || !strings.Contains(card.Say, want) || strings.Contains(card.Say, "Read before") {
		t.Errorf("%v %s", found, card.Say)
	}
}
