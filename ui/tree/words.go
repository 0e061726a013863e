package tree

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// serviceOrder is the services in the order of the tree, by the word that fits beside what it says of them.
var serviceOrder = []struct{ service, label string }{{"blob", "Blobs"}, {"queue", "Queues"}, {"table", "Tables"},
	{"share", "Files"}, {"bucket", "S3"}, {"tair", "TairString"}}

// inOrder are the services in the order of the tree; one that has no place there stands behind the others under its own
// title.
func inOrder(list []*engine.Service) []*engine.Service {
	place := func(s *engine.Service) int {
		at := slices.IndexFunc(serviceOrder, func(
			x struct{ service, label string }) bool {
			return x.service == s.Name
		})
		if at < 0 {
			return len(serviceOrder)
		}
		return at
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *engine.Service) int { return place(a) - place(b) })
	return list
}

func serviceLabel(s *engine.Service) string {
	for _, x := range serviceOrder {
		if x.service == s.Name {
			return x.label
		}
	}
	return s.Title
}

// versionOf is what tells the state of an object in one word: the version, of a TairString its own one by the name that
// the product has for it, of what has none how much it holds.
func (t *Pane) versionOf(info view.ObjectInfo, inside []view.ObjectInfo) []grid.Span {
	switch {
	case info.Hidden:
		return []grid.Span{say.Dim("deleted")}
	case info.Kind == "queue":
		return t.waiting(inside)
	case info.Kind == "table":
		return []grid.Span{say.Dim(say.Number(len(inside), "entity", "entities"))}
	case info.Kind == "file" && len(inside) > 0:
		return []grid.Span{say.Dim(say.Number(len(inside), "handle"))}
	case info.Kind == "bucket" && view.Record(t.View.Properties(info.Object)).Text("policy") != "":
		return []grid.Span{say.Dim("policy")}
	case info.Version == "":
		return nil
	case info.Kind == "key":
		return []grid.Span{say.Dim("ver " + info.Version)}
	}
	return []grid.Span{say.Dim("v" + info.Version)}
}

// waiting are the messages of a queue, and how many of them nobody sees.
func (t *Pane) waiting(inside []view.ObjectInfo) []grid.Span {
	hidden, n := 0, 0
	timers := t.View.Timers()
	for _, m := range inside {
		if m.Kind != "message" {
			continue
		}
		n++
		if _, hides := view.TimerOf(timers, m.Object, "next-visible"); hides {
			hidden++
		}
	}
	if hidden == 0 {
		return []grid.Span{say.Dim(say.Number(n, "message"))}
	}
	return []grid.Span{say.Dim(fmt.Sprintf("%d ", n)), say.Ink(themes.Behind, fmt.Sprintf("(%d hid)", hidden))}
}

// inTurn puts messages into the order in which they were put; their names are only ids.
func (t *Pane) inTurn(list []view.ObjectInfo) []view.ObjectInfo {
	list = slices.Clone(list)
	turn := func(x view.ObjectInfo) int64 {
		n, _ := engine.Text(view.Record(t.View.Properties(x.Object)).Text("seq")).Int()
		return n
	}
	slices.SortStableFunc(list, func(a, b view.ObjectInfo) int {
		if a.Kind != "message" || b.Kind != "message" || a.Inside != b.Inside {
			return 0
		}
		return int(turn(a) - turn(b))
	})
	return list
}

// byHolder are the things by what holds them.
func byHolder(infos []view.ObjectInfo) map[engine.ObjectID][]view.ObjectInfo {
	list := map[engine.ObjectID][]view.ObjectInfo{}
	for _, info := range infos {
		if !info.Inside.IsZero() && info.Inside != info.Object {
			list[info.Inside] = append(list[info.Inside], info)
		}
	}
	return list
}
