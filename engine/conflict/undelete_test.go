package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// softDelete keeps what is deleted for seven days.
const softDelete = "seed: set-blob-service-properties devstore property.DeleteRetentionPolicy=" +
	"\"<Enabled>true</Enabled><Days>7</Days>\"\n"

// kept is a blob that is kept when it is deleted, and broughtBack that one when it was.
const (
	kept        = "writer cem \"Cem\"\n" + softDelete + "seed: create-container docs\nseed: put-blob docs/a one\n"
	broughtBack = kept + "ann: delete-blob docs/a\nben: undelete-blob docs/a\n"
)

// rules.md, "What is brought back": that a thing stands there again is the work of who brought it back, and is replaced
// by who takes it as gone; what was shown as standing, or is named by its version, is known.
func TestAnUndeleteIsWorkOfItsOwn(t *testing.T) {
	const (
		read   = kept + "ann: get-blob docs/a as g\ncem: delete-blob docs/a\nben: undelete-blob docs/a\n"
		own    = kept + "cem: put-blob docs/b one\nann: get-blob docs/b\n"
		undone = "~ lost-update ben: Ben's undelete of docs/a was undone by Ana. Nobody was told."
		over   = "~ lost-update ben: Ben had brought docs/a back, and Ana wrote over it. Nobody was told."
		lake   = "seed: create-bucket lake\nseed: put-bucket-versioning lake Enabled\nseed: put-object lake/a one\n" +
			"ann: delete-object lake/a as d\ntell ben $d.version-id\n" +
			"ben: delete-object lake/a version-id=$d.version-id\n"
	)
	for _, c := range []struct{ name, lines, want string }{
		{"deleted once more", broughtBack + "ann: delete-blob docs/a\n", undone},
		{"written over", broughtBack + "ann: put-blob docs/a two\n", over},
		{"found gone", kept + "cem: delete-blob docs/a\nann: get-blob docs/a\nben: undelete-blob docs/a\n" +
			"ann: put-blob docs/a two\n", over},
		{"with its container", broughtBack + "ann: delete-container docs\n", undone},
		{"its marker", lake + "ann: delete-object lake/a\n",
			"~ lost-update ben: Ben's removal of the delete marker of lake/a was undone by Ana. Nobody was told."},
		{"its marker, written over", lake + "ann: put-object lake/a two\n",
			"~ lost-update ben: Ben had brought lake/a back, and Ana wrote over it. Nobody was told."},
		{"its text, read before the own delete", own + "ann: delete-blob docs/b\ncem: undelete-blob docs/b\n" +
			"ann: delete-blob docs/b\n", "~ lost-update cem: Cem's v1 was deleted by Ana. Nobody was told."},
		{"its text, found gone", own + "ben: delete-blob docs/b\nann: get-blob docs/b\ncem: undelete-blob docs/b\n" +
			"ann: put-blob docs/b two\n", "~ lost-update cem: Cem's v1 was overwritten by Ana. Nobody was told."},

		{"read since", broughtBack + "ann: get-blob docs/a\nann: delete-blob docs/a\n", ""},
		{"looked at since", broughtBack + "ann: get-blob-properties docs/a\nann: delete-blob docs/a\n", ""},
		{"read before", read + "ann: delete-blob docs/a\n", ""},
		{"its version named", read + "ann: get-blob docs/b\nann: put-blob docs/a two if-match=$g.etag\n", ""},
		{"its version named after a 404", kept + "ann: get-blob docs/a as g\ncem: delete-blob docs/a\n" +
			"ann: get-blob docs/a\nben: undelete-blob docs/a\nann: put-blob docs/a two if-match=$g.etag\n", ""},
		{"its own", kept + "ann: delete-blob docs/a\nann: undelete-blob docs/a\nann: delete-blob docs/a\n", ""},
		{"written over by a third", broughtBack + "cem: put-blob docs/a two\nann: delete-blob docs/a\n",
			"~ lost-update cem: Cem's v2 was deleted by Ana. Nobody was told."},
	} {
		r, last := run(t, c.lines)
		got := ""
		if last.Severity != 0 {
			got = last.String() + ": " + conflict.Story(r.Timeline.World(), last).First
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Whose text it was has lost that as well: it is the work of who wrote it still (rules.md, "What is brought back").
func TestWhatIsBroughtBackIsStillWhoseItWas(t *testing.T) {
	r, _ := run(t, "writer cem \"Cem\"\n"+softDelete+"seed: create-container docs\ncem: put-blob docs/a one\n"+
		"ann: get-blob docs/a\nann: delete-blob docs/a\nben: undelete-blob docs/a\nann: delete-blob docs/a\n")
	var told []string
	for _, o := range r.Outcomes {
		for _, marks := range o.Marks {
			for _, m := range marks {
				told = append(told, m.String())
			}
		}
	}
	if got := strings.Join(told, ", "); got != "~ lost-update cem, ~ lost-update ben" {
		t.Error(got)
	}
}

// Who writes without having looked takes it away unread, and the log says so (rules.md, "Silent").
func TestABlindRequestTakesAnUndeleteAwayUnread(t *testing.T) {
	for lines, want := range map[string]string{
		broughtBack + "cem: delete-blob docs/a\n":                       "removed Ben's undelete unread",
		broughtBack + "cem: put-blob docs/a two\n":                      "replaced Ben's undelete unread",
		broughtBack + "ann: get-blob docs/a\nann: delete-blob docs/a\n": "",
	} {
		r, _ := run(t, lines)
		w, got := r.Timeline.World(), ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				if did := conflict.Overwrote(w, e); did != "" {
					got = did
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}

// An undelete of a blob that stands brings its deleted snapshots back, and not the blob (engine/blob/rules.md, "Soft
// delete").
func TestAnUndeleteOfWhatStandsBringsSnapshotsBack(t *testing.T) {
	r, last := run(t, softDelete+"seed: create-container docs\nseed: put-blob docs/a one\n"+
		"ben: snapshot-blob docs/a\nann: list-blobs docs include=snapshots\nann: delete-blob docs/a snapshots=only\n"+
		"ben: undelete-blob docs/a\nann: delete-blob docs/a snapshots=only\n")
	var steps []string
	for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
		steps = append(steps, s.Text)
	}
	if told := strings.Join(steps, " "); !strings.Contains(told, "Ben brought the deleted snapshots of docs/a back") {
		t.Error(told)
	}
}

// What is deleted is kept for the days that the service's properties say, from then on (engine/blob/rules.md, "Soft
// delete"): the story of an undelete that came too late, or for which that had been switched off, says so.
func TestAnUndeleteThatFindsNothingSaysWhyNothingIsKept(t *testing.T) {
	const (
		made     = "seed: create-container docs\nann: put-blob docs/a one\n"
		set      = ": set-blob-service-properties devstore property.DeleteRetentionPolicy=\"<Enabled>"
		on, off  = set + "true</Enabled><Days>1</Days>\"\n", set + "false</Enabled>\"\n"
		deleted  = "ben: delete-blob docs/a\n"
		back     = "ann: undelete-blob docs/a\n"
		switched = " Ben had switched off with #4 that deleted blobs are kept."
		late     = " What was deleted was kept until 24:00:00.0."
		refused  = " Ana's request was refused and nothing changed."
	)
	for _, c := range []struct{ name, lines, why, step string }{
		{"too late", made + "seed" + on + deleted + "clock +90000s\n" + back, late, ""},
		{"too late, switched off since", made + "ann" + on + deleted + "ben" + off + "clock +90000s\n" + back, late,
			""},
		{"switched off", made + "ann" + on + "ben" + off + deleted + back,
			switched, "Ben switched off with #4 that deleted blobs are kept."},
		{"switched off twice", made + "ann" + on + "ben" + off + "ann" + off + deleted + back,
			switched, "Ben switched off with #4 that deleted blobs are kept."},
		{"switched on again too late", made + "ann" + on + "ben" + off + deleted + "ann" + on + back,
			switched, "Ben switched off with #4 that deleted blobs are kept."},
		{"never kept", made + deleted + back, "", ""},
		{"never switched on", made + "ben" + off + deleted + back, "", ""},
	} {
		_, told, steps := lastStory(t, c.lines)
		if !strings.Contains(told.First, "deleted docs/a") || !strings.Contains(told.First, c.why+refused) ||
			c.why == "" && strings.Contains(told.First+steps, "kept") || !strings.Contains(steps, c.step) {
			t.Errorf("%s: %q\n%s", c.name, told.First, steps)
		}
	}
}
