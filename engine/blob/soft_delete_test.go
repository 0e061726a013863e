package blob_test

import (
	"testing"
	"time"

	"interleave/engine"
)

// keepingDeleted is a container with a blob that has a snapshot, in a service that keeps deleted blobs for two days.
func keepingDeleted(t *testing.T) *bench {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1", "seed: snapshot-blob path=wiki/x",
		"seed: put-blob path=wiki/x body=2",
		"seed: set-blob-service-properties account=devstore "+
			"property.DeleteRetentionPolicy=<Enabled>true</Enabled><Days>2</Days>")
	return b
}

// "Soft delete": a deleted blob is missing to everything but lists that ask for it and Undelete, which brings it back
// with its ETag and its snapshots.
func TestDeletedBlobsComeBack(t *testing.T) {
	b := keepingDeleted(t)
	tag := b.Say("ann: get-blob path=wiki/x").Field("etag").String()
	b.Want("ben: delete-blob path=wiki/x snapshots=include", "202")
	b.Want("ann: get-blob path=wiki/x", "404 BlobNotFound")
	if n := b.Say("ann: list-blobs path=wiki").Field("count").String(); n != "0" {
		t.Errorf("%s blobs are listed", n)
	}
	a := b.Say("ann: list-blobs path=wiki include=[deleted,snapshots]")
	if a.Field("count").String() != "2" || a.Field("0.snapshot").IsZero() || a.Field("0.deleted").String() != "true" ||
		a.Field("1.deleted").String() != "true" || a.Field("1.remaining-days").String() != "1" {
		t.Errorf("the list says %v", a.Fields)
	}
	b.Want("ann: undelete-blob path=wiki/x", "200")
	a = b.Say("ann: get-blob path=wiki/x")
	if a.Field("etag").String() != tag || a.Field("body").String() != "2" {
		t.Errorf("what came back says %v", a.Fields)
	}
	a = b.Say("ann: list-blobs path=wiki include=[deleted,snapshots]")
	if a.Field("count").String() != "2" || !a.Field("0.deleted").IsZero() {
		t.Errorf("the list says %v", a.Fields)
	}
	b.Want("ann: undelete-blob path=wiki/x", "200")
	b.Want("ann: undelete-blob path=wiki/none", "404 BlobNotFound")
}

// "Soft delete": what is kept is kept for the days that were set when it was deleted, and not over a blob that was made
// anew under its name.
func TestDeletedBlobsAreForgotten(t *testing.T) {
	b := keepingDeleted(t)
	b.Want("ben: delete-blob path=wiki/x snapshots=include", "202")
	f := b.Fork(t)
	f.Step(engine.Clock{By: 49 * time.Hour})
	f.Want("ann: undelete-blob path=wiki/x", "404 BlobNotFound")
	if n := f.Say("ann: list-blobs path=wiki include=deleted").Field("count").String(); n != "0" {
		t.Errorf("%s blobs are listed", n)
	}
	b.Want("ann: put-blob path=wiki/x body=3", "201")
	b.Want("ann: undelete-blob path=wiki/x", "200")
	if a := b.Say("ann: get-blob path=wiki/x"); a.Field("body").String() != "3" {
		t.Errorf("what is there says %v", a.Fields)
	}
	b = keepingDeleted(t)
	b.Want("ann: set-blob-service-properties account=devstore property.DeleteRetentionPolicy=<Enabled>false</Enabled>",
		"202")
	b.Want("ann: delete-blob path=wiki/x snapshots=include", "202")
	b.Want("ann: undelete-blob path=wiki/x", "404 BlobNotFound")
	for _, bad := range []string{"<Enabled>true</Enabled>", "<Enabled>true</Enabled><Days>366</Days>", "<", "x"} {
		if a := b.send("ann", "set-blob-service-properties",
			engine.Args("account", "devstore", "property.DeleteRetentionPolicy",
				bad)); a.String() != "400 InvalidXmlDocument" {
			t.Errorf("%s: %s", bad, a)
		}
	}
}
