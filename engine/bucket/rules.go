package bucket

import "interleave/engine"

// The pages that rules come from: what anybody can open.
var (
	writing = engine.Source{Document: "Amazon S3 User Guide",
		Section: "Conditional writes: how to prevent object overwrites"}
	copying   = engine.Source{Document: "Amazon S3 API Reference", Section: "CopyObject"}
	deleting  = engine.Source{Document: "Amazon S3 User Guide", Section: "Conditional deletes"}
	reading   = engine.Source{Document: "Amazon S3 API Reference", Section: "GetObject and HeadObject"}
	uploading = engine.Source{Document: "Amazon S3 User Guide",
		Section: "Uploading and copying objects using multipart upload"}
	completing = engine.Source{Document: "Amazon S3 API Reference", Section: "CompleteMultipartUpload"}
	leftBehind = engine.Source{Document: "Amazon S3 API Reference", Section: "CompleteMultipartUpload"}
	policing   = engine.Source{Document: "Amazon S3 User Guide",
		Section: "Enforce conditional writes on Amazon S3 buckets"}
	errorBodies = engine.Source{Document: "Amazon S3 API Reference", Section: "Error responses"}
	versioning  = engine.Source{Document: "Amazon S3 User Guide",
		Section: "Retaining multiple versions of objects with S3 Versioning"}
	reactions   = engine.Source{Document: "Amazon S3 API Reference", Section: "Error responses"}
	keeping     = engine.Source{Document: "Amazon S3 User Guide", Section: "Buckets, objects and keys"}
	recognising = engine.Source{Document: "Amazon S3 API Reference", Section: "Operations"}
	apiPages    = engine.Source{Document: "Amazon S3 API Reference", Section: "Operations"}
)

// The kinds of trouble that rules of this service name.
const (
	staleWrite   = "stale-write"
	isGone       = "gone"
	alreadyThere = "already-there"
	twoAtOnce    = "two-at-once"
	byPolicy     = "policy"
)

func rule(name string, page engine.Source, kind engine.Trouble, status int, code, message string) *engine.Rule {
	return &engine.Rule{Name: name, Kind: kind, Fault: engine.Fault{Status: status, Code: code, Message: message},
		Source: page}
}

// unsure is a rule whose source leaves something open; what it is and what was adopted.
func unsure(r *engine.Rule, what string) *engine.Rule {
	r.Source.Unsure = what
	return r
}

// as is the same rule under another name and for another kind of trouble.
func as(r *engine.Rule, name string, kind engine.Trouble) *engine.Rule {
	other := *r
	other.Name, other.Kind = name, kind
	return &other
}

// headed is a rule as the answer to a HEAD shows it: without a body, so that clients print the number for a code.
//
// Source: rules.md, "Reads: GetObject and HeadObject", below the table.
func headed(r *engine.Rule, code string) *engine.Rule {
	other := *r
	other.Fault.Code = code
	return &other
}

// Names and sizes.
var (
	badBucketName = unsure(rule("bucket name", apiPages, "", 400, "InvalidBucketName",
		"The specified bucket is not valid."),
		"the rules of names are outside of the documents read; adopted: 3 to 63 of a-z, 0-9, dots and dashes, as "+
			"Amazon's guide has it")
	noKey = unsure(rule("key", apiPages, "", 400, "InvalidRequest", "A key is missing."),
		"no source for an empty key; on the wire it is another operation")
	longKey   = rule("key", apiPages, "", 400, "KeyTooLongError", "Your key is too long")
	largeBody = rule("body", apiPages, "", 400, "EntityTooLarge",
		"Your proposed upload exceeds the maximum allowed size")
	badKeyList = unsure(rule("keys", apiPages, "", 400, "MalformedXML",
		"The XML you provided was not well-formed or did not validate against our published schema"),
		"the documents name no code for a list that is none; adopted: MalformedXML, also for more than 1000 keys")
	badPartList = unsure(rule("part list", completing, "", 400, "MalformedXML",
		"The XML you provided was not well-formed or did not validate against our published schema"),
		"the documents name no code for a list that is none; adopted: MalformedXML")
	badCount = unsure(rule("max", apiPages, "", 400, "InvalidArgument", "A page has 1 to 1000 results"),
		"listing is outside of the documents read; adopted: 1 to 1000")
	keyRules = []*engine.Rule{noKey, longKey}
)

