package advice_test

import (
	"testing"

	"interleave/engine"
)

// A script that compares and then writes answers alike where its first try had been done and where another came first
// (engine/tair/rules.md, "Scripts": it runs once more): its reply settles nothing. It settles one that only reads.
func TestAScriptAgainThatChangedNothingSettlesNothing(t *testing.T) {
	const (
		set = `ann: EVAL "if redis.call('get',KEYS[1])==ARGV[1] then redis.call('set',KEYS[1],ARGV[2]) return 1 ` +
			`else return 0 end" 1 k v0 ann`
		del = `ann: EVAL "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 ` +
			`end" 1 k a`
		get     = `ann: EVAL "return redis.call('get',KEYS[1])" 1 k`
		lost    = " as p\nlose p\n"
		again   = " again=p\n"
		start   = who + "seed: SET k v0\nann: GET k\n"
		ben     = "ben: SET k ben\n"
		settles = "which does not say whether #"
	)
	send := func(line string) string { return "ann: send" + line[len("ann:"):] }
	for _, c := range []struct{ lines, want, never string }{
		{start + send(set) + lost + ben + set + again, settles, "Nothing is left"},
		{start + send(set) + " as p\ndeliver p\nlose p\n" + ben + set + again, settles, "Nothing is left"},
		{start + send(set) + lost + set + again, "Nothing is left to send", settles},
		{who + "ann: SET k a NX\n" + send(del) + " as p\ndeliver p\nlose p\nben: SET k b NX\n" + del + again, settles,
			"Nothing is left"},
		{start + send(get) + lost + ben + get + again, "Nothing is left to send", settles},
		{start + send(set) + lost + ben + set + again + "ann: GET k\n", "#6 has read it. Check whether",
			"Nothing is left"},
		// nor where another had come before both
		{start + ben + send(set) + " as p\ndeliver p\nlose p\n" + set + again, settles, "Nothing is left"},
		{who + "ann: SET k a PX 3000\nclock +5s\nben: SET k b NX\n" + send(del) + lost + del + again, settles,
			"Nothing is left"},
	} {
		saysAtEnd(t, c.lines, engine.NoAnswer, c.want, c.never)
	}
}
