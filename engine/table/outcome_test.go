package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// The answers that the tables of this file repeat.
const (
	notFound  = "404 ResourceNotFound"
	unmet     = "412 UpdateConditionNotSatisfied"
	malformed = "400 InvalidInput"
	noHeader  = "400 MissingRequiredHeader"
	exists    = "409 EntityAlreadyExists"
)

// rules.md, "ETag": E1 to E8.
func TestETags(t *testing.T) {
	b := newBench(t)
	first := b.Say("ann: get-entity jobs/p/r").Field("etag")
	if got := first.String(); got != `W/"datetime'2026-01-05T09%3A00%3A00Z'"` {
		t.Errorf("E1: %s", got)
	}
	b.Wait(400 * time.Millisecond)
	second := b.Say("ann: merge-entity jobs/p/r if-match=*").Field("etag")
	if got := second.String(); got != `W/"datetime'2026-01-05T09%3A00%3A00.4Z'"` {
		t.Errorf("E2, E5: %s", got)
	}
	third := b.Say("ann: merge-entity jobs/p/r if-match=*").Field("etag")
	if got := third.String(); got != `W/"datetime'2026-01-05T09%3A00%3A00.4000001Z'"` {
		t.Errorf("E8: %s", got)
	}
	// E3: strong
	b.Want(`ann: merge-entity jobs/p/r if-match="\"datetime'2026-01-05T09%3A00%3A00.4000001Z'\""`, malformed)
	// E3: without quotes
	b.Want(`ann: merge-entity jobs/p/r if-match=W/datetime`, malformed)
	b.Want(`ann: merge-entity jobs/p/r if-match="w/\"datetime'2026-01-05T09:00:00.4000001Z'\""`, "204")     // E3, E4
	b.Want(`ann: merge-entity jobs/p/r if-match="W/\"datetime'2026-01-05T09%3a00%3a00.4000002Z'\""`, "204") // E4
	// E4: compared as text
	b.Want(`ann: merge-entity jobs/p/r if-match="W/\"datetime'2026-01-05T09%3A00%3A00.40000030Z'\""`, unmet)
	b.All("ann: delete-entity jobs/p/r if-match=*")
	again := b.Say("ann: insert-entity jobs/p/r .a=1 .b=1").Field("etag")
	if got := again.String(); got != `W/"datetime'2026-01-05T09%3A00%3A00.4000004Z'"` {
		t.Errorf("E6: %s", got)
	}
	for line, want := range map[string]bool{"insert-entity jobs/p/s": true, "get-entity jobs/p/s": true,
		"update-entity jobs/p/s if-match=*": true,
		// E7
		"merge-entity jobs/p/s if-match=*": true, "insert-or-replace-entity jobs/p/s": true,
		"insert-or-merge-entity jobs/p/s": true} {
		b := newBench(t)
		if !strings.HasPrefix(line, "insert-entity") {
			b.All("seed: insert-entity jobs/p/s")
		}
		if got := !b.Say("ann: " + line).Field("etag").IsZero(); got != want {
			t.Errorf("E7: %s answers an ETag: %t", line, got)
		}
	}
	if a := b.Say("ann: delete-entity jobs/p/r if-match=*"); !a.Field("etag").IsZero() {
		t.Error("E7: a delete answers an ETag")
	}
	list := b.Say("ann: insert-entity jobs/p/x")
	if page := b.Say("ann: query-entities jobs"); !page.Field("0.etag").Equal(list.Field("etag")) {
		t.Errorf("E7: the list says %s", page.Field("0.etag"))
	}
	if page := b.Say("ann: query-entities jobs metadata=none"); !page.Field("0.etag").IsZero() {
		t.Error("E7: an ETag without metadata")
	}
}

