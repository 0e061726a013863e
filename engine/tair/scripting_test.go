package tair_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "Scripts": replies of Redis 7.0.15 itself to these lines, run top to bottom.
var scriptVectors = [...]struct{ line, reply string }{
	{`FLUSHALL`, `+OK`},
	{`EVAL "return 1" 0`, `:1`},
	{`EVAL "return 1" x`, `ERR value is not an integer or out of range`},
	{`EVAL "return 1" -1`, `ERR Number of keys can't be negative`},
	{`EVAL "return 1" 1`, `ERR Number of keys can't be greater than number of args`},
	{`EVAL "return 1"`, `ERR wrong number of arguments for 'eval' command`},
	{`EVAL "return {1,2,{3,'a'},nil,4}" 0`, `[1, 2, [3, "a"]]`},
	{`EVAL "return 3.99" 0`, `:3`},
	{`EVAL "return -3.99" 0`, `:-3`},
	{`EVAL "return true" 0`, `:1`},
	{`EVAL "return false" 0`, `nil`},
	{`EVAL "return nil" 0`, `nil`},
	{`EVAL "return {ok='fine'}" 0`, `+fine`},
	{`EVAL "return {err='MINE went wrong'}" 0`, `MINE went wrong`},
	{`EVAL "return {err='plain'}" 0`, `plain`},
	{`EVAL "return redis.error_reply('MY oops')" 0`, `MY oops`},
	{`EVAL "return redis.error_reply('-MY oops')" 0`, `MY oops`},
	{`EVAL "return redis.error_reply('oops')" 0`, `ERR oops`},
	{`EVAL "return redis.status_reply('YES')" 0`, `+YES`},
	{`EVAL "return redis.sha1hex('')" 0`, `"da39a3ee5e6b4b0d3255bfef95601890afd80709"`},
	{`EVAL "return KEYS" 2 a b c`, `["a", "b"]`},
	{`EVAL "return ARGV" 2 a b c d`, `["c", "d"]`},
	{`EVAL "return redis.call('set',KEYS[1],ARGV[1])" 1 k v`, `+OK`},
	{`EVAL "return redis.call('get',KEYS[1])" 1 k`, `"v"`},
	{`EVAL "return redis.call('get','nothing')" 0`, `nil`},
	{`EVAL "return type(redis.call('get','nothing'))" 0`, `"boolean"`},
	{`EVAL "return type(redis.call('set','k','w'))" 0`, `"table"`},
	{`EVAL "return redis.call('set','k','w').ok" 0`, `"OK"`},
	{`EVAL "return redis.call('incr','k')" 0`,
		`ERR value is not an integer or out of range script: 1f71dc1cd0b838440b29a02b9ecb8480e01af28a, on @user_script:1.`},
	{`EVAL "return redis.pcall('incr','k')" 0`, `ERR value is not an integer or out of range`},
	{`EVAL "return redis.pcall('incr','k').err" 0`, `"ERR value is not an integer or out of range"`},
	{`EVAL "return redis.call('lpush','k','1')" 0`,
		`WRONGTYPE Operation against a key holding the wrong kind of value script: df29fefeda182142c682a93cf04ced984a3b3225, on @user_script:1.`},
	{`EVAL "return redis.call('nosuch','k')" 0`,
		`ERR Unknown Redis command called from script script: 0145f09946c58744f8b6e6239ffa33b1dc68e09c, on @user_script:1.`},
	{`EVAL "return redis.pcall('nosuch','k').err" 0`, `"ERR Unknown Redis command called from script"`},
	{`EVAL "return redis.call('get')" 0`,
		`ERR Wrong number of args calling Redis command from script script: f187dee77f607f7cff00bbabc9df38507582c78d, on @user_script:1.`},
	{`EVAL "return redis.call()" 0`,
		`ERR Please specify at least one argument for this redis lib call script: 0a907e1429221a4d85516cab7fd219a82a9439d8, on @user_script:1.`},
	{`EVAL "return redis.call('get',{})" 0`,
		`ERR Lua redis lib command arguments must be strings or integers script: 4deb073a545207f215b56dcef5ca825f9f406808, on @user_script:1.`},
	{`EVAL "return redis.call('multi')" 0`,
		`ERR This Redis command is not allowed from script script: c329a1a294be6bf95b44144f7502610661ae925a, on @user_script:1.`},
	{`EVAL "return redis.call('eval','return 1','0')" 0`,
		`ERR This Redis command is not allowed from script script: 1e5046f3a9119d3dc9cf5824428b6d9fedd305d2, on @user_script:1.`},
	{`EVAL "return redis.call('incrby','n',5)" 0`, `:5`},
	{`EVAL "return redis.call('incrby','n',5.0)" 0`, `:10`},
	{`EVAL "return redis.call('set','f',1.5)" 0`, `+OK`},
	{`EVAL "return redis.call('get','f')" 0`, `"1.5"`},
	{`EVAL "return redis.call('set','f',1e15)" 0`, `+OK`},
	{`EVAL "return redis.call('get','f')" 0`, `"1000000000000000"`},
	{`EVAL "return redis.call('set','f',10/3)" 0`, `+OK`},
	{`EVAL "return redis.call('get','f')" 0`, `"3.3333333333333335"`},
	{`EVAL "return x" 0`, `ERR user_script:1: Script attempted to access nonexistent global variable 'x' script: 03c387736bb5cc009ff35151572cee04677aa374, on @user_script:1.`},
	{`EVAL "x = 1" 0`, `ERR user_script:1: Attempt to modify a readonly table script: 34bce5f775de97f557a34088509c8bfe1ea17e52, on @user_script:1.`},
	{`EVAL "error('boom')" 0`,
		`ERR user_script:1: boom script: 82903a0434f1503e152f89c03c9acd881a0e8150, on @user_script:1.`},
	{`EVAL "error({err='MY boom'})" 0`, `MY boom script: 4c2ee35ef37c857625d6ec6d812eab72377cfa97, on @user_script:1.`},
	{`EVAL "return {" 0`, `ERR Error compiling script (new function): user_script:1: unexpected symbol near '<eof>'`},
	{`EVAL "return tostring(1)" 0`, `"1"`},
	{`EVAL "return tostring(1.5)" 0`, `"1.5"`},
	{`EVAL "return tostring(1e20)" 0`, `"1e+20"`},
	{`EVAL "return tostring(nil)" 0`, `"nil"`},
	{`EVAL "return tonumber('0x10')" 0`, `:16`},
	{`EVAL "return tonumber('abc')" 0`, `nil`},
	{`EVAL "return string.format('%d %s %5.2f', 3, 'x', 1.234)" 0`, `"3 x  1.23"`},
	{`EVAL "return cjson.encode({1,2,3})" 0`, `"[1,2,3]"`},
	{`EVAL "return cjson.encode({a=1})" 0`, `"{\"a\":1}"`},
	{`EVAL "return cjson.encode({})" 0`, `"{}"`},
	{`EVAL "return cjson.encode({a=cjson.null})" 0`, `"{\"a\":null}"`},
	{`EVAL "return cjson.encode('quote\" and / slash')" 0`, `"\"quote\\\" and \\/ slash\""`},
	{`EVAL "return cjson.encode(1.5)" 0`, `"1.5"`},
	{`EVAL "return cjson.encode(100000000000000)" 0`, `"1e+14"`},
	{`EVAL "return cjson.decode('[1,2,{\"a\":\"b\"}]')[3].a" 0`, `"b"`},
	{`EVAL "return cjson.decode('{\"a\":null}').a == cjson.null" 0`, `:1`},
	{`EVAL "return cjson.decode('nope')" 0`,
		`ERR user_script:1: Expected value but found invalid token at character 1 script: 765d2c31a58a800303d3c85c08339aaf0b35d684, on @user_script:1.`},
	{`EVAL "return #ARGV" 0 a b c`, `:3`},
	{`EVAL "return unpack({1,2})" 0`, `:1`},
	{`EVAL "return {redis.call('exists','k','n')}" 0`, `[2]`},
	{`EVAL "redis.call('set','a','1'); redis.call('incr','k')" 0`,
		`ERR value is not an integer or out of range script: 194ab87beb49e7c9f0ba091c9169d4dc7adbfb91, on @user_script:1.`},
	{`GET a`, `"1"`},
	{`EVAL "return os.time()" 0`,
		`ERR user_script:1: Script attempted to access nonexistent global variable 'os' script: 13dea82ee9da896aebcd10f5e36f4a1eeb839b48, on @user_script:1.`},
	{`EVAL "return io" 0`, `ERR user_script:1: Script attempted to access nonexistent global variable 'io' script: badfe324d30f60abd2dbecf4d4b0f915038384e2, on @user_script:1.`},
	{`EVAL "return math.floor(3.7)" 0`, `:3`},
	{`EVAL "return math.max(1,5)" 0`, `:5`},
	{`EVAL "return pcall(function() error('in') end)" 0`, `nil`},
	{`EVAL "local ok, e = pcall(function() error('in') end); return e" 0`, `"user_script:1: in"`},
	{`EVAL "local ok, e = pcall(redis.call, 'incr', 'k'); return type(e)" 0`, `"string"`},
	{`EVAL "local ok, e = pcall(redis.call, 'incr', 'k'); return e.err" 0`, `nil`},
	{`EVAL "return table.concat({'a','b'},',')" 0`, `"a,b"`},
	{`EVAL "return redis.REDIS_VERSION" 0`, `"7.0.15"`},
	{`EVAL "redis.log(redis.LOG_WARNING, 'x')" 0`, `nil`},
	{`EVAL "return redis.setresp(3)" 0`, `nil`},
	{`EVAL "return redis.replicate_commands()" 0`, `:1`},
	{`EVAL "return loadstring('return 5')()" 0`, `:5`},
	{`EVAL "return type(dofile)" 0`,
		`ERR user_script:1: Script attempted to access nonexistent global variable 'dofile' script: f14b399205539f5db37113032a1a25c72b8c6743, on @user_script:1.`},
	{`EVAL "return type(print)" 0`,
		`ERR user_script:1: Script attempted to access nonexistent global variable 'print' script: 296aa29e565df267b5e30e498f3872c9f9e8e8cc, on @user_script:1.`},
	{`EVAL "return KEYS[1] == nil" 0`, `:1`},
	{`SCRIPT LOAD "return 42"`, `"1fa00e76656cc152ad327c13fe365858fd7be306"`},
	{`EVALSHA 1fa00e76656cc152ad327c13fe365858fd7be306 0`, `:42`},
	{`EVALSHA ffffffffffffffffffffffffffffffffffffffff 0`, `NOSCRIPT No matching script. Please use EVAL.`},
	{`EVALSHA 1FA00E76656CC152AD327C13FE365858FD7BE306 0`, `:42`},
	{`EVALSHA short 0`, `NOSCRIPT No matching script. Please use EVAL.`},
	{`SCRIPT EXISTS 1fa00e76656cc152ad327c13fe365858fd7be306 abc`, `[1, 0]`},
	{`SCRIPT LOAD "return {"`,
		`ERR Error compiling script (new function): user_script:1: unexpected symbol near '<eof>'`},
	{`SCRIPT FLUSH`, `+OK`},
	{`SCRIPT EXISTS 1fa00e76656cc152ad327c13fe365858fd7be306`, `[0]`},
	{`SCRIPT FLUSH now`, `ERR SCRIPT FLUSH only support SYNC|ASYNC option`},
	{`SCRIPT NOPE`, `ERR unknown subcommand 'NOPE'. Try SCRIPT HELP.`},
	{`SCRIPT KILL`, `NOTBUSY No scripts in execution right now.`},
	{`SCRIPT`, `ERR wrong number of arguments for 'script' command`},
	{`SCRIPT EXISTS`, `ERR wrong number of arguments for 'script|exists' command`},
	{`MULTI`, `+OK`},
	{`EVAL "return redis.call('get','a')" 0`, `+QUEUED`},
	{`EXEC`, `["1"]`},
	{`EVAL "return {1.9,'x'}" 0`, `[1, "x"]`},
	{`EVAL "return redis.call('mget','a','nothing')" 0`, `["1", nil]`},
	{`EVAL "return {false,1}" 0`, `[nil, 1]`},
	{`EVAL "return redis.call('ping')" 0`, `+PONG`},
	{`EVAL "return redis.call('PING','x')" 0`, `"x"`},
	{`EVAL "return redis.call('select',0)" 0`, `+OK`},
	{`EVAL "return redis.call('pttl','a')" 0`, `:-1`},
	{`EVAL "if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end" 1 a 1`,
		`:1`},
	{`EVAL "if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end" 1 a 1`,
		`:0`},
	{`EVAL "return string.rep('x', 3)" 0`, `"xxx"`},
	{`EVAL "return ('a'):upper()" 0`, `"A"`},
	{`EVAL "KEYS[1] = 'x' return KEYS[1]" 1 a`, `"x"`},
	{`EVAL "redis.call = nil" 0`,
		`ERR user_script:1: Attempt to modify a readonly table script: 2786c35ed73d3860851cf52e0b5dfbbc0bdb4803, on @user_script:1.`},
	{`EVAL "string.x = 1" 0`,
		`ERR user_script:1: Attempt to modify a readonly table script: c3eb0a2a15b3d4790b323c4104029c1ae425a769, on @user_script:1.`},
	{`EVAL "getmetatable(_G).__index = {}" 0`,
		`ERR user_script:1: Attempt to modify a readonly table script: 7864baac9e299de907b49c372c6792687dc727c5, on @user_script:1.`},
	{`EVAL "rawset(getmetatable(_G),'x',1)" 0`,
		`ERR Attempt to modify a readonly table script: 0cb312c680c571cbd821faac198170da8c8d4150, on @user_script:1.`},
	{`EVAL "setmetatable(getmetatable(_G),{})" 0`,
		`ERR Attempt to modify a readonly table script: 943d130e2f0a28f12282346fcd8b2587cec48345, on @user_script:1.`},
	{`EVAL "getmetatable('').__index = nil" 0`,
		`ERR user_script:1: Attempt to modify a readonly table script: d73a1dfb50411851ebe32e3e075eb37e35009eff, on @user_script:1.`},
	{`EVAL "getmetatable('').__index.upper = nil" 0`,
		`ERR user_script:1: Attempt to modify a readonly table script: e56f8abb7c49e63a30fbca051795e073c7e878e4, on @user_script:1.`},
	{`EVAL "return {type(getmetatable(_G)),type(getmetatable(redis)),type(getmetatable(string)),type(getmetatable(''))}" 0`,
		`["table", "nil", "nil", "table"]`},
	{`EVAL "return type(getmetatable(setmetatable({},{})))" 0`, `"table"`},
	{`EVAL "rawset(redis,'call',1)" 0`,
		`ERR Attempt to modify a readonly table script: 30e0507a07cf5c1ec0b6f95003ffce8872477c0d, on @user_script:1.`},
	{`EVAL "table.insert(redis,1)" 0`,
		`ERR Attempt to modify a readonly table script: 3a23258ee49a94b81503b4867b0064d44bda462d, on @user_script:1.`},
	{`SET a ohmytext`, `+OK`},
	{`EVAL_RO "return redis.call('get',KEYS[1])" 1 a`, `"ohmytext"`},
	{`EVAL_RO "return redis.call('set',KEYS[1],'x')" 1 a`,
		`ERR Write commands are not allowed from read-only scripts. script: 2597e0576dd54eb42864e3a1b8392b96e018bcc3, on @user_script:1.`},
	{`EVAL_RO "return redis.pcall('set',KEYS[1],'x')" 1 a`, `ERR Write commands are not allowed from read-only scripts.`},
	{`EVAL_RO "return 1" x`, `ERR value is not an integer or out of range`},
	{`EVALSHA_RO ffffffffffffffffffffffffffffffffffffffff 0`, `NOSCRIPT No matching script. Please use EVAL.`},
	{`EVALSHA_RO ffff 1`, `NOSCRIPT No matching script. Please use EVAL.`},
	{`EVALSHA ffff x`, `NOSCRIPT No matching script. Please use EVAL.`},
	{`EVALSHA ffffffffffffffffffffffffffffffffffffffff 1`, `ERR Number of keys can't be greater than number of args`},
	{`SCRIPT LOAD "return 1"`, `"e0e1f9fabfc9d4800c877a703b823ac0578ff8db"`},
	{`EVALSHA_RO e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0`, `:1`},
	{`EVAL_RO "return redis.call('flushdb')" 0`,
		`ERR Write commands are not allowed from read-only scripts. script: b17c48e9d3527c80892875389eb29cf1f2652f6a, on @user_script:1.`},
	{`EVAL_RO "return redis.call('getex',KEYS[1])" 1 a`,
		`ERR Write commands are not allowed from read-only scripts. script: d888431d7fd31659205616986aebc0c25ba38762, on @user_script:1.`},
	{`EVAL_RO "return redis.call('get')" 0`,
		`ERR Wrong number of args calling Redis command from script script: f187dee77f607f7cff00bbabc9df38507582c78d, on @user_script:1.`},
	{`EVAL "return redis.call('eval_ro','return 1',0)" 0`,
		`ERR This Redis command is not allowed from script script: f351d3ffd8062dae11e9d688db1168244d5fd528, on @user_script:1.`},
	{`EVAL "#!lua" 0`, `ERR Invalid script shebang`},
	{`EVAL "#!lua  \nreturn 1" 0`, `:1`},
	{`EVAL "#!\nreturn 1" 0`, `ERR Unexpected engine in script shebang: #!`},
	{`EVAL "#!LUA x\nreturn 1" 0`, `ERR Unexpected engine in script shebang: #!LUA`},
	{`EVAL "#!lua \"\nreturn 1" 0`, `ERR Invalid engine in script shebang`},
	{`EVAL "#!lua name=x\nreturn 1" 0`, `ERR Unknown lua shebang option: name=x`},
	{`EVAL "#!lua flags=\nreturn 1" 0`, `:1`},
	{`EVAL "#!lua flags=allow-oom,what?\nreturn 1" 0`, `ERR Unexpected flag in script shebang: what?`},
	{`EVAL "#!lua flags=no-writes,\nreturn 1" 0`, `ERR Unexpected flag in script shebang: `},
	{`EVAL "#!lua flags=no-writes,no-cluster,allow-stale,allow-oom,allow-cross-slot-keys\nreturn 1" 0`, `:1`},
	{`EVAL "#!lua 'flags=no-writes'\nreturn redis.call('set','a','b')" 1 a`,
		`ERR Write commands are not allowed from read-only scripts. script: d6094a4a21b6ee03aadb5863b7f32f93737a7b80, on @user_script:2.`},
	{`EVAL "#!lua\nreturn redis.call('set','a','b')" 1 a`, `+OK`},
	{`EVAL "#!lua\nreturn {" 0`,
		`ERR Error compiling script (new function): user_script:2: unexpected symbol near '<eof>'`},
	{`EVAL "#!lua\n\n error('here')" 0`,
		`ERR user_script:3: here script: af8362741f2fae240f66a3f43042d9a036f3b808, on @user_script:3.`},
	{`EVAL_RO "#!lua\nreturn redis.call('get','a')" 1 a`,
		`ERR Can not execute a script with write flag using *_ro command.`},
	{`EVALSHA a61cb0caa0f32367d5109da224e474fc83a932aa 1 a`, `"b"`},
	{`EVAL_RO "#!lua flags=no-writes\nreturn redis.call('get','a')" 1 a`, `"b"`},
	{`SCRIPT LOAD "#!lua flags=bad\nreturn 1"`, `ERR Unexpected flag in script shebang: bad`},
	{`EVAL_RO return`, `ERR wrong number of arguments for 'eval_ro' command`},
}

