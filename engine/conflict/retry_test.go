package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
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
			!strings.Contains(text, "find nothing") {
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
	if last.String() != "! leased ann" || !strings.HasPrefix(told.First, "Ben broke the lease with #3.") {
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
	} {
		r, last := run(t, "seed: create-table jobs\nann: send "+line+" as p\nlose p\n")
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
