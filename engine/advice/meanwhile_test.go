package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What stands under the name of a refused request by now, and since when, is asked of the service and not of the names
// of requests: a staged block is no blob (engine/blob/rules.md, "Block blobs": Get finds none), a closed handle is no
// deleted file, a renamed file is read under its new name (engine/share/rules.md, "FileREST operations"), and what
// one's own request made anew is there. What another deleted meanwhile is not brought back without a word of it.
func TestWhatStandsThereMeanwhileIsAsked(t *testing.T) {
	const (
		writers = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		blob    = writers + "seed: create-container cont\nseed: put-blob cont/b 1\n"
		staged  = blob + "ana: get-blob cont/b as r\nben: delete-blob cont/b\nana: put-blob cont/b 2 " +
			"if-match=$r.etag\n" +
			"ben: put-block cont/b zz block=A001\n"
		leased = blob + "ana: acquire-blob-lease cont/b duration=30 as l\nben: put-blob cont/b 2\n"
		taken  = leased + "ana: delete-blob cont/b lease=$l.lease\n"
		row    = writers + "seed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
			"ana: delete-entity acc/p/a if-match=*\nben: merge-entity acc/p/a .n=2 if-match=*\n"
		file    = writers + "seed: create-share shr\nseed: create-file shr/f 4\n"
		closing = file + "writer cy \"Cy\"\nana: smb-create shr/f access=RWD share=RWD disposition=OPEN " +
			"delete-on-close=true as h\nben: smb-create shr/f access=RW share=RWD disposition=OPEN as g\n" +
			"ana: smb-close $h.handle\nben: smb-write $g.handle bb\nben: smb-close $g.handle\n"
		locked = file + "ana: smb-create shr/f access=RW share=RWD disposition=OPEN as h\n" +
			"ana: smb-lock $h.handle offset=0 length=4\n" +
			"ben: smb-create shr/f access=RW share=RWD disposition=OPEN as g\n"
		written = locked + "ben: smb-write $g.handle bb\nben: smb-close $g.handle\n"
		asked   = locked + "ben: smb-lock $g.handle offset=0 length=4 fail-immediately=true\nben: smb-close " +
			"$g.handle\n" +
			"ana: smb-close $h.handle\n"
		alone = file + "ana: smb-create shr/f access=RW share=none disposition=OPEN as h\nben: get-file shr/f\n" +
			"ana: smb-close $h.handle\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a staged block", staged + "ben: put-block-list cont/b A001\n", engine.IsGone, "anew since Ben's #7", "#6"},
		{"deleted under its lease", taken, engine.IsLeased, "cont/b is gone, by Ana's #5 (delete-blob)", "same again"},
		{"and brought back", taken + "ben: put-blob cont/b 2\n", engine.IsLeased, "tell Ana that #6 brought it back",
			"Nothing is left"},
		{"given back", leased + "ana: release-blob-lease cont/b lease=$l.lease\n", engine.IsLeased, "same again",
			"gone"},
		{"a row of one's own", row + "ben: insert-or-merge-entity acc/p/a .m=3\n", engine.IsGone,
			"Ben's own #5 has made it anew", "It is gone"},
		{"a file of one's own", file + "ana: delete-file shr/f\nben: put-range shr/f bb range=0-1\n" +
			"ben: smb-create shr/f access=RW share=RWD disposition=CREATE\n", engine.IsGone,
			"Ben's own #5 has made it anew", "It is gone"},
		{"a closed handle, and the lock stands", written, engine.SharedFile,
			"Ana's #4 is still in the way. The handle is closed. Open the file again", "is over"},
		{"and the lock is over", written + "ana: smb-close $h.handle\n", engine.SharedFile,
			"is over. The handle is closed",
			"gone"},
		{"a lock through it", asked, engine.SharedFile, "is over. The handle is closed", "nothing is left"},
		{"a closed handle of what is gone", written + "ana: smb-close $h.handle\nana: delete-file shr/f\n",
			engine.SharedFile, "shr/f is gone", "Open the file"},
		{"a read of what was renamed", alone + "ana: rename-file shr/g source=shr/f\n", engine.SharedFile,
			"shr/f is shr/g now, by Ana's #6. Read it there", "nothing is left"},
		{"deleted at its close, and made anew", closing + "cy: create-file shr/f 2\n", engine.LostUpdate,
			"Tell Ben what #3 removed", "replaced"},
		{"a read of what was deleted", alone + "ana: delete-file shr/f\n", engine.SharedFile, "nothing is left to read",
			"now, by"},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
}

// Two who set the very same beside a text, as tags, the second without having seen the first: a read shows what the
// first had set (engine/conflict/rules.md, "By part": it harms, as it did not know it). What stands otherwise by now is
// not shown by any.
func TestTheVerySameSettingIsStillShown(t *testing.T) {
	const (
		start = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b 1\n" +
			"seed: create-share sh\nseed: create-file sh/f 4\n"
		shown = "set the very same that Ben had set with #"
	)
	for _, c := range []struct{ lines, want string }{
		{"ana: get-blob-tags cont/b\nben: set-blob-tags cont/b tag.a=1\nana: set-blob-tags cont/b tag.a=1\n", shown},
		{"ana: get-blob-tags cont/b\nben: set-blob-tags cont/b tag.a=1\nana: set-blob-tags cont/b tag.a=2\n",
			"no longer shows it"},
		{"ana: get-blob-properties cont/b\nben: set-blob-tier cont/b tier=Cool\nana: set-blob-tier cont/b tier=Cool\n",
			shown},
		{"ana: get-file-metadata sh/f\nben: set-file-metadata sh/f meta.a=1\nana: set-file-metadata sh/f meta.a=1\n",
			shown},
		{"ana: get-file-metadata sh/f\nben: set-file-metadata sh/f meta.a=1\nana: set-file-metadata sh/f meta.a=1\n" +
			"ana: set-file-metadata sh/f meta.b=1\n", "no longer shows it"},
		{"ana: get-blob cont/b\nben: set-blob-tier cont/b tier=Cool\nana: set-blob-tier cont/b tier=Cool\n" +
			"ben: set-blob-metadata cont/b meta.a=1\n", shown},
	} {
		saysAtEnd(t, start+c.lines, engine.LostUpdate, c.want, "")
	}
}

// A lease that would stop a removal from taking another's work with it is one of that thing: who deletes a container
// under its lease has one already.
func TestALeaseThatWouldStopARemovalNamesItsThing(t *testing.T) {
	lines := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b v1\n" +
		"ana: acquire-container-lease cont duration=60 as l\nana: list-blobs cont\nben: put-blob cont/b vb\n" +
		"ana: delete-container cont lease=$l.lease\n"
	card, found := cardAtEnd(t, lines, engine.LostUpdate)
	stops := strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease of 60 s on cont/b taken by Ana before") {
		t.Errorf("%t %q", found, stops)
	}
}
