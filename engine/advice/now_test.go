package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A close carries out who had asked for the deletion (engine/share/rules.md, "SMB opens"): it is that one's doing, not
// of who closed last.
func TestADeletionIsWhoseWhoAskedForIt(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-share docs\n" +
			"seed: create-file docs/a 5\n"
		mark = who + "ann: smb-create docs/a access=RW share=RWD as a\n" +
			"ben: smb-create docs/a access=D share=RWD as b\nben: smb-set-disposition $b.handle delete=true\n" +
			"cem: smb-create docs/a access=R share=RWD\n" +
			"ben: smb-close $b.handle\nann: smb-close $a.handle\n"
		closes = who + "ann: smb-create docs/a access=RWD share=RWD delete-on-close=true as a\n" +
			"ann: smb-read $a.handle\nben: smb-create docs/a access=RW share=RWD as b\n" +
			"ben: smb-write $b.handle benben\nben: smb-close $b.handle\nann: smb-close $a.handle\n" +
			"ben: create-file docs/a 6\n"
	)
	advises(t, []advised{{"by another's close", mark, engine.SharedFile, "", "docs/a is gone since its last close, " +
		"as Ben's #5 (smb-set-disposition) had asked. Settle with Ben", "Ana"}})
	v, undone := roomtest.AtEnd(t, closes), false
	for _, f := range v.Troubles() {
		first := v.Story(f.Finding).First
		undone = undone || strings.HasPrefix(first, "Ana's delete of docs/a was undone by Ben. Nobody was told.")
		if strings.Contains(first, "Ana's text") {
			t.Errorf("Ana wrote none: %s", first)
		}
	}
	if !undone {
		t.Error("nothing says that the delete was undone")
	}
}

