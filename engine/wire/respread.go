package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// The limits of a command as it comes in. Redis itself takes 512 MB a word.
const (
	MaxWords   = 1 << 20 // of a command
	MaxWord    = 16 << 20
	MaxCommand = 64 << 20 // bytes of all its words
	maxLine    = 64 << 10 // bytes of a line: a count, or a command without counts
)

// wordsAhead is for how many words of a command there is room before they have come.
const wordsAhead = 16

// ProtocolError is what Redis answers to bytes that are no command, before it closes the connection.
type ProtocolError string

func (e ProtocolError) Error() string { return "ERR Protocol error: " + string(e) }

// CommandReader reads commands out of the bytes that a client of Redis sends, however they are cut: arrays of bulk
// strings, and lines of words as somebody types them. What it holds is bounded by MaxCommand, and by what has come: a
// count alone reserves nothing.
//
// Source: Redis, "Redis serialization protocol specification", "Sending commands to a Redis server", "Inline commands".
type CommandReader struct {
	data  []byte // what has come and is not read yet
	words []string
	left  int // words of the array that are still to come; 0: none is begun
	size  int // of the word that is being read, and one more; 0: its length is not read yet
	total int
}

// Feed takes bytes in; they are copied.
func (r *CommandReader) Feed(data []byte) { r.data = append(r.data, data...) }

// Begun says whether a part of a command has come.
func (r *CommandReader) Begun() bool { return len(r.data) > 0 || r.left > 0 }

// Held is how many bytes of it have come; what is only announced is none.
func (r *CommandReader) Held() int {
	if r.left == 0 {
		return len(r.data)
	}
	return len(r.data) + r.total - max(r.size-1, 0)
}

// Next is the next whole command; nil where it has not come whole. An error is a ProtocolError: nothing can be read
// behind it.
func (r *CommandReader) Next() (words []string, err error) {
	for {
		switch {
		case r.left == 0 && len(r.data) > 0 && r.data[0] != '*':
			line, ok, err := r.line("inline request")
			if !ok {
				return nil, err
			}
			words, ok := splitLine(strings.TrimSuffix(line, "\r"))
			switch {
			case !ok:
				return nil, ProtocolError("unbalanced quotes in request")
			case len(words) > 0:
				return words, nil
			}
		case r.left == 0:
			n, ok, err := r.count("mbulk count string")
			switch {
			case !ok:
				return nil, err
			case err != nil || n > MaxWords:
				return nil, ProtocolError("invalid multibulk length")
			case n > 0: // an empty array is no command
				if words := r.whole(n); words != nil {
					return words, nil
				}
				r.left, r.words, r.total = n, make([]string, 0, min(n, wordsAhead)), 0
			}
		default:
			ok, err := r.word()
			if !ok {
				return nil, err
			}
			if r.left--; r.left == 0 {
				words, r.words = r.words, nil
				return words, nil
			}
		}
	}
}

// shortCommand is up to how many bytes the words of a command are kept as one text: a key must not keep a long value
// that was sent with it.
const shortCommand = 256

// whole is a short command all of which has come, its words cut from one text; nil: it is none.
func (r *CommandReader) whole(n int) []string {
	var ends [wordsAhead]int
	at := 0
	if n > len(ends) {
		return nil
	}
	for i := range n {
		if at >= len(r.data) || r.data[at] != '$' {
			return nil
		}
		length, size := shortCount(r.data[at:])
		if at += size + length; size == 0 || at+2 > min(len(r.data), shortCommand) {
			return nil
		}
		ends[i] = at
		at += 2 // Redis takes whatever two bytes stand behind it
	}
	text, words := string(r.data[:at-2]), make([]string, n)
	for i, from := 0, 0; i < n; i, from = i+1, ends[i]+2 {
		length, size := shortCount(r.data[from:])
		words[i] = text[from+size : from+size+length]
	}
	r.take(at)
	return words
}

// word reads the next word of an array; ok is false where it has not come whole.
func (r *CommandReader) word() (ok bool, err error) {
	if r.size == 0 {
		if len(r.data) > 0 && r.data[0] != '$' {
			return false, ProtocolError(fmt.Sprintf("expected '$', got '%s'", visible(string(r.data[:1]))))
		}
		n, ok, err := r.count("bulk count string")
		if !ok {
			return false, err
		}
		if r.total += n; err != nil || n < 0 || n > MaxWord || r.total > MaxCommand {
			return false, ProtocolError("invalid bulk length")
		}
		r.size = n + 1
	}
	n := r.size - 1
	if len(r.data) < n+2 { // Redis takes whatever two bytes stand behind it
		return false, nil
	}
	r.words, r.size = append(r.words, string(r.data[:n])), 0
	r.take(n + 2)
	return true, nil
}

