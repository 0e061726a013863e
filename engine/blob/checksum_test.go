package blob_test

import (
	"strings"
	"testing"
)

// Checksums that are known from elsewhere: the MD5 of abc is in RFC 1321, A.5; the CRC64 of the nine digits is the
// check value of that polynomial; the one of the letters was said by the live service.
const (
	md5OfABC   = "kAFQmDzST7DWlj99KOF/cg=="
	crcOfNine  = "iJh5CoYUi64="
	crcOf1024B = "pK+ypU+jreM="
	md5Of512X  = "kUe8Hw8g6K4ZMuYWtRJA+w=="
	crcOf512X  = "kxclNeFlVMY="
	md5OfList  = "42iJRhksxI2QFke4XgqDzg==" // of the document that lists the block AAAA as uncommitted
	crcOfList  = "ZukfNLMk07U="
)

// rules.md, "Limits and input rules" and "Error codes", Content-Length missing: 411 for whatever has a body, and
// nothing changes.
func TestABodyWhoseLengthIsNotSaid(t *testing.T) {
	full := strings.Repeat(page, 8)
	checkRows(t, [][4]string{
		{"", "put-blob path=wiki/x body=2", "411 MissingContentLengthHeader", "x body=old"},
		{"", "put-blob path=wiki/x type=AppendBlob", "411 MissingContentLengthHeader", "x body=old"},
		{"", "put-block path=wiki/n block=AAAA body=a", "411 MissingContentLengthHeader", "n staged.AAAA="},
		{"put-block path=wiki/x block=AAAA body=a", "put-block-list path=wiki/x blocks=[AAAA]",
			"411 MissingContentLengthHeader", "x body=old"},
		{"", "append-block path=wiki/log body=A", "411 MissingContentLengthHeader", "log body="},
		{"", "put-page path=wiki/disk range=0-511 body=" + full, "411 MissingContentLengthHeader", "disk version=1"},
		{"", "set-blob-tags path=wiki/src tag.t=2", "411 MissingContentLengthHeader", "src tags.t=1"},
		{"", "set-container-acl path=wiki policy.p=r", "411 MissingContentLengthHeader", ""},
	}, " content-length=none")
	checkRows(t, [][4]string{{"", "put-blob path=wiki/x body=2 content-length=1", "400 InvalidHeaderValue",
		"x body=old"}})
}

// rules.md, "Limits and input rules" and "Error codes", MD5 and CRC64: what arrives as it was sent is taken, anything
// else is refused and changes nothing.
func TestChecksumsOfBodies(t *testing.T) {
	full, many := strings.Repeat(page, 8), strings.Repeat("b", 1024)
	const stage, commit = "put-block path=wiki/n block=AAAA body=abc", "put-block-list path=wiki/n " +
		"blocks=[uncommitted,AAAA]"
	const noMD5, noCRC = "400 Md5Mismatch", "400 Crc64Mismatch"
	put := "put-page path=wiki/disk range=0-511 body=" + full
	checkRows(t, [][4]string{
		{"", "put-blob path=wiki/x body=abc md5=" + md5OfABC, "201", "x body=abc"},
		{"", "put-blob path=wiki/x body=abd md5=" + md5OfABC, noMD5, "x body=old"},
		{"", "put-blob path=wiki/x body=123456789 crc64=" + crcOfNine, "201", "x body=123456789"},
		{"", "put-blob path=wiki/x body=123456780 crc64=" + crcOfNine, noCRC, "x body=old"},
		{"", "put-blob path=wiki/x body=" + many + " crc64=" + crcOf1024B, "201", "x body=" + many},
		{"", "put-blob path=wiki/x body=" + many + " crc64=AQIDBAUGBwg=", noCRC, "x body=old"},
		{"", "put-blob path=wiki/n type=AppendBlob crc64=AAAAAAAAAAA=", "201", "n body="},
		{"", stage + " md5=" + md5OfABC, "201", "n staged.AAAA=abc"},
		{stage, "put-block path=wiki/n block=AAAA body=abd md5=" + md5OfABC, noMD5, "n staged.AAAA=abc"},
		{"", "put-block path=wiki/n block=AAAA body=123456789 crc64=" + crcOfNine, "201", "n staged.AAAA=123456789"},
		{"", stage + " crc64=" + crcOfNine, noCRC, "n staged.AAAA="},
		{stage, commit + " md5=" + md5OfList, "201", "n body=abc"},
		{stage, commit + " crc64=" + crcOfList, "201", "n body=abc"},
		{stage, commit + " md5=" + md5OfABC, noMD5, "n staged.AAAA=abc"}, // the MD5 of the blob is not that of the list
		{stage, commit + " crc64=" + crcOfNine, noCRC, "n staged.AAAA=abc"},
		// what is kept is not compared
		{stage, commit + " content-md5=" + md5OfList, "201", "n content-md5=" + md5OfList},
		{"", "append-block path=wiki/log body=abc md5=" + md5OfABC, "201", "log body=abc"},
		{"", "append-block path=wiki/log body=abd md5=" + md5OfABC, noMD5, "log body="},
		{"", "append-block path=wiki/log body=123456789 crc64=" + crcOfNine, "201", "log body=123456789"},
		{"", "append-block path=wiki/log body=abc crc64=" + crcOfNine, noCRC, "log body="},
		{"", put + " md5=" + md5Of512X, "201", "disk version=2"},
		{"", put + " crc64=" + crcOf512X, "201", "disk version=2"},
		{"", put + " md5=" + md5OfABC, noMD5, "disk version=1"},
		{"", put + " crc64=" + crcOfNine, noCRC, "disk version=1"},
		// what is no checksum at all, and both at once
		{"", "put-blob path=wiki/x body=abc md5=" + crcOfNine, "400 InvalidMd5", "x body=old"},
		{"", "put-blob path=wiki/x body=abc md5=900150983cd24fb0d6963f7d28e17f72", "400 InvalidMd5", ""},
		{"", "put-blob path=wiki/x body=abc crc64=" + md5OfABC, noCRC, ""}, // longer than any
		{"", "put-blob path=wiki/x body=abc crc64=AAAAAA==", "400 InvalidHeaderValue", ""},
		{"", "put-blob path=wiki/x body=123456789 crc64=" + crcOfNine + " md5=JfnnlDI7RTiF9RgfG2JNCw==",
			"400 BothCrc64AndMd5HeaderPresent", "x body=old"},
	})
}

