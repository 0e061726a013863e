package table

import "interleave/engine"

// rest is a section of a page of the Azure REST reference.
func rest(page, section string) engine.Source {
	return engine.Source{Document: "Azure REST, \"" + page + "\"", Section: section}
}

const model = "Understanding the Table service data model"

// The documents that rules come from.
var (
	tablesNamed = rest(model, "Table names")
	propsNamed  = rest(model, "Property names")
	limits      = rest(model, "Property limitations")
	keysNamed   = rest(model, "Characters disallowed in key fields")
	keysSized   = rest(model, "System properties")
	types       = rest(model, "Property types")
	codes       = rest("Table service error codes", "Table of error codes")
	common      = rest("Common REST API error codes", "Table of error codes")
	updating    = rest("Update Entity", "Request headers")
	inserting   = rest("Insert Entity", "Request body")
	deleting    = rest("Delete Entity", "Request headers")
	dropping    = rest("Delete Table", "Remarks")
	making      = rest("Create Table", "Remarks")
	policing    = rest("Set Table ACL", "Remarks")
	querying    = rest("Querying tables and entities", "Supported query options")
	filtering   = rest("Querying tables and entities", "Constructing filter strings")
	grouping    = rest("Performing entity group transactions", "Requirements for entity group transactions")
	guide       = engine.Source{Document: "Azure, \"Managing concurrency in Azure Storage\"",
		Section: "Managing concurrency in Table storage"}
)

func wrong(r *engine.Rule, want engine.Value) *engine.Cause {
	return &engine.Cause{Rule: r, Want: want}
}

// input is a rule that answers 400 InvalidInput.
func input(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidInput", message)
}

// What a request says of itself (checks 1 to 5).
var (
	tableNameLength = engine.Unsure(engine.NewRule("table name", tablesNamed, "", 400, "OutOfRangeInput",
		"The name of a table has 3 to 63 characters."),
		"the emulator sends no code; adopted: OutOfRangeInput")
	tableNameLetters = engine.Unsure(engine.NewRule("table name", tablesNamed, "", 400, "InvalidResourceName",
		"The name of a table holds letters and digits, and begins with a letter."),
		"the emulator sends no code; adopted: InvalidResourceName")
	tableNameReserved = engine.Unsure(tableNameLetters.As(""),
		"the documents reserve the name tables and give no code; adopted: InvalidResourceName")
	bodyTooLarge = engine.NewRule("body", common, "", 413, "RequestBodyTooLarge",
		"The request body is larger than 4 MiB.")

	matchMissing = engine.Unsure(engine.NewRule("If-Match", deleting, "", 400, "MissingRequiredHeader",
		"A delete needs If-Match, even if it is only *."),
		"the documents give 400 and name no code, the emulator sends none; adopted: MissingRequiredHeader")
	keysNeeded = engine.InWords(engine.NewRule("keys", codes, "", 400, "PropertiesNeedValue",
		"The values are not specified for all properties in the entity."),
		"The {want} has no value. The path is table/PartitionKey/RowKey.")
	keysAbsent = engine.Unsure(input("keys", inserting, "An entity is named by its PartitionKey and its RowKey."),
		"no document says what an address without both keys is answered; adopted: InvalidInput")
	otherKeys = engine.Unsure(input("keys", updating, "The keys in the body are not those of the address."),
		"the emulator takes those of the address; adopted: InvalidInput")
	badBody    = input("body", inserting, "The body cannot be read: write one line for each property, such as name=5L.")
	badValue   = input("value", types, "A value does not fit its type.")
	noSuchType = engine.Unsure(engine.NewRule("value", types, "", 400, "InvalidValueType",
		"No property type has values of this kind, such as lists."),
		"the documents name both InvalidInput and InvalidValueType; adopted: the second where no type would do")
	twice = engine.NewRule("properties", codes, "", 400, "DuplicatePropertiesSpecified",
		"A property occurs twice.")
	nameTooLong = engine.NewRule("property name", propsNamed, "", 400, "PropertyNameTooLong",
		"The name of a property has at most 255 characters.")
	badName = engine.NewRule("property name", propsNamed, "", 400, "PropertyNameInvalid",
		"The name of a property is a C# identifier.")
	valueTooLarge = engine.NewRule("value", types, "", 400, "PropertyValueTooLarge",
		"A string or binary value takes at most 64 KiB.")
	tooMany = engine.NewRule("properties", limits, "", 400, "TooManyProperties",
		"An entity has at most 252 properties beside the three of the system.")

	entityTooLarge = engine.NewRule("entity", limits, "", 400, "EntityTooLarge", "The entity is larger than 1 MiB.")

	mergedTooMany = engine.Unsure(tooMany.As(""), "that the merged entity is looked at last of all is adopted")

	mergedTooLarge = engine.Unsure(entityTooLarge.As(""), "that the merged entity is looked at last of all is adopted")

	badTag   = input("If-Match", codes, "The etag value specified in one of the request headers is not valid.")
	emptyTag = engine.Unsure(input("If-Match", codes, "If-Match was sent with nothing in it."),
		"the emulator answers 412 to an empty If-Match; adopted: InvalidInput, as for any malformed one")
	matchBoth = input("If-Match and If-None-Match", codes, "If-Match and If-None-Match cannot be combined.")
	noneMatch = input("If-None-Match", codes, "If-None-Match has no meaning for a write.")

	keyLetters = engine.Unsure(engine.NewRule("key", keysNamed, "", 400, "OutOfRangeInput",
		`A key holds a character that is not allowed: / \ # ? or a control character.`),
		"the characters are documented, the code is not; the emulator answers InvalidInput; adopted: OutOfRangeInput")
	keyTooLarge = engine.Unsure(engine.NewRule("key", keysSized, "", 400, "PropertyValueTooLarge",
		"A key has at most 512 characters."),
		"the size is documented, the code is not; the emulator answers InvalidInput; adopted: PropertyValueTooLarge")
)

