package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a line that cannot be read or carried out: where it is, how it reads, and what would be right. Nothing has
// run of a file with one that Parse returned.
type Error struct {
	File      string
	Line, Col int    // from 1; Col counts characters
	Source    string // the line
	Text      string // what is wrong and what would be right
	Cause     error  // of a line that the world refused
}

func (e *Error) Error() string {
	source, at := e.around()
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(source[:at]))
	where := e.File
	if where == "" {
		where = "line"
	}
	return fmt.Sprintf("%s:%d:%d: %s\n    %s\n    %s^", where, e.Line, e.Col, e.Text, string(source), pad)
}

// besideMost is how much of a long line is shown before and behind the place that is wrong.
const besideMost = 160

// around is the line, or of a long one what stands around the place that is wrong, and where that is in it.
func (e *Error) around() (source []rune, at int) {
	source = []rune(e.Source)
	at = max(min(e.Col-1, len(source)), 0)
	if to := at + besideMost; to < len(source) {
		source = append(slices.Clip(source[:to]), '…')
	}
	if from := at - besideMost; from > 0 {
		source, at = append([]rune{'…'}, source[from:]...), besideMost+1
	}
	return source, at
}

func (e *Error) Unwrap() error { return e.Cause }

// locate makes an Error of a place in a source.
func locate(file, src string, at int, text string) *Error {
	at = min(at, len(src))
	start := strings.LastIndexByte(src[:at], '\n') + 1
	return &Error{File: file, Line: 1 + strings.Count(src[:at], "\n"), Col: 1 + utf8.RuneCountInString(src[start:at]),
		Source: strings.TrimRight(src[start:lineEnd(src, at)], "\r"), Text: naming(text, src[at:lineEnd(src, at)])}
}

// naming puts the word that a sentence is about in place of `this`, and behind what something is missing.
func naming(text, from string) string {
	words := strings.Fields(from)
	if len(words) == 0 {
		return text
	}
	rest, _ := strings.CutPrefix(text, "this ")
	for _, verb := range []string{"is ", "has ", "does "} { // else it is said what stands there, as `this bracket`
		if strings.HasPrefix(rest, verb) {
			return strconv.Quote(words[0]) + " " + rest
		}
	}
	if rest, ok := strings.CutPrefix(text, "something is missing: "); ok {
		return fmt.Sprintf("something is missing in %q: %s", strings.Join(words, " "), rest)
	}
	return text
}

// Suggest is the word among others that is nearest to a word, or empty where none is near.
func Suggest(word string, among []string) string {
	best, least := "", 1+max(1, utf8.RuneCountInString(word)/3)
	for _, other := range among {
		if d := distance(strings.ToLower(word), strings.ToLower(other), least); d < least {
			best, least = other, d
		}
	}
	return best
}

// distance is the number of letters to add, take away, replace or swap; anything from most on is most.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= most || len(y)-len(x) >= most {
		return most
	}
	older, old, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old, row = old, row, older
	}
	return min(old[len(y)], most)
}

// near is a sentence's end with the nearest known word, or with all of them where they are few.
func near(word string, among []string) string {
	if s := Suggest(word, among); s != "" {
		return "; did you mean " + s + "?"
	}
	if len(among) > 0 && len(among) <= 12 {
		return "; there is " + strings.Join(among, ", ")
	}
	return ""
}
