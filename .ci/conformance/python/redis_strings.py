"""The commands of Redis that stand here, and TairString, by redis-py."""

import os

import redis
from redis.lock import Lock

from common import check, done

r = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
check("ping", r.ping, True)
check("flush", r.flushdb)
check("set", lambda: r.set("a", "1"), True)
check("get", lambda: r.get("a"), "1")
check("nx", lambda: r.set("a", "2", nx=True), None)
check("xx get", lambda: r.set("a", "3", xx=True, get=True), "1")
check("px", lambda: r.set("p", "1", px=5000) and 0 < r.pttl("p") <= 5000, True)
check("keepttl", lambda: r.set("p", "2", keepttl=True) and r.ttl("p") > 0, True)
check("incr", lambda: [r.incr("n"), r.incrby("n", 5), r.decr("n"), r.decrby("n", 2)], [1, 6, 5, 3])
check("incrbyfloat", lambda: r.incrbyfloat("f", 1.5), 1.5)
check("append", lambda: r.append("a", "x"), 2)
check("strlen", lambda: r.strlen("a"), 2)
check("getrange", lambda: r.getrange("a", 0, 0), "3")
check("setrange", lambda: r.setrange("a", 1, "y"), 2)
check("mset", lambda: r.mset({"k1": "1", "k2": "2"}), True)
check("mget", lambda: r.mget("k1", "k2", "no"), ["1", "2", None])
check("getset", lambda: r.getset("k1", "9"), "1")
check("getdel", lambda: r.getdel("k1"), "9")
check("getex", lambda: r.getex("k2", ex=10), "2")
check("exists", lambda: r.exists("k2", "k2", "zz"), 2)
check("del", lambda: r.delete("k2", "zz"), 1)
check(
    "expire",
    lambda: [r.expire("a", 10), r.ttl("a"), r.persist("a"), r.ttl("a"), r.ttl("none")],
    [True, 10, True, -1, -2],
)
check("expireat", lambda: r.expireat("a", 4102444800), True)
check("type", lambda: [r.type("a"), r.type("none")], ["string", "none"])
check("keys", lambda: sorted(r.keys("*")), ["a", "f", "n", "p"])
check("scan", lambda: sorted(r.scan_iter("*")), ["a", "f", "n", "p"])
check("dbsize", r.dbsize, 4)
check("rename", lambda: r.rename("n", "n2"), True)
check("echo", lambda: r.echo("hi"), "hi")
check("info", lambda: "redis_version" in r.info(), True)
check("client", lambda: r.client_id() > 0 and r.client_setname("x") and r.client_getname() == "x", True)
check("config", lambda: r.config_get("maxmemory"), lambda x: isinstance(x, dict))
check("time", lambda: len(r.time()), 2)
check("eval", lambda: r.eval("return {KEYS[1],ARGV[1],redis.call('GET',KEYS[1])}", 1, "a", "z"), ["a", "z", "3y"])
s = r.register_script("if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end")
check("script", lambda: [s(keys=["a"], args=["no"]), s(keys=["a"], args=["3y"])], [0, 1])
check("script load", lambda: r.script_exists(r.script_load("return 1")), [True])


def pipe():
    p = r.pipeline()
    p.set("x", "1")
    p.incr("x")
    p.get("x")
    return p.execute()


check("multi", pipe, [True, 2, "2"])


def watch():
    with r.pipeline() as p:
        p.watch("x")
        v = p.get("x")
        r.set("x", "99")
        p.multi()
        p.set("x", "100")
        try:
            p.execute()
            return "ok"
        except redis.WatchError:
            return "watch"


check("watch", watch, "watch")
check(
    "lock",
    lambda: (
        lambda l: [
            l.acquire(blocking=False),
            Lock(r, "lk", timeout=5).acquire(blocking=False),
            l.reacquire(),
            l.extend(5),
            l.release(),
        ]
    )(Lock(r, "lk", timeout=5)),
    [True, False, True, True, None],
)
check("exset", lambda: r.execute_command("EXSET", "e", "v"), lambda x: x in ("OK", True))
check("exget", lambda: r.execute_command("EXGET", "e"), ["v", 1])
check("exset ver", lambda: r.execute_command("EXSET", "e", "w", "VER", 1), lambda x: x in ("OK", True))
check("excas", lambda: r.execute_command("EXCAS", "e", "q", 2))
check("setnx", lambda: [r.setnx("sn", "1"), r.setnx("sn", "2")], [True, False])
check("setex", lambda: r.setex("se", 10, "1"), True)
check("unlink", lambda: r.unlink("se"), 1)
check("touch", lambda: r.touch("sn"), 1)
check("copy", lambda: r.copy("sn", "sn2"), True)
check("wait", lambda: r.wait(0, 1), 0)
check("command", lambda: len(r.command()) > 10, True)
check("select", lambda: redis.Redis.from_url(os.environ["REDIS_URL"] + "/1").dbsize(), 0)
check("substr", lambda: (r.set("lcs1", "ohmytext"), r.execute_command("SUBSTR", "lcs1", 2, 3)), (True, "my"))
check("lcs", lambda: (r.set("lcs2", "mynewtext"), r.lcs("lcs1", "lcs2")), (True, "mytext"))
check("randomkey", lambda: r.exists(r.randomkey()), 1)
check("eval_ro", lambda: r.eval_ro("return redis.call('GET', KEYS[1])", 1, "lcs1"), "ohmytext")
check("client info", lambda: r.client_info()["user"], "default")
done("redis")
