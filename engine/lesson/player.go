package lesson

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// Session is what a player moves: a room is one.
type Session interface {
	View() *view.View
	Step() (did string, err error)
	PassQuestion(byHand bool) error
	Go(record int) error
	Return(record int) error
	Did() (explore.Input, error)

	// Together carries out what one undo takes back.
	Together(name string, do func() error) error
}

// Done is what became of one part. The first answer counts, and the shortest way by which a goal was reached.
type Done struct {
	Chosen  int    `json:"chosen,omitempty"`  // the choice, from 1; -1: skipped
	Hints   int    `json:"hints,omitempty"`   // how many were shown
	Reached bool   `json:"reached,omitempty"` // the goal, by hand
	Actions int    `json:"actions,omitempty"` // with how many
	Shown   bool   `json:"shown,omitempty"`   // the author's way was shown
	Tried   string `json:"tried,omitempty"`   // what was tried before the goal was called reached; empty: nothing

	Hands []int `json:"hands,omitempty"` // of a room: how many are for each choice, as its teacher counted
}

// State is how far a reader is. It can be kept and set.
type State struct {
	Of    uint64 `json:"of,omitempty"` // the text that was played: a file may change meanwhile
	Page  int    `json:"page"`
	Parts []Done `json:"parts"`
	Ended bool   `json:"ended,omitempty"` // the last part was seen
	Gate  int    `json:"gate,omitempty"`  // the record at which the newest page was turned to, or its goal asked for
}

// Player plays a lesson in a session.
type Player struct {
	*Lesson
	State     State
	Presented bool   // to a room, by a remote control: its keys are told, and pages have blank rows
	Lines     bool   // it is played as lines: words are named, not keys
	Changed   bool   // the lesson is another one than the kept state was of: it begins anew
	but       string // what stands against a goal that is nearly reached

	at   []int // the record at which each page was turned to in this sitting; -1: it was not
	far  int   // the newest page
	left int   // the record at which the newest page was seen last; -1: not known
	seen int   // the record at which the pages stand
}

// ChangedSentence is told where a lesson begins anew because it is another one than was left.
const ChangedSentence = "This lesson has changed since it was left: it begins anew. Stars that it earned stay."

// NewPlayer stands at the start of a lesson, or where a kept state of it was; one that does not fit the file is left.
func NewPlayer(l *Lesson, kept State) *Player {
	p := &Player{Lesson: l, State: kept}
	if kept.Page < 0 || kept.Page >= len(l.Parts) || len(kept.Parts) != len(l.Parts) ||
		kept.Of != 0 && kept.Of != l.sum() {
		p.State = State{Parts: make([]Done, len(l.Parts))}
		p.Changed = kept.Page > 0
	}
	p.State.Of = l.sum()
	p.at, p.far, p.left = slices.Repeat([]int{-1}, len(l.Parts)), p.State.Page, -1
	return p
}

// sum tells one text of a lesson from another.
func (l *Lesson) sum() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(l.Text)) // a hash takes everything
	return h.Sum64() >> 11         // whole numbers up to 2^53 survive every reader of JSON
}

// Part is the page on which the player stands.
func (p *Player) Part() *Part { return &p.Parts[p.State.Page] }

// Done is what became of that page so far.
func (p *Player) Done() *Done { return &p.State.Parts[p.State.Page] }

// Waits says whether the page is a question that nobody has answered.
func (p *Player) Waits() bool { return p.Part().Sort == Asked && p.Done().Chosen == 0 }

// Open says whether the newest page is a question that nobody has answered, whichever page is read just now.
func (p *Player) Open() bool { return p.Parts[p.far].Sort == Asked && p.State.Parts[p.far].Chosen == 0 }

// Aims says whether the page is a goal that is still to be reached.
func (p *Player) Aims() bool {
	return p.Part().Sort == Aimed && !p.Done().Reached && !p.Done().Shown
}

var (
	errWaits = errors.New("a question is open: answer it by its number, or skip it")
	errAims  = errors.New("here it is your turn: reach the goal, or skip it and see the author's way")
)

// Choose answers the question of the page with its n-th choice, from 1, and plays what it asked about.
func (p *Player) Choose(s Session, n int) error {
	if p.Part().Sort != Asked || n < 1 || n > len(p.Part().Question.Choices) {
		return fmt.Errorf("there is no answer %d here", n)
	}
	return p.answer(s, n)
}

