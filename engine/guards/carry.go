package guards

import (
	"slices"
	"strings"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/view"
)

// A row changes the requests of the services that its guard is one of, and leaves all others as they were: a header of
// a blob takes no NX away from a key. Of its own services it stands in the place of a request's guard where it has
// something to say; who has nothing to name keeps the guard that it has, as nobody takes one off for nothing.

// carried is which guards the requests of a row carry, in any order.
type carried struct {
	guard   atomic.Bool   // the row's
	own     atomic.Bool   // one of their own, which the row leaves them
	kept    atomic.Bool   // one of their own that is the row's, as it was typed
	unheard atomic.Bool   // none, because nothing was heard that it could name
	changed atomic.Uint64 // the writers a change of whom was accepted, by their places in the world
}

// changes notes whose changes a search finds accepted in what it is given.
func (c *carried) changes(in explore.Input) explore.Input {
	place := map[string]int{}
	for n, w := range in.World.Writers() {
		place[w.ID] = n
	}
	in.Changed = func(by string) {
		if n, ok := place[by]; ok {
			c.changed.Or(1 << n)
		}
	}
	return in
}

// changers are the writers of whom that was noted, by their ids.
func (c *carried) changers(in explore.Input) (list []string) {
	for n, w := range in.World.Writers() {
		if c.changed.Load()&(1<<n) != 0 {
			list = append(list, w.ID)
		}
	}
	return list
}

// goesWithout ends the note on a request that the strategy has nothing for.
const goesWithout = ", so it goes without."

// keepsOwn is that note where the request keeps a guard of its own.
func keepsOwn(note string) string {
	if said, without := strings.CutSuffix(note, goesWithout); without {
		return said + ", so it keeps its own guard."
	}
	if note == engine.NoSuchGuard {
		return "There is no such guard for %s: own guards stay."
	}
	return note
}

// replaces says whether the strategy stands in the place of the guards of a service's requests.
func (k strategy) replaces(of *engine.Service) bool {
	return !k.Keeps && (k.scope == nil || k.scope[of])
}

// bareOf is a request without the guards that the strategy stands in the place of: one that guards what is changed
// leaves the conditions on a source, and none takes those off too. only as in engine.Service.BareOf.
func (k strategy) bareOf(of *engine.Service, spec *engine.OpSpec, in engine.Send) (bare engine.Send, only bool) {
	if k.ID == none.ID {
		return of.UnguardedOf(spec, in)
	}
	return of.BareOf(spec, in)
}

// in is what the strategy is for requests of a service.
func (k strategy) in(of *engine.Service) engine.Guarding {
	if k.of != nil {
		return k.of[of]
	}
	return k.Guarding
}

// fits says whether a request knows the strategy.
func (k strategy) fits(of *engine.Service, spec *engine.OpSpec, in engine.Send) bool {
	own := k.in(of)
	return own.Fits != nil && own.Fits(spec, in)
}

// filling gives a request whose own guards are off a strategy's, as engine.Guarding says.
type filling func(spec *engine.OpSpec, bare engine.Send, heard engine.Answers) (s engine.Send, note string)

// guardOf fills the strategy's guard in for a service's requests; nil: it has none there.
func (g *run) guardOf(of *engine.Service) filling {
	switch {
	case g.kind.of != nil:
		return g.kind.of[of].Guard
	case g.kind.ID == "if-match":
		return g.matching
	}
	return g.kind.Guard
}

// guarded gives a request the guard in the place of its own.
func (g *run) guarded(spec *engine.OpSpec, in engine.Send) (s engine.Send, note string) {
	of := g.w.ServiceOf(in.Verb)
	known := view.Answers{Known: view.OfWorld(g.w).Known(in.By)}
	guard, heard := g.guardOf(of), answers{view.ForRequest{Answers: known, Of: in}, g}
	if g.kind.Keeps {
		if guard == nil {
			return in, ""
		}
		if s, note = guard(spec, in, heard); !asksSame(s, in) {
			g.sent.guard.Store(true)
		}
		if strings.HasSuffix(note, goesWithout) {
			g.sent.unheard.Store(true)
		}
		return s, note
	}
	own := unnamed(spec, in, g.left)
	if g.kind.replaces(of) && (guard == nil || g.kind.locks()) && !g.isUnlocked(in.As) {
		if s, _ = g.kind.bareOf(of, spec, in); guard != nil {
			_, note = guard(spec, s, heard)
		}
		return s, note
	}
	return g.kind.instead(of, spec, own, guard, heard, g.sent)
}

// instead is a request with the strategy's guard, or with its own where the strategy has nothing for it.
func (k strategy) instead(of *engine.Service, spec *engine.OpSpec, own engine.Send, guard filling,
	heard engine.Answers, sent *carried) (s engine.Send, note string) {
	bare, _ := of.BareOf(spec, own)
	keeps := !asksSame(own, bare)
	if k.replaces(of) && guard != nil {
		s, note = guard(spec, bare, heard)
		if strings.HasSuffix(note, goesWithout) {
			sent.unheard.Store(true)
		}
		fits := note == "" && k.fits(of, spec, own)
		if !asksSame(s, bare) || fits && spec.Changes() {
			sent.guard.Store(true)
		}
		if !keeps || note == "" && (fits || !asksSame(s, bare)) {
			return s, note
		}
		if own, _ = guard(spec, own, heard); !asksSame(own, s) {
			note = keepsOwn(note)
		}
	}
	if keeps {
		sent.own.Store(true)
	}
	if keeps && k.carries(of, spec, own) {
		sent.kept.Store(true)
	}
	return own, note
}

// carries says whether a request has the strategy's guard by itself.
func (k strategy) carries(of *engine.Service, spec *engine.OpSpec, own engine.Send) bool {
	its := k.in(of)
	return its.Carries != nil && its.Carries(spec, own)
}

// isUnlocked says whether a request belongs to a round that found nothing to lock.
func (g *run) isUnlocked(name string) bool {
	return g.locks != nil && g.locks.of[name] != nil && g.locks.of[name].gone
}

// unnamed is a request without the guards that name a request which is left out: by whoever was told of it.
func unnamed(spec *engine.OpSpec, in engine.Send, left map[string]bool) engine.Send {
	in.Args = slices.DeleteFunc(slices.Clone(in.Args), func(a engine.Arg) bool {
		name, _, refers := a.Value.RefName()
		p, _ := spec.Param(a.Name)
		return refers && p.Guards() && left[name]
	})
	return in
}
