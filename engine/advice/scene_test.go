package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// That a service gives no control is a claim of its own: not where Merge Entity under the tag of what was read refuses
// (Azure, "Managing concurrency in Table storage"), nor where an open or a lease of the file would (Azure, "Managing
// concurrency in Azure Files"). What one's own later write showed is no reading of what another had written before.
func TestNoControlIsSaidWhereThereIsNone(t *testing.T) {
	const (
		rows = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=1 .s=a\nann: get-entity tab/p/r as a0\n" +
			"ben: merge-entity tab/p/r .n=2 if-match=*\n"
		own  = "ann: merge-entity tab/p/r .s=z if-match=*\n"
		last = "ann: insert-or-merge-entity tab/p/r .n=5\n"
		docs = who + "seed: create-share docs\nseed: create-file docs/f.txt 10\n" +
			"ann: smb-create docs/f.txt access=RW share=RW as ah\nann: smb-read $ah.handle as r\n" +
			"ben: put-range docs/f.txt 11111 range=0-4\nann: smb-write $ah.handle 22222 offset=0\n"
		shut = "ann: smb-close $ah.handle\n"
		make = "ben: create-file docs/f.txt 10\n"
	)
	for _, row := range []struct{ name, race, stops, say, never string }{
		{"a merge under what was read", rows + last, "merge-entity If-Match ..00.0. The answer would be 412.", "",
			"no control"},
		{"a write of one's own would be refused as well", rows + own + last, "",
			"insert-or-merge-entity compares nothing. Tell Ben what #6 replaced", "stops it"},
		{"the other's handle stands open", docs + make,
			"Had #3 been shared with nobody, the answer to Ben's request would be 409.", "", "no control"},
		{"the other has closed it", docs + shut + make, "",
			"nothing that Ben could add to #8 stops it. The comparison of guards tries here what every writer would " +
				"have to keep to from its first read on: lease, shared with nobody, byte-range lock.", "no control"},
	} {
		card, found := cardAtEnd(t, row.race, engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, row.stops) || row.stops == "" && stops != "" ||
			!strings.Contains(card.Say, row.say) || strings.Contains(card.Say, row.never) {
			t.Errorf("%s: found %t: %s\n%s", row.name, found, stops, card.Say)
		}
	}
}

