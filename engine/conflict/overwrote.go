package conflict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Overwrote says the same as `replaced Ana's v1 unread`, of all whose work it was; empty where it replaced none.
func Overwrote(w *engine.World, e engine.Event) string {
	list := UnreadOfAll(w, e)
	if len(list) == 0 {
		return ""
	}
	did, what := overwritten(w, e, list[0])
	if read, instead := ReadBefore(w, e.Request, list[0]); read != "" {
		return did + " " + what + ", " + read + instead
	}
	of := ofEach(w, list)
	whose := []string{what + of(list[0])}
	for _, theirs := range list[1:] {
		if read, _ := ReadBefore(w, e.Request, theirs); read == "" {
			also, what := overwritten(w, e, theirs)
			what += of(theirs)
			if also != did {
				what = also + " " + what
			}
			whose = append(whose, what)
		}
	}
	const most = 4
	if more := len(whose) - most; more > 0 {
		whose = append(whose[:most], fmt.Sprintf("what %d other requests had made", more))
	}
	return did + " " + And(whose) + " unread" + bySameText(w, e, list)
}

// bySameText says of a text that was replaced by just the same that it is the same; empty of any other, and of several.
func bySameText(w *engine.World, e engine.Event, lost []engine.Change) string {
	if len(lost) == 1 && slices.Contains(engine.TextNames(), lost[0].Name) && SameText(w, e, lost[0].Object) {
		return ", by the same text"
	}
	return ""
}

// overwritten is what became of another's work, and what that was, as `v1` of somebody's.
func overwritten(w *engine.World, e engine.Event, theirs engine.Change) (did, what string) {
	did, what = Lost(w, e, theirs)
	work := w.Exchange(theirs.Mark.Request)
	made := versionMade(work, theirs.Mark.Event)
	properties := propertiesUnread(w, e, theirs)
	switch {
	case properties != "" && made == "":
		what = properties
	case properties != "":
		what = properties + " of " + made
	case what == "work" && made != "":
		what = made
	}
	return did, possessive(w.Title(work.By)) + " " + what
}

// propertiesUnread are those properties of an entity that were replaced of one request's, or removed, as `property
// "n"`, where others of that request were left as they are; empty where none were, and where some were replaced and
// some removed.
func propertiesUnread(w *engine.World, e engine.Event, theirs engine.Change) string {
	if !strings.HasPrefix(theirs.Name, ".") {
		return ""
	}
	var names []string
	lost := map[string]bool{}
	for c := range blindly(w, e) {
		if c.Mark.Request != theirs.Mark.Request || c.Object != theirs.Object {
			continue
		}
		if c.Drops != theirs.Drops {
			return ""
		}
		lost[c.Name] = true
		names = append(names, strconv.Quote(strings.TrimPrefix(c.Name, ".")))
	}
	left := slices.ContainsFunc(w.Exchange(theirs.Mark.Request).Shows, func(p engine.Part) bool {
		return p.Object == theirs.Object && strings.HasPrefix(p.Name, ".") && !p.Gone && !lost[p.Name]
	})
	switch {
	case !left || names == nil:
		return ""
	case len(names) == 1:
		return "property " + names[0]
	}
	return "properties " + And(names)
}

// ofEach names what each of several lost works was of, as ` of wiki/a`; nothing where all were of one thing.
func ofEach(w *engine.World, lost []engine.Change) func(engine.Change) string {
	several := slices.ContainsFunc(lost, func(c engine.Change) bool { return c.Object != lost[0].Object })
	return func(c engine.Change) string {
		if name := Called(w, c.Object); several && name != "" {
			return " of " + name
		}
		return ""
	}
}
