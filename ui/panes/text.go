package panes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/grid"
)

func plain(text string) grid.Span { return grid.Span{Text: text} }

func in(role themes.Role, text string) grid.Span {
	return grid.Span{Text: text, Style: themes.Style{Ink: role}}
}

func bold(role themes.Role, text string) grid.Span {
	return grid.Span{Text: text, Style: themes.Style{Ink: role, Bold: true}}
}

func dim(text string) grid.Span { return in(themes.Dim, text) }

// key is a key and what it does, as everywhere on the desktop.
func key(letter, does string) []grid.Span {
	return []grid.Span{bold(themes.Key, letter), dim(" " + does)}
}

// put writes spans into w columns from x on and cuts the last one that fits.
func put(a grid.Area, x, y, w int, gl grid.Glyphs, spans ...grid.Span) int {
	used := 0
	for _, s := range spans {
		if used >= w {
			break
		}
		used += a.Put(x+used, y, gl.Fit(s.Text, w-used), s.Style)
	}
	return used
}

func widthOf(spans []grid.Span) int {
	w := 0
	for _, s := range spans {
		w += grid.Width(s.Text)
	}
	return w
}

// putRight writes spans so that they end before column x.
func putRight(a grid.Area, x, y int, spans ...grid.Span) int {
	w := widthOf(spans)
	a.PutSpans(x-w, y, spans...)
	return w
}

// joined puts two blanks between groups of spans.
func joined(groups ...[]grid.Span) []grid.Span {
	var list []grid.Span
	for _, g := range groups {
		if len(list) > 0 && len(g) > 0 {
			list = append(list, plain("  "))
		}
		list = append(list, g...)
	}
	return list
}

