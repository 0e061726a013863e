package table

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"interleave/engine"
)

// Property is a property of an entity as its JSON has it.
type Property struct {
	Name string
	Type string // what the annotation beside it names, as Edm.Int64; empty where JSON shows the type by itself
	JSON string
	Text string // as a literal
}

// Properties are what a write says of an entity: the lines of a body and the arguments `.name`, each once, in this
// order. What begins like no literal is a string, because that is how a client would have sent it; what does not fit
// its type stands beside that type. ok is false where the body is no such lines.
//
// Source: rules.md, "Types, limits, validation", the JSON forms of the types; Azure REST, "Payload format for Table
// service operations".
func Properties(body string, args []engine.Arg) (list []Property, ok bool) {
	lines, ok := linesOf(body)
	for _, a := range args {
		if name, inner := strings.CutPrefix(a.Name, "."); inner {
			lines = append(lines, engine.Arg{Name: name, Value: a.Value})
		}
	}
	for _, a := range lines {
		v, verdict := valueOf(a.Value)
		p := Property{Name: a.Name, Text: a.Value.String()}
		switch verdict {
		case fits:
			p.Type, p.JSON = v.json()
			p.Text = v.literal()
		case isNull:
			p.JSON = "null"
		default:
			p.Type, p.JSON = unfitting(a.Value)
		}
		list = append(list, p)
	}
	return list, ok
}

// StringLiteral is a text as the literal of a property that is a string: in the short form where it fits.
func StringLiteral(text string) string { return value{kind: isString, text: text}.literal() }

// unfitting is JSON that the service refuses as it refuses the value.
func unfitting(v engine.Value) (edm, text string) {
	if list, ok := v.List(); ok {
		words := make([]string, len(list))
		for i, w := range list {
			words[i] = quoted(w.String())
		}
		return "", "[" + strings.Join(words, ", ") + "]"
	}
	literal := v.String()
	before, _, isQuoted := strings.Cut(literal, "'")
	inner, ok := unquote(literal[len(before):])
	long, isLong := strings.CutSuffix(literal, "L")
	switch {
	case isQuoted && ok && before == "datetime":
		return "Edm.DateTime", quoted(inner)
	case isQuoted && ok && before == "guid":
		return "Edm.Guid", quoted(inner)
	case isQuoted && ok && strings.HasPrefix(before, annotation):
		return before, quoted(inner)
	case isQuoted && before != "":
		return "Edm.Binary", quoted(literal)
	case isLong:
		return "Edm.Int64", quoted(long)
	case json.Valid([]byte(literal)):
		return "", literal
	}
	return "", quoted(literal)
}

// json is the value as JSON, with the type that has to stand beside it.
func (v value) json() (edm, text string) {
	switch v.kind {
	case isBinary:
		return "Edm.Binary", quoted(base64.StdEncoding.EncodeToString([]byte(v.text)))
	case isBoolean:
		return "", strconv.FormatBool(v.number == 1)
	case isDateTime:
		return "Edm.DateTime", quoted(engine.Tick(v.number).String())
	case isDouble:
		if v.text != "" || math.IsInf(v.real, 0) {
			return "Edm.Double", quoted(v.double())
		}
		return "", v.double()
	case isGUID:
		return "Edm.Guid", quoted(v.text)
	case isInt64:
		return "Edm.Int64", quoted(strconv.FormatInt(v.number, 10))
	case isInt32:
		return "", strconv.FormatInt(v.number, 10)
	}
	return "", quoted(v.text)
}

// quoted is a text as JSON; a byte that is no UTF-8 becomes the sign for it.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		panic("table: a text that JSON cannot hold")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
