package room

import (
	"errors"
	"slices"
	"time"

	"interleave/engine"
	"interleave/engine/view"
)

// asking is a request of a client that waits for its answer, or failed.
type asking struct {
	seat *Seat
	Carried
	since  time.Time
	name   string // empty: it waits to be let in
	number int
}

// overlookedKept is of how many requests it is remembered that not everything of them was looked at.
const overlookedKept = 1024

func (s *seats) overlooks(record int, unread []string) {
	if len(unread) == 0 {
		return
	}
	if len(s.overlooked) >= 2*overlookedKept {
		s.overlooked = slices.Clone(s.overlooked[overlookedKept:])
	}
	s.overlooked = append(s.overlooked, view.Overlooked{Record: record, What: unread})
}

// failedKept is how many failed requests of programs are remembered, to know the next try of each.
const failedKept = 256

// begins puts a request among those that are waited for.
func (s *seats) begins(one asking) *asking {
	a := s.spare
	if s.spare = nil; a == nil {
		a = new(asking)
	}
	*a = one
	s.out = append(s.out, a)
	return a
}

// ends takes a request from those that are waited for. What failed may be tried again.
func (s *seats) ends(a *asking, reply Reply, err error) {
	if at := slices.Index(s.out, a); at >= 0 {
		s.out = slices.Delete(s.out, at, at+1)
	}
	if s.stepped && len(s.out) == 0 {
		s.wall = time.Now() // its time is the machine's, not the program's
	}
	if a.Try == "" || a.number == 0 || err == nil && !passes(reply.Answer.Status) ||
		errors.Is(err, engine.ErrArgument) {
		*a = asking{}
		s.spare = a
		return
	}
	s.failed = append(s.failed, a)
	if len(s.failed) > failedKept {
		s.failed = slices.Delete(s.failed, 0, len(s.failed)-failedKept)
	}
}

// passes says whether client libraries send a request once more behind such an answer.
//
// Source: azcore, policy.RetryOptions, StatusCodes; AWS SDK for Go v2, retry.DefaultRetryableHTTPStatusCodes.
func passes(status int) bool {
	return slices.Contains([]int{408, 429, 500, 502, 503, 504}, status)
}

// triedBefore is the name of the request that this one is another try of, by what its library calls it: the same name
// for the same request, of which nothing was heard, or that the service was busy. Empty: it is none, or the engine
// finds it by its words (an equal request of the writer that failed).
func (r *Room) triedBefore(a *asking) string {
	if a.Try == "" {
		return ""
	}
	is := func(o *asking) bool {
		x := r.line.World().Exchange(o.number)
		return o != a && o.number != 0 && o.Try == a.Try && o.Verb == a.Verb && o.seat.writer == a.seat.writer &&
			slices.EqualFunc(o.Args, a.Args, func(x, y engine.Arg) bool {
				return x.Name == y.Name && x.Value.Equal(y.Value)
			}) && x != nil && x.Name == o.name
	}
	for i, o := range slices.Backward(r.seats.failed) {
		if is(o) {
			r.seats.failed = slices.Delete(r.seats.failed, i, i+1)
			return o.name
		}
	}
	for _, o := range r.seats.out { // its client has hung up, and that is not yet known
		if is(o) {
			return o.name
		}
	}
	return ""
}
