package view_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/roomtest"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// Each writer stands beside the one state that it was shown last, also of what has no versions, and where the state is
// that nothing was there (engine/conflict/rules.md, "Words": there and gone are two states). Of a key without versions
// its coming and going are listed, and not each text.
func TestAStateIsKnownToWhoWasShownItLast(t *testing.T) {
	const (
		who = "writer ann\nwriter ben\n"
		row = who + "seed: create-table tab\nann: insert-entity tab/p/r .n=1\nben: get-entity tab/p/r as b\n" +
			"ann: delete-entity tab/p/r if-match=*\n"
		key = who + "ann: SET k one\nben: GET k as b\nann: DEL k\n"
	)
	for _, c := range []struct{ lines, object, want string }{
		{row, "entity tab/p/r", "gone ann, v1 ben"},
		{row + "ben: get-entity tab/p/r\n", "entity tab/p/r", "gone ann ben, v1"},
		{row + "ann: insert-entity tab/p/r .n=1\nben: delete-entity tab/p/r if-match=* from=b\n", "entity tab/p/r",
			"gone ben, v2 ann, gone, v1"},
		{key, "key k", "gone ann"},
		{key + "ben: SET k two from=b\n", "key k", "two ben, gone ann"},
		{key + "ben: SET k two from=b\nann: GET k\nben: SET k three\n", "key k", "two ann, gone"},
	} {
		v := roomtest.AtEnd(t, c.lines)
		kind, name, _ := strings.Cut(c.object, " ")
		var list []string
		for _, n := range v.Truth(engine.ObjectID{Kind: kind, Name: name}).Versions {
			state := n.Body
			switch {
			case n.Gone:
				state = "gone"
			case n.Number != "":
				state = "v" + n.Number
			}
			list = append(list, strings.Join(append([]string{state}, n.BaseOf...), " "))
		}
		if got := strings.Join(list, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.lines, got, c.want)
		}
	}
}

// Who wrote five bytes of ten knows those, and not the file: nothing says that it is up to date. Who read it does.
func TestAPieceIsNotTheWhole(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f 10\n"
	for lines, want := range map[string]bool{
		"ben: put-range s/f BBBBB range=0-4\n":                    false,
		"ben: put-range s/f BBBBBBBBBB range=0-9\n":               true,
		"ben: get-file s/f\n":                                     true,
		"ben: put-range s/f BBBBB range=0-4\nben: get-file s/f\n": true,
	} {
		v := roomtest.AtEnd(t, start+lines)
		if behind, known := v.Behind("ben", engine.ParseObject("file s/f")); known != want || behind != 0 {
			t.Errorf("%s%d behind, known %t", lines, behind, known)
		}
	}
}

// knownAfter is what Ana knows when lines have been played without the timers behind them.
func knownAfter(t *testing.T, lines string) (*view.View, *view.Known) {
	t.Helper()
	r := roomtest.Of(t, "x.race", "writer ana \"Ana\"\nwriter ben \"Ben\"\n"+lines+"bookmark end\n")
	for _, err := r.Step(); err == nil && len(r.View().Bookmarks()) == 0; _, err = r.Step() {
	}
	return r.View(), r.View().Known("ana")
}

// One's own change of metadata gives the text that was read another tag, which its answer says: the next write goes
// under that, and nobody is behind oneself. What came in between unseen is not taken for read by it.
func TestOnesOwnChangeBesideTheTextPutsNobodyBehind(t *testing.T) {
	const page = "seed: create-container wiki\nseed: put-blob wiki/a one\nana: get-blob wiki/a as r\n"
	object := engine.ParseObject("blob wiki/a")
	for _, c := range []struct {
		lines, version, guard string
		behind                int
	}{
		{page + "ana: set-blob-metadata wiki/a meta.k=1 as m\n", "2", "$m.etag", 0},
		{page + "ana: set-blob-metadata wiki/a meta.k=1\nana: set-blob-properties wiki/a content-type=a/b as m\n", "3",
			"$m.etag", 0},
		// tags and tier leave ETag and version (blob/rules.md)
		{page + "ana: set-blob-tags wiki/a tag.k=1\nana: set-blob-metadata wiki/a meta.k=1 as m\n" +
			"ana: set-blob-tier wiki/a tier=Cool\n", "2", "$m.etag", 0},
		{page + "ana: set-blob-tags wiki/a tag.k=1\n", "1", "$r.etag", 0},
		{page + "ben: put-blob wiki/a two\nana: set-blob-metadata wiki/a meta.k=1\n", "1", "$r.etag", 1},
		{page + "ana: set-blob-metadata wiki/a meta.k=1 as m\nben: put-blob wiki/a two\n", "2", "$m.etag", 1},
		{page + "ana: put-blob wiki/a two as w\nana: set-blob-metadata wiki/a meta.k=1 as m\n", "3", "$m.etag", 0},
	} {
		v, k := knownAfter(t, c.lines)
		read, _ := k.Reading(object)
		args, _, _ := k.Guarded(*v.Spec("put-blob"), object, nil)
		n, _ := v.Behind("ana", object)
		guard := ""
		if len(args) == 1 {
			guard = "$" + strings.TrimPrefix(args[0].Value.String(), "$")
		}
		if read.Version != c.version || guard != c.guard || n != c.behind {
			t.Errorf("%sv%s, %v, %d behind", c.lines, read.Version, args, n)
		}
	}
}

