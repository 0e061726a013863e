// Command redis-server sends the same random commands to a real Redis server and to ours, over three connections with
// transactions that lie in one another, and compares each answer byte by byte. Its words are the address of the one
// (or its socket), the address of the other, a seed and how many commands.
//
// Left out is what differs on purpose or by chance: commands that ours does not have, the order in which KEYS and SCAN
// list inside of a transaction, what is the connection's own there (WAIT, CLIENT, RESET, HELLO), DBSIZE (a server counts
// what has ended until it comes past), PING with too many words (ours says so before EXEC), EXPIRE with GT (whether a
// millisecond has gone by), and the last seconds of what is left of a key.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: redis-server REAL OURS SEED COMMANDS")
		os.Exit(2)
	}
	seed, _ := strconv.ParseUint(os.Args[3], 10, 64)
	commands, _ := strconv.Atoi(os.Args[4])
	different, err := compare(os.Args[1], os.Args[2], rand.New(rand.NewPCG(seed, seed)), commands)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("redis-server: %d commands of seed %d, %d answered otherwise\n", commands, seed, different)
	if different > 0 {
		os.Exit(1)
	}
}

// connections is how many there are to each server; the last one speaks RESP3.
const connections = 3

func compare(real, ours string, r *rand.Rand, commands int) (different int, err error) {
	var pairs [connections][2]*client
	for i := range pairs {
		for j, address := range []string{real, ours} {
			if pairs[i][j], err = dial(address); err != nil {
				return 0, err
			}
		}
		for _, words := range [][]string{{"FLUSHALL"}, {"SCRIPT", "FLUSH"}} {
			if _, _, err = both(pairs[i], words); err != nil {
				return 0, err
			}
		}
		if i == connections-1 {
			if _, _, err = both(pairs[i], []string{"HELLO", "3"}); err != nil {
				return 0, err
			}
		}
	}
	var opened [connections]bool
	for range commands {
		i := r.IntN(connections)
		words := command(r)
		if opened[i] && slices.Contains(outside, words[0]) {
			continue
		}
		if r.IntN(20) == 0 {
			words[0] = strings.ToLower(words[0])
		}
		want, got, err := both(pairs[i], words)
		if err != nil {
			return different, fmt.Errorf("%q: %w", words, err)
		}
		switch name := strings.ToUpper(words[0]); {
		case name == "MULTI":
			opened[i] = true
		case name == "EXEC" || name == "DISCARD":
			opened[i] = false
		}
		if want != got {
			different++
			fmt.Printf("%q\n  real %s\n  ours %s\n", words, want, got)
		}
	}
	return different, nil
}

// outside are commands that are only compared outside of a transaction: what is the connection's own is refused inside.
var outside = []string{"KEYS", "SCAN", "WAIT", "CLIENT", "RESET", "HELLO"}

func both(pair [2]*client, words []string) (want, got string, err error) {
	if want, err = pair[0].do(words); err == nil {
		got, err = pair[1].do(words)
	}
	return want, got, err
}

type client struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(address string) (*client, error) {
	network := "tcp"
	if strings.Contains(address, "/") {
		network = "unix"
	}
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, in: bufio.NewReader(conn)}, nil
}

// do sends a command and answers what came back, as one text.
func (c *client) do(words []string) (string, error) {
	line := fmt.Sprintf("*%d\r\n", len(words))
	for _, w := range words {
		line += fmt.Sprintf("$%d\r\n%s\r\n", len(w), w)
	}
	if _, err := io.WriteString(c.conn, line); err != nil {
		return "", err
	}
	answer, err := c.read()
	if strings.EqualFold(words[0], "KEYS") || strings.EqualFold(words[0], "SCAN") {
		parts := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(answer))
		slices.Sort(parts)
		answer = strings.Join(parts, " ")
	}
	return answer, err
}

