package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
)

// Format is the file as it is written: of a file that Parse read, its bytes.
func Format(f *File) []byte {
	var b strings.Builder
	for _, s := range f.Statements {
		b.WriteString(s.Lead)
		b.WriteString(s.Raw)
		for _, e := range s.Expect {
			b.WriteString(e.Lead)
			b.WriteString(e.Raw)
		}
	}
	b.WriteString(f.Tail)
	for _, a := range f.Archive {
		b.WriteString(a.Header)
		b.WriteString(a.Data)
	}
	return []byte(b.String())
}

// format writes an input as one line.
func (g *grammar) format(in engine.Input) string {
	switch in := in.(type) {
	case engine.AddWriter:
		return line("writer", name(in.ID), unless(in.Title == "", strconv.Quote(in.Title)),
			option("principal", in.Principal))
	case engine.Set:
		return formatSet(in)
	case engine.Lock:
		return line("lock", object(in.Lease), "covers", object(in.Covers))
	case engine.Send:
		return g.sent(in)
	case engine.Arrive:
		return line("arrive", names(in.Names), choices(in.Choose))
	case engine.Deliver:
		return handed("deliver", in.Names, in.Choose)
	case engine.ReceiveAnswer:
		return handed("answer", in.Names, nil)
	case engine.Lose:
		return line("lose", name(in.Name))
	case engine.Duplicate:
		return line("double", name(in.Name))
	case engine.Timeout:
		return line("timeout", name(in.Name))
	case engine.Order:
		return line("move", name(in.Name), strconv.Itoa(in.Place))
	case engine.Edit:
		return line("edit", name(in.Name), arguments(in.Args, nil))
	case engine.Finish:
		return line("finish", name(in.Name))
	case engine.Clock:
		return line("clock", formatClock(in))
	case engine.Act:
		return name(in.By) + ": does " + FormatValue(in.What)
	case engine.Tell:
		return line("tell", name(in.To), FormatValue(in.What))
	case engine.Plan:
		return g.formatPlan(in)
	case engine.Next:
		return line("next", name(in.By), choices(in.Choose))
	}
	panic(fmt.Sprintf("scenario: no line for %T", in))
}

// line joins the words that are there.
func line(words ...string) string {
	var b strings.Builder
	for _, w := range words {
		if w != "" && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// choices are the words of what the service leaves open.
func choices(list []int) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return "choose=" + strconv.Itoa(list[0])
	}
	return "choose=" + fmt.Sprint(list)
}

func unless(empty bool, text string) string {
	if empty {
		return ""
	}
	return text
}

func option(key, text string) string { return unless(text == "", key+"="+word(text)) }

func names(list []string) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = name(n)
	}
	return strings.Join(words, " ")
}

func formatSet(in engine.Set) string {
	if name(in.Scope) == in.Scope && key(in.Key) == in.Key && !strings.Contains(in.Scope, ".") {
		return "set " + in.Scope + "." + in.Key + "=" + word(in.Value)
	}
	return line("set", strconv.Quote(in.Scope), strconv.Quote(in.Key), strconv.Quote(in.Value))
}

func formatClock(in engine.Clock) string {
	switch {
	case in.Next:
		return "next"
	case in.By > 0:
		return "+" + in.By.String()
	case in.By < 0:
		return in.By.String()
	}
	return moment(in.To)
}

// moment is the clock's form, or a date where the clock shows one, or milliseconds in braces where neither reads back.
func moment(i engine.Instant) string {
	exact := strings.TrimSuffix(i.Stamp(0), "0000Z") + "Z" // to the millisecond
	for _, text := range []string{i.String(), i.ISO(), exact} {
		if back, ok := readMoment(text); ok && back == i && i >= 0 {
			return text
		}
	}
	return "{" + strconv.FormatInt(int64(i), 10) + "ms}"
}

// readMoment reads the clock's form, or a date with its time, as 2026-12-18T05:20:00Z.
func readMoment(text string) (engine.Instant, bool) {
	if i, err := engine.ParseInstant(text); err == nil {
		return i, true
	}
	if !strings.Contains(text, "T") {
		return 0, false
	}
	return engine.ParseISODate(text)
}

// isPrompt says whether a verb is a command of a Redis prompt: all in capitals.
func isPrompt(verb string) bool {
	if verb == "" || verb[0] < 'A' || verb[0] > 'Z' {
		return false
	}
	for i := range len(verb) {
		if c := verb[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// FormatValue is a value as statements write it.
func FormatValue(v engine.Value) string {
	if text, ok := v.Plain(); ok {
		return word(text)
	}
	if v.IsZero() {
		return "{}"
	}
	if t, ok := v.Token(); ok {
		return formatToken(t)
	}
	if i, ok := v.Instant(); ok {
		return "{" + strings.Trim(moment(i), "{}") + "}"
	}
	if path, optional, ok := v.Ref(); ok {
		if strings.IndexFunc(path, func(r rune) bool { return !pathRune(r) }) >= 0 || path == "" {
			path = strconv.Quote(path)
		}
		return "$" + path + unless(!optional, "?")
	}
	if _, ok := v.List(); ok {
		return brackets(v)
	}
	if _, _, _, ok := v.Expression(); ok {
		return formatExpression(v)
	}
	if n, ok := v.Int(); ok && v.Equal(engine.Number(n)) {
		return "{" + strconv.FormatInt(n, 10) + "}"
	}
	return word(v.String())
}

// isPair says whether a value in a list is written n=v.
func isPair(v engine.Value) bool {
	list, _ := v.List()
	return len(list) == 3 && isText(list[0]) && isText(list[1]) && list[1].String() == "="
}

func isText(v engine.Value) bool { return v.Equal(engine.Text(v.String())) && !isToken(v) }

func isToken(v engine.Value) bool {
	_, ok := v.Token()
	return ok
}

func brackets(v engine.Value) string {
	list, _ := v.List()
	if len(list) < 2 || !allGroups(list) {
		return "[" + values(list) + "]"
	}
	parts := make([]string, len(list))
	for i, e := range list {
		inner, _ := e.List()
		parts[i] = values(inner)
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

func values(list []engine.Value) string {
	parts := make([]string, len(list))
	for i, e := range list {
		if parts[i] = FormatValue(e); isPair(e) {
			pair, _ := e.List()
			parts[i] = key(pair[0].String()) + "=" + FormatValue(pair[2])
		}
	}
	return strings.Join(parts, " ")
}

// allGroups says whether a list can be written with semicolons between the lists in it.
func allGroups(list []engine.Value) bool {
	for _, e := range list {
		inner, ok := e.List()
		if !ok || len(inner) == 0 || isPair(e) {
			return false
		}
	}
	return true
}

func formatToken(t engine.Token) string {
	if k := int(t.Kind); k > 0 && k < len(tokenKinds) && engine.TokenOf(t.Kind, t.String()) == t {
		return "{" + tokenKinds[k] + " " + strconv.Quote(t.String()) + "}"
	}
	return fmt.Sprintf("{token %d %d %q}", t.Kind, t.N, t.Name)
}

// object is a thing as two words, its kind and its name.
func object(o engine.ObjectID) string {
	if !plain(o.Kind, inPlain) || o.Kind == "covers" || o.Name == "" {
		return strconv.Quote(o.String())
	}
	return o.Kind + " " + word(o.Name)
}
