package view_test

import (
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// A write under an oplock that lets its client keep writes is answered by the client; the service throws away what it
// never got when it closes the handle of a client that does not answer (engine/share/rules.md, "Races", F14). A client
// that answers keeps its handle, and what it has.
func TestWhatASessionTookAlongIsToldBesideTheCards(t *testing.T) {
	const (
		opened = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset share.session=15\nseed: create-share s\n" +
			"seed: create-file s/f 4\nann: smb-create s/f access=RW share=RW disposition=OPEN oplock=RW as h\n"
		wrote = "ann: smb-write $h.handle AAAA offset=0\n"
		dead  = "set ann.responsive=off\n"
		lost  = "What Ana wrote with #4 lay in the cache of Ana's client, not in the file, and was thrown away"
	)
	for _, row := range []struct{ name, lines, want string }{
		{"a client that does not answer", opened + wrote + dead + "clock +20s\n", lost},
		{"it has read the file since", opened + wrote + dead + "clock +20s\nann: get-file s/f\n", ""},
		{"it has used the handle since", opened + wrote + dead + "clock +20s\nann: smb-flush $h.handle\n", ""},
		{"written to the file before", opened + wrote + "ann: smb-flush $h.handle\n" + dead + "clock +20s\n", ""},
		{"a client that answers", opened + wrote + "clock +20s\n", ""},
	} {
		// Not to the end of all timers: an answered session goes on for ever.
		r := roomtest.Of(t, "case.race", row.lines)
		for !r.View().Waits() {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
		said := strings.Join(r.View().Beside(), " ")
		if (row.want == "") != (said == "") || !strings.Contains(said, row.want) {
			t.Errorf("%s: %q, want %q", row.name, said, row.want)
		}
	}
}
