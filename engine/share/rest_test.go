package share_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// rules.md, "FileREST operations": success, and on an absent file.
func TestFileOperations(t *testing.T) {
	for line, want := range map[string]string{
		"create-file path=X size=1": "201 201", "get-file path=X": "200 404", "get-file path=X range=0-0": "206 404",
		"get-file-properties path=X": "200 404",
		"get-file-metadata path=X":   "200 404", "set-file-properties path=X": "200 404",
		"set-file-metadata path=X":          "200 404",
		"put-range path=X range=0-0 body=x": "201 404", "put-range path=X range=0-0 write=clear": "201 404",
		"list-ranges path=X": "200 404",
		"delete-file path=X": "202 404", "list-handles path=X": "200 404",
		"force-close-handles path=X handle=*":   "200 404",
		"acquire-file-lease path=X duration=-1": "201 404", "copy-file path=s/new source=X": "202 404",
	} {
		there, absent, _ := strings.Cut(want, " ")
		file(t).Want("ann: "+strings.Replace(line, "X", "s/f", 1), there)
		if absent == "404" {
			absent = "404 ResourceNotFound"
		}
		file(t).Want("ann: "+strings.Replace(line, "X", "s/x", 1), absent)
	}
}

// rules.md, "FileREST operations", "Create File" over an existing one: size reset, content zeroed, properties replaced,
// a new ETag; and who makes a new one.
func TestWhatChangesTheETag(t *testing.T) {
	b := file(t, "seed: put-range path=s/f range=0-2 body=xyz",
		"seed: set-file-properties path=s/f content-type=text/plain", "seed: set-file-metadata path=s/f meta.a=1")
	tag := func() string { return b.Property("file s/f", "etag") }
	for line, moves := range map[string]bool{"put-range path=s/f range=0-0 body=q": true,
		"put-range path=s/f range=0-0 write=clear": true,
		"set-file-properties path=s/f":             true, "set-file-metadata path=s/f": true,
		"create-file path=s/f size=5":  true,
		"get-file path=s/f":            false,
		"get-file-properties path=s/f": false, "list-ranges path=s/f": false} {
		before := tag()
		if b.Say("ann: " + line); (tag() != before) != moves {
			t.Errorf("%s: the ETag moves: %t", line, !moves)
		}
	}
	b.Want("ann: create-file path=s/f size=4", "201")
	if body, kind := b.Property("file s/f", "body"), b.Property("file s/f",
		"content-type"); body != "\x00\x00\x00\x00" || kind != "application/octet-stream" ||
		b.Property("file s/f", "metadata.a") != "" {
		t.Errorf("a new file over an old one keeps %q, %q", body, kind)
	}
}

// rules.md, "FileREST operations", Put Range: lengths and ranges; clear frees whole pages and writes zeros to the rest.
func TestPutRange(t *testing.T) {
	b := file(t)
	long := strings.Repeat("x", engine.MaxObject+1)
	for _, row := range [][2]string{{"put-range path=s/f body=x", "400 InvalidHeaderValue"},
		{"put-range path=s/f range=1-0 body=x", "400 InvalidHeaderValue"},
		{"put-range path=s/f range=0-1 body=x", "400 InvalidHeaderValue"},
		{"put-range path=s/f range=0- body=x", "400 InvalidHeaderValue"},
		{"put-range path=s/f range=0-0 body=x write=clear", "400 InvalidHeaderValue"},
		{fmt.Sprintf("put-range path=s/f range=0-%d body=%s", engine.MaxObject, long), "413 RequestBodyTooLarge"},
		{"put-range path=s/f range=9-10 body=xy", "416 InvalidRange"},
		{"put-range path=s/f range=bytes=9-9 body=x", "201"},
		{"get-file path=s/f range=10-10", "416 InvalidRange"}, {"get-file path=s/f range=9-99", "206"},
		{"get-file path=s/f range=x", "400 InvalidHeaderValue"}} {
		b.Want("ann: "+row[0], row[1])
	}
	b.Want("ann: create-file path=s/big size=2048", "201")
	b.Want("ann: put-range path=s/big range=0-2047 body="+strings.Repeat("x", 2048), "201")
	b.Want("ann: put-range path=s/big range=100-1299 write=clear", "201")
	b.Want("ann: list-ranges path=s/big", "200", "ranges=[0-511 1024-2047]", "size=2048")
	if body := b.Property("file s/big", "body"); strings.Trim(body[100:1300], "\x00") != "" || body[99] != 'x' ||
		body[1300] != 'x' {
		t.Error("the cleared bytes are not zero, or others are")
	}
}

