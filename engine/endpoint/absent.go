package endpoint

import (
	"slices"
	"strings"
	"unicode"

	"interleave/engine"
)

// absences are what was asked for and is not in the catalog, with how often. A program that needs it works otherwise
// here than with the real service, and who runs it should hear so in one line.
type absences struct {
	times map[string]int
	names []string // in the order in which they came
	more  int      // requests for others, where there were too many names
}

// absencesMost is how many names are kept: what a client calls an operation may be any text.
const absencesMost = 50

func (a *absences) add(what string) {
	switch {
	case a.times[what] > 0:
	case len(a.names) == absencesMost:
		a.more++
		return
	default:
		if a.times == nil {
			a.times = map[string]int{}
		}
		a.names = append(a.names, what)
	}
	a.times[what]++
}

// Absent is what clients asked for that the catalog does not have, the most often asked first, as `SADD (2 times)`.
func (s *Server) Absent() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := slices.Clone(s.absent.names)
	slices.SortStableFunc(names, func(a, b string) int { return s.absent.times[b] - s.absent.times[a] })
	for i, name := range names {
		names[i] = name + " (" + engine.Counted(s.absent.times[name], "time", "times") + ")"
	}
	if s.absent.more > 0 {
		names = append(names, "others ("+engine.Counted(s.absent.more, "time", "times")+")")
	}
	return names
}

// called is how a client calls an operation, short and fit for a line.
func called(name string) string { return shown(name, 60) }

// shown is what a client sent, at most so many letters of it and fit for a line.
func shown(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, text)
	if letters := []rune(text); len(letters) > most {
		text = string(letters[:most-1]) + "…"
	}
	return text
}
