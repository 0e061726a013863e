package scenario

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
)

// Requests and what hands them on are written in one piece: nearly all records are such.

// sent is a request behind its writer.
func (g *grammar) sent(in engine.Send) string {
	var b strings.Builder
	b.Grow(len(in.By) + len(": send ") + roomFor(in))
	writeName(&b, in.By)
	b.WriteString(": send ")
	g.writeRequest(&b, in)
	return b.String()
}

// request is a request as it is typed behind its writer: verb, arguments, the words that any request may carry, its
// name.
func (g *grammar) request(in engine.Send) string {
	var b strings.Builder
	g.writeRequest(&b, in)
	return b.String()
}

// roomFor is how long a request is as a line, and a little more.
func roomFor(in engine.Send) (n int) {
	n = len(in.Verb) + len(in.Words.On) + len(in.As) + len(" on= as ")
	list := in.Args
	words, prompt := promptLine(in)
	for i := range words {
		if text, ok := words[i].Plain(); ok && prompt {
			n += len(text) + len(` ""`)
		}
	}
	for i := range list {
		text, _ := list[i].Value.Plain()
		n += len(list[i].Name) + len(text) + len(` =""`)
	}
	return n
}

// handed is what is done with requests that it names.
func handed(verb string, list []string, choose []int) string {
	if len(list) == 1 && len(choose) == 0 && isName(list[0]) {
		return verb + " " + list[0]
	}
	return line(verb, names(list), choices(choose))
}

func (g *grammar) writeRequest(b *strings.Builder, in engine.Send) {
	switch words, prompt := promptLine(in); {
	case isPrompt(in.Verb) && prompt:
		b.WriteString(key(in.Verb))
		for i := range words {
			b.WriteByte(' ')
			writeValue(b, words[i])
		}
	case isPrompt(in.Verb) || in.Verb == "send" || in.Verb == "does":
		b.WriteString(strconv.Quote(in.Verb))
		writeArguments(b, in.Args, nil)
	default:
		b.WriteString(key(in.Verb))
		writeArguments(b, in.Args, g.positional(in.Verb))
	}
	writeOption(b, "from", in.Words.From)
	writeOption(b, "again", in.Words.Again)
	if len(in.Words.Choose) > 0 {
		b.WriteString(" " + choices(in.Words.Choose))
	}
	writeOption(b, "fault", in.Words.Fault)
	writeOption(b, "does", in.Words.Does)
	writeOption(b, "on", in.Words.On)
	if in.As != "" {
		b.WriteString(" as ")
		writeName(b, in.As)
	}
}

// promptLine is the words of a prompt's command.
func promptLine(in engine.Send) (words []engine.Value, ok bool) {
	if len(in.Args) != 1 || in.Args[0].Name != "line" {
		return nil, false
	}
	return in.Args[0].Value.List()
}

// arguments writes each argument by name, those that are next in positional without.
func arguments(args []engine.Arg, positional []string) string {
	var b strings.Builder
	writeArguments(&b, args, positional)
	return strings.TrimPrefix(b.String(), " ")
}

// writeArguments has a blank in front of each argument.
func writeArguments(b *strings.Builder, args []engine.Arg, positional []string) {
	for i := range args {
		a := &args[i]
		b.WriteByte(' ')
		if len(positional) > 0 && positional[0] == a.Name {
			positional = positional[1:]
		} else {
			b.WriteString(key(a.Name))
			b.WriteByte('=')
		}
		writeValue(b, a.Value)
	}
}

func writeOption(b *strings.Builder, key, text string) {
	if text == "" {
		return
	}
	b.WriteByte(' ')
	b.WriteString(key)
	b.WriteByte('=')
	writeWord(b, text)
}

func writeValue(b *strings.Builder, v engine.Value) {
	if text, ok := v.Plain(); ok {
		writeWord(b, text)
		return
	}
	b.WriteString(FormatValue(v))
}

// letters are the characters below utf8.RuneSelf that a text may have and needs no quotes.
type letters [utf8.RuneSelf]bool

// withAlso are letters, digits and some others.
func withAlso(also string) *letters {
	is := new(letters)
	for c := range is {
		is[c] = unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || strings.ContainsRune("_-."+also, rune(c))
	}
	return is
}

// The letters of values, of names, of keys, and of words that have no others.
var (
	inValue = withAlso("/*+:~!'()%&^<>|,?#@$")
	inName  = withAlso("'/")
	inKey   = withAlso("*/:")
	inPlain = withAlso("")
)

// plain says whether a text reads back as itself without quotes.
func plain(s string, in *letters) bool {
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return plainFrom(s, i, in)
		}
		if !in[c] {
			return false
		}
	}
	return ends(s)
}

// plainFrom is plain from a character on that is no letter of English.
func plainFrom(s string, from int, in *letters) bool {
	for _, r := range s[from:] {
		if r < utf8.RuneSelf && !in[r] || r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return ends(s)
}

// ends says whether a text is one and neither its begin nor its end means something else.
func ends(s string) bool {
	return s != "" && strings.IndexByte("#$@>", s[0]) < 0 && s[len(s)-1] != ',' && s[len(s)-1] != ':'
}

// standFor are the words that stand for something else than a text.
var standFor = [...]string{"as", "send", "does", "covers", "new", "same", "absent", "nothing", "nil"}

// isWord says whether a text as a value needs no quotes.
func isWord(s string) bool {
	return plain(s, inValue) && !(len(s) <= len("nothing") && slices.Contains(standFor[:], s))
}

// word is a text as a value: with quotes where it needs them.
func word(s string) string {
	if isWord(s) {
		return s
	}
	var b strings.Builder
	writeWord(&b, s)
	return b.String()
}

func writeWord(b *strings.Builder, s string) {
	if isWord(s) {
		b.WriteString(s)
		return
	}
	for i := range len(s) { // strconv.Quote looks at each character for long
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			b.WriteString(strconv.Quote(s))
			return
		}
	}
	b.WriteByte('"')
	b.WriteString(s)
	b.WriteByte('"')
}

func isName(s string) bool { return plain(s, inName) && s != "as" && s != "covers" }

// name is a writer or a request as it is written.
func name(s string) string {
	if isName(s) {
		return s
	}
	return strconv.Quote(s)
}

func writeName(b *strings.Builder, s string) { b.WriteString(name(s)) }

func isKey(s string) bool { return plain(s, inKey) && !ownWord(s) }

// key is the name of an argument as it is written: in quotes where it would be one of the words that any request may
// carry.
func key(s string) string {
	if isKey(s) {
		return s
	}
	return strconv.Quote(s)
}
