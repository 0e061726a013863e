package blob_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

const page = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

// withBlobs is a bench with one blob of each type, and one to copy.
func withBlobs(t testing.TB) *bench {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=old meta.a=1",
		"seed: put-blob path=wiki/log type=AppendBlob",
		"seed: put-blob path=wiki/disk type=PageBlob size=1024",
		"seed: put-blob path=wiki/src body=new meta.s=1 tag.t=1 content-type=text/plain")
	return b
}

// rows are lines that each begin anew: what was done before, parted by ;, then the request, its answer, and a property
// of a blob. What is given behind the rows stands behind each of their requests.
func checkRows(t *testing.T, rows [][4]string, more ...string) {
	t.Helper()
	for _, row := range rows {
		b := withBlobs(t)
		for line := range strings.SplitSeq(row[0], "; ") {
			if line != "" {
				b.All("ben: " + line)
			}
		}
		b.Want("ann: "+row[1]+strings.Join(more, ""), row[2])
		if row[3] == "" {
			continue
		}
		path, rest, _ := strings.Cut(row[3], " ")
		name, want, _ := strings.Cut(rest, "=")
		if got := b.Property("blob wiki/"+path, name); got != want {
			t.Errorf("%s; %s: %s of %s is %q, want %q", row[0], row[1], name, path, got, want)
		}
	}
}

