package queue

import "interleave/engine"

// acts are what people mean by a key here.
func acts() map[string]engine.Acts {
	return map[string]engine.Acts{
		"queue": {engine.ToRead: {"get-messages"}, engine.ToPeek: {"peek-messages"}, engine.ToWrite: {"put-message"},
			engine.ToDelete: {"delete-message", "delete-queue"}},
		"message":       {engine.ToWrite: {"update-message"}, engine.ToDelete: {"delete-message"}},
		"queue-service": {engine.ToRead: {"get-queue-service-properties"}},
	}
}
