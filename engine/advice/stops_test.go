package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// The guard that is named is one that would have answered. A blob's ETag does not stand for its tags; a date that was
// blind within its second is no reason to keep the ETag back; equal bytes have equal tags; what was missing is guarded
// by If-None-Match *; what was sent and ignored is said to have been.
func TestTheGuardThatIsNamedWouldHaveAnswered(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	const text = who + "seed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\n"
	const box = who + "seed: create-container wiki\nann: get-container-properties wiki as a\n" +
		"ben: set-container-metadata wiki meta.b=2\n"
	const key = who + "seed: EXSET k v0\nann: EXGET k as a\nben: DEL k\n"
	const rows = who + "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r as " +
		"e\nben: entity-group-transaction stock p [update-entity r .n=2 if-match=*]\n"
	const lake = who + "seed: create-bucket lake\nseed: put-object lake/k v1\nann: get-object lake/k as a\n"
	for _, row := range []struct{ lines, stops string }{
		{text + "ben: set-blob-tags wiki/x tag.s=done\nann: put-blob wiki/x v2\n",
			"A lease of 60 s taken by Ana before #3: Ben's request would get 412."},
		{text + "ben: set-blob-tags wiki/x tag.s=done\nann: put-blob wiki/x v2 if-match=$a.etag\n",
			"A lease of 60 s taken by Ana before #3: Ben's request would get 412."},
		{text + "ben: set-blob-metadata wiki/x meta.s=done\nann: put-blob wiki/x v2\n", "If-Match "},
		{text + "ben: put-blob wiki/x v2\nann: put-blob wiki/x v3\n", "The answer would be 412."},
		{text + "ben: put-blob wiki/x v2\nann: put-blob wiki/x v3 if-match=*\n", "The answer would be 412."},
		{text + "ben: put-blob wiki/x v2\nann: put-blob wiki/x v3 if-unmodified-since=$a.last-modified\n", "If-Match "},
		{lake + "ben: put-object lake/k v2\nann: put-object lake/k v3\n", "If-Match "},
		{lake + "ben: put-object lake/k v1\nann: put-object lake/k v3\n", ""},
		{lake + "ann: get-object lake/n as n\nben: put-object lake/n v1\nann: put-object lake/n v3 from=n\n",
			"If-None-Match *, as #4 found nothing. The answer would be 412."},
		{rows + "ann: insert-or-replace-entity stock/p/r .n=3 from=e\n", "update-entity If-Match "},
		{rows + "ann: update-entity stock/p/r .n=3 if-match=* from=e\n", "If-Match "},
		{who + "seed: create-container wiki\nann: get-container-acl wiki\nclock +3s\n" +
			"ben: set-container-acl wiki policy.r=r\nann: set-container-acl wiki policy.w=rw\n",
			"If-Unmodified-Since 00:00.0. The answer would be 412."},
		{who + "seed: create-container wiki\nann: get-container-acl wiki\n" + // within one second a date is blind
			"ben: set-container-acl wiki policy.r=r\nann: set-container-acl wiki policy.w=rw\n", ""},
		{box + "ann: set-container-metadata wiki meta.a=1 if-match=$a.etag\n", "it stops nothing here."},
		{key + "ann: EXSET k v1 VER 1 from=a\n", "EXCAS k v1 1. The answer would be -1."},
	} {
		kind := engine.LostUpdate
		if strings.Contains(row.lines, "if-unmodified-since") {
			kind = engine.SameNumber
		}
		card, found := cardOf(t, row.lines, kind, 0)
		stops := strings.Join(card.Stops, " ")
		tags := strings.Contains(row.lines, "set-blob-tags") && strings.Contains(stops, "If-Match")
		if !found || tags || (stops == "") != (row.stops == "") || !strings.Contains(stops, row.stops) {
			t.Errorf("%s: %q, want %q", row.lines, stops, row.stops)
		}
	}
}