// rules.md, "Lease File", "Use attempts": columns Available, Leased(A), Broken(A).
func TestUsesOfALeasedFile(t *testing.T) {
	states := [][]string{nil, {"cy: acquire-file-lease path=s/f duration=-1 id=guid:A"},
		{"cy: acquire-file-lease path=s/f duration=-1 id=guid:A", "ann: break-file-lease path=s/f"}}
	const missing, mismatch, none = "412 LeaseIdMissing", "412 LeaseIdMismatchWithFileOperation",
		"412 LeaseNotPresentWithFileOperation"
	use := func(line string, ok string, ids []string, cells [3][3]string) {
		for i, id := range ids {
			for j, setup := range states {
				want := cells[i][j]
				if want == "ok" {
					want = ok
				}
				file(t, setup...).Want("cy: "+line+id, want)
			}
		}
	}
	ids := []string{" lease=guid:A", " lease=guid:B", ""}
	for line, ok := range map[string]string{"create-file path=s/f size=1": "201", "set-file-metadata path=s/f": "200",
		"set-file-properties path=s/f": "200",
		"delete-file path=s/f":         "202", "put-range path=s/f range=0-0 body=x": "201",
		"copy-file path=s/f source=s/f": "202"} {
		use(line, ok, ids, [3][3]string{{none, "ok", none}, {none, mismatch, none}, {"ok", missing, "ok"}})
	}
	for _, line := range []string{"get-file path=s/f", "get-file-metadata path=s/f", "get-file-properties path=s/f",
		"list-ranges path=s/f"} {
		use(line, "200", ids, [3][3]string{{none, "ok", none}, {none, mismatch, none}, {"ok", "ok", "ok"}})
	}
	// A7, A8, A9, A10.
	b := file(t, states[1]...)
	tag := b.Property("file s/f", "etag")
	a := b.Want("cy: change-file-lease path=s/f lease=guid:A id=guid:B", "200")
	if got := a.Field("etag").String(); got != tag || a.Field("last-modified").IsZero() {
		t.Errorf("a lease call says the ETag %q, want %s", got, tag)
	}
	if b.Property("file s/f", "etag") != tag {
		t.Error("a lease call changes the ETag")
	}
	b.Want("cy: create-file path=s/f size=3 lease=guid:B", "201")
	if b.Property("file s/f", "lease.state") != "leased" {
		t.Error("a new file over a leased one ends the lease")
	}
	b.Want("cy: create-file path=s/new size=3 lease=guid:B", none)
	b.Want("cy: delete-share share=s", "202")
	b = file(t)
	id := b.Say("seed: snapshot-share share=s").Field("snapshot").String()
	b.Want("cy: acquire-file-lease path=s/f duration=-1 snapshot="+id, "400 ShareSnapshotOperationNotSupported")
	for _, duration := range []string{" duration=15", ""} { // A2
		b.Want("cy: acquire-file-lease path=s/f"+duration, "400 InvalidHeaderValue")
	}
}

// rules.md, "Lease File", "Lease calls": columns Available, Leased(A), Broken(A); the state behind each success.
func TestLeaseCallsOnAFile(t *testing.T) {
	states := [][]string{nil, {"cy: acquire-file-lease path=s/f duration=-1 id=guid:A"},
		{"cy: acquire-file-lease path=s/f duration=-1 id=guid:A", "ann: break-file-lease path=s/f"}}
	for line, row := range map[string]string{
		"acquire-file-lease path=s/f duration=-1":           "201/leased 409 201/leased",
		"acquire-file-lease path=s/f duration=-1 id=guid:A": "201/leased 201/leased 201/leased",
		"acquire-file-lease path=s/f duration=-1 id=guid:B": "201/leased 409 201/leased",
		"break-file-lease path=s/f":                         "409 202/broken 202/broken",
		"change-file-lease path=s/f lease=guid:A id=guid:B": "409 200/leased 409",
		"change-file-lease path=s/f lease=guid:B id=guid:A": "409 200/leased 409",
		"change-file-lease path=s/f lease=guid:B id=guid:C": "409 409 409",
		"release-file-lease path=s/f lease=guid:A":          "409 200/available 200/available",
		"release-file-lease path=s/f lease=guid:B":          "409 409 409",
	} {
		for i, cell := range strings.Fields(row) {
			status, state, _ := strings.Cut(cell, "/")
			b := file(t, states[i]...)
			got, _, _ := strings.Cut(b.Say("cy: "+line).String(), " ")
			if got != status || state != "" && b.Property("file s/f", "lease.state") != state {
				t.Errorf("%s on column %d: %s, %s; want %s", line, i, got, b.Property("file s/f", "lease.state"), cell)
			}
		}
	}
}

