// Every operation of tables that @azure/data-tables sends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { odata, TableClient, TableServiceClient, TableTransaction } from "@azure/data-tables";
import { connection, refused, serve } from "./served.mjs";

const served = await serve();
const options = { allowInsecureConnection: true };
const service = TableServiceClient.fromConnectionString(connection(served), options);
const client = (name) => TableClient.fromConnectionString(connection(served), name, options);

test("tables", async () => {
  await service.createTable("stock");
  await service.createTable("stock"); // the library takes 409 TableAlreadyExists for a success
  const names = [];
  for await (const one of service.listTables({ queryOptions: { filter: odata`TableName eq ${"stock"}` } })) names.push(one.name);
  assert.deepEqual(names, ["stock"]);
  const t = client("stock");
  const when = new Date("2026-03-04T05:06:07Z");
  const entity = { partitionKey: "p", rowKey: "r 1'x", s: "text", i: 5, l: 5000000000n, d: 1.5, b: true, t: when,
    g: { type: "Guid", value: "3c0d4b59-6b6f-4b8e-8a1e-0d3b5c1f2a3b" }, x: new Uint8Array([1, 2, 255]) };
  const added = await t.createEntity(entity);
  assert.ok(added.etag);
  await assert.rejects(t.createEntity(entity), refused(409, "EntityAlreadyExists"));
  const got = await t.getEntity("p", "r 1'x");
  assert.equal(got.etag, added.etag);
  assert.ok(got.timestamp);
  for (const name of ["s", "i", "l", "d", "b", "g"]) assert.deepEqual(got[name], entity[name], name);
  assert.equal(+new Date(got.t), +when);
  assert.deepEqual(Buffer.from(got.x), Buffer.from(entity.x));
  const up = await t.updateEntity({ partitionKey: "p", rowKey: "r 1'x", n: 6 }, "Replace", { etag: added.etag });
  await assert.rejects(t.updateEntity({ partitionKey: "p", rowKey: "r 1'x", n: 7 }, "Merge", { etag: added.etag }),
    refused(412, "UpdateConditionNotSatisfied"));
  await t.updateEntity({ partitionKey: "p", rowKey: "r 1'x", m: 7 }, "Merge", { etag: up.etag });
  await t.upsertEntity({ partitionKey: "p", rowKey: "u", n: 8 }, "Merge");
  await t.upsertEntity({ partitionKey: "p", rowKey: "v", n: 9 }, "Replace");
  const rows = [];
  let pages = 0;
  for await (const page of t.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${"p"} and n ge 6`, select: ["rowKey", "n"] } }).byPage({ maxPageSize: 2 })) {
    pages++;
    rows.push(...page.map((one) => [one.rowKey, one.n]));
  }
  assert.deepEqual([pages, rows], [2, [["r 1'x", 6], ["u", 8], ["v", 9]]]);
  await t.deleteEntity("p", "u", { etag: "*" });
  await assert.rejects(t.getEntity("p", "u"), refused(404, "ResourceNotFound"));
  const start = new Date("2026-01-01T00:00:00Z"), expiry = new Date("2036-01-01T00:00:00Z");
  await t.setAccessPolicy([{ id: "read", accessPolicy: { permission: "r", start, expiry } }]);
  const [policy] = await t.getAccessPolicy();
  assert.equal(policy.accessPolicy.permission, "r");
  assert.equal(+policy.accessPolicy.start, +start);
  assert.equal(+policy.accessPolicy.expiry, +expiry);
  await service.setProperties({ logging: { version: "1.0", delete: true, read: false, write: false, retentionPolicy: { enabled: false } } });
  assert.equal((await service.getProperties()).logging.delete, true);
  await service.getStatistics();
  await t.deleteTable();
});

test("transactions", async () => {
  await service.createTable("batch");
  const t = client("batch");
  const row = (rowKey, n) => ({ partitionKey: "p", rowKey, n });
  const done = await t.submitTransaction([["create", row("a", 1)], ["upsert", row("b", 1), "Replace"], ["upsert", row("c", 1), "Merge"]]);
  assert.equal(done.subResponses.length, 3);
  assert.ok(done.getResponseForEntity("a").etag);
  await t.submitTransaction([["update", row("a", 2), "Merge"], ["update", row("b", 2), "Replace"], ["delete", row("c", 2)]]);
  const again = new TableTransaction();
  again.updateEntity(row("a", 3), "Merge");
  again.createEntity(row("b", 3));
  await assert.rejects(t.submitTransaction(again.actions), refused(409, "EntityAlreadyExists"));
  assert.equal((await t.getEntity("p", "a")).n, 2);
});
