package bucket_test

import "testing"

// rules.md, "Object Lock": a retention stops a delete of its version until its moment, and no longer.
func TestARetentionEnds(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake object-lock=true",
		"ann v: put-object path=lake/k body=x lock-mode=COMPLIANCE lock-until=2026-01-05T09:01:00Z")
	const remove = "ann: delete-object path=lake/k version-id=$v.version-id bypass-governance=true"
	b.Want(remove, denied)
	b.Wait(61e9)
	b.Want(remove, "204")
}

// The default retention of a bucket is counted from the writing of each version that brings none.
func TestTheDefaultRetention(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake object-lock=true", "seed: put-bucket-configuration path=lake "+
		"subresource=object-lock document=<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>"+
		"<Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>")
	b.Wait(3600e9)
	b.All("ann v: put-object path=lake/k body=x")
	const remove = "ann: delete-object path=lake/k version-id=$v.version-id"
	b.Wait(23 * 3600e9)
	b.Want(remove, denied)
	b.Wait(3601e9)
	b.Want(remove, "204")
}

// rules.md, "Object Lock": what is kept in GOVERNANCE becomes COMPLIANCE only by who passes it by, and never goes back.
func TestAModeChangesByWhoPassesIt(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake object-lock=true",
		"ann v: put-object path=lake/k body=x lock-mode=GOVERNANCE lock-until=2026-02-01T00:00:00Z")
	const until = "ann: put-object-retention path=lake/k version-id=$v.version-id lock-until=2026-03-01T00:00:00Z " +
		"lock-mode="
	b.Want(until+"COMPLIANCE", denied)
	b.Want(until+"GOVERNANCE", "200")
	b.Want(until+"COMPLIANCE bypass-governance=true", "200")
	b.Want(until+"GOVERNANCE bypass-governance=true", denied)
	b.Want(until+"COMPLIANCE", "200")
}
