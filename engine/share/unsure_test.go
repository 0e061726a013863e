package share_test

import (
	"slices"
	"strings"
	"testing"
)

// rules.md, "Order of checks", steps 5 and 6: a mark for deletion comes before a wrong type, whichever of the two names
// a file and which a directory. The list is exempt from step 5, not from step 6.
func TestAMarkForDeletionComesBeforeAWrongType(t *testing.T) {
	directory := []string{"seed: create-directory path=s/d",
		"ann: smb-create path=s/d access=R share=RWD directory=true",
		"ben m: smb-create path=s/d access=D share=RWD directory=true",
		"ben: smb-set-disposition handle=$m.handle delete=true"}
	for line, want := range map[string]string{"get-file path=s/d": "409 DeletePending",
		"put-range path=s/d range=0-0 body=x": "409 DeletePending",
		"create-file path=s/d size=1":         "409 DeletePending", "create-directory path=s/d": "409 DeletePending",
		"delete-directory path=s/d": "409 DeletePending",
		"list-handles path=s/d":     "200", "list-directories-and-files path=s/d": "200"} {
		file(t, directory...).Want("cy: "+line, want)
	}
	for line, want := range map[string]string{"create-directory path=s/f": "409 DeletePending",
		"delete-directory path=s/f":           "409 DeletePending",
		"list-directories-and-files path=s/f": "409 ResourceTypeMismatch"} {
		file(t, marked...).Want("cy: "+line, want)
		file(t).Want("cy: "+line, "409 ResourceTypeMismatch")
	}
	// It comes before a name that is taken, too, and whichever of the two files of a rename has it.
	for _, line := range []string{"rename-file path=s/f source=s/g", "rename-file path=s/f source=s/g replace=true",
		"rename-file path=s/h source=s/f"} {
		b := file(t, marked...)
		b.Want("seed: create-file path=s/g size=1", "201")
		b.Want("cy: "+line, "409 DeletePending")
	}
}

// rules.md, "Deleting over SMB" (X2, X8) and "What REST does to oplocks" (K3): a handle that its application has closed
// gives way to a mark for deletion, also to the one that a delete-on-close sets; it keeps no file pending. One that an
// application still has open does.
func TestAKeptHandleKeepsNoFilePending(t *testing.T) {
	kept := []string{"ann a: smb-create path=s/f access=R share=RWD oplock=RH", "ann: smb-close handle=$a.handle"}
	for _, mark := range [][]string{
		{"ben b: smb-create path=s/f access=D share=RWD delete-on-close=true", "ben: smb-close handle=$b.handle"},
		{"ben b: smb-create path=s/f access=D share=RWD", "ben: smb-set-disposition handle=$b.handle delete=true",
			"ben: smb-close handle=$b.handle"},
	} {
		file(t, slices.Concat(kept, mark)...).Want("cy: get-file path=s/f", "404 ResourceNotFound")
		file(t, slices.Concat(kept[:1], mark)...).Want("cy: get-file path=s/f", "409 DeletePending")
	}
}

// rules.md, "Deleting over SMB" (X8, X10): a directory in which something lies is never removed, neither by a
// delete-on-close nor by a mark that it got while empty.
func TestADirectoryThatIsNotEmptyOutlivesItsLastClose(t *testing.T) {
	for _, before := range [][]string{
		{"seed: create-directory path=s/d", "seed: create-file path=s/d/g size=1",
			"ben b: smb-create path=s/d access=D share=RWD directory=true delete-on-close=true",
			"ben: smb-close handle=$b.handle"},
		{"seed: create-directory path=s/d", "ben b: smb-create path=s/d access=D share=RWD directory=true",
			"ben: smb-set-disposition handle=$b.handle delete=true",
			"ann: smb-create path=s/d/g access=R share=RWD disposition=CREATE",
			"ben: smb-close handle=$b.handle"},
	} {
		b := file(t, before...)
		b.Want("cy: get-file path=s/d/g", "200")
		b.Want("cy: list-directories-and-files path=s/d", "200")
		b.Want("cy: smb-create path=s/d access=R share=RWD directory=true", "SUCCESS")
	}
	file(t, "seed: create-directory path=s/d",
		"ben b: smb-create path=s/d access=D share=RWD directory=true delete-on-close=true",
		"ben: smb-close handle=$b.handle").Want("cy: list-directories-and-files path=s/d", "404 ResourceNotFound")
}

// rules.md, "What REST does to oplocks" (K1, K6): what a client has written back because of a request is on the share,
// also where the request is refused afterwards.
func TestARefusedCopyKeepsWhatWasWrittenBack(t *testing.T) {
	b := file(t, "seed: create-file path=s/to size=1", "ann a: smb-create path=s/f access=RW share=RWD oplock=RWH",
		"ann: smb-write handle=$a.handle body=AA",
		"ben: smb-create path=s/to access=R share=none")
	b.Want("cy: copy-file path=s/to source=s/f", "409 SharingViolation")
	if body := b.Property("file s/f", "body"); !strings.HasPrefix(body, "AA") {
		t.Errorf("the source holds %q", body)
	}
}

