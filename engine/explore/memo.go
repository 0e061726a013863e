package explore

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// names gives equal bytes the same small number.
type names struct {
	of   map[string]uint32
	size int64
}

func newNames() names { return names{of: map[string]uint32{}} }

// id is the number of bytes; fresh says that they had none before.
func (n *names) id(b []byte) (id uint32, fresh bool) {
	if id, ok := n.of[string(b)]; ok {
		return id, false
	}
	id = uint32(len(n.of))
	n.of[string(b)] = id
	n.size += int64(len(b)) + 48
	return id, true
}

func (n *names) has(b []byte) bool {
	_, ok := n.of[string(b)]
	return ok
}

// asked is a step as it is remembered: where its writer stands, what all share, and what is done with the request.
type asked struct {
	own, shared uint32
	kind        kind
}

// known is what a step came to.
type known struct {
	choose         uint32
	moves          uint32 // the first of its moves, one for each place
	own, shared    uint32 // behind it
	effect         uint32 // what it means for the others
	flying         uint32 // what it means for those of whose messages some are under way
	kinds          uint32 // the marks that it made
	reads, handled bool   // of the request: it only reads; its plan goes on without an answer
	plain          bool   // its plan sent it, and it was decided and heard: nothing else
	names          bool   // the id of one of several who do the same stands somewhere from here on: for them it differs
}

// others is what becomes of a writer by another's step.
type others struct{ own, effect uint32 }

// on is what a step from what all share means for another writer.
func (m *memo) on(step *known, before, own uint32) others {
	if step.flying != step.effect {
		if n := m.writers[own].number; n > 0 && slices.Contains(m.senders[before], n) {
			return others{own, step.flying}
		}
	}
	return others{own, step.effect}
}

// behind is what becomes of another writer by a step from what all share; ok is false where it is not known.
func (m *memo) behind(step *known, before, own uint32) (after uint32, ok bool) {
	return m.follows(m.on(step, before, own))
}

// follows is what becomes of a writer by an effect; ok is false where it is not known.
func (m *memo) follows(o others) (after uint32, ok bool) {
	if o.effect == unmoved {
		return o.own, true
	}
	return m.after.get(o.effect, o.own)
}

// memo remembers steps of the real engine: no rule stands here, only what was answered.
type memo struct {
	forms   names // shared
	owns    names
	effects names
	chosen  names
	choices [][]int
	steps   [finish + 1]grid // by kind, what all share and where the writer stands: where in answers
	answers [][]known
	after   grid // by effect and own
	flown   map[flown][]known

	contents [][]Content // by shared form
	flights  []int       // by shared form: how many messages are under way
	senders  [][]int     // by shared form: of each of them the number of its writer there, from 1; 0: it has none
	under    [][]travelling
	wants    []uint64 // by shared form: which of the ends that are wanted it is
	wanted   []Want
	timed    []bool      // by shared form: something of the services ends by the clock
	writers  []writerEnd // by own form
	standing []standing  // by own form: as in writers
}

type writerEnd struct {
	standing standing
	number   int // of the writer in the shared form, from 1; 0: it has none
	last     string
	tied     int    // the place of the only writer that can stand so; -1: any who does the same can
	split    bool   // a wish over several requests is done in part
	works    bool   // its plan may still say that work is done
	verb     string // of its next request; empty: none is next
	as       string // what its plan calls that
}

// known are the ways in which a step goes; ok is false where nothing is remembered.
func (m *memo) known(a asked) (steps []known, ok bool) {
	at, ok := m.steps[a.kind].get(a.shared, a.own)
	if !ok {
		return nil, false
	}
	return m.answers[at], true
}

func (m *memo) remember(a asked, steps []known) {
	if at, ok := m.steps[a.kind].get(a.shared, a.own); ok {
		m.answers[at] = steps
		return
	}
	m.steps[a.kind].put(a.shared, a.own, uint32(len(m.answers)))
	m.answers = append(m.answers, steps)
}

