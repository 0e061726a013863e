package wire

import (
	"crypto/md5"
	"encoding/base64"
	"hash/fnv"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"interleave/engine"
)

// azureServers are the services as they call themselves.
var azureServers = map[string]string{
	"blob":  "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0",
	"queue": "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0",
	"table": "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0",
	"share": "Windows-Azure-File/1.0 Microsoft-HTTPAPI/2.0",
}

// more is what a service says to a real client beside what the operation answers.
//
// Source: Azure REST, "Versioning", "Common response headers", the pages of the operations; Amazon S3 API, "Common
// Response Headers".
func (r *draft) more(raw *Raw, a engine.Answer) {
	asked := r.x.Asked
	if asked == nil {
		return
	}
	add := func(name, value string) {
		if value != "" && raw.Header(name) == "" {
			raw.Headers = append(raw.Headers, Header{name, value})
		}
	}
	if a.Status == 503 {
		add("Retry-After", "1")
	}
	if r.service.name == "bucket" {
		add("Server", "AmazonS3")
		add("x-amz-id-2", "interleave")
		r.moreOfAmazon(add, a)
		return
	}
	add("Server", azureServers[r.service.name])
	version := asked.Header("x-ms-version")
	if version == "" {
		version = "2021-12-02"
	}
	add("x-ms-version", version)
	add("x-ms-client-request-id", asked.Header("x-ms-client-request-id"))
	if a.Status == 401 {
		add("WWW-Authenticate", "Bearer authorization_uri=https://login.microsoftonline.com/common/oauth2/authorize "+
			"resource_id=https://storage.azure.com")
	}
	if !a.Accepted() {
		return
	}
	if r.service.name == "blob" && r.spec.Verb == "get-container-properties" {
		add("x-ms-has-immutability-policy", "false")
		add("x-ms-has-legal-hold", "false")
		add("x-ms-immutable-storage-with-versioning-enabled", "false")
		add("x-ms-default-encryption-scope", "$account-encryption-key")
		add("x-ms-deny-encryption-scope-override", "false")
	}
	switch {
	case r.service.name == "blob":
		r.moreOfBlobs(add, a)
	case r.service.name == "table":
		r.moreOfTables(add, a)
	case r.service.name == "share" && (r.form.method == "GET" || r.form.method == "HEAD"):
		add("x-ms-server-encrypted", "true")
		r.timesOfFiles(add, a)
		if r.spec.Object == "file" {
			add("Accept-Ranges", "bytes")
			add("x-ms-type", "File")
			if size := a.Field("size").String(); a.Field("copy-status").String() == "success" {
				add("x-ms-copy-progress", size+"/"+size)
			}
		}
	case r.spec.Verb == "force-close-handles":
		add("x-ms-number-of-handles-failed", "0")
	case r.service.name == "share":
		add("x-ms-request-server-encrypted", "true")
		r.timesOfFiles(add, a)
	}
}

// moreOfTables are the headers of rows and tables that hang on nothing but the request.
//
// Source: Azure REST, "Insert Entity", "Create Table", "Sample response"; table/rules.md, D13.
func (r *draft) moreOfTables(add func(name, value string), a engine.Answer) {
	add("Cache-Control", "no-cache")
	add("X-Content-Type-Options", "nosniff")
	address := strings.TrimSuffix(r.x.Asked.Endpoint(), "/")
	switch r.spec.Verb {
	case "insert-entity":
		address += fill(entity, r.spec.Target(r.args))
	case "create-table":
		address += "/Tables('" + r.target() + "')"
	default:
		return
	}
	add("Location", address)
	if a.Status == 204 {
		add("DataServiceId", address)
	}
}

// timesOfFiles are what SMB keeps of a file and FileREST tells of it. Only one moment is kept here: when it was written
// last.
func (r *draft) timesOfFiles(add func(name, value string), a engine.Answer) {
	at, err := time.Parse(time.RFC1123, a.Field("last-modified").String())
	if err != nil || r.spec.Object == "share" {
		return
	}
	for _, name := range []string{"creation", "last-write", "change"} {
		add("x-ms-file-"+name+"-time", at.Format("2006-01-02T15:04:05.0000000Z"))
	}
	add("x-ms-file-permission-key", "0*0")
	add("x-ms-file-parent-id", "0")
	if r.spec.Object == "directory" {
		add("x-ms-file-attributes", "Directory")
		sum := fnv.New64a() // a directory has no number here: its name stands for one, and another name is another
		sum.Write([]byte(r.spec.Target(r.args)))
		add("x-ms-file-id", strconv.FormatUint(sum.Sum64()>>1, 10))
	}
	add("x-ms-file-attributes", "Archive")
}

