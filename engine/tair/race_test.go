package tair_test

import (
	"os"
	"strings"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/tair"
)

func TestRaces(t *testing.T) { enginetest.Races(t, tair.Service, 19, nil) }

// The stories of a prompt's marks speak of replies, not of HTTP.
func TestStoriesSpeakOfReplies(t *testing.T) {
	text, err := os.ReadFile("../races/tair/r03-optimistic-lock-excas-key_3.race")
	if err != nil {
		t.Fatal(err)
	}
	result := enginetest.RanText(t, string(text), service)
	told := 0
	for _, o := range result.Outcomes {
		for _, marks := range o.Marks {
			for _, m := range marks {
				s := conflict.Story(result.Timeline.World(), m)
				told++
				if s.Heard != "Application 2 heard: [\"ERR update version is stale\" world 2]. Nothing changed." ||
					s.Rule.Document == "" {
					t.Errorf("heard: %q, rule %+v", s.Heard, s.Rule)
				}
				last := s.Steps[len(s.Steps)-1].Text
				if !strings.HasSuffix(last, "is stale\" world 2]. The version sent was 1, the key's was 2.") {
					t.Errorf("last step: %q", last)
				}
				if sent := s.Steps[len(s.Steps)-2].Text; !strings.HasSuffix(sent, ": EXCAS key_3 universe 1.") {
					t.Errorf("sent: %q", sent)
				}
			}
		}
	}
	if told != 1 {
		t.Errorf("%d stories", told)
	}
}
