package engine

import (
	"strconv"
	"strings"
)

// ByteRange is a piece of a body as HTTP writes it, `7-9` or `7-`, with or without `bytes=` in front: from its first
// byte to the one behind its last, which without a last one lies behind every body.
func ByteRange(text string) (from, to int64, ok bool) {
	first, last, both := strings.Cut(strings.TrimPrefix(text, "bytes="), "-")
	begin, err := strconv.ParseUint(first, 10, 62)
	if err != nil || !both {
		return 0, 0, false
	}
	if last == "" {
		return int64(begin), 1 << 62, true
	}
	end, err := strconv.ParseUint(last, 10, 62)
	if err != nil || end < begin {
		return 0, 0, false
	}
	return int64(begin), int64(end) + 1, true
}
