package queue

import (
	"slices"

	"interleave/engine"
)

// What the world asks an operation for where it has it: a method that no longer fits would be passed over in silence.
var (
	_ engine.Claimer = Delete{}
)

// Service is Azure's queues as a world takes them in.
func Service() *engine.Service {
	return &engine.Service{Name: Name, Title: "Azure queues", New: newState, Holders: []string{"queue"},
		Acts: acts(), Losses: losses(), Guardings: guardings(), Rules: rulesPage, Faults: faults, Settings: settings,
		Rejects: engine.Rejecting(Name, "rejected-queue-request", "HTTP", common),
		Ops:     slices.Concat(messageOps(), queueOps(), accountOps())}
}

// onPage is the page of an operation in the Azure REST reference.
func onPage(title string) engine.Source { return rest(title, "Remarks") }

func rules(list ...*engine.Rule) []*engine.Rule { return list }

func messageOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "put-message", Effect: engine.Appends, Makes: "message", Did: "put a message into it",
			Method: "ADD", Object: "queue", Summary: "Add a message to a queue.", OK: []int{201},
			Group: engine.GroupWrite, Op: Put{},
			Source: onPage("Put Message"), Refuses: slices.Concat(names,
				rules(hidingNoNumber, ttlNoNumber, noText, textNoXML, textTooLong,
					putHidingRange, ttlRange, ttlTooShort), messageGate.messages())},
		{Verb: "get-messages", Effect: engine.Receives, Did: "received the message",
			Method: "RECEIVE", Object: "queue",
			Summary: "Receive messages: hide them from others for a while.", OK: []int{200},
			Group: engine.GroupOther, Op: Get{},
			Source: onPage("Get Messages").Assuming(
				"documents promise no order; adopted: by the moment of becoming visible, then by the puts"),
			Refuses: slices.Concat(names, rules(hidingNoNumber, countNoNumber, getHidingRange, countRange),
				messageGate.messages())},
		{Verb: "peek-messages", Effect: engine.Reads, Did: "peeked at the message",
			Method: "PEEK", Object: "queue", Summary: "Look at messages without receiving them.",
			OK:    []int{200},
			Group: engine.GroupRead, Op: Peek{}, Source: onPage("Peek Messages").Assuming(
				"documents promise no order; adopted: that of Get Messages"),
			Refuses: slices.Concat(names, rules(countNoNumber, countRange), peekGate.messages())},
		{Verb: "update-message", Effect: engine.Updates, Did: "updated the message",
			Method: "UPDATE", Object: "message",
			Summary: "Hide a received message anew, and replace its text if one is given.",
			OK:      []int{204}, Group: engine.GroupWrite, Op: Update{}, Source: onPage("Update Message"),
			Refuses: updated(slices.Concat(names, rules(noReceipt, noHiding, hidingNoNumber, textNoXML, textTooLong,
				updateHidingRange, undecodable), messageGate.messages(), messageRules, rules(pastExpiry)))},
		{Verb: "delete-message", Effect: engine.Deletes, Did: "deleted the message",
			Method: "DELETE", Object: "message", Summary: "Remove a message: its work is done.",
			OK:    []int{204},
			Group: engine.GroupDelete, Op: Delete{}, Source: onPage("Delete Message"),
			Refuses: slices.Concat(names, rules(noReceipt, undecodable), messageGate.messages(), messageRules)},
	}
}

func queueOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "create-queue", Effect: engine.Creates, Makes: "queue", Did: "created it",
			Method: "CREATE", Object: "queue", Summary: "Make a queue.", OK: []int{201, 204},
			Group: engine.GroupWrite, Op: CreateQueue{},
			Source: onPage("Create Queue").Assuming(
				"the name of a deleted queue is free after at least 40 seconds; adopted: 40"),
			Refuses: slices.Concat(names, rules(badMetadata, queueExists, beingDeleted))},
		{Verb: "delete-queue", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "queue", Summary: "Remove a queue with all its messages.",
			OK:    []int{204},
			Group: engine.GroupDelete, Op: DeleteQueue{},
			Source:  onPage("Delete Queue").Assuming("the name is free after at least 40 seconds; adopted: 40"),
			Refuses: slices.Concat(names, deleteGate.rules())},
		{Verb: "clear-messages", Effect: engine.Deletes, Did: "cleared it",
			Method: "CLEAR", Object: "queue",
			Summary: "Remove all messages of a queue, hidden ones too.", OK: []int{204},
			Group: engine.GroupDelete, Op: Clear{}, Source: onPage("Clear Messages"),
			Refuses: slices.Concat(names, messageGate.messages(), rules(clearTimedOut))},
		{Verb: "get-queue-metadata", Effect: engine.Reads, Did: "read its metadata",
			Method: "GET", Object: "queue",
			Summary: "Read metadata and number of messages of a queue.", OK: []int{200},
			Group: engine.GroupRead, Op: GetMetadata{},
			Source: onPage("Get Queue Metadata").Assuming(
				"the count may be higher than the messages are; adopted: exact"),
			Refuses: slices.Concat(names, metadataGate.rules())},
		{Verb: "set-queue-metadata", Effect: engine.Describes, Did: "set its metadata",
			Method: "PUT", Object: "queue", Summary: "Replace the metadata of a queue.",
			OK: []int{204}, Group: engine.GroupWrite,
			Op: SetMetadata{}, Source: onPage("Set Queue Metadata"),
			Refuses: slices.Concat(names, rules(badMetadata), setGate.rules())},
		{Verb: "get-queue-acl", Effect: engine.Reads, Did: "read its access policies",
			Method: "GET", Object: "queue", Summary: "Read the signed identifiers of a queue.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: GetACL{}, Source: onPage("Get Queue ACL"), Refuses: slices.Concat(names, aclGate.rules())},
		{Verb: "set-queue-acl", Effect: engine.Permits, Did: "set its access policies",
			Method: "PUT", Object: "queue", Summary: "Replace the signed identifiers of a queue.",
			OK:    []int{204},
			Group: engine.GroupWrite, Op: SetACL{}, Source: onPage("Set Queue ACL"),
			Refuses: slices.Concat(names, rules(manyPolicies), setGate.rules())},
	}
}

func accountOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "list-queues", Effect: engine.Reads, Lists: true, Did: "listed the queues",
			Method: "GET", Object: "queue", Summary: "List the queues of the account.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: ListQueues{}, Source: onPage("List Queues"), Refuses: rules(pageNoNumber, pageRange, badMarker)},
		{Verb: "get-queue-service-properties", Effect: engine.Reads, Did: "read the service's properties",
			Method: "GET", Object: "queue-service",
			Summary: "Read the properties of the queue service.",
			OK:      []int{200}, Group: engine.GroupRead, Op: engine.GetServiceProperties{},
			Source: onPage("Get Queue Service Properties")},
		{Verb: "get-queue-service-stats", Effect: engine.Reads, Did: "asked how far the copy is",
			Method: "GET", Object: "queue-service", Summary: "Read how far the copy in another region has come.",
			OK: []int{200}, Group: engine.GroupRead, Op: engine.ServiceStats{},
			Source: onPage("Get Queue Service Stats")},
		{Verb: "set-queue-service-properties", Effect: engine.Describes, Did: "set the service's properties",
			Method: "PUT", Object: "queue-service",
			Summary: "Replace elements of the properties of the queue service.",
			OK:      []int{202}, Group: engine.GroupWrite, Op: SetServiceProperties{},
			Source:  onPage("Set Queue Service Properties"),
			Refuses: rules(badElement)},
	}
}
