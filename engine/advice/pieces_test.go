package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A piece is made from what its sender knew when it sent it (engine/conflict/rules.md, "Base": what a request's content
// was made from), so a tag that was read behind it is no guard for it; and a piece alone stores nothing.
func TestAdviceOfAnUploadGoesByWhenItsPiecesWereSent(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v0\n"
		refused = "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k AAAA upload=$u.upload part=1 " +
			"as p\nben: put-object lake/k ben\nann: get-object lake/k as g\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
		anew = "ann: create-multipart-upload lake/k as v\n"
		more = "ann: upload-part lake/k %s upload=$v.upload part=1 as q\n" +
			"ann: complete-multipart-upload lake/k [1=$q.etag] upload=$v.upload if-match=$g.etag\n"
		before = "ann: get-object lake/k as g\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k AAAA upload=$u.upload part=1 as p\nben: put-object lake/k ben\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
		later = "ann: put-object lake/k ann\n"
		first = "ann: create-multipart-upload lake/k as a\nann: upload-part lake/k AAAA upload=$a.upload part=1 " +
			"as q\nben: create-multipart-upload lake/k as u\nben: upload-part lake/k BBBB upload=$u.upload part=1 " +
			"as p\n"
		absent = "ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload " +
			"if-none-match=*\nben: get-object lake/k\n" +
			"ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"the tag was read behind the parts", head + refused, "they would replace it. Put Ana's change " +
			"into what is there", "under the same condition"},
		{"the tag was read in front of the parts", head + before, "", "they would replace it"},
		{"a new upload was begun", head + refused + anew, "Put Ana's change into", "Nothing is left to send"},
		{"the same parts went into it", head + refused + anew + strings.Replace(more, "%s", "AAAA", 1),
			"from before #6 read Ben's work (#5), and #10 has replaced that work", "Nothing is left to send"},
		{"other parts went into it", head + refused + anew + strings.Replace(more, "%s", "benAAAA", 1),
			"Nothing is left to send", "replaced"},
		{"the condition was left out", head + first + "ann: complete-multipart-upload lake/k [1=$q.etag] " +
			"upload=$a.upload\n" + absent, "read Ana's work (#7), and #10 has replaced that work",
			"Nothing is left to send"},
		{"a later write hides it", head + first + later + absent, "no read will ever show it",
			"Nothing is left to send"},
	} {
		kind := engine.TwoAtOnce
		if strings.Contains(c.lines, "if-none-match") {
			kind = engine.AlreadyThere
		}
		card, found := cardAtEnd(t, c.lines, kind)
		if !found && c.want != "" || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
		}
	}
}

// What a condition on the source of a copy refused is the source, so that is what is read for its new tag.
func TestACopyRefusedForItsSourceReadsTheSource(t *testing.T) {
	for name, lines := range map[string]string{
		"S3": "seed: create-bucket lake\nseed: put-object lake/k v0\nseed: put-object lake/src s0\n" +
			"ann: get-object lake/src as g\nben: put-object lake/src s1\n" +
			"ann: copy-object lake/k source=lake/src source-if-match=$g.etag\n%s: get-object lake/src\n",
		"Blob": "seed: create-container lake\nseed: put-blob lake/k v0\nseed: put-blob lake/src s0\n" +
			"ann: get-blob lake/src as g\nben: put-blob lake/src s1\n" +
			"ann: copy-blob lake/k source=lake/src source-if-match=$g.etag\n%s: get-blob lake/src\n",
	} {
		head := "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		card, _ := cardAtEnd(t, head+strings.Replace(lines, "%s", "ben", 1), engine.StaleWrite)
		if len(card.Inputs) == 0 || card.Inputs[0].(engine.Send).Args[0].Value.String() != "lake/src" {
			t.Error(name, card.Say, card.Inputs)
		}
		card, _ = cardAtEnd(t, head+strings.Replace(lines, "%s", "ann", 1), engine.StaleWrite)
		if !strings.Contains(card.Say, "has read it. See whether it is still to be copied") {
			t.Error(name, card.Say)
		}
	}
}

// A range that was cleared, or never written, is nothing in a file that is there (engine/share/rules.md, ranges).
func TestAClearedRangeIsNoFileThatIsGone(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/a 16\n" +
		"seed: put-range s/a aaaa range=0-3\nben: get-file s/a\nann: acquire-file-lease s/a duration=-1 as l\n" +
		"ann: put-range s/a CCCC range=0-3 lease=$l.lease\nben: put-range s/a BBBB range=0-3\n" +
		"ann: put-range s/a range=4-7 write=clear lease=$l.lease\n" +
		"ann: release-file-lease s/a lease=$l.lease\nben: get-file s/a\n"
	if card, _ := cardAtEnd(t, lines, engine.IsLeased); strings.Contains(card.Say, "is gone") || card.Say == "" {
		t.Error(card.Say)
	}
}
