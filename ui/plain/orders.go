package plain

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/ui/sessions"
)

// ordering is a call of the subcommand orders.
type ordering struct {
	*program
	budget  []func(*explore.Budget) error // what the flags say of it; what they do not name is as the file has it
	json    bool
	workers int
	dir     string
	end     string
	wanted  *scenario.End
	guards  bool
	code    int
}

func ordersFlags(set *flag.FlagSet) func(*program, []string) int {
	o := &ordering{workers: runtime.GOMAXPROCS(0)}
	set.BoolVar(&o.json, "json", false, "One JSON object for each file.")
	for _, option := range explore.Options() {
		help := strings.ToUpper(option.Help[:1]) + option.Help[1:] + "."
		says := func(text string) error {
			say := func(b *explore.Budget) error { return b.Set(option.Name, text) }
			o.budget = append(o.budget, say)
			return say(&explore.Budget{})
		}
		if option.Value == "" {
			set.BoolFunc(option.Name, help, says)
			continue
		}
		set.Func(option.Name, "`"+option.Value+"`: "+help, says)
	}
	set.Func("workers", "Works with `N` at a time (all cores); the result is the same.",
		func(text string) (err error) {
			if o.workers, err = strconv.Atoi(text); err != nil || o.workers < 1 || o.workers > explore.Most {
				err = fmt.Errorf("%q is no whole number from 1 to %d", text, explore.Most)
			}
			return err
		})
	set.Func("end", "Counts the orders that end as a `STATE` line says, as 'state blob a/b body=2'; of several all "+
		"must hold.",
		func(text string) error {
			o.end = strings.TrimPrefix(o.end+"; "+text, "; ")
			return nil
		})
	set.BoolVar(&o.guards, "guards", false, "Searches once more for each guard that the requests know.")
	set.StringVar(&o.dir, "o", "", "Writes the shortest order of each mark into the folder `DIR`, as scenarios.")
	return func(p *program, files []string) int {
		o.program = p
		if len(files) == 0 {
			return p.wrong("orders wants a file, such as interleave orders home.race, or a race of the library, " +
				"such as interleave orders wiki.")
		}
		if _, err := o.within(explore.Budget{}); err != nil {
			return p.wrong("%s.", err)
		}
		if o.end != "" && len(files) > 1 {
			return p.wrong("-end is about one file, and there are %d.", len(files))
		}
		for _, name := range files {
			o.code = max(o.code, o.file(name))
		}
		return o.code
	}
}

// within is a budget in which the flags changed what they name.
func (o *ordering) within(b explore.Budget) (explore.Budget, error) {
	for _, say := range o.budget {
		if err := say(&b); err != nil {
			return b, err
		}
	}
	return b, b.Check()
}

// file searches one file and says what came of it.
func (o *ordering) file(name string) int {
	f, code := o.read(name)
	if f == nil {
		return code
	}
	searched, err := f.Searched()
	if err != nil {
		fmt.Fprintln(o.errOut, err)
		return exitUnmet
	}
	budget, err := o.within(searched.Budget)
	if err != nil {
		return o.wrong("the flags and the explore of %s: %s.", name, err)
	}
	if !searched.Any() {
		return o.wrong("%s has nothing to search: no writer sends anything in it. Lines as `ann: get-blob wiki/a`, or "+
			"a plan, give it some.", name)
	}
	if o.end != "" {
		var writers []string
		for _, w := range searched.Input.World.Writers() {
			writers = append(writers, w.ID)
		}
		if o.wanted, err = f.EndOf(o.end, writers); err != nil {
			return o.wrong("%s", err)
		}
		searched.Input.Wanted = append(searched.Input.Wanted, o.wanted.Want())
	}
	_, most := budget.Limits()
	debug.SetMemoryLimit(most) // what is no longer used goes before that much is, and until then as seldom as this says
	debug.SetGCPercent(explore.Garbage)
	searched.Input.Overwritten = o.guards // as their rows tell it
	result := explore.Search(searched.Input, budget, room.SideBySide(o.workers), nil)
	var rows []guards.OrdersRow
	if o.guards {
		t := guards.OrdersTable{Rows: guards.Orders(searched.Input, budget, room.SideBySide(o.workers), nil)}
		t.Sort()
		rows = t.Rows
	}
	if o.json {
		line := o.object(name, searched, result)
		line.Guards = guardLines(rows)
		o.encode(line)
	} else {
		o.tell(name, searched, result)
		o.tellGuards(rows)
	}
	return o.examples(name, searched, result)
}

