package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

func amazon(id string) *s3.Client {
	return s3.New(s3.Options{Region: "us-east-1", BaseEndpoint: &served.S3, UsePathStyle: true, RetryMaxAttempts: 1,
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenSupported,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenSupported,
		Credentials:                credentials.NewStaticCredentialsProvider(id, served.Accounts[id], "")})
}

func coded(t *testing.T, err error, code string) {
	t.Helper()
	var answer smithy.APIError
	if !errors.As(err, &answer) || answer.ErrorCode() != code {
		t.Errorf("want %s, got %v", code, err)
	}
}

func bucket(t *testing.T) (*s3.Client, *string) {
	c := amazon("app")
	ok[*s3.CreateBucketOutput](t)(c.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: ptr(named(t))}))
	return c, ptr(named(t))
}

func object(t *testing.T, c *s3.Client, b *string, key, text string) *s3.PutObjectOutput {
	t.Helper()
	return ok[*s3.PutObjectOutput](t)(c.PutObject(ctx,
		&s3.PutObjectInput{Bucket: b, Key: &key, Body: strings.NewReader(text)}))
}

func TestS3Object(t *testing.T) {
	c, b := bucket(t)
	put := ok[*s3.PutObjectOutput](t)(c.PutObject(ctx,
		&s3.PutObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt"), Body: strings.NewReader("hello"),
			ContentType: ptr("text/plain"), Metadata: map[string]string{"by": "ana"}, CacheControl: ptr("no-cache"),
			ContentDisposition: ptr("inline"), ContentEncoding: ptr("identity"), ContentLanguage: ptr("en")}))
	given(t, "ETag", put.ETag, `"5d41402abc4b2a76b9719d911017c592"`)
	there(t, "ChecksumCRC32", put.ChecksumCRC32)
	got := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx, &s3.GetObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt"),
		ChecksumMode: types.ChecksumModeEnabled}))
	data := ok[[]byte](t)(io.ReadAll(got.Body))
	if string(data) != "hello" || got.Metadata["by"] != "ana" {
		t.Errorf("%q %v", data, got.Metadata)
	}
	given(t, "ContentType", got.ContentType, "text/plain")
	given(t, "ContentLength", got.ContentLength, 5)
	given(t, "CacheControl", got.CacheControl, "no-cache")
	given(t, "ContentDisposition", got.ContentDisposition, "inline")
	given(t, "ContentEncoding", got.ContentEncoding, "identity")
	given(t, "ContentLanguage", got.ContentLanguage, "en")
	there(t, "ChecksumCRC32", got.ChecksumCRC32)
	there(t, "LastModified AcceptRanges", got.LastModified, got.AcceptRanges)
	part := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx,
		&s3.GetObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt"), Range: ptr("bytes=1-3")}))
	given(t, "ContentRange", part.ContentRange, "bytes 1-3/5")
	head := ok[*s3.HeadObjectOutput](t)(c.HeadObject(ctx, &s3.HeadObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt")}))
	given(t, "ContentLength", head.ContentLength, 5)
	_, err := c.PutObject(ctx, &s3.PutObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt"), Body: strings.NewReader("x"),
		IfNoneMatch: ptr("*")})
	coded(t, err, "PreconditionFailed")
	_, err = c.PutObject(ctx, &s3.PutObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt"), Body: strings.NewReader("x"),
		IfMatch: ptr(`"00"`)})
	coded(t, err, "PreconditionFailed")
	_, err = c.PutObject(ctx, &s3.PutObjectInput{Bucket: b, Key: ptr("none"), Body: strings.NewReader("x"),
		IfMatch: put.ETag})
	coded(t, err, "NoSuchKey")
	_, err = c.GetObject(ctx, &s3.GetObjectInput{Bucket: b, Key: ptr("none")})
	var noKey *types.NoSuchKey
	if !errors.As(err, &noKey) {
		t.Errorf("%v", err)
	}
	_, err = c.HeadObject(ctx, &s3.HeadObjectInput{Bucket: b, Key: ptr("none")})
	coded(t, err, "NotFound")
	_, err = c.GetObject(ctx, &s3.GetObjectInput{Bucket: b, Key: ptr("a b/ü+%.txt"), IfNoneMatch: put.ETag})
	coded(t, err, "NotModified")
	cp := ok[*s3.CopyObjectOutput](t)(c.CopyObject(ctx,
		&s3.CopyObjectInput{Bucket: b, Key: ptr("copy"), CopySource: ptr(*b + "/a%20b/%C3%BC%2B%25.txt")}))
	there(t, "ETag LastModified", cp.CopyObjectResult.ETag, cp.CopyObjectResult.LastModified)
	for _, algorithm := range []types.ChecksumAlgorithm{types.ChecksumAlgorithmCrc32, types.ChecksumAlgorithmCrc32c,
		types.ChecksumAlgorithmSha1, types.ChecksumAlgorithmSha256, types.ChecksumAlgorithmCrc64nvme} {
		ok[*s3.PutObjectOutput](t)(c.PutObject(ctx,
			&s3.PutObjectInput{Bucket: b, Key: ptr("sum"), Body: strings.NewReader("hello"),
				ChecksumAlgorithm: algorithm}))
		got := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx,
			&s3.GetObjectInput{Bucket: b, Key: ptr("sum"), ChecksumMode: types.ChecksumModeEnabled}))
		if _, err := io.ReadAll(got.Body); err != nil {
			t.Errorf("%s: %v", algorithm, err)
		}
	}
	_, err = c.PutObject(ctx, &s3.PutObjectInput{Bucket: b, Key: ptr("sum"), Body: strings.NewReader("hello"),
		ChecksumCRC32: ptr("AAAAAA==")})
	coded(t, err, "BadDigest")
	at := ok[*s3.GetObjectAttributesOutput](t)(
		c.GetObjectAttributes(ctx, &s3.GetObjectAttributesInput{Bucket: b, Key: ptr("sum"),
			ObjectAttributes: []types.ObjectAttributes{types.ObjectAttributesEtag, types.ObjectAttributesObjectSize,
				types.ObjectAttributesChecksum}}))
	given(t, "ObjectSize", at.ObjectSize, 5)
	ok[*s3.PutObjectTaggingOutput](t)(c.PutObjectTagging(ctx,
		&s3.PutObjectTaggingInput{Bucket: b, Key: ptr("sum"), Tagging: &types.Tagging{
			TagSet: []types.Tag{{Key: ptr("team"), Value: ptr("blue")}}}}))
	tags := ok[*s3.GetObjectTaggingOutput](t)(
		c.GetObjectTagging(ctx, &s3.GetObjectTaggingInput{Bucket: b, Key: ptr("sum")}))
	if len(tags.TagSet) != 1 || *tags.TagSet[0].Value != "blue" {
		t.Errorf("tags %v", tags.TagSet)
	}
	ok[*s3.DeleteObjectTaggingOutput](t)(c.DeleteObjectTagging(ctx,
		&s3.DeleteObjectTaggingInput{Bucket: b, Key: ptr("sum")}))
	ok[*s3.DeleteObjectOutput](t)(c.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: b, Key: ptr("sum")}))
	signer := s3.NewPresignClient(c)
	address, err := signer.PresignGetObject(ctx, &s3.GetObjectInput{Bucket: b, Key: ptr("copy")},
		s3.WithPresignExpires(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	answer := ok[*http.Response](t)(http.Get(address.URL))
	data = ok[[]byte](t)(io.ReadAll(answer.Body))
	if answer.StatusCode != 200 || string(data) != "hello" {
		t.Errorf("by a presigned address: %d %q", answer.StatusCode, data)
	}
	stream := ok[*s3.PutObjectOutput](t)(c.PutObject(ctx,
		&s3.PutObjectInput{Bucket: b, Key: ptr("unseekable"), Body: bytes.NewReader([]byte("abc"))}))
	there(t, "ETag", stream.ETag)
}

func TestS3Bucket(t *testing.T) {
	c, b := bucket(t)
	ok[*s3.HeadBucketOutput](t)(c.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: b}))
	_, err := c.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: ptr("no-such-bucket-here")})
	coded(t, err, "NotFound")
	list := ok[*s3.ListBucketsOutput](t)(c.ListBuckets(ctx, &s3.ListBucketsInput{}))
	found := false
	for _, one := range list.Buckets {
		found = found || *one.Name == *b && one.CreationDate != nil
	}
	if !found {
		t.Errorf("buckets %v", list.Buckets)
	}
	ok[*s3.GetBucketLocationOutput](t)(c.GetBucketLocation(ctx, &s3.GetBucketLocationInput{Bucket: b}))
	for _, key := range []string{"a", "b/1", "b/2", "c&<d>"} {
		object(t, c, b, key, key)
	}
	names, pages := "", 0
	pager := s3.NewListObjectsV2Paginator(c, &s3.ListObjectsV2Input{Bucket: b, Delimiter: ptr("/"),
		MaxKeys: ptr(int32(2)), FetchOwner: ptr(true)})
	for pager.HasMorePages() {
		page := ok[*s3.ListObjectsV2Output](t)(pager.NextPage(ctx))
		pages++
		for _, o := range page.Contents {
			names += *o.Key + " "
			there(t, "ETag LastModified Size", o.ETag, o.LastModified, o.Size)
			if o.StorageClass == "" {
				t.Error("no StorageClass")
			}
		}
		for _, p := range page.CommonPrefixes {
			names += *p.Prefix + " "
		}
		there(t, "KeyCount MaxKeys Name IsTruncated", page.KeyCount, page.MaxKeys, page.Name, page.IsTruncated)
	}
	if pages != 2 || names != "a b/ c&<d> " {
		t.Errorf("%d pages: %q", pages, names)
	}
	after := ok[*s3.ListObjectsV2Output](t)(c.ListObjectsV2(ctx,
		&s3.ListObjectsV2Input{Bucket: b, StartAfter: ptr("b/1"),
			EncodingType: types.EncodingTypeUrl}))
	if len(after.Contents) != 2 {
		t.Errorf("start-after: %v", after.Contents)
	}
	v1 := ok[*s3.ListObjectsOutput](t)(c.ListObjects(ctx,
		&s3.ListObjectsInput{Bucket: b, Prefix: ptr("b/"), MaxKeys: ptr(int32(1))}))
	if len(v1.Contents) != 1 || v1.IsTruncated == nil || !*v1.IsTruncated {
		t.Errorf("v1: %v", v1)
	}
	next := ok[*s3.ListObjectsOutput](t)(c.ListObjects(ctx,
		&s3.ListObjectsInput{Bucket: b, Prefix: ptr("b/"), Marker: v1.Contents[0].Key}))
	if len(next.Contents) != 1 || *next.Contents[0].Key != "b/2" {
		t.Errorf("v1, second page: %v", next.Contents)
	}
	deleted := ok[*s3.DeleteObjectsOutput](t)(
		c.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: b, Delete: &types.Delete{Objects: []types.ObjectIdentifier{
			{Key: ptr("a")}, {Key: ptr("b/1")}, {Key: ptr("none")}}}}))
	if len(deleted.Deleted) != 3 {
		t.Errorf("deleted %v", deleted.Deleted)
	}
	quiet := ok[*s3.DeleteObjectsOutput](t)(c.DeleteObjects(ctx,
		&s3.DeleteObjectsInput{Bucket: b, Delete: &types.Delete{Quiet: ptr(true),
			Objects: []types.ObjectIdentifier{{Key: ptr("b/2")}, {Key: ptr("c&<d>")}}}}))
	if len(quiet.Deleted) != 0 {
		t.Errorf("quiet: %v", quiet.Deleted)
	}
	ok[*s3.PutBucketVersioningOutput](t)(c.PutBucketVersioning(ctx, &s3.PutBucketVersioningInput{Bucket: b,
		VersioningConfiguration: &types.VersioningConfiguration{Status: types.BucketVersioningStatusEnabled}}))
	v := ok[*s3.GetBucketVersioningOutput](t)(c.GetBucketVersioning(ctx, &s3.GetBucketVersioningInput{Bucket: b}))
	if v.Status != types.BucketVersioningStatusEnabled {
		t.Errorf("status %v", v.Status)
	}
	first := object(t, c, b, "k", "one")
	object(t, c, b, "k", "two")
	gone := ok[*s3.DeleteObjectOutput](t)(c.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: b, Key: ptr("k")}))
	given(t, "DeleteMarker", gone.DeleteMarker, true)
	old := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx,
		&s3.GetObjectInput{Bucket: b, Key: ptr("k"), VersionId: first.VersionId}))
	if data, _ := io.ReadAll(old.Body); string(data) != "one" {
		t.Errorf("the old version reads %q", data)
	}
	versions := ok[*s3.ListObjectVersionsOutput](t)(c.ListObjectVersions(ctx, &s3.ListObjectVersionsInput{Bucket: b}))
	if len(versions.Versions) != 2 || len(versions.DeleteMarkers) != 1 {
		t.Errorf("%d versions, %d markers", len(versions.Versions), len(versions.DeleteMarkers))
	}
	for _, one := range versions.Versions {
		there(t, "VersionId IsLatest LastModified ETag Size", one.VersionId, one.IsLatest, one.LastModified, one.ETag,
			one.Size)
		ok[*s3.DeleteObjectOutput](t)(c.DeleteObject(ctx,
			&s3.DeleteObjectInput{Bucket: b, Key: one.Key, VersionId: one.VersionId}))
	}
	for _, one := range versions.DeleteMarkers {
		ok[*s3.DeleteObjectOutput](t)(c.DeleteObject(ctx,
			&s3.DeleteObjectInput{Bucket: b, Key: one.Key, VersionId: one.VersionId}))
	}
	ok[*s3.DeletePublicAccessBlockOutput](t)(c.DeletePublicAccessBlock(ctx, &s3.DeletePublicAccessBlockInput{Bucket: b}))
	policy := fmt.Sprintf(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::%s/*"}]}`, *b)
	ok[*s3.PutBucketPolicyOutput](t)(c.PutBucketPolicy(ctx, &s3.PutBucketPolicyInput{Bucket: b, Policy: &policy}))
	got := ok[*s3.GetBucketPolicyOutput](t)(c.GetBucketPolicy(ctx, &s3.GetBucketPolicyInput{Bucket: b}))
	given(t, "Policy", got.Policy, policy)
	ok[*s3.DeleteBucketPolicyOutput](t)(c.DeleteBucketPolicy(ctx, &s3.DeleteBucketPolicyInput{Bucket: b}))
	ok[*s3.DeleteBucketOutput](t)(c.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: b}))
}

func TestS3Multipart(t *testing.T) {
	c, b := bucket(t)
	up := ok[*s3.CreateMultipartUploadOutput](t)(
		c.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: b, Key: ptr("big")}))
	there(t, "UploadId Bucket Key", up.UploadId, up.Bucket, up.Key)
	five := strings.Repeat("x", 5<<20)
	var parts []types.CompletedPart
	for n, text := range []string{five, "tail"} {
		p := ok[*s3.UploadPartOutput](t)(c.UploadPart(ctx,
			&s3.UploadPartInput{Bucket: b, Key: ptr("big"), UploadId: up.UploadId,
				PartNumber: ptr(int32(n + 1)), Body: strings.NewReader(text)}))
		parts = append(parts, types.CompletedPart{PartNumber: ptr(int32(n + 1)), ETag: p.ETag,
			ChecksumCRC32: p.ChecksumCRC32})
	}
	listed := ok[*s3.ListPartsOutput](t)(c.ListParts(ctx,
		&s3.ListPartsInput{Bucket: b, Key: ptr("big"), UploadId: up.UploadId}))
	if len(listed.Parts) != 2 || *listed.Parts[0].Size != 5<<20 {
		t.Errorf("parts %v", listed.Parts)
	}
	uploads := ok[*s3.ListMultipartUploadsOutput](t)(
		c.ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{Bucket: b}))
	if len(uploads.Uploads) != 1 || *uploads.Uploads[0].Key != "big" {
		t.Errorf("uploads %v", uploads.Uploads)
	}
	done := ok[*s3.CompleteMultipartUploadOutput](t)(
		c.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{Bucket: b, Key: ptr("big"),
			UploadId: up.UploadId, MultipartUpload: &types.CompletedMultipartUpload{Parts: parts},
			IfNoneMatch: ptr("*")}))
	if done.ETag == nil || !strings.HasSuffix(*done.ETag, `-2"`) {
		t.Errorf("ETag %v", done.ETag)
	}
	head := ok[*s3.HeadObjectOutput](t)(c.HeadObject(ctx, &s3.HeadObjectInput{Bucket: b, Key: ptr("big")}))
	given(t, "ContentLength", head.ContentLength, 5<<20+4)
	second := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx,
		&s3.GetObjectInput{Bucket: b, Key: ptr("big"), PartNumber: ptr(int32(2))}))
	if data, _ := io.ReadAll(second.Body); string(data) != "tail" {
		t.Errorf("the second part reads %d bytes", len(data))
	}
	given(t, "PartsCount", second.PartsCount, 2)
	again := ok[*s3.CreateMultipartUploadOutput](t)(
		c.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: b, Key: ptr("copy")}))
	ok[*s3.UploadPartCopyOutput](t)(c.UploadPartCopy(ctx,
		&s3.UploadPartCopyInput{Bucket: b, Key: ptr("copy"), UploadId: again.UploadId,
			PartNumber: ptr(int32(1)), CopySource: ptr(*b + "/big"), CopySourceRange: ptr("bytes=0-9")}))
	ok[*s3.AbortMultipartUploadOutput](t)(c.AbortMultipartUpload(ctx,
		&s3.AbortMultipartUploadInput{Bucket: b, Key: ptr("copy"), UploadId: again.UploadId}))
	_, err := c.ListParts(ctx, &s3.ListPartsInput{Bucket: b, Key: ptr("copy"), UploadId: again.UploadId})
	coded(t, err, "NoSuchUpload")
}

// Unseekable bodies travel in chunks with a trailer.
func TestS3Trailer(t *testing.T) {
	c, b := bucket(t)
	ok[*s3.PutObjectOutput](t)(c.PutObject(context.Background(),
		&s3.PutObjectInput{Bucket: b, Key: ptr("k"), Body: strings.NewReader("streamed"),
			ChecksumAlgorithm: types.ChecksumAlgorithmSha256}, s3.WithAPIOptions()))
	got := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx, &s3.GetObjectInput{Bucket: b, Key: ptr("k")}))
	if data, _ := io.ReadAll(got.Body); string(data) != "streamed" {
		t.Errorf("%q", data)
	}
}

// 20 MB at once; a copy that is described anew; pages past a key that XML cannot carry; headers that the address names.
func TestS3Large(t *testing.T) {
	c, b := bucket(t)
	data := bytes.Repeat([]byte("0123456789abcdef"), 20<<16)
	ok[*s3.PutObjectOutput](t)(c.PutObject(ctx, &s3.PutObjectInput{Bucket: b, Key: ptr("large"),
		Body: bytes.NewReader(data), ContentType: ptr("text/plain")}))
	got := ok[*s3.GetObjectOutput](t)(c.GetObject(ctx, &s3.GetObjectInput{Bucket: b, Key: ptr("large"),
		ChecksumMode: types.ChecksumModeEnabled, ResponseContentType: ptr("a/b")}))
	if back := ok[[]byte](t)(io.ReadAll(got.Body)); !bytes.Equal(back, data) {
		t.Error("it comes back as something else")
	}
	given(t, "ContentType", got.ContentType, "a/b")
	ok[*s3.CopyObjectOutput](t)(c.CopyObject(ctx, &s3.CopyObjectInput{Bucket: b, Key: ptr("large"),
		CopySource: ptr(*b + "/large"), MetadataDirective: types.MetadataDirectiveReplace, ContentType: ptr("q/w")}))
	head := ok[*s3.HeadObjectOutput](t)(c.HeadObject(ctx, &s3.HeadObjectInput{Bucket: b, Key: ptr("large")}))
	given(t, "ContentType", head.ContentType, "q/w")
	object(t, c, b, "ctrl\x01x", "x")
	object(t, c, b, "z", "x")
	pages := s3.NewListObjectsV2Paginator(c, &s3.ListObjectsV2Input{Bucket: b, MaxKeys: ptr(int32(1)),
		EncodingType: types.EncodingTypeUrl})
	count := 0
	for pages.HasMorePages() {
		count += len(ok[*s3.ListObjectsV2Output](t)(pages.NextPage(ctx)).Contents)
	}
	if count != 3 {
		t.Errorf("%d objects are listed, should be 3", count)
	}
}
