package explore

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Row is one line of what a search of all orders found: a trouble that some order meets, or an end.
type Row struct {
	Mark   engine.Severity // 0: an end; a blank: a trouble that is no mark, as a writer who is stuck
	Text   string          // the trouble in words, or what stands at the end
	Heard  string          // of an end: what each writer heard last; Text ends with it
	About  string          // of an end: the object that differs from end to end, or the folder of several
	Orders string          // in how many orders, as 17,151,456; empty: unknown
	Share  string          // of all orders, as 99.9 %; empty: unknown
	Length int             // steps of the shortest order
	Name   string          // of the branch that the order becomes, as lost-update
	Way    string          // the shortest order in words
	Meets  string          // of an end: in how many of its orders each kind of mark comes up; empty: none, or unknown
	Signs  string          // of an end: the sorts of these, each once, as `~!`
	Steps  []Step          // the shortest order
}

// Rows are the troubles and the ends of a search; title is what people call a writer.
func Rows(found *Result, title func(id string) string) (troubles, ends []Row) {
	for _, m := range found.Counted() {
		row := Row{Mark: m.Severity, Text: m.Kind.Words(), Way: way(m.Example, title), Orders: digits(m.Schedules),
			Share: Share(m.Schedules, found.Schedules), Length: m.Length, Name: string(m.Kind), Steps: m.Example}
		if m.Kind == unread {
			row.Text = "work replaced unread"
		}
		troubles = append(troubles, row)
	}
	troubles = append(troubles, alwaysRows(found, title)...)
	if stuck, ok := stuckRow(found, title); ok {
		troubles = append(troubles, stuck)
	}
	untold := append(behindRows(found, title), undoneRows(found, title)...)
	told := slices.IndexFunc(troubles, func(r Row) bool { return r.Mark != engine.SeveritySilent && !r.IsUnread() })
	if told < 0 {
		told = len(troubles)
	}
	troubles = slices.Insert(troubles, told, untold...)
	same, about := alike(found)
	lead, heard := sharedLines(found, about), heardAlike(found)
	for i, o := range found.Outcomes {
		text, last := end(o, same, about, lead, heard, title)
		ends = append(ends, Row{Text: text, Heard: last, About: about, Orders: digits(o.Schedules),
			Share: Share(o.Schedules, found.Schedules), Length: len(o.Example), Name: fmt.Sprintf("end-%d", i+1),
			Way: way(o.Example, title), Steps: o.Example, Meets: o.Meets(), Signs: o.signs()})
	}
	return troubles, ends
}

// Meets says in how many of the orders to an end each kind of mark comes up, as `done twice in 3, no answer in all`.
func (o Outcome) Meets() string {
	var words []string
	for _, m := range o.Marks {
		switch {
		case m.Schedules == nil && m.Samples == o.Samples || m.Schedules != nil && m.Schedules.Cmp(o.Schedules) == 0:
			words = append(words, m.Kind.Words()+" in all")
		case m.Schedules == nil:
			words = append(words, fmt.Sprintf("%s in %s", m.Kind.Words(), Count(m.Samples)))
		default:
			words = append(words, m.Kind.Words()+" in "+Grouped(m.Schedules))
		}
	}
	return strings.Join(words, ", ")
}

func (o Outcome) signs() (signs string) {
	for _, m := range o.Marks {
		if sort := string(m.Severity); !strings.Contains(signs, sort) {
			signs += sort
		}
	}
	return signs
}

// Counted are the marks and, behind the silent ones, Unread where there is one: all kinds whose orders are counted. Who
// is refused was told, and whose work was replaced unread was not.
func (r *Result) Counted() []MarkOf {
	if r.Unread == nil {
		return r.Marks
	}
	told := slices.IndexFunc(r.Marks, func(m MarkOf) bool { return m.Severity != engine.SeveritySilent })
	if told < 0 {
		told = len(r.Marks)
	}
	return slices.Insert(slices.Clone(r.Marks), told, *r.Unread)
}

