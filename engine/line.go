package engine

import (
	"strconv"
	"strings"
)

// Liner is an Op that is typed as a line at a prompt: its first parameter is the list of its words, behind the verb. A
// wrong word is an answer. The line names its object with its first word.
type Liner interface {
	Op
	// Roles says of each word what it is to those who look for what the request was made from.
	Roles() []Role
}

// Targeter is a Liner that names its object otherwise than with its first word: Target is the name that stands in the
// words, empty where there is none.
type Targeter interface {
	Liner
	Target(words []Value) string
}

// Role is what one word of a line is; the zero Role is any other word.
type Role struct {
	Content bool   // it is the request's work
	Guard   string // it names a version: the field of an answer that it is filled from
}

// Prompt says whether the operation is typed as a line at a prompt.
func (s *OpSpec) Prompt() bool {
	_, ok := s.Op.(Liner)
	return ok
}

// traceLine finds what the words of a line go back to. A version that was typed comes from the newest answer that said
// it of the object.
func (s *step) traceLine(writer *Writer, x *Exchange, roles []Role) {
	for i, word := range wordsOf(x.given) {
		if i >= len(roles) {
			return
		}
		sources := s.sources(writer, word, false)
		if roles[i].Content {
			x.Made = append(x.Made, sources...)
		}
		if guard := roles[i].Guard; guard != "" {
			if len(sources) == 0 {
				sources = s.newestSaid(writer, x.Object, guard, word.String())
			}
			for _, n := range sources {
				x.Guards = max(x.Guards, n)
			}
		}
	}
}

// LineWords are the words of a line: those of a list, or of a text as a prompt cuts it, at blanks, with quotes and Go's
// escapes.
func LineWords(line Value) (words []Value) {
	if list, ok := line.List(); ok {
		return list
	}
	for text := strings.TrimSpace(line.String()); text != ""; text = strings.TrimSpace(text) {
		if prefix, err := strconv.QuotedPrefix(text); err == nil {
			word, _ := strconv.Unquote(prefix)
			words, text = append(words, Text(word)), text[len(prefix):]
			continue
		}
		n := strings.IndexAny(text, " \t\r\n")
		if n < 0 {
			n = len(text)
		}
		words, text = append(words, Text(text[:n])), text[n:]
	}
	return words
}

// wordsOf are the words of a line that is given as arguments.
func wordsOf(args []Arg) []Value {
	if len(args) == 0 {
		return nil
	}
	if _, _, reference := args[0].Value.Ref(); reference {
		return nil
	}
	return LineWords(args[0].Value)
}

// Content is the first word of a line that is its work, of the operation as it was sent; ok is false where it is no
// line or has none.
func (x *Exchange) Content() (v Value, ok bool) {
	line, isLine := x.Op().(Liner)
	if !isLine {
		return v, false
	}
	roles := line.Roles()
	for i, word := range wordsOf(x.Args) {
		if i < len(roles) && roles[i].Content {
			return word, true
		}
	}
	return v, false
}

// newestSaid is the newest answer about an object that had this text in the field.
func (s *step) newestSaid(writer *Writer, object ObjectID, field, text string) []int {
	for n, number := 0, writer.Newest; n < tagsKept && number > 0; n++ {
		x := s.Exchange(number)
		if said := x.Answer.Field(field); x.Object == object && !said.IsZero() && said.String() == text {
			return []int{x.Number}
		}
		number = x.HeardBefore
	}
	return nil
}

// contentOf is the content of a request as one text, empty where it has none.
func (s *step) contentOf(spec *OpSpec, op Op, args []Arg) (text string) {
	if line, ok := op.(Liner); ok {
		roles := line.Roles()
		for i, word := range wordsOf(args) {
			if i < len(roles) && roles[i].Content {
				text += word.String() + "\x00"
			}
		}
		return text
	}
	s.given(spec, args, func(g given) {
		if g.Content {
			text += g.arg.Name + "\x00" + g.arg.Value.String() + "\x00"
		}
	})
	return text
}
