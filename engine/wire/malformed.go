package wire

import (
	"crypto/md5"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"interleave/engine"
)

// malformed is what S3 says of words of a request that it does not take, whatever they ask for and wherever it goes.
//
// Source: bucket/rules.md, "Words that are looked at first".
func (r *reader) malformed() error {
	if r.service != buckets {
		return nil
	}
	if id, sent := r.asked("versionId"); sent && id == "" {
		return badArgument("Version id cannot be the empty string")
	}
	if token, sent := r.asked("continuation-token"); sent && token == "" {
		return badArgument("The continuation token provided is incorrect")
	}
	if how, sent := r.asked("encoding-type"); sent && how != "url" {
		return badArgument("Invalid Encoding Method specified in Request")
	}
	if kind, sent := r.asked("list-type"); sent && kind != "2" {
		return badArgument("Invalid List Type specified in Request")
	}
	if _, deletes := r.asked("delete"); deletes && r.m.Method == "POST" {
		if err := r.unchecked(); err != nil {
			return err
		}
	}
	if err := r.otherPlaces(); err != nil {
		return err
	}
	if _, asks := r.asked("attributes"); asks && r.m.Method == "GET" {
		return r.badAttributes()
	}
	if err := r.badAlgorithm(); err != nil {
		return err
	}
	if r.m.Method != "PUT" || !r.m.has("x-amz-copy-source") {
		return nil
	}
	for _, what := range [...]string{"metadata", "tagging"} {
		directive := r.m.Header("x-amz-" + what + "-directive")
		if directive != "" && directive != "COPY" && directive != "REPLACE" {
			return badArgument("Unknown " + what + " directive.")
		}
	}
	return r.badSource()
}

// unchecked is what S3 says of a list of keys to delete that brings no checksum.
//
// Source: Amazon S3 API, "DeleteObjects", Content-MD5; bucket/rules.md, "Words that are looked at first".
func (r *reader) unchecked() error {
	if r.m.has("Content-MD5") || slices.ContainsFunc(r.m.Headers, func(h Header) bool {
		_, ok := cutFold(h.Name, "x-amz-checksum-")
		return ok || is(h.Name, "x-amz-trailer")
	}) {
		return nil
	}
	return &NotReadError{400, "InvalidRequest", "Missing required header for this request: Content-MD5"}
}

// otherDocument is what S3 says of a document that is not the one whose sums came with it, or whose sums are none. With
// what is stored as it comes, the operation compares them itself.
//
// Source: Amazon S3 API, "PutBucketCors", Content-MD5 and x-amz-sdk-checksum-algorithm; bucket/rules.md, "Words that
// are looked at first".
func (r *reader) otherDocument() error {
	if r.service != buckets || r.m.Method != "PUT" && r.m.Method != "POST" || r.op.Takes("md5") {
		return nil
	}
	if given, sent := r.look("Content-MD5"); sent {
		switch sum, err := base64.StdEncoding.DecodeString(given); {
		case err != nil || len(sum) != md5.Size:
			return &NotReadError{400, "InvalidDigest", "The Content-MD5 you specified was invalid."}
		case given != md5Of(r.m.Body):
			return &NotReadError{400, "BadDigest", "The Content-MD5 you specified did not match what we received."}
		}
	}
	for i, h := range r.m.Headers {
		algorithm, _ := cutFold(h.Name, "x-amz-checksum-")
		own := engine.S3Sum(algorithm, []byte(r.m.Body))
		if own == "" || r.op.Takes("checksum.*") {
			continue
		}
		r.seen[i] = true
		switch sum, err := base64.StdEncoding.DecodeString(h.Value); {
		case err != nil || base64.StdEncoding.EncodedLen(len(sum)) != len(own):
			return &NotReadError{400, "InvalidRequest", "Value for x-amz-checksum-" + algorithm + " header is invalid."}
		case h.Value != own:
			return &NotReadError{400, "BadDigest", "The " + strings.ToUpper(algorithm) +
				" you specified did not match the calculated checksum."}
		}
	}
	return nil
}

// account is whose all buckets are, to whom says whose it expects them to be.
const account = "111111111111"

