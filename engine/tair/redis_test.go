package tair_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/tair"
)

// rules.md, "Plain Redis commands": replies of Redis 7.0.15 itself to these lines, run top to bottom.
var redisVectors = [...]struct{ line, reply string }{
	{`FLUSHALL`, `+OK`},
	{`PING`, `+PONG`},
	{`PING hello`, `"hello"`},
	{`PING a b`, `ERR wrong number of arguments for 'ping' command`},
	{`ECHO hi`, `"hi"`},
	{`ECHO`, `ERR wrong number of arguments for 'echo' command`},
	{`SELECT 0`, `+OK`},
	{`SELECT x`, `ERR value is not an integer or out of range`},
	{`SELECT 99`, `ERR DB index is out of range`},
	{`SET n 5`, `+OK`},
	{`INCRBY n 10`, `:15`},
	{`INCRBY n x`, `ERR value is not an integer or out of range`},
	{`INCRBY n`, `ERR wrong number of arguments for 'incrby' command`},
	{`DECR n`, `:14`},
	{`DECRBY n 4`, `:10`},
	{`DECRBY n -9223372036854775808`, `ERR decrement would overflow`},
	{`DECRBY n x`, `ERR value is not an integer or out of range`},
	{`SET big 9223372036854775807`, `+OK`},
	{`INCRBY big 1`, `ERR increment or decrement would overflow`},
	{`SET low -9223372036854775808`, `+OK`},
	{`DECR low`, `ERR increment or decrement would overflow`},
	{`SET word abc`, `+OK`},
	{`INCRBY word 1`, `ERR value is not an integer or out of range`},
	{`INCRBY word x`, `ERR value is not an integer or out of range`},
	{`DECRBY word x`, `ERR value is not an integer or out of range`},
	{`DECR word`, `ERR value is not an integer or out of range`},
	{`LPUSH l 1`, `:1`},
	{`INCRBY l 1`, `WRONGTYPE Operation against a key holding the wrong kind of value`},
	{`INCRBY l x`, `ERR value is not an integer or out of range`},
	{`DECRBY l -9223372036854775808`, `ERR decrement would overflow`},
	{`INCRBYFLOAT f 10.5`, `"10.5"`},
	{`INCRBYFLOAT f 0.1`, `"10.6"`},
	{`INCRBYFLOAT f -5`, `"5.6"`},
	{`INCRBYFLOAT f 5.0e3`, `"5005.60000000000000009"`},
	{`INCRBYFLOAT z 0.024390243902439025`, `"0.02439024390243902"`},
	{`INCRBYFLOAT z -0.024390243902439025`, `"0"`},
	{`INCRBYFLOAT f x`, `ERR value is not a valid float`},
	{`INCRBYFLOAT f nan`, `ERR value is not a valid float`},
	{`INCRBYFLOAT f inf`, `ERR increment would produce NaN or Infinity`},
	{`INCRBYFLOAT word 1`, `ERR value is not a valid float`},
	{`INCRBYFLOAT word x`, `ERR value is not a valid float`},
	{`INCRBYFLOAT l x`, `WRONGTYPE Operation against a key holding the wrong kind of value`},
	{`INCRBYFLOAT g ""`, `ERR value is not a valid float`},
	{`MGET n nothing word l`, `["10", nil, "abc", nil]`},
	{`MGET`, `ERR wrong number of arguments for 'mget' command`},
	{`SETEX t 10 v`, `+OK`},
	{`TTL t`, `:10`},
	{`SETEX t 0 v`, `ERR invalid expire time in 'setex' command`},
	{`SETEX t -1 v`, `ERR invalid expire time in 'setex' command`},
	{`SETEX t x v`, `ERR value is not an integer or out of range`},
	{`SETEX t 9223372036854775807 v`, `ERR invalid expire time in 'setex' command`},
	{`PSETEX t 1500000 v`, `+OK`},
	{`TTL t`, `:1500`},
	{`PSETEX t 0 v`, `ERR invalid expire time in 'psetex' command`},
	{`PSETEX t x v`, `ERR value is not an integer or out of range`},
	{`SETEX t 10`, `ERR wrong number of arguments for 'setex' command`},
	{`GETDEL t`, `"v"`},
	{`GETDEL t`, `nil`},
	{`GETDEL l`, `WRONGTYPE Operation against a key holding the wrong kind of value`},
	{`MSETNX a 1 b 2`, `:1`},
	{`MSETNX b 3 c 4`, `:0`},
	{`MSETNX b`, `ERR wrong number of arguments for 'msetnx' command`},
	{`EXISTS a b c`, `:2`},
	{`SET r "Hello World"`, `+OK`},
	{`GETRANGE r 0 4`, `"Hello"`},
	{`GETRANGE r -5 -1`, `"World"`},
	{`GETRANGE r 0 -1`, `"Hello World"`},
	{`GETRANGE r 5 2`, `""`},
	{`GETRANGE r -1 -5`, `""`},
	{`GETRANGE r -100 100`, `"Hello World"`},
	{`GETRANGE r 100 200`, `""`},
	{`GETRANGE r 3 -100`, `""`},
	{`GETRANGE r x 1`, `ERR value is not an integer or out of range`},
	{`GETRANGE l 0 1`, `WRONGTYPE Operation against a key holding the wrong kind of value`},
	{`GETRANGE l x 1`, `ERR value is not an integer or out of range`},
	{`GETRANGE nothing 0 1`, `""`},
	{`EXPIRE r 100`, `:1`},
	{`EXPIRE r 9223370269251175`, `:1`}, // the last one at which the sum with 09:00 of 5 January 2026 fits
	{`EXPIRE r 9223370269251176`, `ERR invalid expire time in 'expire' command`},
	{`EXPIRE r 100`, `:1`},
	{`EXPIRE r 200 NX`, `:0`},
	{`TTL r`, `:100`},
	{`EXPIRE r 50 GT`, `:0`},
	{`EXPIRE r 200 GT`, `:1`},
	{`TTL r`, `:200`},
	{`EXPIRE r 300 LT`, `:0`},
	{`EXPIRE r 100 LT`, `:1`},
	{`TTL r`, `:100`},
	{`PERSIST r`, `:1`},
	{`EXPIRE r 100 XX`, `:0`},
	{`EXPIRE r 100 GT`, `:0`},
	{`EXPIRE r 100 LT`, `:1`},
	{`TTL r`, `:100`},
	{`EXPIRE r 100 NX XX`, `ERR NX and XX, GT or LT options at the same time are not compatible`},
	{`EXPIRE r 100 NX GT`, `ERR NX and XX, GT or LT options at the same time are not compatible`},
	{`EXPIRE r 100 GT LT`, `ERR GT and LT options at the same time are not compatible`},
	{`EXPIRE r 100 foo`, `ERR Unsupported option foo`},
	{`EXPIRE r x foo`, `ERR Unsupported option foo`},
	{`EXPIRE r x`, `ERR value is not an integer or out of range`},
	{`EXPIRE nothing x`, `ERR value is not an integer or out of range`},
	{`EXPIRE nothing 100`, `:0`},
	{`EXPIRE nothing 100 XX`, `:0`},
	{`EXPIRE r`, `ERR wrong number of arguments for 'expire' command`},
	{`PEXPIRE r 100000`, `:1`},
	{`TTL r`, `:100`},
	{`PEXPIRE r x`, `ERR value is not an integer or out of range`},
	{`PEXPIRE r 9223372036854775807`, `ERR invalid expire time in 'pexpire' command`},
	{`EXPIRE r 9223372036854775807`, `ERR invalid expire time in 'expire' command`},
	{`EXPIREAT r 4102444800`, `:1`},
	{`EXPIRETIME r`, `:4102444800`},
	{`PEXPIRETIME r`, `:4102444800000`},
	{`PEXPIREAT r 4102444800123`, `:1`},
	{`EXPIRETIME r`, `:4102444800`},
	{`PEXPIRETIME r`, `:4102444800123`},
	{`EXPIRETIME nothing`, `:-2`},
	{`EXPIRETIME n`, `:-1`},
	{`EXPIREAT r 9223372036854775807`, `ERR invalid expire time in 'expireat' command`},
	{`EXPIREAT r 1`, `:1`},
	{`EXISTS r`, `:0`},
	{`SET r x`, `+OK`},
	{`PEXPIREAT r 5`, `:1`},
	{`EXISTS r`, `:0`},
	{`SET r x`, `+OK`},
	{`PEXPIRE r -1`, `:1`},
	{`EXISTS r`, `:0`},
	{`SET r x`, `+OK`},
	{`EXPIREAT r -1`, `:1`},
	{`EXISTS r`, `:0`},
	{`SET r x`, `+OK`},
	{`RENAMENX r n`, `:0`},
	{`RENAMENX r r`, `:0`},
	{`RENAMENX r q`, `:1`},
	{`RENAMENX r s`, `ERR no such key`},
	{`RENAMENX nothing s`, `ERR no such key`},
	{`COPY q q2 DB 0`, `:1`},
	{`COPY q q2 DB 0 REPLACE`, `:1`},
	{`COPY q q2 DB`, `ERR syntax error`},
	{`COPY q q2 DB x`, `ERR value is not an integer or out of range`},
	{`COPY q q2 DB 99`, `ERR DB index is out of range`},
	{`FLUSHALL x`, `ERR syntax error`},
	{`FLUSHDB x`, `ERR syntax error`},
	{`FLUSHDB`, `+OK`},
	{`DBSIZE`, `:0`},
	{`DBSIZE x`, `ERR wrong number of arguments for 'dbsize' command`},
	{`MSET one 1 two 2 three 3`, `+OK`},
	{`DBSIZE`, `:3`},
	{`KEYS o*`, `["one"]`},
	{`KEYS t[wx]o`, `["two"]`},
	{`KEYS t[^wx]ree`, `["three"]`},
	{`KEYS [a-o]ne`, `["one"]`},
	{`KEYS ?ne`, `["one"]`},
	{`KEYS th\ree`, `["three"]`},
	{`KEYS nothing*`, `[]`},
	{`KEYS`, `ERR wrong number of arguments for 'keys' command`},
	{`SCAN x`, `ERR invalid cursor`},
	{`SCAN 0 COUNT 0`, `ERR syntax error`},
	{`SCAN 0 COUNT x`, `ERR value is not an integer or out of range`},
	{`SCAN 0 COUNT`, `ERR syntax error`},
	{`SCAN 0 FOO 1`, `ERR syntax error`},
	{`SCAN 0 MATCH o* COUNT 100`, `["0", ["one"]]`},
	{`SCAN 0 MATCH x* COUNT 100`, `["0", []]`},
	{`SCAN 0 TYPE list COUNT 100`, `["0", []]`},
	{`SCAN 0 TYPE string MATCH one COUNT 100`, `["0", ["one"]]`},
	{`SCAN -1`, `["0", []]`},
	{`CONFIG GET maxmemory`, `["maxmemory", "0"]`},
	{`CONFIG GET nothing`, `[]`},
	{`CONFIG GET MAXMEMORY-policy`, `["MAXMEMORY-policy", "noeviction"]`},
	{`CONFIG RESETSTAT`, `+OK`},
	{`CONFIG FOO`, `ERR unknown subcommand 'FOO'. Try CONFIG HELP.`},
	{`CONFIG GET proto-max-bulk-len`, `["proto-max-bulk-len", "16777216"]`},
	{`COMMAND GETKEYS get`, `ERR wrong number of arguments for 'command|getkeys' command`},
	{`COMMAND GETKEYS nosuch k`, `ERR Invalid command specified`},
	{`COMMAND GETKEYS keys *`, `ERR The command has no key arguments`},
	{`COMMAND GETKEYS exec a`, `ERR The command has no key arguments`},
	{`COMMAND GETKEYS getset a`, `ERR Invalid number of arguments specified for command`},
	{`COMMAND GETKEYS mset a 1 b 2`, `["a", "b"]`},
	{`COMMAND GETKEYS SET k v NX`, `["k"]`},
	{`COMMAND GETKEYS EXCAS k v 1`, `["k"]`},
	{`COMMAND GETKEYS watch a b`, `["a", "b"]`},
	{`COMMAND GETKEYS eval s 2 a b c`, `["a", "b"]`},
	{`COMMAND GETKEYS eval s 0`, `[]`},
	{`COMMAND GETKEYS eval s x`, `[]`},
	{`RESTORE k 0 bytes IDLETIME x`, `ERR value is not an integer or out of range`},
	{`RESTORE k 0 bytes IDLETIME -1`, `ERR Invalid IDLETIME value, must be >= 0`},
	{`RESTORE k 0 bytes IDLETIME`, `ERR syntax error`},
	{`RESTORE k 0 bytes FREQ 256`, `ERR Invalid FREQ value, must be >= 0 and <= 255`},
	{`RESTORE k 0 bytes IDLETIME 1 FREQ 1`, `ERR syntax error`},
	{`RESTORE k x bytes ABSTTL`, `ERR value is not an integer or out of range`},
	{`RESTORE k 0 bytes replace REPLACE absttl`, `ERR DUMP payload version or checksum are wrong`},
	{`COMMAND FOO`, `ERR unknown subcommand 'FOO'. Try COMMAND HELP.`},
	{`FLUSHDB`, `+OK`},
	{`RANDOMKEY`, `nil`},
	{`RANDOMKEY x`, `ERR wrong number of arguments for 'randomkey' command`},
	{`SET only 1`, `+OK`},
	{`RANDOMKEY`, `"only"`},
	{`SET a ohmytext`, `+OK`},
	{`SET b mynewtext`, `+OK`},
	{`SUBSTR a 2 3`, `"my"`},
	{`SUBSTR a x 3`, `ERR value is not an integer or out of range`},
	{`SUBSTR a`, `ERR wrong number of arguments for 'substr' command`},
	{`LCS a b`, `"mytext"`},
	{`LCS a b LEN`, `:6`},
	{`LCS a b IDX`, `["matches", [[[4, 7], [5, 8]], [[2, 3], [0, 1]]], "len", 6]`},
	{`LCS a b IDX MINMATCHLEN 4`, `["matches", [[[4, 7], [5, 8]]], "len", 6]`},
	{`LCS a b IDX MINMATCHLEN 4 WITHMATCHLEN`, `["matches", [[[4, 7], [5, 8], 4]], "len", 6]`},
	{`LCS a b IDX MINMATCHLEN -1`, `["matches", [[[4, 7], [5, 8]], [[2, 3], [0, 1]]], "len", 6]`},
	{`LCS a b LEN IDX`, `ERR If you want both the length and indexes, please just use IDX.`},
	{`LCS a b FOO`, `ERR syntax error`},
	{`LCS a b MINMATCHLEN`, `ERR syntax error`},
	{`LCS a b MINMATCHLEN x`, `ERR value is not an integer or out of range`},
	{`LCS a none`, `""`},
	{`LCS none a LEN`, `:0`},
	{`LCS none a IDX`, `["matches", [], "len", 0]`},
	{`LPUSH l 1`, `:1`},
	{`LCS a l`, `ERR The specified keys must contain string values`},
	{`LCS a`, `ERR wrong number of arguments for 'lcs' command`},
	{`LCS a a`, `"ohmytext"`},
	{`LCS a b WITHMATCHLEN`, `"mytext"`},
	{`SUBSTR l 0 1`, `WRONGTYPE Operation against a key holding the wrong kind of value`},
	{`FLUSHDB ASYNC`, `+OK`},
	{`DBSIZE`, `:0`},
}

