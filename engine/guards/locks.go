package guards

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// The pessimistic strategy: a writer takes the lock before it reads, and gives it back after it has written. Who does
// not get it sends nothing of that round until it is free; what it would have sent meanwhile goes then, in order. The
// texts stay those of the history.
//
// Source: Azure, "Managing concurrency in Azure Storage", "Pessimistic concurrency for blobs".

// longest is the longest lease that ends by itself, in seconds.
const longest = 60

// locking is how the guard of this run locks what a request uses; nil: it does not.
func (g *run) locking(spec *engine.OpSpec, verb string) *engine.Locking {
	l := g.kind.of[g.w.ServiceOf(verb)].Lock
	if !l.Locks(spec) {
		return nil
	}
	return l
}

// place is what a request locks: the object that it uses, through a handle the file that was opened.
func (g *run) place(l *engine.Locking, spec *engine.OpSpec, in engine.Send) string {
	if len(l.Within) > 0 {
		return l.Object + " " + l.Locked(target(spec, in)).String()
	}
	name, _, ok := target(spec, in).RefName()
	if !ok {
		return spec.Object + " " + spec.Target(in.Args)
	}
	for _, other := range g.in.sends() {
		if opener := g.w.Spec(other.Verb); other.As == name {
			return opener.Object + " " + opener.Target(other.Args)
		}
	}
	return ""
}

// target is the argument that names what a request is about, as it stands: a reference to a handle stays one.
func target(spec *engine.OpSpec, in engine.Send) engine.Value {
	for _, a := range in.Args {
		if a.Name == spec.Params()[0].Name {
			return a.Value
		}
	}
	return engine.Value{}
}

// round is a writer's requests on one thing from its first read to its last write before it reads again.
type round struct {
	*engine.Locking
	key     string
	by      string
	first   engine.Send
	last    string        // the request whose answer ends it
	lock    string        // the answer that gave the lock; empty: not held
	late    []engine.Send // what it would have sent while it had to wait
	waits   bool
	free    bool // there is nothing to lock, or nothing is written
	gone    bool // there was nothing to lock
	over    bool // its lock was given back
	endless bool // what is done in it takes a lock without an end
}

// locks are the rounds of a history.
type locks struct {
	rounds []*round
	of     map[string]*round // by request
	from   map[string]*round // by request: what it takes its bytes from, which its sender had read
	taken  int
}

// rounds finds the rounds of a run under a guard that locks; nil: it does not.
func (g *run) rounds() *locks {
	all := &locks{of: map[string]*round{}, from: map[string]*round{}}
	open, listed := map[string]*round{}, map[string]string{}
	for _, send := range g.in.sends() {
		spec := g.w.Spec(send.Verb)
		l := g.locking(spec, send.Verb)
		if l == nil {
			if spec.Group == engine.GroupRead && spec.Takes("prefix") { // a listing reads what lies in it
				listed[send.By+" "+spec.Target(send.Args)] = send.As
			}
			continue
		}
		key := g.place(l, spec, send)
		at := open[send.By+" "+key]
		if at == nil || at.last != "" && spec.Group == engine.GroupRead {
			at = &round{Locking: l, key: key, by: send.By, first: send}
			open[send.By+" "+key] = at
			all.rounds = append(all.rounds, at)
			holder, _, _ := strings.Cut(spec.Target(send.Args), "/")
			if as := listed[send.By+" "+holder]; as != "" && all.of[as] == nil && spec.Changes() {
				all.of[as] = at
			}
		}
		if spec.Changes() {
			at.last, at.endless = send.As, at.endless || slices.Contains(l.Endless, spec.Verb)
		}
		all.of[send.As] = at
		source := l.Takes(spec, send.Args)
		if read := open[send.By+" "+source.Kind+" "+source.Name]; read != nil && read != at && spec.Changes() {
			read.last, all.from[send.As] = send.As, read
		}
	}
	for _, at := range all.rounds {
		at.free = at.last == ""
	}
	if len(all.rounds) == 0 {
		return nil
	}
	return all
}

