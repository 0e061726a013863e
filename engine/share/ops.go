package share

import (
	"slices"

	"interleave/engine"
	"interleave/engine/lease"
)

// Service is Azure Files as a world takes it in.
func Service() *engine.Service {
	return &engine.Service{Name: Name, Title: "Azure Files", New: newState, Holders: []string{"share", "directory"},
		Acts: acts(), Losses: losses(), Guardings: guardings(), Bare: unguarded, Rules: rulesPage + lease.Rules,
		Faults:   faults,
		Rejects:  engine.Rejecting(Name, "rejected-file-request", "HTTP", codes),
		Settings: settings,
		Ops:      slices.Concat(smbOps(), fileOps(), leaseOps(), directoryOps(), shareOps(), serviceOps())}
}

// What the documents leave open about several operations: rules.md, "Order of checks", "What REST does to oplocks" (the
// last column), "Byte-range locks" (L13) and "State" (ETag).
const (
	unstopped = "the guide (Managing concurrency in Azure Storage, \"Managing concurrency in Azure Files\") says " +
		"that any REST " +
		"operation on a file that is locked or pending is 409; the page on file locks does not stop reading " +
		"properties, listing and closing handles"
	openOrder = "in which order lease, attribute, share modes and locks are judged is not documented; adopted: in " +
		"this one; whether a write takes a read cache away is not either; adopted: it does, without waiting"
	openRead  = "whether a read breaks an oplock that only caches reads is not documented; adopted: it does not"
	openLocks = "whether locks on bytes stop it is not documented; adopted: they do not"
	openTag   = "whether what an SMB client writes changes the ETag is not documented; adopted: it does, once it " +
		"reaches the share"
)

func smbOps() []engine.OpSpec {
	ok := []int{0}
	return []engine.OpSpec{
		{Verb: "smb-create", Effect: engine.Opens, Did: "opened it",
			Method: "SMB CREATE", Object: "file",
			Summary: "Open a file over SMB, or make it.", OK: ok, Group: engine.GroupOther, Op: Create{},
			Source: disposing.Assuming("an open that reads and does not share writes would not fit a lease by the " +
				"sharing rule, the documents' table lets it in; " +
				"adopted: the table; how long an open waits for another's cache is not documented; adopted: 30 " +
				"seconds, then it goes on"),
			Refuses: rules(badParameter, placeNotFound, otherType, nameNotFound, deletePending, nameCollision,
				readOnlyFile,
				cannotDelete, lacksAccess, sharingOfOpen, sharingLeased)},
		{Verb: "smb-close", Effect: engine.Closes, Did: "closed it",
			Method: "SMB CLOSE", Object: "handle", Summary: "Close a handle.",
			OK: ok, Group: engine.GroupOther, Op: Close{},
			Source: deletes.Assuming("what a client does that may keep its handle is its own affair; adopted: it " +
				"keeps it, and writes back what it had cached"), Refuses: handleRules},
		{Verb: "smb-read", Effect: engine.Reads, Did: "read it",
			Method: "SMB READ", Object: "handle", Summary: "Read bytes through a handle.", OK: ok,
			Group: engine.GroupRead, Op: Read{},
			Source: byteRanges, Refuses: slices.Concat(handleRules, rules(notADisk, noRead, lockConflict, endOfFile))},
		{Verb: "smb-write", Effect: engine.Writes, Did: "wrote bytes of it",
			Method: "SMB WRITE", Object: "handle", Summary: "Write bytes through a handle.", OK: ok,
			Group: engine.GroupWrite, Op: Write{},
			Source:  byteRanges.Assuming(openTag),
			Refuses: slices.Concat(handleRules, rules(notADisk, noWrite, tooLong, lockConflict))},
		{Verb: "smb-flush", Effect: engine.Flushes, Did: "wrote back its cache",
			Method: "SMB FLUSH", Object: "handle",
			Summary: "Write back what waits in the client's cache.", OK: ok, Group: engine.GroupWrite,
			Op: Flush{}, Source: breaks.Assuming(openTag), Refuses: handleRules},
		{Verb: "smb-lock", Effect: engine.Locks, Did: "locked bytes of it",
			Method: "SMB LOCK", Object: "handle",
			Summary: "Lock bytes of a file.", OK: ok, Group: engine.GroupLease, Op: Lock{},
			Source: byteRanges, Refuses: slices.Concat(handleRules, rules(notADisk, badLockRange, lockNotGranted))},
		{Verb: "smb-unlock", Effect: engine.Unlocks, Did: "unlocked bytes of it",
			Method: "SMB UNLOCK", Object: "handle", Summary: "Unlock bytes of a file.", OK: ok,
			Group: engine.GroupLease, Op: Unlock{},
			Source: byteRanges, Refuses: slices.Concat(handleRules, rules(notLocked))},
		{Verb: "smb-set-disposition", Effect: engine.Deletes, Did: "marked it for deletion",
			Method: "SMB SET_INFO", Object: "handle",
			Summary: "Mark a file for deletion, or take the mark off.", OK: ok,
			Group: engine.GroupDelete, Op: SetDisposition{}, Source: deletes,
			Refuses: slices.Concat(handleRules, rules(noDelete, cannotDelete, fullDirectory, pendingChild))},
	}
}

