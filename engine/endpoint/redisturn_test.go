package endpoint_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/endpoint"
)

// A command that waits, as it is held on its way, has its turn behind it: other connections are answered meanwhile, and
// what came with it is carried out once it may go on.
func TestACommandThatWaitsHoldsNobodyUp(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	held, other := dial(t, address), dial(t, address)
	held.want("SET k 0", "+OK")
	other.want("CLIENT SETNAME ben", "+OK")
	if _, err := r.Do(engine.Set{Scope: "app", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	held.send("SET k 1\r\nSET k 2\r\nSET k 3\r\n")
	for len(r.View().Flight()) == 0 {
		runtime.Gosched()
	}
	for range 100 {
		other.want("GET k", "0")
	}
	if _, err := r.Do(engine.Set{Scope: "app", Key: "hold", Value: "off"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Do(engine.Deliver{Names: []string{r.View().Flight()[0].Name}},
		engine.ReceiveAnswer{Names: []string{r.View().Flight()[0].Name}}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got := held.reply(); got != "+OK" {
			t.Errorf("what was held is answered %q", got)
		}
	}
	other.want("GET k", "3")
}

// A client that does not read its answers has no turn while they wait to be written.
func TestAClientThatDoesNotReadHoldsNobodyUp(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	deaf, other := dial(t, address), dial(t, address)
	deaf.want("SET long "+strings.Repeat("x", 60_000), "+OK")
	go func() { _, _ = fmt.Fprint(deaf.conn, strings.Repeat("GET long\r\n", 1000)) }()
	other.want("CLIENT SETNAME ben", "+OK")
	for range 1000 {
		other.want("SET k v", "+OK")
	}
}
