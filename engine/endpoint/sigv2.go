package endpoint

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// subresources are the names of a query that are signed by version 2.
const subresources = " acl cors delete lifecycle location logging notification partNumber policy requestPayment " +
	"response-cache-control response-content-disposition response-content-encoding response-content-language " +
	"response-content-type response-expires tagging torrent uploadId uploads versionId versioning versions website "

// presignedOld is the access key id of an address that was signed by version 2, which awscli still writes for buckets
// of us-east-1; ok is false where a request is none.
//
// Source: Amazon S3 User Guide, "Signing and authenticating REST requests", "Query string request authentication
// alternative".
func (r *request) presignedOld(check bool) (id string, ok bool, no *denied) {
	q, err := url.ParseQuery(r.Query)
	said := 0
	for _, name := range []string{"AWSAccessKeyId", "Signature", "Expires"} {
		if q.Get(name) != "" {
			said++
		}
	}
	id = q.Get("AWSAccessKeyId")
	switch {
	case err != nil || id == "" && q.Get("Signature") == "":
		return "", false, nil
	case said < 3 && check:
		return id, true, &denied{403, "AccessDenied",
			"Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters"}
	}
	if !check {
		return id, id != "", nil
	}
	ends, err := strconv.ParseInt(q.Get("Expires"), 10, 64)
	if err != nil || time.Now().After(time.Unix(ends, 0)) {
		return id, true, &denied{403, "AccessDenied", "Request has expired"}
	}
	mac := hmac.New(sha1.New, []byte(Secret))
	mac.Write([]byte(r.textOld(q)))
	if base64.StdEncoding.EncodeToString(mac.Sum(nil)) != q.Get("Signature") {
		return id, true, &denied{403, "SignatureDoesNotMatch",
			"The request signature we calculated does not match the signature you provided. Check your key and " +
				"signing method."}
	}
	return id, true, nil
}

// textOld is what version 2 signs of a request that has its signature in the query.
func (r *request) textOld(q url.Values) string {
	var headers, asked []string
	for _, h := range r.Headers {
		if name := strings.ToLower(h.Name); strings.HasPrefix(name, "x-amz-") {
			headers = append(headers, name+":"+h.Value+"\n")
		}
	}
	slices.Sort(headers)
	for name := range q {
		if !strings.Contains(subresources, " "+name+" ") {
			continue
		}
		if value := q.Get(name); value != "" {
			name += "=" + value
		}
		asked = append(asked, name)
	}
	slices.Sort(asked)
	resource := r.raw
	if bucket := bucketInHost(r.Host); bucket != "" {
		resource = "/" + bucket + resource
	}
	if len(asked) > 0 {
		resource += "?" + strings.Join(asked, "&")
	}
	return r.Method + "\n" + r.Header("Content-MD5") + "\n" + r.Header("Content-Type") + "\n" + q.Get("Expires") +
		"\n" + strings.Join(headers, "") + resource
}
