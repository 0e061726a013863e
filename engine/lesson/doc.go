// Package lesson is what a lesson is and how it is played: parts with their words, questions that stop what they ask
// about, goals judged by the referee's marks, stars. It knows no screen: the desk and the plain mode show the same
// rows.
//
// A lesson is a scenario with words between its lines (engine/scenario, "Questions" and "Goals"). A Player stands on
// one of its parts and moves the session that it is given; what was answered and reached is its State, which can be
// kept. Check holds a file to its promises: a question stands before what it asks about, its right answer is what the
// engine says, a goal can be reached within its author's actions, and every page fits a screen of 80x24.
package lesson
