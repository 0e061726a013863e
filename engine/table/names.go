package table

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"interleave/engine"
)

// The limits of names, values and sets.
//
// Source: rules.md, "State", "Table operations", "Types, limits, validation" and "Reading, queries, isolation".
const (
	tableNameLeast  = 3
	tableNameMost   = 63
	keyMost         = 512     // UTF-16 characters
	nameMost        = 255     // characters of a property's name
	customMost      = 252     // properties beside the three of the system
	stringMost      = 32_768  // UTF-16 characters
	binaryMost      = 1 << 16 // bytes
	entityMost      = 1 << 20
	requestMost     = 4 << 20
	changesMost     = 100
	policiesMost    = 5
	pageMost        = 1000
	standardWindow  = 40 * time.Second // in which a removed table's name is not free
	partitionKey    = "PartitionKey"
	rowKey          = "RowKey"
	timestamp       = "Timestamp"
	tableName       = "TableName"
	partitionByPage = "partition"
)

// checkTableName is the rule that a table's name breaks.
func checkTableName(name string) *engine.Cause {
	if len(name) < tableNameLeast || len(name) > tableNameMost {
		return wrong(tableNameLength, engine.Text(name))
	}
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return wrong(tableNameLetters, engine.Text(name))
		}
	}
	if strings.EqualFold(name, "tables") {
		return wrong(tableNameReserved, engine.Text(name))
	}
	return nil
}

// place is where an entity is: its path taken apart. What lacks a second slash names no entity.
type place struct {
	table, partition, row string
	whole                 bool
}

func placeOf(path string) (p place) {
	rest := ""
	p.table, rest, _ = strings.Cut(path, "/")
	p.partition, p.row, p.whole = strings.Cut(rest, "/")
	return p
}

// missingKey is the first key that an address without both has not.
func (p place) missingKey() string {
	if p.partition == "" {
		return partitionKey
	}
	return rowKey
}

func (p place) path() string { return p.table + "/" + p.partition + "/" + p.row }

// ordinal compares texts by their units of UTF-16, as the service does. Bytes of UTF-8 have the same order but for
// characters of two units, which come before U+E000: their first bytes are F0 and above, those of U+E000 and what
// follows EE and EF.
//
// Source: rules.md, "Reading, queries, isolation", S1.
func ordinal(a, b string) int {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i] == b[i]:
		case min(a[i], b[i]) >= 0xEE && (a[i] >= 0xF0) != (b[i] >= 0xF0):
			return cmp.Compare(b[i], a[i])
		default:
			return cmp.Compare(a[i], b[i])
		}
	}
	return cmp.Compare(len(a), len(b))
}

// checkKeys is check 5.
func (p place) checkKeys() *engine.Cause {
	for _, key := range []string{p.partition, p.row} {
		if strings.ContainsFunc(key, notInKey) {
			return wrong(keyLetters, engine.Text(key))
		}
		if units(key) > keyMost {
			return wrong(keyTooLarge, engine.Number(int64(units(key))))
		}
	}
	return nil
}

func notInKey(r rune) bool {
	return strings.ContainsRune(`/\#?`, r) || r <= 0x1F || r >= 0x7F && r <= 0x9F || r == unicode.ReplacementChar
}

// identifier says whether a name is one of C#: a letter or an underline, then also digits.
func identifier(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}
