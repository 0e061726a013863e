package bucket

import "interleave/engine"

// features are what people switch on by a key. Versions can be suspended later, and never be off again.
//
// Source: rules.md, "Versioning".
func features() []engine.Feature {
	return []engine.Feature{{Kind: "bucket", Name: "versions", Makes: "versioned bucket", Property: "versioning",
		On: enabled, Verb: "put-bucket-versioning", Args: engine.Args("status", enabled)}}
}

// acts are what people mean by a key here.
func acts() map[string]engine.Acts {
	return map[string]engine.Acts{
		"object": {engine.ToRead: {"get-object"}, engine.ToWrite: {"put-object"}, engine.ToDelete: {"delete-object"}},
		"bucket": {engine.ToRead: {"get-bucket-policy"}, engine.ToWrite: {"put-bucket-policy"},
			engine.ToDelete: {"delete-bucket"}},
		"role": {engine.ToWrite: {"put-role-policy"}},
	}
}