// Who has read properties or metadata alone knows which version stands there, and not the text.
func TestAReadWithoutTheTextTellsItsVersion(t *testing.T) {
	const page = "seed: create-container wiki\nseed: put-blob wiki/a one\n"
	for verb, says := range map[string]string{"get-blob-properties": "metadata, properties",
		"get-blob-metadata": "metadata"} {
		_, k := knownAfter(t, page+"ana: "+verb+" wiki/a\n")
		read, what, ok := k.Glance(engine.ParseObject("blob wiki/a"))
		if _, text := k.Reading(engine.ParseObject("blob wiki/a")); text || !ok || read.Version != "1" ||
			read.Tag.IsZero() || what != says {
			t.Errorf("%s: the text %v, v%s %s, %q", verb, text, read.Version, read.Tag, what)
		}
	}
	if _, _, ok := func() (view.Reading, string, bool) {
		_, k := knownAfter(t, page+"ana: get-blob-tags wiki/a\n")
		return k.Glance(engine.ParseObject("blob wiki/a"))
	}(); ok {
		t.Error("tags tell a version")
	}
}

// A renewal of another's lease by a borrowed id is no news of one's own (blob/rules.md, "Lease basics").
func TestAnotherLeasesRenewalDoesNotProlongOnesOwn(t *testing.T) {
	const lines = "seed: create-container wiki\nseed: put-blob wiki/a one\n" +
		"ana: acquire-blob-lease wiki/a duration=15 as l\nclock +16s\n" +
		"ben: acquire-blob-lease wiki/a duration=30 as m\n" +
		"ben: put-blob wiki/a {$m.lease} lease=$m.lease\nana: get-blob wiki/a as g\n" +
		"ana: renew-blob-lease wiki/a lease=$g.body\n"
	_, k := knownAfter(t, lines)
	if h, ok := k.Holds(engine.ParseObject("blob wiki/a")); !ok || h.Ends != 15000 || h.Answer != "l" {
		t.Errorf("%v holds until %s, by %s", ok, h.Ends, h.Answer)
	}
	const own = "seed: create-container wiki\nseed: put-blob wiki/a one\n" +
		"ana: acquire-blob-lease wiki/a duration=15 as l\nclock +5s\n" +
		"ana: renew-blob-lease wiki/a lease=$l.lease\nana: change-blob-lease wiki/a lease=$l.lease id=guid:C as c\n"
	_, k = knownAfter(t, own)
	if h, ok := k.Holds(engine.ParseObject("blob wiki/a")); !ok || h.Ends != 20000 || h.Answer != "c" {
		t.Errorf("%v holds until %s, by %s", ok, h.Ends, h.Answer)
	}
}

// walkedReading is the newest of all answers that a writer heard which says what an object's content is; 0: none does.
func walkedReading(v *view.View, writer string, object engine.ObjectID) int {
	for x := range v.HeardBy(writer) {
		listed := slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == object })
		effect := v.Spec(x.Verb).Effect
		if object.Kind == "entity" && listed && x.Answer.Accepted() &&
			(x.Object == object && effect == engine.Merges || effect == engine.Groups) {
			return x.Number
		}
		for _, p := range x.Shows {
			if p.Unlists(object) && !listed || p.Object == object && (p.Name == "*" || p.Name == "policy" ||
				slices.Contains(engine.TextNames(), p.Name)) {
				return x.Number
			}
		}
	}
	return 0
}

// walkedListing is the newest of all answers that a writer heard which lists an object's ETag, as `r4.0.etag`.
func walkedListing(v *view.View, writer string, object engine.ObjectID) string {
	for x := range v.HeardBy(writer) {
		for _, f := range x.Answer.Fields {
			number, of, _ := strings.Cut(f.Name, ".")
			if (of == "name" || of == "key") && x.Object.Name+"/"+f.Value.String() == object.Name &&
				!x.Answer.Field(number+".etag").IsZero() {
				return x.Name + "." + number + ".etag"
			}
		}
	}
	return ""
}

