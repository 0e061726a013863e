package endpoint_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine/endpoint"
)

// numbered are connections whose numbers are 1, 2 and so on.
func numbered(t *testing.T, address string, count int) (list []*client) {
	for i := range count {
		list = append(list, dial(t, address))
		list[i].want("CLIENT ID", fmt.Sprint(":", i+1))
	}
	return list
}

// Redis, CLIENT LIST and INFO: every connection has a line, whoever asks; TYPE and ID choose among them.
func TestRedisListsClients(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	list := numbered(t, address, 2)
	a, b := list[0], list[1]
	a.want("CLIENT SETNAME ana", "+OK")
	b.want("AUTH ben "+endpoint.Secret, "+OK")
	b.want("SELECT 3", "+OK")
	b.want("MULTI", "+OK")
	b.want("GET k", "+QUEUED")
	line := func(c *client, said string) []string {
		c.send(said + "\r\n")
		return strings.SplitAfter(strings.TrimSuffix(c.reply(), "\n"), "\n")
	}
	rows := line(a, "CLIENT LIST")
	if len(rows) != 2 {
		t.Fatalf("CLIENT LIST says %q", rows)
	}
	for i, want := range [][]string{
		{"id=1 ", " addr=" + a.conn.LocalAddr().String() + " ", " laddr=" + address + " ", " name=ana ", " flags=N ",
			" db=0 ", " multi=-1 ", " cmd=client|list ", " user=default ", " resp=2 "},
		{"id=2 ", " addr=" + b.conn.LocalAddr().String() + " ", " name= ", " flags=x ", " db=3 ", " multi=1 ",
			" cmd=get ", " user=ben "},
	} {
		for _, text := range want {
			if !strings.Contains(rows[i], text) {
				t.Errorf("the line of connection %d is %q, without %q", i+1, rows[i], text)
			}
		}
	}
	for said, want := range map[string]string{"CLIENT LIST ID 2": "id=2 ", "CLIENT LIST ID 2 77": "id=2 ",
		"CLIENT INFO": "id=1 "} {
		if got := line(a, said); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%s says %q", said, got)
		}
	}
	if got := line(a, "CLIENT LIST TYPE normal"); len(got) != 2 {
		t.Errorf("CLIENT LIST TYPE normal says %q", got)
	}
	a.want("CLIENT LIST TYPE pubsub", "")
	a.want("CLIENT LIST ID 77", "")
	a.want("CLIENT LIST ID x", "-ERR Invalid client ID")
	a.want("CLIENT LIST ID", "-ERR syntax error")
	a.want("CLIENT LIST TYPE x", "-ERR Unknown client type 'x'")
	a.want("CLIENT LIST x", "-ERR syntax error")
	a.want("CLIENT UNBLOCK 2", ":0")
	a.want("CLIENT UNBLOCK 2 error", ":0")
	a.want("CLIENT UNBLOCK x", "-ERR value is not an integer or out of range")
	a.want("CLIENT UNBLOCK 2 x", "-ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR")
	a.want("CLIENT UNBLOCK", "-ERR wrong number of arguments for 'client|unblock' command")
}

// Redis, CLIENT KILL: whom all words mean is closed; who says it is one of them only by address, or where SKIPME no.
func TestRedisKillsClients(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	list := numbered(t, address, 4)
	a, b, c, d := list[0], list[1], list[2], list[3]
	d.want("AUTH dan "+endpoint.Secret, "+OK")
	closed := func(who *client) {
		t.Helper()
		if got := who.reply(); got != "EOF" && !strings.Contains(got, "reset") {
			t.Errorf("a connection that was closed hears %q", got)
		}
	}
	for said, want := range map[string]string{
		"CLIENT KILL":               "-ERR wrong number of arguments for 'client|kill' command",
		"CLIENT KILL 1.2.3.4:5":     "-ERR No such client",
		"CLIENT KILL ID x":          "-ERR client-id should be greater than 0",
		"CLIENT KILL ID 0":          "-ERR client-id should be greater than 0",
		"CLIENT KILL ID 1 ADDR":     "-ERR syntax error",
		"CLIENT KILL SKIPME x":      "-ERR syntax error",
		"CLIENT KILL TYPE x":        "-ERR Unknown client type 'x'",
		"CLIENT KILL ID 77":         ":0",
		"CLIENT KILL ID 1":          ":0", // itself
		"CLIENT KILL USER nobody":   ":0",
		"CLIENT KILL TYPE pubsub":   ":0",
		"CLIENT KILL ID 2 USER dan": ":0",
	} {
		a.want(said, want)
	}
	a.want("CLIENT KILL USER dan", ":1")
	closed(d)
	a.want("CLIENT KILL ID 2 LADDR "+address, ":1")
	closed(b)
	a.want("CLIENT KILL "+c.conn.LocalAddr().String(), "+OK")
	closed(c)
	a.want("CLIENT KILL ADDR "+a.conn.LocalAddr().String()+" SKIPME no", ":1")
	closed(a)
}

// Redis, CLIENT PAUSE: commands wait, or with WRITE those alone that may write, until the time is over or UNPAUSE ends
// it.
func TestRedisPausesClients(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	a, b := dial(t, address), dial(t, address)
	a.want("CLIENT PAUSE", "-ERR wrong number of arguments for 'client|pause' command")
	a.want("CLIENT PAUSE x", "-ERR timeout is not an integer or out of range")
	a.want("CLIENT PAUSE -1", "-ERR timeout is negative")
	a.want("CLIENT PAUSE 0 x", "-ERR CLIENT PAUSE mode must be WRITE or ALL")
	a.want("CLIENT PAUSE 1 WRITE x",
		"-ERR unknown subcommand or wrong number of arguments for 'PAUSE'. Try CLIENT HELP.")
	for _, one := range []string{"SET k v", "MULTI\r\nSET k v\r\nEXEC", "EVAL 'return 1' 0"} {
		a.want("CLIENT PAUSE 60000 WRITE", "+OK")
		b.want("GET x", "$-1")
		b.want("EVAL_RO 'return 2' 0", ":2")
		b.send(one + "\r\n")
		heard := make(chan string, 1)
		go func() {
			text := b.reply()
			for range strings.Count(one, "\n") {
				text += " " + b.reply()
			}
			heard <- text
		}()
		select {
		case text := <-heard:
			t.Errorf("%q is answered %q while writes are paused", one, text)
		case <-time.After(50 * time.Millisecond):
		}
		a.want("GET x", "$-1")
		a.want("CLIENT UNPAUSE", "+OK")
		if text := <-heard; strings.Contains(text, "ERR") {
			t.Errorf("%q is answered %q", one, text)
		}
	}
	begin := time.Now()
	a.want("CLIENT PAUSE 100", "+OK")
	a.want("CLIENT PAUSE 10 WRITE", "+OK") // itself waits, and the wider pause stays
	if waited := time.Since(begin); waited < 100*time.Millisecond {
		t.Errorf("a command comes back after %s of a pause of 100 ms", waited)
	}
	b.want("PING", "+PONG")
	a.want("CLIENT PAUSE 60000", "+OK")
	a.send("SET gone 1\r\n")
	_ = a.conn.Close() // who hangs up meanwhile was never heard
	b.send("QUIT\r\n")
	if got := b.reply(); got != "+OK" {
		t.Errorf("QUIT is answered %q", got)
	}
}