// stuckRow is the row of orders at whose end a writer cannot go on, with the shortest of them.
func stuckRow(found *Result, title func(id string) string) (r Row, ok bool) {
	for _, o := range found.Outcomes {
		if len(o.Why) == 0 || ok && len(o.Example) >= r.Length {
			continue
		}
		ok = true
		r = Row{Mark: ' ', Text: Stuck, Orders: digits(found.StuckIn), Share: Share(found.StuckIn, found.Schedules),
			Length: len(o.Example), Name: Stuck, Steps: o.Example, Way: way(o.Example, title)}
		for n, why := range found.whyStuck(o) {
			when := ". Then "
			switch {
			case n >= len(o.Why):
				when = ". In others "
			case n > 0:
				when = ", and "
			}
			r.Way += when + title(why.Writer) + " " + why.Status
		}
		if r.Way += "."; len(o.Example) == 0 {
			r.Way = strings.TrimPrefix(r.Way, ". ")
		}
	}
	return r, ok
}

// whyStuck are who is stuck at an end, and why, and behind them those who are stuck only at others.
func (r *Result) whyStuck(o Outcome) []Status {
	list := slices.Clone(o.Why)
	for _, other := range r.Outcomes {
		for _, why := range other.Why {
			if !slices.ContainsFunc(list, func(l Status) bool { return l.Writer == why.Writer }) {
				list = append(list, why)
			}
		}
	}
	return list
}

// alike are the objects that say the same at every end; about is the one that does not, where there is only one, else
// the folder that all lie in that do not.
func alike(found *Result) (same map[engine.ObjectID]bool, about string) {
	texts := map[engine.ObjectID]string{}
	same = map[engine.ObjectID]bool{}
	in := map[engine.ObjectID]int{}
	for _, o := range found.Outcomes {
		for _, c := range o.End {
			text, known := texts[c.Object]
			texts[c.Object] = c.Text
			in[c.Object]++
			same[c.Object] = !known || same[c.Object] && text == c.Text
		}
	}
	var apart []string
	for id, n := range in {
		if same[id] = same[id] && n == len(found.Outcomes); !same[id] {
			apart = append(apart, id.Name)
		}
	}
	switch len(apart) {
	case 0:
	case 1:
		about = apart[0]
	default:
		about = folder(apart)
	}
	return same, about
}

// folder is what names have in front in common, up to a slash; empty: nothing.
func folder(names []string) string {
	common := names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, common) {
			common = common[:len(common)-1]
		}
	}
	return common[:strings.LastIndex(common, "/")+1]
}

// heardAlike is what writers heard last who heard the same at every end, where there are several ends.
func heardAlike(found *Result) map[string]string {
	heard, apart := map[string]string{}, map[string]bool{}
	for _, o := range found.Outcomes {
		for _, l := range o.Last {
			if was, known := heard[l.Writer]; known && was != l.Status {
				apart[l.Writer] = true
			}
			heard[l.Writer] = l.Status
		}
	}
	for writer := range apart {
		delete(heard, writer)
	}
	if len(found.Outcomes) < 2 {
		return nil
	}
	return heard
}

// sharedLines is how many lines in front the texts of an object have in common at all ends; one line of each is left.
func sharedLines(found *Result, about string) (count int) {
	var first []string
	for _, o := range found.Outcomes {
		for _, c := range o.End {
			if c.Object.Name != about {
				continue
			}
			lines := strings.Split(strings.TrimRight(c.Text, "\n"), "\n")
			if first == nil {
				first, count = lines, len(lines)-1
			}
			count = min(count, len(lines)-1)
			for n := range count {
				if lines[n] != first[n] {
					count = n
					break
				}
			}
		}
	}
	return count
}

// Shared says what all ends have in common: the objects that say the same at each of them, and who heard the same last;
// empty: nothing.
func Shared(found *Result, title func(id string) string) string {
	const most = 3
	if len(found.Outcomes) < 2 {
		return ""
	}
	same, _ := alike(found)
	var words []string
	for _, c := range found.Outcomes[0].End {
		if same[c.Object] && c.Text != "" {
			words = append(words, strings.TrimSpace(c.Object.Name+" "+oneLine(c.Text)))
		}
	}
	if len(words) > most {
		words = append(words[:most], fmt.Sprintf("and %d more", len(words)-most))
	}
	heard := heardAlike(found)
	for _, l := range found.Outcomes[0].Last {
		if heard[l.Writer] != "" {
			words = append(words, title(l.Writer)+" "+l.Said())
		}
	}
	if words == nil {
		return ""
	}
	ends := "at every end"
	if !found.Complete() {
		ends += " that was found"
	}
	return ends + ": " + strings.Join(words, ", ")
}

// oneLine is a text in one line: a stroke stands where a line ends.
func oneLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for n, line := range lines {
		lines[n] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, " / ")
}

