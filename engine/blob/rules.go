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
	leasing          = rest("Lease Blob", "Request headers")
	machine          = rest("Lease Blob", "Lease states: outcomes of lease operations")
	containerMachine = rest("Lease Container", "Lease states: outcomes of lease operations")
	leasedBlob       = rest("Lease Blob", "Outcomes of use attempts on blobs by lease state")
	leasedContainer  = rest("Lease Container", "Outcomes of use attempts on containers by lease state")
	containing       = rest("Delete Container", "Remarks")
	containers       = rest("Naming and referencing containers, blobs, and metadata", "Container names")
	blobsNamed       = rest("Naming and referencing containers, blobs, and metadata", "Blob names")
	metaNamed        = rest("Naming and referencing containers, blobs, and metadata", "Metadata names")
	metaSized        = rest("Setting and retrieving properties and metadata for Blob resources", "Remarks")
	tagging          = rest("Set Blob Tags", "Remarks")
	snapshots        = rest("Delete Blob", "Remarks")
	snapping         = rest("Creating a snapshot of a blob", "Remarks")
	lagging          = rest("Set Container ACL", "Remarks")
	codes            = rest("Blob service error codes", "Table of error codes")
	common           = rest("Common REST API error codes", "Table of error codes")
	ranges           = rest("Specifying the range header for Blob service operations", "Format of the range header")
	staging          = rest("Put Block", "Remarks")
	committing       = rest("Put Block List", "Remarks")
	listing          = rest("Get Block List", "Request")
	putting          = rest("Put Blob", "Remarks")
	appending        = rest("Append Block", "Remarks")
	sealing          = rest("Append Blob Seal", "Remarks")
	paging           = rest("Put Page", "Remarks")
	numbering        = rest("Set Blob Properties", "Remarks")
	copied           = rest("Copy Blob", "Remarks")
	aborting         = rest("Abort Copy Blob", "Remarks")
	signing          = rest("Create an account SAS", "Account SAS permissions by operation")
)

// observed is a rule that is documented with a status only.
func observed(r *engine.Rule) *engine.Rule {
	return engine.Unsure(r, "the rule is documented with its status; the code is the one that Azurite was observed "+
		"to use")
}

func wrong(r *engine.Rule, want engine.Value) *engine.Cause {
	return &engine.Cause{Rule: r, Want: want}
}

// invalidHeader is a rule that a value in a header breaks.
func invalidHeader(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidHeaderValue", message)
}

// missingHeader is a rule that a header breaks which is not there.
func missingHeader(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "MissingRequiredHeader", message)
}

// invalidQuery is a rule that a value in the query breaks.
func invalidQuery(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidQueryParameterValue", message)
}

// Names (check 1).
var (
	containerNameLength = observed(engine.NewRule("container name", containers, "", 400, "OutOfRangeInput",
		"The name of a container has 3 to 63 characters."))
	containerNameLetters = observed(engine.NewRule("container name", containers, "", 400, "InvalidResourceName",
		"The name of a container has lower-case letters, digits and single dashes, and begins and ends with a "+
			"letter or a digit."))
	blobNameLength = observed(engine.NewRule("blob name", blobsNamed, "", 400, "OutOfRangeInput",
		"The name of a blob has 1 to 1024 characters in at most 254 segments."))
	blobNameLetters = engine.Unsure(engine.NewRule("blob name", blobsNamed, "", 400, "InvalidResourceName",
		"The name of a blob holds control characters."),
		"the documents give 400 without a code; adopted: InvalidResourceName")
	containerNames = []*engine.Rule{containerNameLength, containerNameLetters}
	blobNames      = []*engine.Rule{containerNameLength, containerNameLetters, blobNameLength, blobNameLetters}
)

