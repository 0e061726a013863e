// Package pane holds what the windows of the desktop share: their base, and the sheet of lines that some of them show.
// A window embeds the base, which answers for it where it has nothing of its own to say.
package pane
