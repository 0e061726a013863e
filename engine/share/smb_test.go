package share_test

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// rules.md, "Open by disposition": absent, present, and what it needs at least.
func TestDispositions(t *testing.T) {
	for _, row := range []struct{ disposition, absent, present, needs string }{
		{"OPEN", "OBJECT_NAME_NOT_FOUND", "opened", ""}, {"CREATE", "created", "OBJECT_NAME_COLLISION", ""},
		{"OPEN_IF", "created", "opened", ""},
		{"OVERWRITE", "OBJECT_NAME_NOT_FOUND", "overwritten", "W"}, {"OVERWRITE_IF", "created", "overwritten", "W"},
		{"SUPERSEDE", "created", "superseded", "D"},
	} {
		say := func(path, access string) string {
			b := file(t, "seed: put-range path=s/f body=xxxxx range=0-4")
			a := b.Say("ann: smb-create path=" + path + " access=" + access + " disposition=" + row.disposition)
			if !a.Accepted() {
				return short(a)
			}
			action := a.Field("action").String()
			if size := b.Property("file "+path, "size"); (size == "10") != (action == "opened") {
				t.Errorf("%s: %s, the file has %s bytes", row.disposition, action, size)
			}
			return action
		}
		if got := say("s/x", "RWD"); got != row.absent {
			t.Errorf("%s, absent: %s, want %s", row.disposition, got, row.absent)
		}
		if got := say("s/f", "RWD"); got != row.present {
			t.Errorf("%s, present: %s, want %s", row.disposition, got, row.present)
		}
		if row.needs != "" {
			if got := say("s/f", strings.Replace("RWD", row.needs, "", 1)); got != "ACCESS_DENIED" {
				t.Errorf("%s without %s: %s", row.disposition, row.needs, got)
			}
		}
	}
}

// rules.md, "NTSTATUS values": the numbers.
func TestNumbersOfStatuses(t *testing.T) {
	want := map[string]uint32{"SHARING_VIOLATION": 0xC0000043, "DELETE_PENDING": 0xC0000056,
		"END_OF_FILE": 0xC0000011, "FILE_LOCK_CONFLICT": 0xC0000054, "LOCK_NOT_GRANTED": 0xC0000055,
		"RANGE_NOT_LOCKED": 0xC000007E, "OBJECT_NAME_NOT_FOUND": 0xC0000034, "OBJECT_NAME_COLLISION": 0xC0000035,
		"ACCESS_DENIED": 0xC0000022,
		"CANNOT_DELETE": 0xC0000121, "DIRECTORY_NOT_EMPTY": 0xC0000101, "FILE_CLOSED": 0xC0000128,
		"INVALID_LOCK_RANGE": 0xC00001A1,
		"INVALID_PARAMETER":  0xC000000D}
	met := map[string]bool{}
	for _, op := range service.Ops {
		for _, r := range op.Refuses {
			if name, smb := strings.CutPrefix(r.Fault.Code, "STATUS_"); smb {
				met[name] = true
				if uint32(r.Fault.Status) != want[name] {
					t.Errorf("%s is %#x", name, r.Fault.Status)
				}
			}
		}
	}
	for name := range want {
		if !met[name] {
			t.Errorf("nothing refuses with %s", name)
		}
	}
}

// bothOpen is ann with a handle on the file and ben with one that may delete it; marked is the file marked by ben.
var (
	bothOpen = []string{"ann a: smb-create path=s/f access=RW share=RWD",
		"ben b: smb-create path=s/f access=D share=RWD"}
	marked = append(bothOpen[:2:2], "ben: smb-set-disposition handle=$b.handle delete=true")
)

