package engine

import "fmt"

// Counted is a number with what it counts, as `1 retry` and `2 retries`; many is left out where it is one with an s.
func Counted(n int, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return fmt.Sprintf("%d %s", n, many[0])
	}
	return fmt.Sprintf("%d %ss", n, one)
}
