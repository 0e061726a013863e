package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
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

// Any Deny that matches decides, whatever is allowed beside it (bucket/rules.md, "Evaluation"): it is told as that. An
// Allow whose condition is not met denies nothing, and of neither is it said that a permission is missing.
func TestADenyIsToldAsOne(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket buc\nann: put-object buc/k 1\n"
		deny = who + `ben: put-bucket-policy buc "{\"Statement\":[{\"Sid\":\"Keep\",\"Effect\":\"Deny\",` +
			`\"Principal\":\"*\",\"Action\":\"s3:DeleteObject\",\"Resource\":\"arn:aws:s3:::buc/*\"}]}"` + "\n"
		only = who + `ben: put-role-policy ann "{\"Statement\":[{\"Sid\":\"If\",\"Effect\":\"Allow\",\"Action\":\"*\",` +
			`\"Resource\":\"*\",\"Condition\":{\"StringEquals\":{\"aws:username\":\"nobody\"}}}]}"` + "\n"
		remove = "ann: delete-object buc/k\n"
	)
	for _, c := range []struct{ name, lines, first, say string }{
		{"a Deny", deny + remove, "The policy's Keep denied s3:DeleteObject. Ana's request was refused",
			"The policy as Ben set it denies it, whatever else is allowed. Ask Ben whether it may be done"},
		{"an Allow under a condition", only + remove,
			"The policy's If allowed s3:DeleteObject only under a condition that was not met. Ana's request was " +
				"refused",
			"The policy as Ben set it allows it only under a condition that #4 does not meet."},
	} {
		v := roomtest.AtEnd(t, c.lines)
		card, _ := cardIn(v, engine.ByPolicy)
		list := v.Troubles()
		first := v.Story(list[len(list)-1].Finding).First
		if !strings.Contains(first, c.first) || !strings.Contains(card.Say, c.say) {
			t.Errorf("%s: %s\n%s", c.name, first, card.Say)
		}
	}
}
