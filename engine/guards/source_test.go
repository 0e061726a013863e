package guards_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/explore"
)

// The row none takes the conditions on a source off too (blob/rules.md, "Copy, source header": 412 where they are not
// met; bucket/rules.md the same of CopyObject): each copy is accepted. Of the 3 orders of a read and a copy and one
// write between, one copies what its writer has not read. The rows of what is changed leave them.
func TestNoneTakesTheConditionsOnASourceOff(t *testing.T) {
	for service, seed := range map[string]string{
		"blob":   "seed: create-container ctr\nseed: put-blob ctr/src 1\n",
		"object": "seed: create-bucket ctr\nseed: put-object ctr/src 1\n"} {
		read := fmt.Sprintf("get-%s ctr/src as g", service)
		copies := fmt.Sprintf("copy-%s ctr/dst source=ctr/src source-if-match=$g.etag", service)
		writes := fmt.Sprintf("put-%s ctr/src 2", service)
		for way, text := range map[string]string{
			"planned": "plan ann [" + read + "; " + copies + "]\nplan ben [" + writes + "]\n",
			"typed":   "ann: " + read + "\nann: " + copies + "\nben: " + writes + "\n"} {
			_, list := overOrders(t, "writer ann\nwriter ben\n"+seed+text, explore.Budget{})
			rows := rowsOf(list)
			if got := marksOf(rows["none"]); !strings.HasPrefix(got, "3: ") || strings.Contains(got, "stale-write") {
				t.Errorf("%s, %s, none: %s", service, way, got)
			}
			for _, id := range []string{"as-it-is", "if-match"} {
				if got := marksOf(rows[id]); !strings.Contains(got, "stale-write 1") {
					t.Errorf("%s, %s, %s: %s", service, way, id, got)
				}
			}
		}
	}
}

// A copy that names the tag of its source as its writer read it is refused where the source has changed since
// (blob/rules.md and bucket/rules.md: source If-Match, 412): in one of the 3 orders of a read and a copy and one write
// between. The target has no tag that anybody heard, and the source's is none of its.
func TestARowNamesTheTagOfASource(t *testing.T) {
	for service, seed := range map[string]string{
		"blob":   "seed: create-container ctr\nseed: put-blob ctr/src 1\n",
		"object": "seed: create-bucket ctr\nseed: put-object ctr/src 1\n"} {
		read := fmt.Sprintf("get-%s ctr/src as g", service)
		copies := fmt.Sprintf("copy-%s ctr/dst source=ctr/src", service)
		writes := fmt.Sprintf("put-%s ctr/src 2", service)
		for way, text := range map[string]string{
			"planned": "plan ann [" + read + "; " + copies + "]\nplan ben [" + writes + "]\n",
			"typed":   "ann: " + read + "\nann: " + copies + "\nben: " + writes + "\n",
			"blind":   "ann: " + copies + "\nann: " + read + "\nben: " + writes + "\n"} {
			_, list := overOrders(t, "writer ann\nwriter ben\n"+seed+text, explore.Budget{})
			row := rowsOf(list)["source-if-match"]
			notes, refused := strings.Join(row.Notes, " "), strings.Contains(marksOf(row), "stale-write 1")
			if refused != (way != "blind") {
				t.Errorf("%s, %s: %s", service, way, marksOf(row))
			}
			if strings.Contains(notes, "no tag of what is copied was heard") != (way == "blind") {
				t.Errorf("%s, %s: %s", service, way, notes)
			}
			notes = strings.Join(rowsOf(list)["if-match"].Notes, " ")
			if way != "blind" && !strings.Contains(notes, "nothing of what is changed was heard") {
				t.Errorf("%s, %s, if-match: %s", service, way, notes)
			}
		}
	}
}
