package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// refusedOf is a session in which a scene has been played until its first refusal of a kind is known to its sender.
func refusedOf(t *testing.T, scene string, kind engine.Trouble) (r *room.Room, c conflict.Finding) {
	t.Helper()
	r = roomtest.Of(t, "case.race", who+scene)
	for {
		_, err := r.Step()
		for _, tr := range r.View().Troubles() {
			if x := r.View().Exchange(tr.Request); tr.Kind == kind && !x.Heard.IsZero() {
				return r, tr.Finding
			}
		}
		if err != nil {
			t.Fatalf("no %s in %s", kind, scene)
		}
	}
}

// stands is what the newest state of an object has under a name.
func stands(v *view.View, kind, name, property string) string {
	return propertyIn(v, engine.ObjectID{Kind: kind, Name: name}, property)
}

const page = "seed: create-container wiki\nseed: put-blob wiki/home \"one\\n\" content-type=text/plain meta.a=1\n" +
	"ann: get-blob wiki/home as r\n"

const thing = "seed: create-bucket lake\nseed: put-object lake/m \"one\\n\" content-type=text/plain meta.a=1 tag.t=1 " +
	"storage-class=STANDARD_IA\nann: get-object lake/m as r\n"

// What a write replaces beside its text is what the refusal has kept (Azure REST, "Put Blob" and "Set Blob Metadata":
// all metadata and properties that are not given go): who sends the text again under the new tag sends that along,
// unless it is its own to change.
func TestWhatIsSentAgainTakesAlongWhatItDoesNotMeanToChange(t *testing.T) {
	for name, c := range map[string]struct {
		scene, kind, object string
		want                map[string]string
	}{
		"the media type": {page + "ben: set-blob-properties wiki/home content-type=text/markdown " +
			"cache-control=no-store\nann: put-blob wiki/home \"two\\n\" if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "two\n", "content-type": "text/markdown", "cache-control": "no-store",
				"metadata.a": "1"}},
		"metadata": {page + "ben: set-blob-metadata wiki/home meta.k=v\nann: put-blob wiki/home \"two\\n\" " +
			"content-type=text/plain if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "two\n", "content-type": "text/plain", "metadata.k": "v", "metadata.a": ""}},
		"metadata beside one's own": {page + "ben: set-blob-metadata wiki/home meta.a=1 meta.k=v\n" +
			"ann: put-blob wiki/home \"two\\n\" meta.a=1 meta.z=9 if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "two\n", "metadata.k": "v", "metadata.a": "1", "metadata.z": "9"}},
		"metadata that one sent as it was read": {page + "ben: set-blob-metadata wiki/home meta.a=2\n" +
			"ann: put-blob wiki/home \"two\\n\" meta.a=1 if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "two\n", "metadata.a": "2"}},
		"metadata that one sent as it was read, and that is gone": {page + "ben: set-blob-metadata wiki/home\n" +
			"ann: put-blob wiki/home \"two\\n\" meta.a=1 if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "two\n", "metadata.a": ""}},
		"tags, which a read only counts": {page + "ben: set-blob-tags wiki/home tag.state=new\n" +
			"ben: get-blob wiki/home as b\nben: put-blob wiki/home \"one\\n\" tag.state=new if-match=$b.etag\n" +
			"ann: put-blob wiki/home \"two\\n\" if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "two\n", "tags.state": "new"}},
		"of an S3 object": {thing + "ben: get-object lake/m as b\nben: put-object lake/m \"one\\nmore\\n\" " +
			"content-type=text/css cache-control=no-store meta.k=v tag.t=2 storage-class=STANDARD_IA " +
			"if-match=$b.etag\nann: put-object lake/m \"zero\\none\\n\" if-match=$r.etag\n", "object", "lake/m",
			map[string]string{"body": "zero\none\nmore\n", "content-type": "text/css", "cache-control": "no-store",
				"metadata.k": "v", "tags.t": "2", "storage-class": "STANDARD_IA"}},
		"metadata sent again as metadata": {page + "ben: set-blob-properties wiki/home content-type=text/css\n" +
			"ann: set-blob-metadata wiki/home meta.a=1 meta.z=9 if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "one\n", "content-type": "text/css", "metadata.z": "9", "metadata.a": "1"}},
		"one's own pair beside another's": {page + "ben: set-blob-metadata wiki/home meta.a=1 meta.k=v\n" +
			"ann: set-blob-metadata wiki/home meta.z=9 if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "one\n", "metadata.k": "v", "metadata.z": "9", "metadata.a": ""}},
		"properties sent again as properties": {page + "ben: set-blob-properties wiki/home content-type=text/plain " +
			"cache-control=no-store\nann: set-blob-properties wiki/home content-type=text/plain " +
			"content-language=de if-match=$r.etag\n", "blob", "wiki/home",
			map[string]string{"body": "one\n", "content-type": "text/plain", "cache-control": "no-store",
				"content-language": "de", "metadata.a": "1"}},
		"a row that is replaced": {"seed: create-table people\nseed: insert-entity people/p/r .a=1 .b=2\n" +
			"ann: get-entity people/p/r as r\nben: merge-entity people/p/r .c=3 if-match=*\n" +
			"ann: update-entity people/p/r .a=9 .b=2 if-match=$r.etag\n", "entity", "people/p/r",
			map[string]string{"body": "a=9\nb=2\nc=3\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			r, found := refusedOf(t, c.scene, engine.StaleWrite)
			did, err := r.Recommend(found)
			if err != nil || !strings.Contains(did, "merged and sent again") {
				t.Fatalf("%s, %v", did, err)
			}
			for property, want := range c.want {
				if is := stands(r.View(), c.kind, c.object, property); is != want {
					t.Errorf("%s is %q, want %q", property, is, want)
				}
			}
			if _, silent, _ := r.View().Counts(); silent != 0 {
				t.Errorf("%d silent", silent)
			}
		})
	}
}

// What both set to different values is not put together, and a write beside the text leaves no draft of the text: the
// next write would send the claim in the place of the content.
func TestAClaimBesideTheTextIsNeverADraft(t *testing.T) {
	for name, scene := range map[string]string{
		"metadata": page + "ben: get-blob wiki/home as b\nann: set-blob-metadata wiki/home meta.owner=ann\n" +
			"ben: set-blob-metadata wiki/home meta.owner=ben if-match=$b.etag\n",
		"metadata that one took away": page + "ben: get-blob wiki/home as b\nann: set-blob-metadata " +
			"wiki/home meta.a=2\nben: set-blob-metadata wiki/home meta.owner=ben if-match=$b.etag\n",
		"the text is a claim by now": page + "ben: get-blob wiki/home as b\nann: put-blob wiki/home \"owner=ann\" " +
			"if-match=$r.etag\nben: set-blob-metadata wiki/home meta.owner=ben if-match=$b.etag\n",
		"metadata of a text": page + "ben: get-blob wiki/home as b\nann: set-blob-metadata wiki/home meta.owner=ann\n" +
			"ben: put-blob wiki/home \"two\\n\" meta.owner=ben if-match=$b.etag\n",
	} {
		r, found := refusedOf(t, scene, engine.StaleWrite)
		before := stands(r.View(), "blob", "wiki/home", "body")
		did, err := r.Recommend(found)
		if err == nil || !strings.Contains(err.Error(), "claims it for somebody else, stop") {
			t.Errorf("%s: %s, %v", name, did, err)
		}
		d, kept := r.View().Draft("ben", found.Object)
		if text := name == "metadata of a text"; kept != text || kept && d.Text != "two\n" {
			t.Errorf("%s: a draft of %q", name, d.Text)
		}
		if after := stands(r.View(), "blob", "wiki/home", "body"); after != before {
			t.Errorf("%s: the text is %q, was %q", name, after, before)
		}
	}
}

// Where one's own metadata alone lies between, no lines clash: there is nobody whose claim could stand there.
func TestOnesOwnMetadataIsNoClashOfLines(t *testing.T) {
	r, found := refusedOf(t, "seed: create-container wiki\nann: put-blob wiki/a x as p\n"+
		"ann: set-blob-metadata wiki/a meta.k=1\nann: put-blob wiki/a y if-match=$p.etag\n", engine.StaleWrite)
	if did, err := r.Recommend(found); err != nil || stands(r.View(), "blob", "wiki/a", "body") != "y" ||
		stands(r.View(), "blob", "wiki/a", "metadata.k") != "1" {
		t.Errorf("%s, %v", did, err)
	}
}

// A commit that is sent again by hand clears what it does not carry as well: the card names it.
func TestACommitSentAgainNamesWhatItHasToCarry(t *testing.T) {
	for _, scene := range []string{
		"seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as r\n" +
			"ann: put-block wiki/a two block=AAAA\nben: set-blob-metadata wiki/a meta.k=v\n" +
			"ann: put-block-list wiki/a [latest AAAA] if-match=$r.etag\n",
		"set bucket.minimum-part=1\nseed: create-bucket lake\nseed: put-object lake/k one\n" +
			"ann: get-object lake/k as g\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k two upload=$u.upload part=1 as p\nben: put-object lake/k three meta.k=v\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n",
	} {
		r, found := refusedOf(t, scene, engine.StaleWrite)
		if say := advice.For(r.View(), found).Say; !strings.Contains(say, "beside the text: meta.k.") {
			t.Errorf("%s%s", scene, say)
		}
	}
}

// A name beside a text that two set is settled by a person, after the read as before it: the draft that the read left
// was put onto the newer text, and says nothing of what stands beside it.
func TestWhatBothSetBesideATextIsNotSentBehindTheRead(t *testing.T) {
	const lines = `writer ann "Ana"
writer ben "Ben"
seed: create-container own
seed: put-blob own/0 base meta.a=1
ann: get-blob own/0 as a
ben: get-blob own/0 as b
ben: set-blob-metadata own/0 meta.owner=ben
ann: put-blob own/0 neu meta.owner=ann if-match=$a.etag
`
	card := onceDone(t, lines, engine.StaleWrite)
	if !strings.HasPrefix(card.Say, "#7 has read it. Both set meta.owner, which holds one value") || card.Action != "" {
		t.Errorf("%q: %s", card.Action, card.Say)
	}
}

// A put sets the metadata with the body, and a claim may stand in them alone, beside an empty one (engine/blob/rules.md
// and engine/bucket/rules.md, what a put replaces): the same body does not make what a read shows one's own work.
func TestWhatStandsBesideATextIsComparedToo(t *testing.T) {
	const (
		same  = "is what #2 was to write. If it holds an id"
		other = "is not what #2 was to write: meta.ownerid is ben. If that claims it for somebody else, stop."
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\nwriter cem \"Cem\"\nseed: create-"
	)
	for _, verbs := range [][3]string{{"container", "put-blob con/p", "get-blob con/p"},
		{"bucket", "put-object con/p", "get-object con/p"}} {
		names, put, read := who+verbs[0]+" con\n", verbs[1]+" \"\" ", "ann: "+verbs[2]+"\n"
		const absent = " if-none-match=*"
		lost := func(mine, theirs string) string {
			return names + "ann: send " + put + mine + absent + " as p\nlose p\nben: " + put + theirs + absent +
				"\nann: " + put + mine + absent + " again=p\n" + read
		}
		advises(t, []advised{
			{"another's claim", lost("meta.ownerid=ann", "meta.ownerid=ben"), engine.AlreadyThere, "", other, same},
			{"the same", lost("meta.ownerid=ann", "meta.ownerid=ann"), engine.AlreadyThere, "", same, "is not"},
			{"none but theirs", lost("", "meta.ownerid=ben"), engine.AlreadyThere, "",
				"is not what #2 was to write: meta.ownerid is ben, which #2 was not to set.", same},
			{"none but mine", lost("meta.ownerid=ann", ""), engine.AlreadyThere, "",
				"is not what #2 was to write: meta.ownerid is not set.", same},
			{"another kind of content", lost("content-type=text/plain", "content-type=text/csv"),
				engine.AlreadyThere, "", "is not what #2 was to write: content-type is text/csv.", same},
			{"without a condition", names + "ann: send " + put + "meta.ownerid=ann as p\ndeliver p\nlose p\nben: " +
				put + "meta.ownerid=ben\n" + read, engine.NoAnswer, "",
				"is not what #2 was to write: meta.ownerid is ben. " +
					"If what is there now claims it for somebody else, stop", same},
			{"replaced since", lost("meta.ownerid=ann", "meta.ownerid=ben") + "cem: " + put + "meta.ownerid=cem\n",
				engine.AlreadyThere, "read", "showed is not what #2 was to write: meta.ownerid is ben, and",
				"showed is what"},
		})
	}
}

// Get Blob counts tags and does not show them (engine/blob/rules.md): what was not shown is not said to be the same.
func TestTagsThatAReadDoesNotShowAreNotSaidToBeCompared(t *testing.T) {
	const race = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container con\n" +
		"ann: send put-blob con/p x tag.owner=ann if-none-match=* as p\nlose p\n" +
		"ben: put-blob con/p x tag.owner=ben if-none-match=*\n" +
		"ann: put-blob con/p x tag.owner=ann if-none-match=* again=p\nann: get-blob con/p\n"
	card, _ := cardAtEnd(t, race, engine.AlreadyThere)
	if !strings.Contains(card.Say, "#5 shows nothing of tag.owner, which is not compared.") {
		t.Errorf("%q", card.Say)
	}
}

// Set Blob Tags moves no ETag (engine/blob/rules.md): a put is not kept from tags by If-Match, whatever else it would
// meet, and whose tags went is to be told.
func TestWhoseTagsWentIsTold(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\nseed: create-container cont\n" +
			"seed: put-blob cont/a v0\nann: get-blob cont/a as r\nben: get-blob cont/a as g\n" +
			"cyd: get-blob-tags cont/a\n"
		pair = "ben: set-blob-metadata cont/a meta.b=1 if-match=$g.etag\n"
		tags = "cyd: set-blob-tags cont/a tag.c=1\nann: put-blob cont/a ann1 from=r\n"
	)
	for _, race := range []string{head + tags, head + pair + tags} {
		card, found := cardAtEnd(t, race, engine.LostUpdate)
		if !found || !strings.Contains(card.Say, "no ETag stands for them") ||
			!strings.Contains(strings.Join(card.Others, " "), "tell Cyd") {
			t.Errorf("%s%v %q %q", race, found, card.Say, card.Others)
		}
	}
}

// Set Queue Metadata replaces all pairs (engine/queue/rules.md): what of the other's pairs stands again, by what was
// put in their place, is not lost, and only the rest is for whoever lost it to put back. So it is with a text that was
// put there once more under a tag that was read later.
func TestWhatStandsAgainIsNotSaidToBeReplaced(t *testing.T) {
	const (
		jobs = who + "seed: create-queue jobs meta.a=1\nann: get-queue-metadata jobs as r\n"
		pair = jobs + "ben: set-queue-metadata jobs meta.a=1 meta.b=3\nann: set-queue-metadata jobs from=r "
		drop = jobs + "ben: set-queue-metadata jobs meta.b=3\nann: set-queue-metadata jobs from=r "
		text = who + "seed: create-bucket lake\nseed: put-object lake/k 0\nben: get-object lake/k as r\n" +
			"ann: get-object lake/k as g\nann: put-object lake/k 1 if-match=$g.etag\nben: head-object lake/k as h\n"
		lost      = engine.LostUpdate
		read, all = "a plain read no longer shows it", "holds all that Ben had set with #3"
	)
	advises(t, []advised{
		{"more pairs", pair + "meta.a=1 meta.b=3 meta.c=4\n", lost, "", all, read},
		{"the very same", pair + "meta.a=1 meta.b=3\n", lost, "", "set the very same that Ben had set", read},
		{"one is gone", pair + "meta.a=1 meta.c=4\n", lost, "", "b is gone, and the rest stands as #3", read},
		{"one is another", pair + "meta.a=1 meta.b=5\n", lost, "", "b is 5, and was 3, and the rest", read},
		{"none stands", pair + "meta.c=4\n", lost, "", read, "the rest stands"},
		{"a removal undone", drop + "meta.a=2 meta.b=3\n", lost, "", "a is there again, and the rest", read},
		{"and changed since", pair + "meta.a=1 meta.b=3 meta.c=4\nann: set-queue-metadata jobs meta.z=1\n",
			lost, "", "", all},
		{"a text under a newer tag", text + "ben: put-object lake/k 1 if-match=$h.etag from=r\n", engine.GuardDefeated,
			"", "#7 put there the very text that Ana had put there", read},
		{"and another text", text + "ben: put-object lake/k 2 if-match=$h.etag from=r\n", engine.GuardDefeated, "",
			read, "very text"},
	})
}

// What adds to what is there, and is done again after others have put something else in its place, stands there once,
// or only they know: a SET leaves nothing of the older value, DEL and an expiry nothing at all, RENAME takes it along
// (engine/tair/rules.md), and a put makes an append blob anew (engine/blob/rules.md). What keeps the older text at its
// place, or counts itself, changes nothing about that. The story names who was between.
func TestWhatWasSetBetweenTwoDoingsIsHeeded(t *testing.T) {
	const (
		once  = "it is there once. Settle with Ben"
		twice = "What was added a second time stays there"
		count = "Take one of the two back by hand"
	)
	tries := func(seed, line, between string) string {
		return who + seed + "ann: send " + line + " as a\ndeliver a\nlose a\ntimeout a\n" + between + "ann: " + line +
			" again=a\n"
	}
	text := func(between string) string { return tries("seed: SET k one\n", "APPEND k X", between) }
	number := func(between string) string { return tries("seed: EXSET k 5\n", "EXINCRBY k 1", between) }
	for _, c := range []struct{ lines, want, never, story string }{
		{text("ben: GET k\nben: SET k clean\n"), once, twice, "Ben set k to clean"},
		{text("ben: SET k neXt\n"), "whether what #2 did is in that, only Ben can say", twice, "Ben set k to neXt"},
		{text("ben: SET k oneXmore\n"), twice, "once", "Ben set k to oneXmore"},
		{text("ben: APPEND k Y\n"), twice, "once", ""},
		{text("ben: DEL k\nben: SET k two\n"), once, twice, "Ben set k to two"},
		{text("ben: DEL k\n"), "and #4 brought it back. Settle with Ben", twice, "Ben deleted k"},
		{text("ben: MULTI\nben: DEL k\nben: EXEC\n"), once, twice, "Ben deleted k in a transaction"},
		{text("ben: RENAME k c\n"), "the same is in both", twice, "Ben renamed k to c"},
		{text("ann: SET k two\n"), "Ana's #3 had put something else there", twice, "Ana set k to two"},
		{number("ben: EXGET k\nben: EXSET k 10\n"), "whether what #2 did is in that, only Ben can say", count,
			"Ben set k to 10"},
		{number("ben: EXINCRBY k 3\n"), count, "only Ben", ""},
		{tries("seed: create-container logs\nseed: put-blob logs/a \"\" type=AppendBlob\n", "append-block logs/a X",
			"ben: put-blob logs/a \"\" type=AppendBlob\n"), once, twice, "Ben saved v3"},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, c.never)
		told, v := "", roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if f.Kind == engine.DoneTwice {
				told = fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps)
			}
		}
		if !strings.Contains(told, c.story) {
			t.Errorf("%s%s", c.lines, told)
		}
	}
}

// What stands beside a text was changed by both only where each set it anew: what an own write had left there without
// naming it, as its media type (Azure REST, "Put Blob"), is what the request was made from, and a sum of the bytes
// follows from them. A smaller size cuts off the pages behind it ("Set Blob Properties", x-ms-blob-content-length), and
// another's among them are not taken away for anybody.
func TestBothHaveChangedWhatEachSetAnew(t *testing.T) {
	own := "seed: create-container wiki\nann: put-blob wiki/home \"one\\n\" as r\n"
	pages := "seed: create-container wiki\nann: put-blob wiki/home type=PageBlob size=1024 as r\n" +
		"ben: put-page wiki/home \"" + strings.Repeat("b", 512) + "\" range="
	merge := "put Ana's change into what stands there now"
	for name, c := range map[string]struct{ scene, want, not string }{
		"text": {own + "ben: put-blob wiki/home \"two\\n\"\n" +
			"ann: set-blob-properties wiki/home content-type=text/html if-match=$r.etag\n", merge, "both changed"},
		"metadata": {own + "ben: set-blob-metadata wiki/home meta.a=1\n" +
			"ann: set-blob-properties wiki/home content-type=text/html if-match=$r.etag\n", merge, "both changed"},
		"the type": {own + "ben: set-blob-properties wiki/home content-type=text/css\n" +
			"ann: set-blob-properties wiki/home content-type=text/html if-match=$r.etag\n", "both changed content-type",
			merge},
		"the number": {pages + "0-511\nann: set-blob-properties wiki/home size=512 if-match=$r.etag\n", merge,
			"both changed"},
		"the page that goes": {pages + "512-1023\n" +
			"ann: set-blob-properties wiki/home size=512 if-match=$r.etag\n",
			"#4 would cut off what Ben had put there with #3. Settle with Ben", merge},
	} {
		r, trouble := refusedOf(t, c.scene, engine.StaleWrite)
		say := advice.For(r.View(), trouble).Say
		if !strings.Contains(say, c.want) || strings.Contains(say, c.not) {
			t.Errorf("%s: %s", name, say)
		}
	}
}
