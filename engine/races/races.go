package races

import "embed"

// FS holds the files by service, as blob/wiki.race.
//
//go:embed blob/*.race bucket/*.race queue/*.race share/*.race table/*.race tair/*.race lessons/*.race
var FS embed.FS
