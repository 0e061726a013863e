package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What a card tells of leases, transactions and guards, beside what the rules of the services say: a change of the id
// keeps the clock (leases); a lease that is being broken holds until then; a lease whose time is over can be renewed
// until somebody writes (leases, R10); who lets go of it is what ended it; a Delete takes no notice of If-None-Match *
// (blobs, R25); a command of exStrings touches a watched key though it writes nothing (TairString).
func TestWhatIsToldIsWhatDidIt(t *testing.T) {
	const wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
	const id1, id2 = "11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"
	for _, row := range []struct {
		what, lines, mark, told, never string
	}{
		{"a change keeps the clock", wiki + "ann: acquire-blob-lease wiki/a duration=30 as l\nclock +20s\n" +
			"ann: change-blob-lease wiki/a lease=$l.lease id=" + id2 + " as c\nclock +11s\n" +
			"ben: acquire-blob-lease wiki/a duration=15\nann: put-blob wiki/a x lease=$c.lease\n",
			"! leased ann", "Ana's lease (30 s from 00:00.0) ended at 00:30.0. Ben took the lease at 00:31.0.",
			"00:20.0)"},
		{"given back before the break", wiki + "ann: acquire-blob-lease wiki/a duration=60 as l\n" +
			"ben: break-blob-lease wiki/a period=30\nann: release-blob-lease wiki/a lease=$l.lease\n" +
			"ann: put-blob wiki/a x lease=$l.lease\n",
			"! lease-over ann", "Ana gave the lease back with #5. Ana's request", "Ben broke"},
		{"released by who was told the id", wiki + "ann: acquire-blob-lease wiki/a duration=-1 as l\n" +
			"tell ben $l.lease\nben: release-blob-lease wiki/a lease=$l.lease\n" +
			"ann: put-blob wiki/a x lease=$l.lease\n",
			"! lease-over ann", "Ben released Ana's lease with #4. Ana's request", "gave"},
		{"given back after the break", wiki + "ann: acquire-blob-lease wiki/a duration=60 as l\n" +
			"ben: break-blob-lease wiki/a period=30\nclock +31s\nann: release-blob-lease wiki/a lease=$l.lease\n" +
			"ann: put-blob wiki/a x lease=$l.lease\n",
			"! lease-over ann", "Ben broke Ana's lease at 00:00.0. Ana's request", "gave"},
		{"renewed after another wrote", wiki + "ann: acquire-blob-lease wiki/a duration=15 as l\nclock +16s\n" +
			"ben: put-blob wiki/a x\nann: renew-blob-lease wiki/a lease=$l.lease\n",
			"! lease-over ann", "Ana's lease (15 s from 00:00.0) ended at 00:15.0. Ben saved v2 at 00:16.0.", "cannot"},
		{"written after another wrote", wiki + "ann: acquire-blob-lease wiki/a duration=15 as l\nclock +16s\n" +
			"ben: put-blob wiki/a x\nann: put-blob wiki/a y lease=$l.lease\n",
			"! lease-over ann", "Ana's lease (15 s from 00:00.0) ended at 00:15.0. Ana's request", "saved"},
		{"a second acquire meets the break of another", wiki +
			"ann: send acquire-blob-lease wiki/a duration=60 id=" + id1 + " as l\ndouble l\ndeliver l\n" +
			"ben: break-blob-lease wiki/a period=30\ndeliver l'\n",
			"! leased ann", "Ben broke the lease with #4.", "first copy"},
		{"the break of another whose first copy met no lease", wiki +
			"ben: send break-blob-lease wiki/a period=30 as b\ndouble b\ndeliver b\n" +
			"ann: send acquire-blob-lease wiki/a duration=60 id=" + id1 + " as l\ndouble l\ndeliver l\n" +
			"deliver b'\ndeliver l'\n",
			"! leased ann", "Ben broke the lease with #3.", "first copy"},
		{"a delete behind what its writer had deleted", wiki + "ann: delete-blob wiki/a\nben: get-blob wiki/a\n" +
			"ben: put-blob wiki/a x if-none-match=*\nann: delete-blob wiki/a\n",
			"~ lost-update ben", "Without If-Match nothing is compared", "If-None-Match"},
		{"a refused command touches", "seed: EXSET k a\nann: WATCH k\nben: EXCAS k y 9\nann: MULTI\nann: EXSET k x\n" +
			"ann: EXEC\n", "! stale-write ann", "Ben's #3 touched k, and changed nothing.", "saved"},
		{"watched too late", "seed: EXSET k a\nann: EXGET k as g\nben: EXGET k\nben: EXSET k b VER 1\n" +
			"ann: WATCH k\nann: MULTI\nann: EXSET k c from=g\nann: EXEC\n",
			"~ guard-defeated ben", "Ana began to watch after Ben's change", "version that was sent"},
		{"gone at once", "seed: EXSET k a\nann: EXGET k\nann: send EXSET k w EXAT 1 as s\ndeliver s\n" +
			"ann: EXSET k v XX again=s\n",
			"! own-echo ann", "with an expiry in the past: it was gone at once", "saved"},
		{"an upload is gone once it is completed", "set bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"ann: create-multipart-upload lake/k as u\nann: upload-part lake/k x upload=$u.upload part=1 as p\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n",
			"! gone ann", "Ana completed the upload with #4. Ana's request", "saved"},
		{"both tries were heard", wiki + "ann: send put-blob wiki/a x from=none as p\ntimeout p\n" +
			"ann: put-blob wiki/a x from=none again=p\ndeliver p\nanswer p\n", "~ done-twice ann",
			"Ana heard both: #", "cannot know"},
		{"the clock of a stale holder", wiki + "ann: acquire-blob-lease wiki/a duration=15 as l\n" +
			"ann: get-blob wiki/a\nclock +16s\nben: acquire-blob-lease wiki/a duration=15 as m\n" +
			"ben: get-blob wiki/a\nben: put-blob wiki/a b lease=$m.lease\n" +
			"ben: release-blob-lease wiki/a lease=$m.lease\nann: put-blob wiki/a a\n",
			"~ stale-holder ben", "That the lease was over, Ana's own clock said. Ben cannot know.", "Ana cannot"},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		said := told.First + "\n" + told.Heard + "\n" + told.Law
		for _, s := range told.Steps {
			said += "\n" + s.Text
		}
		if last.String() != row.mark || !strings.Contains(said, row.told) ||
			strings.Contains(told.First+told.Heard+told.Law, row.never) {
			t.Errorf("%s: %s is told as\n%s\nwant %s, %q, without %q", row.what, last, said, row.mark, row.told,
				row.never)
		}
	}
}

