package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What a rename took from a name is not gone, and the lease that stands against a rename may be that of its source
// (engine/share/rules.md, "FileREST operations", Rename File).
func TestARenameIsFollowed(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/a 5\n"
		put  = "ana: put-range docs/a 11111 range=0-4\n"
		move = "ben: rename-file docs/b source=docs/a\n"
		dirs = "seed: create-directory docs/d\nseed: create-file docs/d/a 5\n"
		held = head + "ana: acquire-file-lease docs/a duration=-1 as l\n"
		keys = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: SET k v\nana: GET k\nben: RENAME k h\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a write", head + move + put, engine.IsGone, "docs/a is docs/b now, by Ben's #", "wanted again"},
		{"renamed twice", head + move + "ben: rename-file docs/c source=docs/b\n" + put, engine.IsGone,
			"docs/a is docs/c now", ""},
		{"a delete", head + move + "ana: delete-file docs/a\n", engine.IsGone, "settle with Ben", "nothing is left"},
		{"deleted under the new name", head + move + "ben: delete-file docs/b\n" + put, engine.IsGone, "It is gone",
			"now, by"},
		{"and back", head + move + put + "ben: rename-file docs/a source=docs/b\n", engine.IsGone,
			"docs/a is back: Ben's #3 had renamed it, and #5 gave it its name again. Read it, and put",
			"is docs/a now"},
		{"back, and another under the new name", head + move + put + "ben: rename-file docs/a source=docs/b\n" +
			"ben: create-file docs/b 5\n", engine.IsGone, "docs/a is back", "is docs/b now"},
		{"a delete by who renamed it", head + "ana: rename-file docs/b source=docs/a\nana: delete-file docs/a\n",
			engine.IsGone, "decide whether it is still to be deleted", "settle with"},
		{"a key", keys + "ana: SET k w XX\n", engine.IsGone, "k is h now, by Ben's #", "wanted again"},
		{"a key that is back", keys + "ana: SET k w XX\nben: RENAME h k\n", engine.IsGone, "k is back", "anew"},
		{"a key of a database that is not selected", "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: SET k v\n" +
			"ben: MOVE k 1\nana: SET k w XX\n", engine.IsGone, "k is db1:k now, by Ben's #", "wanted again"},
		{"a key, and another made under its name", keys + "ben: SET k w\nana: CAS k v 3\n", engine.StaleWrite,
			"What Ana had read with #2 was moved away by Ben's #3", "was removed"},
		{"its directory", head + dirs + "ben: rename-directory docs/e source=docs/d\n" +
			"ana: put-range docs/d/a 11111 range=0-4\n", engine.IsGone, "docs/d/a is docs/e/a now", ""},
		{"a new name in it", head + dirs + "ben: rename-directory docs/e source=docs/d\nana: create-file docs/d/n 5\n",
			engine.IsGone, "docs/d is docs/e now", ""},
		{"a key that has come back", "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: SET k v\nben: RENAMENX k h\n" +
			"ana: RENAME k h\nben: EXSET k v\n", engine.IsGone, "k was gone, and is there anew", "now, by"},
		{"a lease on what is back", held + move + "ana: rename-file docs/b source=docs/a source-lease=$l.lease\n" +
			"ana: rename-file docs/a source=docs/b\n", engine.IsLeased, "is over", "docs/a is docs/a"},
		{"a lease on the source", held + move, engine.IsLeased, "settle first whether Ana is still working", "is over"},
		{"one's own", held + "ana: rename-file docs/b source=docs/a\n", engine.IsLeased, "current id", ""},
		{"which is over", held + "ben: break-file-lease docs/a\n" +
			"ana: rename-file docs/b source=docs/a source-lease=$l.lease\n", engine.LeaseOver, "Stop the work", ""},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if strings.Contains(card.Say, "db1:") && card.Action != "" {
			t.Errorf("%s: it reads in another database", c.name)
		}
		if !found || !strings.Contains(card.Say, c.want) || c.never != "" && strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
		}
	}
}

