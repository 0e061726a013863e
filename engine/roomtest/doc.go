// Package roomtest is how tests come to a session: a room with a script, played or not. Only tests import it
// (engine/tidy_test.go).
package roomtest
