package advice_test

import "testing"

// A plain lack of permission is nobody's trouble (the referee's rules, "Refused"), and no word of the request brings it
// about: whoever sets the policy, made the signature or gives the rights can allow it.
func TestWhoWasNeverAllowedHasNothingToCorrect(t *testing.T) {
	const (
		blobs = who + "seed: create-container con\nseed: put-blob con/b one\nseed: set-container-acl con policy.P=r " +
			"policy.Q=w\n"
		role = who + "seed: create-bucket bucket\nseed: put-role-policy ann \"{\\\"Version\\\":\\\"2012-10-17\\\"," +
			"\\\"Statement\\\":[{\\\"Effect\\\":\\\"Allow\\\",\\\"Action\\\":\\\"s3:GetObject\\\"," +
			"\\\"Resource\\\":\\\"arn:aws:s3:::bucket/*\\\"}]}\"\n"
		key = "Under the account's own key in the place of that it would get "
		no  = "Correct the request"
	)
	advisesBehind(t, []advised{
		{"a policy for reading", blobs + "ann: put-blob con/b two under=P\n", "", "",
			"Nothing in the request is wrong: access policy P does not allow it. Ask who sets the " +
				"policies of con.", no},
		{"and the key", blobs + "ann: put-blob con/c two under=P\n", "", "", key + "201 Created.", no},
		{"one for writing", blobs + "ann: get-blob con/b under=Q\n", "", "", key + "200 OK.", no},
		{"a signature", blobs + "ann: get-blob con/b under=sp=c\n", "", "", "its signature does not allow it.", no},
		{"rights in a bucket", role + "ann: put-object bucket/k one\n", "", "",
			"Ana has not been given the right to do this in bucket. Ask who gives it.   The same again would get " +
				"403 Forbidden. Sent by Ben, it would get 200 OK.", no},
	})
}
