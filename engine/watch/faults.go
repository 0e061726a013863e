package watch

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"interleave/engine/room"
)

// Faults say how often what happens to a request on its way, as parts of 1.
type Faults map[room.Fate]float64

var fates = map[string]room.Fate{"lose-answer": room.AnswerLost, "lose-request": room.RequestLost,
	"double": room.Doubled, "busy": room.Busy, "lease-ends": room.LeaseEnds}

// ParseFaults reads words with commas between them, as lose-answer=2%,double=1%.
func ParseFaults(text string) (Faults, error) {
	faults, sum := Faults{}, 0.0
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		name, share, _ := strings.Cut(word, "=")
		fate, known := fates[name]
		if !known {
			return nil, fmt.Errorf("%q is no fault: there are lose-answer, lose-request, double, busy and lease-ends",
				name)
		}
		number, percent := strings.CutSuffix(share, "%")
		part, err := strconv.ParseFloat(number, 64)
		if percent {
			part /= 100
		}
		if err != nil || part < 0 || part > 1 {
			return nil, fmt.Errorf("%s=%q: write a share of the requests, as %s=2%%", name, share, name)
		}
		faults[fate] = part
		sum += part
	}
	if sum > 1 {
		return nil, fmt.Errorf("the faults are more than all requests: %s", text)
	}
	return faults, nil
}

// Chooser chooses a fate for each request, always the same ones for a seed.
func (f Faults) Chooser(seed uint64) func() room.Fate {
	chance := rand.New(rand.NewPCG(seed, 0))
	return func() room.Fate {
		at := chance.Float64()
		for _, fate := range []room.Fate{room.AnswerLost, room.RequestLost, room.Doubled, room.Busy,
			room.LeaseEnds} {
			if at -= f[fate]; at < 0 {
				return fate
			}
		}
		return room.Delivered
	}
}