// What orders -json prints of a file.
type (
	ordersLine struct {
		File      string `json:"file"`
		Verdict   string `json:"verdict"`
		Complete  bool   `json:"complete"`
		Schedules string `json:"schedules"`
		Samples   string `json:"samples,omitempty"` // orders that were followed by chance
		// of a search that ended early: all orders of so many steps
		Covered     string            `json:"covered,omitempty"`
		States      string            `json:"states"`
		Transitions string            `json:"transitions"`
		Ends        string            `json:"ends"`
		Depth       string            `json:"depth"`
		Stuck       string            `json:"stuck"`
		WhyStuck    map[string]string `json:"whyStuck,omitempty"` // by writer
		Outcomes    []outcomeLine     `json:"outcomes"`
		Values      []valueLine       `json:"values"`
		Marks       []markLine        `json:"marks"`
		Unread      *markLine         `json:"unread,omitempty"`  // no mark: work was replaced that nobody had read
		Behind      []behindLine      `json:"behind,omitempty"`  // nor: work that several did, or nobody
		Refused     []markLine        `json:"refused,omitempty"` // nor: as of a condition that a service does not know
		End         *endLine          `json:"end,omitempty"`
		Guards      []guardLine       `json:"guards,omitempty"`
		Left        []string          `json:"left,omitempty"`
		Start       []string          `json:"start,omitempty"` // requests of the start that were refused, in sentences
	}
	behindLine struct {
		What      string   `json:"what"`
		Of        string   `json:"of,omitempty"`
		Schedules string   `json:"schedules,omitempty"`
		Example   []string `json:"example"`
	}
	outcomeLine struct {
		End       map[string]string `json:"end"`
		Last      map[string]string `json:"last"`
		Schedules string            `json:"schedules"`
		Samples   string            `json:"samples,omitempty"`
		Marks     []metLine         `json:"marks"` // of these orders, those that meet each kind
		Example   []string          `json:"example"`
	}
	metLine struct {
		Severity  string `json:"severity"`
		Kind      string `json:"kind"`
		Schedules string `json:"schedules"`
		Samples   string `json:"samples,omitempty"`
	}
	guardLine struct {
		ID      string            `json:"id"`
		Verdict string            `json:"verdict"`
		Marks   map[string]string `json:"marks"`            // by kind: in how many orders
		Behind  map[string]string `json:"behind,omitempty"` // work that several did, or nobody: in how many orders
		End     string            `json:"end,omitempty"`    // in how many orders the end comes that was asked for
	}
	endLine struct {
		State     string   `json:"state"`
		Found     bool     `json:"found"`
		Schedules string   `json:"schedules"`
		Samples   string   `json:"samples,omitempty"`
		Nearest   string   `json:"nearest,omitempty"` // where no order ends so: what the end says that comes nearest
		Example   []string `json:"example"`           // to it
	}
	valueLine struct {
		End       map[string]string `json:"end"`
		Schedules string            `json:"schedules"`
		Samples   string            `json:"samples,omitempty"`
	}
	markLine struct {
		Severity  string   `json:"severity,omitempty"` // none: it is no mark
		Kind      string   `json:"kind"`
		Schedules string   `json:"schedules"`
		Samples   string   `json:"samples,omitempty"`
		Length    string   `json:"length"`
		Example   []string `json:"example"`
	}
)

