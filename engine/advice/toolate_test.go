package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// engine/lease/rules.md: a lease runs out so many seconds after the answer that started its clock, and is renewed until
// then. Who comes later is told by how much, and that a renewal in time goes through (azure-functions-host 7143: 17.9 s
// after the last renewal of a lease of 15 s; 2592: begin at half of the time).
func TestWhoCameTooLateIsToldByHowMuch(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/h x\n" +
		"ann: acquire-blob-lease own/h duration=15 as a\n"
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want        string // empty: nothing of the kind is said
	}{
		{"late", head + "clock +16s\nben: acquire-blob-lease own/h duration=15\nclock +2s\n" +
			"ann: renew-blob-lease own/h lease=$a.lease\n", engine.IsLeased,
			"s after the lease had ended. In time, before 00:15.0, a renewal gets 200 OK; one at half of the 15 s"},
		{"held up", head + "clock +12s\nann: send renew-blob-lease own/h lease=$a.lease as r\nclock +4s\n" +
			"ben: acquire-blob-lease own/h duration=15\ndeliver r\nanswer r\n", engine.IsLeased,
			", though it was sent at 00:12."},
		{"a write", head + "clock +20s\nann: put-blob own/h y lease=$a.lease\n", engine.LeaseOver,
			"a renewal gets 200"},
		{"just then", head + "clock +15s\nben: acquire-blob-lease own/h duration=15\n" +
			"ann: renew-blob-lease own/h lease=$a.lease\n", engine.IsLeased,
			" came as the lease ended. In time, before "},
		{"broken", head + "clock +2s\nben: break-blob-lease own/h period=0\n" +
			"ann: renew-blob-lease own/h lease=$a.lease\n", engine.LeaseOver, ""},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		said := strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "In time") {
			t.Errorf("%s: %t, %q", c.name, found, card.Others)
		}
	}
}
