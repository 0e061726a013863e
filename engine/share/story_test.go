package share_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The card's first sentence says what another did to the file : opened it, locked it, marked it, closed it.
func TestStoriesSayWhatAnotherDid(t *testing.T) {
	for _, row := range []struct {
		want  string
		lines []string
	}{
		{"ann opened s/f with #3. ", []string{"ann: smb-create path=s/f access=R share=none",
			"cy: get-file path=s/f"}},
		{"ann locked bytes of s/f with #4. ",
			[]string{"ann a: smb-create path=s/f access=R share=RWD", "ann: smb-lock handle=$a.handle length=1",
				"cy: put-range path=s/f range=9-9 body=x"}},
		{"ann marked s/f for deletion with #4. ",
			[]string{"ann a: smb-create path=s/f access=D", "ann: smb-set-disposition handle=$a.handle delete=true",
				"cy: get-file path=s/f"}},
		{"cy closed s/f by force with #4. ",
			[]string{"ann a: smb-create path=s/f access=R", "cy: force-close-handles path=s/f handle=*",
				"ann: smb-read handle=$a.handle"}},
		{"ann took the lease with #3. ", []string{"ann: acquire-file-lease path=s/f duration=-1",
			"cy: smb-create path=s/f access=W"}},
	} {
		b, first := file(t), ""
		for _, line := range row.lines {
			a := b.Say(line)
			if a.Why == nil {
				continue
			}
			x := b.World.Exchange(b.World.Requests())
			e := engine.Event{Kind: engine.Decided, By: x.By, Request: x.Number, Object: x.Object,
				Number: x.Decided.Event, Answer: &a}
			for _, c := range conflict.At(b.World, e) {
				first = conflict.Story(b.World, c).First
			}
		}
		if !strings.HasPrefix(first, row.want) {
			t.Errorf("told %q, want %q in front", first, row.want)
		}
	}
}
