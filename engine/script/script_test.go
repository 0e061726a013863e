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
		"goto x ::x:: return #'é'"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := script.Compile(source)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "ERR Error compiling script") {
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
