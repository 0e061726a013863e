package endpoint

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/wire"
)

const (
	skewMost  = 15 * time.Minute
	sigV4     = "AWS4-HMAC-SHA256"
	amzTime   = "20060102T150405Z"
	streaming = "STREAMING-"
	// what the sum of an empty body is
	emptySum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

// signed is what a request of Amazon says of its signature, in a header or in the query.
type signed struct {
	id, scope string // the access key id; date/region/service/aws4_request
	headers   []string
	signature string
	at        string
	sum       string // of the payload, as the canonical request has it
	inQuery   bool
	seconds   string // in the query: how long it is good for
	expires   time.Duration
}

func sum(data string) string { h := sha256.Sum256([]byte(data)); return hex.EncodeToString(h[:]) }

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// signingKey is the key of a day, a region and a service.
func (s *signed) signingKey() []byte {
	key := []byte("AWS4" + Secret)
	for part := range strings.SplitSeq(s.scope, "/") {
		key = mac(key, part)
	}
	return key
}

// signatureOf is what a request says of its signature; ok is false where it says nothing.
func (r *request) signatureOf() (s signed, ok bool) {
	query, err := url.ParseQuery(r.Query)
	if err == nil && query.Get("X-Amz-Algorithm") == sigV4 {
		s.id, s.scope, _ = strings.Cut(query.Get("X-Amz-Credential"), "/")
		s.headers = strings.Split(query.Get("X-Amz-SignedHeaders"), ";")
		s.signature, s.at, s.inQuery, s.sum = query.Get("X-Amz-Signature"), query.Get(
			"X-Amz-Date"), true, "UNSIGNED-PAYLOAD"
		s.seconds = query.Get("X-Amz-Expires")
		return s, true
	}
	rest, ok := strings.CutPrefix(r.Header("Authorization"), sigV4)
	if !ok {
		return s, false
	}
	for part := range strings.SplitSeq(rest, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch key {
		case "Credential":
			s.id, s.scope, _ = strings.Cut(value, "/")
		case "SignedHeaders":
			s.headers = strings.Split(value, ";")
		case "Signature":
			s.signature = value
		}
	}
	s.at, s.sum = r.Header("x-amz-date"), r.Header("x-amz-content-sha256")
	if s.sum == "" {
		s.sum = sum(r.Body)
	}
	return s, true
}

// amazonAccount is the access key id that a request of Amazon comes from, once its signature holds. A body that comes
// in chunks is taken out of them.
//
// Source: Amazon S3 API, "Authenticating Requests (AWS Signature Version 4)".
func (r *request) amazonAccount(check bool, virtual time.Time) (account string, no *denied) {
	if id, ok, no := r.presignedOld(check); ok {
		return id, no
	}
	s, ok := r.signatureOf()
	switch {
	case !ok && check && r.Header("Authorization") == "":
		r.Unsigned, s.id = true, engine.Anonymous // a policy may let anybody do it
		s.sum = r.Header("x-amz-content-sha256")
	case !ok && check && !strings.HasPrefix(r.Header("Authorization"), "AWS"):
		return "", &denied{400, "InvalidArgument", "Unsupported Authorization Type"}
	case !ok && check:
		return "", &denied{400, "InvalidRequest",
			"The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256."}
	}
	if ok && check {
		if s.id == engine.Anonymous { // that is who signs nothing
			return s.id, &denied{403, "InvalidAccessKeyId",
				"The AWS Access Key Id you provided does not exist in our records."}
		}
		if no := r.holds(&s, virtual); no != nil {
			return s.id, no
		}
	}
	if strings.HasPrefix(r.Header("x-amz-content-sha256"), streaming) {
		if no := r.unchunk(&s, check && ok); no != nil {
			return s.id, no
		}
	} else if r.wholeEncoding(); check && len(s.sum) == len(emptySum) && s.sum != sum(r.Body) {
		return s.id, &denied{400, "XAmzContentSHA256Mismatch",
			"The provided 'x-amz-content-sha256' header does not match what was computed."}
	}
	return s.id, nil
}

// holds checks the signature of a request. Client libraries correct their clocks by the Date that they are told, which
// is virtual: a signature of either clock counts.
func (r *request) holds(s *signed, virtual time.Time) *denied {
	if s.inQuery {
		query, _ := url.ParseQuery(r.Query) // it was read so
		if no := lacksParameters(query); no != nil {
			return no
		}
	}
	if no := s.shaped(); no != nil {
		return no
	}
	at, err := time.Parse(amzTime, s.at)
	if s.inQuery {
		if no := s.lasts(); no != nil {
			return no
		}
	}
	switch {
	case err != nil:
		return &denied{403, "AccessDenied", "AWS authentication requires a valid Date or x-amz-date header"}
	case s.inQuery && time.Now().After(at.Add(s.expires)) && (virtual.Before(at) || virtual.After(at.Add(s.expires))):
		return &denied{403, "AccessDenied", "Request has expired"}
	case !s.inQuery && time.Since(at).Abs() > skewMost && virtual.Sub(at).Abs() > skewMost:
		return &denied{403, "RequestTimeTooSkewed",
			"The difference between the request time and the current time is too large."}
	}
	if hex.EncodeToString(mac(s.signingKey(), s.toSign(sum(r.canonical(s))))) != s.signature {
		return &denied{403, "SignatureDoesNotMatch",
			"The request signature we calculated does not match the signature you " +
				"provided. Check your key and signing method."}
	}
	if names := r.notSigned(s); names != "" {
		return &denied{403, "AccessDenied", "There were headers present in the request which were not signed: " + names}
	}
	return nil
}

// weekOfSeconds is the longest time that a presigned address is good for.
const weekOfSeconds = 604800

// lasts notes how long a presigned address is good for.
//
// Source: Amazon S3 API, "Authenticating Requests: Using Query Parameters".
func (s *signed) lasts() *denied {
	n, err := strconv.Atoi(s.seconds)
	why := ""
	switch {
	case err != nil:
		why = "X-Amz-Expires should be a number"
	case n < 0:
		why = "X-Amz-Expires must be non-negative"
	case n > weekOfSeconds:
		why = "X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less " +
			"than 604800 seconds"
	}
	if why != "" {
		return &denied{400, "AuthorizationQueryParametersError", why}
	}
	s.expires = time.Duration(n) * time.Second
	return nil
}

// notSigned are the headers that have to be signed where they are sent, and are not.
//
// Source: rules.md of engine/bucket, "What client libraries ask beside that".
func (r *request) notSigned(s *signed) string {
	var names []string
	for _, h := range r.Headers {
		name := strings.ToLower(h.Name)
		if strings.HasPrefix(name, "x-amz-") && name != "x-amz-content-sha256" && !slices.Contains(s.headers, name) &&
			!slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (s *signed) toSign(sum string) string { return sigV4 + "\n" + s.at + "\n" + s.scope + "\n" + sum }

// canonical is the request in the form that is signed.
func (r *request) canonical(s *signed) string {
	pairs := []string{}
	for word := range strings.SplitSeq(r.Query, "&") {
		name, value, _ := strings.Cut(word, "=")
		if word != "" && name != "X-Amz-Signature" {
			pairs = append(pairs, reescaped(name, "")+"="+reescaped(value, ""))
		}
	}
	slices.SortFunc(pairs, func(a, b string) int { // by name first: select= stands before select-type=2
		nameA, valueA, _ := strings.Cut(a, "=")
		nameB, valueB, _ := strings.Cut(b, "=")
		return cmp.Or(strings.Compare(nameA, nameB), strings.Compare(valueA, valueB))
	})
	var b strings.Builder
	b.WriteString(r.Method + "\n" + reescaped(r.raw, "/") + "\n" + strings.Join(pairs, "&") + "\n")
	for _, name := range s.headers {
		var values []string
		for _, h := range r.Headers {
			if strings.EqualFold(h.Name, name) {
				values = append(values, strings.Join(strings.Fields(h.Value), " "))
			}
		}
		if name == "host" && len(values) == 0 {
			values = []string{r.Host}
		}
		b.WriteString(name + ":" + strings.Join(values, ",") + "\n")
	}
	b.WriteString("\n" + strings.Join(s.headers, ";") + "\n" + s.sum)
	return b.String()
}

// reescaped is a part of an address with the escapes that are signed, whichever were sent.
func reescaped(text, free string) string {
	plain, err := url.PathUnescape(text)
	if err != nil {
		plain = text
	}
	return wire.Escape(plain, free)
}

// unchunk takes the body out of its chunks, checks their signatures, and puts what trails behind them among the
// headers.
//
// Source: Amazon S3 API, "Signature Calculations for the Authorization Header: Transferring Payload in Multiple
// Chunks", "... Chunked Upload with Trailing Headers".
func (r *request) unchunk(s *signed, check bool) *denied {
	var body bytes.Buffer
	rest, previous := r.Body, s.signature
	for {
		line, behind, ok := strings.Cut(rest, "\r\n")
		size, extension, _ := strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(size), 16, 32)
		if !ok || err != nil || int(n) > len(behind) {
			return &denied{400, "IncompleteBody", "The request body terminated unexpectedly"}
		}
		data := behind[:n]
		if signature, has := strings.CutPrefix(extension, "chunk-signature="); has && check {
			text := strings.Join([]string{sigV4 + "-PAYLOAD", s.at, s.scope, previous, emptySum, sum(data)}, "\n")
			if hex.EncodeToString(mac(s.signingKey(), text)) != signature {
				return &denied{403, "SignatureDoesNotMatch",
					"The request signature we calculated does not match the signature " +
						"you provided. Check your key and signing method."}
			}
			previous = signature
		}
		rest = behind[n:]
		if n == 0 {
			break
		}
		body.WriteString(data)
		rest = strings.TrimPrefix(rest, "\r\n")
	}
	for line := range strings.SplitSeq(rest, "\n") {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && name != "x-amz-trailer-signature" {
			r.Headers = append(r.Headers, wire.Header{Name: name, Value: value})
		}
	}
	if length := r.Header("x-amz-decoded-content-length"); length != "" && length != strconv.Itoa(body.Len()) {
		return &denied{400, "IncompleteBody",
			"You did not provide the number of bytes specified by the Content-Length HTTP header."}
	}
	r.Body = body.String()
	r.wholeEncoding()
	return nil
}

// wholeEncoding leaves of the encodings of a body what is kept with it: that it travelled in chunks is over.
//
// Source: Amazon S3 API, "Signature Calculations for the Authorization Header: Transferring Payload in Multiple
// Chunks"; that the sum of the payload says whether there are any: [ceph/s3-tests], aws-chunked without chunks.
func (r *request) wholeEncoding() {
	encoding := r.Header("Content-Encoding")
	if !strings.Contains(encoding, "aws-chunked") {
		return
	}
	r.drop("Content-Encoding")
	var kept []string
	for word := range strings.SplitSeq(encoding, ",") {
		if word = strings.TrimSpace(word); word != "aws-chunked" && word != "" {
			kept = append(kept, word)
		}
	}
	if kept != nil {
		r.Headers = append(r.Headers, wire.Header{Name: "Content-Encoding", Value: strings.Join(kept, ",")})
	}
}