// Tables and entities (checks 6 to 9).
var (
	beingDeleted = engine.Unsure(engine.NewRule("table", dropping, engine.Unfinished, 409, "TableBeingDeleted",
		"The specified table is being deleted. Try operation later."),
		"the documents say at least 40 seconds; adopted: 40 unless table.deletion is set, and this answer to "+
			"requests for entities too")
	tableNotFound = engine.NewRule("table", codes, engine.IsGone, 404, "TableNotFound",
		"The table specified does not exist.")
	noTableToRead = tableNotFound.As("")
	noSuchTable   = engine.NewRule("table", common, engine.IsGone, 404, "ResourceNotFound",
		"The specified resource does not exist.")
	noTableToGet = engine.Unsure(noSuchTable.As(""),
		"that a table cannot be got while it is being deleted goes by analogy with a second delete")
	tableExists = engine.NewRule("table", making, engine.AlreadyThere, 409, "TableAlreadyExists",
		"The table specified already exists.")
	manyPolicies = engine.Unsure(engine.NewRule("access policies", policing, "", 400, "InvalidXmlDocument",
		"A table has at most 5 access policies."),
		"the documents name no code for it; adopted: that in the source of Azurite")

	badElement = engine.Unsure(engine.NewRule("service properties",
		rest("Set Table Service Properties", "Request body"),
		"", 400, "InvalidXmlDocument", "The properties hold an unknown element, or one element twice."),
		"the documents name no code for a wrong element; adopted: that of a body that is none")

	entityNotFound = engine.Unsure(engine.NewRule("entity", common, engine.IsGone, 404, "ResourceNotFound",
		"The specified resource does not exist."),
		"the list of codes has EntityNotFound; recordings of the live service show ResourceNotFound")
	noEntityToRead = entityNotFound.As("")
	entityExists   = engine.NewRule("entity", codes, engine.AlreadyThere, 409, "EntityAlreadyExists",
		"The specified entity already exists.")
	otherTag = engine.NewRule("If-Match", guide, engine.StaleWrite, 412, "UpdateConditionNotSatisfied",
		"The update condition specified in the request was not satisfied.")
)

