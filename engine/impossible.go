package engine

import (
	"errors"
	"fmt"
)

// ErrInput is returned by Step for an input that is impossible in this world: the sentence says what, why and what
// would be right.
var ErrInput = errors.New("cannot")

func impossible(format string, args ...any) error {
	return fmt.Errorf("%w "+format, append([]any{ErrInput}, args...)...)
}
