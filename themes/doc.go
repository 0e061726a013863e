// Package themes gives colours to meanings: a role says what a cell is about
// (refused, a person, a label), a theme says how that looks. No caller names a
// colour or a place on the screen.
//
// Sources: contrast after WCAG 2.2, "relative luminance" and "contrast ratio"; the simulation of colour blindness in
// the tests after Viénot, Brettel and Mollon, 1999.
package themes
