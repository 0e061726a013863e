package advice_test

import (
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
	r = roomtest.Of(t, "case.race", "writer ann \"Ana\"\nwriter ben \"Ben\"\n"+scene)
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