func TestPlainCommandsAnswerAsRedis(t *testing.T) {
	b := newBench(t)
	for _, v := range redisVectors {
		b.Want(v.line, v.reply)
	}
}

// Redis, SCAN: a key that is there from the first call to the last is told, whatever comes and goes beside it.
func TestScanTellsWhatStays(t *testing.T) {
	b := newBench(t)
	for i := range 40 {
		b.All(fmt.Sprintf("SET stays%d v", i), fmt.Sprintf("SET goes%d v", i))
	}
	told := map[string]int{}
	cursor, calls := "0", 0
	for first := true; first || cursor != "0"; first = false {
		list, _ := b.Say("SCAN " + cursor + " COUNT 7").Field("reply").List()
		names, _ := list[1].List()
		for _, name := range names {
			told[name.String()]++
		}
		cursor = list[0].String()
		b.All(fmt.Sprintf("DEL goes%d", calls), fmt.Sprintf("SET new%d v", calls))
		calls++
	}
	for i := range 40 {
		if n := told[fmt.Sprint("stays", i)]; n != 1 {
			t.Errorf("stays%d is told %d times", i, n)
		}
	}
	if calls < 80/8 {
		t.Errorf("%d calls told 80 keys by sevens", calls)
	}
}

// Redis, KEYS: star and question mark, sets, ranges, their opposites, and the backslash.
func TestPatterns(t *testing.T) {
	b := newBench(t)
	b.All("MSET hello 1 hallo 2 hxllo 3 hllo 4 heeeello 5 h*llo 6 h]llo 7")
	for _, row := range [][2]string{
		{"h?llo", "h*llo h]llo hallo hello hxllo"}, {"h*llo", "h*llo h]llo hallo heeeello hello hllo hxllo"},
		{"h[ae]llo", "hallo hello"}, {"h[^e]llo", "h*llo h]llo hallo hxllo"}, {"h[a-b]llo", "hallo"},
		{"h[b-a]llo", "hallo"}, {`h\*llo`, "h*llo"}, {`h[\]]llo`, "h]llo"}, {"*l*l*", "h*llo h]llo hallo heeeello " +
			"hello hllo hxllo"},
		{"*x", ""}, {"", ""}, {"h[ae", ""}, {"**", "h*llo h]llo hallo heeeello hello hllo hxllo"},
	} {
		list, _ := b.Words("KEYS", row[0]).Field("reply").List()
		var names []string
		for _, v := range list {
			names = append(names, v.String())
		}
		if got := strings.Join(names, " "); got != row[1] {
			t.Errorf("%s fits %q, want %q", row[0], got, row[1])
		}
	}
}