// rules.md, "Block blobs", row by row.
func TestBlockBlobs(t *testing.T) {
	const a, two = "put-block path=wiki/n block=AAAA body=a", "put-block path=wiki/n block=AAAA body=a; put-block " +
		"path=wiki/n block=BBBB body=b"
	id := func(n int) string {
		return strings.Repeat("QUFB", n/3) + map[int]string{0: "", 1: "QQ==", 2: "QUE="}[n%3]
	}
	checkRows(t, [][4]string{
		{a, "put-block path=wiki/n block=AAAA body=z", "201", "n staged.AAAA=z"},
		{"", "put-block path=wiki/x block=AAAA body=z", "201", "x body=old"},
		{a, "get-blob path=wiki/n", "404 BlobNotFound", "n uncommitted=true"},
		{a, "get-blob-properties path=wiki/n", "404 BlobNotFound", ""},
		{a, "set-blob-metadata path=wiki/n", "404 BlobNotFound", ""},
		{a, "snapshot-blob path=wiki/n", "404 BlobNotFound", ""},
		{a, "append-block path=wiki/n body=1", "404 BlobNotFound", ""},
		{a, "copy-blob path=wiki/m source=wiki/n", "404 BlobNotFound", ""},
		{a, "acquire-blob-lease path=wiki/n duration=15", "201", "n lease.state=leased"},
		{a, "delete-blob path=wiki/n", "202", "n gone=true"},
		{a, "put-block path=wiki/n block=AAAAAAAA body=z", "400 InvalidBlobOrBlock", "n staged.AAAA=a"},
		{"", "put-block path=wiki/n block=A body=z", "400 InvalidQueryParameterValue", ""},
		{"", "put-block path=wiki/n body=z", "400 InvalidQueryParameterValue", ""},
		{"", "put-block path=wiki/n block=" + id(64) + " body=z", "201", ""},
		{"", "put-block path=wiki/n block=" + id(65) + " body=z", "400 OutOfRangeInput", ""},
		{"", "put-block-list path=wiki/n blocks=[A]", "400 InvalidBlockId", ""},
		{"", "put-block-list path=wiki/n blocks=[" + id(65) + "]", "400 OutOfRangeInput", ""},
		{"", "put-block path=wiki/n block=AAAA body=", "400 InvalidHeaderValue", ""},
		{"", "put-block path=wiki/log block=AAAA body=z", "409 InvalidBlobType", ""},
		{"", "put-block path=wiki/disk block=AAAA body=z", "409 InvalidBlobType", ""},
		{two, "put-block-list path=wiki/n blocks=[uncommitted,BBBB,AAAA]", "201", "n body=ba"},
		{two + "; put-block-list path=wiki/n blocks=[AAAA]", "put-block-list path=wiki/n blocks=[uncommitted,BBBB]",
			"400 InvalidBlockList", "n body=a"},
		{a + "; put-block-list path=wiki/n blocks=[AAAA]; put-block path=wiki/n block=AAAA body=z",
			"put-block-list path=wiki/n blocks=[committed,AAAA]", "201", "n body=a"},
		{a + "; put-block-list path=wiki/n blocks=[AAAA]; put-block path=wiki/n block=AAAA body=z",
			"put-block-list path=wiki/n blocks=[latest,AAAA]", "201", "n body=z"},
		{a + "; put-block-list path=wiki/n blocks=[AAAA]", "put-block-list path=wiki/n blocks=[latest,AAAA]", "201",
			"n body=a"},
		{a, "put-block-list path=wiki/n blocks=[uncommitted,AAAA,CCCC]", "400 InvalidBlockList", "n staged.AAAA=a"},
		{"put-block path=wiki/x block=AAAA body=a", "put-block-list path=wiki/x blocks=[AAAA]", "201", "x metadata.a="},
		{a, "put-block-list path=wiki/n blocks=[AAAA,AAAA]", "201", "n body=aa"},
		{a + "; put-block-list path=wiki/n blocks=[AAAA]; put-block path=wiki/n block=AAAA body=z",
			"put-block-list path=wiki/n blocks=[committed,AAAA,uncommitted,AAAA]", "400 InvalidBlockList",
			"n staged.AAAA=z"},
		{two, "put-block-list path=wiki/n blocks=[uncommitted,AAAA,latest,BBBB,uncommitted,AAAA]", "201", "n body=aba"},
		{"", "put-block-list path=wiki/n blocks=[]", "201", "n version=1"},
		{"put-block path=wiki/x block=AAAA body=a", "put-block-list path=wiki/x blocks=[]", "201", "x staged.AAAA="},
		{"put-block path=wiki/x block=AAAA body=a", "put-blob path=wiki/x body=2", "201", "x staged.AAAA="},
		{"put-block path=wiki/x block=AAAA body=a; delete-blob path=wiki/x", "get-block-list path=wiki/x",
			"404 BlobNotFound", ""},
		{"put-block path=wiki/x block=AAAA body=a", "copy-blob path=wiki/x source=wiki/x", "202", "x staged.AAAA="},
		{"put-block path=wiki/x block=AAAA body=a", "copy-blob path=wiki/x source=wiki/src", "202", "x staged.AAAA="},
		{"", "get-block-list path=wiki/n", "404 BlobNotFound", ""},
		{"", "put-block-list path=wiki/log blocks=[]", "409 InvalidBlobType", ""},
		{"", "put-block-list path=wiki/disk blocks=[]", "409 InvalidBlobType", ""},
		{"", "put-blob path=wiki/log body=1", "409 InvalidBlobType", ""},
		{"", "put-blob path=wiki/x type=PageBlob size=512", "409 InvalidBlobType", ""},
		{"put-blob path=wiki/x body=2 tag.t=1", "put-blob path=wiki/x body=3", "201", "x tags.t="},
		// rules.md, "Conditions on writes", uncommitted blob
		{a, "put-block-list path=wiki/n blocks=[AAAA] if-none-match=*", "201", ""},
		{a, "put-block-list path=wiki/n blocks=[AAAA] if-match=*", "412 ConditionNotMet", ""},
		{a, "put-block-list path=wiki/n blocks=[AAAA] if-modified-since=00:59.0", "412 ConditionNotMet", ""},
		{a, "put-blob path=wiki/n body=1 if-none-match=*", "201", ""},
		{a, "put-blob path=wiki/n body=1 if-modified-since=00:59.0", "201", ""},
	})
}

// rules.md, "Block blobs": Get Block List has the committed blocks in their order, the staged ones by id; staged ones
// vanish after a week.
func TestBlockLists(t *testing.T) {
	b := withBlobs(t)
	for _, id := range []string{"CCCC", "AAAA", "BBBB"} {
		b.All("ben: put-block path=wiki/n body=1 block=" + id)
	}
	b.All("ben: put-block-list path=wiki/n blocks=[CCCC,AAAA]")
	for _, id := range []string{"EEEE", "DDDD", "EEEE"} {
		b.All("ben: put-block path=wiki/n body=22 block=" + id)
	}
	a := b.Want("ann: get-block-list path=wiki/n list=all", "200")
	if got := fmt.Sprint(a.Field("committed"), a.Field("uncommitted"),
		a.Field("uncommitted-sizes")); got != "[CCCC AAAA] [DDDD EEEE] [2 2]" {
		t.Errorf("the lists are %s", got)
	}
	if a := b.Say("ann: get-block-list path=wiki/n"); !a.Field("uncommitted").IsZero() {
		t.Error("without a word the list has the staged blocks too")
	}
	const week = 7 * 24 * time.Hour
	b.All("ben: put-block path=wiki/only body=1 block=AAAA")
	b.Wait(week - time.Millisecond)
	b.All("ben: put-block path=wiki/n body=1 block=EEEE") // the newest upload counts
	b.Wait(time.Millisecond)
	b.Want("ann: get-block-list path=wiki/only", "404 BlobNotFound")
	if why := b.Want("ann: put-block-list path=wiki/only blocks=[uncommitted,AAAA]",
		"400 InvalidBlockList").Why; why.Since.By != "ben" || why.Since.Request != 0 {
		t.Errorf("thrown away by %+v", why.Since)
	}
	if got := b.Say("ann: get-block-list path=wiki/n list=all").Field("uncommitted").String(); got != "[DDDD EEEE]" {
		t.Errorf("before its week is over the list is %s", got)
	}
	b.Wait(week)
	if got := b.Say("ann: get-block-list path=wiki/n list=all").Field("uncommitted").String(); got != "[]" {
		t.Errorf("after the week the list is %s", got)
	}
}

