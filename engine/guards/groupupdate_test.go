package guards_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/explore"
)

// An upsert compares nothing, alone or within a group (table/rules.md: Insert Or Replace takes no If-Match); an
// update in its place that names the tag which was read is refused where the row has changed since, and the group
// with it. Two who read and then write lose an update in the 4 of 6 orders in which both read first. An insert is
// refused in all of them.
func TestAGroupUpdatesInThePlaceOfItsUpserts(t *testing.T) {
	for _, verb := range []string{"insert-or-replace-entity", "insert-or-merge-entity"} {
		for _, name := range []string{"r", "p/r"} {
			for _, how := range []string{"plan %s [get-entity tab/p/r as g; %s]\n",
				"%[1]s: get-entity tab/p/r as g\n%[1]s: %[2]s\n"} {
				group := fmt.Sprintf("entity-group-transaction tab p [%s %s .n=5L]", verb, name)
				text := "writer ann\nwriter ben\nseed: create-table tab\nseed: insert-entity tab/p/r .n=1L\n" +
					fmt.Sprintf(how, "ann", group) + fmt.Sprintf(how, "ben", "update-entity tab/p/r .n=7L if-match=*")
				said := reasons(t, text, "lost-update", explore.Budget{})
				for id, want := range map[string]string{"none": "allows 4", "update": "stops: None of 6",
					"insert": "undone"} {
					if !strings.HasPrefix(said[id], want) {
						t.Errorf("%s%s: %q, want %s", text, id, said[id], want)
					}
				}
			}
		}
	}
}