func (p *Player) answer(s Session, n int) error {
	if p.Done().Chosen != 0 {
		return nil
	}
	if err := p.pass(s, false); err != nil {
		return err
	}
	p.Done().Chosen = n
	return p.playPart(s, "what was asked about")
}

// Skip goes past a question without an answer, or shows the author's way to a goal.
func (p *Player) Skip(s Session) error {
	switch {
	case p.Waits():
		return p.answer(s, -1)
	case p.Aims():
		if err := p.pass(s, false); err != nil {
			return err
		}
		p.Done().Shown = true
		return p.playPart(s, "the author's way")
	}
	return p.GoOn(s)
}

// pass lets the script of a session go past the gate of the page, where it stands at it.
func (p *Player) pass(s Session, byHand bool) error {
	if g := s.View().Gate; g == nil || g.Line != p.gateLine() {
		return nil
	}
	return s.PassQuestion(byHand)
}

// gateLine is the line of the ask or the goal of the page.
func (p *Player) gateLine() int { return p.Part().Line }

// Count takes how many hands are up for each choice of the open question, in their order; those that were not counted
// are none. It says how many numbers are too many.
func (p *Player) Count(hands []int) (tooMany int) {
	if !p.Waits() {
		return len(hands)
	}
	n := len(p.Part().Question.Choices)
	p.Done().Hands = slices.Clone(hands[:min(len(hands), n)])
	return max(len(hands)-n, 0)
}

// Hint shows the next hint of the page, and whether there was one.
func (p *Player) Hint() bool {
	if !p.Hints() {
		return false
	}
	p.Done().Hints++
	return true
}

// Hints says whether the page has another hint.
func (p *Player) Hints() bool {
	return p.Done().Hints < len(p.Part().Hints()) && (p.Waits() || p.Aims())
}

// Hints are those of the question or the goal.
func (p *Part) Hints() []string {
	switch {
	case p.Question != nil:
		return p.Question.Hints
	case p.Goal != nil:
		return p.Goal.Hints
	}
	return nil
}

// GoOn plays what is left of the page and turns it. A question must be answered, a goal reached or skipped first.
func (p *Player) GoOn(s Session) error {
	switch {
	case p.Waits():
		return errWaits
	case p.Aims():
		return errAims
	case p.Part().Sort == Ended:
		return nil
	case p.IsBack():
		p.State.Page++
		return p.stand(s)
	case p.Part().Sort == Aimed && p.Done().Reached:
		if err := p.pass(s, true); err != nil {
			return err
		}
	}
	if p.Part().Sort == Told || p.Part().Sort == Asked || p.Done().Shown { // an undo may have taken a part of it back
		if err := p.playPart(s, "what the page played"); err != nil {
			return err
		}
	}
	p.turn(s.View())
	return nil
}

// Begin goes past pages that say nothing: a puzzle begins with its goal.
func (p *Player) Begin(s Session) error {
	for p.Part().Sort == Told && p.Part().Text == "" {
		if err := p.GoOn(s); err != nil {
			return err
		}
	}
	if v := s.View(); p.State.Page == 0 {
		p.begin(v)
	}
	return nil
}

func (p *Player) turn(v *view.View) {
	p.State.Page = min(p.State.Page+1, len(p.Parts)-1)
	p.State.Ended = p.State.Ended || p.Part().Sort == Ended
	p.begin(v)
}

// begin remembers where a page was turned to: what comes behind that counts.
func (p *Player) begin(v *view.View) {
	p.at[p.State.Page], p.far, p.left, p.seen = v.Record, max(p.far, p.State.Page), v.Record, v.Record
	if !p.Aims() || v.Gate != nil && v.Gate.Line == p.gateLine() {
		p.State.Gate = v.Record
	}
}

// mostSteps is how many moments one page may play.
const mostSteps = 1000

// playPart plays what of the page is left, as one thing to take back.
func (p *Player) playPart(s Session, name string) error {
	return s.Together(name, func() error {
		for range mostSteps {
			v := s.View()
			if v.ScriptLine == 0 || v.ScriptLine >= p.Part().End || v.Gate != nil {
				return nil
			}
			if _, err := s.Step(); err != nil {
				return err
			}
		}
		return fmt.Errorf("this page does not come to its end in %d steps", mostSteps)
	})
}

