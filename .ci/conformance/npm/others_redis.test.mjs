// What programs do with Redis through node-redis, and locks and limits of other libraries on both clients.
import assert from "node:assert/strict";
import { test, after } from "node:test";
import { createClient, createClientPool } from "redis";
import { Redis } from "ioredis";
import Redlock from "redlock";
import limits from "rate-limiter-flexible";
import { serve } from "./served.mjs";

const served = await serve();
const io = new Redis(served.redis);
after(() => io.disconnect());

for (const RESP of [2, 3]) {
  test(`node-redis, RESP${RESP}`, async () => {
    const c = await createClient({ url: served.redis, RESP }).connect();
    const [k, n, t] = ["k", "n", "t"].map((name) => `nr${RESP}:${name}`);
    assert.equal(await c.set(k, "v", { EX: 100, NX: true }), "OK");
    assert.equal(await c.set(k, "w", { NX: true }), null);
    assert.equal(await c.set(k, "w", { GET: true, KEEPTTL: true }), "v");
    assert.ok(await c.ttl(k) > 90);
    assert.deepEqual(await c.mGet([k, "none"]), ["w", null]);
    assert.deepEqual(await c.multi().incrBy(n, 5).get(n).exec(), [5, "5"]);
    assert.deepEqual(await c.eval("return {KEYS[1], ARGV[1]}", { keys: [k], arguments: ["x"] }), [k, "x"]);
    assert.equal(await c.sendCommand(["EXSET", t, "1"]), "OK");
    const cas = await c.sendCommand(["EXCAS", t, "2", "1"]);
    assert.deepEqual([String(cas[0]), Number(cas[2])], ["OK", 2]);
    const found = [];
    for await (const names of c.scanIterator({ MATCH: `nr${RESP}:*`, COUNT: 2 })) found.push(...names);
    assert.deepEqual(found.sort(), [k, n, t].sort());
    await assert.rejects(c.hSet("h", "f", "v"), /unknown command/);
    await c.del([k, n, t]);
    c.destroy();
  });
}

// Counters of a pool that watch, read and write: none of the additions is lost.
test("optimistic locking in a pool", async () => {
  const pool = await createClientPool({ url: served.redis }, { maximum: 4 }).connect();
  const add = () => pool.execute(async (c) => {
    for (;;) {
      await c.watch("pool");
      const have = Number(await c.get("pool"));
      try {
        return await c.multi().set("pool", String(have + 1)).exec();
      } catch (err) {
        if (err.constructor.name !== "WatchError") throw err;
      }
    }
  });
  await Promise.all(Array.from({ length: 20 }, add));
  assert.equal(await pool.get("pool"), "20");
  await pool.del("pool");
  pool.destroy();
});

test("redlock", async () => {
  const locks = new Redlock([io], { retryCount: 0 });
  let lock = await locks.lock("lock", 5000);
  await assert.rejects(locks.lock("lock", 5000), { name: "LockError" });
  lock = await lock.extend(5000);
  await lock.unlock();
  await (await locks.lock("lock", 5000)).unlock();
});

test("limits", async () => {
  const limiter = new limits.RateLimiterRedis({ storeClient: io, points: 2, duration: 100 });
  const told = await Promise.allSettled([1, 2, 3].map(() => limiter.consume("ana")));
  assert.deepEqual(told.map((one) => one.status).sort(), ["fulfilled", "fulfilled", "rejected"]);
  assert.equal((await limiter.get("ana")).consumedPoints, 3);
  await limiter.delete("ana");
});
