package room

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// groupOf are the operations of a group transaction that name a version; each is a list of words and of pairs.
func groupOf(spec *engine.OpSpec, s engine.Send) (ops []engine.Value) {
	for _, a := range s.Args {
		if p, _ := spec.Param(a.Name); p.Group {
			list, _ := a.Value.List()
			for _, op := range list {
				if words, ok := op.List(); ok && len(words) > 1 && guardedVerb(words[0].String()) {
					ops = append(ops, op)
				}
			}
		}
	}
	return ops
}

// guardedVerb says whether an operation within a group takes If-Match.
func guardedVerb(verb string) bool {
	return slices.Contains([]string{"update-entity", "merge-entity", "delete-entity"}, verb)
}

// regroup gives the operations within a group transaction the tag of what each names, and no other guard. What has to
// name one and has none says `*`.
func regroup(spec *engine.OpSpec, s engine.Send, tag func(object string) engine.Value) engine.Send {
	if len(groupOf(spec, s)) == 0 {
		return s
	}
	inside := "entity " + spec.Target(s.Args)
	for _, a := range s.Args {
		if a.Name == "partition" {
			inside += "/" + a.Value.String()
		}
	}
	s.Args = slices.Clone(s.Args)
	for i, a := range s.Args {
		if p, _ := spec.Param(a.Name); p.Group {
			list, _ := a.Value.List()
			ops := make([]engine.Value, len(list))
			for n, op := range list {
				ops[n] = regrouped(op, inside, tag)
			}
			s.Args[i].Value = engine.List(ops...)
		}
	}
	return s
}

func regrouped(op engine.Value, inside string, tag func(object string) engine.Value) engine.Value {
	words, ok := op.List()
	if !ok || len(words) < 2 || !guardedVerb(words[0].String()) {
		return op
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w engine.Value) bool {
		pair, _ := w.List()
		return len(pair) == 3 && pair[0].String() == "if-match"
	})
	v := tag(inside + "/" + words[1].String())
	if v.IsZero() && words[0].String() == "delete-entity" {
		v = engine.Text("*")
	}
	if !v.IsZero() {
		words = append(words, engine.List(engine.Text("if-match"), engine.Text("="), v))
	}
	return engine.List(words...)
}

// policies put a policy on every bucket that the scene's writers write to, before they do. It wants a condition with
// every PUT; what only begins or feeds an upload makes no object and is let through.
//
// Source: Amazon S3 User Guide, "Enforce conditional writes on Amazon S3 buckets".
func policies(s scene) (inputs []engine.Input) {
	seen := map[string]bool{}
	for _, in := range s.inputs {
		send, ok := in.(engine.Send)
		if !ok || s.world.Spec(send.Verb) == nil || s.world.Spec(send.Verb).Object != "object" {
			continue
		}
		bucket, _, _ := strings.Cut(s.world.Spec(send.Verb).Target(send.Args), "/")
		if seen[bucket] {
			continue
		}
		seen[bucket] = true
		name := fmt.Sprintf("policy%d", len(seen))
		inputs = append(inputs, engine.Send{By: engine.Seed, Verb: "put-bucket-policy", As: name,
			Args: engine.Args("path", bucket, "policy", enforcing(bucket))}, engine.Deliver{Names: []string{name}},
			engine.ReceiveAnswer{Names: []string{name}})
	}
	return inputs
}

// enforcing is a policy that refuses a PUT with neither condition.
func enforcing(bucket string) string {
	type object = map[string]any
	text, _ := json.Marshal(object{"Version": "2012-10-17", "Statement": []object{{
		"Sid": "ConditionsOnly", "Effect": "Deny", "Principal": "*", "Action": "s3:PutObject",
		"Resource": "arn:aws:s3:::" + bucket + "/*",
		"Condition": object{"Null": object{"s3:if-match": "true", "s3:if-none-match": "true"},
			"Bool": object{"s3:ObjectCreationOperation": "true"}},
	}}})
	return string(text)
}

// hasPolicy says whether the scene sets a policy of its own, which a row of ours would replace.
func (s scene) hasPolicy() bool {
	return slices.ContainsFunc(s.inputs, func(in engine.Input) bool {
		send, ok := in.(engine.Send)
		return ok && strings.HasSuffix(send.Verb, "bucket-policy")
	})
}