// wrap breaks a sentence into rows of at most w columns, between words where it can.
func wrap(text string, w int) []string {
	w = max(w, 1)
	var rows []string
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := grid.Width(word)
		if used > 0 && used+1+n > w {
			rows, line, used = append(rows, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		for used+n > w {
			head, rest := cut(word, w-used)
			rows, line, used = append(rows, line+head), "", 0
			word, n = rest, grid.Width(rest)
		}
		line, used = line+word, used+n
	}
	if used > 0 || len(rows) == 0 {
		rows = append(rows, line)
	}
	return rows
}

// cut splits a word behind at most w columns, never within a letter; one letter comes off at least.
func cut(word string, w int) (head, rest string) {
	at, used := 0, 0
	for at < len(word) {
		cluster, _ := ansi.FirstGraphemeCluster(word[at:], ansi.GraphemeWidth)
		n := grid.Width(cluster)
		if at > 0 && used+n > w || len(cluster) == 0 {
			break
		}
		at, used = at+len(cluster), used+n
	}
	return word[:at], word[at:]
}

// seconds is a length of time as bars and ages say it: 9.7 s, 42.0 s, 128 s, 20 min, 3 h, 7 d.
func seconds(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return fmt.Sprintf("%d d", int(d/day))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d h", int(d/time.Hour))
	case d >= 10*time.Minute:
		return fmt.Sprintf("%d min", int(d/time.Minute))
	case d >= 100*time.Second:
		return fmt.Sprintf("%d s", int(d/time.Second))
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// age is how long ago something was, in whole seconds or minutes.
func age(d time.Duration) string {
	switch {
	case d < time.Second:
		return "now"
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", int(d/time.Second))
	}
	return fmt.Sprintf("%d min", int(d/time.Minute))
}

// short is a value as people compare it by eye.
func short(v engine.Value) string {
	if t, ok := v.Token(); ok {
		return t.Short()
	}
	return shortText(v.String())
}

func shortText(text string) string {
	if len(text) > 12 && !strings.ContainsAny(text, " :") {
		return ".." + text[len(text)-4:]
	}
	return text
}

// inQuotes is the first lines of a body in one row.
func inQuotes(body string) string {
	const most = 4
	var lines []string
	for line := range strings.Lines(body) {
		if len(lines) == most {
			break
		}
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return `"` + strings.Join(lines, " / ") + `"`
}

// oneRow is a text of several lines in one row.
func oneRow(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\n", " / ")
}

// nameOf is an object without its kind.
func nameOf(object string) string { return conflict.Place(object) }

func kindOf(object string) string {
	kind, _, _ := strings.Cut(object, " ")
	return kind
}

// person is somebody's name in that person's colour; what is nobody in particular stays dim.
func person(v *room.View, id, text string) grid.Span {
	return in(personRole(v, id), text)
}

func personRole(v *room.View, id string) themes.Role {
	if w := v.Writer(id); w != nil && id != engine.Seed {
		return themes.Writer(int(w.Place))
	}
	return themes.Dim
}

// markRole is the ink of a mark, markTint the ground of its row, sortOf its word.
func markRole(sort byte) themes.Role {
	switch sort {
	case '!':
		return themes.Refused
	case '~':
		return themes.Silent
	case '?':
		return themes.Unknown
	}
	return themes.Text
}

func markTint(sort byte) themes.Role {
	switch sort {
	case '!':
		return themes.RefusedTint
	case '~':
		return themes.SilentTint
	case '?':
		return themes.UnknownTint
	}
	return themes.Default
}

func sortOf(sort byte) string {
	switch sort {
	case '!':
		return "refused"
	case '~':
		return "silent"
	}
	return "unknown"
}

// kindWords is a kind of conflict as people say it: `lost update`.
func kindWords(kind string) string { return strings.ReplaceAll(kind, "-", " ") }

// operation is the first operation on a kind of object that fits.
func operation(v *room.View, kind string, fits func(engine.OpSpec) bool) *engine.OpSpec {
	for _, s := range v.Services() {
		for i := range s.Ops {
			if s.Ops[i].Object == kind && fits(s.Ops[i]) {
				return &s.Ops[i]
			}
		}
	}
	return nil
}

// change is what the text of an object's editor is written by: for what its writer knows to be there, an operation that
// takes the guard of a version, where the service has one; nil where the object has no text.
func change(v *room.View, k *room.Known, object string) *engine.OpSpec {
	if read, ok := k.Reading(object); ok && !read.Gone && kindOf(object) == "entity" {
		merges := k.Rows == room.MergeRows
		return operation(v, "entity", func(s engine.OpSpec) bool {
			return writing(s) && versioned(s) &&
				room.Merging(s) == merges
		})
	} else if ok && !read.Gone {
		if spec := operation(v, kindOf(object),
			func(s engine.OpSpec) bool { return writing(s) && versioned(s) }); spec != nil {
			return spec
		}
	}
	return operation(v, kindOf(object), writing)
}

// readOf is the plain read of an object: of what is edited as a policy that of the policy.
func readOf(v *room.View, object string) *engine.OpSpec {
	if text := operation(v, kindOf(object), writing); text != nil && contentOf(*text) == "policy" {
		return operation(v, kindOf(object), func(s engine.OpSpec) bool {
			return reading(s) &&
				strings.HasSuffix(s.Verb, "-policy")
		})
	}
	return operation(v, kindOf(object), reading)
}

// deleteOf is what takes an object away, where the service has several deletes the one of its own name.
func deleteOf(v *room.View, kind string) *engine.OpSpec {
	if spec := operation(v, kind, func(s engine.OpSpec) bool {
		return deleting(s) &&
			s.Verb == "delete-"+kind
	}); spec != nil {
		return spec
	}
	return operation(v, kind, deleting)
}

func versioned(s engine.OpSpec) bool {
	return slices.ContainsFunc(s.Params(), func(p engine.Param) bool { return p.Version })
}

func reading(s engine.OpSpec) bool {
	return s.Group == "read" && (s.Method == "GET" || s.Method == "SMB READ")
}
func deleting(s engine.OpSpec) bool      { return s.Group == "delete" }
func writing(s engine.OpSpec) bool       { return room.TextOf(s) != "" }
func takesSnapshot(s engine.OpSpec) bool { _, ok := s.Param("snapshot"); return ok && reading(s) }

// contentOf is the parameter that carries an operation's content; empty where it has none.
func contentOf(s engine.OpSpec) string {
	for _, p := range s.Params() {
		if p.Content && p.Positional() && !p.Prefix() {
			return p.Name
		}
	}
	return ""
}