func fileOps() []engine.OpSpec {
	sized := SetProperties{Size: engine.Some(int64(0))}.call()
	source, target := CopyFile{}.calls()
	renamed, renaming := RenameFile{Replace: engine.Some("true")}.calls()
	ranged, ranging := PutRangeFromURL{}.calls()
	return []engine.OpSpec{
		{Verb: "create-file", Effect: engine.Creates, Makes: "file", Did: "created it",
			Method: "PUT", Object: "file",
			Summary: "Make a file of zeros, or put a new one in the place of what is there.",
			OK:      []int{201}, Group: engine.GroupWrite, Op: CreateFile{}, Source: operations.Assuming(openOrder),
			Refuses: CreateFile{}.call().rules(append(permittedRules, lackLength, sizeLimit)...)},
		{Verb: "get-file", Effect: engine.Reads, Did: "read it",
			Method: "GET", Object: "file", Summary: "Read a file, or a piece of it.",
			OK: []int{200, 206}, Group: engine.GroupRead,
			Op: GetFile{}, Source: operations.Assuming(openRead),
			Refuses: append(GetFile{}.call().rules(badRange), beyondEnd)},
		{Verb: "get-file-properties", Effect: engine.Reads, Did: "read its properties",
			Method: "HEAD", Object: "file", Summary: "Read the properties of a file.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: GetProperties{}, Source: operations.Assuming(openRead + "; " + openLocks).But(unstopped),
			Refuses: GetProperties{}.call().rules()},
		{Verb: "get-file-metadata", Effect: engine.Reads, Did: "read its metadata",
			Method: "GET", Object: "file", Summary: "Read the metadata of a file.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: GetMetadata{}, Source: operations.Assuming(openRead + "; " + openLocks).But(unstopped),
			Refuses: GetMetadata{}.call().rules()},
		{Verb: "set-file-properties", Effect: engine.Describes, Did: "set its properties",
			Method: "PUT", Object: "file",
			Summary: "Replace the properties of a file, and set its size.", OK: []int{200},
			Group: engine.GroupWrite, Op: SetProperties{},
			Source: operations.Assuming(openOrder +
				"; whether it may take the attribute ReadOnly off is not documented; adopted: it may"),
			Refuses: sized.rules(append(permittedRules, sizeLimit)...)},
		{Verb: "set-file-metadata", Effect: engine.Describes, Did: "set its metadata",
			Method: "PUT", Object: "file", Summary: "Replace the metadata of a file.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: SetMetadata{}, Source: operations.Assuming(openOrder + "; " + openLocks),
			Refuses: SetMetadata{}.call().rules()},
		{Verb: "put-range", Effect: engine.Writes, Did: "wrote bytes of it",
			Method: "PUT", Object: "file", Summary: "Write or clear bytes of a file.", OK: []int{201},
			Group: engine.GroupWrite, Op: PutRange{},
			Source: operations.Assuming(openOrder +
				"; that one put is done as one is not documented; adopted: it is, and two are not"),
			Refuses: append(PutRange{}.call().rules(badRange, bodyTooLarge, otherLength), beyondEnd)},
		{Verb: "put-range-from-url", Effect: engine.Writes, Did: "copied bytes into it",
			Method: "PUT", Object: "file", Summary: "Write bytes of another file into a file.", OK: []int{201},
			Group: engine.GroupWrite, Op: PutRangeFromURL{},
			Source: operations.Assuming("what reading its source is to share modes and locks is not documented; " +
				"adopted: a Get File"),
			Refuses: uniqueRules(ranging.rules(badRange, otherRange), append(ranged.rules(badRange), beyondEnd))},
		{Verb: "list-ranges", Effect: engine.Reads, Did: "read its ranges",
			Method: "GET", Object: "file", Summary: "Say which bytes of a file were written.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: ListRanges{}, Source: operations.Assuming(openRead), Refuses: ListRanges{}.call().rules(badRange)},
		{Verb: "copy-file", Effect: engine.Copies, Did: "copied over it",
			Method: "COPY", Object: "file", Summary: "Make a file with the content of another.",
			OK: []int{202}, Group: engine.GroupWrite,
			Op: CopyFile{}, Source: operations.Assuming("what a copy is to share modes is not documented; adopted: " +
				"to its target a Create File, to its source a Get File, done at once"),
			Refuses: uniqueRules(source.rules(), target.rules())},
		{Verb: "rename-file", Effect: engine.Renames, Did: "renamed {source} to it",
			Method: "RENAME", Object: "file", Summary: "Give a file another name within its share.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: RenameFile{}, Source: operations.Assuming("which handles stop a rename is not documented; adopted: " +
				"those that stop a delete of the file, or of what it replaces; a lease of either ends"),
			Refuses: uniqueRules(renamed.rules(), rules(nameTaken), renaming.rules())},
		{Verb: "delete-file", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "file", Summary: "Remove a file at once.", OK: []int{202},
			Group: engine.GroupDelete,
			Op:    DeleteFile{}, Source: operations.Assuming(openOrder), Refuses: DeleteFile{}.call().rules()},
		{Verb: "list-handles", Effect: engine.Reads, Lists: true, Did: "listed its handles",
			Method: "GET", Object: "file",
			Summary: "List the handles that SMB clients have on a file.", OK: []int{200},
			Group: engine.GroupRead, Op: ListHandles{}, Source: operations.But(unstopped),
			Refuses: slices.Concat(rules(badPath), placeRules, rules(notFound))},
		{Verb: "force-close-handles", Effect: engine.Closes, Did: "closed it by force",
			Method: "PUT", Object: "file",
			Summary: "Close handles of SMB clients, whatever they have in their caches.",
			OK:      []int{200}, Group: engine.GroupDelete, Op: ForceClose{}, Source: operations.But(unstopped),
			Refuses: slices.Concat(rules(badPath, badHeader), placeRules, rules(notFound))},
	}
}

