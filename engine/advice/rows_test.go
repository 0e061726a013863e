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
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// The cases are those in which advice did harm or could not work. What is expected is what a person who knows the
// services' pages would answer; want and never stand in the sentence that says what to do, the alternatives and what
// would stop it.
var cases = []struct {
	name    string
	race    string // of the library, or lines of a scenario
	kind    engine.Trouble
	request int // 0: the last finding of the kind; negative: of that request, as it stands at the end
	action  string
	want    []string
	never   []string
}{
	{"an own try was heard to be done, and another's version lies on top", `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/home.md one
ann: get-blob wiki/home.md as a1
ann: put-blob wiki/home.md "one and Ana's" if-match=$a1.etag as m1
ben: get-blob wiki/home.md as b1
ben: put-blob wiki/home.md "one and Ben's" if-match=$b1.etag
ann: put-blob wiki/home.md "one and Ana's" if-match=$a1.etag again=m1
`, engine.StaleWrite, 0, "read", []string{"#4 had been done already. Read what is there and check " +
		"whether the change is in it"},
		[]string{"put Ana's change"}},
	{"an own try was done, and another's version lies on top", `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/home.md one
ann: get-blob wiki/home.md as a1
ann: send put-blob wiki/home.md "one and Ana's" if-match=$a1.etag as m1
deliver m1
lose m1
ben: get-blob wiki/home.md as b1
ben: put-blob wiki/home.md "one and Ben's" if-match=$b1.etag
ann: put-blob wiki/home.md "one and Ana's" if-match=$a1.etag again=m1
`, engine.StaleWrite, 0, "read", []string{"does not say whose work it met. Read what is there"},
		[]string{"put Ana's change"}},
	{"a read shows the old state while the append is still under way", `writer ann "Ana"
seed: create-container logs
seed: put-blob logs/a "" type=AppendBlob
ann: get-blob logs/a as a1
ann: send append-block logs/a A as m1
timeout m1
ann: get-blob logs/a as a2
`, engine.NoAnswer, 0, "", []string{"still be under way", "no read tells when", "would do it twice"},
		[]string{"It was not done"}},
	{"a stale holder is not told to send without a lease", "blob/r09-stale-lease-holder.race", engine.LeaseOver, 9,
		"lease anew",
		[]string{"Ana's lease (15 s from 00:00.0) ended at 00:15.0", "acquire the lease again"},
		[]string{"ithout a lease"}},
	{"a message that expired", "queue/q15-expiry-under-the-worker.race", engine.IsGone, 0, "",
		[]string{"It expired. ", " has done its work: nothing is left to send."}, []string{"Put it again"}},
	{"a message that was cleared away", "queue/q11-clear-against-a-holder.race", engine.IsGone, 5, "",
		[]string{" has done its work: nothing is left to send. Tell Oda, whose #4 took it away"},
		[]string{"settled outside", "reate it again"}},
	{"a message that another has deleted", `writer ann "Ana"
writer ben "Ben"
seed: create-queue jobs
seed: put-message jobs m as p
ann: get-messages jobs as a
tell ben $a.0
tell ben $a.0.receipt
ann: delete-message $a.0 popreceipt=$a.0.receipt
ben: delete-message $a.0 popreceipt=$a.0.receipt
`, engine.IsGone, 0, "", []string{"Ana has deleted it: the work is done. Stop."}, []string{"reate it again"}},
	{"the id that was sent was once one's own", "blob/r09-stale-lease-holder.race", engine.IsLeased, 7,
		"wait, lease anew",
		[]string{"ended at 00:15.0. Stop the work; Ben holds it until",
			"and may renew it. When it is free, acquire it again"},
		[]string{"send the same again."}},
	{"the lease is held under another id", "blob/r13-hand-over-by-change-with-a-lost-response.race", engine.LeaseOver,
		0,
		"lease", []string{"Send it with the lease's current id."}, nil},
	{"a lease that is being broken still writes", "blob/r11-break-with-grace.race", engine.LeaseOver, 6, "",
		[]string{"its id still writes until 00:30.0"}, nil},
	{"a lease whose id was never heard", "blob/r14-lost-acquire-response.race", engine.OwnEcho, 4, "",
		[]string{"Wait until 01:00.0, or break it if nobody else can have taken it. Next time, propose an id"}, nil},
	{"a lease for ever that is its writer's own", `writer ann "Ana"
writer ben "Ben"
seed: create-container box
ann: acquire-container-lease box duration=-1
ann: acquire-container-lease box duration=-1
`, engine.IsLeased, 0, "lease", []string{"Ana holds it already, under ..", ": renew it, or name that id."},
		[]string{"never heard", "break it"}},
	{"a lease with an end that is its writer's own", `writer ann "Ana"
seed: create-container box
seed: put-blob box/a one
ann: acquire-blob-lease box/a duration=30
ann: acquire-blob-lease box/a duration=30
`, engine.IsLeased, 0, "lease", []string{"Ana holds it already, under ..", ": renew it, or name that id."},
		[]string{"never heard", "Wait until"}},
	{"a share's lease that is its writer's own", `writer ann "Ana"
seed: create-share s
ann: acquire-share-lease s duration=30
ann: acquire-share-lease s duration=30
`, engine.IsLeased, 0, "lease", []string{"Ana holds it already, under ..", ": renew it, or name that id."},
		[]string{"never heard", "Wait until"}},
	{"a lease for ever whose id was told", lock + askedTold, engine.IsLeased, 0, "",
		[]string{"Ana took it; Ben only knows its id. Settle whether Ana is still working, then release it with that"},
		[]string{"holds it already", "renew it"}},
	{"a lease for ever stands in the way of another's", lock + "ben: acquire-blob-lease tfs/s duration=-1\n",
		engine.IsLeased, 0, "", []string{"settle first whether Ana is still working. If not, break it",
			"`ben: break-blob-lease tfs/s`", "a release by its id ends it too, and is marked", "A lease of 15 to 60 s"},
		[]string{"A holder that has heard"}},
	{"a file's lease is for ever only", `writer ann "Ana"
writer ben "Ben"
seed: create-share s
seed: create-file s/a 4
ann: acquire-file-lease s/a duration=-1
ben: acquire-file-lease s/a duration=-1
`, engine.IsLeased, 0, "", []string{"does not end by itself"}, []string{"15 to 60"}},
	{"a late renewal, and another's work since", `writer ann "Ana"
writer ben "Ben"
seed: create-container box
seed: put-blob box/a one
ann: acquire-blob-lease box/a duration=15 as a1
clock 00:15.1
ben: acquire-blob-lease box/a duration=15 as b1
ben: put-blob box/a two lease=$b1.lease
clock 00:17.9
ann: renew-blob-lease box/a lease=$a1.lease
`, engine.IsLeased, 0, "wait, lease anew",
		[]string{"and read box/a, which Ben changed meanwhile with #5, before the work goes on"}, nil},
	{"two claims are no text to be put together", `writer ann "Ana"
writer ben "Ben"
seed: create-container own
seed: put-blob own/p0 "owner=nobody"
ann: get-blob own/p0 as a1
ben: get-blob own/p0 as b1
ann: put-blob own/p0 "owner=ann" if-match=$a1.etag
ben: put-blob own/p0 "owner=ben" if-match=$b1.etag
`, engine.StaleWrite, 0, "read",
		[]string{"both set owner, which holds one value", "claims it for somebody else, stop"}, []string{"together"}},
	{"two values of one field are no text to be put together either", `writer ann "Ana"
writer ben "Ben"
seed: create-container own
seed: put-blob own/p0 "{\"owner\":\"\"}"
ann: get-blob own/p0 as a1
ben: get-blob own/p0 as b1
ann: put-blob own/p0 "{\"owner\":\"ann\"}" if-match=$a1.etag
ben: put-blob own/p0 "{\"owner\":\"ben\"}" if-match=$b1.etag
`, engine.StaleWrite, 0, "read", []string{"both set owner"}, []string{"together"}},
	{"two lines of a page are put together", `writer ann "Ana"
writer ben "Ben"
seed: create-container own
seed: put-blob own/p0 "one\n"
ann: get-blob own/p0 as a1
ben: get-blob own/p0 as b1
ann: put-blob own/p0 "ann\n" if-match=$a1.etag
ben: put-blob own/p0 "ben\n" if-match=$b1.etag
`, engine.StaleWrite, 0, "read", []string{"put the two together"}, []string{"holds one value"}},
	{"a lock that stays behind", staleLock, engine.AlreadyThere, 0, "read",
		[]string{"as for a lock, stop: it never ends by itself.", "delete it with If-Match of the tag"}, nil},
	{"a lock that is gone since", staleLock + "ann: delete-blob tfs/lock\n", engine.AlreadyThere, -3, "retry",
		[]string{"tfs/lock is gone, by Ana's #4 (delete-blob). Send the same again, if it is still wanted"},
		[]string{"delete it with"}},
	{"a lock that was removed unread", staleLock + "ben: delete-blob tfs/lock\n" +
		"ben: put-blob tfs/lock ben if-none-match=*\n", engine.AlreadyThere, -3, "",
		[]string{"For that #4 removed Ana's v1 unread, and Ana does not know: settle whether Ana"}, nil},
	{"who released another's lease settles whether that one works", lock + askedTold +
		"ben: release-blob-lease tfs/s lease=$a.lease\n", engine.IsLeased, -5, "",
		[]string{"Ben released Ana's lease with #6, which does not stop", "Settle first whether Ana is still working"},
		[]string{"is over"}},
	{"a lease for ever under an id whose answer was lost", `writer ann "Ana"
seed: create-container box
ann: send acquire-container-lease box duration=-1 as l1
deliver l1
lose l1
ann: acquire-container-lease box duration=-1
`, engine.OwnEcho, 0, "", []string{"under an id that was never heard, or somebody else's", "break it"},
		[]string{"holds it already"}},
	{"a receipt that was never heard", "queue/q06-lost-answer-to-update.race", engine.OwnEcho, 0, "",
		[]string{"no read shows", "Wait until the message is visible again", "somebody else may be first"},
		nil},
	{"the newer receipt is one's own", "queue/q05-renewal-with-the-old-receipt.race", engine.OldReceipt, 0, "receipt",
		[]string{"receipt of the newest answer"}, []string{"not finished"}},
	{"a producer that cancels", "queue/q10-producer-cancels.race", engine.OldReceipt, 0, "",
		[]string{"Ask", "to leave the work and delete it."}, []string{"not finished", "can no longer be taken back"}},
	{"metadata of a queue", "queue/q14-metadata-lost-update.race", engine.LostUpdate, 0, "",
		[]string{"gives no control", "Agree on one writer"}, []string{"If-Match", "with a guard"}},
	{"access policies of a queue", "queue/q21-acl-and-properties-last-writer-wins.race", engine.LostUpdate, 0, "",
		[]string{"gives no control"}, []string{"If-Match"}},
	{"C8: a handle that is closed by force", "share/f14-the-client-does-not-answer.race", engine.LostUpdate, 0, "read",
		[]string{"A lease taken by Cy before #4: Ana's request would get STATUS_SHARING_VIOLATION.",
			"what waits in its cache is lost with its handle"}, []string{"no control"}},
	{"C8: the same bytes again have the same tag", "bucket/r12-same-bytes-not-seen-by-put.race", engine.SameNumber, 0,
		"", []string{"Had #6 carried a number in its content, the answer to #7 would be 412.",
			"no text is lost by this"},
		[]string{"with a guard", "compares nothing", "write the lost part"}},
	{"C8: an upsert compares nothing", "table/t03-lost-update-by-upsert.race", engine.LostUpdate, 0, "guard",
		[]string{"insert-or-replace-entity compares nothing. Go back before it on a new branch and send " +
			"update-entity If-Match", "would be 412", "replaced: a plain read no longer shows it"}, nil},
	{"C8: a key that was deleted begins at version 1 again", "tair/r06-version-starts-again-after-del.race",
		engine.SameNumber, 0, "", []string{"Had #5 carried a version that nobody had (EXSET doc other ABS 1001)"},
		[]string{"compares nothing"}},
	{"C8: every new lock has version 1", "tair/r09-lock-by-version-deletes-anothers-lock.race", engine.SameNumber, 0,
		"", []string{"Had #2 carried a version that nobody had", "the answer to #3 would be 0."},
		[]string{"compares nothing"}},
	{"C8: ABS lets one number stand for two values", "tair/r13-abs-makes-equal-versions.race", engine.SameNumber, 0,
		"", []string{"Had #4 carried a version that nobody had (EXSET d b ABS 1007)"},
		[]string{"compares nothing"}},
	{"C8: EXSETVER turns the version back", "tair/r14-exsetver-turns-the-version-back.race", engine.SameNumber, 0,
		"", []string{"Had #4 carried a version that nobody had (EXSETVER e 1001)"}, []string{"compares nothing"}},
	{"C8: a plain string has a twin that compares", "tair/r01-last-writer-wins-key_1.race", engine.LostUpdate, 0,
		"guard",
		[]string{"SET compared nothing.", "CAS key_1 hello universe. The answer would be 0."}, nil},
	{"C9: a commit is written again under the next number", commitTwice, engine.DoneTwice, 0, "read",
		[]string{"recognise #4 as one's own work, and stop"}, []string{"If-Match", "no tag"}},
	{"D19: a file that its last close deletes", "share/f08-delete-on-close.race", engine.SharedFile, 0, "",
		[]string{"is deleted at its last close, unless the mark is taken off before."},
		[]string{"Wait until Ben closes it"}},
	{"D19: a delete on close against a write through another handle",
		"share/extra-delete-on-close-after-anothers-write.race", engine.LostUpdate, 0, "",
		[]string{"shared with nobody, the answer to Ben's request would be STATUS_SHARING_VIOLATION"},
		[]string{"no control"}},
	{"C10: a policy that stood from the start", "bucket/r22-bootstrap-deadlock.race", engine.ByPolicy, 4, "",
		[]string{"has denied it from the start", "Sent by Admin, it would get 200 OK."}, []string{"Ask seed"}},
	{"a guard that the call refuses for its form is none", "table/t06-delete-against-update.race", engine.LostUpdate, 0,
		"guard", []string{"There it is refused (404 Not Found)"}, []string{"400"}},
	{"a delete under an old tag", "table/t06-delete-against-update.race", engine.StaleWrite, 0, "read",
		[]string{"see whether it is still to be deleted"}, []string{"Ana's change"}},
	{"no cure that would refuse every honest holder", `writer ann "Ana"
writer ben "Ben"
lock blob locks/host covers blob locks/job
seed: create-container locks
seed: put-blob locks/host h
seed: put-blob locks/job 0
ann: acquire-blob-lease locks/host duration=15 as l
clock +16s
ben: acquire-blob-lease locks/host duration=15 as m
ben: put-blob locks/job ben
ann: put-blob locks/job ann
`, engine.StaleHolder, 0, "",
		[]string{"A renewal of the lease of locks/host under .."},
		[]string{"If-None-Match"}},
	{"two values of one metadata are not merged", `writer ann "Ana"
writer ben "Ben"
seed: create-container hub
seed: put-blob hub/own "" meta.owner=zed
ann: get-blob hub/own as a
ben: get-blob hub/own as b
ann: put-blob hub/own "" meta.owner=ann if-match=$a.etag
ben: put-blob hub/own "" meta.owner=ben if-match=$b.etag
`, engine.StaleWrite, 0, "read",
		[]string{"both set meta.owner, which holds one value. If what stands there claims it for somebody else, stop"},
		[]string{"send it with the new tag"}},
	{"a second copy is no try of what its sender did before", `writer ann "Ana"
seed: create-container cont
ann: put-blob cont/log type=AppendBlob
ann: send append-block cont/log x as p
double p
deliver p
deliver p'
`, engine.DoneTwice, 0, "read",
		[]string{"what the second copy of #3 changed there"}, []string{"recognise #2"}},
	{"a finished upload is answered again", finished + "ann: complete-multipart-upload lake/k [1=$p.etag] " +
		"upload=$u.upload again=m\n", engine.NoAnswer, -4, "",
		[]string{"#5 has gone through since. Nothing is left to send."},
		[]string{"Read before the next try"}},
	{"what an upload is made of is compared, and not the list of its parts", finished + "ann: get-object lake/k\n",
		engine.NoAnswer, -4, "",
		[]string{"What #5 shows is what the pieces of #4 come to."}, []string{"is not", "is what #4 was to write"}},
	{"of two tries without an answer the older is named", `writer ann "Ana"
seed: create-bucket lake
ann: send put-object lake/k x if-none-match=* as m
deliver m
lose m
ann: send put-object lake/k x if-none-match=* again=m as n
deliver n
lose n
ann: put-object lake/k x if-none-match=* again=m
`, engine.OwnEcho, 4, "read", []string{"own try #2 had no answer"}, []string{"#3"}},
	{"a lock without an end is met without its id", lock + "ben: set-blob-metadata tfs/s meta.note=mine\n",
		engine.IsLeased, 0,
		"", []string{"named no lease id. Under that of the lease, which is Ana's to hand over, it would get 200 OK"},
		nil},
	{"what would go over the holder's text is not offered under its id", lock + "ann: put-blob tfs/s two " +
		"lease=$a.lease\nben: put-blob tfs/s three\n", engine.IsLeased, 0, "", nil,
		[]string{"Under that of the lease"}},
	{"nor what would go over a text that was written before the lease", "writer ann \"Ana\"\nwriter ben \"Ben\"\n" +
		"seed: create-container tfs\nann: put-blob tfs/s one\nann: acquire-blob-lease tfs/s duration=-1\n" +
		"ben: put-blob tfs/s three\n", engine.IsLeased, 0, "",
		[]string{"it would go over Ana's work.", "A lease that ends, and is renewed in time, does not stay behind."},
		[]string{"Under that of the lease"}},
	{"a lock is given back by who only read its id", lock + "ben: release-blob-lease tfs/s " +
		"lease=11111111-1111-1111-1111-111111111111\n", engine.BorrowedLease, 0, "",
		[]string{"break the lease: that needs no id"}, nil},
	// the public reports
	{"a library that is refused by its own try", "bucket/r15-lost-reply-on-a-create.race", engine.OwnEcho, 0, "read",
		[]string{"own try #", "does not say whose work it met"}, []string{"end it again", "Stop"}},
	{"a commit log that is written twice", "bucket/case-the-commit-log-written-twice.race", engine.DoneTwice, 0, "read",
		[]string{"Read lake/_log/2.json, recognise #4 as one's own work, and stop."}, []string{"If-Match"}},
	{"a message that is done twice after a renewal", "queue/case-done-twice-after-a-renewal.race", engine.OldReceipt, 0,
		"receipt", []string{"Send it with the receipt of the newest answer."}, []string{"not finished"}},
	{"a host that borrowed a lease id", "blob/extra-a-borrowed-lease.race", engine.BorrowedLease, 0, "",
		[]string{"Stop, and tell Ana, who held it until then", "keep it out of content and metadata"},
		[]string{"again", "If-Match"}},
	{"a renewal after 17.9 seconds", "blob/case-renewed-after-17-9-seconds.race", engine.IsLeased, 5,
		"wait, lease anew",
		[]string{"Host 1's lease (15 s from 00:00.0) ended at 00:15.0. Stop the work;"},
		[]string{"send the same again"}},
	{"a 409 that is taken for exists", "bucket/case-a-409-taken-for-exists.race", engine.TwoAtOnce, 0, "retry",
		[]string{"That does not say that anything is there. Send the same again"}, nil},
	{"a state lock that nobody can release", "blob/case-the-lock-that-nobody-releases.race", engine.IsLeased, 5, "",
		[]string{"The lease does not end by itself:", "settle first whether Run 1 is still working",
			"Break the lease: 202"},
		[]string{"Wait until"}},
	{"a claim without a condition", "blob/case-a-claim-without-a-condition.race", engine.LostUpdate, 8, "guard",
		[]string{"If-Match ..0E4F. The answer would be 412."}, nil},
	{"a claim that was too late", "blob/case-a-claim-without-a-condition.race", engine.StaleWrite, 8, "read",
		[]string{"Or keep what is there and stop."}, nil},
	{"tags slip past the tag of the content", "blob/r36-tags-slip-past-the-etag.race", engine.LostUpdate, 0, "read",
		[]string{"read the tags too, and send along what still holds", "A lease of 60 s taken by Ana before #"},
		[]string{"send it with a guard", "If-Match .."}},
	{"tags are guarded by a condition on tags", "blob/extra-tags-guarded-by-tags.race", engine.LostUpdate, 0,
		"guard",
		[]string{`If-Tags "state" = 'open'. The answer would be 412.`}, []string{"compares nothing", "If-Match"}},
	{"an upload is done again over another's version", `writer ann "Ana"
writer ben "Ben"
set bucket.minimum-part=1
seed: create-bucket lake
seed: put-object lake/k v1
ann: create-multipart-upload lake/k as u
ann: upload-part lake/k x upload=$u.upload part=1 as p
ann: send complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload as m
deliver m
lose m
ben: get-object lake/k as h
ben: put-object lake/k b if-match=$h.etag
ann: create-multipart-upload lake/k as u2
ann: upload-part lake/k x upload=$u2.upload part=1 as p2
ann: complete-multipart-upload lake/k [1=$p2.etag] upload=$u2.upload again=m
`, engine.DoneTwice, 0, "", []string{"#10 put there again what #5 had, and took away what Ben's #7 had put there"},
		[]string{"recognise #7", "nothing was there", "send it", "If-None-Match"}},
	{"a create is refused over another's version on top", `writer ann "Ana"
writer ben "Ben"
seed: create-bucket lake
ann: send put-object lake/k x if-none-match=* as m
deliver m
lose m
ben: get-object lake/k as h
ben: put-object lake/k b if-match=$h.etag
ann: put-object lake/k x if-none-match=* again=m
`, engine.AlreadyThere, 0, "read", []string{"Read what is there, and compare something that only that try " +
		"wrote"}, []string{"send it", "put"}},
	{"of two appends the first is named", "blob/r21-log-append-with-position.race", engine.DoneTwice, 0, "read",
		[]string{"recognise #3 as one's own work"}, nil},
	{"a guard that only one of two tries can pass", `writer ann "Ana"
seed: create-container logs
seed: put-blob logs/a one
ann: get-blob logs/a as a1
ann: send put-blob logs/a two if-match=$a1.etag as m1
timeout m1
ann: get-blob logs/a as a2
`, engine.NoAnswer, 0, "retry",
		[]string{"still be under way", "Send it with a guard that only one of the two can pass."}, nil},
	{"a copy that was given up", "blob/r27-slow-copy.race", engine.StaleWrite, 0, "retry",
		[]string{"wiki/dst is empty. Read the source as it is now, and copy it", "a lease on the source"},
		[]string{"put Ana's change", "The same again would get 412"}},
	{"a lease that went with its blob", "blob/r34-lease-lives-through-overwrite-dies-with-delete.race",
		engine.LeaseOver,
		0, "read", []string{"Ana's lease went with wiki/home.md, which Ana deleted with #6.", "that is another thing"},
		[]string{"given back", "00:00.0"}},
	{"a lease that went with its file", "share/extra-a-lease-goes-with-its-file.race", engine.LeaseOver, 0,
		"read",
		[]string{"Ana's lease went with s", "that is another thing"}, []string{"Ana's lease ended", "given back"}},
	{"a lease that is taken under an old tag", "blob/r30-lock-only-what-i-read.race", engine.StaleWrite, 0, "read",
		[]string{"acquire with the new tag"}, []string{"put Ben's change"}},
	{"a version where there is no key", "tair/r07-ver-on-a-deleted-key-brings-it-back.race", engine.LostUpdate, 0,
		"",
		[]string{"VER 1 compared nothing here.", "EXCAS d mine 1. The answer would be -1."},
		[]string{"EXSET compares nothing"}},
	{"metadata of a container under a tag", "blob/r38-container-optimistic-by-date.race", engine.LostUpdate, 0, "",
		[]string{"gives no control over this: set-container-metadata compares nothing", "was not compared"},
		[]string{"would be 412", "with a guard"}},
	{"a container under an old date", "blob/r38-container-optimistic-by-date.race", engine.StaleWrite, 4, "read",
		[]string{"with the new date"}, []string{"new tag"}},
	{"a marker in a bucket", "bucket/plan-create-marker.race", engine.AlreadyThere, 0, "read",
		[]string{"the refusal does not say who made it: read that first.", "as for a lock, stop: it never"},
		[]string{"Read what is there and"}},
	{"an upsert that merges", `writer ann "Ana"
writer ben "Ben"
seed: create-table stock
seed: insert-entity stock/p/r .a=1
ann: get-entity stock/p/r
ben: get-entity stock/p/r
ann: insert-or-merge-entity stock/p/r .a=2
ben: insert-or-merge-entity stock/p/r .a=3
`, engine.LostUpdate, 0, "guard", []string{"insert-or-merge-entity compares nothing.", "merge-entity If-Match"}, nil},
	{"pages of a table", "table/t12-row-moves-under-a-paged-query.race", engine.TornRead, 0, "read",
		[]string{"no tag holds the pieces"}, []string{"If-Match"}},
	{"ranges of a file", "share/extra-reading-in-pieces.race", engine.TornRead, 7, "read",
		[]string{"no tag holds the pieces"}, []string{"If-Match"}},
	{"a cache that is not written back", "share/f14-the-client-does-not-answer.race", engine.SharedFile, 0, "",
		[]string{"keeps its cache and does not answer"}, []string{"Wait for the close", "open it again", "closes it"}},
	{"a request over REST opens nothing", "share/f09-rest-delete-against-an-open-handle.race", engine.SharedFile, 0, "",
		[]string{"Wait until Ana closes it, then send the same again."}, []string{"open it again"}},
	{"an upload that was ended", "bucket/extra-an-abort-is-no-fence.race", engine.IsGone, 0, "",
		[]string{"begin a new upload"}, []string{"reate it again"}},
	{"a handle that is closed", "share/f14-the-client-does-not-answer.race", engine.IsGone, 0, "",
		[]string{"Open the file again and look what is in it"}, []string{"reate it again"}},
	{"a handle whose file went with its share", "share/f20-share-goes-handles-stay.race", engine.IsGone, 0, "",
		[]string{"The handle is closed, and s/f is gone."}, []string{"Open the file again"}},
	{"a key of another type", "tair/r12-set-destroys-the-versioned-string.race", engine.IsGone, 0, "",
		[]string{"of another type"}, []string{"reate it again"}},
	{"a container while its name is not free", "blob/r29-container-torn-down-under-its-writers.race", engine.Unfinished,
		0,
		"wait", []string{"Wait until 00:30.0, then send the same again."}, []string{"reate it again"}},
	{"a bucket that is not empty", "bucket/r27-cleaning-up-under-a-writer.race", engine.AlreadyThere, 7, "",
		[]string{"settle first with Writer whether it may go"}, []string{"be missing"}},
	{"no answer to a put of a message", "queue/q09-lost-answer-to-put.race", engine.DoneTwice, 0, "",
		[]string{"#2 and #3 have put the same twice", "no read tells that they are the same",
			"or whoever receives them told that they are the same"}, []string{"Read jobs", "one's own work"}},
	{"a table's pages know no tag", "queue/extra-reading-a-list-in-pages.race", engine.TornRead, 0, "read",
		[]string{"no tag holds the pieces"}, []string{"If-Match"}},
	{"a permission was taken away", "blob/r39-permissions-lag-behind-their-acl.race", engine.ByPolicy, 7, "",
		[]string{"no header helps"}, []string{"Add the guard"}},
	{"S3's policy wants a header", "bucket/r01-policy-enforcement.race", engine.ByPolicy, 5, "guard",
		[]string{"If-None-Match *"}, nil},
	{"a lock on bytes is no open", "share/f11-a-lock-elsewhere.race", engine.SharedFile, 9, "",
		[]string{"unlocks the bytes, then read what is there: the same again would go over Ben's #7"},
		[]string{"Wait for the close", "open it again"}},
	{"a delete that is pending", "share/f06-delete-pending-taken-back.race", engine.SharedFile, 7, "",
		[]string{"is deleted at its last close, unless the mark is taken off before."}, []string{"then open again"}},
	{"a delete of what is gone", "blob/extra-second-delete.race", engine.IsGone, 6, "",
		[]string{"nothing is left to delete"}, []string{"reate it again"}},
	{"blocks that another's commit threw away", "blob/r15-committing-throws-away-the-others-blocks.race", engine.IsGone,
		0,
		"read", []string{"Read that first. If the blocks are still wanted, stage them again, then commit."}, nil},
	{"snapshots stand against a delete", "blob/extra-snapshots-are-read-only.race", engine.AlreadyThere, 11, "",
		[]string{"settle with Ana whether they may go"}, []string{"be missing", "What is inside"}},
	{"D2: a refused EXCAS says value and version", "tair/r03-optimistic-lock-excas-key_3.race", engine.StaleWrite, 5,
		"read", []string{"The refusal says value and version: put the change into the new value"},
		[]string{"Read again", "EXGET"}},
	{"D5: a 409 under If-None-Match is sent again as it is", "bucket/r06-delete-during-a-create-only-put.race",
		engine.TwoAtOnce, 0, "retry", []string{"Send the same again"}, []string{"Read again"}},
	{"D5: a 412 under If-Match is read first", "bucket/r03-three-update-the-registry.race", engine.StaleWrite, 0,
		"read", []string{"Read again"}, []string{"Send the same again."}},
	{"a marker that another made", "queue/q22-idempotent-worker-with-a-blob.race", engine.AlreadyThere, 0, "read",
		[]string{"It existed then, and the refusal does not say who made it: read that first."},
		[]string{"merge", "put the"}},
	{"a 409 behind which another's write passed", "bucket/r05-409-then-412.race", engine.TwoAtOnce, 0, "redrive",
		[]string{"Read again"}, []string{"Send the same again"}},
	{"42: a number that was raised as a fence", "blob/extra-pages-and-numbers.race", engine.StaleWrite, 0, "read",
		[]string{"Its number has changed, which keeps out what was sent before."}, []string{"lines", "put the change"}},
	{"a registry that was merged again has got over it", "bucket/r03-three-update-the-registry.race", engine.StaleWrite,
		-7, "",
		[]string{"has gone through since", "Nothing is left to send."}, nil},
}

