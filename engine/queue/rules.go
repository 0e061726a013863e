package queue

import (
	"slices"

	"interleave/engine"
)

// rest is a section of a page of the Azure REST reference.
func rest(page, section string) engine.Source {
	return engine.Source{Document: "Azure REST, \"" + page + "\"", Section: section}
}

// The documents that rules come from.
var (
	queuesNamed = rest("Naming queues and metadata", "Queue names")
	metaNamed   = rest("Naming queues and metadata", "Metadata names")
	common      = rest("Common REST API error codes", "Table of error codes")
	codes       = rest("Queue service error codes", "Table of error codes")
	putting     = rest("Put Message", "URI parameters")
	puttingText = rest("Put Message", "Request body")
	getting     = rest("Get Messages", "URI parameters")
	updating    = rest("Update Message", "URI parameters")
	deleting    = rest("Delete Message", "Remarks")
	clearing    = rest("Clear Messages", "Remarks")
	making      = rest("Create Queue", "Remarks")
	removing    = rest("Delete Queue", "Remarks")
	listing     = rest("List Queues", "URI parameters")
	policing    = rest("Set Queue ACL", "Remarks")
	configuring = rest("Set Queue Service Properties", "Request body")
)

// azurite is what is open of a code that only the emulator tells.
const azurite = "the documents name no code for it; adopted: that in the source of Azurite"

func wrong(r *engine.Rule, want engine.Value) *engine.Cause {
	return &engine.Cause{Rule: r, Want: want}
}

// invalidQuery is a rule that a value in the query breaks.
func invalidQuery(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidQueryParameterValue", message)
}

// outOfRangeQuery is a rule that a number in the query breaks that is too small or too great.
func outOfRangeQuery(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "OutOfRangeQueryParameterValue", message)
}

// Names and sets (step 1).
var (
	nameLength = engine.NewRule("queue name", queuesNamed, "", 400, "OutOfRangeInput",
		"The name of a queue has 3 to 63 characters.")
	nameLetters = engine.NewRule("queue name", queuesNamed, "", 400, "InvalidResourceName",
		"The name of a queue has lower-case letters, digits and single dashes, and begins and ends with a letter or "+
			"a digit.")
	badMetadata = engine.NewRule("metadata", metaNamed, "", 400, "InvalidMetadata",
		"A metadata name is not a C# identifier, or occurs twice.")
	manyPolicies = engine.Unsure(engine.NewRule("signed identifiers", policing, "", 400, "InvalidXmlDocument",
		"A queue has at most 5 signed identifiers."), azurite)
	badElement = engine.Unsure(engine.NewRule("service properties", configuring, "", 400, "InvalidXmlDocument",
		"The properties hold an unknown element, or one element twice."),
		"the documents name no code for a wrong element; adopted: InvalidXmlDocument")
	names = []*engine.Rule{nameLength, nameLetters}
)

