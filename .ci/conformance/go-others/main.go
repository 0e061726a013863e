// Command go-others does with Go clients that are not the services' own what their documents show: MinIO's client at
// AWS_ENDPOINT_URL; redigo, redsync, redislock and rueidis at REDIS_URL. It says how many of its checks held.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"
)

func main() {
	s3, err := url.Parse(os.Getenv("AWS_ENDPOINT_URL"))
	key, address := os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("REDIS_URL")
	if err != nil || s3.Host == "" || key == "" || address == "" {
		fmt.Fprintln(os.Stderr, "AWS_ENDPOINT_URL, AWS_SECRET_ACCESS_KEY and REDIS_URL name no server")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 25*time.Second)
	defer cancel()
	c := &checks{}
	for _, part := range []func(context.Context){
		func(ctx context.Context) { c.objects(ctx, s3.Host, key) },
		func(ctx context.Context) { c.pools(ctx, address) },
		func(ctx context.Context) { c.locks(ctx, address) },
		func(ctx context.Context) { c.pipelined(ctx, address) },
		func(ctx context.Context) { c.cached(ctx, address) },
	} {
		part(ctx)
	}
	fmt.Printf("other Go clients: %d passed, %d failed\n", c.passed, c.failed)
	if c.failed > 0 {
		os.Exit(1)
	}
}

// checks count what held.
type checks struct {
	mu             sync.Mutex
	passed, failed int
}

// is compares; where an error is wanted, want is a part of its text.
func (c *checks) is(what string, got, want any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err, failed := got.(error)
	text, part := want.(string)
	if failed && part && strings.Contains(err.Error(), text) || reflect.DeepEqual(got, want) {
		c.passed++
		return
	}
	c.failed++
	fmt.Printf("%s: %#v, want %#v\n", what, got, want)
}

// ok checks that nothing went wrong.
func (c *checks) ok(what string, errs ...error) { c.is(what, errors.Join(errs...), error(nil)) }

// read is all of a stream.
func read(r io.Reader) string {
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		return err.Error()
	}
	return b.String()
}
