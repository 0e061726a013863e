package engine

import (
	"slices"
	"strconv"
	"strings"
)

type valueKind uint8

const (
	isNothing valueKind = iota
	isText
	isNumber
	isInstant
	isToken
	isReference
	isList
	isExpression
)

// Value is what an argument names and what a field of an answer holds: a text, a number, a moment, a token, a reference
// to a field of a named answer, a list of values, or an expression over such. The zero Value is nothing.
type Value struct {
	kind   valueKind
	sort   Kind  // of a token; text is its name
	number int64 // of a token the number that it was minted with
	text   string
	parts  *[]Value // of a list or an expression
}

// Text, Number and Moment are plain values; List is several. Ref is `$name.field`; optional is the `?` behind it: left
// out where the answer has none.
func Text(s string) Value    { return Value{kind: isText, text: s} }
func Number(n int64) Value   { return Value{kind: isNumber, number: n} }
func Moment(i Instant) Value { return Value{kind: isInstant, number: int64(i)} }
func List(v ...Value) Value  { return Value{kind: isList, parts: &v} }
func Ref(path string, opt bool) Value {
	return Value{kind: isReference, text: path, number: map[bool]int64{true: 1}[opt]}
}

// IsZero says whether there is no value.
func (v Value) IsZero() bool { return v.kind == isNothing }

// Token, Instant and List are the value as one of these; ok is false where it is another kind.
func (v Value) Token() (t Token, ok bool) {
	if v.kind != isToken {
		return Token{}, false
	}
	return Token{Kind: v.sort, N: uint64(v.number), Name: v.text}, true
}
func (v Value) Instant() (i Instant, ok bool) { return Instant(v.number), v.kind == isInstant }
func (v Value) List() (list []Value, ok bool) {
	if v.kind != isList {
		return nil, false
	}
	return v.inside(), true
}

// inside are the values of a list, or those that an expression is over.
func (v Value) inside() []Value {
	if v.parts == nil {
		return nil
	}
	return *v.parts
}

// Ref is the path of a reference, without its `$`, and whether it may be left out.
func (v Value) Ref() (path string, optional, ok bool) {
	return v.text, v.number == 1, v.kind == isReference
}

// RefName is the answer that a reference names.
func (v Value) RefName() (name, field string, ok bool) {
	if v.kind != isReference {
		return "", "", false
	}
	name, field, _ = strings.Cut(v.text, ".")
	return name, field, true
}

// refers says whether a value names what an answer says, or holds something that does: a reference, an expression.
func (v Value) refers() bool {
	return v.kind == isReference || v.kind == isExpression ||
		v.kind == isList && slices.ContainsFunc(*v.parts, Value.refers)
}

// Plain is the value where it is a text.
func (v Value) Plain() (text string, ok bool) { return v.text, v.kind == isText }

// Int is the value as a whole number, also where it is the text of one.
func (v Value) Int() (n int64, ok bool) {
	switch v.kind {
	case isNumber:
		return v.number, true
	case isText:
		if v.text == "" || v.text[0] > '9' { // most texts: an error of strconv would be made and thrown away
			return 0, false
		}
		n, err := strconv.ParseInt(v.text, 10, 64)
		return n, err == nil
	}
	return 0, false
}

// Size is how many bytes of text a value holds, about: what it takes to keep it.
func (v Value) Size() int {
	size := len(v.text)
	for _, e := range v.inside() {
		size += e.Size()
	}
	return size
}

// String is the value as people and clients read it.
func (v Value) String() string {
	switch v.kind {
	case isText:
		return v.text
	case isNumber:
		return strconv.FormatInt(v.number, 10)
	case isInstant:
		return Instant(v.number).exact()
	case isToken:
		t, _ := v.Token()
		return t.String()
	case isReference:
		return "$" + v.text + strings.Repeat("?", int(v.number))
	case isList:
		parts := make([]string, len(v.inside()))
		for i, e := range v.inside() {
			parts[i] = e.String()
		}
		return "[" + strings.Join(parts, " ") + "]"
	case isExpression:
		return "{" + operand(v.inside()[0]) + " " + v.text + " " + operand(v.inside()[1]) + "}"
	}
	return ""
}

// operand is a value as it stands in an expression: a text in quotes, so that no two expressions read alike.
func operand(v Value) string {
	if v.kind == isText {
		return strconv.Quote(v.text)
	}
	return v.String()
}

// Equal compares values; a token and a text are equal where the token has that text.
func (v Value) Equal(o Value) bool {
	token, _ := v.Token()
	if v.kind == isToken && o.kind == isText {
		return token == TokenOf(token.Kind, o.text)
	}
	if o.kind == isToken && v.kind == isText {
		return o.Equal(v)
	}
	other, _ := o.Token()
	return v.kind == o.kind && token == other && v.String() == o.String()
}

// Arg is one named argument of a request: a name from its operation's op tags, and a value.
type Arg struct {
	Name  string
	Value Value
}

// LineArgs is the one argument of a prompt's command, its words as a list under the name `line`. Short ones are one
// piece of memory, as there may be a million of them.
func LineArgs(words []string) []Arg {
	one := &struct {
		args  [1]Arg
		parts []Value
		few   [3]Value
	}{}
	one.parts = one.few[:0:len(one.few)]
	for _, w := range words {
		one.parts = append(one.parts, Text(w))
	}
	one.args[0] = Arg{Name: "line", Value: Value{kind: isList, parts: &one.parts}}
	return one.args[:]
}

// Args makes plain text arguments from pairs of name and text.
func Args(pairs ...string) []Arg {
	args := make([]Arg, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		args = append(args, Arg{Name: pairs[i], Value: Text(pairs[i+1])})
	}
	return args
}

// Within are arguments with their long texts as they stand in another text, that of the line which is kept of the
// request: they are the same to whoever reads them, and take no memory of their own. ok is false where none stands
// there.
func Within(args []Arg, text string) (list []Arg, ok bool) {
	for i := range args {
		v, found := args[i].Value.within(text)
		if !found {
			continue
		}
		if !ok {
			list, ok = slices.Clone(args), true // the others are their sender's
		}
		list[i].Value = v
	}
	return list, ok
}

// within is a value with a long text that stands in another one; ok is false where that has none.
func (v Value) within(text string) (other Value, ok bool) {
	if v.kind == isList {
		for i, p := range *v.parts {
			if p, found := p.within(text); found {
				if !ok {
					other, ok = List(slices.Clone(*v.parts)...), true
				}
				(*other.parts)[i] = p
			}
		}
		return other, ok
	}
	if v.kind != isText || len(v.text) < longText {
		return v, false
	}
	at := strings.Index(text, v.text)
	if at >= 0 {
		v.text = text[at : at+len(v.text)]
	}
	return v, at >= 0
}

// Field is one named part of an answer, as `etag` or `body`.
type Field struct {
	Name  string
	Value Value
}

// Value is the token as a field of an answer.
func (t Token) Value() Value {
	return Value{kind: isToken, sort: t.Kind, number: int64(t.N), text: t.Name}
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
