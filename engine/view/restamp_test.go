package view_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

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
