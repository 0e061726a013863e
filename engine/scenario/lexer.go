package scenario

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
)

// form is how a value was written.
type form uint8

const (
	bare    form = iota // a word without quotes: only these can be keywords
	quoted              // a text in quotes
	fromArc             // the text of a file of the archive
	other               // a reference, a list, a literal
)

// item is one word of a statement: a value, or name=value.
type item struct {
	key       string
	hasKey    bool
	keyQuoted bool
	form      form
	value     engine.Value
	comma     bool // a comma ends it, where commas separate
	start     int  // of the item, from: of its value, end: behind it
	from, end int
}

// is says whether the item is that keyword.
func (i item) is(word string) bool {
	return !i.hasKey && i.form == bare && i.value.String() == word
}

// text is the item as a plain text; ok is false where it is something else.
func (i item) text() (text string, ok bool) {
	return i.value.String(), !i.hasKey && i.form != other
}

// wrong is a mistake at a place of the source; the parser makes an Error of it.
type wrong struct {
	at   int
	text string
}

func (w *wrong) Error() string { return w.text }

// maxDepth is how deep lists may lie in lists.
const maxDepth = 16

// lexer cuts one statement into items. A statement ends with its line, unless a bracket is open.
type lexer struct {
	src    string
	pos    int
	files  func(name string) (text string, why string) // the archive; why is not empty where there is no such file
	commas bool                                        // a comma behind a word separates
	depth  int
	room   []item // for the items of the next statement; nil: there is none
}

// items reads up to the end of the statement and leaves pos behind its line end.
func (l *lexer) items() ([]item, error) {
	list := l.room
	l.room = nil
	for {
		l.blanks()
		if l.pos >= len(l.src) {
			return list, nil
		}
		if l.src[l.pos] == '\n' {
			l.pos++
			return list, nil
		}
		i, err := l.item()
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
}

// blanks skips blanks and a comment; inside of brackets also line ends.
func (l *lexer) blanks() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' && l.depth > 0:
			l.pos++
		case c == '#':
			l.pos = lineEnd(l.src, l.pos)
		default:
			return
		}
	}
}

// lineEnd is the place of the line end at or behind pos.
func lineEnd(src string, pos int) int {
	if n := strings.IndexByte(src[pos:], '\n'); n >= 0 {
		return pos + n
	}
	return len(src)
}

// lineStart is the place where the line of pos begins.
func lineStart(src string, pos int) int { return strings.LastIndexByte(src[:pos], '\n') + 1 }

func (l *lexer) item() (item, error) {
	i := item{start: l.pos, from: l.pos}
	var err error
	if i.form, i.value, err = l.value(true); err != nil {
		return i, err
	}
	if l.at('=') && (i.form == bare || i.form == quoted) {
		i.key, i.hasKey, i.keyQuoted = i.value.String(), true, i.form == quoted
		l.pos++
		i.from = l.pos
		if i.form, i.value, err = l.value(false); err != nil {
			return i, err
		}
	}
	i.end = l.pos
	if l.commas {
		if text := i.value.String(); i.form == bare && len(text) > 1 && strings.HasSuffix(text, ",") {
			i.value, i.comma, i.end = engine.Text(text[:len(text)-1]), true, i.end-1
		} else if l.at(',') {
			i.comma = true
			l.pos++
		}
	}
	if !l.ends() {
		r, _ := utf8.DecodeRuneInString(l.src[l.pos:])
		return i, &wrong{l.pos, strconv.QuoteRune(r) +
			" cannot stand here: put a blank before it, or the whole word in quotes"}
	}
	return i, nil
}

func (l *lexer) at(c byte) bool { return l.pos < len(l.src) && l.src[l.pos] == c }

// ends says whether a word may end here.
func (l *lexer) ends() bool {
	if l.pos >= len(l.src) {
		return true
	}
	c := l.src[l.pos]
	return strings.IndexByte(" \t\r\n", c) >= 0 || l.depth > 0 && (c == ';' || c == ']')
}

// value reads one value; of a key only the part before its `=`.
func (l *lexer) value(key bool) (form, engine.Value, error) {
	if l.pos >= len(l.src) {
		return quoted, engine.Text(""), nil
	}
	switch l.src[l.pos] {
	case '"':
		text, err := l.quote()
		return quoted, engine.Text(text), err
	case '$':
		v, err := l.reference()
		return other, v, err
	case '@':
		text, err := l.file()
		return fromArc, engine.Text(text), err
	case '[':
		v, err := l.list()
		return other, v, err
	case '{':
		v, err := l.braces()
		return other, v, err
	}
	text := l.word(key)
	if text == "" && !key { // `name=` with nothing behind
		return quoted, engine.Text(""), nil
	}
	return bare, engine.Text(text), nil
}

