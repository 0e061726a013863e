// Package guards runs a history again under every guard that its requests know, and counts what each prevents and what
// it refuses: the same requests in the same order, on clones of the world in which the history began. Nothing in the
// table is looked up; all of it was found by the referee in those runs.
//
// Conditions that travel in headers are the same everywhere; all else is said by the services (engine.Guarding).
package guards