// Buckets.
var (
	noSuchBucket = rule("bucket", errorBodies, isGone, 404, "NoSuchBucket", "The specified bucket does not exist")
	bucketExists = unsure(rule("bucket", apiPages, alreadyThere, 409, "BucketAlreadyOwnedByYou",
		"Your previous request to create the named bucket succeeded and you already own it."),
		"creating is outside of the documents read; one region of Amazon answers 200")
	bucketNotEmpty = unsure(rule("bucket", recognising, alreadyThere, 409, "BucketNotEmpty",
		"The bucket you tried to delete is not empty"),
		"published trials say that open uploads do not stop a delete, an older report disagrees; adopted: they do not")
	noBucketPolicy = rule("bucket policy", apiPages, "", 404, "NoSuchBucketPolicy",
		"The bucket policy does not exist")
	badPolicy = rule("policy", policing, "", 400, "MalformedPolicy",
		"Policies must be valid JSON and the first byte must be '{'")
	badStatus = unsure(rule("versioning", apiPages, "", 400, "IllegalVersioningConfigurationException",
		"Indicates that the versioning configuration specified in the request is invalid"),
		"the documents name no code for another word; adopted: the one of Amazon's list of codes")
)

// Permission.
var (
	deniedByPolicy = unsure(rule("policy", policing, byPolicy, 403, "AccessDenied", "Access Denied"),
		"the exact words of the message are not settled")
	notAllowed     = as(deniedByPolicy, "permission", "")
	permissions    = []*engine.Rule{deniedByPolicy, notAllowed}
	headDenied     = headed(deniedByPolicy, "403")
	headNotAllowed = headed(notAllowed, "403")
)

// Headers, looked at when the request arrives.
var (
	notImplemented = rule("conditional headers", writing, "", 501, "NotImplemented",
		"A header you provided implies functionality that is not implemented")
	assumedOnUse = unsure(as(notImplemented, "conditional headers", ""),
		"recorded for PutObject and CopyObject; for CompleteMultipartUpload assumed")
	headerRules = []*engine.Rule{notImplemented}
)

