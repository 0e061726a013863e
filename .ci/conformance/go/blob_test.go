package conformance

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

var ctx = context.Background()

func blobs(t *testing.T, account string) *azblob.Client {
	return ok[*azblob.Client](t)(azblob.NewClientFromConnectionString(connection(account), nil))
}

func body(text string) io.ReadSeekCloser { return streaming.NopCloser(strings.NewReader(text)) }

func freshContainer(t *testing.T) *container.Client {
	c := blobs(t, "devstoreaccount1").ServiceClient().NewContainerClient(named(t))
	ok[container.CreateResponse](t)(c.Create(ctx,
		&container.CreateOptions{Metadata: map[string]*string{"Owner": ptr("ana")}}))
	return c
}

func named(t *testing.T) string {
	name := strings.ToLower(strings.NewReplacer("/", "-", "_", "-").Replace(t.Name()))
	return name[:min(len(name), 60)]
}

func read(t *testing.T, b *blob.Client, o *blob.DownloadStreamOptions) (string, blob.DownloadStreamResponse) {
	t.Helper()
	r := ok[blob.DownloadStreamResponse](t)(b.DownloadStream(ctx, o))
	data := ok[[]byte](t)(io.ReadAll(r.Body))
	return string(data), r
}

func TestBlobContainer(t *testing.T) {
	c := freshContainer(t)
	_, err := c.Create(ctx, nil)
	refused(t, err, 409, "ContainerAlreadyExists")
	p := ok[container.GetPropertiesResponse](t)(c.GetProperties(ctx, nil))
	there(t, "ETag LastModified RequestID Version Date LeaseState LeaseStatus", p.ETag, p.LastModified, p.RequestID,
		p.Version,
		p.Date, p.LeaseState, p.LeaseStatus)
	found := false
	for name, value := range p.Metadata {
		found = found || strings.EqualFold(name, "owner") && *value == "ana"
	}
	if !found {
		t.Errorf("metadata %v", p.Metadata)
	}
	set := ok[container.SetMetadataResponse](t)(
		c.SetMetadata(ctx, &container.SetMetadataOptions{Metadata: map[string]*string{"a": ptr("1")}}))
	there(t, "ETag", set.ETag)
	ok[container.SetAccessPolicyResponse](t)(c.SetAccessPolicy(ctx, &container.SetAccessPolicyOptions{
		ContainerACL: []*container.SignedIdentifier{{ID: ptr("read"),
			AccessPolicy: &container.AccessPolicy{Permission: ptr("rl"),
				Start:  ptr(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
				Expiry: ptr(time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC))}}}}))
	acl := ok[container.GetAccessPolicyResponse](t)(c.GetAccessPolicy(ctx, nil))
	if len(acl.SignedIdentifiers) != 1 {
		t.Fatalf("%d policies", len(acl.SignedIdentifiers))
	}
	given(t, "ID", acl.SignedIdentifiers[0].ID, "read")
	given(t, "Permission", acl.SignedIdentifiers[0].AccessPolicy.Permission, "rl")
	l := must(lease.NewContainerClient(c, nil))
	ok[lease.ContainerAcquireResponse](t)(l.AcquireLease(ctx, 15, nil))
	_, err = c.Delete(ctx, nil)
	refused(t, err, 412, "LeaseIdMissing")
	ok[lease.ContainerRenewResponse](t)(l.RenewLease(ctx, nil))
	ok[lease.ContainerChangeResponse](t)(l.ChangeLease(ctx, "11111111-1111-1111-1111-111111111111", nil))
	ok[lease.ContainerBreakResponse](t)(l.BreakLease(ctx, &lease.ContainerBreakOptions{BreakPeriod: ptr(int32(0))}))
	ok[lease.ContainerReleaseResponse](t)(l.ReleaseLease(ctx, nil))
	pager := blobs(t, "devstoreaccount1").NewListContainersPager(&service.ListContainersOptions{Prefix: ptr(named(t)),
		Include: service.ListContainersInclude{Metadata: true}})
	page := ok[service.ListContainersResponse](t)(pager.NextPage(ctx))
	if len(page.ContainerItems) != 1 {
		t.Fatalf("%d containers", len(page.ContainerItems))
	}
	item := page.ContainerItems[0]
	given(t, "Name", item.Name, named(t))
	there(t, "ServiceEndpoint ETag LastModified LeaseState", page.ServiceEndpoint, item.Properties.ETag,
		item.Properties.LastModified,
		item.Properties.LeaseState)
	if len(item.Metadata) != 1 {
		t.Errorf("metadata of the list: %v", item.Metadata)
	}
	ok[container.DeleteResponse](t)(c.Delete(ctx, nil))
	_, err = c.GetProperties(ctx, nil)
	refused(t, err, 404, "ContainerNotFound")
}

