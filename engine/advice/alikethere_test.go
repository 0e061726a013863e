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

// A try that had no answer keeps nobody from writing the text under the next name: where another has put it under the
// first, it stands twice, by two, whatever the refusal let its sender think (delta-io/delta-rs, issue 268;
// engine/conflict/rules.md, "Silent"). A try of its own that was done is its own second, under whichever name.
func TestATextOfTwoUnderTwoNamesIsToldBehindALostTry(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lake = who + "seed: create-bucket lake\n"
		con  = who + "seed: create-container con\n"
		put  = lake + "ann: send put-object lake/1 mine if-none-match=* as p\n"
		bens = "ben: put-object lake/1 mine if-none-match=*\n"
		met  = "ann: put-object lake/1 mine if-none-match=* again=p\n"
		lost = put + "lose p\n" + bens
		two  = "ann: put-object lake/2 mine if-none-match=*\n"
		read = "ann: get-object lake/1\n"
		rows = who + "seed: create-table acc\nann: send insert-entity acc/p/1 .n=1 as p\n"
		row  = "ben: insert-entity acc/p/1 .n=1\n"
		row2 = "ann: insert-entity acc/p/2 .n=1\n"
		both = "Settle with Ben which of the two is to be taken back."
		one  = "do not write it under another name"
		left = "othing is left to send"
		own  = "has put the same text into lake/3 since, and #2 was done as well"
	)
	there, none := engine.AlreadyThere, engine.NoAnswer
	advises(t, []advised{
		{"a retry", lost + met + two, there, "", "#5 has put the same text into lake/2 since, and lake/1 holds it " +
			"too, by Ben's #3: if that is one work, it was done twice. " + both, one},
		{"read before", lost + met + read + two, there, "", both, left},
		{"read behind", lost + met + two + read, there, "", both, left},
		{"another text there", put + "lose p\nben: put-object lake/1 other if-none-match=*\n" + met + two, there,
			"read", one, "holds it too"},
		{"taken back", lost + met + two + "ann: delete-object lake/2\n", there, "read", one, "holds it too"},
		{"not under another name", lost + met, there, "read", one, "holds it too"},
		{"a retry behind the other name", lost + two + met, there, "", "#4 has put the same text into lake/2, and " +
			"lake/1 holds it too, by Ben's #3", one},
		{"no retry", lost + two, none, "", both, "Read before"},
		{"under the name of a try", lost + "ann: put-object lake/2 mine if-none-match=* again=p\n", none, "",
			"#4 has gone through since. lake/1 holds it too, by Ben's #3: if that is one work", left},
		{"a refusal that was lost", put + bens + "deliver p\nlose p\n" + met + two, there, "", both, one},
		{"given up, and refused last", put + "timeout p\n" + bens + two + "deliver p\n", there, "",
			"#4 has put the same text into lake/2 since, and lake/1 holds it too, by Ben's #3", one},
		{"what was done and put anew by another", put + "deliver p\nlose p\nben: get-object lake/1 as g\n" +
			"ben: put-object lake/1 mine if-match=$g.etag\n" + met + two, there, "", "lake/1 holds it too, by Ben's #4",
			one},
		{"a row", rows + "lose p\n" + row + "ann: insert-entity acc/p/1 .n=1 again=p\n" + row2, there, "",
			"acc/p/1 holds it too, by Ben's #3", one},
		{"a row, and no answer lost", rows + row + "deliver p\nanswer p\n" + row2, there, "",
			"acc/p/1 holds it too, by Ben's #3", "decide whether"},
		{"blocks", con + "ann: put-block con/1 mine block=aaaa\n" +
			"ann: send put-block-list con/1 [aaaa] if-none-match=* as p\nlose p\n" +
			"ben: put-blob con/1 mine if-none-match=*\nann: put-block-list con/1 [aaaa] if-none-match=* again=p\n" +
			"ann: put-block con/2 mine block=aaaa\nann: put-block-list con/2 [aaaa] if-none-match=*\n", there, "",
			"con/1 holds it too, by Ben's #4", one},
		{"one taken name after another", lost + met + "ben: put-object lake/2 other if-none-match=*\n" + two +
			"ann: put-object lake/3 mine if-none-match=*\n", there, "", "#7 has put the same text into lake/3 since, " +
			"and lake/1 holds it too, by Ben's #3", left},
		{"its own, one taken name after another", put + "deliver p\nlose p\n" +
			"ben: put-object lake/2 other if-none-match=*\n" + met + two +
			"ann: put-object lake/3 mine if-none-match=*\n", there, "read", own, one},
		{"its own, told once", put + "deliver p\nlose p\nben: put-object lake/2 other if-none-match=*\n" + met + two +
			"ann: put-object lake/3 mine if-none-match=*\n", there, "read", own, "nobody is told"},
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

// Where the first name is gone by now, that the text stands under the next one decides whether it is wanted again.
func TestWhatIsGoneIsToldWithTheNameThatHoldsItsText(t *testing.T) {
	const (
		lake = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\nseed: create-bucket lake\n"
		lost = lake + "ann: send put-object lake/1 mine if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: put-object lake/1 mine if-none-match=* again=p\n"
		met = lake + "ben: put-object lake/1 mine if-none-match=*\nann: put-object lake/1 mine if-none-match=*\n"
		two = "ann: put-object lake/2 mine if-none-match=*\n"
		too = "has put the same text into lake/2 since. "
	)
	advises(t, []advised{
		{"its own", lost + two + "ben: delete-object lake/1\n", engine.OwnEcho, "", "#4 " + too + "Ana's own try #2",
			"done as well"},
		{"another's", met + two + "cat: delete-object lake/1\n", engine.AlreadyThere, "", "#4 " + too +
			"lake/1 is gone, by Cat's #5", "holds it too"},
		{"under no other name", lost + "ben: delete-object lake/1\n", engine.OwnEcho, "", "Settle with Ben",
			"the same text"},
		{"not there any more", lost + two + "ben: delete-object lake/1\nann: delete-object lake/2\n", engine.OwnEcho,
			"", "Settle with Ben", "the same text"},
	})
}

// Nor does a lost try, or a refusal of one entry, keep anybody from inserting a group under other names: whether two
// put the same rows twice is as little marked as of a single one (engine/table/rules.md, "Entity group transactions").
func TestAGroupOfTwoUnderOtherNamesIsTold(t *testing.T) {
	const (
		acc  = who + "seed: create-table acc\n"
		puts = "entity-group-transaction acc p [insert-entity 1 .n=1; insert-entity 2 .n=2]"
		lost = acc + "ann: send " + puts + " as p\nlose p\n"
		bens = "ben: " + puts + "\n"
		met  = "ann: " + puts + " again=p\n"
		two  = "ann: entity-group-transaction acc p [insert-entity 3 .n=1; insert-entity 4 .n=2]\n"
		both = "acc/p/1 and acc/p/2 hold them too, by Ben's #3: if that is one work, it was done twice. Settle with " +
			"Ben which of the two is to be taken back."
		rows = "hold them too"
	)
	there, none := engine.AlreadyThere, engine.NoAnswer
	advises(t, []advised{
		{"a retry", lost + bens + met + two, there, "", "#5 has put the same rows into acc/p/3 and acc/p/4 since, " +
			"and " + both, "Read what is there"},
		{"no retry", lost + bens + two, none, "", "#4 has put the same rows into acc/p/3 and acc/p/4 since, " +
			"and " + both, "Read before"},
		{"before the retry", lost + bens + two + met, there, "", "#4 has put the same rows into acc/p/3 and acc/p/4, " +
			"and " + both, "Read what is there"},
		{"a refusal that was lost", acc + "ann: send " + puts + " as p\n" + bens + "deliver p\nlose p\n" + two,
			none, "", both, "Read before"},
		{"one by one", lost + "ben: insert-entity acc/p/1 .n=1\nben: insert-entity acc/p/2 .n=2\n" + two, none, "",
			"by Ben's #3 and Ben's #4: if that is one work", "Read before"},
		{"other rows", lost + bens + met + "ann: entity-group-transaction acc p [insert-entity 3 .n=1; " +
			"insert-entity 4 .n=3]\n", there, "read", "Read what is there", rows},
		{"one of another", lost + "ben: insert-entity acc/p/1 .n=1\nben: insert-entity acc/p/2 .n=9\n" + two, none,
			"read", "Read before", rows},
		{"taken back", lost + bens + two + "ann: delete-entity acc/p/4 if-match=*\n", none, "read",
			"Read before", rows},
		{"its own", acc + "ann: send " + puts + " as p\ndeliver p\nlose p\n" + two, none, "read", "Read before", rows},
		{"not all of it is made", acc + "seed: insert-entity acc/p/9 .n=0\nann: send entity-group-transaction acc p " +
			"[insert-entity 1 .n=1; merge-entity 9 .n=1 if-match=*] as p\nlose p\nben: insert-entity acc/p/1 .n=1\n" +
			"ann: entity-group-transaction acc p [insert-entity 3 .n=1; merge-entity 9 .n=1 " +
			"if-match=*]\n", none, "read",
			"Read before", rows},
	})
}
