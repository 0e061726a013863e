package rulebook_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/rulebook"
)

// A rule about how a thing may be written is told by the page's limits. A table of another kind, as which operations
// take a parameter or what a condition compares, says nothing of it: the service's own sentence does.
func TestARuleInWordsIsALimitOrTheServicesSentence(t *testing.T) {
	for verb, rows := range map[string]map[string]string{
		"create-container": {"OutOfRangeInput": "3..63"},
		"update-message":   {"MissingRequiredQueryParameter": "", "InvalidQueryParameterValue": ""},
		"get-messages":     {"InvalidQueryParameterValue": ""},
		"put-blob":         {"ConditionNotMet": ""},
		"create-bucket":    {"InvalidBucketName": "3 to 63 lower-case letters"}, // S3 says that it "is not valid"
	} {
		for _, service := range catalog.Services() {
			for _, op := range service.Ops {
				for _, r := range op.Refuses {
					limit, ok := rows[r.Fault.Code]
					if op.Verb != verb || !ok {
						continue
					}
					got := rulebook.InWords(service.Rules, &engine.Cause{Rule: r})
					if limit == "" && got != r.Fault.Message || !strings.Contains(got, limit) {
						t.Errorf("%s: %s is told as %q", verb, r.Fault.Code, got)
					}
				}
			}
		}
	}
}
