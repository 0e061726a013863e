package table

import "interleave/engine"

// acts are what people mean by a key here.
func acts() map[string]engine.Acts {
	return map[string]engine.Acts{
		"table": {engine.ToRead: {"get-table"}, engine.ToDelete: {"delete-table"}},
		"entity": {engine.ToRead: {"get-entity"}, engine.ToWrite: {"merge-entity", "update-entity", "insert-entity"},
			engine.ToDelete: {"delete-entity"}},
	}
}
