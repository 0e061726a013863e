package advice_test

import (
	"testing"

	"interleave/engine"
)

// What a card speaks of may have been repaired, broken or taken away since: it goes by what is there at its moment.
func TestACardGoesByWhatIsThereNow(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		file  = who + "seed: create-share sha\nseed: create-file sha/f 4\n"
		twice = who + "ann: send create-table tba as c\ndeliver c\nlose c\nben: delete-table tba\n"
		again = twice + "clock +41s\nann: create-table tba again=c\n"
		puts  = file + "ann: get-file sha/f\nben: get-file sha/f\nann: put-range sha/f AAAA range=0-3\n" +
			"ben: put-range sha/f BB range=2-3\n"
		rows = who + "seed: create-table tab\nseed: insert-entity tab/p/r .a=1L\nann: get-entity tab/p/r\n" +
			"ann: send delete-entity tab/p/r if-match=* as d\ndeliver d\nlose d\nben: insert-entity tab/p/r .a=5L\n" +
			"ann: delete-entity tab/p/r if-match=* again=d\n"
		held = file + "cat: acquire-file-lease sha/f duration=-1 as l\n" +
			"cat: acquire-file-lease sha/f duration=-1 again=l\n"
	)
	advises(t, []advised{
		{"the other's delete would be undone", twice + "ann: create-table tba again=c\n", engine.Unfinished, "",
			"Ben's #2 took away what #1 had done: to send it again would bring that back.", "send the same again."},
		{"nobody's delete is undone", who + "seed: create-table tba\nben: delete-table tba\nann: create-table tba\n",
			engine.Unfinished, "retry", "send the same again.", "Settle"},
		{"it stands", again, engine.DoneTwice, "", "Settle with Ben whether it is to be there", "again with"},
		{"it was removed again", again + "ben: delete-table tba\n", engine.DoneTwice, "",
			"tba is gone, by Ben's #4 (delete-table), and with that what was done twice: nothing has to be taken back.",
			"Settle"},
		{"in another's new share", file + "ben: delete-share sha\nann: create-file sha/g 4\nclock +31s\n" +
			"cat: create-share sha\n", engine.Unfinished, "", "Cat's #5 has made it anew since: that is another thing.",
			"send the same again."},
		{"bytes that are lost", puts, engine.LostUpdate, "", "Tell Ana what #6 replaced", "nothing is left to tell"},
		{"bytes that were put back", puts + "ann: get-file sha/f\nann: put-range sha/f AAAA range=0-3\n",
			engine.LostUpdate, "", "Ana's #8 has put there again since what #5 had put there: nothing is left to tell.",
			"Tell Ana"},
		{"a row that is gone", rows, engine.DoneTwice, "", "whether that is made again is for Ben to say",
			"has made"},
		{"a row that was made again", rows + "ben: insert-entity tab/p/r .a=5L\n", engine.DoneTwice, "",
			"Ben has made tab/p/r again with #7.", "is for Ben to say"},
		{"a lease that stands", held, engine.OwnEcho, "", "holds it already", "over"},
		{"a lease that was broken", held + "ann: break-file-lease sha/f\n", engine.OwnEcho, "retry",
			"What stood in the way is over", "holds it already"},
	})
}

// What was lost may stand again, whoever saw to that and however: as it was, of all that the thing holds, or not there
// (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestNothingIsLeftToTellOfWhatStandsAgain(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		row = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=1L\nann: get-entity tab/p/r as a\n" +
			"ben: get-entity tab/p/r as b\nann: insert-or-merge-entity tab/p/r .a=ann from=a\n" +
			"ben: insert-or-merge-entity tab/p/r .a=ben from=b\nben: get-entity tab/p/r as b2\n"
		hid = who + "seed: create-bucket bkt\nseed: put-bucket-versioning bkt Enabled\nseed: put-object bkt/k one\n" +
			"ann: get-object bkt/k as a\nben: get-object bkt/k as b\nann: put-object bkt/k two from=a\n"
		mark = hid + "ben: delete-object bkt/k from=b as d\n"
		over = hid + "ben: put-object bkt/k three from=b as d\n"
		back = who + "seed: create-container www\nseed: put-blob www/a one\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a\nben: delete-blob www/a\nann: put-blob www/a two from=a\n"
		ends = who + "seed: SET k one\nann: GET k as a\nben: GET k as b\nann: SET k ann PXAT 1999999999000 from=a\n" +
			"ben: SET k ben from=b\n"
		again, lost = "nothing is left to tell", engine.LostUpdate
	)
	advises(t, []advised{
		{"a property, by who had replaced it", row + "ben: merge-entity tab/p/r .a=ann if-match=$b2.etag\n", lost,
			"guard", "Since Ben's #8 what #6 replaced stands there again: " + again, "tell Ana"},
		{"another property", row + "ben: merge-entity tab/p/r .b=ann if-match=$b2.etag\n", lost, "guard", "tell Ana",
			again},
		{"that property beside another that changed", row + "ben: merge-entity tab/p/r .a=ann .n=2L " +
			"if-match=$b2.etag\n", lost, "guard", "Since Ben's #8 what #6 replaced stands there again: " + again,
			"tell Ana"},
		{"a version that a delete marker hid", mark + "ben: delete-object bkt/k version-id=$d.version-id\n", lost,
			"guard", "Since Ben's #8 what #7 replaced stands there again", "tell Ana"},
		{"a version that another hid", over + "ben: delete-object bkt/k version-id=$d.version-id\n", lost,
			"guard", "Since Ben's #8 what #7 replaced stands there again", "tell Ana"},
		{"a version under one more", over + "ben: put-object bkt/k four\n", lost, "guard", "tell Ana", again},
		{"a delete that was done again", back + "ann: delete-blob www/a\n", lost, "guard",
			"Ana's #7 has removed it again since: " + again, "is there again with"},
		{"a text without the expiry that it had", ends + "ben: SET k ann\n", lost, "guard", "tell Ana", again},
		{"a delete that was undone", back, lost, "guard", "is there again with", again},
	})
}

