package conflict_test

import "testing"

// A message is handed out at least once (engine/queue/rules.md, "Order, delivery, concurrency"), so its work has a
// record that the storage takes once. Who heard that refused and worked all the same was told; so was who had seen it;
// what was refused before the message came is another matter.
func TestAMarkerBesideAMessage(t *testing.T) {
	const (
		handed = "seed: create-queue jobs\nseed: put-message jobs job1\nseed: create-container done\n" +
			"ann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
			"ben: get-messages jobs visibilitytimeout=30 as b\n"
		made   = "ann: put-blob done/job1 ann if-none-match=*\nann: does $a.0\n"
		passed = handed + made + "ben: put-blob done/job1 ben if-none-match=*\nben: does $b.0\n"
		first  = handed + "ben: put-blob done/job1 ben if-none-match=*\nann: put-blob done/job1 ann if-none-match=*\n" +
			"ann: does $a.0\nben: does $b.0\n"
		lost = handed + made + "ben: send put-blob done/job1 ben if-none-match=* as p\ndeliver p\nlose p\n" +
			"ben: does $b.0\n"
		seen = handed + made + "ben: get-blob done/job1\nben: does $b.0\n"
		old  = "seed: create-container done\nann: put-blob done/job1 ann if-none-match=*\n" +
			"ben: put-blob done/job1 ben if-none-match=*\nseed: create-queue jobs\nseed: put-message jobs job1\n" +
			"ann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
			"ben: get-messages jobs visibilitytimeout=30 as b\nann: does $a.0\nben: does $b.0\n"
		row = "seed: create-table tab\n" + handed + "ann: insert-entity tab/p/customer .city=Rome\n" +
			"ben: get-entity tab/p/customer\nann: does $a.0\nben: does $b.0\n"
		log = "seed: create-container own\nseed: put-blob own/log x\n" + handed + "ann: get-blob own/log as c\n" +
			"ben: get-blob own/log as d\nann: put-blob own/log ann's if-match=$c.etag\n" +
			"ben: put-blob own/log ben's if-match=$d.etag\nben: does $b.0\nben: delete-message $b.0 " +
			"popreceipt=$b.0.receipt\nann: does $a.0\n"
	)
	const twice = `The work of jobs "job1" was done twice, by `
	for _, row := range []struct{ lines, says, never string }{
		{passed, twice + "Ana and by Ben, whose #7 had been refused before.", "Nobody was told"},
		{passed, "Ben heard that something was there, but cannot know whether the work was done by then.", "No answer"},
		{first, twice + "Ben and by Ana, whose #7 had been refused before.", "Nobody was told"},
		{lost, twice + "Ana and by Ben. Ben's #7 had been refused, and Ben never heard it.", "Nobody was told"},
		{seen, twice + "Ana and by Ben. Ben had seen done/job1 before.", "Nobody was told"},
		{old, twice + "Ana and by Ben. Nobody was told.", "refused"},
		{row, twice + "Ana and by Ben. Nobody was told.", "had seen"},
		{row, "No answer tells of this work.", "saw that it was there"},
		{log, twice + "Ben and by Ana.", "had been refused before"},
		{log, "No answer tells of this work.", "Ben heard that"},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}

// An insert and NX ask for nothing to be there as If-None-Match * does: whose create had no answer, and who then read
// the other's marker, could know whose it is. Who claims under the tag that it read has been shown whose claim it
// replaces (engine/blob/rules.md, If-Match: it compares, and asks nothing more).
func TestAMarkerInTheWordsOfItsService(t *testing.T) {
	const (
		row = "seed: create-table jobs\nann: insert-entity jobs/p/1 .owner=ann\nann: does job\n" +
			"ben: send insert-entity jobs/p/1 .owner=ben as b\nlose b\nben: get-entity jobs/p/1\nben: does job\n"
		key = "ann: SET job1 ann NX\nann: does job\nben: send SET job1 ben NX as b\nlose b\nben: GET job1\n" +
			"ben: does job\n"
		plain = "ann: SET job1 ann\nann: does job\nben: GET job1\nben: does job\n"
		claim = "seed: create-container own\nseed: put-blob own/p free\nann: get-blob own/p as a\n" +
			"ann: put-blob own/p ann if-match=$a.etag\nann: does job\nben: get-blob own/p as b\n" +
			"ben: put-blob own/p ben if-match=$b.etag\nben: does job\n"
	)
	const nobody = "No answer tells of this work"
	for _, c := range []struct{ lines, says, never string }{
		{row, "Ben had seen jobs/p/1 before.", "Nobody was told"},
		{row, "Ben saw that it was there, but cannot know whether the work was done by then.", nobody},
		{key, "Ben had seen job1 before.", "Nobody was told"},
		{key, "Ben saw that it was there, but cannot know whether the work was done by then.", nobody},
		{plain, "Nobody was told.", "had seen"},
		{claim, `Ben had read what Ana had written to own/p, "ann", and replaced it.`, "Nobody was told"},
		{claim, "Ben replaced it with #6.", nobody},
	} {
		r, last := run(t, c.lines)
		said(t, r, last, c.lines, c.says, c.never)
	}
}

// A marker or a claim that its maker has taken away, or that was claimed under its tag, no longer stands when the one
// who had read it makes its own: that one worked where the name is its own, and replaced nothing
// (engine/tair/rules.md, SET NX and DEL; engine/blob/rules.md, If-None-Match * and If-Match).
func TestAMarkerThatNoLongerStands(t *testing.T) {
	const (
		key = "ann: SET lock ann NX\nben: GET lock\nann: does run\nann: DEL lock\nben: SET lock ben NX\n" +
			"ben: does run\n"
		anew = "seed: create-container own\nseed: put-blob own/lock free\nann: get-blob own/lock as a\n" +
			"ann: put-blob own/lock ann if-match=$a.etag\nben: get-blob own/lock as b\nann: does run\n" +
			"ann: delete-blob own/lock\nben: put-blob own/lock ben if-none-match=*\nben: does run\n"
		row = "seed: create-table tab\nann: insert-entity tab/p/lock .owner=ann\nben: get-entity tab/p/lock as b\n" +
			"ben: merge-entity tab/p/lock .owner=ben if-match=$b.etag\nann: does run\nben: does run\n"
		twice = "seed: create-container own\nseed: put-blob own/lock free\nann: get-blob own/lock as a\n" +
			"ann: put-blob own/lock ann if-match=$a.etag\nann: does run\nben: get-blob own/lock as b\n" +
			"ben: put-blob own/lock open if-match=$b.etag as c\nben: put-blob own/lock ben if-match=$c.etag\n" +
			"ben: does run\n"
	)
	for _, c := range []struct{ lines, says, never string }{
		{key, "Nobody was told.", "had seen"},
		{key, "No answer tells of this work", "replaced it"},
		{anew, "Nobody was told.", "replaced it"},
		{row, `Ben had read what Ana had written to tab/p/lock, "owner=ann", and replaced it.`, "had seen"},
		{row, "Ben replaced it with #4.", "Nobody was told"},
		{twice, "The work of run was done twice", "replaced it with #7"},
	} {
		r, last := run(t, c.lines)
		said(t, r, last, c.lines, c.says, c.never)
	}
}
