package engine

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// The operators of expressions. Weave adds an element to a list within a JSON body and gives the whole body.
const (
	Add   = "+"
	Times = "*"
	Join  = "++"
	Weave = "<<"
	Power = "^"
)

// Operators are the operators of expressions; those that bind more come last.
func Operators() []string { return []string{Add, Join, Weave, Times, Power} }

// Expression is a value that is reckoned from two others when it is sent, as `{$r.body + 1}`: both may be references or
// expressions.
func Expression(operator string, a, b Value) Value {
	return Value{kind: isExpression, text: operator, parts: &[]Value{a, b}}
}

// Expression is the value as an operator and its two operands; ok is false where it is none.
func (v Value) Expression() (operator string, a, b Value, ok bool) {
	if v.kind != isExpression {
		return "", Value{}, Value{}, false
	}
	return v.text, v.inside()[0], v.inside()[1], true
}

// reckon is what an expression comes to, with what was heard in the place of its references. A reference that may be
// missing and is counts as nothing: 0, an empty text, an empty list.
func (w *World) reckon(writer *Writer, v Value) (Value, error) {
	operator, left, right, ok := v.Expression()
	if !ok {
		return w.resolve(writer, v)
	}
	if operator == Weave {
		return w.weave(writer, left, right)
	}
	a, err := w.reckon(writer, left)
	if err != nil {
		return Value{}, err
	}
	b, err := w.reckon(writer, right)
	if err != nil {
		return Value{}, err
	}
	if operator == Join {
		return Text(a.String() + b.String()), nil
	}
	a, wide := whole64(left, a)
	b, other := whole64(right, b)
	n, err := arithmetic(operator, a, b)
	switch {
	case err != nil:
		return Value{}, err
	case wide || other:
		return Text(strconv.FormatInt(n, 10) + wide64), nil
	}
	return Number(n), nil
}

// wide64 stands behind an Int64, as $filter writes it: a property that was read, or what is typed for one.
const wide64 = "L"

// whole64 is the number of an operand that came to an Int64, and whether it did: what is reckoned from one is one. A
// text that is no property's may end so too, and is no number.
func whole64(of, v Value) (Value, bool) {
	digits, wide := strings.CutSuffix(v.text, wide64)
	if _, field, refers := of.RefName(); v.kind != isText || !wide || refers && !strings.HasPrefix(field, ".") {
		return v, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return v, false
	}
	return Number(n), true
}

func arithmetic(operator string, a, b Value) (n int64, err error) {
	var x [2]int64
	for i, v := range []Value{a, b} {
		ok := true
		if !v.IsZero() {
			x[i], ok = v.Int()
		}
		if !ok {
			return 0, impossible("reckon %q %s %q: %q is not a whole number", a.String(), operator, b.String(),
				v.String())
		}
	}
	fits := false
	switch operator {
	case Add:
		n = x[0] + x[1]
		fits = (n > x[0]) == (x[1] > 0)
	case Times:
		n = x[0] * x[1]
		fits = x[0] == 0 || n/x[0] == x[1] && !(x[0] == -1 && x[1] == -1<<63)
	case Power:
		n, fits = power(x[0], x[1])
	default:
		return 0, impossible("reckon with %q: there are %s", operator, strings.Join(Operators(), " "))
	}
	if !fits {
		return 0, impossible("reckon %d %s %d: the result is too large", x[0], operator, x[1])
	}
	return n, nil
}

// power is a whole number to the power of another; ok is false where the result is none, or too large.
func power(base, times int64) (n int64, ok bool) {
	if times < 0 || times > 62 {
		return 0, false
	}
	whole := new(big.Int).Exp(big.NewInt(base), big.NewInt(times), nil)
	return whole.Int64(), whole.IsInt64()
}

// weave adds an element to the list that a reference names, and gives the whole field that the list lies in.
func (w *World) weave(writer *Writer, left, right Value) (Value, error) {
	element, err := w.reckon(writer, right)
	if err != nil {
		return Value{}, err
	}
	text, inner, err := w.listOf(writer, left)
	if err != nil {
		return Value{}, err
	}
	grown, err := woven(text, inner, jsonOf(element))
	if err != nil {
		return Value{}, impossible("add an element to %s: %w", left, err)
	}
	return Text(grown), nil
}