func newMemo() *memo {
	m := &memo{forms: newNames(), owns: newNames(), effects: newNames(), chosen: newNames(),
		flown: map[flown][]known{}}
	m.effects.id(nil) // unmoved: no other is without bytes
	return m
}

// shared is the number of what all share; end is asked where it had none.
func (m *memo) shared(f form, end func() *sharedEnd) uint32 {
	id, fresh := m.forms.id(f.shared)
	if fresh {
		e := end()
		m.contents = append(m.contents, e.contents)
		m.flights, m.senders = append(m.flights, len(e.senders)), append(m.senders, e.senders)
		m.under = append(m.under, e.under)
		m.wants = append(m.wants, e.wants)
		m.timed = append(m.timed, e.timed)
	}
	return id
}

// sharedID is the number of what all share behind a step.
func (p *place) sharedID(one *stepped) uint32 {
	if one.same {
		return p.words[1]
	}
	return p.memo.shared(one.form, one.end)
}

// own is the number of what is one writer's own; end is asked where it had none.
func (m *memo) own(own []byte, end func() *writerEnd) uint32 {
	id, fresh := m.owns.id(own)
	if fresh {
		m.writers = append(m.writers, *end())
		m.standing = append(m.standing, m.writers[id].standing)
	}
	return id
}

// effect is the number of what a step means for those who did not do it: which number of a token, an event, a request
// or a writer became which. Nothing else of a step reaches another writer's own form, but that of one with messages
// under way: they tell whether its requests may still be answered, so for it the moments themselves count too. They do
// not suffice: whichever of two equal requests under way is decided, the one that is left looks the same.
func (m *memo) effect(before, after uint32, old, now *scribe, record, requests int, mover string) (effect,
	flying uint32) {
	b := changes(old, now, record, requests, mover)
	if effect, _ = m.effects.id(b); before == after && bytes.Equal(b, changes(old, old, record, requests, mover)) {
		effect = unmoved
	}
	if m.flights[before] == 0 {
		return effect, effect
	}
	moments := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(before+1)), uint64(after))
	flying, _ = m.effects.id(append(moments, b...))
	return effect, flying
}

// unmoved is the effect of a step that leaves what all share as it was, with each number where it stood: what is
// another writer's own says the same behind it, and no engine is asked.
const unmoved = 0

// changes are an effect in bytes.
func changes(old, now *scribe, record, requests int, mover string) []byte {
	b := []byte{0}
	for _, named := range now.named {
		b = append(b, 0)
		if named {
			b[len(b)-1] = 1
		}
	}
	b = renamed(b, &old.tokens, &now.tokens, func(n uint64) bool { return int(n>>16) <= record })
	b = renamed(b, &old.events, &now.events, func(n int) bool { return n <= record })
	b = renamed(b, &old.requests, &now.requests, func(n int) bool { return n <= requests })
	b = renamed(b, &old.writers, &now.writers, func(id string) bool { return id != mover })
	var traits []string
	for n, list := range old.traits {
		was, stood := old.tokens.of(n)
		is, stands := now.tokens.of(n)
		if !slices.Equal(list, now.traits[n]) || stood || stands {
			traits = append(traits, fmt.Sprint(was, stood, list, is, stands, now.traits[n]))
		}
	}
	for n, list := range now.traits {
		if _, had := old.traits[n]; !had && int(n>>16) <= record {
			was, _ := old.tokens.of(n)
			traits = append(traits, fmt.Sprint("+", was, list, n))
		}
	}
	for n, text := range old.texts { // who held it as it stood has to know what it was
		was, _ := old.tokens.of(n)
		if after, stands := now.texts[n]; stands && after != text {
			traits = append(traits, fmt.Sprintf("%d %q %q", was, text, after))
		} else if _, anywhere := now.tokens.of(n); !stands && anywhere {
			traits = append(traits, fmt.Sprintf("%d %q", was, text))
		} else if !anywhere { // whether a request can be made from it goes on to count
			traits = append(traits, fmt.Sprintf("%d %s", was, shapeOf(engine.Text(text))))
		}
	}
	slices.Sort(traits)
	return append(b, strings.Join(slices.Compact(traits), "|")...)
}

