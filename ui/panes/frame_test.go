package panes

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/ui/command"
)

// The sizes are those that the desks give, and some larger ones.
func TestFramesOfARefusedWrite(t *testing.T) {
	d := play(t, "wiki.race")
	ana, ben, truth, card, log, tree := NewWriter(d, 1), NewWriter(d, 2), NewTruth(d), NewCard(d), NewLog(d), NewTree(d)
	d.with(ana, ben, truth, card, log, tree)
	frame(t, "start-writer-40x11", ana, 40, 11, true, ascii())
	frame(t, "start-card-60x8", card, 60, 8, false, ascii())
	d.toMark(t)
	frame(t, "refused-ana-40x11", ana, 40, 11, true, ascii())
	frame(t, "refused-ben-40x11", ben, 40, 11, false, ascii())
	frame(t, "refused-ana-33x16-unicode", ana, 33, 16, false, unicodeLook())
	frame(t, "refused-ana-60x24", ana, 60, 24, false, ascii())
	frame(t, "refused-truth-80x5", truth, 80, 5, false, ascii())
	frame(t, "refused-truth-48x12-unicode", truth, 48, 12, false, unicodeLook())
	frame(t, "refused-truth-60x28", truth, 60, 28, true, ascii())
	frame(t, "refused-card-60x28", card, 60, 28, true, ascii())
	frame(t, "refused-card-40x12", card, 40, 12, false, ascii())
	frame(t, "refused-log-100x12", log, 100, 12, true, ascii())
	frame(t, "refused-log-60x8", log, 60, 8, false, ascii())
	frame(t, "refused-tree-24x16", tree, 24, 16, true, ascii())
	card.Do(command.View{})
	frame(t, "refused-card-diff-60x14", card, 60, 14, true, ascii())
	frame(t, "refused-truth-80x7", truth, 80, 7, true, ascii())
	truth.Do(command.View{})
	frame(t, "refused-truth-diff-80x7", truth, 80, 7, true, ascii())
	truth.Do(command.View{})
	frame(t, "refused-truth-properties-60x24-unicode", truth, 60, 24, true, unicodeLook())
}

func TestFramesOfASilentLoss(t *testing.T) {
	d := play(t, "wiki-no-guard.race")
	ana, ben, truth, card, tree := NewWriter(d, 1), NewWriter(d, 2), NewTruth(d), NewCard(d), NewTree(d)
	d.with(ana, ben, truth, card, tree)
	d.toMark(t)
	frame(t, "silent-ana-40x11", ana, 40, 11, false, ascii())
	frame(t, "silent-ben-40x11", ben, 40, 11, false, ascii())
	frame(t, "silent-truth-80x6", truth, 80, 6, false, ascii())
	frame(t, "silent-truth-100x20-unicode", truth, 100, 20, false, unicodeLook())
	frame(t, "silent-card-60x26-unicode", card, 60, 26, false, unicodeLook())
	frame(t, "silent-tree-27x14-unicode", tree, 27, 14, false, unicodeLook())
}

// leases is a page that Ana holds, with Ben's request held, and one of Chen's that nobody has heard of since.
func leases(t testing.TB) *desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	inputs(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"},
		engine.AddWriter{ID: "che", Title: "Chen"})
	sendAll(t, r, hand("ann", "create-container", "wiki"), hand("ann", "put-blob", "wiki/home.md", "body", "# Home\n"),
		hand("ann", "acquire-blob-lease", "wiki/home.md", "duration", "30"), hand("ben", "get-blob", "wiki/home.md"))
	inputs(t, r, engine.Set{Scope: "ben", Key: "hold", Value: "on"}, engine.Set{Scope: "che", Key: "hold", Value: "on"})
	sendAll(t, r, hand("ben", "put-blob", "wiki/home.md", "body", "mine"))
	inputs(t, r, engine.Send{By: "che", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"), As: "c"},
		engine.Set{Scope: "che", Key: "hold", Value: "off"},
		engine.Clock{By: 8400e6}, engine.Lose{Name: "c"})
	r.Bookmark("the lease stands")
	return newDesk(t, r)
}

func TestFramesOfLeasesAndHeldRequests(t *testing.T) {
	d := leases(t)
	ana, ben, chen, none, truth, tree := NewWriter(d, 1), NewWriter(d, 2), NewWriter(d, 3), NewWriter(d,
		4), NewTruth(d), NewTree(d)
	d.with(ana, ben, chen, none, truth, tree)
	frame(t, "lease-ana-40x16", ana, 40, 16, false, ascii())
	frame(t, "lease-ben-40x12", ben, 40, 12, false, ascii())
	frame(t, "lease-chen-40x12", chen, 40, 12, false, ascii())
	frame(t, "lease-nobody-40x6", none, 40, 6, false, ascii())
	frame(t, "lease-truth-70x16", truth, 70, 16, false, ascii())
	frame(t, "lease-tree-27x16", tree, 27, 16, false, ascii())
	inputs(t, d.room, engine.Clock{By: 30e9})
	frame(t, "lease-over-ana-40x9", ana, 40, 9, false, ascii())
	frame(t, "lease-over-truth-70x16", truth, 70, 16, false, ascii())
	d.Select("container wiki")
	sendAll(t, d.room, hand("ann", "get-container-properties", "wiki"))
	frame(t, "container-ana-40x16", ana, 40, 16, false, ascii())
	frame(t, "container-truth-70x16", truth, 70, 16, false, ascii())
}

func TestFramesOfAnEmptyDesk(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	inputs(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	d := newDesk(t, r)
	d.object = ""
	ana, truth, tree, log := NewWriter(d, 1), NewTruth(d), NewTree(d), NewLog(d)
	d.with(ana, truth, tree, log)
	frame(t, "empty-ana-40x11", ana, 40, 11, true, ascii())
	frame(t, "empty-truth-50x6", truth, 50, 6, false, ascii())
	frame(t, "empty-tree-24x8", tree, 24, 8, false, ascii())
	log.SetFilter("leese")
	frame(t, "empty-log-50x5", log, 50, 5, false, ascii())
}
