package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What a second delete is answered is the service's own: S3 says 204 of a key that is not there
// (engine/bucket/rules.md, "DeleteObject"), so that its answer tells nothing; Azure refuses it; Redis counts.
func TestWhatASecondDeleteTellsIsTheServicesOwn(t *testing.T) {
	const who, lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\n", " as p\nlose p\n"
	for _, c := range []struct{ lines, want, never string }{
		{"seed: create-bucket lake\nseed: put-object lake/m v1\nann: get-object lake/m\n" +
			"ann: send delete-object lake/m" + lost, "204 No Content either way", "refusal says"},
		{"seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a\n" +
			"ann: send delete-blob wiki/a" + lost, "refusal with BlobNotFound says that it is gone", "either way"},
		{"seed: create-queue jobs\nseed: put-message jobs 1 messagettl=-1\nann: get-messages jobs as a\n" +
			"ann: send delete-message $a.0 popreceipt=$a.0.receipt" + lost,
			"If it is refused, the message is gone, or somebody else has it.", "cannot be removed twice"},
		{"seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a\nhold ann\n" +
			"ann: send delete-blob wiki/a as p\ndeliver p\nlose p\nhold ann off\n",
			"refusal with BlobNotFound says that it is gone", "either way"},
		{"seed: SET k v\nann: GET k\nann: send DEL k" + lost, "nswer of 0 says that it is gone", "refusal"},
	} {
		saysAtEnd(t, who+c.lines, engine.NoAnswer, c.want, c.never)
	}
}

// Identical body, identical ETag (engine/bucket/rules.md, "ETags"); an Azure ETag is never given twice, a date and a
// version of a key are (engine/blob/rules.md; engine/tair/rules.md): only a tag that no other has names one thing.
func TestADeleteUnderATagThatComesAgainIsNotSafeToRepeat(t *testing.T) {
	const who, lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\n", " as p\ndeliver p\nlose p\n"
	const wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a as g\n"
	for _, c := range []struct{ name, lines, want, step string }{
		{"a hash", "seed: create-bucket lake\nseed: put-object lake/m v1\nann: get-object lake/m as g\n" +
			"ann: send delete-object lake/m if-match=$g.etag" + lost,
			"unless others may have put the same content there since: the tag fits that too",
			"a retry may find nothing, or delete what others have created since"},
		{"a tag", wiki + "ann: send delete-blob wiki/a if-match=$g.etag" + lost,
			"Send the same again: what is removed cannot be removed twice", "a retry may meet that work"},
		{"a date", wiki + "ann: send delete-blob wiki/a if-unmodified-since=$g.last-modified" + lost,
			"unless others may have created it again since", "or delete what others have created since"},
		{"a version of a key", "seed: EXSET k v\nann: EXGET k\nann: send EXCAD k 1" + lost,
			"unless others may have created it again since", "or delete what others have created since"},
	} {
		saysAtEnd(t, who+c.lines, engine.NoAnswer, c.want, "")
		v := roomtest.AtEnd(t, who+c.lines)
		troubles := v.Troubles()
		story := conflict.Story(v.Clone(), troubles[len(troubles)-1].Finding)
		if steps := fmt.Sprint(story.Steps); !strings.Contains(steps, c.step) {
			t.Errorf("%s: %s", c.name, steps)
		}
	}
}
