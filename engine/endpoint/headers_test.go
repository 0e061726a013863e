package endpoint_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// A file that was made without a type has the default one, once, on Get as on HEAD, whatever it holds; and a share has
// a name as the service wants it. Source: Azure REST, "Create File", x-ms-content-type; "Naming and referencing
// shares"; engine/share/rules.md, "Error codes".
func TestFilesHaveATypeAndSharesAName(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	ask := func(line, headers, body string) string {
		return talk(t, at["file"], fmt.Sprintf("%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"+
			"Content-Length: %d\r\n\r\n%s", line, headers, len(body), body))
	}
	for _, name := range []string{"Docs", "do_cs", "-docs", "docs-", "do--cs", strings.Repeat("a", 64)} {
		if said := ask("PUT /dev/"+name+"?restype=share", "", ""); !strings.HasPrefix(said, "HTTP/1.1 400") ||
			!strings.Contains(said, "InvalidResourceName") {
			t.Errorf("a share %s: %q", name, said)
		}
	}
	for _, short := range []string{"s", "ab"} { // scenarios may use such names
		if said := ask("PUT /dev/"+short+"?restype=share", "", ""); !strings.HasPrefix(said, "HTTP/1.1 400") ||
			!strings.Contains(said, "OutOfRangeInput") {
			t.Errorf("a share %s: %q", short, said)
		}
	}
	for _, made := range []string{ask("PUT /dev/docs?restype=share", "", ""),
		ask("PUT /dev/docs/f", "x-ms-type: file\r\nx-ms-content-length: 5\r\n", ""),
		ask("PUT /dev/docs/f?comp=range", "x-ms-write: update\r\nx-ms-range: bytes=0-4\r\n", "hello")} {
		if !strings.HasPrefix(made, "HTTP/1.1 201") {
			t.Fatalf("%q", made)
		}
	}
	for _, method := range []string{"GET", "HEAD"} {
		said := ask(method+" /dev/docs/f", "", "")
		if strings.Count(said, "Content-Type:") != 1 ||
			!strings.Contains(said, "\r\nContent-Type: application/octet-stream\r\n") {
			t.Errorf("%s says %q", method, said)
		}
	}
}

// What tables say of a row that was inserted, alone and within a group: where it is, what was done for whom prefers
// no content, and of each answer of a group its type. Source: Azure REST, "Insert Entity", "Create Table", "Performing
// entity group transactions", "Sample response"; engine/table/rules.md, D13 and G10.
func TestTablesSayWhereTheRowIs(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	send := func(path, headers, body string) string {
		return talk(t, at["table"], fmt.Sprintf("POST /dev%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"+
			"Content-Length: %d\r\n\r\n%s", path, headers, len(body), body))
	}
	const plain = "Content-Type: application/json\r\n"
	const bare = plain + "Prefer: return-no-content\r\n"
	inner := func(headers, row string) string {
		return "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n" +
			"Content-Transfer-Encoding: binary\r\n\r\nPOST http://x/dev/jobs HTTP/1.1\r\n" + headers +
			"\r\n{\"PartitionKey\":\"p\",\"RowKey\":\"" + row + "\"}\r\n--c--\r\n--b--\r\n"
	}
	const group = "Content-Type: multipart/mixed; boundary=b\r\n"
	for _, row := range []struct {
		name, said string
		want       []string
		not        string
	}{
		{"a table", send("/Tables", plain, `{"TableName":"jobs"}`), []string{"HTTP/1.1 201",
			"Location: http://x/dev/Tables('jobs')\r\n", "Cache-Control: no-cache\r\n",
			"X-Content-Type-Options: nosniff\r\n"}, "DataServiceId"},
		{"a row", send("/jobs", plain, `{"PartitionKey":"p","RowKey":"r"}`), []string{"HTTP/1.1 201",
			"Location: http://x/dev/jobs(PartitionKey='p',RowKey='r')\r\n"}, "Preference-Applied"},
		{"a row, no content", send("/jobs", bare, `{"PartitionKey":"p","RowKey":"s"}`), []string{"HTTP/1.1 204",
			"Location: http://x/dev/jobs(PartitionKey='p',RowKey='s')\r\n",
			"Preference-Applied: return-no-content\r\n",
			"DataServiceId: http://x/dev/jobs(PartitionKey='p',RowKey='s')\r\n"}, "@Element"},
		{"in a group", send("/$batch", group, inner(plain, "t")), []string{"HTTP/1.1 202", "\r\n\r\nHTTP/1.1 201",
			"\r\nContent-Type: application/json;odata=minimalmetadata\r\n\r\n{", "DataServiceVersion: 3.0;\r\n"},
			"Preference-Applied"},
		{"in a group, no content", send("/$batch", group, inner(bare, "u")), []string{"\r\n\r\nHTTP/1.1 204",
			"Preference-Applied: return-no-content\r\n"}, "@Element"},
		{"refused in a group", send("/$batch", group, inner(plain, "u")), []string{"\r\n\r\nHTTP/1.1 409",
			"\r\nContent-Type: application/json;odata=minimalmetadata\r\n\r\n{\"odata.error\""}, "Location"},
	} {
		for _, want := range row.want {
			if !strings.Contains(row.said, want) {
				t.Errorf("%s: no %q in\n%s", row.name, want, row.said)
			}
		}
		if strings.Contains(row.said, row.not) {
			t.Errorf("%s: %q in\n%s", row.name, row.not, row.said)
		}
	}
}

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
