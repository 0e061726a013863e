package explore

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strconv"

	"interleave/engine"
	"interleave/engine/conflict"
)

// ink is what forms are written with.
type ink struct{ buf []byte }

// formRoom is how long most forms are at most, in bytes.
const formRoom = 256

func newInk() ink { return ink{make([]byte, 0, formRoom)} }

func (k *ink) number(n int64)   { k.buf = binary.AppendVarint(k.buf, n) }
func (k *ink) count(n int)      { k.number(int64(n)) }
func (k *ink) plain(t string)   { k.count(len(t)); k.buf = append(k.buf, t...) }
func (k *ink) sign(b byte)      { k.buf = append(k.buf, b) }
func (k *ink) section(b string) { k.buf = append(k.buf, b...) }

func (k *ink) flag(b bool) {
	if b {
		k.buf = append(k.buf, 1)
		return
	}
	k.buf = append(k.buf, 0)
}

// draft is a record or a text as a scribe writes it, with the numbers that a history gives left open. Records are
// frozen: each is read once, and written from its draft at every moment that has it.
//
// It has the fields of a record by reflection, those too that their Walk leaves out: a field that nobody thought of
// makes more states, never too few.
type draft struct {
	atoms  []atom
	newest int  // the newest record that minted a token which stands in a text of it
	gone   bool // of a record: it stands for what is gone
	dated  bool // of a record: its service decides by when something was done

	of    engine.Record
	asked bool    // of a record: for its text
	says  *string // which it is; nil: it has none
}

// atom is a piece of a draft.
type atom struct {
	as     reading
	number uint64   // of a token, an event, a request, or a writer
	text   string   // the bytes as they are; the id of a writer; of asMemory the list that the token stands in
	lists  [][]atom // of asEntries
}

// text is what the record says; ok is false where it has no text.
func (d *draft) text() (text string, ok bool) {
	if !d.asked {
		d.asked = true
		for _, p := range engine.PropertiesNamed(d.of, engine.TextNames()...) {
			d.says = &p.Text
		}
	}
	if d.says == nil {
		return "", false
	}
	return *d.says, true
}

// drafts are those of one search.
type drafts struct {
	fields  fieldTable
	ids     []string               // of all writers
	apart   func(text string) bool // whether it tells all of them apart
	records map[engine.Record]*draft
	texts   map[string]*draft
	atoms   []atom // room to put a draft together
	bytes   []byte
}

// draftsMost is how many drafts of records and of texts are kept: one of a record takes some thousand bytes.
const draftsMost = 4096

func newDrafts(fields fieldTable, ids []string, apart func(text string) bool) *drafts {
	return &drafts{fields: fields, ids: ids, apart: apart, records: map[engine.Record]*draft{},
		texts: map[string]*draft{}}
}

// record is the draft of a record, at a moment whose newest record has a number.
func (d *drafts) record(r engine.Record, newest int) *draft {
	return drafted(d.records, r, newest, func(newest int) *draft {
		gone, ok := r.(engine.Gone)
		p := d.begin(newest)
		p.made = draft{of: r, gone: ok && gone.Gone(), dated: dates(r)}
		p.deep(reflect.ValueOf(r))
		return d.end(p)
	})
}

// text is the draft of a text, at a moment whose newest record has a number.
func (d *drafts) text(t string, newest int) *draft {
	return drafted(d.texts, t, newest, func(newest int) *draft {
		p := d.begin(newest)
		p.text(t)
		return d.end(p)
	})
}

// drafted is a draft from a list, or made for it. What a client wrote may be the text of a token that no record has
// minted yet: the draft of that is of its moment, and not kept.
func drafted[K comparable](list map[K]*draft, key K, newest int, make func(newest int) *draft) *draft {
	d, ok := list[key]
	if !ok {
		if len(list) >= draftsMost {
			clear(list)
		}
		d = make(engine.MaxInputs)
		list[key] = d
	}
	if d.newest > newest {
		return make(newest)
	}
	return d
}

func (d *drafts) begin(newest int) *drafting {
	return &drafting{ink: ink{d.bytes[:0]}, atoms: d.atoms[:0], fields: d.fields, ids: d.ids, apart: d.apart,
		upTo: newest}
}

func (d *drafts) end(p *drafting) *draft {
	made := p.done()
	d.atoms, d.bytes = p.atoms, p.buf
	return made
}

// drafting is a draft that is being made.
type drafting struct {
	ink
	atoms  []atom
	made   draft
	fields fieldTable
	ids    []string // of all writers
	apart  func(text string) bool
	upTo   int // the newest record whose tokens are looked for in texts
}

// add puts down a piece that a history numbers, behind the bytes that were written in front of it.
func (p *drafting) add(a atom) {
	p.dry()
	p.atoms = append(p.atoms, a)
}

func (p *drafting) dry() {
	if len(p.buf) > 0 {
		p.atoms = append(p.atoms, atom{as: asIs, text: string(p.buf)})
		p.buf = p.buf[:0]
	}
}

// done is the draft.
func (p *drafting) done() *draft {
	p.dry()
	made := p.made
	made.atoms = slices.Clone(p.atoms)
	return &made
}

