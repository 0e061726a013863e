package bucket

import (
	"slices"

	"interleave/engine"
)

func guide(section string) engine.Source {
	return engine.Source{Document: "Amazon S3 User Guide", Section: section}
}

func reference(section string) engine.Source {
	return engine.Source{Document: "Amazon S3 API Reference", Section: section}
}

// The pages that rules come from: what anybody can open.
var (
	writing      = guide("How to prevent object overwrites with conditional writes")
	copying      = reference("CopyObject")
	copyingParts = reference("UploadPartCopy")
	deleting     = guide("Conditional deletes")
	reading      = reference("GetObject and HeadObject")
	uploading    = guide("Uploading and copying objects using multipart upload")
	completing   = reference("CompleteMultipartUpload")
	leftBehind   = reference("CompleteMultipartUpload")
	policing     = guide("Enforce conditional writes on Amazon S3 buckets")
	errorBodies  = reference("Error responses")
	versioning   = guide("Retaining multiple versions of objects with S3 Versioning")
	reactions    = reference("Error responses")
	keeping      = guide("Buckets, objects and keys")
	naming       = guide("Naming Amazon S3 objects")
	recognising  = reference("Operations")
	apiPages     = reference("Operations")
)

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

// invalidRequest is a rule that parts of a request break which do not go together.
func invalidRequest(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidRequest", message)
}

// invalidArgument is a rule that the value of a parameter breaks.
func invalidArgument(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidArgument", message)
}

// malformedXML is a rule that a body breaks.
func malformedXML(name string, source engine.Source) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "MalformedXML",
		"The XML you provided was not well-formed or did not validate against our published schema")
}

// Names and sizes.
var (
	badBucketName = engine.Unsure(engine.InWords(engine.NewRule("bucket name", apiPages, "", 400,
		"InvalidBucketName", "The specified bucket is not valid."),
		"The name of a bucket has 3 to 63 lower-case letters, digits, dots and dashes."),
		"the rules of names are outside of the documents read; adopted: 3 to 63 of a-z, 0-9, dots and dashes, as "+
			"Amazon's guide has it")
	noKey = engine.Unsure(invalidRequest("key", apiPages, "A key is missing."),
		"no source for an empty key; on the wire it is another operation")
	longKey = engine.InWords(engine.NewRule("key", apiPages, "", 400, "KeyTooLongError", "Your key is too long"),
		"A key has at most 1024 bytes.")
	climbingKey = engine.InWords(engine.NewRule("key", naming, "", 400, "400", "Bad Request"), // without a document
		"A key, read from left to right, has no more segments .. than others in front of them.")
	largeBody = engine.NewRule("body", apiPages, "", 400, "EntityTooLarge",
		"Your proposed upload exceeds the maximum allowed size")
	badKeyList = engine.Unsure(engine.InWords(malformedXML("keys", apiPages), "The keys are a list of 1 to 1000."),
		"the documents name no code for a list that is none; adopted: MalformedXML, also for more than 1000 keys")
	badPartList = engine.Unsure(engine.InWords(malformedXML("part list", completing),
		"The parts are a list of numbers with their ETags, as [1=$p.etag]."),
		"the documents name no code for a list that is none; adopted: MalformedXML")
	badCount       = invalidArgument("max", apiPages, "Argument max-keys must be an integer between 0 and 2147483647")
	badBucketCount = invalidArgument("max", apiPages, "Argument max-buckets must be an integer between 1 and 10000.")
	badDigest      = engine.NewRule("md5", apiPages, "", 400, "InvalidDigest",
		"The Content-MD5 you specified was invalid.")
	badChecksum = engine.Unsure(invalidRequest("checksum", apiPages, "Value for x-amz-checksum header is invalid."),
		"the documents name no code for a checksum of the wrong length; adopted: InvalidRequest")
	manyChecksums = invalidRequest("checksum", apiPages,
		"Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.")
	noPartSum = invalidRequest("checksum", apiPages,
		"The complete request must include the checksum for each part.")
	otherAlgorithm = invalidRequest("checksum", apiPages, "Checksum Type mismatch occurred")
	otherSize      = invalidRequest("object size", completing,
		"The provided 'x-amz-mp-object-size' header does not match what was computed")
	lowPart = engine.Unsure(invalidArgument("part list", completing, "PartNumber must be >= 1"),
		"the documents name no code for a part number below 1 in a list; adopted: InvalidArgument")
	otherDigest = engine.NewRule("checksum", apiPages, "", 400, "BadDigest",
		"The Content-MD5 or checksum value that you specified did not match what the server received.")
	noAlgorithm = invalidRequest("checksum algorithm", apiPages,
		"Checksum algorithm provided is unsupported. Please try again with any of the valid types: "+
			"[CRC32, CRC32C, CRC64NVME, MD5, SHA1, SHA256, SHA512, XXHASH128, XXHASH3, XXHASH64]")
	otherType = engine.Unsure(invalidRequest("checksum type", apiPages,
		"The checksum type cannot be used with the specified checksum algorithm."),
		"the documents name no code for a type that an algorithm does not have; adopted: InvalidRequest")
	noSuchPart = engine.Unsure(engine.NewRule("part", apiPages, "", 416, "InvalidPartNumber",
		"The requested partnumber is not satisfiable"),
		"the documents name no status for a part that there is not; adopted: 416, as public clients expect it")
	headNoPart   = headed(noSuchPart, "416")
	rangeAndPart = invalidRequest("range and part", apiPages,
		"Cannot specify both Range header and partNumber query parameter")
	headRangeAndPart = headed(rangeAndPart, "400")
	longMetadata     = engine.NewRule("metadata", apiPages, "", 400, "MetadataTooLarge",
		"Your metadata headers exceed the maximum allowed metadata size")
	badPartMarker = engine.Unsure(as(badCount, "max", ""),
		"of a part-number-marker that is no number the words are assumed; adopted: those of max-keys")
	badUploadMarker = invalidArgument("marker", apiPages, "Invalid uploadId marker")
	lonelyMarker    = invalidArgument("marker", apiPages,
		"A version-id marker cannot be specified without a key marker.")
	sumRules = []*engine.Rule{manyChecksums, badDigest, badChecksum, otherDigest}
	keyRules = []*engine.Rule{noKey, longKey, climbingKey}
)

