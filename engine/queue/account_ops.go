package queue

import (
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/cors"
)

// Properties are the elements that the service has as a whole.
func (s *State) Properties() engine.ElementsOf {
	return cors.Properties(s.services, badElement, "Logging", "HourMetrics", "MinuteMetrics", "Cors")
}

// SetServiceProperties replaces elements of the service's properties.
//
// Source: rules.md, "Queue operations", "Order, delivery, concurrency" (O9)
// and "Races" (Q21).
type SetServiceProperties struct {
	engine.SetServiceProperties `property.*:"an element: Logging, HourMetrics, MinuteMetrics or Cors; the others stay"`
}

// ListQueues lists the queues of the account in the order of their names, a page at a time. A queue that is being
// deleted is not listed.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one.
//
// Answers: 200 with 0.name and so on; 400 InvalidMarker.
//
// Source: Azure REST, "List Queues"; rules.md, "Queue operations" and "Error codes".
type ListQueues struct {
	Prefix  string             `op:"prefix" help:"only names that begin so"`
	Marker  engine.Opt[string] `op:"marker" help:"where the page begins, from the answer before"`
	Max     engine.Opt[int64]  `op:"maxresults" help:"names in one page, 1 to 5000"`
	Include engine.Value       `op:"include" help:"what else is listed: metadata"`
}

func (l ListQueues) Apply(tx *engine.Tx) engine.Answer {
	if c := engine.FirstOf(pageSize.number(l.Max), pageSize.within(l.Max), l.checkMarker()); c != nil {
		return tx.Refuse(c)
	}
	var list []engine.Field
	n, next := int64(0), ""
	for name, q := range tx.State().(*State).queues.All() {
		if q.gone || !strings.HasPrefix(name, l.Prefix) || name < l.Marker.Want {
			continue
		}
		if n == pageSize.of(l.Max) {
			next = name
			break
		}
		list = append(list, engine.Field{Name: strconv.FormatInt(n, 10) + ".name", Value: engine.Text(name)})
		if strings.Contains(l.Include.String(), "metadata") {
			tx.Show(engine.Part{Object: queueObject(name), Name: "metadata", Mark: q.wrote.metadata})
			for _, m := range q.metadata {
				list = append(list, engine.Field{Name: strconv.FormatInt(n, 10) + ".meta." + m.Name,
					Value: engine.Text(m.Text)})
			}
		}
		n++
	}
	l.showPage(tx, next)
	list = counted(int(n), list)
	if next != "" {
		list = append(list, engine.Field{Name: "marker", Value: engine.Text(next)})
	}
	return tx.Done(200, list...)
}

// checkMarker: a marker is the name of a queue, as an answer gave it.
func (l ListQueues) checkMarker() *engine.Cause {
	if l.Marker.Set && checkName(l.Marker.Want) != nil {
		return wrong(badMarker, l.Marker.Raw())
	}
	return nil
}

// showPage says which names the answer and those before it cover, so that a page of another moment is seen.
func (l ListQueues) showPage(tx *engine.Tx, next string) {
	names := engine.Part{Object: queueObject(""), Name: "names"}
	if l.Marker.Set {
		goesOn := names
		goesOn.After, goesOn.Mark = l.Marker.Want, l.newestBefore(tx, l.Marker.Want)
		tx.Show(goesOn)
	}
	if next != "" {
		ended := names
		ended.Upto, ended.Mark = next, l.newestBefore(tx, next)
		tx.Show(ended)
	}
}

// newestBefore is the newest work among the names before a token, removals too.
func (l ListQueues) newestBefore(tx *engine.Tx, token string) (last engine.Mark) {
	for name, q := range tx.State().(*State).queues.All() {
		if name >= token || !strings.HasPrefix(name, l.Prefix) {
			continue
		}
		for _, m := range []engine.Mark{q.wrote.metadata, q.wrote.acl, q.removed} {
			if m.Event > last.Event {
				last = m
			}
		}
	}
	return last
}