// finished is an upload whose end was done and not heard.
const finished = `writer ann "Ana"
set bucket.minimum-part=1
seed: create-bucket lake
ann: create-multipart-upload lake/k as u
ann: upload-part lake/k x upload=$u.upload part=1 as p
ann: send complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload as m
deliver m
lose m
`

// lock is a lease without an end, with an id that its holder proposed.
const lock = `writer ann "Ana"
writer ben "Ben"
seed: create-container tfs
seed: put-blob tfs/s one
ben: get-blob tfs/s
ann: acquire-blob-lease tfs/s duration=-1 id=11111111-1111-1111-1111-111111111111 as a
`

// askedTold is who knows the id of that lease and asks for one of its own.
const askedTold = "tell ben $a.lease\nben: acquire-blob-lease tfs/s duration=-1\n"

// staleLock is a lock that is a blob, and that nobody takes away.
const staleLock = `writer ann "Ana"
writer ben "Ben"
seed: create-container tfs
ann: put-blob tfs/lock ann if-none-match=*
ben: put-blob tfs/lock ben if-none-match=*
`

// commitTwice is a log whose second entry is written again as the third, for its answer was lost.
const commitTwice = `writer ann "Ana"
seed: create-container log
seed: put-blob log/1.json one
ann: get-blob log/1.json as a1
ann: send put-blob log/2.json "{\"add\":\"part-7\"}" if-none-match=* as m1
deliver m1
lose m1
ann: put-blob log/2.json "{\"add\":\"part-7\"}" if-none-match=* again=m1
ann: put-blob log/3.json "{\"add\":\"part-7\"}" if-none-match=* again=m1
`

