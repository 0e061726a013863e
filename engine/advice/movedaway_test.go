package advice_test

import (
	"testing"

	"interleave/engine"
)

// RENAME and MOVE keep what they take elsewhere (engine/tair/rules.md, "Values"): nothing has to be written again, and
// what brings it back is tried.
func TestWhatWasMovedIsNotLost(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\nann: GET a\nben: SET a 2\n"
		two  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: SET a 1\nseed: SET z 9\nann: GET a\n"
		move = head + "ann: MOVE a 1\n"
		name = head + "ann: RENAME a b\n"
	)
	advises(t, []advised{
		{"moved", move, engine.LostUpdate, "", "Tell Ben that #4 moved it to db1:a: a plain read of a no longer " +
			"shows it. MOVE a 0 in database 1 brings it back.", "write again"},
		{"renamed", name, engine.LostUpdate, "", "RENAMENX b a brings it back.", "write again"},
		{"back again", name + "ann: RENAME b a\n", engine.LostUpdate, "",
			"#5 has put it back since: a read of a shows it again.", "no longer"},
		{"back from the other database", move + "ann: SELECT 1\nann: MOVE a 0\n", engine.LostUpdate, "",
			"has put it back since", "no longer"},
		{"renamed in a transaction", head + "ann: MULTI\nann: RENAME a b\nann: SET c 1\nann: EXEC\n",
			engine.LostUpdate, "", "Tell Ben that #7 moved it to b: a plain read of a no longer shows it. RENAMENX b " +
				"a brings it back.", "removed"},
		{"moved in a transaction", head + "ann: MULTI\nann: MOVE a 1\nann: EXEC\n",
			engine.LostUpdate, "", "Tell Ben that #6 moved it to db1:a", "removed"},
		{"replaced in one, and renamed then", head + "ann: MULTI\nann: SET a 3\nann: RENAME a b\nann: EXEC\n",
			engine.LostUpdate, "", "Tell Ben what #7", "moved it"},
		{"met nothing after one", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\nann: MULTI\n" +
			"ann: RENAME a b\nann: EXEC\nben: SET a 2 XX\n", engine.IsGone, "read", "a is b now, by Ana's #4.", ""},
		{"renamed twice", two + "ben: RENAME a b\ncy: RENAME b c\nann: SET a 2 XX\n", engine.IsGone, "read",
			"a is c now, by Ben's #4 and then Cy's #5.", ""},
		{"another one put over it", two + "ben: RENAME a b\ncy: RENAME z b\nann: SET a 2 XX\n", engine.IsGone, "",
			"It is gone.", "is b now"},
		{"another written over it", two + "ben: RENAME a b\ncy: SET b 3\nann: SET a 2 XX\n", engine.IsGone, "",
			"b is not what Ben's #4 renamed to that any more: Cy's #5 put something else in its place. It is gone.",
			"is b now"},
		{"written over behind the refusal", two + "ben: RENAME a b\nann: SET a 2 XX\ncy: SET b 3\n", engine.IsGone, "",
			"Cy's #6 put something else in its place. It is gone.", "is b now"},
		{"read and written under its new name", two + "ben: RENAME a b\ncy: GET b\ncy: SET b 3\nann: SET a 2 XX\n",
			engine.IsGone, "read", "a is b now, by Ben's #4.", "something else"},
		{"appended to", two + "ben: RENAME a b\ncy: APPEND b 3\nann: SET a 2 XX\n", engine.IsGone, "read",
			"a is b now, by Ben's #4.", "something else"},
		{"written over by who had found nothing there", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\n" +
			"ben: GET b\nann: RENAME a b\nben: SET b 2\nben: SET a x XX\n", engine.IsGone, "",
			"b is not what Ana's #3 renamed to that any more: Ben's #4 put something else in its place.", "is b now"},
		{"a file made over it", "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-share sh\n" +
			"seed: create-file sh/a 5\nann: rename-file sh/b source=sh/a\ncy: create-file sh/b 2\n" +
			"ben: put-range sh/a x range=0-0\n", engine.IsGone, "", "sh/b is not what Ana's #3 renamed to that any " +
			"more: Cy's #4 put something else in its place. It is gone.", "is sh/b now"},
		{"a piece of a file put into it", "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n" +
			"seed: create-share sh\nseed: create-file sh/a 5\nann: rename-file sh/b source=sh/a\n" +
			"cy: put-range sh/b y range=1-1\nben: put-range sh/a x range=0-0\n", engine.IsGone, "read",
			"sh/a is sh/b now, by Ana's #3.", "something else"},
		{"a new one stands there", name + "ben: SET a 3\n", engine.LostUpdate, "", "moved it to b", "brings it back"},
		{"replaced since", name + "ben: SET b 3\n", engine.LostUpdate, "", "moved it to b", "brings it back"},
		{"gone since", name + "ann: DEL b\n", engine.LostUpdate, "", "moved it to b", "brings it back"},
		{"a value of the module", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET a 1\nann: EXGET a\n" +
			"ben: EXSET a 2\nann: MOVE a 1\n", engine.LostUpdate, "", "MOVE a 0 in database 1 brings it back.", ""},
	})
}
