package endpoint

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/wire"
)

// The limits of a message. What is larger is refused, and its connection closed.
const (
	maxHead  = 64 << 10         // bytes of the first line and all headers
	maxLines = 256              // headers
	maxBody  = engine.MaxObject // bytes of a body
	// bytes of all bodies that are on their way at once; a client whose body finds no room tries again
	maxBodies = 1 << 30
)

// request is a message of HTTP as it came, with what only the connection needs to know.
type request struct {
	wire.Message
	target   string // as it was sent, without a scheme and a host
	raw      string // its path, percent-encoded, with the account
	close    bool
	trailers []wire.Header
	from     string        // the client's address and port
	room     *atomic.Int64 // bytes of bodies on their way, at all connections
	taken    int64         // of it, for this one
	signing  *macs         // of the connection; nil: of this request alone
	shared   url.Values    // the shared access signature by which it comes; nil: by none that is checked
}

// badRequest is an error of a message that is no HTTP, or more of it than there is room for.
type badRequest struct {
	status int
	why    string
}

func (e badRequest) Error() string { return fmt.Sprintf("%d: %s", e.status, e.why) }

// readHead reads the first line and the headers, which stand in the room that is given as long as there is some.
func readHead(in *bufio.Reader, room []wire.Header) (*request, error) {
	lines := head{in: in, left: maxHead}
	first := ""
	for first == "" { // empty lines before a request are allowed
		line, err := lines.next()
		if err != nil {
			return nil, err
		}
		first = line
	}
	method, rest, ok := strings.Cut(first, " ")
	target, version, two := strings.Cut(rest, " ")
	if !ok || !two || !strings.HasPrefix(version, "HTTP/1.") || method == "" ||
		strings.ContainsAny(target, "\x00\r\t") {
		return nil, badRequest{400, "the first line is no request of HTTP/1.1"}
	}
	r := &request{close: version == "HTTP/1.0"}
	r.Method = method
	r.Headers = room[:0]
	for {
		line, err := lines.next()
		if err != nil {
			return nil, unexpected(err)
		}
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok || name == "" || strings.ContainsAny(name, " \t\x00"):
			return nil, badRequest{400, "a header has no name"}
		case len(r.Headers) == maxLines:
			return nil, badRequest{431, "there are too many headers"}
		}
		r.Headers = append(r.Headers, wire.Header{Name: name, Value: strings.Trim(value, " \t")})
	}
	r.Host = r.Header("Host")
	if _, address, ok := strings.Cut(target, "://"); ok {
		at := strings.IndexByte(address+"/", '/')
		r.Host, target = address[:at], address[at:]
	}
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	r.target = target
	r.raw, r.Query, _ = strings.Cut(target, "?")
	r.Path = r.raw
	if strings.EqualFold(r.Header("Connection"), "close") {
		r.close = true
	}
	return r, nil
}

// head are the lines of a head, without their ends. What has arrived whole is made one text of which the lines are
// parts: who keeps one for long keeps a copy of it.
type head struct {
	in   *bufio.Reader
	left int    // bytes that the head may still have
	text string // that is read and not yet handed out
}

func (h *head) next() (string, error) {
	if h.text == "" {
		h.take()
	}
	if h.text == "" {
		return readLine(h.in, &h.left)
	}
	line, rest, _ := strings.Cut(h.text, "\n")
	h.left, h.text = h.left-len(line)-1, rest
	return strings.TrimSuffix(line, "\r"), nil
}

// take reads the lines up to the first empty one, if they are all there.
func (h *head) take() {
	data, _ := h.in.Peek(min(h.in.Buffered(), h.left)) // it is there
	for at := 0; ; {
		n := bytes.IndexByte(data[at:], '\n')
		if n < 0 {
			return
		}
		line := data[at : at+n]
		at += n + 1
		if len(line) == 0 || len(line) == 1 && line[0] == '\r' {
			h.text = string(data[:at])
			_, _ = h.in.Discard(at) // likewise
			return
		}
	}
}

