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
	mode := func(lines, mode string) string { return strings.Replace(lines, "MODE", mode, 1) }
	advises(t, []advised{
		{"a delete marker was put on top", held + "ben: delete-object vault/k\n", engine.ByPolicy, "",
			"until its legal hold is lifted", "Nothing is left to send"},
		{"another version was put on top", held + "ben: put-object vault/k two\n", engine.ByPolicy, "",
			"until its legal hold is lifted", "would delete that too"},
		{"the hold was lifted", held + "ann: put-object-legal-hold vault/k legal-hold=OFF\n", engine.ByPolicy, "",
			"the same again would be done. Settle first whether it may go", "until its legal hold is lifted"},
		{"a retention in COMPLIANCE", mode(kept, "COMPLIANCE") + till, engine.ByPolicy, "",
			"Stop: a retention in COMPLIANCE",
			"send the same again"},
		{"a delete under a retention in COMPLIANCE", mode(kept, "COMPLIANCE") + take, engine.ByPolicy, "",
			"Settle first whether it may go.", "send"},
		{"a retention in GOVERNANCE", mode(kept, "GOVERNANCE") + take, engine.ByPolicy, "",
			"Settle first whether it may go. " +
				"Who may bypass the retention can send it with bypass-governance=true", "send the same again"},
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
