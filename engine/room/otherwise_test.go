package room_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/roomtest"
)

// An order that avoids a trouble and has another says which. Requests of one writer that were under way at once are
// decided, and answered, in any order.
func TestOtherwiseSaysWhichTroubleTheOrderHasInstead(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\n"
	for _, c := range []struct{ name, lines, trouble, want string }{
		{"owners that all overwrite", who +
			"seed: create-container own\nann: list-blobs own\nben: list-blobs own\n" +
			"cyd: list-blobs own\nann: put-blob own/p ann\nben: put-blob own/p ben\ncyd: put-blob own/p cyd\n",
			"lost update", "6 of 90 orders avoid lost update. None of them is without trouble: the nearest has work " +
				"replaced unread instead."},
		{"a delete that overtook its renewal", who + "seed: create-queue jobs\nseed: put-message jobs x\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nann: send update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 as u\nann: send delete-message $g.0 " +
			"popreceipt=$g.0.receipt as d\ndeliver d\ndeliver u\nanswer d\nanswer u\n", "gone",
			"2 of 4 orders avoid gone. None of them is without trouble: the nearest has old receipt instead. In the " +
				"nearest, one request stands elsewhere."},
		{"one that waits for the other", who +
			"seed: create-container own\nann: list-blobs own\nben: list-blobs own\n" +
			"ann: put-blob own/p ann if-none-match=*\nben: put-blob own/p ben\n", "lost update", "avoid"},
	} {
		r := roomtest.Of(t, "case.race", c.lines)
		for err := error(nil); err == nil; {
			_, err = r.Step()
		}
		scene, list := r.CutOrders(), r.View().Troubles()
		if len(list) == 0 {
			t.Errorf("%s: nothing is marked", c.name)
			continue
		}
		other := scene.Otherwise(list[len(list)-1].Finding, scene.Budget, nil)
		if said := other.Say(c.trouble); !strings.Contains(said, c.want) {
			t.Errorf("%s: %s", c.name, said)
		}
		if other.Clean != nil && other.Clean.Sign() > 0 != (len(other.Instead) == 0) {
			t.Errorf("%s: %v orders are clean, and the nearest has %v", c.name, other.Clean, other.Instead)
		}
	}
}

// Ann deletes the queue with Ben's message in it. Only where that has expired is nobody harmed: both messages are put
// behind Ben's read, and the clock goes on before the delete, or Ben's alone is and expires in front of Ann's. That is
// three orders, and no remedy: the message is gone all the same, and who reads of them hears of the seven days.
func TestOtherwiseSaysHowFarTheClockGoesOn(t *testing.T) {
	r := roomtest.Of(t, "case.race", "writer ann\nwriter ben\nseed: create-queue jobs\nben: get-messages jobs\n"+
		"ben: put-message jobs b\nann: put-message jobs a\nann: delete-queue jobs\n")
	for err := error(nil); err == nil; {
		_, err = r.Step()
	}
	scene, list := r.CutOrders(), r.View().Troubles()
	said := scene.Otherwise(list[len(list)-1].Finding, explore.Budget{Jumps: 1}, nil).Say("lost update")
	if !strings.Contains(said, "3 of them without a refusal or a harm, and in each of these the clock goes on. ") ||
		!strings.Contains(said, "the clock goes on to 168:00:00.0: ") || !strings.Contains(said, `jobs "b" expired`) {
		t.Error(said)
	}
	said = scene.Otherwise(list[len(list)-1].Finding, explore.Budget{}, nil).Say("lost update")
	if strings.Contains(said, "clock") {
		t.Error(said)
	}
}
