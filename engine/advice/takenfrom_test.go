package advice_test

import (
	"strings"
	"testing"
)

// Bytes of another thing are taken as they are at that moment (engine/blob/rules.md): what would have kept them from
// being mixed is a condition on the source, and what is staged shows only when it is committed.
func TestWhatWasTakenFromAnotherThing(t *testing.T) {
	const (
		src = who + "seed: create-container logs\nseed: put-blob logs/src S\nseed: put-blob logs/a \"\" " +
			"type=AppendBlob\nann: get-blob logs/src as a\nben: put-blob logs/src B\n"
		stage  = src + "ann: put-block-from-url logs/b source=logs/src block=A001 from=a\n"
		commit = "ann: put-block-list logs/b [latest A001]\n"
		part   = who + "set bucket.minimum-part=1\nseed: create-bucket data\nseed: put-object data/src S\n" +
			"ann: get-object data/src as a\nann: create-multipart-upload data/k as m\n" +
			"ann: upload-part data/k x upload=$m.upload part=1 as p\nben: put-object data/src B\n" +
			"ann: upload-part-copy data/k source=data/src upload=$m.upload part=2 as q\n"
		complete = "ann: complete-multipart-upload data/k [1=$p.etag 2=$q.etag] upload=$m.upload\n"
	)
	advisesBehind(t, []advised{
		{name: "an append", kind: "mixed-content", action: "read",
			lines: src + "ann: append-block-from-url logs/a source=logs/src from=a\n",
			want:  "Source-If-Match ..8FB4. The answer would be 412.", never: " If-Match"},
		{name: "a block that waits", kind: "mixed-content", lines: stage,
			want: "Nothing of it shows before a commit: stage what was meant under the same id first"},
		{name: "a block that was staged anew", kind: "mixed-content",
			lines: stage + "ann: put-block logs/b S block=A001\n",
			want:  "#7 has staged another block under that id since"},
		{name: "a block that was committed", kind: "mixed-content", action: "read", lines: stage + commit,
			want: "Read the whole, then write what was meant.", never: "nothing of what was mixed is left"},
		{name: "a part that waits", kind: "mixed-content", lines: part,
			want: "Nothing of it shows before the upload is completed: stage what was meant under the same number " +
				"first"},
		{name: "a part that waits beside another", kind: "mixed-content",
			lines: part + "ann: upload-part data/k y upload=$m.upload part=3\n",
			want:  "Nothing of it shows before the upload is completed", never: "nothing of what was mixed is left"},
		{name: "a part that waits beside another upload", kind: "mixed-content",
			lines: part + "ann: create-multipart-upload data/k as n\nann: upload-part data/k y upload=$n.upload " +
				"part=2\n",
			want: "Nothing of it shows before the upload is completed", never: "nothing of what was mixed is left"},
		{name: "a part that was staged anew", kind: "mixed-content",
			lines: part + "ann: upload-part data/k y upload=$m.upload part=2\n",
			want:  "#8 has staged another part under that number since: nothing of what was mixed is left."},
		{name: "a part of an upload that was given up", kind: "mixed-content",
			lines: part + "ann: abort-multipart-upload data/k upload=$m.upload\n",
			want:  "#8 has aborted the upload since: nothing of what was mixed is left."},
		{name: "a part that is not in the list", kind: "mixed-content",
			lines: part + strings.Replace(complete, " 2=$q.etag", "", 1),
			want:  "#8 has stored the whole without it since: nothing of what was mixed is left."},
		{name: "a part that was stored", kind: "mixed-content", action: "read", lines: part + complete,
			want: "Read the whole, then write what was meant.", never: "nothing of what was mixed is left"},
	})
}

