package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The referee's rules, "By part", "A name that a rename left", "A copy of a thing onto itself", and `mixed-content` of
// a copy: nobody loses what nobody wrote, what stands elsewhere, or what is put back as it was.
func TestNobodyLosesWhatNobodyWrote(t *testing.T) {
	const (
		blob   = "seed: create-container wiki; seed: put-blob wiki/a one tag.t=1; "
		bucket = "seed: create-bucket buck; seed: put-object buck/a one; "
		lock   = "seed: create-bucket buck object-lock=true; seed: put-object buck/a one legal-hold=ON; "
		file   = "seed: create-share docs; seed: create-file docs/a size=3; seed: put-range docs/a one range=0-2; "
	)
	for _, c := range []struct{ what, kind, lines string }{
		{"tags that a put cleared", "", blob +
			"ben: get-blob-tags wiki/a; ann: put-blob wiki/a two; ben: set-blob-tags wiki/a tag.t=2"},
		{"tags that a put set", "lost-update", blob +
			"ben: get-blob-tags wiki/a; ann: put-blob wiki/a two tag.t=3; ben: set-blob-tags wiki/a tag.t=2"},
		{"properties that a put left", "", blob +
			"ann: get-blob wiki/a; ben: put-blob wiki/a two; " +
			"ann: set-blob-properties wiki/a content-type=text/plain"},
		{"properties that a put named", "lost-update", blob +
			"ann: get-blob wiki/a; ben: put-blob wiki/a two content-type=text/css; " +
			"ann: set-blob-properties wiki/a content-type=text/plain"},
		{"the first tags of an object", "", bucket +
			"ben: get-object-tagging buck/a; ann: get-object buck/a as a; " +
			"ann: put-object buck/a two if-match=$a.etag; ben: put-object-tagging buck/a tag.t=1"},
		{"the first hold of a version", "", lock + "ann: put-object buck/a two as a; " +
			"ben: put-object-legal-hold buck/a legal-hold=ON"},
		{"a hold that another set since", "lost-update", lock + "ben: get-object-legal-hold buck/a; " +
			"ann: put-object-legal-hold buck/a legal-hold=OFF; ben: put-object-legal-hold buck/a legal-hold=ON"},
		{"metadata that a file made anew has not", "", file +
			"ben: get-file-metadata docs/a; ann: create-file docs/a size=3; ben: set-file-metadata docs/a meta.x=1"},
		{"metadata that a rename did not bring", "", file +
			"ann: get-file-metadata docs/a; ben: create-file docs/t size=3; " +
			"ben: rename-file docs/a source=docs/t replace=true; ann: set-file-metadata docs/a meta.x=1"},
		{"a name that a file left", "", file +
			"ann: get-file docs/a; ben: rename-file docs/b source=docs/a; ann: create-file docs/a size=3"},
		{"a name that a key left", "", "seed: SET k one; ann: GET k; ben: RENAME k l; ann: SET k two"},
		{"a blob copied onto itself", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/a source=wiki/a"},
		{"its snapshot", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: snapshot-blob wiki/a as s; " +
			"ben: copy-blob wiki/a source=wiki/a source-snapshot=$s.snapshot from=none"},
		{"an older snapshot of it", "lost-update", blob +
			"ben: get-blob wiki/a; ben: snapshot-blob wiki/a as s; ann: put-blob wiki/a two; " +
			"ben: copy-blob wiki/a source=wiki/a source-snapshot=$s.snapshot"},
		{"an object copied onto itself", "", bucket +
			"ben: get-object buck/a; ann: put-object buck/a two; " +
			"ben: copy-object buck/a source=buck/a metadata-directive=REPLACE"},
		{"a file copied onto itself", "", file +
			"ben: get-file docs/a; ann: put-range docs/a two range=0-2; ben: copy-file docs/a docs/a"},
		{"a file that nobody had read", "", file +
			"ann: put-range docs/a two range=0-2; ben: copy-file docs/b docs/a"},
		{"a file that has changed since", "mixed-content", file +
			"ben: get-file docs/a; ann: put-range docs/a two range=0-2; ben: copy-file docs/b docs/a"},
		{"a blob that has changed since", "mixed-content", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a"},
		{"a blob that has changed since, of a program", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a on=c1"},
		{"a blob that nobody had read", "", blob + "ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a"},
		{"a blob that was read since", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: get-blob wiki/a; " +
			"ben: copy-blob wiki/b source=wiki/a"},
		{"a blob from its snapshot", "", blob + "ben: get-blob wiki/a; ben: snapshot-blob wiki/a as s; " +
			"ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a source-snapshot=$s.snapshot"},
		{"a copy made from its target", "", blob + "seed: put-blob wiki/b b; ben: get-blob wiki/a; " +
			"ann: put-blob wiki/a two; ben: get-blob wiki/b as b; ben: copy-blob wiki/b source=wiki/a from=b"},
		{"a copy from none", "", blob +
			"ben: get-blob wiki/a; ann: put-blob wiki/a two; ben: copy-blob wiki/b source=wiki/a from=none"},
		{"an object that has changed since", "mixed-content", bucket +
			"ben: get-object buck/a; ann: put-object buck/a two; ben: copy-object buck/b source=buck/a"},
		{"a key that has changed since", "mixed-content",
			"seed: SET k one; ben: GET k; ann: SET k two; ben: COPY k l"},
		{"a key that was read since", "", "seed: SET k one; ben: GET k; ann: SET k two; ben: GET k; ben: COPY k l"},
		{"a delete marker that was listed", "", "seed: create-bucket buck; seed: put-bucket-versioning buck Enabled; " +
			"seed: put-object buck/a one; ben: put-object buck/a two; ann: delete-object buck/a; " +
			"ben: list-object-versions buck as l; ben: delete-object buck/a version-id=$l.0.version-id"},
	} {
		_, last := run(t, strings.ReplaceAll(c.lines, "; ", "\n")+"\n")
		if string(last.Kind) != c.kind {
			t.Errorf("%s: %s, want %q", c.what, last, c.kind)
		}
	}
}

// What stands beside a text and was never named is not replaced unread either: the text of the other still stands.
func TestWhatALineNamesNobodyReplaces(t *testing.T) {
	r, _ := run(t, "seed: create-container wiki\nseed: put-blob wiki/a one\nben: put-blob wiki/a two\n"+
		"ann: set-blob-properties wiki/a content-type=text/plain\n")
	for _, o := range r.Outcomes {
		for _, line := range o.Lines {
			if strings.Contains(line, "unread") {
				t.Error(line)
			}
		}
	}
}

// Who takes a delete marker away, without having seen it, undoes the delete, and overwrites no text.
func TestTakingADeleteMarkerAwayUndoesTheDelete(t *testing.T) {
	r, last := run(t, "seed: create-bucket buck\nseed: put-bucket-versioning buck Enabled\n"+
		"seed: put-object buck/a one\nben: get-object buck/a\nann: delete-object buck/a as d\ntell ben $d.version-id\n"+
		"ben: delete-object buck/a version-id=$d.version-id\n")
	first := conflict.Story(r.Timeline.At(r.Timeline.Last()), last).First
	if last.Kind != engine.LostUpdate || !strings.HasPrefix(first, "Ana's delete of buck/a was undone by Ben") {
		t.Errorf("%s: %s", last, first)
	}
}
