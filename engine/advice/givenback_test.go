package advice_test

import (
	"testing"

	"interleave/engine"
)

// A permission that was given back is not missing, whatever else the same request would meet by now
// (engine/queue/rules.md, "Set Queue ACL"; engine/share/rules.md, "Requests under an access policy"), and one of a
// container counts 30 seconds after it was set (engine/blob/rules.md, R39).
func TestAPermissionThatWasGivenBackIsNotMissing(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		jobs = who + "seed: create-queue jobs\nseed: set-queue-acl jobs policy.w=raup\nseed: put-message jobs pay\n" +
			"ann: get-messages jobs visibilitytimeout=30 under=w as g\nann: does $g.0\nben: set-queue-acl jobs\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt under=w\nclock +31s\n" +
			"cat: get-messages jobs visibilitytimeout=300 as h\n"
		sha = who + "seed: create-share sha\nseed: set-share-acl sha policy.w=rwdl\nseed: create-file sha/f 5\n" +
			"ben: set-share-acl sha policy.w=r\nann: delete-file sha/f under=w\ncat: delete-file sha/f\n"
		con = who + "seed: create-container con\nseed: set-container-acl con policy.w=rwd\n" +
			"seed: put-blob con/b v0\nclock +31s\nben: set-container-acl con\nclock +31s\n" +
			"ann: put-blob con/b v1 under=w\n"
		again = "The permission is there again, as Ben's #"
	)
	advisesBehind(t, []advised{
		{"the receipt is old, and w is away", jobs, engine.ByPolicy, "", "Ask Ben for it", "there again"},
		{"the receipt is old", jobs + "ben: set-queue-acl jobs policy.w=raup\n", engine.ByPolicy, "", again, "Ask Ben"},
		{"the file is gone, and w reads only", sha, engine.ByPolicy, "", "Ask Ben for it", "there again"},
		{"the file is gone", sha + "ben: set-share-acl sha policy.w=rwdl\n", engine.ByPolicy, "", again, "Ask Ben"},
		{"it counts later", con + "ben: set-container-acl con policy.w=rwd\n", engine.ByPolicy, "wait",
			"and counts from 01:32", "Ask Ben"},
		{"another policy", con + "ben: set-container-acl con policy.x=rwd\n", engine.ByPolicy, "", "Ask Ben",
			"there again"},
	})
}
