package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A property of a row holds one value, whatever stands beside it: who is second stops, by a read of the row and by one
// of all rows. Two counts are put together.
func TestAClaimInARowIsNotPutOverAnothers(t *testing.T) {
	const own = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table own\n" +
		"seed: insert-entity own/p/0 .owner=none .cursor=1\n"
	const stop = "If what is there now claims it for somebody else, stop; otherwise decide which value counts"
	const read = own + "ann: get-entity own/p/0 as a\nben: get-entity own/p/0 as b\n"
	const list = own + "ann: query-entities own as a\nben: query-entities own as b\n" +
		"ann: merge-entity own/p/0 .owner=ann .epoch=1 if-match=$a.0.etag\n" +
		"ben: merge-entity own/p/0 .owner=ben .epoch=1 if-match=$b.0.etag\n"
	for _, row := range []struct{ name, lines, want, never string }{
		{"merged", read + "ann: merge-entity own/p/0 .owner=ann if-match=$a.etag\n" +
			"ben: merge-entity own/p/0 .owner=ben if-match=$b.etag\n", stop, "together"},
		{"replaced", read + "ann: update-entity own/p/0 .owner=ann .cursor=1 if-match=$a.etag\n" +
			"ben: update-entity own/p/0 .owner=ben .cursor=1 if-match=$b.etag\n", stop, "together"},
		{"from a list", list, "If what is there now claims it for somebody else, stop; otherwise put",
			"Read again, put"},
		{"given back while another claims it", read + "ann: merge-entity own/p/0 .owner=ann if-match=$a.etag\n" +
			"ben: update-entity own/p/0 .cursor=1 if-match=$b.etag\n", stop, "together"},
		{"counts", read + "ann: merge-entity own/p/0 .cursor=2 if-match=$a.etag\n" +
			"ben: merge-entity own/p/0 .cursor=3 if-match=$b.etag\n", "put the two together", "claims"},
		{"counts beside what one of them claimed", read +
			"ann: merge-entity own/p/0 .owner=ann .cursor=2 if-match=$a.etag\n" +
			"ben: merge-entity own/p/0 .cursor=3 if-match=$b.etag\n", "put the two together", "claims"},
	} {
		saysAtEnd(t, row.lines, engine.StaleWrite, row.want, row.never)
	}
}

// A value that came with the refusal may be a claim as well as a body that was read: before it is written over, whoever
// was refused looks whose it is. A text of several lines is no such claim.
func TestAClaimInALineIsNotPutOverAnothers(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	const stop = "if what is there now claims it for somebody else, stop; otherwise put the change into the new value"
	const read = "ann: EXGET own\nben: EXGET own\n"
	for _, row := range []struct{ name, lines, want, never, rest string }{
		{"a value that claims", who + "seed: EXSET own none\n" + read +
			"ann: EXCAS own ann 1\nben: EXCAS own ben 1\n", stop, "",
			"If what is there now claims it for somebody else, stop; otherwise put the change into the value"},
		{"a value of several lines", who + "seed: EXSET own \"a\\nb\"\n" + read +
			"ann: EXCAS own \"a\\nann\" 1\nben: EXCAS own \"a\\nben\" 1\n",
			"put the change into the new value", "claims", "Put the change into the value"},
	} {
		card, found := cardAtEnd(t, row.lines, engine.StaleWrite)
		never := row.never != "" && strings.Contains(card.Say, row.never)
		if !found || !strings.Contains(card.Say, row.want) || never || !strings.Contains(card.Rest, row.rest) {
			t.Errorf("%s: %q, %q", row.name, card.Say, card.Rest)
		}
	}
}

// A try without an answer does not make a claim one's own: who reads another's name where it was to set its own stops,
// whatever carries the name.
func TestALostClaimIsNotPutOverAnothers(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: create-table tab\n" +
		"seed: put-blob own/0 none\nseed: insert-entity tab/p/0 .owner=none .cursor=1\nseed: EXSET own none\n"
	const stop = "laims it for somebody else, stop; otherwise "
	for _, row := range []struct{ name, read, write, guard, want, never string }{
		{"metadata", "get-blob own/0", "set-blob-metadata own/0 meta.owner=%", " if-match=$%.etag",
			"if it c" + stop + "put the change into what is there", "if not"},
		{"a body", "get-blob own/0", "put-blob own/0 %", " if-match=$%.etag",
			"If what is there now c" + stop + "check whether", ""},
		{"a row", "get-entity tab/p/0", "merge-entity tab/p/0 .owner=%", " if-match=$%.etag",
			"If what is there now c" + stop + "check whether", ""},
		{"a line", "EXGET own", "EXCAS own %", " 1", "If what is there now c" + stop + "check whether", ""},
		{"lines", "get-blob own/0", "put-blob own/0 \"%\\nlog\"", " if-match=$%.etag",
			"check whether its change is still missing", "claims"},
	} {
		write := func(name string) string { return strings.ReplaceAll(row.write+row.guard, "%", name) }
		lines := who + "ann: " + row.read + " as ann\nben: " + row.read + " as ben\n" +
			"ann: send " + write("ann") + " as p\nlose p\nben: " + write("ben") + "\n" +
			"ann: " + write("ann") + " again=p\nann: " + row.read + "\n"
		saysAtEnd(t, lines, engine.StaleWrite, row.want, row.never)
	}
}