// Who lost work is told of it while there is something to tell: not when it has put it again into what it read there
// since, or has deleted that itself; and what is gone by now has no text that a lost part could be put into
// (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestWhoLostWorkIsToldByWhatIsThereNow(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		blob = who + "seed: create-container www\nseed: put-blob www/a one\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: put-blob www/a two from=a\nben: put-blob www/a three from=b\n"
		read = blob + "ann: get-blob www/a as c\n"
		row  = who + "seed: create-table tab\nseed: insert-entity tab/p/r .a=one\nann: get-entity tab/p/r as a\n" +
			"ben: get-entity tab/p/r as b\nann: insert-or-merge-entity tab/p/r .a=ann from=a\n" +
			"ben: insert-or-merge-entity tab/p/r .a=ben from=b\n"
		key   = who + "seed: EXSET k one\nann: EXSET k two VER 1\nben: EXSET k three\n"
		count = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=5L\nann: get-entity tab/p/r as a\n" +
			"ben: get-entity tab/p/r as b\nann: insert-or-replace-entity tab/p/r .n=4L from=a\n" +
			"ben: insert-or-replace-entity tab/p/r .n=3L from=b\nann: get-entity tab/p/r as c\n" +
			"ann: insert-or-replace-entity tab/p/r .n=2L from=c\n"

		lost, told = engine.LostUpdate, "nothing is left to tell"
	)
	advises(t, []advised{
		{"who only read it", read, lost, "guard", "tell Ana, who stops", told},
		{"who read it and wrote", read + "ann: put-blob www/a four if-match=$c.etag\n", lost, "guard",
			"Ana has read it since, with #7, and written there with #8, but not all that #5 had put there is in that" +
				": tell Ana that #6 replaced it, which what #7 showed does not say.", told},
		{"who read it and put it there again beside", read + "ann: put-blob www/a \"two\\nthree\" if-match=$c.etag\n",
			lost, "guard", "Ana has read it since, with #7, and written there with #8: " + told, "tell Ana"},
		{"who counts on from what is read", count, lost, "guard", "but not all that #5 had put there is in that", told},
		{"who read it and wrote twice", read + "ann: put-blob www/a four if-match=$c.etag\nann: put-blob www/a five\n",
			lost, "guard", "Ana's #9 has written there since: tell Ana what #6 replaced, if any", told},
		{"who wrote unread", blob + "ann: put-blob www/a four from=none\n", lost, "guard",
			"Ana's #7 has written there since: tell Ana what #6 replaced", told},
		{"who deleted it", blob + "ann: delete-blob www/a from=none\n", lost, "guard",
			"Ana's own #7 has deleted it since: " + told, "tell Ana"},
		{"somebody else wrote from a read", blob + "cat: get-blob www/a as c\ncat: put-blob www/a four " +
			"if-match=$c.etag\n", lost, "guard", "tell Ana, who stops", told},
		{"a row that is gone", row + "cat: delete-entity tab/p/r if-match=* from=none\n", lost, "guard",
			"what #6 replaced. tab/p/r is gone, by Cat's #7 (delete-entity). If it is still wanted, it is Ana's to " +
				"write again.", "what is there"},
		{"a key that is gone", key + "cat: DEL k\n", lost, "", "k is gone, by Cat's #4 (DEL)", "what is there"},
		{"a key under another name", key + "cat: RENAME k h\n", lost, "",
			"what #3 replaced. k is h now, by Cat's #4. If it is still wanted, it is Ana's to put into that.",
			"what is there"},
	})
}

