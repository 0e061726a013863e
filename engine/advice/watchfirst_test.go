package advice_test

import (
	"testing"

	"interleave/engine"
)

// EXEC compares what was watched, and a script what it compares itself (engine/tair/rules.md, "Values" and "Scripts"):
// what of this would have stopped a loss is tried, and not said of a key that its sender touched itself.
func TestWhatWouldHaveStoppedATransactionOrAScript(t *testing.T) {
	const (
		head   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\n"
		read   = "ann: GET a\nben: GET a\nben: SET a 2\n"
		exec   = "ann: MULTI\nann: SET a 7\nann: EXEC\n"
		script = "ann: EVAL \"return redis.call('set',KEYS[1],ARGV[1])\" 1 a 7\n"
		watch  = "WATCH a before the read"
		inside = "A script that compares a with what #2 read before it writes, and ends with false where that is " +
			"another. The answer would be nil."
	)
	advises(t, []advised{
		{"nothing watched", head + read + exec, engine.LostUpdate, "", watch + " #2. The answer would be nil.", ""},
		{"another key watched", head + "ann: WATCH b\n" + read + exec, engine.LostUpdate, "", watch + " #3. The", ""},
		{"touched by itself", head + "ann: GET a\nann: SET a 3\nben: SET a 2\n" + exec, engine.LostUpdate, "", "EXEC",
			watch},
		{"on another connection", head + "ann: GET a on=c2\nben: SET a 2\nann: MULTI on=c2\nann: SET a 7 on=c2\n" +
			"ann: EXEC on=c2\n", engine.LostUpdate, "", watch + " #2. The answer would be nil.", ""},
		{"a script", head + read + script, engine.LostUpdate, "", inside, watch},
		{"a value of the module", head + "seed: EXSET b 1\nann: EXGET b\nben: EXSET b 2\n" +
			"ann: EVAL \"return redis.call('exset',KEYS[1],ARGV[1])\" 1 b 7\n",
			engine.LostUpdate, "", "EVAL", "A script that"},
	})
}
