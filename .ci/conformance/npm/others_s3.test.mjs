// What programs do with S3 through MinIO's client.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { Client, CopyConditions, CopyDestinationOptions, CopySourceOptions } from "minio";
import { serve } from "./served.mjs";

const served = await serve();
const at = new URL(served.s3);
const client = (name) => new Client({ endPoint: at.hostname, port: Number(at.port), useSSL: false, region: "us-east-1",
  accessKey: name, secretKey: served.accounts[name] });
const [ana, ben] = [client("ana"), client("ben")];
await ana.makeBucket("sea", "us-east-1");
const all = async (stream) => {
  const list = [];
  for await (const one of await stream) list.push(one);
  return list;
};
const text = async (stream) => Buffer.concat(await all(stream)).toString();

test("objects", async () => {
  const put = await ana.putObject("sea", "a ö.txt", "hello", 5, { "X-Amz-Meta-Who": "ana" });
  const stat = await ana.statObject("sea", "a ö.txt");
  assert.equal(stat.etag, put.etag);
  assert.equal(stat.metaData.who, "ana");
  assert.equal(await text(ana.getObject("sea", "a ö.txt")), "hello");
  assert.equal(await text(ana.getPartialObject("sea", "a ö.txt", 1, 3)), "ell");
  await assert.rejects(ana.statObject("sea", "none"), { code: "NotFound" });
  await ana.removeObjects("sea", ["a ö.txt", "never"]);
  assert.deepEqual(await all(ana.listObjectsV2("sea", "", true)), []);
});

// The first of two that create wins; whoever copies from what has changed is told.
test("conditions", async () => {
  const first = await ana.putObject("sea", "lock", "ana", 3, { "If-None-Match": "*" });
  await assert.rejects(ben.putObject("sea", "lock", "ben", 3, { "If-None-Match": "*" }), { code: "PreconditionFailed" });
  const stands = new CopyConditions();
  stands.setMatchETag(first.etag);
  await ana.copyObject("sea", "copy", "/sea/lock", stands);
  await ana.putObject("sea", "lock", "ana again");
  await assert.rejects(ben.copyObject("sea", "copy", "/sea/lock", stands), { code: "PreconditionFailed" });
  await ana.removeObjects("sea", ["lock", "copy"]);
});

test("parts", async () => {
  const big = Buffer.alloc(6 << 20, "x");
  await ana.putObject("sea", "one", big);
  await ana.putObject("sea", "two", "tail");
  await ana.composeObject(new CopyDestinationOptions({ Bucket: "sea", Object: "both" }),
    ["one", "two"].map((Object) => new CopySourceOptions({ Bucket: "sea", Object })));
  assert.equal((await ana.statObject("sea", "both")).size, big.length + 4);
  await ana.putObject("sea", "stream", Readable.from([big, big])); // of a length that it does not know
  assert.equal((await ana.statObject("sea", "stream")).size, 2 * big.length);
  await ana.removeObjects("sea", ["one", "two", "both", "stream"]);
});

test("versions, tags, policy, addresses", async () => {
  await ana.makeBucket("deep", "us-east-1");
  await ana.setBucketVersioning("deep", { Status: "Enabled" });
  const one = await ana.putObject("deep", "v", "1");
  await ana.putObject("deep", "v", "2");
  assert.equal(await text(ana.getObject("deep", "v", { versionId: one.versionId })), "1");
  await ana.setObjectTagging("deep", "v", { k: "a b" });
  assert.deepEqual(await ana.getObjectTagging("deep", "v"), [{ Key: "k", Value: "a b" }]);
  const policy = JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Principal: { AWS: ["*"] },
    Action: ["s3:GetObject"], Resource: ["arn:aws:s3:::deep/*"] }] });
  await ana.setBucketPolicy("deep", policy);
  assert.deepEqual(JSON.parse(await ana.getBucketPolicy("deep")), JSON.parse(policy));
  const put = await fetch(await ana.presignedUrl("PUT", "deep", "p", 60, { "x-amz-meta-who": "ana" }), { method: "PUT", body: "x" });
  assert.equal(put.status, 200);
  assert.equal((await ana.statObject("deep", "p")).metaData.who, "ana");
  const versions = await all(ana.listObjects("deep", "", true, { IncludeVersion: true }));
  assert.equal(versions.length, 3);
  for (const v of versions) await ana.removeObject("deep", v.name, { versionId: v.versionId });
  await ana.removeBucket("deep");
});