// rules.md, "Append blobs", row by row.
func TestAppendBlobs(t *testing.T) {
	const four = "append-block path=wiki/log body=AAAA"
	checkRows(t, [][4]string{
		{four, "put-blob path=wiki/log type=AppendBlob", "201", "log body="},
		{four, "append-block path=wiki/log body=BB", "201", "log body=AAAABB"},
		{four, "append-block path=wiki/log body=BB appendpos=4", "201", "log body=AAAABB"},
		{four, "append-block path=wiki/log body=BB appendpos=0", "412 AppendPositionConditionNotMet", "log body=AAAA"},
		{four, "append-block path=wiki/log body=BB maxsize=6", "201", ""},
		{four, "append-block path=wiki/log body=BB maxsize=5", "412 MaxBlobSizeConditionNotMet", "log body=AAAA"},
		{four, "append-block path=wiki/log body=BB maxsize=3", "412 MaxBlobSizeConditionNotMet", ""},
		{four, "append-block path=wiki/log body=BB maxsize=3 appendpos=0", "412 AppendPositionConditionNotMet", ""},
		{"", "append-block path=wiki/none body=B", "404 BlobNotFound", ""},
		{"", "append-block path=wiki/none body=B if-match=*", "404 BlobNotFound", ""},
		{"", "append-block path=wiki/x body=B", "409 InvalidBlobType", ""},
		{"", "get-block-list path=wiki/log", "409 InvalidBlobType", ""},
		{"", "append-block path=wiki/log body=", "400 InvalidHeaderValue", ""},
		{"", "append-block path=wiki/log body=" + strings.Repeat("x", engine.MaxObject+1), "413 RequestBodyTooLarge",
			""},
		{"append-blob-seal path=wiki/log", "append-block path=wiki/log body=B", "409 BlobIsSealed", ""},
		{"append-blob-seal path=wiki/log", "set-blob-metadata path=wiki/log", "200", "log sealed=true"},
		{"", "append-blob-seal path=wiki/log appendpos=1", "412 AppendPositionConditionNotMet", "log sealed=false"},
		{"", "append-blob-seal path=wiki/x", "409 InvalidBlobType", ""},
		{"", "put-blob path=wiki/n type=AppendBlob body=1", "400 InvalidHeaderValue", ""},
	})
	b := withBlobs(t)
	b.All("ann: " + four)
	a := b.Say("ann: " + four)
	if got := fmt.Sprint(a.Field("offset"), " ", a.Field("block-count")); got != "4 2" {
		t.Errorf("the second block: %s", got)
	}
	was := b.Say("ann: get-blob path=wiki/log").Field("etag").String()
	if is := b.Want("ben: append-blob-seal path=wiki/log", "200").Field("etag").String(); is != was {
		t.Errorf("the seal changed the ETag from %s to %s", was, is) // "What changes ETag and Last-Modified"
	}
}

