package conflict

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
)

// A kind that lacks a cell of its row would be told in words of another.
func TestEveryKindHasItsRow(t *testing.T) {
	all := []Kind{engine.OwnEcho, engine.StaleWrite, engine.AlreadyThere, engine.IsGone, engine.Unfinished,
		engine.TwoAtOnce, engine.ByPolicy, engine.IsLeased, engine.LeaseOver, engine.OldReceipt, engine.SharedFile,
		engine.StaleHolder, engine.GuardDefeated, engine.SameNumber, engine.MixedContent, engine.LostUpdate,
		engine.BorrowedLease,
		engine.ShadowedWrite, engine.DoneTwice, engine.TornRead, engine.NoAnswer}
	for _, kind := range all {
		if _, ok := rowOf(kind); !ok {
			t.Errorf("%s has no row: add one in kinds.go", kind)
		}
	}
	for i, r := range table() {
		switch {
		case !slices.Contains(all, r.kind):
			t.Errorf("row %d, %q: not among the kinds of engine/trouble.go that this test lists", i, r.kind)
		case slices.ContainsFunc(table()[:i], func(o row) bool { return o.kind == r.kind }):
			t.Errorf("%s has two rows", r.kind)
		case !strings.ContainsRune("!~?", rune(r.severity)):
			t.Errorf("%s: severity %q is none of ! ~ ?", r.kind, r.severity)
		case r.meaning == "" || !strings.HasSuffix(r.meaning, "."):
			t.Errorf("%s: the meaning %q is no sentence", r.kind, r.meaning)
		case r.first == nil:
			t.Errorf("%s: nothing makes its first sentence", r.kind)
		case r.rule == "":
			t.Errorf("%s: no section of the rules defines it", r.kind)
		}
	}
}

// What a service's rule names as its kind has a row, as a refusal.
func TestRulesNameKindsOfRefusals(t *testing.T) {
	for _, service := range catalog.Services() {
		for _, spec := range service.Ops {
			for _, rule := range spec.Refuses {
				if r, ok := rowOf(rule.Kind); rule.Kind != "" && (!ok || r.severity != '!') {
					t.Errorf("%s, %s: the kind %q is none of a refusal", spec.Verb, rule.Name, rule.Kind)
				}
			}
		}
	}
}
