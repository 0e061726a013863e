package wire_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// spoken is the answer to a message, as a client of its version reads it: first what it says, then its body.
func spoken(t *testing.T, before []engine.Send, service, method, target, headers, body string) string {
	t.Helper()
	m := &wire.Message{Method: method, Account: "devstore", Host: "127.0.0.1:1", Body: body}
	m.Path, m.Query, _ = strings.Cut(target, "?")
	for h := range strings.SplitSeq(headers, "|") {
		if name, value, ok := strings.Cut(h, ": "); ok {
			m.Headers = append(m.Headers, wire.Header{Name: name, Value: value})
		}
	}
	r, err := wire.Read(service, m, enginetest.Spec)
	if err != nil {
		return err.Error()
	}
	a := decide(t, before, engine.Send{Verb: r.Verb, Args: r.Args})
	raw := wire.Answer(enginetest.Spec(r.Verb), r.Args, a, wire.Context{Asked: m, Spec: enginetest.Spec})
	lines := a.String() + "\n"
	for _, h := range raw.Headers {
		lines += h.Name + ": " + h.Value + "\n"
	}
	return lines + raw.Body
}

// What every client library has a property for, whether anything hangs on it or not: Azure REST, the pages of the
// operations, "Response headers"; blob/rules.md, "Limits and input rules" and "Block blobs".
func TestWhatAnswersSayUnasked(t *testing.T) {
	const nine, md5OfNine, crcOfNine = "123456789", "Content-MD5: JfnnlDI7RTiF9RgfG2JNCw==",
		"x-ms-content-crc64: iJh5CoYUi64="
	send := func(verb, args string) engine.Send {
		return engine.Send{Verb: verb, Args: enginetest.Arguments(enginetest.Words(args))}
	}
	made := []engine.Send{send("create-container", "path=wiki"), send("put-blob", "path=wiki/x body=a tag.t=1 tag.u=2")}
	with := func(more ...engine.Send) []engine.Send { return append(append([]engine.Send(nil), made...), more...) }
	log := with(send("put-blob", "path=wiki/log type=AppendBlob"))
	kept := with(engine.Send{Verb: "set-blob-service-properties", Args: engine.Args("account", "devstore",
		"property.DeleteRetentionPolicy", "<Enabled>true</Enabled><Days>3</Days>")})
	const encrypted = "x-ms-request-server-encrypted: true"
	for _, row := range []struct {
		before                        []engine.Send
		method, target, headers, body string
		want, not                     string // lines; of those that must not be there too
	}{
		{made, "PUT", "/wiki/n", "x-ms-blob-type: BlockBlob", nine, encrypted + "|" + md5OfNine + "|" + crcOfNine, ""},
		{made, "PUT", "/wiki/n?comp=block&blockid=AAAA", "", nine, encrypted + "|" + crcOfNine, "Content-MD5"},
		{made, "PUT", "/wiki/n?comp=block&blockid=AAAA", "x-ms-version: 2018-11-09", nine, md5OfNine, "crc64"},
		{made, "PUT", "/wiki/n?comp=block&blockid=AAAA", md5OfNine, nine, md5OfNine, "crc64"},
		{log, "PUT", "/wiki/log?comp=appendblock", "", nine, encrypted + "|" + crcOfNine, "Content-MD5"},
		{made, "PUT", "/wiki/x?comp=metadata", "", "", encrypted, "crc64|Content-MD5"},
		{made, "PUT", "/wiki/x?comp=snapshot", "", "", encrypted, "crc64|Content-MD5"},
		{made, "DELETE", "/wiki/x", "", "", "x-ms-delete-type-permanent: true", ""},
		{kept, "DELETE", "/wiki/x", "", "", "x-ms-delete-type-permanent: false", "permanent: true"},
		{made, "HEAD", "/wiki/x", "", "", "x-ms-access-tier: Hot|x-ms-access-tier-inferred: true|" +
			"x-ms-tag-count: 2", ""},
		{with(send("set-blob-tier", "path=wiki/x tier=Hot")), "HEAD", "/wiki/x", "", "", "x-ms-access-tier: Hot",
			"inferred"},
		{log, "HEAD", "/wiki/log", "", "", "", "inferred"},
		{made, "GET", "/wiki?restype=container&comp=list", "", "", "<ServerEncrypted>true</ServerEncrypted>|" +
			"<AccessTierInferred>true</AccessTierInferred>|<TagCount>2</TagCount>", "<Tags>"},
		{with(send("set-blob-properties", "path=wiki/x cache-control=none")), "GET", "/wiki/x", "", "", "200",
			"Content-Type"},
	} {
		got := spoken(t, row.before, "blob", row.method, row.target, row.headers, row.body)
		holdsLines(t, row.method+" "+row.target, got, row.want, row.not)
	}
}