// rules.md, "ETag", E1 and E8: an ETag is the moment of the last write, reckoned for each entity alone. Rows of one
// moment have one text, and a tag holds or fails by the row it is sent to, whichever row gave it.
func TestRowsOfOneMomentHaveOneETag(t *testing.T) {
	b := newBench(t)
	b.All("ann: insert-entity jobs/p/s as s", "ann: insert-entity jobs/q/t as t", "ann: insert-entity jobs/p/u as u")
	if s, t2 := b.World.Named("s").Answer.Field("etag"), b.World.Named("t").Answer.Field("etag"); !s.Equal(t2) {
		t.Errorf("s has %s, t has %s", s, t2)
	}
	b.Want("ann: update-entity jobs/p/s if-match=$t.etag", "204")
	b.Want("ann: update-entity jobs/p/s if-match=$t.etag", unmet)
	b.Want("ann: update-entity jobs/q/t if-match=$s.etag", "204")
	b.Wait(time.Millisecond)
	if v := b.Say("ann: insert-entity jobs/p/v as v").Field("etag"); v.Equal(b.World.Named("u").Answer.Field("etag")) {
		t.Errorf("v has the tag of an earlier moment, %s", v)
	}
	b.Want("ann: update-entity jobs/p/v if-match=$u.etag", unmet)
}

// rules.md, "Outcome matrix", cell by cell: operation, If-Match, the entity absent, the entity present.
func TestOutcomeMatrix(t *testing.T) {
	const old = `"W/\"old\""`
	for _, row := range [][4]string{
		{"insert-entity", "", "201", exists},
		{"update-entity", "", "204", "204"},
		{"insert-or-replace-entity", "", "204", "204"},
		{"update-entity", "*", notFound, "204"},
		{"update-entity", "$first.etag", notFound, "204"},
		{"update-entity", old, notFound, unmet},
		{"merge-entity", "", "204", "204"},
		{"insert-or-merge-entity", "", "204", "204"},
		{"merge-entity", "*", notFound, "204"},
		{"merge-entity", "$first.etag", notFound, "204"},
		{"merge-entity", old, notFound, unmet},
		{"delete-entity", "*", notFound, "204"},
		{"delete-entity", "$first.etag", notFound, "204"},
		{"delete-entity", old, notFound, unmet},
		{"delete-entity", "", noHeader, noHeader},
		{"get-entity", "", notFound, "200"},
		{"update-entity", "x", malformed, malformed},
		{"merge-entity", "x", malformed, malformed},
		{"delete-entity", "x", malformed, malformed},
	} {
		for place, path := range map[string]string{row[2]: "jobs/p/none", row[3]: "jobs/p/r"} {
			if row[2] == row[3] {
				path = "jobs/p/none"
			}
			b := newBench(t)
			b.Step(engine.Tell{To: "ann", What: engine.Ref("first.etag", false)})
			line := "ann: " + row[0] + " " + path
			if row[1] != "" {
				line += " if-match=" + row[1]
			}
			b.Want(line, place)
			if row[2] == row[3] {
				b.Want(strings.Replace(line, "none", "r", 1), place)
			}
		}
	}
}

