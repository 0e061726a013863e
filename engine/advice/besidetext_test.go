package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

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
