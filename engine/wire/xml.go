package wire

import (
	"strings"
)

// node is an element of XML. The zero node holds the one at the top.
type node struct {
	name, attributes, text string
	raw                    string // XML that stands in it as it is
	kids                   []*node
}

// at is the last element of a path, made where it is missing.
func (n *node) at(path string) *node {
	for name := range strings.SplitSeq(path, "/") {
		if len(n.kids) == 0 || n.last().name != name {
			n = n.add(name, "")
			continue
		}
		n = n.last()
	}
	return n
}

// more is one more element of the last name of a path.
func (n *node) more(path string) *node {
	if at := strings.LastIndexByte(path, '/'); at >= 0 {
		n, path = n.at(path[:at]), path[at+1:]
	}
	return n.add(path, "")
}

// set gives the element of a path its text. What stands before the last name is one element, wherever it stands.
func (n *node) set(path, text string) {
	names := strings.Split(path, "/")
	for _, name := range names[:len(names)-1] {
		next := n.named(name)
		if next == nil {
			next = n.add(name, "")
		}
		n = next
	}
	n.add(names[len(names)-1], text)
}

func (n *node) named(name string) *node {
	for _, kid := range n.kids {
		if kid.name == name {
			return kid
		}
	}
	return nil
}

func (n *node) last() *node { return n.kids[len(n.kids)-1] }

func (n *node) add(name, text string) *node {
	kid := &node{name: name, text: text}
	n.kids = append(n.kids, kid)
	return kid
}

// declaration begins a document; firstLine one of several lines.
const (
	declaration = `<?xml version="1.0" encoding="utf-8"?>`
	firstLine   = declaration + "\n"
)

// document is what the node holds as a document; empty where it holds nothing.
func (n *node) document() string {
	if len(n.kids) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(firstLine)
	for _, kid := range n.kids {
		kid.write(&b, "")
	}
	return b.String()
}

func (n *node) write(b *strings.Builder, indent string) {
	open := n.name
	if n.attributes != "" {
		open += " " + n.attributes
	}
	switch {
	case len(n.kids) > 0:
		b.WriteString(indent + "<" + open + ">\n")
		for _, kid := range n.kids {
			kid.write(b, indent+"  ")
		}
		b.WriteString(indent + "</" + n.name + ">\n")
	case n.raw != "":
		b.WriteString(indent + "<" + open + ">" + n.raw + "</" + n.name + ">\n")
	case n.text == "":
		b.WriteString(indent + "<" + open + " />\n")
	default:
		b.WriteString(indent + "<" + open + ">" + escapeXML(n.text) + "</" + n.name + ">\n")
	}
}

// flat is what document writes without the white space between its elements.
func (n *node) flat() string {
	if len(n.kids) == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(flatSize)
	b.WriteString(declaration)
	for _, kid := range n.kids {
		kid.writeFlat(&b)
	}
	return b.String()
}

// flatSize is room for a message with its text.
const flatSize = 1024

func (n *node) writeFlat(b *strings.Builder) {
	b.WriteByte('<')
	b.WriteString(n.name)
	if n.attributes != "" {
		b.WriteByte(' ')
		b.WriteString(n.attributes)
	}
	if len(n.kids) == 0 && n.raw == "" && n.text == "" {
		b.WriteString(" />")
		return
	}
	b.WriteByte('>')
	switch {
	case len(n.kids) > 0:
		for _, kid := range n.kids {
			kid.writeFlat(b)
		}
	case n.raw != "":
		b.WriteString(n.raw)
	default:
		writeEscaped(b, n.text)
	}
	b.WriteString("</")
	b.WriteString(n.name)
	b.WriteByte('>')
}

// flat is a document without the white space between its elements: some parsers take that for text. Within texts no
// sign of an element stands unescaped.
func flat(document string) string {
	var b strings.Builder
	closed, opened := false, false // the line before ended with a tag; with one that opens
	for line := range strings.Lines(document) {
		text, ended := strings.CutSuffix(line, "\n")
		if trimmed := strings.TrimLeft(text, " "); strings.HasPrefix(trimmed, "<") && closed &&
			!(opened && strings.HasPrefix(trimmed, "</")) { // what closes behind its opening has a text between
			text = trimmed
		} else if closed {
			b.WriteByte('\n')
		}
		closed = ended && strings.HasSuffix(text, ">")
		opened = closed && !strings.Contains(text, "</") && !strings.HasSuffix(text, "/>")
		b.WriteString(text)
		if ended && !closed {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// escapeXML is a text as an element holds it. What XML cannot say at all becomes the sign for what is unknown.
func escapeXML(text string) string {
	var b strings.Builder
	writeEscaped(&b, text)
	return b.String()
}

func writeEscaped(b *strings.Builder, text string) {
	if isBare(text) {
		b.WriteString(text)
		return
	}
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '\r':
			b.WriteString("&#xD;")
		case r < ' ' && r != '\n' && r != '\t', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
}

// isBare says whether a text stands in an element as it is, and reads back as it is.
func isBare(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}
