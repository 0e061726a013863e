package explore_test

import (
	"math/big"
	"testing"

	"interleave/engine/explore"
)

func TestSharesNeverOverstate(t *testing.T) {
	number := func(text string) *big.Int { n, _ := new(big.Int).SetString(text, 10); return n }
	for _, c := range []struct{ part, whole, want string }{
		{"904", "924", "97.8 %"}, {"17151456", "17153136", "> 99.9 %"}, {"1680", "17153136", "< 0.1 %"},
		{"5", "5", "all"}, {"1", "2", "50.0 %"}, {"999", "1000", "99.9 %"}, {"1", "1000", "0.1 %"},
	} {
		if got := explore.Share(number(c.part), number(c.whole)); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.part, c.whole, got, c.want)
		}
	}
	if got := explore.Share(nil, number("3")); got != "" {
		t.Errorf("an unknown count: %q", got)
	}
	for n, want := range map[string]string{"0": "0", "924": "924", "1000": "1,000", "17153136": "17,153,136"} {
		if got := explore.Grouped(number(n)); got != want {
			t.Errorf("%s: %q, want %q", n, got, want)
		}
	}
}
