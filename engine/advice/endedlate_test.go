package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A release and a break name no more than an id, or the thing (engine/lease/rules.md, "States and actions"): one
// that was sent for an earlier lease and comes late ends the one that stands then. How the sender's own lease ended
// is the first cause of the story (the referee's rules, "Own lease over"), in the order of the decisions, whatever
// was sent first.
func TestWhatWasSentForAnEarlierLeaseEndsTheOneThatStands(t *testing.T) {
	const (
		head = who + "writer cy \"Cy\"\nseed: create-container doc\nseed: put-blob doc/k a\n"
		id   = " id=11111111-1111-1111-1111-111111111111"
		own  = head + "ann: acquire-blob-lease doc/k duration=60" + id + " as a\n" +
			"ann: send release-blob-lease doc/k lease=$a.lease as rel\ntimeout rel\n" +
			"ann: acquire-blob-lease doc/k duration=60" + id + " as b\ndeliver rel\n"
		others = head + "ann: acquire-blob-lease doc/k duration=60 as a\n" +
			"ben: send break-blob-lease doc/k period=0 as brk\nann: release-blob-lease doc/k lease=$a.lease\n" +
			"cy: acquire-blob-lease doc/k duration=60 as c\ndeliver brk\nanswer brk\n" +
			"cy: put-blob doc/k cy lease=$c.lease\n"
		write = "ann: put-blob doc/k ann lease=$b.lease\n"
		taken = "ben: acquire-blob-lease doc/k duration=60 as o\n"
		next  = "Next time take each lease under a new id: #4, sent for the one before, would then have been refused."
	)
	for _, c := range []struct {
		name, lines           string
		kind                  engine.Trouble
		first, action, advice string
	}{
		{"one's own release", own + write, engine.LeaseOver, "Ana gave the lease back, late, sent before #5 took it.",
			"lease anew", next},
		{"and another has taken it", own + taken + write, engine.IsLeased,
			"Ana gave the lease back, late, sent before #5 took it. Ben took the lease", "wait, lease anew", next},
		{"another's break", others, engine.LeaseOver, "Ben broke Cy's lease, late, sent before #6 took it.", "",
			"settle with Ben who goes on"},
	} {
		v := behindLines(t, c.lines)
		card, found := cardIn(v, c.kind)
		first := ""
		for _, f := range v.Troubles() {
			if f.Kind == c.kind {
				first = conflict.Story(v.Clone(), f.Finding).First
			}
		}
		first = strings.NewReplacer(" with #4", "", " with #6", "").Replace(first)
		if !found || !strings.HasPrefix(first, c.first) || card.Action != c.action ||
			!strings.Contains(card.Say, c.advice) {
			t.Errorf("%s: %v %q, want %q: %s\n%s", c.name, found, card.Action, c.action, first, card.Say)
		}
	}
}
