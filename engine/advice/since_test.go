package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What a rename took from a name is not gone, and the lease that stands against a rename may be that of its source
// (engine/share/rules.md, "FileREST operations", Rename File).
func TestARenameIsFollowed(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/a 5\n"
		put  = "ana: put-range docs/a 11111 range=0-4\n"
		move = "ben: rename-file docs/b source=docs/a\n"
		dirs = "seed: create-directory docs/d\nseed: create-file docs/d/a 5\n"
		held = head + "ana: acquire-file-lease docs/a duration=-1 as l\n"
		keys = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: SET k v\nana: GET k\nben: RENAME k h\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a write", head + move + put, engine.IsGone, "docs/a is docs/b now, by Ben's #", "wanted again"},
		{"renamed twice", head + move + "ben: rename-file docs/c source=docs/b\n" + put, engine.IsGone,
			"docs/a is docs/c now", ""},
		{"a delete", head + move + "ana: delete-file docs/a\n", engine.IsGone, "settle with Ben", "nothing is left"},
		{"deleted under the new name", head + move + "ben: delete-file docs/b\n" + put, engine.IsGone, "It is gone",
			"now, by"},
		{"and back", head + move + put + "ben: rename-file docs/a source=docs/b\n", engine.IsGone,
			"docs/a is back: Ben's #3 had renamed it, and #5 gave it its name again. Read it, and put",
			"is docs/a now"},
		{"back, and another under the new name", head + move + put + "ben: rename-file docs/a source=docs/b\n" +
			"ben: create-file docs/b 5\n", engine.IsGone, "docs/a is back", "is docs/b now"},
		{"a delete by who renamed it", head + "ana: rename-file docs/b source=docs/a\nana: delete-file docs/a\n",
			engine.IsGone, "decide whether it is still to be deleted", "settle with"},
		{"a key", keys + "ana: SET k w XX\n", engine.IsGone, "k is h now, by Ben's #", "wanted again"},
		{"a key that is back", keys + "ana: SET k w XX\nben: RENAME h k\n", engine.IsGone, "k is back", "anew"},
		{"a key of a database that is not selected", "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: SET k v\n" +
			"ben: MOVE k 1\nana: SET k w XX\n", engine.IsGone, "k is db1:k now, by Ben's #", "wanted again"},
		{"a key, and another made under its name", keys + "ben: SET k w\nana: CAS k v 3\n", engine.StaleWrite,
			"What Ana had read with #2 was moved away by Ben's #3", "was removed"},
		{"its directory", head + dirs + "ben: rename-directory docs/e source=docs/d\n" +
			"ana: put-range docs/d/a 11111 range=0-4\n", engine.IsGone, "docs/d/a is docs/e/a now", ""},
		{"a new name in it", head + dirs + "ben: rename-directory docs/e source=docs/d\nana: create-file docs/d/n 5\n",
			engine.IsGone, "docs/d is docs/e now", ""},
		{"a key that has come back", "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: SET k v\nben: RENAMENX k h\n" +
			"ana: RENAME k h\nben: EXSET k v\n", engine.IsGone, "k was gone, and is there anew", "now, by"},
		{"a lease on what is back", held + move + "ana: rename-file docs/b source=docs/a source-lease=$l.lease\n" +
			"ana: rename-file docs/a source=docs/b\n", engine.IsLeased, "is over", "docs/a is docs/a"},
		{"a lease on the source", held + move, engine.IsLeased, "settle first whether Ana is still working", "is over"},
		{"one's own", held + "ana: rename-file docs/b source=docs/a\n", engine.IsLeased, "current id", ""},
		{"which is over", held + "ben: break-file-lease docs/a\n" +
			"ana: rename-file docs/b source=docs/a source-lease=$l.lease\n", engine.LeaseOver, "Stop the work", ""},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if strings.Contains(card.Say, "db1:") && card.Action != "" {
			t.Errorf("%s: it reads in another database", c.name)
		}
		if !found || !strings.Contains(card.Say, c.want) || c.never != "" && strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
		}
	}
}