// Advice is about now: what the refused request met may have gone since, and then there is no text to put a change into
// and no version to send it under. What another took away is settled with that one before it is made anew
// (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestAdviceAsksWhetherItStillStands(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
		key   = who + "seed: EXSET k a\nann: EXGET k\nben: EXSET k b\nann: EXSET k c VER 1\n"
		cas   = who + "seed: EXSET k a\nann: EXGET k\nben: EXSET k b\nann: EXCAS k c 1\n"
		watch = who + "seed: SET k a\nann: WATCH k\nann: GET k\nann: MULTI\nann: SET k c\nben: SET k b\nann: EXEC\n"
		blob  = who + "seed: create-container hub\nseed: put-blob hub/a one\nann: get-blob hub/a as g\n" +
			"ben: put-blob hub/a two\nann: put-blob hub/a three if-match=$g.etag\n"
		leased = who + "seed: create-container hub\nseed: put-blob hub/a one\n" +
			"ben: acquire-blob-lease hub/a duration=60 as l\nann: put-blob hub/a three\n"
		row = who + "seed: create-table shop\nseed: insert-entity shop/i/1 .n=1\nann: get-entity shop/i/1 as g\n" +
			"ben: merge-entity shop/i/1 .n=2 if-match=*\nann: merge-entity shop/i/1 .n=3 if-match=$g.etag\n"
		queue = who + "seed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=20 as g\nben: delete-queue jobs\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20\n"
		settle = "Settle with Ben whether it is wanted again."
	)
	advisesBehind(t, []advised{
		{"a version, and the key was deleted", key + "ben: DEL k\n", engine.StaleWrite, "",
			"k is gone, by Ben's #5 (DEL). " + settle, "what is there"},
		{"a compared version, and the key was deleted", cas + "ben: DEL k\n", engine.StaleWrite, "",
			"k is gone, by Ben's #5 (DEL). " + settle, "what is there"},
		{"a version, and the key has expired", key + "ben: EXPIRE k 2\nclock +3s\n", engine.StaleWrite, "",
			"k has expired. Settle first whether it is wanted again.", "what is there"},
		{"a version, and its sender deleted the key", key + "ann: DEL k\n", engine.StaleWrite, "create",
			"k is gone, by Ana's #5 (DEL). Create it again if it is still wanted, or stop.", "what is there"},
		{"a transaction, and what it had watched was deleted", watch + "ben: DEL k\n", engine.StaleWrite, "",
			"k is gone, by Ben's #8 (DEL). " + settle, "what is there"},
		{"a tag, and the blob was deleted", blob + "ben: delete-blob hub/a\n", engine.StaleWrite, "",
			"put-blob with If-None-Match * would make it anew: only when that is settled.", "Create it again"},
		{"a tag, and its sender deleted the blob", blob + "ann: delete-blob hub/a\n", engine.StaleWrite, "create",
			"hub/a is gone, by Ana's #6 (delete-blob). Create it again with If-None-Match *", "Settle with"},
		{"a tag, and what it lay in was deleted", blob + "ben: delete-container hub\n", engine.StaleWrite, "",
			"hub is gone, by Ben's #6 (delete-container), and hub/a with it. " + settle, "what is there"},
		{"a tag, and another was made in its place", blob + "ben: delete-blob hub/a\ncem: put-blob hub/a new\n",
			engine.StaleWrite, "read", "hub/a was gone, by Ben's #6 (delete-blob), and what is there now was made " +
				"after that, by Cy's #7. Read it. Settle first whether #5 belongs to that.", "put Ana's change"},
		{"a lease, and the blob was deleted under it", leased + "ben: delete-blob hub/a lease=$l.lease\n",
			engine.IsLeased, "", "hub/a is gone, by Ben's #5 (delete-blob). " + settle, "Wait"},
		{"a row", row + "ben: delete-entity shop/i/1 if-match=*\n", engine.StaleWrite, "",
			"shop/i/1 is gone, by Ben's #6 (delete-entity). " + settle, "what is there"},
		{"an upload, and its bucket was deleted too", who + "seed: create-bucket bkt\n" +
			"ann: create-multipart-upload bkt/k as u\nann: upload-part bkt/k x upload=$u.upload part=1 as p\n" +
			"tell ben $u.upload\nben: abort-multipart-upload bkt/k upload=$u.upload\n" +
			"ann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload\nben: delete-bucket bkt\n",
			engine.IsGone, "", "bkt is gone, by Ben's #6 (delete-bucket). " + settle, "begin a new upload"},
		{"an upload that another aborted", who + "seed: create-bucket bkt\n" +
			"ann: create-multipart-upload bkt/k as u\nann: upload-part bkt/k x upload=$u.upload part=1 as p\n" +
			"tell ben $u.upload\nben: abort-multipart-upload bkt/k upload=$u.upload\n" +
			"ann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload\n",
			engine.IsGone, "", "The upload is gone, by Ben's #4 (abort-multipart-upload). Settle with Ben",
			"Read what"},
		{"one of a group, whose row was made anew", who + "seed: create-table shop\n" +
			"seed: insert-entity shop/i/1 .n=1\nann: get-entity shop/i/1 as g\n" +
			"ben: delete-entity shop/i/1 if-match=*\n" +
			"ann: entity-group-transaction shop i [update-entity 1 .n=2 if-match=$g.etag]\n" +
			"cem: insert-entity shop/i/1 .n=9\n",
			engine.IsGone, "read", "shop/i/1 was gone, and is there anew since Cy's #6.", "It is gone."},
		{"a name that is not free yet, and is given back", who + "ann: create-queue jobs meta.a=1\n" +
			"ben: create-queue jobs meta.a=2\nann: delete-queue jobs\n", engine.AlreadyThere, "wait",
			"jobs is gone, by Ana's #3 (delete-queue). Its name is free at 00:40.0: wait", "only where nothing is"},
		{"what it lay in is there anew", blob + "ben: delete-container hub\nclock +60s\ncem: create-container hub\n",
			engine.StaleWrite, "", "hub is gone, by Ben's #6 (delete-container), and hub/a with it; hub is there " +
				"anew, by Cy's #7. " + settle, "what is there"},
		{"a message, and its queue was deleted", queue + "clock +60s\n", engine.Unfinished, "",
			"jobs is gone, by Ben's #4 (delete-queue), and jobs \"m\" with it. Whether the work is still wanted",
			"Create it"},
		{"a message into a queue that was deleted", who + "seed: create-queue jobs\nben: delete-queue jobs\n" +
			"cem: put-message jobs m\nclock +60s\n", engine.Unfinished, "",
			"jobs is gone, by Ben's #2 (delete-queue). " + settle, "Create it"},
		{"what a slow copy stood against, and a third deleted", who + "set blob.copy=slow\n" +
			"seed: create-container hub\nseed: put-blob hub/s src\nseed: put-blob hub/a one\n" +
			"ann: get-blob hub/a as g\nben: copy-blob hub/a source=hub/s as c\n" +
			"ann: put-blob hub/a two if-match=$g.etag\n" +
			"finish c\n" +
			"cem: delete-blob hub/a\n", engine.Unfinished, "",
			"hub/a is gone, by Cy's #7 (delete-blob). Settle with Cy whether it is wanted again.", "Create it"},
		{"a blob, and one by whose name its own begins", who + "seed: create-container hub\n" +
			"seed: put-blob hub/a one\nseed: put-blob hub/a/b one\nann: get-blob hub/a/b as g\n" +
			"ben: put-blob hub/a/b two\n" +
			"ann: put-blob hub/a/b three if-match=$g.etag\nben: delete-blob hub/a/b\ncem: delete-blob hub/a\n",
			engine.StaleWrite, "", "hub/a/b is gone, by Ben's #7 (delete-blob). " + settle, "Cy"},
		{"a key, and one by whose name its own begins", who + "seed: SET jobs a\nseed: EXSET jobs/1 a\n" +
			"ann: EXGET jobs/1\nben: EXSET jobs/1 b\nann: EXSET jobs/1 c VER 1\nben: DEL jobs/1\ncem: DEL jobs\n",
			engine.StaleWrite, "", "jobs/1 is gone, by Ben's #6 (DEL). " + settle, "Cy"},
		{"which stands", row, engine.StaleWrite, "read", "what is there", "gone"},
	})
}