// holdsLines says which of the wanted lines, with a bar between them, are not in an answer, and which others are.
func holdsLines(t *testing.T, request, got, wanted, others string) {
	t.Helper()
	for want := range strings.SplitSeq(wanted, "|") {
		if !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", request, want, got)
		}
	}
	for not := range strings.SplitSeq(others, "|") {
		if not != "" && strings.Contains(got, not) {
			t.Errorf("%s: %q in\n%s", request, not, got)
		}
	}
}

// bucket/rules.md, "What client libraries ask beside that": the service makes a CRC64NVME of what came without a
// checksum. The catalogue of CRC algorithms gives that of the nine digits.
func TestWhatS3SaysOfABodyWithoutAChecksum(t *testing.T) {
	const own, whole = "x-amz-checksum-crc64nvme: rosUhgp5mIg=", "x-amz-checksum-type: FULL_OBJECT"
	send := func(verb, args string) engine.Send {
		return engine.Send{Verb: verb, Args: enginetest.Arguments(enginetest.Words(args))}
	}
	lake := []engine.Send{send("create-bucket", "path=lake"), send("put-object", "path=lake/x body=a")}
	for _, row := range []struct{ method, target, headers, want, not string }{
		{"PUT", "/lake/k", "", own + "|" + whole, ""},
		{"PUT", "/lake/k", "x-amz-checksum-crc32: y/Q5Jg==", "x-amz-checksum-crc32: y/Q5Jg==|" + whole, "crc64nvme"},
		{"GET", "/lake?list-type=2", "", "<ChecksumAlgorithm>CRC64NVME</ChecksumAlgorithm>|" +
			"<ChecksumType>FULL_OBJECT</ChecksumType>", ""},
		{"GET", "/lake", "", "<ChecksumAlgorithm>CRC64NVME</ChecksumAlgorithm>", ""},
		{"GET", "/?max-buckets=1", "", "<Buckets><Bucket><Name>lake</Name>", "Prefix|<Buckets />"},
		{"GET", "/?prefix=la", "", "<Prefix>la</Prefix>|<Buckets><Bucket><Name>lake</Name>", "<Buckets />"},
	} {
		body := ""
		if row.method == "PUT" {
			body = "123456789"
		}
		got := spoken(t, lake, "bucket", row.method, row.target, row.headers, body)
		holdsLines(t, row.method+" "+row.target, got, row.want, row.not)
	}
}

