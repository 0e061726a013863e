package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What a retry of an unheard removal may meet: a version, a snapshot, a handle and a lease id go with the one thing
// that they name (engine/blob/rules.md: a lease dies with its blob), so that nobody else's newer thing can be hit; a
// plain delete, and one of the null version, may hit one.
func TestARetryMeetsOnlyWhatItNames(t *testing.T) {
	const (
		wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
		lake = "seed: create-bucket lake\nseed: put-bucket-versioning lake status=Enabled\nann: put-object lake/k v1 " +
			"as s\n"
		file  = "seed: create-share s\nseed: create-file s/f 4\nann: smb-create s/f access=D share=RWD as h\n"
		other = "delete what others have created since"
		lost  = " as p\nlose p\n"
	)
	for _, row := range []struct {
		name, lines string
		others      bool
	}{
		{"a plain delete", wiki + "ann: send delete-blob wiki/a" + lost, true},
		{"under a lease", wiki + "ann: acquire-blob-lease wiki/a duration=-1 as l\nann: send delete-blob wiki/a " +
			"lease=$l.lease" + lost, false},
		{"of a version", lake + "ann: send delete-object lake/k version-id=$s.version-id" + lost, false},
		{"of the null version", lake + "ann: send delete-object lake/k version-id=null" + lost, true},
		{"by a handle", file + "ann: send smb-set-disposition $h.handle delete=true" + lost, false},
	} {
		r, last := run(t, row.lines)
		text := conflict.Story(r.Timeline.World(), last).Steps[1].Text
		if last.String() != "? no-answer ann" || strings.Contains(text, other) != row.others ||
			!strings.Contains(text, "find nothing") && !strings.Contains(text, "has set that mark") {
			t.Errorf("%s: %s: %s", row.name, last, text)
		}
	}
}

// What a first try did is not done twice where it was over when its writer asked again: its own expiry had ended it
// (engine/tair/rules.md, "Expiry"), or its writer had removed it before. It is where somebody else removed it, where
// the try was under way already, and of what stands beside it; what came there since and how that ended says nothing of
// it (engine/conflict/rules.md, "Silent").
func TestWhatIsOverIsNotDoneTwice(t *testing.T) {
	const (
		lock = "ann: send SET lk A NX EX 10 as a\ndeliver a\nlose a\n"
		take = "ann: SET lk A NX EX 10 again=a\n"
		both = "seed: SET k 1 EX 5\nseed: SET m 1\n"
		add  = "ann: MULTI\nann: INCR k\nann: INCR m\n"
	)
	for _, row := range []struct {
		lines string
		twice bool
	}{
		{lock + "clock +11s\n" + take, false},
		{lock + "clock +11s\nben: SET lk B NX EX 10\nclock +11s\n" + take, false},
		{lock + "ann: DEL lk\n" + take, false},
		{lock + "ben: DEL lk\n" + take, true},
		{lock + "clock +11s\nben: SET lk B NX EX 10\nben: DEL lk\n" + take, false},
		{lock + "ben: DEL lk\nben: SET lk B NX EX 10\nclock +11s\n" + take, true},
		{lock + "ann: DEL lk\nben: SET lk B\nben: DEL lk\n" + take, false},
		{lock + "ben: SET lk B\nann: DEL lk\n" + take, true},
		{"ann: send SET k v EX 5 as a\ndeliver a\nlose a\nclock +6s\nben: SET k w\nann: SET k v EX 5 again=a\n",
			false},
		{"ann: send INCR k as a\ndeliver a\nlose a\nben: EXPIRE k 5\nclock +6s\nben: INCR k\n" +
			"ann: INCR k again=a\n", false},
		{"ann: send INCR n as a\ndeliver a\nlose a\nben: INCR n\nann: INCR n again=a\n", true},
		{"ann: send SET lk A NX EX 10 as a\ntimeout a\n" + take + "ann: DEL lk\ndeliver a\n", true},
		{"ann: send INCR k as a\ndeliver a\nlose a\nben: EXPIRE k 5\nclock +6s\nann: INCR k again=a\n", false},
		{both + add + "ann: send EXEC as a\ndeliver a\nlose a\nclock +6s\n" + add + "ann: EXEC again=a\n", true},
	} {
		_, last := run(t, row.lines)
		if twice := last.Kind == engine.DoneTwice; twice != row.twice || twice && last.Object.Name == "k" {
			t.Errorf("%s%s of %s, done twice: %v", row.lines, last, last.Object.Name, row.twice)
		}
	}
}

