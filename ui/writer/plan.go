package writer

import (
	"fmt"
	"strings"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// planFact is the row of the steps that the writer takes by itself, and of where it stands among them.
func (w *window) planFact(room int) fact {
	f := fact{label: "Plan"}
	p, ok := w.known.Plan()
	switch {
	case !ok && w.taken:
		f.spans = fitting(room, []grid.Span{say.Ink(themes.Behind, "you drive; its program waits until g y")},
			[]grid.Span{say.Ink(themes.Behind, "you drive until g y")})
	case !ok:
		f.spans = []grid.Span{say.Dim("you drive")}
	case p.Why != "":
		f.spans = []grid.Span{say.Ink(themes.Behind, "it cannot go on: "+p.Why)}
	case p.In > 0:
		f.spans = []grid.Span{say.Ink(themes.Behind, fmt.Sprintf("%s in %s", comesNext(p), say.Seconds(p.In)))}
	case p.For != "":
		f.spans = planSpans(p, room, "waits for "+p.For)
	case p.Ended:
		f.spans = planSpans(p, room, "ended")
	case p.Of > 1 && p.Round > 1:
		f.spans = planSpans(p, room, fmt.Sprintf("next: %s, round %d of %d", nextWord(p), p.Round, p.Of),
			fmt.Sprintf("%d of %d", p.Round, p.Of))
	default:
		f.spans = planSpans(p, room, "next: "+nextWord(p))
	}
	return f
}

// comesNext is what a plan does when its wait is over.
func comesNext(p view.Planned) string {
	switch {
	case p.Same:
		return "same again"
	case p.Next >= 0 && p.Again:
		return p.Words[p.Next] + " again"
	}
	return nextWord(p)
}

func nextWord(p view.Planned) string {
	if p.Next < 0 {
		return "on"
	}
	return p.Words[p.Next]
}

// planSpans are the words of a plan, the next one bold, with the longest remark behind them that fits; where none does,
// a sign stands before the next word. Where the words themselves do not fit, the remark stands alone.
func planSpans(p view.Planned, room int, remarks ...string) []grid.Span {
	text := strings.Join(p.Words, ", ")
	last := remarks[len(remarks)-1]
	if grid.Width(text) > room && grid.Width(last) <= room {
		return []grid.Span{say.Plain(remarks[0])}
	}
	for _, remark := range remarks {
		if grid.Width(text)+2+grid.Width(remark) <= room {
			return append(planWords(p, ""), say.Dim("  "+remark))
		}
	}
	if grid.Width(text)+1 > room {
		return planWords(p, "")
	}
	return planWords(p, ">")
}

// planWords are the words of a plan, the next one bold and behind a sign.
func planWords(p view.Planned, sign string) (spans []grid.Span) {
	for i, word := range p.Words {
		if i > 0 {
			spans = append(spans, say.Plain(", "))
		}
		if i == p.Next {
			spans = append(spans, say.Bold(themes.Text, sign+word))
		} else {
			spans = append(spans, say.Plain(word))
		}
	}
	return spans
}

// hasPlan says whether the writer takes steps by itself.
func (w *window) hasPlan() bool {
	_, ok := w.known.Plan()
	return ok
}