// bucket/rules.md, "How an object is stored": each answer names one class and one key, in its place.
func TestWhatS3SaysOfHowAnObjectIsStored(t *testing.T) {
	send := func(verb, args string) engine.Send {
		return engine.Send{Verb: verb, Args: enginetest.Arguments(enginetest.Words(args))}
	}
	lake := []engine.Send{send("create-bucket", "path=lake"), send("put-object", "path=lake/k"),
		send("put-object", "path=lake/cold storage-class=GLACIER"), {Verb: "create-multipart-upload", As: "u",
			Args: engine.Args("path", "lake/m", "storage-class", "STANDARD_IA")},
		{Verb: "create-multipart-upload", As: "v", Args: engine.Args("path", "lake/n")}}
	upload := func(id string) string {
		got := spoken(t, lake, "bucket", "GET", "/lake?uploads", "", "")
		_, rest, _ := strings.Cut(got, "<Key>"+id+"</Key>")
		_, rest, _ = strings.Cut(rest, "<UploadId>")
		id, _, _ = strings.Cut(rest, "</UploadId>")
		return id
	}
	const class = "<StorageClass>%</StorageClass>"
	for _, row := range []struct{ target, headers, want string }{
		{"GET /lake/cold", "", "<Code>InvalidObjectState</Code>|" + strings.ReplaceAll(class, "%", "GLACIER")},
		{"HEAD /lake/cold", "", "x-amz-storage-class: GLACIER|x-amz-server-side-encryption: AES256"},
		{"PUT /lake/k", "x-amz-storage-class: COLD", "<StorageClassRequested>COLD</StorageClassRequested>"},
		{"PUT /lake/k", "x-amz-server-side-encryption: aws:kms", "x-amz-server-side-encryption: aws:kms|" +
			"x-amz-server-side-encryption-aws-kms-key-id: arn:aws:kms:us-east-1:111111111111:key/interleave"},
		{"PUT /lake/k", "x-amz-acl: private", "200\n"},
		{"PUT /lake/k", "x-amz-acl: bucket-owner-read", "<Code>AccessControlListNotSupported</Code>"},
		{"PUT /lake/k", `x-amz-grant-full-control: id="interleave"`, "200\n"},
		{"PUT /lake/k", `x-amz-grant-read: id="interleave"`, "<Code>AccessControlListNotSupported</Code>"},
		{"GET /lake/m?uploadId=" + upload("m"), "", strings.ReplaceAll(class, "%", "STANDARD_IA")},
		{"GET /lake/n?uploadId=" + upload("n"), "", strings.ReplaceAll(class, "%", "STANDARD")},
	} {
		method, target, _ := strings.Cut(row.target, " ")
		got := spoken(t, lake, "bucket", method, target, row.headers, "")
		for want := range strings.SplitSeq(row.want, "|") {
			if !strings.Contains(got, want) || strings.Count(got, "<StorageClass>") > 1 ||
				strings.Count(got, "x-amz-server-side-encryption:") > 1 {
				t.Errorf("%s %s: no %q, or twice, in\n%s", row.target, row.headers, want, got)
			}
		}
	}
}

