package engine_test

import (
	"testing"
	"time"

	"interleave/engine"
)

// A date is what package time writes for HTTP, of any moment that has one.
func TestDateIsThatOfHTTP(t *testing.T) {
	zero, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", engine.Instant(0).Date())
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []engine.Instant{-1, 0, 999, 1000, 86_399_999, 31 * 86_400_000, 59 * 86_400_000, 1 << 40,
		1 << 43} {
		want := zero.Add(time.Duration(i) * time.Millisecond).Format("Mon, 02 Jan 2006 15:04:05 GMT")
		if got := i.Date(); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}
