package blob_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// rules.md, "What changes ETag and Last-Modified": of the blob, of the container.
func TestWhatChangesTheETag(t *testing.T) {
	for _, row := range []struct {
		op              string
		blob, container bool
	}{
		{"put-blob path=wiki/x body=2", true, false}, {"set-blob-metadata path=wiki/x meta.a=1", true, false},
		{"set-blob-properties path=wiki/x content-type=text/plain", true, false},
		{"acquire-blob-lease path=wiki/x duration=15", false, false}, {"snapshot-blob path=wiki/x", false, false},
		{"snapshot-blob path=wiki/x meta.a=1", false, false}, {"set-blob-tags path=wiki/x tag.a=1", false, false},
		{"set-blob-tier path=wiki/x tier=Cool", false, false}, {"get-blob path=wiki/x", false, false},
		{"list-blobs path=wiki", false, false}, {"list-containers", false, false},
		{"delete-blob path=wiki/x snapshots=only", false, false},
		{"set-container-metadata path=wiki meta.a=1", false, true},
		{"set-container-acl path=wiki policy.p=r", false, true},
		{"acquire-container-lease path=wiki duration=15", false, false}, {"put-blob path=wiki/y body=1", false, false},
		{"delete-blob path=wiki/other", false, false}, {"get-container-properties path=wiki", false, false},
		{"put-block path=wiki/x block=AAAA body=1", false, false},
		{"put-block-from-url path=wiki/x block=AAAA source=wiki/other", false, false},
		{"put-block-list path=wiki/x blocks=[]", true, false}, {"get-block-list path=wiki/x list=all", false, false},
		{"copy-blob path=wiki/x source=wiki/other", true, false},
		{"copy-blob-from-url path=wiki/x source=wiki/other", true, false},
		{"copy-blob path=wiki/copy source=wiki/x", false, false}, {"set-blob-properties path=wiki/x", true, false},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
			"seed: put-blob path=wiki/other body=1")
		b.Wait(2 * time.Second)
		stamps := func(object string) string {
			return fmt.Sprint(b.Property(object, "etag"), b.Property(object, "last-modified"),
				b.Property(object, "version"))
		}
		blob, container := stamps("blob wiki/x"), stamps("container wiki")
		b.All("ann: " + row.op)
		if got := stamps("blob wiki/x") != blob; got != row.blob {
			t.Errorf("%s: the blob's stamps changed: %v", row.op, got)
		}
		if got := stamps("container wiki") != container; got != row.container {
			t.Errorf("%s: the container's stamps changed: %v", row.op, got)
		}
	}
	for _, verb := range []string{"renew-#-lease path=@ lease=guid:A", "change-#-lease path=@ lease=guid:A id=guid:B",
		"release-#-lease path=@ lease=guid:A",
		"break-#-lease path=@"} {
		for kind, path := range map[string]string{"blob": "wiki/x", "container": "wiki"} {
			b := newBench(t)
			b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
			b.lease(kind, path, "leased", false)
			before := b.Property(kind+" "+path, "etag")
			b.All("ann: " + strings.NewReplacer("#", kind, "@", path).Replace(verb))
			if b.Property(kind+" "+path, "etag") != before {
				t.Errorf("%s %s: the ETag changed", verb, kind)
			}
		}
	}
}

