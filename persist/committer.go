package persist

import (
	"fmt"
	"time"

	"interleave/engine/timeline"
)

// commitLoop is the one goroutine that writes. While nothing is queued it has no timer.
func (s *Store) commitLoop() {
	defer close(s.done)
	for {
		select {
		case <-s.wake:
			s.gather()
			s.commitAll()
			s.report()
		case <-s.quit:
			s.commitAll()
			s.report()
			return
		}
	}
}

// gather lets a group grow, and the disk recover.
func (s *Store) gather() {
	s.mu.Lock()
	wait, idle := groupWait, len(s.queue)+len(s.notes) == 0
	if s.trouble != nil {
		wait, idle = retryAfter, !s.trouble.passes()
	}
	s.mu.Unlock()
	if idle {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-s.now:
	case <-timer.C:
	case <-s.quit:
	}
}

func (s *Store) commitAll() {
	for {
		b, ok := s.take()
		if !ok || !s.settle(b, s.place.keep(b)) {
			return
		}
	}
}

// take empties the queue into a batch. Notes go with its last records, so that none is on disk before what it is about.
func (s *Store) take() (batch, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trouble != nil && !s.trouble.passes() || len(s.queue)+len(s.notes) == 0 {
		return batch{}, false
	}
	if len(s.queue) > groupMost {
		b := batch{records: s.queue[:groupMost:groupMost], upto: s.stored}
		s.queue = s.queue[groupMost:]
		return b, true
	}
	b := batch{records: s.queue, notes: s.notes, upto: s.accepted}
	s.queue, s.notes = make([]timeline.Record, 0, len(s.queue)), map[string]string{} // as many may come next
	select {
	case <-s.now: // was about what is taken
	default:
	}
	return b, true
}

// settle says what became of a batch; ok is that it is on disk.
func (s *Store) settle(b batch, err error) (ok bool) {
	s.mu.Lock()
	s.tries++
	if err != nil {
		t := *troubleFrom("save", s.path, err)
		t.Good = s.last
		s.putBack(b)
		s.fail(&t)
		s.mu.Unlock()
		return false
	}
	s.stored, s.trouble, s.pending = b.upto, nil, false
	s.last += len(b.records)
	tell, last := s.onSaved, s.last
	s.mu.Unlock()
	if tell != nil {
		tell(last, nil)
	}
	s.mu.Lock()
	s.reported = b.upto
	s.turn()
	s.mu.Unlock()
	return true
}

// putBack queues a batch again, in front of what has come meanwhile.
func (s *Store) putBack(b batch) {
	s.queue = append(b.records[:len(b.records):len(b.records)], s.queue...)
	for key, value := range b.notes {
		if _, newer := s.notes[key]; !newer {
			s.notes[key] = value
		}
	}
}

// report tells once that saving has stopped, and sees that it is tried again.
func (s *Store) report() {
	s.mu.Lock()
	tell, last, t := s.onSaved, s.last, s.trouble
	if t == nil {
		s.mu.Unlock()
		return
	}
	first := s.pending && tell != nil
	if first {
		s.pending = false
	}
	if t.passes() {
		signal(s.wake)
	}
	s.mu.Unlock()
	if first {
		tell(last, t)
	}
}

func outOfOrder(got, want int) error {
	return fmt.Errorf("record %d where %d should follow", got, want)
}