// What stands under the name of a refused request by now, and since when, is asked of the service and not of the names
// of requests: a staged block is no blob (engine/blob/rules.md, "Block blobs": Get finds none), a closed handle is no
// deleted file, a renamed file is read under its new name (engine/share/rules.md, "FileREST operations"), and what
// one's own request made anew is there. What another deleted meanwhile is not brought back without a word of it.
func TestWhatStandsThereMeanwhileIsAsked(t *testing.T) {
	const (
		writers = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		blob    = writers + "seed: create-container cont\nseed: put-blob cont/b 1\n"
		staged  = blob + "ana: get-blob cont/b as r\nben: delete-blob cont/b\nana: put-blob cont/b 2 " +
			"if-match=$r.etag\n" +
			"ben: put-block cont/b zz block=A001\n"
		leased = blob + "ana: acquire-blob-lease cont/b duration=30 as l\nben: put-blob cont/b 2\n"
		taken  = leased + "ana: delete-blob cont/b lease=$l.lease\n"
		row    = writers + "seed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
			"ana: delete-entity acc/p/a if-match=*\nben: merge-entity acc/p/a .n=2 if-match=*\n"
		file    = writers + "seed: create-share shr\nseed: create-file shr/f 4\n"
		closing = file + "writer cy \"Cy\"\nana: smb-create shr/f access=RWD share=RWD disposition=OPEN " +
			"delete-on-close=true as h\nben: smb-create shr/f access=RW share=RWD disposition=OPEN as g\n" +
			"ana: smb-close $h.handle\nben: smb-write $g.handle bb\nben: smb-close $g.handle\n"
		locked = file + "ana: smb-create shr/f access=RW share=RWD disposition=OPEN as h\n" +
			"ana: smb-lock $h.handle offset=0 length=4\n" +
			"ben: smb-create shr/f access=RW share=RWD disposition=OPEN as g\n"
		written = locked + "ben: smb-write $g.handle bb\nben: smb-close $g.handle\n"
		asked   = locked + "ben: smb-lock $g.handle offset=0 length=4 fail-immediately=true\nben: smb-close " +
			"$g.handle\n" +
			"ana: smb-close $h.handle\n"
		alone = file + "ana: smb-create shr/f access=RW share=none disposition=OPEN as h\nben: get-file shr/f\n" +
			"ana: smb-close $h.handle\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a staged block", staged + "ben: put-block-list cont/b A001\n", engine.IsGone, "anew since Ben's #7", "#6"},
		{"deleted under its lease", taken, engine.IsLeased, "cont/b is gone, by Ana's #5 (delete-blob)", "same again"},
		{"and brought back", taken + "ben: put-blob cont/b 2\n", engine.IsLeased, "tell Ana that #6 brought it back",
			"Nothing is left"},
		{"given back", leased + "ana: release-blob-lease cont/b lease=$l.lease\n", engine.IsLeased, "same again",
			"gone"},
		{"a row of one's own", row + "ben: insert-or-merge-entity acc/p/a .m=3\n", engine.IsGone,
			"Ben's own #5 has made it anew", "It is gone"},
		{"a file of one's own", file + "ana: delete-file shr/f\nben: put-range shr/f bb range=0-1\n" +
			"ben: smb-create shr/f access=RW share=RWD disposition=CREATE\n", engine.IsGone,
			"Ben's own #5 has made it anew", "It is gone"},
		{"a closed handle, and the lock stands", written, engine.SharedFile,
			"Ana's #4 is still in the way. The handle is closed. Open the file again", "is over"},
		{"and the lock is over", written + "ana: smb-close $h.handle\n", engine.SharedFile,
			"is over. The handle is closed",
			"gone"},
		{"a lock through it", asked, engine.SharedFile, "is over. The handle is closed", "nothing is left"},
		{"a closed handle of what is gone", written + "ana: smb-close $h.handle\nana: delete-file shr/f\n",
			engine.SharedFile, "shr/f is gone", "Open the file"},
		{"a read of what was renamed", alone + "ana: rename-file shr/g source=shr/f\n", engine.SharedFile,
			"shr/f is shr/g now, by Ana's #6. Read it there", "nothing is left"},
		{"deleted at its close, and made anew", closing + "cy: create-file shr/f 2\n", engine.LostUpdate,
			"Tell Ben what #3 removed", "replaced"},
		{"a read of what was deleted", alone + "ana: delete-file shr/f\n", engine.SharedFile, "nothing is left to read",
			"now, by"},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
}

// Two who set the very same beside a text, as tags, the second without having seen the first: a read shows what the
// first had set (engine/conflict/rules.md, "By part": it harms, as it did not know it). What stands otherwise by now is
// not shown by any.
func TestTheVerySameSettingIsStillShown(t *testing.T) {
	const (
		start = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b 1\n" +
			"seed: create-share sh\nseed: create-file sh/f 4\n"
		shown = "set the very same that Ben had set with #"
	)
	for _, c := range []struct{ lines, want string }{
		{"ana: get-blob-tags cont/b\nben: set-blob-tags cont/b tag.a=1\nana: set-blob-tags cont/b tag.a=1\n", shown},
		{"ana: get-blob-tags cont/b\nben: set-blob-tags cont/b tag.a=1\nana: set-blob-tags cont/b tag.a=2\n",
			"no longer shows it"},
		{"ana: get-blob-properties cont/b\nben: set-blob-tier cont/b tier=Cool\nana: set-blob-tier cont/b tier=Cool\n",
			shown},
		{"ana: get-file-metadata sh/f\nben: set-file-metadata sh/f meta.a=1\nana: set-file-metadata sh/f meta.a=1\n",
			shown},
		{"ana: get-file-metadata sh/f\nben: set-file-metadata sh/f meta.a=1\nana: set-file-metadata sh/f meta.a=1\n" +
			"ana: set-file-metadata sh/f meta.b=1\n", "no longer shows it"},
		{"ana: get-blob cont/b\nben: set-blob-tier cont/b tier=Cool\nana: set-blob-tier cont/b tier=Cool\n" +
			"ben: set-blob-metadata cont/b meta.a=1\n", shown},
	} {
		saysAtEnd(t, start+c.lines, engine.LostUpdate, c.want, "")
	}
}

