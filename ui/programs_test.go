package ui

import (
	"context"
	"runtime"
	"testing"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/layout"
	"interleave/ui/uitest"
)

// programOf is a program that signs with a name and has sent a request, seen by the desk.
func programOf(t *testing.T, d *uitest.Driver, root *Root, name string) *room.Seat {
	t.Helper()
	seat, err := root.room.Seat(room.Joining{Name: name, Program: "sdk-go/v1 (linux)", From: "127.0.0.1:50512"})
	if err != nil {
		t.Fatal(err)
	}
	request(t, d, root, seat, "get-blob", "path", "wiki/home.md")
	return seat
}

// request is answered, and seen by the desk.
func request(t *testing.T, d *uitest.Driver, root *Root, seat *room.Seat, verb string, pairs ...string) {
	t.Helper()
	if _, err := seat.Send(context.Background(), verb, engine.Args(pairs...)); err != nil {
		t.Fatal(err)
	}
	root.room.Note("seen", root.room.View().Branch+verb) // else the news come within a thirtieth of a second
	d.Press("esc")
}

// A program's window says what it is, shows what its code sent under which guard, and lets nobody write in its place
// until its seat is taken.
func TestAProgramHasAWindowOfItsOwn(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat := programOf(t, d, root, "Cem")
	d.Press("3")
	d.See("Client sdk-go/v1")
	d.See("set by its code")
	request(t, d, root, seat, "put-blob", "path", "wiki/home.md", "body", "by code")
	d.See("by code")
	d.See("none  in #9")
	for _, key := range []string{"w", "e", "r", "d"} {
		before := root.room.View().Requests()
		d.Press(key)
		d.See("g y takes its seat")
		if root.room.View().Requests() != before || root.keys.mode() != command.Nav {
			t.Errorf("%s does what its code decides", key)
		}
	}
	d.Press("g", "y")
	d.See("Cem is yours: what its program sends waits.")
	d.See("you drive until g y")
	before := root.room.View().Requests()
	d.Press("r")
	if root.room.View().Requests() != before+1 {
		t.Error("who has its seat cannot read")
	}
	d.Press("g", "y")
	d.See("Cem is its program's again.")
	seat.Leave()
	d.Press("g", "w")
	d.See("It has no connection now.")
}

// While a program is connected Space stops the clock that goes with the one on the wall, and lets it go on.
func TestSpaceStopsTheClockOfPrograms(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	programOf(t, d, root, "Cem")
	d.See("1 client")
	d.Press("space")
	d.See("The clock stands, and what programs send is held.")
	d.See("1 client, paused")
	if !root.room.View().Stopped {
		t.Error("the room goes on")
	}
	d.Press("space")
	if !root.room.View().Follows {
		t.Error("the clock stands still")
	}
}

// Where no program is connected, but one has been and can come again, the clock goes on; Space takes it in hand, and
// the script runs as ever.
func TestSpaceRunsTheScriptWhereNoProgramIsConnected(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	root.room.SetDoor(view.Door{Ports: []view.Port{{Flag: "blob"}}})
	programOf(t, d, root, "Cem").Leave()
	root.room.Note("seen", "left")
	d.Press("esc")
	d.See("listening")
	d.See("with the wall clock")
	d.Press("space")
	d.See("The clock runs. Space stops it.")
	d.Not("with the wall clock")
	d.Press("space")
	for root.view.Next != "" {
		d.Press(".")
	}
	programOf(t, d, root, "Cem").Leave()
	root.room.Note("seen", "again")
	d.Press("esc", "space")
	d.See("The clock stands until a program comes again.")
}

// What a program has heard is not taken back for it, and the desk says so.
func TestUndoSaysThatProgramsAreBeyond(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("r", "u")
	d.Not("Programs are beyond this")
	programOf(t, d, root, "Cem")
	d.Press("u")
	d.See("Programs are beyond this: what they send waits")
	d.Press("U", "1", "r", "u")
	d.Not("Programs are beyond this")
}

// The commands for ports do what the program's hooks do, and say where none is there.
func TestProgramsJoinByACommand(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("g", "j")
	d.See("Programs cannot join here.")
	root.deps.Hooks.Listen = func(r *room.Room) error {
		r.SetDoor(view.Door{Ports: []view.Port{{Flag: "blob", Title: "Azure blobs", URL: "http://127.0.0.1:1"}},
			Paste: []string{"AZURE_STORAGE_ACCOUNT=app"}})
		return nil
	}
	root.deps.Hooks.StopListening = func() error { root.room.SetDoor(view.Door{}); return nil }
	d.Press("g", "j")
	d.See("http://127.0.0.1:1")
	d.See("listening")
	d.Press("esc", "g", "J")
	d.See("The ports are closed.")
	d.Not("listening")
	d.Press("g", "J")
	d.See("programs cannot join, g j lets them")
}

