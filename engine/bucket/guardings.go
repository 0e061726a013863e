package bucket

import (
	"encoding/json"
	"fmt"
	"strings"

	"interleave/engine"
)

func guardings() []engine.Guarding {
	return []engine.Guarding{{ID: "policy", Title: "S3 policy", Keeps: true,
		Say: "The bucket's policy refuses every PUT without If-Match or If-None-Match. The requests are as they were.",
		Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
			return spec.Object == "object" && spec.Group == engine.GroupWrite && spec.Takes("if-match")
		},
		Guard:   func(_ *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) { return s, "" },
		Prepare: policies, Own: func(spec *engine.OpSpec) bool { return spec.Effect == engine.Permits }}}
}

// policies put a policy on every bucket that requests write to. It wants a condition with every PUT; what only begins
// or feeds an upload makes no object and is let through.
//
// Source: Amazon S3 User Guide, "Enforce conditional writes on Amazon S3 buckets".
func policies(sends []engine.Send) (inputs []engine.Input) {
	seen := map[string]bool{}
	for _, send := range sends {
		spec := specOf(send.Verb)
		if spec == nil || spec.Object != "object" {
			continue
		}
		bucket, _, _ := strings.Cut(spec.Target(send.Args), "/")
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

// specOf is the service's operation with that verb; nil: it has none.
func specOf(verb string) *engine.OpSpec {
	for _, spec := range Service().Ops {
		if spec.Verb == verb {
			return &spec
		}
	}
	return nil
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

// distinct puts a number into the content: an ETag that is a sum of the bytes differs then.
func distinct(spec *engine.OpSpec, s engine.Send, above int64) (engine.Send, string, bool) {
	for _, p := range spec.Params() {
		for _, a := range s.Args {
			if text := a.Value.String(); p.Content && p.Name == a.Name && p.Name == "body" {
				s.Args = engine.With(s.Args, p.Name, engine.Text(fmt.Sprintf("%s\n%d", text, above+1)))
				return s, "a number in its content", true
			}
		}
	}
	return s, "", false
}