// What stood in the way of a request is over: but the thing that it meant is another one by now, or gone, and the same
// again would meet what another has made since.
func TestTheSameAgainMeetsTheSameThing(t *testing.T) {
	const (
		writers = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		open    = writers + "seed: create-share docs\nseed: create-directory docs/d\nseed: create-file docs/d/a 5\n" +
			"ana: smb-create docs/d/a access=RW share=RWD as h\n"
		rename = open + "ben: rename-file docs/d/b source=docs/d/a\nana: smb-close $h.handle\n"
		anew   = "ana: create-directory docs/d\nana: create-file docs/d/a 5\n"
		blob   = writers + "seed: create-container docs\nseed: put-blob docs/x 1\n" +
			"ana: acquire-blob-lease docs/x duration=-1 as l\n"
		gone  = "ana: delete-blob docs/x lease=$l.lease\n"
		lease = writers + "seed: create-container docs\nana: acquire-container-lease docs duration=60 as l\n" +
			"ben: break-container-lease docs period=0\nana: renew-container-lease docs lease=$l.lease\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want        string
	}{
		{"it stands", rename, engine.SharedFile, "send the same again"},
		{"another's of its name", rename + "ben: rename-directory docs/e source=docs/d\n" + anew, engine.SharedFile,
			"meant is gone, by Ben's #"},
		{"its directory moved", rename + "ana: rename-directory docs/e source=docs/d\n", engine.SharedFile,
			"docs/d/a is docs/e/a now"},
		{"a delete of what was deleted", blob + "ben: delete-blob docs/x\n" + gone, engine.IsLeased,
			"nothing is left to delete"},
		{"a block of it", blob + "ben: put-block docs/x B block=AAAA\n" + gone, engine.IsLeased,
			"Settle first whether it is wanted again"},
		{"a renewal", lease + "ben: delete-container docs\n", engine.LeaseOver, "nothing is left to renew"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || !strings.Contains(card.Say, c.want) || (card.Action == "retry") != (c.name == "it stands") {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}

// To who renamed and heard nothing, a 404 under the old name is the same whoever moved it: what stands under the new
// one is to be looked at.
func TestARenameWithoutAnAnswerIsLookedAt(t *testing.T) {
	const lost = "writer ann \"Ana\"\nseed: create-share s\nseed: create-file s/a 4\n" +
		"ann: send rename-file s/b source=s/a as p\ndeliver p\nlose p\nann: rename-file s/b source=s/a again=p\n"
	for lines, want := range map[string]string{
		lost: "Nothing is called s/a any more: #3, which had no answer, moved it, or somebody else " +
			"did. Read s/b.",
		lost + "ann: get-file s/b\n": "#5 has read it. Nothing is called s/a any more",
	} {
		saysAtEnd(t, lines, engine.OwnEcho, want, "Stop: #3 was done")
	}
}

// What a request found gone may stand there again by now: as it was, by a removal of its delete marker or while deleted
// things are kept (bucket/rules.md, "Versioning"; blob/rules.md, "Soft delete"), or as another thing. Then nothing is
// said to be gone.
func TestWhatIsThereAgainIsNotSaidToBeGone(t *testing.T) {
	const (
		kept = "seed: set-blob-service-properties devstore property.DeleteRetentionPolicy=" +
			"\"<Enabled>true</Enabled><Days>7</Days>\"\n"
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\n" + kept + "seed: create-container docs\n" +
			"seed: put-blob docs/a one\nann: get-blob docs/a as g\nben: delete-blob docs/a\n"
		write, remove = "ann: put-blob docs/a two if-match=$g.etag\n", "ann: delete-blob docs/a if-match=$g.etag\n"
		read          = "ann: get-blob docs/a if-match=$g.etag\n"
		again         = "docs/a was gone, and is back as it was since "
		lake          = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"seed: put-bucket-versioning lake Enabled\nseed: put-object lake/a one\nann: get-object lake/a as g\n" +
			"ben: delete-object lake/a as d\nann: put-object lake/a two if-match=$g.etag\n" +
			"ben: delete-object lake/a version-id=$d.version-id\n"
	)
	for _, c := range []struct{ name, lines, say string }{
		{"a write, kept", head + write + "ben: undelete-blob docs/a\n", again + "Ben's #7: send the same again."},
		{"a write, kept by its sender", head + write + "ann: undelete-blob docs/a\n",
			again + "Ana's #7: send the same again."},
		{"a write, the marker removed", lake, "lake/a was gone, and is back as it was since Ben's #7: send the same"},
		{"a delete, kept", head + remove + "ben: undelete-blob docs/a\n",
			again + "Ben's #7: settle with Ben whether it is still to be deleted."},
		{"a delete, kept by its sender", head + remove + "ann: undelete-blob docs/a\n",
			again + "Ana's #7: settle whether it is still to be deleted."},
		{"a delete, made anew", head + remove + "ben: put-blob docs/a new\n",
			"docs/a was gone, and is there anew since Ben's #7. Read it."},
		{"a delete, made anew by its sender", head + remove + "ann: put-blob docs/a new\n",
			"Ana's #7 has written it since: sent again, #6 would delete that too."},
		{"a read, made anew", head + read + "ben: put-blob docs/a new\n",
			"docs/a was gone, and is there anew since Ben's #7. Read it."},
		{"a read, kept", head + read + "ben: undelete-blob docs/a\n", again + "Ben's #7: send the same again."},
		{"a delete, made anew in a transaction", strings.Split(head, "seed:")[0] + "seed: SET k 1\nann: GET k\n" +
			"ben: DEL k\nann: DEL k\nben: MULTI\nben: SET k 2\nben: EXEC\n",
			"k was gone, and is there anew since Ben's #7. Read it."},
		{"a delete again, made anew", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\n" +
			"seed: put-blob docs/a one\nann: send delete-blob docs/a as p\ndeliver p\nlose p\n" +
			"ann: delete-blob docs/a again=p\nben: put-blob docs/a new\n",
			"It is gone, by #3 or by somebody else: nothing is left to delete. What is there now is by Ben's #5, and"},
		{"a delete, still gone", head + remove, "It is gone already: nothing is left to delete."},
		{"a read, still gone", head + read, "It is gone. Stop."},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found {
			card, found = cardAtEnd(t, c.lines, engine.OwnEcho)
		}
		if !found || !strings.HasPrefix(card.Say, c.say) {
			t.Errorf("%s: %t %q, want %q", c.name, found, card.Say, c.say)
		}
	}
}
