package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// deletedTwice is for a delete that was done a second time: what it meant was gone by then, and what others had made
// under the name since is gone as well, with what they had put inside. There is nothing to read and nothing to take
// back: whoever made it is told. Empty for anything else.
func (a *adviser) deletedTwice(first *engine.Exchange) string {
	if a.spec.Group != engine.GroupDelete || a.spec.Effect == engine.Aborts {
		return ""
	}
	makers, lost := []string(nil), map[string][]string{}
	for e := range a.v.Between(a.x.Decided.Event-1, a.x.Decided.Event+1) {
		for _, c := range e.Own() {
			who := a.v.Title(c.Mark.By)
			if c.Gone || c.Mark.By == a.c.By || who == "" || c.Mark.Event < first.Decided.Event {
				continue
			}
			if lost[who] == nil {
				makers = append(makers, who)
			}
			what := fmt.Sprintf("%s (#%d)", a.v.Called(c.Object), c.Mark.Request)
			if !slices.Contains(lost[who], what) {
				lost[who] = append(lost[who], what)
			}
		}
	}
	if len(makers) == 0 {
		return ""
	}
	say := fmt.Sprintf("#%d had deleted what was meant: #%d took what was made under the name since.", first.Number,
		a.x.Number)
	for _, who := range makers {
		say += fmt.Sprintf(" Tell %s, whose %s went with it: whether that is made again is for %[1]s to say.", who,
			severalOf(lost[who]))
	}
	return say
}

// severalOf are some names in a sentence, the first of many.
func severalOf(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
