// Command redis-server sends the same random commands to a real Redis server and to ours, over three connections with
// transactions that lie in one another, and compares each answer byte by byte. Its words are the address of the one
// (or its socket), the address of the other, a seed and how many commands.
//
// Left out is what differs on purpose or by chance: commands that ours does not have, the order in which KEYS lists
// inside of a transaction, what is the connection's own there (WAIT, CLIENT, RESET), DBSIZE (a server counts what has
// ended until it comes past), PING with too many words (ours says so before EXEC), EXPIRE with GT (whether a
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
		if _, _, err = both(pairs[i], []string{"FLUSHDB"}); err != nil {
			return 0, err
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
var outside = []string{"KEYS", "WAIT", "CLIENT", "RESET"}

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
	if strings.EqualFold(words[0], "KEYS") {
		parts := strings.Fields(strings.Trim(answer, "[]"))
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
	case '$':
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
	"LCS K K IDX MINMATCHLEN 1|2|x|-1 WITHMATCHLEN", "RANDOMKEY x", "TTL none", "FLUSHDB V"}

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
	"return {pcall(function() return {} + 1 end)}"}

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
