package main

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	pooled "github.com/go-redsync/redsync/v4/redis/redigo"
	"github.com/gomodule/redigo/redis"
	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
	"github.com/redis/rueidis/rueidislock"
)

// pools are redigo's, and redsync's locks on them: five take one lock in turn, and count what it guards.
func (c *checks) pools(ctx context.Context, address string) {
	pool := &redis.Pool{DialContext: func(ctx context.Context) (redis.Conn, error) {
		return redis.DialURLContext(ctx, address)
	}}
	conn := pool.Get()
	_, err := conn.Do("SET", "others", 0, "EX", 100)
	c.ok("set", err)
	c.ok("send", conn.Send("MULTI"), conn.Send("INCRBY", "others", 5))
	list, err := redis.Ints(conn.Do("EXEC"))
	c.ok("exec", err)
	c.is("what exec answers", list, []int{5})
	swap := redis.NewScript(1, "return redis.call('GETSET', KEYS[1], ARGV[1])")
	old, err := redis.String(swap.Do(conn, "others", 0))
	c.ok("script", err)
	c.is("what it answers", old, "5")
	alone, err := redis.DialURLContext(ctx, address)
	c.ok("dial", err)
	_, err = alone.Do("SUBSCRIBE", "news")
	c.is("what is not here", err, "unknown command 'SUBSCRIBE'")
	c.ok("hang up", alone.Close())
	locks := redsync.New(pooled.NewPool(pool))
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() {
			m := locks.NewMutex("others:lock", redsync.WithTries(200), redsync.WithRetryDelay(10*time.Millisecond))
			err := m.LockContext(ctx)
			c.ok("lock", err)
			if err != nil {
				return
			}
			own := pool.Get()
			n, err := redis.Int(own.Do("GET", "others"))
			c.ok("read under the lock", err)
			_, err = own.Do("SET", "others", n+1)
			c.ok("write under the lock", err, own.Close())
			held, err := m.ExtendContext(ctx)
			c.ok("extend", err)
			c.is("it is still held", held, true)
			_, err = m.UnlockContext(ctx)
			c.ok("unlock", err)
		})
	}
	group.Wait()
	n, err := redis.Int(conn.Do("GET", "others"))
	c.ok("count", err)
	c.is("nothing is lost", n, 5)
	_, err = conn.Do("DEL", "others")
	c.ok("delete", err, conn.Close(), pool.Close())
}

// locks are redislock's: a lock that is taken, renewed, and given back once.
func (c *checks) locks(ctx context.Context, address string) {
	options, err := goredis.ParseURL(address)
	c.ok("address", err)
	client := goredis.NewClient(options)
	locks := redislock.New(client)
	lock, err := locks.Obtain(ctx, "others:lock", 5*time.Second, nil)
	c.ok("obtain", err)
	_, err = locks.Obtain(ctx, "others:lock", 5*time.Second, nil)
	c.is("obtain what is taken", err, redislock.ErrNotObtained.Error())
	c.ok("refresh", lock.Refresh(ctx, 9*time.Second, nil))
	c.ok("release", lock.Release(ctx))
	c.is("release again", lock.Release(ctx), redislock.ErrLockNotHeld.Error())
	c.ok("close", client.Close())
}

// pipelined is rueidis, which sends all in one pipeline.
func (c *checks) pipelined(ctx context.Context, address string) {
	options, err := rueidis.ParseURL(address)
	c.ok("address", err)
	for _, options.AlwaysRESP2 = range []bool{false, true} {
		options.DisableCache = true
		client, err := rueidis.NewClient(options)
		c.ok("dial", err)
		if err != nil {
			return
		}
		c.ok("set", client.Do(ctx, client.B().Set().Key("others").Value("1").Ex(time.Minute).Build()).Error())
		for i, r := range client.DoMulti(ctx, client.B().Incr().Key("others").Build(),
			client.B().Strlen().Key("others").Build()) {
			n, err := r.AsInt64()
			c.ok("a pipeline", err)
			c.is("what it answers", n, []int64{2, 1}[i])
		}
		c.ok("a transaction", client.Dedicated(func(d rueidis.DedicatedClient) error {
			list := d.DoMulti(ctx, d.B().Watch().Key("others").Build(), d.B().Multi().Build(),
				d.B().Incr().Key("others").Build(), d.B().Exec().Build())
			return list[3].Error()
		}))
		told, err := rueidis.NewLuaScript("return {KEYS[1], ARGV[1]}").Exec(ctx, client, []string{"others"},
			[]string{"a"}).AsStrSlice()
		c.ok("a script", err)
		c.is("what it answers", told, []string{"others", "a"})
		c.ok("delete", client.Do(ctx, client.B().Del().Key("others").Build()).Error())
		client.Close()
	}
}

// cached is rueidis with its cache, and its locks, which wait for each other by it.
func (c *checks) cached(ctx context.Context, address string) {
	options, err := rueidis.ParseURL(address)
	c.ok("address", err)
	client, err := rueidis.NewClient(options)
	c.ok("dial", err)
	if err != nil {
		return
	}
	read := func(want string, hit bool) {
		for end := time.Now().Add(5 * time.Second); ; { // that it has changed comes a moment later
			r := client.DoCache(ctx, client.B().Get().Key("others").Cache(), time.Minute)
			text, err := r.ToString()
			if err == nil && text == want && r.IsCacheHit() == hit || time.Now().After(end) {
				c.ok("read", err)
				c.is("what is cached", text, want)
				c.is("it is cached", r.IsCacheHit(), hit)
				return
			}
		}
	}
	set := func(value string) {
		c.ok("set", client.Do(ctx, client.B().Set().Key("others").Value(value).Build()).Error())
	}
	set("1")
	read("1", false)
	read("1", true)
	set("2")
	read("2", true)
	client.Close()
	locker, err := rueidislock.NewLocker(rueidislock.LockerOption{ClientOption: options, KeyMajority: 1})
	c.ok("locker", err)
	if err != nil {
		return
	}
	var group sync.WaitGroup
	held := 0
	for range 5 {
		group.Go(func() {
			_, release, err := locker.WithContext(ctx, "others")
			c.ok("lock", err)
			if err == nil {
				held++
				release()
			}
		})
	}
	group.Wait()
	c.is("each had it", held, 5)
	locker.Close()
}
