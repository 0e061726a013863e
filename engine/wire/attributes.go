package wire

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// attributes are what may be asked of an object.
var attributes = []string{"ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"}

func (r *reader) badAttributes() error {
	none := true
	for _, name := range r.m.listed("x-amz-object-attributes") {
		if !slices.Contains(attributes, name) {
			return badArgument("Invalid attribute name specified.")
		}
		none = false
	}
	if none {
		return &NotReadError{400, "InvalidRequest", "The x-amz-object-attributes header specifying the attributes to " +
			"be retrieved is either missing or empty"}
	}
	return nil
}

// listed are the words of a header that is a list, in one line or in several.
func (m *Message) listed(name string) (words []string) {
	for _, h := range m.Headers {
		if !is(h.Name, name) {
			continue
		}
		for word := range strings.SplitSeq(h.Value, ",") {
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, word)
			}
		}
	}
	return words
}

// asksAll is the body of a request for attributes, which has none: what it has is the list of all that there are.
func asksAll(r *draft) string {
	r.header("x-amz-object-attributes", strings.Join(attributes, ","), "")
	return ""
}

// attributesBody are the attributes that a client asked for; all of them where there is no client.
func attributesBody(r *draft, a engine.Answer) string {
	root := &node{}
	all := root.at("GetObjectAttributesResponse")
	if r.wants("ETag") {
		all.add("ETag", a.Field("etag").String())
	}
	if sums := fieldsUnder(a, "checksum."); len(sums) > 0 && r.wants("Checksum") {
		checksum := all.add("Checksum", "")
		for _, s := range sums {
			sum, _, _ := strings.Cut(s.Value, "-") // how many parts there were stands elsewhere here
			checksum.add("Checksum"+strings.ToUpper(s.Name), sum)
		}
		checksum.add("ChecksumType", a.Field("checksum-type").String())
	}
	if parts := a.Field("parts"); !parts.IsZero() && r.wants("ObjectParts") {
		r.pieces(all.add("ObjectParts", ""), a)
	}
	if r.wants("StorageClass") {
		all.add("StorageClass", a.Field("storage-class").String())
	}
	if r.wants("ObjectSize") {
		all.add("ObjectSize", a.Field("of-all").String())
	}
	return r.document(root)
}

// pieces are the parts of an object: how many, and a page of them where each has a checksum.
//
// Source: Amazon S3 API, "GetObjectAttributes", ObjectParts.
func (r *draft) pieces(all *node, a engine.Answer) {
	all.add("PartsCount", a.Field("parts").String())
	next := a.Field("next-part")
	if next.IsZero() {
		return
	}
	all.add("PartNumberMarker", cmp.Or(r.value("part-marker"), "0"))
	all.add("NextPartNumberMarker", next.String())
	most := r.value("max")
	if most == "" || len(most) > 3 {
		most = "1000"
	}
	all.add("MaxParts", most)
	all.add("IsTruncated", strconv.FormatBool(!a.Field("truncated").IsZero()))
	for _, fields := range entries(a) {
		one := all.add("Part", "")
		for _, f := range fields {
			switch algorithm, isSum := strings.CutPrefix(f.Name, "checksum."); {
			case isSum:
				one.add("Checksum"+strings.ToUpper(algorithm), f.Value.String())
			case f.Name == "part":
				one.add("PartNumber", f.Value.String())
			case f.Name == "size":
				one.add("Size", f.Value.String())
			}
		}
	}
}

// wants says whether a client asked for an attribute.
func (r *draft) wants(attribute string) bool {
	return r.x.Asked == nil || slices.Contains(r.x.Asked.listed("x-amz-object-attributes"), attribute)
}
