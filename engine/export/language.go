package export

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"
	"unicode"

	"interleave/engine"
)

// language is a language or a tool in which a request can be written.
type language struct {
	form
	comment string // what begins a line that is not carried out
	quote   func(text string) string
	bytes   func(text string) string // a body
	unsaid  func(text string) string // why a value cannot be said, given as the language has it; nil: all can
	moment  func(t time.Time) string
	filters map[string]filter
	frame   func(f *filling, body string) string
	// for languages without templates: the request as it would travel, in other words
	direct func(r *request) (text, why string)

	read  sync.Once
	calls *template.Template // one for each operation, once they were needed
}

// noSMB is why there is no call for an operation of SMB.
const noSMB = "This is SMB, not REST: a program opens, locks and closes a mounted share as it does any file."

// write is a request in a language; why says in a sentence that there is no such call.
func (t *language) write(r *request) (text, why string) {
	if t.direct != nil {
		return t.direct(r)
	}
	if strings.HasPrefix(r.spec.Verb, "smb-") {
		return "", noSMB
	}
	call := t.templates().Lookup(r.spec.Verb)
	if call == nil && r.spec.Prompt() {
		call = t.templates().Lookup("redis command") // one for all of them
	}
	if call == nil {
		return "", t.none(r)
	}
	f := &filling{t: t, r: r, used: map[string]bool{}}
	body, err := f.fill(call)
	if no := (noCall)(""); errors.As(err, &no) {
		return "", cmp.Or(string(no), t.none(r))
	}
	if err != nil {
		panic(fmt.Sprintf("export: %s of %s: %v", t.word, r.spec.Verb, err))
	}
	return t.unused(f) + t.frame(f, body), ""
}

func (t *language) none(r *request) string {
	return fmt.Sprintf("There is no %s for %s.", t.title, r.spec.Verb)
}

// unused says which arguments the call has no word for: they would be left out without a trace. Python would take a
// word of theirs for the file's coding, were that not said first.
func (t *language) unused(f *filling) (text string) {
	for _, a := range f.r.args {
		if f.used[a.Name] {
			continue
		}
		if text == "" && t.word == "python" {
			text = "# coding: utf-8\n"
		}
		text += fmt.Sprintf("%s Not in this call: %s %s. The raw exchange shows where it travels.\n", t.comment, a.Name,
			oneLine(t.quote(a.Value.String())))
	}
	return text
}

// oneLine is a text without ends of lines, so that it stays a comment.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u2028' || r == '\u2029' || r == 0x7f || r == 0x85 {
			return ' '
		}
		return r
	}, text)
}

// brought are packages, and the words of a program that only they bring.
type brought struct{ sign, names string }

