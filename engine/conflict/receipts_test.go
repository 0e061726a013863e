package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// Which receipt counts, and until when a message is hidden, its holder's own updates say: a renewal moves the end, one
// for no time makes the message visible. And who was handed it last knows of the first, whichever of them worked first.
func TestWhatAnUpdateOfAMessageChanged(t *testing.T) {
	const (
		head = "seed: create-queue jobs\nseed: put-message jobs hello\nann: get-messages jobs visibilitytimeout=30 " +
			"as g\n"
		update  = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout="
		renewed = head + "clock +10s\n" + update + "30 as u\nclock +35s\nben: get-messages jobs as h\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		once = head + "clock +35s\nben: get-messages jobs as h\nann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		// the second of two renewals is refused, as it sends the receipt of the first answer
		twice  = head + update + "30\nclock +20s\n" + update + "30\nclock +15s\nben: get-messages jobs as h\n"
		swap   = twice + "ben: does $h.0\nann: does $g.0\n"
		inTurn = twice + "ann: does $g.0\nben: does $h.0\n"
		lost   = head + "ann: send delete-message $g.0 popreceipt=$g.0.receipt as d\nlose d\n"
		back   = head + "ann: does $g.0\n" + update + "0 as u\nben: get-messages jobs as h\nben: does $h.0\n"
	)
	for _, row := range []struct{ lines, says, never string }{
		{renewed, "The message was hidden for Ana until 00:40.0.", "until 00:30.0"},
		{renewed, "it sent the receipt of #3, and Ana's own #4 had given a newer one before.", "no longer counts"},
		{renewed, "Ana updated the message at 00:10.0: its answer, #4, has a newer receipt.", ""},
		{once, "The message was hidden for Ana until 00:30.0.", "had given a newer one"},
		{swap, "Ana's #5 was refused: its receipt no longer counted, so the message was not hidden", "Nobody was told"},
		{swap, "the dequeue count, 2, tells Ben that the message had been handed out before. That #5 was refused Ana " +
			"had heard before the work.", "can know."},
		{inTurn, "the dequeue count, 2, tells Ben that the message had been handed out before.", "can know."},
		{back, "Ana's #4 made the message visible again", ""},
		// a receipt counts once, and no message comes back
		{lost + "ann: delete-message $g.0 popreceipt=$g.0.receipt again=d\n", "It had not been done when #5 was " +
			"answered.", "tells which"},
		{lost + "ann: delete-message $g.0 popreceipt=$g.0.receipt again=d\n", "It had not been done", "cannot tell"},
		{lost, "Nothing that Ana has heard tells which.", "had not been done"},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}

// A delete that an access policy does not permit changes nothing (engine/queue/rules.md, "Set Queue ACL"): the message
// stays, which is why its work is done once more, and its sender was told of the refusal.
func TestADeleteThatAPolicyRefusedLeavesTheMessage(t *testing.T) {
	const lines = "seed: create-queue jobs\nseed: set-queue-acl jobs policy.w=raup\nseed: put-message jobs pay\n" +
		"ann: get-messages jobs visibilitytimeout=30 under=w as g\nann: does $g.0\nben: set-queue-acl jobs\n" +
		"ann: delete-message $g.0 popreceipt=$g.0.receipt under=w\nclock +31s\n" +
		"ben: get-messages jobs visibilitytimeout=30 as h\nben: does $h.0\n"
	for says, never := range map[string]string{
		"Ana's #6 was refused, and a 403 does not say that the message stayed.": "Nobody was told",
		"Ana's #6 was refused: no policy permitted it, so the message stayed.":  "receipt no longer",
		"Ben set the access policies of jobs":                                   "",
		"Ana heard only the refusal; the dequeue count, 2, tells":               "cannot know",
	} {
		r, last := run(t, lines)
		said(t, r, last, lines, says, never)
	}
}

// A message that is put comes from nothing that its sender received before.
func TestAPutComesFromNoReceive(t *testing.T) {
	const lines = "seed: create-queue jobs\nseed: put-message jobs m\nann: get-messages jobs\nben: delete-queue jobs\n"
	r, last := run(t, lines+"ann: put-message jobs n\n")
	said(t, r, last, lines, "Ben deleted jobs", "received")
}

// A message may be hidden past its expiry (engine/queue/rules.md, "Get Messages"): who received it before hears that it
// is gone, and the story has both.
func TestWhoHidAMessagePastItsExpiryIsToldSo(t *testing.T) {
	r, last := run(t, "seed: create-queue jobs\nann: put-message jobs one messagettl=20\n"+
		"ben: get-messages jobs visibilitytimeout=30 as b\nclock +21s\n"+
		"ben: delete-message $b.0 popreceipt=$b.0.receipt\n")
	told := ""
	for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
		told += s.Text + "\n"
	}
	if !strings.Contains(told, "Ben received ") || !strings.Contains(told, "for Ben until 00:30.0, past its expiry.") {
		t.Error(told)
	}
}

// Who deletes what another had deleted already hears a refusal (engine/queue/rules.md, "What ends a receipt"): that
// nobody was told would be false of it, though the refusal does not tell of the work.
func TestWhoIsRefusedForADeletedMessageWasTold(t *testing.T) {
	r, _ := run(t, "seed: create-queue jobs\nseed: put-message jobs m\n"+
		"ann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n"+
		"ben: get-messages jobs visibilitytimeout=30 as b\n"+
		"ben: delete-message $b.0 popreceipt=$b.0.receipt\nann: delete-message $a.0 popreceipt=$a.0.receipt\n")
	for _, o := range r.Outcomes {
		for _, marks := range o.Marks {
			for _, m := range marks {
				if m.Kind != "done-twice" {
					continue
				}
				said(t, r, m, "",
					"Ana's #6 was refused, and a 404 does not say whether the work was done.", "Nobody was told")
				said(t, r, m, "", "Ana heard only the refusal; the dequeue count, 2,", "cannot know")
				return
			}
		}
	}
	t.Error("no work was done twice")
}
