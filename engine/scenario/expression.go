package scenario

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// braces reads what no plain word can say: {15} a number, {00:12.4}, {15ms} or a date a moment, {etag "0x8D.."} a
// token, {} nothing, and expressions over what was heard, as {$r.body + 1}.
func (l *lexer) braces() (engine.Value, error) {
	start := l.pos
	l.pos++
	if l.depth++; l.depth > maxDepth {
		return engine.Value{}, &wrong{start, "braces lie in braces at most " + strconv.Itoa(maxDepth) + " deep"}
	}
	defer func() { l.depth-- }()
	l.inBrace()
	if l.at('}') {
		l.pos++
		return engine.Value{}, nil
	}
	if words, ok := l.literalWords(); ok {
		v, ok := literal(words)
		if !ok {
			return v, &wrong{start, literalForm}
		}
		return v, nil
	}
	v, err := l.sum(start)
	if err != nil {
		return v, err
	}
	if !l.at('}') {
		return v, l.noBrace(start)
	}
	l.pos++
	return v, nil
}

const literalForm = `in braces stand a number {15}, a moment {00:12.4}, a token {etag "0x8D.."}, nothing {}, or an expression {$r.body + 1}`

// inBrace skips blanks within braces.
func (l *lexer) inBrace() {
	for l.at(' ') || l.at('\t') {
		l.pos++
	}
}

// noBrace says what stands in the way of a closing brace.
func (l *lexer) noBrace(start int) error {
	if l.pos >= len(l.src) || l.at('\n') || l.at('\r') {
		return &wrong{start, "this brace is never closed: a } is missing"}
	}
	return &wrong{l.pos, "here an operator would stand, one of " + strings.Join(engine.Operators(), " ") +
		", with blanks around it"}
}

// literalWords reads all words up to the brace where they are a token; else nothing is read.
func (l *lexer) literalWords() (words []string, ok bool) {
	from := l.pos
	for {
		l.inBrace()
		switch {
		case l.pos >= len(l.src) || l.at('\n'):
			l.pos = from
			return nil, false
		case l.at('}'):
			l.pos++
			return words, true
		case l.at('"') && len(words) > 0:
			text, err := l.quote()
			if err != nil {
				l.pos = from
				return nil, false
			}
			words = append(words, text)
		default:
			word := l.braceWord()
			if word == "" || len(words) == 0 && !slices.Contains(tokenKinds[:], word) {
				l.pos = from
				return nil, false
			}
			words = append(words, word)
		}
	}
}

// braceWord reads a bare word within braces.
func (l *lexer) braceWord() string {
	from := l.pos
	for l.pos < len(l.src) && strings.IndexByte(" \t\r\n{}()[]\"$", l.src[l.pos]) < 0 {
		l.pos++
	}
	return l.src[from:l.pos]
}

// sum reads operands with operators between them, from left to right; * binds more than the others, and ^ more than *.
func (l *lexer) sum(start int) (engine.Value, error) {
	v, err := l.product(start)
	for err == nil {
		operator := l.operator()
		if operator == "" || operator == engine.Times || operator == engine.Power {
			return v, nil
		}
		l.pos += len(operator)
		var right engine.Value
		if right, err = l.product(start); err == nil {
			v = engine.Expression(operator, v, right)
		}
	}
	return v, err
}

func (l *lexer) product(start int) (engine.Value, error) {
	return l.chain(engine.Times, func() (engine.Value, error) {
		return l.chain(engine.Power, func() (engine.Value, error) { return l.operand(start) })
	})
}

// chain reads operands with one operator between them, from left to right.
func (l *lexer) chain(operator string, operand func() (engine.Value, error)) (engine.Value, error) {
	v, err := operand()
	for err == nil && l.operator() == operator {
		l.pos += len(operator)
		var right engine.Value
		if right, err = operand(); err == nil {
			v = engine.Expression(operator, v, right)
		}
	}
	return v, err
}

// operator is the operator that comes next, without reading it; empty where none does.
func (l *lexer) operator() string {
	l.inBrace()
	word := l.src[l.pos:]
	if n := strings.IndexAny(word, " \t"); n >= 0 && slices.Contains(engine.Operators(), word[:n]) {
		return word[:n]
	}
	return ""
}

func (l *lexer) operand(start int) (v engine.Value, err error) {
	l.inBrace()
	at := l.pos
	switch {
	case l.pos >= len(l.src) || l.at('\n') || l.at('}'):
		return v, &wrong{start, "something is missing in these braces: " + literalForm}
	case l.at('"'):
		text, err := l.quote()
		return engine.Text(text), err
	case l.at('$'):
		return l.reference()
	case l.at('['):
		return l.list()
	case l.at('{'):
		return l.braces()
	case l.at('('):
		l.pos++
		if v, err = l.sum(start); err != nil {
			return v, err
		}
		if l.inBrace(); !l.at(')') {
			return v, &wrong{at, "this bracket is never closed: a ) is missing"}
		}
		l.pos++
		return v, nil
	}
	word := l.braceWord()
	if v, ok := literal([]string{word}); ok {
		return v, nil
	}
	return v, &wrong{at, strconv.Quote(word) + " has no meaning in braces: a text stands in quotes; " + literalForm}
}

// formatExpression is an expression in braces.
func formatExpression(v engine.Value) string { return "{" + formatOperand(v, 0) + "}" }

// formatOperand is a part of an expression, in brackets where it would read back otherwise; binds is how much what
// stands around it does.
func formatOperand(v engine.Value, binds int) string {
	operator, a, b, ok := v.Expression()
	if !ok {
		if text := v.String(); isText(v) {
			return strconv.Quote(text)
		}
		if n, ok := v.Int(); ok {
			return strconv.FormatInt(n, 10)
		}
		return FormatValue(v)
	}
	own := 1
	switch operator {
	case engine.Times:
		own = 2
	case engine.Power:
		own = 3
	}
	text := formatOperand(a, own-1) + " " + operator + " " + formatOperand(b, own)
	if own <= binds {
		return "(" + text + ")"
	}
	return text
}