// uniqueRules are several lists one behind the other, each rule once.
func uniqueRules(lists ...[]*engine.Rule) (all []*engine.Rule) {
	for _, r := range slices.Concat(lists...) {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// leaseCall are the refusals of a lease operation on a file before those of the lease.
func leaseCall(own ...*engine.Rule) []*engine.Rule {
	return slices.Concat(rules(badPath), own, rules(badLeaseID, onSnapshot), placeRules, existingRules)
}

func leaseOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "acquire-file-lease", Effect: engine.AcquiresLease, Did: "took the lease",
			Method: "ACQUIRE", Object: "file", Summary: "Take the lease of a file.",
			OK: []int{201}, Group: engine.GroupLease,
			Op: AcquireFile{}, Source: leaseFile.But(
				"the guide (Managing concurrency in Azure Storage, \"Managing concurrency " +
					"in Azure Files\") says that REST has neither optimistic nor pessimistic locking; Lease File " +
					"came later"), Refuses: slices.Concat(leaseCall(badHeader, badDuration),
				fileLeases.Rules(lease.Acquire), rules(leaseTaken, leaseShared, flushDelay))},
		{Verb: "change-file-lease", Effect: engine.ChangesLease, Did: "changed the lease's id",
			Method: "CHANGE", Object: "file", Summary: "Give the lease of a file another id.",
			OK: []int{200}, Group: engine.GroupLease,
			Op: ChangeFile{}, Source: leaseFile, Refuses: slices.Concat(leaseCall(), fileLeases.Rules(lease.Change))},
		{Verb: "release-file-lease", Effect: engine.ReleasesLease, Did: "gave the lease back",
			Method: "RELEASE", Object: "file", Summary: "Give the lease of a file back.",
			OK: []int{200}, Group: engine.GroupLease,
			Op: ReleaseFile{}, Source: leaseFile, Refuses: slices.Concat(leaseCall(), fileLeases.Rules(lease.Release))},
		{Verb: "break-file-lease", Effect: engine.BreaksLease, Did: "broke the lease",
			Method: "BREAK", Object: "file",
			Summary: "End the lease of a file, whoever holds it.", OK: []int{202},
			Group: engine.GroupLease, Op: BreakFile{}, Source: leaseFile,
			Refuses: slices.Concat(rules(badPath, onSnapshot), placeRules, existingRules,
				fileLeases.Rules(lease.Break))},
		{Verb: "acquire-share-lease", Effect: engine.AcquiresLease, Did: "took the lease",
			Method: "ACQUIRE", Object: "share",
			Summary: "Take the lease of a share: it guards its deletion.",
			OK:      []int{201}, Group: engine.GroupLease, Op: AcquireShare{}, Source: leaseShare,
			Refuses: shareLeaseRules(rules(badSeconds), lease.Acquire)},
		{Verb: "renew-share-lease", Effect: engine.RenewsLease, Did: "renewed the lease",
			Method: "RENEW", Object: "share", Summary: "Restart the clock of a share's lease.",
			OK:    []int{200},
			Group: engine.GroupLease, Op: RenewShare{}, Source: leaseShare, Refuses: shareLeaseRules(nil, lease.Renew)},
		{Verb: "change-share-lease", Effect: engine.ChangesLease, Did: "changed the lease's id",
			Method: "CHANGE", Object: "share",
			Summary: "Give the lease of a share another id.", OK: []int{200},
			Group: engine.GroupLease, Op: ChangeShare{}, Source: leaseShare,
			Refuses: shareLeaseRules(nil, lease.Change)},
		{Verb: "release-share-lease", Effect: engine.ReleasesLease, Did: "gave the lease back",
			Method: "RELEASE", Object: "share", Summary: "Give the lease of a share back.",
			OK: []int{200}, Group: engine.GroupLease,
			Op: ReleaseShare{}, Source: leaseShare, Refuses: shareLeaseRules(nil, lease.Release)},
		{Verb: "break-share-lease", Effect: engine.BreaksLease, Did: "broke the lease",
			Method: "BREAK", Object: "share",
			Summary: "End the lease of a share, at once or after a period.",
			OK:      []int{202}, Group: engine.GroupLease, Op: BreakShare{}, Source: leaseShare,
			Refuses: slices.Concat(rules(badPeriod, shareBeingDeleted, shareNotFound, snapshotMissing),
				shareLeases.Rules(lease.Break))},
	}
}

func directoryOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "create-directory", Effect: engine.Creates, Makes: "directory", Did: "created it",
			Method: "PUT", Object: "directory", Summary: "Make a directory.", OK: []int{201},
			Group: engine.GroupWrite,
			Op:    CreateDirectory{}, Source: precedence,
			Refuses: slices.Concat(rules(badPath), permittedRules, placeUnder,
				rules(smbPending, alreadyExists, typeMismatch))},
		{Verb: "delete-directory", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "directory", Summary: "Remove an empty directory at once.",
			OK:    []int{202},
			Group: engine.GroupDelete, Op: DeleteDirectory{}, Source: races,
			Refuses: slices.Concat(rules(badPath), placeUnder, existingRules,
				rules(directoryInUse, notEmpty, pendingInside))},
		{Verb: "get-directory-properties", Effect: engine.Reads, Did: "read its properties",
			Method: "GET", Object: "directory", Summary: "Read ETag, date and metadata of a directory.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetDirectoryProperties{}, Source: operations,
			Refuses: slices.Concat(rules(badPath), placeUnder, existingRules)},
		{Verb: "set-directory-metadata", Effect: engine.Describes, Did: "set its metadata",
			Method: "PUT", Object: "directory", Summary: "Replace the metadata of a directory.",
			OK: []int{200}, Group: engine.GroupWrite, Op: SetDirectoryMetadata{}, Source: operations,
			Refuses: slices.Concat(rules(badPath), placeUnder, existingRules)},
		{Verb: "set-directory-properties", Effect: engine.Describes, Did: "set its properties",
			Method: "PUT", Object: "directory", Summary: "Set what SMB keeps of a directory: attributes and times.",
			OK: []int{200}, Group: engine.GroupWrite, Op: SetDirectoryProperties{}, Source: operations,
			Refuses: slices.Concat(rules(badPath), permittedRules, placeUnder, existingRules)},
		{Verb: "rename-directory", Effect: engine.Renames, Did: "renamed {source} to it",
			Method: "RENAME", Object: "directory", Summary: "Give a directory another name within its share.",
			OK: []int{200}, Group: engine.GroupWrite, Op: RenameDirectory{},
			Source:  operations.Assuming("which handles stop a rename is not documented; adopted: any inside"),
			Refuses: slices.Concat(rules(badPath), placeRules, existingRules, rules(alreadyExists, openMove))},
		{Verb: "list-directories-and-files", Effect: engine.Reads, Lists: true, Did: "listed what is in it",
			Method: "GET", Object: "directory",
			Summary: "List what is in a directory or a share.",
			OK:      []int{200}, Group: engine.GroupRead, Op: List{}, Source: operations.Assuming(openLocks),
			Refuses: slices.Concat(rules(badPath, badHeader), underPolicy, rules(snapshotMissing,
				parentNotFound, notFound, typeMismatch))},
	}
}

func shareOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "create-share", Effect: engine.Creates, Makes: "share", Did: "created it",
			Method: "PUT", Object: "share", Summary: "Make a share.", OK: []int{201}, Group: engine.GroupWrite,
			Op:     CreateShare{},
			Source: codes, Refuses: rules(shareName, badQuota, shareExists, shareBeingDeleted)},
		{Verb: "get-share-properties", Effect: engine.Reads, Did: "read its properties",
			Method: "GET", Object: "share", Summary: "Read quota, metadata and lease of a share.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetShareProperties{}, Source: operations,
			Refuses: rules(shareBeingDeleted, shareNotFound, snapshotMissing)},
		{Verb: "set-share-metadata", Effect: engine.Describes, Did: "set its metadata",
			Method: "PUT", Object: "share", Summary: "Replace the metadata of a share.",
			OK: []int{200}, Group: engine.GroupWrite, Op: SetShareMetadata{}, Source: operations,
			Refuses: rules(shareBeingDeleted, shareNotFound)},
		{Verb: "get-share-acl", Effect: engine.Reads, Did: "read its access policies",
			Method: "GET", Object: "share", Summary: "Read the access policies of a share.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetShareACL{}, Source: operations,
			Refuses: rules(shareBeingDeleted, shareNotFound)},
		{Verb: "set-share-acl", Effect: engine.Permits, Did: "set its access policies",
			Method: "PUT", Object: "share", Summary: "Replace the access policies of a share.",
			OK: []int{200}, Group: engine.GroupWrite, Op: SetShareACL{}, Source: operations,
			Refuses: rules(manyPolicies, shareBeingDeleted, shareNotFound)},
		{Verb: "create-permission", Effect: engine.Permits, Did: "gave it a permission",
			Method: "PUT", Object: "share",
			Summary: "Give a share a permission, for files to name by its key.", OK: []int{201},
			Group: engine.GroupWrite, Op: CreatePermission{}, Source: permitting.Assuming(
				"which key a permission gets is not documented; adopted: the same text gets the same"),
			Refuses: rules(badPermission, shareBeingDeleted, shareNotFound)},
		{Verb: "get-permission", Effect: engine.Reads, Did: "read a permission of it",
			Method: "GET", Object: "share", Summary: "Read a permission of a share by its key.", OK: []int{200},
			Group: engine.GroupRead, Op: GetPermission{}, Source: permitting,
			Refuses: rules(shareBeingDeleted, shareNotFound, noSuchPermission)},
		{Verb: "get-share-stats", Effect: engine.Reads, Did: "read how much is in it",
			Method: "GET", Object: "share", Summary: "Read how many bytes the files of a share have.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetShareStats{}, Source: operations,
			Refuses: rules(shareBeingDeleted, shareNotFound)},
		{Verb: "list-shares", Effect: engine.Reads, Lists: true, Did: "listed the shares",
			Method: "GET", Object: "share", Summary: "List the shares of the account.",
			OK: []int{200}, Group: engine.GroupRead, Op: ListShares{}, Source: operations,
			Refuses: rules(badHeader)},
		{Verb: "set-share-properties", Effect: engine.Describes, Did: "set its quota",
			Method: "PUT", Object: "share", Summary: "Set the quota of a share.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: SetShareProperties{}, Source: codes,
			Refuses: rules(badQuota, shareBeingDeleted, shareNotFound, quotaDowngrade)},
		{Verb: "snapshot-share", Effect: engine.Snapshots, Did: "took a snapshot of it",
			Method: "PUT", Object: "share", Summary: "Keep a share as it is now.", OK: []int{201},
			Group: engine.GroupWrite,
			Op:    CreateSnapshot{}, Source: codes, Refuses: rules(shareBeingDeleted, shareNotFound, snapshotCount)},
		{Verb: "delete-share", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "share", Summary: "Remove a share with all that is in it.",
			OK:    []int{202},
			Group: engine.GroupDelete, Op: DeleteShare{}, Source: leaseShare,
			Refuses: slices.Concat(rules(badLeaseID, badHeader, shareBeingDeleted, shareNotFound, snapshotMissing),
				usesOfShare.Rules(), rules(snapshotLeased, hasSnapshots))},
	}
}