// rules.md, "Operations and outcomes", details D1 to D13 (D2 is not modelled).
func TestOutcomeDetails(t *testing.T) {
	b := newBench(t)
	b.Want("ann: delete-entity jobs/p/r", noHeader)                             // D1
	b.Want(`ann: update-entity jobs/p/r if-match=""`, malformed)                // D3
	b.Want(`ann: delete-entity jobs/p/r if-match=""`, malformed)                // D3
	b.Want("ann: update-entity jobs/p/r if-none-match=*", malformed)            // D4
	b.Want("ann: insert-or-merge-entity jobs/p/r if-none-match=*", malformed)   // D4
	b.Want("ann: delete-entity jobs/p/r if-match=* if-none-match=*", malformed) // D5
	b.Want("ann: get-entity jobs/p/r if-none-match=*", "200")                   // D6
	b.All("ann: update-entity jobs/p/r .b=2 .c=3")
	if got := b.body("jobs/p/r"); got != "b=2 c=3" {
		t.Errorf("D7: %s", got)
	}
	b.All("ann: merge-entity jobs/p/r .b=x .d=4L")
	if got := b.body("jobs/p/r"); got != "b=x c=3 d=4L" {
		t.Errorf("D8: %s", got)
	}
	b.All("ann: merge-entity jobs/p/r .b=null .e=null")
	if got := b.body("jobs/p/r"); got != "b=x c=3 d=4L" {
		t.Errorf("D9, merge: %s", got)
	}
	b.All("ann: update-entity jobs/p/r .b=null .c=3")
	if got := b.body("jobs/p/r"); got != "c=3" {
		t.Errorf("D9, replace: %s", got)
	}
	b.Want("ann: update-entity jobs/p/r .PartitionKey=q", malformed) // D10
	b.Want("ann: update-entity jobs/p/r .PartitionKey=p .RowKey=r .c=4", "204")
	b.Want("ann: update-entity jobs/p/r .Timestamp=datetime'1999-01-01T00:00:00Z' .c=3", "204") // D11
	if got := b.Property("entity jobs/p/r", "timestamp"); !strings.HasPrefix(got, "2026-") ||
		b.body("jobs/p/r") != "c=3" {
		t.Errorf("D11: %s, %s", got, b.body("jobs/p/r"))
	}
	b.Want("ann: delete-entity jobs/p/r if-match=*", "204")
	a := b.Want("ann: insert-entity jobs/p/r .z=1 prefer=return-content", "201") // D12, D13
	if a.Field(".z").String() != "1" || a.Field(".PartitionKey").String() != "p" ||
		a.Field("preference-applied").String() != "return-content" {
		t.Errorf("D13: %+v", a.Fields)
	}
	if a := b.Want("ann: insert-entity jobs/p/s .z=1 prefer=return-no-content", "204"); !a.Field(".z").IsZero() {
		t.Errorf("D13: %+v", a.Fields)
	}
}

// rules.md, "Table operations", row by row, and the deletion window.
func TestTableOperations(t *testing.T) {
	b := newBench(t)
	b.Want("ann: create-table tom", "201")
	b.Want("ann: create-table dan prefer=return-no-content", "204")
	b.Want("ann: create-table TOM", "409 TableAlreadyExists")
	b.Want("ann: delete-table none", notFound)
	b.Want("ann: get-table none", notFound)
	b.Want("ann: get-table jobs", "200")
	b.Want("ann: set-table-acl jobs policy.r=r", "204")
	if a := b.Want("ann: get-table-acl jobs", "200"); a.Field("policy.r").String() != "r" {
		t.Errorf("%+v", a.Fields)
	}
	b.Want("ann: get-table-acl none", "404 TableNotFound")
	b.Want("ann: set-table-acl none", "404 TableNotFound")
	b.Want("ann: set-table-acl jobs policy.a=r policy.b=r policy.c=r policy.d=r policy.e=r policy.f=r",
		"400 InvalidXmlDocument")
	entityCalls := []string{"get-entity @/p/r", "update-entity @/p/r", "insert-entity @/p/r",
		"delete-entity @/p/r if-match=*", "query-entities @",
		"merge-entity @/p/r if-match=*"}
	for _, call := range entityCalls {
		b.Want("ann: "+strings.Replace(call, "@", "none", 1), "404 TableNotFound")
	}
	b.Want("ann: delete-table jobs", "204")
	during := func() {
		t.Helper()
		b.Want("ann: create-table Jobs", "409 TableBeingDeleted")
		for _, call := range entityCalls {
			b.Want("ann: "+strings.Replace(call, "@", "jobs", 1), "409 TableBeingDeleted")
		}
		b.Want("ann: delete-table jobs", notFound)
		b.Want("ann: get-table jobs", notFound)
		if a := b.Say("ann: query-tables"); a.Field("count").String() != "2" {
			t.Errorf("listed: %+v", a.Fields)
		}
	}
	during()
	b.Wait(39_999 * time.Millisecond)
	during()
	b.Wait(time.Millisecond)
	for _, call := range entityCalls {
		b.Want("ann: "+strings.Replace(call, "@", "jobs", 1), "404 TableNotFound")
	}
	b.Want("ann: create-table Jobs", "201")
	b.Want("ann: get-entity jobs/p/r", notFound)
	if a := b.Say("ann: query-tables filter=\"TableName eq 'Jobs'\""); a.Field("0.name").String() != "Jobs" {
		t.Errorf("the name keeps its case: %+v", a.Fields)
	}
}