// rules.md, "What changes ETag and Last-Modified", Snapshot Blob: the snapshot has the base's stamps unless metadata
// was sent.
func TestStampsOfASnapshot(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	base := b.Say("ann: put-blob path=wiki/x body=1 meta.k=v")
	b.Wait(2 * time.Second)
	plain, own := b.Say("ann s1: snapshot-blob path=wiki/x"), b.Say("ann s2: snapshot-blob path=wiki/x meta.k=w")
	if !plain.Field("etag").Equal(base.Field("etag")) ||
		!plain.Field("last-modified").Equal(base.Field("last-modified")) {
		t.Errorf("without metadata: %+v, the base has %+v", plain, base)
	}
	if own.Field("etag").Equal(base.Field("etag")) || own.Field("last-modified").String() != "00:02.0" {
		t.Errorf("with metadata: %+v, the base has %+v", own, base)
	}
	if got := b.Say("ann: get-blob path=wiki/x snapshot=$s1.snapshot").Field("meta.k").String(); got != "v" {
		t.Errorf("the first snapshot has the metadata %q", got)
	}
	if got := b.Say("ann: get-blob-metadata path=wiki/x snapshot=$s2.snapshot").Field("meta.k").String(); got != "w" {
		t.Errorf("the second snapshot has the metadata %q", got)
	}
}

// rules.md, "Snapshots and deletes", row by row.
func TestSnapshotsAndDeletes(t *testing.T) {
	for _, row := range []struct{ before, line, answer, left string }{ // left: blob, snapshots that are left, as `1 1`
		{"", "snapshot-blob path=wiki/x", "201", "blob 1"},
		{"", "snapshot-blob path=wiki/none", "404 BlobNotFound", "blob 0"},
		{"seed s: snapshot-blob path=wiki/x", "snapshot-blob path=wiki/x snapshot=$s.snapshot",
			"400 InvalidQueryParameterValue", "blob 1"},
		{"", "delete-blob path=wiki/x", "202", "gone 0"},
		{"seed s: snapshot-blob path=wiki/x", "delete-blob path=wiki/x", "409 SnapshotsPresent", "blob 1"},
		{"seed s: snapshot-blob path=wiki/x", "delete-blob path=wiki/x snapshots=include", "202", "gone 0"},
		{"", "delete-blob path=wiki/x snapshots=include", "202", "gone 0"},
		{"seed s: snapshot-blob path=wiki/x", "delete-blob path=wiki/x snapshots=only", "202", "blob 0"},
		{"", "delete-blob path=wiki/x snapshots=only", "202", "blob 0"},
		{"seed s: snapshot-blob path=wiki/x", "delete-blob path=wiki/x snapshot=$s.snapshot", "202", "blob 0"},
		{"seed s: snapshot-blob path=wiki/x", "delete-blob path=wiki/x snapshot=$s.snapshot snapshots=only",
			"400 InvalidQueryParameterValue", "blob 1"},
		{"seed s: snapshot-blob path=wiki/x", "set-blob-metadata path=wiki/x snapshot=$s.snapshot",
			"400 InvalidOperation", "blob 1"},
		{"seed s: snapshot-blob path=wiki/x", "put-blob path=wiki/x body=2 snapshot=$s.snapshot",
			"400 InvalidOperation", "blob 1"},
		{"seed s: snapshot-blob path=wiki/x", "acquire-blob-lease path=wiki/x duration=15 snapshot=$s.snapshot",
			"400 InvalidOperation", "blob 1"},
		{"seed s: snapshot-blob path=wiki/x", "put-blob path=wiki/x body=2", "201", "blob 1"},
		{"seed s: delete-blob path=wiki/x", "delete-blob path=wiki/x", "404 BlobNotFound", "gone 0"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		if row.before != "" {
			b.All(row.before)
			if strings.Contains(row.line, "$s") {
				b.Step(tell("ann", "s.snapshot"))
			}
		}
		etag := b.Property("blob wiki/x", "etag")
		b.Want("ann: "+row.line, row.answer)
		left, count := "gone", 0
		for object := range b.World.Objects() {
			if object == engine.ParseObject("blob wiki/x") {
				left = "blob"
			}
			if object.Kind == "snapshot" {
				count++
			}
		}
		if got := fmt.Sprint(left, " ", count); got != row.left {
			t.Errorf("%s after %q leaves %s, want %s", row.line, row.before, got, row.left)
		}
		if left == "blob" && !strings.HasPrefix(row.line, "put") && b.Property("blob wiki/x", "etag") != etag {
			t.Errorf("%s changed the ETag", row.line)
		}
	}
}

// rules.md, "Snapshots and deletes": no two snapshots share an id, and ids grow, also where the clock stands still and
// after the blob was made again.
func TestSnapshotIDsGrow(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	last := ""
	for i := range 6 {
		b.All("ann: put-blob path=wiki/x body=1")
		id := b.Say("ann: snapshot-blob path=wiki/x").Field("snapshot").String()
		if id <= last {
			t.Errorf("%s comes after %s", id, last)
		}
		last = id
		if i%2 == 1 {
			b.All("ann: delete-blob path=wiki/x snapshots=include")
		}
		if i == 3 {
			b.Wait(time.Second)
		}
	}
}

// rules.md, "Snapshots and deletes" and "Using a blob while leased": a snapshot keeps what the blob was, and can be
// read as long as it is there.
func TestASnapshotKeepsWhatWas(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann: put-blob path=wiki/x body=old", "ann s: snapshot-blob path=wiki/x",
		"ann: put-blob path=wiki/x body=new")
	if got := b.Want("ann: get-blob path=wiki/x snapshot=$s.snapshot", "200").Field("body").String(); got != "old" {
		t.Errorf("the snapshot holds %q", got)
	}
	b.Want("ann: get-blob path=wiki/x snapshot=$s.snapshot lease=guid:A", npb)
	b.All("ann: delete-blob path=wiki/x snapshot=$s.snapshot")
	why := b.Want("ben: get-blob path=wiki/x snapshot=2026-01-05T09:00:00.0000001Z", "404 BlobNotFound").Why
	if why.Since.By != "ann" {
		t.Errorf("removed by %+v", why.Since)
	}
}

