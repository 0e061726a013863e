package engine

import (
	"slices"
	"strings"
)

// Pair is one name and text, as of metadata or tags.
type Pair struct{ Name, Text string }

// WalkPairs hands out the texts of pairs, each under its name behind a word, as `metadata.`.
func WalkPairs(v Visitor, under string, pairs []Pair) {
	for i := range pairs {
		v.Text(under+pairs[i].Name, &pairs[i].Text)
	}
}

// PairFields are the fields by which an answer tells pairs, each under its name behind a word, as `meta.`.
func PairFields(under string, pairs []Pair) []Field {
	fields := make([]Field, len(pairs))
	for i, p := range pairs {
		fields[i] = Field{Name: under + p.Name, Value: Text(p.Text)}
	}
	return fields
}

// WrongName is the first pair of metadata whose name the services of Azure refuse: one that is no identifier, or stands
// there already, in whichever case. ok is false where there is none.
//
// Source: Azure REST, "Naming and referencing containers, blobs, and metadata".
func WrongName(pairs []Pair) (wrong Pair, ok bool) {
	for i, p := range pairs {
		if !isIdentifier(p.Name) ||
			slices.ContainsFunc(pairs[:i], func(o Pair) bool { return strings.EqualFold(o.Name, p.Name) }) {
			return p, true
		}
	}
	return Pair{}, false
}

func isIdentifier(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// Dashed says whether a name has lower-case letters, digits and single dashes alone, and no dash at an end: so
// containers, shares and queues are called.
func Dashed(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !letter && (c != '-' || i == 0 || i == len(name)-1 || name[i-1] == '-') {
			return false
		}
	}
	return name != ""
}
