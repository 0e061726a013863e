package scenario

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/timeline"
)

// Moment is the smallest thing that a file does: one input, or a statement that puts none into the world (bookmark,
// back, draft, ask, goal, state).
type Moment struct {
	Statement *Statement
	N         int          // of the statement's inputs, from 0
	Input     engine.Input // nil: the world stays as it is
	What      string       // for people, as `ann sends put-blob`

	phase phase // of a step or a run: what it does, and for whom; the world says by which inputs
	by    string
}

// Moments are all moments of the file in order.
func (f *File) Moments() []Moment {
	var list []Moment
	for _, s := range f.Statements {
		for n, in := range s.Inputs {
			list = append(list, Moment{Statement: s, N: n, Input: in, What: what(in)})
		}
		if s.Walks() {
			list = append(list, s.steps()...)
		}
		switch s.Kind {
		case Bookmark, Back, Draft, Ask, Goal, State:
			list = append(list, Moment{Statement: s, What: strings.TrimSpace(line(string(s.Kind), s.Name, s.Text))})
		}
	}
	return list
}

func what(in engine.Input) string {
	switch in := in.(type) {
	case engine.Send:
		return fmt.Sprintf("%s sends %s", in.By, in.Verb)
	case engine.Deliver:
		return "the service decides " + names(in.Names)
	case engine.ReceiveAnswer:
		return "the answer of " + names(in.Names) + " is heard"
	}
	return FormatInput(in)
}

// Around is what a player looks at of the world it plays in: a World has it, and so may a view of one.
type Around interface {
	Named(name string) *engine.Exchange
	Flight() []*engine.Message
	Exchange(number int) *engine.Exchange
	Answerless(request int) bool
	Writers() []*engine.Writer
	PlanOf(writer string) *engine.PlanState
	Ready(writer string) error
	Setting(name string) string
	Now() engine.Instant
}

// done says whether a later moment of a whole request has nothing left to do: somebody did it by hand, the message was
// lost, or the request must wait, so that there is nothing to hear yet.
func (m Moment) done(w Around) bool {
	if m.N == 0 || w == nil || m.Statement.Kind != Request {
		return false
	}
	x := w.Named(m.Statement.Name)
	if x == nil {
		return true
	}
	for _, message := range w.Flight() {
		if message.Request != x.Number || message.Copy != 0 || message.State == engine.Working {
			continue
		}
		if _, decides := m.Input.(engine.Deliver); decides {
			return message.Back || message.State == engine.AtServiceWaiting
		}
		return !message.Back
	}
	return true
}

// Player plays a file step by step. It knows its place and where the bookmarks are; the world is another's.
type Player struct {
	moments []Moment
	at      int
	places  map[string]int

	pages    bool     // it is a lesson: no step goes beyond a page
	about    string   // what the author says of the whole file
	captions []string // by moment
}

// NewPlayer stands at the start of a file.
func NewPlayer(f *File) *Player {
	moments := f.Moments()
	return &Player{moments: moments, places: map[string]int{}, pages: f.LessonTitle() != "",
		about: f.About(), captions: f.captions(moments)}
}

// At is the player's place, to be kept; Go sets it.
func (p *Player) At() int    { return p.at }
func (p *Player) Go(at int)  { p.at = min(max(at, 0), len(p.moments)) }
func (p *Player) Len() int   { return len(p.moments) }
func (p *Player) Ends() bool { return p.at >= len(p.moments) }

// Line is the line of the file that is played next; 0 at its end.
func (p *Player) Line() int {
	if p.Ends() {
		return 0
	}
	return p.moments[p.at].Statement.Line
}

// Places are the records of the bookmarks met so far, to be kept and set with the place.
func (p *Player) Places() map[string]int { return p.places }

// Step is what one press of `.` does: go back to a bookmark, remember bookmarks, fill editors, ask, put inputs in; in
// this order.
type Step struct {
	Statement *Statement // of the last moment
	Back      string     // the bookmark to travel to before anything else; empty: stay
	Bookmarks []string   // names for the record at which the step begins
	Drafts    []*Statement
	Ask       *Statement // a question or a goal, alone: nothing is put in until the reader goes on
	Inputs    []engine.Input
	What      string
}

