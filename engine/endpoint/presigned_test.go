package endpoint_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

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

// rules.md of engine/bucket, "What client libraries ask beside that": a header that begins with x-amz- has to be
// signed, but for the sum of the body. What the query of the address holds is signed with it.
func TestHeadersOfAmazonAreSigned(t *testing.T) {
	_, at := open(t, endpoint.Options{})
	p := &presigner{t: t, at: at["s3"], lasts: "900"}
	send := p.send
	if status, body := send("PUT", "/lake", "", "host"); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	for _, row := range []struct {
		query, names string
		headers      []string
		want         int
	}{
		{"", "host", nil, 200},
		{"", "host", []string{"x-amz-meta-who", "ana"}, 403},
		{"", "host;x-amz-meta-who", []string{"x-amz-meta-who", "ana"}, 200},
		{"", "host", []string{"x-amz-content-sha256", "UNSIGNED-PAYLOAD"}, 200},
		{"", "host", []string{"Content-Type", "text/plain"}, 200},
		{"&x-amz-meta-who=ana", "host", nil, 200},
	} {
		status, body := send("PUT", "/lake/a", row.query, row.names, row.headers...)
		if status != row.want || status == 403 && !strings.Contains(body,
			"headers present in the request which were not signed: x-amz-meta-who</Message>") {
			t.Errorf("%q with %q signed, and %q: %d %s", row.query, row.names, row.headers, status, body)
		}
	}
	_, body := send("GET", "/lake", "&fetch-owner=true&list-type=2", "host")
	if !strings.Contains(body, "<Owner><ID>") {
		t.Errorf("nobody owns it: %s", body)
	}
	if _, body := send("GET", "/lake", "&list-type=2", "host"); strings.Contains(body, "<Owner>") {
		t.Errorf("nobody asked whose it is: %s", body)
	}
	http.DefaultClient.CloseIdleConnections()
}

// rules.md of engine/bucket, "What client libraries ask beside that": a presigned address lasts a week at most, and
// aws-chunked is no encoding that is kept.
func TestWhatAPresignedAddressSays(t *testing.T) {
	_, at := open(t, endpoint.Options{})
	p := &presigner{t: t, at: at["s3"], lasts: "900"}
	for _, target := range []string{"/lake", "/lake/a"} {
		if status, body := p.send("PUT", target, "", "host"); status != 200 {
			t.Fatalf("%d %s", status, body)
		}
	}
	for _, row := range [][2]string{{"gzip, aws-chunked", "gzip"}, {"aws-chunked", ""}, {"br", "br"}} {
		if status, body := p.send("PUT", "/lake/e", "", "host", "Content-Encoding", row[0]); status != 200 {
			t.Errorf("%s without chunks: %d %s", row[0], status, body)
		}
		if status, _ := p.send("HEAD", "/lake/e", "", "host"); status != 200 || p.encoding != row[1] {
			t.Errorf("%s: %d, kept as %q", row[0], status, p.encoding)
		}
	}
	for given, want := range map[string]int{"604800": 200, "604801": 400, "-7": 400, "x": 400, "0": 403} {
		p.lasts = given
		if status, body := p.send("GET", "/lake/a", "", "host"); status != want ||
			status == 400 && !strings.Contains(body, "AuthorizationQueryParametersError") {
			t.Errorf("X-Amz-Expires=%s: %d %s", given, status, body)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// rules.md of engine/bucket, "What client libraries ask beside that": sums in the query of a presigned address are not
// compared: whoever signs it has no body yet, and JavaScript's library names the CRC32 of none, AAAAAA==.
func TestSumsInAPresignedAddressSayNothing(t *testing.T) {
	_, at := open(t, endpoint.Options{})
	p := &presigner{t: t, at: at["s3"], lasts: "900"}
	const sum = "&x-amz-checksum-crc32=MTIzNA%3D%3D&x-amz-sdk-checksum-algorithm=CRC32&x-id=PutObject"
	const named = "&x-amz-sdk-checksum-algorithm=SHA256"
	for _, row := range [][2]string{{"/lake", ""}, {"/lake/a", sum}, {"/lake/b", named}} {
		if status, body := p.send("PUT", row[0], row[1], "host"); status != 200 {
			t.Errorf("%s with %s: %d %s", row[0], row[1], status, body)
		}
	}
	status, body := p.send("PUT", "/lake/c", "", "host;x-amz-checksum-crc32", "x-amz-checksum-crc32", "MTIzNA==")
	if status != 400 || !strings.Contains(body, "<Code>BadDigest</Code>") {
		t.Errorf("a sum that the request itself sends is not compared: %d %s", status, body)
	}
	http.DefaultClient.CloseIdleConnections()
}

// presigner sends requests with the signature in the query, one after the other.
type presigner struct {
	t        *testing.T
	at       string // the address of the server
	lasts    string // X-Amz-Expires
	encoding string // that of the last answer
}

// send sends a request; names are the headers that are signed, in the order of the alphabet.
func (p *presigner) send(method, target, query, names string, headers ...string) (status int, body string) {
	p.t.Helper()
	now := time.Now().UTC().Format("20060102T150405Z")
	scope := now[:8] + "/us-east-1/s3/aws4_request"
	query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" + url.QueryEscape("app/"+scope) + "&X-Amz-Date=" +
		now + "&X-Amz-Expires=" + p.lasts + "&X-Amz-SignedHeaders=" + url.QueryEscape(names) + query
	request, err := http.NewRequest(method, "http://"+p.at+target, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	lines := "host:" + p.at + "\n"
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
		if strings.Contains(names, headers[i]) {
			lines += headers[i] + ":" + headers[i+1] + "\n"
		}
	}
	canonical := method + "\n" + target + "\n" + query + "\n" + lines + "\n" + names + "\nUNSIGNED-PAYLOAD"
	mac := func(key, text string) string {
		h := hmac.New(sha256.New, []byte(key))
		h.Write([]byte(text))
		return string(h.Sum(nil))
	}
	key := "AWS4" + endpoint.Secret
	for part := range strings.SplitSeq(scope, "/") {
		key = mac(key, part)
	}
	request.URL.RawQuery = query + "&X-Amz-Signature=" + fmt.Sprintf("%x", mac(key,
		"AWS4-HMAC-SHA256\n"+now+"\n"+scope+"\n"+fmt.Sprintf("%x", sha256.Sum256([]byte(canonical)))))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = answer.Body.Close() // it is read
	p.encoding = answer.Header.Get("Content-Encoding")
	return answer.StatusCode, string(text)
}
