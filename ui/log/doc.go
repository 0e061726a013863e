// Package log is the window of the event log, a line for each event.
package log
