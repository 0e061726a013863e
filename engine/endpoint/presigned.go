package endpoint

import (
	"net/url"
	"strings"

	"interleave/engine/wire"
)

// signing are the names that a presigned address has for its signature alone.
const signing = " x-amz-algorithm x-amz-credential x-amz-date x-amz-expires x-amz-signedheaders x-amz-signature " +
	"x-amz-security-token x-amz-content-sha256 "

// unheld are the names in a presigned address that the service signs but does not take for headers: whoever presigns
// has no body yet, and JavaScript's library names the sum of none.
const unheld = " x-amz-sdk-checksum-algorithm x-amz-checksum-crc32 x-amz-checksum-crc32c x-amz-checksum-crc64nvme " +
	"x-amz-checksum-sha1 x-amz-checksum-sha256 x-amz-checksum-sha512 x-amz-checksum-md5 x-amz-checksum-xxhash64 " +
	"x-amz-checksum-xxhash3 x-amz-checksum-xxhash128 "

// lower takes the headers out of the query into which who presigned an address has lifted them, so that whoever uses it
// need not send them: metadata, a condition on the source of a copy, x-amz-checksum-mode. What the request itself sends
// goes before.
//
// Source: rules.md of engine/bucket, "What client libraries ask beside that".
func (r *request) lower() {
	words := strings.Split(r.Query, "&")
	presigned := false
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		presigned = presigned || strings.EqualFold(name, "X-Amz-Signature") || name == "AWSAccessKeyId"
	}
	if !presigned {
		return
	}
	var kept []string
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		low := strings.ToLower(name)
		text, err := url.QueryUnescape(value)
		if err != nil || !strings.HasPrefix(low, "x-amz-") || strings.Contains(signing+unheld, " "+low+" ") {
			kept = append(kept, word)
			continue
		}
		if r.Header(low) == "" {
			r.Headers = append(r.Headers, wire.Header{Name: low, Value: noControls.Replace(text)})
		}
	}
	r.Query = strings.Join(kept, "&")
}
