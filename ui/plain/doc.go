// Package plain is the same program as lines: no control sequences, no redraw, no borders. Screen readers, pipes and CI
// use it, and it can do everything. The subcommands are here too.
//
//	code := plain.Main(nil, []string{"run", "home.race"}, os.Stdin, os.Stdout, os.Stderr)
//
// An event is the line that the desktop's log shows of it; a command is the palette's word, or a line of a scenario.
package plain
