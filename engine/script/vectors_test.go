package script_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine/script"
)

// luaVectors are scripts and what Redis 7.0.15 answered them, without the sum and the line behind an error.
//
// Source: redis-server 7.0.15 of Debian, asked over RESP2.
var luaVectors = [][2]string{
	{`return tostring(math.huge)`, `'inf'`},
	{`return {math.huge, -math.huge}`, `*[:-9223372036854775808 :-9223372036854775808]`},
	{`return string.format('%5.1f|%-6g|%+e', 1/0, -1/0, 1/0)`, `'  inf|-inf  |+inf'`},
	{`return 1e15 .. ''`, `'1e+15'`},
	{`return (0.1+0.2) .. 'x'`, `'0.3x'`},
	{`return 123456789012345 .. ''`, `'1.2345678901234e+14'`},
	{`return '010' + 5`, `:15`},
	{`return -'010'`, `:-10`},
	{`return '10' % '4' .. ''`, `'2'`},
	{`return 'abc' + 1`, `-ERR user_script:1: attempt to perform arithmetic on a string value`},
	{`return 2 * {}`, `-ERR user_script:1: attempt to perform arithmetic on a table value`},
	{`return tonumber('010')`, `:10`},
	{`return tonumber('0b11')`, `nil`},
	{`return tonumber('0x1p4')`, `:16`},
	{`return tonumber('1e400') .. ''`, `'inf'`},
	{`return tostring(tonumber('-0'))`, `'-0'`},
	{`return tonumber('-11', 2)`, `:-9223372036854775808`},
	{`return tonumber('5 5')`, `nil`},
	{`return tonumber()`, `-ERR user_script:1: bad argument #1 to 'tonumber' (value expected)`},
	{`for i = 1, 'x' do end`, `-ERR user_script:1: 'for' limit must be a number`},
	{`return string.sub('abcdef', '2', '3')`, `'bc'`},
	{`return ('abcdef'):sub(2^63)`, `'abcdef'`},
	{`return string.rep('ab', '2')`, `'abab'`},
	{`return string.rep('ab')`, `-ERR user_script:1: bad argument #2 to 'rep' (number expected, got no value)`},
	{`return string.char('97', 98)`, `'ab'`},
	{`return string.char(256)`, `-ERR user_script:1: bad argument #1 to 'char' (invalid value)`},
	{`return string.format('%s', nil)`, `-ERR user_script:1: bad argument #2 to 'format' (string expected, got nil)`},
	{`return string.format('%d')`, `-ERR user_script:1: bad argument #2 to 'format' (no value)`},
	{`return string.format('%u %x', -1, 2^64)`, `'18446744073709551615 0'`},
	{`return (string.gsub('a1', '%d', 0.1+0.2))`, `'a0.3'`},
	{`return math.max()`, `-ERR user_script:1: bad argument #1 to 'max' (number expected, got no value)`},
	{`return math.max('3', 2)`, `:3`},
	{`return math.mod(-7, 3)`, `:-1`},
	{`return {math.modf(-1/0)}`, `*[:-9223372036854775808 :0]`},
	{`return select('2', 'a', 'b')`, `'b'`},
	{`return {select(-1, 'a', 'b')}`, `*['b']`},
	{`return select(0)`, `-ERR user_script:1: bad argument #1 to 'select' (index out of range)`},
	{`return bit.tobit(1e16)`, `:937459712`},
	{`return bit.band('7', nil)`, `-ERR user_script:1: bad argument #2 to 'band' (number expected, got nil)`},
	{`return redis.sha1hex(5)`, `'ac3478d69a3c81fa62e60f5c3696165a4e5e6ac4'`},
	{`return redis.sha1hex()`, `-ERR wrong number of arguments`},
	{`return redis.error_reply(5)`, `-ERR wrong number or type of arguments`},
	{`return redis.status_reply()`, `-ERR wrong number or type of arguments`},
	{`redis.log('x')`, `-ERR redis.log() requires two arguments or more.`},
	{`redis.setresp('2') return 1`, `:1`},
	{`local t = {1, 2} table.insert(t, '1', 0) return t`, `*[:0 :1 :2]`},
	{`local t = {} table.insert(t, 1, 2, 3)`, `-ERR user_script:1: wrong number of arguments to 'insert'`},
	{`local n = 0 table.foreachi({5, 6}, function(i, v) n = n + i * v end) return n`, `:17`},
	{`local ok, e = pcall(error, 'x') return e`, `'x'`},
	{`local ok, e = pcall(function() error('m', 2) end) return e`, `'m'`},
	{`error('m', 0)`, `-ERR m`},
	{`error(42)`, `-ERR user_script:1: 42`},
	{`return cjson.encode(function() end)`, `-ERR user_script:1: Cannot serialise function: type not supported`},
	{`return cjson.encode(1, 2)`, `-ERR user_script:1: bad argument #1 to 'encode' (expected 1 argument)`},
	{`goto out ::out:: return 1`,
		`-ERR Error compiling script (new function): user_script:1: '=' expected near 'out'`},
	{`return setmetatable({}, {__concat = function(a, b) return 'C' end}) .. 'x' .. 1`, `'C'`},
	{`return 'a' .. 'b' .. {}`, `-ERR user_script:1: attempt to concatenate a table value`},
	{`return nil .. 'a'`, `-ERR user_script:1: attempt to concatenate a nil value`},
	{`local function f() return 'a', 'b' end return 'c' .. f()`, `'ca'`},
	{`local function f(...) return ... .. 'x' end return f('a', 'b')`, `'ax'`},
	{`math.randomseed(42) return {math.random(1000000), math.random(1000000)}`, `*[:744526 :342702]`},
	{`return math.random(0)`, `-ERR user_script:1: bad argument #1 to 'random' (interval is empty)`},
	{`return {double = 1/0}`, `'inf'`},
	{`for i = '1', '3' do redis.call('x') end return 'done'`, `'done'`}, // there x is no command
}

// noted is a reply as luaVectors write it.
func noted(r script.Reply) string {
	switch r.Kind {
	case '$':
		return "'" + r.Text + "'"
	case ':':
		return ":" + strconv.FormatInt(r.Int, 10)
	case ',':
		return "'" + r.Text + "'" // so it is told by RESP2
	case '*':
		var parts []string
		for _, e := range r.List {
			parts = append(parts, noted(e))
		}
		return "*[" + strings.Join(parts, " ") + "]"
	case '_':
		return "nil"
	}
	said, _, _ := strings.Cut(r.Text, " script: ")
	return string(r.Kind) + said
}

func TestScriptsReckonAndRefuseAsRedis(t *testing.T) {
	for _, v := range luaVectors {
		got := ""
		if s, err := script.Compile(v[0]); err != nil {
			got = "-" + err.Error()
		} else if r, err := s.Run([]string{"k"}, []string{"a"}, echo); err != nil {
			t.Errorf("%s: %v", v[0], err)
		} else {
			got = noted(r)
		}
		if got != v[1] {
			t.Errorf("%s\n got %s\nwant %s", v[0], got, v[1])
		}
	}
}

// What stands in the place of an expression counts as one: a text that grows without end ends the run.
func TestJoinedTextsAreCounted(t *testing.T) {
	for _, source := range []string{"local s = 'x' while true do s = s .. s end",
		"local s = ('x'):rep(1000) local t = '' while true do t = t .. s .. s .. s end"} {
		s, err := script.Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(nil, nil, echo); err == nil {
			t.Errorf("%s ends", source)
		}
	}
}
