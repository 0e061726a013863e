// What programs do with Redis and TairString through ioredis.
import assert from "node:assert/strict";
import { test, after } from "node:test";
import { Redis } from "ioredis";
import { serve } from "./served.mjs";

const served = await serve();
const r = new Redis(served.redis, { lazyConnect: true });
const other = new Redis(served.redis, { lazyConnect: true });
await Promise.all([r.connect(), other.connect()]);
after(() => { r.disconnect(); other.disconnect(); });

test("keys", async () => {
  assert.equal(await r.ping(), "PONG");
  assert.equal(await r.set("k", "v"), "OK");
  assert.equal(await r.set("k", "w", "NX"), null);
  assert.equal(await r.set("k", "w", "PX", 100000, "XX"), "OK");
  assert.equal(await r.get("k"), "w");
  assert.ok(await r.pttl("k") > 0);
  assert.equal(await r.incr("n"), 1);
  assert.equal(await r.incrby("n", 5), 6);
  assert.equal(await r.decrby("n", 2), 4);
  assert.deepEqual(await r.mget("k", "none", "n"), ["w", null, "4"]);
  assert.equal(await r.setex("e", 100, "x"), "OK");
  assert.equal(await r.getdel("e"), "x");
  assert.equal(await r.exists("k", "n", "e"), 2);
  assert.deepEqual((await r.keys("*")).sort(), ["k", "n"]);
  const found = [];
  for await (const names of r.scanStream({ match: "k*" })) found.push(...names);
  assert.deepEqual(found, ["k"]);
  assert.equal(await r.dbsize(), 2);
  assert.equal((await r.getBuffer("k")).toString(), "w");
  await assert.rejects(r.call("NOSUCH"), /unknown command/);
  assert.deepEqual(await r.pipeline().get("k").incr("n").exec(), [[null, "w"], [null, 5]]);
});

test("transactions", async () => {
  assert.deepEqual(await r.multi().set("m", "1").incr("m").exec(), [[null, "OK"], [null, 2]]);
  await r.watch("m");
  await other.set("m", "9");
  assert.equal(await r.multi().set("m", "10").exec(), null);
  assert.equal(await r.get("m"), "9");
});

test("scripts", async () => {
  r.defineCommand("swap", { numberOfKeys: 1, lua: "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('set', KEYS[1], ARGV[2]) else return 0 end" });
  await r.set("s", "a");
  assert.equal(await r.swap("s", "a", "b"), "OK");
  assert.equal(await r.swap("s", "a", "c"), 0);
  assert.equal(await r.eval("return ARGV[1]", 0, "x"), "x");
});

// The document's two loops of TairString: one more from each of several writers, by version and by compare-and-set.
test("loops", async () => {
  await r.call("EXSET", "tair", "0");
  const clients = await Promise.all([1, 2, 3].map(async () => { const c = new Redis(served.redis, { lazyConnect: true }); await c.connect(); return c; }));
  await Promise.all(clients.map(async (c) => {
    for (let n = 0; n < 20; n++) {
      for (;;) {
        const [value, version] = await c.call("EXGET", "tair");
        const said = await c.call("EXCAS", "tair", Number(value) + 1, version);
        if (said[0] === "OK") break;
      }
    }
    for (let n = 0; n < 20; n++) {
      for (;;) {
        const value = await c.call("EXGET", "tair").then((all) => all[0]);
        if (await c.call("EXSET", "tair", Number(value) + 1, "VER", (await c.call("EXGET", "tair"))[1]).catch(() => "") === "OK") break;
      }
    }
  }));
  clients.forEach((c) => c.disconnect());
  assert.ok(Number((await r.call("EXGET", "tair"))[0]) <= 120);
});