// broughtBy are the packages that a program needs for its words, each once.
func broughtBy(list []brought, program string) (names []string) {
	used := strings.FieldsFunc(withoutTexts(program), func(r rune) bool { return !word(string(r)) })
	for _, b := range list {
		if slices.ContainsFunc(strings.Fields(b.sign), func(s string) bool { return slices.Contains(used, s) }) {
			names = append(names, strings.Fields(b.names)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// escapes are the signs that stand behind a backslash in a text of most languages.
var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\t': `\t`}

// backslashed is a text as Python and C# write it.
func backslashed(text string) string {
	return quoted(text, func(r rune) string {
		switch escape := escapes[r]; {
		case escape != "":
			return escape
		case r > 0xffff && !unicode.IsPrint(r):
			return fmt.Sprintf(`\U%08x`, r)
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return fmt.Sprintf(`\u%04x`, r)
		}
		return string(r)
	})
}

// quoted is a text between quotes, each of its signs as a language writes it.
func quoted(text string, written func(r rune) string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		b.WriteString(written(r))
	}
	return b.String() + `"`
}

// nextKeys is where a listing goes on, as a library joins the two keys that travel as two headers.
//
// Source: Azure.Data.Tables, TableRestClient (a blank); azure-data-tables for Java, TableUtils (a semicolon).
func nextKeys(between string) filter {
	return func(c *hole) (string, bool) {
		partition, row, _ := strings.Cut(c.value.String(), "/")
		return c.f.t.quote(partition + between + row), !c.value.IsZero()
	}
}

// shared are the filters that every language has.
var shared = map[string]filter{
	"text": func(c *hole) (string, bool) { return c.f.t.quote(c.value.String()), !c.value.IsZero() },
	"raw":  func(c *hole) (string, bool) { return c.value.String(), word(c.value.String()) },
	"int": func(c *hole) (string, bool) {
		n, ok := c.value.Int()
		return fmt.Sprint(n), ok
	},
	"bytes": func(c *hole) (string, bool) { return c.f.t.bytes(c.value.String()), true },
	"time": func(c *hole) (string, bool) {
		t, ok := momentOf(c.value)
		return c.f.t.moment(t), ok
	},
	"etag": func(c *hole) (string, bool) {
		text, ok := etagText(c.value)
		return c.f.t.quote(text), ok
	},
	"star":      func(c *hole) (string, bool) { return "", c.value.String() == "*" },
	"first":     func(c *hole) (string, bool) { return c.pathPart(0, 2) },
	"rest":      func(c *hole) (string, bool) { return c.pathPart(1, 2) },
	"table":     func(c *hole) (string, bool) { return c.pathPart(0, 3) },
	"partition": func(c *hole) (string, bool) { return c.pathPart(1, 3) },
	"row":       func(c *hole) (string, bool) { return c.pathPart(2, 3) },
	"from":      func(c *hole) (string, bool) { return c.rangePart(0) },
	"to":        func(c *hole) (string, bool) { return c.rangePart(1) },
	"count":     func(c *hole) (string, bool) { return c.rangePart(2) },
	"bounds":    func(c *hole) (string, bool) { return c.f.t.quote("bytes=" + c.value.String()), !c.value.IsZero() },
	"url":       func(c *hole) (string, bool) { return c.header("x-ms-copy-source", "source-snapshot") },
	"s3source": func(c *hole) (string, bool) {
		text := strings.TrimPrefix(c.f.r.wire().Header("x-amz-copy-source"), "/")
		if !c.f.r.arg("source-version-id").IsZero() {
			c.used = append(c.used, "source-version-id")
		}
		return c.f.t.quote(text), text != ""
	},
	"guid": func(c *hole) (string, bool) {
		text := c.value.String()
		if guid, ok := engine.GUID(text); ok {
			text = guid
		}
		return c.f.t.quote(text), !c.value.IsZero()
	},
	"words": func(c *hole) (string, bool) { return c.mapped() },
	"has": func(c *hole) (string, bool) {
		return c.f.t.flag(strings.Contains(strings.ToLower(c.value.String()), c.words)), !c.value.IsZero()
	},
	"line": func(c *hole) (string, bool) {
		var words []string
		for _, w := range c.f.r.wire().Words {
			words = append(words, c.f.t.quote(w))
		}
		return strings.Join(words, ", "), true
	},
	"given":  func(c *hole) (string, bool) { return "", !c.value.IsZero() || len(c.pairs) > 0 },
	"json":   func(c *hole) (string, bool) { c.body(); return c.f.t.quote(compact(c.f.r.wire().Body)), true },
	"entity": func(c *hole) (string, bool) { c.body(); return c.f.t.quote(c.f.r.entity()), true },
	"one":    func(c *hole) (string, bool) { return "", c.value.String() == "-1" },
	"lower": func(c *hole) (string, bool) {
		return c.f.t.quote(strings.ToLower(c.value.String())), !c.value.IsZero()
	},
}

// flag is a truth of the language.
func (t *language) flag(yes bool) string {
	if t.word == "python" {
		return map[bool]string{true: "True", false: "False"}[yes]
	}
	return fmt.Sprint(yes)
}

// word says whether a text can stand as it is in code: nothing of it is a sign.
func word(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}

// body takes all arguments for used that a body is made of.
func (c *hole) body() {
	for _, a := range c.f.r.args {
		if p, _ := c.f.r.spec.Param(a.Name); p.Content {
			c.used = append(c.used, a.Name)
		}
	}
}

// pathPart is one part of a path between slashes; the last one holds the rest. Nothing where there are not as many.
func (c *hole) pathPart(at, of int) (string, bool) {
	parts := strings.SplitN(c.value.String(), "/", of)
	if at >= len(parts) {
		return "", false
	}
	return c.f.t.quote(parts[at]), true
}

// rangePart is the first byte of `2-5`, the last one, or how many they are. Of `2-` the first is all that is known.
func (c *hole) rangePart(which int) (string, bool) {
	first, last, _ := strings.Cut(strings.TrimPrefix(c.value.String(), "bytes="), "-")
	from, ok := engine.Text(first).Int()
	if which == 0 || !ok {
		return fmt.Sprint(from), ok
	}
	to, ok := engine.Text(last).Int()
	if which == 2 {
		to -= from - 1
	}
	return fmt.Sprint(to), ok
}

// etagText is an ETag as HTTP writes it; a list or nothing has none.
func etagText(v engine.Value) (string, bool) {
	text := v.String()
	if _, list := v.List(); list || text == "" {
		return "", false
	}
	if text == "*" || strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "W/") {
		return text, true
	}
	return `"` + text + `"`, true
}

// momentOf is a moment of the virtual clock as one of the calendar; false where it is none.
func momentOf(v engine.Value) (time.Time, bool) {
	at, ok := engine.InstantOf(v)
	if !ok {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC1123, at.Date())
	return t.UTC(), err == nil
}

// header is a header of the request as it would travel, for what several arguments make together.
func (c *hole) header(name string, made ...string) (string, bool) {
	for _, a := range made {
		if !c.f.r.arg(a).IsZero() {
			c.used = append(c.used, a)
		}
	}
	text := c.f.r.wire().Header(name)
	return c.f.t.quote(text), text != ""
}

// mapped are the words of a value, each as the filter's list `word=code|word=code` has it, in one row.
func (c *hole) mapped() (string, bool) {
	list := listed(c.value)
	var out []string
	for _, pair := range strings.Split(c.words, "|") {
		name, code, _ := strings.Cut(pair, "=")
		if slices.Contains(list, name) {
			out = append(out, code)
		}
	}
	return strings.Join(out, string(separator)), len(out) == len(list) && len(out) > 0
}

// listed are the words of a list, of a text itself.
func listed(v engine.Value) (words []string) {
	list, ok := v.List()
	if !ok {
		list = []engine.Value{v}
	}
	for _, e := range list {
		words = append(words, e.String())
	}
	return words
}

// partList reads `[1=ETAG 2=ETAG]`, and of `[[1=ETAG crc32=SUM]]` what is not a checksum.
func partList(v engine.Value) (parts []engine.Arg) {
	list, _ := v.List()
	if len(list) == 3 && list[1].String() == "=" {
		list = []engine.Value{v}
	}
	for _, e := range list {
		inner, _ := e.List()
		if len(inner) > 0 {
			if pair, nested := inner[0].List(); nested {
				inner = pair
			}
		}
		if len(inner) == 3 && inner[1].String() == "=" {
			parts = append(parts, engine.Arg{Name: inner[0].String(), Value: inner[2]})
		}
	}
	return parts
}