// What stood in the way of a request is over: but the thing that it meant is another one by now, or gone, and the same
// again would meet what another has made since.
func TestTheSameAgainMeetsTheSameThing(t *testing.T) {
	const (
		writers = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		open    = writers + "seed: create-share docs\nseed: create-directory docs/d\nseed: create-file docs/d/a 5\n" +
			"ana: smb-create docs/d/a access=RW share=RWD as h\n"
		rename = open + "ben: rename-file docs/d/b source=docs/d/a\nana: smb-close $h.handle\n"
		anew   = "ana: create-directory docs/d\nana: create-file docs/d/a 5\n"
		blob   = writers + "seed: create-container docs\nseed: put-blob docs/x 1\n" +
			"ana: acquire-blob-lease docs/x duration=-1 as l\n"
		gone  = "ana: delete-blob docs/x lease=$l.lease\n"
		lease = writers + "seed: create-container docs\nana: acquire-container-lease docs duration=60 as l\n" +
			"ben: break-container-lease docs period=0\nana: renew-container-lease docs lease=$l.lease\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want        string
	}{
		{"it stands", rename, engine.SharedFile, "send the same again"},
		{"another's of its name", rename + "ben: rename-directory docs/e source=docs/d\n" + anew, engine.SharedFile,
			"meant is gone, by Ben's #"},
		{"its directory moved", rename + "ana: rename-directory docs/e source=docs/d\n", engine.SharedFile,
			"docs/d/a is docs/e/a now"},
		{"a delete of what was deleted", blob + "ben: delete-blob docs/x\n" + gone, engine.IsLeased,
			"nothing is left to delete"},
		{"a block of it", blob + "ben: put-block docs/x B block=AAAA\n" + gone, engine.IsLeased,
			"Settle first whether it is wanted again"},
		{"a renewal", lease + "ben: delete-container docs\n", engine.LeaseOver, "nothing is left to renew"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || !strings.Contains(card.Say, c.want) || (card.Action == "retry") != (c.name == "it stands") {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}

// To who renamed and heard nothing, a 404 under the old name is the same whoever moved it: what stands under the new
// one is to be looked at.
func TestARenameWithoutAnAnswerIsLookedAt(t *testing.T) {
	const lost = "writer ann \"Ana\"\nseed: create-share s\nseed: create-file s/a 4\n" +
		"ann: send rename-file s/b source=s/a as p\ndeliver p\nlose p\nann: rename-file s/b source=s/a again=p\n"
	for lines, want := range map[string]string{
		lost: "Nothing is called s/a any more: #3, which had no answer, moved it, or somebody else " +
			"did. Read s/b.",
		lost + "ann: get-file s/b\n": "#5 has read it. Nothing is called s/a any more",
	} {
		saysAtEnd(t, lines, engine.OwnEcho, want, "Stop: #3 was done")
	}
}

// What a request found gone may stand there again by now: as it was, by a removal of its delete marker or while deleted
// things are kept (bucket/rules.md, "Versioning"; blob/rules.md, "Soft delete"), or as another thing. Then nothing is
// said to be gone.
func TestWhatIsThereAgainIsNotSaidToBeGone(t *testing.T) {
	const (
		head = who + softDelete + "seed: create-container docs\n" +
			"seed: put-blob docs/a one\nann: get-blob docs/a as g\nben: delete-blob docs/a\n"
		write, remove = "ann: put-blob docs/a two if-match=$g.etag\n", "ann: delete-blob docs/a if-match=$g.etag\n"
		read          = "ann: get-blob docs/a if-match=$g.etag\n"
		again         = "docs/a was gone, and is back as it was since "
		lake          = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"seed: put-bucket-versioning lake Enabled\nseed: put-object lake/a one\nann: get-object lake/a as g\n" +
			"ben: delete-object lake/a as d\nann: put-object lake/a two if-match=$g.etag\n" +
			"ben: delete-object lake/a version-id=$d.version-id\n"
	)
	for _, c := range []struct{ name, lines, say string }{
		{"a write, kept", head + write + "ben: undelete-blob docs/a\n", again + "Ben's #7: send the same again."},
		{"a write, kept by its sender", head + write + "ann: undelete-blob docs/a\n",
			again + "Ana's #7: send the same again."},
		{"a write, the marker removed", lake, "lake/a was gone, and is back as it was since Ben's #7: send the same"},
		{"a delete, kept", head + remove + "ben: undelete-blob docs/a\n",
			again + "Ben's #7: settle with Ben whether it is still to be deleted."},
		{"a delete, kept by its sender", head + remove + "ann: undelete-blob docs/a\n",
			again + "Ana's #7: settle whether it is still to be deleted."},
		{"a delete, made anew", head + remove + "ben: put-blob docs/a new\n",
			"docs/a was gone, and is there anew since Ben's #7. Read it."},
		{"a delete, made anew by its sender", head + remove + "ann: put-blob docs/a new\n",
			"Ana's #7 has written it since: sent again, #6 would delete that too."},
		{"a read, made anew", head + read + "ben: put-blob docs/a new\n",
			"docs/a was gone, and is there anew since Ben's #7. Read it."},
		{"a read, kept", head + read + "ben: undelete-blob docs/a\n", again + "Ben's #7: send the same again."},
		{"a delete, made anew in a transaction", strings.Split(head, "seed:")[0] + "seed: SET k 1\nann: GET k\n" +
			"ben: DEL k\nann: DEL k\nben: MULTI\nben: SET k 2\nben: EXEC\n",
			"k was gone, and is there anew since Ben's #7. Read it."},
		{"a delete again, made anew", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\n" +
			"seed: put-blob docs/a one\nann: send delete-blob docs/a as p\ndeliver p\nlose p\n" +
			"ann: delete-blob docs/a again=p\nben: put-blob docs/a new\n",
			"It is gone, by #3 or by somebody else: nothing is left to delete. What is there now is by Ben's #5, and"},
		{"a delete, still gone", head + remove, "It is gone already: nothing is left to delete."},
		{"a read, still gone", head + read, "It is gone. Stop."},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found {
			card, found = cardAtEnd(t, c.lines, engine.OwnEcho)
		}
		if !found || !strings.HasPrefix(card.Say, c.say) {
			t.Errorf("%s: %t %q, want %q", c.name, found, card.Say, c.say)
		}
	}
}

// Advice is a function of the records since and of what stands now (engine/conflict/rules.md, "Sentences and advice
// come from the cause"): a read that showed one's own text does not give its reader the work, or the last word, once
// another has replaced that.
func TestWhatARetryReadMayHaveBeenReplacedSince(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"ann: send put-object lake/job ann if-none-match=* as p\n"
		lost  = head + "deliver p\nlose p\n"
		never = head + "lose p\nben: put-object lake/job ben if-none-match=*\n"
		retry = "ann: put-object lake/job ann if-none-match=* again=p\n"
		read  = "ann: get-object lake/job\n"
		takes = "ben: get-object lake/job as g\nben: put-object lake/job other if-match=$g.etag\n"
		stop  = "Read it again. If what is there now claims it for somebody else, stop."
		works = "its work is Ann's to do"
	)
	advises(t, []advised{
		{"not replaced", lost + retry + read, engine.OwnEcho, "", works, "Read it again"},
		{"replaced", lost + retry + read + takes, engine.OwnEcho, "read",
			"What #4 showed is what #2 was to write, and Ben's #6 has replaced that since. " + stop, works},
		{"read again", lost + retry + read + takes + read, engine.OwnEcho, "",
			"#4 showed what #2 was to write, and #7 shows another text. If that claims it for somebody else, stop",
			"was not done"},
		{"no retry", lost + read + takes, engine.NoAnswer, "read", "and Ben's #5 has replaced that since. " + stop,
			works},
		{"another's", never + retry + read + takes, engine.AlreadyThere, "read",
			"What #5 showed is not the text of #2, and Ben's #7 has replaced that since. " + stop, works},
		{"another's, read again", never + retry + read + takes + read, engine.AlreadyThere, "",
			"What #8 shows is not the text of #2.", "Read it again"},
		{"tags alone", lost + retry + read + "ben: put-object-tagging lake/job tag.a=b\n", engine.OwnEcho, "", works,
			"Read it again"},
	})
}

// A read that showed what the second try met has told whose it was, also when another has taken that away since; none
// tells it where nobody had looked before.
func TestWhatWasReadBeforeItWentHasTold(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: create-table jobs\n"
		lost  = who + "ann: send put-blob con/a ann if-none-match=* as p\ndeliver p\nlose p\n"
		retry = "ann: put-blob con/a ann if-none-match=* again=p\n"
		read  = "ann: get-blob con/a\n"
		gone  = "ben: get-blob con/a as b\nben: delete-blob con/a if-match=$b.etag\n"
		row   = who + "ann: send insert-entity jobs/p/r .by=x as p\ndeliver p\nlose p\n" +
			"ann: insert-entity jobs/p/r .by=x again=p\nann: get-entity jobs/p/r\n" +
			"ben: delete-entity jobs/p/r if-match=*\n"
		key = who + "ann: send SET k ann NX as p\ndeliver p\nlose p\nann: SET k ann NX again=p\nann: GET k\n" +
			"ben: DEL k\n"
		held   = " showed is what #3 was to write: if it held an id of that try, #3 was done. "
		settle = " Settle with Ben whether it is wanted again."
	)
	advises(t, []advised{
		{"read", lost + retry + read + gone, engine.OwnEcho, "",
			"What #5" + held + "con/a is gone, by Ben's #7 (delete-blob)." + settle, "nothing tells"},
		{"read, and again when it was gone", lost + retry + read + gone + read, engine.OwnEcho, "",
			"What #5" + held, "nothing tells"},
		{"read before the retry", lost + read + retry + gone, engine.OwnEcho, "", "What #4" + held, "nothing tells"},
		{"read when it was gone", lost + retry + gone + read, engine.OwnEcho, "", "nothing tells any more", "showed"},
		{"not read", lost + retry + gone, engine.OwnEcho, "", "nothing tells any more", "showed"},
		{"another's", who + "ben: put-blob con/a ben\nann: send put-blob con/a ann if-none-match=* as p\nlose p\n" +
			retry + read + gone, engine.AlreadyThere, "", "What #6 showed is not the text of #4. con/a is gone",
			"nothing tells"},
		{"a row", row, engine.OwnEcho, "", "What #5" + held + "jobs/p/r is gone", "nothing tells"},
		{"a key", key, engine.OwnEcho, "", "What #5" + held + "k is gone", "nothing tells"},
	})
}

// A delete that was refused because what its sender meant is over, and another's thing has the name by now, is not to
// be sent with the new version: that would delete what the other works by. Who deletes it all the same is told so.
func TestADeleteIsNotSentOnToAnothersThing(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter ops \"Ops\"\n"
		expired = who + "ann: SET lock ta NX PX 3000\nclock +4s\nben: SET lock tb NX PX 30000\nann: CAD lock ta\n"
		blob    = who + "seed: create-container hub\nann: put-blob hub/l a if-none-match=* as a\n" +
			"ops: delete-blob hub/l\nben: put-blob hub/l b if-none-match=*\n"
		row = who + "seed: create-table shop\nseed: insert-entity shop/i/1 .n=1\nann: get-entity shop/i/1 as g\n"
	)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"a lock that expired, and is another's", expired, "", "lock has expired: nothing is left to delete.",
			"what is there now"},
		{"which was deleted by its new value", expired + "ann: GET lock\nann: CAD lock tb\n", "",
			"Ana's #5 has deleted what Ben had made with #2. Nobody was told: tell Ben", "Nothing is left to send"},
		{"a lock that its sender had removed already", who + "ann: SET l A NX\nann: CAD l A\nben: SET l B NX\n" +
			"ann: CAD l A\n", "", "Ana's #2 had removed it already, and what is there now is by Ben's #3. " +
			"Stop: nothing of Ana's is left to delete.", "still to be deleted"},
		{"a lock that its sender never held", who + "ann: SET l A NX\nben: CAD l Z\n", "",
			"l had never held Z. What is there is by Ana's #1: if it is a lock, stop, for it is not Ben's. If the " +
				"value was mistyped, correct the line.", "still to be deleted"},
		{"which it had read", who + "ann: EXSET l A NX\nben: EXGET l\nben: EXCAD l 7\n", "",
			"No version of l was ever 7. What is there is by Ana's #1: if it is a lock, stop", "send it"},
		{"its own, by another value", who + "ann: SET l A NX\nann: CAD l Z\n", "",
			"l had never held Z. Correct the line.", "still to be deleted"},
		{"what a count may have come to", who + "ann: SET n 5\nann: INCR n\nben: CAD n 7\n", "read",
			"see whether it is still to be deleted", "had never held"},
		{"a version that another's thing does not have", who + "ann: EXSET l A EX 2\nclock +4s\nben: EXSET l B\n" +
			"ben: EXSET l C\nann: EXCAD l 1\n", "", "What Ana had made with #1 expired", "still to be deleted"},
		{"a lock that another replaced unread", who + "ann: EXSET l A NX\nben: EXSET l B\nann: EXCAD l 1\n", "",
			"Ben's #2 replaced unread what Ana had put there with #1. Stop: nothing of Ana's is left to delete.",
			"still to be deleted"},
		{"which its maker had read back", who + "ann: SET l A NX\nann: GET l\nben: SET l B\nann: CAD l A\n", "",
			"Ben's #3 replaced unread what Ana had put there with #1. Stop", "still to be deleted"},
		{"and a third had read that", who + "ann: EXSET l A NX\nben: EXSET l B\nops: EXGET l\nops: EXSET l C VER 2\n" +
			"ann: EXCAD l 1\n", "", "Ben's #2 replaced unread what Ana had put there with #1. Stop", "send it"},
		{"a blob that another replaced unread", who + "seed: create-container hub\n" +
			"ann: put-blob hub/l a if-none-match=* as a\nben: put-blob hub/l b\n" +
			"ann: delete-blob hub/l if-match=$a.etag\n", "", "Stop: nothing of Ana's is left to delete.", "new tag"},
		{"a lock that another replaced, having read it", who + "ann: EXSET l A NX\nben: EXGET l\n" +
			"ben: EXSET l B VER 1\nann: EXCAD l 1\n", "read", "If it was a lock of Ana's, stop: Ben's #3 has changed " +
			"it. Otherwise see whether it is still to be deleted", "Stop: nothing"},
		{"which another replaced in a transaction", who + "ann: EXSET l A NX\nben: MULTI\nben: EXSET l B\n" +
			"ben: EXEC\nann: EXCAD l 1\n", "read", "If it was a lock of Ana's, stop: Ben's #4 has changed it.",
			"Read again:"},
		{"which another renamed something over", who + "ann: EXSET l A NX\nben: EXSET j B ABS 7\n" +
			"ben: RENAME j l\nann: EXCAD l 1\n", "read", "If it was a lock of Ana's, stop: Ben's #3 has changed it.",
			"Read again:"},
		{"a blob that was removed, and written by another since", blob + "ben: put-blob hub/l c\n" +
			"ann: delete-blob hub/l if-match=$a.etag\n", "", "What Ana had made with #2 was removed by Ops's #3, " +
			"and what is there now is by Ben's #5. Stop", "with the new tag"},
		{"a row that was read", row + "ops: delete-entity shop/i/1 if-match=*\nben: insert-entity shop/i/1 .n=2\n" +
			"ann: delete-entity shop/i/1 if-match=$g.etag\n", "", "Stop: that is gone already, and whether what is " +
			"there now is to go too is for Ben to say.", "with the new tag"},
		{"a row that only changed", row + "ben: merge-entity shop/i/1 .n=2 if-match=*\n" +
			"ann: delete-entity shop/i/1 if-match=$g.etag\n", "read", "with the new tag", "Stop:"},
	} {
		saysDoing(t, c.name, c.lines, engine.StaleWrite, c.action, c.want, c.never)
	}
}

