package export

import (
	"strings"

	"interleave/engine"
)

// A template is the text of a call with holes. `${name}` is an argument as a literal of the language, `${name:filter}`
// the same in another form. `[[text]]` stands only where all its holes can be filled; `[[text||other]]` is the other
// text else. `%name%` is a text that several templates share. `¦` is a comma between two things of a list, of which the
// first and the last may be missing.

// hole is one hole of a template.
type hole struct{ name, filter string }

// piece is a stretch of a template: text, a hole, or alternatives.
type piece struct {
	text   string
	hole   *hole
	choice [][]piece
}

// parseTemplate reads a template up to its end, or to what closes the alternative that it stands in.
func parseTemplate(text string) (pieces []piece, rest string) {
	for text != "" {
		at := nextSign(text)
		if at > 0 {
			pieces = append(pieces, piece{text: strings.ReplaceAll(text[:at], "¦", string(separator))})
			text = text[at:]
			continue
		}
		switch text[:2] {
		case "${":
			inner, after, _ := strings.Cut(text[2:], "}")
			h := hole{}
			h.name, h.filter, _ = strings.Cut(inner, ":")
			pieces, text = append(pieces, piece{hole: &h}), after
		case "[[":
			p := piece{}
			for more := true; more; {
				var alternative []piece
				alternative, text = parseTemplate(text[2:])
				p.choice = append(p.choice, alternative)
				more = strings.HasPrefix(text, "||")
			}
			pieces, text = append(pieces, p), strings.TrimPrefix(text, "]]")
		default:
			return pieces, text
		}
	}
	return pieces, ""
}

// nextSign is where the next sign of a template stands. Of an odd run of closing brackets the first belongs to the
// text.
func nextSign(text string) int {
	at := len(text)
	for _, sign := range []string{"${", "[[", "||", "]]"} {
		if i := strings.Index(text, sign); i >= 0 {
			at = min(at, i)
		}
	}
	if run := len(text[at:]) - len(strings.TrimLeft(text[at:], "]")); run%2 == 1 {
		at++
	}
	return at
}

// separator stands for a comma until it is known what stands beside it. No literal holds one: it is no printable
// character.
const separator = '\ue000'

// outcome is a filled stretch: whether all holes of its own were filled, and whether there is anything in it that
// depends on an argument.
type outcome struct {
	text  string
	full  bool
	holes int // filled, of its own and in what stands in it
	bare  bool
	used  []string
}

// filling fills one template for one request.
type filling struct {
	t    *tongue
	r    *request
	used map[string]bool
}

func (f *filling) fill(template string) string {
	for strings.Contains(template, "%") {
		before := template
		for name, text := range f.t.macros {
			template = strings.ReplaceAll(template, "%"+name+"%", text)
		}
		if template == before {
			break
		}
	}
	pieces, _ := parseTemplate(template)
	o := f.pieces(pieces)
	for _, name := range o.used {
		f.used[name] = true
	}
	return commas(o.text)
}

func (f *filling) pieces(list []piece) (o outcome) {
	o.full, o.bare = true, true
	for _, p := range list {
		switch {
		case p.hole != nil:
			o.bare = false
			text, used, ok := f.value(*p.hole)
			o.full = o.full && ok
			o.text += text
			o.used = append(o.used, used...)
			if ok {
				o.holes++
			}
		case p.choice != nil:
			o.bare = false
			for _, alternative := range p.choice {
				inner := f.pieces(alternative)
				if inner.full && (inner.holes > 0 || inner.bare) {
					o.text, o.holes, o.used = o.text+inner.text, o.holes+inner.holes, append(o.used, inner.used...)
					break
				}
			}
		default:
			o.text += p.text
		}
	}
	return o
}

// value fills a hole. A hole that must be filled and has no argument gets the literal of an empty text.
func (f *filling) value(h hole) (text string, used []string, ok bool) {
	name, rest, _ := strings.Cut(h.filter, " ")
	filter := f.t.filters[name]
	if filter == nil {
		filter = shared[name]
	}
	if filter == nil {
		panic("export: no filter " + name)
	}
	c := &hollow{f: f, name: h.name, words: rest}
	if prefix, isPrefix := strings.CutSuffix(h.name, "*"); isPrefix {
		for _, a := range f.r.args {
			if after, ok := strings.CutPrefix(a.Name, prefix); ok && after != "" {
				c.pairs = append(c.pairs, engine.Pair{Name: after, Text: a.Value.String()})
				c.used = append(c.used, a.Name)
			}
		}
		if len(c.pairs) == 0 {
			return "", nil, false
		}
	} else if c.value = f.r.arg(h.name); !c.value.IsZero() {
		c.used = append(c.used, h.name)
	}
	text, ok = filter(c)
	ok = ok && len(c.used) > 0
	if !ok {
		if text == "" {
			text = f.t.quote("")
		}
		return text, nil, false
	}
	return text, c.used, true
}

// hollow is what a filter is asked about.
type hollow struct {
	f     *filling
	name  string
	words string // behind the filter's name
	value engine.Value
	pairs []engine.Pair // of a name with a star
	used  []string
}

// filter makes the text of a hole; false: there is nothing that fits.
type filter func(c *hollow) (string, bool)

// commas puts commas where separators stand, and none beside a bracket.
func commas(text string) string {
	var b strings.Builder
	pending := false
	for _, r := range text {
		if r == separator {
			pending = true
			continue
		}
		if pending {
			last := byte('(')
			if b.Len() > 0 {
				last = b.String()[b.Len()-1]
			}
			if !strings.ContainsRune("([{", rune(last)) && !strings.ContainsRune(")]}", r) {
				b.WriteString(", ")
			}
			pending = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