// A.2 Lease against SMB.
func TestLeaseAgainstSMB(t *testing.T) {
	for access, want := range map[string]string{"none": "201", "R": "201", "W": "409 SharingViolation",
		"D": "409 SharingViolation", "RW": "409 SharingViolation"} {
		file(t, "ann: smb-create path=s/f share=RWD access="+access).Want("cy: acquire-file-lease path=s/f duration=-1",
			want)
	}
	for _, access := range sets {
		b := file(t, "cy: acquire-file-lease path=s/f duration=-1")
		want := success
		if strings.ContainsAny(access, "WD") {
			want = "SHARING_VIOLATION"
		}
		b.Want("ann: smb-create path=s/f share=none access="+access, want)
		b.Want("ben: break-file-lease path=s/f", "202", "lease-time=0")
		if want != success {
			b.Want("ann: smb-create path=s/f share=RWD access="+access, success)
		}
	}
}

// rules.md, "Lease Share".
func TestLeaseOfAShare(t *testing.T) {
	b := file(t, "ann l: acquire-share-lease share=s duration=15")
	b.Want("ben: acquire-share-lease share=s duration=15", "409 LeaseAlreadyPresent") // B1
	b.Want("ben: acquire-share-lease share=s duration=61", "400 InvalidHeaderValue")
	b.Want("ben: break-share-lease share=s period=61", "400 InvalidHeaderValue")
	b.Want("ben: delete-share share=s", "412 LeaseIdMissing") // B2
	b.Want("ben: put-range path=s/f range=0-0 body=x", "201") // B4
	b.Wait(15 * time.Second)
	if got := b.Property("share s", "lease.state"); got != "expired" { // B5
		t.Errorf("the lease is %s", got)
	}
	b.Want("ann: delete-share share=s lease=$l.lease",
		"412 LeaseLost") // B5: as of a container (blob/rules.md, "Using a container while leased")
	b.Want("ann: delete-share share=s lease=guid:B", "412 LeaseNotPresentWithContainerOperation")
	b.Want("ann: renew-share-lease share=s lease=$l.lease", "200") // B3
	b.Want("ben: break-share-lease share=s period=5", "202", "lease-time=5")
	b.Want("ann: renew-share-lease share=s lease=$l.lease", "409 LeaseIsBrokenAndCannotBeRenewed")
	b.Want("ann: acquire-share-lease share=s duration=15 id=$l.lease", "409 LeaseIsBreakingAndCannotBeAcquired")
	b.Want("ann: change-share-lease share=s lease=$l.lease id=guid:B", "409 LeaseIsBreakingAndCannotBeChanged")
	b.Wait(5 * time.Second)
	b.Want("ann: delete-share share=s lease=$l.lease", "412 LeaseNotPresentWithContainerOperation")
	b.Want("ann: delete-share share=s", "202")
	b = file(t)
	id := b.Say("seed: snapshot-share share=s").Field("snapshot").String()
	b.Want("ann m: acquire-share-lease share=s duration=-1 snapshot="+id, "201")
	// what is reported: the lease of the snapshot, not that of the share; the duration only while it is leased
	if a := b.Say("ben: get-share-properties share=s snapshot=" + id); a.Field("lease-state").String() != "leased" ||
		a.Field("lease-duration").String() != "infinite" {
		t.Errorf("the snapshot is reported as %v", a.Fields)
	}
	if a := b.Say("ben: get-share-properties share=s"); a.Field("lease-state").String() != "available" ||
		!a.Field("lease-duration").IsZero() {
		t.Errorf("the share is reported as %v", a.Fields)
	}
	b.Want("ann: acquire-file-lease path=s/f duration=-1 id=guid:A", "201")
	b.Want("ben: get-file-properties path=s/f", "200", "lease-duration=infinite")
	b.Want("ann: release-file-lease path=s/f lease=guid:A", "200")
	b.Want("ben: delete-share share=s", "409 ShareHasSnapshots")
	b.Want("ben: delete-share share=s snapshots=include", "409 DeleteShareWhenSnapshotLeased")
	b.Want("ben: delete-share share=s snapshot="+id, "412 LeaseIdMissing")
	b.Want("ben: delete-share share=s snapshot="+id+" lease=guid:A", "412 LeaseIdMismatchWithContainerOperation")
	b.Want("ann: release-share-lease share=s snapshot="+id+" lease=$m.lease", "200")
	b.Want("ben: get-file path=s/f snapshot="+id, "200")
	b.Want("ben: put-range path=s/f range=0-0 body=x snapshot="+id, "400 ShareSnapshotOperationNotSupported")
	b.Want("ben: delete-share share=s snapshot="+id, "202")
	b.Want("ben: get-file path=s/f snapshot="+id, "404 ShareNotFound")
	b.Want("ben: delete-share share=s", "202")
}