// Next is the next step, behind which the player then stands; ok is false at the end. What makes the start of a race is
// one step; a whole request is three, and a step of a plan. What was done by hand meanwhile is left out, where w is
// given; without w no step of a plan is known, and the player stops in front of it. What seed does at the start must
// not wait.
func (p *Player) Next(w Around) (s Step, ok bool) {
	for !p.Ends() {
		m := p.moments[p.at]
		switch {
		case len(s.Inputs) > 0 && !m.Statement.IsSetup():
			return s, true
		case p.beginsPage(m) && !s.empty():
			return s, true
		case m.Statement.waitsForReader():
			s.Ask = m.Statement
		case m.Statement.Kind == Back && (s.Back != "" || len(s.Bookmarks) > 0):
			return s, true
		case m.Statement.Kind == Back:
			s.Back, w = m.Statement.Name, nil
		case m.Statement.Kind == Bookmark:
			s.Bookmarks = append(s.Bookmarks, m.Statement.Name)
		case m.Statement.Kind == Draft:
			s.Drafts = append(s.Drafts, m.Statement)
		case m.phase != 0:
			if w == nil || len(s.Inputs) > 0 {
				return s, ok
			}
			on := 0
			s.Inputs, on = m.inputs(w)
			p.at += on - 1
		case m.Input != nil && !m.done(w):
			s.Inputs, w = append(s.Inputs, m.Input), nil // from here on w is not the world that the next input meets
		}
		p.at++
		if s.empty() {
			continue
		}
		s.Statement, s.What, ok = m.Statement, m.What, true
		if s.Ask != nil || len(s.Inputs) > 0 && !m.Statement.IsSetup() {
			return s, true
		}
		if len(s.Inputs) > 0 {
			s.What = "the start"
		}
	}
	return s, ok
}

// beginsPage says whether a moment is the first of something that the reader is told or asked before it happens.
func (p *Player) beginsPage(m Moment) bool {
	return m.Statement.waitsForReader() || p.pages && m.N == 0 && m.Statement.endsStretch()
}

// AtPage says whether the player stands where a page of a lesson begins.
func (p *Player) AtPage() bool { return !p.Ends() && p.beginsPage(p.moments[p.at]) }

// waitsForReader says whether a file goes on behind a statement only when its reader has done something.
// Goal says whether the step is a goal, which the reader is to reach.
func (s Step) Goal() bool { return s.Ask != nil && s.Ask.Kind == Goal }

func (s *Statement) waitsForReader() bool { return s.Kind == Ask || s.Kind == Goal }

// Behind is the place behind all that stands between a goal and the next question, goal, way back or comment: behind
// the author's way there.
func (p *Player) Behind(goal *Statement) int {
	at := p.at
	for at < len(p.moments) && p.moments[at].Statement != goal {
		at++
	}
	for at++; at < len(p.moments) && !p.moments[at].Statement.endsStretch(); at++ {
	}
	return min(at, len(p.moments))
}

func (s Step) empty() bool {
	return s.Back == "" && len(s.Bookmarks) == 0 && len(s.Drafts) == 0 && s.Ask == nil && len(s.Inputs) == 0
}

// Play does the next step on a timeline. On an error nothing was done and the player stands where it was.
func (p *Player) Play(t *timeline.Timeline) (s Step, events []engine.Event, err error) {
	at, here := p.at, t.Here()
	s, _ = p.Next(t.World())
	if s.Back != "" {
		if err = t.Go(p.places[s.Back]); err != nil {
			p.at = at
			return s, nil, fmt.Errorf("back %s: %w", s.Back, err)
		}
	}
	start := t.Here()
	if len(s.Inputs) > 0 {
		if events, err = t.Do(s.Inputs...); err != nil {
			p.at = at
			return s, nil, backTo(t, here, err)
		}
	}
	for _, name := range s.Bookmarks {
		p.places[name] = start
	}
	return s, events, nil
}

func backTo(t *timeline.Timeline, record int, err error) error {
	if again := t.Go(record); again != nil {
		return fmt.Errorf("%w; and %w", err, again)
	}
	return err
}
