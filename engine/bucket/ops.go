package bucket

import (
	"slices"

	"interleave/engine"
)

// What the world asks an operation for where it has it: a method that no longer fits would be passed over in silence.
var (
	_ engine.Arriver = Put{}
	_ engine.Arriver = Complete{}
	_ engine.Arriver = Copy{}
	_ engine.Arriver = Delete{}
	_ engine.Arriver = DeleteMany{}
)

// Service is Amazon S3's buckets as a world takes them in.
func Service() *engine.Service {
	return &engine.Service{Name: Name, Title: "Amazon S3 buckets", New: newState, Holders: []string{"bucket"},
		Acts: acts(), Features: features(), Guardings: guardings(), Distinct: distinct, Rules: rulesPage,
		Faults: faults, Settings: settings,
		TellsApart: namesByPattern,
		Rejects:    engine.Rejecting(Name, "rejected-s3-request", "HTTP", errorBodies),
		Ops:        slices.Concat(objectOps(), uploadOps(), bucketOps(), clientOps(), configurationOps(), lockOps())}
}

// settings are the switches that rules.md speaks of.
var settings = []engine.Setting{
	{Name: "contention", Values: []string{"off", "on"},
		Help: "409 for a conditional write while another write of the same key stands undecided"},
	{Name: "multipart-order", Values: []string{"initiation", "completion"},
		Help: "what places an upload among the writes of its key: initiation (Amazon), completion (others)"},
	{Name: "minimum-part", Help: "the least size in bytes of all parts but the last; 5242880 unless set"},
	{Name: "missing-key", Values: []string{"404", "403"},
		Help: "what If-Match on a missing key answers one who may not list"},
	{Name: writeConditions, Values: []string{"accepted", "refused", "ignored"},
		Help: "how PutObject and CompleteMultipartUpload take If-Match and If-None-Match: " +
			"refused with 501, or ignored, as some compatible stores do"},
	{Name: copyConditions, Values: []string{"accepted", "refused", "ignored"},
		Help: "how a copy takes If-Match and If-None-Match: " +
			"refused is what a page of 2024 says, ignored what MinIO does"},
	{Name: "public-policies", Values: []string{"taken", "blocked"},
		Help: "blocked: a new bucket blocks policies for everybody, as Amazon's does, until somebody says otherwise"},
	{Name: "configuration", Values: []string{"at-once", "late"},
		Help: "late: for 15 minutes a changed policy or versioning may not be seen yet, by choice"},
}

// Parts of lists of refusals, in the order of the checks.
var (
	bucketThere   = []*engine.Rule{noSuchBucket}
	keyEntered    = slices.Concat(keyRules, bucketThere, permissions)
	bucketEntered = slices.Concat(bucketThere, permissions)
)

func objectOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "put-object", Effect: engine.Writes, Makes: "object", Did: "saved it",
			Method: "PUT", Object: "object", Summary: "Replace an object, or create it.",
			OK: []int{200}, Group: engine.GroupWrite, Op: Put{},
			Source: writing, Refuses: slices.Concat(keyEntered, []*engine.Rule{oldStore}, headerRules,
				[]*engine.Rule{longMetadata}, storedRules,
				aclHeaders, lockHeaders, tagHeaderRules, []*engine.Rule{largeBody}, sumRules, ladder)},
		{Verb: "get-object", Effect: engine.Reads, Did: "read it",
			Method: "GET", Object: "object", Summary: "Read an object, a range of it, or a version.",
			OK:    []int{200, 206, 304},
			Group: engine.GroupRead, Op: Get{}, Source: reading,
			Refuses: slices.Concat(keyEntered, []*engine.Rule{rangeAndPart, badPartNumber}, readRules,
				[]*engine.Rule{noSuchPart, outOfRange, isArchived})},
		{Verb: "head-object", Effect: engine.Reads, Did: "read its properties",
			Method: "HEAD", Object: "object", Summary: "Look at an object without its body.",
			OK:    []int{200, 206, 304},
			Group: engine.GroupRead, Op: Head{}, Source: reading,
			Refuses: slices.Concat(keyRules, []*engine.Rule{headNoBucket}, headPermissions, headRules)},
		{Verb: "copy-object", Effect: engine.Copies, Did: "copied over it",
			Method: "COPY", Object: "object", Summary: "Make an object the content of another.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: Copy{}, Source: copying, Refuses: slices.Concat(keyEntered, []*engine.Rule{oldCopy}, headerRules,
				[]*engine.Rule{longMetadata}, storedRules, aclHeaders, lockHeaders, tagHeaderRules,
				[]*engine.Rule{noAlgorithm},
				sourceRules, ladder, []*engine.Rule{ontoItself})},
		{Verb: "delete-object", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "object",
			Summary: "Remove an object, hide it under a delete marker, or remove a version.",
			OK:      []int{204}, Group: engine.GroupDelete, Op: Delete{}, Source: deleting,
			Refuses: slices.Concat(keyEntered, headerRules, []*engine.Rule{protected}, deleteLadder)},
		{Verb: "delete-objects", Effect: engine.Deletes, Did: "deleted objects in it",
			Method: "DELETE", Object: "bucket",
			Summary: "Delete several keys, each judged by itself.", OK: []int{200},
			Group: engine.GroupDelete, Op: DeleteMany{}, Source: deleting,
			Refuses: slices.Concat(bucketThere, []*engine.Rule{badKeyList})},
	}
}