// What a retry may come to where a request was done and nobody heard, by what the rules of its service say: a receipt
// counts once (queues, R2), a break is idempotent and ends any lease (leases), a compared version holds once
// (TairString), a Delete without a condition removes whatever is there.
func TestWhatARetryMayComeTo(t *testing.T) {
	const wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
	const jobs = "seed: create-queue jobs\nseed: put-message jobs m\n"
	for _, row := range []struct{ lines, told string }{
		{wiki + "ann: send delete-blob wiki/a as d\n", "find nothing, or delete what others have created since"},
		{wiki + "ann: get-blob wiki/a as g\nann: send delete-blob wiki/a if-match=$g.etag as d\n", "meet that work"},
		{wiki + "ben: acquire-blob-lease wiki/a duration=-1\nann: send break-blob-lease wiki/a as d\n",
			"break a lease that somebody has taken since"},
		{jobs + "ann: get-messages jobs as g\nann: send delete-message $g.0 popreceipt=$g.0.receipt as d\n",
			"meet that work"},
		{jobs + "ann: send get-messages jobs as d\n", "under a receipt that nobody has heard; a retry receives others"},
		{"seed: EXSET k a\nann: send EXCAS k b 1 as d\n", "meet that work"},
		{"seed: SET k a\nann: send CAS k a b as d\n", "meet that work"},
		{"seed: EXSET k a\nann: send EXSET k b VER 0 as d\n", "do it a second time, or meet that work"},
		{"seed: EXSET k 1\nann: send EXINCRBY k 1 as d\n", "do it a second time, or meet that work"},
	} {
		r, last := run(t, row.lines+"deliver d\nlose d\n")
		told := conflict.Story(r.Timeline.World(), last)
		said := ""
		for _, s := range told.Steps {
			said += s.Text + "\n"
		}
		if last.Kind != "no-answer" || !strings.Contains(said, row.told+".") {
			t.Errorf("%s%s is told as\n%s\nwithout %q", row.lines, last, said, row.told)
		}
	}
}
