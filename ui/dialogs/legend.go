package dialogs

import (
	"fmt"
	"strings"

	"interleave/engine/explore"
	"interleave/engine/guards"
)

// Explained is a dialog whose keys and words are explained on request: as rows of a legend.
type Explained interface{ Legend() Dialog }

// newLegend lists keys and words with what they mean. Typing filters.
func newLegend(title string, rows []row) Dialog {
	for i := range rows {
		if !rows[i].head {
			rows[i].say, rows[i].act = rows[i].note, func() bool { return false }
		}
	}
	return &picker{chooser: newChooser("Filter", "No such key or word.", rows), title: title, wide: 92,
		hints: []Hint{upDown, escCloses}}
}

// budgetRows say what may happen beside the requests, and the keys that let it.
func budgetRows() (rows []row) {
	rows = append(rows, row{head: true, text: "What may happen, as often as its number says"})
	means := map[string]string{
		"lost":    "A request or an answer gets lost.",
		"doubled": "A request or an answer comes twice.",
		"late":    "A writer stops waiting, and its request arrives later, where a plan says on lost what is done.",
		"timers":  "The clock goes to the next deadline: a lease, a hidden message, a wait.",
		"stops":   "A writer stops for good, wherever it is.",
	}
	for _, t := range explore.Turns() {
		less := strings.ToUpper(t.Key)
		rows = append(rows, row{key: t.Key + ", " + less, text: t.Word,
			note: fmt.Sprintf("%s %s lets it happen once more, %s once less.", means[t.Word], t.Key, less)})
	}
	return rows
}

// Legend explains what is listed, and the keys.
func (o *orders) Legend() Dialog {
	rows := []row{{head: true, text: "Keys"},
		{key: "Enter", text: "Open", note: "The shortest order of the row as a branch: . goes along it, u goes back."},
		{key: "W", text: "Guards", note: "Every guard over all these orders."},
		{key: "/", text: "Trouble", note: "Only the rows of troubles in whose name stands what is typed, as lost."},
		{key: "e", text: "End", note: "How many orders end as a line says, as state ann heard=412, and the shortest."},
		{key: "y", text: "Copy", note: "The verdict as text."},
		{key: "Esc", text: "Stop, close", note: "Of a search under way: stops it, and what was found stays."}}
	rows = append(append(rows, budgetRows()...), row{head: true, text: "Words"},
		row{text: "orders", note: "In so many orders of all: each way in which requests and answers can follow each " +
			"other counts once."},
		row{text: "share", note: "Of all orders, not of what is likely: no order is more probable than another here."},
		row{text: "marks", note: "What the orders to this end are marked with: ! refused, ~ silent, ? unknown."},
		row{text: "shortest", note: "How many steps the shortest order has: requests, and what may happen."},
		row{text: "complete", note: "Every order within the numbers above was looked at; else the verdict says how " +
			"far."},
		row{text: "stuck", note: "A plan waits for an answer or a time that does not come in this order."})
	return newLegend("What All orders says", rows)
}

// Legend explains the cells, and the keys.
func (g *guardOrders) Legend() Dialog {
	rows := []row{{head: true, text: "Keys"},
		{key: "Enter", text: "Open", note: "The shortest order of the cell as a branch, under the guard of its row."},
		{key: "Left, Right", text: "Harm", note: "Another column; > and < say that there are more."},
		{key: "V", text: "All orders", note: "The orders as the requests are."},
		{key: "Tab", text: "More", note: "The rest of what is said below the table."}}
	rows = append(append(rows, budgetRows()...), row{head: true, text: "Columns"},
		row{text: "this order", note: "What the guard does to the order that happened: how many marks it has then."},
		row{text: "all orders", note: "How many orders there are under the guard."},
		row{head: true, text: "Cells"})
	for _, w := range guards.Words() {
		rows = append(rows, row{text: w.Cell, note: w.Means})
	}
	return newLegend("What Guards over all orders says", rows)
}
