package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// engine/bucket/rules.md, "Versioning": a read of a key under a delete marker is answered 404, what is below stays, and
// a delete of the marker's own version brings it back. Where nothing is below there is nothing to bring back.
func TestAReadUnderADeleteMarkerIsToldHowItComesBack(t *testing.T) {
	const (
		head    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket photos\n"
		kept    = "seed: put-bucket-versioning photos Enabled\n"
		put     = "ann: put-object photos/cat.txt meow\n"
		deleted = "ann: delete-object photos/cat.txt as d\n"
		read    = "ben: get-object photos/cat.txt\n"
		back    = "tell ben $d.version-id\nben: delete-object photos/cat.txt version-id=$d.version-id\n"
	)
	whose := "Ben found nothing at photos/cat.txt: the delete marker that Ana set at 00:00 stands on top of it. " +
		"delete-object with version-id "
	for lines, told := range map[string][]string{
		head + kept + put + deleted + read: {whose,
			", and v1 is there again with nothing written.", "Settle that with Ana."},
		head + kept + put + deleted + read + "ann: put-object photos/cat.txt new\n": nil,
		head + kept + put + deleted + read + back:                                   nil,
		head + put + deleted + read:                                                 nil,
		head + kept + deleted + read:                                                nil, // nothing is below
		head + kept + put + deleted:                                                 nil, // nobody has looked
		head + kept + read:                                                          nil,
	} {
		why, how := advice.Hidden(roomtest.AtEnd(t, lines))
		said := strings.TrimSpace(why + " " + how)
		if (said == "") != (told == nil) {
			t.Errorf("%s: %q", lines, said)
		}
		for _, want := range told {
			if !strings.Contains(strings.ReplaceAll(said, "00:00.0", "00:00"), want) {
				t.Errorf("%s: %q is not in %q", lines, want, said)
			}
		}
		if strings.Contains(said, "..") {
			t.Errorf("an id is cut, and cannot be typed: %q", said)
		}
	}
	why, own := advice.Hidden(roomtest.AtEnd(t, head+kept+put+deleted+strings.Replace(read, "ben", "ann", 1)))
	if why == "" || own == "" || strings.Contains(own, "Settle") {
		t.Errorf("of one's own marker it is said: %q", own)
	}
}
