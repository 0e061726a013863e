package wire

import "strings"

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
	if comp, ok := r.asked("comp"); ok {
		return &NotReadError{400, "InvalidQueryParameterValue",
			"Value for one of the query parameters specified in the request URI is invalid: comp=" + comp + "."}
	}
	return &NotReadError{405, "UnsupportedHttpVerb", "The resource doesn't support specified Http Verb."}
}
