package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A query answers each row with its ETag, so that who learned a row by one has a tag to compare: the guard comes from
// there, unless the answer left the tags or the keys out.
//
// Source: Azure REST, "Query Entities" (engine/table/rules.md, "Reading, queries, isolation").
func TestTheTagOfAQueriedRowIsAGuard(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table stock\n" +
			"seed: insert-entity stock/p/r .n=1 .m=0\nseed: insert-entity stock/p/s .n=1 .m=0\n"
		bens  = "ben: merge-entity stock/p/s .n=5 if-match=*\n"
		guard = "If-Match ..00.0, listed in #4. The answer would be 412."
	)
	for _, c := range []struct{ name, query, write, want string }{
		{"update", "", "update-entity stock/p/s .n=2 .m=0 if-match=*", guard},
		{"merge", "", "merge-entity stock/p/s .n=2 if-match=*", guard},
		{"delete", "", "delete-entity stock/p/s if-match=*", guard},
		{"replace", "", "insert-or-replace-entity stock/p/s .n=2 .m=0", "update-entity " + guard},
		{"a group", "", "entity-group-transaction stock p [merge-entity s .n=2 if-match=*]",
			"If-Match ..00.0 with its entry for stock/p/s. The answer there would be 412."},
		{"some properties", " select=n,PartitionKey,RowKey", "merge-entity stock/p/s .n=2 if-match=*", guard},
		{"no keys", " select=n", "merge-entity stock/p/s .n=2 if-match=*", ""},
		{"no tags", " metadata=none", "merge-entity stock/p/s .n=2 if-match=*", ""},
	} {
		v, got := roomtest.AtEnd(t, who+"ann: query-entities stock"+c.query+"\n"+bens+"ann: "+c.write+"\n"), ""
		for _, m := range v.Marks() {
			if m.Kind == "lost-update" {
				got = strings.Join(advice.For(v, m.Finding).Stops, "\n")
			}
		}
		if got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
