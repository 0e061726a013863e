// Command watched is a small program with a counter in Redis, of which several run at once. It counts in one of two
// ways: lost reads the counter, reckons, and writes it back; cured has the service reckon.
//
//	watched lost|cured OWN OTHER
//
// OWN and OTHER are the names of the two that run: they wait for each other between reading and writing, so that it
// always happens.
package main

import (
	"bufio"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 4 {
		fail("usage: watched lost|cured OWN OTHER")
	}
	u, err := url.Parse(os.Getenv("REDIS_URL"))
	if err != nil || u.Host == "" {
		fail("REDIS_URL names no server")
	}
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		fail(err.Error())
	}
	r := &redis{conn: conn, in: bufio.NewReader(conn)}
	if password, ok := u.User.Password(); ok {
		r.do("AUTH", u.User.Username(), password)
	}
	own, other := os.Args[2], os.Args[3]
	switch os.Args[1] {
	case "lost":
		n, _ := strconv.Atoi(r.do("GET", "counter"))
		r.do("SET", "read:"+own, "yes")
		for r.do("EXISTS", "read:"+other) != "1" {
			time.Sleep(time.Millisecond)
		}
		r.do("SET", "counter", strconv.Itoa(n+1))
	case "cured":
		r.do("SET", "read:"+own, "yes")
		for r.do("EXISTS", "read:"+other) != "1" {
			time.Sleep(time.Millisecond)
		}
		r.do("INCR", "counter")
	default:
		fail("no such way to count: " + os.Args[1])
	}
	fmt.Printf("%s: the counter stands at %s\n", own, r.do("GET", "counter"))
}

// redis is a connection.
type redis struct {
	conn net.Conn
	in   *bufio.Reader
}

// do is one command and its reply, without its type; nothing is empty.
func (r *redis) do(words ...string) string {
	text := fmt.Sprintf("*%d\r\n", len(words))
	for _, w := range words {
		text += fmt.Sprintf("$%d\r\n%s\r\n", len(w), w)
	}
	if _, err := r.conn.Write([]byte(text)); err != nil {
		fail(err.Error())
	}
	line := r.line()
	switch {
	case line[0] == '-':
		fail(line)
	case line == "$-1":
		return ""
	case line[0] == '$':
		return r.line()
	}
	return line[1:]
}

func (r *redis) line() string {
	line, err := r.in.ReadString('\n')
	if err != nil {
		fail(err.Error())
	}
	return strings.TrimSuffix(line, "\r\n")
}

func fail(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}