func TestBlobBlock(t *testing.T) {
	c := freshContainer(t)
	b := c.NewBlockBlobClient("folder/my home.md")
	put := ok[blockblob.UploadResponse](t)(b.Upload(ctx, body("hello"), &blockblob.UploadOptions{
		Metadata: map[string]*string{"CamelCase": ptr("yes")}, Tags: map[string]string{"state": "done"},
		HTTPHeaders: &blob.HTTPHeaders{BlobContentType: ptr("text/markdown"), BlobCacheControl: ptr("no-cache"),
			BlobContentEncoding: ptr("identity"), BlobContentLanguage: ptr("en"),
			BlobContentDisposition: ptr("inline")}}))
	sum := md5.Sum([]byte("hello"))
	there(t, "ETag LastModified RequestID Version Date IsServerEncrypted", put.ETag, put.LastModified, put.RequestID,
		put.Version, put.Date, put.IsServerEncrypted)
	if !bytes.Equal(put.ContentMD5, sum[:]) {
		t.Errorf("ContentMD5 %x", put.ContentMD5)
	}
	text, got := read(t, b.BlobClient(), nil)
	if text != "hello" {
		t.Errorf("read %q", text)
	}
	given(t, "ContentType", got.ContentType, "text/markdown")
	given(t, "ContentLength", got.ContentLength, 5)
	given(t, "BlobType", got.BlobType, blob.BlobTypeBlockBlob)
	given(t, "AcceptRanges", got.AcceptRanges, "bytes")
	given(t, "TagCount", got.TagCount, 1)
	given(t, "CacheControl", got.CacheControl, "no-cache")
	given(t, "ETag", got.ETag, *put.ETag)
	there(t, "CreationTime LeaseState LeaseStatus LastModified IsServerEncrypted", got.CreationTime, got.LeaseState,
		got.LeaseStatus,
		got.LastModified, got.IsServerEncrypted)
	if got.Metadata["CamelCase"] == nil && got.Metadata["Camelcase"] == nil {
		t.Errorf("metadata %v", got.Metadata)
	}
	text, got = read(t, b.BlobClient(), &blob.DownloadStreamOptions{Range: blob.HTTPRange{Offset: 1, Count: 3}})
	if text != "ell" {
		t.Errorf("range %q", text)
	}
	given(t, "ContentRange", got.ContentRange, "bytes 1-3/5")
	_, err := b.DownloadStream(ctx, &blob.DownloadStreamOptions{Range: blob.HTTPRange{Offset: 10, Count: 3}})
	refused(t, err, 416, "InvalidRange")
	p := ok[blob.GetPropertiesResponse](t)(b.GetProperties(ctx, nil))
	given(t, "ContentLength", p.ContentLength, 5)
	given(t, "AccessTier", p.AccessTier, "Hot")
	there(t, "CreationTime BlobType", p.CreationTime, p.BlobType)
	_, err = b.GetProperties(ctx, &blob.GetPropertiesOptions{AccessConditions: &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: put.ETag}}})
	refused(t, err, 304, "ConditionNotMet")
	_, err = b.Upload(ctx, body("x"), &blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: ptr(azcore.ETagAny)}}})
	refused(t, err, 409, "BlobAlreadyExists")
	_, err = b.Upload(ctx, body("x"), &blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: ptr(azcore.ETag(`"0x0"`))}}})
	refused(t, err, 412, "ConditionNotMet")
	ok[blob.SetMetadataResponse](t)(b.SetMetadata(ctx, map[string]*string{"b": ptr("2")}, nil))
	ok[blob.SetHTTPHeadersResponse](t)(b.SetHTTPHeaders(ctx, blob.HTTPHeaders{BlobContentType: ptr("text/plain")}, nil))
	ok[blob.SetTagsResponse](t)(b.SetTags(ctx, map[string]string{"a": "1", "b": "x y"}, nil))
	tags := ok[blob.GetTagsResponse](t)(b.GetTags(ctx, nil))
	if len(tags.BlobTagSet) != 2 || *tags.BlobTagSet[1].Value != "x y" {
		t.Errorf("tags %v", tags.BlobTagSet)
	}
	ok[blob.SetTierResponse](t)(b.SetTier(ctx, blob.AccessTierCool, nil))
	snap := ok[blob.CreateSnapshotResponse](t)(b.CreateSnapshot(ctx, nil))
	ok[blockblob.UploadResponse](t)(b.Upload(ctx, body("second"), nil))
	old := must(b.WithSnapshot(*snap.Snapshot))
	if text, _ := read(t, old.BlobClient(), nil); text != "hello" {
		t.Errorf("the snapshot reads %q", text)
	}
	_, err = b.Delete(ctx, nil)
	refused(t, err, 409, "SnapshotsPresent")
	ok[blob.DeleteResponse](t)(b.Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: ptr(
		blob.DeleteSnapshotsOptionTypeInclude)}))
	_, err = b.DownloadStream(ctx, nil)
	refused(t, err, 404, "BlobNotFound")
}

