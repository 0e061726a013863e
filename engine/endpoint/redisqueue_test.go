package endpoint_test

import (
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// What a connection answers itself is queued and comes at its place, byte for byte as Redis 7.0.15 answers: what is
// said to several commands, one a line. What cannot be queued breaks the transaction.
func TestOwnCommandsAreQueued(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	const (
		alone, role = "-ERR This instance has cluster support disabled\r\n", "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n"
		queued, ok  = "+QUEUED\r\n", "+OK\r\n"
		broken      = "-EXECABORT Transaction discarded because of previous errors.\r\n"
	)
	for said, want := range map[string]string{
		"MULTI; SET k v; READONLY; GET k; ROLE; WAIT 0 0; EXEC; PING": ok + strings.Repeat(queued, 5) + "*5\r\n" +
			ok + alone + "$1\r\nv\r\n" + role + ":0\r\n+PONG\r\n",
		"MULTI; READONLY; DISCARD; MULTI; PING; EXEC": ok + queued + ok + ok + queued + "*1\r\n+PONG\r\n",
		"MULTI; ROLE; MULTI; ROLE; EXEC": ok + queued + "-ERR MULTI calls can not be nested\r\n" + queued +
			"*2\r\n" + role + role,
		"MULTI; AUTH x y; PING; CLUSTER INFO; EXEC": ok + strings.Repeat(queued, 3) + "*3\r\n-WRONGPASS invalid " +
			"username-password pair or user is disabled.\r\n+PONG\r\n" + alone,
		"MULTI; READONLY; NOSUCH; EXEC; MULTI; PING; EXEC": ok + queued +
			"-ERR unknown command 'NOSUCH', with args beginning with: \r\n" + broken + ok + queued + "*1\r\n+PONG\r\n",
		"MULTI; ROLE; READONLY x; EXEC": ok + queued +
			"-ERR wrong number of arguments for 'readonly' command\r\n" + broken,
		"MULTI; CLUSTER KEYSLOT; WAIT; EXEC": ok + "-ERR wrong number of arguments for 'cluster|keyslot' command\r\n" +
			"-ERR wrong number of arguments for 'wait' command\r\n" + broken,
		"MULTI; CLIENT SETNAME ann; CLIENT GETNAME; EXEC": ok + queued + queued + "*2\r\n" + ok + "$3\r\nann\r\n",
		"MULTI; READONLY; RESET; MULTI; PING; EXEC":       ok + queued + "+RESET\r\n" + ok + queued + "*1\r\n+PONG\r\n",
		"MULTI; ROLE; EXEC x; PING": ok + queued + "-EXECABORT Transaction discarded because of: wrong number of " +
			"arguments for 'exec' command\r\n+PONG\r\n",
		"MULTI; HELLO 9; GET nosuch; EXEC": ok + queued + queued +
			"*2\r\n-NOPROTO unsupported protocol version\r\n$-1\r\n",
		"MULTI; EVAL 'return {1,2}' 0; ROLE; GET nosuch; EXEC": ok + strings.Repeat(queued, 3) +
			"*3\r\n*2\r\n:1\r\n:2\r\n" + role + "$-1\r\n",
	} {
		if got := talk(t, address, strings.ReplaceAll(said, "; ", "\r\n")+"\r\n"); got != want {
			t.Errorf("%s is answered\n%q, want\n%q", said, got, want)
		}
	}
}

// A transaction that is not carried out, as a watched key was touched, carries out nothing of the connection's own.
func TestOwnCommandsOfAnAbortedTransactionAreDropped(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	one, other := dial(t, address), dial(t, address)
	one.want("WATCH k", "+OK")
	one.want("MULTI", "+OK")
	one.want("CLIENT SETNAME ann", "+QUEUED")
	other.want("SET k v", "+OK")
	one.want("EXEC", "*-1")
	one.want("CLIENT GETNAME", "$-1")
	one.want("MULTI", "+OK")
	one.want("EXEC", "*0")
}