// Conditions, looked at when the request is decided.
var (
	noneMatchThere = rule("If-None-Match", writing, alreadyThere, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	matchOther = rule("If-Match", writing, staleWrite, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	matchNothing = unsure(rule("If-Match", writing, isGone, 404, "NoSuchKey", "The specified key does not exist."),
		"for a delete with If-Match * while a delete marker is current the guide says 412, the live service answers "+
			"404; adopted: 404")
	hiddenNothing = unsure(rule("If-Match", policing, "", 403, "AccessDenied", "Access Denied"),
		"whether one who may not list learns that the key is missing is open; bucket.missing-key=403 has it that not")
	changedInside = unsure(rule("conflict", writing, twoAtOnce, 409, "ConditionalRequestConflict",
		"The conditional request cannot succeed due to a conflicting operation against this resource."),
		"documented where the change was a delete; what else makes S3 answer 409 to a PutObject is not published")
	undecided = unsure(as(changedInside, "conflict", twoAtOnce), "which of several requests at once gets 409 is "+
		"not specified; adopted, with bucket.contention=on: the one decided first")
	uploadOver = unsure(rule("conflict", leftBehind, twoAtOnce, 409, "ConditionalRequestConflict",
		"The conditional request cannot succeed due to a conflicting operation against this resource."),
		"the documents demand a new upload after 409; that the old one is gone is a published statement, not a "+
			"recording")
	ladder         = []*engine.Rule{noneMatchThere, matchNothing, hiddenNothing, matchOther, changedInside, undecided}
	completeLadder = []*engine.Rule{noneMatchThere, matchNothing, hiddenNothing, matchOther, uploadOver}
	deleteLadder   = []*engine.Rule{matchNothing, hiddenNothing, matchOther, changedInside, undecided}
)

// Reading.
var (
	noSuchKey     = rule("key", reading, isGone, 404, "NoSuchKey", "The specified key does not exist.")
	noSuchVersion = rule("version", errorBodies, "", 404, "NoSuchVersion", "The specified version does not exist.")
	markerNamed   = rule("delete marker", errorBodies, "", 405, "MethodNotAllowed",
		"The specified method is not allowed against this resource.")
	readMatch = rule("If-Match", reading, staleWrite, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	readUnmodified  = as(readMatch, "If-Unmodified-Since", staleWrite)
	outOfRange      = rule("range", apiPages, "", 416, "InvalidRange", "The requested range is not satisfiable")
	readRules       = []*engine.Rule{noSuchKey, noSuchVersion, markerNamed, readMatch, readUnmodified}
	headNoKey       = headed(noSuchKey, "404")
	headNoVersion   = headed(noSuchVersion, "404")
	headMarker      = headed(markerNamed, "405")
	headMatch       = headed(readMatch, "412")
	headUnmodified  = headed(readUnmodified, "412")
	headNoBucket    = headed(noSuchBucket, "404")
	headRange       = headed(outOfRange, "416")
	headRules       = []*engine.Rule{headNoKey, headNoVersion, headMarker, headMatch, headUnmodified, headRange}
	headPermissions = []*engine.Rule{headDenied, headNotAllowed}
)

// Copying.
var (
	noSource        = as(noSuchKey, "source", isGone)
	noSourceBucket  = as(noSuchBucket, "source", isGone)
	noSourceVersion = as(noSuchVersion, "source", "")
	sourceMarker    = unsure(rule("source", apiPages, "", 400, "InvalidRequest",
		"The source of a copy request may not specifically refer to a delete marker by version id."),
		"outside of the documents read; the code is that of Amazon's API page")
	sourceMatch = rule("x-amz-copy-source-If-Match", copying, staleWrite, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	sourceUnmodified = as(sourceMatch, "x-amz-copy-source-If-Unmodified-Since", staleWrite)
	// Nothing moved where a copy is refused because nothing is new: it is nobody's trouble.
	sourceNoneMatch = as(sourceMatch, "x-amz-copy-source-If-None-Match", "")
	sourceModified  = as(sourceMatch, "x-amz-copy-source-If-Modified-Since", "")
	oldCopy         = unsure(rule("conditional headers", policing, "", 501, "NotImplemented",
		"A header you provided implies functionality that is not implemented"),
		"a sentence of 2024 says that a copy takes no conditions; recordings and newer pages contradict it; "+
			"bucket.copy-conditions=refused brings it back")
	sourceRules = []*engine.Rule{noSourceBucket, noSource, noSourceVersion, sourceMarker, sourceMatch, sourceUnmodified,
		sourceNoneMatch, sourceModified}
)

// Multipart uploads.
var (
	badPartNumber = rule("part number", uploading, "", 400, "InvalidArgument",
		"Part number must be an integer between 1 and 10000, inclusive")
	noSuchUpload = rule("upload", uploading, isGone, 404, "NoSuchUpload",
		"The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or "+
			"completed.")
	abortedTwice = unsure(as(noSuchUpload, "upload", isGone),
		"what Amazon answers to a second abort is open; adopted: 404")
	noParts   = rule("part list", completing, "", 400, "InvalidRequest", "You must specify at least one part")
	partOrder = rule("part list", completing, "", 400, "InvalidPartOrder",
		"The list of parts was not in ascending order. Parts must be ordered by part number.")
	badPart = rule("part list", completing, "", 400, "InvalidPart",
		"One or more of the specified parts could not be found.  The part may not have been uploaded, or the "+
			"specified entity tag may not match the part's entity tag.")
	smallPart = rule("part list", completing, "", 400, "EntityTooSmall",
		"Your proposed upload is smaller than the minimum allowed size")
	partRules = []*engine.Rule{badPartList, noParts, partOrder, badPart, smallPart, largeBody}
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{
	rule("fault", reactions, "", 500, "InternalError", "We encountered an internal error. Please try again."),
	rule("fault", reactions, "", 503, "SlowDown", "Please reduce your request rate."),
	rule("fault", errorBodies, "", 409, "OperationAborted",
		"A conflicting conditional operation is currently in progress against this resource. Please try again."),
}
