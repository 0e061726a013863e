package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A version that is named by its id is neither removed nor replaced by what is done to its key, a hold ends where it is
// lifted, and a retention in COMPLIANCE is only ever made longer (engine/bucket/rules.md, "Object Lock").
func TestAVersionThatIsKeptIsToldAsItStands(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket vault object-lock=true\n"
		read = "ben: get-object vault/k as g\n"
		take = "ben: delete-object vault/k version-id=$g.version-id\n"
		held = who + "ann: put-object vault/k one legal-hold=ON as p\n" + read + take
		kept = who + "ann: put-object vault/k one lock-mode=MODE lock-until=2030-01-01T00:00:00Z as p\n" + read
		till = "ben: put-object-retention vault/k version-id=$g.version-id lock-mode=COMPLIANCE " +
			"lock-until=2026-12-01T00:00:00Z\n"
	)
	set := func(mode, year string) string {
		return "ben: put-object-retention vault/k lock-mode=" + mode + " lock-until=" + year + "-01-01T00:00:00Z\n"
	}
	mode := func(lines, mode string) string { return strings.Replace(lines, "MODE", mode, 1) }
	advises(t, []advised{
		{"a delete marker was put on top", held + "ben: delete-object vault/k\n", engine.ByPolicy, "",
			"until its legal hold is lifted", "Nothing is left to send"},
		{"another version was put on top", held + "ben: put-object vault/k two\n", engine.ByPolicy, "",
			"until its legal hold is lifted", "would delete that too"},
		{"the hold was lifted", held + "ann: put-object-legal-hold vault/k legal-hold=OFF\n", engine.ByPolicy, "",
			"the same again would be done. Settle first whether it may go", "until its legal hold is lifted"},
		{"a retention in COMPLIANCE", mode(kept, "COMPLIANCE") + till, engine.ByPolicy, "",
			"Stop: nobody shortens a retention in COMPLIANCE",
			"send the same again"},
		{"another mode than COMPLIANCE", mode(kept, "COMPLIANCE") + set("GOVERNANCE", "2031"), engine.ByPolicy, "",
			"makes it one in GOVERNANCE; a longer one in COMPLIANCE is taken", "bypass"},
		{"another mode than GOVERNANCE", mode(kept, "GOVERNANCE") + set("COMPLIANCE", "2031"), engine.ByPolicy, "",
			"The same in GOVERNANCE needs no bypass: the answer would be 200 OK.", ""},
		{"another mode than GOVERNANCE, and shorter", mode(kept, "GOVERNANCE") + set("COMPLIANCE", "2029"),
			engine.ByPolicy, "", "can send it with bypass-governance=true", "needs no bypass"},
		{"shorter in GOVERNANCE", mode(kept, "GOVERNANCE") + set("GOVERNANCE", "2029"), engine.ByPolicy, "",
			"can send it with bypass-governance=true", "needs no bypass"},
		{"a delete under a retention in COMPLIANCE", mode(kept, "COMPLIANCE") + take, engine.ByPolicy, "",
			"Settle first whether it may go.", "send"},
		{"a retention in GOVERNANCE", mode(kept, "GOVERNANCE") + take, engine.ByPolicy, "",
			"Settle first whether it may go. " +
				"Who may bypass the retention can send it with bypass-governance=true", "send the same again"},
	})
}