// rules.md, "Error codes": a share has at most 200 snapshots; a quota that was raised cannot be lowered for a day.
func TestLimitsOfAShare(t *testing.T) {
	b := file(t)
	for range 200 {
		b.Want("seed: snapshot-share share=s", "201")
	}
	b.Want("seed: snapshot-share share=s", "409 ShareSnapshotCountExceeded")
	b = file(t, "seed: set-share-properties share=s quota=100", "seed: set-share-properties share=s quota=200")
	b.Want("ann: set-share-properties share=s quota=100", "409 ContainerQuotaDowngradeNotAllowed")
	b.Wait(24 * time.Hour)
	b.Want("ann: set-share-properties share=s quota=100", "200")
}

// rules.md, "Order of checks", a REST call on a file, step by step for Put Range: each setup breaks one step and, where
// they go together, later ones.
var steps = []struct {
	setup, words string
	code         string
}{
	{"", "if-match=x range=8-12", "400 ConditionHeadersNotSupported"},
	{"", "path=s//f range=9-12", "400 InvalidFileOrDirectoryPathName"},
	{"", "timeout=x range=9-12", "400 InvalidHeaderValue"},
	{"", "lease=x range=9-12", "400 InvalidHeaderValue"},
	{"", "range=x", "400 InvalidHeaderValue"},
	{"", "range=0-65536 body=LONG", "413 RequestBodyTooLarge"},
	{"", "range=0-2", "400 InvalidHeaderValue"},
	{"seed: delete-share share=s", "path=s/no/f", "409 ShareBeingDeleted"},
	{"", "path=none/no/f", "404 ShareNotFound"},
	{"", "path=s/no/f", "404 ParentNotFound"},
	{"", "path=s/x lease=guid:B", "404 ResourceNotFound"},
	{"ann p: smb-create path=s/f access=D share=none;ann: smb-set-disposition handle=$p.handle delete=true;seed: " +
		"create-directory path=s/d", "lease=guid:B range=9-9", "409 DeletePending"},
	{"seed: create-directory path=s/d", "path=s/d lease=guid:B", "409 ResourceTypeMismatch"},
	{"LOCKED;LEASED", "lease=guid:C", "412 LeaseIdMismatchWithFileOperation"},
	{"LOCKED;LEASED", "", "412 LeaseIdMissing"},
	{"seed: set-file-properties path=s/f attributes=ReadOnly;LOCKED", "range=20-20", "409 ReadOnlyAttribute"},
	{"LOCKED", "range=20-20", "409 SharingViolation"},
	{"ann a: smb-create path=s/f access=RW share=RWD oplock=RW;ann: smb-lock handle=$a.handle length=1;SILENT",
		"range=20-20", "409 FileLockConflict"},
	{"ann a: smb-create path=s/f access=RW share=RWD oplock=RW;SILENT", "range=20-20 timeout=1",
		"500 ClientCacheFlushDelay"},
	{"", "range=20-20", "416 InvalidRange"},
}

