package engine

import (
	"iter"
	"math/bits"
	"slices"
	"sort"
)

// signs are what the requests of a page can be found by: which of them speak of an object, gave a value, did
// something. Who asks for the few of a long session that did so goes from page to page, and past those that have none.
// They belong to the page, which forks and moments of a session share: they are made once, when it is packed or first
// asked for, and nothing has to be kept up to date with travels through time.
//
// Each is a hash with the place of its request behind it, in order. Two may have one hash: who finds a request looks
// at it.
type signs []uint32

// sign is what a request can be found by, hashed: the place of the request has room in its lowest bits.
type sign uint32

// places are some of the places of a page.
type places [pageSize / 64]uint64

func (p *places) add(i uint32) { p[i/64] |= 1 << (i % 64) }

// The sorts of signs.
const (
	signAbout   = iota + 1 // an object that it names, or that its answer shows something of
	signSender             // the same, with who sent it
	signDone               // the object to which it did something, with its effect
	signMade               // the object that it made or changed, as a whole or in place
	signGave               // a value that its answer gave
	signLease              // a lease that it gave, or that it was to give
	signOffset             // the offset that its answer gave
	signText               // the one text that a line put somewhere
	signUnclear            // that a line left what stands in no word of it
	signVersion            // a line that may set a version
)

// hashing is the sum of what makes a sign.
type hashing uint64

func (h hashing) text(t string) hashing { return hashing((summed(uint64(h), t) ^ 0xFF) * fnvPrime) }

func (h hashing) number(n uint64) hashing { return hashing((uint64(h)^n^n>>32)*fnvPrime ^ n<<32) }

func (h hashing) object(o ObjectID) hashing { return h.text(o.Kind).text(o.Name) }

func (h hashing) sign() sign { return sign(h^h>>32) &^ (pageSize - 1) }

// of begins the sum of a sort of signs.
func of(sort uint64) hashing { return hashing(fnvStart).number(sort) }

func aboutSign(object ObjectID) sign { return of(signAbout).object(object).sign() }

func senderSign(by string, object ObjectID) sign {
	return of(signSender).text(by).object(object).sign()
}

func doneSign(object ObjectID, effect Effect) sign {
	return of(signDone).number(uint64(effect)).object(object).sign()
}

func madeSign(object ObjectID) sign { return of(signMade).object(object).sign() }

func gaveSign(v Value) sign {
	if t, ok := v.Token(); ok {
		return of(signGave).number(uint64(t.Kind)).number(t.N).text(t.Name).sign()
	}
	return of(signGave).text(v.String()).sign()
}

func leaseSign(id Token) sign { return of(signLease).number(id.N).text(id.Name).sign() }

func offsetSign(offset int64) sign { return of(signOffset).number(uint64(offset)).sign() }

func textSign(text string) sign { return of(signText).text(text).sign() }

func unclearSign() sign { return of(signUnclear).sign() }

func versionSign() sign { return of(signVersion).sign() }

// signed hands out the signs of a request.
func (x *Exchange) signed(each func(sign)) {
	about := func(o ObjectID) {
		each(aboutSign(o))
		each(senderSign(x.By, o))
	}
	about(x.Object)
	last := x.Object
	for i := range x.Shows {
		if p := &x.Shows[i]; p.Object != last {
			last = p.Object
			about(last)
		}
	}
	if x.Took {
		each(doneSign(x.Object, x.spec.Effect))
	}
	if x.Took && x.spec.Effect == Groups {
		for i := range x.Shows {
			each(doneSign(x.Shows[i].Object, Groups))
		}
	}
	if x.makes() {
		each(madeSign(x.Object))
	}
	for i := range x.Answer.Fields {
		f := &x.Answer.Fields[i]
		if _, token := f.Value.Token(); token || f.Name == "etag" {
			each(gaveSign(f.Value))
		}
		if n, ok := f.Value.Int(); ok && f.Name == "offset" {
			each(offsetSign(n))
		}
	}
	for id := range x.leases() {
		each(leaseSign(id))
	}
	x.signedLine(each)
}

// signedLine hands out those of a line.
func (x *Exchange) signedLine(each func(sign)) {
	if _, prompt := x.spec.Op.(Liner); !prompt || x.Decided.IsZero() {
		return
	}
	if x.maySetVersion() {
		each(versionSign())
	}
	if !x.Took {
		return
	}
	if text, whole := x.WholeText(); whole && x.spec.Effect == Writes {
		each(textSign(text))
	} else if slices.ContainsFunc(x.Shows, func(p Part) bool { return !p.Gone && p.Mark.Request == x.Number }) {
		each(unclearSign())
	}
}

// maySetVersion says whether a line names the version that what it writes gets, or may set one that stands in no word
// of it: what a script or dumped bytes make of it.
func (x *Exchange) maySetVersion() bool {
	line, ok := x.Op().(Liner)
	if !ok {
		return false
	}
	words := LineWords(x.sent[0].Value)
	if x.spec.Effect == Groups && len(words) > 0 {
		return true
	}
	return slices.ContainsFunc(line.Roles(), func(r Role) bool {
		return r.Version || r.Piece && x.spec.Effect == Writes
	})
}