func uploadOps() []engine.OpSpec {
	noUpload := []*engine.Rule{noSuchUpload}
	numbers := []*engine.Rule{badPartNumber}
	return []engine.OpSpec{
		{Verb: "create-multipart-upload", Effect: engine.Creates, Did: "began an upload of it",
			Method: "CREATE", Object: "object", Summary: "Begin an upload in parts.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: CreateUpload{}, Source: uploading,
			Refuses: slices.Concat(keyEntered, []*engine.Rule{longMetadata, noAlgorithm, otherType}, storedRules,
				aclHeaders, lockHeaders, tagHeaderRules)},
		{Verb: "upload-part", Effect: engine.Stages, Did: "sent part {part} of an upload",
			Method: "PART", Object: "object", Summary: "Upload one part, or replace it.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: UploadPart{}, Source: uploading,
			Refuses: slices.Concat(keyEntered, numbers, []*engine.Rule{largeBody}, sumRules, noUpload,
				[]*engine.Rule{otherAlgorithm})},
		{Verb: "upload-part-copy", Effect: engine.Stages, Did: "copied part {part} into an upload",
			Method: "PART", Object: "object", Summary: "Make a part from an object.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: UploadPartCopy{}, Source: copyingParts,
			Refuses: slices.Concat(keyEntered, []*engine.Rule{noSourceBucket}, numbers, noUpload, sourceRules[1:],
				[]*engine.Rule{badCopyRange, longCopyRange, behindCopyRange})},
		{Verb: "complete-multipart-upload", Effect: engine.Commits, Did: "completed an upload of it",
			Method: "COMPLETE", Object: "object",
			Summary: "Make an object of the parts of an upload.", OK: []int{200}, Repeated: repeatedComplete,
			Group: engine.GroupWrite, Op: Complete{}, Source: completing,
			Refuses: slices.Concat(keyEntered, []*engine.Rule{oldStore, assumedOnUse, manyChecksums, badChecksum,
				otherType, otherSize}, noUpload, []*engine.Rule{completedTwice},
				partRules, []*engine.Rule{noPartSum}, completeLadder, []*engine.Rule{otherDigest})},
		{Verb: "abort-multipart-upload", Effect: engine.Aborts, Did: "aborted an upload of it",
			Method: "ABORT", Object: "object",
			Summary: "End an upload and free its parts.", OK: []int{204},
			Group: engine.GroupDelete, Op: Abort{}, Source: uploading,
			Refuses: slices.Concat(keyEntered, []*engine.Rule{abortedTwice})},
		{Verb: "list-parts", Effect: engine.Reads, Did: "read the parts of an upload",
			Method: "GET", Object: "object", Summary: "List the parts of an open upload.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: ListParts{}, Source: uploading,
			Refuses: slices.Concat(keyEntered, []*engine.Rule{badCount, badPartMarker}, noUpload)},
	}
}

func bucketOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "create-bucket", Effect: engine.Creates, Makes: "bucket", Did: "created it",
			Method: "PUT", Object: "bucket", Summary: "Make a bucket.", OK: []int{200},
			Group: engine.GroupWrite, Op: CreateBucket{},
			Source: keeping, Refuses: []*engine.Rule{notAllowed, notGiven, deniedByPolicy, conditionUnmet,
				badBucketName, badRegion,
				bucketExists, badOwnership, badTag,
				manyBucketTags, aclTwoWays, badAcl, noMoreMail, ownedAcl, blockedAcl}},
		{Verb: "delete-bucket", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "bucket",
			Summary: "Remove a bucket in which nothing is left.", OK: []int{204},
			Group: engine.GroupDelete, Op: DeleteBucket{}, Source: recognising,
			Refuses: slices.Concat(bucketEntered, []*engine.Rule{bucketNotEmpty})},
		{Verb: "list-objects-v2", Effect: engine.Reads, Lists: true, Did: "listed its objects",
			Method: "GET", Object: "bucket", Summary: "List the keys of a bucket.",
			OK: []int{200}, Group: engine.GroupRead, Op: List{},
			Source: recognising, Refuses: slices.Concat(bucketEntered, []*engine.Rule{badCount})},
		{Verb: "list-object-versions", Effect: engine.Reads, Lists: true, Did: "listed its versions",
			Method: "GET", Object: "bucket",
			Summary: "List all versions and delete markers of a bucket.", OK: []int{200},
			Group: engine.GroupRead, Op: ListVersions{}, Source: versioning,
			Refuses: slices.Concat(bucketEntered, []*engine.Rule{badCount, lonelyMarker})},
		{Verb: "list-multipart-uploads", Effect: engine.Reads, Lists: true, Did: "listed its uploads",
			Method: "GET", Object: "bucket", Summary: "List the open uploads of a bucket.",
			OK:    []int{200},
			Group: engine.GroupRead, Op: ListUploads{}, Source: recognising,
			Refuses: slices.Concat(bucketEntered, []*engine.Rule{badCount, badUploadMarker})},
		{Verb: "put-bucket-policy", Effect: engine.Permits, Did: "set the policy",
			Method: "PUT", Object: "bucket", Summary: "Replace the policy of a bucket.",
			OK: []int{204}, Group: engine.GroupWrite,
			Op: PutPolicy{}, Source: policing, Refuses: slices.Concat(bucketEntered, []*engine.Rule{badPolicy,
				policyBlocked})},
		{Verb: "get-bucket-policy", Effect: engine.Reads, Did: "read the policy",
			Method: "GET", Object: "bucket", Summary: "Read the policy of a bucket.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: GetPolicy{}, Source: recognising,
			Refuses: slices.Concat(bucketEntered, []*engine.Rule{noBucketPolicy})},
		{Verb: "delete-bucket-policy", Effect: engine.Permits, Did: "removed the policy",
			Method: "DELETE", Object: "bucket", Summary: "Remove the policy of a bucket.",
			OK:    []int{204},
			Group: engine.GroupDelete, Op: DeletePolicy{}, Source: recognising, Refuses: bucketEntered},
		{Verb: "put-bucket-versioning", Effect: engine.Describes, Did: "set its versioning",
			Method: "PUT", Object: "bucket",
			Summary: "Switch versions on, or suspend them.", OK: []int{200},
			Group: engine.GroupWrite, Op: PutVersioning{}, Source: versioning,
			Refuses: slices.Concat(bucketEntered, []*engine.Rule{badStatus, otherStatus, versionsStay})},
		{Verb: "get-bucket-versioning", Effect: engine.Reads, Did: "read its versioning",
			Method: "GET", Object: "bucket", Summary: "Read how a bucket keeps versions.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: GetVersioning{}, Source: versioning, Refuses: bucketEntered},
		{Verb: "put-role-policy", Effect: engine.Permits, Did: "set the role's policy",
			Method: "PUT", Object: "role",
			Summary: "Give a principal rights of its own, and no others.", OK: []int{200},
			Group: engine.GroupWrite, Op: PutRolePolicy{}, Source: policing, Refuses: []*engine.Rule{badPolicy}},
	}
}

