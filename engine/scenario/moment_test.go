package scenario_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/scenario"
)

// A moment is written so that a person reads it and a file reads it back: of a session that began today as a date.
func TestMomentsAreWrittenAsTheyAreRead(t *testing.T) {
	for to, want := range map[engine.Instant]string{
		45_000: "clock 00:45.0", 3_600_000: "clock 1:00:00.0", 12_345: "clock 00:12.345",
		30_000_000_000: "clock 2026-12-18T14:20:00Z", // 347 days, 5:20 behind Monday 5 January 2026, 09:00
		30_000_000_250: "clock 2026-12-18T14:20:00.250Z",
		-5:             "clock {-5ms}", engine.Never: "clock never",
	} {
		text := scenario.FormatInput(engine.Clock{To: to})
		if text != want {
			t.Errorf("%d is written %s, want %s", int64(to), text, want)
		}
		if back, err := scenario.ParseInput(text); err != nil || back != (engine.Clock{To: to}) {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	said := engine.Send{By: "ann", Verb: "get-blob", Args: []engine.Arg{{Name: "path", Value: engine.Text("a/b")},
		{Name: "if-modified-since", Value: engine.Moment(30_000_000_000)}}}
	const want = "ann: send get-blob a/b if-modified-since={2026-12-18T14:20:00Z}"
	if text := scenario.FormatInput(said); text != want {
		t.Errorf("it is written %s, want %s", text, want)
	}
}
