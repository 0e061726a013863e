package table_test

import (
	"testing"

	"interleave/engine/table"
)

// Azure REST, "Understanding the Table service data model", Property types: eight types. rules.md, "Reading, queries,
// isolation", S8: the literals.
func TestALiteralTellsItsType(t *testing.T) {
	if n := len(table.Types()); n != 8 {
		t.Errorf("%d types", n)
	}
	for literal, want := range map[string]string{"word": "String", "'5'": "String", "5": "Int32", "5L": "Int64",
		"5.0": "Double", "true": "Boolean",
		"datetime'2026-01-05T09:00:00Z'": "DateTime", "guid'00000000-0000-0000-0000-000000000001'": "Guid",
		"X'00ff'": "Binary", "99999999999": "", "null": "", "X'0'": ""} {
		list, ok := table.Rows("a=" + literal + "\n")
		if !ok || len(list) != 1 || list[0].Type != want || list[0].Literal != literal {
			t.Errorf("%s: %+v, not %q", literal, list, want)
		}
	}
	const two = "a='x\ny'\nb=2L\n"
	if list, ok := table.Rows(two); !ok || len(list) != 2 || table.RowText(list) != two {
		t.Errorf("%+v", list)
	}
	if _, ok := table.Rows("no property\n"); ok {
		t.Error("a line without = is taken for a property")
	}
}

func TestATypeChangesKeepsWhatItCanSay(t *testing.T) {
	for _, c := range [][3]string{{"5", "Int64", "5L"}, {"5L", "Int32", "5"}, {"5", "String", "'5'"},
		{"'5'", "Int32", "5"}, {"5", "Double", "5.0"}, {"5.0", "Int32", "5"},
		{"word", "Int32", "0"}, {"word", "Boolean", "false"}, {"1", "Boolean", "true"}, {"true", "String", "'true'"},
		{"word", "String", "word"}, {"5000000000L", "Int32", "0"},
		{"'2026-01-05T10:00:00Z'", "DateTime", "datetime'2026-01-05T10:00:00Z'"},
		{"5", "Guid", "guid'00000000-0000-0000-0000-000000000000'"}, {"ff", "Binary", "X'ff'"}, {"5", "none", "5"}} {
		if got := table.Retyped(c[0], c[1]); got != c[2] {
			t.Errorf("%s as %s is %s, not %s", c[0], c[1], got, c[2])
		}
	}
	for _, as := range table.Types() {
		got := table.Retyped("word it is", as)
		if list, ok := table.Rows("a=" + got + "\n"); !ok || list[0].Type != as {
			t.Errorf("%s as %s is %v", got, as, list)
		}
	}
}

// What is typed over a literal keeps its type where a person means that, and is as typed where it says its type itself.
func TestKeptTypeOfATypedLiteral(t *testing.T) {
	for _, c := range []struct{ old, typed, want string }{
		{"3L", "4", "4L"}, {"3L", "5000000000", "5000000000L"}, {"3L", "4.5", "4.5"}, {"3L", "4L", "4L"},
		{"1.5", "4", "4.0"}, {"3", "4", "4"}, {"3", "4L", "4L"}, {"3", "four", "four"},
		{"'a'", "4", "'4'"}, {"'a'", "datetime'2026-01-05T09:00:00Z'", "datetime'2026-01-05T09:00:00Z'"},
		{"true", "false", "false"}, {"3L", "", ""}, {"", "4", "4"},
	} {
		if have := table.KeptType(c.old, c.typed); have != c.want {
			t.Errorf("%s typed over %s is %s, it should be %s", c.typed, c.old, have, c.want)
		}
	}
	if list, ok := table.Rows("a=" + table.KeptType("'a'", "4") + "\n"); !ok || list[0].Type != "String" {
		t.Errorf("a number typed over a string is %v", list)
	}
}
