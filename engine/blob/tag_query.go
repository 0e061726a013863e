package blob

import (
	"cmp"
	"slices"
	"strings"

	"interleave/engine"
)

// comparison is one term of a condition on tags: "name" = 'value'.
type comparison struct{ name, operator, value string }

// parseTagQuery reads comparisons with = <> > >= < <= that are joined by AND. Names stand in double quotes, values in
// single ones; a name that is one word may stand without.
//
// Source: Azure REST, "Specifying conditional headers for Blob service operations", x-ms-if-tags.
// Assumed: OR and NOT are left out.
func parseTagQuery(text string) (list []comparison, ok bool) {
	p := tagParser{rest: text}
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
	p.rest, p.failed = rest, p.failed || !closed
	return text
}

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
