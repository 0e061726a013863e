package explore

import "math/bits"

// pairs gives a number to keys that are numbers themselves. A look-up takes a few nanoseconds and writes nothing: many
// may look at once, as long as nobody puts.
type pairs struct {
	keys   []uint64 // one more than each key; 0: free
	values []uint32
	count  int
}

func (p *pairs) get(key uint64) (value uint32, ok bool) {
	if p.count == 0 {
		return 0, false
	}
	mask := uint64(len(p.keys) - 1)
	for at := spread(key) & mask; ; at = (at + 1) & mask {
		switch p.keys[at] {
		case key + 1:
			return p.values[at], true
		case 0:
			return 0, false
		}
	}
}

func (p *pairs) put(key uint64, value uint32) {
	if 2*(p.count+1) > len(p.keys) {
		old := *p
		*p = pairs{keys: make([]uint64, max(256, 2*len(old.keys))), values: make([]uint32, max(256, 2*len(old.keys)))}
		for at, k := range old.keys {
			if k != 0 {
				p.put(k-1, old.values[at])
			}
		}
	}
	mask := uint64(len(p.keys) - 1)
	at := spread(key) & mask
	for p.keys[at] != 0 && p.keys[at] != key+1 {
		at = (at + 1) & mask
	}
	if p.keys[at] == 0 {
		p.count++
	}
	p.keys[at], p.values[at] = key+1, value
}

// size is how many bytes it takes.
func (p *pairs) size() int64 { return int64(len(p.keys)) * 12 }

// spread makes of numbers that are near to each other some that are not.
func spread(key uint64) uint64 {
	high, low := bits.Mul64(key^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
	return high ^ low
}