// renamed writes which number became which; those that were there before and are mentioned only now go by themselves.
func renamed[K cmp.Ordered](b []byte, old, now *numbering[K], there func(K) bool) []byte {
	for _, k := range old.list {
		after, stands := now.of(k)
		if !stands {
			after = -1
		}
		b = binary.AppendVarint(b, int64(after))
	}
	var others []K
	for _, k := range now.list {
		if _, was := old.of(k); !was && there(k) {
			others = append(others, k)
		}
	}
	slices.Sort(others)
	for _, k := range others {
		after, _ := now.of(k)
		b = fmt.Appendf(b, "+%v=%d", k, after)
	}
	return append(b, '.')
}

func (m *memo) choice(list []int) uint32 {
	var b []byte
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	id, fresh := m.chosen.id(b)
	if fresh {
		m.choices = append(m.choices, list)
	}
	return id
}

// Content is what an object says at the end.
type Content struct {
	Object engine.ObjectID
	Text   string
}

// silentKind says whether objects of a kind are none that anybody would call content: what stands open or has begun,
// the cache of scripts, and settings of an account.
func silentKind(w *engine.World, kind string) bool {
	switch kind {
	case "handle", "client", "upload", "script":
		return true
	}
	return w.OnlySet(kind)
}

// Contents are what the objects of a world say that are there: their texts, and what stands beside them in words.
func Contents(w *engine.World) (list []Content) {
	c := newScribe(w, newDrafts(fieldTable{}, nil, nil))
	type one struct {
		key string
		Content
	}
	var found []one
	for id, r := range w.Objects() {
		if !silentKind(w, id.Kind) {
			found = append(found, one{c.sortKey(id.Name), Content{id, text(r)}})
		}
	}
	slices.SortStableFunc(found, func(a, b one) int {
		if a.Object.Kind != b.Object.Kind {
			return strings.Compare(a.Object.Kind, b.Object.Kind)
		}
		return strings.Compare(a.key, b.key)
	})
	places, numbers := map[string]int{}, map[uint64]int{}
	for _, f := range found {
		name := f.Object.Name
		for _, t := range slices.Backward(engine.TokensIn(name, w.Record())) {
			where := f.Object.Kind + " " + name[:t.From]
			places[where]++
			f.Object.Name = fmt.Sprintf("%s#%d%s", name[:t.From], places[where], name[t.To:])
		}
		f.Text = withoutTokens(f.Text, w.Record(), numbers)
		list = append(list, f.Content)
	}
	return list
}

// withoutTokens is a text with the numbers of their first mention in the place of minted tokens, which differ from
// order to order.
func withoutTokens(text string, record int, numbers map[uint64]int) string {
	if !mayHold(text) {
		return text
	}
	var b strings.Builder
	at := 0
	for _, t := range engine.TokensIn(text, record) {
		if numbers[t.Number] == 0 {
			numbers[t.Number] = len(numbers) + 1
		}
		fmt.Fprintf(&b, "%s#%d", text[at:t.From], numbers[t.Number])
		at = t.To
	}
	return b.String() + text[at:]
}

// text is what a record says: its text, its items, its metadata and tags.
func text(r engine.Record) string {
	texts := engine.TextNames()
	var parts []string
	for _, p := range engine.PropertiesThat(r, func(name string) bool {
		group, _, dotted := strings.Cut(name, ".")
		return slices.Contains(texts, name) || dotted && (group == "metadata" || group == "tags" || group == "items")
	}) {
		if slices.Contains(texts, p.Name) {
			parts = append(parts, p.Text)
		} else {
			parts = append(parts, p.Name+"="+p.Text)
		}
	}
	return strings.Join(parts, " ")
}
