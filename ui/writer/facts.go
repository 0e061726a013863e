package writer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// fitting is the first form that has room; the last one where none has.
func fitting(room int, forms ...[]grid.Span) []grid.Span {
	for _, f := range forms {
		if say.Width(f) <= room {
			return f
		}
	}
	return forms[len(forms)-1]
}

// holdsFact is what the writer believes to hold: the lease, reckoned from when it asked, a receipt, open handles.
func (w *window) holdsFact(room int) fact {
	f := fact{label: "Holds"}
	h, ok := w.known.Holds(w.object)
	if !ok {
		f.spans = []grid.Span{say.Dim("nothing")}
		if around := w.container(); around != "" {
			if h, ok := w.known.Holds(engine.ObjectID{Kind: "container", Name: around}); ok {
				f.spans = fitting(room, []grid.Span{say.Dim("nothing; of " + around + ": "),
					say.Plain("lease " + h.Token.Short())}, []grid.Span{say.Plain("lease of " + around)})
			}
		}
		if list := w.known.Handles(w.object); len(list) > 0 {
			f.spans = handlesHeld(room, list)
			return f
		}
		return w.receiptFact(f, room)
	}
	word, id := holdWord(h.Token.Kind), h.Token.Short()
	whole, left := say.Plain(word+" "+id), h.Ends.Sub(w.known.Now)
	switch {
	case h.State != "" && h.State != "leased":
		state := say.Bold(themes.Behind, " "+h.State)
		f.spans = fitting(room, []grid.Span{whole, say.Plain(" "), state, say.Dim(" when it was read")},
			[]grid.Span{whole, state}, []grid.Span{say.Plain(word), state})
	case h.Refused != 0 && !h.Over(w.known.Now): // that its time is over says more
		refused := say.Bold(themes.Behind, " refused")
		f.spans = fitting(room, []grid.Span{whole, say.Plain(" "), refused, say.Dim(fmt.Sprintf(" in #%d", h.Refused))},
			[]grid.Span{whole, refused}, []grid.Span{say.Plain(word), refused})
	case h.From != "":
		f.spans = fitting(room, []grid.Span{whole, say.Dim("  told by " + h.From)}, []grid.Span{whole})
	case h.Ends == 0:
		f.spans = []grid.Span{whole}
	case h.Ends == engine.Never: // that another breaks it is told to nobody but who reads
		f.spans = fitting(room, []grid.Span{whole, say.Dim("  was given without an end")},
			[]grid.Span{whole, say.Dim(" without an end")}, []grid.Span{say.Plain(word), say.Dim(" without an end")})
	case left <= 0:
		ago := endedAgo(-left)
		ended := say.Bold(themes.Behind, " ended "+ago)
		f.spans = fitting(room, []grid.Span{whole, say.Plain(" "), ended}, []grid.Span{say.Plain(word), ended},
			[]grid.Span{say.Plain(id), ended}, []grid.Span{say.Bold(themes.Behind, "ended "+ago)})
	default:
		f.spans = []grid.Span{whole, say.Bold(themes.Behind, fmt.Sprintf("  %-6s", say.Seconds(left)))}
		f.bar, f.share = true, left.Seconds()/float64(max(h.Seconds, 1))
	}
	return f
}

// container is that in which a blob is; empty: it is none.
func (w *window) container() string {
	if w.object.Kind != "blob" {
		return ""
	}
	name, _, _ := strings.Cut(w.object.Name, "/")
	return name
}

// handlesHeld are the writer's own handles on what the window shows: access, what it shares, its oplock and its locks.
func handlesHeld(wide int, list []view.Handle) []grid.Span {
	whole, brief := []grid.Span{}, []grid.Span{}
	for i, h := range list {
		if i > 0 {
			whole, brief = append(whole, say.Plain("  ")), append(brief, say.Plain(" "))
		}
		more := ""
		if h.Oplock != "" {
			more += " oplock " + h.Oplock
		}
		if len(h.Locks) > 0 {
			more += " lock " + strings.Join(h.Locks, " ")
		}
		access, shares := cmp.Or(h.Access, "none"), cmp.Or(h.Shares, "none")
		whole = append(whole, say.Plain("handle "+access), say.Dim(" shares "), say.Plain(shares+more))
		brief = append(brief, say.Plain(access), say.Dim("/"), say.Plain(shares+more))
	}
	count := []grid.Span{say.Plain(engine.Counted(len(list), "handle"))}
	if len(list) == 1 {
		count = []grid.Span{say.Plain("a handle")}
	}
	return fitting(wide, whole, append([]grid.Span{say.Plain("handle ")}, brief...), brief, count)
}

