package ui

import (
	"strings"
	"testing"

	"interleave/ui/flight"
	"interleave/ui/timeline"
	"interleave/ui/truth"
	"interleave/ui/uitest"
)

// What a plan does next is told by its writer's name, and what is days away only counted.
func TestTimersSayWhoActsAndWhatIsNear(t *testing.T) {
	d := uitest.Carry(t, `writer chen "Chen"`, "seed: create-queue jobs", `seed: put-message jobs "one"`,
		`seed: put-message jobs "two"`, "chen: get-messages jobs visibilitytimeout=30",
		"seed: create-container wiki", "seed: put-blob wiki/home.md x",
		"plan chen [put-blob wiki/home.md y as w; on lost w [wait 10s; put-blob wiki/home.md y as w]]", "next chen",
		"deliver chen-w1", "lose chen-w1", "next chen", "clock +9.4s")
	p := truth.New(d)
	d.With(p)
	got := uitest.Text(uitest.Screen(p, 70, 24, true, uitest.ASCII()))
	uitest.Holds(t, got, "Chen sends #", " again in 0.6 s", "more, the first in 7 d", `visible again in 20.6 s  #`)
	if strings.Contains(got, "it expires") {
		t.Errorf("what ends in days explains nothing:\n%s", got)
	}
	strip := timeline.New(d)
	d.With(strip)
	uitest.Holds(t, uitest.Text(uitest.Screen(strip, 100, 10, true, uitest.ASCII())), "Next timer  Chen sends #",
		"again in 0.6 s")
	flight := flight.New(d)
	d.With(flight)
	uitest.Holds(t, uitest.Text(uitest.Screen(flight, 50, 14, true, uitest.ASCII())),
		" next Chen     PUT ->      -0.6  due ")
}