// lockBefore takes the lock before a round's first request. waits says that the writer has to wait and sends nothing
// now.
func (g *run) lockBefore(in engine.Send) (waits bool) {
	at := g.locks.of[in.As]
	if read := g.locks.from[in.As]; read != nil && read.waits {
		at = read
	}
	switch {
	case at == nil:
		return false
	case at.gone && !at.over: // what it makes may be there by now; it has no read to wait with where another holds it
		at.gone = !g.lock(at)
		at.free = at.gone
	}
	if at.free || at.lock != "" {
		return false
	}
	if !at.waits && !g.lock(at) && !at.free {
		at.waits = true
	}
	if at.waits {
		at.late = append(at.late, in)
		g.left[in.As] = true
	}
	return at.waits
}

// lock asks for a round's lock. What cannot be locked, as what is not there, is used without.
func (g *run) lock(at *round) bool {
	ask := g.aboutLock(at, at.Acquire, at.ArgsFor(at.endless))
	if g.ask(ask) {
		at.lock = ask.As
		return true
	}
	if x := g.w.Named(ask.As); x != nil && x.Answer.Why != nil && isTaken(x.Answer.Why.Rule.Kind) {
		return false
	}
	at.free, at.gone = true, true
	when := "yet"
	if x := g.w.Named(ask.As); x != nil && x.Answer.Why != nil && !x.Answer.Why.Since.IsZero() {
		when = "any more"
	}
	g.tell("No lock for %s: there is nothing to lock "+when+".", at.first)
	return false
}

// aboutLock is a request of the strategy itself about a round's lock; its first argument is that of the round's
// requests.
func (g *run) aboutLock(at *round, verb string, args []engine.Arg) engine.Send {
	g.locks.taken++
	target := engine.Arg{Name: g.w.Spec(verb).Params()[0].Name,
		Value: at.Locked(target(g.w.Spec(at.first.Verb), at.first))}
	return engine.Send{By: at.by, Verb: verb, As: fmt.Sprintf("lock%d", g.locks.taken),
		Args: append([]engine.Arg{target}, args...)}
}

// ask sends a request of the strategy itself and hands its answer over.
func (g *run) ask(in engine.Send) (accepted bool) { return g.try(in) && g.answered(in.As) }

// lockNamed names the lock in a write that is made under it.
func (g *run) lockNamed(spec *engine.OpSpec, in engine.Send) []engine.Arg {
	if g.locks == nil {
		return in.Args
	}
	at := g.locks.of[in.As]
	if at == nil || !at.Named || at.lock == "" || !spec.Changes() || spec.Object != at.Object || !spec.Takes("lease") {
		return in.Args
	}
	return engine.With(in.Args, "lease", engine.Ref(at.lock+".lease", false))
}

// unlockAfter gives the lock back once the last answer of a round is heard, and lets those go on who waited for it.
func (g *run) unlockAfter(name string) {
	if g.locks == nil {
		return
	}
	for _, at := range []*round{g.locks.of[name], g.locks.from[name]} {
		g.unlock(at, name)
	}
}

// unlock gives a round's lock back behind its last answer.
func (g *run) unlock(at *round, name string) {
	if at == nil || at.last != name || at.lock == "" || g.w.Named(name) == nil || g.w.Named(name).Heard.IsZero() {
		return
	}
	give := g.aboutLock(at, at.Release, at.ReleaseArgs)
	if at.Named {
		give.Args = engine.With(give.Args, "lease", engine.Ref(at.lock+".lease", false))
	}
	g.ask(give)
	at.lock, at.free, at.over = "", true, true
	g.goOn(at.key)
}

// goOn gives the lock to the first who waits for it, and sends what it would have sent.
func (g *run) goOn(key string) {
	for _, at := range g.locks.rounds {
		if !at.waits || at.key != key || !g.lock(at) && !at.free {
			continue
		}
		at.waits = false
		late := at.late
		at.late = nil
		for _, in := range late {
			delete(g.left, in.As)
			if g.lockBefore(in) { // it waits for another lock then
				continue
			}
			g.whole(in)
			g.unlockAfter(in.As)
		}
		return
	}
}

// lockLate is for those who still wait at the end: they wait until leases have ended by themselves.
func (g *run) lockLate() {
	if g.locks == nil {
		return
	}
	waited := false
	for _, at := range g.locks.rounds {
		if at.waits && !waited {
			waited = g.try(engine.Clock{By: longest * 1e9})
		}
		if at.waits {
			g.goOn(at.key)
		}
		if at.waits {
			g.tell("It waits for the lock to the end: %s.", at.first)
		}
	}
}
