package bucket

import "interleave/engine"

// acts are what people mean by a key here.
func acts() map[string]engine.Acts {
	return map[string]engine.Acts{
		"object": {engine.ToRead: {"get-object"}, engine.ToWrite: {"put-object"}, engine.ToDelete: {"delete-object"}},
		"bucket": {engine.ToRead: {"get-bucket-policy"}, engine.ToWrite: {"put-bucket-policy"},
			engine.ToDelete: {"delete-bucket"}},
		"role": {engine.ToWrite: {"put-role-policy"}},
	}
}
