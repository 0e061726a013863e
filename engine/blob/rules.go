package blob

import "interleave/engine"

// rest is a section of a page of the Azure REST reference.
func rest(page, section string) engine.Source {
	return engine.Source{Document: "Azure REST, \"" + page + "\"", Section: section}
}

// The documents that rules come from.
var (
	reading = rest("Specifying conditional headers for Blob service operations",
		"Specifying conditional headers for read operations")
	writing = rest("Specifying conditional headers for Blob service operations",
		"Specifying conditional headers for write operations")
	combining = rest("Specifying conditional headers for Blob service operations",
		"Specifying multiple conditional headers")
	optimistic = engine.Source{Document: "Azure, \"Managing concurrency in Azure Storage\"",
		Section: "Optimistic concurrency for blobs and containers"}
	leasing    = rest("Lease Blob", "Request headers")
	machine    = rest("Lease Blob", "Lease states: outcomes of lease operations")
	leasedBlob = rest("Lease Blob", "Outcomes of use attempts on blobs by lease state")
	leasedBox  = rest("Lease Container", "Outcomes of use attempts on containers by lease state")
	containing = rest("Delete Container", "Remarks")
	containers = rest("Naming and referencing containers, blobs, and metadata", "Container names")
	blobsNamed = rest("Naming and referencing containers, blobs, and metadata", "Blob names")
	metaNamed  = rest("Naming and referencing containers, blobs, and metadata", "Metadata names")
	metaSized  = rest("Setting and retrieving properties and metadata for Blob resources", "Remarks")
	tagging    = rest("Set Blob Tags", "Remarks")
	snapshots  = rest("Delete Blob", "Remarks")
	snapping   = rest("Creating a snapshot of a blob", "Remarks")
	lagging    = rest("Set Container ACL", "Remarks")
	codes      = rest("Blob service error codes", "Table of error codes")
	common     = rest("Common REST API error codes", "Table of error codes")
	ranges     = rest("Specifying the range header for Blob service operations", "Format of the range header")
	staging    = rest("Put Block", "Remarks")
	committing = rest("Put Block List", "Remarks")
	listing    = rest("Get Block List", "Request")
	putting    = rest("Put Blob", "Remarks")
	appending  = rest("Append Block", "Remarks")
	sealing    = rest("Append Blob Seal", "Remarks")
	paging     = rest("Put Page", "Remarks")
	numbering  = rest("Set Blob Properties", "Remarks")
	copied     = rest("Copy Blob", "Remarks")
	aborting   = rest("Abort Copy Blob", "Remarks")
)

// The kinds of trouble that rules of this service name.
const (
	staleWrite   = "stale-write"
	isGone       = "gone"
	alreadyThere = "already-there"
	unfinished   = "unfinished"
	byPolicy     = "policy"
	isLeased     = "leased"
	leaseOver    = "lease-over"
)

func rule(name string, source engine.Source, kind engine.Trouble, status int, code, message string) *engine.Rule {
	return &engine.Rule{Name: name, Kind: kind, Fault: engine.Fault{Status: status, Code: code, Message: message},
		Source: source}
}

// unsure is a rule whose source leaves something open; what it is and what was adopted.
func unsure(r *engine.Rule, what string) *engine.Rule {
	r.Source.Unsure = what
	return r
}

// observed is a rule that is documented with a status only.
func observed(r *engine.Rule) *engine.Rule {
	return unsure(r, "the rule is documented with its status; the code is the one that Azurite was observed to use")
}

// as is the same rule for another kind of trouble.
func as(r *engine.Rule, kind engine.Trouble) *engine.Rule {
	other := *r
	other.Kind = kind
	return &other
}

func wrong(r *engine.Rule, want engine.Value) *engine.Cause {
	return &engine.Cause{Rule: r, Want: want}
}

// Names (check 1).
var (
	containerNameLength = observed(rule("container name", containers, "", 400, "OutOfRangeInput",
		"The name of a container has 3 to 63 characters."))
	containerNameLetters = observed(rule("container name", containers, "", 400, "InvalidResourceName",
		"The name of a container holds characters that it must not hold."))
	blobNameLength = observed(rule("blob name", blobsNamed, "", 400, "OutOfRangeInput",
		"The name of a blob has 1 to 1024 characters in at most 254 segments."))
	blobNameLetters = unsure(rule("blob name", blobsNamed, "", 400, "InvalidResourceName",
		"The name of a blob holds control characters."),
		"the documents give 400 without a code; adopted: InvalidResourceName")
	containerNames = []*engine.Rule{containerNameLength, containerNameLetters}
	blobNames      = []*engine.Rule{containerNameLength, containerNameLetters, blobNameLength, blobNameLetters}
)

