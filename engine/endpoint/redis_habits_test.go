package endpoint_test

import (
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// What client libraries ask of a connection, and what scripts answer in RESP3, byte for byte as Redis 7.0.15 answers;
// what only later versions or no server of one node have is refused with a sentence.
func TestHabitsOfClientLibraries(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	long := strings.Repeat("a", 200)
	for said, want := range map[string]string{
		"CLIENT GETREDIR":           ":-1\r\n",
		"CLIENT TRACKING OFF":       "+OK\r\n",
		"CLIENT TRACKING":           "-ERR wrong number of arguments for 'client|tracking' command\r\n",
		"CLIENT NO-EVICT sometimes": "-ERR syntax error\r\n",
		"CLIENT REPLY ON":           "+OK\r\n",
		"CLIENT REPLY":              "-ERR wrong number of arguments for 'client|reply' command\r\n",
		"WAIT 0 100":                ":0\r\n",
		"WAIT one 100":              "-ERR value is not an integer or out of range\r\n",
		"WAIT 1 soon":               "-ERR timeout is not an integer or out of range\r\n",
		"WAIT 1 -1":                 "-ERR timeout is negative\r\n",
		"WAIT 1":                    "-ERR wrong number of arguments for 'wait' command\r\n",
		"RESET now":                 "-ERR wrong number of arguments for 'reset' command\r\n",
		"ROLE":                      "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n",
		"MODULE LIST":               "*0\r\n",
		"ACL WHOAMI":                "$7\r\ndefault\r\n",
		"CLUSTER INFO":              "-ERR This instance has cluster support disabled\r\n",
		"COMMAND INFO nosuch":       "*1\r\n$-1\r\n",
		"NOSUCH " + long + " b": "-ERR unknown command 'NOSUCH', with args beginning with: '" +
			long[:128] + "' \r\n",
		"EVAL 'return {double=0.1}' 0":                        "$19\r\n0.10000000000000001\r\n",
		"EVAL 'return {map={a=1}}' 0":                         "*2\r\n$1\r\na\r\n:1\r\n",
		"EVAL 'redis.setresp(3) return false' 0":              ":0\r\n",
		"HELLO 3\r\nEVAL 'return {double=0.1}' 0":             ",0.10000000000000001\r\n",
		"HELLO 3\r\nEVAL 'return {map={a=1}}' 0":              "%1\r\n$1\r\na\r\n:1\r\n",
		"HELLO 3\r\nEVAL 'return {set={a=true}}' 0":           "~1\r\n$1\r\na\r\n",
		"HELLO 3\r\nEVAL \"return {big_number='123'}\" 0":     "(123\r\n",
		"HELLO 3\r\nEVAL 'redis.setresp(3) return true' 0":    "#t\r\n",
		"HELLO 3\r\nEVAL 'redis.setresp(3) return {false}' 0": "*1\r\n#f\r\n",
		"HELLO 3\r\nEVAL 'return false' 0":                    "_\r\n",
	} {
		got := talk(t, address, said+"\r\n")
		if _, behind, greeted := strings.Cut(got, "$7\r\nmodules\r\n*0\r\n"); greeted {
			got = behind
		}
		if got != want {
			t.Errorf("%.80s is answered %q, want %q", said, got, want)
		}
	}
	for _, said := range []string{"SUBSCRIBE news", "BLPOP jobs 1"} {
		if got := talk(t, address, said+"\r\n"); !strings.HasPrefix(got, "-ERR ") {
			t.Errorf("%s is answered %q", said, got)
		}
	}
}
