package advice_test

import (
	"testing"

	"interleave/engine"
)

// Nobody recognises as one's own what another has replaced since: no read shows it any more.
func TestWhatWasReplacedIsNotRecognised(t *testing.T) {
	const (
		lost = "deliver m\nlose m\n"
		lake = who + "seed: create-bucket lake\nann: send put-object lake/2 two as m\n" + lost
		blob = who + "seed: create-container con\nann: put-block con/a A block=AAAA\n" +
			"ann: send put-block-list con/a AAAA as m\n" + lost
		key = who + "ann: send SET k two as m\n" + lost
	)
	advises(t, []advised{
		{"under the next name", lake + "ben: get-object lake/2\nben: put-object lake/2 bens\n" +
			"ann: put-object lake/3 two again=m\n", engine.DoneTwice, "",
			"What #2 had put into lake/2 Ben's #4 has replaced, and #5 did it again in lake/3. Settle with Ben",
			"recognise"},
		{"in its place", blob + "ben: get-blob con/a\nben: put-blob con/a B\nann: put-block con/a A block=AAAA\n" +
			"ann: put-block-list con/a AAAA again=m\n", engine.DoneTwice, "",
			"Ben's #5 has replaced, and #7 put it there again. Settle with Ben what is to stand.", "recognise"},
		{"it stands", lake + "ann: put-object lake/3 two again=m\n", engine.DoneTwice, "read",
			"Read lake/2, recognise #2 as one's own work, and stop.", "Settle"},
		{"a key", key + "ben: GET k\nben: SET k bens\nann: SET n two again=m\n", engine.DoneTwice, "",
			"has replaced, and #4 did it again in n. Settle with Ben", "recognise"},
	})
}