// otherPlaces is what S3 says of a request that is meant for another's bucket, for another kind of bucket, or for a key
// that is not kept here.
//
// Source: bucket/rules.md, "Words that are looked at first".
func (r *reader) otherPlaces() error {
	for _, h := range r.m.Headers {
		switch name := strings.ToLower(h.Name); {
		case name == "x-amz-expected-bucket-owner", name == "x-amz-source-expected-bucket-owner":
			if len(h.Value) != len(account) || strings.Trim(h.Value, "0123456789") != "" {
				return &NotReadError{400, "InvalidBucketOwnerAWSAccountID",
					"The value of the expected bucket owner parameter must be an AWS Account ID... [" + h.Value + "]"}
			}
			if h.Value != account {
				return &NotReadError{403, "AccessDenied", "Access Denied"}
			}
		case strings.HasPrefix(name, "x-amz-server-side-encryption-customer-"),
			strings.HasPrefix(name, "x-amz-copy-source-server-side-encryption-customer-"),
			name == "x-amz-write-offset-bytes", name == "x-amz-if-match-initiated-time":
			return &NotReadError{501, "NotImplemented",
				"A header you provided implies functionality that is not implemented"}
		}
	}
	return nil
}

// badAlgorithm is what S3 says of an algorithm that a request names and of whose checksums it has none, or another's.
func (r *reader) badAlgorithm() error {
	named := strings.ToLower(r.m.Header("x-amz-sdk-checksum-algorithm"))
	if named == "" || r.m.Method != "PUT" && r.m.Method != "POST" {
		return nil
	}
	sums, fits := 0, false
	for name := range strings.SplitSeq(r.m.Header("x-amz-trailer"), ",") {
		fits = fits || strings.EqualFold(strings.TrimSpace(name), "x-amz-checksum-"+named)
	}
	for _, h := range r.m.Headers {
		if algorithm, ok := cutFold(h.Name, "x-amz-checksum-"); ok && algorithm != "type" && algorithm != "algorithm" {
			sums, fits = sums+1, fits || algorithm == named
		}
	}
	switch {
	case sums == 0 && !r.m.has("x-amz-trailer"):
		return &NotReadError{400, "InvalidRequest", "x-amz-sdk-checksum-algorithm specified, but no corresponding " +
			"x-amz-checksum-* or x-amz-trailer headers were found."}
	case !fits:
		return &NotReadError{400, "InvalidRequest", "Value for x-amz-sdk-checksum-algorithm header is invalid."}
	}
	return nil
}

// cutFold is the rest of a name, in lower case, behind a beginning in letters of any case.
func cutFold(name, beginning string) (rest string, ok bool) {
	if len(name) < len(beginning) || !strings.EqualFold(name[:len(beginning)], beginning) {
		return "", false
	}
	return strings.ToLower(name[len(beginning):]), true
}

func badArgument(message string) *NotReadError { return &NotReadError{400, "InvalidArgument", message} }

// badSource is what S3 says of the source of a copy that names no object.
func (r *reader) badSource() error {
	path, _ := cutVersion(r.m.Header("x-amz-copy-source"))
	name, err := url.PathUnescape(path)
	if err != nil {
		return badArgument("Invalid copy source encoding")
	}
	box, key, _ := strings.Cut(strings.TrimPrefix(name, "/"), "/")
	switch {
	case strings.HasPrefix(box, "arn:"):
	case box == "", isAddress(box),
		strings.Trim(box, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") != "":
		return badArgument("Invalid copy source bucket name")
	case key == "":
		return badArgument("Invalid copy source object key")
	}
	return nil
}

func isAddress(name string) bool {
	return strings.Count(name, ".") == 3 && strings.Trim(name, "0123456789.") == ""
}

// cutVersion parts the source of a copy from the version that it names. A question mark without one is part of the key.
func cutVersion(source string) (path, query string) {
	if at := strings.LastIndex(source, "?versionId="); at >= 0 {
		return source[:at], source[at+1:]
	}
	return source, ""
}

// badURI is what a service says of an address that cannot be decoded.
//
// Source: Azure REST, "Common REST API error codes"; Amazon S3 API, "Error responses".
func (s *service) badURI() *NotReadError {
	if s == buckets {
		return &NotReadError{400, "InvalidURI", "Couldn't parse the specified URI."}
	}
	return &NotReadError{400, "InvalidUri", "The requested URI does not represent any resource on the server."}
}
