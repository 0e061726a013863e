package advice_test

import (
	"testing"

	"interleave/engine"
)

// A second try or a read that is held on its way is the next answer to come: to try or to read once more would not be
// what is left to do (engine/conflict/rules.md, "Sentences and advice come from the cause": of the records since).
func TestWhatIsHeldOnItsWayIsNotAdvisedAgain(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/x one\n"
		tries = "#4 tries it again, and is under way: wait for its answer."
		busy  = who + "ann: put-blob own/x A fault=ServerBusy as m\nhold ann\nann: send put-blob own/x A again=m as r\n"
		lost  = who + "ann: send put-blob own/x A as m\ndeliver m\nlose m\nhold ann\nann: send get-blob own/x as r\n"
		lock  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET l a NX PX 1000\nben: SET l b NX PX 1000 as m\n" +
			"clock +2s\nhold ben\nben: send SET l b NX PX 1000 again=m as r\n"
	)
	advisesBehind(t, []advised{
		{"a retry of a put without a condition", busy, "", "", tries, "Read"},
		{"and answered", busy + "deliver r\nanswer r\n", "", "", "Ana's #4 has gone through since", "wait"},
		{"or lost", busy + "lose r\n", "", "", "", "wait for its answer"},
		{"a read behind a put that was done", lost, engine.NoAnswer, "",
			"#4 reads it, and is under way: wait for its answer.", "Read before"},
		{"a lock that is free by now", lock, engine.AlreadyThere, "",
			"#3 tries it again, and is under way", "wait until"},
	})
}
