package share

import (
	"slices"
	"strconv"

	"interleave/engine"
	"interleave/engine/lease"
)

func rest(section string) engine.Source {
	return engine.Source{Document: "Azure Files REST", Section: section}
}

// The pages that rules come from: what anybody can open.
var (
	stateModel  = engine.Source{Document: "Azure Files", Section: "Features of the SMB protocol"}
	disposing   = engine.Source{Document: "MS-SMB2 and MS-FSA", Section: "Open of a file, by disposition"}
	sharing     = engine.Source{Document: "MS-FSA", Section: "Algorithm for checking sharing access"}
	statuses    = engine.Source{Document: "MS-ERREF", Section: "NTSTATUS values"}
	deletes     = engine.Source{Document: "MS-FSA", Section: "Deleting a file"}
	byteRanges  = engine.Source{Document: "MS-FSA", Section: "Byte-range locks"}
	operations  = rest("Operations on files")
	shareModes  = rest("Managing file locks")
	breaks      = rest("Managing file locks, oplocks")
	conditional = rest("Specifying conditional headers")
	precedence  = rest("Managing file locks")
	permitting  = rest("Create Permission")
	codes       = rest("File service error codes")
	races       = rest("Managing file locks")
	leaseFile   = rest("Lease File")
	leaseShare  = rest("Lease Share")
)

// status is a rule that SMB answers with: the number of the NTSTATUS, and its name.
func status(name string, page engine.Source, kind engine.Trouble, number uint32, code, message string) *engine.Rule {
	return engine.NewRule(name, page, kind, int(number), "STATUS_"+code, message)
}

func wrong(r *engine.Rule, want engine.Value) *engine.Cause {
	return &engine.Cause{Rule: r, Want: want}
}

