package advice_test

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// Who sets a policy is bound by it as anybody is, and may lock himself out (engine/bucket/rules.md, "Bucket policies":
// any matching Deny ends in 403; "Answers of policies": the root user). Nobody else is blamed, and what is left is
// told.
func TestWhoLockedItselfOutIsToldSo(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket buc\n"
	set := func(principal, action string) string {
		return who + fmt.Sprintf(`ben: put-bucket-policy buc "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":`+
			`\"Deny\",\"Principal\":%s,\"Action\":%s,\"Resource\":[\"arn:aws:s3:::buc\",\"arn:aws:s3:::buc/*\"]}]}"`+
			"\n", principal, action)
	}
	const (
		all  = `\"*\"`
		ben  = `{\"AWS\":\"arn:aws:iam::111111111111:user/ben\"}`
		s3   = `\"s3:*\"`
		put  = `\"s3:PutObject\"`
		some = `[\"s3:PutObject\",\"s3:DeleteBucketPolicy\"]`
		own  = "It is Ben's own policy, set with #2, that denies it"
		root = "neither put another nor take it away. The root user of the account that owns the bucket may do both"
	)
	advises(t, []advised{
		{"setting anew", set(all, s3) + "ben: put-bucket-policy buc {}\n", engine.ByPolicy, "", root, "Ask"},
		{"reading", set(all, s3) + "ben: get-bucket-policy buc\n", engine.ByPolicy, "", own, "Ask"},
		{"deleting", set(all, s3) + "ben: delete-bucket-policy buc\n", engine.ByPolicy, "", root, "Ask"},
		{"a write that alone is denied", set(all, put) + "ben: put-object buc/k x\n", engine.ByPolicy, "",
			"delete-bucket-policy would get 204 No Content, and the same again then 200 OK.", "root"},
		{"a write, and the deletion", set(all, some) + "ben: put-object buc/k x\n", engine.ByPolicy, "",
			"Ben may put another in its place with put-bucket-policy.", "root"},
		{"a policy against its author alone", set(ben, s3) + "ben: put-object buc/k x\n", engine.ByPolicy, "",
			"Ask Ana: delete-bucket-policy by Ana would get 204 No Content.", "root"},
		{"another's", set(all, s3) + "ann: put-object buc/k x\n", engine.ByPolicy, "", "Ask Ben whether it may be done",
			"own policy"},
	})
}