// rules.md, "Containers: create and delete", row by row, and R29.
func TestCreateAndDeleteContainers(t *testing.T) {
	b := newBench(t)
	b.Want("ann: create-container path=wiki", "201")
	b.Want("ben: create-container path=wiki", "409 ContainerAlreadyExists")
	b.All("ben: put-blob path=wiki/x body=1", "ben: acquire-blob-lease path=wiki/x duration=-1",
		"ben: snapshot-blob path=wiki/x")
	b.Want("ann: delete-container path=wiki", "202")
	why := b.Want("ben: create-container path=wiki", "409 ContainerBeingDeleted").Why
	if why.Rule.Kind != "unfinished" || why.Since.By != "ann" || why.Until != 30000 {
		t.Errorf("the cause is %+v", why)
	}
	for _, line := range []string{"put-blob path=wiki/x body=2", "get-blob path=wiki/x", "delete-blob path=wiki/x",
		"get-container-properties path=wiki",
		"set-container-metadata path=wiki", "delete-container path=wiki", "list-blobs path=wiki",
		"acquire-container-lease path=wiki duration=15"} {
		if why := b.Want("ben: "+line, "404 ContainerNotFound").Why; why.Since.By != "ann" {
			t.Errorf("%s: the cause is %+v", line, why)
		}
	}
	b.Wait(30*time.Second - time.Millisecond)
	b.Want("ben: create-container path=wiki", "409 ContainerBeingDeleted")
	b.Wait(time.Millisecond)
	b.Want("ben: create-container path=wiki", "201")
	b.Want("ben: get-blob path=wiki/x", "404 BlobNotFound")
	b.Want("ben: delete-container path=other", "404 ContainerNotFound")
	if got := b.Say("ben: list-containers").Field("0.name").String(); got != "wiki" {
		t.Errorf("the list begins with %q", got)
	}
}

