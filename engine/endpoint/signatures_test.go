package endpoint_test

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"interleave/engine/endpoint"
)

// signature is a shared access signature of the account dev, or one for a container or a blob where that is named.
func signature(letters, kinds, resource string) string {
	const ends = "2099-01-01T00:00:00Z"
	q := url.Values{"sp": {letters}, "se": {ends}, "sv": {"2018-11-09"}}
	text := strings.Join([]string{"dev", letters, "bqt", kinds, "", ends, "", "", "2018-11-09", ""}, "\n")
	if resource == "" {
		q.Set("ss", "bqt")
		q.Set("srt", kinds)
	} else {
		kind := "c"
		if strings.Contains(resource, "/") {
			kind = "b"
		}
		q.Set("sr", kind)
		text = strings.Join([]string{letters, "", ends, "/blob/dev/" + resource, "", "", "", "2018-11-09", kind, "",
			"", "", "", "", ""}, "\n")
	}
	key, _ := base64.StdEncoding.DecodeString(endpoint.Secret)
	h := hmac.New(sha256.New, key)
	_, _ = io.WriteString(h, text)
	q.Set("sig", base64.StdEncoding.EncodeToString(h.Sum(nil)))
	return q.Encode()
}

// group is a transaction of one request on an entity.
func group(method string) string {
	return strings.ReplaceAll("--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n"+
		"Content-Type: application/http\nContent-Transfer-Encoding: binary\n\n"+
		method+" http://127.0.0.1/dev/tab(PartitionKey='a',RowKey='b') HTTP/1.1\nContent-Type: application/json\n"+
		"If-Match: *\nContent-Length: 2\n\n{}\n--c--\n--b--\n", "\n", "\r\n")
}

