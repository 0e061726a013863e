package wire

import (
	"slices"
	"strings"

	"interleave/engine"
)

// AbsentError is returned by Read for a message that no row fits: it asks for an operation that the catalog does not
// have, or that the service has neither.
type AbsentError struct {
	*NotReadError
	What string // the method and what of the query makes an operation, as `POST ?select`
}

// Unwrap is what the service answers.
func (e *AbsentError) Unwrap() error { return e.NotReadError }

// absent says of a message what it was that no row fits.
func (s *service) absent(r *reader) error {
	what := r.m.Method
	for _, q := range r.query {
		switch {
		case s == buckets && strings.Contains(parting["bucket"], " "+q.Name+" "):
			what += " ?" + q.Name
		case s != buckets && strings.Contains(parting["azure"], " "+q.Name+" "):
			what += " ?" + q.Name + "=" + q.Value
		}
	}
	return &AbsentError{s.unknown(r), what}
}

// unsaid is what a service says where the header that makes an operation of a request says none.
//
// Source: Azure REST, "Common REST API error codes". Assumed: that it is this code where the value is wrong.
func (r *reader) unsaid(header string) *NotReadError {
	if r.m.has(header) {
		return &NotReadError{400, "InvalidHeaderValue",
			"The value for one of the HTTP headers is not in the correct format: " + header + "."}
	}
	return lacking(header)
}

func lacking(header string) *NotReadError {
	return &NotReadError{400, "MissingRequiredHeader",
		"An HTTP header that's mandatory for this request is not specified: " + header + "."}
}

// missing is what a service of Azure says of a message that lacks a header or a word of the query which its row
// requires.
//
// Source: Azure REST, the pages of the operations, "Request headers" and "URI parameters", the column "Required";
// "Common REST API error codes".
func (r *reader) missing() error {
	for param := range strings.FieldsSeq(r.form.required) {
		place := r.service.place(r.form, param)
		switch {
		case r.sent(place) || slices.ContainsFunc(r.service.others[param], r.m.has):
		case place[0] == '?':
			return &NotReadError{400, "MissingRequiredQueryParameter",
				"A query parameter that's mandatory for this request is not specified: " + place[1:] + "."}
		default:
			return lacking(place[1:])
		}
	}
	return nil
}

// untaken is what Azure Files says of a conditional header where its operation has no place for one.
//
// Source: share/rules.md, "Conditional headers".
func (r *reader) untaken() error {
	if r.service.name != "share" {
		return nil
	}
	for _, header := range [...]string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if r.m.has(header) && !slices.ContainsFunc(r.op.Params(),
			func(p engine.Param) bool { return strings.EqualFold(p.Name, header) }) {
			return &NotReadError{400, "ConditionHeadersNotSupported", "Condition headers are not supported."}
		}
	}
	return nil
}

// unversioned is what the blob service says of a version of a blob: accounts here keep none, and what was asked of one
// must not be done to the blob as it stands.
//
// Source: Azure REST, "Get Blob", "Delete Blob", versionid; blob/rules.md, "Snapshots and deletes".
func (r *reader) unversioned() error {
	if version, _ := r.asked("versionid"); version == "" || r.service.name != "blob" {
		return nil
	}
	return &NotReadError{404, "BlobNotFound", "The specified blob does not exist."}
}

// mostSummed is how long a range is at most whose checksum can be asked for.
const mostSummed = 4 << 20

// unsummed is what the blob service says where the checksum of a range is asked for and there is none of at most 4 MiB.
//
// Source: Azure REST, "Get Blob", x-ms-range-get-content-md5 and x-ms-range-get-content-crc64; azure-sdk-for-rust #930.
// Assumed: a range without an end, which libraries ask for with a checksum, is not refused whatever the blob's length.
func (r *reader) unsummed() error {
	if r.form.verb != "get-blob" {
		return nil
	}
	span := r.m.Header("x-ms-range")
	if span == "" {
		span = r.m.Header("Range")
	}
	from, to, ranged := engine.ByteRange(span)
	long := to-from > mostSummed && !strings.HasSuffix(span, "-")
	for _, header := range [...]string{"x-ms-range-get-content-md5", "x-ms-range-get-content-crc64"} {
		if asked, _ := r.look(header); strings.EqualFold(asked, "true") && (!ranged || long) {
			return r.unsaid(header)
		}
	}
	return nil
}

