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

	"interleave/engine/endpoint"
)

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