func (o *ordering) object(name string, s *scenario.Searched, r *explore.Result) ordersLine {
	plain := common(r)
	line := ordersLine{File: name, Verdict: r.Verdict(), Complete: r.Complete(), Samples: few(r.Samples),
		Covered: few(r.Covered), Schedules: digits(r.Schedules),
		States: strconv.Itoa(r.States), Transitions: strconv.Itoa(r.Transitions), Ends: strconv.Itoa(r.Ends),
		Depth: strconv.Itoa(r.Depth), Stuck: digits(r.StuckIn), Left: s.Left, Start: refusedSeeds(s),
		Outcomes: []outcomeLine{},
		Values:   []valueLine{}, Marks: []markLine{}}
	for _, why := range r.WhyStuck() {
		if line.WhyStuck == nil {
			line.WhyStuck = map[string]string{}
		}
		line.WhyStuck[why.Writer] = why.Status
	}
	if r.Endless {
		line.Schedules = "unbounded"
	}
	for _, one := range r.Outcomes {
		last := map[string]string{}
		for _, l := range one.Last {
			last[l.Writer] = l.Status
		}
		met := []metLine{}
		for _, m := range one.Marks {
			met = append(met, metLine{string(m.Severity), string(m.Kind), digits(m.Schedules), few(m.Samples)})
		}
		line.Outcomes = append(line.Outcomes, outcomeLine{contents(one.End, plain), last, digits(one.Schedules),
			few(one.Samples), met, s.Lines(one.Example)})
	}
	for _, one := range r.Values {
		line.Values = append(line.Values, valueLine{contents(one.End, plain), digits(one.Schedules),
			few(one.Samples)})
	}
	for _, end := range r.Wanted {
		line.End = &endLine{State: o.end, Found: end.Found, Schedules: digits(end.Schedules), Samples: few(end.Samples),
			Example: s.Lines(end.Example)}
		if near, differs, ok := o.wanted.Nearest(s.Input, r); ok && !end.Found {
			line.End.Nearest, line.End.Example = differs, s.Lines(near.Example)
		}
	}
	for _, m := range r.Marks {
		line.Marks = append(line.Marks, markOf(s, m))
	}
	if r.Unread != nil {
		unread := markOf(s, *r.Unread)
		line.Unread = &unread
	}
	for _, m := range r.Refused {
		one := markOf(s, m)
		one.Kind = explore.PlainWords(m.Kind)
		line.Refused = append(line.Refused, one)
	}
	for _, row := range behindIn(r) {
		line.Behind = append(line.Behind, behindLine{row.Text, row.About, strings.ReplaceAll(row.Orders, ",", ""),
			s.Lines(row.Steps)})
	}
	return line
}

// behindIn are the rows of work behind a marker that several did, or nobody.
func behindIn(r *explore.Result) []explore.Row {
	rows, _ := explore.Rows(r, func(id string) string { return id })
	return slices.DeleteFunc(rows, func(row explore.Row) bool { return !row.IsBehind() })
}

// alwaysIn are the rows of requests that are refused in every order.
func alwaysIn(r *explore.Result) []explore.Row {
	rows, _ := explore.Rows(r, func(id string) string { return id })
	return slices.DeleteFunc(rows, func(row explore.Row) bool { return !row.IsRefused() })
}

func markOf(s *scenario.Searched, m explore.MarkOf) markLine {
	return markLine{strings.TrimSpace(string(m.Severity)), string(m.Kind), digits(m.Schedules), few(m.Samples),
		strconv.Itoa(m.Length), s.Lines(m.Example)}
}