// Queries.
var (
	badFilter = input("filter", filtering, "The filter cannot be read.")
	badTop    = engine.Unsure(input("top", querying, "A page has 1 to 1000 results."),
		"the emulator caps larger numbers; adopted: InvalidInput")
)

// Groups.
var (
	badGroup = engine.Unsure(input("operation", grouping,
		"A group can hold only inserts, updates, merges and deletes of entities."),
		"the documents list the operations and give no code for others; adopted: InvalidInput")
	badMember = engine.Unsure(input("words", grouping, "A group is a list of operations, each with the words that "+
		"it takes alone: the row, and a property with a dot in front, as .n=6."),
		"no client library can send another; adopted: InvalidInput")
	emptyGroup = engine.Unsure(input("operations", grouping, "A group has at least one operation."),
		"client libraries refuse an empty group; adopted: InvalidInput")
	readInGroup = engine.Unsure(input("operations", grouping, "A read must be the only operation of its group."),
		"the documents give no code; adopted: InvalidInput")
	manyChanges = engine.Unsure(input("operations", grouping,
		"The batch request operation exceeds the maximum 100 changes per change set."),
		"index 0 and index 99 have both been seen; adopted: 0")
	otherGroup = engine.Unsure(engine.NewRule("partition", grouping, "", 400, "CommandsInBatchActOnDifferentPartitions",
		"All commands in a batch must operate on same entity group."),
		"that this is found before anything is executed is adopted; the emulator accepts it")
	sameRow = engine.Unsure(engine.NewRule("row", grouping, "", 400, "InvalidDuplicateRow",
		"The batch request contains multiple changes with same row key. An entity can appear only once in a batch "+
			"request."),
		"that this is found before anything is executed is adopted; the emulator finds it while executing")
	secondSet = engine.Unsure(input("change set", grouping, "Only one change set is processed."),
		"the documents give 400 and no code; adopted: InvalidInput")
)

// Parts of lists of refusals, in the order of rules.md, "Order of checks".
var (
	nameRules    = []*engine.Rule{tableNameLength, tableNameLetters, tableNameReserved}
	contentRules = []*engine.Rule{badBody, twice, noSuchType, badValue, nameTooLong, badName, valueTooLarge, otherKeys,
		tooMany, entityTooLarge}
	keyRules    = []*engine.Rule{keyLetters, keyTooLarge}
	tagRules    = []*engine.Rule{matchBoth, noneMatch, emptyTag, badTag}
	tableThere  = []*engine.Rule{beingDeleted, tableNotFound}
	tableToRead = []*engine.Rule{beingDeleted, noTableToRead}
)

func fault(source engine.Source, status int, code, message string) *engine.Rule {
	return engine.NewRule("fault", source, "", status, code, message)
}

// Faults that a scenario may have the service answer instead of judging: its own, and what only the bytes of a request
// can be wrong about.
var faults = []*engine.Rule{
	fault(common, 503, "ServerBusy", "The server is busy."),
	engine.LeavesOpen(fault(common, 500, "OperationTimedOut",
		"The operation could not be completed within the permitted time.")),
	engine.LeavesOpen(fault(common, 500, "InternalError",
		"The server encountered an internal error. Please retry the request.")),
	fault(codes, 415, "AtomFormatNotSupported", "Atom format is not supported."),
	fault(codes, 415, "JsonFormatNotSupported", "JSON format is not supported."),
	fault(codes, 400, "HostInformationNotPresent", "The required host information is not present in the request."),
	fault(codes, 405, "MethodNotAllowed", "The requested method is not allowed on the specified resource."),
	fault(codes, 501, "NotImplemented", "The requested operation is not implemented on the specified resource."),
	fault(codes, 400, "XMethodIncorrectCount", "More than one X-HTTP-Method is specified."),
	fault(codes, 400, "XMethodIncorrectValue", "The specified X-HTTP-Method is invalid."),
	fault(codes, 400, "XMethodNotUsingPost", "The request uses X-HTTP-Method with an HTTP verb other than POST."),
}

// policyRules are about the stored access policy by which a request for entities comes.
var policyRules = engine.NewPolicyRules(engine.Source{Document: `Azure REST, "Set Table ACL"`, Section: "Remarks"})
