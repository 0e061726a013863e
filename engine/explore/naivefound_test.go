package explore_test

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
)

// What following every order by itself comes to, and where a search differs.

var numbered = regexp.MustCompile(`#[0-9]+`)

// plainName is the name of an object without what differs from history to history.
func plainName(id engine.ObjectID) string {
	name := id.Kind + " " + id.Name
	for _, t := range slices.Backward(engine.TokensIn(name, 1<<40)) {
		name = name[:t.From] + "#" + name[t.To:]
	}
	return numbered.ReplaceAllString(name, "#")
}

// says says whether a property of that name is something that a thing says.
func says(name string) bool {
	group, _, dotted := strings.Cut(name, ".")
	return slices.Contains(engine.TextNames(), name) ||
		dotted && (group == "metadata" || group == "tags" || group == "items")
}

func (n *naive) outcome() string {
	type object struct{ key, name, text string }
	var all []object
	for id, r := range n.w.Objects() {
		switch id.Kind {
		case "handle", "client", "upload", "script", "role", "blob-service", "queue-service", "table-service",
			"share-service":
			continue
		}
		var parts []string
		for _, p := range engine.PropertiesThat(r, says) {
			if slices.Contains(engine.TextNames(), p.Name) {
				parts = append(parts, p.Text)
			} else {
				parts = append(parts, p.Name+"="+p.Text)
			}
		}
		key := id.Name // what was made earlier comes first
		for _, t := range slices.Backward(engine.TokensIn(key, 1<<40)) {
			key = key[:t.From] + fmt.Sprintf("%016x", t.Number) + key[t.To:]
		}
		all = append(all, object{id.Kind + " " + key, plainName(id), strings.Join(parts, " ")})
	}
	slices.SortFunc(all, func(a, b object) int { return strings.Compare(a.key, b.key) })
	var list []string
	seen := map[uint64]string{}
	for _, o := range all {
		text := ""
		for at, t := range engine.TokensIn(o.text, 1<<40) {
			if at == 0 {
				text = o.text
			}
			if seen[t.Number] == "" {
				seen[t.Number] = fmt.Sprintf("#%d", len(seen)+1)
			}
			text = strings.Replace(text, o.text[t.From:t.To], seen[t.Number], 1)
		}
		if text == "" {
			text = o.text
		}
		list = append(list, o.name+" "+text)
	}
	slices.Sort(list)
	for _, id := range n.ids {
		last := "stuck"
		if _, well := n.over(id); well {
			last = n.status(id)
		}
		list = append(list, id+" "+last)
	}
	return strings.Join(list, "\n")
}

// status is what a writer heard last.
func (n *naive) status(id string) string {
	if x := n.w.Exchange(n.w.Writer(id).Newest); x != nil {
		return n.said(x)
	}
	return ""
}

func (n *naive) said(x *engine.Exchange) string {
	a := &x.Answer
	switch prompt := n.w.Spec(x.Verb).Prompt(); {
	case prompt && a.Why != nil:
		return a.Why.Rule.Fault.Code
	case prompt:
		v := a.Field("reply")
		if list, ok := v.List(); ok && len(list) > 0 {
			v = list[0]
		}
		if v.IsZero() {
			return "nil"
		}
		return v.String()
	case engine.IsNTStatus(a.Status):
		return a.Named()
	}
	return strconv.Itoa(a.Status)
}

// counts counts the kinds of marks of an order that has ended.
func (n *naive) counts(met map[string]bool) {
	for kind := range met {
		n.marks[kind]++
		if !strings.HasPrefix(kind, " ") { // what is no mark is counted for all ends together
			n.met[n.outcome()+"\n\n"+kind]++
		}
	}
}

// outcomesOf are the orders to the ends of a search, by what they say, and of these those that meet a kind of mark,
// whose name stands behind a blank line.
func outcomesOf(r *explore.Result) (found, met map[string]*big.Int) {
	found, met = map[string]*big.Int{}, map[string]*big.Int{}
	add := func(to map[string]*big.Int, key string, orders *big.Int) {
		if to[key] == nil {
			to[key] = new(big.Int)
		}
		to[key].Add(to[key], orders)
	}
	for _, o := range r.Outcomes {
		var list []string
		for _, c := range o.End {
			list = append(list, plainName(c.Object)+" "+c.Text)
		}
		slices.Sort(list)
		for _, l := range o.Last {
			list = append(list, l.Writer+" "+l.Status)
		}
		key := strings.Join(list, "\n")
		add(found, key, o.Schedules)
		for _, m := range o.Marks {
			add(met, key+"\n\n"+string(m.Severity)+" "+string(m.Kind), m.Schedules)
		}
	}
	return found, met
}

