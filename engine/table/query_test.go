package table_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// rowsOf are the keys that a page lists, and its continuation.
func rowsOf(a engine.Answer) string {
	if a.Why != nil {
		return a.String()
	}
	var words []string
	for n := 0; !a.Field(fmt.Sprint(n, "..RowKey")).IsZero(); n++ {
		words = append(words, a.Field(fmt.Sprint(n, "..PartitionKey")).String()+"/"+
			a.Field(fmt.Sprint(n, "..RowKey")).String())
	}
	if next := a.Field("next"); !next.IsZero() {
		words = append(words, "> "+next.String())
	}
	return strings.Join(words, " ")
}

// library is a table of rows for queries.
func library(t testing.TB) *bench {
	b := emptyBench(t)
	b.All("seed: create-table books", "seed: insert-entity books/b/w .n=7 .s=red",
		"seed: insert-entity books/a/z .n=1 .s='5'",
		"seed: insert-entity books/a!/x .n=2L", "seed: insert-entity books/a/B .n=3.0 .on=true",
		"seed: insert-entity books/a/c .t=datetime'2026-01-01T00:00:00Z'",
		"seed: insert-entity books/a/gone .n=1", "seed: delete-entity books/a/gone if-match=*",
		"seed: create-table other", "seed: insert-entity other/a/a .n=1")
	return b
}

// rules.md, "Reading, queries, isolation", S1 to S6 and S11.
func TestPages(t *testing.T) {
	for _, row := range [][2]string{
		{"books", "a/B a/c a/z > a!/x"}, // S1: ordinal; S2: the partition ends the page
		{"books next=a!/x", "a!/x > b/w"},
		{"books next=b/w", "b/w"},
		{"books top=2", "a/B a/c > a/z"},
		{"books top=2 next=a/z", "a/z > a!/x"}, // S4: short and not the last
		{"books next=a/d", "a/z > a!/x"},       // S5: the first key at or behind it
		{"books next=zzz", ""},
		{"books top=1000 next=b", "b/w"},
		{"books top=1001", malformed}, {"books top=0", malformed}, {"books top=x", malformed}, // S6
	} {
		if got := rowsOf(library(t).Say("ann: query-entities " + row[0])); got != row[1] {
			t.Errorf("%s: %q, want %q", row[0], got, row[1])
		}
	}
	e := emptyBench(t)
	e.All("seed: create-table books", "seed: insert-entity books/a/\ue000", "seed: insert-entity books/a/\U0001f600",
		"seed: insert-entity books/a/b")
	if got := rowsOf(e.Say("ann: query-entities books")); got != "a/b a/\U0001f600 a/\ue000" {
		t.Errorf("S1, by units of UTF-16: %q", got)
	}
	b := library(t)
	b.Step(engine.Set{Scope: "table", Key: "pages", Value: "whole"})
	if got := rowsOf(b.Say("ann: query-entities books")); got != "a/B a/c a/z a!/x b/w" {
		t.Errorf("without the end of partitions: %q", got)
	}
}

