package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// "Read before the next try: that tells whether it was done" holds of a read whose answer it changes: GET shows no
// expiry (engine/tair/rules.md), Get Object no upload that is under way and no policy (engine/bucket/rules.md), a table
// none of its rows, Get Blob none of its snapshots, Get File no handle. Where none does, none is offered.
func TestOnlyAReadThatShowsItTellsWhetherItWasDone(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lake  = who + "seed: create-bucket lake object-lock=true\nseed: put-object lake/k v1\n"
		wiki  = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
		share = who + "seed: create-share s\nseed: create-file s/f 4\n"
		opens = share + "ann: smb-create s/f access=RW share=none as h\n"
		lost  = " as p\ndeliver p\nlose p\n"
		never = " as p\nlose p\n"
	)
	for _, c := range []struct{ lines, read string }{
		{who + "seed: SET k v\nann: send EXPIRE k 1000" + lost, "TTL"},
		{who + "seed: SET k v\nann: send EXPIRE k 1000" + never, "TTL"},
		{who + "ann: send SET k v" + lost, "GET"},
		{lake + "ann: send create-multipart-upload lake/k" + lost, "list-multipart-uploads"},
		{lake + "ann: send put-object-legal-hold lake/k legal-hold=ON" + lost, "get-object"},
		{who + "seed: create-table tab\nann: send entity-group-transaction tab p [insert-entity a .n=1]" + lost,
			"get-entity"},
		{wiki + "ann: send snapshot-blob wiki/a" + lost, "list-blobs"},
		{wiki + "ann: send set-blob-tags wiki/a tag.a=1" + lost, "get-blob-tags"},
		{share + "ann: send smb-create s/f access=R share=RWD" + lost, "list-handles"},
		{opens + "ann: send smb-write $h.handle ABCD" + lost, "smb-read"},
		{share + "ann: smb-create s/f access=W share=RWD as h\nann: send smb-write $h.handle ABCD offset=0" + lost,
			"get-file"},
		{share + "ann: smb-create s/f access=W share=none as h\nann: send smb-write $h.handle ABCD offset=0" +
			lost, ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.NoAnswer)
		read := ""
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok {
				read = s.Verb
			}
		}
		if !found || read != c.read || (read == "") != strings.HasPrefix(card.Say, "Nothing that can be read tells") {
			t.Errorf("%s: %v %q: %s", c.lines, found, read, card.Say)
		}
	}
}

// A handle closes once and a lock ends once (engine/share/rules.md): the same again does no harm and tells.
func TestWhatEndsOnceIsSentAgain(t *testing.T) {
	const opens = "writer ann \"Ana\"\nseed: create-share s\nseed: create-file s/f 4\nann: smb-create s/f access=RW " +
		"share=RWD as h\nann: smb-lock $h.handle offset=0 length=2\n"
	for _, c := range []struct{ lines, foretold string }{
		{"ann: send smb-close $h.handle as p\ndeliver p\nlose p\n", "STATUS_FILE_CLOSED"},
		{"ann: send smb-close $h.handle as p\nlose p\n", ""},
		{"ann: send smb-unlock $h.handle offset=0 length=2 as p\ndeliver p\nlose p\n", "STATUS_RANGE_NOT_LOCKED"},
	} {
		card, found := cardAtEnd(t, opens+c.lines, engine.NoAnswer)
		if !found || card.Action != "retry" || card.Foretold != c.foretold ||
			!strings.Contains(card.Say, " once, and ") {
			t.Errorf("%s: %v %q %q: %s", c.lines, found, card.Action, card.Foretold, card.Say)
		}
	}
}
