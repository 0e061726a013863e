package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// What let the work of a message be done twice may be what either of the two did; and who hears that the message is
// deleted hears that what was done outside may be there twice, where both had done it.
func TestWhatLetWorkBeDoneTwice(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs hello\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n"
		update = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout="
		twice  = head + update + "30\nclock +20s\n" + update + "30\nclock +15s\nben: get-messages jobs as h\n" +
			"ben: does $h.0\nann: does $g.0\n"
		back    = head + "ann: does $g.0\n" + update + "0 as u\nben: get-messages jobs as h\nben: does $h.0\n"
		deleted = "ben: delete-message $h.0 popreceipt=$h.0.receipt\nann: delete-message $g.0 " +
			"popreceipt=$g.0.receipt does=none\n"
	)
	for _, row := range []struct {
		lines, want string
		kind        engine.Trouble
	}{
		{twice, "#5 sent an older receipt than #4 had given: renew with the newest one", engine.DoneTwice},
		{back, "#4 made the message visible again when its work was done: delete it when the work is done.",
			engine.DoneTwice},
		{back + "ann: delete-message $g.0 popreceipt=$u.receipt does=none\n", "delete it when the work is done.",
			engine.DoneTwice},
		{twice + deleted, "the work is done. Stop. What both did outside may be there twice.", engine.IsGone},
	} {
		saysAtEnd(t, row.lines, row.kind, row.want, "longer than its work takes")
	}
	card, _ := cardAtEnd(t, head+"clock +35s\nben: get-messages jobs as h\n"+deleted, engine.IsGone)
	if strings.Contains(card.Say, "twice") { // only one did it
		t.Error(card.Say)
	}
}

// A refusal from before the message was handed out is of another matter: no marker for its work was passed over.
func TestAMarkerIsMadeForTheWork(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"seed: create-queue jobs\nseed: put-message jobs one\nann: put-blob wiki/cfg cfg if-none-match=*\n"+
		"ben: put-blob wiki/cfg cfg if-none-match=*\nann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n"+
		"ben: get-messages jobs visibilitytimeout=5 as b\nann: does $a.0\nben: does $b.0\n", engine.DoneTwice)
	if !found || !strings.HasPrefix(card.Say, "Hide a message for longer than its work takes, or renew it in time. "+
		"Make the work safe to repeat") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// Who never heard the refusal, or saw the marker of the other, is told of that: to keep the result under an id that the
// storage takes once is what both had done.
func TestAMarkerThatWasNotHeardOrOnlySeen(t *testing.T) {
	const made = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container done\nseed: create-queue jobs\n" +
		"seed: put-message jobs one\nann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
		"ben: get-messages jobs visibilitytimeout=5 as b\nann: put-blob done/one ann if-none-match=*\n" +
		"ann: does $a.0\n"
	for _, row := range []struct{ lines, want string }{
		{"ben: send put-blob done/one ben if-none-match=* as p\ndeliver p\nlose p\n",
			"#7 was refused by the marker done/one, and Ben worked without having heard so."},
		{"ben: get-blob done/one\n", "#7 had shown Ben the marker done/one, and Ben worked all the same."},
	} {
		card, found := cardAtEnd(t, made+row.lines+"ben: does $b.0\n", engine.DoneTwice)
		if !found || !strings.HasPrefix(card.Say, row.want) || strings.Contains(card.Say, "safe to repeat") {
			t.Errorf("%s%t %s", row.lines, found, card.Say)
		}
	}
}

// Equal bytes have equal tags in S3: a second delete by that tag takes what somebody made since, and that is no text
// put back (engine/bucket/rules.md, "ETag").
func TestADeleteByATagOfEqualBytesTakesAway(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket bkt\n"+
		"seed: put-object bkt/k one\nann: get-object bkt/k as a\nann: send delete-object bkt/k if-match=$a.etag as d\n"+
		"deliver d\nlose d\nben: put-object bkt/k one if-none-match=*\n"+
		"ann: delete-object bkt/k if-match=$a.etag again=d\n", engine.SameNumber)
	if !found || strings.Contains(card.Say, "no text is lost") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// Create File replaces a file that is there, and an empty one too (engine/share/rules.md, "FileREST operations"): it is
// no marker. Put Blob without a condition is none either.
func TestAClaimThatReplacedAnothersUnread(t *testing.T) {
	const two = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	const work, lost = "ann: does job\nben: does job\n", "#3 replaced Ana's #2 before. If that was how the work"
	for _, row := range []struct{ lines, want string }{
		{"seed: create-share box\nann: create-file box/job size=0\nben: create-file box/job size=0\n", lost},
		{"seed: create-share box\nann: create-file box/job size=3\nben: create-file box/job size=3\n", lost},
		{"seed: create-container box\nann: put-blob box/job \"\"\nben: put-blob box/job \"\"\n", lost},
		{"seed: create-share box\nann: smb-create box/job disposition=CREATE\n" +
			"ben: smb-create box/job disposition=CREATE\n", "was refused by the marker"},
		{"seed: create-share box\nann: create-file box/job size=0\nben: create-file box/other size=0\n",
			"Make the work safe to repeat"},
	} {
		saysAtEnd(t, two+row.lines+work, engine.DoneTwice, row.want, "")
	}
}

