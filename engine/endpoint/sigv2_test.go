package endpoint_test

import (
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// bucket/rules.md, "What client libraries ask beside that": an address that is signed in the old way has three words.
func TestOldSignaturesHaveThreeWords(t *testing.T) {
	_, at := open(t, endpoint.Options{})
	const lacking = "<Code>AccessDenied</Code><Message>Query-string authentication requires the Signature, " +
		"Expires and AWSAccessKeyId parameters</Message>"
	for query, want := range map[string]string{
		"AWSAccessKeyId=app&Signature=x": lacking, "Signature=x&Expires=99999999999": lacking,
		"AWSAccessKeyId=app&Expires=99999999999":             lacking,
		"AWSAccessKeyId=app&Signature=x&Expires=99999999999": "<Code>SignatureDoesNotMatch</Code>",
		"AWSAccessKeyId=app&Signature=x&Expires=1":           "<Message>Request has expired</Message>",
		"Expires=1": "<Code>NoSuchBucket</Code>", // signed by nobody
	} {
		said := asks(t, at["s3"], "GET /lake/k?"+query, "", "")
		if !strings.Contains(said, want) {
			t.Errorf("%s: %q lacks %s", query, said, want)
		}
	}
}