// Parameters (steps 2 to 4).
var (
	noReceipt = engine.NewRule("popreceipt", deleting, "", 400, "MissingRequiredQueryParameter",
		"The pop receipt is mandatory and was not given.")
	noHiding = engine.NewRule("visibilitytimeout", updating, "", 400, "MissingRequiredQueryParameter",
		"The visibility timeout is mandatory for an update and was not given.")

	hidingNoNumber = invalidQuery("visibilitytimeout", common, "The visibility timeout is not a number of seconds.")
	ttlNoNumber    = invalidQuery("messagettl", common, "The time to live is not a number of seconds.")
	countNoNumber  = invalidQuery("numofmessages", common, "The number of messages is not a number.")
	pageNoNumber   = invalidQuery("maxresults", common, "The number of queues is not a number.")

	noText = engine.Unsure(engine.NewRule("body", puttingText, "", 400, "InvalidXmlDocument",
		"The request has no MessageText."),
		azurite)
	textNoXML = engine.Unsure(engine.NewRule("body", puttingText, "", 400, "InvalidXmlDocument",
		"The text holds a character that XML cannot hold."),
		"the code is that of Azurite for a missing element; adopted for a body that is no XML too")
	textTooLong = engine.Unsure(engine.NewRule("body", rest("Put Message", "Remarks"), "", 413, "RequestBodyTooLarge",
		"A message text has at most 65,536 bytes."),
		"the documents say 400 MessageTooLarge; a recording shows 413")

	putHidingRange    = outOfRangeQuery("visibilitytimeout", putting, "A put hides a message for 0 to 604,800 seconds.")
	getHidingRange    = outOfRangeQuery("visibilitytimeout", getting, "A get hides a message for 1 to 604,800 seconds.")
	updateHidingRange = outOfRangeQuery("visibilitytimeout", updating,
		"An update hides a message for 0 to 604,800 seconds.")
	countRange = outOfRangeQuery("numofmessages", getting, "A request takes 1 to 32 messages.")
	pageRange  = engine.Unsure(outOfRangeQuery("maxresults", listing, "A page lists 1 to 5,000 queues."),
		"the documents name no code for this parameter; adopted: that of the other ranges")
	badMarker   = engine.NewRule("marker", codes, "", 400, "InvalidMarker", "The marker did not come from an answer.")
	ttlRange    = invalidQuery("messagettl", putting, "The time to live is 1 second or more, or -1 for ever.")
	ttlTooShort = engine.Unsure(invalidQuery("messagettl", putting,
		"messagettl must be greater than visibilitytimeout."),
		"a recording refuses 30 and 30; Azurite lets the longest timeout pass beside the standard time to live; "+
			"adopted: refused too")

	undecodable = engine.Unsure(invalidQuery("popreceipt", deleting, "Invalid pop receipt format."),
		"whether this is looked at before the queue is open; adopted: before")
)

// Queues (steps 5 and 6).
var (
	queueNotFound = engine.NewRule("queue", codes, engine.IsGone, 404, "QueueNotFound",
		"The specified queue does not exist.")
	noQueueToRead = queueNotFound.As("")
	queueExists   = engine.NewRule("queue", making, engine.AlreadyThere, 409, "QueueAlreadyExists",
		"The queue already exists, with other metadata.")
	beingDeleted = engine.NewRule("queue", removing, engine.Unfinished, 409, "QueueBeingDeleted",
		"The specified queue is being deleted; its name is not free yet.")

	deletingForMessages = engine.Unsure(beingDeleted.As(engine.Unfinished),
		"the documents do not list which operations answer this; adopted: all on messages")
	deletingForSets = engine.Unsure(beingDeleted.As(engine.Unfinished),
		"the documents do not list which operations answer this; adopted: setting metadata and acl too")
	deletedBefore = engine.Unsure(queueNotFound.As(engine.IsGone),
		"tables answer a second delete so; adopted for queues")
	aclOfDeleted = engine.Unsure(queueNotFound.As(""),
		"the live service answers a read of metadata so; adopted for the acl")
)

// gate is what an operation answers where its queue is missing, and in the deletion window.
//
// Source: Azure REST, "Delete Queue"; recordings of the live service (404 for reading metadata, 409 for Create).
type gate struct{ window, missing *engine.Rule }

var (
	messageGate  = gate{deletingForMessages, queueNotFound} // Put, Get, Update, Delete, Clear
	peekGate     = gate{deletingForMessages, noQueueToRead}
	metadataGate = gate{noQueueToRead, noQueueToRead} // Get Queue Metadata
	aclGate      = gate{aclOfDeleted, noQueueToRead}  // Get Queue ACL
	setGate      = gate{deletingForSets, queueNotFound}
	deleteGate   = gate{deletedBefore, queueNotFound} // Delete Queue
)

// policyRules are about the stored access policy by which a request for messages comes.
var policyRules = engine.NewPolicyRules(engine.Source{Document: `Azure REST, "Set Queue ACL"`, Section: "Remarks"})

// under is a gate with the policy behind it: what a request for messages passes.
func (g gate) under(tx *engine.Tx, name string, u engine.UnderPolicy, letters string) (*Queue, *engine.Cause) {
	q, c := g.find(tx, name)
	if c == nil {
		c = policyRules.Look(tx, u, &q.policies, letters)
	}
	return q, c
}

func (g gate) messages() []*engine.Rule { return append(g.rules(), policyRules.All()...) }