// A lease that would stop a removal from taking another's work with it is one of that thing: who deletes a container
// under its lease has one already.
func TestALeaseThatWouldStopARemovalNamesItsThing(t *testing.T) {
	lines := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b v1\n" +
		"ana: acquire-container-lease cont duration=60 as l\nana: list-blobs cont\nben: put-blob cont/b vb\n" +
		"ana: delete-container cont lease=$l.lease\n"
	card, found := cardAtEnd(t, lines, engine.LostUpdate)
	stops := strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease of 60 s on cont/b taken by Ana before") {
		t.Errorf("%t %q", found, stops)
	}
}

// The renewal of a claim changes nothing: where another has taken it, there is nothing of the sender's to put into what
// is there, and to send that would be to write the other's claim as one's own (engine/conflict/rules.md, "Sentences and
// advice come from the cause": R never sends unchanged text under a fresh tag).
func TestARenewedClaimIsNoChange(t *testing.T) {
	const (
		blob = who + "seed: create-container own\n"
		meta = blob + "ann: put-blob own/0 \"\" meta.owner=ann as a\nben: put-blob own/0 \"\" meta.owner=ben\n"
		stop = "If what is there claims it for somebody else, stop: #4 says no more than what Ana had put there with #2"
	)
	advises(t, []advised{
		{"metadata", meta + "ann: set-blob-metadata own/0 meta.owner=ann if-match=$a.etag\n" +
			"ann: get-blob own/0\n", engine.StaleWrite, "", stop, "put Ana's change"},
		{"with the body", meta + "ann: put-blob own/0 \"\" meta.owner=ann if-match=$a.etag\n", engine.StaleWrite,
			"read", "#4 says no more than what Ana had put there with #2, and has no change", "put Ana's change"},
		{"a text", blob + "ann: put-blob own/0 ann as a\nben: put-blob own/0 ben\n" +
			"ann: put-blob own/0 ann if-match=$a.etag\n", engine.StaleWrite, "read", "has no change to put into it",
			"put the two together"},
		{"an object", who + "seed: create-bucket own\nann: put-object own/0 ann as a\nben: put-object own/0 ben\n" +
			"ann: put-object own/0 ann if-match=$a.etag\n", engine.StaleWrite, "read", "has no change to put into it",
			"put the two together"},
		{"a change", blob + "ann: put-blob own/0 ann as a\nben: put-blob own/0 ben\n" +
			"ann: put-blob own/0 \"ann, until 9\" if-match=$a.etag\n", engine.StaleWrite, "read", "both changed",
			"has no change"},
	})
}

// Who was refused for another's marker and puts its own in the place of that takes it away, in a row and in a key as in
// a blob: its maker has heard nothing of that.
func TestAMarkerThatIsTakenOverWasSomebodys(t *testing.T) {
	advises(t, []advised{
		{"a row", who + "seed: create-table own\nann: insert-entity own/p/0 .owner=ann\n" +
			"ben: insert-entity own/p/0 .owner=ben\nben: get-entity own/p/0 as g\n" +
			"ben: update-entity own/p/0 .owner=ben .since=2 if-match=$g.etag\n", engine.AlreadyThere, "",
			"What Ana's #2 had set is not in it: if that claimed it for Ana, tell Ana.", "Nothing is left"},
		{"a key", who + "ann: SET job ann NX\nben: SET job ben NX\nben: GET job\nben: SET job ben2\n",
			engine.AlreadyThere, "", "The text of Ana's #1 is not in it: if that claimed it for Ana, tell Ana.",
			"Nothing is left"},
		{"which holds it", who + "ann: SET job ann NX\nben: SET job ben NX\nben: GET job\nben: SET job \"ann, ben\"\n",
			engine.AlreadyThere, "", "has gone through since", "is not in it"},
	})
}

