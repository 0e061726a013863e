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

// losses are what is to be done where a message is gone: it stands for work that lies outside the storage.
func losses() map[string]engine.Loss {
	return map[string]engine.Loss{"message": {
		Expired: "The message expired: nobody will receive it any more. Put it again only if its work was not done.",
		Swept:   "%s deleted it%s. Whether the work is still wanted has to be settled outside the storage.",
		Worked:  "%s has done its work: nothing is left to send.",
		Removed: "%s has deleted it: the work is done. Stop.",
	}}
}
