package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// A snapshot is no new state of its blob, whose ETag stays (Azure REST, "Snapshot Blob"): what takes it away is the
// word that takes the snapshots too, and without that the delete is refused ("Delete Blob").
func TestASnapshotGoesWithItsOwnWord(t *testing.T) {
	const lines = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nana: put-blob docs/x 2 as p\n" +
		"ben: snapshot-blob docs/x\nana: delete-blob docs/x if-match=$p.etag"
	card, found := cardAtEnd(t, lines+" snapshots=include\n", engine.LostUpdate)
	stops := slices.ContainsFunc(card.Stops, func(s string) bool {
		return strings.HasPrefix(s, "Without snapshots=include")
	})
	if !found || !stops || !strings.Contains(card.Say, "the snapshot that #3 had taken") || len(card.Stops) != 1 {
		t.Errorf("%v %s %q", found, card.Say, card.Stops)
	}
	if unread := roomtest.AtEnd(t, lines+" snapshots=include\n").Unread(); unread != "" {
		t.Errorf("it is told twice: %s", unread)
	}
	card, found = cardAtEnd(t, lines+"\n", engine.AlreadyThere)
	if !found || !strings.Contains(card.Say, "settle with Ben") || card.Action != "" {
		t.Errorf("%v %q %s", found, card.Action, card.Say)
	}
	card, found = cardAtEnd(t, strings.Replace(lines, "ben: snap", "ana: snap", 1)+"\n", engine.AlreadyThere)
	if !found || card.Action != "delete" {
		t.Errorf("one's own: %v %q %s", found, card.Action, card.Say)
	}
}