// sumsOfRanges are the checksums of a range that a client asks for.
//
// Source: Azure REST, "Get Blob", x-ms-range-get-content-md5 and x-ms-range-get-content-crc64: of at most 4 MiB.
func (r *draft) sumsOfRanges(add func(name, value string), a engine.Answer) {
	if a.Status != 206 || len(r.body) > mostSummed {
		return
	}
	if strings.EqualFold(r.x.Asked.Header("x-ms-range-get-content-md5"), "true") {
		sum := md5.Sum([]byte(r.body))
		add("Content-MD5", base64.StdEncoding.EncodeToString(sum[:]))
	}
	if strings.EqualFold(r.x.Asked.Header("x-ms-range-get-content-crc64"), "true") {
		add("x-ms-content-crc64", engine.AzureCRC64([]byte(r.body)))
	}
}

// md5Of is the MD5 of a text in base64, of which no copy is made.
func md5Of(text string) string {
	h, room := md5.New(), [512]byte{}
	for len(text) > 0 {
		n := copy(room[:], text)
		h.Write(room[:n])
		text = text[n:]
	}
	return base64.StdEncoding.EncodeToString(h.Sum(room[:0]))
}

func (r *draft) moreOfBlobs(add func(name, value string), a engine.Answer) {
	if r.spec.Object != "blob" {
		return
	}
	switch r.form.method {
	case "GET", "HEAD":
		add("x-ms-server-encrypted", "true")
		if r.spec.Verb == "get-blob" || r.spec.Verb == "get-blob-properties" {
			add("Accept-Ranges", "bytes")
			r.sumsOfRanges(add, a)
			if size := a.Field("size").String(); a.Field("copy-status").String() == "success" {
				add("x-ms-copy-progress", size+"/"+size)
			}
		}
	case "PUT":
		if strings.HasSuffix(r.spec.Verb, "-from-url") {
			add("x-ms-request-server-encrypted", "true")
		}
		if strings.Contains(" put-blob put-block put-block-list append-block put-page set-blob-metadata "+
			"snapshot-blob ", " "+r.spec.Verb+" ") {
			add("x-ms-request-server-encrypted", "true")
			r.sumsOfWrites(add)
		}
	case "DELETE":
		add("x-ms-delete-type-permanent", "true") // where it is kept the answer says so itself
	}
}

// sumsOfWrites are the checksums of what arrived. Before version 2019-02-02 there was an MD5 only; since then it is
// told of a whole blob, and of a piece to whom sent one.
//
// Source: Azure REST, "Put Blob", "Put Block", "Put Block List", "Append Block", "Put Page", "Response headers";
// blob/rules.md, "Limits and input rules".
func (r *draft) sumsOfWrites(add func(name, value string)) {
	asked := r.x.Asked
	version := asked.Header("x-ms-version")
	cleared := strings.EqualFold(asked.Header("x-ms-page-write"), "clear")
	switch old := version != "" && version < "2019-02-02"; {
	case strings.Contains(" set-blob-metadata snapshot-blob ", " "+r.spec.Verb+" "), cleared:
	case r.spec.Verb == "put-blob" || old && r.spec.Verb != "put-block-list":
		add("Content-MD5", md5Of(asked.Body))
		if !old {
			add("x-ms-content-crc64", engine.AzureCRC64([]byte(asked.Body)))
		}
	case asked.Header("Content-MD5") == "" && !old:
		add("x-ms-content-crc64", engine.AzureCRC64([]byte(asked.Body)))
	}
}

// encodedWord is a value of metadata as reads tell it: one that is not of ASCII alone as a word of RFC 2047, each of
// its bytes taken for a letter.
//
// Source: Amazon S3 User Guide, "Working with object metadata", the example of x-amz-meta-nonascii.
func encodedWord(value string) string {
	letters := make([]rune, 0, len(value))
	plain := true
	for i := range len(value) {
		plain = plain && value[i] < utf8.RuneSelf
		letters = append(letters, rune(value[i]))
	}
	if plain {
		return value
	}
	return "=?UTF-8?B?" + base64.StdEncoding.EncodeToString([]byte(string(letters))) + "?="
}

func (r *draft) moreOfAmazon(add func(name, value string), a engine.Answer) {
	if r.spec.Verb == "create-bucket" && a.Accepted() {
		add("Location", "/"+r.target())
	}
	if (r.spec.Verb == "create-bucket" || r.spec.Verb == "head-bucket") && a.Accepted() {
		add("x-amz-bucket-arn", "arn:aws:s3:::"+r.target())
	}
	if strings.Contains(" put-object get-object head-object copy-object create-multipart-upload upload-part "+
		"upload-part-copy complete-multipart-upload ", " "+r.spec.Verb+" ") && a.Accepted() && a.Status != 304 {
		add("x-amz-server-side-encryption", "AES256")
	}
	if (r.spec.Verb == "put-object" || r.spec.Verb == "upload-part") && a.Accepted() &&
		r.x.Asked != nil && len(fieldsUnder(a, "checksum.")) == 0 { // the service makes one of what came without
		add("x-amz-checksum-crc64nvme", engine.CRC64NVME([]byte(r.x.Asked.Body)))
		if r.spec.Verb == "put-object" {
			add("x-amz-checksum-type", "FULL_OBJECT")
		}
	}
	if (r.spec.Verb == "get-object" || r.spec.Verb == "head-object") && a.Accepted() {
		add("Accept-Ranges", "bytes")
	}
}
