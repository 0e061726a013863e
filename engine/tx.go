package engine

import "slices"

// Tx is one request being judged: the only window an operation has on the world. A refusal drops what was written. Now
// and Mark are fixed at delivery; tokens come from the record number, so a replay mints the same and no branch repeats
// one.
type Tx struct {
	world    *World
	state    State // of the operation's own service, never another's
	mark     Mark
	minted   *uint16 // in this record
	arrived  Mark
	exchange *Exchange // the request; nil where the clock moves
	choices  []int
	open     []int // how many ways there were, for each choice made

	showed   []Part
	took     []Part
	compared Comparisons // from its decision on
	shadow   bool
	refused  []Entry
	carried  []int
	guarded  int
	former   Mark  // of a change that the service did not go by yet
	works    bool  // the service goes on alone
	stopped  []int // requests whose work the service gave up
	beliefs  []Belief
}

// Written is one record before and after; undo writes the one back, redo the other.
type Written struct {
	table         uint8
	name          string
	before, after Record
}

// begin is the judgement of a request, in the place of the one before.
func (w *World) begin(x *Exchange, mark Mark) *Tx {
	cutList(&w.changes, 0)
	cutList(&w.compared, 0)
	w.judged = Tx{world: w, mark: mark, minted: &w.minted, exchange: x, showed: w.showing[:0]}
	return &w.judged
}

// State is the state of the operation's own service.
func (tx *Tx) State() State { return tx.state }

// Now is the moment of delivery.
func (tx *Tx) Now() Instant { return tx.mark.At }

// Mark is to be stored on whatever the operation changes.
func (tx *Tx) Mark() Mark { return tx.mark }

// As is the mark under another name: that of the writer whose wish an effect carries out, as a deadline that it set.
func (tx *Tx) As(by string) Mark {
	m := tx.mark
	m.By = by
	return m
}

// For is the mark of an effect that carries out what an earlier request asked for, as the flush of a cache: under the
// name of its sender. The Change that it goes with says so too.
func (tx *Tx) For(request int) Mark {
	m := tx.mark
	if x := tx.world.Exchange(request); x != nil {
		m.Request, m.By = request, x.By
	}
	return m
}

// Arrived is the mark of the request's arrival, where that was a moment of its own; else that of its delivery.
func (tx *Tx) Arrived() Mark {
	if tx.arrived.IsZero() {
		return tx.mark
	}
	return tx.arrived
}

// Pending is another request that is at the service and not decided yet, with the mark of its arrival.
type Pending struct {
	Op      Op
	Arrived Mark
}

// Undecided are the other requests that are at the service of this one and not decided yet, in the order in which they
// are in flight.
func (tx *Tx) Undecided() (list []Pending) {
	for _, m := range tx.world.Flight() {
		x := tx.world.Exchange(m.Request)
		if !m.Back && (m.State == AtService || m.State == AtServiceWaiting) && m.Request != tx.mark.Request &&
			x.Service() == tx.exchange.Service() {
			list = append(list, Pending{Op: x.Op(), Arrived: m.Arrived})
		}
	}
	return list
}

// Principal is who the sender is to a policy: its writer's principal, else its id.
func (tx *Tx) Principal() string {
	if w := got[*Writer](tx.world.writers, tx.mark.By); w != nil && w.Principal != "" {
		return w.Principal
	}
	return tx.mark.By
}

// Setting is what a switch of the service stands at; empty where it was never set.
func (tx *Tx) Setting(name string) string {
	return tx.world.setting(tx.exchange.Service() + "." + name)
}

// WriterSwitch is what a switch of a writer stands at, as `responsive`; empty where it was never set.
func (tx *Tx) WriterSwitch(writer, name string) string { return tx.world.setting(writer + "." + name) }

// Mint makes a token that no other record makes.
func (tx *Tx) Mint(k Kind) Token {
	*tx.minted++
	return Token{Kind: k, N: uint64(tx.mark.Event)<<16 | uint64(*tx.minted)}
}

// Choose is how the service does what its documents leave open, 0 <= result < n: what the input's choose list says,
// else 0, the habit.
func (tx *Tx) Choose(n int) int {
	made := len(tx.open)
	tx.open = append(tx.open, n)
	if made < len(tx.choices) && tx.choices[made] < n {
		return tx.choices[made]
	}
	return 0
}

// Refuse is what the client sees and why, from one place: nobody reconstructs the reason later. What was written is
// dropped.
func (tx *Tx) Refuse(c *Cause) Answer { return Answer{Status: c.Rule.Fault.Status, Why: c, done: true} }

// RefuseKeeping refuses and leaves the trace that was written.
func (tx *Tx) RefuseKeeping(c *Cause) Answer {
	a := tx.Refuse(c)
	a.keeps = true
	return a
}

// Wait leaves the request at the service: it is judged again, first come first, after each event there and at until (0:
// no such moment).
func (tx *Tx) Wait(c *Cause, until Instant) Answer {
	w := *c
	w.Until = until
	return Answer{Why: &w, waits: true}
}