// Buckets.
var (
	badRegion = engine.NewRule("region", apiPages, "", 400, "InvalidLocationConstraint",
		"The specified location-constraint is not valid")
	otherStatus  = malformedXML("versioning", apiPages)
	noSuchBucket = engine.NewRule("bucket", errorBodies, engine.IsGone, 404, "NoSuchBucket",
		"The specified bucket does not exist")
	bucketExists = engine.NewRule("bucket", apiPages, engine.AlreadyThere, 409, "BucketAlreadyOwnedByYou",
		"Your previous request to create the named bucket succeeded and you already own it.")
	bucketNotEmpty = engine.Unsure(engine.NewRule("bucket", recognising, engine.AlreadyThere, 409, "BucketNotEmpty",
		"The bucket you tried to delete is not empty"),
		"published trials say that open uploads do not stop a delete, an older report disagrees; adopted: they do not")
	noBucketPolicy = engine.NewRule("bucket policy", apiPages, "", 404, "NoSuchBucketPolicy",
		"The bucket policy does not exist")
	badPolicy = engine.NewRule("policy", policing, "", 400, "MalformedPolicy",
		"The policy is not one that the service takes.")
	policyBlocked = engine.NewRule("public policy", blocking, "", 403, "AccessDenied", "Access Denied")
	badStatus     = engine.InWords(engine.NewRule("versioning", apiPages, "", 400,
		"IllegalVersioningConfigurationException", "The Versioning element must be specified"),
		"Versioning is Enabled or Suspended.")
)

// Permission.
var (
	deniedByPolicy = engine.Unsure(engine.NewRule("policy", policing, engine.ByPolicy, 403, "AccessDenied",
		"Access Denied"),
		"the exact words of the message are not settled")
	conditionUnmet = as(deniedByPolicy, "policy condition", engine.ByPolicy)
	notAllowed     = engine.Looking(engine.AtRights, as(deniedByPolicy, "permission", ""))
	// by rights of its own that somebody gave the caller in the place of those of an administrator
	notGiven       = as(deniedByPolicy, "rights", engine.ByPolicy)
	permissions    = []*engine.Rule{deniedByPolicy, conditionUnmet, notAllowed, notGiven}
	headDenied     = headed(deniedByPolicy, "403")
	headUnmet      = headed(conditionUnmet, "403")
	headNotAllowed = headed(notAllowed, "403")
	headNotGiven   = headed(notGiven, "403")
)

