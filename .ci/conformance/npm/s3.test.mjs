// Every operation of S3 that @aws-sdk/client-s3 sends.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import * as s3 from "@aws-sdk/client-s3";
import { refused, serve } from "./served.mjs";

const served = await serve();
const settings = { endpoint: served.s3, region: "us-east-1", maxAttempts: 1,
  credentials: { accessKeyId: "app", secretAccessKey: served.accounts.app } };
const paths = new s3.S3Client({ ...settings, forcePathStyle: true });

async function bucket(t, client = paths) {
  const Bucket = t.name.replaceAll(/[^a-z0-9]+/g, "-");
  const send = (name, input = {}) => client.send(new s3[name + "Command"]({ Bucket, ...input }));
  await send("CreateBucket");
  return send;
}

test("objects", async (t) => {
  const send = await bucket(t);
  const Key = "a b/ü+%'(1)!*.txt";
  const put = await send("PutObject", { Key, Body: "hello", ContentType: "text/plain", Metadata: { by: "ana" },
    CacheControl: "no-cache", ContentDisposition: "inline", ContentEncoding: "identity", ContentLanguage: "en", Tagging: "a=1&b=2" });
  assert.ok(put.ETag && put.ChecksumCRC32);
  const got = await send("GetObject", { Key });
  assert.equal(await got.Body.transformToString(), "hello");
  assert.deepEqual([got.ETag, got.ContentType, got.Metadata.by, got.CacheControl, got.ContentDisposition, got.ContentEncoding, got.ContentLanguage, got.TagCount, got.ChecksumCRC32],
    [put.ETag, "text/plain", "ana", "no-cache", "inline", "identity", "en", 2, put.ChecksumCRC32]);
  const part = await send("GetObject", { Key, Range: "bytes=1-3" });
  assert.deepEqual([await part.Body.transformToString(), part.ContentRange, part.ContentLength], ["ell", "bytes 1-3/5", 3]);
  const head = await send("HeadObject", { Key, ChecksumMode: "ENABLED" });
  assert.deepEqual([head.ContentLength, head.ChecksumCRC32, head.ChecksumType], [5, put.ChecksumCRC32, "FULL_OBJECT"]);
  await assert.rejects(send("PutObject", { Key, Body: "x", IfNoneMatch: "*" }), refused(412, "PreconditionFailed"));
  await assert.rejects(send("PutObject", { Key, Body: "x", IfMatch: '"00"' }), refused(412, "PreconditionFailed"));
  await assert.rejects(send("PutObject", { Key: "none", Body: "x", IfMatch: put.ETag }), refused(404, "NoSuchKey"));
  await assert.rejects(send("GetObject", { Key: "none" }), refused(404, "NoSuchKey"));
  await assert.rejects(send("GetObject", { Key, Range: "bytes=9-" }), refused(416, "InvalidRange"));
  await assert.rejects(send("GetObject", { Key, IfNoneMatch: put.ETag }), refused(304));
  await assert.rejects(send("DeleteObject", { Key, IfMatch: '"00"' }), refused(412, "PreconditionFailed"));
  const source = `${t.name}/${encodeURIComponent(Key)}`;
  const copy = await send("CopyObject", { Key: "copy", CopySource: source, CopySourceIfMatch: put.ETag });
  assert.equal(copy.CopyObjectResult.ETag, put.ETag);
  await assert.rejects(send("CopyObject", { Key: "copy", CopySource: source, CopySourceIfNoneMatch: put.ETag }), refused(412, "PreconditionFailed"));
  await assert.rejects(send("CopyObject", { Key: "copy", CopySource: source, IfNoneMatch: "*" }), refused(412, "PreconditionFailed"));
  await send("PutObjectTagging", { Key: "copy", Tagging: { TagSet: [{ Key: "team", Value: "blue" }] } });
  assert.deepEqual((await send("GetObjectTagging", { Key: "copy" })).TagSet, [{ Key: "team", Value: "blue" }]);
  await send("DeleteObjectTagging", { Key: "copy" });
  const at = await send("GetObjectAttributes", { Key, ObjectAttributes: ["ETag", "Checksum", "ObjectSize", "StorageClass", "ObjectParts"] });
  assert.deepEqual([at.ObjectSize, at.Checksum.ChecksumCRC32, at.ETag, at.StorageClass], [5, put.ChecksumCRC32, put.ETag.replaceAll('"', ""), "STANDARD"]);
  const stream = await send("PutObject", { Key: "stream", Body: Readable.from(["str", "eam"]), ContentLength: 6 });
  assert.ok(stream.ETag);
  assert.equal(await (await send("GetObject", { Key: "stream" })).Body.transformToString(), "stream");
  for (const ChecksumAlgorithm of ["CRC32", "CRC32C", "SHA1", "SHA256", "CRC64NVME"]) {
    await send("PutObject", { Key: "sum", Body: "hello", ChecksumAlgorithm });
    const kept = await send("GetObject", { Key: "sum", ChecksumMode: "ENABLED" });
    assert.ok(kept["Checksum" + ChecksumAlgorithm], ChecksumAlgorithm);
    assert.equal(await kept.Body.transformToString(), "hello");
  }
  await send("DeleteObject", { Key });
});

