// Package panes holds the insides of the windows of the desktop: writers, server truth, the tree of objects, the
// conflict card and the event log. A pane is a plain object; the desktop calls it and draws the frame around it.
//
//	p := panes.NewWriter(desk, 1)
//	p.Show(view.View())
//	left, right := p.Title()              // the words of the frame
//	p.Paint(inside, panes.Look{Glyphs: grid.Unicode()})
//	cmd, mine := p.Do(command.Read{})     // not mine: the desktop looks further
//
// Writer is an adapter. The window inside it holds what its writer knows and has no way to the view of the session; the
// adapter alone sees the view, and draws the referee's remark (`< 1 behind`) beside the window's first row.
package panes
