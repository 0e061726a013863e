package engine

import "encoding/binary"

// coder writes fields one after the other, or reads them in the same order into records that are empty: what is done is
// said once for both. A text that was written before in the same page is written as the place of its first.
type coder struct {
	writes bool
	text   []byte             // written so far
	seen   *[seenMost]written // by a sum of the text: the newest that was written
	long   []string
	causes []*Cause

	past *past // that is read
	at   int

	event, request int // near which most others are
	moment         Instant

	whole bool // a whole page is read: lists share their memory
	room  struct {
		args   []Arg
		fields []Field
		parts  []Part
		values []Value
		all    []exchangeParts
	}
}

// longText is from how many bytes on a text is not copied.
const longText = 256

// The ways in which a text stands there; its number is above them.
const (
	textHere   = iota // of so many bytes, behind the number
	textBefore        // that stands at a place before
	textLong          // one of the long ones
	textWays
)

func (c *coder) number(n uint64) { c.text = binary.AppendUvarint(c.text, n) }

func (c *coder) next() uint64 {
	n, shift := uint64(0), 0
	for {
		b := c.past.text[c.at]
		c.at++
		n |= uint64(b&0x7F) << shift
		if b < 0x80 {
			return n
		}
		shift += 7
	}
}

// whole is a number of any size and sign.
func whole[T ~int | ~int64 | ~uint64 | ~uint8](c *coder, p *T) {
	if c.writes {
		n := int64(*p)
		c.number(uint64(n<<1 ^ n>>63))
		return
	}
	n := c.next()
	*p = T(int64(n>>1) ^ -int64(n&1))
}

// near is a number that mostly is near another.
func near[T ~int | ~int64](c *coder, p *T, to T) {
	away := *p - to
	whole(c, &away)
	*p = away + to
}

// flags are up to eight of them.
func (c *coder) flags(list ...*bool) {
	if c.writes {
		set := byte(0)
		for i, p := range list {
			if *p {
				set |= 1 << i
			}
		}
		c.text = append(c.text, set)
		return
	}
	set := c.past.text[c.at]
	c.at++
	for i, p := range list {
		*p = set&(1<<i) != 0
	}
}

func (c *coder) words(p *string) {
	if !c.writes {
		*p = c.read()
		return
	}
	text := *p
	if len(text) >= longText {
		c.number(uint64(len(c.long)*textWays + textLong))
		c.long = append(c.long, text)
		return
	}
	if len(text) > 2 {
		seen := &c.seen[seenSum(text)]
		if seen.text == text {
			c.number(uint64(seen.at)*textWays + textBefore)
			return
		}
		*seen = written{text, len(c.text)}
	}
	c.number(uint64(len(text)*textWays + textHere))
	c.text = append(c.text, text...)
}

// written is a text with the place at which it stands.
type written struct {
	text string
	at   int
}

// seenMost is how many texts of a page are remembered, about three for each request. Of two with one sum the newer one
// is: the other is written again.
const (
	seenBits = 10
	seenMost = 1 << seenBits
)

// seenSum is where a text is remembered, by its end: many begin alike.
func seenSum(text string) uint32 {
	sum := uint64(len(text))
	if n := len(text); n >= 8 {
		end := text[n-8:]
		sum ^= uint64(end[0]) | uint64(end[1])<<8 | uint64(end[2])<<16 | uint64(end[3])<<24 |
			uint64(end[4])<<32 | uint64(end[5])<<40 | uint64(end[6])<<48 | uint64(end[7])<<56
	} else {
		for _, b := range []byte(text) {
			sum = sum<<8 ^ uint64(b)
		}
	}
	return uint32(sum * 0x9E3779B97F4A7C15 >> (64 - seenBits)) // its upper bits come from all letters
}

func (c *coder) read() string {
	switch n := c.next(); n % textWays {
	case textBefore:
		at := c.at
		c.at = int(n / textWays)
		text := c.read()
		c.at = at
		return text
	case textLong:
		return c.past.long[n/textWays]
	default:
		from := c.at
		c.at += int(n / textWays)
		return c.past.text[from:c.at]
	}
}