// A command that is refused for the type of the key stops nothing that another did: it would have been refused where
// nobody had changed anything too, as is NX on a key that was there all along. Where the other made the key of that
// type, it is what tells.
func TestACommandForAnotherTypeIsNoGuard(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, row := range []struct {
		lines, stops string
		wrongType    bool
	}{
		{who + "seed: EXSET k 1\nann: EXGET k\nben: EXSET k B VER 1\nann: SET k plain\n", "EXSET k plain VER 1", false},
		{who + "seed: EXSET k 1\nben: EXSET k B VER 1\nann: EXGET k\nben: EXSET k C\nann: SET k plain\n",
			"EXSET k plain VER 2", false},
		{who + "seed: SET k 1\nann: GET k\nben: DEL k\nben: EXSET k B\nann: SET k 2\n", "CAS k 1 2", true},
	} {
		card, found := cardAtEnd(t, row.lines, engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, row.stops) || strings.Contains(stops, " NX") ||
			strings.Contains(stops, "WRONGTYPE") != row.wrongType {
			t.Errorf("%s: %v %q", row.lines, found, card.Stops)
		}
	}
}

// A removal has a twin that compares, as a write has: who deletes a lock that expired and is another's by now would
// have been answered 0 (tair/rules.md, CAD). With the other's own value it would not, and several keys have no twin.
func TestADeleteIsGuardedByItsComparingTwin(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET lock ta NX PX 3000\nclock +5s\n" +
		"ben: SET lock tb NX PX 3000\n"
	for lines, stops := range map[string]string{
		head + "ann: DEL lock\n":       "CAD lock ta. The answer would be 0.",
		head + "ann: DEL lock other\n": "",
		"writer ann \"Ana\"\nwriter ben \"Ben\"\nann: EXSET k 1\nann: EXGET k\nben: EXSET k 2\n" +
			"ann: DEL k\n": "EXCAD k 1.",
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		if said := strings.Join(card.Stops, " "); !found || !strings.HasPrefix(said, stops) ||
			stops == "" && said != "" || strings.Contains(said, "WRONGTYPE") {
			t.Errorf("%s: %v %q", lines, found, card.Stops)
		}
	}
}

// A lease goes with its blob and its file (Delete Blob, Delete File in the services' rules.md): one that its holder's
// own delete ends before the other's request keeps nobody out, and is not named. What it wrote under it ends none.
func TestALeaseThatItsHoldersDeleteEndsIsNotNamed(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	const blob = who + "seed: create-container con\nseed: put-blob con/k one\nann: get-blob con/k\n"
	const file = who + "seed: create-share con\nseed: create-file con/k 3\nann: get-file con/k\n"
	const leased = "A lease"
	for _, row := range []struct {
		name, lines string
		named       bool
	}{
		{"deleted, made anew, deleted", blob + "ann: delete-blob con/k\nben: put-blob con/k mine if-none-match=*\n" +
			"ann: delete-blob con/k\n", false},
		{"the same with a file", file + "ann: delete-file con/k\nben: create-file con/k 4\nann: delete-file con/k\n",
			false},
		{"deleted and made again by its holder", blob + "ann: delete-blob con/k\nann: put-blob con/k two from=none\n" +
			"ben: put-blob con/k three\nann: put-blob con/k four\n", false},
		{"written under it", blob + "ann: put-blob con/k two\nben: put-blob con/k three\nann: put-blob con/k four\n",
			true},
		{"read alone", blob + "ben: put-blob con/k three\nann: delete-blob con/k\n", true},
	} {
		card, found := cardAtEnd(t, row.lines, engine.LostUpdate)
		if told := strings.Join(card.Stops, " "); !found || strings.Contains(told, leased) != row.named {
			t.Errorf("%s: %v %q", row.name, found, told)
		}
	}
}

// Each piece of a read is answered by itself (engine/blob/rules.md, R42): the tag of the first one refuses a later one
// of another state.
func TestATornReadIsStoppedByTheTagOfItsFirstPiece(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	advises(t, []advised{
		{"a blob", who + "seed: create-container www\nseed: put-blob www/a one\nann: get-blob www/a range=0-0\n" +
			"ben: put-blob www/a two\nann: get-blob www/a range=1-2\n", engine.TornRead, "read",
			"If-Match ..8FB4. The answer would be 412.", ""},
		{"an object", who + "seed: create-bucket bkt\nseed: put-object bkt/k one\nann: get-object bkt/k range=0-0\n" +
			"ben: put-object bkt/k two\nann: get-object bkt/k range=1-2\n", engine.TornRead, "read",
			"The answer would be 412.", ""},
	})
}

