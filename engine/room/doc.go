// Package room is the one owner of a live session: it serialises many callers, keeps the history, judges every event,
// plays the loaded script, and hands out frozen views that panes and people on the wire may read at once.
//
//	r := room.New(catalog.New, room.Options{Keep: store})
//	r.OnNews(func(v *view.View) { program.Send(news{v}) })
//	events, err := r.Do(engine.AddWriter{ID: "ann", Title: "Ana"})
//	v := r.View()
//	mine := v.Known("ann") // what Ana can know, and no more
//
// A panic of the rules becomes an error that says the record and the line; the session can still be saved and
// travelled.
package room
