package sessions

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"interleave/engine/scenario"
	"interleave/persist"
)

// Sentence is an error as a person is told it.
func Sentence(err error) string {
	var trouble *persist.Trouble
	if errors.As(err, &trouble) {
		return trouble.Hint()
	}
	text := err.Error()
	if told := (sentence)(""); errors.As(err, &told) {
		return text
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") && !strings.Contains(text, "\n") {
		text += "."
	}
	if word, _, _ := strings.Cut(text, " "); strings.ContainsAny(word, "-.*:$/=") { // a name stays as it is written
		return text
	}
	first := []rune(text)
	first[0] = unicode.ToUpper(first[0])
	return string(first)
}

// sentence is an error that is a sentence already; it may begin with a file's name.
type sentence string

func (t sentence) Error() string { return string(t) }

// Nearest is the end of a sentence about a word that is not known.
func Nearest(word string, among []string) string {
	if near := scenario.Suggest(word, among); near != "" {
		return fmt.Sprintf(" Did you mean %s?", near)
	}
	return ""
}

// Quoted is a path as a shell takes it.
func Quoted(path string) string {
	plain := func(r rune) bool {
		return r == '/' || r == '.' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	if path != "" && strings.IndexFunc(path, func(r rune) bool { return !plain(r) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
