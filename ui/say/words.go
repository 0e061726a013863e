package say

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/scenario"
)

// Error is an error of ours as a person reads it: one sentence, without the words that only programs need.
func Error(err error) string {
	text := err.Error()
	var e *scenario.Error
	if errors.As(err, &e) {
		text = e.Text
	}
	for _, words := range []error{room.ErrNothing, room.ErrByHand} {
		if errors.Is(err, words) {
			text = strings.TrimPrefix(text, words.Error()+": ")
		}
	}
	// An action that did not happen tells its line first: the person has just made it.
	if inner := errors.Unwrap(err); inner != nil {
		line := strings.TrimSuffix(text, ": "+inner.Error())
		if _, bad := scenario.ParseInput(line); bad == nil {
			return Error(inner)
		}
	}
	text, _, _ = strings.Cut(text, "\n") // a file's line and the sign below it are for terminals
	return Sentence(text)
}

// Sentence begins with a capital letter, unless it begins with a name, and ends with a full stop.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	word, _, _ := strings.Cut(text, " ")
	if !strings.ContainsAny(word, "-.*:$/") { // a name stays as it is written
		first, n := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[n:]
	}
	text = strings.TrimRight(text, ": ;,") // of which the rest stood on further lines
	if last, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".?!…", last) {
		text += "."
	}
	return text
}

// Number is how many things there are, as `1 step` or `3 steps`.
func Number(n int, thing string, many ...string) string {
	return engine.Counted(n, thing, many...)
}

// Seconds is a length of time as bars and ages say it: 9.7 s, 42.0 s, 128 s, 20 min, 3 h, 7 d.
func Seconds(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return fmt.Sprintf("%d d", int(d.Round(day)/day))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d h", int(d.Round(time.Hour)/time.Hour))
	case d >= 10*time.Minute:
		return fmt.Sprintf("%d min", int(d/time.Minute))
	case d >= 100*time.Second:
		return fmt.Sprintf("%d s", int(d/time.Second))
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// Age is how long ago something was, in whole seconds, minutes, hours or days.
func Age(d time.Duration) string {
	switch {
	case d < time.Second:
		return "now"
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", int(d/time.Second))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d/time.Minute))
	}
	return Seconds(d)
}

// Tag is a value as people compare it by eye: of a token its last letters.
func Tag(v engine.Value) string {
	if t, ok := v.Token(); ok {
		return t.Short()
	}
	return ShortTag(v.String())
}

// ShortTag is a tag that is given as text.
func ShortTag(text string) string {
	if len(text) > 12 && !strings.ContainsAny(text, " :") {
		return engine.ShortTag(text)
	}
	return text
}

// Quoted is the first lines of a body in one row; of a line that is longer than any screen, its beginning.
func Quoted(body string) string {
	const most, bytes = 4, 2 << 10
	var lines []string
	for line := range strings.Lines(body) {
		if len(lines) == most {
			break
		}
		if len(line) > bytes {
			at := bytes
			for at > bytes-utf8.UTFMax && !utf8.RuneStart(line[at]) {
				at--
			}
			line = line[:at] + "..."
		}
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return `"` + strings.Join(lines, " / ") + `"`
}

// OneRow is a text of several lines in one row.
func OneRow(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\n", " / ")
}

// Hint is the key by which a writer gets what it lacks, as a sentence with a blank in front; nothing where no key does.
func Hint(lacks engine.Aim) string {
	return map[engine.Aim]string{engine.ToRead: " r reads.", engine.ToAcquire: " o takes one."}[lacks]
}