// listOf is the field that a reference to a list within it means, and the way to the list; an empty list where it may
// be missing and is.
func (w *World) listOf(writer *Writer, v Value) (text string, inner []string, err error) {
	path, optional, ok := v.Ref()
	switch {
	case v.IsZero():
		return "[]", nil, nil
	case !ok:
		return "", nil, impossible(
			"add an element to %s: on the left of << stands a reference to a list, as $r.body or $r.body.names", v)
	}
	x, err := w.heardOf(writer, v)
	if err != nil {
		return "", nil, err
	}
	_, field, _ := v.RefName()
	found, inner := x.Answer.within(field)
	switch {
	case found.IsZero() && optional:
		return "[]", nil, nil
	case found.IsZero():
		return "", nil, impossible("use %s: the answer %s has no %q%s", x.part(path), x.Answer.String(), field,
			fieldsOf(x, field))
	}
	return found.String(), inner, nil
}

// jsonOf is a value as JSON writes it: a whole number as it is, anything else as a text.
func jsonOf(v Value) string {
	if v.kind == isNumber {
		return v.String()
	}
	text, _ := json.Marshal(v.String())
	return string(text)
}

// fieldsOf lists what an answer has, for who asked for something else: a property of an entity has a point in front.
func fieldsOf(x *Exchange, asked string) string {
	const most = 12
	var names []string
	if dotted := "." + asked; !x.Answer.Field(dotted).IsZero() {
		return fmt.Sprintf("; its property %s is $%s.%s", asked, x.Name, dotted)
	}
	for _, f := range x.Answer.Fields {
		names = append(names, f.Name)
	}
	switch {
	case names == nil:
		return ""
	case len(names) > most:
		names = append(names[:most], "...")
	}
	return "; it has " + strings.Join(names, ", ")
}

// within is the field of an answer with that name; where there is none, the longest field in front of it, with the way
// inside of it: `body.names` is names within body.
func (a Answer) within(field string) (v Value, inner []string) {
	if v := a.Field(field); !v.IsZero() {
		return v, nil
	}
	for cut := len(field); ; {
		if cut = strings.LastIndexByte(field[:cut], '.'); cut < 0 {
			return Value{}, nil
		}
		if v := a.Field(field[:cut]); !v.IsZero() {
			return v, strings.Split(field[cut+1:], ".")
		}
	}
}

// Reach is the value of a field, or of what lies within a field that holds JSON, as body.names.0; nothing where there
// is none.
func (a Answer) Reach(field string) Value {
	v, inner := a.within(field)
	if inner == nil || v.IsZero() {
		return v
	}
	raw := json.RawMessage(v.String())
	for _, key := range inner {
		if raw = inside(raw, key); raw == nil {
			return Value{}
		}
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return Text(text)
	}
	return Text(strings.TrimSpace(string(raw)))
}

// inside is a member of a JSON object, or an element of a list by its number from 0; nil where there is none.
func inside(raw json.RawMessage, key string) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) == nil {
		return object[key]
	}
	var list []json.RawMessage
	if n, err := strconv.Atoi(key); err == nil && json.Unmarshal(raw, &list) == nil && n >= 0 && n < len(list) {
		return list[n]
	}
	return nil
}

// woven adds an element behind the last one of a list in a JSON text; all other bytes stay.
func woven(text string, path []string, element string) (string, error) {
	if !json.Valid([]byte(text)) {
		return "", fmt.Errorf("%q is no JSON", text)
	}
	d := json.NewDecoder(strings.NewReader(text))
	for _, key := range path {
		if err := enter(d, key); err != nil {
			return "", err
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return "", fmt.Errorf("there is no list %q in %q", strings.Join(path, "."), text)
	}
	comma := ""
	for d.More() {
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return "", err
		}
		comma = ","
	}
	at := int(d.InputOffset())
	return text[:at] + comma + element + text[at:], nil
}

// enter moves a decoder in front of a member of the object, or of the list, that comes next.
func enter(d *json.Decoder, key string) error {
	open, err := d.Token()
	if err != nil {
		return err
	}
	for n := 0; (open == json.Delim('{') || open == json.Delim('[')) && d.More(); n++ {
		at := strconv.Itoa(n)
		if open == json.Delim('{') {
			name, err := d.Token()
			if err != nil {
				return err
			}
			at, _ = name.(string)
		}
		if at == key {
			return nil
		}
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return err
		}
	}
	return fmt.Errorf("nothing in it is called %q", key)
}

// reckons says whether an expression stands in the value.
func (v Value) reckons() bool {
	if v.kind == isExpression {
		return true
	}
	for _, p := range v.inside() {
		if p.reckons() {
			return true
		}
	}
	return false
}

