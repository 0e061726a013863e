package endpoint_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
)

// onlyRedis listens for Redis at any free port.
func onlyRedis(t *testing.T, o endpoint.Options) (*room.Room, string) {
	t.Helper()
	o.Addresses = map[string]string{"redis": ":0"}
	for _, s := range endpoint.Services() {
		if s.Flag != "redis" {
			o.Addresses[s.Flag] = "off"
		}
	}
	r := room.New(catalog.New, room.Options{})
	s, err := endpoint.Open(r, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return r, s.Opened()[0].Address
}

// client speaks RESP by hand.
type client struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func dial(t *testing.T, address string) *client {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return &client{t, conn, bufio.NewReader(conn)}
}

func (c *client) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.t.Fatal(err)
	}
}

// want sends a typed line and compares the reply, its lines joined by blanks.
func (c *client) want(line, want string) {
	c.t.Helper()
	c.send(line + "\r\n")
	if got := c.reply(); got != want {
		c.t.Errorf("%s: %q, want %q", line, got, want)
	}
}

func (c *client) reply() string {
	c.t.Helper()
	line, err := c.in.ReadString('\n')
	if err != nil {
		return err.Error()
	}
	line = strings.TrimSuffix(line, "\r\n")
	n, _ := strconv.Atoi(line[1:])
	switch line[0] {
	case '$':
		if n >= 0 {
			text := make([]byte, n+2)
			if _, err := io.ReadFull(c.in, text); err != nil {
				return err.Error()
			}
			return string(text[:n])
		}
	case '%':
		n *= 2
		fallthrough
	case '*':
		for range n {
			line += " " + c.reply()
		}
	}
	return line
}

// What clients ask when they connect, in both protocols.
func TestRedisGreets(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	c.want("PING", "+PONG")
	c.want("HELLO 4", "-NOPROTO unsupported protocol version")
	c.want("HELLO x", "-ERR Protocol version is not an integer or out of range")
	c.want("HELLO 2 NOPE", "-ERR Syntax error in HELLO option 'NOPE'")
	c.want("HELLO", "*14 server redis version 7.0.15 proto :2 id :1 mode standalone role master modules *0")
	c.want("GET k", "$-1")
	c.want("HELLO 3", "%7 server redis version 7.0.15 proto :3 id :1 mode standalone role master modules *0")
	c.want("GET k", "_")
	c.want("CLIENT GETNAME", "_")
	c.want("CLIENT SETNAME ana", "+OK")
	c.want("CLIENT GETNAME", "ana")
	c.want("CLIENT SETNAME", "-ERR wrong number of arguments for 'client|setname' command")
	c.want(`CLIENT SETNAME "a b"`, "-ERR Client names cannot contain spaces, newlines or special characters.")
	c.want("CLIENT SETINFO LIB-NAME go-redis", "+OK")
	c.want("CLIENT NOPE", "-ERR unknown subcommand 'NOPE'. Try CLIENT HELP.")
	c.want("CONFIG GET maxmemory", "%1 maxmemory 0")
	c.want("RESET", "+RESET")
	c.want("CONFIG GET maxmemory", "*2 maxmemory 0")
	c.want("SUBSCRIBE a b", "-ERR unknown command 'SUBSCRIBE', with args beginning with: 'a' 'b' ")
	c.want("AUTH anything", "+OK")
	c.want("AUTH", "-ERR wrong number of arguments for 'auth' command")
	c.want("AUTH ana wrong", "-WRONGPASS invalid username-password pair or user is disabled.")
	c.want("AUTH ana "+endpoint.Secret, "+OK")
	c.want("QUIT", "+OK")
	if got := c.reply(); got != "EOF" {
		t.Errorf("behind QUIT comes %q", got)
	}
}

// The name under which a client signs is its writer; a connection of its own is one where that is asked for.
func TestRedisNamesWriters(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	c.want("SET k app", "+OK")
	c.want("CLIENT SETNAME ana", "+OK")
	c.want("SET k ana", "+OK")
	c.want("HELLO 3 AUTH ben "+endpoint.Secret, "%7 server redis version 7.0.15 proto :3 id :1 mode standalone role "+
		"master modules *0")
	c.want("SET k ben", "+OK")
	var names []string
	for _, w := range r.View().Writers() {
		names = append(names, w.ID)
	}
	for _, name := range []string{"app", "ana", "ben"} {
		if !slices.Contains(names, name) {
			t.Errorf("the writers are %v", names)
		}
	}
}