// rules.md, "Reading, queries, isolation", S8 to S10. Where no key decides, an empty page still goes on.
func TestFilters(t *testing.T) {
	for _, row := range [][2]string{
		{"n eq 1", "a/z > a!/x"}, {"n eq 1L", "> a!/x"}, {"n ne 7", "a/B a/z > a!/x"}, {"n lt 3.5", "a/B > a!/x"},
		{"n ge 1", "a/B a/z > a!/x"}, {"n gt 2", "a/B > a!/x"}, {"n gt 3", "> a!/x"}, {"n gt 2L", "> a!/x"},
		{"PartitionKey eq 'a!' and n eq 2", ""}, {"PartitionKey eq 'a!' and n eq 2.0", ""},
		{"n le 1 and n ge 1", "a/z > a!/x"},
		{"s eq '5'", "a/z > a!/x"}, {"s eq 5", "> a!/x"}, {"on", "a/B > a!/x"}, {"on eq true", "a/B > a!/x"},
		{"on ne true", "> a!/x"}, {"not on", "a/c a/z > a!/x"},
		{"t gt datetime'2025-12-31T00:00:00Z'", "a/c > a!/x"}, {"t gt datetime'2026-01-01T00:00:00Z'", "> a!/x"},
		{"PartitionKey eq 'b'", "b/w"}, {"PartitionKey gt 'a' and PartitionKey lt 'b'", "a!/x"},
		{"RowKey eq 'x'", "a!/x"}, {"PartitionKey eq 'b' and n eq 1", ""},
		{"RowKey eq 'c' or RowKey eq 'z'", "a/c a/z"}, {"not (RowKey eq 'c')", "a/B a/z > a!/x"},
		{"(RowKey eq 'c' or RowKey eq 'z') and n eq 1", "a/z"},
		{"RowKey eq 'c' or RowKey eq 'z' and n eq 2", "a/c"},
		{"Timestamp ge datetime'2026-01-05T09:00:00Z'", "a/B a/c a/z > a!/x"}, {"", "a/B a/c a/z > a!/x"},
		{"n", "> a!/x"}, {"s eq 'it''s'", "> a!/x"},
		{"on eq True", "a/B > a!/x"}, {"on ne FALSE", "a/B > a!/x"}, {"FALSE ne on", "a/B > a!/x"},
		{"1 eq n", "a/z > a!/x"}, {"2 lt n", "a/B > a!/x"}, {"'b' eq PartitionKey", "b/w"},
		{"true and (false or RowKey eq 'x')", "a!/x"}, {"not true", ""}, {"false", ""},
		{"Or eq 1 Or n eq 1", malformed}, {"1 eq 2", malformed}, {"s eq n", malformed}, {"true eq 1", malformed},
		{"n gt", malformed}, {"n gt x", malformed}, {"gt 5", malformed}, {"n eq 1 and", malformed},
		{"(n eq 1", malformed}, {"n eq 1)", malformed}, {"n eq 'x", malformed},
		{"n eq null", malformed}, {"n eq 99999999999", malformed}, {"n-1 eq 1", malformed},
		{"n eq 1 n eq 2", malformed}, {"not", malformed}, {strings.Repeat("(", 99), malformed},
	} {
		if got := rowsOf(library(t).Say(fmt.Sprintf("ann: query-entities books filter=%q", row[0]))); got != row[1] {
			t.Errorf("%s: %q, want %q", row[0], got, row[1])
		}
	}
}

// rules.md, "Reading, queries, isolation", S7.
func TestProjections(t *testing.T) {
	for _, row := range [][2]string{{"n,s", "body n s"}, {"s,PartitionKey", "body .PartitionKey s"},
		{"Timestamp", "body .Timestamp"}, {"nothing", "body"},
		{"*", "body .PartitionKey .RowKey .Timestamp n s"}} {
		b := library(t)
		for _, line := range []string{"get-entity books/a/z select=" + row[0],
			"query-entities books select=" + row[0] + ` filter="RowKey eq 'z'"`} {
			var names []string
			for _, f := range b.Say("ann: " + line).Fields {
				name := strings.TrimPrefix(strings.TrimPrefix(f.Name, "0."), ".")
				switch name {
				case "PartitionKey", "RowKey", "Timestamp":
					name = "." + name
				case "etag", "version", "count", "next":
					continue
				}
				names = append(names, name)
			}
			if got := strings.Join(names, " "); got != row[1] {
				t.Errorf("%s: %s, want %s", line, got, row[1])
			}
		}
	}
	if got := library(t).Say("ann: get-entity books/a/z select=s,PartitionKey").Field(
		"body").String(); got != "s='5'\n" {
		t.Errorf("the body is %q", got)
	}
}

// rules.md, "Reading, queries, isolation", S3 and S6, for Query Tables: the continuation names the next table,
// inclusive; one that went away in between is passed over.
func TestPagesOfTables(t *testing.T) {
	names := func(a engine.Answer) string {
		if a.Why != nil {
			return a.String()
		}
		var words []string
		for n := 0; !a.Field(fmt.Sprint(n, ".name")).IsZero(); n++ {
			words = append(words, a.Field(fmt.Sprint(n, ".name")).String())
		}
		return strings.TrimSuffix(strings.Join(words, " ")+" > "+a.Field("next").String(), " > ")
	}
	b := emptyBench(t)
	b.All("seed: create-table aaa", "seed: create-table bbb", "seed: create-table ccc", "seed: create-table ddd")
	for _, row := range [][2]string{{"top=2", "aaa bbb > ccc"}, {"top=2 next=ccc", "ccc ddd"},
		{"top=4", "aaa bbb ccc ddd"}, {"next=zzz", ""},
		{`filter="TableName ge 'b' and TableName lt 'd'"`, "bbb ccc"}, {"top=1001", malformed},
		{`filter="TableName"`, ""}, {`filter="TableName eq"`, malformed}} {
		if got := names(b.Say("ann: query-tables " + row[0])); got != row[1] {
			t.Errorf("%s: %q, want %q", row[0], got, row[1])
		}
	}
	b.All("ann: delete-table ccc")
	if got := names(b.Say("ann: query-tables top=1 next=ccc")); got != "ddd" {
		t.Errorf("behind a table that is gone: %q", got)
	}
}
