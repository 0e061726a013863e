package layout

import "image"

// Axis is the direction in which a rectangle is divided.
type Axis uint8

const (
	Across Axis = iota // parts stand side by side
	Down               // parts stand one below the other
)

// Size is what one part asks for, in cells. Every part first gets Min; then the
// parts reach Want in their order; what remains is shared by the weights of Grow, up to
// Max (0: no limit).
type Size struct{ Min, Want, Max, Grow int }

// Fixed is a part of n cells.
func Fixed(n int) Size { return Size{Min: n, Max: n} }

// Grow is a part of at least least cells that takes its share of what remains.
func Grow(weight, least int) Size { return Size{Min: least, Grow: weight} }

// Split divides r into one part per size; together they cover r exactly once. Where
// the minima do not fit, the last parts give way first; where nobody may grow, the last
// part takes what remains.
func Split(r image.Rectangle, axis Axis, sizes ...Size) []image.Rectangle {
	room := r.Dx()
	if axis == Down {
		room = r.Dy()
	}
	return cut(r, axis, share(room, sizes))
}

// cut lays lengths one after the other over r.
func cut(r image.Rectangle, axis Axis, lengths []int) []image.Rectangle {
	parts := make([]image.Rectangle, len(lengths))
	at := 0
	for i, n := range lengths {
		part := r
		if axis == Across {
			part.Min.X, part.Max.X = r.Min.X+at, r.Min.X+at+n
		} else {
			part.Min.Y, part.Max.Y = r.Min.Y+at, r.Min.Y+at+n
		}
		parts[i] = part
		at += n
	}
	return parts
}

// share divides room cells; the lengths add up to room.
func share(room int, sizes []Size) []int {
	lengths := make([]int, len(sizes))
	if len(sizes) == 0 {
		return lengths
	}
	rest := max(room, 0)
	for i, s := range sizes {
		lengths[i] = min(s.Min, rest)
		rest -= lengths[i]
	}
	for i, s := range sizes {
		more := min(max(s.Want-lengths[i], 0), rest)
		lengths[i] += more
		rest -= more
	}
	for rest > 0 {
		given := grow(lengths, sizes, rest)
		if given == 0 {
			lengths[len(lengths)-1] += rest
			break
		}
		rest -= given
	}
	return lengths
}

// grow shares rest once by weight among the parts that are below their Max and
// returns what it gave; parts that reach Max leave something for the next time. The
// share is taken from the running sum of weights, so rounding loses nothing.
func grow(lengths []int, sizes []Size, rest int) int {
	open := func(i int) bool {
		return sizes[i].Grow > 0 && (sizes[i].Max == 0 || lengths[i] < sizes[i].Max)
	}
	total := 0
	for i, s := range sizes {
		if open(i) {
			total += s.Grow
		}
	}
	weights, due, given := 0, 0, 0
	for i, s := range sizes {
		if !open(i) {
			continue
		}
		weights += s.Grow
		upTo := (rest*weights + total - 1) / total
		more := upTo - due
		due = upTo
		if s.Max > 0 {
			more = min(more, s.Max-lengths[i])
		}
		lengths[i] += more
		given += more
	}
	return given
}
