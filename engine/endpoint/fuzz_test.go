package endpoint

import (
	"bufio"
	"strings"
	"testing"
	"time"
)

// Whatever comes over a connection is a request, or no request: nothing breaks, and no more is read than there is room
// for.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"PUT /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
		"PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nx: y\r\n\r\n",
		"PUT /b/k HTTP/1.1\r\nx-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER\r\nAuthorization: " +
			"AWS4-HMAC-SHA256 " +
			"Credential=a/b/c/d/e, SignedHeaders=host, Signature=f\r\nContent-Length: 10\r\n\r\n3\r\nabc\r\n0\r\n",
		"GET http://h/p?X-Amz-Algorithm=AWS4-HMAC-SHA256 HTTP/1.0\n\n", "GET /a?sig=x&ss=b&sp=r HTTP/1.1\r\n\r\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := bufio.NewReader(strings.NewReader(text))
		r, err := readHead(in)
		if err != nil || r.readBody(in) != nil {
			return
		}
		for _, check := range []bool{false, true} {
			again := *r
			_, _ = again.amazonAccount(check, time.Unix(0, 0)) // refused or not, nothing breaks
			for _, service := range []string{"blob", "queue", "table", "share"} {
				_, _ = r.azureAccount(service, check)
			}
		}
	})
}