// Words is a line of which no word is read as quoted.
func (b *bench) Words(verb string, words ...string) engine.Answer {
	list := make([]engine.Value, len(words))
	for i, w := range words {
		list[i] = engine.Text(w)
	}
	return b.Send(engine.Send{By: "ann", Verb: verb, Args: []engine.Arg{{Name: "line", Value: engine.List(list...)}}})
}

// Transactions and watched keys are those of one connection, where a writer has several.
func TestConnectionsOfOneWriter(t *testing.T) {
	b := newBench(t)
	on := func(connection, line, want string) {
		t.Helper()
		in := send(line, "")
		in.Words.On = connection
		if got := notation(b.Send(in)); got != want {
			t.Errorf("on %s %s says %s, want %s", connection, line, got, want)
		}
	}
	on("c1", "WATCH k", "+OK")
	on("c1", "MULTI", "+OK")
	on("c2", "SET k two", "+OK")
	on("c1", "SET k one", "+QUEUED")
	on("c2", "EXEC", "ERR EXEC without MULTI")
	on("", "GET k", `"two"`)
	on("c1", "EXEC", "nil array")
	on("c1", "GET k", `"two"`)
}

// A map is one in RESP3 and an array of pairs in RESP2.
func TestMaps(t *testing.T) {
	b := newBench(t)
	a := b.Say("CONFIG GET maxmemory")
	const pairs = "$9\r\nmaxmemory\r\n$1\r\n0\r\n"
	if two, three := string(tair.Encode(a, 2)), string(tair.Encode(a, 3)); two != "*2\r\n"+pairs ||
		three != "%1\r\n"+pairs {
		t.Errorf("%q, %q", two, three)
	}
	for _, line := range []string{"COMMAND", "COMMAND DOCS GET SET", "COMMAND INFO get", "COMMAND LIST", "INFO",
		"TIME"} {
		if text := string(tair.Encode(b.Say(line), 3)); len(text) < 20 {
			t.Errorf("%s says %q", line, text)
		}
	}
	if got := notation(b.Say("COMMAND INFO get")); got != `[["get", 2, [+readonly], 1, 1, 1]]` {
		t.Errorf("COMMAND INFO get says %s", got)
	}
	if got, n := notation(b.Say("COMMAND COUNT")), len(service.Ops); got != fmt.Sprint(":", n) {
		t.Errorf("COMMAND COUNT says %s, there are %d", got, n)
	}
}

