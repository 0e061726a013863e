package endpoint_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

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
