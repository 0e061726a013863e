package timeline

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Divergence is a record that replays to something else than was said when it was made: the rules have changed since.
type Divergence struct {
	Number     int
	Line       string
	Said, Says string // then and now; an input that is impossible now says why
}

// Expect makes room for so many records more.
func (t *Timeline) Expect(records int) { t.nodes = slices.Grow(t.nodes, records) }

// Load replays records, which are the next of a log, and leaves the cursor at the newest that could be replayed. What
// diverges is told and kept; nothing is rewritten. An error means that the records are no log.
func (t *Timeline) Load(records []Record, parse func(string) (engine.Input, error)) ([]Divergence, error) {
	var diverged []Divergence
	for _, r := range records {
		if r.Number != len(t.nodes) || r.Parent < 0 || r.Parent >= r.Number || r.Action < 1 || r.Action > r.Number {
			return diverged, fmt.Errorf("record %d after %d with parent %d is out of order", r.Number, len(t.nodes)-1,
				r.Parent)
		}
		n := t.replay(r, parse)
		if says := n.says(); says != r.Said || n.broken == nil && n.Digest != r.Digest {
			diverged = append(diverged, Divergence{Number: r.Number, Line: r.Line, Said: r.Said, Says: says})
		}
		n.Record = r
		here, branch := t.here, t.branch // where the live world stands
		t.add(n)
		if n.broken != nil {
			t.here = here
			if !t.Contains(t.branches[t.branch].Tip, here) {
				t.branch = branch
			}
		}
	}
	return diverged, nil
}

func (n node) says() string {
	if n.broken != nil {
		return n.broken.Error()
	}
	return n.Said
}

// replay carries out one record below its parent.
func (t *Timeline) replay(r Record, parse func(string) (engine.Input, error)) node {
	n := node{Record: r}
	if r.Parent != t.here {
		if n.broken = t.Go(r.Parent); n.broken != nil {
			return n
		}
	}
	if n.input, n.broken = parse(r.Line); n.broken != nil {
		return n
	}
	n.events, n.broken = t.world.Step(r.Number, n.input)
	n.Said, n.Digest, n.digest = said(n.events), t.world.Digest(), t.world.Digest()
	return n
}