// A transaction that is begun, watched for or dropped belongs to its connection (engine/tair/rules.md): no key is in
// doubt.
func TestWhatBelongsToAConnectionPutsNoWorkInDoubt(t *testing.T) {
	for _, line := range []string{"MULTI", "WATCH k", "UNWATCH"} {
		r, last := run(t, "ann: send "+line+" as p\nlose p\n")
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.Contains(told.First, "What applies to its connection is in doubt.") {
			t.Errorf("%s: %s", line, told.First)
		}
	}
}

// An older delete that comes late deletes the newer text; it overwrites nothing.
func TestAnOlderDeleteDeletesTheLaterWork(t *testing.T) {
	r, last := run(t, "seed: create-bucket lake\nann: put-object lake/k v1\nann: send delete-object lake/k as p\n"+
		"ann: put-object lake/k v2\ndeliver p\n")
	told := conflict.Story(r.Timeline.World(), last)
	if last.String() != "~ lost-update ann" ||
		!strings.HasPrefix(told.First, "Ana's later v2 was deleted by the older #3.") {
		t.Errorf("%s: %s", last, told.First)
	}
}

// What stands in the way of one's own second acquire may be one's own break; and what is being deleted holds nothing.
func TestAnEchoTellsWhatHappenedInBetween(t *testing.T) {
	const (
		lease = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: send acquire-blob-lease wiki/a " +
			"duration=-1 as l\ndouble l\ndeliver l\nanswer l\nann: break-blob-lease wiki/a period=30\ndeliver l'\n"
		share = "seed: create-share s\nann: send delete-share s as d\ndouble d\ndeliver d\nlose d\ndeliver d'\n"
	)
	for _, row := range []struct{ lines, want, never string }{
		{lease, "Ana broke the lease", "That lasts"},
		{share, "That lasts until 00:30.0.", "holds until"},
	} {
		r, last := run(t, row.lines)
		text := ""
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			text += s.Text + "\n"
		}
		if last.String() != "! own-echo ann" || !strings.Contains(text, row.want) ||
			strings.Contains(text, row.never) {
			t.Errorf("%s: %s", last, text)
		}
	}
}

// The referee's rules, own-echo: a lease of its sender's own that another has broken since is no echo. The break may
// have been sent before the lease was taken.
func TestAnOwnLeaseThatAnotherBrokeIsNoEcho(t *testing.T) {
	r, last := run(t, "seed: create-container wiki\nseed: put-blob wiki/a v1\nben: send break-blob-lease wiki/a "+
		"period=30 as b\nann: send acquire-blob-lease wiki/a duration=-1 as l\ndouble l\ndeliver l\nanswer l\n"+
		"deliver b\ndeliver l'\n")
	told := conflict.Story(r.Timeline.World(), last)
	if last.String() != "! leased ann" ||
		!strings.HasPrefix(told.First, "Ben broke the lease with #3, late, sent before #4 took it.") {
		t.Errorf("%s: %s", last, told.First)
	}
}

// Where a row or a key is to be made only where there is none, what made it once does not make it again; and a
// transaction is over once it was carried out (engine/tair/rules.md, "ERR EXEC without MULTI").
func TestARetryOfACreateMeetsWhatItMade(t *testing.T) {
	for line, want := range map[string]string{
		"SETNX k v": "may meet that work", "SET k v NX": "may meet that work", "SET k v": "may do it a second time",
		"RENAMENX a b": "may meet that work", "COPY a b": "may meet that work",
		"COPY a b REPLACE": "may do it a second time", "EXEC": "may find no transaction",
		`EVAL "return redis.call('INCR', KEYS[1])" 1 hits`: "may do it a second time",
		"insert-entity jobs/p/r .n=1":                      "may meet that work",
		"insert-or-replace-entity jobs/p/r .n=1":           "may do it a second time",
		"delete-entity jobs/p/s if-match=$s.etag":          "may find nothing.",
		"delete-entity jobs/p/s if-match=*":                "may find nothing, or delete what others have created",
		"abort-multipart-upload box/k upload=$u.upload":    "may find nothing to abort.",
		"smb-set-disposition $h.handle":                    "a retry sets it to the same.",
	} {
		r, last := run(t, "seed: create-table jobs\nseed: create-bucket box\nseed: create-share docs\n"+
			"seed: create-file docs/f size=4\nann: insert-entity jobs/p/s .n=1 as s\n"+
			"ann: create-multipart-upload box/k as u\nann: smb-create docs/f access=RWD share=RWD as h\n"+
			"ann: send "+line+" as p\nlose p\n")
		if text := conflict.Story(r.Timeline.World(), last).Steps[1].Text; !strings.Contains(text, want) {
			t.Errorf("%s: %s", line, text)
		}
	}
}

