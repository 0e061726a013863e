package engine

import "sync/atomic"

// packsExchanges is the packer of the table of requests.
type packsExchanges struct {
	specs map[string]*OpSpec
	*recalled
}

func (packsExchanges) name(_ *coder, place uint32) string { return keysOf(int(place) + 1)[:keySize] }

// write writes a request unless something became of it that only few have.
func (packsExchanges) write(c *coder, s *slot) bool {
	x, ok := s.record.(*Exchange)
	if ok = ok && x.Sequel.isLittle(); ok {
		c.exchange(x)
	}
	return ok
}

func (k packsExchanges) recalls() *recalled { return k.recalled }

func (k packsExchanges) made(c *coder) Record {
	one := &take(c, &c.room.all, 1)[0]
	x := &one.exchange
	x.Sending, x.Verdict, x.Sequel = &one.sending, &one.verdict, noSequel
	c.exchange(x)
	x.spec = k.specs[x.Verb]
	return x
}

// exchangeParts are a request that is made anew, in one piece of memory.
type exchangeParts struct {
	exchange Exchange
	sending  Sending
	verdict  Verdict
}

// isLittle says whether nothing came of a request but what it compared.
func (s *Sequel) isLittle() bool {
	return s == noSequel || s.Again == nil && s.Left == nil && s.Ended == nil && s.GaveUp.IsZero() &&
		s.Lost.IsZero() && s.copies == nil
}

func (c *coder) exchange(x *Exchange) {
	c.sending(x.Sending)
	open, compared := x.Verdict == undecided, x.Sequel != noSequel
	c.flags(&x.Took, &x.Altered, &open, &compared)
	if !open {
		c.verdict(x.Verdict)
	} else if !c.writes {
		x.Verdict = undecided
	}
	if compared {
		if !c.writes {
			x.Sequel = &Sequel{}
		}
		listed(c, (*[]Comparison)(&x.Sequel.Compared), (*coder).comparison)
	}
	c.mark(&x.Decided)
	c.when(&x.Heard)
	near(c, &x.HeardBefore, x.Number)
}

func (c *coder) sending(x *Sending) {
	whole(c, &x.Number)
	whole(c, &x.Sent.Event)
	whole(c, &x.Sent.At)
	c.event, c.request, c.moment = x.Sent.Event, x.Number, x.Sent.At
	c.words(&x.Name)
	c.words(&x.By)
	c.words(&x.Verb)
	c.words(&x.Sent.By)
	near(c, &x.Sent.Request, x.Number)
	listedIn(c, &c.room.args, &x.Args, (*coder).arg)
	alike, sent, given := x.Words.isLittle(), same(x.sent, x.Args), same(x.given, x.Args)
	c.flags(&alike, &sent, &given, &x.blind)
	c.others(&x.sent, x.Args, sent)
	c.others(&x.given, x.Args, given)
	c.words(&x.Words.On)
	if !alike {
		c.spoken(&x.Words)
	}
	c.object(&x.Object)
	near(c, &x.Wish, x.Number)
	near(c, &x.Before, x.Number)
	near(c, &x.AsOf, x.Sent.Event)
	whole(c, &x.Base)
	whole(c, &x.Guards)
	listed(c, &x.Made, whole[int])
	if !c.writes {
		x.named = nameRecord{x.Number}
	}
}

// others are arguments that mostly are the same as others.
func (c *coder) others(list *[]Arg, as []Arg, same bool) {
	switch {
	case !same:
		listedIn(c, &c.room.args, list, (*coder).arg)
	case !c.writes:
		*list = as
	}
}

// same says whether two lists are one.
func same(a, b []Arg) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}

// isLittle says whether a request says nothing but the connection on which it came.
func (w *Words) isLittle() bool {
	return w.From == "" && w.Again == "" && w.Choose == nil && w.Fault == "" && w.Does == ""
}

func (c *coder) spoken(w *Words) {
	c.words(&w.From)
	c.words(&w.Again)
	listed(c, &w.Choose, whole[int])
	c.words(&w.Fault)
	c.words(&w.Does)
}

// packsNames is the packer of the table of the names of requests.
type packsNames struct{}

func (packsNames) recalls() *recalled { return nil }

func (packsNames) name(c *coder, _ uint32) string { return c.read() }

func (packsNames) write(c *coder, s *slot) bool {
	n, ok := s.record.(*nameRecord)
	if ok {
		c.words(&s.name)
		whole(c, &n.number)
	}
	return ok
}

func (packsNames) made(c *coder) Record {
	n := &nameRecord{}
	c.read()
	whole(c, &n.number)
	return n
}

// recalledPages is how many pages of the past are kept as they were made anew: who walks along what happened asks for
// neighbours.
const recalledPages = 16

// recalled are the pages of the past that somebody walked through, the newest of them. A world and its forks share it,
// on any goroutine: it changes nothing but how long an answer takes.
type recalled struct {
	pages [recalledPages]atomic.Pointer[past]
	next  atomic.Uint32
	last  atomic.Pointer[past] // that was asked last
	times atomic.Uint32        // and how often, one after the other
	ones  [recalledOnes]atomic.Pointer[recalledOne]
}

// recalledOnes is how many requests of the past are kept by themselves: who judges what replaces one's work asks for
// that one several times.
const recalledOnes = 8

// recalledOne is a record of the past that was made anew, with its place.
type recalledOne struct {
	of     *past
	place  uint32
	record Record
}

// one is the record at a place of a page where it was made lately; nil where it was not.
func (r *recalled) one(p *past, place uint32) Record {
	if one := r.ones[place%recalledOnes].Load(); one != nil && one.of == p && one.place == place {
		return one.record
	}
	return nil
}

func (r *recalled) holdsOne(p *past, place uint32, made Record) {
	r.ones[place%recalledOnes].Store(&recalledOne{p, place, made})
}

// often says whether a page is asked for one request after the other.
func (r *recalled) often(p *past) bool {
	if r.last.Swap(p) != p {
		r.times.Store(1)
		return false
	}
	return r.times.Add(1) > 2
}

// holds keeps a page in the place of the one that was made longest ago.
func (r *recalled) holds(p *past) {
	if out := r.pages[r.next.Add(1)%recalledPages].Swap(p); out != nil && out != p {
		out.all.Store(nil)
	}
}