// The deletion window can be set, as rules.md says; 0 is the emulator's.
func TestDeletionWindowIsASetting(t *testing.T) {
	for seconds, free := range map[string]time.Duration{"0": 0, "60": time.Minute} {
		b := newBench(t)
		b.Step(engine.Set{Scope: "table", Key: "deletion", Value: seconds})
		b.All("ann: delete-table jobs")
		if free > 0 {
			b.Wait(free - time.Millisecond)
			b.Want("ann: create-table jobs", "409 TableBeingDeleted")
			b.Wait(time.Millisecond)
		}
		b.Want("ann: create-table jobs", "201")
	}
}

// rules.md, "Order of checks", test rows.
func TestPrecedenceRows(t *testing.T) {
	b := newBench(t)
	b.Want(`ann: update-entity none/p/r if-match="W/\"old\""`, "404 TableNotFound")
	b.Want("ann: update-entity jobs/p/none if-match=x", malformed)
	b.Want(`ann: update-entity jobs/p/none if-match="W/\"old\""`, notFound)
	b.Want("ann: delete-entity none/p/r", noHeader)
}

// rung is one broken rule: what it puts in the place of the request's path, what it adds to it, and the answer.
type rung struct{ path, words, code string }

// ladders are rules.md, "Order of checks" from the top for each operation: a request breaks one rung and all below it.
// Words of a higher rung stand alone where the parameter can be there once.
var ladders = map[string][]rung{
	"insert-entity": {{"ab/p", ".n=[1]", "400 OutOfRangeInput"}, {"a-b/p", ".n=[1]", "400 InvalidResourceName"},
		{"none/p", ".n=[1]", "400 PropertiesNeedValue"},
		{"none/p/what?", "nothing .n=1 .n=2", malformed},
		{"none/p/what?", ".n=[1] .n=2 .m=5x'", "400 DuplicatePropertiesSpecified"},
		{"none/p/what?", ".n=[1] .m=99999999999 .o-p=1", "400 InvalidValueType"},
		{"none/p/what?", ".m=99999999999 .o-p=1", malformed},
		{"none/p/what?", "." + long(256) + "=1 .o-p=1", "400 PropertyNameTooLong"},
		{"none/p/what?", ".o-p=1 .q=" + long(32_769), "400 PropertyNameInvalid"},
		{"none/p/what?", ".q=" + long(32_769) + " .RowKey=x", "400 PropertyValueTooLarge"},
		{"none/p/what?", ".RowKey=x " + many(253), malformed},
		{"none/p/what?", many(253), "400 TooManyProperties"}, {"none/p/what?", "", "400 OutOfRangeInput"},
		{"none/p/" + long(513), "", "400 PropertyValueTooLarge"}, {"none/p/r", "", "404 TableNotFound"},
		{"jobs/p/r", "", exists}},
	"update-entity": guardedLadder, "merge-entity": guardedLadder,
	"delete-entity": {{"ab/p", "", "400 OutOfRangeInput"}, {"none/p", "", noHeader},
		{"none/p", "if-match=x", malformed},
		{"none/p/what?", "if-match=x if-none-match=*", malformed}, {"none/p/what?", `if-match=""`, malformed},
		{"none/p/what?", "if-match=x", malformed},
		{"none/p/what?", "if-match=*", "400 OutOfRangeInput"},
		{"none/p/r", `if-match="W/\"old\""`, "404 TableNotFound"},
		{"jobs/p/none", `if-match="W/\"old\""`, notFound}, {"jobs/p/r", `if-match="W/\"old\""`, unmet}},
	"get-entity": {{"ab/p", "", "400 OutOfRangeInput"}, {"none/p", "", malformed},
		{"none/p/what?", "", "400 OutOfRangeInput"},
		{"none/p/" + long(513), "", "400 PropertyValueTooLarge"}, {"none/p/r", "", "404 TableNotFound"},
		{"jobs/p/none", "", notFound}},
	"insert-or-replace-entity": upsertLadder, "insert-or-merge-entity": upsertLadder,
	"create-table": {{"ab", "", "400 OutOfRangeInput"}, {"a-b", "", "400 InvalidResourceName"},
		{"tables", "", "400 InvalidResourceName"}, {"jobs", "", "409 TableAlreadyExists"}},
	"get-table":     {{"ab", "", "400 OutOfRangeInput"}, {"none", "", notFound}},
	"delete-table":  {{"ab", "", "400 OutOfRangeInput"}, {"none", "", notFound}},
	"get-table-acl": {{"ab", "", "400 OutOfRangeInput"}, {"none", "", "404 TableNotFound"}},
	"set-table-acl": {{"ab", sixPolicies, "400 OutOfRangeInput"}, {"none", sixPolicies, "400 InvalidXmlDocument"},
		{"none", "", "404 TableNotFound"}},
	"query-entities": {{"ab", "filter=eq top=0", "400 OutOfRangeInput"}, {"none", "filter=eq top=0", malformed},
		{"none", "top=0", malformed}, {"none", "", "404 TableNotFound"}},
	"set-table-service-properties": {{"devstore", "property.Nothing=1", "400 InvalidXmlDocument"},
		{"devstore", "property.Cors=1 property.Cors=2", "400 InvalidXmlDocument"}},
	"query-tables": {{"", "filter=eq top=0", malformed}, {"", "top=0", malformed}},
	"entity-group-transaction": {{"ab", "p []", "400 OutOfRangeInput"}, {"none", "p word", malformed},
		{"none", "p [get-table x]", malformed}, {"none", "p []", malformed},
		{"none", "p [get-entity x; insert-entity q/x]", malformed},
		{"none", "p [" + inserts(101) + "]", "202 InvalidInput"},
		{"none", "p [insert-entity q/x; insert-entity a; insert-entity a]",
			"202 CommandsInBatchActOnDifferentPartitions"},
		{"none", "p [insert-entity a; insert-entity a]", "202 InvalidDuplicateRow"},
		{"none", "p [insert-entity r; delete-entity x]", "202 TableNotFound"},
		{"jobs", "p [insert-entity r; delete-entity x]", "202 EntityAlreadyExists"},
		{"jobs", "p [insert-entity s; delete-entity x]", "202 MissingRequiredHeader"}},
}