// A name in an otherwise empty blob claims it: who is second stops, and does not put its own over the first one's.
func TestAClaimIsNotPutOverAnothers(t *testing.T) {
	const own = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/p0 none\n"
	const read = own + "ann: get-blob own/p0 as a1\nben: get-blob own/p0 as b1\n" +
		"ann: put-blob own/p0 ann if-match=$a1.etag\n"
	for _, row := range []struct{ name, lines, want, never string }{
		{"a body of one line may be a claim", read + "ben: put-blob own/p0 ben if-match=$b1.etag\n",
			"claims it for somebody else, stop; otherwise put the two together", ""},
		{"so may one that was made from a list", own + "ann: list-blobs own as a1\nben: list-blobs own as b1\n" +
			"ann: put-blob own/p0 ann if-match=$a1.0.etag\nben: put-blob own/p0 ben if-match=$b1.0.etag\n",
			"claims it for somebody else, stop", "Read again, put"},
		{"who sent it all the same is told of the other", read + "ben: put-blob own/p0 ben if-match=$b1.etag\n" +
			"ben: get-blob own/p0 as b2\nben: put-blob own/p0 ben if-match=$b2.etag from=b2\n",
			"The text of Ana's #5 is not in it: if that claimed it for Ana, tell Ana.", "Nothing is left to send"},
		{"another text has gone through", read + "ben: put-blob own/p0 ben if-match=$b1.etag\n" +
			"ben: get-blob own/p0 as b2\nben: put-blob own/p0 \"ann, ben\" if-match=$b2.etag from=b2\n",
			"Nothing is left to send", "tell Ana"},
		{"what changed beside the text is no text", own + "ann: get-blob own/p0 as a1\nben: get-blob own/p0 as b1\n" +
			"ann: set-blob-metadata own/p0 meta.k=2\nben: put-blob own/p0 ben if-match=$b1.etag\n" +
			"ben: get-blob own/p0 as b2\nben: put-blob own/p0 ben meta.k=2 if-match=$b2.etag from=b2\n",
			"Nothing is left to send", "The text of Ana"},
		{"texts of several lines are put together", own + "seed: put-blob own/p1 \"a\\nb\"\n" +
			"ann: get-blob own/p1 as a1\nben: get-blob own/p1 as b1\n" +
			"ann: put-blob own/p1 \"a\\nann\" if-match=$a1.etag\nben: put-blob own/p1 \"a\\nben\" if-match=$b1.etag\n",
			"put the two together", "claims"},
	} {
		saysAtEnd(t, row.lines, engine.StaleWrite, row.want, row.never)
	}
}

// Who claims what a read did not find has a guard that asks for an absence; where the claim is sent by what takes none,
// or by a line, the same is offered as the operation that does (engine/tair/rules.md, "Commands", NX;
// engine/table/rules.md, "Operations and outcomes", Insert Entity). Whose claim was replaced stops, and sets
// its own over nobody's.
func TestAClaimOfWhatWasNotThere(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-table own\nseed: create-container own\n"
	const tell = "tell Ann, who stops if it was a claim and puts anything else into what is there"
	for _, row := range []struct{ read, claim, sent string }{
		{"GET own", "SET own NAME", "send SET own ben NX. There it is refused (nil)"},
		{"EXGET own", "EXSET own NAME", "send EXSET own ben NX. There it is refused (nil)"},
		{"get-entity own/p/0", "insert-or-replace-entity own/p/0 .owner=NAME",
			"send insert-entity. There it is refused (409 Conflict)"},
		{"get-blob own/0", "put-blob own/0 NAME", "send it with a guard. There it is refused (409"},
	} {
		lines := head + "ann: " + row.read + "\nben: " + row.read + "\n" +
			"ann: " + strings.ReplaceAll(row.claim, "NAME", "ann") + "\n" +
			"ben: " + strings.ReplaceAll(row.claim, "NAME", "ben") + "\n"
		advises(t, []advised{{row.claim, lines, engine.LostUpdate, "guard", row.sent, "plain read"},
			{row.claim, lines, engine.LostUpdate, "guard", tell, ""}})
	}
}
