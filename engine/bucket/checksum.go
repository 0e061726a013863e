package bucket

import (
	"crypto/md5"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/zeebo/xxh3"

	"interleave/engine"
)

// Sums are the checks that a client sends with a body, to be compared with what arrived.
type Sums struct {
	MD5       engine.Opt[string] `op:"md5" help:"the MD5 of the body, in base64: another one on arrival is refused"`
	Checksums []engine.Pair      `op:"checksum.*" help:"a checksum of the body, in base64: crc32, crc32c, crc64nvme, md5, sha1, sha256, sha512, xxhash64, xxhash3 or xxhash128"`
}

// standardSum is the algorithm of what came without a checksum.
//
// Source: Amazon S3 User Guide, "Checking object integrity".
const standardSum = "crc64nvme"

// checksums are those that are told of a version: those that came with it, else the one that the service makes.
func (w *Version) checksums() []engine.Pair {
	if len(w.sums) > 0 {
		return w.sums
	}
	return []engine.Pair{{Name: standardSum, Text: sumOf(standardSum, w.body)}}
}

// sumOf is a checksum of a body; empty for an algorithm that there is not.
func sumOf(algorithm string, body []byte) string {
	var sum []byte
	switch algorithm {
	case "sha512":
		whole := sha512.Sum512(body)
		sum = whole[:]
	case "xxhash64":
		sum = binary.BigEndian.AppendUint64(nil, xxhash.Sum64(body))
	case "xxhash3":
		sum = binary.BigEndian.AppendUint64(nil, xxh3.Hash(body))
	case "xxhash128":
		whole := xxh3.Hash128(body).Bytes()
		sum = whole[:]
	default:
		return engine.S3Sum(algorithm, body)
	}
	return base64.StdEncoding.EncodeToString(sum)
}

// one is what S3 says of several checksums at once.
func (s Sums) one() *refusal {
	if len(s.Checksums) > 1 {
		return refuse(manyChecksums, engine.Text(s.Checksums[1].Name))
	}
	return nil
}

// check compares what was sent with a body.
func (s Sums) check(body []byte) *refusal {
	if no := s.one(); no != nil {
		return no
	}
	if s.MD5.Set {
		given, err := base64.StdEncoding.DecodeString(s.MD5.Want)
		sum := md5.Sum(body)
		switch {
		case err != nil || len(given) != len(sum):
			return refuse(badDigest, s.MD5.Raw())
		case string(given) != string(sum[:]):
			own := base64.StdEncoding.EncodeToString(sum[:])
			no := refuse(otherDigest, s.MD5.Raw(), text("message", "The Content-MD5 you specified did not match what "+
				"we received."), text("expected-digest", s.MD5.Want), text("calculated-digest", own))
			no.cause.Have = engine.Text(own)
			return no
		}
	}
	for _, c := range s.Checksums {
		own := sumOf(strings.ToLower(c.Name), body)
		switch {
		case !isSum(c):
			return invalidSum(c)
		case own != c.Text:
			return otherSum(c, own)
		}
	}
	return nil
}

// invalidSum is a checksum that can be none of its algorithm.
func invalidSum(c engine.Pair) *refusal {
	name := strings.ToLower(c.Name)
	if sumOf(name, nil) == "" {
		return refuse(badChecksum, engine.Text(c.Text))
	}
	return refuse(badChecksum, engine.Text(c.Text), text("message", "Value for x-amz-checksum-"+name+
		" header is invalid."))
}

// otherSum is a checksum of other content.
func otherSum(c engine.Pair, own string) *refusal {
	no := refuse(otherDigest, engine.Text(c.Text), text("message", "The "+strings.ToUpper(c.Name)+
		" you specified did not match the calculated checksum."))
	no.cause.Have = engine.Text(own)
	return no
}

// isSum says whether a text can be a checksum of that name.
func isSum(c engine.Pair) bool {
	own := sumOf(strings.ToLower(c.Name), nil)
	given, err := base64.StdEncoding.DecodeString(c.Text)
	return own != "" && err == nil && base64.StdEncoding.EncodedLen(len(given)) == len(own)
}

// kept are the checksums as answers tell them.
func (s Sums) kept() []engine.Pair {
	list := sorted(s.Checksums)
	for i := range list {
		list[i].Name = strings.ToLower(list[i].Name)
	}
	return list
}

// The two ways in which the checksum of an object that came in parts is made.
const (
	composite  = "COMPOSITE"   // of the checksums of the parts, with their number behind a dash
	fullObject = "FULL_OBJECT" // of all bytes
)

// sumFields are checksums as answers tell them, and of which type they are.
func sumFields(sums []engine.Pair) (fields []engine.Field) {
	for _, s := range sums {
		fields = append(fields, text("checksum."+s.Name, s.Text))
	}
	if len(sums) > 0 {
		kind := fullObject
		if strings.Contains(sums[0].Text, "-") {
			kind = composite
		}
		fields = append(fields, text("checksum-type", kind))
	}
	return fields
}

