package scenario

import "strings"

// Section is one file of the archive at the end, in txtar form: a line `-- name --`, then its text up to the next such
// line.
type Section struct {
	Name   string
	Header string // the line with its line end
	Data   string
}

// archive splits a source into the statements and the files behind them.
func archive(src string) (script string, files []Section) {
	script = src
	data := 0
	for pos := 0; pos < len(src); {
		end := lineEnd(src, pos)
		next := min(end+1, len(src))
		if name, ok := marker(src[pos:end]); ok {
			if n := len(files); n == 0 {
				script = src[:pos]
			} else {
				files[n-1].Data = src[data:pos]
			}
			files, data = append(files, Section{Name: name, Header: src[pos:next]}), next
		}
		pos = next
	}
	if n := len(files); n > 0 {
		files[n-1].Data = src[data:]
	}
	return script, files
}

func marker(line string) (name string, ok bool) {
	line = strings.TrimRight(line, " \t\r")
	if len(line) < 7 || !strings.HasPrefix(line, "-- ") || !strings.HasSuffix(line, " --") {
		return "", false
	}
	name = strings.TrimSpace(line[3 : len(line)-3])
	return name, name != ""
}
