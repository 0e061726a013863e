package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who was answered 200 for what stands there knows that it made it, and is not told to look for a maker
// (engine/conflict/rules.md, "Sentences and advice come from the cause"). Where it has deleted it since, it does not.
func TestWhoMadeItIsNotToldToLookForItsMaker(t *testing.T) {
	const head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket box\nana: put-object box/k x\n"
	for _, c := range []struct {
		lines string
		own   bool
	}{
		{head + "ana: put-object box/k x if-none-match=*\n", true},
		{head + "ana: delete-object box/k\nben: put-object box/k y\nana: put-object box/k x if-none-match=*\n", false},
		{strings.Replace(head, "ana: put", "ben: put", 1) + "ana: put-object box/k x if-none-match=*\n", false},
	} {
		card, found := cardAtEnd(t, c.lines, engine.AlreadyThere)
		own := strings.Contains(card.Say, "#2 was answered 200 OK: Ana made it")
		if !found || own != c.own || own == strings.Contains(card.Say, "who made it") {
			t.Errorf("%s: %v %s", c.lines, found, card.Say)
		}
	}
}

// An insert, SET with NX and an SMB CREATE make a marker as If-None-Match * does (engine/table/rules.md, "Operations
// and outcomes"; engine/tair/rules.md, "Commands"; engine/share/rules.md, "SMB opens"): who meets another's is told
// what that may be, and who may have met its own as well.
func TestAMarkerThatIsNoBlob(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table jobs\nseed: create-share docs\n"
		maker = "Of a marker, settle that its maker does the work: it may never have heard that it was made."
		own   = "If it is a marker, do not leave its work to others: it may be Ana's own."
	)
	lost := func(line string) string { return "ann: send " + line + " as m\ndeliver m\nlose m\n" }
	for _, line := range []string{"insert-entity jobs/p/r .by=x", "SET job x NX", "EXSET job x NX",
		"smb-create docs/job disposition=CREATE"} {
		advises(t, []advised{{line, head + lost(line) + "ben: " + line + "\n", engine.AlreadyThere, "read", maker,
			"If the content counts"}})
		if strings.HasPrefix(line, "smb") { // its own echo is told otherwise
			continue
		}
		advises(t, []advised{{line, head + lost(line) + "ann: " + line + " again=m\n", engine.OwnEcho, "read", own,
			""}})
	}
	advises(t, []advised{{"a container holds things", head + "ann: create-table jobz\nben: create-table jobz\n",
		engine.AlreadyThere, "read", "decide whether it will do", "Of a marker"}})
}
