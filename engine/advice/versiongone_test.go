package advice_test

import (
	"testing"

	"interleave/engine"
)

// A version that somebody took away for good is gone (the referee's rules, "Refused", gone: a write of what an event
// removed): it cannot be created, and the key may stand as it did (engine/bucket/rules.md, "Versioning"). Of one that
// never was nobody has anything, and no request makes one under an id that it names.
func TestAVersionThatWasTakenAwayIsGone(t *testing.T) {
	const (
		kept = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"seed: put-bucket-versioning lake Enabled\nann: put-object lake/k one as p\n" +
			"ann: put-object lake/k two as q\ntell ben $p.version-id\ntell ben $q.version-id\n"
		first  = kept + "ben: delete-object lake/k version-id=$p.version-id\n"
		listed = kept + "ben: delete-objects lake [k version-id=$p.version-id]\n"
		copies = "ann: copy-object lake/c source=lake/k source-version-id=$p.version-id\n"
		tags   = "ann: put-object-tagging lake/k version-id=$p.version-id tag.a=b\n"
		part   = "ann: create-multipart-upload lake/m as u\nann: upload-part-copy lake/m upload=$u.upload part=1 " +
			"source=lake/k source-version-id=$p.version-id\n"
		other = "The version is gone, and nothing brings it back. Settle whether what lake/k holds now will do."
		never = "No such version is there, and none is made under an id of one's own"
	)
	advises(t, []advised{
		{"a copy", first + copies, engine.IsGone, "", other, "Create"},
		{"one of a list", listed + copies, engine.IsGone, "", other, "Create"},
		{"one's own removal", kept + "ann: delete-object lake/k version-id=$p.version-id\n" + copies, engine.IsGone, "",
			other, "Create"},
		{"a copied part", first + part, engine.IsGone, "", other, "Create"},
		{"tags", first + tags, engine.IsGone, "", "Settle whether the same is wanted of what lake/k holds now.",
			"Create"},
		{"nothing is left", first + "ben: delete-object lake/k version-id=$q.version-id\n" + copies, engine.IsGone, "",
			"nothing brings it back. Stop.", "holds now"},
		{"hidden", first + "ben: delete-object lake/k\n" + copies, engine.IsGone, "", "nothing brings it back. Stop.",
			"holds now"},
		{"one that never was", kept + "ann: copy-object lake/c source=lake/k source-version-id=nope\n", "", "", never,
			"Create"},
	})
}

// The same holds of a snapshot that never was.
func TestASnapshotThatNeverWasCannotBeCreated(t *testing.T) {
	advises(t, []advised{
		{"a copy", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/a v1\n" +
			"ann: copy-blob wiki/b source=wiki/a source-snapshot=2026-01-05T09:00:00.0000000Z\n", "", "",
			"No such snapshot is there", "Create"},
	})
}
