// Package sessions holds what a start asks for and every session that a running program has opened: the flags, the
// files named behind them, the store behind each session, and the sentences that a person is told once.
//
//	choice, err := sessions.Flags(os.Args[1:])
//	open := sessions.New(func() { program.Send(saved{}) })
//	session, err := open.Open(choice) // the last session, or a new one
//	defer open.Close()
package sessions
