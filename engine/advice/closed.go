package advice

import "fmt"

// afterClosed is for a request through what is no longer open. What is gone as well, as with the share that held it,
// cannot be opened again.
func (a *adviser) afterClosed(again string) Card {
	if open := a.openerOf(a.x); open != nil && !a.v.Readable(open.Object) {
		again = fmt.Sprintf("The handle is closed, and %s is gone. Settle first whether it is wanted again.",
			a.v.Called(open.Object))
	}
	return Card{Say: again, Others: listed(a.sameAgain())}
}