// cacheFact is what the writer's own client keeps of what it wrote: how many bytes, where, and that the share does not
// have them; ok is false where nothing waits.
func (w *window) cacheFact(room int) (f fact, ok bool) {
	var list []view.Cached
	for _, h := range w.known.Handles(w.object) {
		list = append(list, h.Cached...)
	}
	if len(list) == 0 {
		return f, false
	}
	places := make([]string, len(list))
	for i, c := range list {
		places[i] = fmt.Sprintf("%d-%d", c.From, c.To())
	}
	count, text := say.Plain(say.Number(len(list), "write")), say.Plain("")
	if len(list) == 1 {
		count, text = say.Plain(say.Number(len(list[0].Text), "byte")), say.Plain(": "+say.Quoted(list[0].Text))
	}
	at, unsent := say.Plain(" at "+strings.Join(places, ", ")), say.Bold(themes.Behind, ", unsent")
	forms := [][]grid.Span{{count, at, unsent, text, say.Dim("  the share does not have it")},
		{count, at, unsent, text},
		{count, at, unsent}, {count, unsent}, {count}}
	f.label, f.spans = "Cache", fitting(room, forms...)
	return f, true
}

// guardFact is what the next write would ask for, which is said where another one is on its way.
func (w *window) guardFact(room int) fact {
	const next = "next: "
	d, ok := w.known.Doing()
	if !ok || d.Heard || d.Held || room < 2*len(next) || !w.differs(d) {
		return w.nextGuard(room)
	}
	f := w.nextGuard(room - len(next))
	f.spans = append([]grid.Span{say.Dim(next)}, f.spans...)
	return f
}

func (w *window) nextGuard(room int) fact {
	f := fact{label: "Guard"}
	if w.prompt.on {
		f.spans = []grid.Span{say.Dim("written in the command itself")}
		return f
	}
	if w.change == nil {
		f.spans = []grid.Span{say.Dim("nothing can be written")}
		return f
	}
	if view.KindOf(w.object) == "queue" {
		f.spans = w.queueGuard(room)
		return f
	}
	if g, ok := w.own(); ok {
		receipt := []grid.Span{say.Plain("receipt " + say.ShortTag(g.Receipt))}
		f.spans = fitting(room, append(receipt[:1:1], say.Dim(", w hides for "+w.known.Hides+" s")),
			append(receipt[:1:1], say.Dim(", w hides "+w.known.Hides+" s")), receipt)
		return f
	}
	args, reason, lacks := w.known.Guarded(*w.change, w.object, nil)
	switch {
	case reason != "":
		name, first, way := say.Ink(themes.Behind, guardWord(w.known.Guard)), reason+say.Hint(lacks), reason
		if hint := say.Hint(lacks); hint != "" {
			way = strings.TrimSpace(hint)
		}
		f.spans = fitting(room, []grid.Span{name, say.Dim(": " + first)}, []grid.Span{name, say.Dim(": " + way)})
	case len(args) > 0:
		f.spans = w.chosenBy(room, args)
	case view.KindOf(w.object) == "message":
		f.spans = fitting(room, []grid.Span{say.Plain("none"), say.Dim(": no receipt was handed to " + w.known.Title)},
			[]grid.Span{say.Plain("none"), say.Dim(": no receipt")})
	default:
		f.spans = w.unguarded(room)
	}
	if w.byProperty() && reason == "" {
		f.spans = w.rowChoice(room, f.spans)
	}
	return f
}

// unguarded is what a write without a guard came to behind another's, where that could be tried.
func (w *window) unguarded(room int) []grid.Span {
	none := func(words ...string) (forms [][]grid.Span) {
		for _, word := range words {
			forms = append(forms, []grid.Span{say.Plain("none"), say.Dim(word)})
		}
		return forms
	}
	if w.eyes {
		return none("")[0]
	}
	switch takes := slices.ContainsFunc(w.change.Params(),
		func(p engine.Param) bool { return p.Version && p.Guard != "" && !p.Ignored }); {
	case w.holds == act.Overwrites && takes:
		return fitting(room, none(": last writer wins", ": last one wins", "")...)
	case w.holds == act.Overwrites:
		return fitting(room, none(": last writer wins, the call takes none", ": last writer wins",
			": last one wins")...)
	case w.holds == act.Refused:
		return fitting(room, none(": refused where it exists", ": only creates", "")...)
	case w.holds == act.Leaves:
		return fitting(room, none(": it takes nothing away", ": takes nothing", "")...)
	}
	return none("")[0]
}

