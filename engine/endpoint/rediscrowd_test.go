package endpoint

import (
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/room"
)

// spoken is a connection of Redis to a server without any other, and what is told of it.
func spoken(t *testing.T) (s *Server, client net.Conn, told *[]string, over chan struct{}) {
	t.Helper()
	at := map[string]string{}
	for _, service := range Services() {
		at[service.Flag] = "off"
	}
	told = new([]string)
	s, err := Open(room.New(catalog.New, room.Options{}), Options{Addresses: at,
		Log: func(e Event) { *told = append(*told, e.What) }})
	if err != nil {
		t.Fatal(err)
	}
	client, conn := net.Pipe()
	over = make(chan struct{})
	go func() {
		defer close(over)
		s.redis(s.ctx, conn)
		_ = conn.Close() // as a server does behind it
	}()
	return s, client, told, over
}

// A command has a minute from its first byte to its last, however often a byte of it comes; what comes whole begins
// anew.
func TestASlowCommandIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, client, told, over := spoken(t)
		begin, gone := time.Now(), make(chan struct{})
		go func() { // each command is there within 40 s
			defer close(gone)
			for range 2 {
				for _, part := range []string{"CLIENT ", "REPLY ", "OFF\r\n"} {
					<-time.After(20 * time.Second)
					_, _ = client.Write([]byte(part))
				}
			}
			for range 100 { // and this one never
				if _, err := client.Write([]byte("x")); err != nil {
					return
				}
				<-time.After(time.Second)
			}
		}()
		<-over
		took := time.Since(begin)
		<-gone
		if took != 3*time.Minute {
			t.Errorf("the connection ends after %v", took)
		}
		if got := strings.Join(*told, ", "); !strings.HasSuffix(got, "half a command: it took longer than 1m0s") {
			t.Errorf("told: %s", got)
		}
		if err := s.Close(); err != nil || s.bodies.Load() != 0 {
			t.Errorf("%v, %d bytes stay taken", err, s.bodies.Load())
		}
	})
}

// Commands that have not come whole share the room of the bodies on their way: what is announced takes none of it, what
// has come does, and who finds none is sent away.
func TestCommandsOnTheirWayShareTheRoomOfBodies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, client, told, over := spoken(t)
		s.bodies.Store(maxBodies - 100)
		write := func(text string) {
			_, _ = client.Write([]byte(text))
			synctest.Wait()
		}
		write("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1000\r\nabc")
		if got := s.bodies.Load(); got != maxBodies-100+7 {
			t.Errorf("%d bytes are taken by SET, k and abc", got-maxBodies+100)
		}
		write(strings.Repeat("x", 94))
		<-over
		if got := strings.Join(*told, ", "); got != "half a command: too many large commands are on their way" {
			t.Errorf("told: %s", got)
		}
		if err := s.Close(); err != nil || s.bodies.Load() != maxBodies-100 {
			t.Errorf("%v, %d bytes stay taken", err, s.bodies.Load()-maxBodies+100)
		}
	})
}
