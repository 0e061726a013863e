package export

import (
	"cmp"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"interleave/engine"
)

// The calls of a language are text/templates, one for each operation, in calls/LANGUAGE.tmpl. Beside what
// text/template has, they use
//
//	«etag "if-match"»         an argument as a literal of the language, in the form that a filter gives it
//	«given "if-match" "etag"» the same, empty where the request has no such argument or none that fits
//	«all "a" "etag" "b" ""»   whether several arguments are given and fit
//	«made "lac" "mod"»        what other templates make, empty where no argument stands in it
//	«is "type" "PageBlob"»    whether an argument has that value
//	«sent "id"»               whether an argument was given, whatever it is
//	«cannot "sentence"»       there is no such call, and why
//
// A ¦ is a comma between two things of a list, of which the first and the last may be missing.

//go:embed calls/*.tmpl
var callFiles embed.FS

// templates reads those of a language when they are first needed: a start of the program does not wait for them.
func (t *language) templates() *template.Template {
	t.read.Do(func() {
		functions := template.FuncMap{}
		for name := range (&filling{t: t}).functions() {
			functions[name] = func(...string) string { return "" } // each request brings its own
		}
		text, err := callFiles.ReadFile("calls/" + t.word + ".tmpl")
		if err != nil {
			panic(fmt.Sprintf("export: the program lacks the calls of %s: %v", t.word, err))
		}
		t.calls = template.Must(template.New(t.word).Delims("«", "»").Funcs(functions).Parse(
			strings.ReplaceAll(string(text), "¦", string(separator))))
	})
	return t.calls
}

// noCall is why an operation has no call; empty: it just has none.
type noCall string

func (n noCall) Error() string { return string(n) }

// separator stands for a comma until it is known what stands beside it. No literal holds one: it is no printable
// character.
const separator = '\ue000'

// filling fills the templates of one request.
type filling struct {
	t     *language
	r     *request
	calls *template.Template
	used  map[string]bool // arguments that stand in what was made
	holes int             // how many were filled
	why   string          // a value that is wanted cannot be said
}

func (f *filling) fill(call *template.Template) (string, error) {
	own, err := call.Clone()
	if err != nil {
		return "", err
	}
	f.calls = own.Funcs(f.functions())
	text, err := f.run(call.Name())
	if err == nil && f.why != "" {
		err = noCall(f.why)
	}
	return commas(text), err
}

func (f *filling) run(name string) (string, error) {
	var b strings.Builder
	err := f.calls.ExecuteTemplate(&b, name, nil)
	return b.String(), err
}

// functions are what a template may ask of the request.
func (f *filling) functions() template.FuncMap {
	m := template.FuncMap{
		"given": func(name string, filter ...string) any {
			text, used, ok := f.value(name, filter)
			if !ok {
				return ""
			}
			f.take(used)
			if text == "" {
				return true
			}
			return text
		},
		"all": func(pairs ...string) bool {
			var all []string
			for i := 0; i < len(pairs); i += 2 {
				_, used, ok := f.value(pairs[i], strings.SplitN(pairs[i+1], " ", 2))
				if !ok {
					return false
				}
				all = append(all, used...)
			}
			f.take(all)
			return true
		},
		"made": func(names ...string) (text string, err error) {
			before := f.holes
			for _, name := range names {
				one, err := f.run(name)
				if err != nil {
					return "", err
				}
				text += one
			}
			if f.holes == before {
				return "", nil
			}
			return text, nil
		},
		"is":     func(name, value string) bool { f.used[name] = true; return f.r.arg(name).String() == value },
		"sent":   func(name string) bool { return !f.r.arg(name).IsZero() },
		"cannot": func(sentence string) (string, error) { return "", noCall(sentence) },
	}
	for _, filters := range []map[string]filter{shared, f.t.filters} {
		for name := range filters {
			if m[name] != nil {
				continue // a filter that only asks, as in «if given "type" "given"»
			}
			m[name] = func(argument string, words ...string) string {
				text, used, _ := f.value(argument, append([]string{name}, words...))
				f.take(used)
				return text
			}
		}
	}
	return m
}

// take counts arguments as told.
func (f *filling) take(used []string) {
	if len(used) > 0 {
		f.holes++
	}
	for _, name := range used {
		f.used[name] = true
	}
}

// value is an argument in the form of a filter, whose name comes first. One that must stand there and is not given is
// the literal of an empty text.
func (f *filling) value(argument string, filter []string) (text string, used []string, ok bool) {
	name, rest := "text", ""
	if len(filter) > 0 && filter[0] != "" {
		name, rest = filter[0], strings.Join(filter[1:], " ")
	}
	convert := f.t.filters[name]
	if convert == nil {
		convert = shared[name]
	}
	if convert == nil {
		panic("export: no filter " + name)
	}
	c := &hole{f: f, name: argument, words: rest}
	if prefix, isPrefix := strings.CutSuffix(argument, "*"); isPrefix {
		for _, a := range f.r.args {
			if after, ok := strings.CutPrefix(a.Name, prefix); ok && after != "" {
				c.pairs = append(c.pairs, engine.Pair{Name: after, Text: a.Value.String()})
				c.used = append(c.used, a.Name)
			}
		}
		if len(c.pairs) == 0 {
			return "", nil, false
		}
	} else if c.value = f.r.arg(argument); !c.value.IsZero() {
		c.used = append(c.used, argument)
	}
	text, ok = convert(c)
	if ok && f.t.unsaid != nil && name != "bytes" {
		f.why = cmp.Or(f.why, f.t.unsaid(text))
		for _, p := range c.pairs {
			f.why = cmp.Or(f.why, f.t.unsaid(p.Text))
		}
	}
	ok = ok && len(c.used) > 0
	if !ok {
		if text == "" {
			text = f.t.quote("")
		}
		return text, nil, false
	}
	return text, c.used, true
}

// hole is what a filter is asked about.
type hole struct {
	f     *filling
	name  string
	words string // behind the filter's name
	value engine.Value
	pairs []engine.Pair // of a name with a star
	used  []string
}

// filter makes the text of a hole; false: there is nothing that fits.
type filter func(c *hole) (string, bool)

// commas puts commas where separators stand, and none beside a bracket.
func commas(text string) string {
	var b strings.Builder
	pending := false
	for _, r := range text {
		if r == separator {
			pending = true
			continue
		}
		if pending {
			last := byte('(')
			if b.Len() > 0 {
				last = b.String()[b.Len()-1]
			}
			if !strings.ContainsRune("([{", rune(last)) && !strings.ContainsRune(")]}", r) {
				b.WriteString(", ")
			}
			pending = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
