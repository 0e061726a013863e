package tair_test

import (
	"strings"
	"testing"
)

// rules.md, "Values" (WATCH): what the module opens for writing counts as touched, whatever becomes of the command.
func TestARefusedWriteBreaksWATCH(t *testing.T) {
	for _, row := range []struct {
		line  string
		moved bool
	}{
		{"EXSET k v NX", true}, {"EXSET m v XX", true}, {"EXSET k v VER 7", true}, {"EXSET p v", true},
		{"EXSETVER m 5", true}, {"EXSETVER k 0", true}, {"EXINCRBY k x", true}, {"EXINCRBY k 1", true},
		{"EXINCRBYFLOAT k q", true}, {"EXINCRBYFLOAT k 1 bogus", true}, {"EXCAS k v 7", true}, {"EXCAS m v 7", true},
		{"EXCAD k 7", true}, {"EXCAD k abc", true}, {"EXAPPEND k v NX", true}, {"EXPREPEND m v XX", true},
		{"EXGAE m EX 5", true}, {"CAS p other new", true}, {"CAD p other", true}, {"CAS k a b", true},
		{"EXGET k", false}, {"EXSET k v EX", false}, {"EXSET k", false}, {"EXCAS k v abc", false},
		{"EXCAS k v -1", false}, {"EXINCRBY k 1 bogus", false}, {"SET k v NX", false}, {"GET k", false},
		{`SETRANGE p 0 ""`, false}, {"INCR p", false}, {"GETEX m EX abc", false},
	} {
		b := newBench(t)
		b.All("EXSET k word", "SET p word", "ben: WATCH k m p", row.line, "ben: MULTI", "ben: EXISTS k")
		want := "[:1]"
		if row.moved {
			want = "nil array"
		}
		if got := notation(b.Say("ben: EXEC")); strings.ReplaceAll(got, "[1]", "[:1]") != want {
			t.Errorf("behind %s EXEC answers %s, want %s", row.line, got, want)
		}
	}
}

// rules.md, "Words and order of checks", the rows observed beside the module and Redis 7.0.
func TestWordsAsTheModuleAndRedisReadThem(t *testing.T) {
	for _, row := range [][2]string{
		{`EXINCRBYFLOAT f ""`, `"0"`}, {"EXINCRBYFLOAT f 0x10", `"16"`},
		{"EXINCRBYFLOAT f 0x", "ERR value is not a float"},
		{"EXINCRBYFLOAT f 0x1p3", `"8"`}, {"EXINCRBYFLOAT f 1e5000", "ERR value is not a float"},
		{"EXINCRBYFLOAT f 1e-5000", "ERR value is not a float"}, {"EXINCRBYFLOAT f 1e-4940", `"0"`},
		{"EXINCRBYFLOAT f 1_0", "ERR value is not a float"}, {"EXINCRBYFLOAT f 0b1", "ERR value is not a float"},
		{"EXINCRBYFLOAT zero -0", `"-0"`}, {"EXINCRBYFLOAT f 0.0", `"0"`},
		{`EXCAS a v abc EX ""`, "ERR syntax error"}, {"EXCAS a v abc", "ERR version should be integer"},
		{"GETEX missing EX abc", "nil"}, {"GETEX e EX abc",
			"WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"GETEX p EX abc", "ERR value is not an integer or out of range"}, {"GETEX p EX 5 EX 10", `"word"`},
		{"TTL p", ":10"},
		{"SET q v EX 5 EX 20", "+OK"}, {"TTL q", ":20"}, {"SET q v EX 5 PX 20", "ERR syntax error"},
		{"COPY p r REPLACE x", "ERR syntax error"}, {"COPY p r x", "ERR syntax error"},
		{"EXPIRE p -9223372036854775808", "ERR invalid expire time in 'expire' command"},
		{"EXPIRE p -9223372036854775", ":1"}, {"SETRANGE none 5 \"\"", ":0"},
		{"EXEC now", "EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command"},
	} {
		b := newBench(t)
		b.All("EXSET e word", "SET p word", "EXSET zero -0")
		if row[0] == "TTL p" {
			b.All("GETEX p EX 5 EX 10")
		}
		if row[0] == "TTL q" {
			b.All("SET q v EX 5 EX 20")
		}
		b.Want(row[0], row[1])
	}
}

// rules.md, "Words and order of checks": what is never queued breaks the transaction by its words.
func TestWrongWordsBreakATransaction(t *testing.T) {
	for _, line := range []string{"WATCH", "DISCARD x", "MULTI x", "SET a"} {
		b := newBench(t)
		b.All("MULTI", "SET a b", line)
		b.Want("EXEC", "EXECABORT Transaction discarded because of previous errors.")
	}
	b := newBench(t)
	b.All("MULTI", "SET a b", "EXEC x")
	b.Want("EXEC", "ERR EXEC without MULTI")
}
