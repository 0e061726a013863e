package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// No open over SMB may write or delete a leased file, whoever holds the lease (engine/share/rules.md, "Lease File
// against SMB"): a lease is no guard of what its holder does through a handle. By REST its holder names it, and works.
// What keeps others out is an open that shares nothing ("Sharing rule"), from before the read on.
func TestALeaseThatKeepsOutItsOwnHolderIsNoGuard(t *testing.T) {
	const read = who + "seed: create-share s\nseed: create-file s/f size=4\nann: get-file s/f\nben: get-file s/f\n"
	const first = "Had Ana opened s/f before #3, shared with nobody, and read through that handle, the answer to " +
		"Ben's request would be 409."
	const between = "ben: put-range s/f BBBB range=0-3\n"
	for _, row := range []struct {
		name, lines string
		offered     bool
		instead     string
	}{
		{"opened behind the other's write, to write", read + between +
			"ann: smb-create s/f access=RW share=RW disposition=OPEN as h\n" +
			"ann: smb-write $h.handle AAAA offset=0\n", false, first},
		{"to delete at its close", read + between + "ann: smb-create s/f access=RWD share=RWD disposition=OPEN " +
			"delete-on-close=true as h\nann: smb-close $h.handle\n", false, first},
		{"opened to delete alone", read + between + "ann: smb-create s/f access=D share=RWD disposition=OPEN " +
			"delete-on-close=true as h\nann: smb-close $h.handle\n", false, ""},
		{"opened before it", read + "ann: smb-create s/f access=RW share=RW disposition=OPEN as h\n" + between +
			"ann: smb-write $h.handle AAAA offset=0\n", false, "Had #5 been shared with nobody"},
		{"written by REST", read + between + "ann: put-range s/f AAAA range=0-3\n", true, ""},
		{"deleted by REST", read + between + "ann: delete-file s/f\n", true, ""},
		{"written by REST before as well", read + "ann: put-range s/f CC range=0-1\nben: get-file s/f\n" + between +
			"ann: put-range s/f AAAA range=0-3\n", true, ""},
	} {
		card, found := cardAtEnd(t, row.lines, engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || strings.Contains(stops, "ease") != row.offered ||
			!strings.Contains(stops, row.instead) {
			t.Errorf("%s: found %v, %q", row.name, found, stops)
		}
	}
}

// A second doing through a handle that went over another's bytes took those away (engine/conflict/rules.md, the table
// of kinds: lost-update beside done-twice): to take it back by hand would not bring them, and its file is the same.
func TestASecondWriteThroughAHandleTellsWhoseBytesWent(t *testing.T) {
	const open = who + "seed: create-share s\nseed: create-file s/f size=4\n" +
		"ann: get-file s/f\nann: smb-create s/f access=RW share=RW disposition=OPEN as h\n" +
		"ann: send smb-write $h.handle AAAA offset=0 as w\ndeliver w\nlose w\n"
	const again = "ann: smb-write $h.handle AAAA offset=0 again=w\n"
	for _, row := range []struct{ name, lines, want, never string }{
		{"over another's bytes", open + "ben: get-file s/f\nben: put-range s/f BBBB range=0-3\n" + again,
			"and took away what Ben's #7 had put there since. Tell Ben", "by hand"},
		{"over one's own alone", open + again, "", "Tell Ben"},
	} {
		card, found := cardAtEnd(t, row.lines, engine.DoneTwice)
		if !found && row.want != "" || !strings.Contains(card.Say, row.want) || strings.Contains(card.Say, row.never) {
			t.Errorf("%s: found %v, %q", row.name, found, card.Say)
		}
	}
}