// bucket/rules.md, "What client libraries ask beside that", "Words that are looked at first" and "Versioning": what
// lists say of where they begin and end, what a deletion says of a marker, and letters beyond ASCII in metadata, of
// which the documents give this example.
func TestWhatS3SaysOfListsAndNames(t *testing.T) {
	send := func(verb, args string) engine.Send {
		return engine.Send{Verb: verb, Args: enginetest.Arguments(enginetest.Words(args))}
	}
	lake := []engine.Send{send("create-bucket", "path=lake region=eu-west-1"),
		send("put-bucket-versioning", "path=lake status=Suspended"), send("put-object", "path=lake/a"),
		send("put-object", "path=lake/b/1"), send("delete-object", "path=lake/c"),
		{Verb: "put-object", Args: engine.Args("path", "lake/m", "meta.nonascii", "ÄMÄZÕÑ S3", "website-redirect",
			"/a")}}
	const marker = "<Delete><Object><Key>c</Key><VersionId>null</VersionId></Object></Delete>"
	for _, row := range [][4]string{ // what is sent; what stands in the answer, and what does not
		{"GET /lake?max-keys=1", "", "<IsTruncated>true</IsTruncated>", "NextMarker"},
		{"GET /lake?max-keys=2&delimiter=/", "", "<NextMarker>b/</NextMarker>", ""},
		{"GET /lake?versions", "", "<KeyMarker /><VersionIdMarker />|<ChecksumAlgorithm>CRC64NVME<", ""},
		{"GET /lake?uploads", "", "<KeyMarker /><UploadIdMarker />", ""},
		{"GET /lake?location", "", ">eu-west-1</LocationConstraint>", ""},
		{"HEAD /lake", "", "x-amz-bucket-region: eu-west-1", ""},
		{"GET /", "", "<Name>lake</Name>", "BucketRegion"},
		{"GET /?bucket-region=eu-west-1", "", "<BucketRegion>eu-west-1</BucketRegion>", ""},
		{"PUT /pond", "<CreateBucketConfiguration><LocationConstraint>mars</LocationConstraint>" +
			"</CreateBucketConfiguration>", "400 InvalidLocationConstraint|<LocationConstraint>mars<", ""},
		{"PUT /pond", "<CreateBucketConfiguration/>", "200\n", ""},
		{"PUT /pond", "<CreateBucketConfiguration><Tags><Tag><Key>aws:a</Key><Value>1</Value></Tag></Tags>" +
			"</CreateBucketConfiguration>", "400 InvalidTag", ""},
		{"PUT /pond", "<CreateBucketConfiguration><Tags><Tag><Key>a</Key></Tag></Tags>" +
			"</CreateBucketConfiguration>", "400 MalformedXML", ""},
		{"PUT /pond", "mars", "400 MalformedXML", ""},
		{"POST /lake?delete", marker, "<VersionId>null</VersionId>|<DeleteMarker>true</DeleteMarker>|" +
			"<DeleteMarkerVersionId>null</DeleteMarkerVersionId>", ""},
		{"POST /lake?delete", strings.Replace(marker, "<VersionId>null</VersionId>", "", 1),
			"<DeleteMarkerVersionId>null<", "<VersionId>"},
		{"HEAD /lake/m", "", "x-amz-meta-nonascii: =?UTF-8?B?w4PChE3Dg8KEWsODwpXDg8KRIFMz?=|" +
			"x-amz-website-redirect-location: /a", ""},
	} {
		method, target, _ := strings.Cut(row[0], " ")
		headers := ""
		if method == "POST" { // which is not taken without a checksum
			headers = "x-amz-checksum-crc32: " + engine.S3Sum("crc32", []byte(row[1]))
		}
		got := spoken(t, lake, "bucket", method, target, headers, row[1])
		for want := range strings.SplitSeq(row[2], "|") {
			if !strings.Contains(got, want) {
				t.Errorf("%s %s: no %q in\n%s", row[0], row[1], want, got)
			}
		}
		if row[3] != "" && strings.Contains(got, row[3]) {
			t.Errorf("%s %s: %q in\n%s", row[0], row[1], row[3], got)
		}
	}
}

// Amazon S3 API, "CompleteMultipartUpload", Location: where the new object is to be had, at the address that was asked.
func TestWhereACompletedObjectIs(t *testing.T) {
	args := engine.Args("path", "lake/a b", "upload", "u", "parts", "x")
	a := engine.Answer{Status: 200, Fields: []engine.Field{{Name: "etag", Value: engine.Text("e-1")}}}
	spec := enginetest.Spec("complete-multipart-upload")
	for host, want := range map[string]string{"127.0.0.1:9000": "http://127.0.0.1:9000/lake/a%20b",
		"lake.localhost:9000":      "http://lake.localhost:9000/a%20b",
		"lake.s3.amazonaws.com":    "https://lake.s3.amazonaws.com/a%20b",
		"s3.eu-west-1.example.com": "http://s3.eu-west-1.example.com/lake/a%20b"} {
		raw := wire.Answer(spec, args, a, wire.Context{Asked: &wire.Message{Method: "POST", Host: host},
			Spec: enginetest.Spec})
		if !strings.Contains(raw.Body, "<Location>"+want+"</Location>") {
			t.Errorf("%s: no %s in %s", host, want, raw.Body)
		}
	}
}

