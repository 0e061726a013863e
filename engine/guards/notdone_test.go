package guards_test

import "testing"

// No guard is praised for a harm whose request is not done at all, and was refused for another thing's sake: a
// condition on the source of a copy compares that alone (engine/blob/rules.md, "Copy": 412 where the source is
// another), and who compares what it sent itself, of which it heard nothing, is refused at each try where that never
// arrived.
func TestWhatARowRefusesForAnotherThingsSakeIsNotStopped(t *testing.T) {
	const (
		two    = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		copied = two + "seed: create-container con\nseed: put-blob con/src 1\nseed: put-blob con/dst 1\n" +
			"ann: get-blob con/src\nann: get-blob con/dst\nben: put-blob con/dst 2\n"
		moved  = "ben: put-blob con/src 2\n"
		copies = "ann: copy-blob con/dst source=con/src\n"
		twice  = two + "seed: SET n 1\nann: send SET n a as a\nlose a\nann: send SET n b as b\nlose b\n" +
			"ann: send SET n a again=a as c\ndouble c\ndeliver c\ndeliver c'\nanswer c\nben: SET other 1\n"
	)
	for _, c := range []struct{ lines, row, anomaly, cell, why string }{
		{copied + moved + copies, "source-if-match", "~ lost-update", "refuses 1",
			"Not done at all, but refused with 412 SourceConditionNotMet for what became of its source: #8."},
		{copied + moved + copies, "source-if-match", "~ mixed-content", "stops", ""},
		{copied + copies, "source-if-match", "~ lost-update", "allows", ""},
		{twice, "cas", "~ done-twice", "refuses 1", "Not done at all, but refused with 0 each time: #4."},
		{"writer ann \"Ana\"\nseed: SET n 1\nann: GET n\nann: send SET n a as c\ndouble c\ndeliver c\ndeliver c'\n" +
			"answer c\n", "cas", "~ done-twice", "stops", ""},
	} {
		table := underGuards(t, c.lines)
		row, ok := table.Row(c.row)
		if cell, why := table.Cell(row, c.anomaly), table.Why(row, c.anomaly); !ok || cell != c.cell || why != c.why {
			t.Errorf("%s: %t %s %q, want %s %q", c.lines, ok, cell, why, c.cell, c.why)
		}
	}
}
