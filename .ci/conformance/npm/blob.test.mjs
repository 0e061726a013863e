// Every operation of blobs that @azure/storage-blob sends, read with its own types.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  AccountSASPermissions, AccountSASResourceTypes, AnonymousCredential, BlobBatch, BlobClient, BlobSASPermissions,
  BlobServiceClient, ContainerSASPermissions, StorageSharedKeyCredential,
} from "@azure/storage-blob";
import { connection, refused, serve } from "./served.mjs";

const served = await serve();
const service = BlobServiceClient.fromConnectionString(connection(served));
const soon = () => new Date(Date.now() + 3600_000);

async function fresh(t) {
  const c = service.getContainerClient(t.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"));
  await c.create({ metadata: { Owner: "ana" } });
  return c;
}

async function text(blob, ...range) { return (await blob.downloadToBuffer(...range)).toString(); }

test("containers", async (t) => {
  const c = await fresh(t);
  await assert.rejects(c.create(), refused(409, "ContainerAlreadyExists"));
  assert.equal((await c.createIfNotExists()).succeeded, false);
  assert.equal(await c.exists(), true);
  const p = await c.getProperties();
  assert.equal(p.metadata.owner, "ana");
  assert.equal(p.leaseState, "available");
  assert.equal(p.hasImmutabilityPolicy, false);
  assert.ok(p.etag && p.lastModified instanceof Date && p.requestId && p.version && p.date);
  await c.setMetadata({ a: "1" });
  const start = new Date("2026-01-01T00:00:00Z"), expires = new Date("2036-01-01T00:00:00Z");
  await c.setAccessPolicy("blob", [{ id: "read", accessPolicy: { permissions: "rl", startsOn: start, expiresOn: expires } }]);
  const acl = await c.getAccessPolicy();
  assert.equal(acl.blobPublicAccess, "blob");
  assert.equal(acl.signedIdentifiers[0].id, "read");
  assert.equal(acl.signedIdentifiers[0].accessPolicy.permissions, "rl");
  assert.equal(+acl.signedIdentifiers[0].accessPolicy.startsOn, +start);
  assert.equal(+acl.signedIdentifiers[0].accessPolicy.expiresOn, +expires);
  const lease = c.getBlobLeaseClient();
  await lease.acquireLease(15);
  await assert.rejects(c.delete(), refused(412, "LeaseIdMissing"));
  await lease.renewLease();
  await lease.changeLease("11111111-1111-1111-1111-111111111111");
  await lease.breakLease(0);
  await lease.releaseLease();
  const names = [];
  for await (const one of service.listContainers({ prefix: c.containerName, includeMetadata: true })) {
    names.push(one.name, one.metadata.a, one.properties.etag !== undefined, one.properties.publicAccess);
  }
  assert.deepEqual(names, [c.containerName, "1", true, "blob"]);
  await c.delete();
  await assert.rejects(c.getProperties(), refused(404, "ContainerNotFound"));
  assert.equal((await c.deleteIfExists()).succeeded, false);
});

test("block blobs", async (t) => {
  const c = await fresh(t);
  const b = c.getBlockBlobClient("folder/my höme+%.md");
  const put = await b.upload("hello", 5, {
    metadata: { CamelCase: "yes" }, tags: { state: "done" }, tier: "Cool",
    blobHTTPHeaders: { blobContentType: "text/markdown", blobCacheControl: "no-cache", blobContentEncoding: "identity",
      blobContentLanguage: "en", blobContentDisposition: "inline" },
  });
  assert.ok(put.etag && put.lastModified && put.requestId && put.version && put.isServerEncrypted);
  assert.deepEqual(Buffer.from(put.contentMD5), createHash("md5").update("hello").digest());
  assert.equal(await text(b), "hello");
  const got = await b.download(1, 3);
  assert.equal(got.contentRange, "bytes 1-3/5");
  assert.equal(got.contentLength, 3);
  assert.equal(got.etag, put.etag);
  assert.equal(got.tagCount, 1);
  assert.equal(got.metadata.camelcase, "yes");
  got.readableStreamBody.resume();
  const p = await b.getProperties();
  assert.equal(p.contentType, "text/markdown");
  assert.equal(p.cacheControl, "no-cache");
  assert.equal(p.contentEncoding, "identity");
  assert.equal(p.contentLanguage, "en");
  assert.equal(p.contentDisposition, "inline");
  assert.equal(p.accessTier, "Cool");
  assert.equal(p.blobType, "BlockBlob");
  assert.equal(p.contentLength, 5);
  assert.ok(p.createdOn instanceof Date);
  await assert.rejects(b.getProperties({ conditions: { ifNoneMatch: put.etag } }), refused(304));
  await assert.rejects(b.upload("x", 1, { conditions: { ifNoneMatch: "*" } }), refused(409, "BlobAlreadyExists"));
  await assert.rejects(b.upload("x", 1, { conditions: { ifMatch: '"0x0"' } }), refused(412, "ConditionNotMet"));
  await assert.rejects(b.download(10, 3), refused(416, "InvalidRange"));
  const created = (await b.getProperties()).createdOn;
  await b.setMetadata({ b: "2" });
  await b.setHTTPHeaders({ blobContentType: "text/plain" });
  assert.equal(+(await b.getProperties()).createdOn, +created);
  await b.setTags({ a: "1", b: "x y" });
  assert.deepEqual((await b.getTags()).tags, { a: "1", b: "x y" });
  await b.setAccessTier("Hot");
  const snap = await b.createSnapshot();
  await b.upload("second", 6);
  assert.equal(await text(b.withSnapshot(snap.snapshot)), "hello");
  await assert.rejects(b.delete(), refused(409, "SnapshotsPresent"));
  await b.delete({ deleteSnapshots: "include" });
  await assert.rejects(b.download(), refused(404, "BlobNotFound"));
  assert.equal(await b.exists(), false);
  assert.equal((await b.deleteIfExists()).succeeded, false);
});

test("blocks and streams", async (t) => {
  const c = await fresh(t);
  const b = c.getBlockBlobClient("blocks");
  const id = (n) => Buffer.from(String(n).padStart(4, "0")).toString("base64");
  for (const [n, part] of ["one ", "two ", "three"].entries()) await b.stageBlock(id(n), part, part.length);
  const staged = await b.getBlockList("all");
  assert.equal(staged.uncommittedBlocks.length, 3);
  assert.equal(staged.uncommittedBlocks[2].size, 5);
  await b.commitBlockList([id(0), id(2)], { metadata: { x: "y" } });
  assert.equal(await text(b), "one three");
  const list = await b.getBlockList("committed");
  assert.equal(list.blobContentLength, 9);
  assert.deepEqual(list.committedBlocks.map((one) => one.name), [id(0), id(2)]);
  await assert.rejects(b.commitBlockList([id(9)]), refused(400, "InvalidBlockList"));
  const data = Buffer.alloc(3 << 20, "0123456789abcdef");
  const big = c.getBlockBlobClient("big");
  await big.uploadData(data, { blockSize: 1 << 20, maxSingleShotSize: 1 << 20, concurrency: 4 });
  assert.ok((await big.downloadToBuffer(0, undefined, { blockSize: 1 << 20, concurrency: 4 })).equals(data));
  const source = await b.generateSasUrl({ permissions: BlobSASPermissions.parse("r"), expiresOn: soon() });
  await c.getBlockBlobClient("from-url").syncUploadFromURL(source);
  assert.equal(await text(c.getBlockBlobClient("from-url")), "one three");
  const parts = c.getBlockBlobClient("parts");
  await parts.stageBlockFromURL(id(1), source, 4, 5);
  await parts.commitBlockList([id(1)]);
  assert.equal(await text(parts), "three");
});

test("append blobs", async (t) => {
  const c = await fresh(t);
  const b = c.getAppendBlobClient("log");
  await b.create();
  const first = await b.appendBlock("one", 3);
  assert.equal(first.blobAppendOffset, "0");
  assert.equal(first.blobCommittedBlockCount, 1);
  await assert.rejects(b.appendBlock("two", 3, { conditions: { appendPosition: 1 } }),
    refused(412, "AppendPositionConditionNotMet"));
  await c.getBlockBlobClient("src").upload(" more", 5);
  const source = await c.getBlobClient("src").generateSasUrl({ permissions: BlobSASPermissions.parse("r"), expiresOn: soon() });
  const second = await b.appendBlockFromURL(source, 0, 5);
  assert.equal(second.blobAppendOffset, "3");
  assert.equal(await text(b), "one more");
  await b.seal();
  assert.equal((await b.getProperties()).isSealed, true);
});

test("page blobs", async (t) => {
  const c = await fresh(t);
  const b = c.getPageBlobClient("disk");
  await b.create(2048, { blobSequenceNumber: 1 });
  const page = "x".repeat(512);
  assert.equal((await b.uploadPages(page, 512, 512)).blobSequenceNumber, 1);
  assert.deepEqual((await b.getPageRanges(0, 2048)).pageRange, [{ offset: 512, count: 511 }]);
  const snap = await b.createSnapshot();
  await b.clearPages(512, 512);
  await b.uploadPages(page, 0, 512);
  const diff = await b.getPageRangesDiff(0, 2048, snap.snapshot);
  assert.deepEqual([diff.pageRange, diff.clearRange], [[{ offset: 0, count: 511 }], [{ offset: 512, count: 511 }]]);
  await b.resize(1024);
  await b.updateSequenceNumber("increment");
  const source = await b.generateSasUrl({ permissions: BlobSASPermissions.parse("r"), expiresOn: soon() });
  const target = c.getPageBlobClient("target");
  await target.create(1024);
  await target.uploadPagesFromURL(source, 0, 512, 512);
  assert.equal(await text(target, 512), page);
});

test("copies", async (t) => {
  const c = await fresh(t);
  await c.getBlockBlobClient("a").upload("text", 4);
  const b = c.getBlobClient("b");
  const done = await (await b.beginCopyFromURL(c.getBlobClient("a").url, { intervalInMs: 10 })).pollUntilDone();
  assert.equal(done.copyStatus, "success");
  const p = await b.getProperties();
  assert.equal(p.copyProgress, "4/4");
  assert.ok(p.copyCompletedOn instanceof Date && p.copySource.endsWith("/a"));
  await assert.rejects(b.abortCopyFromURL(p.copyId), refused(409, "NoPendingCopyOperation"));
  await c.getBlobClient("c").syncCopyFromURL(c.getBlobClient("a").url);
  assert.equal(await text(c.getBlobClient("c")), "text");
});

test("lists", async (t) => {
  const c = await fresh(t);
  for (const name of ["a", "b/1", "b/2", "c"]) await c.getBlockBlobClient(name).upload(name, name.length, { metadata: { k: "v" }, tags: { n: name[0] } });
  const items = [];
  for await (const one of c.listBlobsFlat({ includeMetadata: true, includeTags: true, includeSnapshots: true })) items.push(one);
  assert.deepEqual(items.map((one) => [one.name, one.metadata.k, one.tags.n, one.properties.contentLength]),
    [["a", "v", "a", 1], ["b/1", "v", "b", 3], ["b/2", "v", "b", 3], ["c", "v", "c", 1]]);
  await c.getBlockBlobClient("a").upload("A", 1, { conditions: { ifMatch: items[0].properties.etag } });
  let pages = 0;
  const names = [];
  for await (const page of c.listBlobsByHierarchy("/").byPage({ maxPageSize: 2 })) {
    pages++;
    names.push(...(page.segment.blobPrefixes ?? []).map((one) => one.name), ...page.segment.blobItems.map((one) => one.name));
  }
  assert.deepEqual([pages, names.sort()], [2, ["a", "b/", "c"]]);
});

test("tags across blobs", async (t) => {
  const c = await fresh(t);
  for (const [name, team] of [["x", "blue"], ["y", "red"], ["z", "blue"]]) await c.getBlockBlobClient(name).upload("1", 1, { tags: { team } });
  const found = [];
  for await (const one of service.findBlobsByTags("team = 'blue' AND @container = '" + c.containerName + "'")) found.push([one.containerName, one.name, one.tags]);
  assert.deepEqual(found, [[c.containerName, "x", { team: "blue" }], [c.containerName, "z", { team: "blue" }]]);
  const here = [];
  for await (const one of c.findBlobsByTags("team = 'red'")) here.push(one.name);
  assert.deepEqual(here, ["y"]);
});

test("batches", async (t) => {
  const c = await fresh(t);
  for (const name of ["x", "y"]) await c.getBlockBlobClient(name).upload("1", 1);
  const batch = service.getBlobBatchClient();
  const tiers = await batch.setBlobsAccessTier([c.getBlobClient("x"), c.getBlobClient("y")], "Cool");
  assert.equal(tiers.subResponsesSucceededCount, 2);
  assert.equal((await c.getBlobClient("x").getProperties()).accessTier, "Cool");
  const gone = await batch.deleteBlobs([c.getBlobClient("x"), c.getBlobClient("none"), c.getBlobClient("y")]);
  assert.deepEqual([gone.subResponsesSucceededCount, gone.subResponsesFailedCount], [2, 1]);
  assert.deepEqual(gone.subResponses.map((one) => [one.status, one.errorCode]),
    [[202, undefined], [404, "BlobNotFound"], [202, undefined]]);
  assert.equal(await c.getBlobClient("x").exists(), false);
});

test("the account", async () => {
  const info = await service.getAccountInfo();
  assert.equal(info.accountKind, "StorageV2");
  await service.setProperties({ deleteRetentionPolicy: { enabled: true, days: 7 } });
  assert.deepEqual((await service.getProperties()).deleteRetentionPolicy, { enabled: true, days: 7 });
  await service.getStatistics();
});

test("shared access signatures", async (t) => {
  const c = await fresh(t);
  const b = c.getBlockBlobClient("a");
  await b.upload("text", 4);
  const by = async (permissions, more) => new BlobClient(
    await b.generateSasUrl({ permissions: BlobSASPermissions.parse(permissions), expiresOn: soon(), ...more }));
  assert.equal(await text(await by("r")), "text");
  await assert.rejects((await by("w")).downloadToBuffer(), refused(403, "AuthorizationPermissionMismatch"));
  await assert.rejects((await by("r")).delete(), refused(403, "AuthorizationPermissionMismatch"));
  await assert.rejects((await by("r", { expiresOn: new Date(Date.now() - 1000) })).getProperties(), refused(403));
  const list = await c.generateSasUrl({ permissions: ContainerSASPermissions.parse("l"), expiresOn: soon() });
  const other = new (c.constructor)(list, new AnonymousCredential());
  const names = [];
  for await (const one of other.listBlobsFlat()) names.push(one.name);
  assert.deepEqual(names, ["a"]);
  const account = service.generateAccountSasUrl(soon(), AccountSASPermissions.parse("r"), AccountSASResourceTypes.parse("o").toString());
  const whole = new BlobServiceClient(account, new AnonymousCredential());
  assert.equal(await text(whole.getContainerClient(c.containerName).getBlobClient("a")), "text");
  await assert.rejects(whole.getContainerClient(c.containerName).getProperties(), refused(403, "AuthorizationResourceTypeMismatch"));
  const wrong = new BlobServiceClient(served.blob + "/devstoreaccount1",
    new StorageSharedKeyCredential("devstoreaccount1", Buffer.from("wrong").toString("base64")));
  await assert.rejects(wrong.getProperties(), refused(403, "AuthenticationFailed"));
});

// The document's program of optimistic concurrency, between two writers.
test("optimistic", async (t) => {
  const c = await fresh(t);
  const b = c.getBlockBlobClient("data");
  const before = await b.upload("Hello World!", 12);
  const ben = BlobServiceClient.fromConnectionString(connection(served, "ben")).getContainerClient(c.containerName).getBlockBlobClient("data");
  await ben.upload("Blob Contents updated by another.", 33);
  await assert.rejects(b.upload("mine", 4, { conditions: { ifMatch: before.etag } }), refused(412, "ConditionNotMet"));
});

// The document's program of pessimistic concurrency.
test("pessimistic", async (t) => {
  const c = await fresh(t);
  const b = c.getBlockBlobClient("data");
  await b.upload("1", 1);
  const lease = b.getBlobLeaseClient();
  await lease.acquireLease(15);
  await b.upload("2", 1, { conditions: { leaseId: lease.leaseId } });
  await assert.rejects(b.upload("3", 1), refused(412, "LeaseIdMissing"));
  await lease.releaseLease();
  await b.upload("4", 1);
});
