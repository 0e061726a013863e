package blob_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "Containers: create and delete" and "Limits and input rules": what can ask for tags, in a query and in a
// condition.
func TestWhatAsksForTags(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	b.send("ann", "put-blob", engine.Args("path", "wiki/x", "body", "a", "tag.key_1", "a +-.:=_/", "tag.k", "v"))
	const none, malformed = "400 InvalidQueryParameterValue", "400 InvalidHeaderValue"
	long := func(n int) string { return strings.Repeat("n", n) }
	ten := make([]string, 10)
	for i := range ten {
		ten[i] = "k" + string(rune('0'+i)) + "='v'"
	}
	for _, row := range [][3]string{ // the text, what a query hears, what a condition hears
		{"key_1='a +-.:=_/'", "200", "200"}, {"k>'a' and k<'w'", "200", "200"},
		{`"k"='v'`, "200", "200"},
		{"k='v' and @container='wiki'", "200", malformed}, {"@container='wiki'", "200", malformed},
		{"@container11='wiki'", none, malformed},
		{"k<>'a'", none, "200"},
		{"k='v' or k='w'", none, malformed},
		{"'key 1'='v'", none, malformed}, {"key+1='v'", none, malformed}, {"key--1='v'", none, malformed},
		{"astring", none, malformed}, {"key==v", none, malformed}, {"k='v$'", none, malformed},
		{"k='v @'", none, malformed},
		{long(128) + "='v'", "200", "412 ConditionNotMet"}, {long(129) + "='v'", none, "412 ConditionNotMet"},
		{"k<='" + long(256) + "'", "200", "412 ConditionNotMet"},
		{"k<='" + long(257) + "'", none, "412 ConditionNotMet"},
		{strings.Join(ten, " and "), "200", "412 ConditionNotMet"},
		{strings.Join(ten, " and ") + " and @container='wiki'", "200", malformed},
		{strings.Join(ten, " and ") + " and k='v'", none, "412 ConditionNotMet"},
		{strings.Join(ten, " and ") + " and k1>'a'", "200", "412 ConditionNotMet"},
	} {
		for at, verb := range []string{"find-blobs-by-tags", "find-blobs-in-container", "get-blob"} {
			args, want := engine.Args("where", row[0]), row[1]
			switch at {
			case 1:
				args = engine.Args("path", "wiki", "where", row[0])
			case 2:
				args, want = engine.Args("path", "wiki/x", "if-tags", row[0]), row[2]
			}
			if a := b.send("ben", verb, args); a.String() != want {
				t.Errorf("%s %s: %s, want %s", verb, row[0], a, want)
			}
		}
	}
}