// What a writer was shown of an object is looked up, and is what a walk of all that it heard finds.
func TestWhatAWriterReadIsFoundAsByAWalk(t *testing.T) {
	looked, found, listings := 0, 0, 0
	enginetest.Played(t, func(name string, tl *timeline.Timeline) {
		w := tl.At(tl.Last())
		v := view.OfWorld(w)
		for object := range w.Kept() {
			for _, writer := range w.Writers() {
				k := v.Known(writer.ID)
				read, _ := k.Reading(object)
				looked++
				if object.Kind == "handle" {
					continue // its file's content is meant
				}
				if want := walkedReading(v, writer.ID, object); read.Request != want {
					t.Errorf("%s: of %s the look-up finds #%d for %s, a walk #%d", name, object, read.Request,
						writer.ID, want)
				} else if want != 0 {
					found++
				}
				want := walkedListing(v, writer.ID, object)
				if read.Request == 0 && want != "" {
					listings++
					if got := (view.Answers{Known: k}).Shown(object, "etag"); got.String() != "$"+want {
						t.Errorf("%s: of %s the look-up lists %q for %s, a walk %q", name, object, got, writer.ID, want)
					}
				}
			}
		}
	})
	if found < 300 || listings == 0 || found == looked {
		t.Errorf("of %d look-ups %d found an answer, %d a listing: races no longer try all", looked, found, listings)
	}
}

// C13: the size that a file is made of is no text of its writer: neither the window nor the comparison shows it as one.
func TestASizeIsNoText(t *testing.T) {
	create, put := enginetest.Spec("create-file"), enginetest.Spec("put-range")
	if text, ok := view.Carried(create, engine.Args("path", "s/f", "size", "30")); ok || view.OneText(create) {
		t.Errorf("a new file carries %q", text)
	}
	if text, ok := view.Carried(put, engine.Args("path", "s/f", "body", "ab", "range", "0-1")); !ok || text != "ab" {
		t.Errorf("a range carries %q", text)
	}
}

// A plan's line has one word for what each step does: of a file's handle that is the word behind the protocol's name
// (MS-SMB2, 2.2: CREATE opens, then READ, WRITE, LOCK, CLOSE).
func TestAPlanSaysWhatIsDoneThroughAHandle(t *testing.T) {
	want := map[string]string{"smb-create": "open", "smb-read": "read", "smb-write": "write", "smb-lock": "lock",
		"smb-unlock": "unlock", "smb-close": "close", "put-blob": "write", "get-blob": "read"}
	for _, s := range catalog.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if word, ok := want[op.Verb]; ok {
				if got := view.PlanWord(op); got != word {
					t.Errorf("%s is %q, want %q", op.Verb, got, word)
				}
				delete(want, op.Verb)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no such operations: %v", want)
	}
}

// Behind an accepted group its writer knows of each row what that operation wrote, and refers to its part of the
// answer.
func TestAGroupIsAReadingOfEachOfItsRows(t *testing.T) {
	r := roomtest.Of(t, "x.race", "writer ana \"Ana\"\nseed: create-table jobs\n"+
		"seed: insert-entity jobs/p/count .n=5\nseed: insert-entity jobs/p/other .n=1 .m=2\n"+
		"ana: get-entity jobs/p/count as a1\nana: get-entity jobs/p/other as a0\n"+
		"ana: entity-group-transaction jobs p [update-entity count .n=6 if-match=$a1.etag; insert-entity log7 .job=6; "+
		"merge-entity other .n=9 if-match=*] as a2\n")
	roomtest.PlayOn(t, r)
	k := r.View().Known("ana")
	for row, want := range map[string][2]string{"count": {"n=6\n", "a2.0"}, "log7": {"job=6\n", "a2.1"},
		"other": {"m=2\nn=9\n", "a2.2"}} {
		read, ok := k.Reading(engine.ObjectID{Kind: "entity", Name: "jobs/p/" + row})
		if !ok || !read.Own || read.Body != want[0] || read.Answer() != want[1] || read.Tag.IsZero() {
			t.Errorf("of %s Ana knows %q of %s, own %t, tag %s", row, read.Body, read.Answer(), read.Own, read.Tag)
		}
	}
}

// A receipt that its holder was told counts no longer is not held (queue/rules.md, "What a bad receipt gets").
func TestAReceiptThatWasRefusedIsNotHeld(t *testing.T) {
	const got = "seed: create-queue jobs\nana: put-message jobs m messagettl=20\n" +
		"ben: get-messages jobs visibilitytimeout=5 as b\n"
	const deletes = "ben: delete-message $b.0 popreceipt=$b.0.receipt\n"
	for lines, want := range map[string]int{
		got:                            1,
		got + "clock +30s\n":           1, // nobody has told it
		got + "clock +30s\n" + deletes: 0,
		got + "clock +6s\nana: get-messages jobs\n" + deletes:                                      0,
		got + "ben: update-message $b.0 x popreceipt=$b.0.receipt visibilitytimeout=5\n" + deletes: 1,
	} {
		v, _ := knownAfter(t, lines)
		if n := len(v.Known("ben").Holding(engine.ParseObject("queue jobs"))); n != want {
			t.Errorf("%s: %d, want %d", lines, n, want)
		}
	}
}