// A program gives up, and sends again, by itself: no key is offered for it where nothing was heard.
func TestAProgramsSilenceOffersNoKeys(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat := programOf(t, d, root, "Cem")
	d.Press("3")
	if _, err := root.room.Hold("Cem", true); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = seat.Send(ctx, "put-blob", engine.Args("path", "wiki/home.md", "body", "x")) // it hangs up
	root.room.Note("seen", "hung up")
	d.Press("esc")
	d.See("Cem sent #9 and heard nothing.")
	d.Not("& again")
	d.Not("Z give up")
}

// R carries out no advice in the place of a program.
func TestAProgramIsGivenNoAdvice(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat := programOf(t, d, root, "Cem")
	request(t, d, root, seat, "put-blob", "path", "wiki/home.md", "body", "x", "if-match", `"0x1"`)
	d.Not("takes it back")
	d.Press("c")
	d.See("Read wiki/home.md. Decide")
	d.Not("R  Read wiki/home.md")
	d.Press("R")
	d.See("Cem is a program: its own code decides.")
	if _, placed := root.desk.places.Find(layout.Card); !placed {
		t.Error("the card is not on screen")
	}
}

// The card shows a program's request as its operation is written, and says what is not its own, or not looked at.
func TestTheCardSaysWhatOfARequestIsNotLookedAt(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat := programOf(t, d, root, "Cem")
	if _, err := seat.Carry(t.Context(), room.Carried{Verb: "put-blob", Unread: []string{"header x-ms-f\x1boo"},
		Args: engine.Args("path", "wiki/home.md", "body", "x", "if-match", `"0x1"`)}); err != nil {
		t.Fatal(err)
	}
	root.room.Note("seen", "refused")
	d.Press("esc", "c", "v")
	d.See("Nothing clashes")
	d.Not("put both into")
	d.Press("v", "z")
	d.See("A program sent it: address, dates, ids and signature stand for its own. Not looked at: header x-ms-f")
}

// A program that works at another object than the one that is shown says at which, and Enter in its window shows it.
func TestAProgramIsFollowedToWhereItWorks(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat, err := root.room.Seat(room.Joining{Name: "Cem", Program: "sdk-go/v1 (linux)"})
	if err != nil {
		t.Fatal(err)
	}
	request(t, d, root, seat, "put-blob", "path", "wiki/other.md", "body", "elsewhere")
	d.Press("3")
	d.See("Sent   #8 PUT wiki/other.md")
	d.See("wiki/other.md. Enter shows")
	d.Press("enter")
	if at := root.view.Exchange(8).Object; root.object != at {
		t.Errorf("%s is shown, the program went to %s", root.object, at)
	}
	d.See("1 elsewhere")
}

// With room for all of it too, the object is named once.
func TestAProgramsObjectIsNamedOnce(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 200, 60)
	programOf(t, d, root, "Cem")
	seat := programOf(t, d, root, "Cem")
	request(t, d, root, seat, "put-blob", "path", "wiki/o", "body", "x")
	d.See("PUT wiki/o")
	d.Not("wiki/o wiki/o")
}

// A retry of a program is told as one as soon as it comes, in its window.
func TestARetryIsToldWhenItComes(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat := programOf(t, d, root, "Cem")
	if err := root.room.Pause(true); err != nil {
		t.Fatal(err)
	}
	try := func() chan error {
		done := make(chan error, 1)
		held := root.room.View().Requests() + 1
		go func() {
			_, err := seat.SendTry(t.Context(), "the same", "put-blob",
				engine.Args("path", "wiki/home.md", "body", "x"))
			done <- err
		}()
		for root.room.View().Requests() < held {
			runtime.Gosched()
		}
		return done
	}
	first := try()
	if _, err := root.room.LoseAnswer(root.room.View().Exchange(9).Name); err != nil {
		t.Fatal(err)
	}
	if err := <-first; err == nil {
		t.Fatal("a lost answer was heard")
	}
	try()
	root.room.Note("seen", "again")
	d.Press("3")
	d.See("#10 PUT, retry of #9")
}

// Choosing an object shows its ages as of now, not as of when something last happened.
func TestChoosingAnObjectDoesNotTurnAgesBack(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	seat := programOf(t, d, root, "Cem")
	request(t, d, root, seat, "put-blob", "path", "wiki/other.md", "body", "x")
	request(t, d, root, seat, "get-blob", "path", "wiki/other.md")
	root.programs.live = true
	root.playback.ahead = root.view.Now() + 95_000
	root.Select(engine.ParseObject("blob wiki/other.md"))
	d.See("95 s ago")
}
