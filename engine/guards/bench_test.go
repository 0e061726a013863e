package guards_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkCell is a cell that looks for one writer's text under two names, beside as many other objects of one text: a
// table asks for it again whenever it is shown.
func BenchmarkCell(b *testing.B) {
	for _, others := range []int{100, 1_000} {
		b.Run(fmt.Sprint(others), func(b *testing.B) {
			var text strings.Builder
			text.WriteString("writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n")
			for n := range others {
				fmt.Fprintf(&text, "seed: put-blob wiki/other%d x\n", n)
			}
			text.WriteString("ann: send put-blob wiki/1 add if-none-match=* as one\ndeliver one\nlose one\n" +
				"ann: put-blob wiki/1 add if-none-match=* again=one\nann: put-blob wiki/2 add if-none-match=*\n")
			table := underGuards(b, text.String())
			row, _ := table.Row("as-it-is")
			for b.Loop() {
				if cell := table.Cell(row, "~ done-twice"); cell != "no conflict" {
					b.Fatal(cell)
				}
			}
		})
	}
}
