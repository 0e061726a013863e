package guards_test

import "testing"

// What is harmed by a wish that is done a second time is its first doing: what another had written in between is not
// what a row has to do so that it does not happen. Where the first stands and the second is refused, it is stopped
// (engine/conflict/rules.md, "Silent", done-twice).
func TestWorkInBetweenIsNotWhatIsDoneTwice(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket jobs\n" +
		"ann: send put-object jobs/k A if-none-match=* as p\ndeliver p\nlose p\nben: put-object jobs/k B\n" +
		"ann: put-object jobs/k A if-none-match=* again=p\n"
	table := underGuards(t, lines)
	const harm = "~ done-twice"
	for id, want := range map[string]string{"none": "allows", "policy": "stops", "if-none-match": "stops"} {
		row, ok := table.Row(id)
		if cell := table.Cell(row, harm); !ok || cell != want {
			t.Errorf("%s: %q, want %q", id, cell, want)
		}
	}
}
