package wire

import (
	"cmp"
	"strconv"
	"strings"

	"interleave/engine"
)

// listing is what an answer says of the list beside its entries.
func listing(r *draft, root *node, a engine.Answer) {
	if r.spec.Verb == "list-objects" && r.x.Asked != nil && r.value("delimiter") == "" {
		r.untold = "marker" // it is the last key: Amazon S3 API, "ListObjects", NextMarker
	}
	r.echo(root, "ListBucketResult", "Name "+r.target(), "Prefix=prefix", "Delimiter=delimiter", "MaxKeys=max",
		"ContinuationToken=marker", "StartAfter=after")
	if r.spec.Verb == "list-objects" {
		root.set("ListBucketResult/Marker", r.key(r.value("after")))
	}
	root.set("ListBucketResult/IsTruncated", strconv.FormatBool(!a.Field("marker").IsZero()))
}

// uploadListing is what an answer says of a list of uploads beside them.
func uploadListing(r *draft, root *node, a engine.Answer) {
	r.begins(root, "ListMultipartUploadsResult", "key-marker=KeyMarker", "upload-marker=UploadIdMarker")
	r.echo(root, "ListMultipartUploadsResult", "Bucket "+r.target(), "Prefix=prefix", "Delimiter=delimiter",
		"MaxUploads=max", "KeyMarker=key-marker", "UploadIdMarker=upload-marker")
	root.set("ListMultipartUploadsResult/IsTruncated", strconv.FormatBool(!a.Field("truncated").IsZero()))
}

// partListing is what an answer says of a list of parts beside them.
func partListing(r *draft, root *node, a engine.Answer) {
	r.names(root, "ListPartsResult")
	r.echo(root, "ListPartsResult", "UploadId "+r.value("upload"), "MaxParts=max", "PartNumberMarker=part-marker")
	if a.Field("storage-class").IsZero() {
		root.set("ListPartsResult/StorageClass", "STANDARD")
	}
	if r.x.Asked != nil && r.value("part-marker") == "" {
		root.set("ListPartsResult/PartNumberMarker", "0")
	}
	if r.x.Asked != nil && a.Field("next-part").IsZero() { // Amazon S3 API, "ListParts", the sample response
		root.set("ListPartsResult/NextPartNumberMarker", lastPart(a, r.value("part-marker")))
	}
	root.set("ListPartsResult/IsTruncated", strconv.FormatBool(!a.Field("truncated").IsZero()))
	if r.x.Asked != nil {
		beganBy(r, root.at("ListPartsResult"))
	}
}

// begins says to a client of a list that begins with the first entry what it would say of where another began.
//
// Source: Amazon S3 API, "ListObjectVersions" and "ListMultipartUploads", the sample responses.
func (r *draft) begins(root *node, under string, elements ...string) {
	for _, e := range elements {
		if param, name, _ := strings.Cut(e, "="); r.x.Asked != nil && r.value(param) == "" {
			root.set(under+"/"+name, "")
		}
	}
}

// lastPart is the number of the last part of a list; where there is none, of that behind which the list begins.
func lastPart(a engine.Answer, after string) string {
	listed := entries(a)
	if len(listed) == 0 {
		return cmp.Or(after, "0")
	}
	return engine.Answer{Fields: listed[len(listed)-1]}.Field("part").String()
}

// echo says again what was asked of a list, each as `Element=parameter` or `Element text`. A page that was given no
// length has that of Amazon; a prefix is told even where none was asked for.
func (r *draft) echo(root *node, under string, elements ...string) {
	for _, e := range elements {
		name, param, isParam := strings.Cut(e, "=")
		text := r.value(param)
		switch {
		case !isParam:
			name, text, _ = strings.Cut(e, " ")
		case strings.HasPrefix(name, "Max") && (text == "" || len(text) > 3):
			text = "1000"
		case param == "prefix" || param == "delimiter" || param == "key-marker" || param == "after":
			text = r.key(text)
		}
		if text != "" || name == "Prefix" {
			root.set(under+"/"+name, text)
		}
	}
	if r.encoded() {
		root.set(under+"/EncodingType", "url")
	}
}

// encoded says whether a client wants names escaped, so that XML can say them all.
//
// Source: Amazon S3 API, "ListObjectsV2", encoding-type. Assumed: blanks become a plus, slashes stay.
func (r *draft) encoded() bool {
	return r.asks("encoding-type=url")
}

// asks says whether a client's query has a word.
func (r *draft) asks(word string) bool {
	return r.x.Asked != nil && strings.Contains("&"+r.x.Asked.Query+"&", "&"+word+"&")
}

// key is a name as a list tells it.
func (r *draft) key(text string) string {
	if !r.encoded() {
		return text
	}
	return strings.ReplaceAll(Escape(text, "/*"), "%20", "+")
}

// versionsBody are versions and delete markers, which stand in elements of their own.
func versionsBody(r *draft, a engine.Answer) string {
	root := &node{}
	all := root.at("ListVersionsResult")
	r.begins(root, "ListVersionsResult", "key-marker=KeyMarker", "version-marker=VersionIdMarker")
	r.echo(root, "ListVersionsResult", "Name "+r.target(), "Prefix=prefix", "Delimiter=delimiter", "MaxKeys=max",
		"KeyMarker=key-marker", "VersionIdMarker=version-marker")
	root.set("ListVersionsResult/IsTruncated", strconv.FormatBool(!a.Field("truncated").IsZero()))
	for _, pair := range [][2]string{{"NextKeyMarker", "next-key"}, {"NextVersionIdMarker", "next-version"}} {
		if next := a.Field(pair[1]); !next.IsZero() {
			all.add(pair[0], r.element(engine.Field{Name: pair[1], Value: next}))
		}
	}
	for _, fields := range entries(a) {
		entry := engine.Answer{Fields: fields}
		if folded := entry.Field("prefix"); !folded.IsZero() {
			all.add("CommonPrefixes", "").add("Prefix", r.key(folded.String()))
			continue
		}
		kind := "Version"
		if !entry.Field("delete-marker").IsZero() {
			kind = "DeleteMarker"
		}
		one := all.add(kind, "")
		for _, f := range fields {
			if f.Name != "delete-marker" && f.Name != "version" {
				one.add(camel(f.Name), r.element(f))
			}
		}
		if entry.Field("is-latest").IsZero() {
			one.add("IsLatest", "false")
		}
		if kind == "Version" && r.x.Asked != nil {
			summed(one)
		}
		if kind == "Version" && entry.Field("storage-class").IsZero() {
			one.add("StorageClass", "STANDARD")
		}
		if r.x.Asked != nil {
			owned(r, one)
		}
	}
	return r.document(root)
}
