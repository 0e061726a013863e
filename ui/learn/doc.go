// Package learn is the window of the lesson that is played, and the map of all lessons. What a page says, and when it
// is answered, engine/lesson knows: here it becomes cells.
package learn
