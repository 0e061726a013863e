package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
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
		{"seed: create-queue jobs\nseed: put-message jobs 1\nann: get-messages jobs as a\n" +
			"ann: send delete-message $a.0 popreceipt=$a.0.receipt" + lost,
			"If it is refused, the message is gone, or somebody else has it.", "cannot be removed twice"},
		{"seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a\nhold ann\n" +
			"ann: send delete-blob wiki/a as p\ndeliver p\nlose p\nhold ann off\n",
			"refusal with BlobNotFound says that it is gone", "either way"},
		{"seed: SET k v\nann: GET k\nann: send DEL k" + lost, "nswer of 0 says that it is gone", "refusal"},
	} {
		card, found := cardAtEnd(t, who+c.lines, engine.NoAnswer)
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s%v %q", c.lines, found, card.Say)
		}
	}
}
