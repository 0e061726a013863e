package room_test

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
)

// A room tells of every change, and hands out views that stay as they are.
func Example() {
	r := room.New(catalog.New, room.Options{})
	r.OnNews(func(v *view.View) { fmt.Println("record", v.Record) })
	if _, err := r.Do(engine.AddWriter{ID: "ann", Title: "Ana"}); err != nil {
		fmt.Println(err)
	}
	v := r.View()
	if err := r.Undo(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(v.Writers()), "writer then,", len(r.View().Writers()), "now")
	// Output:
	// record 1
	// record 0
	// 1 writer then, 0 now
}
