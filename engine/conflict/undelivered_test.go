package conflict_test

import "testing"

// What was sent in time and did not arrive is why a message came back, or a lease ended (engine/queue/rules.md, "Pop
// receipts", R3; engine/blob/rules.md, "Leases"): no answer tells of it, and the story has it in its place, before the
// end that it was to keep off.
func TestWhatDidNotArriveInTimeIsTold(t *testing.T) {
	const (
		head = "seed: create-queue jobs\nseed: put-message jobs pay\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n"
		worked = head + "clock +10s\nann: does $g.0\nclock +1s\n"
		gone   = "ann: send delete-message $g.0 popreceipt=$g.0.receipt as d\n"
		longer = "ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as d\n"
		lose   = "lose d\n"
		comes  = "clock +31s\nben: get-messages jobs as h\nben: does $h.0\n"
		first  = "The message was visible again at 00:30.0."
		delete = "Ana sent #4 at 00:11.0, which was to delete the message: it "
		late   = worked + "clock +20s\n" + gone + lose + "ben: get-messages jobs as h\nben: does $h.0\n"
		lease  = "seed: create-container locks\nseed: put-blob locks/l x\n" +
			"ann: acquire-blob-lease locks/l duration=15 as l\nclock +12s\n" +
			"ann: send renew-blob-lease locks/l lease=$l.lease as r\n"
		holds = "lose r\nclock +6s\nben: acquire-blob-lease locks/l duration=15\n"
		box   = "seed: create-container locks\nann: acquire-container-lease locks duration=15 as l\nclock +12s\n" +
			"ann: send renew-container-lease locks lease=$l.lease as r\nlose r\nclock +6s\n" +
			"ben: acquire-container-lease locks duration=15\nann: delete-container locks lease=$l.lease\n"
		renew = ", which was to renew it: it was lost on its way."
	)
	for _, c := range []struct {
		name, lines string
		want        []string
		never       string
	}{
		{"a delete", worked + gone + lose + comes, []string{"Ana did the work", delete + "was lost on its way.", first,
			"Ben received"}, "refused"},
		{"a delete that is under way", worked + gone + comes, []string{delete + "had not arrived by then.", first}, ""},
		{"a delete that came too late", worked + gone + "clock +31s\nben: get-messages jobs as h\ndeliver d\n" +
			"ben: does $h.0\n", []string{delete + "came at 00:42.0.", first}, "had not arrived"},
		{"a longer hiding", worked + longer + lose + comes, []string{"Ana sent #4 at 00:11.0, which was to hide the " +
			"message for longer: it was lost on its way.", first}, "delete the message"},
		{"a delete sent behind the end", late, []string{first,
			"Ana sent #4 at 00:31.0, which was to delete the message"},
			""},
		{"a renewal", lease + holds + "ann: renew-blob-lease locks/l lease=$l.lease again=r\n",
			[]string{"Ana sent #4 at 00:12.0" + renew, "ended at 00:15.0", "Ben took"}, ""},
		{"a write behind it", lease + holds + "ann: put-blob locks/l y lease=$l.lease\n",
			[]string{"Ana sent #4 at 00:12.0" + renew, "ended at 00:15.0", "Ben took"}, ""},
		{"a container", box, []string{"Ana sent #3 at 00:12.0" + renew, "ended at 00:15.0"}, ""},
		{"a break ended it", lease + "lose r\nben: break-blob-lease locks/l period=0\n" +
			"ann: renew-blob-lease locks/l lease=$l.lease\n", []string{"Ben broke"}, "was to renew"},
	} {
		_, steps, _ := storyOf(t, c.lines)
		stepsAre(t, c.name, steps, c.want, c.never)
	}
	const knows = "Ana has heard nothing of #4, and cannot know; the dequeue count, 2, tells Ben"
	saysOfAll(t, []saying{
		{worked + gone + lose + comes, "Ana's #4, which was to delete the message, was lost on its way. Nobody",
			""},
		{worked + gone + lose + comes, knows, ""},
		{worked + gone + "clock +31s\nben: get-messages jobs as h\ndeliver d\nben: does $h.0\n",
			"came at 00:42.0, when it had been handed out again. Nobody", "had not arrived"},
	})
}

// Who goes on without the id of a lease that it had is refused for another's as well (engine/blob/rules.md, "Using a
// blob while leased"): that its own had ended, and that it named none, belongs to the story. A lease that it gave back
// itself does not.
func TestARequestThatNamesNoLeaseIsToldOfItsOwn(t *testing.T) {
	const (
		head = "seed: create-container locks\nseed: put-blob locks/l x\n" +
			"ann: acquire-blob-lease locks/l duration=15 as l\n"
		taken = "clock +16s\nben: acquire-blob-lease locks/l duration=15\nann: put-blob locks/l y\n"
		file  = "seed: create-share sh\nseed: create-file sh/f 3\nann: acquire-file-lease sh/f duration=-1 as l\n" +
			"ben: break-file-lease sh/f\nben: acquire-file-lease sh/f duration=-1\nann: put-range sh/f one range=0-2\n"
		none = "No lease id was sent; in this scene the lease was "
	)
	for name, c := range map[string]struct {
		lines string
		want  []string
		never string
	}{
		"ended": {head + taken, []string{"ended at 00:15.0.", "Ben took", none}, ""},
		"given back": {head + "ann: release-blob-lease locks/l lease=$l.lease\n" + taken, []string{"Ben took",
			none}, "Ana took"},
		"a file": {file, []string{"Ana took", "Ben broke", "Ben took", none}, ""},
		"a renewal": {head + "clock +16s\nben: acquire-blob-lease locks/l duration=15\nann: renew-blob-lease locks/l " +
			"lease=$l.lease\n", []string{"ended at 00:15.0."}, "No lease id"},
	} {
		_, steps, _ := storyOf(t, c.lines)
		stepsAre(t, name, steps, c.want, c.never)
	}
}

// What a request did whose answer was lost is told with that, and until when it hid the message.
func TestWhatWasDoneAndNotHeardIsToldSo(t *testing.T) {
	const (
		blob = "seed: create-container locks\nseed: put-blob locks/l x\n" +
			"ann: acquire-blob-lease locks/l duration=-1 as l\n"
		gave  = "ann: send release-blob-lease locks/l lease=$l.lease as r\ndeliver r\n"
		again = "ben: acquire-blob-lease locks/l duration=-1\nann: release-blob-lease locks/l lease=$l.lease\n"
		file  = "seed: create-share sh\nseed: create-file sh/f 3\nann: acquire-file-lease sh/f duration=-1 as l\n" +
			"ann: send release-file-lease sh/f lease=$l.lease as r\ndeliver r\nlose r\n" +
			"ben: acquire-file-lease sh/f duration=-1\nann: release-file-lease sh/f lease=$l.lease\n"
		hides = "seed: create-queue jobs\nseed: put-message jobs pay\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nclock +20s\n" +
			"ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as d\ndeliver d\nlose d\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 again=d\n"
	)
	saysOfAll(t, []saying{
		{blob + gave + "lose r\n" + again, "Ana gave the lease back with #4; its answer was lost.", ""},
		{blob + gave + "answer r\n" + again, "Ana gave the lease back with #4.", "was lost"},
		{file, "; its answer was lost.", ""},
		{hides, "Ana updated the message at 00:20.0, which hid it until 00:50.0; its answer was lost.", ""},
	})
}
