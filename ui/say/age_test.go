package say_test

import (
	"testing"
	"time"

	"interleave/ui/say"
)

func TestAgesAreToldInTheUnitThatFits(t *testing.T) {
	for d, want := range map[time.Duration]string{300 * time.Millisecond: "now", 9 * time.Second: "9 s",
		11 * time.Minute: "11 min", 3 * time.Hour: "3 h", 7 * 24 * time.Hour: "7 d"} {
		if got := say.Age(d); got != want {
			t.Errorf("%s ago is told as %q, want %q", d, got, want)
		}
	}
}
