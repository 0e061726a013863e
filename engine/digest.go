package engine

// hasher gives the parts of a digest. One sum is used for many, as each that a record walks with would be an
// allocation, and the newest parts are remembered: what a record adds once it takes away when it is replaced.
type hasher struct {
	sum    sum
	newest [32]struct {
		name   string
		record Record
		hash   uint64
	}
}

// hash is the part of a world's digest that one record is: 0 for none, so that an absent record adds nothing.
func (h *hasher) hash(t *table, name string, r Record) uint64 {
	if _, derived := r.(*shown); r == nil || derived {
		return 0
	}
	place := uint(t.place)
	for i := max(len(name)-3, 0); i < len(name); i++ {
		place = place*31 + uint(name[i])
	}
	known := &h.newest[place%uint(len(h.newest))]
	if known.record == r && known.name == name {
		return known.hash
	}
	h.sum.h = fnvStart
	h.sum.text(t.name)
	h.sum.text(name)
	if own, ok := r.(interface{ sum(*sum) }); ok {
		own.sum(&h.sum)
	} else {
		r.Walk(&h.sum)
	}
	known.name, known.record, known.hash = name, r, h.sum.h
	return h.sum.h
}