// resolveArgs puts what was heard in the place of references; an optional one that the answer has not is left out.
func (w *World) resolveArgs(writer *Writer, args []Arg) ([]Arg, error) {
	if !slices.ContainsFunc(args, func(a Arg) bool { return a.Value.IsZero() || a.Value.refers() }) {
		return args, nil
	}
	list := make([]Arg, 0, len(args))
	for _, a := range args {
		v, err := w.resolve(writer, a.Value)
		if err != nil {
			return nil, fmt.Errorf("%w (%s)", err, a.Name)
		}
		if !v.IsZero() {
			list = append(list, Arg{Name: a.Name, Value: v})
		}
	}
	return list, nil
}

func (w *World) resolve(writer *Writer, v Value) (Value, error) {
	if parts, ok := v.List(); ok {
		list := make([]Value, 0, len(parts))
		for _, p := range parts {
			r, err := w.resolve(writer, p)
			if err != nil {
				return Value{}, err
			}
			list = append(list, r)
		}
		return List(list...), nil
	}
	if v.kind == isExpression {
		r, err := w.reckon(writer, v)
		return Text(r.String()), err
	}
	path, optional, ok := v.Ref()
	if !ok {
		return v, nil
	}
	x, err := w.heardOf(writer, v)
	if err != nil {
		return Value{}, err
	}
	_, field, _ := v.RefName()
	found := x.Answer.Reach(field)
	if found.IsZero() && !optional {
		return Value{}, impossible("use %s: the answer %s has no %q%s", x.part(path), x.Answer.String(), field,
			fieldsOf(x, field))
	}
	return found, nil
}

// heardOf is the answer that a reference names, which its user must have heard or been told of.
func (w *World) heardOf(writer *Writer, v Value) (*Exchange, error) {
	path, _, _ := v.Ref()
	name, _, _ := v.RefName()
	x := w.Named(name)
	switch {
	case x == nil:
		return nil, impossible("use $%s: nothing is called %s", path, name)
	case x.By != writer.ID && !slices.ContainsFunc(writer.Told,
		func(t Telling) bool { return path == t.Path || strings.HasPrefix(path, t.Path+".") }):
		as := "makes it known"
		if field := strings.TrimPrefix(path, name+"."); w.Spec(x.Verb).Effect.OfLease() && field == "lease" {
			as = "hands the lease over, and an id that was only read somewhere is written out"
		}
		return nil, impossible("use $%s: %s was answered to %s; tell %s $%s %s", path, name, x.By, writer.ID, path, as)
	case x.By == writer.ID && x.Heard.IsZero():
		return nil, impossible("use %s: %s has not heard that answer", x.part(path), writer.Title)
	}
	return x, nil
}

// part is what a reference into its answer means, in words: who wrote a plan does not know what its requests are called
// here, and is told of what was asked.
func (x *Exchange) part(path string) string {
	field, within := strings.CutPrefix(path, x.Name+".")
	if !within || field == "" || !strings.HasPrefix(x.Name, x.By+"-") {
		return "$" + path
	}
	of := field + " of " + x.Verb + " " + x.Object.Name
	if first := field[0]; first >= '0' && first <= '9' {
		return of
	}
	return "the " + of
}

// LeftOut says whether a value is an optional reference to what its answer does not have: such an argument does not
// travel.
func (w *World) LeftOut(v Value) bool {
	_, optional, ok := v.Ref()
	if !ok || !optional {
		return false
	}
	name, field, _ := v.RefName()
	x := w.Named(name)
	return x != nil && x.Answer.Reach(field).IsZero()
}

// reckoned is arguments as they were given, but with what their expressions came to: what a request carries is what was
// reckoned when it was sent.
func reckoned(args, resolved []Arg) []Arg {
	if !slices.ContainsFunc(args, func(a Arg) bool { return a.Value.reckons() }) {
		return args
	}
	list := make([]Arg, 0, len(args))
	for _, a := range args {
		at := slices.IndexFunc(resolved, func(r Arg) bool { return r.Name == a.Name })
		if at < 0 { // it was left out
			list = append(list, a)
			continue
		}
		a.Value, resolved = plainly(a.Value, resolved[at].Value), resolved[at+1:]
		list = append(list, a)
	}
	return list
}

// plainly is a value with what it came to in the place of its expressions; references stay.
func plainly(v, resolved Value) Value {
	given, ok := v.List()
	switch {
	case v.kind == isExpression:
		return resolved
	case !ok || !v.reckons():
		return v
	}
	found, _ := resolved.List()
	list := make([]Value, len(given))
	for i, g := range given {
		list[i] = plainly(g, found[i])
	}
	return List(list...)
}