// end is what the objects hold in the end, of those that do not say the same at every end, without the first lines that
// they have in common, and what each writer heard last, of those who did not hear the same at every end, which stands
// behind it and by itself. Who sends nothing hears nothing.
func end(o Outcome, same map[engine.ObjectID]bool, about string, lead int, alike map[string]string,
	title func(id string) string) (text, heard string) {
	var words, last []string
	for _, c := range o.End {
		switch text := oneLine(c.Text); {
		case same[c.Object]:
		case c.Object.Name == about && text == "":
			words = append(words, "empty")
		case c.Object.Name == about:
			words = append(words, oneLine(strings.Join(strings.Split(c.Text, "\n")[lead:], "\n")))
		default:
			words = append(words, strings.TrimSpace(strings.TrimPrefix(c.Object.Name, about)+" "+text))
		}
	}
	if about != "" && words == nil {
		words = append(words, "not there")
	}
	for _, l := range o.Last {
		if alike[l.Writer] == "" && l.Status != "" {
			last = append(last, title(l.Writer)+" "+l.Said())
		}
	}
	heard = strings.Join(last, ", ")
	return strings.Join(append(words, last...), ", "), heard
}

// fates are what may become of a step beside its being carried out.
var fates = map[string]string{"lose-request": "the request is lost", "lose-answer": "the answer is lost",
	"arrive":        "it arrives, undecided",
	"decide":        "its answer stays under way",
	"answer":        "its answer comes",
	"double":        "a second copy follows",
	"double-answer": "a second copy of the answer follows", "timeout": "who stops waiting",
	"stop":  "who does nothing more",
	"clock": "the next timer ends", "clock-before": "just before the next timer ends",
	"finish": "the service ends its work"}

// way is an order in words, each step with its writer's name.
func way(steps []Step, title func(id string) string) string {
	var words []string
	for _, s := range steps {
		switch fate := fates[s.What]; {
		case s.Verb == "":
			words = append(words, strings.TrimSpace(title(s.By)+" "+cmp.Or(fate, s.What)))
		case fate != "":
			words = append(words, fmt.Sprintf("%s %s (%s)", title(s.By), s.named(), fate))
		default:
			words = append(words, title(s.By)+" "+s.named())
		}
		words[len(words)-1] += s.chosen()
	}
	return strings.Join(words, ", ")
}

// Lines are a search and its rows as lines of text, each row with the number by which it is opened.
func Lines(what string, found *Result, title func(id string) string) []string {
	troubles, ends := Rows(found, title)
	list := []string{what + ": " + found.Verdict()}
	if len(troubles) == 0 {
		list = append(list, found.Clean())
	}
	if shared := Shared(found, title); shared != "" {
		list = append(list, "What stands "+shared+".")
	}
	for i, r := range append(troubles, ends...) {
		text := strings.TrimPrefix(r.About+": "+r.Text, ": ")
		if r.Mark != 0 && r.Mark != ' ' {
			text = string(r.Mark) + " " + text
		}
		counts := r.Counts()
		if r.Meets != "" {
			counts = append(counts, "with "+r.Meets)
		}
		list = append(list, fmt.Sprintf("%2d  %s: %s", i+1, text, strings.Join(counts, ", ")), "    "+r.Way)
	}
	return list
}

// Clean says that no order meets any trouble, as far as the search went.
func (r *Result) Clean() string {
	switch {
	case r.Samples > 0:
		return fmt.Sprintf("None of %s samples meets any trouble. Others may.", Count(r.Samples))
	case r.Stopped != "":
		return fmt.Sprintf("No trouble in orders of up to %s; longer ones were not tried.", Steps(r.Covered))
	case r.Budget.Bounded:
		if r.Schedules != nil && r.Schedules.Sign() == 0 {
			return "No order has so few switches of writers: raise their number."
		}
		return "None of the orders that were looked at meets any trouble. Others may."
	}
	const none = "No order meets any trouble"
	some, all := r.sometimes(), r.allRefused()
	switch {
	case some != "" && all:
		return none + " but this: " + some + ". What everybody hears last is a refusal in all of them."
	case some != "":
		return none + " but this: " + some + "."
	case all:
		return none + ": what everybody hears last is a refusal in all of them."
	}
	return none + "."
}

