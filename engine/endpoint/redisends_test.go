package endpoint_test

import (
	"runtime"
	"testing"

	"interleave/engine"
	"interleave/engine/endpoint"
)

// What Redis does by itself as a connection ends is no message that a hold could stop, or whose answer is in doubt: the
// program has not sent it. Where the answer to MULTI was lost, the transaction is open, and ends with the connection.
func TestWhatEndsWithAConnectionIsNotHeld(t *testing.T) {
	for _, row := range []struct {
		begin []string
		last  string
		ends  string
	}{{[]string{"WATCH k"}, "", "UNWATCH"}, {[]string{"WATCH k"}, "MULTI", "DISCARD"}} {
		r, address := onlyRedis(t, endpoint.Options{})
		c := dial(t, address)
		for _, line := range row.begin {
			c.want(line, "+OK")
		}
		if _, err := r.Do(engine.Set{Scope: "app", Key: "hold", Value: "on"}); err != nil {
			t.Fatal(err)
		}
		if row.last != "" {
			c.send(row.last + "\r\n")
			for newest(r).Verb != row.last {
				runtime.Gosched()
			}
			if _, err := r.LoseAnswer(newest(r).Name); err != nil {
				t.Fatal(err)
			}
		} else {
			_ = c.conn.Close()
		}
		for connections(r) != 0 {
			runtime.Gosched()
		}
		x, w := newest(r), r.View().Clone()
		if x.Verb != row.ends || x.Heard.IsZero() || !x.Answer.Accepted() || len(w.Flight()) != 0 {
			t.Errorf("behind %s the connection ends with %s: heard %v, %d under way", row.last, x.Verb, x.Heard,
				len(w.Flight()))
		}
	}
}

// A library that says what it is once something of it was refused, as go-redis does, is called so all the same.
func TestALibraryMaySayLateWhatItIs(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	for range 2 {
		c := dial(t, address)
		c.want("CLIENT NOPE", "-ERR unknown subcommand 'NOPE'. Try CLIENT HELP.")
		c.want("CLIENT SETINFO LIB-NAME go-redis", "+OK")
		c.want("CLIENT SETINFO LIB-VER 9.23.0", "+OK")
		c.want("GET k", "$-1")
	}
	clients := r.Clients()
	if len(clients) != 1 {
		t.Fatalf("the programs are %+v", clients)
	}
	if c := clients[0]; c.Program != "go-redis/9.23.0" || c.Connections != 2 || c.Sent != 4 {
		t.Errorf("the program is %+v", c)
	}
}

// What a library asks of the connection before its program has asked for anything is on record where it is refused, and
// no hold keeps it: the first message that is held is the program's own.
func TestWhatIsAskedOfTheConnectionIsNotHeld(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	c.want("GET k", "$-1")
	if _, err := r.Do(engine.Set{Scope: "app", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	c.want("CLIENT MAINT_NOTIFICATIONS ON", "-ERR unknown subcommand 'MAINT_NOTIFICATIONS'. Try CLIENT HELP.")
	if x := newest(r); x.Object.Name != "CLIENT MAINT_NOTIFICATIONS ON" || x.Heard.IsZero() {
		t.Errorf("the newest is %s, heard %v", x.Object, x.Heard)
	}
	c.send("SET k v\r\n")
	for newest(r).Verb != "SET" {
		runtime.Gosched()
	}
	if x := newest(r); !x.Decided.IsZero() {
		t.Errorf("%s is not held", x.Verb)
	}
}
