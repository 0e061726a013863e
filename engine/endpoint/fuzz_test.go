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
		r, err := readHead(in, nil)
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

// Whatever a query says of who signed it, as a shared access signature, as version 2 or 4 of Amazon, is let through or
// refused with a status, and no text that nobody signed passes for signed.
func FuzzSigned(f *testing.F) {
	for _, seed := range []string{"sv=2021-12-02&ss=bqtf&srt=sco&sp=rwdlacup&se=2036-01-01T00:00:00Z&sig=x",
		"sv=2021-12-02&sr=b&sp=r&st=2020-01-01&se=2036-01-01&sip=127.0.0.1-127.0.0.9&spr=https&sig=%zz",
		"sv=2019-02-02&si=worker&sig=YQ%3D%3D", "sv=2021-12-02&tn=stock&spk=a&srk=b&epk=c&sp=raud&se=2036-01-01&sig=x",
		"sv=2021-12-02&sr=c&skoid=a&sktid=b&skt=c&ske=d&sks=b&skv=e&sp=r&se=2036-01-01&sig=x",
		"AWSAccessKeyId=ana&Signature=x&Expires=2082758400", "AWSAccessKeyId=ana&Signature=&Expires=x&uploads",
		"X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=ana%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&" +
			"X-Amz-Date=20260101T000000Z&X-Amz-Expires=604800&X-Amz-SignedHeaders=host&X-Amz-Signature=00",
		"X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=%2F&X-Amz-Date=x&X-Amz-Expires=-1&X-Amz-Signature=x"} {
		f.Add("/wiki/a", seed)
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		if strings.ContainsAny(path+query, " \r\n\x00") {
			return
		}
		for _, service := range []string{"blob", "queue", "table", "share", "bucket"} {
			r, err := readHead(bufio.NewReader(strings.NewReader("GET /"+strings.TrimPrefix(path, "/")+"?"+query+
				" HTTP/1.1\r\nHost: 127.0.0.1:10000\r\n\r\n")), nil)
			if err != nil {
				return
			}
			account, no := "", (*denied)(nil)
			if service == "bucket" {
				account, no = r.amazonAccount(true, time.Unix(0, 0))
			} else {
				account, no = r.azureAccount(service, true)
			}
			if no != nil && (no.status < 400 || no.code == "") {
				t.Errorf("%s %s?%s is refused with %d %q", service, path, query, no.status, no.code)
			}
			if no == nil && account != "" && !r.Unsigned && strings.Contains(query, "ignature=x") {
				t.Errorf("%s %s?%s passes for signed by %s", service, path, query, account)
			}
		}
	})
}
