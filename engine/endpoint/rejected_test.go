package endpoint_test

import (
	"context"
	"net"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/engine/scenario"
)

// What is no operation, or is badly signed, is a request on record like any other (the statuses and codes are those of
// the answer, which other tests hold against the documents), and the session tells it again. What the query's values
// say, as a signature, is not kept.
func TestWhatIsRefusedBeforeItIsLookedAtIsOnRecord(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	_, at := openFor(t, r, endpoint.Options{})
	const amazon = "Authorization: AWS4-HMAC-SHA256 Credential=ana/20261123/us-east-1/s3/aws4_request, " +
		"SignedHeaders=host, Signature=0"
	var want []string
	for _, c := range []struct{ service, line, header, writer, kept string }{
		{"blob", "OPTIONS /ana/box/a", "", "ana", "OPTIONS /ana/box/a"},
		{"blob", "PUT /ana/box/a", "Authorization: SharedKey ana:AAAA", "ana", "PUT /ana/box/a"},
		{"blob", "GET /ana/box/a?comp=nothing&sv=2026-01-01&sr=b&sig=secret", "", "ana",
			"GET /ana/box/a?comp=nothing&sv&sr"},
		{"queue", "PATCH /ana/jobs", "Authorization: SharedKey ana:AAAA", "ana", "PATCH /ana/jobs"},
		{"table", "GET /ana/rows", "Authorization: SharedKey ana:AAAA", "ana", "GET /ana/rows"},
		{"file", "OPTIONS /ana/docs/a", "", "ana", "OPTIONS /ana/docs/a"},
		{"s3", "POST /lake/a?select&select-type=2", amazon, "ana", "POST /lake/a?select&select-type"},
	} {
		answer := asks(t, at[c.service], c.line, c.header, "")
		status := strings.Fields(answer)[1]
		x := newest(r)
		if x == nil {
			t.Fatalf("%s is not on record", c.line)
		}
		want = append(want, status)
		if x.By != c.writer || x.Object.Name != c.kept || !strings.HasPrefix(x.Answer.String(), status+" ") ||
			!strings.Contains(answer, x.Answer.Code()) || x.Heard.IsZero() {
			t.Errorf("%s is answered\n%s\nand on record as %s %s: %s", c.line, answer, x.By, x.Object.Name, x.Answer)
		}
	}
	c := dial(t, at["redis"])
	c.want("NOSUCH a b", "-ERR unknown command 'NOSUCH', with args beginning with: 'a' 'b' ")
	if x := newest(r); x.Object.Name != "NOSUCH a b" || x.Answer.Code() != "ERR" {
		t.Errorf("the command is on record as %s: %s", x.Object.Name, x.Answer)
	}
	toldAgain(t, r, "secret")
	if n := len(want); n != r.View().Requests()-1 {
		t.Errorf("%d requests were sent, %d are on record", n+1, r.View().Requests())
	}
}

// What a connection of Redis refuses itself is on record, told again by the session, and without what Redis keeps out
// of its own logs (redactClientCommandArgument); a signature counts to whom it is for. What is answered well is about
// the connection, and is not.
func TestWhatAConnectionOfRedisRefusesIsOnRecord(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	c.want("PING", "+PONG")
	for _, said := range []string{"CLIENT SETINFO LIB-NAME tea", "CLIENT SETNAME app", "AUTH hunter2", "RESET"} {
		c.send(said + "\r\n")
		if got := c.reply(); got != "+OK" && got != "+RESET" || r.View().Requests() != 1 {
			t.Errorf("%s is answered %s, and %d requests are on record", said, got, r.View().Requests())
		}
	}
	wrong := "WRONGPASS invalid username-password pair or user is disabled."
	for _, row := range []struct{ said, answer, writer, kept string }{
		{"AUTH ana hunter2", wrong, "ana", "AUTH (redacted) (redacted)"},
		{"AUTH a b hunter2", "ERR syntax error", "app", "AUTH (redacted) (redacted) (redacted)"},
		{"HELLO 3 AUTH ben hunter2 SETNAME x", wrong, "ben", "HELLO 3 AUTH (redacted) (redacted) SETNAME x"},
		{"HELLO 9 AUTH ben hunter2", "NOPROTO unsupported protocol version", "app",
			"HELLO 9 AUTH (redacted) (redacted)"},
		{"ACL SETUSER ana >hunter2", "ERR unknown subcommand 'SETUSER'. Try ACL HELP.", "app",
			"ACL SETUSER (redacted) (redacted)"},
		{"CLUSTER SLOTS", "ERR This instance has cluster support disabled", "app", "CLUSTER SLOTS"},
		{"PING", "PONG", "app", "PING"},
		{"SUBSCRIBE __redis__:invalidate", "", "", ""},
		{"GET k", "ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed " +
			"in this context", "app", "GET k"},
	} {
		c.send(row.said + "\r\n")
		got, x := c.reply(), newest(r)
		if row.answer == "" {
			continue
		}
		object := x.Object.Name
		if x.Verb == "PING" {
			object = x.Verb
		}
		if got[1:] != row.answer || x.By != row.writer || object != row.kept || x.Heard.IsZero() ||
			x.Verb != "PING" && x.Answer.Code() != strings.Fields(row.answer)[0] {
			t.Errorf("%s is answered %s, and on record as %s %s %s: %s", row.said, got, x.By, x.Verb, object, x.Answer)
		}
	}
	if n := r.View().Requests(); n != 9 {
		t.Errorf("%d requests are on record", n)
	}
	toldAgain(t, r, "hunter2")
}

// toldAgain plays a session as its scenario, and looks that a word is not in that.
func toldAgain(t *testing.T, r *room.Room, secret string) {
	t.Helper()
	text := r.Scenario()
	if strings.Contains(string(text), secret) {
		t.Errorf("what is secret is kept:\n%s", text)
	}
	file, err := scenario.Parse("kept.race", text, catalog.Services())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if result, err := file.Run(); err != nil || len(result.Failures) > 0 {
		t.Errorf("%v %v\n%s", err, result.Failures, text)
	}
}

// newest is the request that came last; nil: there is none.
func newest(r *room.Room) *engine.Exchange {
	v := r.View()
	return v.Exchange(v.Requests())
}

// It is held as all others are, and where its answer is lost the client hears nothing.
func TestARefusalCanBeHeldAndLost(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	_, at := openFor(t, r, endpoint.Options{})
	if _, err := r.Do(engine.AddWriter{ID: "ana", Title: "ana"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Do(engine.Set{Scope: "ana", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	heard := make(chan string, 1)
	go func() {
		conn, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", at["blob"])
		if err != nil {
			heard <- err.Error()
			return
		}
		defer conn.Close()
		// it is there, or never comes
		_, _ = conn.Write([]byte("OPTIONS /ana/box/a HTTP/1.1\r\nHost: localhost\r\n\r\n"))
		answer := make([]byte, 100)
		n, _ := conn.Read(answer) // a closed connection has no answer
		heard <- string(answer[:n])
	}()
	var flight []string
	for len(flight) == 0 {
		for _, m := range r.View().Flight() {
			flight = append(flight, r.View().Exchange(m.Request).Name)
		}
	}
	if _, err := r.Lose(flight[0]); err != nil {
		t.Fatal(err)
	}
	if got := <-heard; got != "" {
		t.Errorf("it hears %q", got)
	}
	if !slices.Equal(flight, []string{"r1"}) {
		t.Errorf("in flight were %v", flight)
	}
}