func TestAdviceOfTheRows(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			card, found := cardOf(t, c.race, c.kind, c.request)
			if !found {
				t.Fatal("the race has no such finding")
			}
			all := strings.Join(append(append([]string{card.Say}, card.Others...), card.Stops...), " ")
			if card.Action != c.action {
				t.Errorf("the action is %q, want %q: %s", card.Action, c.action, all)
			}
			for _, want := range c.want {
				if !strings.Contains(all, want) {
					t.Errorf("%q is not in %q", want, all)
				}
			}
			for _, never := range c.never {
				if strings.Contains(all, never) {
					t.Errorf("%q is in %q", never, all)
				}
			}
		})
	}
}

// What R sends is what the card names: the read of the object in which the work was done first, and the tag of the
// newest answer, which may be that to a write of something else than the text.
func TestWhatIsDoneIsWhatTheCardSays(t *testing.T) {
	for race, row := range map[string]struct {
		kind  engine.Trouble
		sends string
	}{
		commitTwice: {engine.DoneTwice, "ann: send get-blob log/2.json"},
		`writer ann "Ana"
writer ben "Ben"
seed: create-container tfs
ann: put-blob tfs/s one as a
ann: set-blob-metadata tfs/s meta.a=1 as m
ben: get-blob tfs/s as b
ben: put-blob tfs/s two if-match=$b.etag
ann: put-blob tfs/s three
`: {engine.LostUpdate, "if-match=$m.etag"},
		`writer ann "Ana"
writer ben "Ben"
set ann.guard=none
seed: create-container tfs
seed: put-blob tfs/s "one\ntwo\nthree\n"
ann: get-blob tfs/s as a
ben: put-blob tfs/s "1\ntwo\nthree\n"
ann: put-blob tfs/s "one\ntwo\n3\n" if-match=$a.etag
`: {engine.StaleWrite, "if-match=$r6.etag from=r6"},
	} {
		card, _ := cardOf(t, race, row.kind, 0)
		var lines []string
		for _, in := range card.Inputs {
			lines = append(lines, scenario.FormatInput(in))
		}
		if sent := strings.Join(lines, "; "); !strings.Contains(sent, row.sends) {
			t.Errorf("%q does %q, and not %q", card.Say, sent, row.sends)
		}
	}
}

