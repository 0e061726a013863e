package card

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/uitest"
)

// eachTrouble plays every race of the library and hands out each conflict with the view at its end.
func eachTrouble(t *testing.T, do func(race string, v *view.View, trouble view.Trouble)) {
	t.Helper()
	for _, name := range races.All() {
		r := roomtest.Race(t, name)
		told := map[conflict.Finding]bool{}
		for {
			v := r.View()
			for _, trouble := range v.Troubles() {
				if !told[trouble.Finding] {
					told[trouble.Finding] = true
					do(name, v, trouble)
				}
			}
			if v.Waits() {
				break
			}
			if _, err := r.Step(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// Every kind of mark that the races make has its sentences in all four views, in the words of the house. Where not all
// is asked for, four marks of a kind are looked at.
func TestEveryKindIsToldInFourViews(t *testing.T) {
	seen := map[engine.Trouble]int{}
	eachTrouble(t, func(race string, v *view.View, trouble view.Trouble) {
		if seen[trouble.Kind]++; seen[trouble.Kind] > enginetest.Part(math.MaxInt, 4) {
			return
		}
		if conflict.Meaning(trouble.Kind) == "" {
			t.Errorf("%s: nothing says what %s means", race, trouble.Kind)
		}
		for _, width := range []int{58, 130} {
			p := cardPage{view: v, t: trouble, advice: advice.For(v, trouble.Finding), w: width}
			for shows := range cardViews {
				lines := p.lines(shows, true)
				text := textOf(lines)
				if len(strings.Fields(text)) < 6 {
					t.Errorf("%s %s: %s says no more than %q", race, trouble.Kind, cardNames[shows], text)
				}
				own := strings.ToLower(strings.Join(strings.Fields(text), " "))
				checkKnowable(t, race, cardNames[shows], text)
				switch shows {
				case exchangeView:
					checkAnswered(t, race, v, trouble, text)
				case diffView:
					checkCompared(t, race, trouble, own)
				}
				if shows == exchangeView || shows == ruleView {
					continue // what services and documents say is told in their words
				}
				for _, banned := range []string{"failed", "invalid", "oops", "please"} {
					if strings.Contains(strings.NewReplacer("cas_failed", "", "precondition failed", "").Replace(own),
						banned) && !quoted(v, trouble, banned) {
						t.Errorf("%s %s: %s says %q:\n%s", race, trouble.Kind, cardNames[shows], banned, text)
					}
				}
			}
		}
	})
	for _, kind := range conflict.Kinds() {
		if seen[kind] == 0 {
			t.Errorf("no race has a %s", kind)
		}
	}
	for kind := range seen {
		if !slices.Contains(conflict.Kinds(), kind) {
			t.Errorf("%s is no kind of the list", kind)
		}
	}
}

// checkKnowable is for what no client and no document of a service ever says: the counts by which the engine orders
// writes, the ids of its own handles and doers, a status of HTTP for a reply of Redis, and a reference that stands for
// nothing.
func checkKnowable(t *testing.T, race, view, text string) {
	t.Helper()
	foreign := []string{"stamp.", "stamped.", "top.count", "top.upload", "former.", "doers.", "handle.0", "etag?"}
	if strings.HasPrefix(race, "tair/") {
		foreign = append(foreign, "412 ", "404 ", "409 ", "400 ")
	}
	for _, word := range foreign {
		if strings.Contains(text, word) {
			t.Errorf("%s: %s says %q:\n%s", race, view, word, text)
		}
	}
}

// checkAnswered is for an exchange: whether its answer is there, and whether it was heard, is said, and no sign is
// explained that is not there.
func checkAnswered(t *testing.T, race string, v *view.View, trouble view.Trouble, text string) {
	t.Helper()
	x := v.Exchange(trouble.Request)
	if x == nil || strings.Contains(text, "No message travelled") {
		return
	}
	none := strings.Contains(text, "No answer")
	if none == strings.Contains(text, "> marks") || none == strings.Contains(text, "The service answered") {
		t.Errorf("%s: the exchange has no answer: %v, and it shows\n%s", race, none, text)
	}
	if told := strings.Contains(text, "unheard"); !none && told != x.Heard.IsZero() {
		t.Errorf("%s: the answer was heard at %q, and it shows\n%s", race, x.Heard.At, text)
	}
	if trouble.Kind == "policy" && strings.Contains(text, "stood ..") {
		t.Errorf("%s: the statement of a policy is cut:\n%s", race, text)
	}
}

// checkCompared is for a difference: a policy looks at no text, and whether a request that nobody answered arrived is
// not known.
func checkCompared(t *testing.T, race string, trouble view.Trouble, text string) {
	t.Helper()
	if trouble.Kind == "policy" && strings.Contains(text, "put together") ||
		trouble.Severity == engine.SeverityUnknown &&
			strings.Contains(text, "nobody has put it there") {
		t.Errorf("%s %s: the difference says\n%s", race, trouble.Kind, text)
	}
}

// quoted says whether a word is the service's own, in its code or its message.
func quoted(v *view.View, trouble view.Trouble, word string) bool {
	x := v.Exchange(trouble.Request)
	if trouble.Cause == nil || x == nil {
		return false
	}
	fault := trouble.Cause.Rule.Fault
	return strings.Contains(strings.ToLower(fault.Code+fault.Message), word)
}

func textOf(lines []pane.Line) string {
	var b strings.Builder
	for _, l := range lines {
		for _, spans := range [][]grid.Span{l.Left, l.Right} {
			for _, s := range spans {
				b.WriteString(s.Text)
			}
			b.WriteString(" ")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A refused write of a text, a row, a value or an object shows what was to be written, what it met, and what it was
// made from.
func TestDiffOfARefusedWriteHasThreeSides(t *testing.T) {
	want := map[string]int{"blob": 0, "table": 0, "bucket": 0, "tair": 0}
	eachTrouble(t, func(race string, v *view.View, trouble view.Trouble) {
		service, _, _ := strings.Cut(race, "/")
		x := v.Exchange(trouble.Request)
		if trouble.Kind != "stale-write" || x == nil {
			return
		}
		_, counted := want[service]
		s := v.ThreeWay(trouble.Finding)
		if counted && s.Mine.Known {
			want[service]++
			if s.Mine.Text == "" || !s.Theirs.Known {
				t.Errorf("%s #%d %s: mine is %q, theirs is known: %v", race, x.Number, x.Verb, s.Mine.Text,
					s.Theirs.Known)
			}
		}
	})
	for service, n := range want {
		if n < 3 {
			t.Errorf("%d refused writes of %s were compared", n, service)
		}
	}
}

// refusedCard is the card of the wiki race at its refusal.
func refusedCard(t *testing.T) (*Pane, *uitest.Desk) {
	t.Helper()
	d := uitest.Play(t, "wiki.race")
	c := New(d)
	d.With(c)
	d.ToMark(t)
	return c, d
}

// A conflict that is new opens on its story, where cause and advice stand, whatever was looked at of the one before.
// Who goes from one to another keeps the view.
func TestANewConflictOpensOnItsStory(t *testing.T) {
	c, d := refusedCard(t)
	c.Do(command.View{})
	before := len(d.Room().View().Told())
	uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: "put-blob",
		Args: engine.Args("path", "wiki/home.md", "body", "x", "if-match", `"0x0"`)})
	if n := len(d.Room().View().Told()); n != before+1 {
		t.Fatalf("%d conflicts, then %d", before, n)
	}
	if c.shows != storyView {
		t.Errorf("it opens on %s", cardNames[c.shows])
	}
	c.ShowDiff()
	if c.Choose(0); c.shows != diffView {
		t.Errorf("the one before opens on %s", cardNames[c.shows])
	}
}

// The recommended action stands once on the screen, also where the text is scrolled to its end.
func TestRecommendedActionStandsOnce(t *testing.T) {
	c, _ := refusedCard(t)
	for _, h := range []int{7, 9, 13, 16, 30} {
		for _, to := range []command.Direction{command.First, command.Last} {
			uitest.Screen(c, 78, h, true, uitest.ASCII())
			c.Do(command.Move{Where: to})
			shown := uitest.Text(uitest.Screen(c, 78, h, true, uitest.ASCII()))
			if n := strings.Count(shown, "R  "); n > 1 || n == 0 && h < tightCard {
				t.Errorf("%d rows: R stands %d times\n%s", h, n, shown)
			}
		}
	}
}

// What to do stays in sight where the text is longer than its place, be it only how it begins; and all of it is said.
func TestWhatToDoIsInSightWhereThereIsRoomForLittle(t *testing.T) {
	marker := cardAfter(t, "seed: create-bucket lake\nann: put-object lake/marker ana if-none-match=*\n"+
		"ben: put-object lake/marker ben if-none-match=*\n")
	marker.w = littleWide
	if rows := len(marker.pinnedLines()); rows <= littleRoom-storyLeast {
		t.Errorf("%d rows of what to do would fit: %q", rows, marker.advice.Say)
	}
	checkInSight(t, "marker", marker)
	eachTrouble(t, func(race string, v *view.View, trouble view.Trouble) {
		checkInSight(t, race, cardPage{view: v, t: trouble, advice: advice.For(v, trouble.Finding)})
	})
}

// A card's text at 80x24.
const littleRoom, littleWide = 7, 77

func checkInSight(t *testing.T, race string, p cardPage) {
	t.Helper()
	if p.w, p.tight = littleWide, true; p.advice.Waits {
		return
	}
	plain := func(lines ...pane.Line) string { return strings.Join(strings.Fields(textOf(lines)), " ") }
	text, below := p.parted(storyView, p.lines(storyView, true), littleRoom)
	first, _, _ := strings.Cut(p.advice.Say, ". ")
	inSight := plain(text[:min(littleRoom-len(below), len(text))]...) + " " + plain(below...)
	if !strings.Contains(inSight, first) {
		t.Errorf("%s: %s: %q is not in sight: %s", race, p.t.Kind, first, inSight)
	}
	if !strings.Contains(plain(text...)+" "+plain(below...), p.advice.Say) {
		t.Errorf("%s: %s: not all is said of %q", race, p.t.Kind, p.advice.Say)
	}
	if rows := littleRoom - len(below); rows < storyLeast {
		t.Errorf("%s: %s: %d rows are left to the story", race, p.t.Kind, rows)
	}
}

// A message is longer than its place and broken where a row ends: no letter of it is under the bar.
func TestAMessageIsBrokenBesideTheBar(t *testing.T) {
	c, _ := refusedCard(t)
	c.shows = exchangeView
	for _, size := range [][2]int{{58, 18}, {58, 24}, {44, 20}, {78, 11}} {
		whole := strings.Join(uitest.Screen(c, size[0], size[1], true, uitest.ASCII()).Text(), "\n")
		c.Do(command.Move{Where: command.Last})
		whole += strings.Join(uitest.Screen(c, size[0], size[1], true, uitest.ASCII()).Text(), "\n")
		if strings.Contains(whole, ".. |") {
			t.Errorf("%d by %d: a row is cut:\n%s", size[0], size[1], whole)
		}
	}
}

// A click on the name of a view turns to it.
func TestViewsByMouse(t *testing.T) {
	c, _ := refusedCard(t)
	for i, name := range cardNames {
		tabs := uitest.Screen(c, 78, 30, true, uitest.ASCII()).Text()[1]
		c.Mouse(face.Mouse{Kind: face.Click, X: strings.Index(tabs, name) - 1, Y: 0})
		if c.shows != cardView(i) {
			t.Errorf("a click on %s shows %s", name, cardNames[c.shows])
		}
	}
}

// Enter in the difference puts both changes into the draft of their writer.
func TestMergeGoesIntoTheDraft(t *testing.T) {
	c, d := refusedCard(t)
	c.Do(command.View{})
	uitest.Screen(c, 78, 30, true, uitest.ASCII())
	c.Do(command.Open{})
	take, ok := d.Last().(command.TakeText)
	if !ok || take.Writer != "ann" || take.Object != engine.ParseObject(uitest.Page) {
		t.Fatalf("Enter asks for %v", d.Last())
	}
	for _, want := range []string{"closed on Sunday", "Open 10 to 6", "<<<<<<<", ">>>>>>>"} {
		if !strings.Contains(take.Text, want) {
			t.Errorf("the merge lacks %q:\n%s", want, take.Text)
		}
	}
}

// Properties of a row that both changed are chosen one by one; those that one side changed are taken.
func TestRowsMergePropertyByProperty(t *testing.T) {
	rows := conflict.Rows3("a=1\nb=1\nc=1\n", "a=2\nb=2\nc=1\n", "a=3\nb=1\nc=9\n")
	for _, row := range []struct {
		wanted []string
		want   string
	}{{nil, "a=2\nb=2\nc=9\n"}, {[]string{"a"}, "a=3\nb=2\nc=9\n"}} {
		if got := conflict.MergeRows(rows, row.wanted); got != row.want {
			t.Errorf("with theirs of %v: %q, want %q", row.wanted, got, row.want)
		}
	}
}

// Without a conflict the card says only what would go on: where nothing is due, time does not.
func TestACardWithoutAConflictSaysWhatGoesOn(t *testing.T) {
	says := func(r *room.Room, want string) {
		t.Helper()
		c := New(uitest.NewDesk(t, r))
		c.Show(r.View())
		if !strings.Contains(c.none(), want) {
			t.Errorf("the card says %q, want %q in it", c.none(), want)
		}
	}
	text, err := races.FS.ReadFile("blob/wiki.race")
	if err != nil {
		t.Fatal(err)
	}
	script, empty := room.New(catalog.New, room.Options{}), room.New(catalog.New, room.Options{})
	if err := script.Load("wiki.race", text); err != nil {
		t.Fatal(err)
	}
	says(script, "Space runs")
	says(empty, "F3 opens a race")
	for _, id := range []string{"ann", "ben"} { // the second one begins another branch
		if _, err := empty.Do(engine.AddWriter{ID: id}); err != nil {
			t.Fatal(err)
		}
		if id == "ann" && empty.Undo() != nil {
			t.Fatal("the first writer cannot be taken back")
		}
	}
	says(empty, "B lists the others")
	for range 3 {
		if _, err := script.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := script.Back(); err != nil {
		t.Fatal(err)
	}
	says(script, "Space goes to now, . steps.") // what Space does in the past
}

func TestTheCardLinksItsCauses(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	card := New(d)
	d.With(card)
	d.ToMark(t)
	trouble, _ := card.Trouble()
	steps := d.Room().View().Story(trouble.Finding).Steps
	lines := uitest.Screen(card, 60, 26, true, uitest.ASCII()).Text()
	for _, s := range steps {
		card.Do(command.Move{Where: command.Below})
		card.Do(command.Open{})
		if d.Last() != (command.GoTo{Record: s.Event}) {
			t.Errorf("%q leads to %v, not to event %d", s.Text, d.Last(), s.Event)
		}
	}
	card.Do(command.Move{Where: command.Below})
	card.Do(command.Open{})
	if d.Last() != (command.Recommend{}) {
		t.Errorf("behind the causes stands %v, not the advice", d.Last())
	}
	for y, line := range lines {
		if want := fmt.Sprintf("step %d", d.Room().View().StepOf(steps[1].Event)); strings.Contains(line, want) {
			card.Mouse(face.Mouse{Kind: face.Click, X: 50, Y: y - 1})
			if d.Last() != (command.GoTo{Record: steps[1].Event}) {
				t.Errorf("a click on %q leads to %v", want, d.Last())
			}
		}
	}
}

func TestTheCardGoesThroughTheConflicts(t *testing.T) {
	d := uitest.Play(t, "r09-stale-lease-holder.race")
	card := New(d)
	d.With(card)
	for d.Room().View().Next != "" {
		if _, err := d.Room().Step(); err != nil {
			break
		}
	}
	troubles := d.Room().View().Troubles()
	if len(troubles) != 3 {
		t.Fatalf("the race has three marks, not %v", troubles)
	}
	title := func() string {
		left, _ := card.Title()
		var words []string
		for _, s := range left {
			words = append(words, s.Text)
		}
		return strings.Join(words, " ")
	}
	for _, want := range []string{"Conflict 3 of 3: ~ stale holder (silent)", "Conflict 2 of 3: ! lease over (refused)",
		"Conflict 1 of 3: ! leased (refused)"} {
		if got := title(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
		card.Do(command.Conflict{By: -1})
	}
	if _, mine := card.Do(command.Conflict{By: -1}); mine {
		t.Error("there is a conflict before the first")
	}
	card.Fit(46, 20) // as in a window of 120 columns: what the kind means is not cut off for the word Conflict
	if got := title(); got != "Conflict 1 of 3: ! leased (refused)" {
		t.Errorf("%q", got)
	}
	card.Do(command.Conflict{By: 2})
	if got := title(); got != "3 of 3: ~ stale holder (silent)" {
		t.Errorf("%q in 46 columns", got)
	}
}

// A refusal that is nobody's trouble has its card too: what the service says is wrong, and the rule. It is none of the
// conflicts, and a plain read that finds nothing is not even that.
func TestARefusalWithoutAKindHasItsCard(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	card := New(d)
	d.With(card)
	d.ToMark(t)
	uitest.Send(t, d.Room(), uitest.Request("ben", "get-blob", "wiki/nothing.md"))
	if trouble, _ := card.Trouble(); trouble.Kind != "stale-write" {
		t.Errorf("a read that found nothing took the place of the conflict: %v", trouble)
	}
	uitest.Send(t, d.Room(), uitest.Request("ben", "create-container", "Wiki!"))
	got := uitest.Text(uitest.Screen(card, 70, 30, true, uitest.ASCII()))
	uitest.Holds(t, got, "Not a conflict: ! refused", "400", "InvalidResourceName", "Ben sent")
	card.Do(command.Conflict{By: -1})
	uitest.Holds(t, uitest.Text(uitest.Screen(card, 70, 30, true, uitest.ASCII())), "Conflict: ! stale write")
	card.Do(command.Conflict{By: 1})
	for range 3 {
		card.Do(command.View{})
	}
	uitest.Holds(t, uitest.Text(uitest.Screen(card, 70, 30, true, uitest.ASCII())), "lower-case letters", "[Rule]")
}

// Work that was replaced unread has no card of its own, and a card about something else does not make it untrue.
func TestACardSaysWhatWasReplacedUnreadBesideIt(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	card := New(d)
	d.With(card)
	d.ToMark(t)
	const beside = "Beside it, and not marked"
	if got := uitest.Text(uitest.Screen(card, 70, 30, true, uitest.ASCII())); strings.Contains(got, beside) {
		t.Errorf("nothing was replaced unread yet:\n%s", got)
	}
	for _, by := range []string{"ann", "ben"} {
		uitest.Send(t, d.Room(), uitest.Request(by, "put-blob", "wiki/other.md"))
	}
	uitest.Holds(t, uitest.Text(uitest.Screen(card, 70, 40, true, uitest.ASCII())), "stale write", beside,
		"without having read it")
}

// A refusal that its sender has not heard is told so once; once it has, what to do stands below it.
func TestWhatIsNotHeardIsSaidOnce(t *testing.T) {
	r := roomtest.Of(t, "x.race", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"seed: put-blob wiki/a v1\nann: get-blob wiki/a as g\nben: put-blob wiki/a two\n"+
		"ann: put-blob wiki/a three if-match=$g.etag\n")
	seen := 0
	for {
		v := r.View()
		for _, tr := range v.Troubles() {
			p := cardPage{view: v, t: tr, advice: advice.For(v, tr.Finding), w: 100}
			text := ""
			for _, l := range p.lines(storyView, true) {
				for _, s := range l.Left {
					text += s.Text
				}
				text += "\n"
			}
			unheard := v.Exchange(tr.Request).Heard.IsZero()
			if said := strings.Count(text, "not heard it"); unheard && said != 1 || !unheard && said != 0 {
				t.Errorf("said %d times:\n%s", said, text)
			}
			if below := strings.Contains(text, "R  "); below == unheard {
				t.Errorf("what to do below: %t\n%s", below, text)
			}
			seen++
		}
		if v.Waits() {
			break
		}
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if seen < 2 {
		t.Errorf("%d moments with a card", seen)
	}
}
