package ui

import (
	"fmt"

	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/ui/dialogs"
)

// guesses ask before each decision what will be heard.
type guesses struct {
	on           bool
	open         *lesson.Guess // nil: nothing is asked
	about        room.Decision
	asked, right int
}

func (g *guesses) toggle(r *Root) {
	g.on, g.open = !g.on, nil
	r.room.StopBeforeDecisions(g.on)
	r.desk.generation++
	if g.on {
		r.status.say("Before each decision you are asked what will be heard. p ends that.", 0)
		return
	}
	r.status.say(fmt.Sprintf("Nothing is asked any more. %d of %d were right.", g.right, g.asked), 0)
}

// ask opens a question where the next step decides something; false: there is nothing to ask.
func (g *guesses) ask(r *Root) bool {
	if !g.on || g.open != nil {
		return g.open != nil
	}
	d, ok := r.room.Coming()
	if !ok {
		return false
	}
	guess, ok := lesson.Predict(d.Spec, d.Answer)
	if !ok {
		return false
	}
	g.open, g.about = &guess, d
	r.playback.stop()
	r.desk.generation++
	r.layers.open(dialogs.NewGuess(g.title(r), guess.Choices, func(n int) { g.answer(r, n) }))
	return true
}

func (g *guesses) title(r *Root) string {
	return fmt.Sprintf("What answer will %s get to #%d, %s?", r.view.Title(g.about.Request.By), g.about.Request.Number,
		g.about.Request.Verb)
}

// answer takes a choice, 0 for none, lets the decision happen and says how it went.
func (g *guesses) answer(r *Root, n int) {
	guess := g.open
	if guess != nil && n > len(guess.Choices) {
		r.status.hint(fmt.Sprintf("There are %d answers.", len(guess.Choices)))
		return
	}
	g.open = nil
	r.desk.generation++
	if guess == nil {
		return
	}
	if n > 0 {
		g.asked++
	}
	said := "Skipped. It is " + guess.Choices[guess.Right-1] + "."
	switch {
	case n == guess.Right:
		g.right++
		said = "Right: " + guess.Choices[n-1] + "."
	case n > 0:
		said = fmt.Sprintf("It is %s, not %s.", guess.Choices[guess.Right-1], guess.Choices[n-1])
	}
	if _, err := r.room.Step(); err != nil {
		r.status.sayError(err)
		return
	}
	r.catchUp()
	if r.status.toast.mark == 0 {
		r.status.say(fmt.Sprintf("%s %d of %d right so far.", said, g.right, g.asked), 0)
	}
}