func blockID(n int) string { return base64.StdEncoding.EncodeToString([]byte(fmt.Sprintf("%04d", n))) }

func TestBlobBlocks(t *testing.T) {
	c := freshContainer(t)
	b := c.NewBlockBlobClient("blocks")
	for n, text := range []string{"one ", "two ", "three"} {
		ok[blockblob.StageBlockResponse](t)(b.StageBlock(ctx, blockID(n), body(text), nil))
	}
	list := ok[blockblob.GetBlockListResponse](t)(b.GetBlockList(ctx, blockblob.BlockListTypeAll, nil))
	if len(list.UncommittedBlocks) != 3 || *list.UncommittedBlocks[2].Size != 5 {
		t.Errorf("uncommitted %v", list.UncommittedBlocks)
	}
	ok[blockblob.CommitBlockListResponse](t)(
		b.CommitBlockList(ctx, []string{blockID(0), blockID(2)}, &blockblob.CommitBlockListOptions{
			Metadata: map[string]*string{"x": ptr("y")}}))
	if text, _ := read(t, b.BlobClient(), nil); text != "one three" {
		t.Errorf("committed %q", text)
	}
	list = ok[blockblob.GetBlockListResponse](t)(b.GetBlockList(ctx, blockblob.BlockListTypeAll, nil))
	given(t, "BlobContentLength", list.BlobContentLength, 9)
	if len(list.CommittedBlocks) != 2 || *list.CommittedBlocks[1].Name != blockID(2) {
		t.Errorf("committed %v", list.CommittedBlocks)
	}
	_, err := b.CommitBlockList(ctx, []string{blockID(9)}, nil)
	refused(t, err, 400, "InvalidBlockList")
	data := bytes.Repeat([]byte("0123456789abcdef"), 3<<16) // 3 MiB
	ok[blockblob.UploadBufferResponse](t)(c.NewBlockBlobClient("big").UploadBuffer(ctx, data,
		&blockblob.UploadBufferOptions{
			BlockSize: 1 << 20, Concurrency: 3}))
	back := make([]byte, len(data))
	ok[int64](t)(c.NewBlobClient("big").DownloadBuffer(ctx, back, nil))
	if !bytes.Equal(data, back) {
		t.Error("the large blob comes back otherwise")
	}
	ok[blockblob.UploadStreamResponse](t)(c.NewBlockBlobClient("stream").UploadStream(ctx, bytes.NewReader(data), nil))
	ok[blockblob.UploadBlobFromURLResponse](t)(
		c.NewBlockBlobClient("from-url").UploadBlobFromURL(ctx, signed(t, c, "blocks"), nil))
	ok[blockblob.StageBlockFromURLResponse](t)(b.StageBlockFromURL(ctx, blockID(5), signed(t, c, "blocks"), nil))
}

