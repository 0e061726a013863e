package endpoint

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"interleave/engine/wire"
)

// maxAround is how many bytes the lines in front of chunks may have more than their chunks are worth.
const maxAround = 16 << 10

var badChunks = badRequest{400, "the chunks of the body cannot be read"}

// readChunks reads a body that comes in chunks, and the headers behind it. What a chunk announces that no body may have
// is refused before it comes: whoever announces it may never send it.
//
// Source: RFC 9112, 7.1.
func (r *request) readChunks(in *bufio.Reader) error {
	var b strings.Builder
	around := 0
	for {
		n, line, err := chunkSize(in)
		switch {
		case err != nil:
			return err
		case n > maxBody-int64(b.Len()):
			return tooLarge
		}
		if around = max(around+line-16-2*int(n), 0); around > maxAround {
			return badChunks
		}
		if n == 0 {
			break
		}
		if _, err := io.CopyN(&b, arriving{r, in}, n); err != nil {
			return unexpected(err)
		}
		var end [2]byte
		if _, err := io.ReadFull(in, end[:]); err != nil {
			return unexpected(err)
		} else if string(end[:]) != "\r\n" {
			return badChunks
		}
	}
	r.Body = b.String()
	return r.readTrailers(in)
}

// chunkSize is the length of the next chunk, and that of the line which says it. What stands behind a semicolon is for
// whom it may concern.
func chunkSize(in *bufio.Reader) (n int64, line int, err error) {
	text, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return 0, 0, badChunks
	case err != nil:
		return 0, 0, unexpected(err)
	}
	digits, _, _ := bytes.Cut(text, []byte(";"))
	size, err := strconv.ParseUint(string(bytes.TrimRight(digits, " \t\r\n")), 16, 63) // ParseInt would take a sign
	switch {
	case !bytes.HasSuffix(text, []byte("\r\n")):
		return 0, 0, badChunks
	case errors.Is(err, strconv.ErrRange):
		return 0, 0, tooLarge
	case err != nil:
		return 0, 0, badChunks
	}
	return int64(size), len(text), nil
}

// readTrailers reads the headers behind the last chunk.
func (r *request) readTrailers(in *bufio.Reader) error {
	left := maxHead
	for {
		line, err := readLine(in, &left)
		if err != nil {
			return unexpected(err)
		}
		if line == "" {
			return nil
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			r.trailers = append(r.trailers, wire.Header{Name: name, Value: strings.Trim(value, " \t")})
		}
	}
}

// unsized is what S3 says of an object or a part of one whose length nobody tells in front, or that comes in chunks of
// HTTP which are not its own.
//
// Source: Amazon S3 API, "Error responses", MissingContentLength; bucket/rules.md, "What client libraries ask beside
// that".
func (r *request) unsized(service string) *wire.NotReadError {
	bucket, key, _ := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
	if service != "bucket" || r.Method != "PUT" || bucket == "" || key == "" || r.Header("x-amz-copy-source") != "" ||
		r.Header("x-amz-decoded-content-length") != "" {
		return nil
	}
	switch {
	case r.Header("Transfer-Encoding") != "":
		return &wire.NotReadError{Status: 501, Code: "NotImplemented",
			Message: "A header you provided implies functionality that is not implemented"}
	case r.Header("Content-Length") == "":
		return &wire.NotReadError{Status: 411, Code: "MissingContentLength",
			Message: "You must provide the Content-Length HTTP header."}
	}
	return nil
}