// A rename that is done a second time takes what others have put under the old name since (engine/share/rules.md,
// "FileREST operations"; engine/tair/rules.md): what stands under the new one is theirs. What is set a second time on a
// thing that was made anew, or after others had set it otherwise, is nothing to take back by oneself. The story names
// who was between the two.
func TestASecondDoingMeetsAnothersThing(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		stand = "which of the two is to stand"
	)
	tries := func(seed, line, between string) string {
		return who + seed + "ann: send " + line + " as a\ndeliver a\nlose a\ntimeout a\n" + between + "ann: " + line +
			" again=a\n"
	}
	share := "seed: create-share s\n"
	for _, c := range []struct{ lines, want, story string }{
		{tries(share+"seed: create-file s/f 4\n", "rename-file s/g source=s/f replace=true",
			"cat: create-file s/f 4\n"), "moved to s/g what Cat's #4 had put under s/f since", "Cat created s/f"},
		{tries("seed: SET k 1\n", "RENAME k c", "cat: SET k 2\n"), "moved to c what Cat's #3 had put under k since",
			"Cat set k to 2"},
		{tries("seed: create-queue qqq\n", "set-queue-metadata qqq meta.a=1", "ben: delete-queue qqq\nclock +41s\n"+
			"cat: create-queue qqq\n"), "Cat's #4 made qqq anew", "Ben deleted qqq"},
		{tries(share+"seed: create-directory s/d\n", "set-directory-metadata s/d meta.a=1",
			"ben: delete-directory s/d\ncat: create-directory s/d\n"), "Cat's #5 made s/d anew", "Cat created s/d"},
		{tries("seed: create-queue qqq\n", "set-queue-metadata qqq meta.a=1", "ben: set-queue-metadata qqq meta.a=2\n"),
			stand, "Ben set qqq's metadata"},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, "recognise")
		v := roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps); f.Kind == engine.DoneTwice &&
				!strings.Contains(told, c.story) {
				t.Errorf("%s%s", c.lines, told)
			}
		}
	}
}

