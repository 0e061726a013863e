package guards_test

import (
	"testing"

	"interleave/engine/explore"
)

// A request that was refused before its service looked at it is refused so whatever guards the others carry, and takes
// nothing from what they stop: the lost update beside it is what engine/blob/rules.md, "Marks of the races", says.
func TestARejectedRequestStandsBesideEveryGuard(t *testing.T) {
	text := twoReadOneLoses + "ann: rejected-blob-request \"OPTIONS /wiki/home\" status=403 " +
		"code=CorsPreflightFailure message=\"CORS not enabled.\"\n"
	table, alone := underGuards(t, text), underGuards(t, twoReadOneLoses)
	for i, row := range alone.Rows {
		got := table.Rows[i]
		for _, anomaly := range alone.Anomalies {
			if got.ID != row.ID || table.Cell(got, anomaly) != alone.Cell(row, anomaly) {
				t.Errorf("%s %s: %s %s, alone %s", row.ID, anomaly, got.ID, table.Cell(got, anomaly),
					alone.Cell(row, anomaly))
			}
		}
	}
	rows, _ := overOrders(t, text, explore.Budget{})
	if rows["if-match"] == "" {
		t.Error("no row with If-Match:", rows)
	}
}