// Words of a request (check 1).
var (
	badDate = engine.Unsure(invalidHeader("date", reading,
		"If-Modified-Since and If-Unmodified-Since take one date."),
		"the documents give 400 for several dates without a code; adopted: InvalidHeaderValue, for what is no date too")
	badLeaseID  = observed(invalidHeader("lease id", leasing, "The lease id is not a GUID."))
	badProposed = observed(invalidHeader("proposed lease id", leasing, "The proposed lease id is not a GUID."))
	badDuration = observed(invalidHeader("lease duration", leasing,
		"A lease lasts 15 to 60 seconds, or -1 for ever."))
	badPeriod  = observed(invalidHeader("break period", leasing, "A break period is 0 to 60 seconds."))
	noDuration = observed(missingHeader("lease duration", leasing,
		"The lease duration is mandatory and was not given."))
	noProposed = observed(missingHeader("proposed lease id", leasing,
		"The proposed lease id is mandatory and was not given."))
	noLeaseHeader = engine.Unsure(missingHeader("lease id", leasing, "The lease id is mandatory and was not given."),
		"the code is known for the duration and the proposed id; adopted for the id of renew, change and release too")
	badSnapshot = invalidQuery("snapshot", common, "The snapshot is not a time with seven digits of fraction.")
	badType     = invalidHeader("blob type", putting, "A blob is a BlockBlob, an AppendBlob or a PageBlob.")
	badTier     = engine.Unsure(invalidHeader("tier", rest("Set Blob Tier", "Request headers"),
		"The access tier is Hot, Cool or Cold."),
		"archive is not simulated; adopted: any other tier is a malformed header")
	badRange = engine.Unsure(invalidHeader("range", ranges, "The range is not written as first-last, in bytes."),
		"the documents name no code for a malformed range; adopted: InvalidHeaderValue")
	badDeletion = engine.Unsure(invalidHeader("snapshots", rest("Delete Blob", "Request headers"),
		"x-ms-delete-snapshots is include or only."),
		"the documents name no code for another word; adopted: InvalidHeaderValue")
	badCount = engine.Unsure(invalidQuery("max", rest("List Blobs", "URI parameters"),
		"A page has 1 to 5000 results."),
		"the documents give 1 to 5000 and 400; adopted: this code")
	badInclude = engine.Unsure(invalidQuery("include", rest("List Blobs", "URI parameters"),
		"A list includes snapshots, uncommitted, metadata, tags or copy."),
		"the documents name no code for another word; adopted: InvalidQueryParameterValue")
	badWhere = engine.Unsure(invalidQuery("where", rest("Find Blobs by Tags", "URI parameters"),
		"A condition on tags compares names with values, joined by AND."),
		"the documents name no code for a condition that cannot be read; adopted: InvalidQueryParameterValue")
	badPublic = engine.Unsure(invalidHeader("public access", rest("Create Container", "Request headers"),
		"Public access is to the container, to its blobs, or to nothing."),
		"the documents name no code for another word; adopted: InvalidHeaderValue")
	noLength = engine.NewRule("content-length", rest("Put Block", "Request headers"), "", 411,
		"MissingContentLengthHeader",
		"The length of the body was not given.")
	badLength = engine.Unsure(invalidHeader("content-length", common, "The length is none, or that of the body."),
		"here a client counts its body itself; adopted: any other word is a malformed header")
	twoChecksums = engine.NewRule("crc64", rest("Put Blob", "Request headers"), "", 400,
		"BothCrc64AndMd5HeaderPresent",
		"A request has an MD5 or a CRC64, not both.")
	badMD5   = engine.NewRule("md5", common, "", 400, "InvalidMd5", "The MD5 is not base64 for 16 bytes.")
	otherMD5 = engine.Unsure(engine.NewRule("md5", rest("Put Blob", "Request headers"), "", 400, "Md5Mismatch",
		"The MD5 that was sent is not that of the body that arrived."),
		"the documents give 400, tests of the live service by its makers the code; Azurite says InvalidOperation")
	badSourceMD5 = engine.Looking(engine.AtSource, engine.NewRule("source md5", rest("Copy Blob From URL",
		"Request headers"), "", 400, "InvalidMd5", "The MD5 of the source is not base64 for 16 bytes."))
	otherSourceMD5 = engine.Unsure(engine.Looking(engine.AtSource, engine.NewRule("source md5",
		rest("Copy Blob From URL", "Request headers"), "", 400, "Md5Mismatch",
		"The MD5 that was sent is not that of what arrived from the source.")),
		"the documents give 400; adopted: the code of a body that is another than its MD5 says")
	badCRC64   = invalidHeader("crc64", rest("Put Blob", "Request headers"), "The CRC64 is not base64 for 8 bytes.")
	otherCRC64 = engine.NewRule("crc64", rest("Put Blob", "Request headers"), "", 400, "Crc64Mismatch",
		"The CRC64 that was sent is not that of the body that arrived.")

	lengthRules   = []*engine.Rule{badLength, noLength}
	checksumRules = []*engine.Rule{twoChecksums, badMD5, otherMD5, badCRC64, otherCRC64}

	bodyTooLarge = engine.NewRule("body", putting, "", 413, "RequestBodyTooLarge",
		"The request body is larger than the service takes.")
	badMetadata = observed(engine.NewRule("metadata", metaNamed, "", 400, "InvalidMetadata",
		"A metadata name is not a C# identifier, or occurs twice."))
	emptyKey = observed(engine.NewRule("metadata", metaNamed, "", 400, "EmptyMetadataKey",
		"A metadata pair has no name."))
	bigMetadata = engine.NewRule("metadata", metaSized, "", 400, "MetadataTooLarge",
		"The metadata has more than 8 KB, names and values together.")
	bigTags = observed(engine.NewRule("tags", tagging, "", 400, "TagsTooLarge",
		"A blob has at most 10 tags, with names of at most 128 and values of at most 256 characters."))
	emptyTag = observed(engine.NewRule("tags", tagging, "", 400, "EmptyTagName", "A tag has no name."))
	badTag   = observed(engine.NewRule("tags", tagging, "", 400, "InvalidTag",
		"A tag holds a character that tags do not allow."))
	doubleTag    = observed(engine.NewRule("tags", tagging, "", 400, "DuplicateTagNames", "A tag occurs twice."))
	manyPolicies = engine.Unsure(engine.NewRule("access policies", lagging, "", 400, "InvalidXmlDocument",
		"A container has at most 5 access policies."),
		"the documents give 400 without a code; adopted: InvalidXmlDocument")
	metadataRules = []*engine.Rule{emptyKey, badMetadata, bigMetadata}
	tagRules      = []*engine.Rule{bigTags, emptyTag, badTag, doubleTag}
)