// Look follows a session that somebody moved: a page of words whose moments have all played is turned, a goal may be
// reached. It says whether something is new.
func (p *Player) Look(s Session) (changed bool) {
	v, at, but := s.View(), p.State.Page, p.but
	p.follow(v)
	for !p.IsBack() && p.Part().Sort == Told && (v.ScriptLine == 0 || v.ScriptLine >= p.Part().End) &&
		p.State.Page < len(p.Parts)-1 &&
		!v.Past && v.Record != p.State.Gate {
		p.turn(v)
	}
	if !p.IsBack() && !v.Past {
		p.left = v.Record
	}
	p.but = ""
	if p.mayReach() && v.Gate != nil && v.Gate.Line == p.gateLine() && v.Record > p.State.Gate {
		done, actions := since(v, p.State.Gate)
		done.All = s.Did
		if done.Events == nil {
			return at != p.State.Page
		}
		reached, but := p.Part().Goal.Reached(p.File, v.Clone(), done)
		if reached && (!p.Done().Reached || actions < p.Done().Actions) {
			p.Done().Reached, p.Done().Actions, p.Done().Tried = true, actions, but
			return true
		}
		if p.Aims() {
			p.but = but
		}
	}
	return at != p.State.Page || but != p.but
}

// mayReach says whether the page is a goal that may still be reached, or reached in fewer actions.
func (p *Player) mayReach() bool {
	return p.Aims() || p.Part().Sort == Aimed && p.Done().Reached && p.Done().Actions > p.Part().Actions
}

// since is what was done behind a record of the path, and in how many actions; those that only let time pass are none.
func since(v *view.View, record int) (done scenario.Since, actions int) {
	last := 0
	for _, e := range v.Log().All() {
		done.Branch = append(done.Branch, *e.Event())
		if e.Record <= record {
			continue
		}
		done.Events, done.Marks = append(done.Events, *e.Event()), append(done.Marks, e.Marks...)
		if e.Event().Kind != engine.Passed && e.Event().Kind != engine.Ended && e.Action != last {
			actions, last = actions+1, e.Action
		}
	}
	return done, actions
}

// Stars are up to three: every question right at once, no hint, every goal within its author's actions. Where a lesson
// has no questions, every goal must be reached for their star, and where it has no goals, every question answered: what
// was only shown earns nothing by what was never asked. A lesson that was not played to its end has none.
func (l *Lesson) Stars(s State) (stars int) {
	if !s.Ended || len(s.Parts) != len(l.Parts) {
		return 0
	}
	right, plain, short, answered, reached := true, true, true, true, true
	for i, p := range l.Parts {
		d := s.Parts[i]
		plain = plain && d.Hints == 0
		switch p.Sort {
		case Asked:
			answered = answered && d.Chosen > 0
			right = right && d.Chosen > 0 && p.Question.Choices[min(d.Chosen, len(p.Question.Choices))-1].Right
		case Aimed:
			reached = reached && d.Reached
			short = short && d.Reached && d.Actions <= p.Actions
		}
	}
	for _, held := range []bool{right && (l.Questions() > 0 || reached), plain, short && (l.Goals() > 0 || answered)} {
		if held {
			stars++
		}
	}
	return stars
}

// Resume brings a fresh session to where a kept state says that the lesson was left: everything is played as its author
// wrote it, what was answered stays answered.
func (p *Player) Resume(s Session) error {
	for range mostSteps {
		v := s.View()
		line := p.Part().Line
		if v.ScriptLine == 0 || v.ScriptLine >= line && p.Part().Sort != Asked ||
			p.Part().Sort == Asked && (v.ScriptLine >= line && p.Done().Chosen == 0 || v.ScriptLine >= p.Part().End) {
			break
		}
		err := error(nil)
		if v.Gate != nil {
			err = s.PassQuestion(false)
		} else {
			_, err = s.Step()
		}
		if err != nil {
			return err
		}
	}
	p.at[p.State.Page] = s.View().Record
	if p.Part().Sort == Aimed && p.Done().Shown {
		return errors.Join(p.pass(s, false), p.playPart(s, "the author's way"))
	}
	p.begin(s.View())
	return nil
}
