package plain

import (
	"bufio"

	"interleave/engine/room"
	"interleave/engine/view"
)

// meanwhile tells what programs do while a line is waited for. At a terminal nothing is told before the line is whole:
// what a person has typed of it stands in the terminal, so that what was written there would tear it.
type meanwhile struct {
	in    *bufio.Reader
	asked chan struct{} // a line is wanted: none is read before
	lines chan typed
	news  chan struct{} // something has happened
	of    *room.Room    // who tells the news; nil: nobody
}

// typed is a line as readLine gives it.
type typed struct {
	line  []byte
	whole bool
	err   error
	broke any // what the reader panicked with: it goes on where the session is saved; nil: it did not
}

// newMeanwhile begins to read; end closes it.
func newMeanwhile(in *bufio.Reader) *meanwhile {
	m := &meanwhile{in: in, asked: make(chan struct{}), lines: make(chan typed, 1), news: make(chan struct{}, 1)}
	go func() {
		for range m.asked {
			m.lines <- m.read()
		}
	}()
	return m
}

func (m *meanwhile) read() (t typed) {
	defer func() { t.broke = recover() }()
	t.line, t.whole, t.err = readLine(m.in)
	return t
}

func (m *meanwhile) end() {
	m.listenTo(nil)
	close(m.asked)
}

// listenTo has the news of a room wake the desk, and those of no other.
func (m *meanwhile) listenTo(r *room.Room) {
	if m.of == r {
		return
	}
	if m.of != nil {
		m.of.OnNews(nil)
	}
	if m.of = r; r != nil {
		r.OnNews(func(*view.View) {
			select {
			case m.news <- struct{}{}:
			default:
			}
		})
	}
}

// line is the next line; what programs do before it comes is told as it happens.
func (m *meanwhile) line(d *desk) (line []byte, whole bool, err error) {
	if len(d.room.View().Door.Ports) > 0 {
		m.listenTo(d.room)
	} else {
		m.listenTo(nil)
	}
	m.asked <- struct{}{}
	for {
		select {
		case t := <-m.lines:
			if t.broke != nil {
				panic(t.broke)
			}
			return t.line, t.whole, t.err
		case <-m.news:
			d.follow()
		}
	}
}
