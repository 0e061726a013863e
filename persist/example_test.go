package persist_test

import (
	"fmt"
	"os"
	"path/filepath"

	"interleave/engine/timeline"
	"interleave/persist"
)

// Appending and noting never wait; Close does. Every error of Open is a *Trouble, whose Hint says what to do.
func Example() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "race.db")
	for range 2 { // the second time it is there
		s, err := persist.Open(path, persist.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		session, err := s.Load()
		fmt.Println(len(session.Records), "records,", len(session.Notes), "notes", err)
		if len(session.Records) == 0 {
			s.Append([]timeline.Record{{Number: 1, Line: "clock 00:01.0", Action: 1}})
			s.Note("draft.ann", "Open 9 to 4")
		}
		if err := s.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 0 records, 0 notes <nil>
	// 1 records, 1 notes <nil>
}
