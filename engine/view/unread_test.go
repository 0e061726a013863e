package view_test

import (
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// Two hosts claim the same blob unseen, or one takes what its listing names: last writer wins allows it, so there is no
// mark, and the program does not pass it over in silence. Who looked first, by a listing too, or asked that nothing be
// there, is judged instead.
func TestAWorkReplacedUnreadIsTold(t *testing.T) {
	const start = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"
	for _, row := range []struct{ lines, says string }{
		{"ana: put-blob own/p0 ana\nben: put-blob own/p0 ben\n",
			"Ben's #3 replaced Ana's work (#2) without having read it, and nothing was compared."},
		{"ana: put-blob own/p0 ana if-none-match=*\nben: delete-blob own/p0\n" +
			"ben: put-blob own/p0 ben if-none-match=*\n",
			"Ben's #3 removed Ana's work (#2) without having read it, and nothing was compared."},
		{"ana: put-blob own/p0 ana\nben: list-blobs own\nben: put-blob own/p0 ben\n",
			"Ben's #4 replaced Ana's work (#2) without having read it, and nothing was compared."},
		{"seed: put-blob own/p0 none\nana: list-blobs own\nben: list-blobs own as l\nana: put-blob own/p0 ana\n" +
			"ben: put-blob own/p0 ben if-match=$l.0.etag\nben: get-blob own/p0 as g\n" +
			"ben: put-blob own/p0 ben if-match=$g.etag\n", "The version that it named was compared and held"},
		{"seed: put-blob own/p0 none\nana: set-blob-tags own/p0 tag.t=1\nben: put-blob own/p0 ben\n",
			"Ben's #4 removed Ana's tags (#3) without having read them, and nothing was compared."},
		{"ana: list-blobs own\nben: list-blobs own\nana: put-blob own/p0 ana\nben: put-blob own/p0 ben\n", ""},
		{"ana: put-blob own/p0 ana\nben: get-blob own/p0\nben: put-blob own/p0 ben\n", ""},
		{"ana: put-blob own/p0 ana\nben: put-blob own/p0 ben if-none-match=*\n", ""},
		{"ben: get-blob own/p0\nana: put-blob own/p0 ana\nben: put-blob own/p0 ben\n",
			""}, // a lost update has its mark
	} {
		v := roomtest.AtEnd(t, start+row.lines)
		if got := v.Unread(); (got == "") != (row.says == "") || !strings.Contains(got, row.says) {
			t.Errorf("%s: %q, want %q", row.lines, got, row.says)
		}
	}
}

// Claims without a condition, and without a read, have no mark (engine/conflict/rules.md, "Silent"): where no card
// stands it is said how many went through, and whose were overwritten.
func TestBlindWritesOneOverTheOtherAreCounted(t *testing.T) {
	const scene = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-container hub\n" +
		"seed: put-blob hub/0 \"\"\nann: set-blob-metadata hub/0 meta.owner=ann\n" +
		"ben: set-blob-metadata hub/0 meta.owner=ben\n"
	const counted = "3 writes to hub/0 went through so, one over the other: Ana's #3 and Ben's #4 are overwritten, " +
		"and each writer was told that it went well."
	said := roomtest.AtEnd(t, scene+"cem: set-blob-metadata hub/0 meta.owner=cem\n").Unread()
	if !strings.Contains(said, counted) {
		t.Error(said)
	}
	if said := roomtest.AtEnd(t, scene).Unread(); strings.Contains(said, "one over the other") {
		t.Error(said)
	}
}

// Who removes what several made removes the work of each of them, and that is told of each: a container goes with its
// blobs, a queue is cleared with all its messages, a blob goes with its metadata.
func TestUnreadWorkIsToldOfAllWhoseItWas(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\n"
	const both = "Cal's #4 removed Ana's work (#2) and Ben's work (#3) without having read them"
	for lines, want := range map[string]string{
		"seed: create-queue jobs\nann: put-message jobs 1\nben: put-message jobs 2\ncal: clear-messages jobs\n": both,
		"seed: create-container con\nann: put-blob con/a A\nben: put-blob con/b B\ncal: delete-container con\n": both,
		"seed: create-container con\nseed: put-blob con/k 1\nann: put-blob con/k 2 meta.a=1\n" +
			"cal: set-blob-metadata con/k meta.c=2\nben: delete-blob con/k\n": "Ana's #3 and Cal's #4 are overwritten",
	} {
		if said := roomtest.AtEnd(t, who+lines).Unread(); !strings.Contains(said, want) {
			t.Errorf("%s%q, want %q", lines, said, want)
		}
	}
}
