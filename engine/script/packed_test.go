package script_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"interleave/engine/script"
)

// told is a reply in short.
func told(r script.Reply) string {
	switch r.Kind {
	case '*':
		var list []string
		for _, e := range r.List {
			list = append(list, told(e))
		}
		return "[" + strings.Join(list, " ") + "]"
	case ':':
		return fmt.Sprint(r.Int)
	case '_':
		return "nil"
	}
	return r.Text
}

// What redis-server 7.0.15 answers to the same scripts.
func TestPackedAsRedisPacks(t *testing.T) {
	for source, want := range map[string]string{
		"return cmsgpack.pack(1,-1,127,128,255,256,65535,65536,-32,-33,-128,-129)": "01ff7fcc80ccffcd0100cdffff" +
			"ce00010000e0d0dfd080d1ff7f",
		"return cmsgpack.pack(4294967295,4294967296,-32768,-32769,-2147483649)": "ceffffffffcf0000000100000000" +
			"d18000d2ffff7fffd3ffffffff7fffffff",
		"return cmsgpack.pack(1.5,0.1)":                "ca3fc00000cb3fb999999999999a",
		"return cmsgpack.pack('a','',true,false,nil)":  "a161a0c3c2c0",
		"return cmsgpack.pack({},{1,2,3},{a=1})":       "9093010203" + "81a16101",
		"return struct.pack('>I2hB',1,-2,255)":         "0001fffeff",
		"return struct.pack('<i8',-2)":                 "feffffffffffffff",
		"return struct.pack('sc3c0','ab','xyzq','hi')": "61620078797a6869",
		"return struct.pack('!4 B I4',1,2)":            "0100000002000000",
		"return struct.pack('B x B',1,2)":              "010002",
		"return struct.pack('>I3',70000)":              "011170",
	} {
		if got := hex.EncodeToString([]byte(run(t, source).Text)); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
	for source, want := range map[string]string{
		"return {cmsgpack.unpack(cmsgpack.pack(1,-5,'x',true,{1,2},1000000,-70000))}": "" +
			"[1 -5 x 1 [1 2] 1000000 -70000]",
		"return cmsgpack.unpack(cmsgpack.pack({a={b='c'}})).a.b":             "c",
		"local n,v=cmsgpack.unpack_one(cmsgpack.pack(1,2,3)) return {n,v}":   "[1 1]",
		"local n,v=cmsgpack.unpack_one(cmsgpack.pack(1,2,3),2) return {n,v}": "[-1 3]",
		"return {cmsgpack.unpack_limit(cmsgpack.pack(1,2,3),2)}":             "[2 1 2]",
		"return {struct.unpack('>I2hB',struct.pack('>I2hB',1,-2,255))}":      "[1 -2 255 6]",
		"return {struct.unpack('Bc0',struct.pack('Bc0',3,'abcdef'))}":        "[abc 5]",
		"return {struct.unpack('>H','abcd',3)}":                              "[25444 5]",
		"return {struct.unpack('i1 I1','\\255\\255')}":                       "[-1 255 3]",
		"return struct.size('!8Bd')":                                         "16",
		"local w=coroutine.wrap(function() for i=1,3 do coroutine.yield(i) end end) " +
			"return {w(),w(),w()}": "[1 2 3]",
		"local c=coroutine.create(function(a) local b=coroutine.yield(a+1) return b*2 end) " +
			"local _,x=coroutine.resume(c,1) local s=coroutine.status(c) local _,y=coroutine.resume(c,10) " +
			"return {x,s,y,coroutine.status(c)}": "[2 suspended 20 dead]",
		"local c=coroutine.create(function() end) coroutine.resume(c) return {coroutine.resume(c)}": "" +
			"[nil cannot resume dead coroutine]",
		"local w=coroutine.wrap(function() return 1 end) w() return {pcall(w)}": "" +
			"[nil cannot resume dead coroutine]",
		"local c=coroutine.create(function() error({err='MY no'}) end) local ok,e=coroutine.resume(c) return " +
			"{tostring(ok),e.err}": "[false MY no]",
	} {
		if got := told(run(t, source)); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
	for _, source := range []string{"cmsgpack.unpack('\\217')", "cmsgpack.unpack('\\193')", "cmsgpack.pack()",
		"cmsgpack.unpack_one('a',5)", "cmsgpack.unpack('\\221\\255\\255\\255\\255')", "struct.unpack('I4','ab')",
		"struct.unpack('s','ab')", "struct.unpack('c0','ab')", "struct.pack('q',1)", "struct.pack('i33',1)",
		"struct.pack('c5','ab')", "struct.pack('!3',1)", "struct.unpack('B','a',0)", "struct.size('s')",
		"cmsgpack.x = 1", "coroutine.x = 1", "struct.x = 1", "coroutine.create(1)", "coroutine.resume(1)"} {
		if got := run(t, source); got.Kind != '-' {
			t.Errorf("%s is answered %+v", source, got)
		}
	}
}

// A coroutine counts as what runs it does, and so do packed values: none of these goes on without end, nor takes memory
// without end.
func TestPackedIsCounted(t *testing.T) {
	for _, source := range []string{
		"coroutine.wrap(function() while true do end end)()",
		"local c = coroutine.create(function() while true do end end) while true do coroutine.resume(c) end",
		"local t = {} while true do t[#t+1] = coroutine.create(function() coroutine.yield() end) " +
			"coroutine.resume(t[#t]) end",
		"local function f() coroutine.wrap(f)() end f()",
		"coroutine.wrap(function() local s = 'x' while true do s = s .. s end end)()",
		"local t = {} for i = 1, 60000 do t[i] = i end while true do cmsgpack.pack(t) end",
		"local s = cmsgpack.pack(('x'):rep(100000)) while true do cmsgpack.unpack(s) end",
		"while true do struct.pack('c0', ('x'):rep(100000)) end",
	} {
		takesTooLong(t, source)
	}
}