// Words of a request (check 1).
var (
	badDate = unsure(rule("date", reading, "", 400, "InvalidHeaderValue", "A date of a condition is not one date."),
		"the documents give 400 for several dates without a code; adopted: InvalidHeaderValue, for what is no date too")
	badLeaseID  = observed(rule("lease id", leasing, "", 400, "InvalidHeaderValue", "The lease id is not a GUID."))
	badProposed = observed(rule("proposed lease id", leasing, "", 400, "InvalidHeaderValue",
		"The proposed lease id is not a GUID."))
	badDuration = observed(rule("lease duration", leasing, "", 400, "InvalidHeaderValue",
		"A lease lasts 15 to 60 seconds, or -1 for ever."))
	badPeriod = observed(rule("break period", leasing, "", 400, "InvalidHeaderValue",
		"A break period is 0 to 60 seconds."))
	noDuration = observed(rule("lease duration", leasing, "", 400, "MissingRequiredHeader",
		"The lease duration is mandatory and was not given."))
	noProposed = observed(rule("proposed lease id", leasing, "", 400, "MissingRequiredHeader",
		"The proposed lease id is mandatory and was not given."))
	noLeaseHeader = unsure(rule("lease id", leasing, "", 400, "MissingRequiredHeader",
		"The lease id is mandatory and was not given."),
		"the code is known for the duration and the proposed id; adopted for the id of renew, change and release too")
	badSnapshot = rule("snapshot", common, "", 400, "InvalidQueryParameterValue",
		"The snapshot is not a time with seven digits of fraction.")
	badType = rule("blob type", putting, "", 400, "InvalidHeaderValue",
		"A blob is a BlockBlob, an AppendBlob or a PageBlob.")
	badTier = unsure(rule("tier", rest("Set Blob Tier", "Request headers"), "", 400, "InvalidHeaderValue",
		"The access tier is Hot, Cool or Cold."),
		"archive is not simulated; adopted: any other tier is a malformed header")
	badRange = unsure(rule("range", ranges, "", 400, "InvalidHeaderValue", "The range is not first-last in bytes."),
		"the documents name no code for a malformed range; adopted: InvalidHeaderValue")
	badDeletion = unsure(rule("snapshots", rest("Delete Blob", "Request headers"), "", 400, "InvalidHeaderValue",
		"Snapshots are included or the only thing deleted."),
		"the documents name no code for another word; adopted: InvalidHeaderValue")
	badCount = unsure(rule("max", rest("List Blobs", "URI parameters"), "", 400, "InvalidQueryParameterValue",
		"A page has 1 to 5000 results."),
		"the documents give 1 to 5000 and 400; adopted: this code")
	badInclude = unsure(rule("include", rest("List Blobs", "URI parameters"), "", 400, "InvalidQueryParameterValue",
		"A list includes snapshots, uncommitted, metadata, tags or copy."),
		"the documents name no code for another word; adopted: InvalidQueryParameterValue")
	noLength = rule("content-length", rest("Put Block", "Request headers"), "", 411, "MissingContentLengthHeader",
		"The length of the body was not given.")
	badLength = unsure(rule("content-length", common, "", 400, "InvalidHeaderValue",
		"The only word for a length is none; else it is that of the body."),
		"here a client counts its body itself; adopted: any other word is a malformed header")
	twoChecksums = unsure(rule("crc64", rest("Put Blob", "Request headers"), "", 400, "InvalidHeaderValue",
		"A request has an MD5 or a CRC64, not both."),
		"the documents give 400 without a code; adopted: InvalidHeaderValue")
	badMD5   = rule("md5", common, "", 400, "InvalidMd5", "The MD5 is not base64 for 16 bytes.")
	otherMD5 = unsure(rule("md5", rest("Put Blob", "Request headers"), "", 400, "Md5Mismatch",
		"The MD5 that was sent is not that of the body that arrived."),
		"the documents give 400, tests of the live service by its makers the code; Azurite says InvalidOperation")
	badCRC64 = unsure(rule("crc64", rest("Put Blob", "Request headers"), "", 400, "InvalidHeaderValue",
		"The CRC64 is not base64 for 8 bytes."),
		"the documents name no code for a malformed one; adopted: InvalidHeaderValue")
	otherCRC64 = rule("crc64", rest("Put Blob", "Request headers"), "", 400, "Crc64Mismatch",
		"The CRC64 that was sent is not that of the body that arrived.")

	lengthRules   = []*engine.Rule{badLength, noLength}
	checksumRules = []*engine.Rule{twoChecksums, badMD5, otherMD5, badCRC64, otherCRC64}

	bodyTooLarge = rule("body", putting, "", 413, "RequestBodyTooLarge",
		"The request body is larger than the service takes.")
	badMetadata = observed(rule("metadata", metaNamed, "", 400, "InvalidMetadata",
		"A metadata name is no identifier, or is there twice."))
	emptyKey    = observed(rule("metadata", metaNamed, "", 400, "EmptyMetadataKey", "A metadata pair has no name."))
	bigMetadata = rule("metadata", metaSized, "", 400, "MetadataTooLarge",
		"The metadata has more than 8 KB, names and values together.")
	bigTags = observed(rule("tags", tagging, "", 400, "TagsTooLarge",
		"There are at most 10 tags, of 128 characters, with values of 256."))
	emptyTag = observed(rule("tags", tagging, "", 400, "EmptyTagName", "A tag has no name."))
	badTag   = observed(rule("tags", tagging, "", 400, "InvalidTag",
		"A tag holds characters that it must not hold."))
	doubleTag    = observed(rule("tags", tagging, "", 400, "DuplicateTagNames", "A tag is there twice."))
	manyPolicies = unsure(rule("access policies", lagging, "", 400, "InvalidXmlDocument",
		"A container has at most 5 access policies."),
		"the documents give 400 without a code; adopted: InvalidXmlDocument")
	metadataRules = []*engine.Rule{emptyKey, badMetadata, bigMetadata}
	tagRules      = []*engine.Rule{bigTags, emptyTag, badTag, doubleTag}
)

