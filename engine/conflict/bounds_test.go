package conflict_test

import "testing"

// What a bound refuses is nobody's trouble, unless another try of the same wish has used up what it leaves
// (rules.md, "Refused: the kind follows the rule that refused", own-echo).
func TestABoundThatMetOnesOwnCountIsAnEcho(t *testing.T) {
	const (
		lost  = "seed: EXSET n 3\nann: send EXINCRBY n -2 MIN 0 as a\ndeliver a\nlose a\n"
		again = "ann: EXINCRBY n -2 MIN 0 again=a\n"
		taken = "seed: SET tok once\nann: send GETDEL tok as a\ndeliver a\nlose a\nann: GETDEL tok again=a\n"
	)
	for _, row := range []struct{ lines, says, never string }{
		{lost + again, "comes from Ana's own first try, #2", ""},
		{lost + "ben: EXINCRBY n -1\n" + again, "Ana's own try #2 had taken effect before", "comes from"},
		{"seed: EXSET n 3\nben: EXINCRBY n -1\nann: EXINCRBY n -3 MIN 0\n", "Ben added to n", "comes from"},
		{taken, "somebody else may have removed it", "may have written the same"},
		{taken + "ben: SET tok second\nann: GETDEL tok again=a\n", "that nothing is there", "tok is there"},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}
