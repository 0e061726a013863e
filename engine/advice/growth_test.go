package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
)

// everScenes are cards whose sentences ask what ever was: an ETag, a receipt, a digest, a version, a value and a lease
// id that nothing ever gave. Each makes one mark.
var everScenes = []struct{ name, lines string }{
	{"tag", "ann: put-blob wiki/a three if-match=\"0x8DE000000000000\"\n"},
	{"other tag", "ben: put-blob wiki/b two as o\ntell ann $o.etag\nann: put-blob wiki/a three if-match=$o.etag\n"},
	{"receipt", "seed: create-queue jobs\nseed: put-message jobs hello\n" +
		"ann: get-messages jobs visibilitytimeout=30 as g\nann: delete-message $g.0 popreceipt=AAAA\n"},
	{"digest", "seed: create-bucket lake\nseed: put-object lake/k x\n" +
		"ann: put-object lake/k y if-match=\"0123456789abcdef0123456789abcdef\"\n"},
	{"version", "seed: EXSET e v\nann: EXSET e w VER 77\n"},
	{"value", "seed: SET k v\nann: CAS k w x\n"},
	{"lease id", "ben: acquire-blob-lease wiki/a duration=60\n" +
		"ann: put-blob wiki/a x lease=11111111-2222-4333-8444-555555555555\n"},
}

// A card costs the same behind a long history as behind one twice as long: each request of the past that it looks at is
// made anew, so that its allocations tell how many those are.
func TestACardLooksAtNoMoreOfALongHistory(t *testing.T) {
	var lines strings.Builder
	for _, s := range everScenes {
		lines.WriteString(s.lines)
	}
	costs := func(requests int) (list []float64) {
		v := longSession(t, requests, lines.String())
		for _, m := range v.Marks() {
			list = append(list, testing.AllocsPerRun(1, func() { advice.For(v, m.Finding); v.Story(m.Finding) }))
		}
		return list
	}
	once, twice := costs(12_000), costs(24_000)
	if len(once) != len(everScenes) || len(twice) != len(once) {
		t.Fatalf("%d and %d marks of %d scenes", len(once), len(twice), len(everScenes))
	}
	for i, s := range everScenes {
		if twice[i] > once[i]*1.1+200 {
			t.Errorf("%s: %.0f allocations behind 12,000 requests, %.0f behind 24,000", s.name, once[i], twice[i])
		}
	}
}