// Of who had put something over another's work nobody hears when the other puts that back: a claim is lost by it, as of
// who made it where it had seen nothing (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestWhoseWorkWasPutAsideByWhatStandsAgainIsTold(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		own = who + "seed: create-container own\nann: get-blob own/0 as n\nben: get-blob own/0 as n2\n" +
			"ann: put-blob own/0 ann from=n\nben: put-blob own/0 ben from=n2\nann: get-blob own/0 as a\n"
		back = own + "ann: put-blob own/0 ann if-match=$a.etag\n"
		set  = " set-blob-metadata own/0 meta.m="
		meta = who + "seed: create-container own\nseed: put-blob own/0 x\nann: get-blob own/0 as n\n" +
			"ben: get-blob own/0 as n2\nann:" + set + "ann from=n\nben:" + set + "ben from=n2\n" +
			"ann: get-blob own/0 as a\nann:" + set + "ann if-match=$a.etag\n"
		lost, told = engine.LostUpdate, "nothing is left to tell"
		tell       = "The text of Ben's #5 is not in it: if that claimed it for Ben, tell Ben."
	)
	advises(t, []advised{
		{"by who had lost it", back, lost, "guard", "what #4 had put there. " + tell, told},
		{"by another", own + "cat: get-blob own/0 as c\ncat: put-blob own/0 ann if-match=$c.etag\n", lost, "guard",
			"stands there again. " + tell, told},
		{"by another text", own + "ann: put-blob own/0 mine if-match=$a.etag\n", lost, "guard",
			"which what #6 showed does not say. " + tell, told},
		{"with what it said", own + "ann: put-blob own/0 \"ann, ben\" if-match=$a.etag\n", lost, "guard", told, tell},
		{"by who had put it there", own + "ben: put-blob own/0 ann\n", lost, "guard", told, tell},
		{"who has seen it since", back + "ben: get-blob own/0 as b\n", lost, "guard", told, tell},
		{"in metadata", meta, lost, "guard",
			"What Ben's #6 had set is not in it: if that claimed it for Ben, tell Ben.", told},
	})
}

// A rename that heard nothing: what was meant has its new name, whatever was made and removed under the old one since.
func TestARenameThatWasDoneIsLookedForUnderItsNewName(t *testing.T) {
	const moved = "writer ann \"Ana\"\nwriter cat \"Cat\"\nseed: create-share sha\nseed: create-file sha/f 4\n" +
		"ann: send rename-file sha/g source=sha/f as r\ndeliver r\nlose r\n"
	advises(t, []advised{
		{"something else came and went", moved + "cat: create-file sha/f 4\ncat: delete-file sha/f\n" +
			"ann: rename-file sha/g source=sha/f again=r\n", engine.IsGone, "read", "Read sha/g.", "It is gone"},
		{"the new name is taken", moved + "cat: create-file sha/f 4\nann: rename-file sha/g source=sha/f again=r\n",
			engine.OwnEcho, "read", "Something is called sha/g already: #3, which had no answer, moved it there, or",
			"Stop: #3 was done"},
	})
}

// A message goes with its queue only where it was there until then, and with others only where there were any
// (engine/queue/rules.md, "Message operations", clear).
func TestAMessageIsSaidToGoWithWhatItWentWith(t *testing.T) {
	const (
		one   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\nseed: create-queue qqq\n"
		had   = "seed: put-message qqq one\nann: get-messages qqq as g\n"
		clear = "ben: clear-messages qqq\n"
		gone  = "cat: delete-queue qqq\n"
		sent  = "ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
	)
	advises(t, []advised{
		{"with its queue", one + had + gone + sent, engine.Unfinished, "", "It goes with what it lies in.", "before"},
		{"cleared before", one + had + clear + gone + sent, engine.Unfinished, "",
			"Ben's #4 had taken it away before.", "lies in"},
		{"alone", one + had + clear + sent, engine.IsGone, "", "whose #4 took it away.", "others"},
		{"with another", one + "seed: put-message qqq zwo\n" + had + clear + sent, engine.IsGone, "",
			"whose #5 took it away with the others.", "took it away."},
	})
}

// What was put again after the first had expired is there once (engine/queue/rules.md, Q11); a version stays as long as
// its newest retention (engine/bucket/rules.md, "Object Lock").
func TestWhatHasEndedOrWasProlongedIsToldAsThat(t *testing.T) {
	const (
		jobs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue qqq\n" +
			"ann: put-message qqq one messagettl=30 as p\nben: get-messages qqq visibilitytimeout=10\n"
		put  = "ann: put-message qqq one again=p\n"
		lock = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket buc object-lock=true\n" +
			"ann: put-object buc/k one lock-mode=COMPLIANCE lock-until=2036-01-01T00:00:00Z as p\n" +
			"tell ben $p.version-id\nben: delete-object buc/k version-id=$p.version-id\n"
		longer = "ann: put-object-retention buc/k lock-mode=COMPLIANCE lock-until=2037-01-01T00:00:00Z " +
			"version-id=$p.version-id\n"
	)
	advises(t, []advised{
		{"two messages", jobs + put, engine.DoneTwice, "", "have put the same twice", "expired"},
		{"one after the other", jobs + "clock +31s\n" + put, engine.DoneTwice, "",
			"Ben had received it, and may have done its work", "twice"},
		{"as it was locked", lock, engine.ByPolicy, "", "The version stays until 1 Jan 2036", "2037"},
		{"locked for longer since", lock + longer, engine.ByPolicy, "", "The version stays until 1 Jan 2037",
			"until 1 Jan 2036"},
	})
}