// A delete with a receipt counts as work that was done (engine/conflict/rules.md, "Silent", done-twice): who heeds a
// marker deletes the message all the same, and the card says by which request it takes the work for done. What was said
// to be done is taken for nothing.
func TestADeleteThatIsTakenForWorkIsNamed(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: create-container done\n" +
			"seed: put-message jobs m\nann: get-messages jobs visibilitytimeout=1 as a\nclock +2s\n" +
			"ben: get-messages jobs as b\nben: put-blob done/m ben if-none-match=*\n" +
			"ann: put-blob done/m ann if-none-match=*\n"
		taken = "where #8 or #9 only took the message away, nothing was done twice"
	)
	advises(t, []advised{
		{"both deleted", who + "ben: delete-message $b.0 popreceipt=$b.0.receipt\n" +
			"ann: delete-message $a.0 popreceipt=$a.0.receipt\n", engine.DoneTwice, "", taken, ""},
		{"the second deleted", who + "ben: does $b.0\nann: delete-message $a.0 popreceipt=$a.0.receipt\n",
			engine.DoneTwice, "", "where #8 only took the message away", ""},
		{"both said so", who + "ben: does $b.0\nann: does $a.0\n", engine.DoneTwice, "", "was refused by the marker",
			"taken for work"},
	})
}

// No read tells whose a lease is or a lock on bytes: who proposes the id of its lease is granted it again while it is
// its own, and refused while it is another's (engine/blob/rules.md, R14; engine/lease/rules.md, "Lease basics").
func TestAClaimThatNoReadTellsOf(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container jobs\nseed: put-blob jobs/inv x\n" +
			"seed: create-share docs\nseed: create-file docs/inv 4\n"
		work   = "ann: does inv\nben: does inv\n"
		anId   = " id=aaaaaaaa-0000-0000-0000-000000000001"
		benId  = " id=bbbbbbbb-0000-0000-0000-000000000001"
		reads  = "read after a refusal whose it is"
		own    = "propose an id of one's own when the lease is acquired, the same in each try"
		heeded = "take a refusal for another's"
	)
	for _, row := range []struct{ claim, want, not string }{
		{"acquire-blob-lease jobs/inv duration=60", own, reads},
		{"acquire-container-lease jobs duration=60", own, reads},
		{"acquire-file-lease docs/inv duration=-1", own, reads},
		{"smb-create docs/inv access=rwd share=none disposition=OPEN", heeded, reads},
	} {
		saysAtEnd(t, head+"ann: "+row.claim+"\nben: "+row.claim+"\n"+work, engine.DoneTwice, row.want, row.not)
		if row.want != own {
			continue
		}
		for id, granted := range map[string]bool{anId: true, benId: false} {
			try := map[bool]string{true: "ann: ", false: "ben: "}[granted] + row.claim + id
			v := roomtest.AtEnd(t, head+"ann: "+row.claim+anId+"\n"+try+"\n")
			if v.Exchange(v.Requests()).Took != granted {
				t.Errorf("%s: granted is not %t", try, granted)
			}
		}
		saysAtEnd(t, head+"ann: "+row.claim+anId+"\nben: "+row.claim+benId+"\n"+work, engine.DoneTwice, heeded, reads)
	}
	saysAtEnd(t, head+"ann: get-blob jobs/inv as a\nben: get-blob jobs/inv as b\n"+
		"ann: put-blob jobs/inv ann if-match=$a.etag\nben: put-blob jobs/inv ben if-match=$b.etag\n"+work,
		engine.DoneTwice, reads, "")
}

// A message is hidden for as long as was asked for (engine/queue/rules.md, "What ends a receipt"): who worked for
// longer is told so, refused or not, and who worked in time and deleted late is not.
func TestHidingForLongerIsForWhoWorkedForLonger(t *testing.T) {
	const (
		jobs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=5 as a\n"
		other  = "clock +6s\nben: get-messages jobs visibilitytimeout=30 as b\n"
		worked = "ben: does $b.0\nben: delete-message $b.0 popreceipt=$b.0.receipt\n"
		late   = "ann: delete-message $a.0 popreceipt=$a.0.receipt\n"
		renew  = "ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=5\n"
		hide   = "Hide a message for longer than its work takes, or renew it in time"
	)
	advises(t, []advised{
		{"nobody was refused", jobs + other + worked + "ann: does $a.0\n", engine.DoneTwice, "",
			hide + ". Make the work safe", "was another's"},
		{"worked in time, and deleted late", jobs + "ann: does $a.0\n" + other + late + worked, engine.DoneTwice, "",
			"#5 came when the message, hidden until 00:05.0, was another's: delete it as soon as the work is done. " +
				"Make",
			hide},
		{"worked late", jobs + other + "ann: does $a.0\n" + late + worked, engine.DoneTwice, "", hide + ". Make",
			"was another's"},
		{"its renewal was refused before", jobs + other + renew + "ann: does $a.0\n" + worked, engine.DoneTwice, "",
			hide + ", and stop working where a renewal is refused. Make", "was another's"},
	})
}
