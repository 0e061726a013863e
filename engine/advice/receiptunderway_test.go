package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// An answer that is under way brings the receipt that counts: to wait until the message is visible again would have its
// work done by somebody else (queue/rules.md, R2). One that nobody waits for any more, or that was lost, brings none.
func TestAReceiptThatIsUnderWayIsWaitedFor(t *testing.T) {
	const (
		jobs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n"
		hides = "ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\ndeliver u\n"
		short = "ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=1 as u\ndeliver u\n"
		del   = "ann: does $g.0\nann: send delete-message $g.0 popreceipt=$g.0.receipt as d\ndeliver d\nanswer d\n"
		comes = "The newest receipt comes with the answer of #4, which is under way: wait for that, and send #5 " +
			"again with it."
		came = "#4, which Ana never heard"
	)
	advisesIn(t, []advised{
		{"a delete", jobs + hides + del, engine.OldReceipt, "receipt", comes, came},
		{"a renewal", jobs + hides + "ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=60 " +
			"as w\ndeliver w\nanswer w\n", engine.OldReceipt, "receipt", comes, came},
		{"lost", jobs + hides + "lose u\n" + del, engine.OldReceipt, "", came, "under way"},
		{"given up", jobs + hides + "timeout u\n" + del, engine.OldReceipt, "", came, "under way"},
		{"visible again", jobs + short + del + "clock +5s\n", engine.OldReceipt, "receipt", comes, came},
		{"with another by then", jobs + short + del + "clock +5s\nben: get-messages jobs as h\n", engine.OldReceipt, "",
			"Ben has the message now", "under way"},
		{"heard too late", jobs + hides + del + "answer u\nclock +31s\nben: get-messages jobs as h\nben: does $h.0\n",
			engine.DoneTwice, "", "#5 was sent before the answer of #4 was heard, which has a newer receipt", "older"},
	}, underWay)
	v := underWay(t, jobs+hides+del+"answer u\nclock +31s\nben: get-messages jobs as h\nben: does $h.0\n")
	for _, f := range v.Troubles() {
		if f.Kind != engine.DoneTwice {
			continue
		}
		var told []string
		for _, s := range conflict.Story(v.Clone(), f.Finding).Steps {
			told = append(told, s.Text)
		}
		const late = "its answer, #4, had a newer receipt, and was not heard before #5 was sent."
		if said := strings.Join(told, "\n"); !strings.Contains(said, late) {
			t.Error(said)
		}
	}
}

// Who has done the work of a message and is refused by its own renewal has it only to delete when it comes back, and no
// work to repeat (queue/rules.md, R2).
func TestWorkThatIsDoneIsNotToBeRepeatedBehindARenewal(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n" +
			"ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\ndeliver u\nlose u\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 again=u\n"
		done, repeat = "its work is done, so that it is only to be deleted", "its work must be safe to repeat"
	)
	advisesIn(t, []advised{
		{"not done", lost, engine.OwnEcho, "", repeat, done},
		{"done", lost + "ann: does $g.0\n", engine.OwnEcho, "", done, repeat},
	}, underWay)
}

// underWay is what is seen behind the last line alone: what no line delivers is under way.
func underWay(t testing.TB, lines string) *view.View {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	roomtest.Say(t, r, strings.Split(strings.TrimSpace(lines), "\n")...)
	return r.View()
}