// Where no call of the service takes a condition, whoever lost work is to be told all the same (Azure REST, "Set Queue
// Metadata": it takes none).
func TestWhoLostWorkIsToldWhereNothingGuards(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nann: get-queue-metadata jobs\n" +
		"ben: get-queue-metadata jobs\nann: set-queue-metadata jobs meta.a=1\nben: set-queue-metadata jobs meta.b=1\n"
	advises(t, []advised{
		{"it stands", lines, engine.LostUpdate, "", "Tell Ana what #5 replaced", ""},
		{"and what to agree on", lines, engine.LostUpdate, "", "set-queue-metadata takes no condition", ""},
		{"it was put there again", lines + "ann: get-queue-metadata jobs\n" +
			"ann: set-queue-metadata jobs meta.a=1 meta.b=1\n", engine.LostUpdate, "",
			"nothing is left to tell", "Tell Ana"},
	})
}

// What a transaction carried out beside the command that was refused stands until another changes it: to take it back
// then would take that one's work (Redis, Transactions, "What about rollbacks?").
func TestWhatAHalfDoneTransactionDidMayBeAnothersByNow(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a x\nann: MULTI\n" +
		"ann: INCR a\nann: SET b 1\nann: EXEC\n"
	advises(t, []advised{
		{"it stands", lines, "", "", "What else #5 carried out stands", "settle"},
		{"it was changed", lines + "ben: SET b 2\n", "", "", "Ben's #6 has changed b since, so settle with Ben",
			"carried out stands"},
	})
}

