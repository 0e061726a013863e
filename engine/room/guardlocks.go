package room

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// The pessimistic strategy: a writer takes the lock before it reads, and gives it back after it has written. Who does
// not get it sends nothing of that round until it is free; what it would have sent meanwhile goes then, in order. The
// texts stay those of the scene.
//
// Source: Azure, "Managing concurrency in Azure Storage", "Pessimistic concurrency for blobs".

// locker is a kind of lock.
type locker struct {
	// key is what a request needs the lock of; empty: it needs none.
	key     func(s scene, spec *engine.OpSpec, in engine.Send) string
	acquire func(spec *engine.OpSpec, in engine.Send) engine.Send
	release func(spec *engine.OpSpec, in engine.Send, lock string) engine.Send
	named   bool // a write names the lock
}

// longest is the longest lease that ends by itself, in seconds.
const longest = 60

func lockKinds() []guardKind {
	bare := func(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
		return unguarded(g, spec, s)
	}
	lease := &locker{key: leased, acquire: acquireLease, release: releaseLease, named: true}
	bytes := &locker{key: throughHandle, acquire: lockBytes, release: unlockBytes}
	return []guardKind{
		{id: "lease", title: "lease",
			say: "Every writer takes a lease before it reads and gives it back after it has written.", rewrite: bare,
			locker: lease,
			fits: func(spec *engine.OpSpec, _ engine.Send) bool {
				return changes(spec) && takes(spec, "lease") && leasable[spec.Object]
			}},
		{id: "share-none", title: "shared with nobody", say: "Every open shares the file with nobody.",
			rewrite: sharedWithNobody,
			fits:    func(spec *engine.OpSpec, _ engine.Send) bool { return spec.Verb == "smb-create" }},
		{id: "byte-lock", title: "byte-range lock",
			say:     "Every writer locks the bytes before it reads and unlocks them after it has written.",
			rewrite: throughHandles, locker: bytes,
			fits: func(spec *engine.OpSpec, _ engine.Send) bool { return spec.Verb == "smb-write" }},
	}
}

// leasable are the kinds whose content a lease guards.
var leasable = map[string]bool{"blob": true, "file": true}

func leased(_ scene, spec *engine.OpSpec, in engine.Send) string {
	if !leasable[spec.Object] || spec.Group != "read" && !changes(spec) {
		return ""
	}
	return spec.Object + " " + spec.Target(in.Args)
}

// acquireLease takes the longest lease that ends by itself; the lease of a file never does.
func acquireLease(spec *engine.OpSpec, in engine.Send) engine.Send {
	seconds := longest
	if spec.Object == "file" {
		seconds = -1
	}
	return engine.Send{By: in.By, Verb: "acquire-" + spec.Object + "-lease",
		Args: engine.Args("path", spec.Target(in.Args), "duration", strconv.Itoa(seconds))}
}

func releaseLease(spec *engine.OpSpec, in engine.Send, lock string) engine.Send {
	args := append(engine.Args("path", spec.Target(in.Args)),
		engine.Arg{Name: "lease", Value: engine.Ref(lock+".lease", false)})
	return engine.Send{By: in.By, Verb: "release-" + spec.Object + "-lease", Args: args}
}

func sharedWithNobody(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, note := unguarded(g, spec, s)
	if spec.Verb == "smb-create" {
		bare.Args = with(bare.Args, "share", engine.Text("none"))
	}
	return bare, note
}

// throughHandles is for locks that only handles have: a request that names the file's path has no such guard.
func throughHandles(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	bare, note := unguarded(g, spec, s)
	if spec.Object == "file" && changes(spec) && !strings.HasPrefix(spec.Verb, "smb-") {
		note = noSuchGuard
	}
	return bare, note
}

// throughHandle is the file that a request reaches through a handle.
func throughHandle(s scene, spec *engine.OpSpec, in engine.Send) string {
	if spec.Verb != "smb-read" && spec.Verb != "smb-write" {
		return ""
	}
	for _, name := range namesIn(in.Args) {
		for _, other := range s.inputs {
			if open, ok := other.(engine.Send); ok && open.As == name && open.Verb == "smb-create" {
				return "file " + s.world.Spec(open.Verb).Target(open.Args)
			}
		}
	}
	return ""
}

// allBytes is more than any file has.
const allBytes = "1048576"

func handleOf(in engine.Send) []engine.Arg {
	args := slices.DeleteFunc(slices.Clone(in.Args), func(a engine.Arg) bool { return a.Name != "handle" })
	return append(args, engine.Args("offset", "0", "length", allBytes)...)
}

