package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrShebang is returned by Compile where the first line of a script begins as #! and cannot be read. Its text is what
// Redis answers.
var ErrShebang = errors.New("ERR ")

// flags are what a first line can say of a script. All but noWrites ask about servers that are full, behind or one of
// many.
//
// Source: Redis 7.0.15, script.c, scripts_flags_def.
var flags = []string{noWrites, "allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"}

const noWrites = "no-writes"

// header reads the first line of a script, as `#!lua flags=no-writes`. The rest keeps its line end, and so its lines
// their numbers.
//
// Source: Redis, "Scripting with Lua", "Eval flags"; Redis 7.0.15, eval.c, evalExtractShebangFlags.
func header(source string) (declared, readOnly bool, rest string, err error) {
	if !strings.HasPrefix(source, "#!") {
		return false, false, source, nil
	}
	wrong := func(format string, args ...any) (bool, bool, string, error) {
		return false, false, "", fmt.Errorf("%w%s", ErrShebang, oneLine(fmt.Sprintf(format, args...)))
	}
	end := strings.IndexByte(source, '\n')
	if end < 0 {
		return wrong("Invalid script shebang")
	}
	parts, ok := quoted(source[:end])
	switch {
	case !ok:
		return wrong("Invalid engine in script shebang")
	case parts[0] != "#!lua":
		return wrong("Unexpected engine in script shebang: %s", parts[0])
	}
	for _, part := range parts[1:] {
		list, is := strings.CutPrefix(part, "flags=")
		if !is {
			return wrong("Unknown lua shebang option: %s", part)
		}
		for _, flag := range strings.Split(list, ",") {
			if list != "" && !slices.Contains(flags, flag) {
				return wrong("Unexpected flag in script shebang: %s", flag)
			}
			readOnly = readOnly || flag == noWrites
		}
	}
	return true, readOnly, source[end:], nil
}

// quoted parts a line at its blanks; one within quotes stands for itself. A quote that is left open, or that something
// follows at once, makes the line none.
//
// Source: Redis 7.0.15, sds.c, sdssplitargs; without the signs behind a backslash, which no flag has.
func quoted(line string) (parts []string, ok bool) {
	const blanks = " \t\r\v\f\n\x00"
	for line = strings.TrimLeft(line, blanks); line != ""; line = strings.TrimLeft(line, blanks) {
		part := ""
		for line != "" && !strings.ContainsRune(blanks, rune(line[0])) {
			if mark := line[0]; mark != '"' && mark != '\'' {
				part, line = part+line[:1], line[1:]
				continue
			}
			inside, rest, closed := strings.Cut(line[1:], line[:1])
			if !closed || rest != "" && !strings.ContainsRune(blanks, rune(rest[0])) {
				return nil, false
			}
			part, line = part+inside, rest
		}
		parts = append(parts, part)
	}
	return parts, true
}