// Containers and permissions (check 2).
var (
	containerNotFound = engine.NewRule("container", codes, engine.IsGone, 404, "ContainerNotFound",
		"The specified container does not exist.")
	noContainerToRead = containerNotFound.As("")
	containerExists   = engine.NewRule("container", rest("Create Container", "Remarks"), engine.AlreadyThere, 409,
		"ContainerAlreadyExists",
		"The specified container already exists.")
	beingDeleted = engine.Unsure(engine.NewRule("container", containing, engine.Unfinished, 409,
		"ContainerBeingDeleted",
		"The specified container is being deleted; its name is free again after 30 seconds."),
		"the documents say at least 30 seconds; adopted: 30")

	permissionTaken = engine.Unsure(engine.NewRule("access policy", lagging, engine.ByPolicy, 403,
		"AuthorizationPermissionMismatch",
		"The policy does not permit this request."),
		"the code of this 403 is not settled; whether a request within 30 seconds of the change meets the old or "+
			"the new policy is open")
	permissionNotYet = permissionTaken.As(engine.Unfinished)
	permissionNever  = engine.Looking(engine.AtRights, permissionTaken.As(""))
	policyEarly      = engine.NewRule("policy start", codes, "", 403, "AuthenticationFailed",
		"The access policy has not begun yet.")
	policyOver = engine.NewRule("policy expiry", codes, "", 403, "AuthenticationFailed",
		"The access policy has expired.")
	notPublic = engine.NewRule("public access", rest("Set Container ACL", "Remarks"), "", 401,
		"NoAuthenticationInformation",
		"The request is not signed, and the container does not let the public do this.")
	lettersLack = engine.Looking(engine.AtRights, engine.NewRule("signed permissions", signing, "", 403,
		"AuthorizationPermissionMismatch",
		"This request is not authorized to perform this operation using this permission."))
	noOverwrite = engine.Looking(engine.AtRights, engine.NewRule("signed permissions", signing, "", 403,
		"UnauthorizedBlobOverwrite", "This request is not authorized to perform blob overwrites."))
	permissions = []*engine.Rule{notPublic, lettersLack, policyEarly, policyOver, permissionTaken, permissionNotYet,
		permissionNever}
)

