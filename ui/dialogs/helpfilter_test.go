package dialogs

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/ui/command"
)

// Who asks for a word finds first what does it, and what holds it only inside another word last; the first sentence of
// a section says what it is about, or nothing does.
func TestHelpFindsWordsBeforeParts(t *testing.T) {
	d := wiki(t)
	h := NewHelp(d, command.Writer).(*helper)
	at := func(rows []row, text string) int {
		return slices.IndexFunc(rows, func(r row) bool { return r.text == text })
	}
	rows := h.filter(h.rows, "lease")
	if len(rows) < 2 || rows[1].text != "acquire-blob-lease" {
		t.Errorf("lease finds %q first", rows[min(1, len(rows)-1)].text)
	}
	d.object = engine.ParseObject("entity counters/web/home") // which has no lease: what holds others comes last
	entity := NewHelp(d, command.Writer).(*helper)
	if rows = entity.filter(entity.rows, "lease"); rows[1].text != "acquire-blob-lease" ||
		at(rows, "acquire-container-lease") < at(rows, "acquire-file-lease") {
		t.Errorf("of an entity lease finds %q first", rows[1].text)
	}
	rows = h.filter(h.rows, "lock")
	inside, clock := at(rows, "Inside other words"), at(rows, "Move the clock")
	if lock := at(rows, "Object Lock"); lock < 0 || inside < lock || clock < inside {
		t.Errorf("Object Lock is row %d, the words inside others begin at %d, the clock is %d", lock, inside, clock)
	}
	if at(h.filter(h.rows, ""), "acquire-blob-lease") >= 0 {
		t.Error("all operations are listed where nothing is typed")
	}
	for _, r := range h.rows {
		if _, rule := ruleOf(r); rule && (r.note == "missing" || strings.HasPrefix(r.note, "[docs]")) {
			t.Errorf("%s is told by %q", r.text, r.note)
		}
	}
	rows = h.filter(h.rows, "acquire-blob-lease")
	rows[1].act()
	if !slices.Contains(d.did, command.Intent(command.More{Verb: "acquire-blob-lease"})) {
		t.Errorf("it runs %v", d.did)
	}
}