func connections(r *room.Room) (n int) {
	for _, c := range r.Clients() {
		n += c.Connections
	}
	return n
}

// MULTI and WATCH are of one connection; what the room never saw aborts the transaction too, and what is left open
// ends with its connection.
func TestRedisTransactions(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	one, two := dial(t, address), dial(t, address)
	one.want("WATCH k", "+OK")
	one.want("MULTI", "+OK")
	one.want("SET k one", "+QUEUED")
	two.want("SET k two", "+OK")
	one.want("EXEC", "*-1")
	one.want("MULTI", "+OK")
	one.want("SET k one", "+QUEUED")
	one.want("NOSUCH", "-ERR unknown command 'NOSUCH', with args beginning with: ")
	one.want("EXEC", "-EXECABORT Transaction discarded because of previous errors.")
	one.want("MULTI", "+OK")
	one.want("NOSUCH", "-ERR unknown command 'NOSUCH', with args beginning with: ")
	one.want("EXEC x", "-EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command")
	two.want("GET k", "two")
	one.want("MULTI", "+OK")
	one.want("CLIENT ID", "+QUEUED")
	one.want("DISCARD", "+OK")
	one.want("MULTI", "+OK")
	one.want("INCR n", "+QUEUED")
	one.want("EVAL 'return redis.call(\"incr\",KEYS[1])' 1 n", "+QUEUED")
	one.want("EXEC", "*2 :1 :2")
	one.want("WATCH k", "+OK")
	_ = one.conn.Close()
	deadline := time.Now().Add(10 * time.Second)
	for connections(r) != 1 && time.Now().Before(deadline) {
		two.want("PING", "+PONG")
	}
	if n := connections(r); n != 1 {
		t.Fatalf("%d connections are left", n)
	}
	unwatched := false
	for _, line := range r.View().Lines().All() {
		x := r.View().Exchange(line.Event().Request)
		unwatched = unwatched || x != nil && x.Verb == "UNWATCH"
	}
	if !unwatched {
		t.Error("what a connection watched outlives it")
	}
}

// Many commands at once are answered in their order, however they are cut.
func TestRedisPipelines(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	var all strings.Builder
	for range 300 {
		all.WriteString("*2\r\n$4\r\nINCR\r\n$1\r\nn\r\n")
	}
	c.send(all.String()[:1000])
	c.send(all.String()[1000:])
	for i := range 300 {
		if got := c.reply(); got != fmt.Sprint(":", i+1) {
			t.Fatalf("answer %d is %s", i+1, got)
		}
	}
	c.send("*3\r\n$3\r\nSET\r\n$1\r\n\x00\r\n$5\r\na\r\n\xffb\r\n*2\r\n$3\r\nGET\r\n$1\r\n\x00\r\n")
	if ok, got := c.reply(), c.reply(); ok != "+OK" || got != "a\r\n\xffb" {
		t.Errorf("bytes come back as %s %q", ok, got)
	}
}

// What is no command gets Redis' own words, and the connection ends.
func TestRedisRefusesRubbish(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	for text, want := range map[string]string{
		"*2147483648\r\n":          "-ERR Protocol error: invalid multibulk length",
		"*1\r\n$2147483647\r\n":    "-ERR Protocol error: invalid bulk length",
		"*1\r\nGET\r\n":            "-ERR Protocol error: expected '$', got 'G'",
		"GET \"k\r\n":              "-ERR Protocol error: unbalanced quotes in request",
		strings.Repeat("k", 70000): "-ERR Protocol error: too big inline request",
		"\x16\x03\x01\x02\x00":     "-ERR Protocol error: it speaks TLS, and the address begins with redis://",
	} {
		c := dial(t, address)
		c.send(text)
		if got, end := c.reply(), c.reply(); got != want || end != "EOF" && !strings.Contains(end, "reset") {
			t.Errorf("%.20q: %q, then %q", text, got, end)
		}
	}
}

