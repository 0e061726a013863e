package view

import (
	"fmt"
	"strconv"
	"strings"
)

// Alike is what is said of two texts that are the same; empty where they are not. Of two numbers that were made from
// one it says what is lost if each of the two counted: that the texts agree does not show it. Of two tries of one wish
// nothing is.
func (s ThreeWay) Alike() string {
	if s.Mine.Text != s.Theirs.Text {
		return ""
	}
	from, err := strconv.ParseInt(strings.TrimSpace(s.Base.Text), 10, 32)
	to, wrong := strconv.ParseInt(strings.TrimSpace(s.Mine.Text), 10, 32)
	if err != nil || wrong != nil || from == to || s.OneWish {
		return "Both texts are the same."
	}
	return fmt.Sprintf("Both made %d of %d. If each was to count by %d, one of the two is lost: it would be %d.",
		to, from, to-from, 2*to-from)
}
