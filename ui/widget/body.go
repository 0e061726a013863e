package widget

import (
	"slices"
	"strings"
)

// Pos is a place in a text: a line, counted from 0, and a byte in it, always on the border of a grapheme cluster.
type Pos struct{ Line, Byte int }

// Before is true when p comes earlier in the text than q.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Byte < q.Byte
}

// body is the text as lines. Nothing in it costs more for a longer text, but for moving line headers when a line is
// added.
type body struct {
	lines []line
	size  int // bytes of the whole text, line ends included
}

// line is one line without its end, and where its rows began when it was last laid out.
type line struct {
	text   string
	starts []int32
	width  int // the starts are for this width; 0: not laid out
}

func newBody(text string) body {
	return body{lines: linesOf(text), size: len(text)}
}

func linesOf(text string) []line {
	out := make([]line, 0, strings.Count(text, "\n")+1)
	for {
		head, rest, more := strings.Cut(text, "\n")
		out = append(out, line{text: head})
		if !more {
			return out
		}
		text = rest
	}
}

func (b *body) text() string {
	var out strings.Builder
	out.Grow(b.size)
	for i := range b.lines {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(b.lines[i].text)
	}
	return out.String()
}

func (b *body) end() Pos {
	last := len(b.lines) - 1
	return Pos{last, len(b.lines[last].text)}
}

// between is the text from one place to a later one.
func (b *body) between(from, to Pos) string {
	if from.Line == to.Line {
		return b.lines[from.Line].text[from.Byte:to.Byte]
	}
	var out strings.Builder
	out.WriteString(b.lines[from.Line].text[from.Byte:])
	for i := from.Line + 1; i < to.Line; i++ {
		out.WriteByte('\n')
		out.WriteString(b.lines[i].text)
	}
	out.WriteByte('\n')
	out.WriteString(b.lines[to.Line].text[:to.Byte])
	return out.String()
}

func (b *body) span(from, to Pos) int {
	if from.Line == to.Line {
		return to.Byte - from.Byte
	}
	n := len(b.lines[from.Line].text) - from.Byte + to.Byte + to.Line - from.Line
	for i := from.Line + 1; i < to.Line; i++ {
		n += len(b.lines[i].text)
	}
	return n
}

// replace is the only way a body changes. It answers where the added text ends.
func (b *body) replace(from, to Pos, added string) Pos {
	b.size += len(added) - b.span(from, to)
	head := b.lines[from.Line].text[:from.Byte]
	tail := b.lines[to.Line].text[to.Byte:]
	if from.Line == to.Line && !strings.Contains(added, "\n") {
		b.lines[from.Line] = line{text: head + added + tail}
		return Pos{from.Line, from.Byte + len(added)}
	}
	fresh := linesOf(added)
	fresh[0].text = head + fresh[0].text
	last := len(fresh) - 1
	end := Pos{from.Line + last, len(fresh[last].text)}
	fresh[last].text += tail
	b.lines = slices.Replace(b.lines, from.Line, to.Line+1, fresh...)
	return end
}

// after is where text ends that begins at from.
func after(from Pos, text string) Pos {
	n := strings.Count(text, "\n")
	if n == 0 {
		return Pos{from.Line, from.Byte + len(text)}
	}
	return Pos{from.Line + n, len(text) - strings.LastIndexByte(text, '\n') - 1}
}