// Blobs (checks 3, 4 and 9).
var (
	blobNotFound = engine.NewRule("blob", codes, engine.IsGone, 404, "BlobNotFound",
		"The specified blob does not exist.")
	guardedNoBlob = engine.Unsure(blobNotFound.As(engine.IsGone),
		"404 for If-Match on a missing blob is stated for Put Page and Append Block; Azurite answers 412; adopted "+
			"for all but what creates")
	noBlobToRead = blobNotFound.As("")

	snapshotWritten = engine.Unsure(engine.NewRule("snapshot", snapping, "", 400, "InvalidOperation",
		"A snapshot cannot be changed."),
		"the code list says InvalidOperation, the live service was seen to say InvalidQueryParameterValue; adopted: "+
			"the first")
	snapshotOfSnapshot = invalidQuery("snapshot", snapping, "A snapshot cannot be made of a snapshot.")
	snapshotDeletion   = engine.Unsure(invalidQuery("snapshots", snapshots,
		"A delete of one snapshot takes no x-ms-delete-snapshots."),
		"the documents give 400 without a code; Azurite says InvalidOperation; adopted: InvalidQueryParameterValue")
	snapshotsPresent = engine.Looking(engine.AtSnapshots, engine.NewRule("snapshots", snapshots, engine.AlreadyThere,
		409, "SnapshotsPresent",
		"This operation is not permitted while the blob has snapshots."))
	outOfRange = engine.NewRule("range", ranges, "", 416, "InvalidRange",
		"The range begins beyond the end of the blob.")
)

