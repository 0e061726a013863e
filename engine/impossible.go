package engine

import (
	"errors"
	"fmt"
	"strings"
)

// ErrInput is returned by Step for an input that is impossible in this world: the sentence says what, why and what
// would be right.
var ErrInput = errors.New("cannot")

func impossible(format string, args ...any) error {
	return fmt.Errorf("%w "+format, append([]any{ErrInput}, args...)...)
}

// noWriter says that an id is nobody's, and whose ids there are: titles are what the screen shows.
func (s *step) noWriter(does, id, what string) error {
	var ids []string
	for _, w := range s.Writers() {
		ids = append(ids, w.ID)
	}
	const most = 9
	switch n := len(ids); {
	case n == 0:
		return impossible("%s %q%s: there is no such writer", does, id, what)
	case n > most:
		ids = append(ids[:most], fmt.Sprintf("%d more", n-most))
	}
	return impossible("%s %q%s: there is no such writer; there are %s", does, id, what, strings.Join(ids, ", "))
}