// What was written while versioning is suspended is called null, and so is what comes behind it: a delete of it may
// meet what others have created since, however its sender came by that name.
func TestNullNamesNoSingleVersion(t *testing.T) {
	const box = "seed: create-bucket box\nseed: put-bucket-versioning box Suspended\nann: put-object box/a x\n" +
		"ann: list-object-versions box as l\nann: send delete-object box/a version-id="
	for _, id := range []string{"null", "$l.0.version-id"} {
		r, last := run(t, box+id+" as d\nlose d\n")
		if text := conflict.Story(r.Timeline.World(), last).Steps[1].Text; !strings.Contains(text, "created since") {
			t.Errorf("%s: %s", id, text)
		}
	}
}

// What is copied or moved is told with where it comes from; a rename that was done finds nothing under the old name.
func TestACopyAndARenameSayWhereFrom(t *testing.T) {
	const share = "seed: create-share s\nseed: create-file s/a 4\n"
	for _, row := range []struct{ lines, want, never string }{
		{share + "ann: send rename-file s/b source=s/a as p\nlose p\n", "RENAME s/b  from s/a.", "second time"},
		{share + "ann: send rename-file s/b source=s/a as p\nlose p\n", "find nothing under the old name", ""},
		{share + "seed: create-file s/b 4\nben: send put-range-from-url s/b source=s/a range=0-3 source-range=0-3 " +
			"as p\nlose p\n", "PUT s/b (put-range-from-url)  from s/a.", "from s/a (put"},
		{share + "ann: smb-create s/a access=R share=R\nben: rename-file s/b source=s/a\n",
			"Any open handle stops a rename", "whatever it shares"},
	} {
		r, last := run(t, row.lines)
		text := ""
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			text += s.Text + "\n"
		}
		if !strings.Contains(text, row.want) || row.never != "" && strings.Contains(text, row.never) {
			t.Errorf("%s: %s", last, text)
		}
	}
}

// What a bound refuses is nobody's trouble, unless another try of the same wish has used up what it leaves
// (rules.md, "Refused: the kind follows the rule that refused", own-echo).
func TestABoundThatMetOnesOwnCountIsAnEcho(t *testing.T) {
	const (
		lost  = "seed: EXSET n 3\nann: send EXINCRBY n -2 MIN 0 as a\ndeliver a\nlose a\n"
		again = "ann: EXINCRBY n -2 MIN 0 again=a\n"
		taken = "seed: SET tok once\nann: send GETDEL tok as a\ndeliver a\nlose a\nann: GETDEL tok again=a\n"
	)
	saysOfAll(t, []saying{
		{lost + again, "comes from Ana's own first try, #2", ""},
		{lost + "ben: EXINCRBY n -1\n" + again, "Ana's own try #2 had taken effect before", "comes from"},
		{"seed: EXSET n 3\nben: EXINCRBY n -1\nann: EXINCRBY n -3 MIN 0\n", "Ben added to n", "comes from"},
		{taken, "somebody else may have removed it", "may have written the same"},
		{taken + "ben: SET tok second\nann: GETDEL tok again=a\n", "that nothing is there", "tok is there"},
	})
}

// CAD compares the value that it names (tair/rules.md): one that its sender had neither read nor written stood for no
// state but the other's. The same value on both sides stood for two.
func TestAValueThatWasNotReadStandsForOneState(t *testing.T) {
	const head = "ann: SET lock ta NX PX 3000\nclock +4s\n"
	for lines, says := range map[string]string{
		head + "ben: SET lock tb\nann: CAD lock tb\n": "" +
			"The value that Ana sent is not the one of #1, but Ben's newer one.",
		head + "ben: SET lock ta\nann: CAD lock ta\n": "The value that Ana sent fits Ben's newer work too.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, says) {
			t.Errorf("%s%s", lines, told.First)
		}
	}
}

