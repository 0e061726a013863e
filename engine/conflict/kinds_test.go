package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/rulebook"
)

// sectionOf is how the section of the referee's rules begins that tells the kinds of a severity.
var sectionOf = map[byte]string{'~': "Silent: ", '!': "Refused: ", '?': "Unknown: "}

// A kind that lacks a row would be told in words of another; what no section of the rules defines is no kind.
func TestEveryKindHasItsRow(t *testing.T) {
	all := []conflict.Kind{engine.OwnEcho, engine.StaleWrite, engine.AlreadyThere, engine.IsGone, engine.Unfinished,
		engine.TwoAtOnce, engine.ByPolicy, engine.IsLeased, engine.LeaseOver, engine.OldReceipt, engine.SharedFile,
		engine.StaleHolder, engine.GuardDefeated, engine.SameNumber, engine.MixedContent, engine.LostUpdate,
		engine.BorrowedLease,
		engine.ShadowedWrite, engine.DoneTwice, engine.TornRead, engine.NoAnswer}
	kinds, sections := conflict.Kinds(), rulebook.Parse(conflict.Rules)
	for _, kind := range all {
		if !slices.Contains(kinds, kind) {
			t.Errorf("%s has no row: add one in kinds.go", kind)
		}
	}
	for i, kind := range kinds {
		severity, meaning := conflict.SeverityOf(kind), conflict.Meaning(kind)
		title := sectionOf[severity]
		switch {
		case !slices.Contains(all, kind):
			t.Errorf("row %d, %q: not among the kinds of engine/trouble.go that this test lists", i, kind)
		case slices.Contains(kinds[:i], kind):
			t.Errorf("%s has two rows", kind)
		case title == "":
			t.Errorf("%s: severity %q is none of ! ~ ?", kind, severity)
		case meaning == "" || !strings.HasSuffix(meaning, "."):
			t.Errorf("%s: the meaning %q is no sentence", kind, meaning)
		case !slices.ContainsFunc(sections, func(s rulebook.Section) bool {
			return strings.HasPrefix(s.Title, title) && strings.Contains(s.Text, "`"+string(kind)+"`")
		}):
			t.Errorf("%s: the section %q of the rules does not define it", kind, title)
		}
	}
}

// What a service's rule names as its kind has a row, as a refusal.
func TestRulesNameKindsOfRefusals(t *testing.T) {
	for _, service := range catalog.Services() {
		for _, spec := range service.Ops {
			for _, rule := range spec.Refuses {
				if rule.Kind != "" && conflict.SeverityOf(rule.Kind) != '!' {
					t.Errorf("%s, %s: the kind %q is none of a refusal", spec.Verb, rule.Name, rule.Kind)
				}
			}
		}
	}
}