// Containers and permissions (check 2).
var (
	containerNotFound = rule("container", codes, isGone, 404, "ContainerNotFound",
		"The specified container does not exist.")
	noContainerToRead = as(containerNotFound, "")
	containerExists   = rule("container", containing, alreadyThere, 409, "ContainerAlreadyExists",
		"The specified container already exists.")
	beingDeleted = unsure(rule("container", containing, unfinished, 409, "ContainerBeingDeleted",
		"The specified container is being deleted; its name is free after 30 seconds."),
		"the documents say at least 30 seconds; adopted: 30")

	permissionTaken = unsure(rule("access policy", lagging, byPolicy, 403, "AuthorizationPermissionMismatch",
		"The policy does not permit this request."),
		"the code of this 403 is not settled; whether a request within 30 seconds of the change meets the old or "+
			"the new policy is open")
	permissionNotYet = as(permissionTaken, unfinished)
	permissionNever  = as(permissionTaken, "")
	permissions      = []*engine.Rule{permissionTaken, permissionNotYet, permissionNever}
)

// Blobs (checks 3, 4 and 9).
var (
	blobNotFound  = rule("blob", codes, isGone, 404, "BlobNotFound", "The specified blob does not exist.")
	guardedNoBlob = unsure(as(blobNotFound, isGone),
		"404 for If-Match on a missing blob is stated for Put Page and Append Block; Azurite answers 412; adopted "+
			"for all but what creates")
	noBlobToRead = as(blobNotFound, "")

	snapshotWritten = unsure(rule("snapshot", snapping, "", 400, "InvalidOperation", "A snapshot cannot be changed."),
		"the code list says InvalidOperation, the live service was seen to say InvalidQueryParameterValue; adopted: "+
			"the first")
	snapshotOfSnapshot = rule("snapshot", snapping, "", 400, "InvalidQueryParameterValue",
		"A snapshot cannot be made of a snapshot.")
	snapshotDeletion = unsure(rule("snapshots", snapshots, "", 400, "InvalidQueryParameterValue",
		"A delete that names one snapshot cannot speak of the others."),
		"the documents give 400 without a code; Azurite says InvalidOperation; adopted: InvalidQueryParameterValue")
	snapshotsPresent = rule("snapshots", snapshots, alreadyThere, 409, "SnapshotsPresent",
		"Not while the blob has snapshots.")
	outOfRange = rule("range", ranges, "", 416, "InvalidRange", "The range begins behind the end of the blob.")
)