// rules.md, "Page blobs and sequence numbers", row by row.
func TestPageBlobs(t *testing.T) {
	full := strings.Repeat(page, 8)
	put := "put-page path=wiki/disk range=0-511 body=" + full
	seven := "set-blob-properties path=wiki/disk sequence-action=update sequence=7"
	checkRows(t, [][4]string{
		{"", "put-blob path=wiki/n type=PageBlob size=512 sequence=9", "201", "n sequence=9"},
		{"", "put-blob path=wiki/n type=PageBlob", "400 MissingRequiredHeader", ""},
		{"", "put-blob path=wiki/n type=PageBlob size=500", "400 InvalidHeaderValue", ""},
		{"", "put-blob path=wiki/n body=1 size=512", "400 InvalidHeaderValue", ""},
		{seven, put, "201", "disk sequence=7"},
		{"put-blob path=wiki/big type=PageBlob size=8388608",
			"put-page path=wiki/big range=0-4194303 body=" + strings.Repeat("x", 4<<20), "201", ""},
		{"put-blob path=wiki/big type=PageBlob size=8388608",
			"put-page path=wiki/big range=0-4194815 body=" + strings.Repeat("x", 4<<20+512), "413 RequestBodyTooLarge",
			""},
		{seven, "set-blob-properties path=wiki/disk sequence-action=max sequence=9", "200", "disk sequence=9"},
		{seven, "set-blob-properties path=wiki/disk sequence-action=max sequence=5", "200", "disk sequence=7"},
		{seven, "set-blob-properties path=wiki/disk sequence-action=update sequence=5", "200", "disk sequence=5"},
		{seven, "set-blob-properties path=wiki/disk sequence-action=increment", "200", "disk sequence=8"},
		{seven, "set-blob-properties path=wiki/disk sequence-action=increment sequence=1", "400 InvalidHeaderValue",
			"disk sequence=7"},
		{"", "set-blob-properties path=wiki/disk sequence-action=update sequence=-1", "400 InvalidHeaderValue", ""},
		{"", "set-blob-properties path=wiki/disk sequence-action=update sequence=9223372036854775807", "200", ""},
		{"", "set-blob-properties path=wiki/disk sequence-action=update sequence=9223372036854775808",
			"400 InvalidHeaderValue", ""},
		{"set-blob-properties path=wiki/disk sequence-action=update sequence=9223372036854775807",
			"set-blob-properties path=wiki/disk sequence-action=increment",
			"409 SequenceNumberIncrementTooLarge", ""},
		{seven, put + " if-sequence-le=7", "201", ""},
		{seven, put + " if-sequence-le=6", "412 SequenceNumberConditionNotMet", ""},
		{seven, put + " if-sequence-lt=8", "201", ""},
		{seven, put + " if-sequence-lt=7", "412 SequenceNumberConditionNotMet", ""},
		{seven, put + " if-sequence-eq=7", "201", ""},
		{seven, put + " if-sequence-eq=8", "412 SequenceNumberConditionNotMet", ""},
		{seven, put + " if-sequence-eq=7 if-sequence-lt=7", "412 SequenceNumberConditionNotMet", ""},
		{"", put + " if-sequence-eq=x", "400 InvalidHeaderValue", ""},
		{"", "put-page path=wiki/disk range=1-512 body=" + full, "416 InvalidPageRange", ""},
		{"", "put-page path=wiki/disk range=0-510 body=" + full, "416 InvalidPageRange", ""},
		{"", "put-page path=wiki/disk range=0-1023 body=" + full, "400 InvalidHeaderValue", ""},
		{"", "put-page path=wiki/disk range=1024-1535 body=" + full, "416 InvalidPageRange", ""},
		{"", "put-page path=wiki/none range=0-511 body=" + full, "404 BlobNotFound", ""},
		{"", "put-page path=wiki/x range=0-511 body=" + full, "409 InvalidBlobType", ""},
		{"", "get-page-ranges path=wiki/x", "409 InvalidBlobType", ""},
		{put, "put-page path=wiki/disk range=0-511 page-write=clear", "201", "disk pages.0=false"},
		{put, "put-page path=wiki/disk range=0-511 page-write=clear body=" + full, "400 InvalidHeaderValue", ""},
		{seven, "copy-blob path=wiki/n source=wiki/disk", "202", "n sequence=7"},
		{"", "set-blob-properties path=wiki/x size=512", "409 InvalidBlobType", ""},
		{"", "set-blob-properties path=wiki/disk size=2048", "200", "disk body=" + strings.Repeat("\x00", 2048)},
		{"set-blob-properties path=wiki/x content-type=a/b", "set-blob-properties path=wiki/x cache-control=none",
			"200", "x content-type="},
		{"set-blob-properties path=wiki/disk content-type=a/b", seven, "200", "disk content-type=a/b"},
	})
	b := withBlobs(t)
	b.All("ann: "+put, "ann: set-blob-properties path=wiki/disk size=2048",
		"ann: put-page path=wiki/disk range=1536-2047 body="+full, "ann s: snapshot-blob path=wiki/disk",
		"ann: set-blob-properties path=wiki/disk sequence-action=increment",
		"ann: put-page path=wiki/disk range=512-1023 body="+full)
	for words, want := range map[string]string{"": "[0-1023 1536-2047]", " range=0-511": "[0-511]",
		" snapshot=$s.snapshot": "[0-511 1536-2047]", " range=1024-1535": "[]"} {
		if got := b.Say("ann: get-page-ranges path=wiki/disk" + words).Field("ranges").String(); got != want {
			t.Errorf("get-page-ranges%s: %s, want %s", words, got, want)
		}
	}
	if got := b.Say("ann: get-blob-properties path=wiki/disk snapshot=$s.snapshot").Field(
		"sequence").String(); got != "0" {
		t.Errorf("the snapshot has the sequence number %s", got)
	}
}