// "Put Blob", request headers: the MD5 that a block blob was sent with stays with it, unless another one is given for
// that, which alone is compared with what arrives. Of a body that came without one the service makes one, which a range
// tells too, and which new properties take away.
func TestTheMD5ThatStays(t *testing.T) {
	checkRows(t, [][4]string{
		{"", "put-blob path=wiki/x body=abc md5=" + md5OfABC, "201", "x content-md5=" + md5OfABC},
		{"", "put-blob path=wiki/x body=abc md5=" + md5OfABC +
			" content-md5=" + md5OfList,
			"400 Md5Mismatch", "x content-md5="},
		{"", "put-blob path=wiki/x body=abc content-md5=" + md5OfABC + " md5=" + md5OfList,
			"201", "x content-md5=" + md5OfABC},
		{"", "put-blob path=wiki/x body=abc content-md5=" + md5OfABC, "201", "x content-md5=" + md5OfABC},
		{"", "put-blob path=wiki/x body=abc content-md5=" + md5OfList, "400 Md5Mismatch", "x body=old"},
		{"", "put-blob path=wiki/x body=abc content-md5=abc", "400 InvalidMd5", "x body=old"},
		{"", "append-block path=wiki/log body=abc md5=" + md5OfABC, "201", "log content-md5="},
	})
	b := withBlobs(t)
	b.All("ann: put-blob path=wiki/x body=abc")
	told := func(line, want string) {
		t.Helper()
		if got := b.Say(line).Field("content-md5").String(); got != want {
			t.Errorf("%s: the MD5 is %q, want %q", line, got, want)
		}
	}
	told("ann: get-blob path=wiki/x range=0-0", md5OfABC)
	b.All("ann: set-blob-metadata path=wiki/x meta.a=1",
		"ann: copy-blob path=wiki/copy source=wiki/x")
	told("ann: get-blob-properties path=wiki/x", md5OfABC)
	told("ann: get-blob-properties path=wiki/copy", md5OfABC)
	b.All("ann: set-blob-properties path=wiki/x content-type=text/plain")
	told("ann: get-blob-properties path=wiki/x", "")
	a := b.Want("ann: put-blob path=wiki/x body=abc md5="+md5OfABC, "201")
	if got := a.Field("md5").String() + a.Field("crc64").String(); got != md5OfABC {
		t.Errorf("the answer names %q", got)
	}
	a = b.Want("ann: put-block path=wiki/x block=AAAA body=123456789 crc64="+crcOfNine, "201")
	if got := a.Field("md5").String() + a.Field("crc64").String(); got != crcOfNine {
		t.Errorf("the answer names %q", got)
	}
}

// rules.md, "Block blobs": ids are compared by the bytes that they stand for, not by how long they look.
func TestIdsOfBlocksAreAsLongAsTheirBytes(t *testing.T) {
	checkRows(t, [][4]string{
		{"put-block path=wiki/n block=MA== body=a", "put-block path=wiki/n block=MTA= body=b",
			"400 InvalidBlobOrBlock", "n staged.MTA="},
		{"put-block path=wiki/n block=MTA= body=a", "put-block path=wiki/n block=AAAA body=b",
			"400 InvalidBlobOrBlock", "n staged.AAAA="},
		{"put-block path=wiki/n block=AAAA body=a", "put-block path=wiki/n block=AAAB body=b", "201",
			"n staged.AAAB=b"},
	})
}

// A refusal tells both: what was sent, and what arrived.
func TestARefusedChecksumTellsTheOtherOne(t *testing.T) {
	b := withBlobs(t)
	why := b.Want("ann: put-blob path=wiki/x body=abc md5="+md5OfList, "400 Md5Mismatch").Why
	if why.Want.String() != md5OfList || why.Have.String() != md5OfABC || why.Rule.Kind != "" {
		t.Errorf("the cause is %+v", why)
	}
	why = b.Want("ann: put-blob path=wiki/x body=123456789 crc64=AAAAAAAAAAA=", "400 Crc64Mismatch").Why
	if why.Want.String() != "AAAAAAAAAAA=" || why.Have.String() != crcOfNine || why.Rule.Kind != "" {
		t.Errorf("the cause is %+v", why)
	}
}
