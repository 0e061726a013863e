package explore

import (
	"math/big"
	"slices"

	"interleave/engine"
)

// Other says whether it could have been otherwise.
type Other struct {
	Avoid, All *big.Int // orders without the mark, and all; nil: unknown, the search ended early or a loop has no end
	Found      bool     // some order avoids it
	Nearest    []Step   // of those that avoid it the one in which the fewest requests stand elsewhere
	Moves      int      // how many do
	Arrives    int      // how many requests and answers arrive there that were lost
	Unsent     int      // how many requests are not sent there at all
	Loses      int      // how many are lost there, or their answers, that arrived: a fault, which avoids nothing
	Twice      string   // what no mark tells of its end; empty: nothing

	// Clean are of those that avoid it the orders without a refusal, a harm and work that is replaced unread, at whose
	// end nobody is stuck. Later: in each of these the clock goes on.
	Clean *big.Int
	Later bool
	// Instead are the troubles of the nearest, in words: none where an order without any avoids it, and loses no
	// message that had arrived.
	Instead []string
	// Ended is what the clock ends in the nearest, in words, where it goes on behind what happened, and Until how far.
	Ended   []string
	Until   engine.Instant
	Outside bool // what happened is none of these orders, as requests of one writer that overtook each other
}

// Fate is how a request of a writer went.
type Fate struct {
	By   string
	Name string // of the request
	What string // as that of a Step: request, lose-request or lose-answer; what else it can be counts as request
}

// sort is what a fate and a step of a search have in common.
func (k kind) sort() string {
	if k == lostRequest || k == lostAnswer {
		return k.String()
	}
	return whole.String()
}

// harms are all marks of harms of which nobody is told, and those with the refusals, beside some others: the former are
// worse. What was lost may stay lost.
func (s *search) harms(others kindSet) (quiet, all kindSet) {
	quiet, all = others, others
	for at, k := range s.marks.all {
		switch {
		case k.isSaw(), k.severity == engine.SeverityUnknown:
			continue
		case k.isPlain():
		case k.severity == engine.SeveritySilent, k.severity == noMark:
			quiet |= 1 << at
		}
		all |= 1 << at
	}
	return quiet, all
}

// Otherwise finds the orders that avoid a kind of mark, and the one of them that is nearest to what happened: the
// requests in the order in which they were decided or lost. What was lost stays lost in it where it can.
func Otherwise(in Input, happened []Fate, severity engine.Severity, kind engine.Trouble, b Budget, tick Tick) Other {
	rules := AllRules()
	rules.Symmetry = false // who is who counts here
	in.Rules = &rules
	s := newSearch(in, b, tick)
	s.run()
	order, endless := s.sorted()
	if s.full != "" || endless {
		return Other{}
	}
	var without kindSet
	if at := slices.Index(s.marks.all, markKind{severity, kind}); at >= 0 {
		without = 1 << at
	}
	quiet, clean := s.harms(without)
	total := func(without kindSet, ends []uint32) *big.Int { return s.totalOf(s.ways(order, without), ends) }
	as := s.sequence(happened)
	unheard := s.unheardIn(as)
	calm := slices.DeleteFunc(slices.Clone(s.ended()), func(state uint32) bool { return s.isStuck(state, unheard) })
	other := Other{All: total(0, s.ended()), Avoid: total(without, s.ended()), Clean: total(clean, calm)}
	if other.Found = other.Avoid.Sign() > 0; other.Found {
		other.Outside = other.Avoid.Cmp(other.All) == 0 // it has the mark, and none of these has
		nearest, found := s.nearestOf(order, []kindSet{clean, quiet, without}, as)
		if other.Found = found; !found { // who loses the request is not refused, nor done
			return other
		}
		other.Later = nearest.passes && nearest.has&clean == 0 && !nearest.stuck && !nearest.some
		other.Nearest, other.Moves = nearest.steps, nearest.moves
		if !s.amid { // else each that is lost there was lost, by its name
			other.Loses = losesMore(other.Nearest, happened)
		}
		other.Instead = s.troublesOf(nearest)
		for _, f := range happened {
			if isLost(f.What) {
				other.Arrives++
			}
		}
		steps := 0
		for _, step := range other.Nearest {
			if isLost(step.What) {
				other.Arrives--
			}
			if step.What != answersOnly {
				steps++
			}
		}
		other.Arrives, other.Unsent = max(other.Arrives, 0), max(len(happened)-steps, 0)
	}
	return other
}

// isLost says whether a step or a fate is one of a request or an answer that is lost.
func isLost(what string) bool { return what == lostRequest.String() || what == lostAnswer.String() }

// losesMore is how many requests and answers are lost in an order that were not in another, by the number that each has
// among its writer's.
func losesMore(steps []Step, happened []Fate) (more int) {
	type nth struct {
		by string
		n  int
	}
	was, sent := map[nth]string{}, map[string]int{}
	for _, f := range happened {
		was[nth{f.By, sent[f.By]}] = f.What
		sent[f.By]++
	}
	clear(sent)
	for _, step := range steps {
		if isLost(step.What) && was[nth{step.By, sent[step.By]}] != step.What {
			more++
		}
		if step.What != answersOnly {
			sent[step.By]++
		}
	}
	return more
}

// fate is that of a writer at a place. To lose one request is not to lose another: of what is lost it has the number
// among those of its writer.
type fate struct {
	actor int
	what  string
	nth   uint16
	name  string // of the request, where its writer sent it beside others: which of them comes first counts then
}

// sequence are fates by the places of their writers.
func (s *search) sequence(happened []Fate) []fate {
	list, sent := make([]fate, len(happened)), map[string]uint16{}
	for i, f := range happened {
		list[i] = fate{actor: slices.Index(s.ids, f.By), what: f.What}
		if at := list[i].actor; at >= 0 && s.actors[at].flown[f.Name] {
			list[i].name = f.Name
		} else if isLost(f.What) {
			list[i].nth = sent[f.By]
		}
		sent[f.By]++
	}
	return list
}

// sentBefore is for each state how many requests each writer sends before it, along the steps that found it first.
func (s *search) sentBefore() [][]uint16 {
	list := make([][]uint16, len(s.parents))
	list[0] = make([]uint16, len(s.actors))
	for n := 1; n < len(list); n++ {
		by := s.parents[n]
		list[n] = list[by.parent]
		if actor := s.moves[by.move].actor; actor >= 0 {
			list[n] = slices.Clone(list[n])
			list[n][actor]++
		}
	}
	return list
}

// fateOf is what a step from a state makes of a request; of no writer where it is of none, or only brings an answer.
func (s *search) fateOf(state uint32, m move) fate {
	found := fate{actor: m.actor, what: m.kind.sort()}
	if m.actor >= 0 || !s.amid || m.kind == jump || m.kind == jumpBefore || m.kind == finish {
		return found
	}
	words := s.at(state)
	under := s.memo.under[words[1]][m.message]
	for at, own := range words[2:] {
		if !under.back && s.memo.senders[words[1]][m.message] == s.memo.writers[own].number && under.copy == 0 &&
			s.actors[at].flown[under.name] {
			found.actor, found.name = at, under.name
		}
	}
	return found
}

// replacedUnread is what is counted as a mark is, in words.
const replacedUnread = "work replaced unread"

// later says of the orders in Clean that the clock has to go on in them; empty: not in all.
func (o Other) later() string {
	if o.Later {
		return ", and in each of these the clock goes on"
	}
	return ""
}
