// Package grid is the screen as cells: one grapheme, its width and a style. Panes
// write into areas of one grid; the grid turns rows into strings and keeps the
// string of every row that did not change.
//
//	g := grid.New(80, 24)
//	inside := g.Area(image.Rect(0, 1, 40, 12)).Frame(grid.Frame{Title: []grid.Span{{Text: "Log"}}}, grid.Unicode())
//	inside.Put(1, 0, "412 Precondition Failed", themes.Style{Ink: themes.Refused, Bold: true})
//	rows := g.Rows(&theme)
package grid