// rules.md, "Copy", row by row.
func TestCopies(t *testing.T) {
	const onto = "copy-blob path=wiki/x source=wiki/src"
	checkRows(t, [][4]string{
		{"", onto, "202", "x body=new"}, {"", onto, "202", "x copy.status=success"},
		{"", "copy-blob path=wiki/n source=wiki/src", "202", "n content-type=text/plain"},
		{"", "copy-blob path=wiki/log source=wiki/src", "409 InvalidBlobType", ""},
		{"acquire-blob-lease path=wiki/x duration=-1 id=guid:A", onto, "412 LeaseIdMissing", ""},
		{"acquire-blob-lease path=wiki/x duration=-1 id=guid:A", onto + " lease=guid:B", misb, ""},
		{"acquire-blob-lease path=wiki/x duration=-1 id=guid:A", onto + " lease=guid:A", "202", "x lease.state=leased"},
		{"acquire-blob-lease path=wiki/x duration=15 id=guid:A", onto + " lease=guid:A",
			"412 InfiniteLeaseDurationRequired", "x body=old"},
		{"", onto + " lease=guid:A", npb, ""}, {"", "copy-blob path=wiki/n source=wiki/src lease=guid:A", npb, ""},
		{"acquire-blob-lease path=wiki/src duration=15", onto, "202", ""},
		{"", onto + " if-match=stale", "412 TargetConditionNotMet", ""},
		{"", onto + " if-modified-since=00:59.0", "412 TargetConditionNotMet", ""},
		{"", onto + " source-if-match=stale", "412 SourceConditionNotMet", ""},
		{"", onto + " source-if-modified-since=00:59.0", "412 SourceConditionNotMet", ""},
		{"", onto + " if-none-match=*", "409 BlobAlreadyExists", ""},
		{"", "copy-blob path=wiki/n source=wiki/src if-match=*", "412 TargetConditionNotMet", ""},
		{"", "copy-blob path=wiki/x source=wiki/none if-match=stale", "404 BlobNotFound", ""},
		{"", "copy-blob path=wiki/x source=nobox/none", "404 BlobNotFound", ""},
		{"", onto + " source-if-match=stale lease=guid:A if-match=stale", "412 SourceConditionNotMet", ""},
		{"", onto, "202", "x metadata.s=1"}, {"", onto + " meta.m=2", "202", "x metadata.s="},
		{"", onto, "202", "x tags.t="},
		{"", "abort-copy-blob path=wiki/x copy=guid:A", "409 NoPendingCopyOperation", ""},
		{"", "abort-copy-blob path=wiki/x copy=A", "400 InvalidQueryParameterValue", ""},
		{"", "abort-copy-blob path=wiki/none copy=guid:A", "404 BlobNotFound", ""},
	})
}