func TestPrecedence(t *testing.T) {
	var spec engine.OpSpec
	for _, s := range service.Ops {
		if s.Verb == "put-range" {
			spec = s
		}
	}
	last := -1
	for _, step := range steps {
		b := file(t)
		setup := strings.NewReplacer("LOCKED",
			"ann z: smb-create path=s/f access=R share=none;ann: smb-lock handle=$z.handle offset=5 length=1",
			"LEASED", "").Replace(step.setup)
		if strings.Contains(step.setup, "LEASED") {
			b.Say("cy: acquire-file-lease path=s/f duration=-1 id=guid:A")
		}
		for line := range strings.SplitSeq(setup, ";") {
			switch line {
			case "":
			case "SILENT":
				b.Set("ann", "responsive", "off")
			default:
				b.Say(line)
			}
		}
		words := map[string]string{"path": "s/f", "range": "0-0", "body": "x"}
		for w := range strings.FieldsSeq(step.words) {
			name, text, _ := strings.Cut(w, "=")
			words[name] = strings.Replace(text, "LONG", strings.Repeat("x", engine.MaxObject+1), 1)
		}
		var args []engine.Arg
		for _, p := range spec.Params() {
			if text, given := words[p.Name]; given {
				args = append(args, engine.Arg{Name: p.Name, Value: engine.Text(text)})
			}
		}
		a := b.Send(engine.Send{By: "cy", Verb: "put-range", As: "x", Args: args})
		if a.String() == "waits" {
			b.Wait(time.Second)
			a = b.World.Named("x").Answer
		}
		if a.String() != step.code {
			t.Errorf("%q: %s, want %s", step.setup+" "+step.words, a, step.code)
			continue
		}
		at := slices.Index(spec.Refuses, a.Why.Rule)
		if at < 0 || at < last && step.code[0] != '4' || at < last && !strings.HasPrefix(step.code, "412") &&
			!strings.HasPrefix(step.code, "400") {
			t.Errorf("%s is listed at %d, what is refused before it at %d", step.code, at, last)
		}
		last = max(last, at)
	}
}

// rules.md, "Order of checks", "Test rows".
func TestRowsOfPrecedence(t *testing.T) {
	b := file(t, "ann a: smb-create path=s/f access=R share=none", "ann: smb-lock handle=$a.handle length=1")
	b.Want("cy: put-range path=s/f range=0-0 body=x", "409 SharingViolation")
	b = file(t, "ann a: smb-create path=s/f access=RD share=none",
		"ann: smb-set-disposition handle=$a.handle delete=true")
	b.Want("cy: get-file path=s/f", "409 DeletePending")
	b = file(t, "cy: acquire-file-lease path=s/f duration=-1", "ann a: smb-create path=s/f access=R share=R")
	b.Want("ben: put-range path=s/f range=0-0 body=x", "412 LeaseIdMissing")
}

// rules.md, "Open points": the engine's choices.
func TestOpenPoints(t *testing.T) {
	b := file(t, "seed: set-file-properties path=s/f attributes=ReadOnly")
	b.Want("cy: put-range path=s/f range=0-0 body=x", "409 ReadOnlyAttribute") // 2
	b.Want("cy: get-file path=s/no/f", "404 ParentNotFound")                   // 4
	b.Want("cy: get-file path=s/f if-match=x", "400 ConditionHeadersNotSupported")
	b = file(t, "ann: smb-create path=s/f access=R share=WD")
	b.Want("cy: acquire-file-lease path=s/f duration=-1", "409 SharingViolation") // 8
	b = file(t, "ann: smb-create path=s/f")
	b.Want("cy: delete-file path=s/f", "409 SharingViolation") // 9
	b = file(t, "ann a: smb-create path=s/f access=W share=RWD")
	tag := b.Property("file s/f", "etag")
	b.Want("ann: smb-write handle=$a.handle body=x", success)
	if b.Property("file s/f", "etag") == tag { // 10
		t.Error("a write that reaches the share keeps the ETag")
	}
}

// "Create an account SAS", "Account SAS permissions by operation": who may create a file may not replace one.
func TestASignatureThatAllowsToCreate(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-share share=s")
	const denied = "403 AuthorizationPermissionMismatch"
	for _, row := range [][2]string{{"create-file path=s/f size=4 under=sp=c", "201"},
		{"create-file path=s/f size=4 under=sp=rc", denied}, {"copy-file path=s/g source=s/f under=sp=c", "202"},
		{"copy-file path=s/g source=s/f under=sp=c", denied}, {"get-file path=s/f under=sp=c", denied},
		{"get-file path=s/f under=sp=rc", "200"}} {
		if a := b.Say("ann: " + row[0]); a.String() != row[1] {
			t.Errorf("%s: %s, want %s", row[0], a, row[1])
		}
	}
}

