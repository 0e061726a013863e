package conflict

import _ "embed"

// Rules is the referee's page: when a mark stands, and whose it is. Markdown, as engine/rulebook reads it.
//
//go:embed rules.md
var Rules string