func (g gate) rules() []*engine.Rule {
	return slices.Compact([]*engine.Rule{g.window, g.missing})
}

// Messages and receipts (steps 7 to 9).
var (
	messageNotFound = engine.NewRule("message", deleting, engine.IsGone, 404, "MessageNotFound",
		"The specified message does not exist.")
	notAnID = engine.Unsure(messageNotFound.As(""),
		"an id that is no GUID is settled by no source; adopted: as one that is unknown")
	oldReceipt = engine.Unsure(engine.InWords(engine.NewRule("popreceipt", deleting, engine.OldReceipt, 404,
		"MessageNotFound", "The specified message does not exist."),
		"The pop receipt has to be the newest of the message: each receive and each update gives it another."),
		"one list of codes has 400 PopReceiptMismatch; recordings show 404")
	strayReceipt = oldReceipt.As("")
	oldMismatch  = engine.Unsure(engine.NewRule("popreceipt", codes, engine.OldReceipt, 400, "PopReceiptMismatch",
		"The receipt is not that of the message."),
		"Azurite answers so; the live service was never seen to. Only with receipts=emulator")
	strayMismatch = oldMismatch.As("")
	pastExpiry    = engine.Unsure(invalidQuery("visibilitytimeout", updating,
		"A message cannot be hidden beyond its expiry."),
		"the documents give the rule without a code; adopted: InvalidQueryParameterValue")
	clearTimedOut = engine.LeavesOpen(engine.NewRule("clear", clearing, "", 500, "OperationTimedOut",
		"The queue is too big to be cleared at once; repeat until 204."))

	messageRules = []*engine.Rule{messageNotFound, notAnID, oldReceipt, strayReceipt, oldMismatch, strayMismatch}
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{
	engine.LeavesOpen(engine.NewRule("fault", common, "", 500, "OperationTimedOut",
		"The operation could not be completed within the permitted time.")),
	engine.LeavesOpen(engine.NewRule("fault", common, "", 500, "InternalError",
		"The server encountered an internal error. Please retry the request.")),
	engine.NewRule("fault", common, "", 503, "ServerBusy", "The server is busy."),
}

// settings are the switches of the service.
var settings = []engine.Setting{
	{Name: "deletion", Values: []string{"40", "0", "10", "20", "60", "120"},
		Help: "seconds until the name of a removed queue is free"},
	{Name: "skew", Values: []string{"0", "1", "2", "3", "4", "5", "10"},
		Help: "seconds that a node's clock may be ahead when it hands out messages"},
	{Name: "clear-batch", Values: []string{"off", "1", "2", "3", "10", "100", "1000"},
		Help: "messages that one Clear can remove before its time is over"},
	{Name: "receipts", Values: []string{"service", "emulator"},
		Help: "who is followed where a receipt does not fit: the service, or the emulator with 400 PopReceiptMismatch"},
}

// forUpdate are rules of Delete Message as Update Message has them, whose page is another.
var forUpdate = ofUpdate(append([]*engine.Rule{noReceipt, undecodable}, messageRules...))

func ofUpdate(rules []*engine.Rule) map[*engine.Rule]*engine.Rule {
	own := map[*engine.Rule]*engine.Rule{}
	for _, r := range rules {
		other := *r
		if r.Source.Document == deleting.Document {
			other.Source.Document, other.Source.Section = updating.Document, "Remarks"
		}
		if r.Name == "popreceipt" {
			other.Source.Differs = "the guide (Managing concurrency in Azure Storage, \"Managing concurrency in " +
				"Queue storage\") calls Update Message last writer wins; an old receipt is refused all the same"
		}
		own[r] = &other
	}
	return own
}

func refuseUpdate(tx *engine.Tx, c *engine.Cause) engine.Answer {
	if own, ok := forUpdate[c.Rule]; ok {
		c.Rule = own
	}
	return tx.Refuse(c)
}

// updated are rules in their order, as Update Message has them.
func updated(rules []*engine.Rule) []*engine.Rule {
	for i, r := range rules {
		if own, ok := forUpdate[r]; ok {
			rules[i] = own
		}
	}
	return rules
}
