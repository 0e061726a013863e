package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A request that nobody waits for any more can be done over what another has put there meanwhile: the last writer wins,
// which has no mark (engine/conflict/rules.md, "What has no mark"), so its own card says whose work that cost, until
// that one has heard of it. Of a text that was replaced by the same none is lost.
func TestALateWriteThatCostAnothersWorkSaysSo(t *testing.T) {
	const (
		lake = who + "seed: create-bucket lake\nann: send put-object lake/1 mine as p\ntimeout p\n"
		put  = lake + "ben: put-object lake/1 other\n"
		read = "ann: get-object lake/1\n"
		blob = who + "seed: create-container con\nann: send put-blob con/1 mine as p\ntimeout p\n" +
			"ben: put-blob con/1 other\ndeliver p\nlose p\nann: get-blob con/1\n"
		row = who + "seed: create-table acc\nann: send insert-or-replace-entity acc/p/1 .n=1 as p\ntimeout p\n" +
			"ben: insert-or-replace-entity acc/p/1 .n=2\ndeliver p\nlose p\nann: get-entity acc/p/1\n"
		key = who + "ann: send EXSET k mine as p\ntimeout p\nben: EXSET k other\ndeliver p\nlose p\nann: EXGET k\n"

		harm = "It did harm: #2 replaced Ben's v1 unread. Tell Ben, who does not know."
		none = "It did harm"
	)
	unheard := engine.NoAnswer
	advises(t, []advised{
		{"an object", put + "deliver p\nlose p\n" + read, unheard, "", harm, ""},
		{"its answer comes after all", put + "deliver p\n", unheard, "",
			"came after all, and says what was done. It did harm", ""},
		{"not read yet", put + "deliver p\nlose p\n", unheard, "read", "Read before the next try", none},
		{"Ben has read it", put + "deliver p\nlose p\n" + read + "ben: get-object lake/1\n", unheard, "",
			"is what #2 was", none},
		{"Ben has put it right", put + "deliver p\nlose p\n" + read + "ben: put-object lake/1 other\n", unheard, "read",
			"Ben's #5 has replaced that", none},
		{"the same text", lake + "ben: put-object lake/1 mine\ndeliver p\nlose p\n" + read, unheard, "",
			"is what #2 was", none},
		{"nothing was there", lake + "deliver p\nlose p\n" + read, unheard, "", "is what #2 was", none},
		{"a blob", blob, unheard, "", harm, ""},
		{"a row", row, unheard, "", "Tell Ben, who does not know.", ""},
		{"a key", key, unheard, "", "Tell Ben, who does not know.", ""},
	})
}

// A text stands under two names whichever of the two came first: the one that was sent first may be done last.
func TestATextStandsUnderTwoNamesWhicheverWasDoneFirst(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		given = who + "ann: send put-object lake/1 mine as p\ntimeout p\n"
		two   = "ann: put-object lake/2 mine\n"
		over  = "ben: put-object lake/1 other\n"
		twice = "#3 has put the same text into lake/2 since, and #2 was done as well: if that is the same work, it " +
			"was done twice"
		blob = "writer ann \"Ana\"\nseed: create-container con\nann: send put-blob con/1 mine as p\ntimeout p\n" +
			"ann: put-blob con/2 mine\ndeliver p\nlose p\n"
	)
	advises(t, []advised{
		{"late over another's", given + two + over + "deliver p\nlose p\n", engine.NoAnswer, "read", twice,
			"nothing is left"},
		{"late, where nothing is", given + two + "deliver p\nlose p\n", engine.NoAnswer, "read", twice,
			"nothing is left"},
		{"a blob", blob, engine.NoAnswer, "read", "#3 has put the same text into con/2 since", "nothing is left"},
		{"over what stood there when it was sent", who + over + "ann: send put-object lake/1 mine as p\ntimeout p\n" +
			two + "deliver p\nlose p\n", engine.NoAnswer, "read", "Read before the next try", "done twice"},
	})
	const (
		slow = who + "ann: send put-object lake/1 mine as p\n"
		late = "Ana's #3 put the text of #2 into lake/2, and #2, which had been sent before it, put it into lake/1 " +
			"later."
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"done last", slow + two + "deliver p\nlose p\n", late, ""},
		{"done last, over another's", slow + two + over + "deliver p\nlose p\n", late, ""},
		{"done first, and not heard of", slow + "deliver p\nlose p\n" + two,
			"Ana's #3 put the text of #2 into lake/2 too.", ""},
		{"heard of", slow + "deliver p\nanswer p\n" + two, "", "If it is one work"},
		{"another text", slow + "ann: put-object lake/2 else\ndeliver p\nlose p\n", "", "If it is one work"},
	} {
		said := advice.Unmarked(roomtest.AtEnd(t, c.lines))
		if !strings.Contains(said, c.want) || c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %s\nwant %q, never %q", c.name, said, c.want, c.never)
		}
	}
}

// Who found nothing and meets another's by now reads that first: the same again, as it was, would go over it.
func TestWhoFoundNothingReadsWhatWasPutThereSince(t *testing.T) {
	const (
		blob = who + "seed: create-container con\nann: send put-blob con/1 mine as p\nlose p\nann: get-blob con/1\n"
		lake = who + "seed: create-bucket lake\nann: send put-object lake/1 mine as p\nlose p\nann: get-object lake/1\n"
		stop = "has put something there since: read that. If what is there now claims it for somebody else, stop"
	)
	advises(t, []advised{
		{"a blob", blob + "ben: put-blob con/1 other\n", engine.NoAnswer, "read", "Ben's #4 " + stop, ""},
		{"an object", lake + "ben: put-object lake/1 other\n", engine.NoAnswer, "read", "Ben's #4 " + stop, ""},
		{"and deleted again", blob + "ben: put-blob con/1 other\nben: delete-blob con/1\n", engine.NoAnswer, "", "gone",
			stop},
		{"nobody has", blob, engine.NoAnswer, "retry", "Send the same again", stop},
	})
}
