package ui

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/ui/layout"
	"interleave/ui/panes"
)

// The moment of a conflict (ux.md section 8): in the frame that shows it the clock stops and the status row says who,
// what and two keys; for a quarter of a second the places stand in reverse; then the card docks by itself for the first
// of each kind. Focus and text stay.
type moment struct {
	token int // of the flash; 0: none
}

const flashTime = 250 * time.Millisecond

// after looks at what came to the log since the last view.
func (r *Root) after(old, now *room.View) {
	if now.Broken != nil && old.Broken == nil {
		r.playback.stop()
		r.status.say(sentence(now.Broken.Error()), 0)
	}
	fresh := grown(old, now)
	if len(fresh) == 0 {
		return
	}
	r.leadOn(fresh)
	if c, ok := moments(now, fresh, r.eyes); ok {
		r.meet(c)
		return
	}
	if !r.status.said {
		r.sayEvent(now, fresh)
	}
	if now.Branch != old.Branch && r.status.toast.mark == 0 {
		r.status.toast.text += fmt.Sprintf(" This began the branch %s.", now.Branch)
	}
}

// grown is what a view has that continues an older one; nothing where the cursor travelled.
func grown(old, now *room.View) []room.Entry {
	was, is := old.Log(), now.Log()
	if len(is) <= len(was) {
		return nil
	}
	if n := len(was); n > 0 && !same(was[n-1], is[n-1]) {
		return nil
	}
	return is[len(was):]
}

func same(a, b room.Entry) bool {
	x, y := a.Event, b.Event
	return a.Record == b.Record && x.Kind == y.Kind && x.By == y.By && x.Request == y.Request && x.At == y.At &&
		x.Object == y.Object
}

// moments picks what new entries bring to light: harm and silence when they happen, a refusal when its writer hears it.
// Harm counts most; client eyes see none.
func moments(v *room.View, fresh []room.Entry, eyes bool) (best conflict.Finding, ok bool) {
	for _, e := range fresh {
		for _, m := range e.Marks {
			if m.Severity != '!' && !(eyes && m.Severity == '~') && (!ok || rank(m) >= rank(best)) {
				best, ok = m, true
			}
		}
		if e.Event.Kind != engine.Heard {
			continue
		}
		if m, found := v.Refusal(e.Event.Request); found && (!ok || rank(m) >= rank(best)) {
			best, ok = m, true
		}
	}
	return best, ok
}

func rank(c conflict.Finding) int { return strings.IndexByte("!?~", c.Severity) }

// meet is the moment itself. A refusal that is nobody's trouble has its mark, but stops nothing and has no card.
func (r *Root) meet(c conflict.Finding) {
	r.tell(c)
	if c.Kind == "" {
		return
	}
	if !r.playback.throughMarks {
		r.playback.stop()
	}
	if c.Object != "" && !r.focused().pane.Editing() && !r.hasObject() {
		r.Select(c.Object)
	}
	r.tokens++
	r.moment.token = r.tokens
	first := !r.carded[c.Kind]
	r.carded[c.Kind] = true
	if r.deps.Quiet {
		r.moment.token = 0
		if first {
			r.dock()
		}
		return
	}
	r.ask(r.deps.After(flashTime, flashMsg{r.tokens, first}))
}

func (r *Root) hasObject() bool { return r.object != "" && r.view.Truth(r.object).Exists }

type flashMsg struct {
	token int
	first bool
}

func (m flashMsg) reach(r *Root) {
	if r.moment.token == m.token {
		r.moment.token = 0
	}
	if m.first {
		r.dock()
	}
}

// dock slides the card over the lower half where the desk has no place for it. It never takes the focus.
func (r *Root) dock() {
	// it would cover what has the focus
	if _, placed := r.places.Find(layout.Card); placed || r.eyes || writerPlace(r.focus) == 0 {
		return
	}
	r.docked = layout.Card
	r.generation++
	r.arrange()
}

// tell puts a conflict into the first status row: who, what, two keys. Client eyes are not told of what nobody heard.
func (r *Root) tell(c conflict.Finding) {
	if r.eyes && c.Severity == '~' {
		r.status.say("Nobody was told of what happened here. C shows it.", 0)
		return
	}
	t := toast{mark: c.Severity, text: r.sentenceOf(c)}
	if c.Kind != "" {
		t.keys = []hint{{"c", "why", "learn.card"}}
		if action := r.view.Story(c).Advice.Action; !panes.ByHand(action) {
			t.keys = append(t.keys, hint{"R", adviceWord(action, c), "learn.recommend"})
		}
	}
	r.status.toast, r.status.said = t, true
}

// adviceWord is the recommended action in a word; not Redo, which is what another key does.
func adviceWord(action string, c conflict.Finding) string {
	switch action {
	case "redrive":
		switch {
		case c.Severity == '!':
			return "retry"
		case c.Kind == "guard-defeated":
			return "merge"
		}
		return "guard"
	case "again", "wait", "lease", "read", "decide":
		return action
	}
	return "recommended"
}

// sentenceOf is a conflict in one row: for a refusal what came back and who was first; else the card's first sentence.
func (r *Root) sentenceOf(c conflict.Finding) string {
	told := r.view.Story(c)
	if c.Severity != '!' || c.Cause == nil {
		return told.First
	}
	who, fault := r.view.Title(c.By), c.Cause.Rule.Fault
	got := fault.Short()
	if x := r.view.Exchange(c.Request); x != nil && r.view.Spec(x.Verb).Prompt() {
		got = conflict.Replied(&x.Answer)
	}
	if r.eyes { // whose version won is not for writers to know
		return fmt.Sprintf("%s got %s. Nothing changed.", who, got)
	}
	for _, v := range r.view.Truth(c.Object).Versions {
		if v.Record != c.Cause.Since.Event || v.By == c.By || v.By == engine.Seed {
			continue
		}
		if v.Gone {
			return fmt.Sprintf("%s got %s. %s deleted it first. Nothing changed.", who, got, r.view.Title(v.By))
		}
		return fmt.Sprintf("%s got %s. %s saved v%s first. Nothing changed.", who, got, r.view.Title(v.By), v.Number)
	}
	if c.Kind == "" {
		return fmt.Sprintf("%s got %s. Nothing changed.", who, conflict.Reason(fault.Status))
	}
	return told.First
}

// sayEvent tells the newest thing that happened where nobody said anything else.
func (r *Root) sayEvent(v *room.View, fresh []room.Entry) {
	for i := len(fresh) - 1; i >= 0; i-- {
		if fresh[i].Event.Kind == engine.Passed || r.eyes && !heardOf(fresh[i]) {
			continue
		}
		t := v.Tell(fresh[i])
		text := sentence(joined(t.Who, t.No, t.What))
		if fresh[i].Event.Kind == engine.Ended && t.Who == "clock" {
			text = sentence(panes.TimerTold(r.view, fresh[i].Event.Text, fresh[i].Event.Object))
		}
		r.status.toast = toast{text: text, keys: []hint{{"u", "takes it back", "edit.undo"}}}
		return
	}
}
