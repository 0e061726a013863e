package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// historyBytes is what the undo history of one editor may hold; beyond it the oldest quarter is forgotten.
const historyBytes = 4 << 20

// kind says how a change was made; only changes of one kind join into one step of undo.
type kind uint8

const (
	whole  kind = iota // a step of its own: paste, cut, case, transposition
	typed              // one cluster typed
	erased             // one cluster taken away before the cursor
	ahead              // one cluster taken away after the cursor
)

// change is one step of undo: what stood at a place and what stands there now.
type change struct {
	at             Pos
	removed, added string
	before, after  Pos // the cursor
	kind           kind
}

func (c *change) cost() int { return len(c.removed) + len(c.added) + 64 }

// history is what was done and what was undone. Steps are cut by words, never by time: the same keys give the same
// steps.
type history struct {
	done, undone []change
	size         int
	open         bool // the last step may still grow: nothing but typing has happened since
}

func (h *history) add(c change) {
	h.undone = nil
	if n := len(h.done); h.open && n > 0 {
		last := &h.done[n-1]
		was := last.cost()
		if last.join(&c) {
			h.size += last.cost() - was
			return
		}
	}
	h.done = append(h.done, c)
	h.size += c.cost()
	h.open = c.kind != whole
	if h.size > historyBytes {
		h.forget()
	}
}

// newest takes the last step off a list; ok is false where there is none.
func newest(list *[]change) (c change, ok bool) {
	n := len(*list)
	if n == 0 {
		return c, false
	}
	c = (*list)[n-1]
	*list = (*list)[:n-1]
	return c, true
}

func (h *history) forget() {
	n := len(h.done)/4 + 1
	h.done = append([]change(nil), h.done[min(n, len(h.done)):]...)
	h.size = 0
	for i := range h.done {
		h.size += h.done[i].cost()
	}
}

// join makes one step of two when together they are one word typed or erased, with the blanks after it.
func (c *change) join(next *change) bool {
	if c.kind != next.kind || c.kind == whole || len(c.added)+len(c.removed) > 1024 ||
		strings.Contains(c.added+c.removed+next.added+next.removed, "\n") {
		return false
	}
	switch c.kind {
	case typed:
		if next.removed != "" || next.at != after(c.at, c.added) || newWord(c.added, next.added) {
			return false
		}
		c.added += next.added
	case erased:
		if after(next.at, next.removed) != c.at || isBlank(c.removed) && !isBlank(next.removed) {
			return false
		}
		c.at, c.removed = next.at, next.removed+c.removed
	case ahead:
		if next.at != c.at || newWord(c.removed, next.removed) {
			return false
		}
		c.removed += next.removed
	}
	c.after = next.after
	return true
}

// newWord is true when next begins a word after the blanks that end what came before it.
func newWord(before, next string) bool {
	r, size := utf8.DecodeLastRuneInString(before)
	return size > 0 && unicode.IsSpace(r) && !isBlank(next)
}
