package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"interleave/ui/command"
	"interleave/ui/uitest"
)

// allKeys are the keys of the table and some that nobody has.
func allKeys() []string {
	list := []string{"x", "Q", "f1", "ctrl+k", "alt+x", "漢", "é", "1", "enter", "down", "up", "esc", "esc"}
	for _, c := range command.All() {
		for _, key := range append(c.Keys, c.Edit...) {
			if c.ID != "file.quit" {
				list = append(list, strings.Fields(key)...)
			}
		}
	}
	return list
}

// pastes are what a terminal may hand over.
var pastes = []string{"", "a\nb\n", "漢字漢字 Привет 😀", "👩‍🚀❤️é\t\x1b[31m\x00", strings.Repeat("long ", 400), strings.Repeat("row\n", 90), "\xff\xfe"}

// TestRandomHands presses, clicks, types and resizes at random; every frame keeps its size, and nothing breaks.
func TestRandomHands(t *testing.T) {
	keys := allKeys()
	rapid.Check(t, func(rt *rapid.T) {
		race := rapid.SampledFrom([]string{"wiki.race", "", "r13-hand-over-by-change-with-a-lost-response.race"}).Draw(rt, "race")
		d, _, _ := desk(t, race, 80, 24)
		for range rapid.IntRange(5, 60).Draw(rt, "steps") {
			randomStep(rt, d, keys)
			if d.W > 0 && d.H > 0 {
				d.Frame()
			}
		}
	})
}

func randomStep(rt *rapid.T, d *uitest.Driver, keys []string) {
	x, y := rapid.IntRange(0, 200).Draw(rt, "x"), rapid.IntRange(0, 60).Draw(rt, "y")
	switch rapid.IntRange(0, 12).Draw(rt, "what") {
	case 0:
		d.Click(x, y, rapid.SampledFrom([]tea.MouseButton{tea.MouseLeft, tea.MouseRight, tea.MouseMiddle}).Draw(rt, "button"))
	case 1:
		d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		d.Send(tea.MouseMotionMsg{X: y, Y: x / 4, Button: tea.MouseLeft})
	case 2:
		d.Send(tea.MouseReleaseMsg{X: x, Y: y})
	case 3:
		d.Send(tea.MouseWheelMsg{X: x, Y: y, Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}).Draw(rt, "wheel")})
	case 4:
		size := rapid.SampledFrom([][2]int{{80, 24}, {60, 18}, {120, 36}, {59, 17}, {200, 60}, {97, 29}}).Draw(rt, "size")
		d.Size(size[0], size[1])
	case 5:
		d.Pass(rapid.SampledFrom([]time.Duration{time.Millisecond, 300 * time.Millisecond, 3 * time.Second}).Draw(rt, "time"))
	case 6:
		d.Send(tea.PasteMsg{Content: rapid.SampledFrom(pastes).Draw(rt, "paste")})
	default:
		d.Press(rapid.SampledFrom(keys).Draw(rt, "key"))
	}
}