// clientOps are what client libraries ask beside the rest.
func clientOps() []engine.OpSpec {
	reads := slices.Concat(keyEntered, []*engine.Rule{noSuchKey, noSuchVersion, markerNamed})
	return []engine.OpSpec{
		{Verb: "list-buckets", Effect: engine.Reads, Lists: true, Did: "listed the buckets",
			Method: "GET", Object: "bucket", Summary: "List the buckets of the account.", OK: []int{200},
			Group: engine.GroupRead, Op: ListBuckets{}, Source: apiPages,
			Refuses: append(slices.Clip(permissions), badBucketCount)},
		{Verb: "head-bucket", Effect: engine.Reads, Did: "checked whether it is there",
			Method: "HEAD", Object: "bucket", Summary: "Ask whether a bucket is there.", OK: []int{200},
			Group: engine.GroupRead, Op: HeadBucket{}, Source: apiPages,
			Refuses: []*engine.Rule{headNoBucket, headDenied, headUnmet, headNotAllowed, headNotGiven}},
		{Verb: "get-bucket-location", Effect: engine.Reads, Did: "read its region",
			Method: "GET", Object: "bucket", Summary: "Read the region of a bucket.", OK: []int{200},
			Group: engine.GroupRead, Op: GetLocation{}, Source: apiPages, Refuses: bucketEntered},
		{Verb: "list-objects", Effect: engine.Reads, Lists: true, Did: "listed its objects",
			Method: "GET", Object: "bucket", Summary: "List the keys of a bucket, as older programs do.",
			OK: []int{200}, Group: engine.GroupRead, Op: ListOld{},
			Source: apiPages, Refuses: slices.Concat(bucketEntered, []*engine.Rule{badCount})},
		{Verb: "get-object-attributes", Effect: engine.Reads, Did: "read its attributes",
			Method: "GET", Object: "object", Summary: "Read ETag, size, checksums and parts of an object.",
			OK: []int{200}, Group: engine.GroupRead, Op: Attributes{}, Source: apiPages,
			Refuses: slices.Concat(reads, []*engine.Rule{badCount, badPartMarker})},
		{Verb: "get-object-tagging", Effect: engine.Reads, Did: "read its tags",
			Method: "GET", Object: "object", Summary: "Read the tags of an object.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetTagging{}, Source: apiPages, Refuses: reads},
		{Verb: "put-object-tagging", Effect: engine.Describes, Did: "set its tags",
			Method: "PUT", Object: "object", Summary: "Replace the tags of an object.",
			OK: []int{200}, Group: engine.GroupWrite, Op: PutTagging{}, Source: apiPages,
			Refuses: slices.Concat(reads, tagRules)},
		{Verb: "delete-object-tagging", Effect: engine.Describes, Did: "removed its tags",
			Method: "DELETE", Object: "object", Summary: "Remove the tags of an object.",
			OK: []int{204}, Group: engine.GroupDelete, Op: DeleteTagging{}, Source: apiPages, Refuses: reads},
	}
}

// configurationOps are about the documents that a bucket has beside its policy, and about access lists.
func configurationOps() []engine.OpSpec {
	reads := slices.Concat(keyEntered, []*engine.Rule{noSuchKey, noSuchVersion, markerNamed})
	return []engine.OpSpec{
		{Verb: "put-bucket-configuration", Effect: engine.Describes, Did: "set one of its documents",
			Method: "PUT", Object: "bucket",
			Summary: "Replace the rules of CORS, the tags or another document of a bucket.",
			OK:      []int{200, 204}, Group: engine.GroupWrite, Op: PutConfiguration{}, Source: configuring,
			Refuses: slices.Concat(bucketEntered, documentRules)},
		{Verb: "get-bucket-configuration", Effect: engine.Reads, Did: "read one of its documents",
			Method: "GET", Object: "bucket",
			Summary: "Read the rules of CORS, the tags or another document of a bucket.",
			OK:      []int{200}, Group: engine.GroupRead, Op: GetConfiguration{}, Source: configuring,
			Refuses: slices.Concat(bucketEntered, absences)},
		{Verb: "delete-bucket-configuration", Effect: engine.Describes, Did: "removed one of its documents",
			Method: "DELETE", Object: "bucket",
			Summary: "Remove the rules of CORS, the tags or another document of a bucket.",
			OK:      []int{204}, Group: engine.GroupDelete, Op: DeleteConfiguration{}, Source: configuring,
			Refuses: bucketEntered},
		{Verb: "get-object-acl", Effect: engine.Reads, Did: "read its access list",
			Method: "GET", Object: "object", Summary: "Read who may do what with an object.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetObjectAcl{}, Source: configuring, Refuses: reads},
		{Verb: "put-object-acl", Effect: engine.Describes, Did: "set its access list",
			Method: "PUT", Object: "object", Summary: "Say who may do what with an object.",
			OK: []int{200}, Group: engine.GroupWrite, Op: PutObjectAcl{}, Source: configuring,
			Refuses: slices.Concat(reads, aclRules)},
	}
}
