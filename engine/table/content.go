package table

import (
	"slices"
	"strings"
	"unicode/utf8"

	"interleave/engine"
)

// content is what a write carries: properties with values, by name. What was null is left out, and so is the service's
// own timestamp.
type content struct {
	properties []property
	keys       map[string]value // what the body says of the keys
}

// read takes body and arguments together, and says what is wrong with them.
//
// Source: rules.md, "Types, limits, validation"; "Operations and outcomes", D9 to D11.
func read(body string, args []engine.Arg) (c content, cause *engine.Cause) {
	lines, ok := linesOf(body)
	if !ok {
		return c, wrong(badBody, engine.Text(body))
	}
	args = append(lines, args...)
	values, cause := valuesOf(args)
	if cause != nil {
		return c, cause
	}
	c.keys = map[string]value{}
	for i, a := range args {
		switch {
		case a.Name == timestamp:
		case a.Name == partitionKey || a.Name == rowKey:
			c.keys[a.Name] = values[i]
		case values[i].kind != nothing:
			c.properties = append(c.properties, property{name: a.Name, value: values[i]})
		}
	}
	slices.SortFunc(c.properties, func(a, b property) int { return strings.Compare(a.name, b.name) })
	return c, c.checkNames()
}

// valuesOf are the values of arguments, none of which may be there twice.
func valuesOf(args []engine.Arg) (values []value, cause *engine.Cause) {
	seen := map[string]bool{}
	for _, a := range args {
		if seen[a.Name] {
			return nil, wrong(twice, engine.Text(a.Name))
		}
		seen[a.Name] = true
	}
	for _, a := range args {
		v, verdict := valueOf(a.Value)
		switch {
		case a.Name == timestamp:
		case verdict == unknown:
			return nil, wrong(noSuchType, engine.Text(a.Name))
		case verdict == misfit && cause == nil:
			cause = wrong(badValue, engine.Text(a.Name))
		}
		values = append(values, v)
	}
	return values, cause
}

// linesOf are the lines name=literal of a body; a string in quotes may go on over lines, and is as it stands. Between
// the lines CR LF is LF.
func linesOf(body string) (list []engine.Arg, ok bool) {
	for body != "" {
		if next, over := strings.CutPrefix(strings.TrimPrefix(body, "\r"), "\n"); over {
			body = next
			continue
		}
		name, rest, ok := strings.Cut(body, "=")
		if !ok || strings.Contains(name, "\n") {
			return nil, false
		}
		end := lineEnd(rest)
		list = append(list, engine.Arg{Name: name, Value: engine.Text(rest[:end])})
		body = rest[end:]
		if line := strings.TrimPrefix(body, "\r"); body != "" && (line == "" || line[0] != '\n') {
			return nil, false
		}
	}
	return list, true
}

// lineEnd is where a literal ends: with its line, or behind the quote that closes it.
func lineEnd(text string) int {
	if text == "" || text[0] != '\'' {
		line, _, more := strings.Cut(text, "\n")
		if more {
			line = strings.TrimSuffix(line, "\r")
		}
		return len(line)
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != '\'':
		case i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

// checkNames is what is wrong with names and single values.
func (c content) checkNames() *engine.Cause {
	for _, p := range c.properties {
		if utf8.RuneCountInString(p.name) > nameMost {
			return wrong(nameTooLong, engine.Text(p.name))
		}
	}
	for _, p := range c.properties {
		if !identifier(p.name) {
			return wrong(badName, engine.Text(p.name))
		}
	}
	for _, p := range c.properties {
		if p.kind == isString && units(p.text) > stringMost || p.kind == isBinary && len(p.text) > binaryMost {
			return wrong(valueTooLarge, engine.Text(p.name))
		}
	}
	return nil
}

// checkSize is what is wrong with an entity as a whole.
func (e *Entity) checkSize(at place) *engine.Cause {
	if n := len(e.present()); n > customMost {
		return &engine.Cause{Rule: tooMany, Want: engine.Number(int64(n)), Have: engine.Number(customMost)}
	}
	if n := e.size(at); n > entityMost {
		return &engine.Cause{Rule: entityTooLarge, Want: engine.Number(int64(n)), Have: engine.Number(entityMost)}
	}
	return nil
}

// fit says whether the keys in the body, where there are any, are those that the request names.
func (c content) fit(p place) *engine.Cause {
	for _, k := range [...]struct{ name, key string }{{partitionKey, p.partition}, {rowKey, p.row}} {
		if v, ok := c.keys[k.name]; ok && v != (value{kind: isString, text: k.key}) {
			return &engine.Cause{Rule: otherKeys, Want: engine.Text(v.literal()), Have: engine.Text(k.key)}
		}
	}
	return nil
}

// needs says which key has no value.
func (c content) needs(p place) *engine.Cause {
	for _, name := range []string{partitionKey, rowKey} {
		if v, ok := c.keys[name]; ok && v.kind == nothing || !p.whole {
			return wrong(keysNeeded, engine.Text(name))
		}
	}
	return nil
}
