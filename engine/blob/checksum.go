package blob

import (
	"crypto/md5"
	"encoding/base64"
	"hash/crc64"
	"strings"

	"interleave/engine"
)

// Transfer is what a request says of its body beside the body: how long it is, and a checksum to find out whether it
// arrived as it was sent. None of it is kept with the blob; only Put Blob takes over an MD5.
//
// The body of a block list is its XML document: the checksum is that of the document, not of the blob.
//
// Source: Azure REST, "Put Blob", "Put Block", "Put Block List", "Append Block", "Put Page", "Request headers".
// Assumed: an answer names a checksum only where the request named that one; the service says one unasked.
type Transfer struct {
	Length    engine.Opt[string] `op:"content-length,one=none" help:"none: the client does not say how long the body is"`
	BodyMD5   engine.Opt[string] `op:"md5" help:"the MD5 of the body as it is sent, in base64: another one on arrival is refused"`
	BodyCRC64 engine.Opt[string] `op:"crc64" help:"the CRC64 of the body as it is sent, in base64: another one on arrival is refused"`
}

// lacks is what is wrong with the length. A client that does not know it sends its body in chunks.
func lacks(length engine.Opt[string]) *engine.Cause {
	switch {
	case !length.Set:
		return nil
	case length.Want != "none":
		return wrong(badLength, length.Raw())
	}
	return &engine.Cause{Rule: noLength}
}

// differs is what is wrong with the checksum of a body.
func (t Transfer) differs(body []byte) *engine.Cause {
	switch {
	case t.BodyMD5.Set && t.BodyCRC64.Set:
		return wrong(twoChecksums, t.BodyCRC64.Raw())
	case t.BodyMD5.Set && sumBytes(t.BodyMD5.Want) != md5.Size:
		return wrong(badMD5, t.BodyMD5.Raw())
	case t.BodyMD5.Set && t.BodyMD5.Want != md5Of(body):
		return &engine.Cause{Rule: otherMD5, Want: t.BodyMD5.Raw(), Have: engine.Text(md5Of(body))}
	case t.BodyCRC64.Set && sumBytes(t.BodyCRC64.Want) < crc64.Size: // more are a sum that no body has
		return wrong(badCRC64, t.BodyCRC64.Raw())
	case t.BodyCRC64.Set && t.BodyCRC64.Want != engine.AzureCRC64(body):
		return &engine.Cause{Rule: otherCRC64, Want: t.BodyCRC64.Raw(), Have: engine.Text(engine.AzureCRC64(body))}
	}
	return nil
}

// says are the fields of an answer to a request that named a checksum.
func (t Transfer) says(fields []engine.Field) []engine.Field {
	if t.BodyMD5.Set {
		fields = append(fields, engine.Field{Name: "md5", Value: t.BodyMD5.Raw()})
	}
	if t.BodyCRC64.Set {
		fields = append(fields, engine.Field{Name: "crc64", Value: t.BodyCRC64.Raw()})
	}
	return fields
}

// sumBytes is how many bytes a text is base64 for; -1: it is no base64.
func sumBytes(text string) int {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return -1
	}
	return len(raw)
}

// sum is an MD5; the zero value: none.
type sum [md5.Size]byte

// text is the sum as it travels.
func (s sum) text() string { return base64.StdEncoding.EncodeToString(s[:]) }

func md5Of(body []byte) string { return sum(md5.Sum(body)).text() }

// document is a block list as it travels; its ids are base64 and need no escapes.
//
// Source: Azure REST, "Put Block List", "Request body". Assumed: the blanks between the elements, which are a client's
// own.
func document(list []element) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="utf-8"?>` + "\n")
	if len(list) == 0 {
		b.WriteString("<BlockList />\n")
		return []byte(b.String())
	}
	b.WriteString("<BlockList>\n")
	for _, e := range list {
		name := strings.ToUpper(e.search[:1]) + e.search[1:]
		b.WriteString("  <" + name + ">" + e.id + "</" + name + ">\n")
	}
	b.WriteString("</BlockList>\n")
	return []byte(b.String())
}