// blob/rules.md, "Containers: create and delete": what is wrong with a batch as a whole is told once, within an answer
// that says yes.
func TestBatchesThatCannotBeRead(t *testing.T) {
	const one = "--b\r\nContent-Type: application/http\r\nContent-ID: 0\r\n\r\n" +
		"DELETE /devstore/wiki/x HTTP/1.1\r\n\r\n--b--"
	for _, row := range [][4]string{ // the path, the type, whether it can be read, what it is answered
		{"/", "multipart/mixed; boundary=b", "yes", ""}, {"/", "multipart/mixed; Boundary= b", "yes", ""},
		{"/wiki", "multipart/mixed; boundary=b", "yes", ""},
		{"/", "", "no", "400 InvalidInput"},
		{"/", "multipart/mixed", "no", "202 InvalidHeaderValue"},
		{"/", "multipart/mixed; boundary=", "no", "202 InvalidHeaderValue"},
		{"/", "multipart/mixed; boundary=c; boundary=d", "no", "202 InvalidInput"},
		{"/other", "multipart/mixed; boundary=b", "no", "202 InvalidInput"},
		{"/wik", "multipart/mixed; boundary=b", "no", "202 InvalidInput"},
	} {
		if row[3] == "" { // as azure-storage-blob of Python sends it
			bare := &wire.Message{Method: "POST", Host: "127.0.0.1:1", Account: "devstore", Path: row[0],
				Query: "comp=batch", Body: strings.Replace(one, "/devstore/", "/", 1),
				Headers: []wire.Header{{Name: "Content-Type", Value: row[1]}}}
			if list, err := bare.Batched(); err != nil || len(list) != 1 {
				t.Errorf("%s, without the account: %d requests, %v", row[0], len(list), err)
			}
		}
		m := &wire.Message{Method: "POST", Host: "127.0.0.1:1", Account: "devstore", Path: row[0], Query: "comp=batch",
			Body: one, Headers: []wire.Header{{Name: "Content-Type", Value: row[1]}}}
		list, err := m.Batched()
		if yes := err == nil && len(list) == 1; yes != (row[2] == "yes") {
			t.Errorf("%s, %q: %d requests, %v", row[0], row[1], len(list), err)
			continue
		}
		var not *wire.NotReadError
		if !errors.As(err, &not) {
			continue
		}
		raw := wire.BatchRefused(m, not, wire.Context{})
		got := strconv.Itoa(raw.Status)
		inner := ""
		if _, behind, ok := strings.Cut(raw.Body, "x-ms-error-code: "); ok {
			inner, _, _ = strings.Cut(behind, "\r\n")
		}
		got += " " + raw.Header("x-ms-error-code") + inner
		if got != row[3] {
			t.Errorf("%s, %q: %s, want %s\n%s", row[0], row[1], got, row[3], raw.Body)
		}
	}
}

// blob/rules.md, "ETag": what is no ETag is not malformed, it is that of nobody; only a comma begins another one.
func TestOddETagsAreOneETag(t *testing.T) {
	before := []engine.Send{{Verb: "create-container", Args: engine.Args("path", "wiki")},
		{Verb: "put-blob", Args: engine.Args("path", "wiki/x", "body", "a")}}
	for _, row := range [][2]string{
		{`"0x8D1"2`, "412 ConditionNotMet"}, {`"0x8D1"invalid`, "412 ConditionNotMet"}, {`"`, "412 ConditionNotMet"},
		{`"0x8D1" , "0x8D2"`, "400 MultipleConditionHeadersNotSupported"},
		{`"0x8D1"`, "412 ConditionNotMet"},
	} {
		got := spoken(t, before, "blob", "PUT", "/wiki/x?comp=metadata", "If-Match: "+row[0], "")
		if got, _, _ := strings.Cut(got, "\n"); got != row[1] {
			t.Errorf("If-Match %s: %s, want %s", row[0], got, row[1])
		}
	}
}