// listed is a list; nil is another than one of nothing.
func listed[T any](c *coder, p *[]T, each func(*coder, *T)) {
	var room []T
	listedIn(c, &room, p, each)
}

// listedIn is listed with the room that lists of the kind share.
func listedIn[T any](c *coder, room, p *[]T, each func(*coder, *T)) {
	n := len(*p) + 1
	if *p == nil {
		n = 0
	}
	if whole(c, &n); n == 0 {
		return
	}
	if n--; !c.writes {
		*p = take(c, room, n)
	}
	for i := range *p {
		each(c, &(*p)[i])
	}
}

// take is a list of so many from the room that those of its kind share.
func take[T any](c *coder, room *[]T, n int) []T {
	if n == 0 {
		return []T{}
	}
	if len(*room) < n {
		size := n
		if c.whole {
			size = max(n, pageSize)
		}
		*room = make([]T, size)
	}
	list := (*room)[:n:n]
	*room = (*room)[n:]
	return list
}

func (c *coder) object(p *ObjectID) {
	c.words(&p.Kind)
	c.words(&p.Name)
}

func (c *coder) mark(p *Mark) {
	none := *p == Mark{}
	if c.flags(&none); none {
		return
	}
	near(c, &p.Event, c.event)
	near(c, &p.Request, c.request)
	c.words(&p.By)
	near(c, &p.At, c.moment)
}

func (c *coder) when(p *When) {
	none := *p == When{}
	if c.flags(&none); none {
		return
	}
	near(c, &p.Event, c.event)
	near(c, &p.At, c.moment)
}

func (c *coder) value(p *Value) {
	token, number, text, parts := p.sort != 0, p.number != 0, p.text != "", p.parts != nil
	whole(c, &p.kind)
	c.flags(&token, &number, &text, &parts)
	if token {
		whole(c, &p.sort)
	}
	if number {
		whole(c, &p.number)
	}
	if text {
		c.words(&p.text)
	}
	if parts {
		if !c.writes {
			p.parts = new([]Value)
		}
		listedIn(c, &c.room.values, p.parts, (*coder).value)
	}
}

func (c *coder) token(p *Token) {
	whole(c, &p.Kind)
	whole(c, &p.N)
	c.words(&p.Name)
}

func (c *coder) arg(p *Arg) {
	c.words(&p.Name)
	c.value(&p.Value)
}

func (c *coder) field(p *Field) {
	c.words(&p.Name)
	c.value(&p.Value)
}

func (c *coder) belief(p *Belief) {
	c.object(&p.Object)
	c.token(&p.Token)
	c.flags(&p.Taken)
}

func (c *coder) part(p *Part) {
	piece, paged := p.From|p.To != 0, p.Upto != "" || p.After != ""
	c.object(&p.Object)
	c.words(&p.Name)
	c.mark(&p.Mark)
	c.flags(&p.Gone, &p.Alone, &p.Direct, &piece, &paged)
	if piece {
		whole(c, &p.From)
		whole(c, &p.To)
	}
	if paged {
		c.words(&p.Upto)
		c.words(&p.After)
	}
}

func (c *coder) comparison(p *Comparison) {
	c.object(&p.Object)
	listed(c, &p.Stands, (*coder).words)
}

func (c *coder) cause(p **Cause) {
	n := 0
	if *p != nil {
		c.causes = append(c.causes, *p)
		n = len(c.causes)
	}
	if whole(c, &n); n > 0 && !c.writes {
		*p = c.past.causes[n-1]
	}
}

func (c *coder) verdict(p *Verdict) {
	a := &p.Answer
	whole(c, &a.Status)
	listedIn(c, &c.room.fields, &a.Fields, (*coder).field)
	c.cause(&a.Why)
	c.flags(&a.keeps, &a.waits, &a.done)
	listedIn(c, &c.room.parts, &p.Shows, (*coder).part)
	listed(c, &p.Beliefs, (*coder).belief)
	whole(c, &p.Over)
}