func TestScriptsAnswerAsRedis(t *testing.T) {
	b := newBench(t)
	for _, v := range scriptVectors {
		b.Want(v.line, v.reply)
	}
}

const release = `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`

// marks are the marks of a history in which each line is sent, decided and heard.
func marks(t *testing.T, lines ...string) (list []string) {
	t.Helper()
	l := &lab{t: t, w: engine.NewWorld(service)}
	for _, by := range []string{"ann", "ben"} {
		l.record++
		if _, err := l.w.Step(l.record, engine.AddWriter{ID: by}); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range lines {
		by, rest, _ := strings.Cut(line, ": ")
		l.say(by, rest, "")
	}
	for _, m := range l.marks {
		list = append(list, m.String())
	}
	return list
}

// rules.md, "Scripts": what a script makes from what is there replaces nobody's work, however often two writers do it.
func TestScriptsThatLookLoseNothing(t *testing.T) {
	quoted := strconv.Quote
	lock := `SET lock %s NX PX 30000`
	free := "EVAL " + quoted(release) + " 1 lock %s"
	add := "EVAL " + quoted(`local n = redis.call("get",KEYS[1]); redis.call("set",KEYS[1],n+1); return n+1`) + " 1 n"
	renew := "EVAL " + quoted(
		`if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("pexpire",KEYS[1],ARGV[2]) `+
			`else return 0 end`) + " 1 lock %s 30000"
	got := marks(t, "ann: "+fmt.Sprintf(lock, "a"), "ann: "+fmt.Sprintf(renew, "a"), "ann: "+fmt.Sprintf(free, "a"),
		"ben: "+fmt.Sprintf(lock, "b"), "ben: "+fmt.Sprintf(free, "b"), "ann: "+fmt.Sprintf(lock, "c"),
		"ben: "+fmt.Sprintf(free, "b"), "ann: SET n 0", "ann: "+add, "ben: "+add, "ann: "+add, "ben: "+add, "ann: "+add)
	if len(got) > 0 {
		t.Errorf("marks: %v", got)
	}
	// Without the script the same counter loses.
	got = marks(t, "ann: SET n 0", "ann: GET n", "ben: GET n", "ben: SET n 1", "ann: SET n 1")
	if !slices.Contains(got, "~ lost-update ben") {
		t.Errorf("marks: %v", got)
	}
}

// rules.md, "Scripts": a script that does not end, or that makes ever longer texts, is refused; nothing of it stays.
func TestScriptsEnd(t *testing.T) {
	const busy = "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE."
	for _, text := range []string{
		`while true do end`, `while true do pcall(function() while true do end end) end`,
		`local s = "x" while true do s = s .. s end`, `return string.rep("x", 1e9)`, `return ("x"):rep(1e9)`,
		`local s = string.rep("x", 1e6) local t = {} for i = 1, 1e6 do t[i] = s .. i end`,
		`return string.gsub(string.rep("a", 60000), ".", string.rep("b", 60000))`,
		`return (string.gsub(string.rep("a", 60000), ".", function() return string.rep("b", 60000) end))`,
		`local t = {} local s = string.rep("x", 60000) for i = 1, 1000 do t[i] = s end return table.concat(t)`,
		`local t = {} for i = 1, 1e8 do t[i] = i end`,
	} {
		b := newBench(t)
		a := b.Words("EVAL", `redis.call("set","k","v") `+text, "0")
		if got := notation(a); got != busy {
			t.Errorf("%s answers %.60s", text, got)
		}
		b.Want("EXISTS k", ":0")
	}
	for _, row := range [][2]string{
		{`local t = {} t[6e7] = 1 return #t`, ":0"},
		{`local function f() return f() + 1 end return f()`, "ERR "},
		{`return tostring({}) .. tostring(redis.call)`, `"table: 0x0function: 0x0"`},
		{`return string.format("%s", {})`, `ERR user_script:1: bad argument #2 to 'format' (string expected, got table)`},
		{`local t = {} for k in pairs({a=1,b=2,c=3,d=4}) do t[#t+1] = k end return table.concat(t)`, `"abcd"`},
		{"return " + strings.Repeat("(", 60000), "ERR "}, {strings.Repeat("-", 60000), "nil"},
	} {
		if got := notation(newBench(t).Words("EVAL", row[0], "0")); !strings.HasPrefix(got, row[1]) {
			t.Errorf("%.60s answers %s, want %s", row[0], got, row[1])
		}
	}
}

// What a script ends with names who did it: the type that another changed, not the script itself.
func TestAScriptsErrorNamesItsCause(t *testing.T) {
	b := newBench(t)
	b.All("EXSET k v", "ben: SET k w")
	why := b.Words("EVAL", `return redis.call("EXGET",KEYS[1])`, "1", "k").Why
	if why == nil || why.Rule.Kind != engine.IsGone || why.Since.By != "ben" {
		t.Errorf("because %+v", why)
	}
	why = b.Words("EVAL", `redis.call("set",KEYS[1],"w") return redis.call("EXGET",KEYS[1])`, "1", "e").Why
	if why == nil || !why.Since.IsZero() {
		t.Errorf("because %+v", why)
	}
	if object := b.World.Exchange(b.World.Requests()).Object; object.String() != "key e" {
		t.Errorf("a script on e is about %s", object)
	}
}
