package lesson

import (
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// Pages and time go together: who turns back sees what stood there then, and who goes back in time reads what was said.

// Asks is where the question stands whose answer may not be told.
type Asks uint8

// The places of a question.
const (
	AsksNothing Asks = iota
	AsksHere         // on the page that stands: a number answers it
	AsksNext         // the next page asks it: the script waits for it already
	AsksAhead        // on the newest page, while an earlier one is read again
)

// Asks is where the question stands whose answer may not be told while v is looked at.
func (p *Player) Asks(v *view.View) Asks {
	gated := v.Gate != nil && v.Gate.Kind == scenario.Ask
	switch {
	case p.Waits():
		return AsksHere
	case p.IsBack() && (gated || p.Open()):
		return AsksAhead
	case gated || p.Open():
		return AsksNext
	}
	return AsksNothing
}

// IsBack says whether a page stands that is not the newest.
func (p *Player) IsBack() bool { return p.State.Page < p.far }

// Begins says whether nothing has happened on the page yet: what an undo would take back belongs to the page before.
func (p *Player) Begins(v *view.View) bool {
	return p.State.Page > 0 && (v.Record == p.at[p.State.Page] || !p.IsBack() && v.Record == p.State.Gate)
}

// HasBack says whether there is a page before this one that says something: a puzzle begins with its goal.
func (p *Player) HasBack() bool {
	return p.State.Page > 1 || p.State.Page == 1 && p.Parts[0].Text != ""
}

// Back turns to the page before, and time with it.
func (p *Player) Back(s Session) error {
	if !p.HasBack() {
		return nil
	}
	if v := s.View(); !p.IsBack() && !v.Past {
		p.left = v.Record
	}
	p.State.Page--
	return p.stand(s)
}

// stand brings the session to where the page belongs. Words speak of what is there when they are read; an answer and a
// goal that is reached speak of what came of them.
func (p *Player) stand(s Session) error {
	record := p.at[p.State.Page]
	if !p.IsBack() {
		if p.left >= 0 {
			record = p.left
		}
		if record < 0 {
			return nil
		}
		p.seen = record
		return s.Return(record)
	}
	if next := p.at[p.State.Page+1]; p.Part().Sort != Told && next >= 0 {
		record = next
	}
	if record < 0 {
		return nil
	}
	p.seen = record
	return s.Go(record)
}

// follow turns pages with a session that travels in time.
func (p *Player) follow(v *view.View) {
	if v.Record == p.seen {
		return
	}
	p.seen = v.Record
	if p.IsBack() && v.Record == p.left && !v.Past {
		p.State.Page = p.far
		return
	}
	if here := p.at[p.State.Page]; here >= 0 && v.Record < here {
		for page := p.State.Page - 1; page >= 0; page-- {
			if p.at[page] >= 0 && p.at[page] <= v.Record {
				p.State.Page = page
				return
			}
		}
	}
	for p.IsBack() && p.at[p.State.Page+1] > p.at[p.State.Page] && p.at[p.State.Page] >= 0 &&
		v.Record > p.at[p.State.Page+1] {
		p.State.Page++
	}
}
