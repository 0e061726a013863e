package share

import (
	"strings"

	"interleave/engine"
)

// mode is a set of accesses: reading, writing, deleting.
type mode uint8

const (
	reading mode = 1 << iota
	writing
	deleting
	everything = reading | writing | deleting
)

func (m mode) String() string { return letters("RWD", uint8(m)) }

// letters are those of a set, as RW; "none" of an empty one.
func letters(all string, set uint8) string {
	if set == 0 {
		return "none"
	}
	text := ""
	for i, letter := range all {
		if set&(1<<i) != 0 {
			text += string(letter)
		}
	}
	return text
}

// parseMode reads letters of R, W and D in any order, or none.
func parseMode(o engine.Opt[string]) (m mode, ok bool) {
	if !o.Set || strings.EqualFold(o.Want, "none") {
		return 0, true
	}
	for _, letter := range strings.ToUpper(o.Want) {
		at := strings.IndexRune("RWD", letter)
		if at < 0 || m&(1<<at) != 0 {
			return 0, false
		}
		m |= 1 << at
	}
	return m, true
}

func (m mode) within(o mode) bool { return m&^o == 0 }

// compatible is the sharing rule: two opens fit where one of them has no data access, or each has only what the other
// shares.
//
// Source: rules.md, "Sharing rule".
func compatible(access1, share1, access2, share2 mode) bool {
	return access1 == 0 || access2 == 0 || access2.within(share1) && access1.within(share2)
}

// oplock is what a client may keep: what it read, what it wrote, the handle itself after its application closed it.
type oplock uint8

const (
	readCache oplock = 1 << iota
	writeCache
	handleCache
)

func (o oplock) String() string { return letters("RWH", uint8(o)) }

// oplocks are the ones that can be asked for.
var oplocks = map[string]oplock{"none": 0, "R": readCache, "RH": readCache | handleCache, "RW": readCache | writeCache,
	"RWH": readCache | writeCache | handleCache}