// signed is the address of a blob with a SAS.
func signed(t *testing.T, c *container.Client, name string) string {
	t.Helper()
	return ok[string](t)(c.NewBlobClient(name).GetSASURL(
		sas.BlobPermissions{Read: true, Write: true, Create: true, Delete: true},
		time.Now().Add(time.Hour), nil))
}

func TestBlobAppend(t *testing.T) {
	c := freshContainer(t)
	b := c.NewAppendBlobClient("log")
	ok[appendblob.CreateResponse](t)(b.Create(ctx, nil))
	first := ok[appendblob.AppendBlockResponse](t)(b.AppendBlock(ctx, body("one"), nil))
	given(t, "BlobAppendOffset", first.BlobAppendOffset, "0")
	given(t, "BlobCommittedBlockCount", first.BlobCommittedBlockCount, 1)
	_, err := b.AppendBlock(ctx, body("two"),
		&appendblob.AppendBlockOptions{AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{
			AppendPosition: ptr(int64(1))}})
	refused(t, err, 412, "AppendPositionConditionNotMet")
	ok[blockblob.UploadResponse](t)(c.NewBlockBlobClient("src").Upload(ctx, body(" more"), nil))
	ok[appendblob.AppendBlockFromURLResponse](t)(
		b.AppendBlockFromURL(ctx, signed(t, c, "src"), nil))
	ok[appendblob.SealResponse](t)(b.Seal(ctx, nil))
	p := ok[blob.GetPropertiesResponse](t)(b.GetProperties(ctx, nil))
	given(t, "IsSealed", p.IsSealed, true)
	if text, _ := read(t, b.BlobClient(), nil); text != "one" && text != "one more" {
		t.Errorf("appended %q", text)
	}
}

func TestBlobPage(t *testing.T) {
	c := freshContainer(t)
	b := c.NewPageBlobClient("disk")
	ok[pageblob.CreateResponse](t)(b.Create(ctx, 2048, &pageblob.CreateOptions{SequenceNumber: ptr(int64(1))}))
	page := strings.Repeat("x", 512)
	put := ok[pageblob.UploadPagesResponse](t)(
		b.UploadPages(ctx, body(page), blob.HTTPRange{Offset: 512, Count: 512}, nil))
	given(t, "BlobSequenceNumber", put.BlobSequenceNumber, 1)
	ranges := ok[pageblob.GetPageRangesResponse](t)(b.NewGetPageRangesPager(nil).NextPage(ctx))
	given(t, "BlobContentLength", ranges.BlobContentLength, 2048)
	if len(ranges.PageRange) != 1 || *ranges.PageRange[0].Start != 512 || *ranges.PageRange[0].End != 1023 {
		t.Errorf("ranges %v", ranges.PageRange)
	}
	ok[pageblob.ClearPagesResponse](t)(b.ClearPages(ctx, blob.HTTPRange{Offset: 512, Count: 512}, nil))
	ok[pageblob.ResizeResponse](t)(b.Resize(ctx, 1024, nil))
	ok[pageblob.UpdateSequenceNumberResponse](t)(b.UpdateSequenceNumber(ctx, &pageblob.UpdateSequenceNumberOptions{
		ActionType: ptr(pageblob.SequenceNumberActionTypeIncrement)}))
	src := c.NewPageBlobClient("src")
	ok[pageblob.CreateResponse](t)(src.Create(ctx, 512, nil))
	ok[pageblob.UploadPagesResponse](t)(src.UploadPages(ctx, body(page), blob.HTTPRange{Count: 512}, nil))
	ok[pageblob.UploadPagesFromURLResponse](t)(
		b.UploadPagesFromURL(ctx, signed(t, c, "src"), 0, 0, 512, nil))
	if text, _ := read(t, b.BlobClient(), nil); text[512:] != strings.Repeat("\x00", 512) {
		t.Errorf("pages %.20q", text)
	}
}

