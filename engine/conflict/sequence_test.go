package conflict_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Every answer that gives the sequence number of a page blob shows it: Get Blob of a range, Put Page, Set Blob
// Properties, and one's own put (engine/blob/rules.md, "Page blobs and sequence numbers"). Who had it so, and sets it
// over what another set since, has lost that one's update of it; who had only a list of the pages is blind.
func TestANumberSetOverAnothersIsLost(t *testing.T) {
	const start = "seed: create-container con\nseed: put-blob con/p type=PageBlob size=512 sequence=3\n"
	const sets = "ben: get-blob-properties con/p\nben: set-blob-properties con/p sequence-action=update sequence=4\n" +
		"ann: set-blob-properties con/p sequence-action=update sequence=4\n"
	for had, kind := range map[string]engine.Trouble{
		"get-blob con/p range=0-1":                            engine.LostUpdate,
		"put-blob con/p type=PageBlob size=512 sequence=3":    engine.LostUpdate,
		"set-blob-properties con/p content-type=text/plain":   engine.LostUpdate,
		"put-page con/p \"\" range=0-511 page-write=clear":    engine.LostUpdate,
		"set-blob-properties con/p sequence-action=increment": engine.LostUpdate,
		"get-page-ranges con/p":                               "",
	} {
		r, last := run(t, start+"ann: "+had+"\n"+sets)
		if last.Kind != kind {
			t.Errorf("%s: %s", had, last)
			continue
		}
		if kind == "" {
			continue
		}
		told := conflict.Story(r.Timeline.World(), last)
		const first = "Ben's sequence number was overwritten by Ana. Nobody was told."
		const step = "Ben set con/p's sequence number to 4 with #5."
		if told.First != first || told.Steps[1].Text != step {
			t.Errorf("%s: %s\n%+v", had, told.First, told.Steps)
		}
	}
}
