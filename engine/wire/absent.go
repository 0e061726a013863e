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
	return &NotReadError{400, "MissingRequiredHeader",
		"An HTTP header that's mandatory for this request is not specified: " + header + "."}
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

// unknown is what a service says of what is no operation of it.
func (s *service) unknown(r *reader) *NotReadError {
	switch {
	case s == buckets && r.path != "/":
		return &NotReadError{501, "NotImplemented",
			"A header you provided implies functionality that is not implemented"}
	case s == buckets:
		return &NotReadError{405, "MethodNotAllowed", "The specified method is not allowed against this resource."}
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