// A page in a browser that is made to send to Redis is cut off, as Redis does, and nothing it says is carried out.
func TestHTTPIsNotSpokenWithRedis(t *testing.T) {
	told := make(chan endpoint.Event, 10)
	_, address := onlyRedis(t, endpoint.Options{Log: func(e endpoint.Event) { told <- e }})
	for _, text := range []string{"POST / HTTP/1.1\r\nSET k v\r\n", "*2\r\n$5\r\nhost:\r\n$1\r\nx\r\nSET k v\r\n"} {
		c := dial(t, address)
		c.send(text)
		if got := c.reply(); got != "EOF" && !strings.Contains(got, "reset") {
			t.Errorf("%q: %q", text, got)
		}
		if e := <-told; e.What != "no command: it speaks HTTP, and the address begins with redis://" {
			t.Errorf("told: %+v", e)
		}
	}
	dial(t, address).want("GET k", "$-1")
}

// Whatever kind of a command Redis does not have is refused in its words: the letters that came, up to a NUL, also
// where a transaction is open. So redis-server 7.0.15 answers all of these.
func TestKindsOfCommandsThatRedisHasNot(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	no := "-ERR unknown subcommand '%s'. Try CLIENT HELP."
	c.want("CLIENT MAINT_NOTIFICATIONS ON moving-endpoint-type internal-ip", fmt.Sprintf(no, "MAINT_NOTIFICATIONS"))
	c.want("client maint_notifications off", fmt.Sprintf(no, "maint_notifications"))
	c.want("CLIENT "+strings.Repeat("m", 200), fmt.Sprintf(no, strings.Repeat("m", 128)))
	c.want(`CLIENT "a\x00b"`, fmt.Sprintf(no, "a"))
	c.want(`CLIENT "a\r\nb"`, fmt.Sprintf(no, "a  b"))
	c.want("MULTI", "+OK")
	c.want("CLIENT MAINT_NOTIFICATIONS ON", fmt.Sprintf(no, "MAINT_NOTIFICATIONS"))
	c.want("SET k v", "+QUEUED")
	c.want("EXEC", "-EXECABORT Transaction discarded because of previous errors.")
	c.want("GET k", "$-1")
}

// Who goes in the middle of a command leaves nothing open, and is told to who keeps the log.
func TestHalfACommandIsTold(t *testing.T) {
	told := make(chan endpoint.Event, 10)
	_, address := onlyRedis(t, endpoint.Options{Log: func(e endpoint.Event) { told <- e }})
	c := dial(t, address)
	c.send("*2\r\n$3\r\nGE")
	_ = c.conn.Close()
	if e := <-told; e.What != "half a command: it ended in the middle" {
		t.Errorf("told: %+v", e)
	}
}

// The address that a program is given signs it under its name.
func TestRedisAddressesNameTheirWriter(t *testing.T) {
	o := endpoint.Options{Addresses: map[string]string{"redis": ":0"}}
	for _, s := range endpoint.Services() {
		if s.Flag != "redis" {
			o.Addresses[s.Flag] = "off"
		}
	}
	s, err := endpoint.Open(room.New(catalog.New, room.Options{}), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for account, want := range map[string]string{"app": "", "ana": "ana"} {
		for _, variable := range s.Environment(account) {
			text, ok := strings.CutPrefix(variable, "REDIS_URL=")
			if !ok {
				continue
			}
			u, err := url.Parse(text)
			if err != nil || u.User.Username() != want {
				t.Errorf("%s gets %s, %v", account, text, err)
			}
			if password, _ := u.User.Password(); want != "" && password != endpoint.Secret {
				t.Errorf("%s gets the password %s", account, password)
			}
		}
	}
}

// A database is chosen for a connection, also where it goes on under another name.
func TestRedisDatabases(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	one, two := dial(t, address), dial(t, address)
	one.want("SELECT 9", "+OK")
	one.want("SET k nine", "+OK")
	one.want("CLIENT SETNAME ana", "+OK")
	one.want("GET k", "nine")
	two.want("GET k", "$-1")
	one.want("RESET", "+RESET")
	one.want("GET k", "$-1")
	one.want("SELECT 16", "-ERR DB index is out of range")
}
