// Package widget holds what panes and dialogs are made of: Editor, Input, List, Tree and the scroll bar. Data goes in
// by methods, cells come out by Paint; in between there is no message of our own, no clock and no terminal.
//
//	e := widget.NewEditor(engine.MaxTyped)
//	e.SetText(draft)
//	cmd, taken := e.Update(key)    // not taken: the desktop's key
//	if e.Version() != painted {
//		e.Paint(area, face.Look{Focused: true, Glyphs: glyphs})
//		x, y, visible := e.Cursor() // for the terminal's own cursor
//	}
//
// The editor is ours because the text area of bubbles v2 takes 34 ms and more for a key in a text of 1,000 lines; here
// a key touches the line of the cursor and the rows on screen. Lists and trees take the meaning of keys (Move, Page,
// In, Out, Choose), never keys: those belong to the desktop.
//
// Source: Unicode UAX 29 (clusters).
package widget