// Headers, looked at when the request arrives.
var (
	notImplemented = engine.NewRule("conditional headers", writing, "", 501, "NotImplemented",
		"A header you provided implies functionality that is not implemented")
	assumedOnUse = engine.Unsure(as(notImplemented, "conditional headers", ""),
		"recorded for PutObject and CopyObject; for CompleteMultipartUpload assumed")
	// As one rule of PutObject and CompleteMultipartUpload: a store takes the headers of both, or of neither.
	oldStore = engine.Unsure(as(notImplemented, "conditional writes", ""),
		"Amazon until August 2024, and some compatible stores since; bucket.write-conditions=refused is such a store; "+
			"for CompleteMultipartUpload assumed")
	headerRules = []*engine.Rule{notImplemented}
)

// Conditions, looked at when the request is decided.
var (
	noneMatchThere = engine.NewRule("If-None-Match", writing, engine.AlreadyThere, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	matchOther = engine.NewRule("If-Match", writing, engine.StaleWrite, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	matchNothing = engine.NewRule("If-Match", writing, engine.IsGone, 404, "NoSuchKey",
		"The specified key does not exist.")
	matchMarker = engine.Unsure(as(matchNothing, "If-Match", engine.IsGone),
		"for a delete with If-Match * while a delete marker is current the guide says 412, the live service answers "+
			"404; adopted: 404")
	hiddenNothing = engine.Unsure(engine.NewRule("If-Match", policing, "", 403, "AccessDenied", "Access Denied"),
		"whether one who may not list learns that the key is missing is open; bucket.missing-key=403 has it that not")
	changedInside = engine.Unsure(engine.NewRule("conflict", writing, engine.TwoAtOnce, 409,
		"ConditionalRequestConflict",
		"The conditional request cannot succeed due to a conflicting operation against this resource."),
		"documented where the change was a delete; what else makes S3 answer 409 to a PutObject is not published")
	undecided = engine.Unsure(as(changedInside, "conflict", engine.TwoAtOnce),
		"of several conditional writes at once the guide says that the first to finish succeeds and the others get "+
			"412, and of 409 that a delete came in between; the article gives 409 for several updates at once; "+
			"adopted, with bucket.contention=on: 409 for the one decided first")
	uploadOver = engine.Unsure(engine.NewRule("conflict", leftBehind, engine.TwoAtOnce, 409,
		"ConditionalRequestConflict",
		"The conditional request cannot succeed due to a conflicting operation against this resource."),
		"the documents demand a new upload after 409; that the old one is gone is a published statement, not a "+
			"recording")
	repeatedThere = engine.Unsure(as(noneMatchThere, "If-None-Match", engine.AlreadyThere), repeatedComplete)
	matchForm     = engine.Unsure(as(matchOther, "If-Match", engine.StaleWrite),
		"no source says what a weak tag or a list of tags does to a write; adopted: it matches nothing")
	repeatedOther = engine.Unsure(as(matchOther, "If-Match", engine.StaleWrite), repeatedComplete)
	ladder        = []*engine.Rule{noneMatchThere, matchNothing, hiddenNothing, matchForm, matchOther,
		changedInside, undecided}
	completeLadder = []*engine.Rule{noneMatchThere, matchNothing, hiddenNothing, matchForm, matchOther, uploadOver,
		repeatedThere, repeatedOther}
	deleteLadder = []*engine.Rule{matchNothing, matchMarker, hiddenNothing, matchForm, matchOther, changedInside,
		undecided}
)

// How an object is stored.
var (
	storing  = guide("Understanding and managing storage classes")
	badClass = engine.NewRule("storage class", storing, "", 400, "InvalidStorageClass",
		"The storage class you specified is not valid")
	badRedirect = engine.NewRule("redirect", storing, "", 400, "InvalidRedirectLocation",
		"The website redirect location must have a prefix of 'http://' or 'https://' or '/'.")
	badEncryption = invalidArgument("encryption", apiPages, "The encryption method specified is not supported")
	isArchived    = engine.NewRule("storage class", storing, "", 403, "InvalidObjectState",
		"The operation is not valid for the object's storage class")
	sourceArchived = engine.Looking(engine.AtSource, engine.NewRule("source class", storing, "", 403,
		"InvalidObjectState", "Operation is not valid for the source object's storage class"))
	storedRules = []*engine.Rule{badClass, badEncryption, badRedirect}
)

// Reading.
var (
	noSuchKey     = engine.NewRule("key", reading, engine.IsGone, 404, "NoSuchKey", "The specified key does not exist.")
	noSuchVersion = engine.NewRule("version", errorBodies, engine.IsGone, 404, "NoSuchVersion",
		"The specified version does not exist.")
	markerNamed = engine.NewRule("delete marker", errorBodies, "", 405, "MethodNotAllowed",
		"The specified method is not allowed against this resource.")
	readMatch = engine.NewRule("If-Match", reading, engine.StaleWrite, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold")
	readUnmodified = as(readMatch, "If-Unmodified-Since", engine.StaleWrite)
	outOfRange     = engine.NewRule("range", apiPages, "", 416, "InvalidRange",
		"The requested range is not satisfiable")
	readRules      = []*engine.Rule{noSuchKey, noSuchVersion, markerNamed, readMatch, readUnmodified}
	headNoKey      = headed(noSuchKey, "404")
	headNoVersion  = headed(noSuchVersion, "404")
	headMarker     = headed(markerNamed, "405")
	headMatch      = headed(readMatch, "412")
	headUnmodified = headed(readUnmodified, "412")
	headNoBucket   = headed(noSuchBucket, "404")
	headRange      = headed(outOfRange, "416")
	headBadPart    = headed(badPartNumber, "400")
	headRules      = []*engine.Rule{headRangeAndPart, headBadPart, headNoKey, headNoVersion, headMarker, headMatch,
		headUnmodified, headNoPart, headRange}
	headPermissions = []*engine.Rule{headDenied, headUnmet, headNotAllowed, headNotGiven}
)

// Copying.
var (
	badCopyRange = engine.Looking(engine.AtSource, invalidArgument("source range", apiPages,
		"The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the "+
			"zero-based offsets of the first and last bytes to copy"))
	longCopyRange = engine.Looking(engine.AtSource, invalidArgument("source range", apiPages,
		"Range specified is not valid for source object"))
	behindCopyRange = engine.Looking(engine.AtSource, invalidRequest("source range", apiPages,
		"The specified copy range is invalid for the source object size"))
	ontoItself = invalidRequest("copy onto itself", copying,
		"This copy request is illegal because it is trying to copy an object to itself without changing the object's "+
			"metadata, storage class, website redirect location or encryption attributes.")
	noSource        = engine.Looking(engine.AtSource, as(noSuchKey, "source", engine.IsGone))
	noSourceBucket  = engine.Looking(engine.AtSource, as(noSuchBucket, "source", engine.IsGone))
	noSourceVersion = engine.Looking(engine.AtSource, as(noSuchVersion, "source", engine.IsGone))
	sourceMarker    = engine.Unsure(engine.Looking(engine.AtSource,
		invalidRequest("source", apiPages,
			"The source of a copy request may not specifically refer to a delete marker by version id.")),
		"outside of the documents read; the code is that of Amazon's API page")
	sourceMatch = engine.Looking(engine.AtSource, engine.NewRule("x-amz-copy-source-If-Match", copying,
		engine.StaleWrite, 412, "PreconditionFailed",
		"At least one of the pre-conditions you specified did not hold"))
	sourceUnmodified = as(sourceMatch, "x-amz-copy-source-If-Unmodified-Since", engine.StaleWrite)
	// Nothing moved where a copy is refused because nothing is new: it is nobody's trouble.
	sourceNoneMatch = as(sourceMatch, "x-amz-copy-source-If-None-Match", "")
	sourceModified  = as(sourceMatch, "x-amz-copy-source-If-Modified-Since", "")
	oldCopy         = engine.Unsure(engine.NewRule("conditional headers", policing, "", 501, "NotImplemented",
		"A header you provided implies functionality that is not implemented"),
		"a sentence of 2024 says that a copy takes no conditions; recordings and newer pages contradict it; "+
			"bucket.copy-conditions=refused brings it back")
	sourceRules = []*engine.Rule{noSourceBucket, noSource, noSourceVersion, sourceMarker, sourceMatch, sourceUnmodified,
		sourceNoneMatch, sourceModified, sourceArchived}
)

// repeatedComplete is what is open about a Complete that is sent again after it was done.
const repeatedComplete = "what a Complete that is repeated is answered, and for how long, is open: Amazon was " +
	"recorded answering 200 with the same ETag, MinIO answers 404, and 412 where the condition of the request no " +
	"longer holds, and users of client libraries report both; adopted: 200 until the key changes, then 404. choose=1 " +
	"answers the 404 at once, choose=2 the 412 of a condition"

// Multipart uploads.
var (
	badPartNumber = invalidArgument("part number", uploading,
		"Part number must be an integer between 1 and 10000, inclusive")
	noSuchUpload = engine.NewRule("upload", uploading, engine.IsGone, 404, "NoSuchUpload",
		"The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or "+
			"completed.")
	completedTwice = engine.Unsure(as(noSuchUpload, "upload", engine.IsGone), repeatedComplete)
	abortedTwice   = engine.Unsure(as(noSuchUpload, "upload", engine.IsGone),
		"what Amazon answers to a second abort is open; adopted: 404")
	noParts   = invalidRequest("part list", completing, "You must specify at least one part")
	partOrder = engine.NewRule("part list", completing, "", 400, "InvalidPartOrder",
		"The list of parts was not in ascending order. Parts must be ordered by part number.")
	badPart = engine.NewRule("part list", completing, "", 400, "InvalidPart",
		"One or more of the specified parts could not be found.  The part may not have been uploaded, or the "+
			"specified entity tag may not match the part's entity tag.")
	otherPart = as(badPart, "part list", engine.StaleWrite) // of a tag that stood for the part before
	smallPart = engine.NewRule("part list", completing, "", 400, "EntityTooSmall",
		"Your proposed upload is smaller than the minimum allowed size")
	partRules = []*engine.Rule{badPartList, noParts, lowPart, partOrder, badPart, otherPart, smallPart, largeBody}
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{
	engine.LeavesOpen(engine.NewRule("fault", reactions, "", 500, "InternalError",
		"We encountered an internal error. Please try again.")),
	engine.NewRule("fault", reactions, "", 503, "SlowDown", "Please reduce your request rate."),
	engine.NewRule("fault", errorBodies, "", 409, "OperationAborted",
		"A conflicting conditional operation is currently in progress against this resource. Please try again."),
}

// Documents of buckets.
var (
	configuring = reference("Operations on buckets")
	noCors      = engine.NewRule("cors", configuring, "", 404, "NoSuchCORSConfiguration",
		"The CORS configuration does not exist")
	noLifecycle = engine.NewRule("lifecycle", configuring, "", 404, "NoSuchLifecycleConfiguration",
		"The lifecycle configuration does not exist")
	noLock = engine.NewRule("object-lock", configuring, "", 404, "ObjectLockConfigurationNotFoundError",
		"Object Lock configuration does not exist for this bucket")
	noOwnership = engine.NewRule("ownershipControls", configuring, "", 404, "OwnershipControlsNotFoundError",
		"The bucket ownership controls were not found")
	noBlock = engine.NewRule("publicAccessBlock", configuring, "", 404, "NoSuchPublicAccessBlockConfiguration",
		"The public access block configuration was not found")
	noReplication = engine.NewRule("replication", configuring, "", 404, "ReplicationConfigurationNotFoundError",
		"The replication configuration was not found")
	noTags    = engine.NewRule("tagging", configuring, "", 404, "NoSuchTagSet", "The TagSet does not exist")
	noWebsite = engine.NewRule("website", configuring, "", 404, "NoSuchWebsiteConfiguration",
		"The specified bucket does not have a website configuration")
	unknownKind = engine.Unsure(engine.NewRule("subresource", configuring, "", 501, "NotImplemented",
		"A header you provided implies functionality that is not implemented"),
		"no client sends another word; it is refused as what is not implemented here")
	badDocument = malformedXML("document", configuring)
	badSetting  = invalidRequest("document", configuring, "The document is not valid.")
	badArgument = invalidArgument("document", configuring, "Invalid Argument")
	badTag      = engine.NewRule("tagging", configuring, "", 400, "InvalidTag",
		"The TagKey you have provided is invalid")
	manyBucketTags = engine.NewRule("number of tags", configuring, "", 400, "BadRequest",
		"Bucket tag count cannot be greater than 50")
	tagged   = guide("Categorizing your objects using tags")
	manyTags = engine.NewRule("number of tags", tagged, "", 400, "BadRequest",
		"Object tags cannot be greater than 10")
	badTagHeader = invalidArgument("tagging", tagged,
		"The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name "+
			"duplicates.")
	assumedTag = engine.Unsure(as(badTag, "tagging", ""),
		"of a tag in a header a name that stands twice and a wrong character were recorded; that a long one, an "+
			"empty one and aws: are answered as in a document is assumed")
	tagRules       = []*engine.Rule{badTag, manyTags}
	tagHeaderRules = []*engine.Rule{badTagHeader, assumedTag, manyTags}
	noTarget       = engine.NewRule("logging", configuring, "", 400, "InvalidTargetBucketForLogging",
		"The target bucket for logging does not exist")
	lockWithoutVersions = engine.NewRule("object-lock", configuring, "", 409, "InvalidBucketState",
		"Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration")
	badOwnership = invalidArgument("ownership", configuring, "Invalid x-amz-object-ownership header")
	blocking     = guide("Blocking public access to your Amazon S3 storage")
	granting     = guide("Access control list (ACL) overview")
	noAclHeader  = engine.NewRule("acl", configuring, "", 400, "MissingSecurityHeader",
		"Your request was missing a required header")
	aclTwice = engine.NewRule("acl", configuring, "", 400, "UnexpectedContent",
		"This request does not support content")
	badAcl         = invalidArgument("acl", configuring, "Invalid Argument")
	badAclDocument = engine.NewRule("acl", configuring, "", 400, "MalformedACLError",
		"The XML you provided was not well-formed or did not validate against our published schema")
	aclsOff = engine.NewRule("acl", configuring, "", 400, "AccessControlListNotSupported",
		"The bucket does not allow ACLs")
	aclTwoWays = invalidRequest("acl", granting, "Specifying both Canned ACLs and Header Grants is not allowed")
	ownedAcl   = engine.NewRule("acl", granting, "", 400, "InvalidBucketAclWithObjectOwnership",
		"Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting")
	blockedAcl = engine.NewRule("acl", granting, "", 400, "InvalidBucketAclWithBlockPublicAccessError",
		"Bucket cannot have public ACLs set with BlockPublicAccess enabled")
	noMoreMail = engine.Unsure(engine.NewRule("acl", granting, "", 405, "MethodNotAllowed",
		"The specified method is not allowed against this resource."),
		"that grants to a mail address are no longer taken, and with 405, is documented, its words are not")
	publicBlocked = engine.Unsure(engine.NewRule("acl", configuring, "", 403, "AccessDenied", "Access Denied"),
		"that a public list is refused while public lists are blocked is documented, its code is not")
	locking       = guide("Locking objects with Object Lock")
	noLockHere    = invalidRequest("object lock", locking, "Bucket is missing Object Lock Configuration")
	badMode       = invalidArgument("object lock", locking, "Unknown wormMode directive.")
	halfRetention = invalidArgument("object lock", locking,
		"x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied")
	pastRetention = invalidArgument("object lock", locking, "The retain until date must be in the future!")
	badRetention  = malformedXML("object lock", locking)
	noRetention   = engine.NewRule("object lock", locking, "", 404, "NoSuchObjectLockConfiguration",
		"The specified object does not have a ObjectLock configuration")
	protected = engine.Looking(engine.AtRetention, engine.NewRule("version lock", locking, engine.ByPolicy, 403,
		"AccessDenied", "Access Denied because object protected by object lock."))
	versionsStay = engine.NewRule("versioning", locking, "", 409, "InvalidBucketState",
		"An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.")
	lockHeaders = []*engine.Rule{noLockHere, halfRetention, badMode, pastRetention}
	absences    = []*engine.Rule{noBucketPolicy, noCors, noLifecycle, noLock, noOwnership, noBlock, noReplication,
		noTags, noWebsite, unknownKind}
	aclHeaders    = []*engine.Rule{aclTwoWays, badAcl, noMoreMail, aclsOff, publicBlocked}
	aclRules      = slices.Concat([]*engine.Rule{noAclHeader, aclTwice, badAclDocument}, aclHeaders)
	documentRules = slices.Concat([]*engine.Rule{unknownKind, badDocument, badSetting, badArgument, badTag,
		manyBucketTags, noTarget,
		lockWithoutVersions, ownedAcl}, aclRules)
)