// rules.md, "Limits and input rules", row by row as far as they concern what is here: at the limit, and behind it.
func TestLimits(t *testing.T) {
	many := func(prefix, value string, n int) string {
		words := ""
		for i := range n {
			words += fmt.Sprintf(" %s%d=%s", prefix, i, value)
		}
		return words
	}
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, row := range [][2]string{
		{"create-container path=ab", "400 OutOfRangeInput"}, {"create-container path=abc", "201"},
		{"create-container path=" + x(63), "201"},
		{"create-container path=" + x(64), "400 OutOfRangeInput"},
		{"create-container path=Abc", "400 InvalidResourceName"},
		{"create-container path=a_c", "400 InvalidResourceName"},
		{"create-container path=-ab", "400 InvalidResourceName"},
		{"create-container path=ab-", "400 InvalidResourceName"},
		{"create-container path=a--b", "400 InvalidResourceName"},
		{"create-container path=a-1", "201"}, {"create-container path=$root", "201"},
		{"create-container path=$web", "201"},
		{"create-container path=$logs", "400 InvalidResourceName"},
		{"get-container-properties path=$logs", "404 ContainerNotFound"},
		{"create-container path=$logs2", "400 InvalidResourceName"},
		{"put-blob path=wiki/ body=1", "400 OutOfRangeInput"}, {"put-blob path=wiki body=1", "400 OutOfRangeInput"},
		{"put-blob path=wiki/" + x(1024) + " body=1", "201"},
		{"put-blob path=wiki/" + x(1025) + " body=1", "400 OutOfRangeInput"},
		{"put-blob path=wiki/" + strings.Repeat("a/", 253) + "a body=1", "201"},
		{"put-blob path=wiki/" + strings.Repeat("a/", 254) + "a body=1", "400 OutOfRangeInput"},
		{"put-blob path=wiki/é@:# body=1", "201"}, {"put-blob path=wiki/a\x7f body=1", "400 InvalidResourceName"},
		{"set-blob-metadata path=wiki/x meta.Camel_1=v", "200"},
		{"set-blob-metadata path=wiki/x meta.a-b=v", "400 InvalidMetadata"},
		{"set-blob-metadata path=wiki/x meta.a=1 meta.A=2", "400 InvalidMetadata"},
		{"set-blob-metadata path=wiki/x meta.\t=1", "400 EmptyMetadataKey"},
		{"set-blob-metadata path=wiki/x meta.a=" + x(8191), "200"},
		{"set-blob-metadata path=wiki/x meta.a=" + x(8192), "400 MetadataTooLarge"},
		{"set-blob-metadata path=wiki/x", "200"},
		{"set-blob-tags path=wiki/x" + many("tag.k", "v", 10), "204"},
		{"set-blob-tags path=wiki/x" + many("tag.k", "v", 11), "400 TagsTooLarge"},
		{"set-blob-tags path=wiki/x tag." + x(128) + "=" + x(256), "204"},
		{"set-blob-tags path=wiki/x tag." + x(129) + "=v", "400 TagsTooLarge"},
		{"set-blob-tags path=wiki/x tag.k=" + x(257), "400 TagsTooLarge"}, {"set-blob-tags path=wiki/x tag.k=", "204"},
		{"set-blob-tags path=wiki/x tag.k=a tag.k=b", "400 DuplicateTagNames"},
		{"set-blob-tags path=wiki/x tag.k=!", "400 InvalidTag"},
		{"put-blob path=wiki/x body=" + x(engine.MaxObject), "201"},
		{"put-blob path=wiki/x body=" + x(engine.MaxObject+1), "413 RequestBodyTooLarge"},
		{"put-blob path=wiki/x body=", "201"}, {"set-container-acl path=wiki" + many("policy.p", "r", 5), "200"},
		{"set-container-acl path=wiki" + many("policy.p", "r", 6), "400 InvalidXmlDocument"},
		{"acquire-blob-lease path=wiki/x duration=15", "201"}, {"acquire-blob-lease path=wiki/x duration=60", "201"},
		{"acquire-blob-lease path=wiki/x duration=-1", "201"},
		{"acquire-blob-lease path=wiki/x duration=61", "400 InvalidHeaderValue"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		if a := b.Say("ann: " + row[0]); a.String() != row[1] {
			t.Errorf("%.80s: %s, want %s", row[0], a, row[1])
		}
	}
}

// rules.md, "Limits and input rules": Set Metadata with no pairs clears; the set is replaced, never merged (R35).
func TestMetadataAndTagsAreReplaced(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann: put-blob path=wiki/x body=1 meta.a=1 tag.t=1",
		"ann: set-blob-metadata path=wiki/x meta.b=2")
	a := b.Say("ben: get-blob-metadata path=wiki/x")
	if !a.Field("meta.a").IsZero() || a.Field("meta.b").String() != "2" {
		t.Errorf("%+v", a.Fields)
	}
	if got := b.Say("ben: get-blob-tags path=wiki/x").Field("tag.t").String(); got != "1" {
		t.Errorf("the tag is %q", got)
	}
	b.All("ann: set-blob-metadata path=wiki/x", "ann: put-blob path=wiki/x body=2")
	if a := b.Say("ben: get-blob-metadata path=wiki/x"); !a.Field("meta.b").IsZero() {
		t.Errorf("%+v", a.Fields)
	}
	if a := b.Say("ben: get-blob-tags path=wiki/x"); !a.Field("tag.t").IsZero() {
		t.Errorf("a Put without tags leaves %+v", a.Fields)
	}
}

