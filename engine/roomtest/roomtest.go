package roomtest

import (
	"errors"
	"path"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// Of is a session with a text as its script, which nobody has played.
func Of(t testing.TB, name, text string) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	if err := r.Load(name, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return r
}

// Restored is a session made of what another keeps.
func Restored(t testing.TB, r *room.Room) *room.Room {
	t.Helper()
	again := room.New(catalog.New, room.Options{})
	if _, err := again.Restore(r.Kept()); err != nil {
		t.Fatal(err)
	}
	return again
}

// Say carries out scenario lines as the palette does.
func Say(t testing.TB, r *room.Room, lines ...string) {
	t.Helper()
	for _, line := range lines {
		n := 1
		for r.View().Exchange(n) != nil {
			n++
		}
		s, err := scenario.ParseLine(line, n, r.View().Services())
		if err != nil {
			t.Fatal(line, err)
		}
		if _, err := r.Do(s.Inputs...); err != nil {
			t.Fatal(line, err)
		}
	}
}

// Race is a session with a race of the library, as `blob/wiki.race`, which nobody has played.
func Race(t testing.TB, file string) *room.Room {
	t.Helper()
	text, err := races.FS.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return Of(t, path.Base(file), string(text))
}

// PlayOn plays a session's script to its end.
func PlayOn(t testing.TB, r *room.Room) {
	t.Helper()
	for {
		if _, err := r.Step(); errors.Is(err, room.ErrNothing) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// AtEnd is what is seen when a text has been played to its end.
func AtEnd(t testing.TB, text string) *view.View {
	t.Helper()
	r := Of(t, "case.race", text)
	PlayOn(t, r)
	return r.View()
}
