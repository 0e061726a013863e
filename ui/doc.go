// Package ui is the desktop: it routes keys and the mouse, places the panes, paints one frame.
//
//	desk := ui.New(ui.Deps{Room: room, Themes: themes.Builtin(), After: ui.After})
//	_, err := tea.NewProgram(desk, ui.Options()...).Run()
//
// Root is the only tea.Model. It calls panes and dialogs, which are plain objects; they answer with commands of Bubble
// Tea or ask through command.DeskTop. Keys, menus, palette, footer and help are read from the one table of ui/command.
// Whatever changes the session goes through room.Room; after each message the root hands the newest frozen view to the
// panes that show.
package ui
