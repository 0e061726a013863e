package conformance

import (
	"bytes"
	"io"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"
)

func TestFile(t *testing.T) {
	s := ok[*service.Client](t)(service.NewClientFromConnectionString(connection("devstoreaccount1"), nil))
	sh := s.NewShareClient("docs")
	ok[share.CreateResponse](t)(sh.Create(ctx, &share.CreateOptions{Quota: ptr(int32(5))}))
	_, err := sh.Create(ctx, nil)
	refused(t, err, 409, "ShareAlreadyExists")
	ok[share.GetPropertiesResponse](t)(sh.GetProperties(ctx, nil))
	ok[share.SetPropertiesResponse](t)(sh.SetProperties(ctx, &share.SetPropertiesOptions{Quota: ptr(int32(6))}))
	ok[share.SetMetadataResponse](t)(sh.SetMetadata(ctx,
		&share.SetMetadataOptions{Metadata: map[string]*string{"a": ptr("b")}}))
	ok[share.GetStatisticsResponse](t)(sh.GetStatistics(ctx, nil))
	ok[service.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	ok[service.SetPropertiesResponse](t)(s.SetProperties(ctx, &service.SetPropertiesOptions{
		Protocol: &service.ProtocolSettings{Smb: &service.SMBSettings{
			Multichannel: &service.SMBMultichannel{Enabled: ptr(true)}}}}))
	props := ok[service.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	if props.Protocol == nil || props.Protocol.Smb == nil || props.Protocol.Smb.Multichannel == nil {
		t.Error("the settings of SMB are missing")
	} else {
		given(t, "Multichannel", props.Protocol.Smb.Multichannel.Enabled, true)
	}
	d := sh.NewDirectoryClient("folder")
	ok[directory.CreateResponse](t)(d.Create(ctx, nil))
	_, err = d.Create(ctx, nil)
	refused(t, err, 409, "ResourceAlreadyExists")
	ok[directory.GetPropertiesResponse](t)(d.GetProperties(ctx, nil))
	ok[directory.SetMetadataResponse](t)(d.SetMetadata(ctx,
		&directory.SetMetadataOptions{Metadata: map[string]*string{"a": ptr("b")}}))
	const sddl = "O:BAG:SYD:(A;;FA;;;SY)"
	permission := ok[share.CreatePermissionResponse](t)(sh.CreatePermission(ctx, sddl, nil))
	kept := ok[share.GetPermissionResponse](t)(sh.GetPermission(ctx, *permission.FilePermissionKey, nil))
	given(t, "Permission", kept.Permission, sddl)
	_, err = sh.GetPermission(ctx, "1*1", nil)
	refused(t, err, 400, "FileInvalidPermissionKey")
	guarded := d.NewFileClient("guarded")
	ok[file.CreateResponse](t)(guarded.Create(ctx, 1, &file.CreateOptions{
		Permissions: &file.Permissions{PermissionKey: permission.FilePermissionKey}}))
	listed := ok[directory.ListFilesAndDirectoriesResponse](t)(d.NewListFilesAndDirectoriesPager(
		&directory.ListFilesAndDirectoriesOptions{Include: directory.ListFilesInclude{ETag: true, Attributes: true,
			PermissionKey: true}}).NextPage(ctx))
	given(t, "PermissionKey", listed.Segment.Files[0].PermissionKey, *permission.FilePermissionKey)
	there(t, "Attributes ETag", listed.Segment.Files[0].Attributes, listed.Segment.Files[0].Properties.ETag)
	ok[file.DeleteResponse](t)(guarded.Delete(ctx, nil))
	f := d.NewFileClient("plan.txt")
	ok[file.CreateResponse](t)(f.Create(ctx, 10, nil))
	put := ok[file.UploadRangeResponse](t)(f.UploadRange(ctx, 0, body("0123456789"), nil))
	there(t, "ETag ContentMD5", put.ETag, put.ContentMD5)
	got := ok[file.DownloadStreamResponse](t)(
		f.DownloadStream(ctx, &file.DownloadStreamOptions{Range: file.HTTPRange{Offset: 2, Count: 3}}))
	data := ok[[]byte](t)(io.ReadAll(got.Body))
	if string(data) != "234" {
		t.Errorf("read %q", data)
	}
	given(t, "ContentRange", got.ContentRange, "bytes 2-4/10")
	fp := ok[file.GetPropertiesResponse](t)(f.GetProperties(ctx, nil))
	given(t, "ContentLength", fp.ContentLength, 10)
	there(t, "ETag FileAttributes ID", fp.ETag, fp.FileAttributes, fp.ID)
	ok[file.SetHTTPHeadersResponse](t)(f.SetHTTPHeaders(ctx, &file.SetHTTPHeadersOptions{HTTPHeaders: &file.HTTPHeaders{
		ContentType: ptr("text/plain")}}))
	ok[file.SetMetadataResponse](t)(f.SetMetadata(ctx,
		&file.SetMetadataOptions{Metadata: map[string]*string{"a": ptr("b")}}))
	ok[file.ResizeResponse](t)(f.Resize(ctx, 20, nil))
	ranges := ok[file.GetRangeListResponse](t)(f.GetRangeList(ctx, nil))
	given(t, "FileContentLength", ranges.FileContentLength, 20)
	if len(ranges.Ranges) != 1 || *ranges.Ranges[0].End != 9 {
		t.Errorf("ranges %v", ranges.Ranges)
	}
	ok[file.ClearRangeResponse](t)(f.ClearRange(ctx, file.HTTPRange{Offset: 0, Count: 10}, nil))
	copied := ok[file.StartCopyFromURLResponse](t)(d.NewFileClient("copy.txt").StartCopyFromURL(ctx, f.URL(), nil))
	there(t, "CopyID CopyStatus", copied.CopyID, copied.CopyStatus)
	page := ok[directory.ListFilesAndDirectoriesResponse](t)(
		sh.NewRootDirectoryClient().NewListFilesAndDirectoriesPager(nil).NextPage(ctx))
	if len(page.Segment.Directories) != 1 || *page.Segment.Directories[0].Name != "folder" {
		t.Errorf("directories %v", page.Segment.Directories)
	}
	page = ok[directory.ListFilesAndDirectoriesResponse](t)(d.NewListFilesAndDirectoriesPager(nil).NextPage(ctx))
	if len(page.Segment.Files) != 2 || *page.Segment.Files[1].Properties.ContentLength != 20 {
		t.Errorf("files %v", page.Segment.Files)
	}
	ok[file.ListHandlesResponse](t)(f.ListHandles(ctx, nil))
	ok[file.ForceCloseHandlesResponse](t)(f.ForceCloseHandles(ctx, "*", nil))
	l := must(lease.NewFileClient(f, nil))
	ok[lease.FileAcquireResponse](t)(l.Acquire(ctx, nil))
	_, err = f.Delete(ctx, nil)
	refused(t, err, 412, "LeaseIdMissing")
	ok[lease.FileChangeResponse](t)(l.Change(ctx, "11111111-1111-1111-1111-111111111111", nil))
	ok[lease.FileBreakResponse](t)(l.Break(ctx, nil))
	ok[lease.FileAcquireResponse](t)(must(lease.NewFileClient(f, &lease.FileClientOptions{LeaseID: ptr(
		"11111111-1111-1111-1111-111111111112")})).Acquire(ctx, nil))
	ok[lease.FileReleaseResponse](t)(must(lease.NewFileClient(f, &lease.FileClientOptions{LeaseID: ptr(
		"11111111-1111-1111-1111-111111111112")})).Release(ctx, nil))
	sl := must(lease.NewShareClient(sh, nil))
	ok[lease.ShareAcquireResponse](t)(sl.Acquire(ctx, 15, nil))
	ok[lease.ShareRenewResponse](t)(sl.Renew(ctx, nil))
	ok[lease.ShareBreakResponse](t)(sl.Break(ctx, &lease.ShareBreakOptions{BreakPeriod: ptr(int32(0))}))
	ok[lease.ShareReleaseResponse](t)(sl.Release(ctx, nil))
	big := d.NewFileClient("big")
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<14)
	ok[file.CreateResponse](t)(big.Create(ctx, int64(len(text)), nil))
	if err := big.UploadBuffer(ctx, text, nil); err != nil {
		t.Error(err)
	}
	back := make([]byte, len(text))
	ok[int64](t)(big.DownloadBuffer(ctx, back, nil))
	if !bytes.Equal(text, back) {
		t.Error("the large file comes back otherwise")
	}
	ok[file.RenameResponse](t)(f.Rename(ctx, "folder/new.txt", nil))
	for _, name := range []string{"new.txt", "copy.txt", "big"} {
		ok[file.DeleteResponse](t)(d.NewFileClient(name).Delete(ctx, nil))
	}
	ok[directory.DeleteResponse](t)(d.Delete(ctx, nil))
	snap := ok[share.CreateSnapshotResponse](t)(sh.CreateSnapshot(ctx, nil))
	there(t, "Snapshot", snap.Snapshot)
	ok[service.ListSharesSegmentResponse](t)(
		s.NewListSharesPager(&service.ListSharesOptions{Include: service.ListSharesInclude{
			Snapshots: true, Metadata: true}}).NextPage(ctx))
	ok[service.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	ok[share.DeleteResponse](t)(sh.Delete(ctx,
		&share.DeleteOptions{DeleteSnapshots: ptr(share.DeleteSnapshotsOptionTypeInclude)}))
}