// What signatures allow, and what they never do: Azure REST, "Account SAS permissions by operation" (messages and
// entities are objects), "Create a service SAS" (a container's own properties are the account's), "Set Container ACL",
// "Copy Blob" (the source has to be readable by its own signature).
func TestWhatSignaturesAllow(t *testing.T) {
	trusting, open := open(t, endpoint.Options{Trust: true})
	for _, line := range []string{"PUT /dev/wiki?restype=container HTTP/1.1",
		"PUT /dev/wiki/b HTTP/1.1\r\nx-ms-blob-type: BlockBlob"} {
		talk(t, open["blob"], line+"\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	}
	talk(t, open["queue"], "PUT /dev/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	talk(t, open["table"], "POST /dev/Tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: "+
		"application/json\r\nContent-Length: 19\r\n\r\n{\"TableName\":\"tab\"}")
	at := openChecked(t, trusting.Room(), "blob", "queue", "table")
	objects, boxes := signature("rwdlacup", "o", ""), signature("rwdlacup", "c", "")
	wiki, writes := signature("racwdl", "", "wiki"), signature("w", "", "wiki")
	source := func(by string) string { return "x-ms-copy-source: http://127.0.0.1:1/dev/wiki/b?" + by + "\r\n" }
	const message = "<QueueMessage><MessageText>a</MessageText></QueueMessage>"
	const block, mismatch = "x-ms-blob-type: BlockBlob\r\n", "403 AuthorizationPermissionMismatch"
	const boundary = "Content-Type: multipart/mixed; boundary=b\r\n"
	for _, row := range []struct{ service, line, by, headers, body, want string }{
		{"queue", "POST /dev/jobs/messages", objects, "", message, "201"},
		{"queue", "GET /dev/jobs/messages", objects, "", "", "200"},
		{"queue", "POST /dev/jobs/messages", boxes, "", message, "403 AuthorizationResourceTypeMismatch"},
		{"queue", "GET /dev/jobs?comp=metadata", boxes, "", "", "200"},
		{"queue", "GET /dev/jobs?comp=acl", boxes, "", "", "403 AuthorizationFailure"},
		{"blob", "GET /dev/wiki?restype=container", boxes, "", "", "200"},
		{"blob", "GET /dev/wiki?restype=container&comp=acl", boxes, "", "", "403 AuthorizationFailure"},
		{"blob", "GET /dev/wiki?restype=container", wiki, "", "", "403 AuthorizationFailure"},
		{"blob", "DELETE /dev/wiki?restype=container", wiki, "", "", "403 AuthorizationFailure"},
		{"blob", "GET /dev/wiki?restype=container&comp=list", wiki, "", "", "200"},
		{"blob", "GET /dev/wiki/b", wiki, "", "", "200"},
		{"blob", "GET /dev/wiki/b%5Cc", signature("r", "", "wiki/b/c"), "", "", "404 BlobNotFound"},
		{"blob", "GET /dev/wiki/b", wiki + "&sig=x", "", "", "403 AuthenticationFailed"},
		{"blob", "PUT /dev/wiki/c", wiki, source(wiki), "", "202"},
		{"blob", "PUT /dev/wiki/c", wiki, source(writes), "", "403 CannotVerifyCopySource"},
		{"blob", "PUT /dev/wiki/c", wiki, source(wiki + "x"), "", "403 CannotVerifyCopySource"},
		{"blob", "PUT /dev/wiki/c", wiki, "x-ms-copy-source: http://127.0.0.1:1/dev/wiki/b\r\n", "", "202"},
		{"blob", "PUT /dev/wiki/b", signature("c", "", "wiki"), block, "1", "403 UnauthorizedBlobOverwrite"},
		{"blob", "PUT /dev/wiki/n", signature("c", "", "wiki"), block, "1", "201"},
		{"blob", "PUT /dev/wiki/n", signature("c", "o", ""), block, "1", "403 UnauthorizedBlobOverwrite"},
		{"blob", "PUT /dev/wiki/n", signature("w", "o", ""), block, "1", "201"},
		{"blob", "PUT /dev/wiki/n?comp=block&blockid=AAAA", signature("c", "o", ""), "", "1", mismatch},
		{"blob", "GET /dev/?comp=blobs&where=a%3D'b'", signature("f", "o", ""), "", "", "200"},
		{"table", "PUT /dev/tab(PartitionKey='a',RowKey='b')", signature("u", "o", ""), "", "{}", mismatch},
		{"table", "PUT /dev/tab(PartitionKey='a',RowKey='b')", signature("a", "o", ""), "", "{}", mismatch},
		{"table", "PUT /dev/tab(PartitionKey='a',RowKey='b')", signature("au", "o", ""), "", "{}", "204"},
		{"table", "POST /dev/$batch", signature("au", "o", ""), boundary, group("PUT"), "202"},
		{"table", "POST /dev/$batch", signature("au", "o", ""), boundary, group("DELETE"), mismatch},
	} {
		sign := "?"
		if strings.Contains(row.line, "?") {
			sign = "&"
		}
		conn := row.line + sign + row.by + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + row.headers
		said := talk(t, at[row.service], conn+"Content-Length: "+strconv.Itoa(len(row.body))+"\r\n\r\n"+row.body)
		answer, err := http.ReadResponse(bufio.NewReader(strings.NewReader(said)), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		code := answer.Header.Get("x-ms-error-code")
		if words := strings.SplitN(string(body), `"`, 8); code == "" && len(words) == 8 && words[3] == "code" {
			code = words[5]
		}
		got := strings.TrimSpace(answer.Status[:3] + " " + code)
		if got != row.want {
			t.Errorf("%s: %s, want %s\n%s", row.line, got, row.want, body)
		}
		if detail := strings.Contains(string(body), "<AuthenticationErrorDetail>"); detail !=
			strings.HasSuffix(got, "AuthenticationFailed") {
			t.Errorf("%s: %s, a detail of the signature: %v\n%s", row.line, got, detail, body)
		}
	}
}

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