// WholeText is the one text that a line puts at a key; ok is false where it carries none, several, or a piece of one.
func (x *Exchange) WholeText() (text string, ok bool) {
	line, is := x.Op().(Liner)
	if !is {
		return "", false
	}
	words := LineWords(x.sent[0].Value)
	for i, role := range line.Roles() {
		switch {
		case !role.Content:
		case ok || role.Piece || i >= len(words):
			return "", false
		default:
			text, ok = words[i].String(), true
		}
	}
	return text, ok
}

// makes says whether a request made its object, or changed it otherwise than by an append or by its lease.
func (x *Exchange) makes() bool {
	return x.Took && x.spec.Changes() && x.spec.Effect != Appends && !x.spec.Effect.OfLease()
}

// leases are the ids under which a request gave a lease, or was to give it.
func (x *Exchange) leases() iter.Seq[Token] {
	return func(yield func(Token) bool) {
		takes := x.spec.Effect == AcquiresLease || x.spec.Effect == ChangesLease
		gave := takes || slices.ContainsFunc(x.Beliefs, func(b Belief) bool { return b.Taken })
		if v := x.Answer.Field("lease"); x.Took && gave && !v.IsZero() && !yield(leaseNamed(v)) {
			return
		}
		for _, a := range x.sent {
			if takes && a.Name == "id" && !a.Value.IsZero() && !yield(leaseNamed(a.Value)) {
				return
			}
		}
	}
}

// leaseNamed is the lease that a value names, minted or given as a text.
func leaseNamed(v Value) Token {
	if t, ok := v.Token(); ok {
		return t
	}
	return TokenOf(LeaseID, v.String())
}

// signsOf are the signs of what stands in slots, by their places.
func signsOf(slots *[pageSize]slot) *signs {
	var list signs
	for i := range slots {
		if x, ok := slots[i].record.(*Exchange); ok {
			x.signed(func(s sign) { list = append(list, uint32(s)|uint32(i)) })
		}
	}
	slices.Sort(list)
	list = slices.Clip(slices.Compact(list))
	return &list
}

// find adds the places of the requests that have a sign.
func (s signs) find(one sign, found *places) {
	for i := sort.Search(len(s), func(i int) bool { return s[i] >= uint32(one) }); i < len(s); i++ {
		if s[i]&^(pageSize-1) != uint32(one) {
			return
		}
		found.add(s[i] & (pageSize - 1))
	}
}

// have are the places of the requests of a page that may have one of some signs.
func (p *page) have(some []sign) (found places) {
	known := p.signs.Load()
	if p.packed != nil {
		known, found = p.packed.signs, p.packed.later
	} else if known == nil {
		known = signsOf(p.slots)
		p.signs.Store(known)
	}
	for _, one := range some {
		known.find(one, &found)
	}
	return found
}

// Those are some of the requests, as all about an object, which are found however many there are beside them: to walk
// them costs what they are, and next to nothing for the others.
type Those struct {
	world *World
	signs []sign // they have one of these
	about []sign // and this one too, where there is one
	is    func(*Exchange) bool
	least int // the numbers from which and up to which they are looked for
	most  int
}

// From are those with a number or a greater one.
func (t Those) From(number int) Those {
	t.least = max(t.least, number)
	return t
}

// Before are those with a lesser number.
func (t Those) Before(number int) Those {
	t.most = min(t.most, number-1)
	return t
}

// On are those that name an object, or whose answers show something of it.
func (t Those) On(object ObjectID) Those {
	is := t.is
	t.about, t.is = []sign{aboutSign(object)}, func(x *Exchange) bool { return x.speaks(object) && is(x) }
	return t
}

// Newest walks them from the newest on.
func (t Those) Newest() iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		for n := (t.most - 1) / pageSize; n >= (t.least-1)/pageSize && t.most >= t.least; n-- {
			found := t.onPage(n)
			for i := len(found) - 1; i >= 0; i-- {
				for rest := found[i]; rest != 0; {
					bit := bits.Len64(rest) - 1
					rest &^= 1 << bit
					if !t.yields(n*pageSize+i*64+bit+1, yield) {
						return
					}
				}
			}
		}
	}
}

// Oldest walks them from the oldest on.
func (t Those) Oldest() iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		for n := (t.least - 1) / pageSize; n*pageSize < t.most; n++ {
			found := t.onPage(n)
			for i, rest := range found {
				for ; rest != 0; rest &= rest - 1 {
					if !t.yields(n*pageSize+i*64+bits.TrailingZeros64(rest)+1, yield) {
						return
					}
				}
			}
		}
	}
}

// Any says whether there is one.
func (t Those) Any() bool {
	for range t.Newest() {
		return true
	}
	return false
}