// rules.md, "Deleting over SMB", rows X2 to X9.
func TestDeletingOverSMB(t *testing.T) {
	t.Run("X2 set-disposition marks at once", func(t *testing.T) {
		b := file(t, marked...)
		b.Want("cy: get-file path=s/f", "409 DeletePending")
	})
	t.Run("X4 a pending file cannot be opened, before any other check", func(t *testing.T) {
		b := file(t, marked...)
		b.Want("cy: smb-create path=s/f share=RWD", "DELETE_PENDING")
		b.Want("cy: smb-create path=s/f access=RW share=none", "DELETE_PENDING")
		b.Want("cy: smb-create path=s/f access=R share=RWD disposition=OVERWRITE", "DELETE_PENDING")
		b.Want("cy: smb-create path=s/f access=R share=RWD disposition=CREATE", "DELETE_PENDING")
	})
	t.Run("X5 existing handles go on", func(t *testing.T) {
		b := file(t, marked...)
		b.Want("ann: smb-write handle=$a.handle body=x", success)
		b.Want("ann: smb-read handle=$a.handle length=1", success, "body=x")
	})
	t.Run("X6 any handle with D may take the mark off", func(t *testing.T) {
		b := file(t, append(marked[:3:3], "cy: list-handles path=s/f")...)
		b.Want("ann: smb-set-disposition handle=$a.handle delete=false", "ACCESS_DENIED")
		b.Want("ben: smb-set-disposition handle=$b.handle delete=false", success)
		b.Want("cy: get-file path=s/f", "200")
	})
	t.Run("X7 taking the mark off does nothing for delete-on-close", func(t *testing.T) {
		b := file(t, "ben b: smb-create path=s/f access=D share=RWD delete-on-close=true",
			"ben: smb-set-disposition handle=$b.handle delete=false",
			"ben: smb-close handle=$b.handle")
		b.Want("cy: get-file path=s/f", "404 ResourceNotFound")
	})
	t.Run("X8 the name is free from the last close on", func(t *testing.T) {
		b := file(t, append(marked[:3:3], "ben: smb-close handle=$b.handle")...)
		b.Want("cy: create-file path=s/f size=1", "409 DeletePending")
		b.Want("ann: smb-close handle=$a.handle", success)
		b.Want("cy: create-file path=s/f size=1", "201")
	})
	t.Run("X9 alone: gone at the close", func(t *testing.T) {
		b := file(t, "ben b: smb-create path=s/f access=D", "ben: smb-set-disposition handle=$b.handle delete=true",
			"ben: smb-close handle=$b.handle")
		b.Want("cy: get-file path=s/f", "404 ResourceNotFound")
	})
}

// rules.md, "Deleting over SMB", rows X10 to X15.
func TestWhatStopsADelete(t *testing.T) {
	t.Run("X10 errors", func(t *testing.T) {
		b := file(t, "seed: create-directory path=s/d", "seed: create-file path=s/d/g size=1",
			"ben b: smb-create path=s/f access=D share=RWD",
			"ben d: smb-create path=s/d access=D share=RWD directory=true",
			"ben r: smb-create path=s/f access=R share=RWD")
		b.Want("ben: smb-set-disposition handle=$r.handle delete=true", "ACCESS_DENIED")
		b.Want("ben: smb-create path=s/f access=R share=RWD delete-on-close=true", "ACCESS_DENIED")
		b.Want("ben: smb-set-disposition handle=$d.handle delete=true", "DIRECTORY_NOT_EMPTY")
		b.Want("seed: set-file-properties path=s/f attributes=ReadOnly", "200")
		b.Want("ben: smb-set-disposition handle=$b.handle delete=true", "CANNOT_DELETE")
		b.Want("ben: smb-create path=s/f access=W share=RWD", "ACCESS_DENIED")
		b.Want("ben: smb-create path=s/f access=D share=RWD delete-on-close=true", "CANNOT_DELETE")
	})
	t.Run("X11 to open for delete every data handle must share D", func(t *testing.T) {
		file(t, "ann: smb-create path=s/f access=R share=RW").Want("ben: smb-create path=s/f access=D share=RWD",
			"SHARING_VIOLATION")
		file(t, "ann: smb-create path=s/f share=none").Want("ben: smb-create path=s/f access=D share=RWD", success)
	})
	t.Run("X12 pending files are not listed", func(t *testing.T) {
		file(t, marked...).Want("cy: list-directories-and-files path=s", "200", "count=0")
	})
	t.Run("X15 a crashed client keeps the file pending", func(t *testing.T) {
		b := file(t, bothOpen[1])
		b.Set("share", "session", "60")
		b.Say("ann a: smb-create path=s/f access=RW share=RWD")
		b.Want("ben: smb-set-disposition handle=$b.handle delete=true", success)
		b.Want("ben: smb-close handle=$b.handle", success)
		b.Wait(time.Minute) // a client that answers keeps its session
		b.Want("cy: get-file path=s/f", "409 DeletePending")
		b.Set("ann", "responsive", "off")
		b.Wait(time.Minute)
		b.Want("cy: get-file path=s/f", "404 ResourceNotFound")
		b = file(t, marked...)
		b.Want("ben: smb-close handle=$b.handle", success)
		b.Want("cy: force-close-handles path=s/f handle=*", "200", "closed=1")
		b.Want("cy: get-file path=s/f", "404 ResourceNotFound")
	})
}