// misused is what the table service says of a message whose form it does not take, whatever it asks for.
//
// Source: Azure REST, "Table service error codes"; table/rules.md, "Error codes". Assumed: that an Accept without any
// JSON is refused as a payload is.
func (r *reader) misused() error {
	if r.service != tables {
		return nil
	}
	methods := 0
	for _, h := range r.m.Headers {
		if is(h.Name, "X-HTTP-Method") {
			methods++
		}
	}
	other := r.m.Header("X-HTTP-Method")
	switch {
	case methods > 1:
		return &NotReadError{400, "XMethodIncorrectCount", "More than one X-HTTP-Method is specified."}
	case methods == 1 && r.m.Method != "POST":
		return &NotReadError{400, "XMethodNotUsingPost",
			"The request uses X-HTTP-Method with an HTTP verb other than POST."}
	case methods == 1 && !slices.Contains([]string{"MERGE", "PATCH", "PUT", "DELETE"}, other):
		return &NotReadError{400, "XMethodIncorrectValue", "The specified X-HTTP-Method is invalid."}
	}
	if err := r.unsupported(); err != nil {
		return err
	}
	accept := r.m.Header("Accept")
	if strings.Contains(r.m.Header("Content-Type"), "atom+xml") ||
		strings.Contains(accept, "atom+xml") && !strings.Contains(accept, "json") && !strings.Contains(accept, "*/*") {
		return &NotReadError{415, "AtomFormatNotSupported", "Atom format is not supported."}
	}
	return nil
}

// unsupported is what the table service says of an option of OData that it does not have.
//
// Source: Azure REST, "Querying Tables and Entities", "Supported Query Options"; "Table service error codes";
// table/rules.md, "Reading, queries, isolation", S13.
func (r *reader) unsupported() error {
	for _, q := range r.query {
		switch {
		case !strings.HasPrefix(q.Name, "$"),
			slices.Contains([]string{"$filter", "$top", "$select", "$format"}, q.Name):
		case slices.Contains([]string{"$orderby", "$skip", "$skiptoken", "$inlinecount", "$expand"}, q.Name):
			return &NotReadError{501, "NotImplemented",
				"The requested operation is not implemented on the specified resource."}
		default:
			return &NotReadError{400, "InvalidInput", "The query parameter '" + q.Name +
				"' begins with a system-reserved '$' character but is not recognized."}
		}
	}
	return nil
}

// lacks says whether the query of a request to S3 names what no row has: that is there, and not here. Else it is the
// method that nothing of S3 has.
func (s *service) lacks(r *reader) bool {
	return slices.ContainsFunc(r.query, func(q Header) bool {
		return strings.Contains(parting["bucket"], " "+q.Name+" ") &&
			!slices.ContainsFunc(s.forms, func(f form) bool { return f.knows(q.Name) })
	})
}

// unknown is what a service says of what is no operation of it.
func (s *service) unknown(r *reader) *NotReadError {
	switch {
	case s == buckets && r.path != "/" && s.lacks(r):
		return &NotReadError{501, "NotImplemented",
			"A header you provided implies functionality that is not implemented"}
	case s == buckets:
		return &NotReadError{405, "MethodNotAllowed", "The specified method is not allowed against this resource."}
	case s == tables && !slices.Contains([]string{"GET", "POST", "PUT", "DELETE"}, r.m.Method):
		return &NotReadError{405, "MethodNotAllowed",
			"The requested method is not allowed on the specified resource."}
	case s == tables:
		return &NotReadError{501, "NotImplemented",
			"The requested operation is not implemented on the specified resource."}
	}
	comp, asked := r.asked("comp")
	_, typed := r.asked("restype")
	if s.name != "queue" && r.m.Method == "PUT" {
		switch {
		case comp == "lease":
			return r.unsaid("x-ms-lease-action")
		case comp == "copy" && s == blobs:
			return r.unsaid("x-ms-copy-action")
		case s.name == "share" && !asked && !typed:
			return r.unsaid("x-ms-type")
		}
	}
	if asked {
		return &NotReadError{400, "InvalidQueryParameterValue",
			"Value for one of the query parameters specified in the request URI is invalid: comp=" + comp + "."}
	}
	return &NotReadError{405, "UnsupportedHttpVerb", "The resource doesn't support specified Http Verb."}
}
