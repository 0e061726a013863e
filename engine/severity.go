package engine

import "strings"

// Severity is how bad a trouble is, as the sign that stands in front of it in scenarios and on screen.
type Severity byte

// The severities, from what its writer was told of to what nobody knows.
const (
	SeverityRefused Severity = '!' // the service refused, and said so
	SeveritySilent  Severity = '~' // accepted, and somebody was harmed without a word
	SeverityUnknown Severity = '?' // no answer came: nobody knows what was done
)

// Severities are all of them, in the order in which they are counted.
func Severities() []Severity { return []Severity{SeverityRefused, SeveritySilent, SeverityUnknown} }

// Place is where a severity stands among all, 0 to 2; -1 where it is none of them.
func (s Severity) Place() int { return strings.IndexByte("!~?", byte(s)) }

// Group is where menus put an operation.
type Group string

// The groups of operations.
const (
	GroupRead   Group = "read"
	GroupWrite  Group = "write"
	GroupDelete Group = "delete"
	GroupLease  Group = "lease"
	GroupOther  Group = "other"
)

// AllGroups are all groups, in the order of menus.
func AllGroups() []Group { return []Group{GroupRead, GroupWrite, GroupDelete, GroupLease, GroupOther} }