// cardOf plays a race and hands out the card of a finding: of the request that is told when its writer knows of it,
// else of the last one at the end.
func cardOf(t *testing.T, race string, kind engine.Trouble, request int) (card advice.Card, found bool) {
	t.Helper()
	text := []byte(race)
	if strings.HasSuffix(race, ".race") {
		var err error
		if text, err = races.FS.ReadFile(race); err != nil {
			t.Fatal(err)
		}
	}
	r := roomtest.Of(t, "case.race", string(text))
	seen := map[conflict.Finding]bool{}
	for {
		_, err := r.Step()
		v := r.View()
		for _, tr := range v.Troubles() {
			x := v.Exchange(tr.Request)
			heard := tr.Severity != engine.SeverityRefused || x != nil && !x.Heard.IsZero()
			first := !seen[tr.Finding] && (request == 0 || tr.Request == request)
			if tr.Kind == kind && heard && (first || tr.Request == -request) {
				card, found, seen[tr.Finding] = advice.For(v, tr.Finding), true, true
			}
		}
		if err != nil {
			return card, found
		}
	}
}

// cardAtEnd is the card of the last finding of a kind as it stands at the end of a race.
func cardAtEnd(t *testing.T, race string, kind engine.Trouble) (card advice.Card, found bool) {
	t.Helper()
	return cardIn(roomtest.AtEnd(t, race), kind)
}

