package lease

import _ "embed"

// Rules is the page of the lease machine; it belongs to the pages of all services that have leases.
//
//go:embed rules.md
var Rules string
