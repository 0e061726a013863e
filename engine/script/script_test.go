package script_test

import (
	"errors"
	"strings"
	"testing"

	"interleave/engine/script"
)

// echo answers every command with its words.
func echo(words []string) script.Reply {
	list := script.Reply{Kind: '*'}
	for _, w := range words {
		list.List = append(list.List, script.Reply{Kind: '$', Text: w})
	}
	return list
}

func run(t *testing.T, source string) script.Reply {
	t.Helper()
	s, err := script.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run([]string{"k"}, []string{"a"}, echo)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Redis Lua API reference, "Lua to RESP2 type conversion".
func TestRepliesOfScripts(t *testing.T) {
	for source, want := range map[string]byte{"return 1": ':', "return 'x'": '$', "return {1}": '*',
		"return false": '_',
		"return true":  ':', "return {ok='x'}": '+', "return {err='x'}": '-', "error('x')": '-', "": '_'} {
		if got := run(t, source).Kind; got != want {
			t.Errorf("%s answers %c, want %c", source, got, want)
		}
	}
	got := run(t, "return redis.call('echo', KEYS[1], ARGV[1], 7)")
	if len(got.List) != 4 || got.List[0].Text != "echo" || got.List[3].Text != "7" {
		t.Errorf("%+v", got)
	}
}

// A run ends after the same instruction each time, and says so.
func TestAnEndlessScriptEnds(t *testing.T) {
	s, err := script.Compile("local n = 0 while true do n = n + 1 redis.call('x', n) end")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int]bool{}
	for range 2 {
		n := 0
		_, err := s.Run(nil, nil, func([]string) script.Reply { n++; return script.Reply{Kind: '_'} })
		if !errors.Is(err, script.ErrTooLong) {
			t.Errorf("it ended with %v", err)
		}
		counts[n] = true
	}
	if len(counts) != 1 || counts[0] {
		t.Errorf("two runs did %v commands", counts)
	}
}

// What is no script is told with its line.
func TestWrongScripts(t *testing.T) {
	for source, want := range map[string]string{"return {": "user_script:1: unexpected symbol near '<eof>'",
		"\n\nlocal = 1":                         "user_script:3: unexpected symbol near '='",
		strings.Repeat(" ", script.MaxSource+1): "longer than 65536 bytes"} {
		if _, err := script.Compile(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %s", source, err, want)
		}
	}
}

// Whatever a script says, it ends, and with a reply or with an error that is known.
func FuzzScript(f *testing.F) {
	for _, seed := range []string{"return 1", "return redis.call('get', KEYS[1])", "local t = {} t[1] = t return t",
		"return cjson.decode(cjson.encode({a={1,2,{}}}))", "return ('x'):rep(9):gsub('x', '%0%0')",
		"return setmetatable({}, {__index = function(t, k) return t[k] end})[1]",
		"return string.format('%99d %q', 1, 'x')",
		"for i = 1, 10 do pcall(error, {err = i}) end", "return loadstring('return _G')()",
		"goto x ::x:: return #'é'", "#!lua flags=no-writes\nreturn 1", "#!"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := script.Compile(source)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "ERR Error compiling script") && !errors.Is(err, script.ErrShebang) {
				t.Errorf("%v", err)
			}
			return
		}
		first, err1 := s.Run([]string{"k"}, []string{"a"}, echo)
		again, err2 := s.Run([]string{"k"}, []string{"a"}, echo)
		if !errors.Is(err1, err2) || first.Kind != again.Kind || first.Text != again.Text || first.Int != again.Int {
			t.Errorf("two runs: %+v %v, %+v %v", first, err1, again, err2)
		}
	})
}

// Lua 5.1 Reference Manual, 5.4 and 5.4.1.
func TestPatterns(t *testing.T) {
	for source, want := range map[string]string{
		"return ('hello world'):match('^(%w+)')":                                                    "hello",
		"return ('key = value'):gsub('(%w+) = (%w+)', '%2 = %1')":                                   "value = key",
		"return ('hello world'):gsub('o', '0', 1)":                                                  "hell0 world",
		"return ('hello'):gsub('', '-')":                                                            "-h-e-l-l-o-",
		"return ('abc'):gsub('%w', '%0%0')":                                                         "aabbcc",
		"return ('$name is $age'):gsub('%$(%w+)', {name='Ana'})":                                    "Ana is $age",
		"return ('a b'):gsub('%w', function(c) return c:upper() end)":                               "A B",
		"return ('THE (quick) fox'):gsub('%f[%a]%a+', 'w')":                                         "w (w) w",
		"return ('f(a(b)c)d'):match('%b()')":                                                        "(a(b)c)",
		"return (\"say 'x' and\"):match(\"(['\\\"])x%1\")":                                          "'",
		"return ('  trim  '):match('^%s*(.-)%s*$')":                                                 "trim",
		"return ('x]y'):match('[]]')":                                                               "]",
		"return ('a-b'):match('[a%-]+')":                                                            "a-",
		"return ('b^'):match('[b^]+')":                                                              "b^",
		"return ('deadBEEF!'):match('%x+')":                                                         "deadBEEF",
		"return ('one two'):match('%s()(%a+)') .. ''":                                               "5",
		"return tostring(('abc'):find('b', 1, true))":                                               "2",
		"return tostring(('abc'):find('b', -1))":                                                    "nil",
		"return tostring(('abc'):find(''))":                                                         "1",
		"local s = '' for k, v in ('a=1, b=2'):gmatch('(%w)=(%w)') do s = s .. k .. v end return s": "a1b2",
		"local s = '' for w in ('one two'):gmatch('%a*') do s = s .. '[' .. w .. ']' end return s":  "[one][][two][]",
	} {
		if got := run(t, source); got.Text != want || got.Kind != '$' {
			t.Errorf("%s answers %+v, want %s", source, got, want)
		}
	}
	for source, want := range map[string]string{
		"return ('a'):find('[a')":                         "malformed pattern (missing ']')",
		"return ('a'):find('%')":                          "malformed pattern (ends with '%')",
		"return ('a'):find('(a')":                         "unfinished capture",
		"return ('a'):find('.)')":                         "invalid pattern capture",
		"return ('a'):find('%1')":                         "invalid capture index",
		"return ('a'):find('%fa')":                        "missing '[' after '%f' in pattern",
		"return ('a'):gsub('a', '%2')":                    "invalid capture index",
		"return ('a'):gsub('a')":                          "string/function/table expected",
		"return ('a'):rep(30000):find(('a?'):rep(30000))": "pattern too complex",
	} {
		got := run(t, source)
		if got.Kind != '-' || !strings.Contains(got.Text, want) {
			t.Errorf("%s answers %+v, want %s", source, got, want)
		}
	}
}

