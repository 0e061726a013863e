package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
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

// What a writer believes of a lease without an end comes from what it heard: another's break is nothing of that, a read
// that says so is, and the end that its own break was answered with.
func TestALeaseIsAsItsHolderHeard(t *testing.T) {
	const given = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/p \"a\"\n" +
		"ann: acquire-blob-lease wiki/p duration=-1\n> 201\nclock 00:05.0\n"
	for _, c := range []struct {
		name, more, state string
		ends              engine.Instant
	}{
		{"another breaks it", "ben: break-blob-lease wiki/p period=10\n> 202\n", "", engine.Never},
		{"and the holder reads", "ben: break-blob-lease wiki/p period=10\n> 202\nann: get-blob wiki/p\n> 200\n",
			"breaking", engine.Never},
		{"a read before it", "ann: get-blob wiki/p\n> 200\nben: break-blob-lease wiki/p period=10\n> 202\n", "leased",
			engine.Never},
		{"the holder breaks it", "ann: break-blob-lease wiki/p period=10\n> 202 lease-time=10\n", "", 15_000},
	} {
		r := roomtest.Of(t, "broken.race", given+c.more)
		for range 20 {
			_, _ = r.Step()
		}
		hold, ok := r.View().Known("ann").Holds(engine.ParseObject("blob wiki/p"))
		if !ok || hold.State != c.state || hold.Ends != c.ends {
			t.Errorf("%s: it is %q and ends at %s (%v)", c.name, hold.State, hold.Ends, ok)
		}
	}
}
