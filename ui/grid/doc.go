// Package grid is the screen as cells: one grapheme, its width and a style. Panes write into areas of one grid; the
// grid turns rows into strings and keeps the string of every row that did not change.
package grid
