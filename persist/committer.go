package persist

import (
	"fmt"
	"time"
)

// commitLoop is the one goroutine that writes. While nothing is queued it has no timer.
func (s *Store) commitLoop() {
	defer close(s.ended)
	for {
		select {
		case <-s.wake:
			s.gather()
			s.commitAll()
			s.tellOff()
		case <-s.quit:
			s.commitAll()
			s.tellOff()
			return
		}
	}
}

// gather lets a group grow.
func (s *Store) gather() {
	s.mu.Lock()
	off := s.off != nil
	s.mu.Unlock()
	if off {
		return
	}
	timer := time.NewTimer(groupWait)
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
		if !ok {
			return
		}
		s.settle(b, s.keeper.keep(b))
	}
}

// take empties the queue into a batch. Notes go with its last records, so that none is on disk before what it is about.
func (s *Store) take() (batch, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.off != nil || len(s.queue)+len(s.notes) == 0 {
		return batch{}, false
	}
	if len(s.queue) > groupMost {
		b := batch{records: s.queue[:groupMost:groupMost], upto: s.kept}
		s.queue = s.queue[groupMost:]
		return b, true
	}
	b := batch{records: s.queue, notes: s.notes, upto: s.put}
	s.queue, s.notes = nil, map[string]string{}
	select {
	case <-s.now: // was about what is taken
	default:
	}
	return b, true
}

// settle says what became of a batch.
func (s *Store) settle(b batch, err error) {
	s.mu.Lock()
	if err != nil {
		t := *troubleFrom("save", s.path, err)
		t.Good = s.last
		s.lost = true
		s.turnOff(&t)
		s.mu.Unlock()
		return
	}
	s.kept = b.upto
	s.last += len(b.records)
	tell, last := s.onSaved, s.last
	s.mu.Unlock()
	if tell != nil {
		tell(last, nil)
	}
	s.mu.Lock()
	s.heard = b.upto
	s.turn()
	s.mu.Unlock()
}

// tellOff tells once that saving is turned off.
func (s *Store) tellOff() {
	s.mu.Lock()
	tell, last, off := s.onSaved, s.last, s.off
	if tell == nil || off == nil || s.told {
		s.mu.Unlock()
		return
	}
	s.told = true
	s.mu.Unlock()
	tell(last, off)
}

func outOfOrder(got, want int) error {
	return fmt.Errorf("record %d where %d should follow", got, want)
}
