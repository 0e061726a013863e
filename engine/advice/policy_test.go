package advice_test

import (
	"testing"

	"interleave/engine"
)

// A policy lets puts through with If-None-Match alone (bucket/rules.md, "Bucket policies"). Once something is there
// such a put is answered 412, past the policy: that a header does not help is said of no such policy.
func TestAHeaderThatThePolicyLetsThroughMayBeTooLate(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\nseed: create-bucket buc\n" +
		`ann: put-bucket-policy buc "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",` +
		`\"Principal\":\"*\",\"Action\":\"s3:PutObject\",\"Resource\":\"arn:aws:s3:::buc/*\",` +
		`\"Condition\":{\"Null\":{\"s3:if-none-match\":\"true\"}}}]}"` + "\n" +
		"cyd: put-object buc/k two\n"
	const made = "ben: put-object buc/k one if-none-match=*\n"
	advises(t, []advised{
		{"nothing is there", head, engine.ByPolicy, "guard", "Send it with If-None-Match *", "no header helps"},
		{"something is there", head + made, engine.ByPolicy, "read", "and something is there now. Read it",
			"no header helps"},
		{"and was read", head + made + "cyd: get-object buc/k\n", engine.ByPolicy, "",
			"See whether what is there is what was meant", "no header helps"},
	})
}