// rules.md, "Copy": what a pending copy refuses, how it ends.
func TestSlowCopies(t *testing.T) {
	begin := func() (*bench, engine.Answer) {
		b := withBlobs(t)
		b.Step(engine.Set{Scope: "blob", Key: "copy", Value: "slow"})
		return b, b.Want("ann c: copy-blob path=wiki/x source=wiki/src", "202")
	}
	b, a := begin()
	if a.Field("copy-status").String() != "pending" || b.Property("blob wiki/x", "body") != "" {
		t.Errorf("%+v, the destination holds %q", a.Fields, b.Property("blob wiki/x", "body"))
	}
	for _, line := range append(blobWrites, "snapshot-blob path=wiki/x", "acquire-blob-lease path=wiki/x duration=15",
		"break-blob-lease path=wiki/x",
		"copy-blob path=wiki/x source=wiki/src", "copy-blob-from-url path=wiki/x source=wiki/src",
		"delete-blob path=wiki/x") {
		if why := b.Want("ben: "+line, "409 PendingCopyOperation").Why; why.Since.By != "ann" ||
			why.Rule.Kind != "unfinished" {
			t.Errorf("%s: the cause is %+v", line, why)
		}
	}
	b.All("ben: get-blob path=wiki/x", "ben: get-block-list path=wiki/x",
		"ben: put-blob path=wiki/src body=newer if-none-match=stale")
	b.Step(engine.Finish{Name: "c"})
	if why := b.Events[0].Answer.Why; why == nil || why.Rule.Kind != "stale-write" || why.Since.By != "ben" {
		t.Errorf("the source has changed: %+v", b.Events[0].Answer)
	}
	if got := b.Property("blob wiki/x", "copy.status") + b.Property("blob wiki/x", "body"); got != "failed" {
		t.Errorf("after the failure: %s", got)
	}

	b, _ = begin()
	b.All("ben: delete-blob path=wiki/src")
	b.Step(engine.Finish{Name: "c"})
	if why := b.Events[0].Answer.Why; why == nil || why.Rule.Kind != "gone" || why.Since.By != "ben" {
		t.Errorf("the source is gone: %+v", b.Events[0].Answer)
	}

	b, a = begin()
	before := b.Property("blob wiki/x", "etag")
	b.Step(engine.Finish{Name: "c"})
	if got := b.Property("blob wiki/x", "copy.status") + " " +
		b.Property("blob wiki/x", "body"); got != "success new" || b.Property("blob wiki/x", "etag") == before {
		t.Errorf("finished: %s, ETag %s was %s", got, b.Property("blob wiki/x", "etag"), before)
	}

	b, _ = begin()
	b.Want("ann: abort-copy-blob path=wiki/x copy=guid:A", "409 CopyIdMismatch")
	b.Want("ann: abort-copy-blob path=wiki/x copy=$c.copy-id", "204")
	if got := b.Property("blob wiki/x", "metadata.s") + b.Property("blob wiki/x", "body"); got != "1" {
		t.Errorf("aborted, it keeps the new metadata and no content: %q", got)
	}

	b, _ = begin()
	b.Wait(14 * 24 * time.Hour)
	if got := b.Property("blob wiki/x", "copy.status"); got != "failed" || b.Events[len(b.Events)-1].By != "ann" {
		t.Errorf("after two weeks: %s, %+v", got, b.Events)
	}

	b, _ = begin()
	b.All("ben: delete-container path=wiki")
	if len(b.World.Flight()) != 0 {
		t.Errorf("the copy goes on without its container: %+v", b.World.Flight())
	}

	b = withBlobs(t)
	b.All("ann: acquire-blob-lease path=wiki/x duration=-1 id=guid:A")
	b.Step(engine.Set{Scope: "blob", Key: "copy", Value: "slow"})
	b.All("ann c: copy-blob path=wiki/x source=wiki/src lease=guid:A")
	b.Want("ann: abort-copy-blob path=wiki/x copy=$c.copy-id", "412 LeaseIdMissing")
	b.Want("ann: abort-copy-blob path=wiki/x copy=$c.copy-id lease=guid:A", "204")
}

// rules.md, "Kind of trouble by code": InvalidBlobType is gone where another type took the place of the one that was
// there, else nobody's.
func TestATypeThatTookAnothersPlace(t *testing.T) {
	b := withBlobs(t)
	if why := b.Want("ann: append-block path=wiki/x body=1", "409 InvalidBlobType").Why; why.Rule.Kind != "" {
		t.Errorf("it never was an append blob: %+v", why)
	}
	b.All("ben: delete-blob path=wiki/log", "ben: put-blob path=wiki/log body=1")
	if why := b.Want("ann: append-block path=wiki/log body=1", "409 InvalidBlobType").Why; why.Rule.Kind != "gone" ||
		why.Since.By != "ben" {
		t.Errorf("ben has replaced it: %+v", why)
	}
	b.All("ben: delete-blob path=wiki/log", "ben: put-block path=wiki/log block=AAAA body=1",
		"ann: delete-blob path=wiki/log", "ann: put-blob path=wiki/log type=AppendBlob")
	b.Want("ben: append-block path=wiki/log body=1", "201")
}
