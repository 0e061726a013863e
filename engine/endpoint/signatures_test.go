package endpoint_test

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

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
	checks, err := endpoint.Open(trusting.Room(), endpoint.Options{Addresses: map[string]string{"blob": ":0",
		"queue": ":0", "table": ":0", "file": "off", "s3": "off", "redis": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	defer checks.Close()
	at := map[string]string{}
	for _, o := range checks.Opened() {
		at[o.Flag] = o.Address
	}
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