// invalidHeader is a rule that a value in a header breaks.
func invalidHeader(name string, source engine.Source, message string) *engine.Rule {
	return engine.NewRule(name, source, "", 400, "InvalidHeaderValue", message)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

func rules(list ...*engine.Rule) []*engine.Rule { return list }

// What an SMB request is refused with, in the order of rules.md, "Order of checks": opens first, then what uses a
// handle.
var (
	badParameter = engine.Unsure(status("parameter", statuses, "", 0xC000000D, "INVALID_PARAMETER",
		"A parameter has an unknown value."),
		"the documents name no status for a wrong parameter; adopted: this one")
	nameNotFound = status("name", disposing, engine.IsGone, 0xC0000034, "OBJECT_NAME_NOT_FOUND",
		"The name does not exist.")
	placeNotFound = engine.Unsure(nameNotFound.As(engine.IsGone),
		"the documents name no status for a missing share or directory; adopted: that of a missing name")
	deletePending = status("delete mark", deletes, engine.SharedFile, 0xC0000056, "DELETE_PENDING",
		"The file will be deleted when its last handle is closed.")
	nameCollision = status("name", disposing, engine.AlreadyThere, 0xC0000035, "OBJECT_NAME_COLLISION",
		"The name already exists.")
	otherType = engine.Unsure(nameCollision.As(""),
		"the documents name no status for a directory where a file is meant; adopted: that of a name that exists")
	readOnlyFile = status("attribute", statuses, "", 0xC0000022, "ACCESS_DENIED",
		"The file has the attribute ReadOnly.")
	lacksAccess = status("access", disposing, "", 0xC0000022, "ACCESS_DENIED",
		"The disposition needs an access that was not asked for.")
	cannotDelete = status("attribute", deletes, "", 0xC0000121, "CANNOT_DELETE",
		"A file with the attribute ReadOnly cannot be deleted.")
	sharingOfOpen = status("share mode", sharing, engine.SharedFile, 0xC0000043, "SHARING_VIOLATION",
		"An open handle does not share this access, or uses an access that this open does not share.")
	sharingLeased = status("lease", leaseFile, engine.IsLeased, 0xC0000043, "SHARING_VIOLATION",
		"The file is leased: no open may write or delete it.")
	openWaits = engine.Unsure(status("oplock", breaks, engine.SharedFile, 0xC0000043, "SHARING_VIOLATION",
		"Another client has not yet given up its cache."),
		"how long an open waits for a client is not documented; adopted: 30 seconds, then it goes on")

	handleClosed = status("handle", statuses, engine.IsGone, 0xC0000128, "FILE_CLOSED", "The handle is closed.")
	shareIsGone  = engine.Unsure(handleClosed.As(engine.IsGone),
		"what an open handle answers after its share was deleted is not documented; adopted: that of a closed handle")
	notMine = engine.Unsure(handleClosed.As(""),
		"what the handle of another client answers is not documented; adopted: that of a closed handle")
	noRead   = status("access", statuses, "", 0xC0000022, "ACCESS_DENIED", "The handle was not opened for reading.")
	noWrite  = status("access", statuses, "", 0xC0000022, "ACCESS_DENIED", "The handle was not opened for writing.")
	noDelete = status("access", deletes, "", 0xC0000022, "ACCESS_DENIED", "The handle was not opened for deleting.")
	notADisk = engine.Unsure(badParameter.As(""),
		"the documents name no status for bytes of a directory; adopted: that of a wrong parameter")
	tooLong = engine.Unsure(status("size", stateModel, "", 0xC000000D, "INVALID_PARAMETER",
		"A file has at most 64 MiB here."),
		"the service takes 4 TiB; here a file has at most 64 MiB")
	lockConflict = status("byte lock", byteRanges, engine.SharedFile, 0xC0000054, "FILE_LOCK_CONFLICT",
		"A byte-range lock stands on these bytes.")
	endOfFile = status("offset", byteRanges, "", 0xC0000011, "END_OF_FILE",
		"The file ends before the first byte that is to be read.")
	lockNotGranted = status("byte lock", byteRanges, engine.SharedFile, 0xC0000055, "LOCK_NOT_GRANTED",
		"A byte-range lock stands on these bytes.")
	badLockRange = status("byte lock", statuses, "", 0xC00001A1, "INVALID_LOCK_RANGE",
		"Offset and length go beyond the largest size of a file.")
	notLocked = engine.Looking(engine.AtConnection, status("byte lock", byteRanges, "", 0xC000007E,
		"RANGE_NOT_LOCKED", "The handle has no lock on exactly this range.")) // nobody else unlocks it
	fullDirectory = status("directory", deletes, engine.AlreadyThere, 0xC0000101, "DIRECTORY_NOT_EMPTY",
		"The directory is not empty.")
	pendingChild = fullDirectory.As(engine.SharedFile)
)

// Words of REST requests (step 1).
var (
	noConditions = engine.Unsure(engine.NewRule("conditions", conditional, "", 400, "ConditionHeadersNotSupported",
		"Azure Files takes no conditional headers."),
		"the documents do not say what a condition answers; the code is in the client library's list")
	badPath = engine.NewRule("path", codes, "", 400, "InvalidFileOrDirectoryPathName",
		"A path has at most 2048 characters and 250 levels; each name 1 to 255, none of "+
			"\\ : | < > * ? \" or control characters.")
	badHeader = engine.Unsure(invalidHeader("header", operations, "A header has a value that cannot be used."),
		"400 is documented, the code is not")
	badDuration = engine.Unsure(invalidHeader("duration", leaseFile, "The only duration of a file's lease is -1."),
		"400 is documented, the code is not")
	badLeaseID = engine.Unsure(invalidHeader("lease id", leaseFile, "The lease id is not a GUID."),
		"400 is documented for other values, this one is adopted")
	sizeLimit = engine.Unsure(
		invalidHeader("size", operations, "The size of a file is a number of bytes, at most 64 MiB here."),
		"the service takes 4 TiB; here a file has at most 64 MiB")
	bodyTooLarge = engine.NewRule("body", operations, "", 413, "RequestBodyTooLarge",
		"One put writes at most 4 MiB.")
	otherLength = engine.Unsure(invalidHeader("range", operations,
		"The body is not as long as the range."), "400 is documented, the code is not")
	otherRange = engine.Unsure(engine.Looking(engine.AtSource,
		invalidHeader("source range", operations,
			"The range to read is not as long as the range to write.")), "400 is documented, the code is not")
	onSnapshot = engine.Unsure(engine.NewRule("snapshot", codes, "", 400, "ShareSnapshotOperationNotSupported",
		"A snapshot can only be read."),
		"the pages about files say InvalidQueryParameterValue; adopted: the list of codes")
	badPermission = engine.Unsure(engine.NewRule("security descriptor", permitting, "", 400, "FileInvalidPermission",
		"The permission is no security descriptor in SDDL, or has more than 8 KiB in a header."),
		"the code is in the list, where it is sent is not documented")
	twoPermissions = engine.Unsure(invalidHeader("security descriptor", permitting,
		"A request names a permission or the key of one, not both."),
		"that only one of them can be given is documented, what both answer is not")
	noSuchPermission = engine.Unsure(engine.NewRule("permission key", permitting, "", 400, "FileInvalidPermissionKey",
		"The share has no permission of that key."),
		"the code is in the list, where it is sent is not documented")
	permittedRules = rules(badPermission, twoPermissions, noSuchPermission)
	syntaxRules    = rules(noConditions, badPath, badHeader, badLeaseID)
)

// Places (steps 2 to 6).
var (
	shareBeingDeleted = engine.NewRule("share", precedence, engine.Unfinished, 409, "ShareBeingDeleted",
		"The share is being deleted; its name is not free yet.")
	shareNotFound = engine.NewRule("share", precedence, engine.IsGone, 404, "ShareNotFound",
		"The share does not exist.")
	parentNotFound = engine.Unsure(engine.NewRule("directory", precedence, engine.IsGone, 404, "ParentNotFound",
		"The parent directory does not exist."),
		"one page says 412, another 404; adopted: 404")
	notFound = engine.NewRule("file", precedence, engine.IsGone, 404, "ResourceNotFound",
		"The file or directory does not exist.")
	smbPending = engine.AlsoCalled(engine.Unsure(engine.NewRule("delete mark", precedence, engine.SharedFile, 409,
		"DeletePending", "An SMB client has marked the file for deletion (SMBDeletePending)."),
		"the guide calls it SMBDeletePending, the wire says DeletePending"), "SMBDeletePending")
	typeMismatch = engine.NewRule("type", precedence, "", 409, "ResourceTypeMismatch",
		"There is a directory where a file is meant, or a file where a directory is meant.")
	placeRules    = rules(shareBeingDeleted, shareNotFound, parentNotFound)
	underPolicy   = slices.Concat(rules(shareBeingDeleted, shareNotFound), policyRules.All(), rules(lettersLack))
	placeUnder    = append(slices.Clip(underPolicy), parentNotFound)
	existingRules = rules(notFound, smbPending, typeMismatch)
)

// Others' work on the file (steps 7 to 12).
var (
	readOnlyREST = engine.Unsure(engine.NewRule("attribute", precedence, "", 409, "ReadOnlyAttribute",
		"The file has the attribute ReadOnly."),
		"one page says 412, another 409; adopted: 409")
	sharingREST = engine.NewRule("share mode", shareModes, engine.SharedFile, 409, "SharingViolation",
		"An SMB client has the file open and does not share this access.")
	openREST = engine.NewRule("handle", shareModes, engine.SharedFile, 409, "SharingViolation",
		"An SMB client has the file open, so it cannot be deleted.")
	openNoData = engine.Unsure(openREST.As(engine.SharedFile),
		"whether a handle without data access stops a delete is open; adopted: any handle does")
	openRename = engine.Unsure(engine.NewRule("handle", shareModes, engine.SharedFile, 409, "SharingViolation",
		"An SMB client has the file open, so it can neither be renamed nor be replaced by a rename."),
		"which handles stop a rename is not documented; adopted: those that stop a delete")
	openMove = engine.Unsure(engine.NewRule("handle", shareModes, engine.SharedFile, 409, "SharingViolation",
		"An SMB client has the directory or something in it open, so it cannot be renamed."),
		"which handles stop a rename is not documented; adopted: any inside")
	leaseTaken = engine.NewRule("share mode", leaseFile, engine.SharedFile, 409, "SharingViolation",
		"An SMB client has the file open to write or delete it, or does not share that.")
	leaseShared = engine.Unsure(leaseTaken.As(engine.SharedFile),
		"by the sharing rule this open fits a lease, the documents' table refuses it; adopted: the table")
	lockedREST = engine.NewRule("byte lock", byteRanges, engine.SharedFile, 409, "FileLockConflict",
		"An SMB client has locked bytes of the file.")
	lockedRead = engine.Unsure(lockedREST.As(engine.SharedFile),
		"whether reads are stopped by locks is open; adopted: by exclusive ones, anywhere in the file")
	lockedSize = engine.Unsure(lockedREST.As(engine.SharedFile),
		"whether a new size or a new file is stopped by locks is open; adopted: as a put of a range")
	flushDelay = engine.Unsure(engine.NewRule("oplock", breaks, engine.SharedFile, 500, "ClientCacheFlushDelay",
		"An SMB client did not write back its cache in time."),
		"one page says 408, another 500; adopted: 500")
	beyondEnd  = engine.NewRule("range", precedence, "", 416, "InvalidRange", "The range does not lie within the file.")
	badRange   = invalidHeader("range", operations, "The range is not written as first-last, in bytes.")
	lackLength = engine.Unsure(engine.NewRule("x-ms-content-length", operations, "", 411, "MissingContentLengthHeader",
		"The size of the new file was not given."),
		"411 is documented for step 1, the code is not")
)

// Leases (step 7, rules.md, "Lease File" and "Lease Share").
var (
	alreadyPresent = &lease.Verdict{Leased: engine.NewRule("lease", leaseFile, engine.IsLeased, 409,
		"LeaseAlreadyPresent",
		"There is already a lease present.")}
	idMismatch = both(engine.NewRule("lease id", leaseFile, "", 409, "LeaseIdMismatchWithLeaseOperation",
		"The lease id that was given is not that of the lease."))
	notPresent = &lease.Verdict{Over: engine.NewRule("lease", leaseFile, engine.LeaseOver, 409,
		"LeaseNotPresentWithLeaseOperation",
		"There is currently no lease.")}

	breakingNotAcquired = &lease.Verdict{Leased: blobLike("LeaseIsBreakingAndCannotBeAcquired", engine.IsLeased,
		"The lease is being broken and cannot be acquired until it is.")}
	brokenNotRenewed = &lease.Verdict{Over: blobLike("LeaseIsBrokenAndCannotBeRenewed", engine.LeaseOver,
		"The lease was broken on purpose and cannot be renewed.")}
	breakingNotChanged = &lease.Verdict{Over: blobLike("LeaseIsBreakingAndCannotBeChanged", engine.LeaseOver,
		"The lease is being broken and cannot be changed.")}

	// Renewing or releasing what is not leased is answered as a change of it: rules.md, "Error codes",
	// LeaseNotPresentWithLeaseOperation.
	fileLeases = &lease.Machine{Present: alreadyPresent, Mismatch: idMismatch, NotPresent: notPresent,
		Unknown: notPresent, Endless: true}
	// B5: a share's lease has the states of a container's.
	shareLeases = (&lease.Machine{Present: alreadyPresent, NotAcquired: breakingNotAcquired,
		NotRenewed: brokenNotRenewed, NotChanged: breakingNotChanged,
		Mismatch: idMismatch, NotPresent: notPresent, Unknown: notPresent}).On(leaseShare)

	fileIDMissing = &lease.Verdict{Leased: engine.NewRule("lease id", leaseFile, engine.IsLeased, 412, "LeaseIdMissing",
		"There is currently a lease, but no lease id was given.")}
	fileIDMismatch = both(engine.Unsure(engine.NewRule("lease id", leaseFile, "", 412,
		"LeaseIdMismatchWithFileOperation",
		"The lease id that was given is not that of the file's lease."),
		"one page says 409, another 412; adopted: 412"))
	fileNotLeased = &lease.Verdict{Over: engine.NewRule("lease id", leaseFile, engine.LeaseOver, 412,
		"LeaseNotPresentWithFileOperation",
		"A lease id was given, but the file has no lease.")}

	shareIDMissing = &lease.Verdict{Leased: engine.NewRule("lease id", leaseShare, engine.IsLeased, 412,
		"LeaseIdMissing",
		"There is currently a lease, but no lease id was given.")}
	shareIDMismatch = both(engine.Unsure(engine.NewRule("lease id", leaseShare, "", 412,
		"LeaseIdMismatchWithContainerOperation",
		"The lease id that was given is not that of the share's lease."),
		"412 is documented, the code is not; adopted: that of a container"))
	shareNotLeased = &lease.Verdict{Over: engine.Unsure(
		engine.NewRule("lease id", leaseShare, engine.LeaseOver, 412, "LeaseNotPresentWithContainerOperation",
			"A lease id was given, but the share has no lease."),
		"412 is documented, the code is not; adopted: that of a container")}
	shareLeaseLost = &lease.Verdict{Over: engine.Unsure(
		engine.NewRule("lease id", leaseShare, engine.LeaseOver, 412, "LeaseLost",
			"A lease id was given, but that lease has expired."),
		"412 is documented, the code is not; adopted: that of a container")}

	// The use attempts of rules.md, "Lease File"; a file's lease never expires.
	writesOfFile = usesOf(fileIDMissing, fileIDMismatch, fileNotLeased, fileNotLeased)
	readsOfFile  = usesOf(nil, fileIDMismatch, fileNotLeased, fileNotLeased)
	// B2 and B5: of a share it is the deletion, as of a container.
	usesOfShare = usesOf(shareIDMissing, shareIDMismatch, shareNotLeased, shareLeaseLost)

	badSeconds = engine.Unsure(invalidHeader("duration", leaseShare,
		"A share is leased for 15 to 60 seconds, or -1 for ever."), "the range is documented, the code is not")
	badPeriod = engine.Unsure(invalidHeader("break period", leaseShare,
		"The break period is 0 to 60 seconds."), "the range is documented, the code is not")
)

// both is a refusal of which either another's lease or the end of an own one is the reason.
func both(r *engine.Rule) *lease.Verdict {
	return &lease.Verdict{Leased: r.As(engine.IsLeased), Over: r.As(engine.LeaseOver)}
}

func blobLike(code string, kind engine.Trouble, message string) *engine.Rule {
	return engine.Unsure(engine.NewRule("lease", leaseShare, kind, 409, code, message),
		"the states are those of a container's lease; adopted: its codes too")
}

// usesOf is a table of use attempts: missing is what is said to a use without an id, nil where it needs none.
func usesOf(missing, mismatch, notPresent, lost *lease.Verdict) *lease.Uses {
	let, no := lease.Cell{}, func(v *lease.Verdict) lease.Cell { return lease.Cell{Refuse: v} }
	return &lease.Uses{
		lease.Holder:   {no(notPresent), let, let, no(notPresent), no(lost)},
		lease.Stranger: {no(notPresent), no(mismatch), no(mismatch), no(notPresent), no(notPresent)},
		lease.Nobody:   {let, no(missing), no(missing), let, let},
	}
}

// Shares, directories and snapshots.
var (
	shareExists = engine.NewRule("share", codes, engine.AlreadyThere, 409, "ShareAlreadyExists",
		"The share already exists.")
	hasSnapshots = engine.Looking(engine.AtSnapshots, engine.NewRule("snapshots", codes, engine.AlreadyThere, 409,
		"ShareHasSnapshots",
		"The share has snapshots, and the request does not include them."))
	snapshotLeased = engine.NewRule("snapshot lease", leaseShare, engine.IsLeased, 409, "DeleteShareWhenSnapshotLeased",
		"A snapshot of the share is leased.")
	quotaDowngrade = engine.Unsure(engine.NewRule("quota", codes, "", 409, "ContainerQuotaDowngradeNotAllowed",
		"A quota that was raised cannot be lowered for 24 hours."),
		"when the code comes is not documented in the list of codes; adopted: within 24 hours of a raise")
	shareName = engine.NewRule("share name", rest("Naming and referencing shares, directories, files, and metadata"),
		"", 400, "InvalidResourceName",
		"The name of a share has lower-case letters, digits and single dashes, begins and ends with a letter or a "+
			"digit, and has at most 63 characters.")
	badQuota = engine.Unsure(invalidHeader("quota", codes, "The quota is a number of GiB from 1 on."),
		"the documents name no code for a wrong quota; adopted: that of a wrong header")
	manyPolicies = engine.Unsure(engine.NewRule("access policies", rest("Set Share ACL"), "", 400,
		"InvalidXmlDocument", "A share has at most 5 access policies."),
		"the page names the limit and no code; adopted: that of containers")
	badElement = engine.Unsure(engine.NewRule("service properties", rest("Set File Service Properties"), "", 400,
		"InvalidXmlDocument",
		"The properties hold an unknown element, or one element twice."),
		"the documents name no code for a wrong element; adopted: that of a body that is none")
	snapshotMissing = engine.NewRule("snapshot", codes, engine.IsGone, 404, "ShareNotFound",
		"The snapshot does not exist.")
	snapshotCount = engine.NewRule("snapshots", codes, "", 409, "ShareSnapshotCountExceeded",
		"A share has at most 200 snapshots.")
	alreadyExists = engine.NewRule("directory", codes, engine.AlreadyThere, 409, "ResourceAlreadyExists",
		"The directory already exists.")
	nameTaken = engine.NewRule("replace", operations, engine.AlreadyThere, 409, "ResourceAlreadyExists",
		"The name is taken, and the request was not to replace it.")
	notEmpty = engine.NewRule("directory", codes, engine.AlreadyThere, 409, "DirectoryNotEmpty",
		"The directory is not empty.")
	pendingInside = engine.Unsure(engine.NewRule("directory", races, engine.SharedFile, 409, "DirectoryNotEmpty",
		"A file in the directory will be deleted only when its last handle is closed."),
		"what a directory with such a file answers is not documented; adopted: DirectoryNotEmpty, although a "+
			"listing shows nothing")
	directoryInUse = engine.NewRule("handle", codes, engine.SharedFile, 409, "CannotDeleteFileOrDirectory",
		"An SMB client has the directory open.")
)

// faults are the codes of rules.md, "Error codes" that hang on no state of a share, for scenarios to ask for.
var faults = []*engine.Rule{
	engine.NewRule("fault", codes, "", 409, "FileOpenBySmbClient", "An SMB client has the file open."),
	engine.NewRule("fault", codes, "", 400, "HandleLimitExceeded", "Too many handles are open on the file."),
	engine.NewRule("fault", codes, "", 403, "ShareDisabled", "The share is disabled by its administrator."),
	snapshotCount,
	engine.NewRule("fault", codes, "", 409, "ShareSnapshotInProgress", "A snapshot of the share is being made."),
}

// settings are the switches of the service.
var settings = []engine.Setting{
	{Name: "deletion", Values: []string{"30", "0", "10", "60", "120"},
		Help: "seconds until the name of a removed share is free"},
	{Name: "session", Values: []string{"off", "15", "30", "60", "120"},
		Help: "seconds after which the handles of a client that does not answer are closed"},
}
