package endpoint_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/engine/view"
)

// A door that is open moves along to the next session: the first one's ports are closed, and said to be.
func TestADoorMovesAlong(t *testing.T) {
	first, second := room.New(catalog.New, room.Options{}), room.New(catalog.New, room.Options{})
	off := map[string]string{}
	for _, s := range endpoint.Services() {
		off[s.Flag] = "off"
	}
	off["redis"] = "127.0.0.1:0"
	door := endpoint.NewDoor(endpoint.Options{Addresses: off})
	if wasOpen, err := door.Close(); wasOpen || err != nil {
		t.Errorf("a door that nobody opened was open: %t, %v", wasOpen, err)
	}
	if err := door.Open(first); err != nil {
		t.Fatal(err)
	}
	ports := first.View().Door.Ports
	if len(ports) != 1 {
		t.Fatalf("ports %v", ports)
	}
	if wasOpen, err := door.Close(); !wasOpen || err != nil {
		t.Errorf("%t, %v", wasOpen, err)
	}
	if err := door.Open(second); err != nil {
		t.Fatal(err)
	}
	if n := len(first.View().Door.Ports); n != 0 || len(second.View().Door.Ports) != 1 {
		t.Errorf("the first room has %d ports, the second %d", n, len(second.View().Door.Ports))
	}
	if _, err := door.Close(); err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", ports[0].URL[len("redis://"):]); err == nil {
		_ = conn.Close()
		t.Error("the first room's port is still open")
	}
}

// Where it listens is told as it was asked for: all addresses of IPv4 are not those of IPv6.
func TestAllAddressesAreToldAsAskedFor(t *testing.T) {
	for asked, want := range map[string]string{"0.0.0.0:0": "redis://0.0.0.0:", "127.0.0.1:0": "redis://127.0.0.1:",
		":0": "redis://127.0.0.1:"} {
		o := endpoint.Options{Addresses: map[string]string{}}
		for _, s := range endpoint.Services() {
			o.Addresses[s.Flag] = "off"
		}
		o.Addresses["redis"] = asked
		s, err := endpoint.Open(room.New(catalog.New, room.Options{}), o)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Opened()[0].URL(); !strings.HasPrefix(got, want) {
			t.Errorf("%s is told as %s", asked, got)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Who speaks what a port does not understand, as TLS, is on no record: the desk says it beside the port. What can be
// read is no such thing.
func TestWhatCannotBeReadIsToldBesideItsPort(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	_, at := openFor(t, r, endpoint.Options{Trust: true})
	talk(t, at["redis"], "PING\r\n")
	talk(t, at["blob"], "GET /a/b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	before := r.View().Requests()
	talk(t, at["blob"], "\x16\x03\x01\x02\x00")
	for _, p := range r.View().Door.Ports {
		want := ""
		if p.Flag == "blob" {
			want = "The last that came and could not be read was no request: it speaks TLS, and the address begins " +
				"with http://."
		}
		if p.Unread() != want {
			t.Errorf("%s: %q, want %q", p.Flag, p.Unread(), want)
		}
	}
	if n := r.View().Requests(); n != before {
		t.Errorf("%d requests are on record, before there were %d", n, before)
	}
}

// What comes within a second of what the desk was told, and is the last that comes, is told when the second is over.
func TestTheLastThatCannotBeReadIsTold(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	told := make(chan string, 64)
	r.OnNews(func(v *view.View) {
		for _, p := range v.Door.Ports {
			if p.Flag == "blob" && p.Odd != "" {
				told <- p.Odd
			}
		}
	})
	_, at := openFor(t, r, endpoint.Options{Trust: true})
	soon := time.After(20 * time.Second)
	for _, one := range []struct{ said, odd string }{{"\x16\x03\x01\x02\x00", "TLS"},
		{"GET /a", "half a request"}} {
		talk(t, at["blob"], one.said)
		for heard := false; !heard; {
			select {
			case odd := <-told:
				heard = strings.Contains(odd, one.odd)
			case <-soon:
				t.Fatalf("the desk never heard of %q", one.said)
			}
		}
	}
}
