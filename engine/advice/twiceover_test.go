package advice_test

import (
	"testing"

	"interleave/engine"
)

// What was done twice is to be taken back only while it stands: DEL and an expiry leave nothing of a key, SET nothing
// of its older value, and DECR counts back (engine/tair/rules.md, "Values"); a blob goes with its container
// (engine/blob/rules.md). A rename back, and a count of somebody else, take nothing of it away.
func TestWhatWasDoneTwiceIsTakenBackOnlyWhileItStands(t *testing.T) {
	const (
		stays = "stays there"
		hand  = "by hand"
		gone  = " gone, by Ben's #3 (DEL), and with that what was done twice: nothing has to be taken back."
		lost  = "deliver a\nlose a\ntimeout a\n"
		list  = who + "ann: send LPUSH log x as a\n" + lost + "ann: LPUSH log x again=a\n"
		text  = who + "seed: SET log one\nann: send APPEND log X as a\n" + lost + "ann: APPEND log X again=a\n"
		count = who + "ann: send INCR n as a\n" + lost + "ann: INCR n again=a\n"
		twice = who + "ann: send EXSET k one as a\ndouble a\ndeliver a\nanswer a\nben: EXSET k two\ndeliver a'\n"
		logs  = who + "seed: create-container log\nseed: put-blob log/a \"\" type=AppendBlob\n" +
			"ann: send append-block log/a x as a\n" + lost + "ann: append-block log/a x again=a\n"
	)
	advises(t, []advised{
		{"a list", list, engine.DoneTwice, "", "What was added a second time stays there", "removed"},
		{"a list that another removed", list + "ben: DEL log\n", engine.DoneTwice, "", "log is" + gone, stays},
		{"that its sender removed", list + "ann: DEL log\n", engine.DoneTwice, "", "log is gone, by Ana's #3 (DEL)",
			stays},
		{"that expired", list + "ann: EXPIRE log 1\n", engine.DoneTwice, "", "log has expired, and with that",
			stays},
		{"that is another by now", list + "ben: DEL log\nben: LPUSH log y\n", engine.DoneTwice, "", "log was" +
			gone, stays},
		{"with all that it lies in", logs + "ben: delete-container log\n", engine.DoneTwice, "",
			"log is gone, by Ben's #5 (delete-container), and log/a with it, and with that what was done twice",
			stays},
		{"that has its name again", list + "ben: RENAME log old\nben: RENAME old log\n", engine.DoneTwice, "", stays,
			"nothing has to be taken back"},
		{"that has another name", list + "ben: RENAME log old\n", engine.DoneTwice, "",
			"log is old now, by Ben's #3, with what was done twice. What was added a second time stays there",
			"nothing has to be taken back"},
		{"a text", text + "ben: APPEND log Y\n", engine.DoneTwice, "read", stays, "since"},
		{"a text that was replaced", text + "ben: SET log new\n", engine.DoneTwice, "",
			"Ben's #4 has put something else there since: nothing has to be taken back.", stays},
		{"a text that was put right", text + "ben: GET log\nben: SET log oneX\n", engine.DoneTwice, "",
			"Ben's #5 has taken one of the two out since: nothing is left to correct.", stays},
		{"a count", count + "ben: DECR n\n", engine.DoneTwice, "", hand, "as much back"},
		{"a count that was taken back", count + "ann: DECR n\n", engine.DoneTwice, "",
			"Ana's #3 has counted as much back since: if that took back one of the two, nothing is left to take back.",
			hand},
		{"a count by less", count + "ann: INCRBY n -2\n", engine.DoneTwice, "", hand, "as much back"},
		{"another number", count + "ben: SET n 7\n", engine.DoneTwice, "", "Ben's #3 has put another number there " +
			"since: whether what was counted twice is in that, only Ben can say.", hand},
		{"one's own number", count + "ann: SET n 7\n", engine.DoneTwice, "", "is in that, Ana knows.", hand},
		{"no number", count + "ben: DEL n\n", engine.DoneTwice, "", "n is gone, by Ben's #3 (DEL)", hand},
		{"a value", twice, engine.DoneTwice, "", "took away what Ben's #2 had put there since. Tell Ben", hand},
		{"a value that was replaced", twice + "ben: EXSET k three from=none\n", engine.DoneTwice, "",
			"Ben's #3 has put something else there since: nothing has to be taken back.", hand},
		{"a value that was changed", twice + "ben: EXGET k\nben: EXSET k onemore\n", engine.DoneTwice, "",
			"Ben's #4 has changed what stood there since: whether what was done twice is in that, only Ben can say.",
			hand},
	})
}

