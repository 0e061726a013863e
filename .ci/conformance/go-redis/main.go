// Command go-redis does with the official Go client what a program does with Redis and TairString, in RESP2 and RESP3,
// against the address in REDIS_URL, and says how many of its checks held.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

func main() {
	url := os.Getenv("REDIS_URL")
	if url == "" {
		fmt.Fprintln(os.Stderr, "REDIS_URL names no server")
		os.Exit(2)
	}
	c := &checks{}
	for _, protocol := range []int{2, 3} {
		options, err := redis.ParseURL(url)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		options.Protocol = protocol
		c.client, c.protocol = redis.NewClient(options), protocol
		c.all(context.Background())
		c.is("close", c.client.Close(), nil)
	}
	fmt.Printf("go-redis %s: %d passed, %d failed\n", redis.Version(), c.passed, c.failed)
	if c.failed > 0 {
		os.Exit(1)
	}
}

// checks count what held.
type checks struct {
	client         *redis.Client
	protocol       int
	passed, failed int
}

func (c *checks) is(what string, got, want any) {
	if err, ok := got.(error); ok && want != nil {
		got = err.Error()
	}
	if reflect.DeepEqual(got, want) {
		c.passed++
		return
	}
	c.failed++
	fmt.Printf("RESP%d %s: %#v, want %#v\n", c.protocol, what, got, want)
}

func (c *checks) all(ctx context.Context) {
	c.is("flush", c.client.FlushAll(ctx).Err(), nil)
	c.server(ctx)
	c.strings(ctx)
	c.keys(ctx)
	c.pipelines(ctx)
	c.transactions(ctx)
	c.versions(ctx)
	c.loops(ctx)
	c.scripts(ctx)
	c.lock(ctx)
}

func (c *checks) server(ctx context.Context) {
	r := c.client
	c.is("PING", r.Ping(ctx).Val(), "PONG")
	c.is("ECHO", r.Echo(ctx, "hi").Val(), "hi")
	c.is("DBSIZE", r.DBSize(ctx).Val(), int64(0))
	c.is("CONFIG GET", r.ConfigGet(ctx, "maxmemory").Val(), map[string]string{"maxmemory": "0"})
	c.is("INFO", strings.Contains(r.Info(ctx).Val(), "redis_version:7."), true)
	count := r.Do(ctx, "COMMAND", "COUNT").Val()
	n, _ := count.(int64)
	c.is("COMMAND COUNT", n > 60, true)
	c.is("CLIENT ID", r.ClientID(ctx).Val() > 0, true)
	c.is("TIME", r.Time(ctx).Err(), nil)
	commands, err := r.Command(ctx).Result()
	c.is("COMMAND", err, nil)
	info := commands["get"]
	c.is("COMMAND get", info != nil && info.FirstKeyPos == 1 && info.ReadOnly, true)
	c.is("an unknown command", r.Do(ctx, "LLEN", "x").Err(),
		"ERR unknown command 'LLEN', with args beginning with: 'x' ")
	hello, err := r.Do(ctx, "HELLO", c.protocol).Result()
	c.is("HELLO", hello != nil && err == nil, true)
	named := r.Conn()
	c.is("CLIENT SETNAME", named.ClientSetName(ctx, "app").Val(), true)
	c.is("CLIENT GETNAME", named.ClientGetName(ctx).Val(), "app")
	c.is("SELECT 0", named.Select(ctx, 0).Err(), nil)
	c.is("close of a connection", named.Close(), nil)
}

