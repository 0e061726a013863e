package conflict

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"interleave/engine"
)

// CompareMost is how much of a text is compared line by line, in bytes: programs send far longer ones.
const CompareMost = 64 << 10

// Excerpt is what of texts is compared: all of it where none is too long, else where they differ.
type Excerpt struct {
	Texts       []string
	Whole       bool
	Front, Back int  // equal whole lines that are left out, before and behind
	Cut         bool // one is longer than CompareMost even so, and its rest is left out too

	// It begins or ends amid a line of which the rest is equal.
	BeginsAmid, EndsAmid bool
}

// LeftOut are the sentences in brackets on what is left out in front of what is compared, and behind it.
func (e Excerpt) LeftOut() (front, back []string) {
	asBefore := func(n int) string { return fmt.Sprintf("(%s as before)", engine.Counted(n, "line")) }
	if e.Front > 0 {
		front = append(front, asBefore(e.Front))
	}
	if e.BeginsAmid {
		front = append(front, "(the beginning of the line is as before)")
	}
	if e.EndsAmid {
		back = append(back, "(the end of the line is as before)")
	}
	if e.Cut {
		back = append(back, fmt.Sprintf("(what comes behind is not compared: no more than %d bytes are)", CompareMost))
	}
	if e.Back > 0 {
		back = append(back, asBefore(e.Back))
	}
	return front, back
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
	e.Front = strings.Count(first[:front], "\n")
	e.BeginsAmid = front > 0 && first[front-1] != '\n'
	shown, behind := first[:len(first)-back+kept], first[len(first)-back+kept:]
	e.EndsAmid = shown != "" && behind != "" && !strings.HasSuffix(shown, "\n")
	if _, whole, broken := strings.Cut(behind, "\n"); e.EndsAmid && broken {
		e.Back = lineCount(whole)
	} else if !e.EndsAmid {
		e.Back = lineCount(behind)
	}
	for i, t := range texts {
		t = t[front : len(t)-back+kept]
		if len(t) > CompareMost {
			t, e.Cut = t[:lineEnd(t, CompareMost)], true
		}
		e.Texts[i] = t
	}
	if e.Cut {
		e.EndsAmid = false // what is left out there is said for all of them
		e.dropUnsure(texts, front)
	}
	return e
}

// dropUnsure takes from the end of excerpts, as far as they differ there, what may stand in the part of another text
// that is not compared: such a line would seem to be taken away, or put in.
func (e *Excerpt) dropUnsure(texts []string, front int) {
	second := min(1, len(texts)-1)
	third := 2 % len(texts)
	hunks := Diff3([]byte(e.Texts[0]), []byte(e.Texts[second]), []byte(e.Texts[third]))
	if len(hunks) == 0 || hunks[len(hunks)-1].Kind == Same {
		return
	}
	last := hunks[len(hunks)-1]
	sides := [][]string{last.Base, last.Mine, last.Theirs}[:min(len(texts), 3)]
	whole, unseen, asked := make([][]string, len(sides)), make([]map[string]bool, len(sides)), map[string]bool{}
	for i, lines := range sides {
		whole[i], unseen[i] = slices.Clone(lines), map[string]bool{}
		if n := len(lines) - 1; n >= 0 && !strings.HasSuffix(lines[n], "\n") { // a line may be cut itself
			rest := texts[i][front+len(e.Texts[i]):]
			whole[i][n] += rest[:strings.IndexByte(rest, '\n')+1]
		}
		for _, line := range whole[i] {
			asked[line] = true
		}
	}
	for i := range sides {
		for line := range strings.Lines(texts[i][front+len(e.Texts[i]):]) {
			if asked[line] {
				unseen[i][line] = true
			}
		}
	}
	for dropped := true; dropped; { // what is dropped from one is not compared with the others either
		dropped = false
		for i := range whole {
			sure := slices.IndexFunc(whole[i], func(line string) bool {
				for n := range unseen {
					if n != i && unseen[n][line] {
						return true
					}
				}
				return false
			})
			if sure < 0 {
				continue
			}
			for _, line := range whole[i][sure:] {
				unseen[i][line] = true
			}
			e.Texts[i] = strings.TrimSuffix(e.Texts[i], strings.Join(sides[i][sure:], ""))
			whole[i], sides[i], dropped = whole[i][:sure], sides[i][:sure], true
		}
	}
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
