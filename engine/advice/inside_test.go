package advice_test

import (
	"testing"

	"interleave/engine"
)

// A blob or a share has the snapshots of all who took one, and a delete is refused as long as any of them is there
// (engine/blob/rules.md, "Snapshots and deletes"; engine/share/rules.md, "Error codes"): whoever took one is asked, and
// of what is gone by now nobody is.
func TestEverybodyWhoseSnapshotStandsInTheWayIsNamed(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
		blob  = who + "seed: create-container hub\nann: put-blob hub/a one\nann: snapshot-blob hub/a as s\n"
		takes = "cem: snapshot-blob hub/a\n"
		drop  = "ben: get-blob hub/a as g\nben: delete-blob hub/a as d\n"
		share = who + "seed: create-share docs\nann: snapshot-share docs as s\ncem: snapshot-share docs\n" +
			"ben: snapshot-share docs\nben: delete-share docs\n"
		folder = who + "seed: create-share docs\nseed: create-directory docs/d\n" +
			"ann: create-file docs/d/f size=1\nben: delete-directory docs/d\nann: delete-file docs/d/f\n"
	)
	advises(t, []advised{
		{"two of two writers", blob + takes + drop, engine.AlreadyThere, "",
			"It has snapshots by #4 and #3: settle with Cy and Ana whether they may go.", ""},
		{"one's own and two of others", share, engine.AlreadyThere, "",
			"It has snapshots by #4, #3 and #2: settle with Cy and Ana whether they may go.", "Ben"},
		{"of what is leased", blob + takes + "ben: acquire-blob-lease hub/a duration=-1 as l\n" +
			"ben: delete-blob hub/a lease=$l.lease\n", engine.AlreadyThere, "",
			"It has snapshots by #4 and #3: settle with Cy and Ana whether they may go.", "others"},
		{"one's own newest, another's below", blob + "ben: snapshot-blob hub/a\n" + drop, engine.AlreadyThere, "",
			"settle with Ana whether they may go", "if they are no longer needed"},
		{"the newer one is gone", blob + "cem: snapshot-blob hub/a as c\n" + drop +
			"cem: delete-blob hub/a snapshot=$c.snapshot\n", engine.AlreadyThere, "",
			"It has a snapshot by #3: settle with Ana whether that may go.", "Cy"},
		{"more than are looked for", blob + takes + takes + takes + takes + takes + takes + drop,
			engine.AlreadyThere, "", "settle with Cy and whoever took the others whether they may go.", ""},
	})
	advisesBehind(t, []advised{
		{"gone with them", blob + drop + "cem: delete-blob hub/a snapshots=include\n", engine.AlreadyThere, "",
			"hub/a is gone already, by Cy's #6 (delete-blob): nothing is left to delete.", "has a snapshot"},
		{"gone with them, and made anew", blob + drop + "cem: delete-blob hub/a snapshots=include\n" +
			"cem: put-blob hub/a two\n", engine.AlreadyThere, "read", "What #5 meant is gone, by Cy's #6 " +
			"(delete-blob), and what is hub/a now was made after that.", "has a snapshot"},
		{"brought back with them", softDelete + blob + drop +
			"cem: delete-blob hub/a snapshots=include\ncem: undelete-blob hub/a\n", engine.AlreadyThere, "",
			"It has a snapshot by #4: settle with Ana", "made after"},
		{"a share that is being deleted", share + "cem: delete-share docs snapshots=include\n", engine.AlreadyThere, "",
			"docs is gone already, by Cy's #6 (delete-share): nothing is left to delete.", "wanted again"},
		{"a directory that is there anew", folder + "cem: delete-directory docs/d\ncem: create-directory docs/d\n",
			engine.AlreadyThere, "read", "What #4 meant is gone, by Cy's #6 (delete-directory)", "inside"},
	})
}

// Who removes a bucket or a directory whose list was empty may meet what another has put there since
// (engine/bucket/rules.md, "State": it has to be empty; engine/share/rules.md, "Error codes"): whose it is, and that no
// answer has shown it, is told before anything of it goes.
func TestWhatAnotherPutInsideIsSettledFirst(t *testing.T) {
	const (
		bucket = who + "seed: create-bucket data\n"
		list   = "ann: list-objects-v2 data\n"
		puts   = "ben: put-object data/x 1\n"
		drop   = "ann: delete-bucket data\n"
		share  = who + "seed: create-share docs\nseed: create-directory docs/d\n" +
			"ann: list-directories-and-files docs/d\nben: create-file docs/d/x 4\nann: delete-directory docs/d\n"
		unseen = ", and Ana has not been shown it: settle first with Ben whether it may go."
		keeps  = bucket + "seed: put-bucket-versioning data Enabled\nben: put-object data/x 1 as p\n"
		marks  = "versions or delete markers: each goes by its version id alone, and list-object-versions shows them. "
		nobody = "What is inside has to go first, if it is no longer needed."
	)
	advises(t, []advised{
		{"a bucket", bucket + list + puts + drop, engine.AlreadyThere, "", "data/x lies in it, by Ben's #3" + unseen,
			""},
		{"a directory", share, engine.AlreadyThere, "", "docs/d/x lies in it, by Ben's #4" + unseen, ""},
		{"beside one's own, and listed", bucket + "ann: put-object data/a 1\n" + puts + list + drop,
			engine.AlreadyThere, "",
			"data/x, among others, lies in it, by Ben's #3: settle first with Ben whether it may go.", "shown"},
		{"one's own", bucket + "ann: put-object data/a 1\n" + drop, engine.AlreadyThere, "", nobody, "settle"},
		{"what a delete left", keeps + "ben: delete-object data/x\n" + drop, engine.AlreadyThere, "",
			"What Ben's #4 (delete-object) has left of data/x lies in it, " + marks + "Settle first with Ben",
			"others"},
		{"what one's own left", keeps + "ann: delete-object data/x\n" + drop, engine.AlreadyThere, "",
			marks + "Delete them by that, if they are no longer needed.", "ettle"},
		{"beside a version that is taken away", keeps + "ben: put-object data/x 2\n" +
			"ben: delete-object data/x version-id=$p.version-id\n" + drop, engine.AlreadyThere, "", marks, "others"},
		{"of the scene", bucket + "seed: put-object data/a 1\n" + drop, engine.AlreadyThere, "", nobody, "settle"},
	})
}