// saysAtEnd says where the sentence of that card has not what it is to say, or has what it is never to.
func saysAtEnd(t *testing.T, race string, kind engine.Trouble, want, never string) {
	t.Helper()
	card, found := cardAtEnd(t, race, kind)
	if !found || !strings.Contains(card.Say, want) || never != "" && strings.Contains(card.Say, never) {
		t.Errorf("%s%v %q %s\nwant %q, never %q", race, found, card.Action, card.Say, want, never)
	}
}

// saysDoing says it of a card whose action is to be that.
func saysDoing(t *testing.T, name, race string, kind engine.Trouble, action, want, never string) {
	t.Helper()
	card, found := cardAtEnd(t, race, kind)
	if !found || card.Action != action || !strings.Contains(card.Say, want) ||
		never != "" && strings.Contains(card.Say, never) {
		t.Errorf("%s: %v %q, want %q: %s\nwant %q, never %q", name, found, card.Action, action, card.Say, want, never)
	}
}

// cardIn is the card of the last finding of a kind in a view.
func cardIn(v *view.View, kind engine.Trouble) (card advice.Card, found bool) {
	for _, tr := range v.Troubles() {
		if tr.Kind == kind {
			card, found = advice.For(v, tr.Finding), true
		}
	}
	return card, found
}

// C4: the markers of a merge that was not finished are never sent by a key, and branches keep guard and draft.
func TestMarkersAreNotSent(t *testing.T) {
	findings(t, "blob/r03-same-etag-two-writers.race", func(r *room.Room, c conflict.Finding) {
		if c.Kind != engine.StaleWrite {
			return
		}
		v, text := r.View(), "<<<<<<< Ana's\nmine\n=======\ntheirs\n>>>>>>> Ben's v5\n"
		from := v.BaseOf(v.Exchange(c.Request), c.Object).Name
		r.SetDraft(c.By, c.Object, view.Draft{Text: text, From: []string{from}})
		card := advice.For(r.View(), c)
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && r.View().Spec(s.Verb).Changes() {
				t.Errorf("it sends %v", s.Args)
			}
		}
		if !strings.Contains(card.Say, "markers of a merge") {
			t.Errorf("the card says %q", card.Say)
		}
	})
}
