package explore

// grid gives a number to each of many pairs of numbers. Where both are small, as nearly all are, it is a place in a
// table: a look-up takes a nanosecond. Many may look at once, as long as nobody puts.
type grid struct {
	rows   [][]uint32 // one more than each number; 0: none
	beyond pairs      // of pairs that are not small
	bytes  int64
}

const (
	gridRows    = 4096
	gridColumns = 1024
)

func (g *grid) get(row, column uint32) (value uint32, ok bool) {
	if int(row) < len(g.rows) {
		if list := g.rows[row]; int(column) < len(list) {
			value = list[column]
			return value - 1, value != 0
		}
	}
	if row < gridRows && column < gridColumns {
		return 0, false
	}
	return g.beyond.get(uint64(row)<<32 | uint64(column))
}

// row are the numbers of the pairs with a row, one more than each, by column; there may be others.
func (g *grid) row(row uint32) []uint32 {
	if int(row) < len(g.rows) {
		return g.rows[row]
	}
	return nil
}

// put gives a number, less than 1<<32 - 1, to a pair.
func (g *grid) put(row, column, value uint32) {
	if row >= gridRows || column >= gridColumns {
		g.beyond.put(uint64(row)<<32|uint64(column), value)
		return
	}
	for int(row) >= len(g.rows) {
		g.rows = append(g.rows, nil)
		g.bytes += 24
	}
	for list := g.rows[row]; int(column) >= len(list); list = g.rows[row] {
		g.rows[row] = append(list, make([]uint32, max(16, len(list)))...)
		g.bytes += int64(len(g.rows[row])-len(list)) * 4
	}
	g.rows[row][column] = value + 1
}

// size is how many bytes it takes.
func (g *grid) size() int64 { return g.bytes + g.beyond.size() }