// A rename that replaces takes the place of what an earlier one had brought under the name: that text is nowhere
// afterwards (engine/share/rules.md, "FileREST operations": an existing file is replaced; engine/tair/rules.md: RENAME
// overwrites). Who is told to settle which of two is to stand, or that nothing is left to send, would not look for it.
func TestARenameOverItsOwnLeavesNothingOfIt(t *testing.T) {
	const (
		share = who + "seed: create-share s\nseed: create-file s/f 4\n"
		lost  = "deliver a\nlose a\ntimeout a\n"
		over  = "ann: rename-file s/g source=s/f replace=true"
		put   = "ben: create-file s/f 3\n"
		left  = "Nothing is left to send."
	)
	plain := share + "ann: send rename-file s/g source=s/f as a\n" + lost
	twice := share + "ann: send rename-file s/g source=s/f replace=true as a\n" + lost
	again := "ann: rename-file s/g source=s/f again=a\n"
	for _, c := range []struct {
		lines     string
		kind      engine.Trouble
		want, not string
	}{
		{twice + put + over + " again=a\n", engine.DoneTwice, "What #3 had brought there is gone", "which of the two"},
		{who + "seed: SET k 1\nann: send RENAME k c as a\n" + lost + "ben: SET k 2\nann: RENAME k c again=a\n",
			engine.DoneTwice, "What #2 had brought there is gone", "which of the two"},
		{plain + put + again + over + "\n", engine.OwnEcho, "had put under s/f in between over what #3 had brought " +
			"there, which is gone", left},
		{plain + put + again + "ben: delete-file s/g\n" + over + "\n", engine.OwnEcho,
			"settle with Ben what is to be s/g", "is gone"},
		{plain + put + again + "ann: get-file s/f\n" + over + "\n", engine.OwnEcho, "gone through", "in between"},
		{plain + "ann: create-file s/f 3\n" + again + over + "\n", engine.OwnEcho, left, "in between"},
		{who + "seed: SET k 1\nann: send RENAMENX k c as a\n" + lost + "ben: SET k 2\nann: RENAMENX k c again=a\n" +
			"ann: RENAME k c\n", engine.OwnEcho, "in between over what #2 had brought there, which is gone", left},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.not)
	}
}

