package bucket

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/crc64"
	"strings"

	"interleave/engine"
)

// Sums are the checks that a client sends with a body, to be compared with what arrived.
type Sums struct {
	MD5       engine.Opt[string] `op:"md5" help:"the MD5 of the body, in base64: another one on arrival is refused"`
	Checksums []engine.Pair      `op:"checksum.*" help:"a checksum of the body, in base64: crc32, crc32c, crc64nvme, sha1 or sha256"`
}

// nvme is the polynomial of CRC64NVME, its bits in the order of hash/crc64.
//
// Source: Amazon S3 User Guide, "Checking object integrity".
const nvme = 0x9a6c9329ac4bc9b5

// sumOf is a checksum of a body; empty for an algorithm that there is not.
func sumOf(algorithm string, body []byte) string {
	var sum []byte
	switch algorithm {
	case "crc32":
		sum = binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body))
	case "crc32c":
		sum = binary.BigEndian.AppendUint32(nil, crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
	case "crc64nvme":
		sum = binary.BigEndian.AppendUint64(nil, crc64.Checksum(body, crc64.MakeTable(nvme)))
	case "sha1":
		whole := sha1.Sum(body)
		sum = whole[:]
	case "sha256":
		whole := sha256.Sum256(body)
		sum = whole[:]
	}
	return base64.StdEncoding.EncodeToString(sum)
}

// check compares what was sent with a body.
func (s Sums) check(body []byte) *refusal {
	if s.MD5.Set {
		given, err := base64.StdEncoding.DecodeString(s.MD5.Want)
		sum := md5.Sum(body)
		switch {
		case err != nil || len(given) != len(sum):
			return refuse(badDigest, s.MD5.Raw())
		case string(given) != string(sum[:]):
			return refuse(otherDigest, s.MD5.Raw())
		}
	}
	for _, c := range s.Checksums {
		own := sumOf(strings.ToLower(c.Name), body)
		switch given, err := base64.StdEncoding.DecodeString(c.Text); {
		case own == "" || err != nil || base64.StdEncoding.EncodedLen(len(given)) != len(own):
			return refuse(badChecksum, engine.Text(c.Text))
		case own != c.Text:
			no := refuse(otherDigest, engine.Text(c.Text))
			no.cause.Have = engine.Text(own)
			return no
		}
	}
	return nil
}

// kept are the checksums as answers tell them.
func (s Sums) kept() []engine.Pair {
	list := sorted(s.Checksums)
	for i := range list {
		list[i].Name = strings.ToLower(list[i].Name)
	}
	return list
}

func sumFields(sums []engine.Pair) (fields []engine.Field) {
	for _, s := range sums {
		fields = append(fields, text("checksum."+s.Name, s.Text))
	}
	return fields
}

// Described is what an object is stored with beside its content, its type and its metadata.
type Described struct {
	CacheControl engine.Opt[string] `op:"cache-control" help:"how long the content may be kept elsewhere"`
	Disposition  engine.Opt[string] `op:"content-disposition" help:"how a browser is to show the content"`
	Encoding     engine.Opt[string] `op:"content-encoding" help:"how the content is encoded"`
	Language     engine.Opt[string] `op:"content-language" help:"the language of the content"`
	Expires      engine.Opt[string] `op:"expires" help:"until when the content may be kept elsewhere"`
	Tags         []engine.Pair      `op:"tag.*,content" help:"a tag; all others go"`
}

func (d Described) headers() (list []engine.Pair) {
	for _, h := range []struct {
		name  string
		value engine.Opt[string]
	}{{"cache-control", d.CacheControl}, {"content-disposition", d.Disposition}, {"content-encoding", d.Encoding},
		{"content-language", d.Language}, {"expires", d.Expires}} {
		if h.value.Set {
			list = append(list, engine.Pair{Name: h.name, Text: h.value.Want})
		}
	}
	return list
}
