package view_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// The referee's rules, "A tag at a text unseen": tags that are set to a newer text than the one that was read are told,
// as long as that is so. Who names the version (engine/bucket/rules.md, "Tags"), has looked at what stands there, or
// has read nothing, is not told so.
func TestATagAtATextUnseenIsTold(t *testing.T) {
	const (
		object = "seed: create-bucket data\nseed: put-bucket-versioning data status=Enabled\n" +
			"ben: put-object data/k one\nann: get-object data/k as g\n"
		newer  = "ben: put-object data/k two\n"
		tagged = "ann: put-object-tagging data/k tag.state=approved"
		blob   = "seed: create-container data\nben: put-blob data/k one\nann: get-blob data/k\nben: put-blob data/k " +
			"two\n" +
			"ann: set-blob-tags data/k tag.state=approved\n"
		told = "Ann's #6 set the tags of data/k while Ben's v2 (#5) stood there: Ann had read v1, and has not read " +
			"that."
		names = "With the version-id of what was read it stands at that."
	)
	for _, c := range []struct{ name, lines, want string }{
		{"set unseen", object + newer + tagged, told},
		{"the version can be named", object + newer + tagged, names},
		{"a blob", blob, "while Ben's v2 (#4) stood there"},
		{"the version is named", object + newer + tagged + " version-id=$g.version-id", ""},
		{"read before", object + newer + "ann: get-object data/k\n" + tagged, ""},
		{"looked at before", object + newer + "ann: head-object data/k\n" + tagged, ""},
		{"read since", object + newer + tagged + "\nann: get-object data/k", ""},
		{"another text since", object + newer + tagged + "\nben: put-object data/k three", ""},
		{"other tags since", object + newer + tagged + "\nben: put-object-tagging data/k tag.state=draft", ""},
		{"nothing newer", object + tagged, ""},
		{"one's own", object + strings.Replace(newer, "ben", "ann", 1) + tagged, ""},
		{"nothing read", strings.Replace(object, "ann: get-object data/k as g\n", "", 1) + newer + tagged, ""},
		{"the tags taken away", object + newer + "ann: delete-object-tagging data/k", ""},
	} {
		list := roomtest.AtEnd(t, "writer ann \"Ann\"\nwriter ben \"Ben\"\n"+c.lines+"\n").Beside()
		said := ""
		if at := slices.IndexFunc(list, func(s string) bool { return strings.Contains(s, "stood there") }); at >= 0 {
			said = list[at]
		}
		if !strings.Contains(said, c.want) || c.want == "" && said != "" {
			t.Errorf("%s: %q, want %q", c.name, said, c.want)
		}
	}
}
