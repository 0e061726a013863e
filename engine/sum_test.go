package engine

import tt "testing"

// What the long record of the world is summed by is what it walks by.
func TestTheSumOfTheFlightIsThatOfItsWalk(t *tt.T) {
	for _, order := range [][]string{nil, {"00000001>"}, {"00000012<", "00000007>", "00000007'>"},
		make([]string, 1001)} {
		g := &globals{Now: 12_400, Requests: 1001, Events: 7, Order: order}
		walked, own := sum{h: 1}, sum{h: 1}
		g.Walk(&walked)
		g.sum(&own)
		if walked.h != own.h {
			t.Errorf("with %d in flight: %x, the walk gives %x", len(order), own.h, walked.h)
		}
	}
}
