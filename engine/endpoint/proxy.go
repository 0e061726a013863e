package endpoint

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"interleave/engine/room"
	"interleave/engine/wire"
)

// proxy takes what is meant for the services' own hosts, for programs that let nobody choose another address. It ends
// their TLS with a certificate that an authority of this run has signed; the key of that authority never leaves the
// memory. A host that is none of the services' is refused: nothing goes out.
//
// Source: RFC 9110, "CONNECT"; the variables are those that curl, Go, Node, Python and the SDKs read.
type proxy struct {
	address string
	listen  net.Listener
	folder  string // holds the authority's certificate, and is removed at the end
	signer  *ecdsa.PrivateKey
	signed  *x509.Certificate
	mu      sync.Mutex
	hosts   map[string]*tls.Certificate
}

// domains are the ends of the services' own hosts.
var domains = [...]string{".core.windows.net", ".core.chinacloudapi.cn", ".core.usgovcloudapi.net"}

// serviceOfHost is the service that a host of the real ones belongs to; empty: none that is spoken here.
func serviceOfHost(host string) string {
	name := strings.ToLower(host)
	if at, _, err := net.SplitHostPort(name); err == nil {
		name = at
	}
	for _, domain := range domains {
		account, found := strings.CutSuffix(name, domain)
		if _, kind, dotted := strings.Cut(account, "."); found && dotted {
			return map[string]string{"blob": "blob", "queue": "queue", "table": "table", "file": "share"}[kind]
		}
	}
	labels, found := strings.CutSuffix(strings.TrimSuffix(name, ".cn"), ".amazonaws.com")
	if !found {
		return ""
	}
	for label := range strings.SplitSeq(labels, ".") {
		if label == "s3" || strings.HasPrefix(label, "s3-") {
			return "bucket"
		}
	}
	return ""
}

// openProxy listens at a free port, with an authority of its own.
func openProxy() (*proxy, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	authority := &x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), IsCA: true, BasicConstraintsValid: true,
		Subject: pkix.Name{CommonName: "interleave, for one run"}, KeyUsage: x509.KeyUsageCertSign,
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(0, 1, 0)}
	raw, err := x509.CreateCertificate(rand.Reader, authority, authority, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	p := &proxy{signer: key, hosts: map[string]*tls.Certificate{}}
	if p.signed, err = x509.ParseCertificate(raw); err != nil {
		return nil, err
	}
	if p.listen, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	p.address = p.listen.Addr().String()
	if p.folder, err = os.MkdirTemp("", "interleave-proxy-"); err == nil {
		text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
		err = os.WriteFile(p.authority(), text, 0o644)
	}
	if err != nil {
		_ = p.close() // nothing has come yet
		return nil, err
	}
	return p, nil
}

// authority is the file of the certificate that programs are to believe.
func (p *proxy) authority() string { return filepath.Join(p.folder, "authority.pem") }

func (p *proxy) close() error {
	err := p.listen.Close()
	if p.folder != "" {
		if gone := os.RemoveAll(p.folder); err == nil {
			err = gone
		}
	}
	return err
}

// environment are the variables by which programs take the way over the proxy, and believe it.
func (p *proxy) environment() (list []string) {
	for _, name := range []string{"HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"} {
		list = append(list, name+"=http://"+p.address)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		list = append(list, name+"=127.0.0.1,localhost,::1")
	}
	for _, name := range []string{"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "AWS_CA_BUNDLE", "REQUESTS_CA_BUNDLE",
		"CURL_CA_BUNDLE"} {
		list = append(list, name+"="+p.authority())
	}
	return append(list, "NODE_USE_ENV_PROXY=1")
}

// certificate is that of a host, made when it is asked for first.
func (p *proxy) certificate(host string) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.hosts[host]; known != nil {
		return known, nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), DNSNames: []string{host},
		Subject: pkix.Name{CommonName: shortName(host)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, NotBefore: p.signed.NotBefore,
		NotAfter: p.signed.NotAfter}
	raw, err := x509.CreateCertificate(rand.Reader, leaf, p.signed, &key.PublicKey, p.signer)
	if err != nil {
		return nil, err
	}
	made := &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
	if len(p.hosts) < hostsKept {
		p.hosts[host] = made
	}
	return made, nil
}

// hostsKept is how many certificates are kept; those of further hosts are made for each connection.
const hostsKept = 1000

// shortName is a host as the name of a certificate, which has a limit.
func shortName(host string) string { return host[:min(len(host), 64)] }

// proxied is what a connection by the proxy has to do before its request can be answered: a tunnel is opened, or the
// host says which service is meant. ok is false where the connection ends; done: the request was for the proxy itself.
func (c *connection) proxied(r *request) (done, ok bool) {
	host := r.Host
	if r.Method == "CONNECT" {
		host = strings.TrimPrefix(r.target, "/")
	}
	service := serviceOfHost(host)
	if service == "" || r.Method == "CONNECT" && c.tunnel {
		return true, c.notOurs(r, host)
	}
	if c.service = service; r.Method != "CONNECT" {
		r.drop("Proxy-Connection")
		return false, true
	}
	name, _, _ := net.SplitHostPort(strings.ToLower(host)) // without a port the handshake fails: no name
	certificate, err := c.server.proxy.certificate(name)
	if err != nil {
		return true, false
	}
	if _, err := io.WriteString(c.conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return true, false
	}
	secure := tls.Server(&begun{Conn: c.conn, in: c.in}, &tls.Config{Certificates: []tls.Certificate{*certificate},
		NextProtos: []string{"http/1.1"}})
	if err := secure.HandshakeContext(c.server.ctx); err != nil {
		c.server.tell(Event{Service: service, Client: r.Header("User-Agent"), What: "no TLS for " + host + ": " +
			printable(err.Error())})
		return true, false
	}
	c.conn, c.in, c.out, c.tunnel = secure, bufio.NewReader(secure), bufio.NewWriter(secure), true
	return true, true
}

// notOurs refuses a host that is none of the services'.
func (c *connection) notOurs(r *request, host string) bool {
	event := Event{Service: "proxy", Client: r.Header("User-Agent"), What: r.Method + " " + printable(host)}
	defer func() { c.server.tell(event) }()
	text := fmt.Sprintf("interleave watch --proxy: %s is no host of a storage service; nothing goes out.\n",
		printable(host))
	r.close = true
	return c.say(r, &event, wire.Raw{Status: 403, Reason: "Forbidden", Headers: []wire.Header{
		{Name: "Content-Type", Value: "text/plain"}, {Name: "Content-Length", Value: fmt.Sprint(len(text))}},
		Body: text}, "not-ours") && false
}

// printable is a text of a client without what steers a terminal.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, text[:min(len(text), 200)])
}

// begun is a connection of which some bytes were read already.
type begun struct {
	net.Conn
	in *bufio.Reader
}

// Read reads those first.
func (b *begun) Read(to []byte) (int, error) { return b.in.Read(to) }

// acceptProxy takes the connections of the proxy.
func (s *Server) acceptProxy() {
	s.accept(s.proxy.listen, func(conn net.Conn) {
		(&connection{server: s, service: "blob", proxy: true, conn: conn, in: bufio.NewReader(conn),
			out: bufio.NewWriter(conn), seats: map[string]*room.Seat{}}).serve()
	})
}