// count is the number behind the first byte of a line; ok is false where the line has not come whole, err where it is
// no number.
func (r *CommandReader) count(what string) (n int, ok bool, err error) {
	if n, size := shortCount(r.data); size > 0 {
		r.take(size)
		return n, true, nil
	}
	line, ok, err := r.line(what)
	if !ok || len(line) == 0 {
		return 0, ok, err
	}
	digits := strings.TrimSuffix(line[1:], "\r")
	if !isCount(digits) {
		return 0, true, strconv.ErrSyntax
	}
	n, err = strconv.Atoi(digits)
	return n, true, err
}

// isCount says whether a number is written as Redis reads one: without a plus and without zeros in front.
//
// Source: Redis 7.0.15, util.c, string2ll.
func isCount(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return text == "0" || digits != "" && digits[0] >= '1' && digits[0] <= '9'
}

// shortCount is a number of up to four digits between the first byte of a line and its end, and how long the line is; a
// size of 0: it is none, or one that Redis may refuse.
func shortCount(data []byte) (n, size int) {
	for i := 1; i < min(len(data), 6); i++ {
		switch c := data[i]; {
		case i == 2 && data[1] == '0' && c != '\r':
			return 0, 0
		case c >= '0' && c <= '9' && i < 5:
			n = 10*n + int(c-'0')
		case c == '\r' && i > 1 && i+1 < len(data) && data[i+1] == '\n':
			return n, i + 2
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// line is the next line without its end. Redis looks for that no further than to a NUL: such a line has none, however
// much comes behind it.
//
// Source: Redis 7.0.15, networking.c, processInlineBuffer and processMultibulkBuffer (strchr).
func (r *CommandReader) line(what string) (line string, ok bool, err error) {
	come := r.data[:min(len(r.data), maxLine)]
	at := bytes.IndexByte(come, '\n')
	if bytes.IndexByte(come[:max(at, 0)], 0) >= 0 {
		at = -1
	}
	switch {
	case at >= 0:
		line = string(r.data[:at])
		r.take(at + 1)
		return line, true, nil
	case len(r.data) >= maxLine:
		return "", false, ProtocolError("too big " + what)
	}
	return "", false, nil
}

// take drops what is read, and gives its room back where nothing is left.
func (r *CommandReader) take(n int) {
	if r.data = r.data[n:]; len(r.data) == 0 {
		r.data = nil
	}
}

// splitLine cuts a line as Redis does: at blanks, with "..." in which a backslash stands for something, and '...' in
// which only a quote does. Behind a quote that ends stands a blank; ok is false where it is not so.
func splitLine(line string) (words []string, ok bool) {
	for i := 0; i < len(line); {
		if isBlank(line[i]) {
			i++
			continue
		}
		var word []byte
		for i < len(line) && !isBlank(line[i]) {
			if quote := line[i]; quote == '"' || quote == '\'' {
				text, size := quoted(line[i:])
				if size == 0 || i+size < len(line) && !isBlank(line[i+size]) {
					return nil, false
				}
				word, i = append(word, text...), i+size
				continue
			}
			word, i = append(word, line[i]), i+1
		}
		words = append(words, string(word))
	}
	return words, true
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\n\v\f\r\x00", c) >= 0 }

// quoted is the text in quotes with which a line begins, and how long it is with them; 0: it does not end.
func quoted(line string) (text []byte, size int) {
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == line[0]:
			return text, i + 1
		case c != '\\' || i+1 == len(line) || line[0] == '\'' && line[i+1] != '\'':
			text = append(text, c)
		case line[0] == '"' && line[i+1] == 'x' && i+3 < len(line) && isHex(line[i+2]) && isHex(line[i+3]):
			n, _ := strconv.ParseUint(line[i+2:i+4], 16, 8)
			text, i = append(text, byte(n)), i+3
		default:
			i++
			text = append(text, escaped(line[i]))
		}
	}
	return nil, 0
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

// escaped is what a letter behind a backslash stands for.
func escaped(c byte) byte {
	if at := strings.IndexByte("nrtba", c); at >= 0 {
		return "\n\r\t\b\a"[at]
	}
	return c
}
