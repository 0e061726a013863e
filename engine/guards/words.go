package guards

// Word is what a cell of a table of guards says, and what that means.
type Word struct{ Cell, Means string }

// Words are the cells of the table over all orders.
func Words() []Word {
	return []Word{
		{"stops", "No order has the harm."},
		{"allows 904", "So many orders have it."},
		{"brings 904", "So many orders have it, and it comes with this guard: the requests as they are and bare ones " +
			"do not meet it."},
		{"refuses 904", "In so many the service says no."},
		{"no conflict", "No mark says done twice, and one writer's text stands twice at the end of some."},
		{"overwrites 168", "In so many what one writer wrote is overwritten by who has read it: a claim, which names " +
			"its writer, or a text that was typed beforehand."},
		{"undone", "Nobody works in any order."},
		{"none seen", "No order that was looked at has it, and not all were."},
		{"not run", "Nothing was searched: the last lines say why."},
		{"-", "It is in none, or no guard is sent that could stop it."},
	}
}
