package export

import (
	"reflect"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/engine/wire"
)

// request is one request with all its arguments known.
type request struct {
	spec   *engine.OpSpec
	args   []engine.Arg
	number int
	at     engine.Instant
	specs  func(verb string) *engine.OpSpec
}

// requestOf is a request of a session as it was sent; nil where there is none with that number.
func requestOf(v *view.View, number int) *request {
	x := v.Exchange(number)
	if x == nil {
		return nil
	}
	spec := v.Spec(x.Verb)
	return &request{spec: spec, args: resolved(spec, x), number: number, at: x.Sent.At, specs: v.Spec}
}

// arg is an argument; nothing where it was not given.
func (r *request) arg(name string) engine.Value { return engine.ValueOf(r.args, name) }

// wire is the request as it would travel.
func (r *request) wire() wire.Raw {
	return wire.Request(r.spec, r.args, wire.Context{At: r.at, Request: r.number, Spec: r.specs})
}

// resolved are the arguments of a request with what its references stood for when it was sent: its operation was built
// with that. An optional reference that stood for nothing is left out.
func resolved(spec *engine.OpSpec, x *engine.Exchange) (args []engine.Arg) {
	op := reflect.Indirect(reflect.ValueOf(x.Op()))
	for _, a := range x.Args {
		p, ok := spec.Param(a.Name)
		if !ok || !refers(a.Value) {
			args = append(args, a)
			continue
		}
		if v := fieldValue(op.FieldByName(p.Field),
			strings.TrimPrefix(a.Name, strings.TrimSuffix(p.Name, "*"))); !v.IsZero() {
			args = append(args, engine.Arg{Name: a.Name, Value: v})
		}
	}
	return args
}

func refers(v engine.Value) bool {
	if list, ok := v.List(); ok {
		for _, e := range list {
			if refers(e) {
				return true
			}
		}
	}
	_, _, ok := v.Ref()
	return ok
}

// fieldValue is what a field of an operation holds, as an argument has it; of a field of pairs, that of one name.
func fieldValue(f reflect.Value, name string) engine.Value {
	switch held := f.Interface().(type) {
	case string:
		return engine.Text(held)
	case []byte:
		return engine.Text(string(held))
	case int64:
		return engine.Number(held)
	case engine.Value:
		return held
	case []engine.Pair:
		for _, p := range held {
			if p.Name == name {
				return engine.Text(p.Text)
			}
		}
	case []engine.Arg:
		return engine.ValueOf(held, name)
	}
	if given, ok := f.Interface().(interface{ Raw() engine.Value }); ok { // what may be absent
		return given.Raw()
	}
	return engine.Value{}
}
