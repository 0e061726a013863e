// Package command is the one table of everything a person can do. Keys, menu, palette, footer, help, the generated key
// list and the plain mode all read it; panes own no keys.
//
// A command is an id, words, keys and an Intent; the root hands the intent to the focused pane and then to itself.
package command