// Conditions (checks 1 and 7).
var (
	unsatisfiable = unsure(rule("If-None-Match", reading, "", 400, "UnsatisfiableCondition",
		"The condition can never hold for this operation."),
		"the documents only say that the operation fails; Azurite was observed to say this")
	multipleHeaders = unsure(rule("conditional headers", combining, "", 400, "MultipleConditionHeadersNotSupported",
		"These conditional headers cannot be combined."),
		"the documents give 400; the code is that of the list of common errors, as Azurite was observed to use it")
	multipleTags = as(multipleHeaders, "")

	otherTag = rule("If-Match", optimistic, staleWrite, 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	sameTag = rule("If-None-Match", writing, "", 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	// Nothing moved where a write is refused because nothing was modified: it is nobody's trouble.
	notModified = rule("If-Modified-Since", writing, "", 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	modifiedSince = rule("If-Unmodified-Since", writing, staleWrite, 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	matchOfNothing = unsure(rule("If-Match", writing, isGone, 412, "ConditionNotMet",
		"The condition of a conditional header is not met."),
		"what If-Match says of a blob that is not there is not written down; the live service was observed to say 412")

	blobAlreadyExists = unsure(rule("If-None-Match", writing, alreadyThere, 409, "BlobAlreadyExists",
		"The specified blob already exists."),
		"the documents say 412 for If-None-Match *; the live service was observed to say 409, and tests by its "+
			"makers expect that")

	badTagQuery = unsure(rule("if-tags", tagging, "", 400, "InvalidHeaderValue",
		"The condition on tags is not \"name\" = 'value', joined by AND."),
		"the documents name no code for a malformed one; adopted: InvalidHeaderValue; OR and NOT are left out")
	otherTags = unsure(rule("if-tags", tagging, staleWrite, 412, "ConditionNotMet",
		"The condition on tags is not met."),
		"whether it must hold beside other conditions is not written down; adopted: it must")

	readRules   = []*engine.Rule{otherTag, modifiedSince, otherTags}
	writeRules  = []*engine.Rule{otherTag, sameTag, notModified, modifiedSince, otherTags}
	createRules = []*engine.Rule{otherTag, matchOfNothing, blobAlreadyExists, sameTag, notModified, modifiedSince,
		otherTags}
	writeSyntax = []*engine.Rule{badDate, badTagQuery, multipleHeaders, multipleTags}
	readSyntax  = []*engine.Rule{badDate, badTagQuery, unsatisfiable}
)

// Conditions on the source and the destination of a copy, and on the source of a block (check 7).
var (
	targetOther = rule("If-Match", copied, staleWrite, 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetSame = rule("If-None-Match", copied, "", 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetNotModified = rule("If-Modified-Since", copied, "", 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetModifiedSince = rule("If-Unmodified-Since", copied, staleWrite, 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetOfNothing = unsure(rule("If-Match", copied, isGone, 412, "TargetConditionNotMet",
		"A condition on the destination is not met."),
		"what If-Match says of a destination that is not there is not written down; adopted: 412, as for Put Blob")

	sourceOther = rule("source If-Match", copied, staleWrite, 412, "SourceConditionNotMet",
		"A condition on the source is not met.")
	sourceSame = rule("source If-None-Match", copied, "", 412, "SourceConditionNotMet",
		"A condition on the source is not met.")
	sourceNotModified = rule("source If-Modified-Since", copied, "", 412, "SourceConditionNotMet",
		"A condition on the source is not met.")
	sourceModifiedSince = rule("source If-Unmodified-Since", copied, staleWrite, 412, "SourceConditionNotMet",
		"A condition on the source is not met.")
	sourceExists = unsure(rule("source If-None-Match", copied, "", 412, "SourceConditionNotMet",
		"A condition on the source is not met."),
		"what * says of a source that is there is not written down; adopted: the condition is not met")

	targetTags = rule("if-tags", copied, staleWrite, 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	sourceTags = rule("source if-tags", copied, staleWrite, 412, "SourceConditionNotMet",
		"A condition on the source is not met.")

	ordinary = &refusals{match: otherTag, noneMatch: sameTag, modified: notModified, unmodified: modifiedSince,
		ofNothing: matchOfNothing,
		exists:    blobAlreadyExists, tags: otherTags}
	ofTarget = &refusals{match: targetOther, noneMatch: targetSame, modified: targetNotModified,
		unmodified: targetModifiedSince,
		ofNothing:  targetOfNothing, exists: blobAlreadyExists, tags: targetTags}
	ofSource = &refusals{match: sourceOther, noneMatch: sourceSame, modified: sourceNotModified,
		unmodified: sourceModifiedSince,
		exists:     sourceExists, tags: sourceTags}
	targetRules = []*engine.Rule{targetOther, targetOfNothing, blobAlreadyExists, targetSame, targetNotModified,
		targetModifiedSince, targetTags}
	sourceRules = []*engine.Rule{sourceNotFound, sourceOther, sourceExists, sourceSame, sourceNotModified,
		sourceModifiedSince}
)

// Types and blocks (checks 1, 8 and 9).
var (
	otherType = unsure(rule("blob type", codes, "", 409, "InvalidBlobType",
		"The blob is of another type than this request is for."),
		"some pages say 400, tests of the live service by its makers expect 409; that Put Blob over another type "+
			"says so too is assumed")
	typeReplaced = as(otherType, isGone)

	badBlockID  = rule("block id", staging, "", 400, "InvalidQueryParameterValue", "The block id is not base64.")
	longBlockID = unsure(rule("block id", staging, "", 400, "OutOfRangeInput",
		"A block id stands for at most 64 bytes."),
		"the documents give the limit without a code; Azurite was observed to say this")
	badListedID = rule("block id", committing, "", 400, "InvalidBlockId",
		"A block id in the list is not base64 of at most 64 bytes.")
	emptyBlock  = rule("body", staging, "", 400, "InvalidHeaderValue", "A block has at least one byte.")
	otherLength = rule("block id", staging, unfinished, 400, "InvalidBlobOrBlock",
		"Blocks are staged whose ids have another length; all that are staged have one.")
	manyStaged = rule("staged blocks", staging, "", 409, "BlockCountExceedsLimit",
		"A blob has at most 100,000 staged blocks.")
	missingBlock = rule("block list", committing, isGone, 400, "InvalidBlockList",
		"A block in the list is not where it is searched.")
	longBlockList = unsure(rule("block list", committing, "", 400, "BlockListTooLong",
		"A block list has at most 50,000 elements."),
		"the page of the operation says 409, the list of codes 400; adopted: 400")
	badBlockListType = unsure(rule("block list type", listing, "", 400, "InvalidQueryParameterValue",
		"The list is committed, uncommitted or all."),
		"the documents name no code for another word; adopted: InvalidQueryParameterValue")
	blobTooLarge = unsure(rule("body", putting, "", 413, "RequestBodyTooLarge",
		"The blob would have more bytes than the service keeps."),
		"the service keeps much more; here a blob has at most 64 KiB")
	stageRules = []*engine.Rule{otherLength, manyStaged}
	typeRules  = []*engine.Rule{typeReplaced, otherType}
)

// Append blobs and page blobs (checks 1, 8 and 9).
var (
	bodyOfType = unsure(rule("body", putting, "", 400, "InvalidHeaderValue",
		"A new append blob or page blob is empty."),
		"the documents say that the body is empty; adopted: 400 for one that is not")
	badPosition = rule("append condition", appending, "", 400, "InvalidHeaderValue",
		"A position and a greatest size are whole numbers, 0 or more.")
	isSealed = unsure(rule("seal", sealing, "", 409, "BlobIsSealed", "The append blob is sealed."),
		"the code is that of Azurite")
	otherPosition = rule("append position", appending, staleWrite, 412, "AppendPositionConditionNotMet",
		"The blob does not end at the position that was named.")
	overMaxSize = rule("greatest size", appending, "", 412, "MaxBlobSizeConditionNotMet",
		"The blob would have more bytes than the greatest size that was named.")
	manyAppended = rule("appended blocks", appending, "", 409, "BlockCountExceedsLimit",
		"An append blob has at most 50,000 blocks.")

	noSize = rule("size", putting, "", 400, "MissingRequiredHeader",
		"The size of a page blob is mandatory and was not given.")
	badSize = unsure(rule("size", putting, "", 400, "InvalidHeaderValue",
		"Only a page blob is given a size, a multiple of 512."),
		"the documents allow 8 TiB and name no code; here a blob has at most 64 KiB")
	badSequence = rule("sequence number", numbering, "", 400, "InvalidHeaderValue",
		"A sequence number is 0 to 2^63-1, and only a page blob has one.")
	badAction = rule("sequence number", numbering, "", 400, "InvalidHeaderValue",
		"A sequence number is changed by max, update or increment.")
	numberUnasked = rule("sequence number", numbering, "", 400, "InvalidHeaderValue",
		"A number is given for max and update, and for nothing else.")
	noNumber = unsure(rule("sequence number", numbering, "", 400, "MissingRequiredHeader",
		"The sequence number is mandatory for max and update."),
		"the documents name no code; adopted: MissingRequiredHeader")
	sequenceAtTop = rule("sequence number", numbering, "", 409, "SequenceNumberIncrementTooLarge",
		"The sequence number cannot be incremented any more.")
	otherSequence = rule("sequence number", paging, staleWrite, 412, "SequenceNumberConditionNotMet",
		"The condition on the sequence number is not met.")

	badPageWrite = unsure(rule("page write", paging, "", 400, "InvalidHeaderValue", "Pages are updated or cleared."),
		"the documents name no code for another word; adopted: InvalidHeaderValue")
	noRange = unsure(rule("range", paging, "", 400, "MissingRequiredHeader",
		"The range is mandatory and was not given."),
		"the documents name no code; adopted: MissingRequiredHeader")
	unalignedPages = rule("range", paging, "", 416, "InvalidPageRange",
		"Pages begin at a multiple of 512 and end before one.")
	otherSize = unsure(rule("body", paging, "", 400, "InvalidHeaderValue",
		"The body is as long as its range, or empty to clear it."),
		"the documents give 400 without a code; adopted: InvalidHeaderValue")
	beyondPages = unsure(rule("range", paging, "", 416, "InvalidPageRange",
		"The range goes beyond the end of the blob."),
		"whether the code is InvalidPageRange or InvalidRange is not settled; adopted: the first")
)

// Copies (checks 3, 5, 6 and 9).
var (
	sourceNotFound = rule("source", copied, isGone, 404, "BlobNotFound", "The source does not exist.")
	pendingCopy    = unsure(rule("copy", copied, unfinished, 409, "PendingCopyOperation",
		"A copy to the blob is under way."),
		"that lease operations are refused is documented, their code is not; adopted: the same")
	finiteLease = rule("lease", copied, "", 412, "InfiniteLeaseDurationRequired",
		"The lease id matched, but only a lease without end is enough for a copy.")

	badCopyID     = rule("copy id", aborting, "", 400, "InvalidQueryParameterValue", "The copy id is not a GUID.")
	noPendingCopy = rule("copy", aborting, "", 409, "NoPendingCopyOperation", "No copy to the blob is under way.")
	otherCopy     = unsure(rule("copy id", aborting, "", 409, "CopyIdMismatch",
		"The copy that is under way has another id."),
		"which comes first, that nothing is under way or that the id is another, is not written down; adopted: the "+
			"former")

	// What the service says of a copy that it ends alone is a description, which reads like an answer.
	copySourceChanged = unsure(rule("source", copied, staleWrite, 412, "ConditionNotMet",
		"The copy could not go on: its source has changed."),
		"that the copy ends without success is documented, how the service describes that is not")
	copySourceGone = unsure(rule("source", copied, isGone, 404, "BlobNotFound",
		"The copy could not go on: its source is not there."),
		"that the copy ends without success is documented, how the service describes that is not")
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{
	rule("fault", common, "", 503, "ServerBusy", "The server is busy."),
	rule("fault", common, "", 500, "OperationTimedOut",
		"The operation could not be completed within the permitted time."),
	rule("fault", common, "", 500, "InternalError",
		"The server encountered an internal error. Please retry the request."),
}
