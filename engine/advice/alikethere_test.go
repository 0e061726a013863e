package advice_test

import (
	"testing"

	"interleave/engine"
)

// One commit can be done by two: who is late meets the very text that it was to write, put there by one who finished
// its work (delta-io/delta-rs, issue 268). A 412, a 409 and a nil do not say what they met (engine/bucket/rules.md,
// engine/blob/rules.md, engine/table/rules.md): a read shows it, and under the next name the work would stand twice.
func TestWhoMeetsItsOwnTextByAnotherDoesNotWriteItAnew(t *testing.T) {
	const (
		lake = who + "seed: create-bucket lake\nann: put-object lake/tmp mine\n"
		put  = lake + "ann: send put-object lake/1 mine if-none-match=* as p\nben: get-object lake/tmp\n" +
			"ben: put-object lake/1 mine if-none-match=*\ndeliver p\nanswer p\n"
		twin = lake + "ann: send copy-object lake/1 source=lake/tmp if-none-match=* as p\n" +
			"ben: copy-object lake/1 source=lake/tmp if-none-match=*\ndeliver p\nanswer p\n"
		read  = "ann: get-object lake/1\n"
		two   = "ann: put-object lake/2 mine if-none-match=*\n"
		also  = "ann: copy-object lake/2 source=lake/tmp if-none-match=*\n"
		blob  = who + "seed: create-container con\nann: send put-blob con/1 mine if-none-match=* as p\n"
		first = "ben: put-blob con/1 mine if-none-match=*\ndeliver p\nanswer p\n"
		row   = who + "seed: create-table acc\nann: send insert-entity acc/p/1 .n=1 as p\n" +
			"ben: insert-entity acc/p/1 .n=1\ndeliver p\nanswer p\nann: get-entity acc/p/1\n"
		key = who + "ann: send SET k mine NX as p\nben: SET k mine NX\ndeliver p\nanswer p\nann: GET k\n"

		done  = "the work may be done already: do not write it under the next name unless it is other work."
		next  = "go on under the next name"
		twice = "holds it too, by Ben's #4: if that is one work, it was done twice. Settle with Ben which of the two"
		left  = "nothing is left to send"
	)
	there := engine.AlreadyThere
	advises(t, []advised{
		{"an object, not read yet", put, there, "read", next, "done already"},
		{"an object", put + read, there, "", "What #6 showed is what #3 was to write, and Ben's #5 put it there.",
			next},
		{"and what is to be done", put + read, there, "", done, next},
		{"put over since", put + read + "ben: put-object lake/1 other\n", there, "read", next, "done already"},
		{"another text", lake + "ann: send put-object lake/1 mine if-none-match=* as p\n" +
			"ben: put-object lake/1 other if-none-match=*\ndeliver p\nanswer p\n" + read, there, "", next,
			"done already"},
		{"under the next name", put + read + two, there, "", "lake/1 holds it too, by Ben's #5", left},
		{"under the next name, not read", put + two, there, "", "lake/1 holds it too, by Ben's #5", left},
		{"another's text, under the next name", lake + "ann: send put-object lake/1 mine if-none-match=* as p\n" +
			"ben: put-object lake/1 other if-none-match=*\ndeliver p\nanswer p\n" + two, there, "", left, "holds it"},
		{"a copy", twin + read, there, "", "What #5 showed is what #3 was to copy, and Ben's #4 put it there.", next},
		{"a copy that was held", lake + "hold ann\n" +
			"ann: send copy-object lake/1 source=lake/tmp if-none-match=* as p\n" +
			"ben: copy-object lake/1 source=lake/tmp if-none-match=*\ndeliver p\nanswer p\nhold ann off\n" + read,
			there, "", "What #5 showed is what #3 was to copy, and Ben's #4 put it there.", next},
		{"a copy, under the next name", twin + read + also, there, "", twice, left},
		{"a copy of what changed since", lake + "ann: send copy-object lake/1 source=lake/tmp if-none-match=* as p\n" +
			"ben: copy-object lake/1 source=lake/tmp if-none-match=*\nben: put-object lake/tmp other\ndeliver p\n" +
			"answer p\n" + read, there, "", next, "done already"},
		{"a blob", blob + first + "ann: get-blob con/1\n", there, "", done, next},
		{"a blob, under the next name", blob + first + "ann: put-blob con/2 mine if-none-match=*\n", there, "",
			"con/1 holds it too, by Ben's #3", left},
		{"a row", row, there, "", "the work may be done already: do it under another name only if it is other work.",
			"decide whether it will do"},
		{"a key", key, there, "", "What #3 showed is what #1 was to write, and Ben's #2 put it there.",
			"decide whether"},
	})
}

// A copy of one source brings one text, under whatever name: that is no other work than the first.
func TestACopyOfOneSourceIsOneText(t *testing.T) {
	const (
		lake = "writer ann \"Ana\"\nseed: create-bucket lake\nann: put-object lake/tmp mine\n" +
			"ann: send copy-object lake/1 source=lake/tmp if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: copy-object lake/1 source=lake/tmp if-none-match=* again=p\n"
		twice = "#5 has put the same text into lake/2 since, and #3 was done as well: if that is the same work, it " +
			"was done twice"
		two  = "ann: copy-object lake/2 source=lake/tmp if-none-match=*\n"
		read = "ann: get-object lake/1\n"
	)
	advises(t, []advised{
		{"the same source", lake + two, engine.OwnEcho, "read", twice, "do not write it under another name"},
		{"read", lake + two + read, engine.OwnEcho, "", twice, "nothing is left to send"},
		{"read alone", lake + read, engine.OwnEcho, "", "What #5 shows is what #3 was to copy. Whoever copies " +
			"lake/tmp puts the same there: if nobody else does, it was done, and nothing is left to send.",
			"id of that try"},
		{"another source", lake + "ann: put-object lake/other else\n" +
			"ann: copy-object lake/2 source=lake/other if-none-match=*\n", engine.OwnEcho, "read",
			"do not write it under another name", "the same text"},
		{"the source is another by then", lake + "ann: put-object lake/tmp else\n" + two, engine.OwnEcho, "read",
			"do not write it under another name", "the same text"},
	})
}

// That nothing is left to send is no word for who has one of two to take back.
func TestWhatIsToBeTakenBackIsNotCalledDone(t *testing.T) {
	const (
		lake = "writer ann \"Ana\"\nseed: create-bucket lake\nann: send put-object lake/1 mine if-none-match=* as p\n"
		lost = lake + "deliver p\nlose p\nann: put-object lake/1 mine if-none-match=* again=p\n"
		late = lake + "timeout p\nann: put-object lake/1 mine if-none-match=* again=p\n"
		two  = "ann: put-object lake/2 mine if-none-match=*\n"
		back = "one of the two has to be taken back by hand"
		left = "othing is left to send"
	)
	advises(t, []advised{
		{"an echo", lost + two + "ann: get-object lake/1\n", engine.OwnEcho, "", back, left},
		{"an echo that nobody waits for", late + two + "deliver p\n", engine.OwnEcho, "", back, left},
		{"its try", late + two + "deliver p\n", engine.NoAnswer, "", back, left},
		{"one name alone", late + "deliver p\n", engine.OwnEcho, "", left, back},
	})
}
