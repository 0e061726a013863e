package endpoint_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
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

// What connections hear that keep values of keys, beside what Redis 7.0.15 said to the same: testdata/tracking.txt.
func TestClientsAreToldWhatChanges(t *testing.T) {
	file, err := os.ReadFile("testdata/tracking.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, scene := range strings.Split(string(file), "\nnew\n") {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			_, address := onlyRedis(t, endpoint.Options{})
			s := &trackScene{t: t, address: address, conns: map[string]*client{}, numbers: map[string]string{}}
			var step string
			var want []string
			for _, line := range append(strings.Split(scene, "\n"), "end: ") {
				switch {
				case strings.HasPrefix(line, "#") || line == "":
				case strings.HasPrefix(line, "\t"):
					want = append(want, strings.TrimSpace(line))
				default:
					if step != "" {
						s.step(step, strings.Join(want, "\n"))
					}
					step, want = line, nil
				}
			}
		})
	}
}

type trackScene struct {
	t       *testing.T
	address string
	conns   map[string]*client
	numbers map[string]string
}

func (s *trackScene) conn(name string) *client {
	if s.conns[name] == nil {
		s.conns[name] = dial(s.t, s.address)
		s.conns[name].send("CLIENT ID\r\n")
		s.numbers[name] = strings.TrimPrefix(s.conns[name].reply(), ":")
	}
	return s.conns[name]
}

// step says one line and compares what each connection has heard then.
func (s *trackScene) step(line, want string) {
	s.t.Helper()
	name, said, _ := strings.Cut(line, ": ")
	if before, other, ok := strings.Cut(said, "@"); ok {
		s.conn(other)
		said = before + s.numbers[other]
	}
	s.conn(name).send(strings.ReplaceAll(said, "|", "\r\n") + "\r\n")
	var got []string
	heard := map[string]string{name: s.heard(name, said)}
	for other := range s.conns { // what was pushed is there when the command behind it is answered
		if other != name {
			heard[other] = s.heard(other, "")
		}
	}
	for _, other := range slices.Sorted(maps.Keys(heard)) {
		if heard[other] != "" {
			got = append(got, other+"> "+heard[other])
		}
	}
	if text := strings.Join(got, "\n"); text != want {
		s.t.Errorf("%s\nis heard as\n%s\nand by Redis as\n%s", line, text, want)
	}
}

// heard is all that a connection hears: up to the answers of two commands that are none, since a push may come behind
// the first.
func (s *trackScene) heard(name, said string) string {
	c := s.conns[name]
	c.send("CLIENT NOPE\r\nCLIENT NOPE\r\n")
	text := ""
	for nope := 0; nope < 2; {
		one := c.whole()
		switch {
		case one == "-ERR unknown subcommand 'NOPE'. Try CLIENT HELP.",
			strings.HasPrefix(one, "-ERR Can't execute 'client'"):
			nope++
		case one == "":
			s.t.Fatal("the connection has ended")
		default:
			text += " " + one
		}
	}
	text = regexp.MustCompile(`\$2 id :\d+ `).ReplaceAllString(text, "$$2 id : ")
	for other, number := range s.numbers {
		for _, before := range []string{"redirect", "broken"} {
			text = strings.ReplaceAll(text, before+" :"+number+" ", before+" @"+other+" ")
		}
		if strings.HasSuffix(said, "GETREDIR") && strings.TrimSpace(text) == ":"+number {
			text = ":@" + other
		}
	}
	return strings.TrimSpace(text)
}

// whole is the next reply as it came, with blanks for the ends of its lines.
func (c *client) whole() string {
	line, err := c.in.ReadString('\n')
	if err != nil {
		return ""
	}
	line = strings.TrimSuffix(line, "\r\n")
	n, _ := strconv.Atoi(line[1:])
	switch line[0] {
	case '$', '=':
		if n >= 0 {
			text := make([]byte, n+2)
			for i := range text {
				text[i], _ = c.in.ReadByte()
			}
			return line + " " + string(text[:n])
		}
	case '%':
		n *= 2
		fallthrough
	case '*', '~', '>':
		for range n {
			line += " " + c.whole()
		}
	}
	return line
}

// A key that ends by itself is told although nobody asks for it, and so is that the connection which was to hear of it
// is not there any more.
func TestTheEndOfAKeyIsTold(t *testing.T) {
	_, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	c.send("HELLO 3\r\nCLIENT TRACKING ON\r\nSET k v PX 30\r\nGET k\r\n")
	for range 4 {
		c.whole()
	}
	if got := c.whole(); got != ">2 $10 invalidate *1 $1 k" {
		t.Errorf("it ends, and %q is told", got)
	}
	other := dial(t, address)
	other.send("CLIENT ID\r\n")
	number := other.reply()
	c.want("CLIENT TRACKING ON REDIRECT "+number[1:], "+OK")
	if err := other.conn.Close(); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(">2 $21 tracking-redir-broken %s", number)
	for got := "begin"; got != want; { // the server may notice late that it has gone
		c.send("GET k\r\nSET k v\r\n")
		if got = c.whole(); got == "" {
			t.Fatal("nothing is told")
		}
	}
}

// A person who looks at another moment may have changed every key: who keeps values is told so.
func TestClientsAreToldThatTheDeskIsElsewhere(t *testing.T) {
	r, address := onlyRedis(t, endpoint.Options{})
	c := dial(t, address)
	c.send("HELLO 3\r\nCLIENT TRACKING ON\r\nSET k v\r\nGET k\r\n")
	for range 4 {
		c.whole()
	}
	if err := r.Reset(); err != nil {
		t.Fatal(err)
	}
	if got := c.whole(); got != ">2 $10 invalidate _" {
		t.Errorf("%q is told", got)
	}
}

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
		"CLUSTER HELP":              "-ERR This instance has cluster support disabled\r\n",
		"CLUSTER FOO":               "-ERR unknown subcommand 'FOO'. Try CLUSTER HELP.\r\n",
		"CLUSTER":                   "-ERR wrong number of arguments for 'cluster' command\r\n",
		"CLUSTER INFO x":            "-ERR wrong number of arguments for 'cluster|info' command\r\n",
		"CLUSTER MEET host":         "-ERR wrong number of arguments for 'cluster|meet' command\r\n",
		"READONLY x":                "-ERR wrong number of arguments for 'readonly' command\r\n",
		"MULTI\r\nCLUSTER FOO\r\nEXEC": "+OK\r\n-ERR unknown subcommand 'FOO'. Try CLUSTER HELP.\r\n" +
			"-EXECABORT Transaction discarded because of previous errors.\r\n",
		"COMMAND INFO nosuch": "*1\r\n$-1\r\n",
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