// rowChoice adds what a write does with the properties that it does not send.
func (w *window) rowChoice(wide int, guard []grid.Span) []grid.Span {
	long, brief := "  replaces all", "  replaces"
	if w.change.Effect == engine.Merges {
		long, brief = "  merges what changed", "  merges"
	} else if _, read := w.known.Reading(w.object); !read {
		return guard
	}
	return fitting(wide, append(guard[:len(guard):len(guard)], say.Dim(long)),
		append(guard[:len(guard):len(guard)], say.Dim(brief)), append(guard[:1:1], say.Dim(brief)), guard)
}

// chosenBy are the guards of a write, and whose choice they are where there is room to say so: the program sends the
// version that was read unless its writer chooses another guard.
func (w *window) chosenBy(room int, args []engine.Arg) []grid.Span {
	spans, who := w.guardsIn(room, args), "  by default"
	if w.known.Guard != "" {
		who = "  chosen"
	}
	if w.holds == act.Overwrites && !w.eyes { // it was sent, and did not stop what it should
		return fitting(room, append(spans[:len(spans):len(spans)], say.Dim(": last writer wins")),
			append(spans[:len(spans):len(spans)], say.Dim(": last one wins")), spans)
	}
	return fitting(room, append(spans[:len(spans):len(spans)], say.Dim(who)), spans)
}

// guardsIn are the guards of a write in the longest form that has room. A second guard is worth more than the words
// around the first.
func (w *window) guardsIn(room int, args []engine.Arg) []grid.Span {
	var whole, brief, least []string
	for _, arg := range args {
		name, value := guardWord(arg.Name), w.guardValue(arg)
		date := timeOfDate(value)
		whole, brief = append(whole, name+" "+value), append(brief, strings.TrimSuffix(name, " id")+" "+date)
		if arg.Name == "if-match" && len(args) > 1 { // a tag is one by its two points
			name = ""
		}
		least = append(least, strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(name, "If-"), " id")+" "+date))
	}
	if len(args) > 1 {
		whole = brief
	}
	return fitting(room, []grid.Span{say.Plain(strings.Join(whole, "  "))},
		[]grid.Span{say.Plain(strings.Join(brief, "  "))},
		[]grid.Span{say.Plain(strings.Join(least, " "))})
}

// timeOfDate is what tells the dates of one session apart: of `Mon, 05 Jan 2026 09:00:12 GMT` the time of day.
func timeOfDate(text string) string {
	if _, err := engine.ParseInstant(text); err != nil || !strings.HasSuffix(text, " GMT") {
		return text
	}
	words := strings.Fields(text)
	return words[len(words)-2]
}

// reasonForms are the words of an answer from the longest to the shortest that still says which it was.
func reasonForms(words string) []string {
	status, _, _ := strings.Cut(words, " ")
	forms := []string{words}
	if _, more, ok := strings.Cut(words, `" `); ok && strings.HasPrefix(words, `["ERR`) { // what it tells is worth more
		forms = append(forms, "[ERR .. "+more)
	}
	if brief := briefReasons[status]; brief != "" {
		forms = append(forms, status+" "+brief)
	}
	if code, ok := engine.NTStatus(words); ok {
		return append(forms, code)
	}
	if _, err := strconv.Atoi(status); err == nil {
		forms = append(forms, status)
	}
	return forms
}

// briefReasons are the words of long answers in fewer letters, by their status.
var briefReasons = map[string]string{"412": "Precondition", "500": "Internal", "503": "Unavailable", "416": "Bad Range",
	"413": "Too Large"}

// inForm are the words of an answer behind a sign, in the longest form that has room.
func inForm(room int, role themes.Role, sign, words string) []grid.Span {
	var forms [][]grid.Span
	for _, text := range reasonForms(words) {
		forms = append(forms, []grid.Span{say.Bold(role, sign+text)})
	}
	return fitting(room, forms...)
}
