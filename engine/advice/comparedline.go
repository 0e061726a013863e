package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// comparingRemovals are the lines that remove the finding's key only where it is as its sender knew it, for a line that
// removed it in another way: by a deadline that is over, or by handing it out. Several keys have no such line.
func (a *adviser) comparingRemovals(heard engine.Answers) (list []engine.Send) {
	_, left := a.aroundHarm()
	if !a.spec.Prompt() || a.c.Object.Kind != "key" || a.x.Object != a.c.Object || view.Readable(left) ||
		a.c.Severity != engine.SeveritySilent || a.spec.Effect != engine.Deletes && a.spec.Effect != engine.Describes {
		return nil
	}
	if words := engine.LineWords(a.x.Resolved()[0].Value); a.spec.Effect == engine.Deletes && len(words) != 1 {
		return nil
	}
	service := a.service()
	for i := range service.Ops {
		op := &service.Ops[i]
		if !op.Prompt() || op.Effect != engine.Deletes || op.Verb == a.x.Verb || len(op.Params()) != 1 {
			continue
		}
		plain := engine.Send{By: a.x.By, Verb: op.Verb, Args: []engine.Arg{{Name: op.Params()[0].Name,
			Value: engine.List(engine.Text(a.c.Object.Name))}}}
		for _, g := range service.Guardings {
			if g.Guard == nil || g.Keeps {
				continue
			}
			if s, note := g.Guard(op, plain, heard); note == "" && s.Verb != op.Verb {
				list = append(list, s)
			}
		}
	}
	return list
}

// scripts are the heads of scripts that compare the value of a key, by its type, and then send the line that stands in
// their arguments.
//
// Source: engine/tair/rules.md, "Scripts" (nothing comes in between; the lock that compares and deletes).
var scripts = [...]string{
	"if redis.call('GET',KEYS[1])~=ARGV[1] then return false end return redis.call(unpack(ARGV,2))",
	"if (redis.call('EXGET',KEYS[1]) or {})[1]~=ARGV[1] then return false end return redis.call(unpack(ARGV,2))",
}

// lineCompared tries whether a script would have left a line undone which compares nothing, had it compared the value
// with what its sender knew. Where that still stood it must be carried out all the same. The guards are
// those that were found: where one stops it, no script is needed.
func (a *adviser) lineCompared(k *view.Known, guards []string) []string {
	knew, heard := k.Reading(a.c.Object)
	if !a.spec.Prompt() || len(guards) > 0 || a.spec.Effect == engine.Groups || isQueued(a.x) || !heard ||
		!knew.HasBody || knew.Piece || a.c.Victim.Request == 0 || a.c.Object.Kind != "key" || a.compares() {
		return nil
	}
	line := append([]engine.Value{engine.Text(a.x.Verb)}, engine.LineWords(a.x.Resolved()[0].Value)...)
	if a.spec.Effect == engine.Deletes && len(line) > 2 { // of several keys each is known by another answer
		return nil
	}
	compared, behind := knew.Body, ""
	if held, ok := a.heldAlone(); ok && held != knew.Body {
		compared, behind = held, fmt.Sprintf(", as %s changed it since,", a.who())
	}
	for _, script := range scripts {
		words := append([]engine.Value{engine.Text(script), engine.Text("1"), engine.Text(a.c.Object.Name),
			engine.Text(compared)}, line...)
		send := engine.Send{By: a.x.By, Verb: "EVAL", Args: []engine.Arg{{Name: "line", Value: engine.List(words...)}},
			Words: engine.Words{On: a.x.Words.On}}
		t, own := a.before(a.c.Event), a.before(a.c.Event)
		if own.w = a.worldOfBase().Clone(); behind != "" {
			own, _, _ = a.alone(a.madeFrom())
		}
		t.decide(send)
		own.decide(send)
		if t.err != nil || t.last.Altered || t.why() != nil || own.err != nil || !own.last.Altered {
			continue
		}
		did := "read"
		if knew.Own {
			did = "put there"
		}
		return []string{fmt.Sprintf("A script that compares %s with what #%d had %s%s before it sends %s, and ends "+
			"with false where that is another. The answer would be %s.", a.place(), knew.Request, did,
			behind, a.x.Verb, conflict.Replied(&t.last.Answer))}
	}
	return nil
}
