package command

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
)

// The reasons why a command cannot be done now, as they stand behind its title: "Undo: there is nothing to undo".

// where is the reason where it is one; empty where the command can be done.
func where(blocked bool, why string) string {
	if blocked {
		return why
	}
	return ""
}

func nothingToUndo(v *view.View, _ Place) string {
	return where(v.UndoName == "", "there is nothing to undo")
}

func nothingToRedo(v *view.View, _ Place) string {
	return where(v.RedoName == "", "there is nothing to redo")
}

// nothingDue: where programs are connected, the clock that follows the wall can be stopped.
func nothingDue(v *view.View, _ Place) string {
	return where(v.Next == "" && !v.Follows && !v.Stopped, "nothing is due")
}

func atTheStart(v *view.View, _ Place) string {
	return where(v.Step == 0, "this is the beginning")
}

func noLease(v *view.View, at Place) string {
	k := v.Known(at.Writer)
	if k == nil {
		return "there is no writer"
	}
	if hold, ok := k.Holds(at.Object); !ok || hold.Request == 0 {
		return k.Title + " holds no lease on it"
	}
	return ""
}

// noTimer: where no timer runs, a script may still have something for later.
func noTimer(v *view.View, _ Place) string {
	if at, due := v.NextDue(); len(v.Timers()) == 0 && (!due || at <= v.Now()) {
		return "no timer runs"
	}
	return ""
}

func nothingSent(v *view.View, _ Place) string {
	return where(v.Exchange(1) == nil, "no request has been sent yet")
}

func noBookmarks(v *view.View, _ Place) string {
	return where(len(v.Bookmarks()) == 0, "there are no bookmarks, b makes one")
}

func noLesson(v *view.View, _ Place) string {
	return where(v.Lesson == "", "no lesson is on; g m opens the map")
}

func noConflict(v *view.View, _ Place) string {
	if len(v.Troubles()) > 0 {
		return ""
	}
	if _, hidden := v.FoundHidden(); hidden { // an instruction, which R does not carry out
		return "what hides it is yours to settle, g u takes the delete marker away"
	}
	if c, ok := v.ReplacedUnread(); ok { // the card says what would stop it
		return fmt.Sprintf("no conflict is marked: #%d replaced %s's work unread", c.Request, v.Title(c.Whose))
	}
	return "there is no conflict yet"
}

func nothingToSend(v *view.View, at Place) string {
	if at.Told {
		return "what the card advises is yours to do, no key sends it"
	}
	return noConflict(v, at)
}

func nothingInFlight(v *view.View, at Place) string {
	switch {
	case len(v.Flight()) > 0:
		return ""
	case at.Writer != "" && v.Setting(at.Writer+".hold") == "on":
		return "nothing is in flight, and the next request of " + v.Title(at.Writer) + " is held"
	}
	return "nothing is in flight, H holds the next request"
}

// nothingToLose: an answer that was just heard can be lost as well.
func nothingToLose(v *view.View, at Place) string {
	if v.JustHeard(at.Writer) != 0 {
		return ""
	}
	return nothingInFlight(v, at)
}

func nothingToRepeat(v *view.View, at Place) string {
	switch w := v.Writer(at.Writer); {
	case w == nil || v.Client(at.Writer) != nil:
		return needsPerson(v, at)
	case v.SameAs(at.Writer, at.Object) != 0:
	case w.Last == 0:
		return w.Title + " has sent nothing yet"
	}
	return ""
}

// nothingAwaited: the newest request counts, or in the In flight pane the selected one, which the pane looks at itself.
func nothingAwaited(v *view.View, at Place) string {
	switch w := v.Writer(at.Writer); {
	case w == nil:
		return needsWriter(v, at)
	case v.Awaited(at.Writer) == 0 && at.Pane != InFlight:
		return w.Title + " waits for no answer"
	}
	return ""
}

func needsWriter(_ *view.View, at Place) string {
	return where(at.Writer == "", "there is no writer yet, + adds one")
}

// needsPerson is needsWriter, and that no program writes as it.
func needsPerson(v *view.View, at Place) string {
	if v.Client(at.Writer) != nil {
		return v.Title(at.Writer) + " is a program, its own code decides. g y takes its seat"
	}
	return needsWriter(v, at)
}

