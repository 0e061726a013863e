package room_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/room"
)

// Whatever the hands do with messages, in any order and also where it cannot be done: undo gives the world back to the
// last bit, redo brings the same again, and a refusal changes nothing.
func TestRandomHandsOnMessagesAreUndone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := flying(t)
		for range rapid.IntRange(1, 12).Draw(rt, "hands") {
			before := r.View()
			what, err := oneHand(rt, r)
			after := r.View()
			if err != nil {
				if after.Digest() != before.Digest() || after.Last != before.Last {
					rt.Fatalf("%s is refused (%v), and something happened", what, err)
				}
				continue
			}
			if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() {
				rt.Fatalf("undo of %s leads to another world: %v", what, err)
			}
			if err := r.Redo(); err != nil || r.View().Digest() != after.Digest() {
				rt.Fatalf("redo of %s leads to another world: %v", what, err)
			}
		}
	})
}

func oneHand(rt *rapid.T, r *room.Room) (what string, err error) {
	name := rapid.SampledFrom([]string{"r4", "r5", "r5'", "r6", "#6", "#6'", "r7", "r9"}).Draw(rt, "message")
	request := rapid.IntRange(3, 9).Draw(rt, "request")
	by := rapid.SampledFrom([]string{"ann", "ben"}).Draw(rt, "writer")
	hands := []func() (string, error){
		func() (string, error) { return r.Lose(name) },
		func() (string, error) { return r.LoseAnswer(name) },
		func() (string, error) { return r.Double(name) },
		func() (string, error) { return r.Later(name, rapid.IntRange(-3, 3).Draw(rt, "by")) },
		func() (string, error) { return r.Edit(name, engine.Args("body", "edited")) },
		func() (string, error) { return r.GiveUp(request) },
		func() (string, error) { return r.Hold(by, rapid.Bool().Draw(rt, "on")) },
		func() (string, error) { return r.HoldAll(rapid.Bool().Draw(rt, "on")) },
		func() (string, error) { _, err := r.Deliver(name); return "deliver", err },
		func() (string, error) { _, err := r.DeliverAll(); return "deliver all", err },
		func() (string, error) { _, err := r.SendAgain(request); return "again", err },
		func() (string, error) { return r.Finish(name) },
		func() (string, error) { return r.Arrive(name) },
	}
	n := rapid.IntRange(0, len(hands)-1).Draw(rt, "hand")
	said, err := hands[n]()
	return fmt.Sprintf("hand %d on %s (%s)", n, name, said), err
}