// partSums are the checksums of a part, which are of no type.
func partSums(n *part) []engine.Field { return sumsOfPart(n.sums) }

func sumsOfPart(sums []engine.Pair) (fields []engine.Field) {
	for _, s := range sums {
		fields = append(fields, text("checksum."+s.Name, s.Text))
	}
	return fields
}

// checkAlgorithm reads which checksum an upload asks for.
//
// Source: Amazon S3 User Guide, "Checking object integrity", the table of types by algorithm: CRC64NVME is of the whole
// object only, CRC32 and CRC32C are composite unless said otherwise, all others composite only.
func checkAlgorithm(asked, kind engine.Opt[string]) (algorithm, sumType string, no *refusal) {
	if !asked.Set {
		if kind.Set {
			return "", "", refuse(otherType, kind.Raw(), text("message", "The x-amz-checksum-type header can only be "+
				"used with the x-amz-checksum-algorithm header."))
		}
		return "", "", nil
	}
	algorithm = strings.ToLower(asked.Want)
	if sumOf(algorithm, nil) == "" {
		return "", "", refuse(noAlgorithm, asked.Raw())
	}
	switch {
	case kind.Set:
		sumType = kind.Want
	case algorithm == "crc64nvme":
		sumType = fullObject
	default:
		sumType = composite
	}
	whole := strings.HasPrefix(algorithm, "crc")
	switch {
	case sumType != composite && sumType != fullObject:
		return "", "", refuse(otherType, kind.Raw(), text("message",
			"Value for x-amz-checksum-type header is invalid."))
	case sumType == fullObject && !whole, sumType == composite && algorithm == "crc64nvme":
		return "", "", refuse(otherType, kind.Raw(), text("message", "The "+sumType+" checksum type cannot be used "+
			"with the "+algorithm+" checksum algorithm."))
	}
	return algorithm, sumType, nil
}

// sumsAre is what an upload says of its checksum.
func (u *Upload) sumsAre() []engine.Field {
	if u.algorithm == "" {
		return nil
	}
	return []engine.Field{text("checksum-algorithm", strings.ToUpper(u.algorithm)), text("checksum-type", u.sumType)}
}

// takes says whether the checksum of a part is that of its upload; an upload that asks for none takes each.
//
// Source: rules.md, "Multipart life cycle", "Checksums of an upload".
func (u *Upload) takes(given []engine.Pair) *refusal {
	actual, sent := "null", engine.Value{}
	if len(given) > 0 {
		actual, sent = given[0].Name, engine.Text(given[0].Name)
	}
	if u.algorithm == "" || actual == u.algorithm || len(given) == 0 && u.sumType != composite {
		return nil
	}
	return refuse(otherAlgorithm, sent, text("message",
		"Checksum Type mismatch occurred, expected checksum Type: "+u.algorithm+", actual checksum Type: "+actual))
}

// sumsOf are the checksums that are kept with a part: those that came with it, and the upload's own.
func (u *Upload) sumsOf(body []byte, given []engine.Pair) []engine.Pair {
	if u.algorithm == "" || slices.ContainsFunc(given, func(p engine.Pair) bool { return p.Name == u.algorithm }) {
		return given
	}
	return sorted(append(slices.Clip(given), engine.Pair{Name: u.algorithm, Text: sumOf(u.algorithm, body)}))
}

// wholeSum is the checksum of what an upload becomes: the service's own where none was asked for.
func (u *Upload) wholeSum(parts []*part, body []byte) []engine.Pair {
	switch u.sumType {
	case fullObject:
		return []engine.Pair{{Name: u.algorithm, Text: sumOf(u.algorithm, body)}}
	case composite:
		var all []byte
		for _, n := range parts {
			sum, _ := base64.StdEncoding.DecodeString(sumOf(u.algorithm, n.body)) // it was encoded so
			all = append(all, sum...)
		}
		return []engine.Pair{{Name: u.algorithm, Text: sumOf(u.algorithm, all) + "-" + strconv.Itoa(len(parts))}}
	}
	return []engine.Pair{{Name: standardSum, Text: sumOf(standardSum, body)}}
}

// checkWhole compares what a Complete says of the checksum of the whole.
func (s Sums) checkWhole(sums []engine.Pair) *refusal {
	for _, c := range s.Checksums {
		for _, own := range sums {
			given, _, _ := strings.Cut(c.Text, "-")
			have, _, _ := strings.Cut(own.Text, "-")
			if strings.EqualFold(own.Name, c.Name) && given != have {
				return otherSum(c, own.Text)
			}
		}
	}
	return nil
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