func notListening(v *view.View, _ Place) string {
	return where(len(v.Door.Ports) == 0, "programs cannot join, g j lets them")
}

func noConnection(v *view.View, at Place) string {
	return noClient(v, at, "no program is connected as ", func(c view.Client) bool { return c.Connections > 0 })
}

func noSeat(v *view.View, at Place) string {
	return noClient(v, at, "no program writes as ", func(view.Client) bool { return true })
}

// noClient says that no program of which something holds has the writer's seat.
func noClient(v *view.View, at Place, why string, holds func(view.Client) bool) string {
	switch {
	case slices.ContainsFunc(v.Clients, func(c view.Client) bool { return c.Writer == at.Writer && holds(c) }):
		return ""
	case at.Writer == "":
		return needsWriter(v, at)
	}
	return why + v.Title(at.Writer)
}

func needsBoth(v *view.View, at Place) string {
	if why := needsPerson(v, at); why != "" {
		return why
	}
	if at.Object.IsZero() {
		return "no object is chosen, o makes one"
	}
	return ""
}

// needsAct is needsBoth, and that the service has such a call for the selected object alone; done is what cannot be
// done.
func needsAct(done string, aim engine.Aim) func(*view.View, Place) string {
	return func(v *view.View, at Place) string {
		if why := needsBoth(v, at); why != "" {
			return why
		}
		kind := at.Object.Kind
		if part := act.Missing(v, at.Writer, at.Object, aim); part != "" {
			whole, _ := act.Whole(v, at.Writer, at.Object, aim)
			return fmt.Sprintf("%s holds no %s of %s, r gets one. %s in o is for all of it", v.Title(at.Writer), part,
				at.Object.Name, whole.Spec.Verb)
		}
		for _, s := range v.Services() {
			if slices.ContainsFunc(s.Ops, func(op engine.OpSpec) bool { return op.Object == kind && op.Prompt() }) {
				return ""
			}
		}
		if act.Any(v, at.Object, aim) {
			return ""
		}
		if act.Begins(v, at.Writer, at.Object) != nil {
			return fmt.Sprintf("%s cannot be %s by itself, e begins what lies in it", v.Called(at.Object), done)
		}
		return fmt.Sprintf("%s cannot be %s by itself, o has more", v.Called(at.Object), done)
	}
}

// needsText is needsAct for what is typed: in what holds others a new one of them begins.
func needsText(v *view.View, at Place) string {
	if act.Into(v, at.Object) != nil {
		return needsBoth(v, at)
	}
	return needsAct("written", engine.ToWrite)(v, at)
}

func noMarker(v *view.View, at Place) string {
	if why := needsBoth(v, at); why != "" {
		return why
	}
	return where(act.Undelete(v, at.Writer, at.Object).Spec == nil, "no delete marker hides "+v.Called(at.Object))
}

func noFeature(v *view.View, at Place) string {
	if why := needsBoth(v, at); why != "" {
		return why
	}
	return act.NoFeature(v, at.Writer, at.Object)
}

func needsRow(v *view.View, at Place) string {
	if why := needsBoth(v, at); why != "" {
		return why
	}
	if at.Object.Kind != "entity" {
		return "only an entity has properties"
	}
	return ""
}

func noPlan(v *view.View, at Place) string {
	if why := needsWriter(v, at); why != "" {
		return why
	}
	return v.NoPlan(at.Writer)
}

func noPlanStep(v *view.View, at Place) string {
	if why := noPlan(v, at); why != "" {
		return why
	}
	return v.NoPlanStep(at.Writer)
}

func noPlans(v *view.View, _ Place) string {
	for _, w := range v.Writers() {
		if v.NoPlan(w.ID) == "" && !v.PlanEnded(w.ID) {
			return ""
		}
	}
	return "no writer has a plan that can go on"
}

const windows = 9

func desksFull(v *view.View, _ Place) string {
	if n := len(v.Writers()); n >= windows {
		return fmt.Sprintf("there are %d writers already", n)
	}
	return ""
}

func noSuchWriter(n int) func(*view.View, Place) string {
	return func(v *view.View, _ Place) string {
		if v.WriterAt(n) != nil {
			return ""
		}
		switch have := len(v.Writers()); have {
		case 0:
			return "there is no writer yet"
		case 1:
			return "there is one writer"
		default:
			return fmt.Sprintf("there are %d writers", have)
		}
	}
}