// What was removed and made anew is another thing under the same name (engine/conflict/rules.md, "Part": there and gone
// are two states of one part), so no key may put a change of the first into the second; the card tells of the removal.
func TestAChangeOfWhatWasMadeAnewIsNotMergedIntoIt(t *testing.T) {
	for name, row := range map[string]struct{ lines, remade string }{
		"row": {"seed: create-table carts\nseed: insert-entity carts/p/a .n=1 .x=old\n" +
			"ann: get-entity carts/p/a as a\nben: delete-entity carts/p/a if-match=*\n%s" +
			"ann: merge-entity carts/p/a .n=2 if-match=$a.etag\n", "cy: insert-entity carts/p/a .n=1 .x=old\n"},
		"row, in a batch": {"seed: create-table carts\nseed: insert-entity carts/p/a .n=1 .x=old\n" +
			"ann: get-entity carts/p/a as a\nben: entity-group-transaction carts p [delete-entity a if-match=*]\n" +
			"%sann: merge-entity carts/p/a .n=2 if-match=$a.etag\n", "cy: insert-entity carts/p/a .n=1 .x=old\n"},
		"blob": {"seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as a\n" +
			"ben: delete-blob wiki/a\n%sann: put-blob wiki/a \"one\\nand ann\" if-match=$a.etag\n",
			"cy: put-blob wiki/a one if-none-match=*\n"},
		"key of S3": {"seed: create-bucket lake\nseed: put-object lake/k one\nann: get-object lake/k as a\n" +
			"ben: delete-objects lake [k]\n%sann: put-object lake/k two if-match=$a.etag\n",
			"cy: put-object lake/k other\n"},
	} {
		head := "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		lines := head + strings.Replace(row.lines, "%s", row.remade, 1)
		card, _ := cardAtEnd(t, lines, engine.StaleWrite)
		if card.Action != "read" || !strings.Contains(card.Say, "what is there now is by Cy's #5. Read it. Settle "+
			"first whether Ana's change belongs to that.") {
			t.Error(name, card.Action, card.Say)
		}
		v := roomtest.AtEnd(t, lines)
		troubles := v.Troubles()
		told := conflict.Story(v.Clone(), troubles[len(troubles)-1].Finding)
		if !strings.Contains(told.First, "Ben deleted ") && !strings.Contains(told.First, "Ben removed ") {
			t.Error(name, told.First)
		}
	}
}

