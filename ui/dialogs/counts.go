package dialogs

import (
	"math/big"
	"strings"
)

// longCount is how many signs a count may have in a table: 9,999,999,999.
const longCount = 13

// briefCount is a count of orders as a table shows it: a longer one by its first three digits and a power of ten, as
// 9.66e34, so that it takes no room from what stands beside it. What is told below the table has all of its digits.
func briefCount(count string) string {
	if len(count) <= longCount {
		return count
	}
	n, ok := new(big.Float).SetString(strings.ReplaceAll(count, ",", ""))
	if !ok {
		return count
	}
	return strings.Replace(n.Text('e', 2), "e+", "e", 1)
}

// briefCell is a cell that ends in a count, as `allows 9.66e34`.
func briefCell(cell string) string {
	at := strings.LastIndexByte(cell, ' ') + 1
	return cell[:at] + briefCount(cell[at:])
}