// allRefused says whether all that anybody heard last, at every end, is a status that refuses.
func (r *Result) allRefused() bool {
	heard := false
	for _, o := range r.Outcomes {
		for _, l := range o.Last {
			if l.Status == "" {
				continue
			}
			n, err := strconv.Atoi(l.Status)
			if heard = true; err != nil || n < 400 {
				return false
			}
		}
	}
	return heard
}

// digits is a count in groups of three digits; nil is empty.
func digits(n *big.Int) string {
	if n == nil {
		return ""
	}
	return Grouped(n)
}

// Share is a part of a whole in percent, with one decimal place. It never says 0 of what exists, nor 100 of what is not
// all.
func Share(part, whole *big.Int) string { return ShareTo(part, whole, 1) }

// ShareTo is Share with so many decimal places, from 1 on; empty: the part or the whole is unknown, or the whole is 0.
func ShareTo(part, whole *big.Int, places int) string {
	if part == nil || whole == nil || whole.Sign() == 0 {
		return ""
	}
	if part.Cmp(whole) == 0 {
		return "all"
	}
	percent := new(big.Rat).SetFrac(new(big.Int).Mul(part, big.NewInt(100)), whole)
	least := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	most := new(big.Rat).Sub(big.NewRat(100, 1), least)
	switch {
	case percent.Cmp(least) < 0:
		return "< " + least.FloatString(places) + " %"
	case percent.Cmp(most) > 0:
		return "> " + most.FloatString(places) + " %"
	}
	return percent.FloatString(places) + " %"
}

// Counts are a row's numbers in words.
func (r Row) Counts() (list []string) {
	switch r.Orders {
	case "":
	case "1":
		list = append(list, "1 order")
	default:
		list = append(list, r.Orders+" orders")
	}
	if r.Share != "" {
		list = append(list, r.Share)
	}
	return append(list, "shortest "+Steps(r.Length))
}

// AskedRow is the end that was asked for, in the words of who asked; Steps is empty where no order ends so.
func AskedRow(found *Result, asked string, title func(id string) string) Row {
	if len(found.Wanted) == 0 || !found.Wanted[0].Found {
		return Row{Text: "No order ends so: " + asked}
	}
	end := found.Wanted[0]
	return Row{Text: asked, Orders: digits(end.Schedules), Share: Share(end.Schedules, found.Schedules),
		Length: len(end.Example), Name: "asked-end", Way: way(end.Example, title), Steps: end.Example}
}

// OverwrittenRow is the row of claims that are overwritten by who had read them; ok is false where no order has any.
func OverwrittenRow(found *Result, title func(id string) string) (r Row, ok bool) {
	m := found.Overwritten
	if m == nil {
		return r, false
	}
	return Row{Mark: noMark, Text: "claim overwritten by who had read it", Orders: digits(m.Schedules),
		Share: Share(m.Schedules, found.Schedules), Length: m.Length, Name: string(overwritten),
		Way: way(m.Example, title), Steps: m.Example}, true
}

// RetypedRow is the row of texts that go as they were typed over what was read since; ok is false where no order has
// any.
func RetypedRow(found *Result, title func(id string) string) (r Row, ok bool) {
	m := found.Retyped
	if m == nil {
		return r, false
	}
	return Row{Mark: noMark, Text: "text sent as it was typed over what was read", Orders: digits(m.Schedules),
		Share: Share(m.Schedules, found.Schedules), Length: m.Length, Name: RetypedName,
		Way: way(m.Example, title), Steps: m.Example}, true
}

// RetypedName is the name of such a row.
const RetypedName = string(retyped)

// NearestRow is an end that comes near to one that was asked for; differs is what it says instead.
func NearestRow(found *Result, end Outcome, differs string, title func(id string) string) Row {
	return Row{Text: "the nearest: " + differs, Orders: digits(end.Schedules),
		Share: Share(end.Schedules, found.Schedules), Length: len(end.Example), Name: "nearest-end",
		Way: way(end.Example, title), Steps: end.Example}
}

// Steps is a number of steps in words.
func Steps(n int) string { return Plural(n, "step") }

// MostBudget is the largest number of a budget.
const MostBudget = 1000

// Turn is one budget of a search: how people call it, and the key that raises it.
type Turn struct {
	Key, Word string
	Of        func(*Budget) *int
}