func (c *client) read() (string, error) {
	line, err := c.in.ReadString('\n')
	if err != nil {
		return "", err
	}
	line = strings.TrimSuffix(line, "\r\n")
	n, _ := strconv.Atoi(line[1:])
	switch line[0] {
	case ':':
		switch {
		case n > 90 && n < 101: // seconds that are left of a hundred
			return ":~100", nil
		case n > 1_000_000_000 && n < 9_999_999_999: // seconds up to a date that is far: ours has a clock of its own
			return ":far", nil
		}
	case '$', '=':
		if n < 0 {
			return "nil", nil
		}
		body := make([]byte, n+2)
		_, err := io.ReadFull(c.in, body)
		return strconv.Quote(string(body[:n])), err
	case '*', '%', '~':
		if n < 0 {
			return "nil list", nil
		}
		if line[0] == '%' {
			n *= 2
		}
		parts := make([]string, n)
		for i := range parts {
			if parts[i], err = c.read(); err != nil {
				return "", err
			}
		}
		return strings.Trim(line[:1], "*") + "[" + strings.Join(parts, " ") + "]", nil
	}
	return line, nil
}

var (
	keys   = []string{"k0", "k1", "k2", "k3"}
	values = []string{"", "1", "-7", "abc", "9223372036854775807", "12.5", " 1", "xxxxxxxxxxxxxxxxxxxx", "0", "007",
		"\r\n"}
	places = []string{"0", "1", "-1", "5", "100", "-3", "abc", "9223372036854775807", "-9223372036854775808", "1.5", ""}
)

// forms are the commands: K is a key, V a value, N a number or none, a stroke parts what may stand in its place; E is
// an expiry.
var forms = []string{"SET K V", "SET K V", "SET K V E", "SET K V NX|XX|GET|KEEPTTL|FOO", "SET K V NX GET|XX",
	"SET K V E NX|XX|GET", "GET K",
	"GETSET K V", "SETNX K V", "COMMAND INFO nosuch", "WAIT 0|x 0|-1|x", "RESET x",
	"CLIENT NO-EVICT x|on", "CLIENT GETREDIR", "CONFIG GET maxmemory|nosuch", "DEL K", "DEL K K", "DEL", "UNLINK K",
	"EXISTS K K", "INCR K", "DECR K", "INCRBY K N",
	"DECRBY K N", "APPEND K V", "STRLEN K", "GETRANGE K N N", "SETRANGE K 0|3|-1|abc V", "MSET K V K V", "MSET K",
	"MGET K K none", "SETEX K 100|0|abc V", "PSETEX K 100000|0|-5 V", "GETDEL K", "GETEX K", "GETEX K E|PERSIST|FOO",
	"EXPIRE K 100|-1|abc|0", "EXPIRE K 100|99 NX|XX|FOO", "EXPIRE K 50 LT", "EXPIRE K 100 NX GT",
	"PEXPIRE K 100000|abc",
	"EXPIREAT K 9999999999", "PEXPIREAT K 9999999999999", "PERSIST K", "TTL K", "TYPE K", "PING", "PING hi",
	"ECHO x", "ECHO", "KEYS *|k*|k[0-2]|?1|none|k[^1]|k\\1", "RENAME K K", "INCRBYFLOAT K 1.5|abc|1e3", "TOUCH K",
	"MSETNX K V K V", "COPY K K", "MULTI", "EXEC", "DISCARD", "WATCH K", "UNWATCH", "SELECT 0|0|0|99|x", "NOSUCH a b",
	"GET",
	"EVAL S 1 K V", "EVAL S 1 K V", "EVAL S 1 K V", "EVAL S x|-1|5",
	"EVAL_RO S 1 K V", "EVALSHA_RO ffff 0|1", "SUBSTR K N N",
	"LCS K K LEN|IDX|FOO|WITHMATCHLEN", "LCS K K",
	"LCS K K IDX MINMATCHLEN 1|2|x|-1 WITHMATCHLEN", "RANDOMKEY x", "TTL none", "FLUSHDB V",
	"SET K V EXAT 99999999999", "SET K V PXAT 99999999999999|0|-5|abc", "SET K V E E", "SET K V NX XX", "SET K V KEEPTTL E",
	"SET K V EX 9223372036854775807|9223372036854775|2147483648", "GETEX K E E", "GETEX K PERSIST E", "GETEX K KEEPTTL|NX",
	"EXPIRE K 9223372036854775807|-9223372036854775808|92233720368547758", "EXPIRE K 1000 NX|XX XX|LT",
	"PEXPIRE K 9223370000000000000|-1", "EXPIREAT K 1|0|-1|abc|9223372036854775", "EXPIRETIME none", "PEXPIRETIME none",
	"SETRANGE K 100|4294967296|9223372036854775807 x", "INCRBYFLOAT K -0|1e308|1e-10|inf|nan|0x1|V",
	"KEYS **|k[0-|k[|[k]0|k[1-0]|k[!0]|K*|\\|k\\0|?|[^k]*", "SCAN 0 COUNT 1000|0|-1|abc", "SCAN abc|1.5",
	"SCAN 0 MATCH k*|?1|none COUNT 1000", "SCAN 0 TYPE string|list|STRING COUNT 1000", "SCAN 0 MATCH", "SCAN 0 FOO x",
	"COPY K K REPLACE", "COPY K K DB abc|99|-1|1", "COPY K K FOO|DB", "RENAMENX K K", "CONFIG GET|FOO", "CONFIG SET a b c",
	"SCRIPT EXISTS|LOAD|FOO", "SCRIPT FLUSH FOO", "COMMAND FOO", "EXEC x", "MULTI x", "FLUSHALL FOO", "FLUSHDB SYNC|ASYNC SYNC",
	"COMMAND GETKEYS get|mset|eval|keys|nosuch|watch|exec|append K V|1", "COMMAND GETKEYS eval s 0|1|2|x K K",
	"COMMAND GETKEYS get|lcs|touch", "RESTORE K 0|abc|-1 V ABSTTL|REPLACE|IDLETIME|FOO",
	"RESTORE K 0 V IDLETIME|FREQ 3|-1|256|abc", "RESTORE K 0 V FREQ 1 IDLETIME|REPLACE|FREQ 1", "RESTORE K 0",
	"CLIENT KILL ID 0|x|99999", "CLIENT KILL TYPE|SKIPME|FOO x", "CLIENT KILL nowhere", "CLIENT KILL ID 99999 ADDR",
	"CLIENT UNBLOCK x|99999 TIMEOUT|ERROR|FOO", "CLIENT PAUSE x|-1|0 FOO|WRITE", "CLIENT LIST FOO|ID|TYPE x",
	"CLIENT LIST TYPE master|replica", "CLIENT LIST ID 99999", "CLIENT UNPAUSE",
	"EVALSHA e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0", "HELLO 4|abc|1", "HELLO 3 FOO|AUTH"}

