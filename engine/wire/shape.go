package wire

import "strings"

// shape is the decoded path of a target, as `/{first}/messages/{rest}`, in its pieces. No piece can end at two places,
// so that a path is gone through once.
type shape []piece

// piece is a text that stands as it is, or a part that a row names.
type piece struct {
	text string // empty: it is a part
	part string // first, second, third, name, box, rest; of a text `?` where it may be missing
	ends string // the letters that a part does not have
}

// shapeOf is the shape of a target's path.
func (s *service) shapeOf(path string) (list shape) {
	for path != "" {
		text, behind, named := strings.Cut(path, "{")
		if bare, ok := strings.CutSuffix(text, "()"); ok && !named {
			list, text = append(list.with(bare), piece{text: "()", part: "?"}), ""
		}
		list, path = list.with(text), ""
		if named {
			p := piece{}
			p.part, path, _ = strings.Cut(behind, "}")
			switch {
			case p.part == "first", p.part == "box" && s.name == "table":
				p.ends = "/()"
			case p.part == "box":
				p.ends = "/"
			case p.part == "name":
				p.ends = "'"
			}
			list = append(list, p)
		}
	}
	return list
}

func (s shape) with(text string) shape {
	if text == "" {
		return s
	}
	return append(s, piece{text: text})
}

// match takes the named parts out of a path; ok is false where it has another shape.
func (s shape) match(path string) (c captured, ok bool) {
	for i, p := range s {
		rest, fits := strings.CutPrefix(path, p.text)
		if p.text != "" {
			if !fits && p.part != "?" {
				return c, false
			}
			path = rest
			continue
		}
		at := p.length(path)
		if at == 0 && p.part != "second" && p.part != "third" { // a key may be empty
			return c, false
		}
		c.put(p.part, path[:at])
		path = path[at:]
		if p.part == "box" { // a slash may stand behind it
			if more, ok := strings.CutPrefix(path, "/"); ok && (!s[i+1:].begins("/") || strings.HasPrefix(more, "/")) {
				path = more
			}
		}
	}
	return c, path == ""
}

func (s shape) begins(text string) bool { return len(s) > 0 && strings.HasPrefix(s[0].text, text) }

// length is how much of a path belongs to a part that it begins with.
func (p piece) length(path string) int {
	switch p.part {
	case "rest":
		return len(path)
	case "second", "third":
		return keyLength(path)
	}
	if at := strings.IndexAny(path, p.ends); at >= 0 {
		return at
	}
	return len(path)
}

// keyLength is how much of a text stands before the quote that ends it: of two in a row neither does.
func keyLength(text string) int {
	for at := 0; ; at += 2 {
		next := strings.IndexByte(text[at:], '\'')
		if next < 0 {
			return len(text)
		}
		if at += next; !strings.HasPrefix(text[at+1:], "'") {
			return at
		}
	}
}

func (c *captured) put(part, text string) {
	switch part {
	case "first":
		c.first = text
	case "second":
		c.second = text
	case "third":
		c.third = text
	case "rest":
		c.rest = text
	default:
		c.all = text
	}
}
