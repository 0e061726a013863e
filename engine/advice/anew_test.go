package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What was removed and made anew is another thing under the same name (engine/conflict/rules.md, "Part": there and gone
// are two states of one part), so no key may put a change of the first into the second; the card tells of the removal.
func TestAChangeOfWhatWasMadeAnewIsNotMergedIntoIt(t *testing.T) {
	for name, row := range map[string]struct{ lines, remade string }{
		"row": {"seed: create-table carts\nseed: insert-entity carts/p/a .n=1 .x=old\n" +
			"ann: get-entity carts/p/a as a\nben: delete-entity carts/p/a if-match=*\n%s" +
			"ann: merge-entity carts/p/a .n=2 if-match=$a.etag\n", "cy: insert-entity carts/p/a .n=1 .x=old\n"},
		"row, in a batch": {"seed: create-table carts\nseed: insert-entity carts/p/a .n=1 .x=old\n" +
			"ann: get-entity carts/p/a as a\nben: entity-group-transaction carts p [delete-entity a if-match=*]\n" +
			"%sann: merge-entity carts/p/a .n=2 if-match=$a.etag\n", "cy: insert-entity carts/p/a .n=1 .x=old\n"},
		"blob": {"seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as a\n" +
			"ben: delete-blob wiki/a\n%sann: put-blob wiki/a \"one\\nand ann\" if-match=$a.etag\n",
			"cy: put-blob wiki/a one if-none-match=*\n"},
		"key of S3": {"seed: create-bucket lake\nseed: put-object lake/k one\nann: get-object lake/k as a\n" +
			"ben: delete-objects lake [k]\n%sann: put-object lake/k two if-match=$a.etag\n",
			"cy: put-object lake/k other\n"},
	} {
		head := "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		lines := head + strings.Replace(row.lines, "%s", row.remade, 1)
		card, _ := cardAtEnd(t, lines, engine.StaleWrite)
		if card.Action != "read" || !strings.Contains(card.Say, "what is there now is by Cy's #5. Read it. Settle "+
			"first whether Ana's change belongs to that.") {
			t.Error(name, card.Action, card.Say)
		}
		v := roomtest.AtEnd(t, lines)
		troubles := v.Troubles()
		told := conflict.Story(v.Clone(), troubles[len(troubles)-1].Finding)
		if !strings.Contains(told.First, "Ben deleted ") && !strings.Contains(told.First, "Ben removed ") {
			t.Error(name, told.First)
		}
	}
}

// A thing that is made again behind its removal (engine/conflict/rules.md: R sends with the 404 as its base) is one
// that its remover takes for gone.
func TestWhoRemovedIsToldThatItIsThereAgain(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/k one\n" +
		"ann: get-object lake/k as a\n%s: delete-object lake/k\nann: put-object lake/k two if-match=$a.etag\n" +
		"ann: put-object lake/k two if-none-match=*\n"
	for by, tells := range map[string]bool{"ben": true, "ann": false} {
		card, _ := cardAtEnd(t, strings.Replace(lines, "%s", by, 1), engine.IsGone)
		if strings.Contains(card.Say, "tell Ben that #6 brought it back") != tells {
			t.Error(by, card.Say)
		}
	}
}

// Who brought it back is who put something where nothing was: the removal of a delete marker does, and a write after it
// goes over what stands (engine/bucket/rules.md, "Versioning"). A bucket is deleted empty ("DeleteBucket"), so that who
// deletes one has removed nothing in it; a container goes with its blobs (engine/blob/rules.md, "Delete Container").
func TestOnlyWhoBroughtItBackIsSaidToHave(t *testing.T) {
	const (
		head   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		marked = head + "seed: create-bucket lake\nseed: put-bucket-versioning lake Enabled\n" +
			"seed: put-object lake/a one\nann: get-object lake/a as r\nben: delete-object lake/a as d\n" +
			"ann: put-object lake/a ann if-match=$r.etag\n"
		bucket = head + "seed: create-bucket lake\nben: delete-bucket lake\nann: put-object lake/a x\n" +
			"cy: create-bucket lake\nann: put-object lake/a x if-none-match=*\n"
		cont = head + "seed: create-container cont\n%sben: delete-container cont\n" +
			"clock +60s\nann: put-blob cont/b x\ncy: create-container cont\nann: put-blob cont/b x\n"
	)
	for _, c := range []struct {
		name, lines string
		tells       bool
	}{
		{"the marker removed by a third", marked + "tell cy $d.version-id\n" +
			"cy: delete-object lake/a version-id=$d.version-id\n" +
			"ann: put-object lake/a ann if-match=$r.etag\n", false},
		{"its sender made it", marked + "ann: put-object lake/a ann if-none-match=*\n", true},
		{"never in the bucket", bucket, false},
		{"never in the container", strings.Replace(cont, "%s", "", 1), false},
		{"in the container", strings.Replace(cont, "%s", "seed: put-blob cont/b 1\n", 1), true},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found || !strings.Contains(card.Say, "has gone through since") ||
			strings.Contains(card.Say, "brought it back") != c.tells {
			t.Errorf("%s: %v %q", c.name, found, card.Say)
		}
	}
}