// Done accepts. The answer has the fields in a list of its own.
func (tx *Tx) Done(status int, fields ...Field) Answer {
	for i := range fields {
		addTo(&tx.world.fields, fields[i])
	}
	return Answer{Status: status, Fields: closeList(&tx.world.fields), done: true}
}

// Show says that the answer shows a part: its content or its absence.
func (tx *Tx) Show(p Part) { tx.showed = append(tx.showed, p) }

// Missing is the cause that what a request needs is not there, and who removed it where somebody did. The answer shows
// that it is gone.
func (tx *Tx) Missing(r *Rule, object ObjectID, want Value, removed Mark) *Cause {
	tx.Show(Part{Object: object, Name: "*", Gone: true, Mark: removed})
	return &Cause{Rule: r, Want: want, Since: removed}
}

// Change says what the request does to a part; the answer, once heard, shows the new state.
func (tx *Tx) Change(c Change) { addTo(&tx.world.changes, c) }

// Made says that the request makes what has these parts, where there was nothing, or what somebody removed. One of them
// is what it was asked for; the others come with it.
func (tx *Tx) Made(parts []Part, asked string, removed Mark) {
	for _, p := range parts {
		p.Mark, p.Gone = removed, true
		tx.Change(Change{Part: p, Side: p.Name != asked, Wanted: true})
	}
}

// Changes is how much has been said of changes so far.
func (tx *Tx) Changes() int { return len(openList(&tx.world.changes)) }

// Unchanged takes back what was said of changes of an object since there were so many: it is again as it was.
func (tx *Tx) Unchanged(object ObjectID, since int) {
	list := openList(&tx.world.changes)[since:]
	kept := slices.DeleteFunc(list, func(c Change) bool { return c.Object == object })
	cutList(&tx.world.changes, since+len(kept))
}

// Take says that a part that was there goes into what the request makes, as a staged block.
func (tx *Tx) Take(p Part) { tx.took = append(tx.took, p) }

// Compare says that a version that the client named was compared and held, for all that the request is about, and which
// parts it stands for.
func (tx *Tx) Compare(stands ...string) { tx.CompareOf(ObjectID{}, stands...) }

// CompareOf is Compare for one of several objects that the request names: for the others nothing was compared by it.
func (tx *Tx) CompareOf(object ObjectID, stands ...string) {
	addTo(&tx.world.compared, Comparison{object, stands})
}

// Carry says that what an earlier request of the same writer asked for is done now: what that one was made from and
// compared counts for this one.
func (tx *Tx) Carry(request int) { tx.carried = append(tx.carried, request) }

// Former says that the service still went by what stood before a change that had been accepted already, as by a policy
// that was taken away.
func (tx *Tx) Former(change Mark) { tx.former = change }

// Guard says that the version that is compared was fixed by the answer to an earlier request of the same writer.
func (tx *Tx) Guard(request int) { tx.guarded = max(tx.guarded, request) }

// RefuseEntry says that one of the objects that the request is about was refused, and the request goes on.
func (tx *Tx) RefuseEntry(object ObjectID, c *Cause) {
	tx.refused = append(tx.refused, Entry{object, c})
}

// Shadow says that no read will ever show what was written.
func (tx *Tx) Shadow() { tx.shadow = true }

// Believe says that the reader of the answer will believe to hold the object by the token, until another answer says
// otherwise; a zero token ends the belief.
func (tx *Tx) Believe(object ObjectID, t Token) {
	tx.beliefs = append(tx.beliefs, Belief{Object: object, Token: t})
}

// BelieveTaken says the same of a token by which the object was not the reader's before.
func (tx *Tx) BelieveTaken(object ObjectID, t Token) {
	tx.beliefs = append(tx.beliefs, Belief{Object: object, Token: t, Taken: true})
}

// Hand says that the answer gives its reader work outside the storage, and a token that goes with it: a message and its
// receipt.
func (tx *Tx) Hand(work string, t Token) {
	next := workRecord{}
	if old := got[*workRecord](tx.world.work, work); old != nil {
		next = *old
	}
	next.handed = append(slices.Clone(next.handed), t)
	tx.world.put(tx.world.work, work, &next)
}

// Work says that the service goes on alone with what the request began, until a Finish completes it.
func (tx *Tx) Work() { tx.works = true }

// Stop says that the service no longer goes on with what a request began, as a slow copy that was aborted: nothing is
// left to finish.
func (tx *Tx) Stop(request int) { tx.stopped = append(tx.stopped, request) }

// Connection is what the request travels on: its writer, and which of the writer's connections where it has several.
func (tx *Tx) Connection() string {
	if on := tx.exchange.Words.On; on != "" {
		return tx.mark.By + " " + on
	}
	return tx.mark.By
}

// Request is the number of the request being judged.
func (tx *Tx) Request() int { return tx.mark.Request }

func (tx *Tx) write(t *table, name string, r Record) {
	if t.used >= MaxObjects {
		if _, known := t.find(name); !known {
			panic(LimitError{What: "objects of one kind", Most: MaxObjects})
		}
	}
	tx.world.put(t, name, r)
}