// A version may be under a hold and a retention at once: neither is over with the other (engine/bucket/rules.md,
// "Object Lock": kept by a retention, by a legal hold, or by both).
func TestOneLockIsNotOverWithTheOther(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-bucket vault object-lock=true\n"
		kept = "ann: put-object vault/k one lock-mode=COMPLIANCE lock-until=2030-01-01T00:00:00Z as p\n"
		weak = "ann: put-object vault/k one lock-mode=GOVERNANCE lock-until=2030-01-01T00:00:00Z as p\n"
		none = who + "ann: put-object vault/k one\n"
		read = "ben: get-object vault/k as g\n"
		hold = "cy: put-object-legal-hold vault/k legal-hold=ON\n"
		lift = "cy: put-object-legal-hold vault/k legal-hold=OFF\n"
		take = "ben: delete-object vault/k version-id=$g.version-id\n"
		list = "ben: delete-objects vault [k version-id=$g.version-id]\n"
		both = "is lifted, and its retention, set by Ana's #2, lasts until 1 Jan 2030"
		soon = "ann: put-object-retention vault/k lock-mode=GOVERNANCE lock-until=2026-12-01T00:00:00Z\n"
	)
	advises(t, []advised{
		{"a hold over a retention", who + kept + read + hold + take, engine.ByPolicy, "", both, "bypass"},
		{"a hold that came later", who + kept + read + take + hold, engine.ByPolicy, "",
			"until its legal hold, set by Cy's #5, " + both, ""},
		{"one of several in a list", who + kept + read + hold + list, engine.ByPolicy, "", both, ""},
		{"a hold over what may be bypassed", who + weak + read + hold + take, engine.ByPolicy, "",
			"Once the hold is lifted, who may bypass the retention can send it with bypass-governance=true: the " +
				"answer would be 204 No Content.", ""},
		{"a bypass that the hold alone refused", who + weak + read + hold +
			"ben: delete-object vault/k version-id=$g.version-id bypass-governance=true\n", engine.ByPolicy, "",
			"until its legal hold is lifted. Settle", "retention, set"},
		{"the hold was lifted", who + kept + read + hold + take + lift, engine.ByPolicy, "",
			"stays until 1 Jan 2030 0:00:00.0, set by Ana's #2", "over"},
		{"the hold was lifted, and the retention ran out", who + weak + read + hold + take + lift +
			"clock +40000h\n", engine.ByPolicy, "", "What kept the version is over: the same", "since"},
		{"a retention behind the hold ran out", none + read + hold + take + lift + soon +
			"clock +9000h\n", engine.ByPolicy, "", "What kept the version is over: the same", "since"},
		{"something else was set since", none + read + hold + take + lift +
			"ann: put-object-tagging vault/k tag.a=b\n", engine.ByPolicy, "", "is over since Cy's #6", "Ana's"},
		{"one of several that is gone", none + read + hold + list + lift +
			"cy: get-object vault/k as c\ncy: delete-object vault/k version-id=$c.version-id\n", engine.ByPolicy, "",
			"The version is gone, by Cy's #8", "would be done"},
	})
}

// What goes wrong at one place is mended there: an abort wants nothing there, a delete has no text that fits, and the
// tag of a source guards the source alone.
func TestAdviceOfABucketFitsWhatTheRequestWanted(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n"
		upload = "ann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k one upload=$u.upload part=1 as p\nben: list-multipart-uploads lake as l\n"
		abort = "ben: abort-multipart-upload lake/k upload=$l.0.upload\n"
		copy  = "seed: put-object lake/a one\nann: get-object lake/a as g\nben: put-object lake/a two from=none\n" +
			"ann: copy-object lake/b source=lake/a source-if-match=$g.etag\n"
	)
	advises(t, []advised{
		{"an abort after the Complete", who + upload + "ann: complete-multipart-upload lake/k [1=$p.etag] " +
			"upload=$u.upload\n" + abort, engine.IsGone, "", "Stop: the upload is over, for #5 completed it",
			"send every part again"},
		{"a copy that its source refused", who + copy, engine.StaleWrite, "read",
			"for lake/b under If-Match with the tag that was read, or under If-None-Match *", ""},
		{"a delete that a policy refused", who + "seed: put-object lake/k one\nseed: put-bucket-policy lake " +
			`"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",` +
			`\"Action\":\"s3:DeleteObject\",\"Resource\":\"arn:aws:s3:::lake/*\",\"Condition\":{\"Null\":` +
			`{\"s3:if-match\":\"true\"}}}]}"` + "\nann: get-object lake/k\nann: delete-object lake/k\n",
			engine.ByPolicy, "", "see whether it is still to be deleted, then delete it with that tag", "the text"},
	})
}
