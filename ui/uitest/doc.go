// Package uitest drives a model of Bubble Tea without a terminal, a program or a clock: it calls Update, runs the
// returned commands itself until none is left, and reads the frame.
//
//	clock := uitest.NewClock()
//	d := uitest.New(t, ui.New(ui.Deps{Room: room, After: clock.After}), clock, 80, 24)
//	d.Press("space")
//	d.Pass(12 * time.Second)
//	d.See("! 412 Precondition Failed")
//	d.Golden("testdata/refused")
//
// INTERLEAVE_UPDATE=1 writes golden frames anew; a flag would clash with those of other test libraries.
package uitest