// text puts down a text with the tokens in it by their places, and whose ids stand within it.
func (p *drafting) text(t string) {
	apart := len(p.ids) > 0 && p.apart(t)
	for n, id := range p.ids {
		if apart || conflict.HasWords(t, id) {
			p.add(atom{as: asMention, number: uint64(n)})
		}
	}
	at := 0
	if mayHold(t) {
		for _, found := range engine.TokensIn(t, p.upTo) {
			p.sign('t')
			p.plain(t[at:found.From])
			p.add(atom{as: asToken, number: found.Number})
			p.made.newest = max(p.made.newest, int(found.Number>>16))
			at = found.To
		}
	}
	p.sign('.')
	p.plain(t[at:])
}

// token puts down a token: what a client made, and what tells a moment, stays.
func (p *drafting) token(t engine.Token) {
	switch {
	case t.N == 0:
		p.sign('n')
		p.plain(t.Name)
	case t.Kind == engine.TimeTag:
		p.sign('m')
		p.number(int64(t.N))
	default:
		p.add(atom{as: asToken, number: t.N})
	}
}

func (p *drafting) event(n int)   { p.add(atom{as: asEvent, number: uint64(n)}) }
func (p *drafting) request(n int) { p.add(atom{as: asRequest, number: uint64(n)}) }
func (p *drafting) who(id string) { p.add(atom{as: asWriter, text: id}) }

func (p *drafting) mark(m engine.Mark) {
	if m.IsZero() {
		p.sign('0')
		return
	}
	p.sign('e')
	p.event(m.Event)
	p.request(m.Request)
	p.who(m.By)
	if p.made.dated {
		p.number(int64(m.At))
	}
}

// deep puts down anything that a record holds.
func (p *drafting) deep(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		p.flag(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.number(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.number(int64(v.Uint()))
	case reflect.Float32, reflect.Float64:
		p.plain(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case reflect.String:
		p.text(v.String())
	case reflect.Map:
		p.mapped(v)
	case reflect.Pointer, reflect.Interface:
		p.flag(v.IsNil())
		switch {
		case v.IsNil():
		case v.Type() == ruleType:
			p.plain(v.Elem().FieldByName("Name").String())
		default:
			p.deep(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			p.text(string(v.Bytes()))
			return
		}
		p.count(v.Len())
		for i := range v.Len() {
			p.deep(v.Index(i))
		}
	case reflect.Struct:
		p.structure(v)
	default:
		panic("explore: a record holds a " + v.Type().String())
	}
}

// wish puts down a request that may still be carried out.
func (p *drafting) wish(v reflect.Value) {
	var request int
	if v.Kind() == reflect.Struct {
		request = int(v.Field(1).Int())
		p.structure(v)
	} else {
		request = int(v.Int())
		p.request(request)
	}
	if request != 0 && !p.made.gone {
		p.add(atom{as: asWish, number: uint64(request)})
	}
}

// mapped puts down a map: its entries stand in the order of their bytes, which is known where they are written.
func (p *drafting) mapped(v reflect.Value) {
	list := atom{as: asEntries}
	for _, key := range v.MapKeys() {
		entry := drafting{fields: p.fields, ids: p.ids, apart: p.apart, upTo: p.upTo}
		entry.made = draft{gone: p.made.gone, dated: p.made.dated}
		entry.deep(key)
		entry.deep(v.MapIndex(key))
		made := entry.done()
		p.made.newest = max(p.made.newest, made.newest)
		list.lists = append(list.lists, made.atoms)
	}
	p.add(list)
}

func (p *drafting) structure(v reflect.Value) {
	switch v.Type() {
	case tokenType:
		p.token(tokenOf(v))
		return
	case markType:
		p.mark(engine.Mark{Event: int(v.Field(0).Int()), Request: int(v.Field(1).Int()), By: v.Field(2).String(),
			At: engine.Instant(v.Field(3).Int())})
		return
	}
	for i, how := range p.fields.of(v.Type()) {
		f := v.Field(i)
		switch how {
		case asEvent:
			if f.Int() != 0 {
				p.sign('e')
				p.event(int(f.Int()))
				continue
			}
			p.sign('0')
		case asRequest:
			p.request(int(f.Int()))
		case asWish:
			p.wish(f)
		case asWriter:
			p.who(f.String())
		case asToken:
			p.token(engine.Token{N: f.Uint()})
		case asMemory:
			p.remembered(f, v.Type().String())
		case asIs:
			p.deep(f)
		}
	}
}

// remembered puts down a list of tokens that are over: what a client made stays, of the minted ones only those that
// hold one need to know that it stands in the list.
func (p *drafting) remembered(list reflect.Value, what string) {
	for i := range list.Len() {
		if t := tokenOf(list.Index(i)); t.N == 0 || t.Kind == engine.TimeTag {
			p.token(t)
		} else {
			p.add(atom{as: asMemory, number: t.N, text: what})
		}
	}
	p.sign('.')
}

func tokenOf(v reflect.Value) engine.Token {
	return engine.Token{Kind: engine.Kind(v.Field(0).Uint()), N: v.Field(1).Uint(), Name: v.Field(2).String()}
}

var (
	tokenType = reflect.TypeFor[engine.Token]()
	markType  = reflect.TypeFor[engine.Mark]()
	ruleType  = reflect.TypeFor[*engine.Rule]()
)
