package conflict

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// CompareMost is how much of a text is compared line by line, in bytes: programs send far longer ones.
const CompareMost = 64 << 10

// Excerpt is what of texts is compared: all of it where none is too long, else where they differ.
type Excerpt struct {
	Texts       []string
	Whole       bool
	Front, Back int  // equal lines that are left out, before and behind
	Cut         bool // more than CompareMost of one differs, and the rest is left out too
}

// How many lines stand before and behind what differs, and how long they may be together.
const (
	aroundLines = 2
	aroundBytes = 1 << 10
)

// Differing cuts texts that are too long to be compared whole to where they differ, with the lines around that.
func Differing(texts ...string) Excerpt {
	e := Excerpt{Texts: slices.Clone(texts), Whole: true}
	if !slices.ContainsFunc(texts, func(t string) bool { return len(t) > CompareMost }) {
		return e
	}
	e.Whole = false
	first := texts[0]
	front := len(first)
	for _, t := range texts[1:] {
		front = min(front, equalFront(first, t))
	}
	back := len(first) - front
	for _, t := range texts[1:] {
		back = min(back, equalBack(first[front:], t[front:]))
	}
	front = linesBefore(first, front)
	kept := linesBehind(first[len(first)-back:])
	e.Front, e.Back = lineCount(first[:front]), lineCount(first[len(first)-back+kept:])
	for i, t := range texts {
		t = t[front : len(t)-back+kept]
		if len(t) > CompareMost {
			t, e.Cut = t[:lineEnd(t, CompareMost)], true
		}
		e.Texts[i] = t
	}
	return e
}

// Beginning is as much of a text as is compared of it.
func Beginning(text string) string { return text[:lineEnd(text, CompareMost)] }

// stride is how many bytes are compared at once.
const stride = 4 << 10

// equalFront is how many bytes two texts have in common from their beginning on.
func equalFront(a, b string) (n int) {
	most := min(len(a), len(b))
	for n+stride <= most && a[n:n+stride] == b[n:n+stride] {
		n += stride
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// equalBack is how many bytes two texts have in common at their end.
func equalBack(a, b string) (n int) {
	most := min(len(a), len(b))
	for n+stride <= most && a[len(a)-n-stride:len(a)-n] == b[len(b)-n-stride:len(b)-n] {
		n += stride
	}
	for n < most && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// linesBefore is where what stands around a place begins.
func linesBefore(text string, at int) int {
	begin := at
	for range aroundLines + 1 {
		if begin = strings.LastIndexByte(text[:begin], '\n'); begin < 0 {
			break
		}
	}
	if begin++; at-begin > aroundBytes {
		for begin = at - aroundBytes; begin < at && !utf8.RuneStart(text[begin]); {
			begin++
		}
	}
	return begin
}

// linesBehind is how much of an equal end stands around what differs before it.
func linesBehind(text string) int {
	end := 0
	for range aroundLines + 1 {
		at := strings.IndexByte(text[end:], '\n')
		if at < 0 {
			end = len(text)
			break
		}
		end += at + 1
	}
	return lineEnd(text[:end], aroundBytes)
}

// lineEnd is where the last line ends that is within the first bytes of a text; of a longer line, its last letter.
func lineEnd(text string, most int) int {
	if len(text) <= most {
		return len(text)
	}
	if at := strings.LastIndexByte(text[:most], '\n'); at >= 0 {
		return at + 1
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return most
}

func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}
