package guards

import (
	"slices"

	"interleave/engine/explore"
)

// Troubles are the troubles that some order meets under some guard, each once.
func Troubles(list []OrdersRow) (kinds []explore.Row) {
	for _, guard := range list {
		if guard.Found == nil {
			continue
		}
		troubles, _ := explore.Rows(guard.Found, func(id string) string { return id })
		for _, t := range troubles {
			if !slices.ContainsFunc(kinds, t.Same) {
				kinds = append(kinds, t)
			}
		}
	}
	return kinds
}
