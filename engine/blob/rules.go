package blob

import "interleave/engine"

// sheet is the document that the sources of all rules name; its sections say which page, test or report they go back to.
const sheet = "Azure Blob and Container concurrency (fact sheet)"

// The sections of the sheet that rules come from.
const (
	effects    = "1.3 What changes ETag and LM"
	acceptance = "2.3 Acceptance table"
	reading    = "2.1 Reads (GET/HEAD of an existing committed blob)"
	writing    = "2.2 Writes (PUT/DELETE)"
	missing    = "2.2 Writes (PUT/DELETE), Blob missing"
	leasing    = "3 Lease basics"
	machine    = "4 Lease state machine, every cell"
	leasedBlob = "4.1 Using a blob while leased"
	leasedBox  = "4.2 Using a container while leased"
	ordering   = "5 Order of checks"
	snapshots  = "7 Snapshots and deletes"
	containing = "7.1 Containers: create and delete"
	limits     = "9.1 Limits and input rules"
	codes      = "9.3 Codes used in this sheet"
	lagging    = "10 Races worth showing, R39"
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

func rule(name, section, kind string, status int, code, message string) *engine.Rule {
	return &engine.Rule{Name: name, Kind: kind, Fault: engine.Fault{Status: status, Code: code, Message: message},
		Source: engine.Source{Document: sheet, Section: section}}
}

// unsure is a rule whose source leaves something open; what it is and what was adopted.
func unsure(r *engine.Rule, what string) *engine.Rule {
	r.Source.Unsure = what
	return r
}

// as is the same rule for another kind of trouble.
func as(r *engine.Rule, kind string) *engine.Rule {
	other := *r
	other.Kind = kind
	return &other
}

func wrong(r *engine.Rule, want engine.Value) *engine.Cause {
	return &engine.Cause{Rule: r, Want: want}
}

// Names (check 1).
var (
	containerNameLength  = rule("container name", limits, "", 400, "OutOfRangeInput", "The name of a container has 3 to 63 characters.")
	containerNameLetters = rule("container name", limits, "", 400, "InvalidResourceName",
		"The name of a container holds characters that it must not hold.")
	blobNameLength = rule("blob name", limits, "", 400, "OutOfRangeInput",
		"The name of a blob has 1 to 1024 characters in at most 254 segments.")
	blobNameLetters = unsure(rule("blob name", limits, "", 400, "InvalidResourceName", "The name of a blob holds control characters."),
		"the documents give 400 without a code; adopted: InvalidResourceName")
	containerNames = []*engine.Rule{containerNameLength, containerNameLetters}
	blobNames      = []*engine.Rule{containerNameLength, containerNameLetters, blobNameLength, blobNameLetters}
)

// Words of a request (check 1).
var (
	badHeader = rule("header value", codes, "", 400, "InvalidHeaderValue", "The value of one of the HTTP headers is not in the correct format.")
	badDate   = unsure(rule("date", reading, "", 400, "InvalidHeaderValue", "A date of a condition is not one date."),
		"the documents give 400 for several dates without a code; adopted: InvalidHeaderValue, for what is no date too")
	badLeaseID    = rule("lease id", leasing, "", 400, "InvalidHeaderValue", "The lease id is not a GUID.")
	badProposed   = rule("proposed lease id", leasing, "", 400, "InvalidHeaderValue", "The proposed lease id is not a GUID.")
	badDuration   = rule("lease duration", leasing, "", 400, "InvalidHeaderValue", "A lease lasts 15 to 60 seconds, or -1 for ever.")
	badPeriod     = rule("break period", leasing, "", 400, "InvalidHeaderValue", "A break period is 0 to 60 seconds.")
	noDuration    = rule("lease duration", leasing, "", 400, "MissingRequiredHeader", "The lease duration is mandatory and was not given.")
	noProposed    = rule("proposed lease id", leasing, "", 400, "MissingRequiredHeader", "The proposed lease id is mandatory and was not given.")
	noLeaseHeader = unsure(rule("lease id", leasing, "", 400, "MissingRequiredHeader", "The lease id is mandatory and was not given."),
		"the sheet names this code for the duration and the proposed id; adopted for the id of renew, change and release too")
	badSnapshot = rule("snapshot", codes, "", 400, "InvalidQueryParameterValue", "The snapshot is not a time with seven digits of fraction.")
	badType     = unsure(rule("blob type", codes, "", 400, "InvalidHeaderValue", "The blob type is not supported."),
		"block blobs only; adopted: any other type is a malformed header")
	badTier = unsure(rule("tier", codes, "", 400, "InvalidHeaderValue", "The access tier is Hot, Cool or Cold."),
		"archive is not simulated; adopted: any other tier is a malformed header")
	badRange = unsure(rule("range", codes, "", 400, "InvalidHeaderValue", "The range is not first-last in bytes."),
		"the sheet names no code for a malformed range; adopted: InvalidHeaderValue")
	badDeletion = unsure(rule("snapshots", codes, "", 400, "InvalidHeaderValue", "Snapshots are included or the only thing deleted."),
		"the sheet names no code for another word; adopted: InvalidHeaderValue")
	badCount = unsure(rule("max", codes, "", 400, "InvalidQueryParameterValue", "A page has 1 to 5000 results."),
		"listing is outside of the sheet; adopted: 1 to 5000 as in the REST reference, with this code")
	bodyTooLarge = rule("body", limits, "", 413, "RequestBodyTooLarge", "The request body is larger than the service takes.")
	badMetadata  = rule("metadata", limits, "", 400, "InvalidMetadata", "A metadata name is no identifier, or is there twice.")
	emptyKey     = rule("metadata", limits, "", 400, "EmptyMetadataKey", "A metadata pair has no name.")
	bigMetadata  = rule("metadata", limits, "", 400, "MetadataTooLarge", "The metadata has more than 8 KB, names and values together.")
	bigTags      = rule("tags", limits, "", 400, "TagsTooLarge", "There are at most 10 tags, of 128 characters, with values of 256.")
	emptyTag     = rule("tags", limits, "", 400, "EmptyTagName", "A tag has no name.")
	badTag       = rule("tags", limits, "", 400, "InvalidTag", "A tag holds characters that it must not hold.")
	doubleTag    = rule("tags", limits, "", 400, "DuplicateTagNames", "A tag is there twice.")
	manyPolicies = unsure(rule("access policies", limits, "", 400, "InvalidXmlDocument", "A container has at most 5 access policies."),
		"the documents give 400 without a code; adopted: InvalidXmlDocument")
	metadataRules = []*engine.Rule{emptyKey, badMetadata, bigMetadata}
	tagRules      = []*engine.Rule{bigTags, emptyTag, badTag, doubleTag}
)

// Containers and permissions (check 2).
var (
	containerNotFound = rule("container", ordering, isGone, 404, "ContainerNotFound", "The specified container does not exist.")
	noContainerToRead = as(containerNotFound, "")
	containerExists   = rule("container", containing, alreadyThere, 409, "ContainerAlreadyExists", "The specified container already exists.")
	beingDeleted      = unsure(rule("container", containing, unfinished, 409, "ContainerBeingDeleted",
		"The specified container is being deleted; its name is free after 30 seconds."),
		"the documents say at least 30 seconds; adopted: 30")

	permissionTaken = unsure(rule("access policy", lagging, byPolicy, 403, "AuthorizationPermissionMismatch",
		"The policy does not permit this request."),
		"the code of this 403 is not settled; whether a request within 30 seconds of the change meets the old or the new policy is open")
	permissionNotYet = as(permissionTaken, unfinished)
	permissionNever  = as(permissionTaken, "")
	permissions      = []*engine.Rule{permissionTaken, permissionNotYet, permissionNever}
)

// Blobs (checks 3, 4 and 9).
var (
	blobNotFound  = rule("blob", missing, isGone, 404, "BlobNotFound", "The specified blob does not exist.")
	guardedNoBlob = unsure(as(blobNotFound, isGone),
		"404 for If-Match on a missing blob is stated for Put Page and Append Block; Azurite answers 412; adopted for all but what creates")
	noBlobToRead = as(blobNotFound, "")

	snapshotWritten = unsure(rule("snapshot", snapshots, "", 400, "InvalidOperation", "A snapshot cannot be changed."),
		"the code list says InvalidOperation, the live service was seen to say InvalidQueryParameterValue; adopted: the first")
	snapshotOfSnapshot = rule("snapshot", snapshots, "", 400, "InvalidQueryParameterValue", "A snapshot cannot be made of a snapshot.")
	snapshotDeletion   = unsure(rule("snapshots", snapshots, "", 400, "InvalidQueryParameterValue",
		"A delete that names one snapshot cannot speak of the others."),
		"the documents give 400 without a code; Azurite says InvalidOperation; adopted: InvalidQueryParameterValue")
	snapshotsPresent = rule("snapshots", snapshots, alreadyThere, 409, "SnapshotsPresent", "Not while the blob has snapshots.")
	outOfRange       = rule("range", codes, "", 416, "InvalidRange", "The range begins behind the end of the blob.")
)

// Conditions (checks 1 and 7).
var (
	unsatisfiable = rule("If-None-Match", reading, "", 400, "UnsatisfiableCondition",
		"The condition can never hold for this operation.")
	multipleHeaders = rule("conditional headers", writing, "", 400, "MultipleConditionHeadersNotSupported",
		"These conditional headers cannot be combined.")
	multipleTags = as(multipleHeaders, "")

	otherTag = rule("If-Match", writing, staleWrite, 412, "ConditionNotMet", "The condition of a conditional header is not met.")
	sameTag  = rule("If-None-Match", writing, "", 412, "ConditionNotMet", "The condition of a conditional header is not met.")
	// Nothing moved where a write is refused because nothing was modified: it is nobody's trouble.
	notModified    = rule("If-Modified-Since", writing, "", 412, "ConditionNotMet", "The condition of a conditional header is not met.")
	modifiedSince  = rule("If-Unmodified-Since", writing, staleWrite, 412, "ConditionNotMet", "The condition of a conditional header is not met.")
	matchOfNothing = rule("If-Match", missing, isGone, 412, "ConditionNotMet", "The condition of a conditional header is not met.")

	blobAlreadyExists = rule("If-None-Match", writing, alreadyThere, 409, "BlobAlreadyExists", "The specified blob already exists.")

	readRules   = []*engine.Rule{otherTag, modifiedSince}
	writeRules  = []*engine.Rule{otherTag, sameTag, notModified, modifiedSince}
	createRules = []*engine.Rule{otherTag, matchOfNothing, blobAlreadyExists, sameTag, notModified, modifiedSince}
	writeSyntax = []*engine.Rule{badDate, multipleHeaders, multipleTags}
	readSyntax  = []*engine.Rule{badDate, unsatisfiable}
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{
	rule("fault", codes, "", 503, "ServerBusy", "The server is busy."),
	rule("fault", codes, "", 500, "OperationTimedOut", "The operation could not be completed within the permitted time."),
	rule("fault", codes, "", 500, "InternalError", "The server encountered an internal error. Please retry the request."),
}