// onPage are the places on a page of those that may be some of them. The few first requests, and the newest, whose page
// is still written, are looked at one by one.
func (t Those) onPage(n int) places {
	pages := t.world.exchanges.pages
	if n == 0 || n >= len(pages) {
		return places{^uint64(0), ^uint64(0)}
	}
	found := pages[n-1].have(t.signs)
	if t.about == nil || found == (places{}) {
		return found
	}
	for i, other := range pages[n-1].have(t.about) {
		found[i] &= other
	}
	return found
}

func (t Those) yields(number int, yield func(*Exchange) bool) bool {
	if number > t.most || number < t.least {
		return true
	}
	x := t.world.Exchange(number)
	return x == nil || !t.is(x) || yield(x)
}

func (w *World) those(is func(*Exchange) bool, some ...sign) Those {
	return Those{world: w, signs: some, is: is, least: 1, most: w.Requests()}
}

// speaks says whether a request names an object, or its answer shows something of that.
func (x *Exchange) speaks(of ObjectID) bool {
	return x.Object == of || slices.ContainsFunc(x.Shows, func(p Part) bool { return p.Object == of })
}

// About are the requests that name one of some objects, or whose answers show something of it.
func (w *World) About(objects ...ObjectID) Those {
	var some []sign
	for _, o := range objects {
		some = append(some, aboutSign(o))
	}
	return w.those(func(x *Exchange) bool { return slices.ContainsFunc(objects, x.speaks) }, some...)
}

// AboutBy are those of About that a writer has sent.
func (w *World) AboutBy(writer string, objects ...ObjectID) Those {
	var some []sign
	for _, o := range objects {
		some = append(some, senderSign(writer, o))
	}
	return w.those(func(x *Exchange) bool {
		return x.By == writer && slices.ContainsFunc(objects, x.speaks)
	}, some...)
}

// Did are the requests that name an object and did something to it, with one of some effects.
func (w *World) Did(object ObjectID, effects ...Effect) Those {
	var some []sign
	for _, e := range effects {
		some = append(some, doneSign(object, e))
	}
	return w.those(func(x *Exchange) bool {
		return x.Took && x.Object == object && slices.Contains(effects, x.spec.Effect)
	}, some...)
}

// Made are the requests that made an object, or changed it otherwise than by an append or by its lease.
func (w *World) Made(object ObjectID) Those {
	return w.those(func(x *Exchange) bool { return x.Object == object && x.makes() }, madeSign(object))
}

// Gave are the requests whose answers gave a token, or an ETag that is a text. A text is that of a minted token too, of
// some kinds.
func (w *World) Gave(v Value, kinds ...Kind) Those {
	some := []sign{gaveSign(v)}
	for _, k := range kinds {
		some = append(some, gaveSign(TokenOf(k, v.String()).Value()))
	}
	same := func(f Field) bool {
		token, minted := f.Value.Token()
		return f.Value.Equal(v) ||
			minted && slices.Contains(kinds, token.Kind) && TokenOf(token.Kind, v.String()) == token
	}
	return w.those(func(x *Exchange) bool { return slices.ContainsFunc(x.Answer.Fields, same) }, some...)
}

// Groups are the requests that carried out several, and whose answers show something of an object.
func (w *World) Groups(object ObjectID) Those {
	return w.those(func(x *Exchange) bool {
		return x.Took && x.spec.Effect == Groups && x.speaks(object)
	}, doneSign(object, Groups))
}

// OfLease are the requests that gave a lease under an id, or were to give it.
func (w *World) OfLease(id Token) Those {
	return w.those(func(x *Exchange) bool {
		for one := range x.leases() {
			if one == id {
				return true
			}
		}
		return false
	}, leaseSign(id))
}

// EndedAt are the requests that were answered an offset.
func (w *World) EndedAt(offset int64) Those {
	return w.those(func(x *Exchange) bool {
		gave, ok := x.Answer.Field("offset").Int()
		return ok && gave == offset
	}, offsetSign(offset))
}

// LinesLeft are the lines that left a text somewhere, or what stands in no word of theirs.
func (w *World) LinesLeft(text string) Those {
	return w.those(func(x *Exchange) bool { return x.Took && x.spec.Prompt() }, textSign(text), unclearSign())
}

// VersionsSet are the lines that may have set a version themselves.
func (w *World) VersionsSet() Those {
	return w.those(func(x *Exchange) bool {
		return !x.Decided.IsZero() && x.spec.Prompt() && x.maySetVersion()
	}, versionSign())
}

// heardNear is how many of the newest answers that a writer heard are walked one by one, in the order in which they
// came: mostly what is looked for is among them.
const heardNear = 64

// HeardOf are answers that a writer heard, the newest first: its last ones, whatever they are of, and of those before
// them the ones that are named, which should be its own.
func (w *World) HeardOf(writer string, those Those) iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		var near [heardNear]int
		seen := near[:0]
		for x := range w.HeardBy(writer) {
			if !yield(x) {
				return
			}
			if seen = append(seen, x.Number); len(seen) == heardNear {
				break
			}
		}
		if len(seen) < heardNear {
			return
		}
		for x := range those.Newest() {
			if x.By == writer && !x.Heard.IsZero() && !slices.Contains(seen, x.Number) && !yield(x) {
				return
			}
		}
	}
}