func TestBlobCopy(t *testing.T) {
	c := freshContainer(t)
	ok[blockblob.UploadResponse](t)(c.NewBlockBlobClient("a").Upload(ctx, body("text"), nil))
	b := c.NewBlobClient("b")
	r := ok[blob.StartCopyFromURLResponse](t)(b.StartCopyFromURL(ctx, c.NewBlobClient("a").URL(), nil))
	there(t, "CopyID CopyStatus", r.CopyID, r.CopyStatus)
	p := ok[blob.GetPropertiesResponse](t)(b.GetProperties(ctx, nil))
	given(t, "CopyStatus", p.CopyStatus, blob.CopyStatusTypeSuccess)
	there(t, "CopySource CopyProgress CopyCompletionTime", p.CopySource, p.CopyProgress, p.CopyCompletionTime)
	_, err := b.AbortCopyFromURL(ctx, *r.CopyID, nil)
	refused(t, err, 409, "NoPendingCopyOperation")
	ok[blob.CopyFromURLResponse](t)(c.NewBlobClient("c").CopyFromURL(ctx, c.NewBlobClient("a").URL(), nil))
	if text, _ := read(t, c.NewBlobClient("c"), nil); text != "text" {
		t.Errorf("copied %q", text)
	}
}

func TestBlobLease(t *testing.T) {
	c := freshContainer(t)
	b := c.NewBlockBlobClient("x")
	ok[blockblob.UploadResponse](t)(b.Upload(ctx, body("text"), nil))
	l := must(lease.NewBlobClient(b, nil))
	got := ok[lease.BlobAcquireResponse](t)(l.AcquireLease(ctx, 60, nil))
	given(t, "LeaseID", got.LeaseID, *l.LeaseID())
	_, err := b.Upload(ctx, body("other"), nil)
	refused(t, err, 412, "LeaseIdMissing")
	ok[blockblob.UploadResponse](t)(b.Upload(ctx, body("mine"),
		&blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{
			LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: got.LeaseID}}}))
	p := ok[blob.GetPropertiesResponse](t)(b.GetProperties(ctx, nil))
	given(t, "LeaseState", p.LeaseState, lease.StateTypeLeased)
	given(t, "LeaseDuration", p.LeaseDuration, lease.DurationTypeFixed)
	ok[lease.BlobRenewResponse](t)(l.RenewLease(ctx, nil))
	ok[lease.BlobChangeResponse](t)(l.ChangeLease(ctx, "22222222-2222-2222-2222-222222222222", nil))
	broken := ok[lease.BlobBreakResponse](t)(l.BreakLease(ctx, &lease.BlobBreakOptions{BreakPeriod: ptr(int32(0))}))
	given(t, "LeaseTime", broken.LeaseTime, 0)
	ok[lease.BlobReleaseResponse](t)(l.ReleaseLease(ctx, nil))
	_, err = must(lease.NewBlobClient(b, nil)).AcquireLease(ctx, 5, nil)
	refused(t, err, 400, "InvalidHeaderValue")
}

