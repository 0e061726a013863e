package sessions

import "testing"

// TestPercentFor: a small session may have 256 MB of garbage, one of up to 1 GiB as much again as it uses, and one that
// is longer half of it.
func TestPercentFor(t *testing.T) {
	const mb = 1 << 20
	for _, one := range []struct {
		live, garbage uint64
	}{{0, 256}, {64, 256}, {128, 256}, {256, 256}, {600, 600}, {1024, 1024}, {2048, 1024}, {4096, 2048}} {
		percent := percentFor(one.live * mb)
		got := max(one.live, 64) * uint64(percent) / 100
		if got > one.garbage || got+max(one.live, 64)/100+1 < one.garbage {
			t.Errorf("%d MB used: %d MB may be garbage (%d percent), want %d MB", one.live, got, percent, one.garbage)
		}
	}
}
