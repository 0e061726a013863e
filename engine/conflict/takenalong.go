package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// takesBlocks says why a commit took in a piece that its sender had not read. Only a list of blocks says where each is
// looked for.
//
// Source: engine/blob/rules.md, "Block blobs": `Latest`: staged first, else committed.
func (t teller) takesBlocks() string {
	if staged := t.w.Exchange(t.c.Victim.Request); placeOf(t.x, blockID(staged)) == "latest" {
		return "For a block that is to be the latest, a commit takes the uncommitted one under its id, and the " +
			"committed one only where there is none: whoever put it there."
	}
	return "A commit takes what lies under these names at that moment, whoever put it there."
}

// takesAlong says why what nobody compares was lost with what a request replaced or deleted: blocks that wait to be
// committed, or snapshots. Empty for anything else.
//
// Source: engine/blob/rules.md, "Block blobs" and "Snapshots".
func (t teller) takesAlong() string {
	staged := t.w.Exchange(t.c.Victim.Request)
	switch {
	case staged == nil:
		return ""
	case t.isSnapshot() && withSnapshots(t.w, t.x) != "":
		return "With its snapshots, all of them go, whoever took them: nothing of them is compared."
	case t.isSnapshot():
		return "A delete that names a snapshot takes away just that: nothing of it is compared."
	case t.w.Spec(staged.Verb).Effect != engine.Stages || blockID(staged) == "":
		return ""
	case t.spec().Effect == engine.Commits:
		return "A commit throws away all blocks that wait uncommitted and are not in its list, whoever staged them: " +
			"no tag tells of them."
	case t.spec().Effect != engine.Stages:
		return t.x.Verb + " throws away all blocks that wait uncommitted, whoever staged them: no tag tells of them."
	}
	return ""
}

// blockID is the id under which a request stages a block; empty: it stages none.
func blockID(x *engine.Exchange) string {
	if x == nil {
		return ""
	}
	return engine.ValueOf(x.Resolved(), "block").String()
}

// placeOf is where the list of a commit looks for a block: `committed`, `uncommitted` or `latest`; empty where it does
// not name the block. A word for a place stands in front of all ids up to the next one.
func placeOf(commit *engine.Exchange, id string) (place string) {
	places := []string{"committed", "uncommitted", "latest"}
	for _, a := range commit.Resolved() {
		list, _ := a.Value.List()
		if a.Name != "blocks" {
			continue
		}
		now := ""
		for _, v := range list {
			switch word := v.String(); {
			case slices.Contains(places, strings.ToLower(word)):
				now = strings.ToLower(word)
			case word == id && id != "":
				place = now
			}
		}
	}
	return place
}

// UndidRemoval says whether what a finding's request replaced is that another had taken a part away, as the policy of a
// bucket or a property: it is there again, and nothing of theirs went.
func UndidRemoval(w *engine.World, c Finding) bool {
	victim := w.Exchange(c.Victim.Request)
	return !c.Gone && c.More == "" && c.Whose != c.By && victim != nil &&
		!slices.Contains(engine.TextNames(), c.Part) &&
		!WasDelete(w, c) && slices.ContainsFunc(victim.Shows, func(p engine.Part) bool {
		return p.Object == c.Object && p.Name == c.Part && p.Gone && p.Mark.Request == victim.Number
	})
}

// removedPart is the part that somebody had taken away, as `the policy` or `property "n"`.
func (t teller) removedPart() string {
	if strings.HasPrefix(t.c.Part, ".") {
		return fmt.Sprintf("property %q", t.part())
	}
	return "the " + t.part() + t.ofWhich()
}

// WasDelete says whether what a finding's request replaced is that another had deleted it, at once or by a wish that
// its last close had carried out.
func WasDelete(w *engine.World, c Finding) bool {
	victim := w.Exchange(c.Victim.Request)
	if victim == nil {
		return false
	}
	effect := w.Spec(victim.Verb).Effect
	return effect == engine.Deletes || effect == engine.Opens && c.Victim.Event > victim.Decided.Event
}

// TookExpiry says whether what a finding's request replaced is that another had taken an expiry away: there is one
// again.
func TookExpiry(w *engine.World, c Finding) bool {
	victim := w.Exchange(c.Victim.Request)
	return c.Part == "expiry" && !c.Gone && c.Whose != c.By && victim != nil &&
		strings.HasPrefix(w.Spec(victim.Verb).Did, "removed its expiry")
}
