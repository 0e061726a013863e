package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The referee's rules, "By part", "A name that a rename left", "A copy of a thing onto itself", and `mixed-content` of
// a copy: nobody loses what nobody wrote, what stands elsewhere, or what is put back as it was.
func TestNobodyLosesWhatNobodyWrote(t *testing.T) {
	const (
		blob   = "seed: create-container wiki; seed: put-blob wiki/a one tag.t=1; "
		bucket = "seed: create-bucket buck; seed: put-object buck/a one; "
		lock   = "seed: create-bucket buck object-lock=true; seed: put-object buck/a one legal-hold=ON; "
		file   = "seed: create-share docs; seed: create-file docs/a size=3; seed: put-range docs/a one range=0-2; "
	)
	for _, c := range []struct{ what, kind, lines string }{
		{"tags that a put cleared", "", blob +
			"ben: get-blob-tags wiki/a; ann: put-blob wiki/a two; ben: set-blob-tags wiki/a tag.t=2"},
		{"tags that a put set", "lost-update", blob +
			"ben: get-blob-tags wiki/a; ann: put-blob wiki/a two tag.t=3; ben: set-blob-tags wiki/a tag.t=2"},
		{"tags of which a put's writer had read others", "lost-update", blob +
			"ben: get-blob-tags wiki/a; ann: set-blob-tags wiki/a tag.t=3; ben: put-blob wiki/a two"},
		{"tags that a put's writer had read", "", blob +
			"ann: set-blob-tags wiki/a tag.t=3; ben: get-blob-tags wiki/a; ben: put-blob wiki/a two"},
		{"tags that a put was to clear unread", "", blob +
			"ben: get-blob-tags wiki/a; ann: set-blob-tags wiki/a tag.t=3; ben: put-blob wiki/a two from=none"},
		{"tags of an object of which a put's writer had read others", "lost-update", bucket +
			"ben: get-object-tagging buck/a; ann: put-object-tagging buck/a tag.t=3; ben: put-object buck/a two"},
		{"properties that a put left", "", blob +
			"ann: get-blob wiki/a; ben: put-blob wiki/a two; " +
			"ann: set-blob-properties wiki/a content-type=text/plain"},
		{"properties that a put named", "lost-update", blob +
			"ann: get-blob wiki/a; ben: put-blob wiki/a two content-type=text/css; " +
			"ann: set-blob-properties wiki/a content-type=text/plain"},
		{"the first tags of an object", "", bucket +
			"ben: get-object-tagging buck/a; ann: get-object buck/a as a; " +
			"ann: put-object buck/a two if-match=$a.etag; ben: put-object-tagging buck/a tag.t=1"},
		{"the first hold of a version", "", lock + "ann: put-object buck/a two as a; " +
			"ben: put-object-legal-hold buck/a legal-hold=ON"},
		{"a hold that another set since", "lost-update", lock + "ben: get-object-legal-hold buck/a; " +
			"ann: put-object-legal-hold buck/a legal-hold=OFF; ben: put-object-legal-hold buck/a legal-hold=ON"},
		{"metadata that a file made anew has not", "", file +
			"ben: get-file-metadata docs/a; ann: create-file docs/a size=3; ben: set-file-metadata docs/a meta.x=1"},
		{"metadata that a rename did not bring", "", file +
			"ann: get-file-metadata docs/a; ben: create-file docs/t size=3; " +
			"ben: rename-file docs/a source=docs/t replace=true; ann: set-file-metadata docs/a meta.x=1"},
		{"a name that a file left", "", file +
			"ann: get-file docs/a; ben: rename-file docs/b source=docs/a; ann: create-file docs/a size=3"},
		{"a name that a key left", "", "seed: SET k one; ann: GET k; ben: RENAME k l; ann: SET k two"},
		{"a blob copied onto itself", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/a source=wiki/a"},
		{"its snapshot", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: snapshot-blob wiki/a as s; " +
			"ben: copy-blob wiki/a source=wiki/a source-snapshot=$s.snapshot from=none"},
		{"an older snapshot of it", "lost-update", blob +
			"ben: get-blob wiki/a; ben: snapshot-blob wiki/a as s; ann: put-blob wiki/a two; " +
			"ben: copy-blob wiki/a source=wiki/a source-snapshot=$s.snapshot"},
		{"an object copied onto itself", "", bucket +
			"ben: get-object buck/a; ann: put-object buck/a two; " +
			"ben: copy-object buck/a source=buck/a metadata-directive=REPLACE"},
		{"a file copied onto itself", "", file +
			"ben: get-file docs/a; ann: put-range docs/a two range=0-2; ben: copy-file docs/a docs/a"},
		{"a file that nobody had read", "", file +
			"ann: put-range docs/a two range=0-2; ben: copy-file docs/b docs/a"},
		{"a file that has changed since", "mixed-content", file +
			"ben: get-file docs/a; ann: put-range docs/a two range=0-2; ben: copy-file docs/b docs/a"},
		{"a blob that has changed since", "mixed-content", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a"},
		{"a blob that has changed since, of a program", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a on=c1"},
		{"a blob that nobody had read", "", blob + "ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a"},
		{"a blob that was read since", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: get-blob wiki/a; " +
			"ben: copy-blob wiki/b source=wiki/a"},
		{"a blob from its snapshot", "", blob + "ben: get-blob wiki/a; ben: snapshot-blob wiki/a as s; " +
			"ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a source-snapshot=$s.snapshot"},
		{"a copy made from its target", "", blob + "seed: put-blob wiki/b b; ben: get-blob wiki/a; " +
			"ann: put-blob wiki/a two; ben: get-blob wiki/b as b; ben: copy-blob wiki/b source=wiki/a from=b"},
		{"a copy from none", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a from=none"},
		{"an object that has changed since", "mixed-content", bucket +
			"ben: get-object buck/a; ann: put-object buck/a two; ben: copy-object buck/b source=buck/a"},
		{"a key that has changed since", "mixed-content",
			"seed: SET k one; ben: GET k; ann: SET k two; ben: COPY k l"},
		{"a key that was read since", "", "seed: SET k one; ben: GET k; ann: SET k two; ben: GET k; ben: COPY k l"},
		{"a delete marker that was listed", "", "seed: create-bucket buck; seed: put-bucket-versioning buck Enabled; " +
			"seed: put-object buck/a one; ben: put-object buck/a two; ann: delete-object buck/a; " +
			"ben: list-object-versions buck as l; ben: delete-object buck/a version-id=$l.0.version-id"},
	} {
		_, last := run(t, strings.ReplaceAll(c.lines, "; ", "\n")+"\n")
		if string(last.Kind) != c.kind {
			t.Errorf("%s: %s, want %q", c.what, last, c.kind)
		}
	}
}

// What stands beside a text and was never named is not replaced unread either: the text of the other still stands.
func TestWhatALineNamesNobodyReplaces(t *testing.T) {
	r, _ := run(t, "seed: create-container wiki\nseed: put-blob wiki/a one\nben: put-blob wiki/a two\n"+
		"ann: set-blob-properties wiki/a content-type=text/plain\n")
	for _, o := range r.Outcomes {
		for _, line := range o.Lines {
			if strings.Contains(line, "unread") {
				t.Error(line)
			}
		}
	}
}

// Who takes a delete marker away, without having seen it, undoes the delete, and overwrites no text.
func TestTakingADeleteMarkerAwayUndoesTheDelete(t *testing.T) {
	r, last := run(t, "seed: create-bucket buck\nseed: put-bucket-versioning buck Enabled\n"+
		"seed: put-object buck/a one\nben: get-object buck/a\nann: delete-object buck/a as d\ntell ben $d.version-id\n"+
		"ben: delete-object buck/a version-id=$d.version-id\n")
	first := conflict.Story(r.Timeline.At(r.Timeline.Last()), last).First
	if last.Kind != engine.LostUpdate || !strings.HasPrefix(first, "Ana's delete of buck/a was undone by Ben") {
		t.Errorf("%s: %s", last, first)
	}
}

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
	saysOfAll(t, []saying{
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
	})
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
	saysOfAll(t, []saying{
		{row, "Ben had seen jobs/p/1 before.", "Nobody was told"},
		{row, "Ben saw that it was there, but cannot know whether the work was done by then.", nobody},
		{key, "Ben had seen job1 before.", "Nobody was told"},
		{key, "Ben saw that it was there, but cannot know whether the work was done by then.", nobody},
		{plain, "Nobody was told.", "had seen"},
		{claim, `Ben had read what Ana had written to own/p, "ann", and replaced it.`, "Nobody was told"},
		{claim, "Ben replaced it with #6.", nobody},
	})
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
	saysOfAll(t, []saying{
		{key, "Nobody was told.", "had seen"},
		{key, "No answer tells of this work", "replaced it"},
		{anew, "Nobody was told.", "replaced it"},
		{row, `Ben had read what Ana had written to tab/p/lock, "owner=ann", and replaced it.`, "had seen"},
		{row, "Ben replaced it with #4.", "Nobody was told"},
		{twice, "The work of run was done twice", "replaced it with #7"},
	})
}

// The receipt of a renewal replaces the one before, a delete with that is refused, and the message is visible again at
// the end of what the renewal hid it for (queue/rules.md, R2 and "Message operations"). A worker that receives it anew
// and does its work has done it twice (rules.md, "Silent"); to say so again of one answer, or to delete it, is no
// second work.
func TestAWorkerThatIsHandedAMessageAgainDoesItTwice(t *testing.T) {
	const (
		lines = "seed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nclock +20s\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nann: does $g.0\n"
		refused = "ann: delete-message $g.0 popreceipt=$g.0.receipt as d\n"
		again   = "clock +40s\nann: get-messages jobs visibilitytimeout=30 as h\n"
	)
	for _, c := range []struct {
		name, lines, first string
		steps              []string
		never              string
	}{
		{"with the receipt before", lines + refused + again + "ann: does $h.0\n",
			"Ana did the work of jobs \"m\" twice. Ana's #5 was refused and the message stayed, which a 404 does not " +
				"say.",
			[]string{"Ana received the message at 00:00.0.", "Ana updated the message at 00:20.0",
				"Ana did the work at 00:20.0.", "Ana's #5 was refused", "The message was visible again at 00:50.0.",
				"Ana received the message at 01:00.0.", "Ana did the work again."}, "Ben"},
		{"without a delete", lines + again + "ann: does $h.0\n",
			"Ana did the work of jobs \"m\" twice. Nobody was told.",
			[]string{"Ana received the message at 00:00.0.",
				"Ana hid the message for longer at 00:20.0, until 00:50.0.", "Ana did the work at 00:20.0.",
				"The message was visible again at 00:50.0."}, "refused"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		var steps []string
		for _, s := range told.Steps {
			steps = append(steps, s.Text)
		}
		if last.String() != "~ done-twice ann" || told.First != c.first || strings.Contains(told.Heard, c.never) {
			t.Errorf("%s: %s: %s %s", c.name, last, told.First, told.Heard)
		}
		for i, want := range c.steps {
			if i >= len(steps) || !strings.HasPrefix(steps[i], want) {
				t.Errorf("%s: step %d is none of %q, want %q", c.name, i+1, steps, want)
				break
			}
		}
	}
	for name, more := range map[string]string{
		"said again": "ann: does $g.0\n", "by a name": "ann: does m\nann: does m\n", "handed again": again,
		"only deleted": again + "ann: delete-message $h.0 popreceipt=$h.0.receipt\n"} {
		if _, last := run(t, lines+more); last.Kind != "" {
			t.Errorf("%s: %s", name, last)
		}
	}
}

// Which receipt counts, and until when a message is hidden, its holder's own updates say: a renewal moves the end, one
// for no time makes the message visible. And who was handed it last knows of the first, whichever of them worked first.
func TestWhatAnUpdateOfAMessageChanged(t *testing.T) {
	const (
		head = "seed: create-queue jobs\nseed: put-message jobs hello\nann: get-messages jobs visibilitytimeout=30 " +
			"as g\n"
		update  = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout="
		renewed = head + "clock +10s\n" + update + "30 as u\nclock +35s\nben: get-messages jobs as h\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		once = head + "clock +35s\nben: get-messages jobs as h\nann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		// the second of two renewals is refused, as it sends the receipt of the first answer
		twice  = head + update + "30\nclock +20s\n" + update + "30\nclock +15s\nben: get-messages jobs as h\n"
		swap   = twice + "ben: does $h.0\nann: does $g.0\n"
		inTurn = twice + "ann: does $g.0\nben: does $h.0\n"
		lost   = head + "ann: send delete-message $g.0 popreceipt=$g.0.receipt as d\nlose d\n"
		back   = head + "ann: does $g.0\n" + update + "0 as u\nben: get-messages jobs as h\nben: does $h.0\n"
	)
	saysOfAll(t, []saying{
		{renewed, "Until 00:40.0 nobody could receive the message, and only Ana's receipt " +
			"could delete it.", "until 00:30.0"},
		{renewed, "it sent the receipt of #3, and Ana's own #4 had given a newer one before.", "no longer counts"},
		{renewed, "Ana updated the message at 00:10.0: its answer, #4, has a newer receipt.", ""},
		{once, "Until 00:30.0 nobody could receive the message, and only Ana's receipt " +
			"could delete it.", "had given a newer one"},
		{swap, "Ana's #5 was refused: its receipt no longer counted, so the message was not hidden", "Nobody was told"},
		{swap, "the dequeue count, 2, tells Ben that the message had been handed out before. That #5 was refused Ana " +
			"had heard before the work.", "can know."},
		{inTurn, "the dequeue count, 2, tells Ben that the message had been handed out before.", "can know."},
		{back, "Ana's #4 made the message visible again", ""},
		// a receipt counts once, and no message comes back
		{lost + "ann: delete-message $g.0 popreceipt=$g.0.receipt again=d\n", "It had not been done when #5 was " +
			"answered.", "tells which"},
		{lost + "ann: delete-message $g.0 popreceipt=$g.0.receipt again=d\n", "It had not been done", "cannot tell"},
		{lost, "Nothing that Ana has heard tells which.", "had not been done"},
	})
}

// A delete that an access policy does not permit changes nothing (engine/queue/rules.md, "Set Queue ACL"): the message
// stays, which is why its work is done once more, and its sender was told of the refusal.
func TestADeleteThatAPolicyRefusedLeavesTheMessage(t *testing.T) {
	const lines = "seed: create-queue jobs\nseed: set-queue-acl jobs policy.w=raup\nseed: put-message jobs pay\n" +
		"ann: get-messages jobs visibilitytimeout=30 under=w as g\nann: does $g.0\nben: set-queue-acl jobs\n" +
		"ann: delete-message $g.0 popreceipt=$g.0.receipt under=w\nclock +31s\n" +
		"ben: get-messages jobs visibilitytimeout=30 as h\nben: does $h.0\n"
	for says, never := range map[string]string{
		"Ana's #6 was refused and the message stayed, which a 403 does not say.": "Nobody was told",
		"Ana's #6 was refused: no policy permitted it, so the message stayed.":   "receipt no longer",
		"Ben set the access policies of jobs":                                    "",
		"Ana heard only the refusal; the dequeue count, 2, tells":                "cannot know",
	} {
		r, last := run(t, lines)
		said(t, r, last, lines, says, never)
	}
}

// A message that is put comes from nothing that its sender received before.
func TestAPutComesFromNoReceive(t *testing.T) {
	const lines = "seed: create-queue jobs\nseed: put-message jobs m\nann: get-messages jobs\nben: delete-queue jobs\n"
	r, last := run(t, lines+"ann: put-message jobs n\n")
	said(t, r, last, lines, "Ben deleted jobs", "received")
}

// A message may be hidden past its expiry (engine/queue/rules.md, "Get Messages"): who received it before hears that it
// is gone, and the story has both.
func TestWhoHidAMessagePastItsExpiryIsToldSo(t *testing.T) {
	r, last := run(t, "seed: create-queue jobs\nann: put-message jobs one messagettl=20\n"+
		"ben: get-messages jobs visibilitytimeout=30 as b\nclock +21s\n"+
		"ben: delete-message $b.0 popreceipt=$b.0.receipt\n")
	told := ""
	for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
		told += s.Text + "\n"
	}
	const hid = "Ben's #3 hid the message from all until 00:30.0, past its expiry."
	if !strings.Contains(told, "Ben received ") || !strings.Contains(told, hid) {
		t.Error(told)
	}
}

// Who deletes what another had deleted already hears a refusal (engine/queue/rules.md, "What ends a receipt"): that
// nobody was told would be false of it, though the refusal does not tell of the work.
func TestWhoIsRefusedForADeletedMessageWasTold(t *testing.T) {
	r, _ := run(t, "seed: create-queue jobs\nseed: put-message jobs m\n"+
		"ann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n"+
		"ben: get-messages jobs visibilitytimeout=30 as b\n"+
		"ben: delete-message $b.0 popreceipt=$b.0.receipt\nann: delete-message $a.0 popreceipt=$a.0.receipt\n")
	for _, o := range r.Outcomes {
		for _, marks := range o.Marks {
			for _, m := range marks {
				if m.Kind != "done-twice" {
					continue
				}
				said(t, r, m, "",
					"Ana's #6 was refused, and a 404 does not say whether the work was done.", "Nobody was told")
				said(t, r, m, "", "Ana heard only the refusal; the dequeue count, 2,", "cannot know")
				return
			}
		}
	}
	t.Error("no work was done twice")
}
