package engine

import "slices"

// row finds the places of names that are `r` and a number, as requests are called that nobody gave a name: a number
// costs a hundredth of what it costs in a map. It only grows at its end, so that forks share what they have in common.
type row struct {
	places []uint32 // of r1, r2 and so on, counted from 1; 0: the name is not in the row
}

// find is the place of a name; ok is false where the row does not have it.
func (r *row) find(name string) (at uint32, ok bool) {
	n := rowNumber(name)
	if n < 1 || n > len(r.places) || r.places[n-1] == 0 {
		return 0, false
	}
	return r.places[n-1] - 1, true
}

// gapMost is how many numbers may be missing in front of one that is taken into the row.
const gapMost = 64

// fits says whether a name lies behind the end of the row, and not far.
func (r *row) fits(name string) bool {
	n := rowNumber(name) - len(r.places)
	return n > 0 && n <= gapMost
}

func (r *row) add(name string, at uint32) {
	for n := rowNumber(name); len(r.places) < n-1; {
		r.places = append(r.places, 0)
	}
	r.places = append(r.places, at+1)
}

// fork is the row for a fork: what this one appends the fork does not see, and what the fork appends it has alone.
func (r row) fork() row { return row{slices.Clip(r.places)} }

// rowNumber is the number in a name of the row; 0 where it is none.
func rowNumber(name string) (n int) {
	if len(name) < 2 || len(name) > keySize || name[0] != 'r' || name[1] == '0' {
		return 0
	}
	for _, c := range []byte(name[1:]) {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