// readLine is one line without its end.
func readLine(in *bufio.Reader, left *int) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if *left -= len(part); *left < 0 {
			return "", badRequest{431, "the headers have no end"}
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			if len(line) > 0 {
				err = unexpected(err)
			}
			return "", err
		}
		return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), nil
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// tooLarge refuses a body by the length that is announced, before it comes: the services take more, and whoever reads
// this finds out that it is not they who refuse.
var tooLarge = badRequest{413, fmt.Sprintf("a body has room for %d MiB here, and this one is larger", maxBody>>20)}

// readBody reads the body that the headers announce.
func (r *request) readBody(in *bufio.Reader) error {
	length, coding := r.Header("Content-Length"), r.Header("Transfer-Encoding")
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, "Content-Length") && (h.Value != length || length == "") {
			return badRequest{400, "the body has two lengths, or an empty one"}
		}
	}
	switch {
	case coding != "" && length != "":
		return badRequest{400, "a body has a length or comes in chunks, not both"}
	case coding != "":
		if !strings.EqualFold(coding, "chunked") {
			return badRequest{501, "the transfer coding is unknown"}
		}
		return r.readChunks(in)
	case length == "":
		return nil
	}
	size, err := strconv.ParseUint(length, 10, 63) // ParseInt would take a sign
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && size > maxBody:
		return tooLarge
	case err != nil:
		return badRequest{400, "the length of the body is no number"}
	}
	n := int64(size)
	var b strings.Builder
	if n <= int64(in.Size()) { // it may have come with its head
		b.Grow(int(n))
		for err == nil && b.Len() < int(n) {
			err = r.takeFrom(in, &b, int(n)-b.Len())
		}
	} else {
		_, err = io.CopyN(&b, arriving{r, in}, n)
	}
	if err != nil {
		return unexpected(err)
	}
	r.Body = b.String()
	return nil
}

// takeFrom takes what has arrived of a body, and waits where nothing has.
func (r *request) takeFrom(in *bufio.Reader, b *strings.Builder, most int) error {
	if _, err := in.Peek(1); err != nil {
		return err
	}
	data, _ := in.Peek(min(most, in.Buffered())) // it is there
	b.Write(data)
	_, _ = in.Discard(len(data)) // likewise
	return r.takes(len(data))
}

// arriving is a body that takes its room as its bytes come: what a slow sender only announces takes none.
type arriving struct {
	of *request
	in io.Reader
}

func (a arriving) Read(p []byte) (int, error) {
	n, err := a.in.Read(p)
	if busy := a.of.takes(n); busy != nil {
		return 0, busy
	}
	return n, err
}

// takes says that so many bytes of the body have come.
func (r *request) takes(n int) error {
	if r.room == nil || n == 0 {
		return nil
	}
	r.taken += int64(n)
	if r.room.Add(int64(n)) > maxBodies {
		return badRequest{503, "too many large bodies are on their way"}
	}
	return nil
}

// free gives back the room of a body.
func (r *request) free() {
	if r.room != nil {
		r.room.Add(-r.taken)
		r.taken = 0
	}
}

// drop takes headers away.
func (r *request) drop(name string) {
	var kept []wire.Header
	for _, h := range r.Headers {
		if !strings.EqualFold(h.Name, name) {
			kept = append(kept, h)
		}
	}
	r.Headers = kept
}

// noControls has a value end no header.
var noControls = strings.NewReplacer("\r", " ", "\n", " ", "\x00", " ")

// writeAnswer sends an answer. The body of a HEAD is left out, its length is told.
func writeAnswer(out *bufio.Writer, method string, a wire.Raw, hangUp bool) error {
	out.WriteString("HTTP/1.1 ")
	out.Write(strconv.AppendInt(out.AvailableBuffer(), int64(a.Status), 10))
	out.WriteString(" " + a.Reason + "\r\n")
	for _, h := range a.Headers {
		out.WriteString(h.Name)
		out.WriteString(": ")
		out.WriteString(noControls.Replace(h.Value))
		out.WriteString("\r\n")
	}
	if hangUp {
		out.WriteString("Connection: close\r\n")
	}
	out.WriteString("\r\n")
	if method != "HEAD" {
		out.WriteString(a.Body)
	}
	return out.Flush()
}
