// Package act decides what read, write, delete and the like mean for an object and a writer: which operation, for which
// of the objects, with what the writer knows and holds. Keys, words, palette and advice ask it, so that all send the
// same.
//
//	a := act.Of(v, "ann", "entity shop/items/ink", engine.ToWrite, act.Content{Text: "n=3\n"})
//	if a.Why == "" {
//		events, err := session.Send(a.Send)
//	}
//
// Which verb serves which aim is said by the services (engine.Acts); how several are chosen between stands there.
package act
