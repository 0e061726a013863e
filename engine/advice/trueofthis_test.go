package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// A sentence of a card is true of the scene that it stands beside, and not of the commonest one of its kind.
func TestACardSaysWhatIsTrueOfItsScene(t *testing.T) {
	const (
		wiki = who + "seed: create-container wiki\n"
		rows = who + "seed: create-table tab\nseed: insert-entity tab/p/r .a=1 .b=2 .c=3\n" +
			"ben: get-entity tab/p/r as r\n"
		own = who + "seed: create-table tab\nann: insert-entity tab/p/r .n=1 as i\n" +
			"ann: merge-entity tab/p/r .n=2 if-match=$i.etag\nben: get-entity tab/p/r as g\n"
		lines = wiki + "seed: put-blob wiki/a \"a\\nb\\nc\\n\"\nben: get-blob wiki/a as r\n"
	)
	advises(t, []advised{
		{"a merge of a property between two that the other changed", rows +
			"ann: update-entity tab/p/r .a=7 .b=2 .c=8 if-match=*\nben: merge-entity tab/p/r .b=9 if-match=$r.etag\n",
			engine.StaleWrite, "redrive", "put Ben's change into the entity as it is now", "both changed"},
		{"a merge of the same property", rows + "ann: update-entity tab/p/r .a=1 .b=7 .c=3 if-match=*\n" +
			"ben: merge-entity tab/p/r .b=9 if-match=$r.etag\n", engine.StaleWrite, "read",
			"both changed the same properties (b: 9, and 7 there).", "put Ben's"},
		{"a merge of what its sender had changed itself", own +
			"ben: merge-entity tab/p/r .m=7 if-match=$g.etag\nann: merge-entity tab/p/r .n=3 if-match=$i.etag\n",
			engine.StaleWrite, "redrive", "put Ana's change into the entity as it is now", "both changed"},
		{"which says the same once more", own +
			"ben: merge-entity tab/p/r .m=7 if-match=$g.etag\nann: merge-entity tab/p/r .n=2 if-match=$i.etag\n",
			engine.StaleWrite, "redrive", "put Ana's change into the entity as it is now", "both changed"},
		{"a whole row, of which another changed the rest", own +
			"ben: update-entity tab/p/r .n=2 .m=7 if-match=$g.etag\nann: update-entity tab/p/r .n=3 if-match=$i.etag\n",
			engine.StaleWrite, "redrive", "put Ana's change into the entity as it is now", "both changed"},
		{"and what both did change", own +
			"ben: merge-entity tab/p/r .n=7 if-match=$g.etag\nann: merge-entity tab/p/r .n=3 if-match=$i.etag\n",
			engine.StaleWrite, "read", "both changed the same properties (n: 3, and 7 there)", "put Ana's"},
		{"a text that its sender had read, and changed itself", lines + "ben: put-blob wiki/a \"B\\nb\\nc\\n\" " +
			"if-match=$r.etag\nann: get-blob wiki/a as a\nann: put-blob wiki/a \"B\\nb\\nC\\n\" if-match=$a.etag\n" +
			"ben: put-blob wiki/a \"BB\\nb\\nc\\n\" if-match=$r.etag\n", engine.StaleWrite, "redrive",
			"put Ben's change into the new text", "both changed"},
		{"two names in one place beside a text", wiki + "seed: put-blob wiki/a x meta.owner=none\n" +
			"ann: get-blob-metadata wiki/a as a\nben: get-blob-metadata wiki/a as b\n" +
			"ann: set-blob-metadata wiki/a meta.owner=ann if-match=$a.etag\n" +
			"ben: set-blob-metadata wiki/a meta.owner=ben if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed meta.owner, to ben in #6 and to ann there, and it holds one value.",
			"put the change into it"},
		{"the same of a file's", who + "seed: create-share docs\nseed: create-file docs/a size=3\n" +
			"ann: get-file-metadata docs/a\nben: get-file-metadata docs/a\n" +
			"ann: set-file-metadata docs/a meta.owner=ann\nben: set-file-metadata docs/a meta.owner=ben\n",
			engine.LostUpdate, "", "Tell Ana what #6 replaced", "both"},
		{"lines beside each other", lines + "ann: put-blob wiki/a \"ANA\\nb\\nc\\n\"\n" +
			"ben: put-blob wiki/a \"a\\nBEN\\nc\\n\" if-match=$r.etag\n", engine.StaleWrite, "read",
			"both changed lines that touch each other", "the same lines"},
		{"the same line", lines + "ann: put-blob wiki/a \"ANA\\nb\\nc\\n\"\n" +
			"ben: put-blob wiki/a \"BEN\\nb\\nc\\n\" if-match=$r.etag\n", engine.StaleWrite, "read",
			"both changed the same lines", "touch"},
		{"an appended block that a read shows", wiki + "seed: put-blob wiki/log \"\" type=AppendBlob\n" +
			"ann: send append-block wiki/log \"x\\n\" as p\ndeliver p\nlose p\nben: append-block wiki/log \"y\\n\"\n" +
			"ann: get-blob wiki/log\n", engine.NoAnswer, "", "shows holds what #3 was to put there",
			"can no longer be seen"},
		{"a commit whose first try had no answer", wiki + "ann: put-block wiki/f A block=A001\n" +
			"ann: send put-block-list wiki/f [uncommitted A001] as c\ndeliver c\nlose c\n" +
			"ann: put-block-list wiki/f [uncommitted A001] again=c\n", engine.OwnEcho, "read",
			"this refusal does not say whether that try was done", "this is its echo"},
		{"a loss that a guard would have kept away, with a later one behind it", lines +
			"ann: put-blob wiki/a two\nben: put-blob wiki/a three\nann: put-blob wiki/a four from=none\n",
			engine.LostUpdate, "guard", "and Ana's #4 stays. What came after #5 is not on that branch.",
			"nothing is lost"},
		{"a version that no answer gave", who + "seed: EXSET k 10\nann: EXGET k\nann: EXSET k 11 VER 1\n" +
			"ben: EXSET k 12 ABS 5\nann: EXSET k 13 VER 5\n", engine.SameNumber, "",
			"Send the version that came with what was read", "two states"},
		{"a version that stood for two states", who + "seed: EXSET k 10\nann: EXGET k as r\nben: EXSET k 11\n" +
			"ben: EXSET k 12 ABS 1\nann: EXSET k 13 VER $r.version\n", engine.SameNumber, "",
			"One version stood for two states here", "guess"},
	})
}

