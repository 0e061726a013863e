package endpoint

import (
	"net/url"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/scenario"
	"interleave/engine/wire"
)

// The address of a client is compared with one that a signature names, or with the two that it names, ends included.
func TestAddressesOfSignatures(t *testing.T) {
	for _, row := range []struct {
		from, allowed string
		want          bool
	}{{"127.0.0.1:5", "", true}, {"127.0.0.1:5", "127.0.0.1", true}, {"127.0.0.1:5", "8.8.8.8", false},
		{"10.0.0.9:5", "10.0.0.1-10.0.0.9", true}, {"10.0.0.10:5", "10.0.0.1-10.0.0.9", false},
		{"10.0.0.9:5", "10.0.0.10-10.0.0.20", false}, {"10.0.0.9:5", "home", false}, {"pipe", "10.0.0.9", false}} {
		if got := comesFrom(row.from, row.allowed); got != row.want {
			t.Errorf("from %s, allowed %s: %v", row.from, row.allowed, got)
		}
	}
}

// A signature for a table may name the first and the last keys: both lie within, a partition alone means all of it.
func TestKeysOfSignatures(t *testing.T) {
	for _, row := range []struct {
		query, target string
		want          bool
	}{{"", "t/p/r", true}, {"spk=b&epk=c", "t/a/z", false}, {"spk=b&epk=c", "t/b/", true},
		{"spk=b&epk=c", "t/c/z", true},
		{"spk=b&epk=c", "t/d/a", false}, {"spk=b&srk=5&epk=b&erk=7", "t/b/5", true},
		{"spk=b&srk=5&epk=b&erk=7", "t/b/7", true}, {"spk=b&srk=5&epk=b&erk=7", "t/b/4", false},
		{"spk=b&srk=5&epk=b&erk=7", "t/b/8", false}, {"spk=b", "t/c/1", true}, {"spk=b&epk=c", "t", true}} {
		query, err := url.ParseQuery(row.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := withinKeys(query, row.target); got != row.want {
			t.Errorf("%s of %s: %v", row.query, row.target, got)
		}
	}
}

// The keys of a signature bind each entity of a transaction: rules.md of tables, "Requests under an access policy".
func TestKeysOfSignaturesBindTransactions(t *testing.T) {
	of := catalog.New().Spec
	for _, row := range []struct {
		query, line string
		want        bool
	}{{"spk=a&epk=a", "people a [insert-entity 1]", true}, {"spk=a&epk=a", "people b [insert-entity 1]", false},
		{"spk=a&epk=a", "people a [insert-entity b/1]", false}, {"spk=a&epk=a", "people b [insert-entity a/1]", true},
		{"spk=a&srk=1&epk=a&erk=5", "people a [insert-entity 1; merge-entity 6 .n=1]", false},
		{"spk=a&srk=1&epk=a&erk=5", "people a [insert-entity 1; delete-entity people/a/5 if-match=*]", true},
		{"", "people b [insert-entity 1]", true}} {
		query, err := url.ParseQuery("tn=people&sp=raud&sig=x&" + row.query)
		if err != nil {
			t.Fatal(err)
		}
		in, err := scenario.ParseInput("ann: send entity-group-transaction " + row.line + " as g")
		if err != nil {
			t.Fatal(err)
		}
		r, group := &request{shared: query}, of("entity-group-transaction")
		if no := r.permitted("table", group, in.(engine.Send).Args, of); (no == nil) != row.want {
			t.Errorf("%s of %s: %+v", row.query, row.line, no)
		}
	}
}

// Parameters are signed in the order of their names: a sign that is smaller than the one before a value does not count.
//
// Source: AWS, "Create a signed AWS API request", "CanonicalQueryString"; boto3 signs ?select&select-type=2 so.
func TestParametersAreSignedByName(t *testing.T) {
	r := &request{Message: wire.Message{Method: "POST", Query: "select-type=2&select&a=2&a=1"}, raw: "/b/k"}
	const want = "POST\n/b/k\na=1&a=2&select=&select-type=2\n"
	if got := r.canonical(&signed{}); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

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
