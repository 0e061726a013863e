package view_test

import (
	"slices"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Each delete without an id puts one more delete marker on top (engine/bucket/rules.md, "DeleteObject"), and each of
// them hides what is below it until it is taken away: the truth lists all, whichever of them went.
func TestTheTruthListsEachDeleteMarker(t *testing.T) {
	const two = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
		"seed: put-bucket-versioning lake status=Enabled\nben: put-object lake/a text\n" +
		"ben: delete-object lake/a as d\nann: delete-object lake/a as e\n"
	const suspended = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
		"seed: put-bucket-versioning lake status=Suspended\nben: put-object lake/a text\n" +
		"ben: delete-object lake/a\nann: delete-object lake/a\n"
	object := engine.ParseObject("object lake/a")
	for lines, want := range map[string][]string{
		suspended: {"ann delete marker", "ben delete marker", "ben"}, // both under the id null
		two:       {"ann delete marker", "ben delete marker", "ben"},
		two + "ben: delete-object lake/a version-id=$d.version-id\n": {"ann delete marker", "ben marker gone", "ben"},
		two + "ann: delete-object lake/a version-id=$e.version-id\n": {"ann marker gone", "ben delete marker", "ben"},
		two + "ben: delete-object lake/a version-id=$d.version-id\n" +
			"ann: delete-object lake/a version-id=$e.version-id\n": {"ann again", "ann marker gone",
			"ben marker gone", "ben"},
	} {
		v := roomtest.AtEnd(t, lines)
		var got []string
		for _, n := range v.Truth(object).Versions {
			how := ""
			switch {
			case n.Gone:
				how = " " + n.Went()
			case n.Again:
				how = " again"
			}
			got = append(got, n.By+how)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s%q, want %q", lines, got, want)
		}
	}
}

// What came back came by the removal of the marker that was taken away last, which need not be the one put there last.
func TestWhatCameBackIsToldWithTheMarkerThatWasTaken(t *testing.T) {
	const two = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
		"seed: put-bucket-versioning lake status=Enabled\nben: put-object lake/a text\n" +
		"ben: delete-object lake/a as d\nann: delete-object lake/a as e\n" +
		"ann: delete-object lake/a version-id=$e.version-id\ntell ann $d.version-id\n" +
		"ann: delete-object lake/a version-id=$d.version-id\n"
	_, now, marker, ok := roomtest.AtEnd(t, two).CameBack()
	if !ok || now.By != "ann" || marker.By != "ben" || marker.Went() != "marker gone" {
		t.Errorf("%v: %s by %s", ok, marker.By, now.By)
	}
}
