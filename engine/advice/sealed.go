package advice

import "fmt"

// afterSeal is what to do where an object was closed for good: nothing that is sent to it will ever fit.
//
// Source: Azure REST, "Append Blob Seal".
func (a *adviser) afterSeal() Card {
	if card, ok := a.free(); ok { // it was made anew
		return card
	}
	settle := ""
	if by := a.v.Title(a.c.Cause.Since.By); by != "" && a.c.Cause.Since.By != a.c.By {
		settle = fmt.Sprintf(" Settle with %s, who sealed it, where.", by)
	}
	return Card{Say: fmt.Sprintf("%s is sealed for good: what is still to be written goes into another one.%s",
		a.c.Object.Name, settle), Others: listed(a.sameAgain())}
}