// Turns are the budgets of a search, in the order in which they are shown.
func Turns() []Turn {
	return []Turn{
		{"x", "lost", func(b *Budget) *int { return &b.Faults }},
		{"d", "doubled", func(b *Budget) *int { return &b.Copies }},
		{"z", "late", func(b *Budget) *int { return &b.Lates }},
		{"t", "timers", func(b *Budget) *int { return &b.Jumps }},
		{"s", "stops", func(b *Budget) *int { return &b.Stops }},
	}
}

// Orders is a number of orders in words.
func Orders(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 order"
	}
	return Grouped(n) + " orders"
}

// None begins the sentence that no order of all does something, as `None of 14 orders meets`; nil: they were not
// counted.
func None(all *big.Int, does string) string {
	switch {
	case all == nil:
		return "No order " + does + "s"
	case all.IsInt64() && all.Int64() == 1:
		return "The one order that there is does not " + does
	}
	return "None of " + Orders(all) + " " + does + "s"
}

// Say says in a sentence or two how many orders avoid a trouble, and how far the nearest of them is from what happened.
func (o Other) Say(trouble string) string {
	switch {
	case o.All == nil:
		return "The orders are too many to be counted within the limits of a search, or never end."
	case !o.Found && o.Avoid.Sign() > 0:
		return fmt.Sprintf("%s %s, unless a message is lost that had arrived.", None(o.All, "avoid"), trouble)
	case !o.Found:
		return fmt.Sprintf("%s %s.", None(o.All, "avoid"), trouble)
	}
	avoid := "avoid"
	if Grouped(o.Avoid) == "1" {
		avoid = "avoids"
	}
	said := fmt.Sprintf("%s of %s %s %s.", Grouped(o.Avoid), Orders(o.All), avoid, trouble)
	if o.Outside {
		said += " What happened is not among these orders."
	}
	switch has := strings.Join(o.Instead, " and "); {
	case has != "" && o.Clean != nil && o.Clean.Sign() > 0:
		said += fmt.Sprintf(" %s of them without a refusal or a harm, by the loss of a message that had arrived, "+
			"which is a fault and no cure. The nearest of the rest has %s instead.", Grouped(o.Clean), has)
	case has != "":
		said += fmt.Sprintf(" None of them is without trouble: the nearest has %s instead.", has)
	case o.Clean != nil && o.Clean.Cmp(o.Avoid) < 0:
		said += fmt.Sprintf(" %s of them without a refusal or a harm%s.", Grouped(o.Clean), o.later())
	case o.Later:
		said += " In each of them the clock goes on."
	}
	var differs []string
	switch moved := max(o.Moves-o.Arrives-o.Unsent, 0); {
	case moved == 1:
		differs = append(differs, "one request stands elsewhere")
	case moved > 1:
		differs = append(differs, fmt.Sprintf("%d requests stand elsewhere", moved))
	}
	switch {
	case o.Unsent == 1:
		differs = append(differs, "one request is not sent")
	case o.Unsent > 1:
		differs = append(differs, fmt.Sprintf("%d requests are not sent", o.Unsent))
	}
	switch {
	case o.Arrives == 1:
		differs = append(differs, "one message that was lost arrives")
	case o.Arrives > 1:
		differs = append(differs, fmt.Sprintf("%d messages that were lost arrive", o.Arrives))
	}
	switch {
	case o.Loses == 1:
		differs = append(differs, "one message is lost that had arrived, which is a fault and no cure")
	case o.Loses > 1:
		differs = append(differs, fmt.Sprintf("%d messages are lost that had arrived, which is a fault and no cure",
			o.Loses))
	}
	if len(differs) > 0 {
		said += " In the nearest, " + strings.Join(differs, ", and ") + "."
	}
	if len(o.Ended) > 0 {
		where := "In the nearest,"
		if len(differs) > 0 {
			where = "There"
		}
		said += fmt.Sprintf(" %s the clock goes on to %s: %s.", where, o.Until, strings.Join(o.Ended, ", "))
	}
	if o.Twice != "" {
		said += " " + o.Twice
	}
	return said
}

// Same says whether two rows tell of one trouble.
func (r Row) Same(other Row) bool { return r.Mark == other.Mark && r.Name == other.Name }

// IsUndone says whether a row tells of work that nobody does at the end.
func (r Row) IsUndone() bool { return r.Mark == noMark && strings.HasPrefix(r.Name, undoneName+"-") }

// IsUnread says whether a row tells of work that was replaced unread.
func (r Row) IsUnread() bool { return r.Mark == noMark && r.Name == string(unread) }
