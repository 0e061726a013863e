package endpoint_test

import (
	"net/http"
	"slices"
	"testing"

	"interleave/engine/endpoint"
)

// What no rule looks at of a request is kept with it for the desk.
func TestTheDeskKnowsWhatIsNotLookedAt(t *testing.T) {
	s, at := open(t, endpoint.Options{Trust: true})
	request, err := http.NewRequest("PUT", "http://"+at["s3"]+"/lake?wing=left", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("x-amz-feather", "1")
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=app/20261123/us-east-1/s3/aws4_request, "+
		"SignedHeaders=host, Signature=0")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close() // it is not read
	http.DefaultClient.CloseIdleConnections()
	got := slices.Sorted(slices.Values(s.Room().View().Overlooked(1)))
	if !slices.Equal(got, []string{"header x-amz-feather", "query wing"}) {
		t.Errorf("%s, not looked at: %q", answer.Status, got)
	}
}