func (c *checks) strings(ctx context.Context) {
	r := c.client
	c.is("SET", r.Set(ctx, "k", "v", 0).Val(), "OK")
	c.is("GET", r.Get(ctx, "k").Val(), "v")
	c.is("GET of nothing", r.Get(ctx, "none").Err(), "redis: nil")
	c.is("SET NX", r.SetNX(ctx, "k", "w", time.Minute).Val(), false)
	c.is("SET XX", r.SetXX(ctx, "k", "w", time.Minute).Val(), true)
	c.is("TTL", r.TTL(ctx, "k").Val(), time.Minute)
	c.is("GETSET", r.GetSet(ctx, "k", "x").Val(), "w")
	c.is("SET GET", r.SetArgs(ctx, "k", "y", redis.SetArgs{Get: true}).Val(), "x")
	c.is("GETDEL", r.GetDel(ctx, "k").Val(), "y")
	c.is("GETEX", r.GetEx(ctx, "k", time.Second).Err(), "redis: nil")
	c.is("SETEX", r.SetEx(ctx, "s", "v", 10*time.Second).Val(), "OK")
	c.is("MSET", r.MSet(ctx, "a", 1, "b", 2).Val(), "OK")
	c.is("MGET", r.MGet(ctx, "a", "none", "b").Val(), []any{"1", nil, "2"})
	c.is("MSETNX", r.MSetNX(ctx, "b", 1, "c", 2).Val(), false)
	c.is("INCR", r.Incr(ctx, "n").Val(), int64(1))
	c.is("INCRBY", r.IncrBy(ctx, "n", 9).Val(), int64(10))
	c.is("DECR", r.Decr(ctx, "n").Val(), int64(9))
	c.is("DECRBY", r.DecrBy(ctx, "n", 4).Val(), int64(5))
	c.is("INCRBYFLOAT", r.IncrByFloat(ctx, "n", 0.5).Val(), 5.5)
	c.is("INCR of no number", r.Incr(ctx, "s").Err(), "ERR value is not an integer or out of range")
	c.is("APPEND", r.Append(ctx, "s", "w").Val(), int64(2))
	c.is("GETRANGE", r.GetRange(ctx, "s", 0, -2).Val(), "v")
	c.is("SETRANGE", r.SetRange(ctx, "s", 1, "XY").Val(), int64(3))
	c.is("STRLEN", r.StrLen(ctx, "s").Val(), int64(3))
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	c.is("SET of all bytes", r.Set(ctx, "bytes", all, 0).Err(), nil)
	got, _ := r.Get(ctx, "bytes").Bytes()
	c.is("GET of all bytes", got, all)
}

func (c *checks) keys(ctx context.Context) {
	r := c.client
	c.is("EXISTS", r.Exists(ctx, "a", "b", "none").Val(), int64(2))
	c.is("TYPE", r.Type(ctx, "a").Val(), "string")
	c.is("PEXPIRE", r.PExpire(ctx, "a", 1500*time.Millisecond).Val(), true)
	c.is("PTTL", r.PTTL(ctx, "a").Val() > time.Second, true)
	c.is("EXPIRE NX", r.ExpireNX(ctx, "a", time.Minute).Val(), false)
	c.is("EXPIRE GT", r.ExpireGT(ctx, "a", time.Minute).Val(), true)
	c.is("PERSIST", r.Persist(ctx, "a").Val(), true)
	c.is("EXPIREAT", r.ExpireAt(ctx, "a", time.Unix(4102444800, 0)).Val(), true)
	c.is("EXPIRETIME", r.ExpireTime(ctx, "a").Val(), 4102444800*time.Second)
	c.is("PEXPIREAT", r.PExpireAt(ctx, "a", time.UnixMilli(4102444800123)).Val(), true)
	c.is("RENAME", r.Rename(ctx, "a", "z").Val(), "OK")
	c.is("RENAMENX", r.RenameNX(ctx, "z", "b").Val(), false)
	c.is("COPY", r.Copy(ctx, "b", "y", 0, true).Val(), int64(1))
	names := r.Keys(ctx, "[bz]").Val()
	slices.Sort(names)
	c.is("KEYS", names, []string{"b", "z"})
	found := 0
	for all := r.Scan(ctx, 0, "*", 2).Iterator(); all.Next(ctx); found++ {
	}
	c.is("SCAN", int64(found), r.DBSize(ctx).Val())
	c.is("DEL", r.Del(ctx, "b", "none").Val(), int64(1))
	c.is("UNLINK", r.Unlink(ctx, "z").Val(), int64(1))
	c.is("TOUCH", r.Touch(ctx, "n").Val(), int64(1))
	c.is("FLUSHDB", r.FlushDB(ctx).Val(), "OK")
}