func TestBlobList(t *testing.T) {
	c := freshContainer(t)
	for _, name := range []string{"a", "b/1", "b/2", "c"} {
		ok[blockblob.UploadResponse](t)(c.NewBlockBlobClient(name).Upload(ctx, body(name), &blockblob.UploadOptions{
			Metadata: map[string]*string{"k": ptr("v")}}))
	}
	page := ok[container.ListBlobsFlatResponse](t)(c.NewListBlobsFlatPager(&container.ListBlobsFlatOptions{
		Include: container.ListBlobsInclude{Metadata: true, Tags: true}}).NextPage(ctx))
	if len(page.Segment.BlobItems) != 4 {
		t.Fatalf("%d blobs", len(page.Segment.BlobItems))
	}
	there(t, "ServiceEndpoint ContainerName", page.ServiceEndpoint, page.ContainerName)
	item := page.Segment.BlobItems[1]
	given(t, "Name", item.Name, "b/1")
	given(t, "ContentLength", item.Properties.ContentLength, 3)
	given(t, "BlobType", item.Properties.BlobType, blob.BlobTypeBlockBlob)
	given(t, "AccessTier", item.Properties.AccessTier, blob.AccessTierHot)
	given(t, "ContentType", item.Properties.ContentType, "application/octet-stream")
	there(t, "ETag LastModified CreationTime LeaseState LeaseStatus", item.Properties.ETag,
		item.Properties.LastModified,
		item.Properties.CreationTime, item.Properties.LeaseState, item.Properties.LeaseStatus)
	given(t, "Metadata", item.Metadata["k"], "v")
	_, err := c.NewBlockBlobClient("b/1").Upload(ctx, body("again"),
		&blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{
			ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: item.Properties.ETag}}})
	if err != nil {
		t.Errorf("the ETag of a list is not taken: %v", err)
	}
	names, pages := "", 0
	pager := c.NewListBlobsHierarchyPager("/", &container.ListBlobsHierarchyOptions{MaxResults: ptr(int32(2))})
	for pager.More() {
		page := ok[container.ListBlobsHierarchyResponse](t)(pager.NextPage(ctx))
		pages++
		for _, p := range page.Segment.BlobPrefixes {
			names += *p.Name + " "
		}
		for _, b := range page.Segment.BlobItems {
			names += *b.Name + " "
		}
	}
	if names != "b/ a c " && names != "a b/ c " || pages != 2 {
		t.Errorf("by folders: %q on %d pages", names, pages)
	}
}

func TestBlobService(t *testing.T) {
	s := blobs(t, "devstoreaccount1").ServiceClient()
	info := ok[service.GetAccountInfoResponse](t)(s.GetAccountInfo(ctx, nil))
	there(t, "AccountKind SKUName", info.AccountKind, info.SKUName)
	ok[service.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	ok[service.SetPropertiesResponse](t)(s.SetProperties(ctx,
		&service.SetPropertiesOptions{DefaultServiceVersion: ptr("2021-12-02")}))
	ok[service.GetStatisticsResponse](t)(s.GetStatistics(ctx, nil))
	c := freshContainer(t)
	ok[blockblob.UploadResponse](t)(c.NewBlockBlobClient("a").Upload(ctx, body("x"), &blockblob.UploadOptions{
		Tags: map[string]string{"team": "blue"}}))
	ok[container.FilterBlobsResponse](t)(c.FilterBlobs(ctx, `"team" = 'blue'`, nil))
	address := must(s.GetSASURL(sas.AccountResourceTypes{Service: true, Container: true, Object: true},
		sas.AccountPermissions{Read: true, List: true, Write: true}, time.Now().Add(time.Hour), nil))
	by := must(service.NewClientWithNoCredential(address, nil))
	ok[container.GetPropertiesResponse](t)(by.NewContainerClient(named(t)).GetProperties(ctx, nil))
	one := must(blob.NewClientWithNoCredential(signed(t, c, "a"), nil))
	if text, _ := read(t, one, nil); text != "x" {
		t.Errorf("by SAS %q", text)
	}
	wrong := must(azblob.NewSharedKeyCredential("devstoreaccount1", base64.StdEncoding.EncodeToString([]byte("wrong"))))
	_, err := must(service.NewClientWithSharedKeyCredential(served.Blob+"/devstoreaccount1", wrong, nil)).GetProperties(
		ctx, nil)
	refused(t, err, 403, "AuthenticationFailed")
	batch := must(c.NewBatchBuilder())
	if err := batch.Delete("a", nil); err != nil {
		t.Fatal(err)
	}
	ok[container.SubmitBatchResponse](t)(c.SubmitBatch(ctx, batch, nil))
}

// The documents' optimistic program: two writers, the slower one is refused.
func TestBlobOptimistic(t *testing.T) {
	c := freshContainer(t)
	b := c.NewBlockBlobClient("data")
	ok[blockblob.UploadResponse](t)(b.Upload(ctx, body("Hello World!"), nil))
	_, before := read(t, b.BlobClient(), nil)
	other := blobs(t, "ben").ServiceClient().NewContainerClient(named(t)).NewBlockBlobClient("data")
	ok[blockblob.UploadResponse](t)(other.Upload(ctx, body("Blob was updated by another."), nil))
	_, err := b.Upload(ctx, body("My update."), &blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: before.ETag}}})
	refused(t, err, 412, "ConditionNotMet")
}