// rules.md, "Conditional headers": FileREST takes none of the four conditional headers, on no operation that reads or
// writes a file.
func TestNoConditionIsTaken(t *testing.T) {
	verbs := map[string]string{"create-file": " size=1", "get-file": "", "get-file-properties": "",
		"get-file-metadata": "", "set-file-properties": "",
		"set-file-metadata": "", "put-range": " range=0-0 body=x", "list-ranges": "", "delete-file": "",
		"copy-file": " source=s/f"}
	for verb, words := range verbs {
		for _, header := range []string{"if-match", "if-none-match", "if-modified-since", "if-unmodified-since"} {
			file(t).Want("ann: "+verb+" path=s/f"+words+" "+header+"=x", "400 ConditionHeadersNotSupported")
		}
	}
}

// What rules.md marks [unsure], or lists in rules.md, "Open points", is told where it is met: by the operation or by
// the refusal.
func TestWhatIsUnsureSaysSo(t *testing.T) {
	told := map[string][]string{}
	for _, op := range service.Ops {
		told[op.Verb] = append(told[op.Verb], op.Source.Unsure)
		for _, r := range op.Refuses {
			told[r.Fault.Code] = append(told[r.Fault.Code], r.Source.Unsure)
		}
	}
	for _, row := range []struct{ row, where, word string }{
		{"State, ETag of SMB writes", "smb-write", "ETag"}, {"State, at the flush", "smb-flush", "ETag"},
		{"Byte-range locks, L12", "FileLockConflict", "reads"},
		{"Byte-range locks, L13", "FileLockConflict", "size"},
		{"Byte-range locks, L13, metadata", "set-file-metadata", "locks"},
		{"Byte-range locks, L13, properties", "get-file-properties", "locks"},
		{"Byte-range locks, L13, metadata read", "get-file-metadata", "locks"},
		{"Byte-range locks, L13, list", "list-directories-and-files", "locks"},
		{"FileREST operations, Copy File", "copy-file", "copy"},
		{"FileREST operations, one Put Range", "put-range", "one put"},
		{"share modes, WD and a lease", "SharingViolation", "lease"},
		{"share modes, a handle without data", "SharingViolation", "without data"},
		{"oplocks, R column, reads", "get-file", "read"}, {"oplocks, R column, writes", "put-range", "read cache"},
		{"oplocks, K2", "ClientCacheFlushDelay", "408"},
		{"Conditional headers", "ConditionHeadersNotSupported", "condition"},
		{"Order of checks, step 3", "ParentNotFound", "412"},
		{"Order of checks, step 8", "ReadOnlyAttribute", "412"},
		{"Order of checks, order of 7 to 11", "put-range", "order"},
		{"Error codes, DeletePending", "DeletePending", "SMBDeletePending"},
		{"Error codes, wrong id", "LeaseIdMismatchWithFileOperation", "409"},
		{"Error codes, writes on a snapshot", "ShareSnapshotOperationNotSupported", "InvalidQueryParameterValue"},
		{"Races, F19", "DirectoryNotEmpty", "adopted"}, {"Races, F20", "STATUS_FILE_CLOSED", "share was deleted"},
		{"A2", "InvalidHeaderValue", "400"},
		{"A.2, an open that does not share W", "smb-create", "lease"}, {"B5, codes", "LeaseLost", "container"},
	} {
		if !slices.ContainsFunc(told[row.where], func(text string) bool { return strings.Contains(text, row.word) }) {
			t.Errorf("row %s: %s does not say that it is open", row.row, row.where)
		}
	}
}

// "FileREST operations", Rename File: what a rename replaces is deleted first. A handle of it would go on in the file
// that takes its place, so any stops it; a lease of it goes with it.
func TestWhatARenameReplacesIsDeletedFirst(t *testing.T) {
	for line, want := range map[string]string{"replace=true": "409 SharingViolation", "": "409 ResourceAlreadyExists"} {
		b := file(t, "seed: create-file path=s/g size=1", "ann a: smb-create path=s/f access=RW share=RWD")
		b.Want("cy: rename-file path=s/f source=s/g "+line, want)
		b.Want("ann: smb-close handle=$a.handle", "SUCCESS")
		if line != "" {
			b.Want("cy: rename-file path=s/f source=s/g "+line, "200")
		}
	}
	b := file(t, "seed: create-file path=s/g size=1", "ann l: acquire-file-lease path=s/f duration=-1")
	b.Want("cy: rename-file path=s/f source=s/g replace=true", "412 LeaseIdMissing")
	b.Want("ann: rename-file path=s/f source=s/g replace=true lease=$l.lease", "200")
	b.Want("ann: put-range path=s/f body=x range=0-0 lease=$l.lease", "412 LeaseNotPresentWithFileOperation")
	b.Want("cy: put-range path=s/f body=x range=0-0", "201")
}
