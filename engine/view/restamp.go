package view

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// anySays is how many answers about an object a window looks through for what they say beside its text.
const anySays = 64

// restamped gives a reading the version and the tag that its writer's own changes of what stands beside the text have
// given it since: the answer said them, and the text is the one that was read. A change that came on top of what the
// writer was never shown does not: under its tag the text would replace that unseen. An answer without a version and a
// tag, as to tags, says that neither moved.
func (k *Known) restamped(r Reading, object engine.ObjectID) Reading {
	if r.Gone || r.Version == "" || r.inside != "" {
		return r
	}
	for _, x := range slices.Backward(k.changedBeside(r.Request, object)) {
		at, wrong := strconv.Atoi(r.Version)
		now, counted := x.Answer.Field("version").Int()
		tag := x.Answer.Field("etag")
		if !counted && tag.IsZero() {
			continue
		}
		if wrong != nil || !counted || int(now) != at+1 || tag.IsZero() {
			break
		}
		r.Version, r.Tag, r.stamp = strconv.Itoa(int(now)), tag, k.world.NameNow(x)
		r.renamed = r.stamp == ""
	}
	return r
}

// changedBeside are the writer's own accepted changes of what stands beside an object's text that it heard of behind
// the answer to a request, the newest first.
func (k *Known) changedBeside(request int, object engine.ObjectID) (list []*engine.Exchange) {
	for x := range k.saying(object) {
		if x.Number == request {
			break
		}
		if x.By == k.ID && x.Object == object && x.Answer.Accepted() &&
			k.specs(x.Verb).Effect == engine.Describes {
			list = append(list, x)
		}
	}
	return list
}

// saying are the newest answers that the writer heard and that said anything of an object, the newest first.
func (k *Known) saying(object engine.ObjectID) func(yield func(*engine.Exchange) bool) {
	return func(yield func(*engine.Exchange) bool) {
		left := anySays
		for x := range k.world.Showed(k.ID, object, func(string) bool { return true }) {
			if left--; left < 0 || !yield(x) {
				return
			}
		}
	}
}

// Glance is what the writer was last told of an object whose text it was never shown: which version stands there, and
// beside the text what. ok is false where it was told none.
func (k *Known) Glance(object engine.ObjectID) (r Reading, what string, ok bool) {
	object = k.behind(object)
	for x := range k.saying(object) {
		version := x.Answer.Field("version")
		if x.Object != object || version.IsZero() || k.specs(x.Verb).Group != engine.GroupRead {
			continue
		}
		var parts []string
		for _, p := range x.Shows {
			if p.Object == object && p.Name != "tier" && !strings.Contains(p.Name, " ") {
				parts = append(parts, p.Name)
			}
		}
		if len(parts) == 0 {
			continue
		}
		slices.Sort(parts)
		return Reading{Name: x.Name, Request: x.Number, Sent: x.Sent.Event, At: x.Heard.At, Version: version.String(),
			Tag: x.Answer.Field("etag")}, strings.Join(slices.Compact(parts), ", "), true
	}
	return r, "", false
}