// Of one text under two names one is to be taken back only while both stand (engine/conflict/rules.md: what was lost,
// or is there twice, is told only while it is), whoever removed which.
func TestOneOfTwoNamesMayHaveBeenTakenBack(t *testing.T) {
	const (
		lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"ann: send put-object lake/log/2 \"add a\" if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: put-object lake/log/4 \"add a\" if-none-match=* again=p\n"
		hand = "has to be taken back by hand"
		left = " (delete-object): one of the two is left, and nothing has to be taken back."
	)
	advises(t, []advised{
		{"both stand", lines, engine.DoneTwice, "read", hand, "since"},
		{"the first is gone", lines + "ann: delete-object lake/log/2\n", engine.DoneTwice, "",
			"lake/log/2 is gone, by Ana's #4" + left, hand},
		{"by another", lines + "ben: delete-object lake/log/2\n", engine.DoneTwice, "",
			"lake/log/2 is gone, by Ben's #4" + left, hand},
		{"the second is gone", lines + "ann: delete-object lake/log/4\n", engine.DoneTwice, "",
			"and with that what was done twice: nothing has to be taken back.", hand},
	})
}

// A transaction does several things at once: what of them stands twice is told, and what is gone no longer; a key that
// was renamed twice, over what it had been, may be gone by then (engine/tair/rules.md, "Values" and "Plain Redis
// commands").
func TestOfSeveralThingsDoneTwiceThoseThatStandAreTold(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		lines = "ann: MULTI\nann: INCR n\nann: APPEND t x\n"
		exec  = who + lines + "ann: send EXEC as e\ndeliver e\nlose e\n" + lines + "ann: EXEC again=e\n"
		both  = "n is gone, by Cat's #9 (DEL), and with that what was done twice"
		moved = who + "seed: SET k v\nann: send RENAME k h as r\ndeliver r\nlose r\nben: SET k w\n" +
			"ann: RENAME k h again=r\n"
		twice = engine.DoneTwice
	)
	advises(t, []advised{
		{"both stand", exec, twice, "", "#8 changed t a second time as well.", "removed"},
		{"one is gone", exec + "cat: DEL n\n", twice, "read", both + ". Read t, recognise #4 as one's own work",
			"nothing has to be taken back"},
		{"both are gone", exec + "cat: DEL n t\n", twice, "", both + ": nothing has to be taken back. t is gone, " +
			"by Cat's #9 (DEL)", "Read"},
		{"a key renamed twice", moved, twice, "", "Tell Ben where it is now", "removed"},
		{"and gone", moved + "cat: DEL h\n", twice, "", "h is gone, by Cat's #5 (DEL). Tell Ben, who does not know.",
			"where it is now"},
	})
}

// A second EXEC carries out what is queued by then: of that only what an earlier one had done as well is done twice. Of
// a batch of which two copies came what stands is named where the rest is gone.
func TestOnlyWhatWasDoneBeforeIsDoneTwice(t *testing.T) {
	const (
		other = who + "ann: MULTI\nann: EXSET k v\nann: send EXEC as e\ndeliver e\nlose e\n" +
			"ann: MULTI\nann: EXSET own a\nann: EXSET k y\nann: EXEC again=e\n"
		batch = who + "seed: create-table stock\nseed: insert-entity stock/p/a .v=1\n" +
			"seed: insert-entity stock/p/b .v=1\n" +
			"ann: send entity-group-transaction stock p [merge-entity a .v=2; merge-entity b .v=2] as g\n" +
			"double g\ndeliver g\ndeliver g'\n"
		away = "stock/p/a is gone, by Ben's #5 (delete-entity), and with that what was done twice. "
		once = "put there again what the first had put there: "
	)
	advises(t, []advised{
		{"another transaction", other, engine.DoneTwice, "read", "Read k, recognise #3", "own a second time"},
		{"a batch of which a part is gone", batch + "ben: delete-entity stock/p/a if-match=*\n", engine.DoneTwice, "",
			away + "The second copy of #4 " + once + "stock/p/b is there once", ": it is there once"},
	})
}

// What a second copy put there once more was lost as a whole: who goes on without it has not put it there again.
func TestWhatACopyPutAgainIsLostAsAWhole(t *testing.T) {
	advises(t, []advised{{"tags that came twice", who +
		"seed: create-bucket lake\nseed: put-object lake/k one\nann: get-object-tagging lake/k\n" +
		"ben: send put-object-tagging lake/k tag.team=red as p\ndouble p\ndeliver p\ndeliver p'\nlose p\n" +
		"ann: delete-object-tagging lake/k\nben: get-object-tagging lake/k\nben: put-object lake/k two\n",
		engine.LostUpdate, "", "tell Ben that #5 replaced it", "nothing is left to tell"}})
}
