package engine

import "iter"

// Rejected is a request of a real client that was refused before its service looked at what it asks for: it is badly
// signed, or no operation that the catalog has. It does nothing, and is refused by what its arguments say: who spoke
// the protocol with the client knows it, and the record of it must be enough to tell it again.
//
// Answers: the status and the code that it names.
//
// Source: the pages of the services' error codes, each by the code.
type Rejected struct {
	Line    string `op:"line" help:"the method and the path that the client sent, or its command"`
	Status  int64  `op:"status" help:"the status that it was answered"`
	Code    string `op:"code" help:"the service's word for the refusal"`
	Message string `op:"message" help:"the service's sentence for the refusal"`
	service string
	source  Source
}

// RESP is the protocol of Redis.
const RESP = "RESP"

// By is the service that refused it.
func (o Rejected) By() string { return o.service }

// Apply refuses.
func (o Rejected) Apply(tx *Tx) Answer {
	return tx.Refuse(&Cause{Rule: NewRule("the request itself", o.source, "", int(o.Status), o.Code, o.Message)})
}

// Rejecting is the operation of a service that Rejected is, by its own verb: the protocol is what people see of it in
// short, the source where the service's codes stand.
func Rejecting(service, verb, protocol string, source Source) OpSpec {
	return OpSpec{Verb: verb, Method: protocol, Object: protocol, Group: GroupRead, Effect: Reads,
		Summary: "A request that was refused before the service looked at what it asks for: only real clients send it.",
		Did:     "sent it", Op: Rejected{service: service, source: source}, Source: source}
}

// All are the operations of a service as a record may name them: those that people can choose, and behind them the
// request of a client that was none of them.
func (s *Service) All() iter.Seq[*OpSpec] {
	return func(yield func(*OpSpec) bool) {
		for i := range s.Ops {
			if !yield(&s.Ops[i]) {
				return
			}
		}
		if s.Rejects.Verb != "" {
			yield(&s.Rejects)
		}
	}
}
