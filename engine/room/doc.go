// Package room is the one owner of a live session: it serialises many callers, keeps the history, judges every event,
// plays the loaded script, and hands out frozen views that panes and people on the wire may read at once.
//
// A panic of the rules becomes an error that says the record and the line; the session can still be saved and
// travelled.
package room
