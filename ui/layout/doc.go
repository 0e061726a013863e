// Package layout says where each pane stands: a pure function of the screen's size
// and of what the person arranged. It knows rectangles and names, no cells.
//
//	places := layout.Desktop(120, 36, layout.Arrangement{Writers: 3, Focus: "writer1"})
//	r, ok := places.Find("truth")
package layout
