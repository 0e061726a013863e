package explore

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Garbage is how much a search may leave lying where its memory is limited, in percent of what it uses: to collect as
// often as programs do by themselves takes a third of its time.
const Garbage = 400

// Budget says how much may happen beside the requests themselves, and how far a search goes.
type Budget struct {
	Faults int // requests and answers that are lost
	Copies int // requests and answers that come twice
	Lates  int // requests whose writer stops waiting while they travel
	Jumps  int // of the clock, each to the next deadline
	Stops  int // writers that do nothing more

	Words FaultWords
	// messages come in any order that the service may choose; else those that became visible first come first
	AnyMessage bool

	// Bounded looks only at orders in which another writer goes on at most Switches times; the clock and what is under
	// way are nobody's turn.
	Bounded  bool
	Switches int
	turn     int // of a bounded search: the place whose turn it was, from 1

	// Samples follows so many orders, each step chosen by chance, and looks at no others; 0: all orders. An order with
	// few choices on its way comes up more often than another: shares of samples are no shares of orders.
	Samples int
	// Priorities of a sampled search: 0 chooses each step by itself, d gives writers an order and changes it d-1 times.
	Priorities int
	Seed       uint64 // of the chance

	Before bool  // jumps may also end just before the deadline
	States int   // at most so many; 0: 4,000,000
	Bytes  int64 // at most about so much memory; 0: 256 MiB
}

// FaultWords narrow what may be lost.
type FaultWords struct {
	Writes   bool // only requests that are no reads
	Requests bool // only the request
	Answers  bool // only the answer
	Handled  bool // only where the plan says what it does then
}

// Limits are the most states and the most bytes of a search.
func (b Budget) Limits() (states int, bytes int64) {
	return cmp.Or(b.States, 4_000_000), cmp.Or(b.Bytes, 256<<20)
}

func (b Budget) pays(cost Budget) bool {
	return b.Faults >= cost.Faults && b.Copies >= cost.Copies && b.Lates >= cost.Lates && b.Jumps >= cost.Jumps &&
		b.Stops >= cost.Stops
}

func (b Budget) less(cost Budget) Budget {
	b.Faults -= cost.Faults
	b.Copies -= cost.Copies
	b.Lates -= cost.Lates
	b.Jumps -= cost.Jumps
	b.Stops -= cost.Stops
	return b
}

// Most is the largest number of faults, jumps and the like.
const Most = 1000

// Option is one of the words that a budget is given by, as `--faults 1,writes`.
type Option struct {
	Name  string
	Value string // what stands behind it, as `N`; empty: nothing
	Help  string
}

// Options are the words of a budget.
func Options() []Option {
	return []Option{
		{"faults", "N[,WORDS]", "at most so many requests or answers are lost; words: writes, requests, answers, " +
			"handled"},
		{"jumps", "N", "the clock goes at most so many times to the next deadline"},
		{"stops", "N", "at most so many writers stop for good"},
		{"copies", "N", "at most so many requests or answers come twice"},
		{"lates", "N", "at most so many writers stop waiting for a request that is still under way, where a " +
			"plan says on lost what its writer does then"},
		{"before", "", "the clock may also stop just before a deadline"},
		{"any-message", "", "messages of a queue come in any order, not only in that in which they became visible"},
		{"switches", "N", "only orders in which another writer goes on at most so many times"},
		{"samples", "N", "follows so many orders, each step chosen by chance, where they are too many to follow " +
			"all; a share of these is none of all orders"},
		{"priorities", "D", "of samples: writers go by an order that changes D - 1 times; it finds what is rare"},
		{"seed", "N", "of samples: another number takes other orders"},
		{"states", "N", "looks at no more than so many states (4,000,000)"},
		{"memory", "MIB", "uses about so many MiB of memory at most (256)"},
	}
}

// Check says which words of a budget do not go together.
func (b *Budget) Check() error {
	if b.Samples > 0 && b.Bounded {
		return errors.New("samples and switches do not go together: a sample is a whole order, and a bound ends some " +
			"in their midst; leave one of them out")
	}
	if b.Priorities > 0 && b.Samples == 0 {
		return errors.New("priorities are those of samples: say how many, as --samples 1000")
	}
	return nil
}

// Set sets what a word of Options says; an error says what would be right.
func (b *Budget) Set(name, value string) error {
	least, most := 0, Most
	var to *int
	switch name {
	case "faults":
		return b.setFaults(value)
	case "jumps":
		to = &b.Jumps
	case "stops":
		to = &b.Stops
	case "copies":
		to = &b.Copies
	case "lates":
		to = &b.Lates
	case "switches":
		to, b.Bounded = &b.Switches, true
	case "samples":
		to, most = &b.Samples, 1<<31-1
	case "priorities":
		to = &b.Priorities
	case "seed":
		n, err := number(value, 0, 1<<31-1)
		b.Seed = uint64(n)
		return err
	case "states":
		to, least, most = &b.States, 1, 1<<31-1
	case "memory":
		n, err := number(value, 1, 1<<20)
		b.Bytes = int64(n) << 20
		return err
	case "before":
		return setBool(&b.Before, value)
	case "any-message":
		return setBool(&b.AnyMessage, value)
	default:
		var names []string
		for _, o := range Options() {
			names = append(names, o.Name)
		}
		return fmt.Errorf("%q is no budget: there are %s", name, strings.Join(names, ", "))
	}
	n, err := number(value, least, most)
	if err == nil {
		*to = n
	}
	return err
}

// setBool sets what a word says that may stand alone.
func setBool(to *bool, value string) (err error) {
	if *to, err = strconv.ParseBool(cmp.Or(value, "true")); err != nil {
		return fmt.Errorf("it stands alone: %q behind it says nothing", value)
	}
	return nil
}

func number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is no whole number from %d to %d", text, least, most)
	}
	return n, nil
}

func (b *Budget) setFaults(text string) error {
	first, words, _ := strings.Cut(text, ",")
	n, err := number(first, 0, Most)
	if err != nil {
		return err
	}
	b.Faults, b.Words = n, FaultWords{}
	for word := range strings.SplitSeq(words, ",") {
		switch word {
		case "":
		case "writes":
			b.Words.Writes = true
		case "requests":
			b.Words.Requests = true
		case "answers":
			b.Words.Answers = true
		case "handled":
			b.Words.Handled = true
		default:
			return fmt.Errorf("%q says nothing of faults: there are writes, requests, answers and handled", word)
		}
	}
	if b.Words.Requests && b.Words.Answers {
		return fmt.Errorf("requests and answers together leave nothing that may be lost: write one of them, or none")
	}
	return nil
}
