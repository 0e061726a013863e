package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// change replaces a range and leaves a refusal, if any, for the status row: a key has nobody to answer to.
func (e *Editor) change(from, to Pos, added string, k kind) { _ = e.replace(from, to, added, k) }

// write types text in the place of the selection.
func (e *Editor) write(text string) {
	from, to := e.Selection()
	e.change(from, to, text, typed)
}

func (e *Editor) breakLine() {
	from, to := e.Selection()
	e.change(from, to, "\n", whole)
}

// erase takes out the selection, or else what lies between the cursor and p.
func (e *Editor) erase(p Pos, k kind) {
	from, to := e.Selection()
	switch {
	case from != to:
		k = whole
	case p.Before(from):
		from = p
	default:
		to = p
	}
	e.change(from, to, "", k)
}

func (e *Editor) eraseBack()      { e.erase(e.backward(), erased) }
func (e *Editor) eraseAhead()     { e.erase(e.forward(), ahead) }
func (e *Editor) eraseWordBack()  { e.erase(e.wordBackward(), whole) }
func (e *Editor) eraseWordAhead() { e.erase(e.wordForward(), whole) }
func (e *Editor) eraseToStart()   { e.erase(e.lineStart(), whole) }

// eraseToEnd takes out the rest of the line; at its end, the line end.
func (e *Editor) eraseToEnd() {
	if e.cursor.Byte == len(e.line()) {
		e.erase(e.forward(), whole)
		return
	}
	e.erase(e.lineEnd(), whole)
}

// transpose swaps the clusters around the cursor, at the end of a line the last two.
func (e *Editor) transpose() {
	s, n := e.line(), e.cursor.Line
	middle := e.cursor.Byte
	if middle == len(s) {
		middle = clusterStart(s, middle)
	}
	if middle == 0 {
		return
	}
	start, end := clusterStart(s, middle), clusterEnd(s, middle)
	e.change(Pos{n, start}, Pos{n, end}, s[middle:end]+s[start:middle], whole)
}

func (e *Editor) upperWord() { e.recase(strings.ToUpper) }
func (e *Editor) lowerWord() { e.recase(strings.ToLower) }

// capitalWord gives the word ahead one capital letter, its first.
func (e *Editor) capitalWord() {
	e.recase(func(s string) string {
		at := strings.IndexFunc(s, unicode.IsLetter)
		if at < 0 {
			return s
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		return s[:at] + string(unicode.ToTitle(r)) + strings.ToLower(s[at+size:])
	})
}

// recase rewrites from the cursor to the end of the word ahead.
func (e *Editor) recase(to func(string) string) {
	end := e.wordForward()
	was := e.body.between(e.cursor, end)
	if is := to(was); is != was {
		e.change(e.cursor, end, is, whole)
		return
	}
	e.move(end, false)
}
