package wire

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// Rejected are the arguments by which a request is kept that a service refused before it looked at what it asks for,
// and that tell it again: of what was sent the method and the path, or the command.
func Rejected(line string, no *NotReadError) []engine.Arg {
	return append(engine.Args("line", line, "code", no.Code, "message", no.Message),
		engine.Arg{Name: "status", Value: engine.Number(int64(no.Status))})
}

// rejectedBy is whose request it is that was refused before it was looked at, nil where that is Redis; ok is false for
// any other operation.
func rejectedBy(spec *engine.OpSpec) (s *service, ok bool) {
	o, ok := spec.Op.(engine.Rejected)
	return servicesByName[o.By()], ok
}

// rejected says whether an operation is a request that was refused before it was looked at.
func rejected(spec *engine.OpSpec) bool {
	_, ok := rejectedBy(spec)
	return ok
}

// rejectedRequest is such a request, as far as it is known: its first line decided, or what no record keeps.
func rejectedRequest(spec *engine.OpSpec, args []engine.Arg) Raw {
	line := spec.Target(args)
	method, target, _ := strings.Cut(line, " ")
	raw := Raw{Kind: HTTP, Method: method, Target: target, Lines: []Line{{Text: line + " HTTP/1.1", Deciding: true}}}
	if s, _ := rejectedBy(spec); s == nil {
		raw.Kind, raw.Words, raw.Lines[0].Text = RESP, strings.Fields(line), line
	} else {
		raw.Service = s.name
	}
	return raw
}

// rejectedAnswer is the refusal of such a request.
func rejectedAnswer(spec *engine.OpSpec, args []engine.Arg, a engine.Answer, x Context) Raw {
	s, _ := rejectedBy(spec)
	if s == nil {
		return reply(a)
	}
	asked, no := rejectedRequest(spec, args), a.Why.Rule.Fault
	raw := Refusal(s.name, &Message{Method: asked.Method, Path: asked.Target},
		&NotReadError{Status: no.Status, Code: no.Code, Message: no.Message}, x)
	if x.Asked == nil { // people read lines
		raw.lines(fmt.Sprintf("HTTP/1.1 %d %s", no.Status, engine.StatusWords(no.Status)))
		raw.Lines[0].Deciding = true
	}
	return raw
}
