package endpoint_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
)

// proxied is a client that does what the variables of a run say, and what they are.
func proxied(t *testing.T, server *endpoint.Server) (*http.Client, map[string]string) {
	t.Helper()
	variables := map[string]string{}
	for _, variable := range server.Environment("ana") {
		name, value, _ := strings.Cut(variable, "=")
		variables[name] = value
	}
	way, err := url.Parse(variables["HTTPS_PROXY"])
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(variables["SSL_CERT_FILE"])
	if err != nil {
		t.Fatal(err)
	}
	believed := x509.NewCertPool()
	if !believed.AppendCertsFromPEM(text) || strings.Contains(string(text), "PRIVATE") {
		t.Fatalf("the file of the authority is\n%s", text)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(way), TLSClientConfig: &tls.Config{RootCAs: believed}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}, variables
}

// answered is the status of a request, its body, or why there is none.
func answered(t *testing.T, client *http.Client, method, address, body string, headers ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(text)
}

// A program that insists on the services' own hosts is answered there, with and without TLS, as the account that the
// host names; whatever else it asks for is refused, and nothing goes out.
func TestTheServicesOwnHostsAreAnswered(t *testing.T) {
	server, at := open(t, endpoint.Options{Trust: true, Proxy: true})
	client, _ := proxied(t, server)
	for _, row := range []struct {
		method, address, body string
		headers               []string
		status                int
		said                  string
	}{
		{"PUT", "https://ana.blob.core.windows.net/wiki?restype=container", "", nil, 201, ""},
		{"PUT", "https://ana.blob.core.windows.net/wiki/home", "hello", []string{"x-ms-blob-type", "BlockBlob"}, 201,
			""},
		{"GET", "http://ben.blob.core.windows.net/wiki/home", "", nil, 200, "hello"},
		{"GET", "https://ben.blob.core.windows.net:443/wiki/home", "", nil, 200, "hello"},
		{"PUT", "https://ana.queue.core.windows.net/jobs", "", nil, 201, ""},
		{"GET", "https://ana.queue.core.windows.net/jobs/messages", "", nil, 200, "<QueueMessagesList"},
		{"POST", "https://ana.table.core.windows.net/Tables", `{"TableName":"counters"}`,
			[]string{"Content-Type", "application/json"}, 201, "counters"},
		{"PUT", "https://ana.file.core.windows.net/docs?restype=share", "", nil, 201, ""},
		{"PUT", "https://lake.s3.eu-west-1.amazonaws.com/", "", nil, 200, ""},
		{"PUT", "https://s3.us-east-1.amazonaws.com/lake/key", "deep", nil, 200, ""},
		{"GET", "https://lake.s3.amazonaws.com/key", "", nil, 200, "deep"},
		{"GET", "https://example.com/", "", nil, 0, "Forbidden"},
		{"GET", "http://example.com/", "", nil, 403, "example.com is no host of a storage service"},
		{"GET", "https://ana.dfs.core.windows.net/wiki", "", nil, 0, "Forbidden"},
		{"GET", "https://sts.amazonaws.com/", "", nil, 0, "Forbidden"},
		{"GET", "https://blob.core.windows.net.example.com/", "", nil, 0, "Forbidden"},
	} {
		status, text := answered(t, client, row.method, row.address, row.body, row.headers...)
		if status != row.status || !strings.Contains(text, row.said) {
			t.Errorf("%s %s is answered %d %.200q, want %d %q", row.method, row.address, status, text, row.status,
				row.said)
		}
	}
	said := talk(t, at["blob"], "GET /cem/wiki/home HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
	if !strings.HasSuffix(said, "hello") {
		t.Errorf("what came by the proxy is not where programs of the port look: %q", said)
	}
}

// What is no request of a proxy gets a sentence or a closed connection, and leaves the next one alone.
func TestRubbishAtTheProxy(t *testing.T) {
	server, _ := open(t, endpoint.Options{Trust: true, Proxy: true})
	client, variables := proxied(t, server)
	address := strings.TrimPrefix(variables["HTTPS_PROXY"], "http://")
	const tunnel = "CONNECT ana.blob.core.windows.net:443 HTTP/1.1\r\nHost: ana.blob.core.windows.net:443\r\n\r\n"
	for text, want := range map[string]string{
		"":                           "",
		"\x05\x01\x00":               "",
		"CONNECT\r\n\r\n":            "HTTP/1.1 400 ",
		"CONNECT : HTTP/1.1\r\n\r\n": "HTTP/1.1 403 ",
		"CONNECT \x1b[31m.core.windows.net:443 HTTP/1.1\r\n\r\n": "HTTP/1.1 403 ",
		"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n":              "HTTP/1.1 403 ",
		tunnel:                            "HTTP/1.1 200 ",
		tunnel + "GET / HTTP/1.1\r\n\r\n": "HTTP/1.1 200 ",
	} {
		said := talk(t, address, text)
		if !strings.HasPrefix(said, want) || want == "" && said != "" || strings.Contains(said, "\x1b") {
			t.Errorf("%q is answered %q, want %q", text, said, want)
		}
	}
	if status, _ := answered(t, client, "GET", "https://ana.blob.core.windows.net/?comp=list", ""); status != 200 {
		t.Errorf("after all that: %d", status)
	}
}

// At its end the proxy leaves neither a port nor a file.
func TestNothingIsLeftOfAProxy(t *testing.T) {
	server, err := endpoint.Open(room.New(catalog.New, room.Options{}), endpoint.Options{Trust: true, Proxy: true,
		Addresses: map[string]string{"blob": ":0", "queue": "off", "table": "off", "file": "off", "s3": "off",
			"redis": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	client, variables := proxied(t, server)
	if status, text := answered(t, client, "GET", "https://ana.blob.core.windows.net/?comp=list", ""); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(variables["SSL_CERT_FILE"]); !os.IsNotExist(err) {
		t.Errorf("the authority is still there: %v", err)
	}
	if conn, err := net.Dial("tcp", strings.TrimPrefix(variables["HTTPS_PROXY"], "http://")); err == nil {
		_ = conn.Close()
		t.Error("the proxy's port is still open")
	}
}

// A request that nobody lets in is refused as its service refuses when it is busy; its client hears when to ask again.
func TestWhoWaitsHearsThatTheServiceIsBusy(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	addresses := map[string]string{}
	for _, s := range endpoint.Services() {
		addresses[s.Flag] = ":0"
	}
	server, err := endpoint.Open(r, endpoint.Options{Trust: true, Busy: 1, Addresses: addresses})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	at := map[string]string{}
	for _, o := range server.Opened() {
		at[o.Flag] = o.Address
	}
	first := "PUT /dev/wiki?restype=container HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
	if said := talk(t, at["blob"], first); !strings.HasPrefix(said, "HTTP/1.1 201 ") {
		t.Fatalf("%q", said)
	}
	if err := r.Go(0); err != nil { // the desk looks at the past
		t.Fatal(err)
	}
	for service, code := range map[string]string{"blob": "ServerBusy", "s3": "SlowDown", "queue": "ServerBusy",
		"table": "ServerBusy"} {
		target := map[string]string{"s3": "/lake", "table": "/dev/Tables()"}[service]
		if target == "" {
			target = "/dev/?comp=list"
		}
		said := talk(t, at[service], "GET "+target+" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
		a, err := http.ReadResponse(bufio.NewReader(strings.NewReader(said)), nil)
		if err != nil || a.StatusCode != 503 || !slices.Equal(a.Header.Values("Retry-After"), []string{"1"}) ||
			!strings.Contains(said, code) {
			t.Errorf("%s says %q", service, said)
		}
	}
	if said := talk(t, at["redis"], "GET k\r\n"); said != "-LOADING Redis is loading the dataset in memory\r\n" {
		t.Errorf("redis says %q", said)
	}
}
