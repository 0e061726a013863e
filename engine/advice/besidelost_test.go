package advice_test

import "testing"

// A text is not all that a write replaces: what another had set beside it goes too, whatever becomes of the text
// (engine/blob/rules.md and engine/bucket/rules.md: a put clears what it does not send).
func TestWhatStandsBesideATextIsNotForgotten(t *testing.T) {
	const (
		object = who + "seed: create-bucket data\nseed: put-object data/r hello\nann: get-object data/r as a\n"
		ann    = "ann: put-object data/r \"hello ann\" if-match=$a.etag\n"
		blob   = who + "seed: create-container data\nseed: put-blob data/r v0\nann: get-blob data/r as a\n"
	)
	advises(t, []advised{
		{name: "the same text under a tag that fits again", kind: "same-number",
			lines: object + "ben: put-object data/r hello meta.by=ben tag.state=ok\n" + ann,
			want:  "but #5 took what Ben had set beside it: metadata.by, tags.state. Tell Ben", never: "put a number"},
		{name: "nothing beside it", kind: "same-number", lines: object + "ben: put-object data/r hello\n" + ann,
			want: "no text is lost by this. Where it matters that it was written, put a number into the content."},
		{name: "the same lines of an object", kind: "stale-write", action: "read",
			lines: object + "ben: put-object data/r \"hello ben\" meta.by=ben tag.state=ok\n" + ann,
			want:  "send it with the new tag and with what it has beside the text: meta.by, tag.state."},
		{name: "the same lines of a blob", kind: "stale-write", action: "read",
			lines: blob + "ben: put-blob data/r \"v0 ben\" meta.by=ben tag.state=ok\n" +
				"ann: put-blob data/r \"v0 ann\" if-match=$a.etag\n",
			want: "send it with the new tag and with what it has beside the text: meta.by, tag.state."},
		{name: "the same lines with nothing beside them", kind: "stale-write", action: "read",
			lines: blob + "ben: put-blob data/r \"v0 ben\"\nann: put-blob data/r \"v0 ann\" if-match=$a.etag\n",
			want:  "then send it with the new tag.", never: "beside the text"},
	})
}

// What was read and stands there again is no work that could be lost, whoever put it back and however it is compared:
// by a value (engine/tair/rules.md, CAS), by a sum of the bytes (engine/bucket/rules.md, ETag), or not at all.
func TestNoTextIsLostThatHadBeenPutBack(t *testing.T) {
	const (
		key    = who + "seed: SET k A\nann: GET k\nben: GET k\nben: CAS k A B\n"
		object = who + "seed: create-bucket data\nann: put-object data/r v1 as p\n" +
			"ann: send put-object data/r v2 if-match=$p.etag as w\ntimeout w\nben: get-object data/r as b\n" +
			"ben: put-object data/r ben if-match=$b.etag as c\n"
		blob = who + "seed: create-container data\nseed: put-blob data/r v1\nann: get-blob data/r\n" +
			"ben: get-blob data/r as b\nben: put-blob data/r v2 if-match=$b.etag as c\n"
	)
	advises(t, []advised{
		{name: "a value", kind: "same-number", lines: key + "ben: CAS k B A\nann: CAS k A C\n",
			want: "had put back the value that Ana had read: no value is lost by this", never: "Tell Ben"},
		{name: "one's own text", kind: "same-number",
			lines: object + "ben: put-object data/r v1 if-match=$c.etag\ndeliver w\n",
			want:  "had put back the text that Ana had put there: no text is lost by this", never: "Tell Ben"},
		{name: "another text", kind: "lost-update",
			lines:  blob + "ben: put-blob data/r v3 if-match=$c.etag\nann: put-blob data/r ann\n",
			action: "guard", want: "If it has already happened, tell Ben", never: "no text is lost"},
	})
}

// What another had put there and the replaced text had kept is unknown work too (engine/conflict/rules.md, Known):
// whose it was is told beside the one that had kept it.
func TestWhoseTextHadBeenKeptIsToldToo(t *testing.T) {
	const (
		blob = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-container data\n" +
			"seed: put-blob data/r v1\nann: get-blob data/r\nben: get-blob data/r as b\n" +
			"ben: put-blob data/r \"v2 ben\" if-match=$b.etag\ncy: get-blob data/r as c\n"
		ann = "ann: put-blob data/r ann\n"
	)
	advises(t, []advised{
		{name: "kept", kind: "lost-update", action: "guard", lines: blob +
			"cy: put-blob data/r \"v2 ben, cy\" if-match=$c.etag\n" + ann, want: "Tell Ben too: #7 had kept what #5"},
		{name: "replaced", kind: "lost-update", action: "guard", lines: blob +
			"cy: put-blob data/r \"cy\" if-match=$c.etag\n" + ann, want: "tell Cy", never: "Tell Ben too"},
	})
}