// Conditions (checks 1 and 7).
var (
	unsatisfiable = engine.Unsure(engine.NewRule("If-None-Match", reading, "", 400, "UnsatisfiableCondition",
		"The condition can never hold for this operation."),
		"the documents only say that the operation fails; Azurite was observed to say this")
	multipleHeaders = engine.Unsure(engine.NewRule("conditional headers", combining, "", 400,
		"MultipleConditionHeadersNotSupported",
		"These conditional headers cannot be combined."),
		"the documents give 400; the code is that of the list of common errors, as Azurite was observed to use it")
	multipleTags = multipleHeaders.As("")

	otherTag = engine.NewRule("If-Match", optimistic, engine.StaleWrite, 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	sameTag = engine.NewRule("If-None-Match", writing, "", 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	// Nothing moved where a write is refused because nothing was modified: it is nobody's trouble.
	notModified = engine.NewRule("If-Modified-Since", writing, "", 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	modifiedSince = engine.NewRule("If-Unmodified-Since", writing, engine.StaleWrite, 412, "ConditionNotMet",
		"The condition of a conditional header is not met.")
	matchOfNothing = engine.Unsure(engine.NewRule("If-Match", writing, engine.IsGone, 412, "ConditionNotMet",
		"The condition of a conditional header is not met."),
		"what If-Match says of a blob that is not there is not written down; the live service was observed to say 412")

	blobAlreadyExists = engine.Unsure(engine.NewRule("If-None-Match", writing, engine.AlreadyThere, 409,
		"BlobAlreadyExists",
		"The specified blob already exists."),
		"the documents say 412 for If-None-Match *; the live service was observed to say 409, and tests by its "+
			"makers expect that")

	badTagQuery = engine.Unsure(invalidHeader("if-tags", tagging,
		"The condition on tags is not \"name\" = 'value', joined by AND."),
		"the documents name no code for a malformed one; adopted: InvalidHeaderValue; OR and NOT are left out")
	otherTags = engine.Unsure(engine.NewRule("if-tags", tagging, engine.StaleWrite, 412, "ConditionNotMet",
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
	targetOther = engine.NewRule("If-Match", copied, engine.StaleWrite, 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetSame = engine.NewRule("If-None-Match", copied, "", 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetNotModified = engine.NewRule("If-Modified-Since", copied, "", 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetModifiedSince = engine.NewRule("If-Unmodified-Since", copied, engine.StaleWrite, 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	targetOfNothing = engine.Unsure(engine.NewRule("If-Match", copied, engine.IsGone, 412, "TargetConditionNotMet",
		"A condition on the destination is not met."),
		"what If-Match says of a destination that is not there is not written down; adopted: 412, as for Put Blob")

	sourceOther = engine.Looking(engine.AtSource, engine.NewRule("source If-Match", copied, engine.StaleWrite, 412,
		"SourceConditionNotMet",
		"A condition on the source is not met."))
	sourceSame = engine.Looking(engine.AtSource, engine.NewRule("source If-None-Match", copied, "", 412,
		"SourceConditionNotMet",
		"A condition on the source is not met."))
	sourceNotModified = engine.Looking(engine.AtSource, engine.NewRule("source If-Modified-Since", copied, "", 412,
		"SourceConditionNotMet",
		"A condition on the source is not met."))
	sourceModifiedSince = engine.Looking(engine.AtSource, engine.NewRule("source If-Unmodified-Since", copied,
		engine.StaleWrite, 412,
		"SourceConditionNotMet",
		"A condition on the source is not met."))
	sourceExists = engine.Unsure(engine.Looking(engine.AtSource,
		engine.NewRule("source If-None-Match", copied, "", 412, "SourceConditionNotMet",
			"A condition on the source is not met.")),
		"what * says of a source that is there is not written down; adopted: the condition is not met")

	targetTags = engine.NewRule("if-tags", copied, engine.StaleWrite, 412, "TargetConditionNotMet",
		"A condition on the destination is not met.")
	sourceTags = engine.Looking(engine.AtSource, engine.NewRule("source if-tags", copied, engine.StaleWrite, 412,
		"SourceConditionNotMet",
		"A condition on the source is not met."))

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
	otherType = engine.Unsure(engine.Looking(engine.AtType, engine.NewRule("blob type", codes, "", 409,
		"InvalidBlobType",
		"The blob is of another type than this request is for.")),
		"some pages say 400, the live service says 409 (an append over a block blob, 2026-08; tests by its makers); "+
			"that Put Blob over another type says so too is assumed")
	typeReplaced = otherType.As(engine.IsGone)

	badBlockID  = invalidQuery("block id", staging, "The block id is not base64.")
	longBlockID = engine.Unsure(engine.NewRule("block id", staging, "", 400, "OutOfRangeInput",
		"A block id stands for at most 64 bytes."),
		"the documents give the limit without a code; Azurite was observed to say this")
	badListedID = engine.NewRule("block id", committing, "", 400, "InvalidBlockId",
		"A block id in the list is not base64.")
	emptyBlock  = invalidHeader("body", staging, "A block has at least one byte.")
	otherLength = engine.NewRule("block id", staging, engine.Unfinished, 400, "InvalidBlobOrBlock",
		"All staged blocks of a blob have ids of the same length; those staged have another.")
	manyStaged = engine.NewRule("staged blocks", staging, "", 409, "BlockCountExceedsLimit",
		"A blob has at most 100,000 staged blocks.")
	missingBlock = engine.NewRule("block list", committing, engine.IsGone, 400, "InvalidBlockList",
		"A block in the list is not where the list looks for it.")
	mixedBlock = engine.Unsure(engine.NewRule("block list", committing, "", 400, "InvalidBlockList",
		"A block that is listed more than once is searched in one place: all its elements are of one kind."),
		"the page of the operation has the rule without a code; adopted: that of a block that is not there")
	longBlockList = engine.Unsure(engine.NewRule("block list", committing, "", 400, "BlockListTooLong",
		"A block list has at most 50,000 elements."),
		"the page of the operation says 409, the list of codes 400; adopted: 400")
	badBlockListType = engine.Unsure(invalidQuery("block list type", listing,
		"The list is committed, uncommitted or all."),
		"the documents name no code for another word; adopted: InvalidQueryParameterValue")
	blobTooLarge = engine.Unsure(engine.NewRule("body", putting, "", 413, "RequestBodyTooLarge",
		"The blob would have more bytes than the service keeps."),
		"the service keeps much more; here a blob has at most 64 MiB")
	stageRules = []*engine.Rule{otherLength, manyStaged}
	typeRules  = []*engine.Rule{typeReplaced, otherType}
)

// Append blobs and page blobs (checks 1, 8 and 9).
var (
	bodyOfType = engine.Unsure(invalidHeader("body", putting, "A new append blob or page blob is empty."),
		"the documents say that the body is empty; adopted: 400 for one that is not")
	badPosition = invalidHeader("append condition", appending,
		"A position and a greatest size are whole numbers, 0 or more.")
	isSealed = engine.Unsure(engine.Looking(engine.AtSeal,
		engine.NewRule("seal", sealing, "", 409, "BlobIsSealed", "The append blob is sealed.")),
		"the code is that of Azurite")
	otherPosition = engine.NewRule("append position", appending, engine.StaleWrite, 412,
		"AppendPositionConditionNotMet",
		"The blob does not end at the position that was named.")
	overMaxSize = engine.Looking(engine.AtRoom,
		engine.NewRule("greatest size", appending, "", 412, "MaxBlobSizeConditionNotMet",
			"The blob would be larger than the maximum size that was named."))
	manyAppended = engine.Looking(engine.AtRoom,
		engine.NewRule("appended blocks", appending, "", 409, "BlockCountExceedsLimit",
			"An append blob has at most 50,000 blocks."))

	noSize  = missingHeader("size", putting, "The size of a page blob is mandatory and was not given.")
	badSize = engine.Unsure(invalidHeader("size", putting, "Only a page blob is given a size, a multiple of 512."),
		"the documents allow 8 TiB and name no code; here a blob has at most 64 MiB")
	badSequence = invalidHeader("sequence number", numbering,
		"A sequence number is 0 to 2^63-1, and only a page blob has one.")
	badAction = invalidHeader("sequence number", numbering,
		"A sequence number is changed by max, update or increment.")
	numberUnasked = invalidHeader("sequence number", numbering,
		"A number is given for max and update, and for nothing else.")
	noNumber = engine.Unsure(missingHeader("sequence number", numbering,
		"The sequence number is mandatory for max and update."),
		"the documents name no code; adopted: MissingRequiredHeader")
	sequenceAtTop = engine.NewRule("sequence number", numbering, "", 409, "SequenceNumberIncrementTooLarge",
		"The sequence number cannot be incremented any more.")
	otherSequence = engine.NewRule("sequence number", paging, engine.StaleWrite, 412, "SequenceNumberConditionNotMet",
		"The condition on the sequence number is not met.")

	badPageWrite = engine.Unsure(invalidHeader("page write", paging, "Pages are updated or cleared."),
		"the documents name no code for another word; adopted: InvalidHeaderValue")
	noRange = engine.Unsure(missingHeader("range", paging, "The range is mandatory and was not given."),
		"the documents name no code; adopted: MissingRequiredHeader")
	unalignedPages = engine.NewRule("range", paging, "", 416, "InvalidPageRange",
		"Pages begin at a multiple of 512 and end just before one.")
	otherSize = engine.Unsure(invalidHeader("body", paging,
		"The body is as long as its range, or empty to clear it."),
		"the documents give 400 without a code; adopted: InvalidHeaderValue")
	beyondPages = engine.Unsure(engine.NewRule("range", paging, "", 416, "InvalidPageRange",
		"The range goes beyond the end of the blob."),
		"whether the code is InvalidPageRange or InvalidRange is not settled; adopted: the first")
)

// Copies (checks 3, 5, 6 and 9).
var (
	sourceNotFound = engine.Looking(engine.AtSource, engine.NewRule("source", copied, engine.IsGone, 404,
		"BlobNotFound", "The source does not exist."))
	pendingCopy = engine.Unsure(engine.NewRule("copy", copied, engine.Unfinished, 409, "PendingCopyOperation",
		"A copy to the blob is under way."),
		"that lease operations are refused is documented, their code is not; adopted: the same")
	badTagOption = engine.Unsure(invalidHeader("tag option", rest("Copy Blob From URL", "Request headers"),
		"x-ms-copy-source-tag-option is COPY or REPLACE."),
		"the documents name no code for another word; adopted: InvalidHeaderValue")
	tagsTwice = engine.Unsure(engine.NewRule("tag option", rest("Copy Blob From URL", "Request headers"), "", 409,
		"BothUserTagsAndSourceTagsCopyPresentException",
		"x-ms-tags header must not be present with x-ms-copy-source-tag-option as COPY."),
		"the documents give 409; the code is the one that Azurite uses, with 400")
	finiteLease = engine.NewRule("lease", copied, "", 412, "InfiniteLeaseDurationRequired",
		"The lease id matched, but a copy needs an infinite lease.")

	badCopyID  = invalidQuery("copy id", aborting, "The copy id is not a GUID.")
	noPrevious = engine.Unsure(engine.NewRule("previous", rest("Get Page Ranges", "URI parameters"), "", 409,
		"PreviousSnapshotNotFound",
		"The previous snapshot is not found."),
		"the documents list the code; adopted: for every snapshot that is not there")
	noPendingCopy = engine.NewRule("copy", aborting, "", 409, "NoPendingCopyOperation",
		"No copy to the blob is under way.")
	otherCopy = engine.Unsure(engine.NewRule("copy id", aborting, "", 409, "CopyIdMismatch",
		"The copy that is under way has another id."),
		"which comes first, that nothing is under way or that the id is another, is not written down; adopted: the "+
			"former")

	// What the service says of a copy that it ends alone is a description, which reads like an answer.
	copySourceChanged = engine.Unsure(engine.Looking(engine.AtSource,
		engine.NewRule("source", copied, engine.StaleWrite, 412, "ConditionNotMet",
			"The copy could not go on: its source has changed.")),
		"that the copy ends without success is documented, how the service describes that is not")
	copySourceGone = engine.Unsure(engine.Looking(engine.AtSource,
		engine.NewRule("source", copied, engine.IsGone, 404, "BlobNotFound",
			"The copy could not go on: its source is not there.")),
		"that the copy ends without success is documented, how the service describes that is not")
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{
	engine.NewRule("fault", common, "", 503, "ServerBusy", "The server is busy."),
	engine.LeavesOpen(engine.NewRule("fault", common, "", 500, "OperationTimedOut",
		"The operation could not be completed within the permitted time.")),
	engine.LeavesOpen(engine.NewRule("fault", common, "", 500, "InternalError",
		"The server encountered an internal error. Please retry the request.")),
}

var badKeyInfo = engine.Unsure(engine.NewRule("key info", rest("Get User Delegation Key", "Request body"),
	"", 400, "InvalidXmlDocument", "XML specified is not syntactically valid."),
	"the page names no code for a missing expiry; adopted: that of a body that is none")

// badElement is about the properties of the service.
var badElement = engine.Unsure(engine.NewRule("service properties", rest("Set Blob Service Properties", "Request body"),
	"", 400, "InvalidXmlDocument", "XML specified is not syntactically valid."),
	"the page names no code for an element that there is not; adopted: that of a body that is none")