// 20 MB at once and in blocks, whole and by ranges; the MD5 that the service makes; what was made when.
func TestBlobLarge(t *testing.T) {
	c := freshContainer(t)
	data := bytes.Repeat([]byte("0123456789abcdef"), 20<<16)
	sum := md5.Sum(data)
	b := c.NewBlockBlobClient("large")
	ok[blockblob.UploadResponse](t)(b.Upload(ctx, streaming.NopCloser(bytes.NewReader(data)), nil))
	p := ok[blob.GetPropertiesResponse](t)(b.GetProperties(ctx, nil))
	if !bytes.Equal(p.ContentMD5, sum[:]) || p.CreationTime == nil || !p.CreationTime.Equal(*p.LastModified) {
		t.Errorf("MD5 %x, made %v, modified %v", p.ContentMD5, p.CreationTime, p.LastModified)
	}
	got := make([]byte, len(data))
	ok[int64](t)(b.DownloadBuffer(ctx, got, nil))
	if !bytes.Equal(got, data) {
		t.Error("it comes back as something else")
	}
	_, err := b.UploadStream(ctx, bytes.NewReader(data), &blockblob.UploadStreamOptions{BlockSize: 4 << 20})
	if err != nil {
		t.Error(err)
	}
	part := ok[blob.DownloadStreamResponse](t)(b.DownloadStream(ctx, &blob.DownloadStreamOptions{
		Range: blob.HTTPRange{Offset: 16, Count: 16}, RangeGetContentMD5: ptr(true)}))
	sum = md5.Sum(data[16:32])
	if !bytes.Equal(part.ContentMD5, sum[:]) {
		t.Errorf("the MD5 of a range is %x", part.ContentMD5)
	}
	_, err = b.Upload(ctx, body(
		"abc"), &blockblob.UploadOptions{HTTPHeaders: &blob.HTTPHeaders{BlobContentMD5: sum[:]}})
	refused(t, err, 400, "Md5Mismatch")
}

