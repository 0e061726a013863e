package main

import (
	"bytes"
	"context"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/tags"
)

// objects are MinIO's client: conditions, parts with sums of their own, copies, versions.
func (c *checks) objects(ctx context.Context, host, key string) {
	client, err := minio.New(host, &minio.Options{Creds: credentials.NewStaticV4("app", key, ""),
		TrailingHeaders: true})
	c.ok("minio", err)
	if err != nil {
		return
	}
	c.ok("make a bucket", client.MakeBucket(ctx, "others", minio.MakeBucketOptions{}))
	put := func(name, text string, o minio.PutObjectOptions) (minio.UploadInfo, error) {
		return client.PutObject(ctx, "others", name, strings.NewReader(text), int64(len(text)), o)
	}
	create := minio.PutObjectOptions{UserMetadata: map[string]string{"Who": "ana"}}
	create.SetMatchETagExcept("*")
	first, err := put("a ö.txt", "hello", create)
	c.ok("create", err)
	_, err = put("a ö.txt", "other", create)
	c.is("create again", minio.ToErrorResponse(err).Code, "PreconditionFailed")
	replace := minio.PutObjectOptions{}
	replace.SetMatchETag(first.ETag)
	_, err = put("a ö.txt", "hello again", replace)
	c.ok("replace what was read", err)
	_, err = put("a ö.txt", "stale", replace)
	c.is("replace what is no longer there", minio.ToErrorResponse(err).Code, "PreconditionFailed")
	object, err := client.GetObject(ctx, "others", "a ö.txt", minio.GetObjectOptions{})
	c.ok("get", err)
	c.is("what is read", read(object), "hello again")
	stale := minio.CopySrcOptions{Bucket: "others", Object: "a ö.txt", MatchETag: first.ETag}
	_, err = client.CopyObject(ctx, minio.CopyDestOptions{Bucket: "others", Object: "copy"}, stale)
	c.is("copy what is no longer there", minio.ToErrorResponse(err).Code, "PreconditionFailed")
	for _, sum := range []minio.ChecksumType{minio.ChecksumCRC32C, minio.ChecksumSHA256, minio.ChecksumCRC64NVME} {
		info, err := client.PutObject(ctx, "others", "big", bytes.NewReader(make([]byte, 6<<20)), -1,
			minio.PutObjectOptions{PartSize: 5 << 20, Checksum: sum})
		c.ok("parts with "+sum.String(), err)
		c.is("how large they are", info.Size, int64(6<<20))
	}
	_, err = client.ComposeObject(ctx, minio.CopyDestOptions{Bucket: "others", Object: "both"},
		minio.CopySrcOptions{Bucket: "others", Object: "big"},
		minio.CopySrcOptions{Bucket: "others", Object: "a ö.txt"})
	c.ok("compose", err)
	tagged, _ := tags.NewTags(map[string]string{"k": "a b"}, true) // they are right
	c.ok("tag", client.PutObjectTagging(ctx, "others", "both", tagged, minio.PutObjectTaggingOptions{}))
	c.ok("version", client.EnableVersioning(ctx, "others"))
	_, err = put("a ö.txt", "third", minio.PutObjectOptions{})
	c.ok("put a version", err)
	count := 0
	for o := range client.ListObjects(ctx, "others", minio.ListObjectsOptions{WithVersions: true, Recursive: true}) {
		c.ok("list", o.Err)
		c.ok("remove", client.RemoveObject(ctx, "others", o.Key, minio.RemoveObjectOptions{VersionID: o.VersionID}))
		count++
	}
	c.is("versions", count, 4)
	c.ok("remove the bucket", client.RemoveBucket(ctx, "others"))
}
