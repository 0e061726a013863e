package widget

// move puts the cursor at p; extend keeps the other end of the selection where it is.
func (e *Editor) move(p Pos, extend bool) {
	switch {
	case extend && !e.selected:
		e.anchor, e.selected = e.cursor, true
	case !extend:
		e.selected = false
	}
	e.cursor = p
	e.history.open = false
	e.version++
}

// byRows goes n rows down and aims at the column where this series of moves began.
func (e *Editor) byRows(n int, extend bool) {
	row, column := e.place(e.cursor)
	if e.goal < 0 {
		e.goal = column
	}
	to := e.step(rowAt{e.cursor.Line, row}, n)
	e.move(e.at(to.line, to.row, e.goal), extend)
	e.follow()
}

func (e *Editor) line() string { return e.body.lines[e.cursor.Line].text }

// backward is one cluster back, over the line end if need be.
func (e *Editor) backward() Pos {
	p := e.cursor
	switch {
	case p.Byte > 0:
		p.Byte = clusterStart(e.line(), p.Byte)
	case p.Line > 0:
		p.Line--
		p.Byte = len(e.body.lines[p.Line].text)
	}
	return p
}

func (e *Editor) forward() Pos {
	p := e.cursor
	switch {
	case p.Byte < len(e.line()):
		p.Byte = clusterEnd(e.line(), p.Byte)
	case p.Line+1 < len(e.body.lines):
		p = Pos{Line: p.Line + 1}
	}
	return p
}

func (e *Editor) wordForward() Pos {
	at := e.cursor.Byte
	for n := e.cursor.Line; n < len(e.body.lines); n++ {
		if end, found := wordEnd(e.body.lines[n].text, at); found {
			return Pos{n, end}
		}
		at = 0
	}
	return e.body.end()
}

func (e *Editor) wordBackward() Pos {
	for n := e.cursor.Line; n >= 0; n-- {
		at := len(e.body.lines[n].text)
		if n == e.cursor.Line {
			at = e.cursor.Byte
		}
		if start, found := wordStart(e.body.lines[n].text, at); found {
			return Pos{n, start}
		}
	}
	return Pos{}
}

func (e *Editor) lineStart() Pos { return Pos{Line: e.cursor.Line} }
func (e *Editor) lineEnd() Pos   { return Pos{e.cursor.Line, len(e.line())} }
func (e *Editor) textStart() Pos { return Pos{} }
func (e *Editor) textEnd() Pos   { return e.body.end() }

// paragraphUp is the nearest empty line above, or the beginning of the text.
func (e *Editor) paragraphUp() Pos {
	for n := e.cursor.Line - 1; n > 0; n-- {
		if e.body.lines[n].text == "" {
			return Pos{Line: n}
		}
	}
	return Pos{}
}

func (e *Editor) paragraphDown() Pos {
	for n := e.cursor.Line + 1; n < len(e.body.lines); n++ {
		if e.body.lines[n].text == "" {
			return Pos{Line: n}
		}
	}
	return e.body.end()
}