// A thing that is made again behind its removal (engine/conflict/rules.md: R sends with the 404 as its base) is one
// that its remover takes for gone.
func TestWhoRemovedIsToldThatItIsThereAgain(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/k one\n" +
		"ann: get-object lake/k as a\n%s: delete-object lake/k\nann: put-object lake/k two if-match=$a.etag\n" +
		"ann: put-object lake/k two if-none-match=*\n"
	for by, tells := range map[string]bool{"ben": true, "ann": false} {
		card, _ := cardAtEnd(t, strings.Replace(lines, "%s", by, 1), engine.IsGone)
		if strings.Contains(card.Say, "tell Ben that #6 brought it back") != tells {
			t.Error(by, card.Say)
		}
	}
}

// Who brought it back is who put something where nothing was: the removal of a delete marker does, and a write after it
// goes over what stands (engine/bucket/rules.md, "Versioning"). A bucket is deleted empty ("DeleteBucket"), so that who
// deletes one has removed nothing in it; a container goes with its blobs (engine/blob/rules.md, "Delete Container").
func TestOnlyWhoBroughtItBackIsSaidToHave(t *testing.T) {
	const (
		head   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		marked = head + "seed: create-bucket lake\nseed: put-bucket-versioning lake Enabled\n" +
			"seed: put-object lake/a one\nann: get-object lake/a as r\nben: delete-object lake/a as d\n" +
			"ann: put-object lake/a ann if-match=$r.etag\n"
		bucket = head + "seed: create-bucket lake\nben: delete-bucket lake\nann: put-object lake/a x\n" +
			"cy: create-bucket lake\nann: put-object lake/a x if-none-match=*\n"
		cont = head + "seed: create-container cont\n%sben: delete-container cont\n" +
			"clock +60s\nann: put-blob cont/b x\ncy: create-container cont\nann: put-blob cont/b x\n"
	)
	for _, c := range []struct {
		name, lines string
		tells       bool
	}{
		{"the marker removed by a third", marked + "tell cy $d.version-id\n" +
			"cy: delete-object lake/a version-id=$d.version-id\n" +
			"ann: put-object lake/a ann if-match=$r.etag\n", false},
		{"its sender made it", marked + "ann: put-object lake/a ann if-none-match=*\n", true},
		{"never in the bucket", bucket, false},
		{"never in the container", strings.Replace(cont, "%s", "", 1), false},
		{"in the container", strings.Replace(cont, "%s", "seed: put-blob cont/b 1\n", 1), true},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found || !strings.Contains(card.Say, "has gone through since") ||
			strings.Contains(card.Say, "brought it back") != c.tells {
			t.Errorf("%s: %v %q", c.name, found, card.Say)
		}
	}
}
