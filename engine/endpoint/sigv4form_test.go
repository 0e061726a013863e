package endpoint

import (
	"net/url"
	"strings"
	"testing"
)

// rules.md of buckets, "What client libraries ask beside that": what is wrong with a signature before it is compared.
func TestShapesOfSignatures(t *testing.T) {
	const day = "20260105/us-east-1/s3/aws4_request"
	for _, row := range []struct {
		id, scope, headers, signature string
		want                          string
	}{
		{"app", day, "host", "00", ""}, {"app", "20260105/eu-west-1/iam/aws4_request", "host", "00", ""},
		{"", day, "host", "00", "missing Credential."}, {"app", day, "", "00", "missing SignedHeaders."},
		{"app", day, "host", "", "missing Signature."},
		{"app", "20260105/us-east-1/s3", "host", "00", "the Credential is mal-formed"},
		{"app", "20260105/us-east-1/s3/aws4", "host", "00", `incorrect terminal "aws4".`},
		{"app", "20260105/us-east-1/ec2/aws4_request", "host", "00", `incorrect service "ec2".`},
		{"app", "2026-01-05/us-east-1/s3/aws4_request", "host", "00", `incorrect date format "2026-01-05".`},
	} {
		s := signed{id: row.id, scope: row.scope, headers: strings.Split(row.headers, ";"), signature: row.signature}
		no := s.shaped()
		switch {
		case row.want == "" && no != nil, row.want != "" && no == nil:
			t.Errorf("%+v: %v, want %q", row, no, row.want)
		case no != nil && (no.status != 400 || no.code != "AuthorizationHeaderMalformed" ||
			!strings.HasPrefix(no.message, "The authorization header is malformed; "+row.want)):
			t.Errorf("%+v: %v, want %q", row, no, row.want)
		}
		s.inQuery = true
		if no := s.shaped(); no != nil && no.code != "AuthorizationQueryParametersError" {
			t.Errorf("%+v in a query: %v", row, no)
		}
	}
	whole := url.Values{"X-Amz-Algorithm": {sigV4}, "X-Amz-Credential": {"app/" + day}, "X-Amz-Signature": {"00"},
		"X-Amz-Date": {"20260105T090000Z"}, "X-Amz-SignedHeaders": {"host"}, "X-Amz-Expires": {"60"}}
	if no := lacksParameters(whole); no != nil {
		t.Errorf("nothing is missing: %v", no)
	}
	for name := range whole {
		less := url.Values{}
		for n, v := range whole {
			if n != name {
				less[n] = v
			}
		}
		if no := lacksParameters(less); no == nil || no.code != "AuthorizationQueryParametersError" {
			t.Errorf("without %s: %v", name, no)
		}
	}
}