// An upload that was begun before another write of the key counts as older (engine/bucket/rules.md, "Commit rule"), and
// what it would have been refused for is that write: where the key had been there before, that nothing be there would
// refuse every upload of it.
func TestWhatStopsAnUploadThatNobodyWillSee(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket bkt\n"
		old    = "seed: put-object bkt/k old\n"
		upload = "ann: create-multipart-upload bkt/k as u\nann: upload-part bkt/k A upload=$u.upload part=1 as p\n" +
			"ben: put-object bkt/k B\nann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload\n"
	)
	advises(t, []advised{
		{"over a key", who + old + upload, engine.ShadowedWrite, "read",
			"from a read before #5. The answer would be 412.", "If-None-Match"},
		{"over a key that was read", who + old + "ann: get-object bkt/k\n" + upload, engine.ShadowedWrite, "read",
			"If-Match ..b945. The answer would be 412.", "If-None-Match"},
		{"where nothing was", who + upload, engine.ShadowedWrite, "read", "If-None-Match *, as Ana had not looked.",
			"If-Match"},
	})
}

// A copy takes its source as it is then (engine/conflict/rules.md, "Silent", mixed-content): a condition on the source
// keeps it to the state that was read. What came over stands in the copy.
func TestWhatStopsACopyOfAnotherState(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	advises(t, []advised{
		{"a blob", who + "seed: create-container www\nseed: put-blob www/a one\nann: get-blob www/a\n" +
			"ben: put-blob www/a two\nann: copy-blob www/b source=www/a\n", engine.MixedContent, "read",
			"Source-If-Match ..8FB4. The answer would be 412.", "the whole"},
		{"an object", who + "seed: create-bucket bkt\nseed: put-object bkt/k one\nann: get-object bkt/k\n" +
			"ben: put-object bkt/k two\nann: copy-object bkt/l source=bkt/k\n", engine.MixedContent, "read",
			"Source-If-Match ..", "the whole"},
		{"a key", who + "seed: SET k one\nann: GET k\nben: SET k two\nann: COPY k l\n", engine.MixedContent, "read",
			"Read the copy. See whether what Ben had put there may stand in l too", "the whole"},
	})
}

// A write that names the id of a lease is refused where that is over (engine/blob/rules.md, "Leases"): who believed in
// its lease and left the id out had a guard at hand. Of what it only covers by agreement the service compares none.
func TestTheLeftOutIdWouldHaveStoppedAStaleHolder(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container tfs\nseed: put-blob tfs/s 1\n"
		held = "ann: get-blob tfs/s\nann: acquire-blob-lease tfs/s duration=-1 as l\nben: get-blob tfs/s\n" +
			"ben: break-blob-lease tfs/s\nben: put-blob tfs/s 2\n"
		left = "which #8 left out. The answer would be 412."
	)
	advises(t, []advised{
		{"left out", who + held + "ann: put-blob tfs/s 3\n", engine.StaleHolder, "guard", left, ""},
		{"of another thing", who + "seed: put-blob tfs/k 1\nlock blob tfs/s covers blob tfs/k\n" +
			"ann: acquire-blob-lease tfs/s duration=-1 as l\nann: get-blob tfs/k\nben: break-blob-lease tfs/s\n" +
			"ben: put-blob tfs/k 2\nann: put-blob tfs/k 3\n", engine.StaleHolder, "guard", "If-Match", "left out"},
	})
}

// Ways of asking that come to the same request are one guard.
func TestAGuardIsNamedOnce(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
	for _, lines := range []string{
		"seed: EXSET k one\nann: EXGET k as a\nben: EXGET k as b\nben: EXSET k two VER 1\nann: EXSET k three VER 1\n" +
			"ann: EXGET k as c\nann: EXSET k three VER $c.version\ncem: EXGET k\nben: EXSET k four\ncem: DEL k\n",
		"ann: GET q\nben: GET q\nann: SET q a\nben: SET q b\n",
	} {
		card, found := cardAtEnd(t, who+lines, engine.LostUpdate)
		seen := map[string]bool{}
		for _, said := range card.Stops {
			if seen[said] {
				t.Errorf("%s: %q", lines, card.Stops)
			}
			seen[said] = true
		}
		if !found || len(card.Stops) == 0 {
			t.Errorf("%s: %v, no guard in %q", lines, found, card.Say)
		}
	}
}