// Redis, SELECT: each database has keys of its own, and a connection speaks of one.
func TestDatabases(t *testing.T) {
	rows(t, [2]string{"SET k zero", "+OK"}, [2]string{"SELECT 9", "+OK"}, [2]string{"GET k", "nil"},
		[2]string{"SET k nine", "+OK"}, [2]string{"MSET a 1 b 2", "+OK"}, [2]string{"KEYS *", `["a", "b", "k"]`},
		[2]string{"DBSIZE", ":3"}, [2]string{"RENAME a c", "+OK"}, [2]string{"MGET a b c", `[nil, "2", "1"]`},
		[2]string{"SCAN 0 MATCH k", `["0", ["k"]]`}, [2]string{"ben: GET k", `"zero"`},
		[2]string{`EVAL "return redis.call('get',KEYS[1])" 1 k`, `"nine"`},
		[2]string{`EVAL "return redis.call('keys','*')" 0`, `["b", "c", "k"]`},
		[2]string{`EVAL "redis.call('select','3'); redis.call('set','in','it'); return redis.call('keys','*')" 0`,
			`["in"]`}, [2]string{"KEYS *", `["b", "c", "k"]`},
		[2]string{"MOVE k 0", ":0"}, [2]string{"MOVE c 0", ":1"}, [2]string{"ben: GET c", `"1"`},
		[2]string{"MULTI", "+OK"}, [2]string{"GET k", "+QUEUED"}, [2]string{"SELECT 0", "+QUEUED"},
		[2]string{"GET k", "+QUEUED"}, [2]string{"EXEC", `["nine", +OK, "zero"]`}, [2]string{"SELECT 9", "+OK"},
		[2]string{"WATCH k", "+OK"}, [2]string{"ben: SET k other", "+OK"}, [2]string{"MULTI", "+OK"},
		[2]string{"GET k", "+QUEUED"}, [2]string{"EXEC", `["nine"]`}, [2]string{"FLUSHDB", "+OK"},
		[2]string{"DBSIZE", ":0"}, [2]string{"ben: DBSIZE", ":2"},
		[2]string{"SELECT 16", "ERR DB index is out of range"},
		[2]string{"SELECT -1", "ERR DB index is out of range"}, [2]string{"EXSET e v", "+OK"},
		[2]string{"EXCAS e w 1", "[+OK, +, 2]"}, [2]string{"SELECT 0", "+OK"}, [2]string{"EXISTS e", ":0"},
		[2]string{"SET db9:e plain", "+OK"}, [2]string{"KEYS db*", `["db9:e"]`}, [2]string{"SELECT 9", "+OK"},
		[2]string{"GET e", wrong}, [2]string{"FLUSHALL", "+OK"}, [2]string{"ben: DBSIZE", ":0"})
}

// sets is MSET of so many keys from a number on.
func (b *bench) sets(from, count int) {
	b.T.Helper()
	var words []string
	for n := range count {
		words = append(words, fmt.Sprint("key:", from+n), "v")
	}
	if got := notation(b.Words("MSET", words...)); got != "+OK" {
		b.T.Fatalf("MSET of %d keys: %s", count, got)
	}
}

// A line that writes more than the digest gathers leaves the same world, however often it is undone and done again:
// the bench looks at that behind each step.
func TestALineThatWritesMuch(t *testing.T) {
	b := newBench(t)
	b.sets(0, 3000)
	b.Want("FLUSHALL", "+OK")
	b.Want("DBSIZE", ":0")
}

// README, the limits: a table has room for a million objects. The stresser of Redis' own suite (unit/other) makes
// 100,000 keys beside those that are there.
func TestManyKeys(t *testing.T) {
	b := newBench(t)
	for i := range 3 {
		b.sets(34_000*i, 34_000)
	}
	b.Want("DBSIZE", ":102000")
}
