package endpoint_test

import (
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// CLIENT REPLY, byte for byte as Redis 7.0.15 answers: what is said to several commands, one a line.
func TestRedisLeavesCommandsUnanswered(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	for said, want := range map[string]string{
		"CLIENT REPLY SOMETIMES; PING a":                                      "-ERR syntax error\r\n$1\r\na\r\n",
		"CLIENT REPLY SKIP; PING a; PING b":                                   "$1\r\nb\r\n",
		"CLIENT REPLY SKIP; NOSUCH a; PING b":                                 "$1\r\nb\r\n",
		"CLIENT REPLY SKIP; RESET; PING b":                                    "$1\r\nb\r\n",
		"CLIENT REPLY OFF; RESET; PING b":                                     "+RESET\r\n$1\r\nb\r\n",
		"CLIENT REPLY OFF; PING a; NOSUCH":                                    "",
		"CLIENT REPLY OFF; CLIENT REPLY SKIP":                                 "",
		"CLIENT REPLY SKIP; CLIENT REPLY ON":                                  "+OK\r\n",
		"CLIENT REPLY OFF; CLIENT REPLY MAYBE":                                "",
		"CLIENT REPLY SKIP; CLIENT REPLY SKIP; PING a; PING b":                "$1\r\nb\r\n",
		"CLIENT REPLY off; MULTI; SET k w; EXEC; CLIENT REPLY on; GET k":      "+OK\r\n$1\r\nw\r\n",
		"CLIENT REPLY OFF; SET k v; CLIENT REPLY SKIP; CLIENT REPLY ON; PING": "+OK\r\n+PONG\r\n",
	} {
		if got := talk(t, address, strings.ReplaceAll(said, "; ", "\r\n")+"\r\n"); got != want {
			t.Errorf("%s is answered %q, want %q", said, got, want)
		}
	}
}

func TestRedisHelpsWithKindsOfCommands(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	for said, want := range map[string]string{
		"ACL HELP": "*3\r\n+ACL takes one of these words:\r\n+WHOAMI: the user of this connection\r\n" +
			"+HELP: these lines\r\n",
		"CLIENT HELP x": "-ERR wrong number of arguments for 'client|help' command\r\n",
		"MODULE HELP x": "-ERR wrong number of arguments for 'module|help' command\r\n",
	} {
		if got := talk(t, address, said+"\r\n"); got != want {
			t.Errorf("%s is answered %q, want %q", said, got, want)
		}
	}
	// what the help names is there, and no other kind
	for _, line := range strings.Split(talk(t, address, "CLIENT HELP\r\n"), "\r\n+")[2:] {
		word := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' })[0]
		if got := talk(t, address, "CLIENT "+word+"\r\n"); strings.HasPrefix(got, "-ERR unknown subcommand") {
			t.Errorf("CLIENT %s is named in the help, and answered %q", word, got)
		}
	}
}
