package timeline

import (
	"fmt"

	"interleave/engine"
)

// Divergence is a record that replays to something else than was said when it was made: the rules have changed since.
type Divergence struct {
	Number     int
	Line       string
	Said, Says string // then and now; an input that is impossible now says why
}

// Load replays records, which are the next of a log, and leaves the cursor at the newest that could be replayed. What
// diverges is told and kept; nothing is rewritten. An error means that the records are no log. read reads lines as the
// timeline does itself, but one at a time: it may use its memory again.
func (t *Timeline) Load(records []Record, read func(string) (engine.Input, error)) ([]Divergence, error) {
	var diverged []Divergence
	for _, r := range records {
		if r.Number != t.nodes.Len() || r.Parent < 0 || r.Parent >= r.Number || r.Action < 1 || r.Action > r.Number {
			return diverged, fmt.Errorf("record %d after %d with parent %d is out of order", r.Number, t.nodes.Len()-1,
				r.Parent)
		}
		in, events, broken := t.replay(r, read)
		says := said(events)
		if broken != nil {
			t.broken[r.Number], says = broken, broken.Error()
		}
		here, branch := t.here, t.branch // where the live world stands
		t.add(r, in, events)
		if t.sums(r.Number); t.digest(r.Number) != r.Digest {
			t.other[r.Number] = r.Digest
		}
		if says != r.Said || broken == nil && t.digest(r.Number) != r.Digest {
			diverged = append(diverged, Divergence{Number: r.Number, Line: r.Line, Said: r.Said, Says: says})
		}
		if broken != nil {
			t.here = here
			if !t.Contains(t.branches[t.branch].Tip, here) {
				t.branch = branch
			}
		}
	}
	return diverged, nil
}

// replay carries out one record below its parent.
func (t *Timeline) replay(r Record, read func(string) (engine.Input, error)) (in engine.Input, events []engine.Event,
	broken error) {
	if r.Parent != t.here {
		if err := t.Go(r.Parent); err != nil {
			return nil, nil, err
		}
	}
	if in, broken = read(r.Line); broken != nil {
		return nil, nil, broken
	}
	events, broken = t.world.Step(r.Number, in)
	return in, events, broken
}
