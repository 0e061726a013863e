package ui

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/flight"
	"interleave/ui/log"
	"interleave/ui/timeline"
	"interleave/ui/tree"
	"interleave/ui/truth"
	"interleave/ui/uitest"
	"interleave/ui/writer"
)

// The sizes are those that the desks give, and some larger ones.
func TestFramesOfARefusedWrite(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	ana, ben, truth, card, log, tree := writer.New(d, 1), writer.New(d,
		2), truth.New(d), card.New(d), log.New(d), tree.New(d)
	d.With(ana, ben, truth, card, log, tree)
	uitest.Frame(t, "windows/start-writer-40x11", ana, 40, 11, true, uitest.ASCII())
	uitest.Frame(t, "windows/start-card-60x8", card, 60, 8, false, uitest.ASCII())
	d.ToMark(t)
	uitest.Frame(t, "windows/refused-ana-40x11", ana, 40, 11, true, uitest.ASCII())
	uitest.Frame(t, "windows/refused-ben-40x11", ben, 40, 11, false, uitest.ASCII())
	uitest.Frame(t, "windows/refused-ana-33x16-unicode", ana, 33, 16, false, uitest.Unicode())
	uitest.Frame(t, "windows/refused-ana-60x24", ana, 60, 24, false, uitest.ASCII())
	uitest.Frame(t, "windows/refused-truth-80x5", truth, 80, 5, false, uitest.ASCII())
	uitest.Frame(t, "windows/refused-truth-48x12-unicode", truth, 48, 12, false, uitest.Unicode())
	uitest.Frame(t, "windows/refused-truth-60x28", truth, 60, 28, true, uitest.ASCII())
	uitest.Frame(t, "windows/refused-card-60x28", card, 60, 28, true, uitest.ASCII())
	uitest.Frame(t, "windows/refused-card-40x12", card, 40, 12, false, uitest.ASCII())
	uitest.Frame(t, "windows/refused-log-100x12", log, 100, 12, true, uitest.ASCII())
	uitest.Frame(t, "windows/refused-log-60x8", log, 60, 8, false, uitest.ASCII())
	uitest.Frame(t, "windows/refused-tree-24x16", tree, 24, 16, true, uitest.ASCII())
	card.Do(command.View{})
	uitest.Frame(t, "windows/refused-card-diff-60x14", card, 60, 14, true, uitest.ASCII())
	uitest.Frame(t, "windows/refused-truth-80x7", truth, 80, 7, true, uitest.ASCII())
	truth.Do(command.View{})
	uitest.Frame(t, "windows/refused-truth-diff-80x7", truth, 80, 7, true, uitest.ASCII())
	truth.Do(command.View{})
	uitest.Frame(t, "windows/refused-truth-properties-60x24-unicode", truth, 60, 24, true, uitest.Unicode())
}

func TestFramesOfASilentLoss(t *testing.T) {
	d := uitest.Play(t, "wiki-no-guard.race")
	ana, ben, truth, card, tree := writer.New(d, 1), writer.New(d, 2), truth.New(d), card.New(d), tree.New(d)
	d.With(ana, ben, truth, card, tree)
	d.ToMark(t)
	uitest.Frame(t, "windows/silent-ana-40x11", ana, 40, 11, false, uitest.ASCII())
	uitest.Frame(t, "windows/silent-ben-40x11", ben, 40, 11, false, uitest.ASCII())
	uitest.Frame(t, "windows/silent-truth-80x6", truth, 80, 6, false, uitest.ASCII())
	uitest.Frame(t, "windows/silent-truth-100x20-unicode", truth, 100, 20, false, uitest.Unicode())
	uitest.Frame(t, "windows/silent-card-60x26-unicode", card, 60, 26, false, uitest.Unicode())
	uitest.Frame(t, "windows/silent-tree-27x14-unicode", tree, 27, 14, false, uitest.Unicode())
}