func lockBytes(_ *engine.OpSpec, in engine.Send) engine.Send {
	return engine.Send{By: in.By, Verb: "smb-lock",
		Args: append(handleOf(in), engine.Args("fail-immediately", "true")...)}
}

func unlockBytes(_ *engine.OpSpec, in engine.Send, _ string) engine.Send {
	return engine.Send{By: in.By, Verb: "smb-unlock", Args: handleOf(in)}
}

// round is a writer's requests on one thing from its first read to its last write before it reads again.
type round struct {
	key   string
	by    string
	first engine.Send
	last  string        // the request whose answer ends it
	lock  string        // the answer that gave the lock; empty: not held
	late  []engine.Send // what it would have sent while it had to wait
	waits bool
	free  bool // there is nothing to lock, or nothing is written
}

// locks are the rounds of a scene.
type locks struct {
	*locker
	rounds []*round
	of     map[string]*round // by request
	taken  int
}

// locksOf finds the rounds.
func (s scene) locksOf(l *locker) *locks {
	all := &locks{locker: l, of: map[string]*round{}}
	open := map[string]*round{}
	for _, in := range s.inputs {
		send, ok := in.(engine.Send)
		if !ok || send.By == engine.Seed || s.world.Spec(send.Verb) == nil {
			continue
		}
		spec := s.world.Spec(send.Verb)
		key := l.key(s, spec, send)
		if key == "" {
			continue
		}
		at := open[send.By+" "+key]
		if at == nil || at.last != "" && spec.Group == "read" {
			at = &round{key: key, by: send.By, first: send}
			open[send.By+" "+key] = at
			all.rounds = append(all.rounds, at)
		}
		if changes(spec) {
			at.last = send.As
		}
		all.of[send.As] = at
	}
	for _, at := range all.rounds {
		at.free = at.last == ""
	}
	return all
}

// lockBefore takes the lock before a round's first request. waits says that the writer has to wait and sends nothing
// now.
func (g *guardRun) lockBefore(in engine.Send) (waits bool) {
	at := g.locks.of[in.As]
	if at == nil || at.free || at.lock != "" {
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
func (g *guardRun) lock(at *round) bool {
	spec := g.w.Spec(at.first.Verb)
	g.locks.taken++
	ask := g.locks.acquire(spec, at.first)
	ask.As = fmt.Sprintf("lock%d", g.locks.taken)
	if g.ask(ask) {
		at.lock = ask.As
		return true
	}
	if x := g.w.Named(ask.As); x != nil && x.Answer.Why != nil &&
		slices.Contains([]engine.Trouble{engine.IsLeased, engine.SharedFile}, x.Answer.Why.Rule.Kind) {
		return false
	}
	at.free = true
	g.tell("No lock for %s: there is nothing to lock yet.", at.first)
	return false
}

// ask sends a request of the strategy itself and hands its answer over.
func (g *guardRun) ask(in engine.Send) (accepted bool) {
	if !g.try(in) {
		return false
	}
	g.try(engine.Deliver{Names: []string{in.As}})
	g.try(engine.ReceiveAnswer{Names: []string{in.As}})
	return succeeded(g.w, in.As)
}

// lockNamed names the lock in a write that is made under it.
func (g *guardRun) lockNamed(spec *engine.OpSpec, in engine.Send) []engine.Arg {
	at := g.locks.of[in.As]
	if !g.locks.named || at == nil || at.lock == "" || !changes(spec) || !takes(spec, "lease") {
		return in.Args
	}
	return with(in.Args, "lease", engine.Ref(at.lock+".lease", false))
}

// unlockAfter gives the lock back once the last answer of a round is heard, and lets those go on who waited for it.
func (g *guardRun) unlockAfter(name string) {
	if g.locks == nil {
		return
	}
	at := g.locks.of[name]
	if at == nil || at.last != name || at.lock == "" || g.w.Named(name) == nil || g.w.Named(name).Heard.IsZero() {
		return
	}
	g.locks.taken++
	give := g.locks.release(g.w.Spec(at.first.Verb), at.first, at.lock)
	give.As = fmt.Sprintf("lock%d", g.locks.taken)
	g.ask(give)
	at.lock, at.free = "", true
	g.goOn(at.key)
}

// goOn gives the lock to the first who waits for it, and sends what it would have sent.
func (g *guardRun) goOn(key string) {
	for _, at := range g.locks.rounds {
		if !at.waits || at.key != key || !g.lock(at) && !at.free {
			continue
		}
		at.waits = false
		late := at.late
		at.late = nil
		for _, in := range late {
			delete(g.left, in.As)
			g.whole(in)
			g.unlockAfter(in.As)
		}
		return
	}
}

// lockLate is for those who still wait at the end: they wait until leases have ended by themselves.
func (g *guardRun) lockLate() {
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
