package conflict_test

import (
	"testing"

	"interleave/engine/conflict"
)

// Who sets an expiry for the sake of what it has read removes, when that ends, what another had put there since and
// meant to stay. An end that is only moved takes nothing, nor does that of a counter which all add to, nor one whose
// sender has read the newer value since (rules.md, "An expiry").
func TestAnExpiryThatEndsUnreadWorkIsMarkedWhenItEnds(t *testing.T) {
	const read = "seed: SET k 1\nann: GET k\n"
	for lines, mark := range map[string]string{
		read + "ben: SET k ben\nann: EXPIRE k 1\nclock +3s\n":                   "~ lost-update ben",
		read + "ben: SET k ben\nann: EXPIRE k 1\nben: PERSIST k\nclock +3s\n":   "",
		read + "ben: SET k ben EX 60\nann: EXPIRE k 1\nclock +3s\n":             "",
		read + "ben: SET k ben\nben: EXPIRE k 60\nann: EXPIRE k 1\nclock +3s\n": "",
		read + "ben: SET k ben\nann: GET k\nann: EXPIRE k 1\nclock +3s\n":       "",
		read + "ben: SET k ben\nann: EXPIRE k 1\nann: GET k\nclock +3s\n":       "",
		read + "ann: EXPIRE k 1\nclock +3s\n":                                   "",
		"ben: SET k ben\nann: EXPIRE k 1\nclock +3s\n":                          "",
		"ann: INCR n\nben: INCR n\nann: EXPIRE n 60\nclock +61s\n":              "",
	} {
		marks := marksOf(t, lines)
		if marks != mark {
			t.Errorf("%q, want %q after\n%s", marks, mark, lines)
		}
	}
}

// The story says by whose expiry it ended.
func TestTheCardSaysByWhoseExpiryItEnded(t *testing.T) {
	r, last := run(t, "seed: SET k 1\nann: GET k\nben: SET k ben\nann: EXPIRE k 1\nclock +3s\n")
	const want = "Ben's value ben was ended by the expiry that Ana had set. Nobody was told."
	if told := conflict.Story(r.Timeline.World(), last); told.First != want {
		t.Errorf("%q, want %q", told.First, want)
	}
}

// What GETDEL takes away is handed to its sender; who had read another value has removed another's unread, and hears
// so.
func TestWhatIsHandedOutInThePlaceOfWhatWasReadIsLost(t *testing.T) {
	for lines, mark := range map[string]string{
		"seed: SET k 1\nann: GET k\nben: SET k ben\nann: GETDEL k\n": "~ lost-update ben",
		"ann: GETDEL k\nben: SET k ben\nann: GETDEL k\n":             "",
		"ann: GET k\nben: SET k ben\nann: GETDEL k\n":                "",
		"ben: SET k ben\nann: GETDEL k\n":                            "",
	} {
		if marks := marksOf(t, lines); marks != mark {
			t.Errorf("%q, want %q after\n%s", marks, mark, lines)
		}
	}
}