var guardedLadder = []rung{{"ab/p", ".n=[1]", "400 OutOfRangeInput"}, {"none/p", ".n=[1]", malformed},
	{"none/p/what?", ".n=[1] if-match=x", "400 InvalidValueType"},
	{"none/p/what?", many(253) + " if-match=x", "400 TooManyProperties"},
	{"none/p/what?", "if-match=x if-none-match=*", malformed},
	{"none/p/what?", "if-none-match=*", malformed}, {"none/p/what?", `if-match=""`, malformed},
	{"none/p/what?", "if-match=x", malformed},
	{"none/p/what?", `if-match="W/\"old\""`, "400 OutOfRangeInput"},
	{"none/p/" + long(513), `if-match="W/\"old\""`, "400 PropertyValueTooLarge"},
	{"none/p/r", `if-match="W/\"old\""`, "404 TableNotFound"}, {"jobs/p/none", `if-match="W/\"old\""`, notFound},
	{"jobs/p/r", `if-match="W/\"old\""`, unmet}}

var upsertLadder = []rung{{"ab/p", ".n=[1]", "400 OutOfRangeInput"}, {"none/p", ".n=[1]", malformed},
	{"none/p/what?", ".n=[1] if-none-match=*", "400 InvalidValueType"},
	{"none/p/what?", "if-none-match=*", malformed}, {"none/p/what?", "", "400 OutOfRangeInput"},
	{"none/p/r", "", "404 TableNotFound"}}

const sixPolicies = "policy.a=r policy.b=r policy.c=r policy.d=r policy.e=r policy.f=r"

func long(n int) string { return strings.Repeat("k", n) }

func many(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf(".p%d=1", i)
	}
	return strings.Join(words, " ")
}

func inserts(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("insert-entity q/x%d", i%2)
	}
	return strings.Join(words, "; ")
}
