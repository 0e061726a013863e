package plain

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"interleave/ui/sessions"
)

// notesEvery is how often the place of a presented lesson is looked at.
const notesEvery = 300 * time.Millisecond

// notes follows a session that is presented elsewhere with the teacher's notes, until a signal comes.
func (p *program) notes(session string) int {
	if _, err := os.Stat(session); err != nil {
		return p.wrong("%s cannot be followed: %s interleave --present --session %s --lesson 1 begins one.", session,
			ended(sessions.Reason(session, err)), sessions.Quoted(session))
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(stop)
	ticks := time.NewTicker(notesEvery)
	defer ticks.Stop()
	var before sessions.Place
	if _, ok := sessions.ReadPlace(session); !ok {
		fmt.Fprintln(p.out, "Nobody presents a lesson there yet. This waits; Ctrl+C ends it.")
	}
	for {
		if place, ok := sessions.ReadPlace(session); ok && place != before {
			before = place
			p.note(place)
		}
		select {
		case <-stop:
			return exitOK
		case <-ticks.C:
		}
	}
}

// note says the notes of a place.
func (p *program) note(place sessions.Place) {
	l, err := lessonOrFile(place.Lesson)
	if err != nil {
		fmt.Fprintln(p.out, sessions.Sentence(err))
		return
	}
	fmt.Fprintln(p.out)
	for _, line := range l.Notes(place.Page) {
		fmt.Fprintln(p.out, line)
	}
}