// An insert and a put under If-None-Match * are refused where something is there (engine/table/rules.md,
// engine/blob/rules.md, engine/tair/rules.md): that another could make what one's own try had made says that it had
// been removed, which the story tells.
func TestWhatRemovedOnesOwnIsTold(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ seed, makes, removes string }{
		{"seed: create-table tab\n", "insert-entity tab/p/r .a=1", "delete-entity tab/p/r if-match=*"},
		{"seed: create-container cont\n", "put-blob cont/b x if-none-match=*", "delete-blob cont/b"},
		{"", "SET k x NX", "DEL k"},
	} {
		lines := who + c.seed + "ann: send " + c.makes + " as a\ndeliver a\nlose a\nclock +1s\nben: " + c.removes +
			"\nclock +1s\nben: " + c.makes + "\nclock +1s\nann: " + c.makes + " again=a\n"
		v, found := roomtest.AtEnd(t, lines), false
		for _, f := range v.Troubles() {
			if f.Kind != engine.AlreadyThere {
				continue
			}
			found = true
			told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps)
			own, gone := strings.Index(told, "Ana's own try #"), strings.Index(told, "Ben deleted ")
			if own < 0 || gone < own {
				t.Errorf("%s%s", lines, told)
			}
		}
		if !found {
			t.Errorf("%snobody was refused", lines)
		}
	}
}

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
		{"a guard the wrong way round", wiki + "ben: get-blob wiki/a as g\nann: put-blob wiki/a y\n" +
			"ben: put-blob wiki/a x if-none-match=$g.etag\n", "~ lost-update ann",
			"If-None-Match keeps out only what nobody has changed: without If-Match, the last writer wins.",
			"compared:"},
		{"a date the wrong way round", wiki + "ben: get-blob wiki/a as g\nclock +5s\nann: put-blob wiki/a y\n" +
			"ben: put-blob wiki/a x if-modified-since=$g.last-modified\n", "~ lost-update ann",
			"If-Modified-Since keeps out only what nobody has changed", "Without If-Match"},
		{"a delete takes no notice of a star", wiki + "ben: get-blob wiki/a\nann: put-blob wiki/a y\n" +
			"ben: delete-blob wiki/a if-none-match=*\n", "~ lost-update ann",
			"If-None-Match * compares nothing here: without If-Match, the last writer wins.", "Without If-Match"},
		{"a condition on a block guards no list", wiki + "ben: get-blob wiki/a as g\nann: put-blob wiki/a y\n" +
			"ben: put-block wiki/a b block=AAAA if-match=$g.etag as s\nben: put-block-list wiki/a [AAAA]\n",
			"~ lost-update ann", "a put-block, compares nothing: without If-Match, the last writer wins.",
			"Without If-Match"},
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
		last, told, steps := lastStory(t, row.lines)
		said := told.First + "\n" + told.Heard + "\n" + told.Law + "\n" + steps
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
		{wiki + "ann: get-blob wiki/a as g\nann: send delete-blob wiki/a if-match=$g.etag as d\n", "may find nothing"},
		{wiki + "ben: acquire-blob-lease wiki/a duration=-1\nann: send break-blob-lease wiki/a as d\n",
			"break a lease that somebody has taken since"},
		{jobs + "ann: get-messages jobs as g\nann: send delete-message $g.0 popreceipt=$g.0.receipt as d\n",
			"a retry may find nothing"},
		{jobs + "ann: send get-messages jobs as d\n", "under a receipt that nobody has heard; a retry receives others"},
		{"seed: EXSET k a\nann: send EXCAS k b 1 as d\n", "meet that work"},
		{"seed: SET k a\nann: send CAS k a b as d\n", "meet that work"},
		{"seed: EXSET k a\nann: send EXSET k b VER 0 as d\n", "do it a second time, or meet that work"},
		{"seed: EXSET k 1\nann: send EXINCRBY k 1 as d\n", "do it a second time, or meet that work"},
	} {
		last, _, said := lastStory(t, row.lines+"deliver d\nlose d\n")
		if last.Kind != "no-answer" || !strings.Contains(said, row.told+".") {
			t.Errorf("%s%s is told as\n%s\nwithout %q", row.lines, last, said, row.told)
		}
	}
}
