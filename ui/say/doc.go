// Package say holds how things are said and coloured on screen, so that one thing is said alike everywhere: errors as
// sentences, marks with their ink, people in their colour, times and tags as people compare them by eye.
//
// All of it are pure functions: what is said depends on the arguments alone.
package say