func (c *checks) pipelines(ctx context.Context) {
	var adds []*redis.IntCmd
	_, err := c.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for range 200 {
			adds = append(adds, p.Incr(ctx, "piped"))
		}
		return nil
	})
	c.is("a pipeline", err, nil)
	for i, add := range adds {
		c.is("a pipeline in order", add.Val(), int64(i+1))
	}
}

func (c *checks) transactions(ctx context.Context) {
	r := c.client
	var add *redis.IntCmd
	_, err := r.TxPipelined(ctx, func(p redis.Pipeliner) error {
		add = p.Incr(ctx, "t")
		p.Expire(ctx, "t", time.Hour)
		return nil
	})
	c.is("MULTI", err, nil)
	c.is("MULTI INCR", add.Val(), int64(1))
	err = r.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "t").Int()
		if err != nil {
			return err
		}
		if err := r.Set(ctx, "t", "other", 0).Err(); err != nil { // by another connection
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "t", n+1, 0)
			return nil
		})
		return err
	}, "t")
	c.is("WATCH of what another connection changed", errors.Is(err, redis.TxFailedErr), true)
	c.is("GET behind it", r.Get(ctx, "t").Val(), "other")
}

// versions are TairString's commands, which the client does not know.
func (c *checks) versions(ctx context.Context) {
	do := func(words ...any) any {
		v, err := c.client.Do(ctx, words...).Result()
		if err != nil {
			return err.Error()
		}
		return v
	}
	c.is("EXSET", do("EXSET", "e", "v"), "OK")
	c.is("EXGET", do("EXGET", "e"), []any{"v", int64(1)})
	c.is("EXSET VER", do("EXSET", "e", "w", "VER", 1), "OK")
	c.is("EXSET VER, stale", do("EXSET", "e", "x", "VER", 1), "ERR update version is stale")
	c.is("EXCAS", do("EXCAS", "e", "x", 2), []any{"OK", "", int64(3)})
	stale, _ := do("EXCAS", "e", "y", 2).([]any)
	c.is("EXCAS, stale", len(stale) == 3 && stale[0] != "OK" && stale[1] == "x" && stale[2] == int64(3), true)
	c.is("EXCAS of nothing", do("EXCAS", "none", "y", 2), int64(-1))
	c.is("EXINCRBY", do("EXINCRBY", "en", 5), int64(5))
	c.is("EXINCRBYFLOAT", do("EXINCRBYFLOAT", "ef", 1.5), "1.5")
	c.is("EXAPPEND", do("EXAPPEND", "e", "!"), int64(4))
	c.is("EXPREPEND", do("EXPREPEND", "e", "!"), int64(5))
	c.is("EXGAE", do("EXGAE", "e", "EX", 10), []any{"!x!", int64(5), int64(0)})
	c.is("EXSETVER", do("EXSETVER", "e", 9), int64(1))
	c.is("EXCAD", do("EXCAD", "e", 9), int64(1))
	c.is("EXGET of nothing", do("EXGET", "e"), "redis: nil")
	c.is("TYPE", do("TYPE", "en"), "exstrtype")
	c.is("GET of an exString", do("GET", "en"),
		"WRONGTYPE Operation against a key holding the wrong kind of value")
	c.is("SET", do("SET", "p", "a"), "OK")
	c.is("CAS", do("CAS", "p", "a", "b"), int64(1))
	c.is("CAD", do("CAD", "p", "x"), int64(0))
}