// Get with a range (R42); rules.md, "Error codes", InvalidRange.
func TestRanges(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann: put-blob path=wiki/x body=AAAABBBB",
		"ann: put-blob path=wiki/empty body=")
	for _, row := range [][3]string{
		{"0-3", "206", "AAAA"}, {"4-7", "206", "BBBB"}, {"bytes=6-", "206", "BB"}, {"6-99", "206", "BB"},
		{"8-", "416 InvalidRange", ""},
		{"x", "200", "AAAABBBB"}, {"3-1", "200", "AAAABBBB"}, {"0--1", "200", "AAAABBBB"}, {"-3", "200", "AAAABBBB"},
	} {
		if got := b.Want("ben: get-blob path=wiki/x range="+row[0], row[1]).Field("body").String(); got != row[2] {
			t.Errorf("range %s: %q, want %q", row[0], got, row[2])
		}
	}
	b.Want("ben: get-blob path=wiki/empty range=0--1", "200") // as a library asks that wants all of nothing
	b.Want("ben: get-blob path=wiki/empty range=0-", "416 InvalidRange")
	b.Want("ben: get-blob path=wiki/empty", "200")
}

// List Blobs: names in order, pages that follow one another, folded prefixes; nothing twice, nothing left out.
func TestListing(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: create-container path=wiki2", "seed: put-blob path=wiki2/z body=1")
	for _, name := range []string{"b", "a/2", "a/1", "c", "gone"} {
		b.All("seed: put-blob path=wiki/" + name + " body=1")
	}
	b.All("seed: delete-blob path=wiki/gone")
	pages := func(words string) string {
		list, marker := []string{}, ""
		for {
			a := b.Say("ann: list-blobs path=wiki max=2 " + words + marker)
			for i := range 2 {
				for _, kind := range []string{"name", "prefix"} {
					if v := a.Field(fmt.Sprint(i, ".", kind)); !v.IsZero() {
						list = append(list, v.String())
					}
				}
			}
			if a.Field("marker").IsZero() {
				return strings.Join(list, " ")
			}
			marker = " marker=" + a.Field("marker").String()
		}
	}
	for words, want := range map[string]string{"prefix=": "a/1 a/2 b c", "prefix=a/": "a/1 a/2",
		"delimiter=/": "a/ b c"} {
		if got := pages(words); got != want {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}

// List Blobs: what else is listed, of snapshots too (rules.md, "Snapshot").
func TestListingMore(t *testing.T) {
	b := withBlobs(t)
	id := b.Say("ann: snapshot-blob path=wiki/src").Field("snapshot").String()
	b.All("ann: put-block path=wiki/only block=AAAA body=1", "ann: copy-blob path=wiki/x source=wiki/src")
	for words, want := range map[string]string{"": "disk log src x", "include=uncommitted": "disk log only src x",
		"include=snapshots":               "disk log src src x",
		"include=[snapshots,uncommitted]": "disk log only src src x", "include=metadata,tags": "disk log src x"} {
		a := b.Want(strings.TrimSpace("ann: list-blobs path=wiki "+words), "200")
		var names []string
		for i := 0; !a.Field(fmt.Sprint(i, ".name")).IsZero(); i++ {
			names = append(names, a.Field(fmt.Sprint(i, ".name")).String())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q lists %s, want %s", words, got, want)
		}
	}
	a := b.Say("ann: list-blobs path=wiki include=[snapshots,uncommitted,metadata,tags,copy]")
	for field, want := range map[string]string{"2.uncommitted": "true", "2.etag": "", "3.snapshot": id,
		"3.meta.s": "1", "3.tag.t": "1",
		"3.tag-count": "1",
		"4.snapshot":  "", "4.meta.s": "1", "4.tag.t": "1",
		"5.copy-status": "success"} {
		if got := a.Field(field).String(); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	read := b.Want("ann: get-blob-properties path=wiki/src snapshot="+id, "200")
	if read.Field("created").IsZero() || read.Field("tag-count").String() != "1" {
		t.Errorf("a snapshot says %v", read.Fields)
	}
}

// rules.md, "Races", R39: permissions lag behind their ACL.
func TestPermissionsLagBehindTheirACL(t *testing.T) {
	const denied = "403 AuthorizationPermissionMismatch"
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann: set-container-acl path=wiki policy.P=r")
	read := "ben: get-blob path=wiki/x under=P"
	if why := b.Want(read, denied).Why; why.Rule.Kind != "unfinished" || why.Since.By != "ann" || why.Until != 30000 {
		t.Errorf("a new policy: the cause is %+v", why)
	}
	b.Want(read+" choose=1", "200")
	b.Wait(30 * time.Second)
	b.Want(read, "200")
	b.Want("ben: put-blob path=wiki/x body=2 under=P", denied)
	b.All("ann: set-container-acl path=wiki")
	if a := b.Say("ann: get-container-acl path=wiki"); !a.Field("policy.P").IsZero() {
		t.Errorf("the list shows %+v", a.Fields)
	}
	b.Wait(10 * time.Second)
	b.Want(read, "200")
	if why := b.Want(read+" choose=1", denied).Why; why.Rule.Kind != "policy" || why.Since.By != "ann" {
		t.Errorf("a policy that was taken away: the cause is %+v", why)
	}
	b.Wait(20 * time.Second)
	if why := b.Want(read, denied).Why; why.Rule.Kind != "policy" {
		t.Errorf("after 30 seconds: the cause is %+v", why)
	}
	if why := b.Want("ben: get-blob path=wiki/x under=Q", denied).Why; why.Rule.Kind != "" {
		t.Errorf("a policy that never was: the cause is %+v", why)
	}
}

// A blob is as old as its name: what overwrites it does not make it younger, what comes after a delete is new. A copy
// tells when it was over.
func TestWhenABlobWasMade(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
	made := b.Say("ann: get-blob path=wiki/x").Field("created")
	b.Wait(5 * time.Second)
	b.All("ann: put-blob path=wiki/x body=2")
	if a := b.Say("ann: get-blob path=wiki/x"); !a.Field("created").Equal(made) ||
		a.Field("last-modified").Equal(made) {
		t.Errorf("overwritten: %v", a.Fields)
	}
	b.Wait(5 * time.Second)
	b.All("ann: delete-blob path=wiki/x", "ann: put-blob path=wiki/x body=3")
	if a := b.Say("ann: get-blob path=wiki/x"); !a.Field("created").Equal(a.Field("last-modified")) {
		t.Errorf("made again: %v", a.Fields)
	}
	b.Wait(5 * time.Second)
	b.All("ann: copy-blob path=wiki/y source=wiki/x")
	b.Wait(5 * time.Second)
	b.All("ann: set-blob-metadata path=wiki/y meta.a=1")
	if a := b.Say("ann: get-blob-properties path=wiki/y"); a.Field("copy-completed").String() != "00:15.0" {
		t.Errorf("the copy was over at %v", a.Field("copy-completed"))
	}
}

// Access policies are good from their start to their expiry, both in whole: at the start they hold, at the expiry no
// more. The clock of the bench begins on the fifth of January 2026.
func TestAccessPoliciesHoldBetweenTheirDates(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann: set-container-acl path=wiki policy.P=r policy-start.P=2026-01-05T09:01:00Z "+
			"policy-expiry.P=2026-01-05T09:02:00Z")
	read := "ben: get-blob path=wiki/x under=P"
	b.Want(read, "403 AuthenticationFailed")
	b.Wait(time.Minute)
	b.Want(read, "200")
	b.Wait(time.Minute)
	b.Want(read, "403 AuthenticationFailed")
}

// What nobody signed may read what the container lets anybody read: its blobs, and its list only where it is public as
// a whole.
func TestAnybodyReadsWhatIsPublic(t *testing.T) {
	b := newBench(t)
	const denied = "401 NoAuthenticationInformation"
	for _, row := range []struct{ public, read, list string }{{"", denied, denied}, {"public=blob", "200", denied},
		{"public=container", "200", "200"}} {
		b.All("seed: create-container path=wiki "+row.public, "seed: put-blob path=wiki/x body=1")
		b.Want("ben: get-blob path=wiki/x under=anonymous", row.read)
		b.Want("ben: get-blob-properties path=wiki/x under=anonymous", row.read)
		b.Want("ben: list-blobs path=wiki under=anonymous", row.list)
		b.Want("ben: put-blob path=wiki/x body=2 under=anonymous", denied)
		b.Want("ben: put-blob path=wiki/new body=2 under=anonymous", denied)
		b.All("seed: delete-container path=wiki")
		b.Wait(time.Minute)
	}
}

// rules.md, "What a shared access signature allows": the rows of what creates, by the letters of a signature that names
// no policy. The cause names who made what may not be replaced.
func TestASignatureThatAllowsToCreate(t *testing.T) {
	b := newBench(t)
	const lacks, kept = "403 AuthorizationPermissionMismatch", "403 UnauthorizedBlobOverwrite"
	b.All("seed: create-container path=wiki", "ann: put-blob path=wiki/x body=1",
		"ann: put-block path=wiki/u block=AAAA body=1")
	for _, row := range [][3]string{
		{"put-blob path=%s body=2", kept, "201"}, {"put-blob path=%s type=AppendBlob", kept, "201"},
		{"put-blob path=%s type=PageBlob size=512", kept, "201"}, {"copy-blob path=%s source=wiki/x", kept, "202"},
		{"copy-blob-from-url path=%s source=wiki/x", kept, "202"},
		{"put-block path=%s block=AAAA body=2", lacks, lacks}, {"put-block-list path=%s blocks=[]", lacks, lacks},
	} {
		for i, path := range []string{"wiki/x", "wiki/new"} {
			line := strings.ReplaceAll(row[0], "%s", path)
			a := b.Want("ben: "+line+" under=sp=rcl", row[1+i])
			if row[1+i] == kept && a.Why.Since.By != "ann" {
				t.Errorf("%s: made by %q", line, a.Why.Since.By)
			}
			b.Want("ben: "+line+" under=sp=rl", lacks)
		}
		b.Say("ann: delete-blob path=wiki/new")
	}
	b.Want("ben: put-blob path=wiki/u body=2 under=sp=c", "201")
	b.Want("ben: snapshot-blob path=wiki/x under=sp=c", "201")
	b.Want("ben: get-blob path=wiki/x under=sp=c", lacks)
	b.Want("ben: get-blob path=wiki/x under=sp=rc", "200")
	b.Want("ben: set-blob-tags path=wiki/x tag.a=1 under=sp=rc", lacks)
	b.Want("ben: get-blob-tags path=wiki/x under=sp=rc", lacks)
	b.Want("ben: set-blob-tags path=wiki/x tag.a=1 under=sp=tc", "204")
	b.Want("ben: get-blob-tags path=wiki/x under=sp=tc", "200")
}

// A policy that permits to create lets a blob be made, and not replaced.
func TestAPolicyThatPermitsToCreate(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann: set-container-acl path=wiki policy.C=c policy.L=l policy.D=d")
	b.Wait(30 * time.Second)
	b.Want("ben: put-blob path=wiki/x body=1 under=C", "201")
	b.Want("ben: put-blob path=wiki/x body=2 under=C", "403 UnauthorizedBlobOverwrite")
	b.Want("ben: put-blob path=wiki/x body=2 under=L", "403 AuthorizationPermissionMismatch")
	b.Want("ben: list-blobs path=wiki under=L", "200")
	b.Want("ben: list-blobs path=wiki under=C", "403 AuthorizationPermissionMismatch")
	b.Want("ben: delete-blob path=wiki/x under=L", "403 AuthorizationPermissionMismatch")
	b.Want("ben: delete-blob path=wiki/x under=D", "202")
}

// rules.md, "Copy", the rows of x-ms-source-content-md5, x-ms-copy-source-tag-option and x-ms-access-tier. The MD5 is
// that of the text hello, in base64.
func TestWhatACopyIsAskedFor(t *testing.T) {
	const hello, other = "XUFAKrxLKna5cZ2REBfFkg==", "AAAAAAAAAAAAAAAAAAAAAA=="
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/src body=hello tag.state=done",
		"seed: put-blob path=wiki/log type=AppendBlob")
	for _, line := range []string{"copy-blob-from-url path=wiki/c", "put-block-from-url path=wiki/b block=AAAA",
		"append-block-from-url path=wiki/log"} {
		line = "ann: " + line + " source=wiki/src source-md5="
		b.Want(line+other, "400 Md5Mismatch")
		b.Want(line+"x", "400 InvalidMd5")
		if a := b.Say(line + hello); a.Status >= 300 {
			t.Errorf("%s: %s", line, a)
		}
	}
	b.Want("ann: append-block-from-url path=wiki/log source=wiki/src source-range=0-0 source-md5="+hello,
		"400 Md5Mismatch")
	state := func(path, want string) {
		t.Helper()
		if got := b.Say("ann: get-blob-tags path=" + path).Field("tag.state").String(); got != want {
			t.Errorf("%s has the state %q, want %q", path, got, want)
		}
	}
	state("wiki/c", "")
	b.Want("ann: copy-blob-from-url path=wiki/c source=wiki/src tag-option=COPY", "202")
	state("wiki/c", "done")
	b.Want("ann: copy-blob-from-url path=wiki/c source=wiki/src tag-option=REPLACE tag.state=new", "202")
	state("wiki/c", "new")
	b.Want("ann: copy-blob-from-url path=wiki/c source=wiki/src tag-option=COPY tag.state=new",
		"409 BothUserTagsAndSourceTagsCopyPresentException")
	b.Want("ann: copy-blob-from-url path=wiki/c source=wiki/src tag-option=copy", "400 InvalidHeaderValue")
	b.Want("ann: copy-blob path=wiki/c source=wiki/src tier=Cool", "202")
	if tier := b.Say("ann: get-blob-properties path=wiki/c").Field("tier").String(); tier != "Cool" {
		t.Errorf("the tier is %q", tier)
	}
	b.Want("ann: copy-blob path=wiki/c source=wiki/src tier=Frozen", "400 InvalidHeaderValue")
}
