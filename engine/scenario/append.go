package scenario

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
)

// Requests and what hands them on are written behind what is there already, in one piece: nearly all records are such.

// lineSize is room for most lines, so that they are put together on the stack.
const lineSize = 256

// sent is a request behind its writer.
func (g *grammar) sent(in engine.Send) string {
	var room [lineSize]byte
	return string(g.appendRequest(append(appendName(room[:0], in.By), ": send "...), in))
}

// request is a request as it is typed behind its writer: verb, arguments, the words that any request may carry, its
// name.
func (g *grammar) request(in engine.Send) string {
	var room [lineSize]byte
	return string(g.appendRequest(room[:0], in))
}

// handed is what is done with requests that it names.
func handed(verb string, list []string, choose []int) string {
	var room [lineSize]byte
	b := append(room[:0], verb...)
	for _, one := range list {
		b = appendName(append(b, ' '), one)
	}
	if len(choose) > 0 {
		b = append(append(b, ' '), choices(choose)...)
	}
	return string(b)
}

func (g *grammar) appendRequest(b []byte, in engine.Send) []byte {
	switch words, prompt := promptLine(in); {
	case isPrompt(in.Verb) && prompt:
		b = appendKey(b, in.Verb)
		for _, v := range words {
			b = appendValue(append(b, ' '), v)
		}
	case isPrompt(in.Verb) || in.Verb == "send" || in.Verb == "does":
		b = appendArguments(strconv.AppendQuote(b, in.Verb), in.Args, nil)
	default:
		b = appendArguments(appendKey(b, in.Verb), in.Args, g.positional(in.Verb))
	}
	b = appendOption(b, "from", in.Words.From)
	b = appendOption(b, "again", in.Words.Again)
	if len(in.Words.Choose) > 0 {
		b = append(append(b, ' '), choices(in.Words.Choose)...)
	}
	b = appendOption(b, "fault", in.Words.Fault)
	b = appendOption(b, "does", in.Words.Does)
	b = appendOption(b, "on", in.Words.On)
	if in.As != "" {
		b = appendName(append(b, " as "...), in.As)
	}
	return b
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
	return strings.TrimPrefix(string(appendArguments(nil, args, positional)), " ")
}

// appendArguments has a blank in front of each argument.
func appendArguments(b []byte, args []engine.Arg, positional []string) []byte {
	for i := range args {
		a := &args[i]
		b = append(b, ' ')
		if len(positional) > 0 && positional[0] == a.Name {
			positional = positional[1:]
		} else {
			b = append(appendKey(b, a.Name), '=')
		}
		b = appendValue(b, a.Value)
	}
	return b
}

func appendOption(b []byte, key, text string) []byte {
	if text == "" {
		return b
	}
	return appendWord(append(append(append(b, ' '), key...), '='), text)
}

func appendValue(b []byte, v engine.Value) []byte {
	if text, ok := v.Plain(); ok {
		return appendWord(b, text)
	}
	return append(b, FormatValue(v)...)
}

// inPlain are the characters below utf8.RuneSelf of a text that needs no quotes.
var inPlain = func() (is [utf8.RuneSelf]bool) {
	for c := range is {
		is[c] = unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || strings.ContainsRune("_-.", rune(c))
	}
	return is
}()

// plain says whether a text reads back as itself without quotes.
func plain(s, also string) bool {
	for i, r := range s {
		if r < utf8.RuneSelf && inPlain[r] || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			continue
		}
		if r == utf8.RuneError || i == 0 && strings.ContainsRune("#$@>", r) || !strings.ContainsRune(also, r) {
			return false
		}
	}
	return s != "" && !strings.HasSuffix(s, ",") && !strings.HasSuffix(s, ":")
}

// standFor are the words that stand for something else than a text.
var standFor = [...]string{"as", "send", "does", "covers", "new", "same", "absent", "nothing", "nil"}

// isWord says whether a text as a value needs no quotes.
func isWord(s string) bool {
	return plain(s, "/*+:~!'()%&^<>|,?#@$") && !(len(s) <= len("nothing") && slices.Contains(standFor[:], s))
}

// word is a text as a value: with quotes where it needs them.
func word(s string) string {
	if isWord(s) {
		return s
	}
	return string(appendQuoted(nil, s))
}

func appendWord(b []byte, s string) []byte {
	if isWord(s) {
		return append(b, s...)
	}
	return appendQuoted(b, s)
}

// appendQuoted is strconv.AppendQuote, which looks at each character for long.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return strconv.AppendQuote(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

func isName(s string) bool { return plain(s, "'/") && s != "as" && s != "covers" }

// name is a writer or a request as it is written.
func name(s string) string {
	if isName(s) {
		return s
	}
	return strconv.Quote(s)
}

func appendName(b []byte, s string) []byte {
	if isName(s) {
		return append(b, s...)
	}
	return strconv.AppendQuote(b, s)
}

func isKey(s string) bool { return plain(s, "*/:") && !ownWord(s) }

// key is the name of an argument as it is written: in quotes where it would be one of the words that any request may
// carry.
func key(s string) string {
	if isKey(s) {
		return s
	}
	return strconv.Quote(s)
}

func appendKey(b []byte, s string) []byte {
	if isKey(s) {
		return append(b, s...)
	}
	return strconv.AppendQuote(b, s)
}