func TestFramesOfLeasesAndHeldRequests(t *testing.T) {
	d := uitest.Leases(t)
	ana, ben, chen, none, truth, tree := writer.New(d, 1), writer.New(d, 2), writer.New(d, 3), writer.New(d,
		4), truth.New(d), tree.New(d)
	d.With(ana, ben, chen, none, truth, tree)
	uitest.Frame(t, "windows/lease-ana-40x16", ana, 40, 16, false, uitest.ASCII())
	uitest.Frame(t, "windows/lease-ben-40x12", ben, 40, 12, false, uitest.ASCII())
	uitest.Frame(t, "windows/lease-chen-40x12", chen, 40, 12, false, uitest.ASCII())
	uitest.Frame(t, "windows/lease-nobody-40x6", none, 40, 6, false, uitest.ASCII())
	uitest.Frame(t, "windows/lease-truth-70x16", truth, 70, 16, false, uitest.ASCII())
	uitest.Frame(t, "windows/lease-tree-27x16", tree, 27, 16, false, uitest.ASCII())
	uitest.Do(t, d.Room(), engine.Clock{By: 30e9})
	uitest.Frame(t, "windows/lease-over-ana-40x9", ana, 40, 9, false, uitest.ASCII())
	uitest.Frame(t, "windows/lease-over-truth-70x16", truth, 70, 16, false, uitest.ASCII())
	d.Select(engine.ParseObject("container wiki"))
	uitest.Send(t, d.Room(), uitest.Request("ann", "get-container-properties", "wiki"))
	uitest.Frame(t, "windows/container-ana-40x16", ana, 40, 16, false, uitest.ASCII())
	uitest.Frame(t, "windows/container-truth-70x16", truth, 70, 16, false, uitest.ASCII())
}

func TestFramesOfAnEmptyDesk(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	d := uitest.NewDesk(t, r)
	d.Chosen = engine.ObjectID{}
	ana, truth, tree, log := writer.New(d, 1), truth.New(d), tree.New(d), log.New(d)
	d.With(ana, truth, tree, log)
	uitest.Frame(t, "windows/empty-ana-40x11", ana, 40, 11, true, uitest.ASCII())
	uitest.Frame(t, "windows/empty-truth-50x6", truth, 50, 6, false, uitest.ASCII())
	uitest.Frame(t, "windows/empty-tree-24x8", tree, 24, 8, false, uitest.ASCII())
	log.SetFilter("leese")
	uitest.Frame(t, "windows/empty-log-50x5", log, 50, 5, false, uitest.ASCII())
}

// What a plan does next is told by its writer's name, and what is days away only counted.
func TestTimersSayWhoActsAndWhatIsNear(t *testing.T) {
	d := uitest.Carry(t, `writer chen "Chen"`, "seed: create-queue jobs", `seed: put-message jobs "one"`,
		`seed: put-message jobs "two"`, "chen: get-messages jobs visibilitytimeout=30",
		"seed: create-container wiki", "seed: put-blob wiki/home.md x",
		"plan chen [put-blob wiki/home.md y as w; on lost w [wait 10s; put-blob wiki/home.md y as w]]", "next chen",
		"deliver chen-w1", "lose chen-w1", "next chen", "clock +9.4s")
	p := truth.New(d)
	d.With(p)
	got := uitest.Text(uitest.Screen(p, 70, 24, true, uitest.ASCII()))
	uitest.Holds(t, got, "Chen sends #", " again in 0.6 s", "more, the first in 7 d", `visible again in 20.6 s  #`)
	if strings.Contains(got, "it expires") {
		t.Errorf("what ends in days explains nothing:\n%s", got)
	}
	strip := timeline.New(d)
	d.With(strip)
	uitest.Holds(t, uitest.Text(uitest.Screen(strip, 100, 10, true, uitest.ASCII())), "Next timer  Chen sends #",
		"again in 0.6 s")
	flight := flight.New(d)
	d.With(flight)
	uitest.Holds(t, uitest.Text(uitest.Screen(flight, 50, 14, true, uitest.ASCII())),
		" next Chen     PUT ->      -0.6  due ")
}