// What nobody signed reads a public container, and no other; the dates and the addresses of a signature. One for HTTPS
// alone holds here, where HTTP stands for it.
func TestBlobWhoMayRead(t *testing.T) {
	c := freshContainer(t)
	ok[blockblob.UploadResponse](t)(c.NewBlockBlobClient("b").Upload(ctx, body("open"), nil))
	anybody := ok[*blob.Client](t)(blob.NewClientWithNoCredential(c.NewBlobClient("b").URL(), nil))
	_, err := anybody.GetProperties(ctx, nil)
	refused(t, err, 401, "NoAuthenticationInformation")
	ok[container.SetAccessPolicyResponse](t)(c.SetAccessPolicy(ctx,
		&container.SetAccessPolicyOptions{Access: ptr(container.PublicAccessTypeBlob)}))
	if text, _ := read(t, anybody, nil); text != "open" {
		t.Errorf("anybody reads %q", text)
	}
	list := ok[*container.Client](t)(container.NewClientWithNoCredential(c.URL(), nil))
	_, err = list.NewListBlobsFlatPager(nil).NextPage(ctx)
	refused(t, err, 401, "NoAuthenticationInformation")
	credential := ok[*azblob.SharedKeyCredential](t)(
		azblob.NewSharedKeyCredential("devstoreaccount1", served.Accounts["devstoreaccount1"]))
	for _, row := range []struct {
		change func(*sas.BlobSignatureValues)
		code   string
	}{{func(*sas.BlobSignatureValues) {}, ""},
		{func(v *sas.BlobSignatureValues) { v.Protocol = sas.ProtocolHTTPS }, ""},
		{func(v *sas.BlobSignatureValues) { v.IPRange = sas.IPRange{Start: []byte{8, 8, 8, 8}} },
			"AuthorizationSourceIPMismatch"},
		{func(v *sas.BlobSignatureValues) { v.ExpiryTime = time.Now().Add(-time.Minute) }, "AuthenticationFailed"}} {
		values := sas.BlobSignatureValues{ContainerName: named(t), BlobName: "b", ContentType: "a/b",
			Permissions: (&sas.BlobPermissions{Read: true}).String(), ExpiryTime: time.Now().Add(time.Hour)}
		row.change(&values)
		query, err := values.SignWithSharedKey(credential)
		if err != nil {
			t.Fatal(err)
		}
		signed := ok[*blob.Client](t)(blob.NewClientWithNoCredential(c.NewBlobClient("b").URL()+"?"+query.Encode(),
			nil))
		if row.code != "" {
			_, err = signed.DownloadStream(ctx, nil)
			refused(t, err, 403, row.code)
			continue
		}
		_, r := read(t, signed, nil)
		given(t, "ContentType", r.ContentType, "a/b")
	}
}

// Deleted blobs are kept while the service's properties say so: listed for who asks, and brought back.
func TestSoftDelete(t *testing.T) {
	s := ok[*service.Client](t)(service.NewClientFromConnectionString(connection("devstoreaccount1"), nil))
	before := ok[service.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	there(t, "DeleteRetentionPolicy", before.DeleteRetentionPolicy)
	keep := func(policy *service.RetentionPolicy) {
		ok[service.SetPropertiesResponse](t)(
			s.SetProperties(ctx, &service.SetPropertiesOptions{DeleteRetentionPolicy: policy}))
	}
	keep(&service.RetentionPolicy{Enabled: ptr(true), Days: ptr(int32(3))})
	defer keep(&service.RetentionPolicy{Enabled: ptr(false)})
	after := ok[service.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	given(t, "Days", after.DeleteRetentionPolicy.Days, 3)
	c := s.NewContainerClient("softly")
	ok[container.CreateResponse](t)(c.Create(ctx, nil))
	b := c.NewBlockBlobClient("a.txt")
	ok[blockblob.UploadResponse](t)(b.Upload(ctx, body("one"), nil))
	ok[blob.DeleteResponse](t)(b.Delete(ctx, nil))
	_, err := b.GetProperties(ctx, nil)
	refused(t, err, 404, "BlobNotFound")
	page := ok[container.ListBlobsFlatResponse](t)(c.NewListBlobsFlatPager(&container.ListBlobsFlatOptions{
		Include: container.ListBlobsInclude{Deleted: true}}).NextPage(ctx))
	if len(page.Segment.BlobItems) != 1 || !*page.Segment.BlobItems[0].Deleted {
		t.Fatalf("listed: %v", page.Segment.BlobItems)
	}
	given(t, "RemainingRetentionDays", page.Segment.BlobItems[0].Properties.RemainingRetentionDays, 2)
	there(t, "DeletedTime", page.Segment.BlobItems[0].Properties.DeletedTime)
	ok[blob.UndeleteResponse](t)(b.Undelete(ctx, nil))
	ok[blob.GetPropertiesResponse](t)(b.GetProperties(ctx, nil))
}
