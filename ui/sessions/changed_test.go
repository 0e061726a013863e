package sessions

import (
	"strings"
	"testing"

	"interleave/engine/timeline"
)

// What is said of a session that was made under other rules names what differs: two equal answers do not.
func TestWhatChangedIsNamed(t *testing.T) {
	for _, c := range []struct {
		d    timeline.Divergence
		want string
	}{
		{timeline.Divergence{Number: 12, Line: "deliver a1", Said: "200", Says: "200"},
			"record 12 (deliver a1) is answered as it was, and what it leaves behind"},
		{timeline.Divergence{Number: 4, Line: "deliver b1", Said: "201", Says: "412"},
			`record 4 (deliver b1) was answered "201", and is "412" now.`},
	} {
		if said := changed(c.d); !strings.Contains(said, c.want) {
			t.Errorf("%q does not say %q", said, c.want)
		}
	}
}
