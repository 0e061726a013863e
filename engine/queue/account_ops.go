package queue

import (
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/cors"
)

// elementNames are the elements of the service properties.
var elementNames = []string{"Logging", "HourMetrics", "MinuteMetrics", "Cors"}

func properties(tx *engine.Tx) engine.ElementsOf { return tx.State().(*State).properties() }

func (s *State) properties() engine.ElementsOf {
	return engine.ElementsOf{Table: s.services, Names: elementNames, Unknown: badElement, Fits: cors.Fits}
}

// Cross says what the rules on pages of other origins say of a request.
func (s *State) Cross(c engine.Crossing) engine.Crossed {
	return cors.Cross(s.properties().Word(c.Target, "Cors"), c)
}

// GetServiceProperties reads the properties of the queue service of an account.
//
// Answers: 200 with property.Logging, property.HourMetrics, property.MinuteMetrics and property.Cors.
//
// Source: Azure REST, "Get Queue Service Properties"; rules.md, "Queue operations".
type GetServiceProperties struct {
	Account string `op:"account" help:"the account"`
}

func (o GetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	return properties(tx).Tell(tx, o.Account)
}

// SetServiceProperties replaces those elements of the service properties that it names; the others stay. It takes no
// condition: the last writer wins.
//
// Answers: 202; 400 InvalidXmlDocument for an element that there is not, or rules in Cors that are none.
//
// Source: Azure REST, "Set Queue Service Properties"; rules.md, "Queue operations", "Order, delivery, concurrency" (O9)
// and "Races" (Q21).
type SetServiceProperties struct {
	Account  string        `op:"account" help:"the account"`
	Elements []engine.Pair `op:"property.*,content" help:"an element: Logging, HourMetrics, MinuteMetrics or Cors; the others stay"`
}

func (o SetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	return properties(tx).Set(tx, o.Account, o.Elements)
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
	if c := first(pageSize.number(l.Max), pageSize.within(l.Max), l.checkMarker()); c != nil {
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
