// Package plain is the same program as lines: no control sequences, no redraw, no borders. Screen readers, pipes and CI
// use it, and it can do everything. It also holds what every start has in common: the flags, and the session that they
// open.
//
//	code := plain.Main([]string{"run", "home.race"}, os.Stdin, os.Stdout, os.Stderr)
//
//	choice, err := plain.Flags(os.Args[1:])
//	session, err := plain.Open(choice, time.Now())
//	defer session.Close()
//	use(session.Room, session.Said)
//
// An event is the line that the desktop's log shows of it; a command is the palette's word, or a line of a scenario.
//
// Source: design/ux.md sections 10, 11 and 13; design/scenario.md.
package plain