// differs says where a search found something else; empty: nowhere.
func (n *naive) differs(r *explore.Result) string {
	var wrong []string
	differ := func(what string, got *big.Int, want int) {
		if got == nil || got.String() != strconv.Itoa(want) {
			wrong = append(wrong, fmt.Sprintf("%s: %s, one by one %d", what, got, want))
		}
	}
	differ("orders", r.Schedules, n.orders)
	found, met := outcomesOf(r)
	for _, c := range []struct {
		found map[string]*big.Int
		want  map[string]int
	}{{found, n.outcomes}, {met, n.met}} {
		for key, count := range c.found {
			differ(key, count, c.want[key])
		}
		for key, count := range c.want {
			if c.found[key] == nil {
				differ(key, new(big.Int), count)
			}
		}
	}
	marks := map[string]bool{}
	counted := r.Counted()
	if r.Overwritten != nil {
		counted = append(counted, *r.Overwritten)
	}
	for _, m := range append(counted, r.Refused...) {
		key := string(m.Severity) + " " + string(m.Kind)
		marks[key] = true
		differ(key, m.Schedules, n.marks[key])
		length := n.length
		if n.orders == 0 { // none comes to its end within the bound
			length = n.broken
		}
		if m.Kind != engine.SplitUpdate && m.Length != length[key] {
			wrong = append(wrong, fmt.Sprintf("%s: shortest %d, one by one %d", key, m.Length, length[key]))
		}
	}
	for key := range n.marks {
		if !marks[key] {
			wrong = append(wrong, "not found: "+key)
		}
	}
	for at := range n.wanted {
		differ(fmt.Sprint("saw ", n.wanted[at].Saw), r.Wanted[at].Schedules, n.ends[at])
		if r.Wanted[at].Found != (n.ends[at] > 0) {
			wrong = append(wrong, fmt.Sprintf("found %v, one by one %d", r.Wanted[at].Found, n.ends[at]))
		}
	}
	undone := map[string]*big.Int{}
	for _, u := range r.Undone {
		undone[u.Work.Name] = u.Schedules
	}
	for _, work := range n.works {
		if undone[work] != nil || n.undone[work] > 0 {
			differ("undone "+work, undone[work], n.undone[work])
		}
	}
	slices.Sort(wrong)
	return strings.Join(wrong, "\n")
}

// soFar is how many orders there are that differ in their first so many steps, or have fewer.
func (n *naive) soFar(steps int) (orders int) {
	for length, ended := range n.ended {
		if length < steps {
			orders += ended
		}
	}
	return orders + n.begun[steps]
}

// saw says whether all answers were heard that an end asks for, by now.
func (n *naive) saw(want explore.Want) bool {
	return want.Is(n.w) && !slices.ContainsFunc(want.Saw, func(s explore.Status) bool {
		for number := 1; number <= n.w.Requests(); number++ {
			if x := n.w.Exchange(number); x.By == s.Writer && !x.Heard.IsZero() && n.said(x) == s.Status {
				return false
			}
		}
		return true
	})
}

// half says whether a wish of a writer is done in part: something of it stands, and something of it was not carried out
// or is still to be sent.
func (n *naive) half(id string) bool {
	p := n.planOf(id)
	if p == nil {
		return false
	}
	return slices.ContainsFunc(p.Wishes, func(w engine.Wishing) bool {
		some, all := false, !n.mayStillChange(p, w.Name)
		for at, number := range w.Requests {
			counts := countsInWish(n.w.Spec(n.w.Exchange(number).Verb).Group)
			some = some || n.w.Exchange(number).Altered && counts
			done := at < w.Before || !counts
			for other := 1; other <= n.w.Requests(); other++ {
				x := n.w.Exchange(other)
				done = done || x.Wish == n.w.Exchange(number).Wish && !x.Decided.IsZero() && x.Answer.Accepted()
			}
			all = all && done
		}
		return some && !all
	})
}

// countsInWish says whether a request can be a part of a wish that is done or not: no read, and no lock.
func countsInWish(group engine.Group) bool {
	return group != engine.GroupRead && group != engine.GroupLease
}

// faultOf is what the service said that refused a request, or a part of one.
func faultOf(w *engine.World, f conflict.Finding) string {
	fault := f.Cause.Rule.Fault
	switch {
	case w.Spec(w.Exchange(f.Request).Verb).Prompt(), engine.IsNTStatus(fault.Status):
		return fault.Code
	case fault.Code == "":
		return strconv.Itoa(fault.Status)
	}
	return strconv.Itoa(fault.Status) + " " + fault.Code
}

// shortest notes the kinds that a step makes, so many steps from the beginning; whole: some order behind it comes to
// its end.
func (n *naive) shortest(made map[string]bool, steps int, whole bool) {
	length := n.broken
	if whole {
		length = n.length
	}
	for kind := range made {
		if l, known := length[kind]; !known || l > steps {
			length[kind] = steps
		}
	}
}
