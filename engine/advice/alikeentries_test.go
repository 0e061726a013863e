package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who has set the very value that another had set takes none of it away: a read shows it (Azure REST, "Insert Or
// Replace Entity": it compares nothing).
func TestAnUpsertOfTheSameValueHasNothingToTell(t *testing.T) {
	const (
		row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\n" +
			"seed: insert-entity tab/p/r .n=1 .m=1\n" + "ann: get-entity tab/p/r as g\nben: get-entity tab/p/r as h\n" +
			"ann: insert-or-replace-entity tab/p/r .n=2 .m=1\n"
		holds = "If it has already happened: #6 holds all that Ana had set with #5, and a read shows it."
		gone  = "a plain read no longer shows it"
	)
	advises(t, []advised{
		{"the same", row + "ben: insert-or-replace-entity tab/p/r .n=2 .m=1\n", engine.LostUpdate, "guard", holds,
			gone},
		{"and another beside it", row + "ben: insert-or-replace-entity tab/p/r .n=2 .m=5\n", engine.LostUpdate,
			"guard", holds, gone},
		{"another", row + "ben: insert-or-replace-entity tab/p/r .n=3 .m=1\n", engine.LostUpdate, "guard",
			"tell Ana what #6 replaced: " + gone, "holds all"},
		{"written over since", row + "ben: insert-or-replace-entity tab/p/r .n=2 .m=1\n" +
			"ben: merge-entity tab/p/r .n=7 if-match=*\n", engine.LostUpdate, "guard", "tell Ana", "holds all"},
	})
}

// What would have stopped an upsert in a group is the entry in its place that compares (Azure REST, "Performing entity
// group transactions": the group is answered 202, and what is refused inside).
func TestWhatWouldStopAnUpsertInAGroupIsNamed(t *testing.T) {
	const (
		row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\n" +
			"seed: insert-entity tab/p/r .n=1 .m=1\n" + "ann: get-entity tab/p/r as g\nben: get-entity tab/p/r as h\n" +
			"ann: update-entity tab/p/r .n=2 .m=1 if-match=$g.etag\n"
		group = "ben: entity-group-transaction tab p "
		as    = " as its entry for tab/p/r. The answer there would be "
	)
	advises(t, []advised{
		{"replaced", row + group + "[insert-or-replace-entity r .n=1 .m=2; insert-entity log]\n", engine.LostUpdate,
			"guard", "update-entity If-Match ..00.0" + as + "412.", ""},
		{"merged", row + group + "[insert-or-merge-entity r .n=1; insert-entity log]\n", engine.LostUpdate, "guard",
			"merge-entity If-Match ..00.0" + as + "412.", ""},
		{"a star", row + group + "[update-entity r .n=1 if-match=*; insert-entity log]\n", engine.LostUpdate, "guard",
			"If-Match ..00.0 with its entry for tab/p/r. The answer there would be 412.", as},
		{"where nothing was", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\n" +
			"ben: get-entity tab/p/r\n" + "ann: insert-entity tab/p/r .n=2 .m=1\n" + group +
			"[insert-or-replace-entity r .n=1 .m=2; insert-entity log]\n", engine.LostUpdate, "guard",
			"insert-entity" + as + "409.", ""},
	})
}

// Who upserts over another's delete would have been told by what updates only what is there (engine/table/rules.md,
// "Outcome matrix": 404 for an update of an absent entity, T6 for the upsert); of a group none is done then.
func TestAnUpsertOverADeleteIsOfferedAsAnUpdate(t *testing.T) {
	const (
		row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\n" +
			"seed: insert-entity tab/p/r .n=1 .m=1\nann: get-entity tab/p/r as g\nben: get-entity tab/p/r\n" +
			"ann: delete-entity tab/p/r if-match=$g.etag\n"
		group = "ben: entity-group-transaction tab p "
		stays = " If-Match ..00.0. There it is refused (404 Not Found), and Ana's #5 stays."
		whole = " as its entry for tab/p/r. There it is refused (202 Accepted, with 404 ResourceNotFound inside), " +
			"and Ana's #5 stays."
		told = "If it has already happened, tell Ana that tab/p/r, which #5 had removed, is there again"
	)
	advises(t, []advised{
		{"replaced", row + "ben: insert-or-replace-entity tab/p/r .n=2 .m=1\n", engine.LostUpdate, "guard",
			"insert-or-replace-entity compares nothing. Go back before it on a new branch and send update-entity" +
				stays, "then send"},
		{"merged", row + "ben: insert-or-merge-entity tab/p/r .n=2\n", engine.LostUpdate, "guard",
			"send merge-entity" + stays, "then send"},
		{"and Ana is told", row + "ben: insert-or-merge-entity tab/p/r .n=2\n", engine.LostUpdate, "guard", told,
			"then send"},
		{"in a group", row + group + "[insert-or-replace-entity r .n=2 .m=1; insert-entity log]\n",
			engine.LostUpdate, "guard", "send it with update-entity If-Match ..00.0" + whole, "then send"},
		{"which another of it would be refused for too", row + "ann: insert-entity tab/p/q\n" + group +
			"[insert-or-replace-entity q; insert-or-replace-entity r .n=2 .m=1]\n", engine.LostUpdate, "guard",
			whole, "then send"},
		{"what a listing showed", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\n" +
			"seed: insert-entity tab/p/r .n=1\nann: get-entity tab/p/r as g\n" +
			"ben: query-entities tab\nann: delete-entity tab/p/r if-match=$g.etag\n" +
			"ben: insert-or-merge-entity tab/p/r .n=2\n", engine.LostUpdate, "guard",
			"send merge-entity If-Match ..00.0, listed in #4. There it is refused (404 Not Found)", "then send"},
	})
}
