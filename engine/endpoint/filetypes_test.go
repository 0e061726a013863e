package endpoint_test

import (
	"fmt"
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
