package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A close carries out who had asked for the deletion (engine/share/rules.md, "SMB opens"): it is that one's doing, not
// of who closed last.
func TestADeletionIsWhoseWhoAskedForIt(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-share docs\n" +
			"seed: create-file docs/a 5\n"
		mark = who + "ann: smb-create docs/a access=RW share=RWD as a\n" +
			"ben: smb-create docs/a access=D share=RWD as b\nben: smb-set-disposition $b.handle delete=true\n" +
			"cem: smb-create docs/a access=R share=RWD\n" +
			"ben: smb-close $b.handle\nann: smb-close $a.handle\n"
		closes = who + "ann: smb-create docs/a access=RWD share=RWD delete-on-close=true as a\n" +
			"ann: smb-read $a.handle\nben: smb-create docs/a access=RW share=RWD as b\n" +
			"ben: smb-write $b.handle benben\nben: smb-close $b.handle\nann: smb-close $a.handle\n" +
			"ben: create-file docs/a 6\n"
	)
	advises(t, []advised{{"by another's close", mark, engine.SharedFile, "", "docs/a is gone since its last close, " +
		"as Ben's #5 (smb-set-disposition) had asked. Settle with Ben", "Ana"}})
	v, undone := roomtest.AtEnd(t, closes), false
	for _, f := range v.Troubles() {
		first := v.Story(f.Finding).First
		undone = undone || strings.HasPrefix(first, "Ana's delete of docs/a was undone by Ben. Nobody was told.")
		if strings.Contains(first, "Ana's text") {
			t.Errorf("Ana wrote none: %s", first)
		}
	}
	if !undone {
		t.Error("nothing says that the delete was undone")
	}
}