// A block that another's commit named is in what that one wrote: it was not thrown away.
func TestACommitTakesTheBlockThatItNames(t *testing.T) {
	const scene = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"ann: put-block wiki/f A block=A001\n" +
		"ben: put-block wiki/f B block=A001\nann: put-block-list wiki/f ["
	for commit, want := range map[string]string{
		"latest A001] as c\n": "That took the block that Ben had staged.",
		"uncommitted A002]\n": "That threw away what Ben had staged.",
	} {
		other := "ann: put-block wiki/f C block=A002\n"
		v := roomtest.AtEnd(t, strings.Replace(scene, "ann: put-block-list", other+"ann: put-block-list", 1)+commit+
			"ben: put-block-list wiki/f [uncommitted A001]\n")
		first := ""
		for _, tr := range v.Troubles() {
			if tr.Kind == engine.IsGone {
				first = conflict.Story(v.Clone(), tr.Finding).First
			}
		}
		if !strings.Contains(first, want) {
			t.Errorf("%s: %s", commit, first)
		}
	}
}

// That both may stop for a marker is said until somebody goes on: then one works, or both do, which is the harm. Who
// has read what stood in its way first, as its card advised, went on by that, and is no party to the harm.
func TestThatBothMayStopEndsWhereSomebodyGoesOn(t *testing.T) {
	const stopped = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container jobs\n" +
		"ann: send put-blob jobs/m x if-none-match=* as a\ndeliver a\nlose a\n" +
		"ben: put-blob jobs/m x if-none-match=*\n" +
		"ann: put-blob jobs/m x if-none-match=* again=a\n"
	const both = "Both may stop, each for the other"
	for lines, want := range map[string]string{
		"":                                 both,
		"ben: get-blob jobs/m\n":           both,
		"ann: put-blob jobs/by-ann done\n": "",
		"ben: get-blob jobs/m\nben: put-blob jobs/by-ben done\nann: put-blob jobs/by-ann done\n": "",
		"ann: put-blob jobs/by-ann done\nben: put-blob jobs/by-ben done\nben: get-blob jobs/m\n": "Both went on all",
		"ann: put-blob jobs/by-ann done\nben: put-blob jobs/by-ben done\n":                       "Both went on all",
	} {
		said := strings.Join(roomtest.AtEnd(t, stopped+lines).Beside(), " ")
		if !strings.Contains(said, want) || want != both && strings.Contains(said, both) ||
			want == "" && strings.Contains(said, "Both") {
			t.Errorf("%s: %q", lines, said)
		}
	}
}

// The same of a key, and of an object (engine/bucket/rules.md, "Conditional writes").
func TestWhoReadFirstDidNotGoOnAllTheSame(t *testing.T) {
	const (
		key = who + "ann: send SET job ann NX as a\ndeliver a\nlose a\nben: SET job ben NX\n%sben: SET done:ben 1\n" +
			"ann: SET job ann NX again=a\nann: SET done:ann 1\n"
		object = who + "seed: create-bucket lake\nann: send put-object lake/1 a if-none-match=* as a\narrive a\n" +
			"deliver a\nlose a\nben: put-object lake/1 b if-none-match=*\n%sben: put-object lake/2 b\n" +
			"ann: put-object lake/1 a if-none-match=* again=a\nann: put-object lake/3 a2\n"
	)
	for _, c := range []struct{ lines, read string }{{key, "ben: GET job\n"}, {object, "ben: get-object lake/1\n"}} {
		for _, read := range []string{"", c.read} {
			said := strings.Join(roomtest.AtEnd(t, strings.Replace(c.lines, "%s", read, 1)).Beside(), " ")
			if strings.Contains(said, "Both went on all the same") != (read == "") {
				t.Errorf("%s%s: %q", c.lines, read, said)
			}
		}
	}
}