test("buckets", async (t) => {
  const send = await bucket(t);
  await send("HeadBucket");
  await assert.rejects(paths.send(new s3.HeadBucketCommand({ Bucket: "none" })), refused(404));
  const all = (await paths.send(new s3.ListBucketsCommand({}))).Buckets;
  assert.ok(all.some((one) => one.Name === "buckets" && one.CreationDate instanceof Date));
  await send("GetBucketLocation");
  for (const Key of ["a", "b/1", "b/2", "c&<d>", "e e"]) await send("PutObject", { Key, Body: Key });
  const names = [];
  let pages = 0;
  for await (const page of s3.paginateListObjectsV2({ client: paths, pageSize: 2 }, { Bucket: "buckets", Delimiter: "/", FetchOwner: true })) {
    pages++;
    names.push(...(page.Contents ?? []).map((one) => one.Key), ...(page.CommonPrefixes ?? []).map((one) => one.Prefix));
  }
  assert.deepEqual([pages, names.sort()], [2, ["a", "b/", "c&<d>", "e e"]]);
  const url = await send("ListObjectsV2", { EncodingType: "url", StartAfter: "b/2" });
  assert.deepEqual(url.Contents.map((one) => one.Key), ["c%26%3Cd%3E", "e+e"]);
  const first = await send("ListObjects", { MaxKeys: 1, Prefix: "b/" });
  assert.equal(first.IsTruncated, true);
  assert.deepEqual((await send("ListObjects", { Marker: first.Contents[0].Key, Prefix: "b/" })).Contents.map((one) => one.Key), ["b/2"]);
  const gone = await send("DeleteObjects", { Delete: { Objects: [{ Key: "a" }, { Key: "none" }] } });
  assert.deepEqual(gone.Deleted.map((one) => one.Key), ["a", "none"]);
  assert.equal((await send("DeleteObjects", { Delete: { Quiet: true, Objects: [{ Key: "b/1" }] } })).Deleted, undefined);
  await send("DeletePublicAccessBlock");
  const Policy = JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::buckets/*" }] });
  await send("PutBucketPolicy", { Policy });
  assert.equal((await send("GetBucketPolicy")).Policy, Policy);
  await send("DeleteBucketPolicy");
  await assert.rejects(send("GetBucketPolicy"), refused(404, "NoSuchBucketPolicy"));
  await assert.rejects(send("DeleteBucket"), refused(409, "BucketNotEmpty"));
});

test("versions", async (t) => {
  const send = await bucket(t);
  await send("PutBucketVersioning", { VersioningConfiguration: { Status: "Enabled" } });
  assert.equal((await send("GetBucketVersioning")).Status, "Enabled");
  const ids = [];
  for (const Body of ["one", "two", "three"]) ids.push((await send("PutObject", { Key: "k", Body })).VersionId);
  assert.equal(await (await send("GetObject", { Key: "k", VersionId: ids[0] })).Body.transformToString(), "one");
  assert.equal((await send("DeleteObject", { Key: "k" })).DeleteMarker, true);
  await send("PutObject", { Key: "l", Body: "1" });
  const seen = [];
  let page, pages = 0, markers = {};
  do {
    page = await send("ListObjectVersions", { MaxKeys: 2, ...markers });
    for (const one of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) seen.push([one.Key, one.VersionId, one.IsLatest]);
    markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  } while (page.IsTruncated && ++pages < 9);
  assert.equal(seen.length, 5);
  assert.deepEqual(seen.filter((one) => one[2]).map((one) => one[0]), ["k", "l"]);
  await send("DeleteObjects", { Delete: { Objects: seen.map(([Key, VersionId]) => ({ Key, VersionId })) } });
  await send("DeleteBucket");
});

test("multipart", async (t) => {
  const send = await bucket(t);
  const { UploadId } = await send("CreateMultipartUpload", { Key: "big", ChecksumAlgorithm: "CRC32" });
  const Parts = [];
  for (const [n, Body] of ["x".repeat(5 << 20), "tail"].entries()) {
    const part = await send("UploadPart", { Key: "big", UploadId, PartNumber: n + 1, Body, ChecksumAlgorithm: "CRC32" });
    Parts.push({ PartNumber: n + 1, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 });
  }
  const listed = await send("ListParts", { Key: "big", UploadId, MaxParts: 1 });
  assert.deepEqual([listed.Parts.length, listed.IsTruncated, listed.NextPartNumberMarker], [1, true, "1"]);
  const rest = await send("ListParts", { Key: "big", UploadId, PartNumberMarker: listed.NextPartNumberMarker });
  assert.deepEqual([rest.Parts.map((one) => [one.PartNumber, one.Size, one.ChecksumCRC32]), rest.IsTruncated], [[[2, 4, Parts[1].ChecksumCRC32]], false]);
  const uploads = await send("ListMultipartUploads");
  assert.deepEqual(uploads.Uploads.map((one) => [one.Key, one.UploadId]), [["big", UploadId]]);
  const done = await send("CompleteMultipartUpload", { Key: "big", UploadId, MultipartUpload: { Parts }, IfNoneMatch: "*" });
  assert.match(done.ETag, /-2"$/);
  assert.match(done.ChecksumCRC32, /-2$/);
  assert.equal(done.ChecksumType, "COMPOSITE");
  const second = await send("GetObject", { Key: "big", PartNumber: 2 });
  assert.deepEqual([await second.Body.transformToString(), second.PartsCount, second.ContentRange], ["tail", 2, `bytes ${5 << 20}-${(5 << 20) + 3}/${(5 << 20) + 4}`]);
  const whole = await send("GetObject", { Key: "big" });
  assert.equal((await whole.Body.transformToByteArray()).length, (5 << 20) + 4);
  const again = await send("CreateMultipartUpload", { Key: "copy" });
  const copied = await send("UploadPartCopy", { Key: "copy", UploadId: again.UploadId, PartNumber: 1, CopySource: "multipart/big", CopySourceRange: "bytes=0-9" });
  await send("CompleteMultipartUpload", { Key: "copy", UploadId: again.UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag: copied.CopyPartResult.ETag }] } });
  assert.equal((await send("HeadObject", { Key: "copy" })).ContentLength, 10);
  const third = await send("CreateMultipartUpload", { Key: "copy" });
  await send("AbortMultipartUpload", { Key: "copy", UploadId: third.UploadId });
  await assert.rejects(send("ListParts", { Key: "copy", UploadId: third.UploadId }), refused(404, "NoSuchUpload"));
});

test("object-lock", async (t) => {
  const send = await bucket(t);
  await send("PutBucketVersioning", { VersioningConfiguration: { Status: "Enabled" } });
  await assert.rejects(send("PutObjectLegalHold", { Key: "k", LegalHold: { Status: "ON" } }), refused(404, "NoSuchKey"));
  await send("PutObjectLockConfiguration", { ObjectLockConfiguration: { ObjectLockEnabled: "Enabled" } });
  const { VersionId } = await send("PutObject", { Key: "k", Body: "1" });
  await assert.rejects(send("GetObjectRetention", { Key: "k" }), refused(404, "NoSuchObjectLockConfiguration"));
  await send("PutObjectRetention", { Key: "k", Retention: { Mode: "GOVERNANCE", RetainUntilDate: new Date(Date.now() + 36e5) } });
  await assert.rejects(send("DeleteObject", { Key: "k", VersionId }), refused(403, "AccessDenied"));
  await send("DeleteObject", { Key: "k", VersionId, BypassGovernanceRetention: true });
});

// The document's race of a conditional write against a delete and another conditional write.
test("conditional-writes", async (t) => {
  const send = await bucket(t);
  const both = await Promise.allSettled([1, 2, 3, 4].map((Body) => send("PutObject", { Key: "once", Body: String(Body), IfNoneMatch: "*" })));
  assert.equal(both.filter((one) => one.status === "fulfilled").length, 1);
  const first = await send("PutObject", { Key: "k", Body: "1" });
  await send("PutObject", { Key: "k", Body: "2" });
  await assert.rejects(send("PutObject", { Key: "k", Body: "3", IfMatch: first.ETag }), refused(412, "PreconditionFailed"));
  await send("DeleteObject", { Key: "k" });
  await assert.rejects(send("PutObject", { Key: "k", Body: "4", IfMatch: first.ETag }), refused(404, "NoSuchKey"));
});
