package blob

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"interleave/engine"
)

// comparison is one term of a condition on tags: "name" = 'value'.
type comparison struct{ name, operator, value string }

// parseTagQuery reads comparisons with = <> > >= < <= that are joined by AND. Names stand in double quotes, values in
// single ones; a name that is one word may stand without.
//
// Source: Azure REST, "Specifying conditional headers for Blob service operations", x-ms-if-tags.
// Assumed: OR and NOT are left out.
func parseTagQuery(text string) (list []comparison, ok bool) { return (&tagParser{rest: text}).terms() }

// inContainer is the name by which a query for blobs asks for the container.
const inContainer = "@container"

// parseWhere reads a query for blobs: as a condition on tags, but without <>, on at most as many names as a blob has
// tags and on no name or value that a tag cannot have; @container stands beside the tags.
//
// Source: Azure REST, "Find Blobs by Tags", "Remarks"; rules.md, "Containers: create and delete".
func parseWhere(text string) (list []comparison, ok bool) {
	if list, ok = (&tagParser{rest: text, where: true}).terms(); !ok {
		return nil, false
	}
	names := map[string]bool{}
	for _, c := range list {
		if c.operator == "<>" || utf8.RuneCountInString(c.name) > tagNameMost || c.name == "" ||
			utf8.RuneCountInString(c.value) > tagValueMost {
			return nil, false
		}
		names[c.name] = true
	}
	delete(names, inContainer)
	return list, len(names) <= tagsMost
}

// terms are all comparisons.
func (p *tagParser) terms() (list []comparison, ok bool) {
	for {
		c := comparison{name: p.name(), operator: p.operator(), value: p.quoted('\'')}
		if p.failed {
			return nil, false
		}
		list = append(list, c)
		if p.rest = strings.TrimLeft(p.rest, " "); p.rest == "" {
			return list, true
		}
		if len(p.rest) < 3 || !strings.EqualFold(p.rest[:3], "AND") {
			return nil, false
		}
		p.rest = p.rest[3:]
	}
}

// tagParser takes words off the front of a condition.
type tagParser struct {
	rest   string
	where  bool // it may ask for the container
	failed bool
}

func (p *tagParser) name() string {
	p.rest = strings.TrimLeft(p.rest, " ")
	if strings.HasPrefix(p.rest, `"`) {
		return p.quoted('"')
	}
	end := strings.IndexAny(p.rest, " =<>'\"")
	if end <= 0 {
		p.failed = true
		return ""
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	p.failed = p.failed || strings.ContainsFunc(word, notInWord) && (!p.where || word != inContainer)
	return word
}

func (p *tagParser) operator() string {
	p.rest = strings.TrimLeft(p.rest, " ")
	for _, o := range []string{">=", "<=", "<>", "=", ">", "<"} {
		if strings.HasPrefix(p.rest, o) {
			p.rest = p.rest[len(o):]
			return o
		}
	}
	p.failed = true
	return ""
}

func (p *tagParser) quoted(quote byte) string {
	p.rest = strings.TrimLeft(p.rest, " ")
	if p.rest == "" || p.rest[0] != quote {
		p.failed = true
		return ""
	}
	text, rest, closed := strings.Cut(p.rest[1:], string(quote))
	p.rest, p.failed = rest, p.failed || !closed || strings.ContainsFunc(text, notInTag)
	return text
}

// notInWord says of a character that a name which holds it stands in quotes.
func notInWord(r rune) bool { return r != '_' && (notInTag(r) || strings.ContainsRune(" +-./:=", r)) }

// holds says whether the tags meet the comparison. A tag that is not there meets none.
func (c comparison) holds(tags []engine.Pair) bool {
	at := slices.IndexFunc(tags, func(t engine.Pair) bool { return t.Name == c.name })
	if at < 0 {
		return false
	}
	by := cmp.Compare(tags[at].Text, c.value)
	switch c.operator {
	case "=":
		return by == 0
	case "<>":
		return by != 0
	case ">":
		return by > 0
	case ">=":
		return by >= 0
	case "<":
		return by < 0
	}
	return by <= 0
}

// tagsMet is nil where a condition on tags holds, or there is none.
func (c conditions) tagsMet(tags []engine.Pair, changed engine.Mark, r *refusals) *engine.Cause {
	if !c.tags.Set {
		return nil
	}
	list, _ := parseTagQuery(c.tags.Want)
	for _, term := range list {
		if term.holds(tags) {
			continue
		}
		cause := &engine.Cause{Rule: r.tags, Want: c.tags.Raw(), Since: changed}
		for _, t := range tags {
			if t.Name == term.name {
				cause.Have = engine.Text(t.Text)
			}
		}
		return cause
	}
	return nil
}