// loops are the two loops of the document, each by several at once: nothing is lost.
func (c *checks) loops(ctx context.Context) {
	r := c.client
	const writers, each = 4, 25
	together := func(do func()) {
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				for range each {
					do()
				}
			})
		}
		group.Wait()
	}
	read := func(key string) (value, version int64) {
		list, err := r.Do(ctx, "EXGET", key).Slice()
		if err != nil || len(list) != 2 {
			return 0, 0
		}
		text, _ := list[0].(string)
		version, _ = list[1].(int64)
		_, _ = fmt.Sscan(text, &value)
		return value, version
	}
	r.Do(ctx, "EXSET", "loop", 0)
	together(func() {
		for range 10_000 {
			value, version := read("loop")
			if r.Do(ctx, "EXSET", "loop", value+1, "VER", version).Err() == nil {
				return
			}
		}
	})
	value, version := read("loop")
	c.is("EXGET and EXSET VER by four", [2]int64{value, version}, [2]int64{writers * each, writers*each + 1})
	r.Do(ctx, "EXSET", "cas", 0)
	together(func() {
		value, version := read("cas")
		for range 10_000 {
			list, _ := r.Do(ctx, "EXCAS", "cas", value+1, version).Slice()
			if len(list) != 3 || list[0] == "OK" {
				return
			}
			_, _ = fmt.Sscan(fmt.Sprint(list[1]), &value)
			version, _ = list[2].(int64)
		}
	})
	value, version = read("cas")
	c.is("EXCAS by four", [2]int64{value, version}, [2]int64{writers * each, writers*each + 1})
}

func (c *checks) scripts(ctx context.Context) {
	r := c.client
	r.ScriptFlush(ctx)
	add := redis.NewScript(`local n = redis.call("GET", KEYS[1]) or 0
		redis.call("SET", KEYS[1], n + ARGV[1])
		return tonumber(redis.call("GET", KEYS[1]))`)
	c.is("EVALSHA of what nobody sent", r.EvalSha(ctx, add.Hash(), []string{"sn"}, 2).Err(),
		"NOSCRIPT No matching script. Please use EVAL.")
	n, err := add.Run(ctx, r, []string{"sn"}, 2).Int()
	c.is("EVALSHA, then EVAL", [2]any{n, err}, [2]any{2, nil})
	n, err = add.Run(ctx, r, []string{"sn"}, 3).Int()
	c.is("EVALSHA", [2]any{n, err}, [2]any{5, nil})
	c.is("SCRIPT EXISTS", r.ScriptExists(ctx, add.Hash(), "none").Val(), []bool{true, false})
	c.is("SCRIPT LOAD", r.ScriptLoad(ctx, "return 42").Val(), "1fa00e76656cc152ad327c13fe365858fd7be306")
	c.is("EVAL of a list", r.Eval(ctx, "return {1, 'a', {ok='fine'}, false}", nil).Val(),
		[]any{int64(1), "a", "fine", nil})
}

// lock is the lock of client libraries: SET NX PX with a token, and scripts that look and act in one step. Several
// count under it, one at a time.
func (c *checks) lock(ctx context.Context) {
	r := c.client
	release := redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
	extend := redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
		return 0`)
	var group sync.WaitGroup
	var mu sync.Mutex
	released := 0
	for writer := range 4 {
		group.Go(func() {
			token := fmt.Sprint("token", writer)
			for range 10 {
				for !r.SetNX(ctx, "lock", token, 30*time.Second).Val() {
					time.Sleep(time.Millisecond)
				}
				n, _ := r.Get(ctx, "guarded").Int()
				held, _ := extend.Run(ctx, r, []string{"lock"}, token, 30_000).Int()
				r.Set(ctx, "guarded", n+1, 0)
				gone, _ := release.Run(ctx, r, []string{"lock"}, token).Int()
				mu.Lock()
				released += held * gone
				mu.Unlock()
			}
		})
	}
	group.Wait()
	c.is("a counter under a lock", [2]any{released, r.Get(ctx, "guarded").Val()}, [2]any{40, "40"})
	other, _ := release.Run(ctx, r, []string{"lock"}, "nobody's").Int()
	c.is("a release by another", other, 0)
}