// A refusal that is nobody's trouble need not be the request's fault for ever: what is there may have made it so.
func TestARequestIsCorrectedOnlyWhereItsWordsAreWrong(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\n"
		stock = who + "seed: EXSET stock 10\nann: EXGET stock\nben: EXGET stock\nann: EXINCRBY stock -8 MIN 0\n" +
			"ben: EXINCRBY stock -5 MIN 0\n"
		site = who + "seed: create-container site\nseed: put-blob site/a v1\nann: set-container-acl site " +
			"policy.guest=r policy-expiry.guest=2026-01-05T10:00:00Z policy.later=r policy-start.later=2027-01-01\n" +
			"clock 00:40.0\n"
	)
	for _, c := range []struct{ name, lines, action, want string }{
		{"a bound that another's change reached", stock, "read",
			"It fitted what Ben had read with #3, and Ana's #4 has changed that since."},
		{"and that was raised again", stock + "cy: EXINCRBY stock 5\n", "retry", "It would be accepted by now"},
		{"a queue that is not there", who + "ann: put-message poison job\n", "",
			"There is no queue poison: make it first, with create-queue poison, or correct the name."},
		{"a container", who + "ann: put-blob site/a x\n", "", "There is no container site: make it first, with " +
			"create-container site, or correct the name."},
		{"a bucket", who + "ann: put-object lake/a x\n", "", "with create-bucket lake"},
		{"a table", who + "ann: insert-entity shop/p/r\n", "", "with create-table shop"},
		{"a share", who + "ann: create-file s/f 1\n", "", "There is no share s: make it first, with create-share s"},
		{"a blob alone", who + "ann: create-container site\nann: set-blob-metadata site/a meta.x=1\n", "",
			"Create that first"},
		{"what was to go", who + "ann: delete-queue poison\n", "", "nothing is left to delete"},
		{"and was made", who + "ann: put-message poison job\nben: create-queue poison\n", "retry",
			"It would be accepted by now"},
		{"a bound that nobody moved", who + "seed: EXSET stock 2\nben: EXGET stock\n" +
			"ben: EXINCRBY stock -5 MIN 0\n", "", "Correct the request"},
		{"a policy that is over", site + "clock 60:00.0\nben: get-blob site/a under=guest\n", "",
			"Nothing in the request is wrong: the access policy that it goes by is over."},
		{"and was prolonged", site + "clock 60:00.0\nben: get-blob site/a under=guest\nann: set-container-acl site " +
			"policy.guest=r policy-expiry.guest=2026-01-06\nclock 61:00.0\n", "retry", "It would be accepted by now"},
		{"a policy that has not begun", site + "ben: get-blob site/a under=later\n", "",
			"has not begun yet. Send the same again once it has."},
		{"an id that nobody was granted", who + "ann: create-container site\nann: put-blob site/a x\n" +
			"ben: put-blob site/a y lease=22222222-2222-2222-2222-222222222222\n", "read",
			"It is its own lease id that has it refused: without that id it would be done by now."},
		{"a guard the wrong way round", who + "ann: create-container site\nann: put-blob site/a x\n" +
			"ben: get-blob site/a as g\nben: put-blob site/a y if-none-match=$g.etag\n", "read",
			"To go on from what was read, send it with If-Match in the place of that."},
		{"a wrong name", who + "ann: create-container Wiki!\n", "", "Correct the request"},
	} {
		v, said := roomtest.AtEnd(t, c.lines), advice.Card{}
		for _, m := range v.Marks() {
			said = advice.For(v, m.Finding)
		}
		if said.Action != c.action || !strings.Contains(said.Say, c.want) {
			t.Errorf("%s: %q %s", c.name, said.Action, said.Say)
		}
	}
}

// Each claim that was lost is a mark of its own: settling one settles no other of the same writer, and another writer's
// is not its to settle.
func TestTheOtherMarksOfAWriterStayOpen(t *testing.T) {
	const listed = `writer ann "Ana"
writer ben "Ben"
seed: create-container own
ann: list-blobs own
ben: list-blobs own
ann: put-blob own/p0 ann
ann: put-blob own/p1 ann
ben: put-blob own/p0 ben
`
	for lines, want := range map[string]int{listed: 0, listed + "ben: put-blob own/p1 ben\n": 1} {
		v := roomtest.AtEnd(t, lines)
		list := v.Troubles()
		newest := list[len(list)-1].Finding
		open, number, ok := advice.Open(v, newest)
		if ok != (want > 0) || number != want || ok && (open.By != "ben" || open.Request == newest.Request) {
			t.Errorf("%s: %t, %d, #%d", lines, ok, number, open.Request)
		}
	}
}

// Under a newer tag an older text took the place of another's (rules.md, `guard-defeated`, whose: the replaced): it can
// be put together in front of that, also where nobody said what the text was made from; and whose work it was is told,
// for no read shows it any more.
func TestWhoseWorkANewerTagReplacedIsTold(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-bucket pics\n"
		page = head + "seed: put-object pics/a one\nann: get-object pics/a as g\ncy: put-object pics/a cy\n" +
			"ann: put-object pics/a two if-match=$g.etag\nann: get-object pics/a as h\n"
		is = engine.GuardDefeated
	)
	advises(t, []advised{
		{"both changed it", page + "ann: put-object pics/a two if-match=$h.etag\n", is, "back",
			"If it has already happened, tell Cy, who stops if it was a claim", "Read what is there and its tag"},
		{"nothing can be sent in its place", head + "seed: EXSET k 1\nann: EXGET k as g\ncy: EXSET k 2\n" +
			"ann: EXGET k as h\nann: EXSET k 12 VER $h.version from=g\n", is, "", "Tell Cy what #6 replaced", ""},
	})
}
