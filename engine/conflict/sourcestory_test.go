package conflict_test

import (
	"testing"

	"interleave/engine"
)

// The story holds the whole chain between what a request was made from and its answer (the referee's rules, "Sentences
// and advice come from the cause"): of what a request copies from, that is the answer which gave the version that it
// compares, and of one of several things in a list the one of that thing alone.
func TestTheAnswerThatGaveAComparedVersionIsInTheStory(t *testing.T) {
	const (
		blobs = "seed: create-container con\nseed: put-blob con/s one\nseed: put-blob con/d d\n"
		read  = "ann: get-blob con/s as s\n"
		tags  = "seed: set-blob-tags con/s tag.a=1\nann: get-blob-tags con/s\nben: set-blob-tags con/s tag.a=2\n"
		put   = "ben: put-blob con/s two\n"
		keys  = "seed: create-bucket bucket\nseed: put-object bucket/k one\nseed: put-object bucket/l uno\n"
	)
	for _, row := range []struct {
		name, lines string
		kind        engine.Trouble
		steps       []string
		never       string
	}{
		{"the tag of a source", blobs + read + put + "ben: put-blob con/s three\n" +
			"ann: copy-blob con/d source=con/s source-if-match=$s.etag", engine.StaleWrite,
			[]string{"Ana read v1 of con/s", "Ben saved v2 of con/s", "Ben saved v3 of con/s", "Ana sent"}, ""},
		{"told by a HEAD", blobs + "ann: get-blob-properties con/s as s\n" + put +
			"ann: copy-blob con/d source=con/s source-if-match=$s.etag", engine.StaleWrite,
			[]string{"Ana read the properties of v1 of con/s", "Ben saved v2 of con/s"}, ""},
		{"the target's beside it", blobs + "ann: get-blob con/d as d\n" + read + "ben: put-blob con/d dd\n" +
			"ann: copy-blob con/d source=con/s source-if-match=$s.etag if-match=$d.etag", engine.StaleWrite,
			[]string{"Ana read v1", "Ben saved v2"}, "con/s with"},
		{"the date of a source", blobs + read + "clock +5s\n" + put +
			"ann: copy-blob con/d source=con/s source-if-unmodified-since=$s.last-modified", engine.StaleWrite,
			[]string{"Ana read v1 of con/s", "Ben saved v2 of con/s"}, ""},
		{"its tags", blobs + tags + "ann: copy-blob con/d source=con/s source-if-tags=\"a = '1'\"", engine.StaleWrite,
			[]string{"Ana read con/s' tags", "Ben set con/s' tags", "Ana sent"}, ""},
		{"a source that is gone", blobs + read + "ben: delete-blob con/s\nben: put-blob con/s x\n" +
			"ben: delete-blob con/s\nann: copy-blob con/d source=con/s", engine.IsGone,
			[]string{"Ana read v1 of con/s", "Ben deleted con/s", "Ben saved v2", "Ben deleted con/s"}, ""},
		{"its sender's own write", blobs + "ann: put-blob con/s one as s\nben: delete-blob con/s\n" + put +
			"ann: copy-blob con/d source=con/s source-if-match=$s.etag", engine.StaleWrite,
			[]string{"Ana saved v2 of con/s", "Ben deleted con/s", "Ben saved v3 of con/s"}, ""},
		{"one of several keys", keys + "ann: get-object bucket/k as k\nann: get-object bucket/l as l\n" +
			"ben: put-object bucket/k two\nann: delete-objects bucket [k if-match=$k.etag; l if-match=$l.etag]",
			engine.StaleWrite, []string{"Ana read v1", "Ben saved v2", "Ana sent"}, "bucket/l with"},
		{"the source of an object", keys + "ann: head-object bucket/k as k\nben: put-object bucket/k two\n" +
			"ann: copy-object bucket/l source=bucket/k source-if-match=$k.etag", engine.StaleWrite,
			[]string{"Ana read the properties of v1 of bucket/k", "Ben saved v2 of bucket/k"}, ""},
	} {
		last, _, steps := lastStory(t, row.lines)
		if last.Kind != row.kind {
			t.Errorf("%s: %s", row.name, last)
		}
		stepsAre(t, row.name, steps, row.steps, row.never)
	}
}

// A condition on tags asks what they are, and not whether anybody has set them (engine/blob/rules.md, "Tags"): each who
// has set them since they were read is a cause of a refusal by them, and of what was replaced where they are again what
// they were.
func TestEachWhoSetTheTagsIsInTheStory(t *testing.T) {
	const (
		read = "writer cy \"Cy\"\nseed: create-container con\n" +
			"seed: put-blob con/b one tag.s=a\nann: get-blob-tags con/b\n"
		set  = "ben: set-blob-tags con/b tag.s=b\ncy: set-blob-tags con/b tag.s="
		put  = "\nann: put-blob con/b two tag.s=a if-tags=\"s = 'a'\""
		copy = "\nann: copy-blob con/d source=con/b source-if-tags=\"s = 'a'\""
	)
	for lines, kind := range map[string]engine.Trouble{
		read + set + "c" + put:  engine.StaleWrite,
		read + set + "a" + put:  engine.LostUpdate,
		read + set + "c" + copy: engine.StaleWrite,
	} {
		last, _, steps := lastStory(t, lines)
		if last.Kind != kind {
			t.Errorf("%s: %s", lines, last)
		}
		stepsAre(t, lines, steps, []string{"Ana read con/b's tags", "Ben set con/b's tags", "Cy set con/b's tags",
			"Ana sent"}, "")
	}
}

// A new append blob is empty (engine/blob/rules.md, "Append blobs"), and takes away each block that was appended to the
// one before: it was made from the read of that one, whichever blocks that showed.
func TestWhatAnEmptiedLogWasMadeFromIsInTheStory(t *testing.T) {
	last, _, steps := lastStory(t, "seed: create-container con\nseed: put-blob con/l \"\" type=AppendBlob\n"+
		"ben: append-block con/l aa\nann: get-blob con/l\nben: append-block con/l bb\n"+
		"ann: put-blob con/l \"\" type=AppendBlob")
	if last.Kind != engine.LostUpdate {
		t.Error(last)
	}
	stepsAre(t, "an emptied log", steps, []string{"Ana read v2", "Ben saved v3", "Ana sent"}, "")
}

// A peek of an empty queue brings no message (engine/queue/rules.md, "Message operations"): it found nothing there.
func TestAPeekOfAnEmptyQueueFoundNothing(t *testing.T) {
	_, _, steps := lastStory(t, "seed: create-queue jobs\nann: peek-messages jobs numofmessages=5\n"+
		"ben: put-message jobs x\nann: delete-queue jobs")
	stepsAre(t, "an empty queue", steps, []string{"Ana found nothing in jobs", "Ben put a message", "Ana sent"},
		"peeked")
}
