// Package writer is the window of a writer: what it knows, what it drafts, what it sends and hears.
//
// Pane is an adapter. The window inside it holds what its writer knows and has no way to the view of the session, which
// a test makes sure of; the adapter alone sees the view, and draws the referee's remark (`< 1 behind`) beside the
// window's first row. A writer's window cannot cheat.
//
// The body of the window depends on what the object is: an editor for a text, a grid for the properties of a row, a
// prompt where a service is spoken to in lines, a list of what was handed out by a queue.
package writer
