package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// Whoever signs an address may put headers into its query: who uses it need not send them. What the request sends
// itself goes before, the words of the signature stay where they are, and a request that is not presigned has no
// headers there.
func TestPresignedAddressesHoldHeaders(t *testing.T) {
	log := &heard{}
	_, at := open(t, endpoint.Options{Trust: true, Log: log.log})
	const signed = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=app%2F20261123%2Fus-east-1%2Fs3%2Faws4_request&" +
		"X-Amz-Date=20261123T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=0"
	send := func(method, target, body string, headers ...string) http.Header {
		t.Helper()
		request, err := http.NewRequest(method, "http://"+at["s3"]+target, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			request.Header.Set(headers[i], headers[i+1])
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // it is not read
		answer.Header.Set("Status", answer.Status[:3])
		return answer.Header
	}
	send("PUT", "/lake?"+signed, "")
	send("PUT", "/lake/a?"+signed+"&x-amz-meta-who=ana%20b&X-Amz-Meta-Page=1", "one", "x-amz-meta-page", "2")
	got := send("HEAD", "/lake/a?"+signed, "")
	if who, page := got.Get("x-amz-meta-who"), got.Get("x-amz-meta-page"); who != "ana b" || page != "2" {
		t.Errorf("the object has who=%q page=%q", who, page)
	}
	source := "&x-amz-copy-source=%2Flake%2Fa"
	got = send("PUT", "/lake/b?"+signed+source+"&x-amz-copy-source-if-match=%22other%22", "")
	if got.Get("Status") != "412" {
		t.Errorf("a copy under a condition that does not hold is answered %s", got.Get("Status"))
	}
	if got := send("PUT", "/lake/b?"+signed+source, ""); got.Get("Status") != "200" {
		t.Errorf("a copy is answered %s", got.Get("Status"))
	}
	if got := send("PUT", "/lake/c?x-amz-meta-who=ana", "c", "Authorization", "AWS4-HMAC-SHA256 Credential="+
		"app/20261123/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"); got.Get("Status") != "200" {
		t.Errorf("a put is answered %s", got.Get("Status"))
	}
	if got := send("HEAD", "/lake/c?"+signed, ""); got.Get("x-amz-meta-who") != "" {
		t.Error("a query that nobody presigned counts as a header")
	}
	http.DefaultClient.CloseIdleConnections()
	log.mu.Lock()
	defer log.mu.Unlock()
	for _, e := range log.list {
		if len(e.Unread) > 0 && !strings.HasSuffix(e.What, "lake/c") {
			t.Errorf("%s: not looked at: %q", e.What, e.Unread)
		}
	}
}
