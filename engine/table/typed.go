package table

import (
	"strconv"
	"strings"

	"interleave/engine"
)

// Typed is a property as people edit it: its name, the literal of its value, and the type that the literal has.
type Typed struct {
	Name, Literal string
	Type          string // as in Types; empty where the literal fits none: the service refuses it
}

// typeNames are the types of properties as the service names them, each with the value that a new one begins with.
var typeNames = [...]struct {
	kind  edm
	name  string
	begin string
}{{isString, "String", "''"}, {isInt32, "Int32", "0"}, {isInt64, "Int64", "0L"}, {isDouble, "Double", "0.0"},
	{isBoolean, "Boolean", "false"},
	{isDateTime, "DateTime", "datetime'2026-01-05T09:00:00Z'"},
	{isGUID, "Guid", "guid'00000000-0000-0000-0000-000000000000'"}, {isBinary, "Binary", "X''"}}

// Types are the types that a property may have.
//
// Source: Azure REST, "Understanding the Table service data model", Property types; rules.md, "Types, limits,
// validation".
func Types() (names []string) {
	for _, t := range typeNames {
		names = append(names, t.name)
	}
	return names
}

// Rows are the properties of a body, a line name=literal for each. ok is false where it is no such lines.
func Rows(body string) (list []Typed, ok bool) {
	lines, ok := linesOf(body)
	for _, a := range lines {
		literal := a.Value.String()
		list = append(list, Typed{Name: a.Name, Literal: literal, Type: typeOf(literal)})
	}
	return list, ok
}

// RowText is the body of properties.
func RowText(list []Typed) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Name + "=" + p.Literal + "\n")
	}
	return b.String()
}

// KeptType is a literal that was typed over another one: a bare number keeps the type of the number that stood there,
// and where a string stood it is one, as a bare true and false are. What says its type itself stays as it was typed.
func KeptType(old, typed string) string {
	was, verdict := parseLiteral(old)
	if old == "" || verdict != fits {
		return typed
	}
	switch now, verdict := parseLiteral(typed); was.kind {
	case isInt64, isDouble:
	case isString:
		if verdict != fits || now.kind != isInt32 && now.kind != isBoolean {
			return typed
		}
	default:
		return typed
	}
	for _, try := range was.kind.spellings(typed) {
		if v, verdict := parseLiteral(try); verdict == fits && v.kind == was.kind {
			return v.literal()
		}
	}
	return typed
}

func typeOf(literal string) string {
	v, verdict := parseLiteral(literal)
	for _, t := range typeNames {
		if verdict == fits && t.kind == v.kind {
			return t.name
		}
	}
	return ""
}

// Retyped is a literal of another type that says the same where that type can say it, else what a new value of it
// begins with.
func Retyped(literal, as string) string {
	for _, t := range typeNames {
		if t.name != as {
			continue
		}
		for _, try := range t.kind.spellings(bare(literal)) {
			if v, verdict := parseLiteral(try); verdict == fits && v.kind == t.kind {
				return v.literal()
			}
		}
		return t.begin
	}
	return literal
}

// bare is what a literal says without the signs of its type.
func bare(literal string) string {
	v, verdict := parseLiteral(literal)
	switch {
	case verdict != fits:
		return literal
	case v.kind == isString || v.kind == isGUID || v.kind == isBinary:
		return v.text
	case v.kind == isDateTime:
		return engine.Tick(v.number).String()
	case v.kind == isDouble:
		return strings.TrimSuffix(v.double(), ".0")
	}
	return strings.TrimSuffix(v.literal(), "L")
}

// spellings are the literals of a type that may say a text.
func (k edm) spellings(text string) []string {
	switch k {
	case isString:
		return []string{"'" + strings.ReplaceAll(text, "'", "''") + "'"}
	case isInt64:
		return []string{text + "L"}
	case isDouble:
		if _, err := strconv.ParseInt(text, 10, 64); err == nil {
			return []string{text + ".0"}
		}
	case isBoolean:
		return []string{map[string]string{"1": "true", "0": "false"}[text], text}
	case isDateTime:
		return []string{"datetime'" + text + "'"}
	case isGUID:
		return []string{"guid'" + text + "'"}
	case isBinary:
		return []string{"X'" + text + "'"}
	}
	return []string{text}
}