// few is a number that is left out where it is none.
func few(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func digits(n *big.Int) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// common are the objects that say nothing and are there at every end: they tell no end from another.
func common(r *explore.Result) map[string]bool {
	seen := map[string]int{}
	for _, one := range r.Outcomes {
		for _, c := range one.End {
			if c.Text == "" {
				seen[c.Object.String()]++
			}
		}
	}
	list := map[string]bool{}
	for object, n := range seen {
		list[object] = n == len(r.Outcomes)
	}
	return list
}

func contents(list []explore.Content, without map[string]bool) map[string]string {
	texts := map[string]string{}
	for _, c := range list {
		if !without[c.Object.String()] {
			texts[c.Object.String()] = c.Text
		}
	}
	return texts
}

func guardLines(rows []guards.OrdersRow) (list []guardLine) {
	for _, row := range rows {
		line := guardLine{ID: row.ID, Verdict: row.Why, Marks: map[string]string{}}
		if row.Found != nil {
			line.Verdict = row.Found.Verdict()
			for _, m := range row.Found.Marks {
				line.Marks[string(m.Kind)] = digits(m.Schedules)
			}
			for _, harm := range behindIn(row.Found) {
				if line.Behind == nil {
					line.Behind = map[string]string{}
				}
				line.Behind[harm.Text] = strings.ReplaceAll(harm.Orders, ",", "")
			}
			for _, end := range row.Found.Wanted {
				line.End = digits(end.Schedules)
			}
		}
		list = append(list, line)
	}
	return list
}

// tellGuards prints what each guard does to the marks.
func (o *ordering) tellGuards(rows []guards.OrdersRow) {
	for _, row := range rows {
		if row.Found == nil {
			fmt.Fprintf(o.out, "  guard %s: %s\n", row.Title, row.Why)
			continue
		}
		var words []string
		for _, m := range row.Found.Marks {
			words = append(words, fmt.Sprintf("%c %s %s", m.Severity, m.Kind, share(m.Schedules, m.Samples, row.Found)))
		}
		if m := row.Found.Unread; m != nil {
			words = append(words, "work replaced unread "+share(m.Schedules, m.Samples, row.Found))
		}
		if m := row.Found.Overwritten; m != nil {
			words = append(words, "a text that names its writer overwritten by who had read it "+
				share(m.Schedules, m.Samples, row.Found))
		}
		for _, m := range row.Found.Always() {
			words = append(words, explore.PlainWords(m.Kind)+" in "+share(m.Schedules, m.Samples, row.Found))
		}
		for _, harm := range behindIn(row.Found) {
			words = append(words, harm.Text+" "+strings.Join(harm.Counts(), ", "))
		}
		if isStuck(row.Found) {
			words = append(words, "somebody stuck in "+share(row.Found.StuckIn, row.Found.SampledStuck, row.Found)+
				whyStuck(row.Found))
		}
		if words == nil {
			clean := strings.TrimSuffix(row.Found.Clean(), ".")
			words = []string{strings.ToLower(clean[:1]) + clean[1:]}
		}
		for _, end := range row.Found.Wanted {
			if end.Found {
				words = append(words, "end asked for "+share(end.Schedules, end.Samples, row.Found))
			} else {
				words = append(words, "end asked for in no order")
			}
		}
		fmt.Fprintf(o.out, "  guard %s: %s; %s\n", row.Title, strings.Join(words, ", "), row.Found.Verdict())
		if stays := row.TextsStay(); stays != "" {
			fmt.Fprintf(o.out, "    %s\n", stays)
		}
	}
}

func isStuck(r *explore.Result) bool {
	return r.StuckIn != nil && r.StuckIn.Sign() > 0 || r.SampledStuck > 0 || len(r.WhyStuck()) > 0
}

// whyStuck says in brackets what those do who are stuck; empty: it is not known.
func whyStuck(r *explore.Result) string {
	var words []string
	for _, why := range r.WhyStuck() {
		words = append(words, why.Writer+" "+why.Status)
	}
	if words == nil {
		return ""
	}
	return " (" + strings.Join(words, "; ") + ")"
}

// tellEnd prints an end, without the objects that say nothing at any.
func (o *ordering) tellEnd(one explore.Outcome, plain map[string]bool, r *explore.Result) {
	var words []string
	for _, c := range one.End {
		if !plain[c.Object.String()] {
			words = append(words, fmt.Sprintf("%s %q", c.Object, c.Text))
		}
	}
	for _, l := range one.Last {
		if l.Status != "" { // who sent nothing heard nothing
			words = append(words, l.Writer+" "+l.Said())
		}
	}
	met := one.Meets()
	if met != "" {
		met = ", with " + met
	}
	fmt.Fprintf(o.out, "  %s  %s%s\n", share(one.Schedules, one.Samples, r), strings.Join(words, ", "), met)
}

// tell prints what was found, for people.
func (o *ordering) tell(name string, s *scenario.Searched, r *explore.Result) {
	fmt.Fprintf(o.out, "%s: %s\n", name, r.Verdict())
	for _, refused := range refusedSeeds(s) {
		fmt.Fprintf(o.out, "  %s\n", refused)
	}
	for _, left := range s.Left {
		fmt.Fprintf(o.out, "  left out: %s\n", left)
	}
	if r.Stopped == "memory" || r.Stopped == "states" {
		fmt.Fprintln(o.out, "  -memory MIB and -states N raise the limits; -switches N and -samples N look at a "+
			"part of the orders.")
	}
	plain := common(r)
	for _, one := range r.Outcomes {
		o.tellEnd(one, plain, r)
	}
	for _, end := range r.Wanted {
		if !end.Found {
			fmt.Fprintf(o.out, "  %s: no order ends so; %s\n", o.end, r.Verdict())
			if near, differs, ok := o.wanted.Nearest(s.Input, r); ok {
				fmt.Fprintf(o.out, "    the nearest: %s, %s\n", differs, share(near.Schedules, near.Samples, r))
			}
			continue
		}
		fmt.Fprintf(o.out, "  %s: %s\n", o.end, share(end.Schedules, end.Samples, r))
		for _, l := range s.Lines(end.Example) {
			fmt.Fprintf(o.out, "      %s\n", l)
		}
	}
	stuck := isStuck(r)
	if stuck {
		fmt.Fprintf(o.out, "  somebody waits for what cannot come, or cannot send what is next: %s\n",
			share(r.StuckIn, r.SampledStuck, r))
		for _, why := range r.WhyStuck() {
			fmt.Fprintf(o.out, "    %s %s\n", why.Writer, why.Status)
		}
		for _, id := range r.Asleep {
			fmt.Fprintf(o.out, "    %s's plan waits for the clock: -jumps N lets it move\n", id)
		}
	}
	for _, row := range append(behindIn(r), alwaysIn(r)...) {
		what := strings.TrimPrefix(row.About+": "+row.Text, ": ")
		fmt.Fprintf(o.out, "  %s: %s\n", what, strings.Join(row.Counts(), ", "))
		for _, l := range s.Lines(row.Steps) {
			fmt.Fprintf(o.out, "      %s\n", l)
		}
	}
	if none(r) && r.Stopped == "" || len(r.Counted()) == 0 && !stuck && r.Overwritten == nil &&
		len(behindIn(r))+len(r.Always()) == 0 {
		fmt.Fprintf(o.out, "  %s\n", r.Clean())
	}
	for _, m := range r.Counted() {
		o.tellMark(m, s, r)
	}
	if r.Overwritten != nil {
		o.tellMark(*r.Overwritten, s, r)
	}
}

// tellMark prints a kind of mark, or what is counted as one is, with the shortest order that meets it.
func (o *ordering) tellMark(m explore.MarkOf, s *scenario.Searched, r *explore.Result) {
	shortest, what := "shortest", string(m.Severity)+" "+string(m.Kind)
	if r.Samples > 0 {
		shortest = "shortest of them"
	}
	switch {
	case r.Unread != nil && m.Kind == r.Unread.Kind:
		what = "work is replaced that its replacer had not read:"
	case r.Overwritten != nil && m.Kind == r.Overwritten.Kind:
		what = "a text that names its writer is overwritten by who had read it:"
	}
	fmt.Fprintf(o.out, "  %s  %s, %s %s\n", what, share(m.Schedules, m.Samples, r), shortest,
		engine.Counted(m.Length, "step", "steps"))
	for _, l := range s.Lines(m.Example) {
		fmt.Fprintf(o.out, "      %s\n", l)
	}
}

// none says whether no order keeps within the bound of switches: what is met then is met before one would go beyond it.
func none(r *explore.Result) bool {
	return r.Samples == 0 && r.Budget.Bounded && r.Schedules != nil && r.Schedules.Sign() == 0
}

// share is a count of orders with its part of all, or of those that were followed by chance.
func share(n *big.Int, samples int, r *explore.Result) string {
	all, what := r.Schedules, "orders"
	if r.Samples > 0 {
		n, all, what = big.NewInt(int64(samples)), big.NewInt(int64(r.Samples)), "sampled orders"
	}
	const places = 4
	switch part := explore.ShareTo(n, all, places); {
	case none(r):
		return "in no whole order, met on the way to one that has more switches"
	case part == "":
		return "some orders"
	case part == "all" && n.IsInt64() && n.Int64() == 1:
		return "the one " + strings.TrimSuffix(what, "s")
	case part == "all":
		return fmt.Sprintf("all %s %s", explore.Grouped(n), what)
	default:
		return fmt.Sprintf("%s of %s %s (%s)", explore.Grouped(n), explore.Grouped(all), what, part)
	}
}

// examples writes the shortest order of each mark as a scenario.
func (o *ordering) examples(name string, s *scenario.Searched, r *explore.Result) int {
	if o.dir == "" {
		return exitOK
	}
	if err := os.MkdirAll(o.dir, 0o777); err != nil {
		return o.wrong("%s cannot be made: %s", o.dir, ended(err))
	}
	base := strings.TrimSuffix(filepath.Base(name), ".race")
	for _, m := range r.Marks {
		to := filepath.Join(o.dir, base+"-"+string(m.Kind)+".race")
		text, err := s.File(fmt.Sprintf("The shortest order of %s in which %c %s comes up.", filepath.Base(name),
			m.Severity, m.Kind), m.Example)
		if err == nil {
			err = sessions.WriteFile(to, text, true)
		}
		if err != nil {
			return o.wrong("%s cannot be written: %s", to, ended(err))
		}
		if !o.json {
			fmt.Fprintf(o.out, "%s: written\n", to)
		}
	}
	return exitOK
}
