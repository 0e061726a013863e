package ui

import "interleave/ui/grid"

// hint is a key in the footer, with what it does.
type hint struct{ key, what, id string }

func (h hint) width() int { return grid.Width(h.key) + 1 + grid.Width(h.what) }

// fitting are the hints that find room side by side, two columns apart. The way out, where it is the last of them,
// stays: another makes room for it.
func fitting(list []hint, room int) (fits []hint) {
	const apart = 2
	out := 0
	if n := len(list); n > 0 && list[n-1].key == "Esc" {
		out = apart + list[n-1].width()
	}
	for i, h := range list {
		if i == len(list)-1 {
			out = 0
		}
		switch {
		case h.width()+out <= room:
			fits = append(fits, h)
			room -= h.width() + apart
		case out == 0:
			return fits
		}
	}
	return fits
}
