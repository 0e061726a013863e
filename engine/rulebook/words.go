package rulebook

import (
	"strings"

	"interleave/engine"
)

// InWords is a broken rule as a person can keep it: what the page's table of limits says under the rule's name, else
// the rule's own words where the service's sentence does not say it, else that sentence. Limits have numbers; other
// tables list operations or conditions under the same names. page may be empty.
func InWords(page string, c *engine.Cause) string {
	r := c.Rule
	for _, s := range Of(page, r) {
		for line := range strings.Lines(s.Text) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			if len(cells) > 1 && strings.ContainsAny(cells[1], "0123456789") &&
				strings.EqualFold(strings.TrimSpace(cells[0]), r.Name) {
				return r.Name + ": " + strings.ReplaceAll(strings.TrimSpace(cells[1]), "`", "")
			}
		}
	}
	return c.InWords()
}
