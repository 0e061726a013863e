// Package dialogs holds what opens above the desk because a person asked for it: the palette, the help, the forms of
// all operations, the guards, themes, branches, bookmarks, sessions, races, exports, and the few questions. A dialog
// paints the inside of its frame; the desktop draws the frame, the shadow and the keys, and hands messages in.
//
//	form := dialogs.NewForm(desk, "put-blob", nil)
//	w, h := form.Size(118, 34)           // cells inside the frame
//	done, cmd := form.Update(key)        // done: take this dialog away, not the topmost: it may have opened another
//
// Forms are made from engine.OpSpec alone; what the service would answer they ask of Room.Try.
package dialogs
