package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A marker was there, and what it refused was done all the same: to keep one is no advice then.
func TestAMarkerThatWasPassedOver(t *testing.T) {
	advises(t, []advised{{"both were refused", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container jobs\n" +
		"ann: send put-blob jobs/done x if-none-match=* as a\ndeliver a\nlose a\n" +
		"ben: put-blob jobs/done x if-none-match=*\nben: does job-17\n" +
		"ann: put-blob jobs/done x if-none-match=* again=a\nann: does job-17\n", engine.DoneTwice, "",
		"#3 was refused by the marker jobs/done, and Ben worked all the same", "keep its result under"}})
}

// Of a text that was replaced by the very same a read shows all: nothing has to be put back.
func TestTheSameTextIsNotLost(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f x\n" +
		"ann: get-blob wiki/f as a\nann: put-block wiki/f A1 block=A001\nben: put-block wiki/f B1 block=A001\n" +
		"ann: put-block-list wiki/f [latest A001] if-match=$a.etag"
	const ben, other = "\nben: put-block-list wiki/f [latest A001]\n", "ben: get-blob wiki/f as c\n" +
		"ben: put-blob wiki/f other if-match=$c.etag\n"
	advises(t, []advised{
		{"the same", head + ben, engine.LostUpdate, "",
			"the very text that Ana had put there, and a read shows it", "no longer shows it"},
		{"another stands there since", head + ben + other, engine.LostUpdate, "",
			"the very text that Ana had put there. Where both were to count", "a read shows it"},
		{"a claim went with it", head + " meta.owner=ann" + ben, engine.LostUpdate, "",
			"and took what Ana had set beside it: metadata.owner. Tell Ana, who stops if it was a claim",
			"a read shows"},
		{"what both set", head + " meta.owner=ann" + ben[:len(ben)-1] + " meta.owner=ann\n", engine.LostUpdate, "",
			"the very text that Ana had put there, and a read shows it", "beside it"},
		{"a tag went with it", head + " tag.t=1" + ben, engine.LostUpdate, "",
			"and took what Ana had set beside it: tags.t. Tell Ana", "a read shows"},
	})
}

// What stood beside the text and is a third's is not told as the one's whose text was replaced.
func TestWhatAThirdSetBesideTheTextIsNotTheVictims(t *testing.T) {
	v := roomtest.AtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"+
		"seed: create-container wiki\nseed: put-blob wiki/f x\nann: get-blob wiki/f as a\n"+
		"ann: put-blob wiki/f same if-match=$a.etag content-type=text/plain\ncy: get-blob wiki/f as c\n"+
		"cy: set-blob-metadata wiki/f meta.owner=cy if-match=$c.etag\nben: put-blob wiki/f same meta.run=7\n")
	for _, m := range v.Troubles() {
		if m.Kind == engine.LostUpdate && m.Whose == "ann" {
			const want = "and took what Ana had set beside it: content-type. Tell Ana"
			if card := advice.For(v, m.Finding); !strings.Contains(card.Say, want) {
				t.Errorf("%s\nwant %q", card.Say, want)
			}
			return
		}
	}
	t.Error("Ana's work is not told to be lost")
}

// Who never heard a refusal goes by what it was told of the request, which is nothing: its card says what that of the
// request without an answer says, and never to send a renewal of a lease that is over again.
func TestARefusalThatWasNeverHeard(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f x\n"
	advises(t, []advised{
		{"a late renewal", head + "ann: acquire-blob-lease wiki/f duration=15 as l\n" +
			"ann: send renew-blob-lease wiki/f lease=$l.lease as r\ntimeout r\nclock +20s\n" +
			"ben: acquire-blob-lease wiki/f duration=30\ndeliver r\nlose r\n", engine.IsLeased, "",
			"no read tells whether #4 renewed it: stop the work", "send the same again"},
		{"a delete", head + "ann: send delete-blob wiki/f as d\ndeliver d\nlose d\n" +
			"ann: send delete-blob wiki/f again=d as e\ndeliver e\nlose e\n", engine.OwnEcho, "retry",
			"unless others may have created it again since", "Read, or send"},
	})
}

// A refusal that answers with what is there has read it: to read it again first would tell nothing more.
func TestARefusalThatAnswersWithTheText(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET lock ann NX\nben: SET lock ben NX"
	advises(t, []advised{
		{"it answers nil", head + "\n", engine.AlreadyThere, "read",
			"does not say who made it: read that first", "has read"},
		{"it answers with the text", head + " GET\n", engine.AlreadyThere, "",
			"#2 has read it. Of a marker, settle that its maker does the work", "read that first"},
		{"another text stands there since", head + " GET\nann: SET lock other\n", engine.AlreadyThere, "read",
			"#2 has read what stood there then, which is another now: read that first", "does not say who"},
	})
}
