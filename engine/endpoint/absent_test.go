package endpoint_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
)

// heard are the requests that a server told of.
type heard struct {
	mu   sync.Mutex
	list []endpoint.Event
}

func (h *heard) log(e endpoint.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = append(h.list, e)
}

// told are those that asked for what is not in the catalog, as `SADD`.
func (h *heard) told() (list []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.list {
		if e.Absent != "" {
			list = append(list, e.Absent)
		}
	}
	return list
}

// What programs ask for and the catalog does not have is refused as Redis refuses what it does not know, and the log
// says what it was: a job queue's script ends with an error that names nothing.
func TestWhatRedisDoesNotHaveHereIsTold(t *testing.T) {
	log := &heard{}
	_, address := onlyRedis(t, endpoint.Options{Log: log.log})
	c := dial(t, address)
	c.want("SADD s a", "-ERR unknown command 'SADD', with args beginning with: 's' 'a' ")
	c.want("sadd s b", "-ERR unknown command 'sadd', with args beginning with: 's' 'b' ")
	c.want("SET k v", "+OK")
	c.want("CLIENT SETNAME ana", "+OK")
	c.want("MODULE LOAD x", "-ERR unknown subcommand 'LOAD'. Try MODULE HELP.")
	c.send("EVAL \"return redis.call('zadd', KEYS[1], 1, 'a')\" 1 z\r\n")
	if got := c.reply(); !strings.HasPrefix(got, "-ERR Unknown Redis command called from script") {
		t.Errorf("a script hears %q", got)
	}
	c.want(`EVAL "return redis.error_reply('mine')" 0`, "-ERR mine")
	c.want("AUTH nobody wrong", "-WRONGPASS invalid username-password pair or user is disabled.")
	c.want("\x1b[2J"+strings.Repeat("x", 100), "-ERR unknown command '\x1b[2J"+strings.Repeat("x", 100)+
		"', with args beginning with: ")
	c.send("QUIT\r\n")
	_, _ = io.Copy(io.Discard, c.in) // until it is answered
	want := []string{"SADD", "SADD", "MODULE LOAD", "ZADD in a script", "?[2J" + strings.Repeat("X", 55) + "…"}
	if got := log.told(); !slices.Equal(got, want) {
		t.Errorf("it is told of %q, should be %q", got, want)
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	for _, e := range log.list {
		refused := e.What != "SET k" && e.What != "CLIENT SETNAME" && e.What != "QUIT"
		if e.Status == 0 || refused != (e.Status == 400) || refused != (e.Code != "") {
			t.Errorf("%s is told with %d %q", e.What, e.Status, e.Code)
		}
		if strings.Contains(e.What+e.Code, "wrong") {
			t.Errorf("a password is told: %s %s", e.What, e.Code)
		}
	}
}

// A server sums them up, the most often asked first, and keeps only so many names.
func TestWhatIsNotInTheCatalogIsSummedUp(t *testing.T) {
	at := map[string]string{"blob": ":0", "s3": ":0", "queue": "off", "table": "off", "file": "off", "redis": "off"}
	s, err := endpoint.Open(room.New(catalog.New, room.Options{}), endpoint.Options{Trust: true, Addresses: at})
	if err != nil {
		t.Fatal(err)
	}
	for _, opened := range s.Opened() {
		at[opened.Flag] = opened.URL()
	}
	send := func(method, url string) {
		request, err := http.NewRequest(method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization",
			"AWS4-HMAC-SHA256 Credential=app/20261123/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // it is not read
	}
	send("POST", at["s3"]+"/lake/a?select&select-type=2")
	send("POST", at["s3"]+"/lake/a?restore")
	send("POST", at["s3"]+"/lake/a?restore")
	send("PUT", at["s3"]+"/lake/a") // there is no such bucket, but there is the operation
	send("PATCH", at["blob"]+"/app/c/b?comp=nothing")
	for i := range 100 {
		send("PATCH", at["blob"]+"/app/c/b?comp="+strings.Repeat("a", i))
	}
	http.DefaultClient.CloseIdleConnections()
	if err := s.Close(); err != nil { // a request is told when it has been answered
		t.Fatal(err)
	}
	// Of connections of their own either may be told first.
	got, once := s.Absent(), []string{"POST ?select (1 time)", "PATCH ?comp=nothing (1 time)"}
	if got[0] != "POST ?restore (2 times)" {
		t.Errorf("%q, should begin with what was asked for most often", got)
	}
	for _, name := range once {
		if !slices.Contains(got, name) {
			t.Errorf("%q, %q is missing", got, name)
		}
	}
	if len(got) != 51 || got[50] != "others (53 times)" {
		t.Errorf("%d names, and %q", len(got), got[len(got)-1])
	}
}