// A copy of an object brings the tags of its source, unless it is told otherwise (engine/bucket/rules.md): it removes
// none for being not sent.
func TestACopyBringsTheTagsOfItsSource(t *testing.T) {
	const tagged = who + "seed: create-bucket data\nseed: put-object data/src s tag.a=1\n" +
		"seed: put-object data/dst d\nann: get-object data/dst as d\nben: put-object-tagging data/dst tag.state=ok\n"
	advises(t, []advised{
		{name: "with those of the source", kind: "lost-update", action: "read",
			lines: tagged + "ann: copy-object data/dst source=data/src if-match=$d.etag\n",
			want:  "copy-object puts those of its source in their place", never: "removes those that are not sent"},
		{name: "with none", kind: "lost-update", action: "read",
			lines: tagged + "ann: copy-object data/dst source=data/src if-match=$d.etag tagging-directive=REPLACE\n",
			want:  "copy-object removes those that are not sent"},
	})
}

// Tags that another set at the source since they were read come along with a copy that names none; no condition on the
// source stands for them, and only a read of tags shows them (engine/bucket/rules.md, "Tags").
func TestACopyTakesTagsThatWereNotRead(t *testing.T) {
	const (
		tagged = who + "seed: create-bucket data\nseed: put-object data/src s tag.state=draft\n" +
			"ann: get-object-tagging data/src as t\nann: get-object data/src as g\n"
		set  = "ben: put-object-tagging data/src tag.state=done\n"
		take = "ann: copy-object data/dst source=data/src source-if-match=$g.etag\n"
		says = "See whether the tags that Ben had set hold for data/dst too, else set those that do."
	)
	advises(t, []advised{
		{name: "set since", kind: "mixed-content", action: "read", lines: tagged + set + take,
			want: "Read the tags of the copy. " + says, never: "Source-If-Match"},
		{name: "read by now", kind: "mixed-content", lines: tagged + set + take + "ann: get-object-tagging data/dst\n",
			want: "#7 has read it. " + says},
		{name: "set anew", kind: "mixed-content", lines: tagged + set + take +
			"ann: put-object-tagging data/dst tag.state=draft\n",
			want: "#7 has set the tags of data/dst since: nothing of what was copied is left there."},
	})
}

// What another took away and a second doing puts again is there once, and undoes the other's wish.
func TestWhatWasRemovedBetweenTwoPutsIsThereOnce(t *testing.T) {
	const put = who + "seed: create-queue jobs\nann: send put-message jobs a as p\n"
	advises(t, []advised{
		{name: "two copies", kind: "done-twice",
			lines: put + "double p\ndeliver p\nben: clear-messages jobs\ndeliver p'\n",
			want:  "Ben had removed with #3 what #2 had put, and the second copy put it again. Settle with Ben",
			never: "have put it twice"},
		{name: "two tries", kind: "done-twice",
			lines: put + "deliver p\nlose p\nben: clear-messages jobs\nann: put-message jobs a again=p\n",
			want:  "Ben had removed with #3 what #2 had put, and #4 put it again. Settle with Ben",
			never: "have put the same twice"},
		{name: "a removal behind both", kind: "done-twice",
			lines: put + "double p\ndeliver p\ndeliver p'\nben: clear-messages jobs\n", never: "put it again"},
		{name: "a message that was received and done", kind: "done-twice",
			lines: put + "deliver p\nlose p\nben: get-messages jobs as g\nben: delete-message $g.0 " +
				"popreceipt=$g.0.receipt\nann: put-message jobs a again=p\n",
			want: "The work of one was done, by Ben"},
	})
}

// A whole that was stored with another's piece, as the list of the pieces had shown, has gone through, and holds that.
func TestAWholeThatHoldsAnothersPieceSaysSo(t *testing.T) {
	const parts = who + "set bucket.minimum-part=1\nseed: create-bucket data\n" +
		"ann: create-multipart-upload data/big as m\n" +
		"tell ben $m.upload\nann: upload-part data/big AA upload=$m.upload part=1 as p\n"
	advises(t, []advised{
		{name: "another's part", kind: "stale-write",
			lines: parts + "ben: upload-part data/big BB upload=$m.upload part=1 as q\n" +
				"ann: complete-multipart-upload data/big [1=$p.etag] upload=$m.upload\n" +
				"ann: list-parts data/big upload=$m.upload as l\n" +
				"ann: complete-multipart-upload data/big [1=$l.0.etag] upload=$m.upload\n",
			want:  "What it stored holds Ben's part 1, sent with #4: settle with Ben whether that is meant.",
			never: "Nothing"},
	})
}
