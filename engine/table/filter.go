package table

import (
	"cmp"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// truth is what is known of a condition.
type truth uint8

const (
	no truth = iota
	maybe
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// lookup is the property of an entity with a name. known is false where the entity is not at hand, only its keys.
type lookup func(name string) (v value, known bool)

// filter is a condition of $filter, read.
type filter interface{ holds(of lookup) truth }

type (
	both     struct{ a, b filter }
	either   struct{ a, b filter }
	negation struct{ of filter }
	always   struct{}
	compared struct {
		name, operator string
		with           value
	}
)

func (f both) holds(of lookup) truth     { return min(f.a.holds(of), f.b.holds(of)) }
func (f either) holds(of lookup) truth   { return max(f.a.holds(of), f.b.holds(of)) }
func (f negation) holds(of lookup) truth { return yes - f.of.holds(of) }
func (always) holds(lookup) truth        { return yes }

// holds compares. An entity that lacks the property does not match, nor one whose property is of another type, but a
// constant that is a plain integer goes with doubles too.
//
// Source: rules.md, "Reading, queries, isolation", S9.
func (f compared) holds(of lookup) truth {
	v, known := of(f.name)
	if !known {
		return maybe
	}
	with := f.with.widened(v.kind)
	if v.kind != with.kind || v.isNaN() || with.isNaN() {
		return no
	}
	c := v.compare(with)
	switch f.operator {
	case "eq":
		return truthOf(c == 0)
	case "ne":
		return truthOf(c != 0)
	case "gt":
		return truthOf(c > 0)
	case "ge":
		return truthOf(c >= 0)
	case "lt":
		return truthOf(c < 0)
	}
	return truthOf(c <= 0)
}

// widened is a plain integer as the double that it is; another value, and for another kind, stays.
func (v value) widened(to edm) value {
	if v.kind == isInt32 && to == isDouble {
		return value{kind: to, real: float64(v.number)}
	}
	return v
}

func (v value) isNaN() bool { return v.kind == isDouble && (v.text != "" || math.IsNaN(v.real)) }

func (v value) compare(o value) int {
	compareText := strings.Compare
	if v.kind == isString {
		compareText = ordinal
	}
	if c := compareText(v.text, o.text); c != 0 {
		return c
	}
	if c := cmp.Compare(v.number, o.number); c != 0 {
		return c
	}
	return cmp.Compare(v.real, o.real)
}

// filterDepth is how deep parentheses may lie in each other.
const filterDepth = 64

// parseFilter reads a $filter: comparisons `name op literal` in either order, and, or, not, parentheses; a name alone
// is a boolean property, true and false stand alone too. ok is false for what is none.
//
// Source: rules.md, "Reading, queries, isolation", S8 and S10.
func parseFilter(text string) (f filter, ok bool) {
	words, ok := filterWords(text)
	if !ok {
		return nil, false
	}
	if len(words) == 0 {
		return always{}, true
	}
	p := &filterParser{words: words}
	f, ok = p.or()
	return f, ok && len(p.words) == 0
}

// filterWords cuts a filter into parentheses and words; a quoted literal is one word, with what stands before its
// quote.
func filterWords(text string) (words []string, ok bool) {
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return words, true
		}
		if text[0] == '(' || text[0] == ')' {
			words, text = append(words, text[:1]), text[1:]
			continue
		}
		end := 0
		for end < len(text) && text[end] != '\'' && text[end] != '(' && text[end] != ')' {
			r, n := utf8.DecodeRuneInString(text[end:])
			if unicode.IsSpace(r) {
				break
			}
			end += n
		}
		if end < len(text) && text[end] == '\'' {
			behind := lineEnd(text[end:])
			if behind < 2 || text[end+behind-1] != '\'' {
				return nil, false
			}
			end += behind
		}
		words, text = append(words, text[:end]), text[end:]
	}
}

type filterParser struct {
	words []string
	depth int
}

func (p *filterParser) next(word string) bool {
	if len(p.words) == 0 || p.words[0] != word {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *filterParser) or() (filter, bool) {
	return p.joined("or", p.and, func(a, b filter) filter { return either{a, b} })
}

func (p *filterParser) and() (filter, bool) {
	return p.joined("and", p.not, func(a, b filter) filter { return both{a, b} })
}

// joined reads one part, and as many more as the word stands between.
func (p *filterParser) joined(word string, part func() (filter, bool), join func(a, b filter) filter) (filter, bool) {
	f, ok := part()
	for ok && p.next(word) {
		var g filter
		g, ok = part()
		f = join(f, g)
	}
	return f, ok
}

func (p *filterParser) not() (f filter, ok bool) {
	if p.depth++; p.depth > filterDepth {
		return nil, false
	}
	defer func() { p.depth-- }()
	switch {
	case p.next("not"):
		f, ok = p.not()
		return negation{f}, ok
	case p.next("("):
		f, ok = p.or()
		return f, ok && p.next(")")
	}
	return p.comparison()
}

func (p *filterParser) comparison() (filter, bool) {
	if len(p.words) == 0 {
		return nil, false
	}
	compares := len(p.words) >= 3 && operator(p.words[1])
	truth, isTruth := boolean(p.words[0])
	switch {
	case !compares && isTruth:
		p.words = p.words[1:]
		if truth.number == 0 {
			return negation{always{}}, true
		}
		return always{}, true
	case compares && named(p.words[2]) && !named(p.words[0]):
		return p.compared(p.words[2], turned(p.words[1]), p.words[0])
	case !named(p.words[0]):
		return nil, false
	case !compares:
		name := p.words[0]
		p.words = p.words[1:]
		return compared{name, "eq", value{kind: isBoolean, number: 1}}, true
	}
	return p.compared(p.words[0], p.words[1], p.words[2])
}

// compared takes a comparison of a property with a literal.
func (p *filterParser) compared(name, operator, literal string) (filter, bool) {
	v, isTruth := boolean(literal)
	if !isTruth {
		var verdict verdict
		v, verdict = parseLiteral(literal)
		if verdict != fits || v.kind == isString && literal[0] != '\'' || strings.HasPrefix(literal, annotation) {
			return nil, false
		}
	}
	p.words = p.words[3:]
	return compared{name, operator, v}, true
}

// named says whether a word can be the name of a property.
func named(word string) bool {
	_, isTruth := boolean(word)
	return identifier(word) && !keyword(word) && !isTruth
}

// boolean is a truth, in letters of any case.
func boolean(word string) (v value, ok bool) {
	switch strings.ToLower(word) {
	case "true":
		return value{kind: isBoolean, number: 1}, true
	case "false":
		return value{kind: isBoolean}, true
	}
	return value{}, false
}

// turned is the operator between the same two the other way round.
func turned(operator string) string {
	switch operator {
	case "gt":
		return "lt"
	case "ge":
		return "le"
	case "lt":
		return "gt"
	case "le":
		return "ge"
	}
	return operator
}

func operator(word string) bool {
	switch word {
	case "eq", "ne", "gt", "ge", "lt", "le":
		return true
	}
	return false
}

func keyword(word string) bool {
	return operator(word) || word == "and" || word == "or" || word == "not" || word == "true" || word == "false" ||
		word == "null"
}