// lines says lines, each with its answer behind it, to a file behind some others.
func lines(t *testing.T, setup []string, rows ...string) {
	t.Helper()
	b := file(t, setup...)
	for i := 0; i < len(rows); i += 2 {
		b.Want(rows[i], rows[i+1])
	}
}

// rules.md, "Byte-range locks" (SMB), row by row.
func TestByteRangeLocks(t *testing.T) {
	two := []string{"ann a: smb-create path=s/f access=RW share=RWD", "ben b: smb-create path=s/f access=RW share=RWD"}
	exclusive, shared := append(two[:2:2], "ann: smb-lock handle=$a.handle offset=2 length=3"), append(two[:2:2],
		"ann: smb-lock handle=$a.handle offset=2 length=3 kind=shared")

	// L2
	lines(t, exclusive, "ben: smb-read handle=$b.handle offset=4 length=1", "FILE_LOCK_CONFLICT",
		"ben: smb-write handle=$b.handle offset=2 body=x", "FILE_LOCK_CONFLICT",
		"ben: smb-read handle=$b.handle offset=5", success, "ann: smb-read handle=$a.handle", success,
		"ann: smb-write handle=$a.handle offset=2 body=x", success)
	// L3
	lines(t, shared, "ben: smb-read handle=$b.handle", success,
		"ben: smb-lock handle=$b.handle offset=0 length=9 kind=shared", success,
		"ben: smb-write handle=$b.handle offset=4 body=x", "FILE_LOCK_CONFLICT",
		"ann: smb-write handle=$a.handle offset=4 body=x", "FILE_LOCK_CONFLICT")
	// L4
	lines(t, exclusive, "ann: smb-lock handle=$a.handle offset=4 length=1 fail-immediately=true", "LOCK_NOT_GRANTED",
		"ben: smb-lock handle=$b.handle offset=4 length=1 kind=shared fail-immediately=true", "LOCK_NOT_GRANTED",
		// a shared lock over the handle's own exclusive one: two unlocks, the exclusive one first
		"ann: smb-lock handle=$a.handle offset=2 length=3 kind=shared fail-immediately=true", success,
		"ann: smb-write handle=$a.handle offset=2 body=x", "FILE_LOCK_CONFLICT",
		"ann: smb-unlock handle=$a.handle offset=2 length=3", success,
		"ben: smb-read handle=$b.handle offset=2 length=1", success,
		"ben: smb-write handle=$b.handle offset=2 body=x", "FILE_LOCK_CONFLICT",
		"ann: smb-unlock handle=$a.handle offset=2 length=3", success,
		"ben: smb-write handle=$b.handle offset=2 body=x", success)
	// L14
	lines(t, two, "ann: smb-read handle=$a.handle offset=9 length=5", success,
		"ann: smb-read handle=$a.handle offset=10 length=1", "END_OF_FILE",
		"ann: smb-read handle=$a.handle offset=99", "END_OF_FILE",
		"ann: smb-read handle=$a.handle offset=99 length=0", success)
	lines(t, append(two[:2:2], "ben: smb-lock handle=$b.handle offset=20 length=9"),
		"ann: smb-read handle=$a.handle offset=20 length=1", "FILE_LOCK_CONFLICT")
	// L5: those that wait are granted first come, first served.
	b := file(t, exclusive...)
	b.Want("ben w1: smb-lock handle=$b.handle offset=0 length=9", "waits")
	b.Want("ben w2: smb-lock handle=$b.handle offset=4 length=9", "waits")
	b.Want("ann: smb-unlock handle=$a.handle offset=2 length=3", success)
	if first, second := b.decided("w1"), b.decided("w2"); first != success || second != "" {
		t.Errorf("the first waiter has %q, the second %q", first, second)
	}
	b.Want("ben: smb-unlock handle=$b.handle offset=0 length=9", success)
	if second := b.decided("w2"); second != success {
		t.Errorf("the second waiter has %q", second)
	}
	// L7
	lines(t, exclusive, "ben: smb-lock handle=$b.handle offset=5 length=1 fail-immediately=true", success,
		"ben: smb-lock handle=$b.handle offset=4 length=1 fail-immediately=true", "LOCK_NOT_GRANTED",
		"ben: smb-lock handle=$b.handle offset=0 length=0 fail-immediately=true", success,
		"ben: smb-lock handle=$b.handle offset=5000 length=10 fail-immediately=true", success,
		"ben: smb-lock handle=$b.handle offset=9223372036854775807 length=2", "INVALID_LOCK_RANGE")
	// L8
	lines(t, exclusive, "ann: smb-unlock handle=$a.handle offset=2 length=2", "RANGE_NOT_LOCKED",
		"ben: smb-unlock handle=$b.handle offset=2 length=3", "RANGE_NOT_LOCKED",
		"ann: smb-unlock handle=$a.handle offset=2 length=3", success)
	// L9
	lines(t, exclusive, "ann: smb-close handle=$a.handle", success,
		"ben: smb-lock handle=$b.handle offset=2 length=3 fail-immediately=true", success)
	// L11, L12, L13: where the lock is does not count.
	const locked = "409 FileLockConflict"
	lines(t, exclusive, "cy: put-range path=s/f range=9-9 body=x", locked, "cy: get-file path=s/f range=9-9", locked,
		"cy: list-ranges path=s/f", locked,
		"cy: create-file path=s/f size=10", locked, "cy: set-file-properties path=s/f size=9", locked,
		"cy: set-file-properties path=s/f", "200",
		"cy: set-file-metadata path=s/f", "200", "cy: get-file-properties path=s/f", "200",
		"cy: get-file-metadata path=s/f", "200",
		"cy: list-directories-and-files path=s", "200")
	lines(t, shared, "cy: get-file path=s/f", "200", "cy: list-ranges path=s/f", "200",
		"cy: put-range path=s/f range=9-9 body=x", locked)
}

