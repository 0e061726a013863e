package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// deletedTwice is for a delete that was done a second time: what it meant was gone by then, and what others had made
// under the name since is gone as well, with what they had put inside. There is nothing to read and nothing to take
// back: whoever made it is told. Empty for anything else.
func (a *adviser) deletedTwice(first *engine.Exchange) string {
	if a.spec.Group != engine.GroupDelete || a.spec.Effect == engine.Aborts {
		return ""
	}
	makers, lost := []string(nil), map[string][]engine.Change{}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		for _, c := range e.Own() {
			who := a.v.Title(c.Mark.By)
			if c.Gone || c.Mark.By == a.c.By || who == "" || c.Mark.Event < first.Decided.Event {
				continue
			}
			if lost[who] == nil {
				makers = append(makers, who)
			}
			lost[who] = append(lost[who], c)
		}
	}
	if len(makers) == 0 {
		return ""
	}
	made := "made under the name"
	if !slices.ContainsFunc(makers, func(who string) bool { return !wasBack(lost[who]) }) {
		made = "brought back"
	}
	again := fmt.Sprintf("#%d", a.x.Number)
	if first.Is(a.x) {
		again = "a second copy of it"
	}
	say := fmt.Sprintf("#%d had deleted what was meant: %s took what was %s since.", first.Number, again, made)
	for _, who := range makers {
		if wasBack(lost[who]) {
			say += fmt.Sprintf(" Tell %s, whose #%d had brought it back: whether it is to be there is for %[1]s to "+
				"say.", who, lost[who][0].Mark.Request)
			continue
		}
		if made := a.standsBy(lost[who][0].Object); made != nil && a.v.Title(made.By) == who {
			say += fmt.Sprintf(" %s's %s went with it, and %[1]s has made %[3]s again with #%[4]d.", who,
				severalOf(a.written(lost[who])), a.v.Called(lost[who][0].Object), made.Number)
			continue
		}
		say += fmt.Sprintf(" Tell %s, whose %s went with it: whether that is made again is for %[1]s to say.", who,
			severalOf(a.written(lost[who])))
	}
	return say
}

// wasBack says whether nothing was lost but that a thing was there again.
func wasBack(lost []engine.Change) bool {
	return !slices.ContainsFunc(lost, func(c engine.Change) bool { return c.Name != engine.Undeleted })
}

// written are the things that lost work was of, each once with the requests that had written it, the oldest first.
func (a *adviser) written(lost []engine.Change) (things []string) {
	slices.SortStableFunc(lost, func(a, b engine.Change) int { return a.Mark.Request - b.Mark.Request })
	by := map[string][]string{}
	for _, c := range lost {
		name, request := a.v.Called(c.Object), fmt.Sprintf("#%d", c.Mark.Request)
		if by[name] == nil {
			things = append(things, name)
		}
		if !slices.Contains(by[name], request) {
			by[name] = append(by[name], request)
		}
	}
	for i, name := range things {
		things[i] = fmt.Sprintf("%s (%s)", name, severalOf(by[name]))
	}
	return things
}

// severalOf are some names in a sentence, the first of many.
func severalOf(names []string) string {
	const most = 3
	if len(names) <= most {
		return conflict.And(names)
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