// Set Share ACL: what comes by an access policy may do what its letters allow, between its dates; who set it is named.
func TestRequestsUnderAnAccessPolicy(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-share share=s", "seed: create-directory path=s/d", "seed: create-file path=s/f size=4",
		"ben: set-share-acl share=s policy.read=rl policy.add=c policy.all=rcwdl policy.late=r "+
			"policy-expiry.late=2020-01-01 policy.early=r policy-start.early=2036-01-01")
	const never, denied = "403 AuthenticationFailed", "403 AuthorizationPermissionMismatch"
	for _, row := range [][2]string{
		{"get-file path=s/f under=read", "200"}, {"get-file path=s/f under=add", denied},
		{"get-file path=s/f under=late", never}, {"get-file path=s/f under=early", never},
		{"get-file path=s/f under=nobody", never}, {"create-file path=s/g size=1 under=add", "201"},
		{"create-file path=s/h size=1 under=read", denied}, {"put-range path=s/f range=0-0 body=x under=read", denied},
		{"put-range path=s/f range=0-0 body=x under=all", "201"}, {"delete-file path=s/g under=add", denied},
		{"delete-file path=s/g under=all", "202"}, {"list-directories-and-files path=s under=read", "200"},
		{"list-directories-and-files path=s under=add", denied}, {"create-directory path=s/e under=add", "201"},
		{"create-file path=s/f size=1 under=add", denied}, {"create-file path=s/f size=4 under=all", "201"},
		{"copy-file path=s/f source=s/f under=add", denied}, {"copy-file path=s/c source=s/f under=add", "202"},
		{"delete-directory path=s/e under=add", denied}, {"get-directory-properties path=s/d under=add", denied},
		{"set-directory-metadata path=s/d meta.a=1 under=read", denied},
		{"set-directory-properties path=s/d under=all", "200"},
	} {
		a := b.Say("ann: " + row[0])
		if a.String() != row[1] {
			t.Errorf("%s: %s, want %s", row[0], a, row[1])
		}
		if strings.HasSuffix(row[1], "Mismatch") && a.Why.Since.By != "ben" {
			t.Errorf("%s: it was set by %q", row[0], a.Why.Since.By)
		}
	}
	if got := b.Say("ann: get-share-acl share=s").Field("policy.read").String(); got != "rl" {
		t.Errorf("the policy says %q", got)
	}
}

// Source: Azure REST, "Snapshot Share" (x-ms-meta-name: without any the share's are copied), "Get Share Properties"
// (sharesnapshot), "List Shares" (include=snapshots,metadata); rules.md, "State".
func TestASnapshotOfAShareKeepsWhatDescribesTheShare(t *testing.T) {
	b := file(t)
	b.Want("ann: set-share-metadata share=s meta.a=1", "200")
	before := b.Say("ann: get-share-properties share=s")
	id := b.Say("ann: snapshot-share share=s").Field("snapshot").String()
	own := b.Say("ann: snapshot-share share=s meta.own=1").Field("snapshot").String()
	b.Want("ben: set-share-metadata share=s meta.b=2", "200")
	b.Want("ben: set-share-properties share=s quota=77", "200")
	kept := b.Say("ann: get-share-properties share=s snapshot=" + id)
	for _, name := range []string{"etag", "last-modified", "quota", "meta.a", "meta.b"} {
		if kept.Field(name).String() != before.Field(name).String() {
			t.Errorf("%s is %s, was %s", name, kept.Field(name), before.Field(name))
		}
	}
	if a := b.Say("ann: get-share-properties share=s snapshot=" + own); a.Field("meta.own").String() != "1" ||
		!a.Field("meta.a").IsZero() {
		t.Errorf("the snapshot with metadata of its own says %v", a.Fields)
	}
	list := b.Say("ann: list-shares include=[metadata,snapshots]")
	if list.Field("0.snapshot").String() != id || list.Field("0.meta.a").String() != "1" ||
		list.Field("1.meta.own").String() != "1" || list.Field("2.meta.b").String() != "2" ||
		list.Field("2.quota").String() != "77" || list.Field("0.quota").String() == "77" {
		t.Errorf("the list says %v", list.Fields)
	}
	// Who reads a snapshot hears nothing of the share.
	b.Want("ann: get-share-properties share=s snapshot="+id, "200")
	for _, shown := range b.Events[len(b.Events)-1].Showed {
		if shown.Object.Kind == "share" {
			t.Errorf("it shows %v", shown)
		}
	}
}