// One instruction can go through a long text or table many times: that is counted too, so that no script holds up the
// others. Each of these would take minutes if instructions alone were counted.
func TestLongInstructionsAreCounted(t *testing.T) {
	const list = "local t = {} for i = 1, 60000 do t[i] = i end "
	for _, source := range []string{"return ('a'):rep(30000):find('.-.-.-.-b')",
		"return ('a'):rep(4000):find('(.*)(.*)(.*)b')", "while true do ('a'):rep(4000):gsub('.', 'b') end",
		"while true do ('a'):rep(4000):match('%b()') end", list + "while true do table.insert(t, 1, 1) end",
		list + "while true do cjson.encode(t) end", list + "while true do table.concat(t) end"} {
		takesTooLong(t, source)
	}
}

// takesTooLong holds that a script is stopped.
func takesTooLong(t *testing.T, source string) {
	t.Helper()
	s, err := script.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(nil, nil, echo); !errors.Is(err, script.ErrTooLong) {
		t.Errorf("%s ended with %v", source, err)
	}
}

// Lua 5.1 Reference Manual, 5.4; Lua BitOp; the cjson of Redis: sparse lists. Each was answered so by a Redis server.
func TestLibrariesAnswerAsLuaDoes(t *testing.T) {
	for source, want := range map[string]string{
		"return string.format('%e %g %f', 12345.678, 12345.678, 12345.678)": "1.234568e+04 12345.7 12345.678000",
		"return string.format('%5d|%-5d|%05d|%+d', 42, 42, 42, 42)":         "   42|42   |00042|+42",
		"return string.format('%10s|%-10s|%.2s', 'abc', 'abc', 'abc')":      "       abc|abc       |ab",
		`return string.format('%q', 'a"b\nc\0d')`:                           "\"a\\\"b\\\nc\\000d\"",
		"return string.format('%u%i%c', 5, 6.9, 72)":                        "56H",
		"return tostring(0/0)":                                              "-nan",
		"return tostring(1/0)":                                              "inf",
		"return tostring(1e15) .. tostring(1e100)":                          "1e+151e+100",
		"return cjson.encode({0, 1e14 - 1, 1e14, 1 - 1e14})":                "[0,99999999999999,1e+14,-99999999999999]",
		"return tostring(tonumber('1e2'))":                                  "100",
		"return bit.tohex(255) .. bit.bor(12, 10) .. bit.bnot(0)":           "000000ff14-1",
		"return bit.rol(1, 33) .. bit.ror(1, 1) .. bit.arshift(-8, 1)":      "2-2147483648-4",
		"return cjson.encode({[1]='a',[3]='c'})":                            `["a",null,"c"]`,
		"return tostring(rawset({}, 1, 2)[1])":                              "2",
	} {
		if got := run(t, source); got.Text != want || got.Kind != '$' {
			t.Errorf("%s answers %+v, want %s", source, got, want)
		}
	}
	for source, want := range map[string]string{
		"return string.format('%d', 'x')":  "bad argument #2 to 'format' (number expected, got string)",
		"return {} < {}":                   "attempt to compare two table values",
		"return 1 < nil":                   "attempt to compare number with nil",
		"for i=1,'x' do end":               "'for' limit must be a number",
		"for i='x',2 do end":               "'for' initial value must be a number",
		"return math.floor('x')":           "bad argument #1 to 'floor' (number expected, got string)",
		"return setmetatable(1,{})":        "bad argument #1 to 'setmetatable' (table expected, got number)",
		"return {} + 1":                    "attempt to perform arithmetic on a table value",
		"return 1 + {}":                    "attempt to perform arithmetic on a table value",
		"return 'x' .. {}":                 "attempt to concatenate a table value",
		"return pairs(nil)":                "bad argument #1 to 'pairs' (table expected, got nil)",
		"return string.format('%s')":       "bad argument #2 to 'format' (no value)",
		"return string.format('%z', 1)":    "invalid option '%z' to 'format'",
		"return string.format('%100d', 1)": "invalid format (width or precision too long)",
		"error()":                          "ERR nil script: ",
		"setmetatable(_G, {})":             "ERR Attempt to modify a readonly table script: ",
		"return cjson.encode({[99]=1})":    "Cannot serialise table: excessively sparse array",
		"return cjson.encode(0/0)":         "Cannot serialise number: must not be NaN or Inf",
		"return cjson.decode('[1,2')":      "Expected comma or array end but found T_END at character 5",
	} {
		if got := run(t, source); got.Kind != '-' || !strings.Contains(got.Text, want) {
			t.Errorf("%s answers %+v, want %s", source, got, want)
		}
	}
}
