package view_test

import (
	"testing"

	"interleave/engine/view"
)

// Two counters that both became 6 have lost one: that their texts are the same does not mean that nothing is missing.
func TestTwoNumbersThatAgreeMayHaveLostOne(t *testing.T) {
	for _, c := range []struct{ base, mine, theirs, want string }{
		{"5", "6", "6", "Both made 6 of 5. If each was to count by 1, one of the two is lost: it would be 7."},
		{"9\n", "7\n", "7\n", "Both made 7 of 9. If each was to count by -2, one of the two is lost: it would be 5."},
		{"5", "6", "7", ""}, {"5", "5", "5", "Both texts are the same."}, {"a", "b", "b", "Both texts are the same."},
		{"", "6", "6", "Both texts are the same."},
	} {
		var s view.ThreeWay
		s.Base.Text, s.Mine.Text, s.Theirs.Text = c.base, c.mine, c.theirs
		if said := s.Alike(); said != c.want {
			t.Errorf("%q, %q, %q: %q, want %q", c.base, c.mine, c.theirs, said, c.want)
		}
		s.OneWish = true // another try of it is no second count
		if said := s.Alike(); c.want != "" && said != "Both texts are the same." {
			t.Errorf("two tries, %q, %q, %q: %q", c.base, c.mine, c.theirs, said)
		}
	}
}