// rules.md, "What REST does to oplocks", rows K1 to K6.
func TestCachesAndBreaks(t *testing.T) {
	cached := []string{"ann a: smb-create path=s/f access=RW share=RWD oplock=RWH",
		"ann: smb-write handle=$a.handle body=AA"}
	b := file(t, cached...)
	b.Want("ann: smb-read handle=$a.handle length=3", success, "body=AA\x00") // K6: the client sees its own
	if got := b.Property("file s/f", "body"); strings.Contains(got, "A") {
		t.Errorf("a cached write is on the share: %q", got)
	}
	b.Want("cy: get-file path=s/f range=0-1", "206", "body=AA") // K1
	// K2: the shorter of the request's timeout and 30 seconds.
	for _, row := range []struct {
		timeout string
		lasts   time.Duration
	}{{"", 30 * time.Second}, {" timeout=5", 5 * time.Second}, {" timeout=60", 30 * time.Second}} {
		b := file(t, cached...)
		b.Set("ann", "responsive", "off")
		b.Want("cy g: get-file path=s/f"+row.timeout, "waits")
		b.Wait(row.lasts - time.Millisecond)
		if got := b.decided("g"); got != "" {
			t.Errorf("timeout%s: %s before its time", row.timeout, got)
		}
		b.Wait(time.Millisecond)
		if got := b.decided("g"); got != "500 ClientCacheFlushDelay" {
			t.Errorf("timeout%s: %q", row.timeout, got)
		}
	}
	// A client that answers in time: the request goes on.
	b = file(t, cached...)
	b.Set("ann", "responsive", "off")
	b.Want("cy g: get-file path=s/f", "waits")
	b.Set("ann", "responsive", "on")
	if a := b.World.Named("g").Answer; a.Status != 200 || !strings.HasPrefix(a.Field("body").String(), "AA") {
		t.Errorf("after the client answered: %s", a)
	}
	// K3: a kept handle gives way to another open too; its client comes back to it without a break.
	b = file(t, "ann a: smb-create path=s/f access=R share=none oplock=RH", "ann: smb-close handle=$a.handle")
	b.Want("ann: smb-read handle=$a.handle", "FILE_CLOSED")
	b.Want("ben: smb-create path=s/f access=RW share=none", success)
	b = file(t, "ann a: smb-create path=s/f access=R share=none oplock=RH", "ann: smb-close handle=$a.handle")
	b.Want("ann: smb-create path=s/f access=RW share=none", success)
	// Another client's open breaks a write cache; if the client is silent the open goes on after 30 seconds, without
	// what it had.
	b = file(t, cached...)
	b.Want("ben o: smb-create path=s/f access=R share=RWD", success)
	b.Want("ben: smb-read handle=$o.handle length=2", success, "body=AA")
	b = file(t, cached...)
	b.Set("ann", "responsive", "off")
	b.Want("ben o: smb-create path=s/f access=R share=RWD", "waits")
	b.Wait(30 * time.Second)
	if got := b.decided("o"); got != success {
		t.Errorf("an open that waited out: %q", got)
	}
	// Flush and close write back, too, with a new ETag each (rules.md, "State").
	b = file(t, cached...)
	tag := b.Property("file s/f", "etag")
	b.Want("ann: smb-flush handle=$a.handle", success)
	if got := b.Property("file s/f", "etag"); got == tag {
		t.Error("a flush keeps the ETag")
	}
}

