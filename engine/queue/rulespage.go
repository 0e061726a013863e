package queue

import _ "embed"

// rulesPage is what this package follows, for who reads the program as for who reads the source.
//
//go:embed rules.md
var rulesPage string
