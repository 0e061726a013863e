package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// The referee's rules, "Period of a lease": what to do behind a renewal is said of the lease as it has become since,
// and of whose it is.
func TestARenewalIsAnsweredByWhatBecameOfTheLease(t *testing.T) {
	const (
		host = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
			"seed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 id=guid:A as l\n"
		renew = "ann: send renew-blob-lease wiki/a lease=guid:A as n\n"
	)
	saysAtEnd(t, host+renew+"timeout n\nann: renew-blob-lease wiki/a lease=guid:A again=n\nclock 00:16.0\n"+
		"ben: acquire-blob-lease wiki/a duration=15\ndeliver n\nlose n\n", engine.IsLeased,
		"#5, the same again, had gone through. Ana's lease (15 s from 00:00.0) ended at 00:15.0. Stop the work",
		"nothing is left to send")
	saysAtEnd(t, host+renew+"deliver n\nlose n\nann: renew-blob-lease wiki/a lease=guid:A again=n\nclock 00:16.0\n",
		engine.NoAnswer, "Ana's #5 has gone through since. Ana's lease (15 s from 00:00.0) ended at 00:15.0. Stop the "+
			"work.", "Nothing is left")
	saysAtEnd(t, host+renew+"deliver n\nlose n\nann: release-blob-lease wiki/a lease=guid:A\n", engine.NoAnswer,
		"Ana gave the lease back at 00:00.0. Nothing is left to renew.", "No read tells")
	saysAtEnd(t, strings.Replace(host, "ann: acquire", "ben: acquire", 1)+"clock 00:16.0\n"+renew+"deliver n\nlose n\n",
		engine.NoAnswer, "#4 sent a lease id that Ana was never given, and no read tells whether that renewed it",
		"one's own id that is safe")
	// who renewed another's lease that stands does not hold it by that
	card, _ := cardOf(t, host+"clock 00:16.0\nben: acquire-blob-lease wiki/a duration=15 id=guid:A\n"+
		"ann: renew-blob-lease wiki/a lease=guid:A\nann: put-blob wiki/a a\n", engine.IsLeased, 0)
	if !strings.HasPrefix(card.Say, "Ben holds the lease until 00:31.0, and may renew it. When it is free, acquire") {
		t.Error(card.Say)
	}
}

// What is told beside the cards: a renewal that came too late, also beside the mark of another request.
func TestALateRenewalIsToldBesideAnyMark(t *testing.T) {
	v := roomtest.AtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"seed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 as l\nclock 00:16.0\n"+
		"ann: renew-blob-lease wiki/a lease=$l.lease\nben: acquire-blob-lease wiki/a duration=15\n")
	if said := strings.Join(v.Beside(), "\n"); !strings.Contains(said,
		"Ana's lease (15 s from 00:00.0) ended at 00:15.0. Ana's #4 renewed it 1.0 s later") {
		t.Error(said)
	}
}
