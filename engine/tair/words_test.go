package tair_test

import "testing"

// What Redis 7.0.15 answers where the words behind a command are none, too many, or odd.
func TestWordsBehindACommandAsRedis(t *testing.T) {
	b := newBench(t)
	for _, v := range [][2]string{
		{"CONFIG GET", "ERR wrong number of arguments for 'config|get' command"},
		{"CONFIG SET maxmemory", "ERR wrong number of arguments for 'config|set' command"},
		{"CONFIG SET a b c", "ERR syntax error"},
		{"CONFIG RESETSTAT x", "ERR wrong number of arguments for 'config|resetstat' command"},
		{"CONFIG FOO", "ERR unknown subcommand 'FOO'. Try CONFIG HELP."},
		{"COMMAND COUNT x", "ERR wrong number of arguments for 'command|count' command"},
		{"SCRIPT FLUSH a b", "ERR SCRIPT FLUSH only support SYNC|ASYNC option"},
		{"SCRIPT LOAD", "ERR wrong number of arguments for 'script|load' command"},
		{"FLUSHDB ASYNC SYNC", "ERR syntax error"},
		{`SCAN ""`, `["0", []]`},
		{"INCRBYFLOAT n -0", `"0"`}, {"INCRBYFLOAT n -0.0", `"0"`}, {"INCRBYFLOAT n -1.5", `"-1.5"`},
		{"MULTI", "+OK"}, {"CONFIG FOO", "ERR unknown subcommand 'FOO'. Try CONFIG HELP."},
		{"EXEC", "EXECABORT Transaction discarded because of previous errors."},
		{"MULTI", "+OK"}, {"SCRIPT EXISTS", "ERR wrong number of arguments for 'script|exists' command"},
		{"EXEC", "EXECABORT Transaction discarded because of previous errors."},
		{"FLUSHDB", "+OK"}, {`SET "" x`, "+OK"}, {"KEYS *", `[""]`}, {"KEYS **", "[]"}, {"KEYS ?*", "[]"},
		{`SCAN 0 MATCH **`, `["0", []]`},
	} {
		b.Want(v[0], v[1])
	}
}

// COPY into another database leaves the key where it is, and asks what lies there under the name.
func TestCopyToAnotherDatabase(t *testing.T) {
	b := newBench(t)
	for _, v := range [][2]string{
		{"SET k v EX 100", "+OK"}, {"COPY k k", "ERR source and destination objects are the same"},
		{"COPY k k DB 0", "ERR source and destination objects are the same"}, {"COPY k k DB 1", ":1"},
		{"COPY k k DB 1", ":0"}, {"COPY k k DB 1 REPLACE", ":1"}, {"COPY k l DB 16", "ERR DB index is out of range"},
		{"COPY k l DB -1", "ERR DB index is out of range"}, {"EXISTS k", ":1"},
		{"SELECT 1", "+OK"}, {"GET k", `"v"`}, {"TTL k", ":100"}, {"COPY k l DB 0", ":1"}, {"EXISTS l", ":0"},
		{"SELECT 0", "+OK"}, {"GET l", `"v"`},
	} {
		b.Want(v[0], v[1])
	}
}
