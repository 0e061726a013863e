package panes

// Which request is selected in a pane, as copies ask for it; 0 where none is.

// Request is that of the selected line.
func (l *Log) Request() int {
	at, ok := l.list.Selected()
	if !ok {
		return 0
	}
	return l.entries[at].Event.Request
}

// Request is that of the selected message.
func (f *Flight) Request() int {
	row, _ := f.list.Selected()
	return row.Moving.Request
}

// Request is the one that the told conflict is about.
func (c *Card) Request() int {
	t, _ := c.Trouble()
	return t.Request
}

// Request is the one that made the selected version.
func (t *Truth) Request() int {
	if t.selected >= len(t.truth.Versions) {
		return 0
	}
	return t.truth.Versions[t.selected].Request
}