// removes is a plain request by which somebody else than a finding's sender removes what stands there now; ok is false
// where there is no such request.
func removes(v *view.View, by string, object engine.ObjectID) (s engine.Send, ok bool) {
	for _, service := range v.Services() {
		for i := range service.Ops {
			op := &service.Ops[i]
			if op.Effect != engine.Deletes || op.Object != object.Kind || op.Prompt() && op.Verb != "DEL" {
				continue
			}
			target := engine.Text(object.Name)
			if op.Prompt() {
				target = engine.List(target)
			}
			s = engine.Send{By: by, Verb: op.Verb, Args: []engine.Arg{{Name: op.Params()[0].Name, Value: target}}}
			if object.Kind == "entity" {
				s.Args = engine.With(s.Args, "if-match", engine.Text("*"))
			}
			return s, true
		}
	}
	return s, false
}

// A law over all races: behind a refusal another removes what it met. The card then speaks of nothing that is there,
// and its action makes nothing again.
func TestNoCardMakesAgainWhatAnotherRemoved(t *testing.T) {
	tried := map[engine.Trouble]int{}
	for _, name := range races.All() {
		findings(t, name, func(r *room.Room, c conflict.Finding) {
			before := r.View()
			x, other := before.Exchange(c.Request), ""
			for _, w := range before.Writers() {
				if w.ID != c.By {
					other = w.ID
				}
			}
			if c.Severity != engine.SeverityRefused || x == nil || other == "" {
				return
			}
			met := conflict.MetInOne(before.Clone(), c)
			if met.Name == "" {
				met = c.Object
			}
			s, ok := removes(before, other, met)
			if !ok || !before.Readable(met) {
				return
			}
			if _, err := r.Send(s); err != nil {
				t.Fatalf("%s: %s: %v", name, c, err)
			}
			v := r.View()
			if !v.Readable(met) {
				tried[c.Kind]++
				card := advice.For(v, c)
				said := card.Say + " " + card.Rest
				for _, word := range []string{"what is there", "ead again", "the new tag", "the new version"} {
					if strings.Contains(said, word) {
						t.Errorf("%s: %s: %s has removed it, and the card says %q", name, c, other, said)
					}
				}
				for _, in := range card.Inputs {
					s, ok := in.(engine.Send)
					if c.Kind != engine.AlreadyThere && ok && s.By == c.By && v.Spec(s.Verb).Effect.Contents() {
						t.Errorf("%s: %s: %s has removed it, and %q sends %s", name, c, other, card.Say, s.Verb)
					}
				}
			}
			if err := r.Undo(); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, kind := range []engine.Trouble{engine.StaleWrite, engine.AlreadyThere, engine.OwnEcho, engine.LeaseOver} {
		if tried[kind] == 0 {
			t.Errorf("no %s was tried: %v", kind, tried)
		}
	}
}

// Nothing is left to do only while what a retry made stands (engine/conflict/rules.md, "Sentences and advice come from
// the cause"): what another has removed since is settled with that one, and what was renamed has another name. A
// message that was worked on has come to its end as it is to (engine/queue/rules.md).
func TestWhatARetryMadeMayBeGoneSince(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: create-share docs\n" +
			"seed: create-queue jobs\nann: create-multipart-upload lake/big as m\n" +
			"ann: upload-part lake/big hello upload=$m.upload part=1 as u\n"
		upload = head + "ann: send complete-multipart-upload lake/big [1=$u.etag] upload=$m.upload if-none-match=* " +
			"as c\ndeliver c\nlose c\nann: complete-multipart-upload lake/big [1=$u.etag] upload=$m.upload " +
			"if-none-match=* again=c\n"
		file = head + "ann: send create-file docs/a 3 as c\nlose c\nann: create-file docs/a 3 again=c\n"
		job  = head + "ann: send put-message jobs x as c\nlose c\nann: put-message jobs x again=c\n"
		none = "Nothing is left to send."
	)
	advises(t, []advised{
		{"it stands", upload, engine.NoAnswer, "", none, "But"},
		{"removed by another", upload + "ben: delete-object lake/big\n", engine.NoAnswer, "",
			"But lake/big is gone, by Ben's #8 (delete-object). Settle with Ben whether it is wanted again.", none},
		{"removed by its sender", upload + "ann: delete-object lake/big\n", engine.NoAnswer, "", none, "But"},
		{"made anew", upload + "ben: delete-object lake/big\nben: put-object lake/big other\n", engine.NoAnswer, "",
			none, "But"},
		{"renamed", file + "ben: rename-file docs/b source=docs/a\n", engine.NoAnswer, "",
			"But docs/a is docs/b now, by Ben's #8.", none},
		{"worked on", job + "ben: get-messages jobs as g\nben: delete-message $g.0 popreceipt=$g.0.receipt\n",
			engine.NoAnswer, "", none, "But"},
	})
}