// A handle belongs to its client, and is over once it is closed.
func TestHandles(t *testing.T) {
	b := file(t, "ann a: smb-create path=s/f access=RW share=RWD")
	b.Step(engine.Tell{To: "ben", What: engine.Ref("a.handle", false)})
	b.Want("ben: smb-read handle=$a.handle", "FILE_CLOSED")
	b.Want("ann: smb-read handle=8-000000000000", "FILE_CLOSED")
	b.Want("ann: smb-close handle=$a.handle", success)
	b.Want("ann: smb-close handle=$a.handle", "FILE_CLOSED")
}

// rules.md, "Order of checks", an SMB open: name absent, pending, attribute, others' oplocks and share modes, truncate.
func TestOrderOfAnOpen(t *testing.T) {
	b := file(t, "ann a: smb-create path=s/f access=R share=R", "ben: smb-create path=s/f share=RWD")
	b.Want("seed: create-directory path=s/d", "201")
	b.Want("cy: smb-create path=t/f access=Q", "INVALID_PARAMETER")
	b.Want("cy: smb-create path=t/f access=R", "OBJECT_NAME_NOT_FOUND")
	b.Want("cy: smb-create path=s/no/f access=R", "OBJECT_NAME_NOT_FOUND")
	b.Want("cy: smb-create path=s/d access=R", "OBJECT_NAME_COLLISION")
	b.Want("cy: smb-create path=s/f access=R disposition=OVERWRITE", "ACCESS_DENIED")
	b.Want("cy: smb-create path=s/f access=W disposition=OVERWRITE", "SHARING_VIOLATION")
	if b.Property("file s/f", "size") != "10" {
		t.Error("a refused open has truncated the file")
	}
}
