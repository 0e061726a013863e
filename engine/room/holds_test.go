package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// A lease of fifteen seconds whose renewal was heard at 17.9 s, since nobody came between, runs to 32.9 s: it counts
// from the renewal, not from the acquiring.
func TestARenewedLeaseCountsFromItsRenewal(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	script := "writer ann \"Ana\"\nseed: create-container wiki\nseed: put-blob wiki/p \"a\"\n" +
		"ann: acquire-blob-lease wiki/p duration=15   as l1\n> 201\n" +
		"clock 00:17.9\nann: renew-blob-lease wiki/p lease=$l1.lease   as l2\n> 200\n"
	if err := r.Load("late.race", []byte(script)); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		_, _ = r.Step()
	}
	hold, ok := r.View().Known("ann").Holds(engine.ParseObject("blob wiki/p"))
	if !ok || hold.Since != 17_900 || hold.Ends != 32_900 {
		t.Errorf("it holds from %s to %s (%v)", hold.Since, hold.Ends, ok)
	}
}