// Advice is about now: what the refused request met may have gone since, and then there is no text to put a change into
// and no version to send it under. What another took away is settled with that one before it is made anew
// (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestAdviceAsksWhetherItStillStands(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
		key   = who + "seed: EXSET k a\nann: EXGET k\nben: EXSET k b\nann: EXSET k c VER 1\n"
		cas   = who + "seed: EXSET k a\nann: EXGET k\nben: EXSET k b\nann: EXCAS k c 1\n"
		watch = who + "seed: SET k a\nann: WATCH k\nann: GET k\nann: MULTI\nann: SET k c\nben: SET k b\nann: EXEC\n"
		blob  = who + "seed: create-container hub\nseed: put-blob hub/a one\nann: get-blob hub/a as g\n" +
			"ben: put-blob hub/a two\nann: put-blob hub/a three if-match=$g.etag\n"
		leased = who + "seed: create-container hub\nseed: put-blob hub/a one\n" +
			"ben: acquire-blob-lease hub/a duration=60 as l\nann: put-blob hub/a three\n"
		row = who + "seed: create-table shop\nseed: insert-entity shop/i/1 .n=1\nann: get-entity shop/i/1 as g\n" +
			"ben: merge-entity shop/i/1 .n=2 if-match=*\nann: merge-entity shop/i/1 .n=3 if-match=$g.etag\n"
		queue = who + "seed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=20 as g\nben: delete-queue jobs\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20\n"
		settle = "Settle with Ben whether it is wanted again."
	)
	advisesBehind(t, []advised{
		{"a version, and the key was deleted", key + "ben: DEL k\n", engine.StaleWrite, "",
			"k is gone, by Ben's #5 (DEL). " + settle, "what is there"},
		{"a compared version, and the key was deleted", cas + "ben: DEL k\n", engine.StaleWrite, "",
			"k is gone, by Ben's #5 (DEL). " + settle, "what is there"},
		{"a version, and the key has expired", key + "ben: EXPIRE k 2\nclock +3s\n", engine.StaleWrite, "",
			"k has expired. Settle first whether it is wanted again.", "what is there"},
		{"a version, and its sender deleted the key", key + "ann: DEL k\n", engine.StaleWrite, "create",
			"k is gone, by Ana's #5 (DEL). Create it again if it is still wanted, or stop.", "what is there"},
		{"a transaction, and what it had watched was deleted", watch + "ben: DEL k\n", engine.StaleWrite, "",
			"k is gone, by Ben's #8 (DEL). " + settle, "what is there"},
		{"a tag, and the blob was deleted", blob + "ben: delete-blob hub/a\n", engine.StaleWrite, "",
			"put-blob with If-None-Match * would make it anew: only when that is settled.", "Create it again"},
		{"a tag, and its sender deleted the blob", blob + "ann: delete-blob hub/a\n", engine.StaleWrite, "create",
			"hub/a is gone, by Ana's #6 (delete-blob). Create it again with If-None-Match *", "Settle with"},
		{"a tag, and what it lay in was deleted", blob + "ben: delete-container hub\n", engine.StaleWrite, "",
			"hub is gone, by Ben's #6 (delete-container), and hub/a with it. " + settle, "what is there"},
		{"a tag, and another was made in its place", blob + "ben: delete-blob hub/a\ncem: put-blob hub/a new\n",
			engine.StaleWrite, "read", "hub/a was gone, by Ben's #6 (delete-blob), and what is there now was made " +
				"after that, by Cy's #7. Read it. Settle first whether #5 belongs to that.", "put Ana's change"},
		{"a lease, and the blob was deleted under it", leased + "ben: delete-blob hub/a lease=$l.lease\n",
			engine.IsLeased, "", "hub/a is gone, by Ben's #5 (delete-blob). " + settle, "Wait"},
		{"a row", row + "ben: delete-entity shop/i/1 if-match=*\n", engine.StaleWrite, "",
			"shop/i/1 is gone, by Ben's #6 (delete-entity). " + settle, "what is there"},
		{"an upload, and its bucket was deleted too", who + "seed: create-bucket bkt\n" +
			"ann: create-multipart-upload bkt/k as u\nann: upload-part bkt/k x upload=$u.upload part=1 as p\n" +
			"tell ben $u.upload\nben: abort-multipart-upload bkt/k upload=$u.upload\n" +
			"ann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload\nben: delete-bucket bkt\n",
			engine.IsGone, "", "bkt is gone, by Ben's #6 (delete-bucket). " + settle, "begin a new upload"},
		{"an upload that another aborted", who + "seed: create-bucket bkt\n" +
			"ann: create-multipart-upload bkt/k as u\nann: upload-part bkt/k x upload=$u.upload part=1 as p\n" +
			"tell ben $u.upload\nben: abort-multipart-upload bkt/k upload=$u.upload\n" +
			"ann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload\n",
			engine.IsGone, "", "The upload is gone, by Ben's #4 (abort-multipart-upload). Settle with Ben",
			"Read what"},
		{"one of a group, whose row was made anew", who + "seed: create-table shop\n" +
			"seed: insert-entity shop/i/1 .n=1\nann: get-entity shop/i/1 as g\n" +
			"ben: delete-entity shop/i/1 if-match=*\n" +
			"ann: entity-group-transaction shop i [update-entity 1 .n=2 if-match=$g.etag]\n" +
			"cem: insert-entity shop/i/1 .n=9\n",
			engine.IsGone, "read", "shop/i/1 was gone, and is there anew since Cy's #6.", "It is gone."},
		{"a name that is not free yet, and is given back", who + "ann: create-queue jobs meta.a=1\n" +
			"ben: create-queue jobs meta.a=2\nann: delete-queue jobs\n", engine.AlreadyThere, "wait",
			"jobs is gone, by Ana's #3 (delete-queue). Its name is free at 00:40.0: wait", "only where nothing is"},
		{"what it lay in is there anew", blob + "ben: delete-container hub\nclock +60s\ncem: create-container hub\n",
			engine.StaleWrite, "", "hub is gone, by Ben's #6 (delete-container), and hub/a with it; hub is there " +
				"anew, by Cy's #7. " + settle, "what is there"},
		{"a message, and its queue was deleted", queue + "clock +60s\n", engine.Unfinished, "",
			"jobs is gone, by Ben's #4 (delete-queue), and jobs \"m\" with it. Whether the work is still wanted",
			"Create it"},
		{"a message into a queue that was deleted", who + "seed: create-queue jobs\nben: delete-queue jobs\n" +
			"cem: put-message jobs m\nclock +60s\n", engine.Unfinished, "",
			"jobs is gone, by Ben's #2 (delete-queue). " + settle, "Create it"},
		{"what a slow copy stood against, and a third deleted", who + "set blob.copy=slow\n" +
			"seed: create-container hub\nseed: put-blob hub/s src\nseed: put-blob hub/a one\n" +
			"ann: get-blob hub/a as g\nben: copy-blob hub/a source=hub/s as c\n" +
			"ann: put-blob hub/a two if-match=$g.etag\n" +
			"finish c\n" +
			"cem: delete-blob hub/a\n", engine.Unfinished, "",
			"hub/a is gone, by Cy's #7 (delete-blob). Settle with Cy whether it is wanted again.", "Create it"},
		{"a blob, and one by whose name its own begins", who + "seed: create-container hub\n" +
			"seed: put-blob hub/a one\nseed: put-blob hub/a/b one\nann: get-blob hub/a/b as g\n" +
			"ben: put-blob hub/a/b two\n" +
			"ann: put-blob hub/a/b three if-match=$g.etag\nben: delete-blob hub/a/b\ncem: delete-blob hub/a\n",
			engine.StaleWrite, "", "hub/a/b is gone, by Ben's #7 (delete-blob). " + settle, "Cy"},
		{"a key, and one by whose name its own begins", who + "seed: SET jobs a\nseed: EXSET jobs/1 a\n" +
			"ann: EXGET jobs/1\nben: EXSET jobs/1 b\nann: EXSET jobs/1 c VER 1\nben: DEL jobs/1\ncem: DEL jobs\n",
			engine.StaleWrite, "", "jobs/1 is gone, by Ben's #6 (DEL). " + settle, "Cy"},
		{"which stands", row, engine.StaleWrite, "read", "what is there", "gone"},
	})
}