// scripts are what EVAL runs.
var scripts = []string{"return redis.call('GET',KEYS[1])", "return redis.call('SET',KEYS[1],ARGV[1])",
	"return {1,2,{3,'x'}}", "return redis.pcall('INCR',KEYS[1])", "return redis.call('INCR',KEYS[1])",
	"return tonumber(ARGV[1])", "error('x')", "return nosuch", "return redis.call('NOSUCH')",
	"return redis.error_reply('MY x')", "return #KEYS", "return cjson.encode({a=1})",
	"return redis.status_reply('FINE')",
	"return 3.99", "redis.call('GET')", "return string.format('%5.2f|%s|%d', 3.14159, 'x', 42)",
	"return redis.sha1hex('')",
	"return tostring(1e15)", "return {1,nil,2}", "return 'a'..1.5", "return redis.call('MGET',KEYS[1],'zz')",
	"return ARGV[1]:gsub('%d', '<%0>')", "return {ARGV[1]:find('(.)(.)')}", "return ARGV[1]:match('^%s*(.-)%s*$')",
	"if redis.call('GET',KEYS[1]) == ARGV[1] then return redis.call('DEL',KEYS[1]) else return 0 end",
	"return {double=0.1}", "return {double=3}", "return {map={a=1}}", "return {big_number='12345678901234567890'}",
	"redis.setresp(3) return true", "redis.setresp(3) return {false,{set={x=true}}}",
	"redis.setresp(3) return redis.call('GET',KEYS[1]) == nil", "redis.setresp(3) return redis.call('GET',KEYS[1])",
	"local s = '' for c in ARGV[1]:gmatch('.') do s = c .. s end return s", "return bit.bxor(#ARGV[1], 5)",
	"return {} < {}", "return 1 < nil", "for i = 1, 'x' do end", "return math.floor('x')", "return setmetatable(1, {})",
	"return redis.call('EXISTS', KEYS[1]) + {}", "return 'x' .. {}", "return table.concat(nil)", "return select(0)",
	"return {pcall(function() return {} + 1 end)}",
	"return tostring(math.huge)", "return {math.huge, -math.huge}",
	"return string.format('%5.1f|%-6g|%+e', 1/0, -1/0, 1/0)", "return 1e15 .. ''", "return (0.1+0.2) .. 'x'",
	"return 123456789012345 .. ''", "return '010' + 5", "return -'010'", "return '10' % '4' .. ''",
	"return 'abc' + 1", "return 2 * {}", "return tonumber('010')", "return tonumber('0b11')",
	"return tonumber('0x1p4')", "return tonumber('1e400') .. ''", "return tostring(tonumber('-0'))",
	"return tonumber('-11', 2)", "return tonumber('5 5')", "return tonumber()", "for i = 1, 'x' do end",
	"return string.sub('abcdef', '2', '3')", "return ('abcdef'):sub(2^63)", "return string.rep('ab', '2')",
	"return string.rep('ab')", "return string.char('97', 98)", "return string.char(256)",
	"return string.format('%s', nil)", "return string.format('%d')", "return string.format('%u %x', -1, 2^64)",
	"return (string.gsub('a1', '%d', 0.1+0.2))", "return math.max()", "return math.max('3', 2)",
	"return math.mod(-7, 3)", "return {math.modf(-1/0)}", "return select('2', 'a', 'b')",
	"return {select(-1, 'a', 'b')}", "return select(0)", "return bit.tobit(1e16)", "return bit.band('7', nil)",
	"return redis.sha1hex(5)", "return redis.sha1hex()", "return redis.error_reply(5)",
	"return redis.status_reply()", "redis.log('x')", "redis.setresp('2') return 1",
	"local t = {1, 2} table.insert(t, '1', 0) return t", "local t = {} table.insert(t, 1, 2, 3)",
	"local n = 0 table.foreachi({5, 6}, function(i, v) n = n + i * v end) return n",
	"local ok, e = pcall(error, 'x') return e", "local ok, e = pcall(function() error('m', 2) end) return e",
	"error('m', 0)", "error(42)", "return cjson.encode(function() end)", "return cjson.encode(1, 2)",
	"goto out ::out:: return 1", "return setmetatable({}, {__concat = function(a, b) return 'C' end}) .. 'x' .. 1",
	"return 'a' .. 'b' .. {}", "return nil .. 'a'", "local function f() return 'a', 'b' end return 'c' .. f()",
	"local function f(...) return ... .. 'x' end return f('a', 'b')", "return {double = 1/0}"}

// command draws one.
func command(r *rand.Rand) []string {
	words := strings.Fields(forms[r.IntN(len(forms))])
	for i := 0; i < len(words); i++ {
		if i > 0 {
			choices := strings.Split(words[i], "|")
			words[i] = choices[r.IntN(len(choices))]
		}
		switch words[i] {
		case "K":
			words[i] = keys[r.IntN(len(keys))]
		case "V":
			words[i] = values[r.IntN(len(values))]
		case "N":
			words[i] = places[r.IntN(len(places))]
		case "S":
			words[i] = scripts[r.IntN(len(scripts))]
		case "E":
			unit := []string{"EX 100", "PX 100000", "EX 0", "EX -1", "EX abc", "ex 100 PX 5", "EXAT 1"}[r.IntN(7)]
			words = slices.Concat(words[:i], strings.Fields(unit), words[i+1:])
		}
	}
	return words
}