// word reads a bare word, of a key only what stands before `=`.
func (l *lexer) word(key bool) string {
	start := l.pos
	for !l.ends() && strings.IndexByte(`"[]{}`, l.src[l.pos]) < 0 && !(key && l.at('=') && l.pos > start) {
		l.pos++
	}
	return l.src[start:l.pos]
}

func (l *lexer) quote() (string, error) {
	start := l.pos
	raw, err := strconv.QuotedPrefix(l.src[start:lineEnd(l.src, start)])
	if err != nil {
		return "", &wrong{start,
			`this text has no end: close it with ", and write \" for a quote and \n for a line end within`}
	}
	l.pos += len(raw)
	text, err := strconv.Unquote(raw)
	if err != nil {
		return "", &wrong{start, "this text has an escape that is none: \\n, \\t, \\\", \\\\, \\x00 and \\u00e9 are"}
	}
	return text, nil
}

func (l *lexer) reference() (engine.Value, error) {
	start := l.pos
	l.pos++
	path := ""
	if l.at('"') {
		var err error
		if path, err = l.quote(); err != nil {
			return engine.Value{}, err
		}
	} else {
		for l.pos < len(l.src) {
			r, n := utf8.DecodeRuneInString(l.src[l.pos:])
			if !pathRune(r) {
				break
			}
			l.pos += n
		}
		path = l.src[start+1 : l.pos]
		if path == "" {
			return engine.Value{}, &wrong{start, "a reference needs a name: write $name.field, as $a1.etag"}
		}
	}
	optional := l.at('?')
	if optional {
		l.pos++
	}
	return engine.Ref(path, optional), nil
}

func pathRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-'", r))
}

func (l *lexer) file() (string, error) {
	start := l.pos
	l.pos++
	name := ""
	if l.at('"') {
		var err error
		if name, err = l.quote(); err != nil {
			return "", err
		}
	} else {
		name = l.word(false)
	}
	text, why := l.files(name)
	if why != "" {
		return "", &wrong{start, why}
	}
	return text, nil
}

// list reads `[a b]`, and `[a b; c d]`, which is a list of lists. A pair n=v within is a list of three: n, =, v.
func (l *lexer) list() (engine.Value, error) {
	start := l.pos
	if l.depth++; l.depth > maxDepth {
		return engine.Value{}, &wrong{start, "lists lie in lists at most " + strconv.Itoa(maxDepth) + " deep"}
	}
	defer func() { l.depth-- }()
	commas := l.commas
	l.commas = false
	defer func() { l.commas = commas }()
	l.pos++
	var all, part []engine.Value
	groups := false
	for {
		l.blanks()
		switch {
		case l.pos >= len(l.src):
			return engine.Value{}, &wrong{start, "this bracket is never closed: a ] is missing"}
		case l.at(';'):
			l.pos++
			all, part, groups = append(all, engine.List(part...)), nil, true
		case l.at(']'):
			l.pos++
			if !groups {
				return engine.List(part...), nil
			}
			if len(part) > 0 {
				all = append(all, engine.List(part...))
			}
			return engine.List(all...), nil
		default:
			i, err := l.item()
			if err != nil {
				return engine.Value{}, err
			}
			part = append(part, i.whole())
		}
	}
}

// whole is the item as one value: a pair becomes a list of three.
func (i item) whole() engine.Value {
	if i.hasKey {
		return engine.List(engine.Text(i.key), engine.Text("="), i.value)
	}
	return i.value
}

// tokenKinds are the words for kinds of tokens in braces.
var tokenKinds = [...]string{"token", "etag", "lease", "receipt", "message", "copy", "upload", "version", "handle",
	"timestamp"}

func literal(words []string) (engine.Value, bool) {
	switch len(words) {
	case 0:
		return engine.Value{}, true
	case 1:
		if n, err := strconv.ParseInt(words[0], 10, 64); err == nil {
			return engine.Number(n), true
		}
		if ms, ok := strings.CutSuffix(words[0], "ms"); ok {
			n, err := strconv.ParseInt(ms, 10, 64)
			return engine.Moment(engine.Instant(n)), err == nil
		}
		i, ok := readMoment(words[0])
		return engine.Moment(i), ok
	case 2:
		for k, name := range tokenKinds {
			if k > 0 && words[0] == name {
				return engine.TokenOf(engine.Kind(k), words[1]).Value(), true
			}
		}
	case 4:
		kind, err1 := strconv.ParseUint(words[1], 10, 8)
		n, err2 := strconv.ParseUint(words[2], 10, 64)
		return engine.Token{Kind: engine.Kind(kind), N: n, Name: words[3]}.Value(), words[0] == "token" &&
			err1 == nil && err2 == nil
	}
	return engine.Value{}, false
}