// removes is a plain request by which somebody else than a finding's sender removes what stands there now; ok is false
// where there is no such request.
func removes(v *view.View, by string, object engine.ObjectID) (s engine.Send, ok bool) {
	for _, service := range v.Services() {
		for i := range service.Ops {
			op := &service.Ops[i]
			if op.Effect != engine.Deletes || op.Object != object.Kind || op.Prompt() && op.Verb != "DEL" {
				continue
			}
			target := engine.Text(object.Name)
			if op.Prompt() {
				target = engine.List(target)
			}
			s = engine.Send{By: by, Verb: op.Verb, Args: []engine.Arg{{Name: op.Params()[0].Name, Value: target}}}
			if object.Kind == "entity" {
				s.Args = engine.With(s.Args, "if-match", engine.Text("*"))
			}
			return s, true
		}
	}
	return s, false
}

// A law over all races: behind a refusal another removes what it met. The card then speaks of nothing that is there,
// and its action makes nothing again.
func TestNoCardMakesAgainWhatAnotherRemoved(t *testing.T) {
	tried := map[engine.Trouble]int{}
	for _, name := range races.All() {
		findings(t, name, func(r *room.Room, c conflict.Finding) {
			before := r.View()
			x, other := before.Exchange(c.Request), ""
			for _, w := range before.Writers() {
				if w.ID != c.By {
					other = w.ID
				}
			}
			if c.Severity != engine.SeverityRefused || x == nil || other == "" {
				return
			}
			met := conflict.MetInOne(before.Clone(), c)
			if met.Name == "" {
				met = c.Object
			}
			s, ok := removes(before, other, met)
			if !ok || !before.Readable(met) {
				return
			}
			if _, err := r.Send(s); err != nil {
				t.Fatalf("%s: %s: %v", name, c, err)
			}
			v := r.View()
			if !v.Readable(met) {
				tried[c.Kind]++
				card := advice.For(v, c)
				said := card.Say + " " + card.Rest
				for _, word := range []string{"what is there", "ead again", "the new tag", "the new version"} {
					if strings.Contains(said, word) {
						t.Errorf("%s: %s: %s has removed it, and the card says %q", name, c, other, said)
					}
				}
				for _, in := range card.Inputs {
					s, ok := in.(engine.Send)
					if c.Kind != engine.AlreadyThere && ok && s.By == c.By && v.Spec(s.Verb).Effect.Contents() {
						t.Errorf("%s: %s: %s has removed it, and %q sends %s", name, c, other, card.Say, s.Verb)
					}
				}
			}
			if err := r.Undo(); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, kind := range []engine.Trouble{engine.StaleWrite, engine.AlreadyThere, engine.OwnEcho, engine.LeaseOver} {
		if tried[kind] == 0 {
			t.Errorf("no %s was tried: %v", kind, tried)
		}
	}
}

// Nothing is left to do only while what a retry made stands (engine/conflict/rules.md, "Sentences and advice come from
// the cause"): what another has removed since is settled with that one, and what was renamed has another name. A
// message that was worked on has come to its end as it is to (engine/queue/rules.md).
func TestWhatARetryMadeMayBeGoneSince(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: create-share docs\n" +
			"seed: create-queue jobs\nann: create-multipart-upload lake/big as m\n" +
			"ann: upload-part lake/big hello upload=$m.upload part=1 as u\n"
		upload = head + "ann: send complete-multipart-upload lake/big [1=$u.etag] upload=$m.upload if-none-match=* " +
			"as c\ndeliver c\nlose c\nann: complete-multipart-upload lake/big [1=$u.etag] upload=$m.upload " +
			"if-none-match=* again=c\n"
		file = head + "ann: send create-file docs/a 3 as c\nlose c\nann: create-file docs/a 3 again=c\n"
		job  = head + "ann: send put-message jobs x as c\nlose c\nann: put-message jobs x again=c\n"
		none = "Nothing is left to send."
	)
	advises(t, []advised{
		{"it stands", upload, engine.NoAnswer, "", none, "But"},
		{"removed by another", upload + "ben: delete-object lake/big\n", engine.NoAnswer, "",
			"But lake/big is gone, by Ben's #8 (delete-object). Settle with Ben whether it is wanted again.", none},
		{"removed by its sender", upload + "ann: delete-object lake/big\n", engine.NoAnswer, "", none, "But"},
		{"made anew", upload + "ben: delete-object lake/big\nben: put-object lake/big other\n", engine.NoAnswer, "",
			none, "But"},
		{"renamed", file + "ben: rename-file docs/b source=docs/a\n", engine.NoAnswer, "",
			"But docs/a is docs/b now, by Ben's #8.", none},
		{"worked on", job + "ben: get-messages jobs as g\nben: delete-message $g.0 popreceipt=$g.0.receipt\n",
			engine.NoAnswer, "", none, "But"},
	})
}

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
