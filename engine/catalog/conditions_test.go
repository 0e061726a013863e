package catalog_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/scenario"
)

// What a plan compares has to be what the answer has: the reply of a line, the property of a row (rules.md of table,
// "Operations and outcomes": a row has properties; of tair, "Commands": GET replies with the value).
func TestConditionsThatFitNothing(t *testing.T) {
	for plan, want := range map[string]string{
		"GET k as g; if g body=ann [does inv]":               "g ann compares the reply",
		"SETNX k x as m; if m value=1 [does inv]":            "m 1 compares the reply",
		"EXCAS k x 1 as m; if m value=x [does inv]":          "", // CAS_FAILED shows it
		"SETNX k x as m; if m 1 [does inv]":                  "",
		"EXCAS k x 1 as m; if m CAS_FAILED [does inv]":       "",
		"get-queue-metadata q as g; if g text [does inv]":    "g text fits no answer of get-queue-metadata",
		"get-messages q as g; if g 0.receipt [does inv]":     "",
		"put-blob a/b x as g; if g version [does inv]":       "",
		"GET k as g; if g value=ann [does inv]":              "",
		"GET k as g; if g ann [does inv]":                    "",
		"get-entity t/p/r as g; if g body=by=ann [does inv]": "g .NAME=VALUE compares one",
		"get-entity t/p/r as g; if g .by=ann [does inv]":     "",
		"loop 2 [get-queue-metadata q as g; if g text=ann [stop]]": "g text=ann fits no answer of " +
			"get-queue-metadata",
		"get-blob a/b as g; if g body=ann [does inv]":                   "",
		"get-blob a/b as g; if g meta.owner=ann [does inv]":             "",
		"get-messages q as g; if g 0.text=job1 [does inv]":              "",
		"put-blob a/b x if-none-match=* as m; if m 201 [does inv]":      "",
		"get-blob a/b as g; if g ConditionNotMet [stop] else [wait 2s]": "",
	} {
		s, err := scenario.ParseLine("plan ann ["+plan+"]", 1, catalog.New().Services())
		if err != nil {
			t.Fatal(plan, err)
		}
		said := strings.Join(catalog.Unmet(s.Inputs[0].(engine.Plan).Steps), "\n")
		if (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%s: %q", plan, said)
		}
	}
}
